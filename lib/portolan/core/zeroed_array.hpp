// SPDX-License-Identifier: BSL-1.0
// Scratch memory for searches: a fixed array that starts as zeros and costs memory only where it is touched.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <type_traits>

namespace portolan {

/// Allocates `count` objects of `size` bytes each, all zero, to be given back by std::free. Not inline, so that
/// programs without exceptions can include this header. @throws std::bad_alloc
[[nodiscard]] void* allocate_zeroed(std::size_t count, std::size_t size);

/// A fixed-size array of plain values, all bytes zero at first. Owns its memory; move-only.
///
/// Taken with calloc, so that large arrays are fresh pages which the operating system commits on first touch: a query
/// over a huge world reserves address space for all of it and pays for the part its searches visit. Only the
/// construction allocates. @throws std::bad_alloc when the address space cannot be had
template <class T>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  ZeroedArray() = default;
  /// @throws std::bad_alloc
  explicit ZeroedArray(std::size_t size) : size_(size) {
    if (size == 0) return;
    data_.reset(static_cast<T*>(allocate_zeroed(size, sizeof(T))));
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] T* data() noexcept { return data_.get(); }
  [[nodiscard]] const T* data() const noexcept { return data_.get(); }
  T& operator[](std::size_t i) noexcept { return data_.get()[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_.get()[i]; }

 private:
  struct Free {
    void operator()(T* p) const noexcept { std::free(p); }  // NOLINT(cppcoreguidelines-no-malloc)
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_ = 0;
};

}  // namespace portolan
