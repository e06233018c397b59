// SPDX-License-Identifier: BSL-1.0
// Changes inside the sections of world files, for tests of what reads them.
#pragma once

#include "portolan/core/hash.hpp"
#include "portolan/world/format.hpp"
#include "portolan/world/world.hpp"
#include "support/built_world.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <catch2/catch.hpp>

namespace portolan::test {

/// The entry of a section in the table of a file, which must have one.
inline format::SectionEntry& entry_of(std::span<std::byte> bytes, format::SectionKind kind) {
  format::FileHeader header{};
  std::memcpy(&header, bytes.data(), sizeof(header));
  const std::span entries(reinterpret_cast<format::SectionEntry*>(bytes.data() + sizeof(header)), header.section_count);
  const auto is_wanted = [&](const format::SectionEntry& entry) {
    return entry.kind == static_cast<std::uint32_t>(kind);
  };
  const auto entry = std::find_if(entries.begin(), entries.end(), is_wanted);
  REQUIRE(entry != entries.end());
  return *entry;
}

/// Makes table and header consistent again after a change inside a section.
inline void fix_checksums(std::span<std::byte> bytes, format::SectionEntry& entry) {
  entry.checksum =
      hash_bytes(bytes.subspan(static_cast<std::size_t>(entry.offset), static_cast<std::size_t>(entry.size)));
  fix_frame_checksum(bytes);
}

/// Opens a file after a change of an element of a section, with true checksums. `bytes` become those of the file.
template <class Element, class Change>
Result<World> open_changed(AlignedBytes& bytes, const AlignedBytes& sound, format::SectionKind kind,
                           std::size_t element, Change&& change) {
  bytes = copy_of(sound.span());
  format::SectionEntry& entry = entry_of(bytes.span(), kind);
  change(reinterpret_cast<Element*>(bytes.span().data() + entry.offset)[element]);
  fix_checksums(bytes.span(), entry);
  return World::view(bytes.span());
}

/// A file with one to four bytes of these sections drawn anew, and its checksums left as they were.
inline AlignedBytes damaged(const AlignedBytes& sound, std::span<const format::SectionKind> kinds, Rng& rng) {
  AlignedBytes bytes = copy_of(sound.span());
  for (int n = rng.between(1, 4); n > 0; --n) {
    const auto kind = kinds[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(kinds.size())))];
    const format::SectionEntry& entry = entry_of(bytes.span(), kind);
    if (entry.size == 0) continue;
    const auto at = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(entry.size)));
    bytes.span()[entry.offset + at] = static_cast<std::byte>(rng.below(256));
  }
  return bytes;
}

}  // namespace portolan::test
