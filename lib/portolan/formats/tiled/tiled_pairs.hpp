// SPDX-License-Identifier: BSL-1.0
// Points of one name in a Tiled map as the two ends of a link. Internal to the module.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/tiled/tiled_objects.hpp"

#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace portolan {

/// Puts points of one name together in the order of the file. The objects must outlive it.
class TiledPairs {
 public:
  /// `properties` are those that a link may have, which the second of its points may not.
  explicit TiledPairs(std::span<const std::string_view> properties) : properties_(properties) {}

  /// Finds the first point of this one's name, which makes them a pair; null if this is the first. Errors (syntax),
  /// which hold the reason alone: it has no name, is a third point, or the second one and has properties of links.
  /// O(log points).
  Result<const TiledObject*> add(const TiledObject& point);
  /// The points that are no pair, by name. O(points).
  [[nodiscard]] std::vector<const TiledObject*> single() const;

 private:
  std::span<const std::string_view> properties_;
  std::map<std::string_view, const TiledObject*> waiting_;  ///< first points; null: both are there
};

/// The value of a property of an object; empty if it has none of that name.
[[nodiscard]] std::string_view property_of(const TiledObject& object, std::string_view name);

}  // namespace portolan
