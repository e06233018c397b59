// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_pairs.hpp"

#include <utility>

#include <fmt/format.h>

namespace portolan {

Result<const TiledObject*> TiledPairs::add(const TiledObject& point) {
  if (point.name.empty()) return Error{ErrorCode::syntax, "a link from a point without a name"};
  const auto [entry, added] = waiting_.emplace(point.name, &point);
  if (added) return static_cast<const TiledObject*>(nullptr);
  if (entry->second == nullptr) return Error{ErrorCode::syntax, "a third point of this name"};
  const TiledObject* const first = std::exchange(entry->second, nullptr);
  for (const std::string_view name : properties_) {
    if (point.properties.contains(name))
      return Error{ErrorCode::syntax, fmt::format("{} belongs to the first of the two points", name)};
  }
  return first;
}

std::vector<const TiledObject*> TiledPairs::single() const {
  std::vector<const TiledObject*> points;
  for (const auto& [name, point] : waiting_) {
    if (point != nullptr) points.push_back(point);
  }
  return points;
}

std::string_view property_of(const TiledObject& object, std::string_view name) {
  const auto found = object.properties.find(name);
  return found == object.properties.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace portolan
