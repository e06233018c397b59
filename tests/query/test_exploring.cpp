// SPDX-License-Identifier: BSL-1.0
// Units find their way through what they do not know, as far as by D* Lite after all that they come to see, and by the
// very tiles that it takes where both choose among equal steps alike.
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/query/distance_arena.hpp"
#include "portolan/query/goal_field.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_query.hpp"
#include "query/veiled_ground.hpp"
#include "support/oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/real_maps.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::dearest;
using test::Ground;
using test::make_ground;
using test::Rng;
using test::veil_of;

struct Tally {
  int found = 0;
  int none = 0;
};

/// D* Lite (S. Koenig and M. Likhachev, 2002) on the map that is known, as the reference of those who explore: steps of
/// the default mover, to one goal.
class Explorer {
 public:
  Explorer(const ProfileView& view, const Overlay& known, Tile start, Tile goal)
      : rules_(view.rules),
        bounds_(known.world().bounds()),
        goal_(goal),
        last_(start),
        least_(least_price(view.rules)) {
    const auto tiles = static_cast<std::size_t>(bounds_.max.x) * static_cast<std::size_t>(bounds_.max.y);
    price_.resize(tiles);
    g_.assign(tiles, kInfiniteCost);
    rhs_.assign(tiles, kInfiniteCost);
    queued_.resize(tiles);
    for (std::int32_t y = 0; y < bounds_.max.y; ++y) {
      for (std::int32_t x = 0; x < bounds_.max.x; ++x) price_[index({x, y})] = rules_.cost[known.terrain({x, y})];
    }
    rhs_[index(goal)] = 0;
    push(goal);
  }

  void follow(const Overlay& known, const Rect& area, Tile at) {
    move(at);
    std::vector<Tile> changed;
    for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
      for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
        const std::uint32_t now = rules_.cost[known.terrain({x, y})];
        if (std::exchange(price_[index({x, y})], now) != now) changed.push_back({x, y});
      }
    }
    for (const Tile t : changed) {
      for (std::int32_t dy = -1; dy <= 1; ++dy) {
        for (std::int32_t dx = -1; dx <= 1; ++dx) {
          if (bounds_.contains({t.x + dx, t.y + dy})) update({t.x + dx, t.y + dy});
        }
      }
    }
  }

  /// From where the unit is.
  Cost cost_to_go() {
    settle([&](const Key& top) { return top < key(last_); });
    return price_[index(last_)] == 0 ? kInfiniteCost : g_[index(last_)];
  }

  /// The first step of a least path, in the order of for_each_step; nothing if there is no path, or the unit is there.
  /// All that lie on a least path have keys up to that of the start, and must be settled to be told apart.
  std::optional<Tile> first_step() {
    settle([&](const Key& top) { return top.first <= key(last_).first; });
    const Cost left = g_[index(last_)];
    std::optional<Tile> first;
    if (left == kInfiniteCost || last_ == goal_) return first;
    for_each_step(last_, [&](Tile next, Cost step) {
      const Cost rest = g_[index(next)];
      if (!first && rest != kInfiniteCost && step + rest == left) first = next;
    });
    return first;
  }

  /// The unit has walked on, and has seen nothing new.
  void move(Tile at) {
    offset_ += estimate(last_, at);
    last_ = at;
  }

 private:
  using Key = std::pair<Cost, Cost>;

  /// Settles what is queued until the first of it need not be, and the unit's place is consistent.
  template <class Needed>
  void settle(Needed&& needed) {
    while (!queue_.empty() && (needed(queue_.begin()->first) || rhs_[index(last_)] != g_[index(last_)])) {
      const auto [old, place] = *queue_.begin();
      const Tile t = tile(place);
      const Key now = key(t);
      if (old < now) {
        pull(t);
        push(t);
        continue;
      }
      pull(t);
      if (g_[place] > rhs_[place]) {
        g_[place] = rhs_[place];
      } else {
        g_[place] = kInfiniteCost;
        update(t);
      }
      for_each_step(t, [&](Tile next, Cost) { update(next); });
    }
  }

  static std::uint32_t least_price(const MoveRules& rules) {
    return *std::ranges::min_element(rules.cost, {}, [](std::uint32_t c) { return c == 0 ? ~0U : c; });
  }

  [[nodiscard]] std::size_t index(Tile t) const {
    return static_cast<std::size_t>(t.y) * static_cast<std::size_t>(bounds_.max.x) + static_cast<std::size_t>(t.x);
  }
  [[nodiscard]] Tile tile(std::size_t place) const {
    const auto width = static_cast<std::size_t>(bounds_.max.x);
    return {static_cast<std::int32_t>(place % width), static_cast<std::int32_t>(place / width)};
  }
  [[nodiscard]] std::uint32_t price(Tile t) const { return bounds_.contains(t) ? price_[index(t)] : 0; }
  [[nodiscard]] Cost estimate(Tile a, Tile b) const {
    const auto dx = static_cast<Cost>(std::abs(a.x - b.x));
    const auto dy = static_cast<Cost>(std::abs(a.y - b.y));
    return rules_.straight_step(least_, least_) * (std::max(dx, dy) - std::min(dx, dy)) +
           rules_.diagonal_step(least_, least_) * std::min(dx, dy);
  }
  [[nodiscard]] Key key(Tile t) const {
    const Cost least = std::min(g_[index(t)], rhs_[index(t)]);
    return {least == kInfiniteCost ? least : least + estimate(last_, t) + offset_, least};
  }
  void push(Tile t) {
    queued_[index(t)] = key(t);
    queue_.insert({*queued_[index(t)], index(t)});
  }
  void pull(Tile t) {
    if (queued_[index(t)]) queue_.erase({*queued_[index(t)], index(t)});
    queued_[index(t)].reset();
  }
  /// Steps are the same both ways; in the order of the library.
  template <class Visit>
  void for_each_step(Tile t, Visit&& visit) const {
    if (price(t) == 0) return;
    constexpr std::array<Tile, 8> kSteps{{{0, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};
    for (const Tile step : kSteps) {
      const Tile next{t.x + step.x, t.y + step.y};
      if (price(next) == 0) continue;
      if (step.x == 0 || step.y == 0) {
        visit(next, rules_.straight_step(price(t), price(next)));
      } else if (price({next.x, t.y}) != 0 && price({t.x, next.y}) != 0) {
        visit(next, rules_.diagonal_step(price(t), price(next)));
      }
    }
  }
  void update(Tile t) {
    if (t != goal_) {
      Cost least = kInfiniteCost;
      for_each_step(t, [&](Tile next, Cost cost) {
        if (g_[index(next)] != kInfiniteCost) least = std::min(least, g_[index(next)] + cost);
      });
      rhs_[index(t)] = least;
    }
    pull(t);
    if (g_[index(t)] != rhs_[index(t)]) push(t);
  }

  MoveRules rules_;
  Rect bounds_;
  Tile goal_;
  Tile last_;
  std::uint32_t least_;
  Cost offset_ = 0;
  std::vector<std::uint32_t> price_;
  std::vector<Cost> g_;
  std::vector<Cost> rhs_;
  std::vector<std::optional<Key>> queued_;
  std::set<std::pair<Key, std::size_t>> queue_;
};

struct Journey {
  bool arrived = false;
  Cost travelled = 0;
  int steps = 0;
  int questions = 0;
};

/// Walks from start to goal by what is seen on the way: keeps to its path for as long as nothing new touches it.
Journey explore(const Ground& ground, Tile start, Tile goal, std::int32_t radius) {
  const World& dark = ground.dark.world();
  const Overlay truth(ground.truth.world());
  const TerrainSet opaque = impassable_terrains(ground.truth.world().profiles()[0].rules);
  const MoveRules& rules = dark.profiles()[0].rules;
  const auto price = [&](Tile t) { return rules.cost[ground.map.terrain(t)]; };
  Veil veil = veil_of(ground.truth.world(), dark);
  Journey journey;
  PathQuery query(dark, 0);
  LegWalker walker(dark, 0);
  std::optional<Path> path;
  std::optional<Explorer> reference;
  std::vector<Tile> leg;  // of which the first tile is where the unit stands
  Tile at = start;
  for (;;) {
    const auto seen = veil.reveal_sight(truth, at, radius, opaque);
    REQUIRE(seen.has_value());
    if (seen->tiles != 0) {
      auto snapshot = std::make_shared<const Overlay>(veil.overlay());
      query.use(snapshot);
      walker.use(snapshot);
      if (reference) {
        reference->follow(veil.overlay(), seen->area, at);
      } else {
        reference.emplace(dark.profiles()[0], veil.overlay(), at, goal);
      }
      const PathResult left = query.find({.from = at, .to = goal});
      CAPTURE(at, goal, journey.steps);
      REQUIRE(reference->cost_to_go() == (left.status == Status::found ? left.cost : kInfiniteCost));
      REQUIRE(left.optimal());
      const Rect touched{{seen->area.min.x - 1, seen->area.min.y - 1}, {seen->area.max.x + 1, seen->area.max.y + 1}};
      const auto touches = [&](Tile t) { return touched.contains(t); };
      bool stands = path.has_value() && std::ranges::none_of(leg, touches);
      if (stands) {
        const PathValidity judged = walker.still_valid(*path);
        stands = judged.status == Status::found &&
                 (judged.validity == Validity::untouched || judged.validity == Validity::same);
      }
      if (!stands) {
        path.emplace(query.room());
        leg.clear();
        ++journey.questions;
        const PathResult found = query.find({.from = at, .to = goal}, *path);
        if (found.status != Status::found) {
          REQUIRE(found.status != Status::undecided);
          return journey;
        }
      }
    }
    if (at == goal) {
      journey.arrived = true;
      return journey;
    }
    while (leg.size() < 2) {
      Leg next;
      REQUIRE(walker.next(*path, next) == LegStatus::ready);
      REQUIRE(next.tiles.front() == at);
      leg.assign(next.tiles.begin(), next.tiles.end());
    }
    const Tile to = leg[1];
    REQUIRE(price(to) != 0);
    journey.travelled += to.x == at.x || to.y == at.y ? rules.straight_step(price(at), price(to))
                                                      : rules.diagonal_step(price(at), price(to));
    leg.erase(leg.begin());
    at = to;
    REQUIRE(++journey.steps < 100'000);
  }
}

void explore_and_check(Rng& rng, const Ground& ground, std::int32_t radius, Tally& tally) {
  const test::Oracle oracle(ground.map, ground.mover, ground.truth.world().profiles()[0].rules);
  const Tile start = test::random_tile(rng, oracle);
  const Tile goal = test::random_tile(rng, oracle);
  if (!oracle.passable(start) || !oracle.passable(goal)) return;
  const Journey journey = explore(ground, start, goal, radius);
  const bool reachable = oracle.distance(start, goal) != kInfiniteCost;
  CAPTURE(start, goal);
  REQUIRE(journey.arrived == reachable);
  ++(reachable ? tally.found : tally.none);
}

/// Walks by D* Lite.
class ReferenceWalker {
 public:
  ReferenceWalker(const Ground& ground, Tile goal) : profile_(ground.dark.world().profiles()[0]), goal_(goal) {}

  void learn(const Overlay& known, const Rect& area, Tile at) {
    if (explorer_) {
      explorer_->follow(known, area, at);
    } else {
      explorer_.emplace(profile_, known, at, goal_);
    }
  }
  std::optional<Tile> next(Tile at) {
    explorer_->move(at);
    return explorer_->first_step();
  }

 private:
  const ProfileView& profile_;
  Tile goal_;
  std::optional<Explorer> explorer_;
};

/// Walks by a field of exact costs, asked anew of each snapshot.
class FieldWalker {
 public:
  FieldWalker(const Ground& ground, Tile goal) : field_(ground.dark.world(), 0, arena_), goal_(goal) {}

  void learn(const Overlay& known, const Rect& /*area*/, Tile /*at*/) {
    field_.use(std::make_shared<const Overlay>(known));
    can_be_there_ = field_.aim(goal_).status == Status::found;
  }
  std::optional<Tile> next(Tile at) {
    if (!can_be_there_) return {};
    const NextStep step = field_.next_step({.from = at});
    REQUIRE((step.status == Status::found || step.status == Status::unreachable));
    if (step.status != Status::found) return {};
    return step.tile;
  }

 private:
  DistanceArena arena_{256};
  GoalField field_;
  Tile goal_;
  bool can_be_there_ = false;
};

struct Walked {
  std::vector<Tile> tiles;
  Cost travelled = 0;
  bool arrived = false;
};

/// The whole way of a unit that looks around at each tile, and takes the step that it then holds for the first of the
/// best.
template <class Walker>
Walked walk(const Ground& ground, Tile start, Tile goal, std::int32_t radius) {
  const World& dark = ground.dark.world();
  const Overlay truth(ground.truth.world());
  const TerrainSet opaque = impassable_terrains(ground.truth.world().profiles()[0].rules);
  const MoveRules& rules = dark.profiles()[0].rules;
  const auto price = [&](Tile t) { return rules.cost[ground.map.terrain(t)]; };
  Veil veil = veil_of(ground.truth.world(), dark);
  Walker walker(ground, goal);
  Walked walked;
  walked.tiles.push_back(start);
  for (;;) {
    const Tile at = walked.tiles.back();
    const auto seen = veil.reveal_sight(truth, at, radius, opaque);
    REQUIRE(seen.has_value());
    if (seen->tiles != 0 || walked.tiles.size() == 1) walker.learn(veil.overlay(), seen->area, at);
    walked.arrived = at == goal;
    const std::optional<Tile> to = walked.arrived ? std::nullopt : walker.next(at);
    if (!to) return walked;
    REQUIRE(price(*to) != 0);
    walked.travelled += to->x == at.x || to->y == at.y ? rules.straight_step(price(at), price(*to))
                                                       : rules.diagonal_step(price(at), price(*to));
    walked.tiles.push_back(*to);
    REQUIRE(walked.tiles.size() < 100'000);
  }
}

/// What ways through the dark came to, in costs of the blank world.
struct Lengths {
  int walks = 0;
  Cost travelled = 0;
  Cost known = 0;  ///< where all is known from the start
};

void walk_both(Rng& rng, const Ground& ground, std::int32_t radius, Lengths& lengths) {
  const test::Oracle oracle(ground.map, ground.mover, ground.truth.world().profiles()[0].rules);
  const Tile start = test::random_tile(rng, oracle);
  const Tile goal = test::random_tile(rng, oracle);
  if (!oracle.passable(start) || !oracle.passable(goal)) return;
  CAPTURE(start, goal, radius);
  const Walked reference = walk<ReferenceWalker>(ground, start, goal, radius);
  const Walked walked = walk<FieldWalker>(ground, start, goal, radius);
  const auto parts = std::ranges::mismatch(walked.tiles, reference.tiles);
  CAPTURE(parts.in1 - walked.tiles.begin());
  REQUIRE(walked.tiles == reference.tiles);
  REQUIRE(walked.travelled == reference.travelled);
  REQUIRE(walked.arrived == (oracle.distance(start, goal) != kInfiniteCost));
  if (!walked.arrived) return;
  Veil open = veil_of(ground.truth.world(), ground.dark.world());
  REQUIRE(open.reveal(Overlay(ground.truth.world()), ground.map.bounds()).has_value());
  PathQuery query(ground.dark.world(), 0);
  query.use(std::make_shared<const Overlay>(open.overlay()));
  const PathResult least = query.find({.from = start, .to = goal});
  REQUIRE(least.status == Status::found);
  REQUIRE(least.cost <= walked.travelled);
  ++lengths.walks;
  lengths.travelled += walked.travelled;
  lengths.known += least.cost;
}

void walk_small_maps(std::uint64_t seed, int maps, std::int32_t side, Lengths& lengths) {
  Rng rng(seed);
  for (int i = 0; i < maps; ++i) {
    TileMap map = test::random_map(rng, {.weights = rng.pick(test::kWeights), .max_side = side});
    const TerrainCost unknown = rng.percent(70) ? dearest(map) : kCostScale;
    const Ground ground = make_ground(std::move(map), {}, unknown, BuiltWorld::one_thread());
    Lengths of_map;  // costs of several maps are in several units
    CAPTURE(i);
    walk_both(rng, ground, rng.between(2, 10), of_map);
    lengths.walks += of_map.walks;
  }
}

TileMap cropped(const TileMap& map, const Rect& area) {
  std::vector<TerrainId> tiles;
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) tiles.push_back(map.terrain({x, y}));
  }
  auto made = TileMap::create(area.width(), area.height(), {map.palette().begin(), map.palette().end()}, tiles);
  REQUIRE(made.has_value());
  return std::move(*made);
}

/// The part of a map, `side` tiles wide and high, with the most passable tiles among some.
TileMap drawn_part(Rng& rng, const TileMap& map, std::int32_t side) {
  const Tile size{std::min(side, map.width()), std::min(side, map.height())};
  std::optional<TileMap> best;
  std::ptrdiff_t most = -1;
  for (int i = 0; i < 10; ++i) {
    const Tile min{rng.below(map.width() - size.x + 1), rng.below(map.height() - size.y + 1)};
    TileMap part = cropped(map, {min, {min.x + size.x, min.y + size.y}});
    const auto open =
        std::ranges::count_if(part.tiles(), [&](TerrainId id) { return map.palette()[id].default_cost != 0; });
    if (open > most) best = std::move(part);
    most = std::max<std::ptrdiff_t>(most, open);
  }
  return std::move(*best);
}

/// Calls visit(rng, ground, name) for a part of one map of each of four sets, at most `side` tiles wide and high.
template <class Visit>
void for_each_real_part(std::int32_t side, Visit&& visit) {
  Rng rng(31);
  for (const char* const set : {"dao", "sc1", "cities", "bg512"}) {
    const auto files = test::real_maps(set);
    if (files.empty()) continue;
    const auto& file = files[files.size() / 2];
    const auto map = read_map(file.string());
    REQUIRE(map.has_value());
    const Ground ground = make_ground(drawn_part(rng, *map, side), {}, kCostScale, BuiltWorld::one_thread());
    CAPTURE(file.string());
    visit(rng, ground, file.filename().string());
  }
}

void explore_real_maps(std::int32_t side, int journeys) {
  for_each_real_part(side, [&](Rng& rng, const Ground& ground, const std::string& /*name*/) {
    Tally tally;
    for (int i = 0; i < journeys; ++i) explore_and_check(rng, ground, 12, tally);
    CHECK(tally.found + tally.none > 0);
  });
}

}  // namespace

TEST_CASE("units that explore have as far to go as by D* Lite, and come where they can") {
  Rng rng(51);
  Tally tally;
  for (int i = 0; i < 40; ++i) {
    TileMap map = test::random_map(rng, {.weights = rng.pick(test::kWeights), .max_side = 60});
    const TerrainCost unknown = rng.percent(70) ? dearest(map) : kCostScale;
    const Ground ground = make_ground(std::move(map), {}, unknown, test::random_indexes(rng));
    explore_and_check(rng, ground, rng.between(2, 10), tally);
  }
  CHECK(tally.found > 15);
  CHECK(tally.none > 0);
}

TEST_CASE("units explore parts of real maps", "[slow]") {
  explore_real_maps(160, 1);
}

TEST_CASE("units that explore walk the very tiles of D* Lite") {
  Lengths lengths;
  walk_small_maps(61, 100, 40, lengths);
  CHECK(lengths.walks > 40);
}

TEST_CASE("units that explore walk the very tiles of D* Lite, on parts of real maps", "[slow]") {
  for_each_real_part(100, [](Rng& rng, const Ground& ground, const std::string& /*name*/) {
    Lengths lengths;
    for (int i = 0; i < 2; ++i) walk_both(rng, ground, 12, lengths);
  });
}

TEST_CASE("units that explore walk the very tiles of D* Lite, often and far", "[long][slow]") {
  Lengths small;
  walk_small_maps(62, 3'000, 70, small);
  CHECK(small.walks > 1'000);
  for_each_real_part(256, [](Rng& rng, const Ground& ground, const std::string& name) {
    Lengths lengths;
    for (int i = 0; i < 20; ++i) walk_both(rng, ground, 12, lengths);
    CHECK(lengths.known > 0);
    if (lengths.known != 0) {
      WARN(name << ": " << lengths.walks << " walks, travelled " << 100 * lengths.travelled / lengths.known
                << " % of the length in the known map");
    }
  });
}

TEST_CASE("units explore real maps", "[long][slow]") {
  explore_real_maps(512, 4);
}

}  // namespace portolan
