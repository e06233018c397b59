// SPDX-License-Identifier: BSL-1.0
// Waypoints on a map, from their file to the tiles of a path: against brute-force visibility between all of them, and
// against the least of all ways from tile to tile, worked out from the map alone.
#include "portolan/formats/boards/area_json.hpp"
#include "portolan/grid/line_check.hpp"
#include "portolan/grid/near_moves.hpp"
#include "portolan/grid/segment_cost.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/offline/draw_areas.hpp"
#include "portolan/query/corridor_query.hpp"
#include "support/allocation_counter.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace portolan::test {
namespace {

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

Made make_up(Rng& rng, const Oracle& oracle, const TileMap& map) {
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

std::string text_of(const Made& made, const FloorStack& floors) {
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
bool enters(Tile a, Tile b, std::int32_t x, std::int32_t y) {
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

bool near(const Made& made, Tile a, Tile b) {
  const std::int64_t wide = a.x - b.x;
  const std::int64_t high = a.y - b.y;
  return !made.sight || wide * wide + high * high <= std::int64_t{*made.sight} * *made.sight;
}

/// The ways there should be, for the mover that the board is made for.
std::vector<Way> expected_ways(const Made& made, Sight& sight) {
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
Cost cost_of(const Made& made, Sight& sight, const Way& way) {
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
std::map<NodeId, Cost> joins(const Made& made, Sight& sight, const Shut& shut, Tile end, bool to_goal) {
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
Cost least_over(const Made& made, Sight& sight, const std::vector<Way>& ways, const Shut& shut, Tile from, Tile to) {
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
std::string segments_fault(const Sight& sight, const CorridorPath& path) {
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
std::string tiles_fault(const Made& made, Sight& sight, const std::vector<Way>& ways, const CorridorPath& path,
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

struct Seen {
  std::map<Status, int> answers;
  int ways = 0;
  int drawn_paths = 0;
  int links = 0;
  int joined_by_paths = 0;
  int edited = 0;
  int on_moves = 0;
  int on_floors = 0;
  int between_floors = 0;
  int straight = 0;
  int first_straight = 0;
};

void check_budgets(Rng& rng, CorridorQuery& query, const CorridorPath& whole, Tile from, Tile to) {
  const std::uint64_t needed = whole.work;
  const Cost cost = whole.cost;
  const std::vector<Tile> tiles(whole.tiles.begin(), whole.tiles.end());
  const auto some = static_cast<std::uint64_t>(rng.below(static_cast<std::int32_t>(needed)));
  for (const std::uint64_t budget : {std::uint64_t{0}, some, needed - 1, needed, needed + 1}) {
    const CorridorPath path = query.find({.from = from, .to = to, .max_expansions = budget});
    REQUIRE(path.work <= budget);
    // A PathQuery that is told to hurry may find in less what it looks for at leisure otherwise.
    if (budget < needed && path.status == Status::out_of_budget) continue;
    REQUIRE((budget != 0 && path.status == Status::found));
    REQUIRE(path.cost == cost);
    REQUIRE(std::equal(path.tiles.begin(), path.tiles.end(), tiles.begin(), tiles.end()));
  }
}

/// One mover on the map as it is, or as an overlay shows it.
struct MoverCase {
  const TileMap& map;
  const MovementProfile& profile;
  const ProfileView& view;
  const Made& made;
  const std::vector<Way>& ways;
  bool edited;
};

Sight sight_of(const TileMap& map, const MovementProfile& profile, const ProfileView& view) {
  const bool any_angle = profile.metric == Metric::any_angle;
  return {map, profile, view.rules, any_angle ? std::optional(view.sight->fraction_bits) : std::nullopt};
}

void check_answers(Rng& rng, const MoverCase& mover, CorridorQuery& query, Seen& seen) {
  Sight sight = sight_of(mover.map, mover.profile, mover.view);
  const Oracle& oracle = sight.oracle();
  for (int i = 0; i < 6; ++i) {
    Shut shut;
    AreaClosures closures;
    const auto any = [&] {
      return static_cast<NodeId>(rng.below(static_cast<std::int32_t>(mover.made.waypoints.size())));
    };
    if (rng.percent(30)) closures.areas = {any()};
    if (rng.percent(30)) closures.borders = {{any(), any()}};
    shut.places.insert(closures.areas.begin(), closures.areas.end());
    for (const AreaBorder& border : closures.borders) shut.ways.insert({border.from, border.to});
    query.close(closures);
    const auto end = [&] {
      if (rng.percent(30)) return mover.made.waypoints[any()];
      return Tile{rng.below(mover.map.width()), rng.below(mover.map.height())};
    };
    const Tile from = end();
    const Tile to = end();
    CAPTURE(from.x, from.y, to.x, to.y, mover.edited);
    const CorridorPath path = query.find({.from = from, .to = to});
    ++seen.answers[path.status];
    const auto shut_waypoint = [&](Tile tile) {
      const auto at = std::find(mover.made.waypoints.begin(), mover.made.waypoints.end(), tile);
      return at != mover.made.waypoints.end() &&
             shut.places.contains(static_cast<NodeId>(at - mover.made.waypoints.begin()));
    };
    if (!oracle.passable(from)) {
      REQUIRE(path.status == Status::bad_start);
    } else if (!oracle.passable(to)) {
      REQUIRE(path.status == Status::bad_goal);
    } else if (shut_waypoint(from) || shut_waypoint(to)) {
      REQUIRE(path.status == (shut_waypoint(from) ? Status::bad_start : Status::bad_goal));
      REQUIRE(path.why == Why::closed);
    } else {
      const Cost least = least_over(mover.made, sight, mover.ways, shut, from, to);
      REQUIRE(path.status == (least == kInfiniteCost ? Status::unreachable : Status::found));
      if (least == kInfiniteCost) continue;
      REQUIRE(path.cost == least);
      const std::string fault = tiles_fault(mover.made, sight, mover.ways, path, from, to);
      if (!fault.empty()) FAIL(fault);
      if (sight.any_angle()) {
        REQUIRE((path.cost == 0 || !path.optimal()));
        seen.straight += path.tiles.size() > 2 ? 1 : 0;
      } else if (path.optimal() && path.cost != 0) {
        REQUIRE(oracle.distance(from, to) == path.cost);  // links may cost nothing
      }
      if (!path.areas.empty() && path.tiles.size() > 1) {
        const Tile first = mover.made.waypoints[path.areas.front()];
        if (!sight.clear(from, first)) ++seen.joined_by_paths;
      }
      seen.edited += mover.edited ? 1 : 0;
      if (rng.percent(30)) check_budgets(rng, query, path, from, to);
    }
  }
  query.close({});
}

/// Random edits; the map that they make.
std::pair<std::shared_ptr<const Overlay>, TileMap> edit(Rng& rng, const World& world, const TileMap& map) {
  auto overlay = std::make_shared<Overlay>(world);
  for (int n = rng.between(1, 5); n > 0; --n) {
    const Tile corner{rng.below(map.width()), rng.below(map.height())};
    const Rect area{corner, {corner.x + rng.between(1, 4), corner.y + rng.between(1, 4)}};
    (void)overlay->set_terrain(area,
                               static_cast<TerrainId>(rng.below(static_cast<std::int32_t>(map.palette().size()))));
  }
  std::vector<TerrainId> tiles;
  for (std::int32_t y = 0; y < map.height(); ++y) {
    for (std::int32_t x = 0; x < map.width(); ++x) tiles.push_back(overlay->terrain({x, y}));
  }
  TileMap edited = *TileMap::create(map.width(), map.height(), {map.palette().begin(), map.palette().end()}, tiles);
  REQUIRE(edited.set_floors(map.floors()).has_value());
  REQUIRE(edited.set_links({map.links().begin(), map.links().end()}).has_value());
  REQUIRE(edited.set_moves({map.moves().begin(), map.moves().end()}).has_value());
  return {overlay, edited};
}

/// A quarter of several floors.
TileMap make_up_map(Rng& rng) {
  TileMap map = random_map(rng, {.max_side = 24});
  const bool on_floors = rng.percent(25);
  while (on_floors && map.floors().count == 1) map = random_floors(rng, rng.pick(kWeights), 24);
  return map;
}

/// One random map with random waypoints: its board, and the answers of two movers, with edits and without.
void check_case(Rng& rng, Seen& seen) {
  TileMap map = make_up_map(rng);
  const bool on_floors = map.floors().count > 1;
  if (rng.percent(on_floors ? 90 : 30)) REQUIRE(map.set_links(random_links(rng, map, 4)).has_value());
  // From a copy, so that what is drawn after is the same with moves and without.
  Rng aside = rng;
  if (aside.percent(30)) REQUIRE(map.set_moves(random_moves(aside, map, 8)).has_value());
  seen.on_moves += map.moves().empty() ? 0 : 1;
  seen.on_floors += on_floors ? 1 : 0;
  std::vector<MovementProfile> movers;
  for (const char* const name : {"first", "second"}) {
    movers.push_back(random_profile(rng, map.palette()));
    movers.back().name = name;
    if (!aside.percent(35)) continue;
    const MovementProfile straight = straight_mover(aside.between(0, 3));
    movers.back().metric = straight.metric;
    movers.back().neighbours = straight.neighbours;
    movers.back().corners = straight.corners;
    movers.back().steps = straight.steps;
    movers.back().footprint = straight.footprint;
  }
  const TestGrid grid(map, movers.front());
  const Oracle oracle = grid.oracle();
  const Made made = make_up(rng, oracle, map);
  if (made.waypoints.empty()) return;
  const std::string text = text_of(made, map.floors());
  CAPTURE(text);
  const auto drawing = parse_waypoints_json(text, "w.json", map.width(), map.floors());
  if (!drawing) FAIL(drawing.error().message);
  const auto drawn = draw_areas(*drawing, map, movers.front(), rng.percent(50) ? 1 : 2);
  if (!drawn) FAIL(drawn.error().message);
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes.emplace();
  const auto image = build_world(map, movers, *drawn, options);
  if (!image) return;  // no mover of this size fits
  const AlignedBytes bytes = image->bytes();
  const auto world = World::view(bytes.span());
  REQUIRE(world);
  const Outcome verified = world->verify();
  if (!verified) FAIL(verified.error().message);

  Sight sight = sight_of(map, movers.front(), world->profiles().front());
  const std::vector<Way> ways = expected_ways(made, sight);
  seen.first_straight += sight.any_angle() ? 1 : 0;
  std::multiset<std::tuple<NodeId, NodeId, WayKind, Cost>> expected;
  for (const Way& way : ways) {
    expected.emplace(way.from, way.to, way.kind, cost_of(made, sight, way));
    seen.drawn_paths += way.kind == WayKind::least_path ? 1 : 0;
    seen.links += way.kind == WayKind::link ? 1 : 0;
    const auto floor = [&](NodeId id) { return map.floors().floor(made.waypoints[id].y); };
    if (way.kind != WayKind::link) seen.between_floors += floor(way.from) != floor(way.to) ? 1 : 0;
    ++seen.ways;
  }
  const AreasView& areas = *world->areas();
  const BoardView& graph = world->board()->graph;
  std::multiset<std::tuple<NodeId, NodeId, WayKind, Cost>> stored;
  for (NodeId from = 0; from < graph.size(); ++from) {
    for (std::uint32_t arc = graph.arcs.first[from]; arc < graph.arcs.first[from + 1]; ++arc)
      stored.emplace(from, graph.arcs.target[arc], areas.ways[arc].kind, areas.ways[arc].cost);
  }
  REQUIRE(stored == expected);

  for (std::size_t profile = 0; profile < movers.size(); ++profile) {
    CAPTURE(profile);
    const ProfileView& view = world->profiles()[profile];
    CorridorQuery query(*world, profile);
    check_answers(rng, {map, movers[profile], view, made, ways, false}, query, seen);
    const auto [overlay, edited] = edit(rng, *world, map);
    query.use(overlay);
    check_answers(rng, {edited, movers[profile], view, made, ways, true}, query, seen);
    query.use(nullptr);
    check_answers(rng, {map, movers[profile], view, made, ways, false}, query, seen);
  }
}

void check_cases(std::uint64_t seed, int cases) {
  Rng rng(seed);
  Seen seen;
  for (int i = 0; i < cases; ++i) {
    CAPTURE(i);
    check_case(rng, seen);
  }
  CHECK(seen.ways > 1000);
  CHECK(seen.drawn_paths > 20);
  CHECK(seen.on_moves > 20);
  CHECK(seen.straight > 100);
  CHECK(seen.first_straight > 50);
  CHECK(seen.on_floors > 20);
  CHECK(seen.between_floors > 20);
  CHECK(seen.links > 50);
  CHECK(seen.joined_by_paths > 20);
  CHECK(seen.edited > 100);
  CHECK(seen.answers[Status::found] > 500);
  CHECK(seen.answers[Status::unreachable] > 50);
}

/// A world of one profile with waypoints on an open field.
AlignedBytes field_world(const std::string& text, const MovementProfile& profile) {
  const TileMap map = *TileMap::create(12, 6, {{"floor", kCostScale}}, std::vector<TerrainId>(72, 0));
  const auto drawing = parse_waypoints_json(text, "w", 12, {1, 6});
  REQUIRE(drawing);
  const auto drawn = draw_areas(*drawing, map, profile, 1);
  REQUIRE(drawn);
  const std::array profiles{profile, [] {
                              MovementProfile straight;
                              straight.name = "straight";
                              straight.metric = Metric::any_angle;
                              return straight;
                            }()};
  const auto image = build_world(map, profiles, *drawn, BuiltWorld::one_thread());
  REQUIRE(image);
  return image->bytes();
}

constexpr const char* kField = R"({"portolan": "waypoints", "version": 1, "sight_length": 5,
  "waypoints": [{"name": "A", "x": 1, "y": 1}, {"name": "B", "x": 5, "y": 4}, {"name": "C", "x": 10, "y": 4}]})";

}  // namespace

TEST_CASE("ways between waypoints are what brute force sees, and paths over them the least of all") {
  check_cases(20261123, 500);
}

TEST_CASE("ways between waypoints and paths over them: a hundred thousand answers", "[long][slow]") {
  check_cases(20261124, 4000);
}

TEST_CASE("a query over waypoints does not allocate") {
  const AlignedBytes bytes = field_world(kField, {});
  CorridorQuery query(*World::view(bytes.span()));
  const AllocationCounter counter;
  const CorridorPath path = query.find({.from = {0, 0}, .to = {11, 5}});
  REQUIRE(counter.count() == 0);
  REQUIRE(path.status == Status::found);
  REQUIRE(path.areas.size() == 3);
}

TEST_CASE("movers at any angle go straight from waypoint to waypoint, and need no memory for it") {
  for (const MovementProfile& first : {MovementProfile(), straight_mover(0), straight_mover(2)}) {
    const AlignedBytes bytes = field_world(kField, first);
    CorridorQuery query(*World::view(bytes.span()), 1);
    const AllocationCounter counter;
    const CorridorPath path = query.find({.from = {0, 1}, .to = {9, 4}});
    REQUIRE(counter.count() == 0);
    REQUIRE(path.status == Status::found);
    const std::vector<Tile> tiles(path.tiles.begin(), path.tiles.end());
    REQUIRE(tiles == std::vector<Tile>{{0, 1}, {1, 1}, {5, 4}, {9, 4}});
    REQUIRE(path.length == Approx(1 + 5 + 4));
  }
}

TEST_CASE("links that a designer drew are left out for movers at any angle, and told") {
  const TileMap map = *TileMap::create(12, 6, {{"floor", kCostScale}}, std::vector<TerrainId>(72, 0));
  const auto drawing = parse_waypoints_json(
      R"({"portolan": "waypoints", "version": 1,
          "waypoints": [{"name": "A", "x": 1, "y": 1}, {"name": "B", "x": 5, "y": 4}],
          "ways": [{"from": "A", "to": "B", "cost": 1}]})",
      "w", 12, {1, 6});
  REQUIRE(drawing);
  const auto drawn = draw_areas(*drawing, map, straight_mover(1), 1);
  REQUIRE(drawn);
  REQUIRE(drawn->warnings.size() == 1);
  CHECK(text_of(drawing->draft, drawn->warnings.front()) ==
        "w:3: a link between 'A' and 'B' is left out: the first profile moves at any angle, and takes none");
  CHECK(drawn->links.empty());
  CHECK(drawn->ways.size() == 2);
}

TEST_CASE("an overlay of another world is refused by a query over waypoints") {
  const AlignedBytes bytes = field_world(kField, {});
  const AlignedBytes copy = field_world(kField, {});
  CorridorQuery query(*World::view(bytes.span()));
  REQUIRE_THROWS_AS(query.use(std::make_shared<const Overlay>(*World::view(copy.span()))), std::invalid_argument);
  REQUIRE(query.find({.from = {0, 0}, .to = {11, 5}}).status == Status::found);
}

TEST_CASE("what is odd about waypoints is told with its place") {
  const TileMap map = *TileMap::create(9, 3, {{"floor", kCostScale}, {"wall", 0}}, {0, 0, 0, 1, 0, 0, 1, 0, 0,  //
                                                                                    0, 0, 0, 1, 0, 0, 1, 0, 1,  //
                                                                                    0, 0, 0, 1, 0, 0, 1, 1, 0});
  const auto drawing = parse_waypoints_json(R"({"portolan": "waypoints", "version": 1,
  "waypoints": [{"name": "A", "x": 0, "y": 0},
    {"name": "B", "x": 2, "y": 2},
    {"name": "C", "x": 5, "y": 1}],
  "ways": [{"from": "A", "to": "C"}],
  "closed": [["B", "C"]]})",
                                            "w.json", 9, {1, 3});
  REQUIRE(drawing);
  const auto drawn = draw_areas(*drawing, map, {}, 1);
  REQUIRE(drawn);
  std::vector<std::string> told;
  for (const Finding& finding : drawn->warnings) told.push_back(text_of(drawing->draft, finding));
  REQUIRE(told == std::vector<std::string>{
                      "w.json: 2 islands have no waypoint, the largest, of 3 tiles, is that of 7,0",
                      "w.json:4: 'C' sees no other waypoint, and no way is drawn to it",
                      "w.json:5: a way between 'A' and 'C' is left out: nothing on the map joins them, and it has no "
                      "cost as a link would",
                      "w.json:6: 'B' and 'C' do not see each other: there is no way to close"});
}

}  // namespace portolan::test
