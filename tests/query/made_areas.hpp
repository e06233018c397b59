// SPDX-License-Identifier: BSL-1.0
// Areas made up at random, as the file that draws them, and worked out tile by tile.
#pragma once

#include "support/oracle.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan::test {

/// Areas as a test makes them up; corners in whole tiles.
struct MadeArea {
  std::vector<Rect> rects;
  std::vector<std::vector<Tile>> polygons;  ///< triangles
  std::int32_t enter = 0;                   ///< in quarters of a tile
};
struct MadeLink {
  NodeId from;
  NodeId to;
  std::int32_t cost;  ///< in quarters of a tile
  bool one_way;
};
struct Made {
  std::vector<MadeArea> areas;
  std::vector<MadeLink> links;
  std::vector<std::pair<NodeId, NodeId>> closed;
};

inline Made make_up(Rng& rng, std::int32_t width, std::int32_t height) {
  Made made;
  const auto count = static_cast<std::size_t>(rng.between(1, 7));
  for (std::size_t i = 0; i < count; ++i) {
    MadeArea& area = made.areas.emplace_back();
    for (int n = rng.between(1, 2); n > 0; --n) {
      if (rng.percent(60)) {
        const Tile corner{rng.between(-2, width - 1), rng.between(-2, height - 1)};
        area.rects.push_back({corner, {corner.x + rng.between(1, width), corner.y + rng.between(1, height)}});
        continue;
      }
      const auto corner = [&] { return Tile{rng.between(-3, width + 3), rng.between(-3, height + 3)}; };
      std::vector<Tile> corners{corner(), corner(), corner()};
      const auto twice_area = (corners[1].x - corners[0].x) * (corners[2].y - corners[0].y) -
                              (corners[2].x - corners[0].x) * (corners[1].y - corners[0].y);
      if (twice_area != 0) area.polygons.push_back(corners);
    }
    if (area.rects.empty() && area.polygons.empty()) area.rects.push_back({{0, 0}, {1, 1}});
  }
  const auto any = [&] { return static_cast<NodeId>(rng.below(static_cast<std::int32_t>(count))); };
  for (int n = rng.below(3); n > 0; --n) made.links.push_back({any(), any(), rng.below(40), rng.percent(50)});
  for (int n = rng.below(3); n > 0; --n) made.closed.emplace_back(any(), any());
  // From a copy, so that the rest is the same with and without them.
  Rng aside = rng;
  if (aside.percent(40)) {
    for (MadeArea& area : made.areas) area.enter = aside.percent(50) ? aside.below(60) : 0;
  }
  return made;
}

inline std::string text_of(const Made& made) {
  std::string text = R"({"portolan": "areas", "version": 1, "areas": [)";
  for (std::size_t i = 0; i < made.areas.size(); ++i) {
    text += fmt::format("{}\n{{\"name\": \"r{}\", \"rects\": [", i == 0 ? "" : ",", i);
    for (const Rect& r : made.areas[i].rects) {
      text +=
          fmt::format("{}[{}, {}, {}, {}]", text.back() == '[' ? "" : ", ", r.min.x, r.min.y, r.width(), r.height());
    }
    text += "], \"polygons\": [";
    for (const auto& p : made.areas[i].polygons) {
      text += fmt::format("{}[[{}, {}], [{}, {}], [{}, {}]]", text.back() == '[' ? "" : ", ", p[0].x, p[0].y, p[1].x,
                          p[1].y, p[2].x, p[2].y);
    }
    text += "]";
    if (made.areas[i].enter != 0) text += fmt::format(", \"enter\": {}", made.areas[i].enter / 4.0);
    text += "}";
  }
  text += "], \"links\": [";
  for (const MadeLink& link : made.links) {
    text += fmt::format("{}{{\"from\": \"r{}\", \"to\": \"r{}\", \"cost\": {}, \"one_way\": {}}}",
                        text.back() == '[' ? "" : ", ", link.from, link.to, link.cost / 4.0, link.one_way);
  }
  text += "], \"closed\": [";
  for (const auto& [a, b] : made.closed) {
    text += fmt::format("{}[\"r{}\", \"r{}\"]", text.back() == '[' ? "" : ", ", a, b);
  }
  return text + "]}";
}

/// By the ray to the left of the tile's centre, everything doubled; a centre on an edge is to the right of it.
inline bool in_polygon(const std::vector<Tile>& corners, Tile tile) {
  const std::int64_t x = 2 * tile.x + 1;
  const std::int64_t y = 2 * tile.y + 1;
  bool inside = false;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    Tile a = corners[i];
    Tile b = corners[(i + 1) % corners.size()];
    if (a.y > b.y) std::swap(a, b);
    if (!(2 * a.y <= y && y < 2 * b.y)) continue;
    const std::int64_t dy = 2 * (b.y - a.y);
    if (2 * a.x * dy + (y - 2 * a.y) * 2 * (b.x - a.x) <= x * dy) inside = !inside;
  }
  return inside;
}

/// What the areas are, worked out tile by tile.
class AreaOracle {
 public:
  AreaOracle(const Made& made, const Oracle& oracle, const Rect& bounds) : oracle_(oracle), bounds_(bounds) {
    for (std::int32_t y = 0; y < bounds.max.y; ++y) {
      for (std::int32_t x = 0; x < bounds.max.x; ++x) area_.push_back(area_of(made, {x, y}));
    }
    for (const auto& [a, b] : made.closed) closed_.insert({{a, b}, {b, a}});
  }

  [[nodiscard]] NodeId area(Tile t) const { return area_[oracle_.index(t)]; }
  void close(NodeId a, NodeId b) { closed_.insert({{a, b}, {b, a}}); }
  [[nodiscard]] bool is_closed(NodeId a, NodeId b) const { return closed_.contains({a, b}); }

  /// Least costs from a tile over the tiles of some areas and links between them.
  [[nodiscard]] std::vector<Cost> distances(const std::set<NodeId>& corridor, Tile from,
                                            const std::vector<std::pair<std::pair<Tile, Tile>, Cost>>& links) const {
    std::vector<Cost> distance(area_.size(), kInfiniteCost);
    std::set<std::pair<Cost, std::size_t>> open;
    const auto reach = [&](Tile to, Cost cost) {
      Cost& best = distance[oracle_.index(to)];
      if (cost >= best) return;
      open.erase({best, oracle_.index(to)});
      best = cost;
      open.insert({cost, oracle_.index(to)});
    };
    if (corridor.contains(area(from)) && oracle_.passable(from)) reach(from, 0);
    while (!open.empty()) {
      const auto [cost, index] = *open.begin();
      open.erase(open.begin());
      const Tile tile{static_cast<std::int32_t>(index) % bounds_.max.x,
                      static_cast<std::int32_t>(index) / bounds_.max.x};
      for (const auto& [to, step] : oracle_.steps_from(tile)) {
        const NodeId there = area(to);
        if (!corridor.contains(there)) continue;
        // A link of the map leads over closed borders too.
        const bool barred = there != area(tile) && is_closed(area(tile), there);
        if (barred && oracle_.cheapest_link(tile, to) != step) continue;
        reach(to, cost + step);
      }
      for (const auto& [ends, price] : links) {
        if (ends.first == tile && corridor.contains(area(ends.second))) reach(ends.second, cost + price);
      }
    }
    return distance;
  }
  [[nodiscard]] bool touch(NodeId a, NodeId b) const {
    for (std::size_t i = 0; i < area_.size(); ++i) {
      const Tile tile{static_cast<std::int32_t>(i) % bounds_.max.x, static_cast<std::int32_t>(i) / bounds_.max.x};
      if (area_[i] != a || !oracle_.passable(tile)) continue;
      for (const auto& [to, step] : oracle_.steps_from(tile)) {
        if (area(to) == b) return true;
      }
    }
    return false;
  }

 private:
  [[nodiscard]] static NodeId area_of(const Made& made, Tile tile) {
    for (NodeId id = 0; id < made.areas.size(); ++id) {
      const MadeArea& shape = made.areas[id];
      const auto holds = [&](const Rect& rect) { return rect.contains(tile); };
      if (std::any_of(shape.rects.begin(), shape.rects.end(), holds)) return id;
      // Shapes are joined, not taken from each other.
      const auto around = [&](const std::vector<Tile>& corners) { return in_polygon(corners, tile); };
      if (std::any_of(shape.polygons.begin(), shape.polygons.end(), around)) return id;
    }
    return kNoNode;
  }

  const Oracle& oracle_;
  Rect bounds_;
  std::vector<NodeId> area_;
  std::set<std::pair<NodeId, NodeId>> closed_;
};

}  // namespace portolan::test
