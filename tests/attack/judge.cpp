// SPDX-License-Identifier: BSL-1.0
#include "attack/judge.hpp"

#include "portolan/grid/line_check.hpp"
#include "portolan/query/batch_query.hpp"
#include "portolan/query/goal_field.hpp"
#include "portolan/query/jump_search.hpp"
#include "portolan/query/nearest_query.hpp"
#include "portolan/query/placed_query.hpp"
#include "support/asker.hpp"
#include "support/built_world.hpp"
#include "support/oracle.hpp"
#include "support/placed_oracle.hpp"
#include "support/random_board.hpp"
#include "support/visibility_graph.hpp"

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace portolan::test {
namespace {

constexpr int kSources = 2;
constexpr int kGoals = 8;

std::string named(Tier tier, Tile from, Tile to) {
  return std::string(to_string(tier)) + " from " + std::to_string(from.x) + "," + std::to_string(from.y) + " to " +
         std::to_string(to.x) + "," + std::to_string(to.y) + ": ";
}

std::vector<Tier> tiers_of(const ProfileView& profile) {
  std::vector<Tier> tiers{Tier::automatic, Tier::local, Tier::regions};
  if (JumpSearch::serves(profile)) tiers.push_back(Tier::jump);
  if (!profile.sight || !profile.sight->graph) return tiers;
  tiers.push_back(Tier::waypoints);
  if (profile.sight->hierarchy) tiers.push_back(Tier::ch);
  if (profile.sight->labels) tiers.push_back(Tier::labels);
  if (profile.sight->blocks) tiers.push_back(Tier::blocks);
  return tiers;
}

/// What is wrong with one answer, if the least cost is `least`: kInfiniteCost where there is no path.
std::string cost_fault(const test::Found& result, Cost least) {
  switch (result.status) {
    case Status::found:
      if (result.cost < least) return "a cost below the least";
      return result.optimal() && result.cost != least ? "a cost marked optimal that is not the least" : "";
    case Status::unreachable:
      return least == kInfiniteCost ? "" : "unreachable, but there is a path";
    case Status::undecided:
      return result.tier == Tier::automatic ? "no answer" : "";
    default:
      return std::string("the answer ") + std::string(to_string(result.status));
  }
}

class Judge {
 public:
  Judge(const World& world, std::size_t number, const TileMap& map, Rng& rng)
      : world_(world),
        number_(number),
        profile_(world.profiles()[number]),
        declared_(world.declared_profile(number)),
        map_(map),
        query_(std::make_unique<test::Asker>(world, number, Baseline::with)),
        batch_(world, number),
        goals_(world, number, 1),
        nearest_(goals_),
        field_(world, number, arena_),
        rng_(rng) {}

  [[nodiscard]] std::string run() {
    const bool lines = profile_.rules.metric == Metric::any_angle;
    if (profile_.kinematics) {
      if (std::string fault = run_placements(); !fault.empty()) return fault;
    }
    return lines ? run_lines() : run_steps();
  }

 private:
  /// Not whether paths are the cheapest, which would take the reference long.
  std::string run_placements() {
    PlacedQuery query(world_, number_, *profile_.kinematics);
    const PlacedOracle oracle(map_, declared_, profile_.rules, *profile_.kinematics);
    for (int i = 0; i < kGoals; ++i) {
      const auto from = random_passable(rng_, profile_.grid);
      const auto to = random_passable(rng_, profile_.grid);
      if (!from) return {};
      const PlacedResult result = query.find({.from = {*from}, .to = {*to}});
      if (result.status == Status::found && oracle.cost_of(result.placements) != result.cost)
        return "the placements are not legal, or do not cost what they say";
    }
    return {};
  }

  std::string run_steps() {
    const Oracle oracle(map_, declared_, profile_.rules);
    for (int s = 0; s < kSources; ++s) {
      const auto from = random_passable(rng_, profile_.grid);
      if (!from) return {};
      const std::vector<Cost> distances = oracle.distances_from(*from);
      for (int g = 0; g < kGoals; ++g) {
        const auto to = random_passable(rng_, profile_.grid);
        const Cost least = distances[oracle.index(*to)];
        for (const Tier tier : tiers_of(profile_)) {
          const test::Found result = query_->find({.from = *from, .to = *to, .tier = tier});
          std::string fault = cost_fault(result, least);
          if (fault.empty() && result.status == Status::found) {
            const Walk walked = walk(*query_, result);
            fault = walked.fault;
            if (fault.empty() && cost_of(oracle, walked.tiles, walked.by_link) != result.cost)
              fault = "the path is not legal, or does not cost what it says";
          }
          if (!fault.empty()) return named(tier, *from, *to) + fault;
        }
        if (std::string fault = fault_of_costs(*from, *to, least); !fault.empty()) return fault;
      }
    }
    return {};
  }

  /// The map with the prices of the profile for those of its terrains.
  [[nodiscard]] TileMap priced_map() const {
    std::vector<Terrain> palette;
    for (const TerrainPrice& price : declared_.prices) palette.push_back({price.terrain, price.cost});
    return *TileMap::create(map_.width(), map_.height(), std::move(palette),
                            {map_.tiles().begin(), map_.tiles().end()});
  }

  std::string run_lines() {
    const bool exact = profile_.sight->graph.has_value();
    std::optional<VisibilityGraph> reference;
    if (exact) reference.emplace(priced_map(), profile_.rules.footprint, profile_.sight->fraction_bits);
    for (int i = 0; i < kSources * kGoals; ++i) {
      const auto from = random_passable(rng_, profile_.grid);
      const auto to = random_passable(rng_, profile_.grid);
      if (!from) return {};
      const Point a = to_plane(profile_.sight->space.contact, centre_of(*from));
      const Point b = to_plane(profile_.sight->space.contact, centre_of(*to));
      const auto length = exact ? reference->distance(a, b) : std::nullopt;
      const Cost least = length ? *length * profile_.rules.least_cost : kInfiniteCost;
      for (const Tier tier : tiers_of(profile_)) {
        const test::Found result = query_->find({.from = *from, .to = *to, .tier = tier});
        std::string fault = exact ? cost_fault(result, least) : "";
        // At several prices only the straight line over the cheapest terrain is known to be the best.
        const Cost straight = length_up(a, b, profile_.sight->fraction_bits) * profile_.rules.least_cost;
        if (!exact && result.status == Status::found && result.optimal() && result.cost != straight)
          fault = "optimal at several prices";
        if (fault.empty() && result.status == Status::found) {
          const LineMeasure measure = measure_line(map_, declared_, result.points);
          if (!measure.legal()) fault = measure.fault;
          if (std::abs(measure.cost - static_cast<double>(result.cost) * profile_.tiles_per_unit()) >
              1e-4 * (1 + measure.cost))
            fault = "the path does not cost what it says";
        }
        if (!fault.empty()) return named(tier, *from, *to) + fault;
      }
      if (exact) {
        if (std::string fault = fault_of_costs(*from, *to, least); !fault.empty()) return fault;
      }
    }
    return {};
  }

  std::string fault_of_costs(Tile from, Tile to, Cost least) {
    std::array<BatchAnswer, 1> answer;
    const std::array<TilePair, 1> pair{TilePair{from, to}};
    if (batch_.pairs(pair, {}, answer).status != Status::found) return "a batch is refused";
    const bool right = least == kInfiniteCost ? answer[0].status == Status::unreachable
                                              : answer[0].status == Status::found && answer[0].cost == least;
    if (!right) return named(Tier::automatic, from, to) + "a batch is wrong";
    goals_.clear();
    if (!goals_.insert(0, to)) return "a goal is refused";
    std::array<ReachedGoal, 1> room;
    const ReachedGoals reached = nearest_.nearest({.from = from}, room);
    const bool near = least == kInfiniteCost ? reached.status == Status::unreachable
                                             : reached.status == Status::found && reached.cost == least;
    if (!near) return named(reached.tier, from, to) + "the nearest goal is wrong";
    if (field_.aim(to).status != Status::found) return "a goal of a field is refused";
    const Answer cost = field_.cost({from});
    const bool known = least == kInfiniteCost ? cost.status == Status::unreachable
                                              : cost.status == Status::found && cost.cost == least;
    return known ? "" : named(field_.tier(), from, to) + "a field is wrong";
  }

  const World& world_;
  std::size_t number_;
  const ProfileView& profile_;
  MovementProfile declared_;
  const TileMap& map_;
  std::unique_ptr<test::Asker> query_;
  BatchQuery batch_;
  GoalSet goals_;
  NearestQuery nearest_;
  DistanceArena arena_{4};
  GoalField field_;
  Rng& rng_;
};

/// The arcs of areas against walks from anchor to anchor, tile by tile.
std::string drawn_fault(const World& world, const TileMap& map) {
  const AreasView& areas = *world.areas();
  const BoardView& graph = world.board()->graph;
  const MoveRules& rules = world.profiles().front().rules;
  const Oracle oracle(map, world.declared_profile(0), rules);
  std::vector<Tile> tiles;
  std::set<std::pair<AreaId, AreaId>> touching;
  for (std::int32_t y = 0; y < map.height(); ++y) {
    for (std::int32_t x = 0; x < map.width(); ++x) tiles.push_back({x, y});
  }
  const auto at = [&](Tile tile) { return areas.tiles.at(tile); };
  for (const Tile tile : tiles) {
    for (const auto& [next, cost] : oracle.steps_from(tile)) {
      if (at(tile) != at(next) && at(tile) != kNoArea && at(next) != kNoArea) touching.insert({at(tile), at(next)});
    }
  }
  // Thousandths of a tile, rounded up, in the unit of the graph; each pair once for every link and border.
  std::multimap<std::pair<AreaId, AreaId>, std::uint64_t> expected;
  std::uint64_t scale = 1;
  for (std::uint32_t i = 3; i < graph.cost_decimals; ++i) scale *= 10;
  for (const auto& [from, to] : touching) {
    if (areas.is_closed({from, to})) continue;
    std::map<std::size_t, Cost> best{{oracle.index(areas.anchors[from]), 0}};
    std::set<std::pair<Cost, std::size_t>> open{{0, oracle.index(areas.anchors[from])}};
    while (!open.empty()) {
      const auto [cost, index] = *open.begin();
      open.erase(open.begin());
      for (const auto& [next, step] : oracle.steps_from(tiles[index])) {
        if ((at(next) != from && at(next) != to) || areas.is_closed({at(tiles[index]), at(next)})) continue;
        const std::size_t other = oracle.index(next);
        if (best.contains(other) && best[other] <= cost + step) continue;
        open.erase({best.contains(other) ? best[other] : 0, other});
        best[other] = cost + step;
        open.insert({cost + step, other});
      }
    }
    const auto goal = best.find(oracle.index(areas.anchors[to]));
    if (goal == best.end()) continue;
    const double thousandths = static_cast<double>(goal->second) * rules.tiles_per_unit() * 1000;
    expected.insert({{from, to}, static_cast<std::uint64_t>(std::ceil(thousandths - 1e-6)) * scale});
  }
  for (const AreaLink& link : areas.links) expected.insert({{link.from, link.to}, link.weight});
  std::size_t arcs = 0;
  for (NodeId from = 0; from < graph.size(); ++from) {
    for (std::uint32_t arc = graph.arcs.first[from]; arc < graph.arcs.first[from + 1]; ++arc, ++arcs) {
      const auto [low, high] = expected.equal_range({from, graph.arcs.target[arc]});
      if (std::none_of(low, high, [&](const auto& e) { return e.second == graph.arcs.weight[arc]; }))
        return "an arc between areas is none, or costs something else";
    }
  }
  return arcs == expected.size() ? "" : "arcs between areas are missing";
}

/// The ways between waypoints against the least paths on the tiles, which lines of sight over one price are too.
std::string ways_fault(const World& world, const TileMap& map) {
  const AreasView& areas = *world.areas();
  const BoardView& graph = world.board()->graph;
  const Oracle oracle(map, world.declared_profile(0), world.profiles().front().rules);
  std::size_t links = 0;
  for (NodeId from = 0; from < graph.size(); ++from) {
    const std::vector<Cost> least = oracle.distances_from(areas.anchors[from]);
    for (std::uint32_t arc = graph.arcs.first[from]; arc < graph.arcs.first[from + 1]; ++arc) {
      const AreaId to = graph.arcs.target[arc];
      const AreaWay& way = areas.ways[arc];
      links += way.kind == WayKind::link ? 1 : 0;
      if (way.kind != WayKind::link && way.cost != least[oracle.index(areas.anchors[to])])
        return "a way between waypoints costs something else";
    }
  }
  return links == areas.links.size() ? "" : "a link between waypoints is no way, or one is no link";
}

}  // namespace

std::string answers_fault(const World& world, Rng& rng) {
  std::string fault;
  if (const auto& board = world.board()) fault = all_pairs_fault(*board);
  if (!fault.empty() || world.profiles().empty()) return fault;
  const auto map = world.map();
  if (!map) return map.error().message;
  for (std::size_t i = 0; i < world.profiles().size() && fault.empty(); ++i) {
    fault = Judge(world, i, *map, rng).run();
    if (!fault.empty()) fault = "profile " + std::to_string(i) + ": " + fault;
  }
  if (!fault.empty() || !world.areas()) return fault;
  return world.areas()->by_sight() ? ways_fault(world, *map) : drawn_fault(world, *map);
}

}  // namespace portolan::test
