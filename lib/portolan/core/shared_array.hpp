// SPDX-License-Identifier: BSL-1.0
// Large arrays of a build, which may lie in files instead of memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace portolan {

/// Where large arrays lie: in private memory, or in files without a name of a folder, which are mapped. The system
/// writes the pages of the latter out when memory is short and drops them, so they are no private memory; their room on
/// the disk is taken when they are made and given back with the last of their copies, or when the process ends. A
/// value; safe to use from any number of threads.
class Scratch {
 public:
  /// In memory.
  Scratch() = default;
  /// In files of a folder, which must exist.
  explicit Scratch(std::filesystem::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] bool in_files() const noexcept { return !folder_.empty(); }
  /// `bytes` zeros, which live as long as what is returned. @throws std::bad_alloc, and std::system_error, which names
  /// the folder, where a file cannot be had
  [[nodiscard]] std::shared_ptr<void> allocate(std::size_t bytes) const;

 private:
  std::filesystem::path folder_;
};

/// A fixed-size array of plain values, which its copies share: who made it fills it, then nobody writes to it.
template <class T>
class SharedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;

  SharedArray() = default;
  /// `size` elements, all bytes zero. @throws as Scratch::allocate
  SharedArray(const Scratch& scratch, std::size_t size)
      : held_(size == 0 ? nullptr : scratch.allocate(size * sizeof(T))),
        elements_(static_cast<T*>(held_.get()), size),
        in_file_(scratch.in_files()) {}
  /// Takes the elements over, in memory.
  SharedArray(std::vector<T> elements) {  // NOLINT(google-explicit-constructor): where arrays lie is all that differs
    auto held = std::make_shared<std::vector<T>>(std::move(elements));
    elements_ = *held;
    held_ = std::move(held);
  }

  [[nodiscard]] std::size_t size() const noexcept { return elements_.size(); }
  [[nodiscard]] bool empty() const noexcept { return elements_.empty(); }
  [[nodiscard]] const T* data() const noexcept { return elements_.data(); }
  [[nodiscard]] const T* begin() const noexcept { return elements_.data(); }
  [[nodiscard]] const T* end() const noexcept { return elements_.data() + elements_.size(); }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return elements_[i]; }
  /// The elements, for who fills them.
  [[nodiscard]] std::span<T> fill() noexcept { return elements_; }
  /// Bytes of private memory.
  [[nodiscard]] std::size_t private_bytes() const noexcept { return in_file_ ? 0 : elements_.size_bytes(); }

 private:
  std::shared_ptr<void> held_;
  std::span<T> elements_;
  bool in_file_ = false;
};

/// A store of arrays (core/array_store.hpp).
template <class T>
using Shared = SharedArray<T>;

}  // namespace portolan
