// SPDX-License-Identifier: BSL-1.0
// Notes of a search over numbered things, of which only those that it comes to take memory: pages of a SearchMemory.
#pragma once

#include "portolan/core/search_memory.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace portolan {

/// An array of [0, size) plain values with a member `std::uint32_t stamp`, in pages of a SearchMemory, which are taken
/// as values are touched. Beside these 4 bytes for as many values as a page holds (256 of 24 bytes). What is not
/// touched reads as something without meaning. One thread at a time, together with all that shares the memory.
template <class T>
class PagedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  static_assert(alignof(T) <= alignof(std::max_align_t));

 public:
  /// Values of a page.
  static constexpr std::size_t kPerPage = std::bit_floor(SearchMemory::kPageBytes / sizeof(T));
  static_assert(SearchMemory::kPageBytes % sizeof(T) == 0);
  /// What an array needs so as never to be short of room, in bytes.
  [[nodiscard]] static constexpr std::size_t bytes_for(std::size_t size) noexcept {
    return (size + kPerPage - 1) / kPerPage * SearchMemory::kPageBytes;
  }

  PagedArray() = default;
  /// nullptr: takes pages from a memory of its own, which has room for all, up to SearchMemory::kDefaultBytes.
  /// @throws std::bad_alloc
  PagedArray(std::shared_ptr<SearchMemory> memory, std::size_t size)
      : size_(size),
        offsets_((size + kPerPage - 1) / kPerPage + 1),
        memory_(memory ? std::move(memory)
                       : std::make_shared<SearchMemory>(std::min(bytes_for(size), SearchMemory::kDefaultBytes))),
        user_(memory_->add_user({offsets_.data(), offsets_.size()},
                                {.per_page = kPerPage, .value_bytes = sizeof(T), .stamp_at = offsetof(T, stamp)})),
        stamp_(memory_->renew(user_)),
        values_(reinterpret_cast<T*>(memory_->bytes())) {}  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
  PagedArray(PagedArray&& other) noexcept { swap(other); }
  PagedArray& operator=(PagedArray&& other) noexcept {
    PagedArray(std::move(other)).swap(*this);
    return *this;
  }
  ~PagedArray() {
    if (memory_) memory_->remove_user(user_);
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// How many values can be touched at once, if nothing else takes pages and they fill them.
  [[nodiscard]] std::size_t room() const noexcept { return memory_ ? std::min(size_, memory_->size() * kPerPage) : 0; }

  /// Forgets all values. O(1), as SearchMemory::renew.
  void clear() noexcept {
    if (memory_) stamp_ = memory_->renew(user_);
  }
  [[nodiscard]] std::uint32_t stamp() const noexcept { return stamp_; }
  /// Where a value lies, or, if it has no page, some value of page 0. Counted modulo 2^32.
  [[nodiscard]] std::uint32_t place(std::size_t i) const noexcept {
    return offsets_[i / kPerPage] + static_cast<std::uint32_t>(i);
  }
  [[nodiscard]] T& at(std::uint32_t place) noexcept { return values_[place]; }
  [[nodiscard]] const T& at(std::uint32_t place) const noexcept { return values_[place]; }
  [[nodiscard]] bool touched(std::size_t i) const noexcept { return at(place(i)).stamp == stamp_; }
  /// Makes a value one that may be written, and sets its place; false, and nothing has changed, if there is no page for
  /// it.
  [[nodiscard]] bool make(std::size_t i, std::uint32_t& place) noexcept {
    place = this->place(i);
    if (place < kPerPage) {
      if (!memory_->take(user_, static_cast<std::uint32_t>(i / kPerPage))) return false;
      place = this->place(i);
    }
    at(place).stamp = stamp_;
    return true;
  }
  [[nodiscard]] bool touch(std::size_t i) noexcept {
    std::uint32_t place = 0;
    return make(i, place);
  }
  /// The value, if it is touched, else nullptr.
  [[nodiscard]] const T* find(std::size_t i) const noexcept {
    const T& value = at(place(i));
    return value.stamp == stamp_ ? &value : nullptr;
  }
  /// To be written only if touched.
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return at(place(i)); }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return at(place(i)); }

 private:
  void swap(PagedArray& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(offsets_, other.offsets_);
    std::swap(memory_, other.memory_);
    std::swap(user_, other.user_);
    std::swap(stamp_, other.stamp_);
    std::swap(values_, other.values_);
  }
  std::size_t size_ = 0;
  ZeroedArray<std::uint32_t> offsets_;  ///< by block of values: from the number of a value to its place
  std::shared_ptr<SearchMemory> memory_;
  SearchMemory::User user_ = 0;
  std::uint32_t stamp_ = 0;
  T* values_ = nullptr;
};

}  // namespace portolan
