// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/drawing_builder.hpp"

#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace portolan {

DrawingBuilder::DrawingBuilder(DraftBuilder& draft, std::int32_t width, const FloorStack& floors)
    : draft_(draft), floors_(floors), bounds_{{0, 0}, {width, static_cast<std::int32_t>(floors.rows())}} {
  drawing_.width = width;
  drawing_.height = bounds_.max.y;
  drawing_.pixels.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(bounds_.max.y), kNoNode);
}

NodeId DrawingBuilder::declare(DraftNode node, std::optional<Tile> anchor) {
  drawing_.anchors.push_back(anchor);
  return draft_.declare(std::move(node));
}

void DrawingBuilder::paint(NodeId area, const AreaShape& shape, const SourcePlace& place) {
  lost_.clear();
  bool beyond = false;
  for (const Rect& rect : shape.rects) {
    const Rect inside = intersection(rect, bounds_);
    beyond = beyond || inside != rect;
    for (std::int32_t y = inside.min.y; y < inside.max.y; ++y) fill(area, y, inside.min.x, inside.max.x);
  }
  for (const Polygon& polygon : shape.polygons) {
    for (const Ring& ring : polygon) {
      beyond = beyond || std::any_of(ring.begin(), ring.end(), [&](Point p) {
                 return p.x < 0 || p.y < 0 || p.x > bounds_.max.x * kSubUnits || p.y > bounds_.max.y * kSubUnits;
               });
    }
    for_each_run(polygon, bounds_,
                 [&](std::int32_t y, std::int32_t begin, std::int32_t end) { fill(area, y, begin, end); });
  }
  for (const auto& [other, tiles] : lost_) {
    warn(place, fmt::format("{} tile{} of {} belong{} to {}, which is listed before", tiles, tiles == 1 ? "" : "s",
                            name(area), tiles == 1 ? "s" : "", name(other)));
  }
  if (beyond) warn(place, fmt::format("{} reaches beyond the map", name(area)));
}

void DrawingBuilder::put(NodeId node, Tile tile) {
  drawing_.pixels[static_cast<std::size_t>(tile.y) * static_cast<std::size_t>(drawing_.width) +
                  static_cast<std::size_t>(tile.x)] = node;
}

void DrawingBuilder::see(std::uint32_t length) {
  drawing_.sight_length = length;
}

void DrawingBuilder::add_waypoint(DraftNode node, const FloorTile& tile) {
  const SourcePlace place = node.place;
  const std::optional<Tile> anchor = on_map(tile);
  const NodeId there = anchor ? at(*anchor) : kNoNode;
  if (!anchor) {
    const std::string floors = floors_.count == 1 && tile.floor == 0
                                   ? ""
                                   : fmt::format(" on {} floor{}", floors_.count, floors_.count == 1 ? "" : "s");
    draft_.unreadable(place, fmt::format("{} is on the tile {}, beyond the map of {} x {}{}", in_quotes(node.name),
                                         text_of(tile), drawing_.width, floors_.height, floors));
  } else if (there != kNoNode) {
    draft_.unreadable(place, fmt::format("{} is on the tile of {}", in_quotes(node.name), name(there)));
  }
  const NodeId waypoint = declare(std::move(node), anchor);
  if (anchor && there == kNoNode) put(waypoint, *anchor);
}

std::optional<Tile> DrawingBuilder::on_map(const FloorTile& tile) const noexcept {
  const bool floor = tile.floor >= 0 && tile.floor < floors_.count;
  if (!floor || !Rect{{0, 0}, {drawing_.width, floors_.height}}.contains(tile.tile)) return std::nullopt;
  return floors_.tile(tile.floor, tile.tile);
}

std::string DrawingBuilder::text_of(const FloorTile& tile) const {
  const bool one_floor = floors_.count == 1 && tile.floor == 0;
  return fmt::format("{},{}{}", tile.tile.x, tile.tile.y, one_floor ? "" : fmt::format(",{}", tile.floor));
}

void DrawingBuilder::add_way(std::string_view from, std::string_view to, ArcRow row) {
  const SourcePlace place = row.arc.place;
  const auto tail = named(from, "from", place);
  const auto head = named(to, "to", place);
  if (!tail || !head) return;
  if (row.closed) return close(*tail, *head, row.direction, place);
  row.arc.from = *tail;
  row.arc.to = *head;
  draft_.join(std::move(row.arc), row.direction);
}

NodeId DrawingBuilder::at(Tile tile) const noexcept {
  if (!bounds_.contains(tile)) return kNoNode;
  return drawing_.pixels[static_cast<std::size_t>(tile.y) * static_cast<std::size_t>(drawing_.width) +
                         static_cast<std::size_t>(tile.x)];
}

std::optional<NodeId> DrawingBuilder::named(std::string_view name, std::string_view what, const SourcePlace& place) {
  const auto found = draft_.find(name);
  if (!found)
    draft_.unreadable(place,
                      fmt::format("{}: {}", what, draft_.unknown(name, drawing_.sight_length ? "waypoints" : "areas")));
  return found;
}

void DrawingBuilder::close(NodeId from, NodeId to, Direction direction, const SourcePlace& place) {
  drawing_.closed.push_back({from, to, place});
  if (direction == Direction::both) drawing_.closed.push_back({to, from, place});
}

void DrawingBuilder::warn(const SourcePlace& place, std::string reason) {
  drawing_.warnings.push_back({place, std::move(reason)});
}

AreaDrawing DrawingBuilder::take() {
  drawing_.draft = draft_.take();
  return std::move(drawing_);
}

std::string DrawingBuilder::name(NodeId node) const {
  return in_quotes(draft_.draft().nodes[node].name);
}

void DrawingBuilder::fill(NodeId area, std::int32_t y, std::int32_t begin, std::int32_t end) {
  NodeId* const row = drawing_.pixels.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(drawing_.width);
  for (std::int32_t x = begin; x < end; ++x) {
    NodeId& pixel = row[x];
    if (pixel == kNoNode) {
      pixel = area;
    } else if (pixel != area) {
      ++lost_[pixel];
    }
  }
}

}  // namespace portolan
