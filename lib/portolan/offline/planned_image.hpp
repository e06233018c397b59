// SPDX-License-Identifier: BSL-1.0
// A world image that grows under a plan of memory. Internal to the module.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/offline/memory_plan.hpp"
#include "portolan/offline/world_image.hpp"

#include <optional>
#include <utility>

namespace portolan {

/// A WorldImage whose sections count as taken of a plan, which must outlive it.
class PlannedImage {
 public:
  explicit PlannedImage(MemoryPlan& plan) noexcept : plan_(plan) {}

  /// WorldImage::add.
  template <class Arrays>
  void add(SectionOwner owner, Arrays arrays) {
    plan_.take(section_bytes(arrays));
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
