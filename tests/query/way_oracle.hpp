// SPDX-License-Identifier: BSL-1.0
// Waypoints and ways as tests make them up, and what must come of them: sight by brute force, and the least of all ways
// from tile to tile, worked out from the map alone.
#pragma once

#include "portolan/grid/line_check.hpp"
#include "portolan/grid/near_moves.hpp"
#include "portolan/grid/segment_cost.hpp"
#include "portolan/query/corridor_query.hpp"
#include "support/movers.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace portolan::test::ways {

/// A way as a test makes it up.
struct MadeWay {
  NodeId from;
  NodeId to;
  std::optional<std::int32_t> quarters;  ///< of a tile; nothing: it is walked
  bool one_way;
};
struct Made {
  std::vector<Tile> waypoints;
  std::vector<MadeWay> ways;
  std::vector<std::pair<NodeId, NodeId>> closed;
  std::optional<std::int32_t> sight;
};

/// The same, each way for itself.
struct Way {
  NodeId from = 0;
  NodeId to = 0;
  WayKind kind = WayKind::in_sight;
  std::int32_t quarters = 0;  ///< of a link
};

inline Made make_up(Rng& rng, const Oracle& oracle, const TileMap& map) {
  Made made;
  const Rect bounds = map.bounds();
  std::vector<Tile> standing;
  for (std::int32_t y = 0; y < bounds.max.y; ++y) {
    for (std::int32_t x = 0; x < bounds.max.x; ++x) {
      if (oracle.passable({x, y})) standing.push_back({x, y});
    }
  }
  for (int n = rng.between(1, 9); n > 0 && !standing.empty(); --n) {
    const auto at = rng.below(static_cast<std::int32_t>(standing.size()));
    made.waypoints.push_back(standing[static_cast<std::size_t>(at)]);
    standing.erase(standing.begin() + at);
  }
  for (const Link& link : map.links()) {
    for (const Tile end : {link.from, link.to}) {
      const bool free = std::find(made.waypoints.begin(), made.waypoints.end(), end) == made.waypoints.end();
      if (rng.percent(60) && free && oracle.passable(end)) made.waypoints.push_back(end);
    }
  }
  if (made.waypoints.empty()) return made;
  const auto any = [&] { return static_cast<NodeId>(rng.below(static_cast<std::int32_t>(made.waypoints.size()))); };
  for (int n = rng.below(4); n > 0; --n) {
    const bool link = rng.percent(50);
    made.ways.push_back({any(), any(), link ? std::optional(rng.below(60)) : std::nullopt, rng.percent(50)});
  }
  for (int n = rng.below(4); n > 0; --n) made.closed.emplace_back(any(), any());
  if (rng.percent(70)) made.sight = rng.between(1, 25);
  return made;
}

inline std::string text_of(const Made& made, const FloorStack& floors) {
  std::vector<std::string> waypoints;
  for (std::size_t i = 0; i < made.waypoints.size(); ++i) {
    const auto [x, y] = made.waypoints[i];
    const std::string floor = floors.floor(y) == 0 ? "" : fmt::format(R"(, "floor": {})", floors.floor(y));
    waypoints.push_back(fmt::format(R"({{"name": "w{}", "x": {}, "y": {}.5{}}})", i, x, floors.row(y), floor));
  }
  std::vector<std::string> ways;
  for (const MadeWay& way : made.ways) {
    ways.push_back(fmt::format(R"({{"from": "w{}", "to": "w{}", "one_way": {}{}}})", way.from, way.to, way.one_way,
                               way.quarters ? fmt::format(R"(, "cost": {})", *way.quarters / 4.0) : ""));
  }
  std::vector<std::string> closed;
  for (const auto& [a, b] : made.closed) closed.push_back(fmt::format(R"(["w{}", "w{}"])", a, b));
  return fmt::format(R"({{"portolan": "waypoints", "version": 1{}, "waypoints": [{}], "ways": [{}], "closed": [{}]}})",
                     made.sight ? fmt::format(R"(, "sight_length": {})", *made.sight) : "", fmt::join(waypoints, ","),
                     fmt::join(ways, ","), fmt::join(closed, ","));
}

/// Whether a segment enters the inside of the unit square from (x, y) to (x + 1, y + 1): their projections on both axes
/// and across the segment overlap by more than a point.
inline bool enters(Tile a, Tile b, std::int32_t x, std::int32_t y) {
  if (std::max(a.x, b.x) <= x || std::min(a.x, b.x) >= x + 1) return false;
  if (std::max(a.y, b.y) <= y || std::min(a.y, b.y) >= y + 1) return false;
  bool left = false;
  bool right = false;
  for (const auto& [cx, cy] : {std::pair(x, y), {x + 1, y}, {x, y + 1}, {x + 1, y + 1}}) {
    const std::int64_t side = std::int64_t{b.x - a.x} * (cy - a.y) - std::int64_t{b.y - a.y} * (cx - a.x);
    left = left || side < 0;
    right = right || side > 0;
  }
  return left && right;
}

/// What a mover sees and what ways cost it, worked out by looking at everything.
class Sight {
 public:
  /// `fraction_bits`: of an any_angle profile.
  Sight(const TileMap& map, const MovementProfile& profile, const MoveRules& rules,
        std::optional<std::uint32_t> fraction_bits)
      : map_(map), profile_(profile), rules_(rules), oracle_(map, profile, rules), fraction_bits_(fraction_bits) {
    if (!fraction_bits) return;
    judge_.emplace(map, profile);
    grid_.emplace(map, profile);
  }

  [[nodiscard]] bool any_angle() const { return judge_.has_value(); }
  [[nodiscard]] bool clear(Tile a, Tile b) const { return any_angle() ? straight_is_clear(a, b) : walk_is_clear(a, b); }
  /// kInfiniteCost where it is not seen.
  [[nodiscard]] Cost walk(Tile a, Tile b) const {
    if (!clear(a, b)) return kInfiniteCost;
    if (any_angle()) return straight(a, b);
    Cost least = kInfiniteCost;
    for (const SightWalk walk : kSightWalks) {
      Cost cost = 0;
      Tile last = a;
      for (std::int32_t step = 1; step <= sight_steps(a, b, rules_.neighbours); ++step) {
        const Tile next = sight_step(a, b, rules_.neighbours, walk, step);
        const Cost price = oracle_.step_cost(last, next);
        cost = price == kInfiniteCost ? kInfiniteCost : std::min(kInfiniteCost, cost + price);
        last = next;
      }
      least = std::min(least, cost);
    }
    return least;
  }
  [[nodiscard]] Cost least_path(Tile a, Tile b) {
    if (!any_angle()) return oracle_.distance(a, b);
    auto [known, added] = distances_.try_emplace({a.x, a.y});
    if (added) known->second = distances_from(a);
    return known->second[index(b)];
  }
  [[nodiscard]] const Oracle& oracle() const { return oracle_; }
  [[nodiscard]] const TileMap& map() const { return map_; }
  [[nodiscard]] const MovementProfile& profile() const { return profile_; }
  [[nodiscard]] const MoveRules& rules() const { return rules_; }

 private:
  [[nodiscard]] std::size_t index(Tile t) const {
    return static_cast<std::size_t>(t.y) * static_cast<std::size_t>(map_.width()) + static_cast<std::size_t>(t.x);
  }
  [[nodiscard]] bool walk_is_clear(Tile a, Tile b) const {
    if (!oracle_.passable(a) || !oracle_.passable(b)) return false;
    const auto [left, right] = std::minmax(a.x, b.x);
    const auto [top, bottom] = std::minmax(a.y, b.y);
    for (std::int32_t y = top; y <= bottom; ++y) {
      for (std::int32_t x = left; x <= right; ++x) {
        const bool on_line = (a.x == b.x || a.y == b.y) && !oracle_.passable({x, y});
        if (on_line) return false;
        const bool free = oracle_.passable({x, y}) && oracle_.passable({x + 1, y}) && oracle_.passable({x, y + 1}) &&
                          oracle_.passable({x + 1, y + 1});
        if (!free && enters(a, b, x, y)) return false;
      }
    }
    return true;
  }
  [[nodiscard]] Point on_plane(Tile t) const { return to_plane(contact_of(profile_.footprint), centre_of(t)); }
  [[nodiscard]] bool straight_is_clear(Tile a, Tile b) const {
    if (!oracle_.passable(a) || !oracle_.passable(b) || !judge_->clear(centre_of(a), centre_of(b))) return false;
    if (a == b) return true;
    const std::uint64_t crossing = judge_->crossing(centre_of(a), centre_of(b));
    if (std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) == 1) return crossing != kBlockedMove;
    // Near moves nobody goes straight, whether the line crosses them or not.
    if (near_moves(grid_->view(), on_plane(a), on_plane(b), 0)) return false;
    REQUIRE(crossing == 0);
    return true;
  }
  /// Of a straight segment that is clear.
  [[nodiscard]] Cost straight(Tile a, Tile b) const {
    const CostField field{grid_->view(), contact_of(profile_.footprint), *fraction_bits_};
    const double unit =
        std::ldexp(static_cast<double>(rules_.cost_unit) / kCostScale, -static_cast<int>(*fraction_bits_));
    const auto crossing = static_cast<double>(judge_->crossing(centre_of(a), centre_of(b))) / kCostScale / unit;
    return segment_cost(field, on_plane(a), on_plane(b)) + static_cast<Cost>(std::floor(crossing + 0.5));
  }
  /// By steps, each priced as a straight segment (E. W. Dijkstra, 1959).
  [[nodiscard]] std::vector<Cost> distances_from(Tile from) {
    if (steps_.empty()) find_steps();
    std::vector<Cost> distances(steps_.size(), kInfiniteCost);
    using Entry = std::pair<Cost, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    distances[index(from)] = 0;
    open.emplace(0, index(from));
    while (!open.empty()) {
      const auto [cost, at] = open.top();
      open.pop();
      if (cost != distances[at]) continue;
      for (const auto& [to, price] : steps_[at]) {
        if (cost + price >= distances[to]) continue;
        distances[to] = cost + price;
        open.emplace(distances[to], to);
      }
    }
    return distances;
  }
  void find_steps() {
    steps_.resize(map_.tiles().size());
    for (std::int32_t y = 0; y < map_.height(); ++y) {
      for (std::int32_t x = 0; x < map_.width(); ++x) {
        for (const Tile to : {Tile{x - 1, y - 1},
                              {x, y - 1},
                              {x + 1, y - 1},
                              {x - 1, y},
                              {x + 1, y},
                              {x - 1, y + 1},
                              {x, y + 1},
                              {x + 1, y + 1}}) {
          if (!oracle_.passable({x, y}) || !oracle_.passable(to)) continue;
          if (oracle_.step_cost({x, y}, to) != kInfiniteCost)
            steps_[index({x, y})].emplace_back(index(to), straight({x, y}, to));
        }
      }
    }
  }

  const TileMap& map_;
  const MovementProfile& profile_;
  const MoveRules& rules_;
  Oracle oracle_;
  std::optional<std::uint32_t> fraction_bits_;
  std::optional<LineJudge> judge_;  ///< at any angle, as all below
  std::optional<TestGrid> grid_;
  std::vector<std::vector<std::pair<std::size_t, Cost>>> steps_;
  std::map<std::pair<std::int32_t, std::int32_t>, std::vector<Cost>> distances_;
};

inline bool near(const Made& made, Tile a, Tile b) {
  const std::int64_t wide = a.x - b.x;
  const std::int64_t high = a.y - b.y;
  return !made.sight || wide * wide + high * high <= std::int64_t{*made.sight} * *made.sight;
}

/// The ways there should be, for the mover that the board is made for.
inline std::vector<Way> expected_ways(const Made& made, Sight& sight) {
  std::vector<Way> ways;
  std::set<std::pair<NodeId, NodeId>> no_more;
  std::set<std::pair<NodeId, NodeId>> by_paths;
  for (const auto& [a, b] : made.closed) no_more.insert({{a, b}, {b, a}});
  for (const MadeWay& way : made.ways) {
    if (way.from == way.to) continue;
    std::vector<std::pair<NodeId, NodeId>> both{{way.from, way.to}};
    if (!way.one_way) both.emplace_back(way.to, way.from);
    for (const auto& [from, to] : both) {
      if (way.quarters) {
        if (!sight.any_angle()) ways.push_back({from, to, WayKind::link, *way.quarters});
        continue;
      }
      const bool seen = sight.walk(made.waypoints[from], made.waypoints[to]) != kInfiniteCost;
      if (!seen && sight.least_path(made.waypoints[from], made.waypoints[to]) == kInfiniteCost) continue;
      ways.push_back({from, to, seen ? WayKind::in_sight : WayKind::least_path});
      (seen ? no_more : by_paths).insert({from, to});
    }
  }
  for (const auto& [a, b] : made.closed) by_paths.insert({{a, b}, {b, a}});
  for (NodeId from = 0; from < made.waypoints.size(); ++from) {
    for (NodeId to = 0; to < made.waypoints.size(); ++to) {
      const Tile a = made.waypoints[from];
      const Tile b = made.waypoints[to];
      const auto links = sight.any_angle() ? std::span<const Link>() : sight.map().links();
      const bool linked = std::any_of(links.begin(), links.end(), [&](const Link& link) {
        return (link.from == a && link.to == b) ||
               (link.direction == LinkDirection::both && link.from == b && link.to == a);
      });
      if (linked && !by_paths.contains({from, to})) ways.push_back({from, to, WayKind::least_path});
      if (from != to && !no_more.contains({from, to}) && near(made, a, b) && sight.walk(a, b) != kInfiniteCost)
        ways.push_back({from, to, WayKind::in_sight});
    }
  }
  return ways;
}

/// What a way costs a mover, who need not be the one that the board is made for.
inline Cost cost_of(const Made& made, Sight& sight, const Way& way) {
  const Tile a = made.waypoints[way.from];
  const Tile b = made.waypoints[way.to];
  if (!sight.oracle().passable(a) || !sight.oracle().passable(b)) return kInfiniteCost;
  if (way.kind == WayKind::in_sight) return sight.walk(a, b);
  if (way.kind == WayKind::least_path) return sight.least_path(a, b);
  if (sight.any_angle()) return kInfiniteCost;
  return link_cost(sight.rules(), static_cast<std::uint64_t>(way.quarters) * kCostScale / 4);
}

struct Shut {
  std::set<NodeId> places;
  std::set<std::pair<NodeId, NodeId>> ways;
};

/// What an end is joined to: the waypoint that it is on, those that it sees, or the nearest four by least paths.
inline std::map<NodeId, Cost> joins(const Made& made, Sight& sight, const Shut& shut, Tile end, bool to_goal) {
  std::map<NodeId, Cost> seen;
  std::vector<std::pair<Cost, NodeId>> reached;
  for (NodeId id = 0; id < made.waypoints.size(); ++id) {
    const Tile at = made.waypoints[id];
    if (at == end) return {{id, 0}};
    if (shut.places.contains(id) || !sight.oracle().passable(at)) continue;
    const Cost walk = to_goal ? sight.walk(at, end) : sight.walk(end, at);
    if (near(made, at, end) && walk != kInfiniteCost) seen[id] = walk;
    const Cost path = to_goal ? sight.least_path(at, end) : sight.least_path(end, at);
    if (path != kInfiniteCost) reached.emplace_back(path, id);
  }
  if (!seen.empty()) return seen;
  std::sort(reached.begin(), reached.end());
  for (std::size_t i = 0; i < std::min<std::size_t>(reached.size(), 4); ++i) seen[reached[i].second] = reached[i].first;
  return seen;
}

/// The least cost from tile to tile over the ways, by relaxing all of them as often as there are waypoints.
inline Cost least_over(const Made& made, Sight& sight, const std::vector<Way>& ways, const Shut& shut, Tile from,
                       Tile to) {
  const auto on_waypoint = [&](Tile end) {
    return std::find(made.waypoints.begin(), made.waypoints.end(), end) != made.waypoints.end();
  };
  Cost least = kInfiniteCost;
  if (!on_waypoint(from) && !on_waypoint(to) && near(made, from, to)) least = sight.walk(from, to);
  std::vector<Cost> cost(made.waypoints.size(), kInfiniteCost);
  for (const auto& [place, price] : joins(made, sight, shut, from, false)) cost[place] = price;
  for (std::size_t round = 0; round < made.waypoints.size(); ++round) {
    for (const Way& way : ways) {
      const bool closed = way.kind != WayKind::link && shut.ways.contains({way.from, way.to});
      if (closed || shut.places.contains(way.to) || cost[way.from] == kInfiniteCost) continue;
      const Cost price = cost_of(made, sight, way);
      if (price != kInfiniteCost) cost[way.to] = std::min(cost[way.to], cost[way.from] + price);
    }
  }
  for (const auto& [place, price] : joins(made, sight, shut, to, true)) {
    if (cost[place] != kInfiniteCost) least = std::min(least, cost[place] + price);
  }
  return least;
}

/// What is wrong with the tiles of a path at any angle: every two are the ends of a straight segment, and those add up.
inline std::string segments_fault(const Sight& sight, const CorridorPath& path) {
  Cost sum = 0;
  std::vector<Point> points{centre_of(path.tiles.front())};
  for (std::size_t i = 1; i < path.tiles.size(); ++i) {
    const Cost cost = sight.walk(path.tiles[i - 1], path.tiles[i]);
    if (cost == kInfiniteCost) return fmt::format("tile {} is not in sight", i);
    sum += cost;
    points.push_back(centre_of(path.tiles[i]));
  }
  if (const LineMeasure measure = measure_line(sight.map(), sight.profile(), points); !measure.legal())
    return measure.fault;
  return sum == path.cost ? "" : "the segments do not add up";
}

/// What is wrong with the tiles of a path: every two are joined by a step, or by a link of the map or between
/// waypoints, and those add up.
inline std::string tiles_fault(const Made& made, Sight& sight, const std::vector<Way>& ways, const CorridorPath& path,
                               Tile from, Tile to) {
  if (path.tiles.empty() || path.tiles.front() != from || path.tiles.back() != to) return "the tiles end elsewhere";
  if (sight.any_angle()) return segments_fault(sight, path);
  Cost least = 0;
  Cost most = 0;
  for (std::size_t i = 1; i < path.tiles.size(); ++i) {
    std::vector<Cost> prices;
    const auto add = [&](Cost price) {
      if (price != kInfiniteCost) prices.push_back(price);
    };
    add(sight.oracle().step_cost(path.tiles[i - 1], path.tiles[i]));
    add(sight.oracle().cheapest_link(path.tiles[i - 1], path.tiles[i]));
    for (const Way& way : ways) {
      const bool fits = made.waypoints[way.from] == path.tiles[i - 1] && made.waypoints[way.to] == path.tiles[i];
      if (fits && way.kind == WayKind::link) add(cost_of(made, sight, way));
    }
    if (prices.empty()) return fmt::format("tile {} is no neighbour", i);
    const auto [low, high] = std::minmax_element(prices.begin(), prices.end());
    least += *low;
    most += *high;
  }
  return least <= path.cost && path.cost <= most ? "" : "the tiles do not add up";
}

}  // namespace portolan::test::ways
