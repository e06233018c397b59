// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/named_areas.hpp"

#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace portolan {

bool NamedAreas::add(DraftNode node, AreaShape shape) {
  const auto [entry, added] = numbers_.emplace(node.name, areas_.size());
  if (added) {
    areas_.push_back({std::move(node), std::move(shape), std::nullopt});
    return true;
  }
  Area& area = areas_[entry->second];
  for (std::string& tag : node.tags) {
    if (std::ranges::find(area.node.tags, tag) == area.node.tags.end()) area.node.tags.push_back(std::move(tag));
  }
  if (node.enter != Decimal{}) {
    if (area.node.enter != Decimal{} && area.node.enter != node.enter) return false;
    area.node.enter = node.enter;
  }
  std::ranges::move(shape.rects, std::back_inserter(area.shape.rects));
  std::ranges::move(shape.polygons, std::back_inserter(area.shape.polygons));
  return true;
}

bool NamedAreas::set_anchor(std::string_view name, Tile tile) {
  std::optional<Tile>& anchor = areas_[numbers_.find(name)->second].anchor;
  if (anchor) return false;
  anchor = tile;
  return true;
}

void NamedAreas::paint() {
  for (Area& area : areas_) {
    const SourcePlace place = area.node.place;
    drawing_.paint(drawing_.declare(std::move(area.node), area.anchor), area.shape, place);
  }
}

std::string NamedAreas::put(DraftNode place, Tile tile) {
  if (!drawing_.contains(tile)) return "lies beyond the map";
  if (const NodeId there = drawing_.at(tile); there != kNoNode && there >= areas_.size())
    return fmt::format("lies on the tile of {}", in_quotes(draft_.draft().nodes[there].name));
  drawing_.put(drawing_.declare(std::move(place), tile), tile);
  return {};
}

}  // namespace portolan
