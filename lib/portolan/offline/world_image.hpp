// SPDX-License-Identifier: BSL-1.0
// A world file in the making: sections are added, then the whole is written or laid out in memory.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/core/file.hpp"
#include "portolan/core/result.hpp"
#include "portolan/world/format.hpp"
#include "portolan/world/section_table.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
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
  /// Adds the sections of a struct that owns its arrays (core/array_store.hpp), which are taken over. At most one
  /// section per kind and owner.
  template <class Arrays>
  void add(SectionOwner owner, Arrays arrays);

  /// Bytes of the whole file. O(sections).
  [[nodiscard]] std::uint64_t size() const noexcept;
  /// The whole file in memory.
  [[nodiscard]] AlignedBytes bytes() const;
  /// The same in memory of the caller's: size() bytes.
  void write_to(std::span<std::byte> file) const;
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
  class Adder;
  void append(SectionKind kind, SectionOwner owner, std::size_t element_size, std::span<const std::byte> bytes,
              std::shared_ptr<const void> held);
  /// Header and table, with every section's place filled in, and the size of the file.
  [[nodiscard]] std::vector<std::byte> frame() const;
  std::vector<Section> sections_;
};

/// A visitor that moves arrays into sections.
class WorldImage::Adder {
 public:
  Adder(WorldImage& image, SectionOwner owner) : image_(image), owner_(owner) {}

  /// Of several arrays the first that is not empty, or the last.
  template <class Array, class... More>
  void array(SectionKind kind, std::optional<std::size_t> count, Array& array, More&... more) {
    using T = typename Array::value_type;
    static_assert(format::kIsPlain<T>);
    if constexpr (sizeof...(More) != 0) {
      if (array.empty()) return this->array(kind, count, more...);
    }
    auto held = std::make_shared<const Array>(std::move(array));
    image_.append(kind, owner_, sizeof(T), std::as_bytes(std::span(*held)), held);
  }
  template <class T>
  void record(SectionKind kind, const T& record) {
    std::vector<T> elements{record};
    array(kind, 1, elements);
  }
  template <class T>
  void value(const T&) {}
  template <class Part>
  void optional(Part&& part) {
    ByteCounter counter;
    part(counter);
    if (counter.bytes != 0) part(*this);
  }
  template <class Part>
  void backward(Part&& part) {
    Adder adder(image_, {owner_.profile, format::kBackwardLevel});
    adder.optional(part);
  }

 private:
  WorldImage& image_;
  SectionOwner owner_;
};

template <class Arrays>
void WorldImage::add(SectionOwner owner, Arrays arrays) {
  Adder adder(*this, owner);
  Arrays::visit(arrays, adder);
}

}  // namespace portolan
