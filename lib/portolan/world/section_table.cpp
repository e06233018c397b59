// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/section_table.hpp"

#include "portolan/core/hash.hpp"
#include "portolan/world/section_name.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <vector>

namespace portolan {

using format::FileHeader;
using format::SectionEntry;

std::uint64_t frame_checksum(std::span<const std::byte> header_and_table) {
  FileHeader header{};
  std::memcpy(&header, header_and_table.data(), sizeof(header));
  header.checksum = 0;
  std::vector<std::byte> copy(header_and_table.begin(), header_and_table.end());
  std::memcpy(copy.data(), &header, sizeof(header));
  return hash_bytes(copy);
}

Result<SectionTable> SectionTable::read(std::span<const std::byte> bytes, const std::string& name) {
  const auto corrupt = [&](const std::string& reason) { return Error{ErrorCode::corrupt, name + ": " + reason}; };
  if (bytes.size() < sizeof(FileHeader)) return corrupt("too short for a world file");
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % format::kAlignment != 0) {
    return Error{ErrorCode::usage, name + ": the bytes of a world must be aligned to 64"};
  }
  const auto& header = *reinterpret_cast<const FileHeader*>(bytes.data());
  if (header.magic != format::kMagic) return corrupt("not a portolan world file");
  if (header.endian_mark != format::kEndianMark) {
    return Error{ErrorCode::unsupported, name + ": written for a machine of the other byte order"};
  }
  if (header.version != format::kVersion) {
    return Error{ErrorCode::unsupported, name + ": format version " + std::to_string(header.version) +
                                             ", this library reads " + std::to_string(format::kVersion)};
  }
  if (header.file_size != bytes.size()) {
    return corrupt("has " + std::to_string(bytes.size()) + " bytes instead of " + std::to_string(header.file_size));
  }
  if (header.section_count > format::kMaxSections) return corrupt("too many sections");
  const std::size_t frame = sizeof(FileHeader) + header.section_count * sizeof(SectionEntry);
  if (frame > bytes.size()) return corrupt("the section table is cut off");
  if (header.flags != 0) return Error{ErrorCode::unsupported, name + ": unknown flags"};
  if (header.checksum != frame_checksum(bytes.first(frame)))
    return corrupt("wrong checksum of header and section table");

  const SectionTable table(
      bytes, {reinterpret_cast<const SectionEntry*>(bytes.data() + sizeof(FileHeader)), header.section_count});
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> keys;
  for (const SectionEntry& entry : table.entries_) {
    if (entry.offset % format::kAlignment != 0 || entry.offset < frame || entry.offset > bytes.size() ||
        entry.size > bytes.size() - entry.offset || entry.element_size == 0 || entry.size % entry.element_size != 0) {
      return corrupt(section_text(entry) + " lies outside the file or is misaligned");
    }
    keys.emplace_back(entry.kind, entry.profile, entry.level);
  }
  std::sort(keys.begin(), keys.end());
  if (const auto twice = std::adjacent_find(keys.begin(), keys.end()); twice != keys.end()) {
    const auto [kind, profile, level] = *twice;
    return corrupt(section_text(kind, {profile, level}) + " occurs twice");
  }
  return table;
}

const SectionEntry* SectionTable::find(format::SectionKind kind, SectionOwner owner) const noexcept {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const SectionEntry& entry) {
    return entry.kind == static_cast<std::uint32_t>(kind) && entry.profile == owner.profile &&
           entry.level == owner.level;
  });
  return found == entries_.end() ? nullptr : &*found;
}

}  // namespace portolan
