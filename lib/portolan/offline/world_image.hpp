// SPDX-License-Identifier: BSL-1.0
// A world file in the making: sections are added, then the whole is written or laid out in memory.
#pragma once

#include "portolan/core/file.hpp"
#include "portolan/core/result.hpp"
#include "portolan/world/format.hpp"
#include "portolan/world/section_table.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace portolan {

/// Bytes aligned as World::view wants them. Owns them; move-only.
class AlignedBytes {
 public:
  explicit AlignedBytes(std::size_t size);
  [[nodiscard]] std::span<std::byte> span() noexcept { return {data_.get(), size_}; }
  [[nodiscard]] std::span<const std::byte> span() const noexcept { return {data_.get(), size_}; }

 private:
  struct Free {
    void operator()(std::byte* p) const noexcept;
  };
  std::unique_ptr<std::byte, Free> data_;
  std::size_t size_;
};

/// The sections of a world file, in the order in which they were added. The same sections make the same bytes.
class WorldImage {
 public:
  /// Adds a section and takes over its elements. At most one section per kind and owner.
  template <class T>
  void add(format::SectionKind kind, SectionOwner owner, std::vector<T> elements) {
    static_assert(std::is_trivially_copyable_v<T>);
    auto held = std::make_shared<const std::vector<T>>(std::move(elements));
    append(kind, owner, sizeof(T), std::as_bytes(std::span(*held)), held);
  }

  [[nodiscard]] bool contains(format::SectionKind kind, SectionOwner owner) const noexcept;
  /// The bytes of all sections together.
  [[nodiscard]] std::uint64_t payload() const noexcept;
  /// The whole file in memory.
  [[nodiscard]] AlignedBytes bytes() const;
  /// Writes the file under a temporary name beside `path`, for the caller to commit (core/file.hpp). Errors: io.
  [[nodiscard]] Result<StagedFile> stage(const std::filesystem::path& path) const;
  /// Stages and commits the file. Errors: io.
  [[nodiscard]] Outcome save(const std::filesystem::path& path) const;

 private:
  struct Section {
    format::SectionEntry entry;
    std::span<const std::byte> bytes;
    std::shared_ptr<const void> held;
  };
  void append(format::SectionKind kind, SectionOwner owner, std::size_t element_size, std::span<const std::byte> bytes,
              std::shared_ptr<const void> held);
  /// Header and table, with every section's place filled in, and the size of the file.
  [[nodiscard]] std::vector<std::byte> frame() const;
  std::vector<Section> sections_;
};

}  // namespace portolan
