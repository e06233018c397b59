// SPDX-License-Identifier: BSL-1.0
// The frame of a world file: header and section table, checked, with typed access to the sections.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/world/format.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace portolan {

/// Where a section belongs: the map (format::kNoProfile) or a profile, and its region level.
struct SectionOwner {
  std::uint32_t profile = format::kNoProfile;
  std::uint32_t level = 0;
};

/// A checked view of a file's frame. Owns nothing; the bytes must outlive it.
class SectionTable {
 public:
  /// Checks the header, the table's checksum and the place of every section. O(sections log sections).
  /// Errors (unsupported, corrupt) start with `name`.
  static Result<SectionTable> read(std::span<const std::byte> bytes, const std::string& name);

  [[nodiscard]] std::span<const format::SectionEntry> entries() const noexcept { return entries_; }
  [[nodiscard]] std::span<const std::byte> bytes_of(const format::SectionEntry& entry) const noexcept {
    return bytes_.subspan(static_cast<std::size_t>(entry.offset), static_cast<std::size_t>(entry.size));
  }
  /// The section of a kind and owner, if the file has it. O(sections).
  [[nodiscard]] const format::SectionEntry* find(format::SectionKind kind, SectionOwner owner) const noexcept;

  /// The elements of a section; nothing if it is absent, its elements have another size or `count` is not theirs.
  template <class T>
  [[nodiscard]] std::optional<std::span<const T>> elements(format::SectionKind kind, SectionOwner owner,
                                                           std::optional<std::size_t> count = {}) const noexcept {
    const format::SectionEntry* const entry = find(kind, owner);
    if (entry == nullptr || entry->element_size != sizeof(T)) return {};
    const std::size_t size = static_cast<std::size_t>(entry->size) / sizeof(T);
    if (count && size != *count) return {};
    if (size == 0) return std::span<const T>();
    // Sections start on multiples of 64 in a buffer aligned to 64, and T is a plain type of at most that alignment.
    return std::span<const T>(reinterpret_cast<const T*>(bytes_of(*entry).data()), size);
  }

 private:
  SectionTable(std::span<const std::byte> bytes, std::span<const format::SectionEntry> entries) noexcept
      : bytes_(bytes), entries_(entries) {}
  std::span<const std::byte> bytes_;
  std::span<const format::SectionEntry> entries_;
};

/// The checksum that FileHeader::checksum holds. The bytes must have at least the size of a header.
[[nodiscard]] std::uint64_t frame_checksum(std::span<const std::byte> header_and_table);

}  // namespace portolan
