// SPDX-License-Identifier: BSL-1.0
// World files made wrong by the input of a fuzzer.
#pragma once

#include "portolan/core/hash.hpp"
#include "portolan/offline/world_image.hpp"
#include "portolan/world/format.hpp"
#include "portolan/world/section_table.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace portolan::fuzz {

/// Each six bytes of the script change one place: a section (255: the frame), an offset in it, and how.
inline void mutate(std::span<std::byte> file, std::span<const std::uint8_t> script) {
  format::FileHeader header{};
  std::memcpy(&header, file.data(), sizeof(header));
  const std::size_t table = sizeof(header) + header.section_count * sizeof(format::SectionEntry);
  std::vector<format::SectionEntry> sections(header.section_count);
  std::memcpy(sections.data(), file.data() + sizeof(header), table - sizeof(header));
  for (; script.size() >= 6; script = script.subspan(6)) {
    std::size_t begin = 0;
    std::size_t size = table;
    if (script[0] != 255) {
      const format::SectionEntry& section = sections[script[0] % sections.size()];
      begin = section.offset;
      size = section.size;
    }
    const std::size_t offset = (script[1] | std::size_t{script[2]} << 8U) % size;
    const std::size_t width = std::min<std::size_t>(std::size_t{1} << (script[3] & 3U), size - offset);
    std::uint64_t value = script[5];
    if ((script[3] & 4U) != 0) value = 0 - value;
    for (std::size_t i = 0; i < width; ++i) {
      std::byte& at = file[begin + offset + i];
      const auto byte = static_cast<std::byte>(value >> (8 * i));
      at = script[4] % 2 == 0 ? byte : at ^ byte;
    }
  }
}

/// Makes the checksums of all sections true, so that verify looks at what they mean.
inline void fix_section_checksums(std::span<std::byte> file) {
  format::FileHeader header{};
  std::memcpy(&header, file.data(), sizeof(header));
  for (std::size_t i = 0; i < std::min(header.section_count, format::kMaxSections); ++i) {
    const std::size_t at = sizeof(header) + i * sizeof(format::SectionEntry);
    format::SectionEntry entry{};
    if (at + sizeof(entry) > file.size()) return;
    std::memcpy(&entry, file.data() + at, sizeof(entry));
    if (entry.offset > file.size() || entry.size > file.size() - entry.offset) continue;
    entry.checksum = hash_bytes(file.subspan(entry.offset, entry.size));
    std::memcpy(file.data() + at, &entry, sizeof(entry));
  }
}

inline void fix_frame_checksum(std::span<std::byte> file) {
  format::FileHeader header{};
  std::memcpy(&header, file.data(), sizeof(header));
  if (header.section_count > format::kMaxSections) return;
  const std::size_t frame = sizeof(header) + header.section_count * sizeof(format::SectionEntry);
  if (frame > file.size()) return;
  header.checksum = frame_checksum(file.first(frame));
  std::memcpy(file.data(), &header, sizeof(header));
}

/// Calls use(bytes) with the input as a file, as it is and with its frame put right; and with a sound file changed as
/// the input says, with the checksums of its sections left wrong and put right.
template <class Use>
void use_as_file_and_changes(std::span<const std::byte> sound, std::span<const std::uint8_t> input, const Use& use) {
  AlignedBytes raw(input.size());
  if (!input.empty()) std::memcpy(raw.span().data(), input.data(), input.size());
  use(raw.span());
  if (input.size() >= sizeof(format::FileHeader)) {
    fix_frame_checksum(raw.span());
    use(raw.span());
  }
  AlignedBytes changed(sound.size());
  std::copy(sound.begin(), sound.end(), changed.span().begin());
  mutate(changed.span(), input);
  fix_frame_checksum(changed.span());
  use(changed.span());
  fix_section_checksums(changed.span());
  fix_frame_checksum(changed.span());
  use(changed.span());
}

}  // namespace portolan::fuzz
