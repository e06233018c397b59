// SPDX-License-Identifier: BSL-1.0
// A world image that grows under a plan of memory. Internal to the module.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/core/shared_array.hpp"
#include "portolan/offline/memory_plan.hpp"
#include "portolan/offline/world_image.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace portolan {

/// A visitor that sums up what arrays take of private memory.
class PrivateByteCounter : public AlikeVisitor<PrivateByteCounter> {
 public:
  template <class... Arrays>
  void array(SectionKind, std::optional<std::size_t>, const Arrays&... arrays) {
    (add(arrays), ...);
  }
  template <class T>
  void record(SectionKind, const T& record) {
    bytes_ += sizeof(record);
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  template <class T>
  void add(const std::vector<T>& array) {
    bytes_ += array.size() * sizeof(T);
  }
  template <class T>
  void add(const SharedArray<T>& array) {
    bytes_ += array.private_bytes();
  }

  std::size_t bytes_ = 0;
};

/// Bytes of private memory that the sections of a struct take.
template <class Arrays>
[[nodiscard]] std::size_t private_bytes(const Arrays& arrays) {
  PrivateByteCounter counter;
  Arrays::visit(arrays, counter);
  return counter.bytes();
}

/// A WorldImage whose sections count as taken of a plan, which must outlive it.
class PlannedImage {
 public:
  explicit PlannedImage(MemoryPlan& plan) noexcept : plan_(plan) {}

  /// WorldImage::add.
  template <class Arrays>
  void add(SectionOwner owner, Arrays arrays) {
    plan_.take(private_bytes(arrays));
    image_.add(owner, std::move(arrays));
  }
  /// Adds what there is.
  template <class Arrays>
  void add_if(SectionOwner owner, std::optional<Arrays> arrays) {
    if (arrays) add(owner, *std::move(arrays));
  }

  /// The image, which is given away.
  [[nodiscard]] WorldImage take() noexcept { return std::move(image_); }

 private:
  MemoryPlan& plan_;
  WorldImage image_;
};

}  // namespace portolan
