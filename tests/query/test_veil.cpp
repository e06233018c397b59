// SPDX-License-Identifier: BSL-1.0
// What a player knows of a world: nothing of the dark shows in any answer, what is known is walked by least paths, and
// units find their way through what they do not know.
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/offline/blank_map.hpp"
#include "portolan/world/veil.hpp"
#include "query/overlay_edits.hpp"
#include "support/ascii.hpp"
#include "support/brute_view.hpp"
#include "support/built_world.hpp"
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
#include <tuple>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Mirrored;
using test::Rng;

const std::string kUnknown = "unknown";

/// A map that is explored, and what its players have: a blank world in which the dark has a price, or is closed.
struct Ground {
  TileMap map;
  MovementProfile mover;  ///< on the true map
  MovementProfile scout;  ///< the same mover on the blank one
  TileMap blank;
  BuiltWorld truth;
  BuiltWorld dark;

  [[nodiscard]] std::size_t place(Tile t) const {
    return static_cast<std::size_t>(t.y) * static_cast<std::size_t>(map.width()) + static_cast<std::size_t>(t.x);
  }
};

TerrainCost dearest(const TileMap& map) {
  TerrainCost most = kCostScale;
  for (const Terrain& terrain : map.palette()) most = std::max(most, terrain.default_cost);
  return most;
}

MovementProfile with_price(MovementProfile profile, TerrainCost unknown) {
  if (!profile.prices.empty() && unknown != 0) profile.prices.push_back({kUnknown, unknown});
  return profile;
}

TileMap blank_of(const TileMap& map, TerrainCost unknown) {
  auto blank = blank_map(map, {kUnknown, unknown});
  REQUIRE(blank.has_value());
  return std::move(*blank);
}

Ground make_ground(TileMap map, MovementProfile mover, TerrainCost unknown, const BuildOptions& options) {
  TileMap blank = blank_of(map, unknown);
  MovementProfile scout = with_price(mover, unknown);
  BuiltWorld truth(map, mover);
  BuiltWorld dark(blank, scout, options);
  return {std::move(map), std::move(mover), std::move(scout), std::move(blank), std::move(truth), std::move(dark)};
}

Ground draw_ground(Rng& rng, std::int32_t most, bool straight) {
  TileMap map = test::random_floors(rng, rng.pick(test::kWeights), most);
  if (rng.percent(50)) REQUIRE(map.set_links(test::random_links(rng, map, 6)).has_value());
  MovementProfile mover = test::random_profile(rng, map.palette());
  if (straight) mover = {.metric = Metric::any_angle, .footprint = rng.below(2)};
  const TerrainCost unknown = rng.percent(30) ? 0 : dearest(map);
  return make_ground(std::move(map), std::move(mover), unknown, test::random_indexes(rng));
}

Veil veil_of(const World& truth, const World& blank) {
  auto veil = Veil::make(truth, blank, kUnknown);
  REQUIRE(veil.has_value());
  return std::move(*veil);
}

TerrainSet draw_opaque(Rng& rng, const World& truth) {
  if (rng.percent(70)) return impassable_terrains(truth.profiles()[0].rules);
  TerrainSet opaque;
  for (std::size_t id = 0; id < truth.palette().size(); ++id) opaque[id] = rng.percent(30);
  return opaque;
}

/// One way of seeing, of forgetting, or of refreshing `radius` regions, to be done again elsewhere.
struct Look {
  enum class Kind { area, disc, sight, forget, refresh };
  Kind kind = Kind::area;
  Rect area{};
  Tile from{};
  std::int32_t radius = 0;
  TerrainSet opaque;

  [[nodiscard]] Result<Revealed> apply(Veil& veil, const Overlay& truth) const {
    if (kind == Kind::area) return veil.reveal(truth, area);
    if (kind == Kind::disc) return veil.reveal_disc(truth, from, radius);
    if (kind == Kind::sight) return veil.reveal_sight(truth, from, radius, opaque);
    const Outcome forgotten = kind == Kind::forget ? veil.forget(area) : Outcome(Success{});
    if (!forgotten) return forgotten.error();
    if (kind == Kind::refresh) (void)veil.refresh(static_cast<std::size_t>(radius));
    return Revealed{};
  }
  /// The tiles seen, by the rules alone.
  [[nodiscard]] std::vector<Tile> tiles(const World& world, const Overlay& truth) const {
    if (kind == Kind::forget || kind == Kind::refresh) return {};
    const FloorStack& floors = world.floors();
    const Tile first = floors.tile(floors.floor(kind == Kind::area ? area.min.y : from.y), {0, 0});
    const Rect floor{first, {world.width(), first.y + floors.height}};
    std::vector<Tile> seen;
    for (std::int32_t y = floor.min.y; y < floor.max.y; ++y) {
      for (std::int32_t x = floor.min.x; x < floor.max.x; ++x) {
        const Tile t{x, y};
        const std::int32_t dx = x - from.x;
        const std::int32_t dy = y - from.y;
        const bool near = dx * dx + dy * dy <= radius * radius;
        const auto hides = [&](Tile at) { return opaque[truth.terrain(at)]; };
        const bool sees = near && (kind == Kind::disc || test::sees_by_lines(floor, hides, from, t));
        if (kind == Kind::area ? area.contains(t) : sees) seen.push_back(t);
      }
    }
    return seen;
  }
};

Look draw_look(Rng& rng, const World& truth) {
  Look look;
  const FloorStack& floors = truth.floors();
  look.kind = rng.pick(std::array{Look::Kind::area, Look::Kind::disc, Look::Kind::sight, Look::Kind::sight});
  if (rng.percent(20)) look.kind = rng.percent(50) ? Look::Kind::forget : Look::Kind::refresh;
  do {
    look.area = test::random_area(rng, truth.bounds(), truth.profiles()[0].regions.topology.layout);
  } while (!floors.on_one_floor(look.area));
  look.from = floors.tile(rng.below(floors.count), {rng.below(truth.width()), rng.below(floors.height)});
  look.radius = rng.below(9);
  look.opaque = draw_opaque(rng, truth);
  return look;
}

/// What a player knows, on plain arrays.
struct Memory {
  std::vector<std::optional<TerrainId>> tiles;  ///< as in the truth
  std::set<LinkId> open;

  void see(const std::vector<Tile>& seen, const Ground& ground, const Overlay& truth) {
    const auto known = [&](Tile t) { return tiles[ground.place(t)].has_value(); };
    for (const Tile t : seen) tiles[ground.place(t)] = truth.terrain(t);
    for (LinkId i = 0; i < ground.map.links().size(); ++i) {
      const Link& link = ground.map.links()[i];
      if (std::ranges::count(seen, link.from) + std::ranges::count(seen, link.to) == 0) continue;
      const bool closed = std::ranges::count(truth.closed_links(), i) != 0;
      known(link.from) && known(link.to) && !closed ? (void)open.insert(i) : (void)open.erase(i);
    }
  }
  void forget(const Rect& area, const Ground& ground) {
    for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
      for (std::int32_t x = area.min.x; x < area.max.x; ++x) tiles[ground.place({x, y})].reset();
    }
    std::erase_if(open, [&](LinkId i) {
      return area.contains(ground.map.links()[i].from) || area.contains(ground.map.links()[i].to);
    });
  }
  /// The map that the player has in mind.
  [[nodiscard]] TileMap map(const Ground& ground) const {
    std::vector<TerrainId> plane(ground.blank.tiles().begin(), ground.blank.tiles().end());
    for (std::size_t i = 0; i < plane.size(); ++i) plane[i] = tiles[i].value_or(plane[i]);
    const auto& palette = ground.blank.palette();
    auto made = TileMap::create(ground.map.width(), ground.map.height(), {palette.begin(), palette.end()}, plane);
    if (ground.map.floors().count > 1) REQUIRE(made->set_floors(ground.map.floors()).has_value());
    std::vector<Link> links;
    for (const LinkId i : open) links.push_back(ground.map.links()[i]);
    const Outcome linked = made->set_links(std::move(links));
    REQUIRE(linked.has_value());
    return std::move(*made);
  }
  [[nodiscard]] bool shown_by(const Veil& veil, const Ground& ground) const {
    std::size_t known = 0;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      const auto width = static_cast<std::size_t>(ground.map.width());
      const Tile t{static_cast<std::int32_t>(i % width), static_cast<std::int32_t>(i / width)};
      if (veil.known(t) != tiles[i].has_value()) return false;
      if (tiles[i] && veil.overlay().terrain(t) != *tiles[i]) return false;
      known += tiles[i] ? 1 : 0;
    }
    std::vector<LinkId> closed;
    for (LinkId i = 0; i < ground.map.links().size(); ++i) {
      if (!open.contains(i)) closed.push_back(i);
    }
    return known == veil.known_tiles() && std::ranges::equal(closed, veil.overlay().closed_links());
  }
};

/// All that an answer says.
auto told(const test::Found& found) {
  return std::tuple(found.status, found.why, found.cost, found.lower_bound, found.work, found.tier,
                    std::vector<Tile>(found.waypoints.begin(), found.waypoints.end()), found.hops.size(),
                    std::vector<Point>(found.points.begin(), found.points.end()));
}

struct Tally {
  int worlds = 0;
  int found = 0;
  int none = 0;
  int other_truths = 0;  ///< that have something else in the dark
};

/// Sets what is seen in one truth, but was never in the other, to what it is there: so it is dark in both.
void darken(Overlay& other, const Look& look, const Overlay& truth, const std::vector<bool>& ever,
            const Ground& ground) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Tile t : look.tiles(ground.truth.world(), other)) {
      if (ever[ground.place(t)] || other.terrain(t) == truth.terrain(t)) continue;
      REQUIRE(other.set_terrain({t, {t.x + 1, t.y + 1}}, truth.terrain(t)).has_value());
      changed = true;
    }
  }
}

/// The truth again, with something else wherever the player never looked.
Overlay with_another_dark(Rng& rng, const Overlay& truth, const std::vector<bool>& ever, const Ground& ground) {
  Overlay other = truth;
  const auto terrains = static_cast<std::int32_t>(ground.map.palette().size());
  const FloorStack& floors = ground.map.floors();
  const std::int32_t kept = rng.pick(std::array{0, 50, 90});
  for (std::int32_t y = 0; y < ground.map.height(); ++y) {
    if (floors.row(y) == floors.height) continue;
    const Rect row{{0, y}, {ground.map.width(), y + 1}};
    std::vector<TerrainId> tiles = other.tiles().copy(row);
    for (std::int32_t x = 0; x < ground.map.width(); ++x) {
      if (!ever[ground.place({x, y})] && !rng.percent(kept))
        tiles[static_cast<std::size_t>(x)] = static_cast<TerrainId>(rng.below(terrains));
    }
    REQUIRE(other.set_tiles(row, tiles).has_value());
  }
  for (LinkId i = 0; i < ground.map.links().size(); ++i) {
    const Link& link = ground.map.links()[i];
    const bool seen = ever[ground.place(link.from)] || ever[ground.place(link.to)];
    if (!seen) REQUIRE((rng.percent(50) ? other.close_link(i) : other.open_link(i)).has_value());
  }
  return other;
}

PathRequest draw_request(Rng& rng, const World& world) {
  const auto tile = [&] { return Tile{rng.below(world.width()), rng.below(world.height())}; };
  PathRequest request{.from = tile(), .to = tile()};
  request.ends = rng.percent(50) ? EndRule::nearest : EndRule::exact;
  request.ties = {rng.pick(std::array{TieRule::first, TieRule::random}), rng.next()};
  if (rng.percent(20)) request.max_expansions = static_cast<std::uint64_t>(rng.below(300));
  return request;
}

void run(Rng& rng, Tally& tally, bool straight) {
  const Ground ground = draw_ground(rng, 50, straight);
  const World& truth = ground.truth.world();
  const World& dark = ground.dark.world();
  ++tally.worlds;
  CAPTURE(tally.worlds);
  Veil veil = veil_of(truth, dark);
  std::vector<Mirrored> game{{Overlay(truth), {ground.map.tiles().begin(), ground.map.tiles().end()}}};
  Memory memory{std::vector<std::optional<TerrainId>>(ground.map.tiles().size()), {}};
  std::vector<bool> ever(ground.map.tiles().size());
  std::vector<std::pair<Look, Overlay>> looks;
  test::Asker query(dark, 0);
  test::Asker other_query(dark, 0);
  for (int round = 0; round < 3; ++round) {
    for (int i = rng.between(1, 8); i > 0; --i) {
      if (rng.percent(30)) test::edit(rng, truth, game, 0);
      const Look look = draw_look(rng, truth);
      const Overlay& now = game[0].overlay;
      const std::vector<Tile> seen = look.tiles(truth, now);
      const Veil before = veil;
      const auto revealed = look.apply(veil, now);
      REQUIRE(revealed.has_value());
      memory.see(seen, ground, now);
      if (look.kind == Look::Kind::forget) memory.forget(look.area, ground);
      REQUIRE(memory.shown_by(veil, ground));
      for (const Tile t : seen) ever[ground.place(t)] = true;
      looks.emplace_back(look, now);
      if (look.kind == Look::Kind::forget || look.kind == Look::Kind::refresh) continue;
      Revealed expected{.fresh = veil.known_tiles() - before.known_tiles()};
      for (const Tile t : seen) {
        if (before.overlay().terrain(t) == veil.overlay().terrain(t)) continue;
        ++expected.tiles;
        expected.area = hull(expected.area, {t, {t.x + 1, t.y + 1}});
      }
      CHECK(revealed->tiles == expected.tiles);
      CHECK(revealed->fresh == expected.fresh);
      CHECK(revealed->area == expected.area);
    }
    // Another truth that differs in the dark alone makes the same veil.
    Veil twin = veil_of(truth, dark);
    for (const auto& [look, now] : looks) {
      Overlay elsewhere = with_another_dark(rng, now, ever, ground);
      darken(elsewhere, look, now, ever, ground);
      tally.other_truths += elsewhere.bytes() != now.bytes() ? 1 : 0;
      REQUIRE(look.apply(twin, elsewhere).has_value());
    }
    REQUIRE((veil.overlay().bytes() == twin.overlay().bytes()));
    query.use(std::make_shared<const Overlay>(veil.overlay()));
    other_query.use(std::make_shared<const Overlay>(twin.overlay()));
    for (int k = 0; k < 12; ++k) {
      const PathRequest request = draw_request(rng, dark);
      CAPTURE(round, request.from, request.to);
      REQUIRE((told(query.find(request)) == told(other_query.find(request))));
    }
    // And paths are the least ones on the map that the player has in mind.
    if (straight) continue;
    const TileMap known = memory.map(ground);
    const test::Oracle oracle(known, ground.scout, dark.profiles()[0].rules);
    const Tile from = test::random_tile(rng, oracle);
    const std::vector<Cost> least = oracle.distances_from(from);
    for (int k = 0; k < 8 && oracle.passable(from); ++k) {
      const Tile to = test::random_tile(rng, oracle);
      if (!oracle.passable(to)) continue;
      const test::Found result = query.find({.from = from, .to = to});
      const Cost expected = least[oracle.index(to)];
      CAPTURE(round, from, to);
      REQUIRE(result.status == (expected == kInfiniteCost ? Status::unreachable : Status::found));
      if (expected != kInfiniteCost) REQUIRE(result.cost == expected);
      ++(expected == kInfiniteCost ? tally.none : tally.found);
    }
  }
}

void run_many(std::uint64_t seed, int worlds) {
  Rng rng(seed);
  Tally tally;
  for (int i = 0; i < worlds; ++i) run(rng, tally, i % 4 == 3);
  CHECK(tally.found > worlds * 5);
  CHECK(tally.none > worlds / 4);
  CHECK(tally.other_truths > worlds * 5);
}

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
    offset_ += estimate(last_, at);
    last_ = at;
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
    while (!queue_.empty() && (queue_.begin()->first < key(last_) || rhs_[index(last_)] != g_[index(last_)])) {
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
    return price_[index(last_)] == 0 ? kInfiniteCost : g_[index(last_)];
  }

 private:
  using Key = std::pair<Cost, Cost>;

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
  /// Steps are the same both ways.
  template <class Visit>
  void for_each_step(Tile t, Visit&& visit) const {
    if (price(t) == 0) return;
    for (std::int32_t dy = -1; dy <= 1; ++dy) {
      for (std::int32_t dx = -1; dx <= 1; ++dx) {
        const Tile next{t.x + dx, t.y + dy};
        if ((dx == 0 && dy == 0) || price(next) == 0) continue;
        if (dx == 0 || dy == 0) {
          visit(next, rules_.straight_step(price(t), price(next)));
        } else if (price({t.x + dx, t.y}) != 0 && price({t.x, t.y + dy}) != 0) {
          visit(next, rules_.diagonal_step(price(t), price(next)));
        }
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

/// Journeys on one map of each of four sets, at most `side` tiles wide and high.
void explore_real_maps(std::int32_t side, int journeys) {
  Rng rng(31);
  for (const char* const set : {"dao", "sc1", "cities", "bg512"}) {
    const auto files = test::real_maps(set);
    if (files.empty()) continue;
    const auto map = read_map(files[files.size() / 2].string());
    REQUIRE(map.has_value());
    const Ground ground = make_ground(drawn_part(rng, *map, side), {}, kCostScale, BuiltWorld::one_thread());
    Tally tally;
    for (int i = 0; i < journeys; ++i) explore_and_check(rng, ground, 12, tally);
    CAPTURE(files[files.size() / 2].string());
    CHECK(tally.found + tally.none > 0);
  }
}

}  // namespace

TEST_CASE("nothing in the dark shows, and what is known is walked by least paths") {
  run_many(41, 100);
}

TEST_CASE("nothing in the dark shows: thousands of worlds", "[long]") {
  run_many(42, 2000);
}

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

TEST_CASE("units explore real maps", "[long][slow]") {
  explore_real_maps(512, 4);
}

TEST_CASE("a veil that was saved goes on alike") {
  Rng rng(61);
  for (int i = 0; i < 30; ++i) {
    const Ground ground = draw_ground(rng, 40, false);
    const World& truth = ground.truth.world();
    const Overlay now(truth);
    Veil veil = veil_of(truth, ground.dark.world());
    for (int k = 0; k < 3; ++k) REQUIRE(draw_look(rng, truth).apply(veil, now).has_value());
    auto read = Overlay::from_bytes(ground.dark.world(), veil.overlay().bytes());
    REQUIRE(read.has_value());
    auto again = Veil::from_overlay(truth, std::move(*read), kUnknown);
    REQUIRE(again.has_value());
    CHECK(again->known_tiles() == veil.known_tiles());
    for (int k = 0; k < 3; ++k) {
      const Look look = draw_look(rng, truth);
      const auto one = look.apply(veil, now);
      const auto other = look.apply(*again, now);
      REQUIRE((one.has_value() && other.has_value()));
      CHECK(std::tuple(one->tiles, one->fresh, one->links, one->area) ==
            std::tuple(other->tiles, other->fresh, other->links, other->area));
      REQUIRE((again->overlay().bytes() == veil.overlay().bytes()));
    }
  }
}

TEST_CASE("links are known with both their ends, as they were seen last") {
  TileMap map = test::ascii_map("..........\n..........\n");
  REQUIRE(map.set_links({{.from = {0, 0}, .to = {9, 1}, .cost = 0}}).has_value());
  const Ground ground = make_ground(map, {}, kCostScale, BuiltWorld::one_thread());
  Overlay now(ground.truth.world());
  Veil veil = veil_of(ground.truth.world(), ground.dark.world());
  const auto is_open = [&] { return veil.overlay().closed_links().empty(); };
  CHECK_FALSE(is_open());
  CHECK(veil.reveal(now, {{0, 0}, {3, 1}})->links == 0);
  CHECK_FALSE(is_open());
  CHECK(veil.reveal(now, {{9, 0}, {10, 2}})->links == 1);
  CHECK(is_open());
  REQUIRE(now.close_link(0).has_value());
  CHECK(veil.reveal(now, {{3, 0}, {9, 2}})->links == 0);
  CHECK(is_open());
  CHECK(veil.reveal_disc(now, {0, 0}, 0)->links == 1);
  CHECK_FALSE(is_open());
  REQUIRE(now.open_link(0).has_value());
  CHECK(veil.reveal_sight(now, {9, 1}, 1, {})->links == 1);
  const auto bytes = veil.overlay().bytes();
  REQUIRE(veil.forget({{0, 0}, {1, 1}}).has_value());
  CHECK_FALSE(is_open());
  // A world without links has none to be known.
  TileMap bare = map;
  REQUIRE(bare.set_links({}).has_value());
  const BuiltWorld linkless(blank_of(bare, kCostScale), MovementProfile{});
  Veil other = veil_of(ground.truth.world(), linkless.world());
  CHECK(other.reveal(now, ground.map.bounds())->links == 0);
  CHECK(other.known_tiles() == 20);
  // Saved edits that open what is not known are not those of a veil.
  auto forged = Overlay::from_bytes(ground.dark.world(), Overlay(ground.dark.world()).bytes());
  REQUIRE(forged.has_value());
  const auto refused = Veil::from_overlay(ground.truth.world(), std::move(*forged), kUnknown);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().message == "veil: link 0 is open with an end that is not known");
  CHECK(
      Veil::from_overlay(ground.truth.world(), *Overlay::from_bytes(ground.dark.world(), bytes), kUnknown).has_value());
}

TEST_CASE("worlds that cannot be veiled are refused, and so are reveals of what there is not") {
  const TileMap map = test::ascii_map(".#.\n...\n");
  const TileMap blank = blank_of(map, kCostScale);
  const BuiltWorld truth(map, MovementProfile{});
  const BuiltWorld dark(blank, MovementProfile{});
  const auto fault = [&](const TileMap& one, const TileMap& other, const std::string& unknown = kUnknown) {
    const BuiltWorld a(one, MovementProfile{});
    const BuiltWorld b(other, MovementProfile{});
    const auto made = Veil::make(a.world(), b.world(), unknown);
    if (!made) CHECK(made.error().code == ErrorCode::usage);
    return made ? std::string() : made.error().message;
  };
  CHECK(fault(map, blank).empty());
  CHECK(fault(map, blank_of(test::ascii_map("...\n...\n#..\n"), 1)) ==
        "veil: the blank world is not of the size and floors of the true one");
  CHECK(fault(map, blank, "dark") == "veil: the blank world has no terrain 'dark'");
  CHECK(fault(blank, blank) == "veil: the true world has a terrain 'unknown' of its own");
  CHECK(fault(map, map, std::string(map.palette()[0].name)).find("of its own") != std::string::npos);
  const auto other_names = TileMap::create(3, 2, {{"lava", 0}, {kUnknown, 1}}, std::vector<TerrainId>(6, 1));
  CHECK(fault(map, *other_names).find("', which the true one has") != std::string::npos);
  auto spotted = TileMap::create(3, 2, {blank.palette().begin(), blank.palette().end()}, {2, 2, 2, 2, 0, 2});
  CHECK(fault(map, *spotted) == "veil: tile 1,1 of the blank world has another terrain than 'unknown'");
  TileMap linked = blank;
  REQUIRE(linked.set_links({{.from = {0, 0}, .to = {2, 1}}}).has_value());
  CHECK(fault(map, linked) == "veil: the blank world has other links than the true one");
  TileMap walled = map;
  REQUIRE(walled.set_moves({{.from = {0, 0}, .to = {0, 1}, .cost = kBlockedMove}}).has_value());
  CHECK(fault(walled, blank) == "veil: worlds with moves cannot be veiled");

  Veil veil = veil_of(truth.world(), dark.world());
  const Overlay now(truth.world());
  REQUIRE(veil.reveal(now, {{0, 0}, {1, 1}}).has_value());
  const auto bytes = veil.overlay().bytes();
  CHECK_FALSE(veil.reveal(now, {{0, 0}, {4, 1}}).has_value());
  CHECK_FALSE(veil.reveal(now, {{1, 1}, {1, 1}}).has_value());
  CHECK_FALSE(veil.reveal_disc(now, {3, 0}, 2).has_value());
  CHECK_FALSE(veil.reveal_disc(now, {0, 0}, -1).has_value());
  CHECK_FALSE(veil.reveal_sight(now, {0, -1}, 2, {}).has_value());
  CHECK_FALSE(veil.forget({{0, 0}, {0, 1}}).has_value());
  const BuiltWorld stranger(map, MovementProfile{});
  const auto strange = veil.reveal(Overlay(stranger.world()), {{0, 0}, {1, 1}});
  REQUIRE_FALSE(strange.has_value());
  CHECK(strange.error().message == "veil: an overlay of another world than the veil was made with");
  CHECK(veil.overlay().bytes() == bytes);
  CHECK(veil.reveal_disc(now, {0, 0}, 0x7FFF'FFFF)->fresh == 5);
  CHECK(veil.known_tiles() == 6);
}

TEST_CASE("blank maps have the size, floors, links and palette of theirs") {
  Rng rng(71);
  for (int i = 0; i < 30; ++i) {
    TileMap map = test::random_floors(rng, rng.pick(test::kWeights), 30);
    REQUIRE(map.set_links(test::random_links(rng, map, 4)).has_value());
    const TileMap blank = blank_of(map, 7);
    CHECK(blank.floors() == map.floors());
    CHECK(std::ranges::equal(blank.links(), map.links()));
    CHECK(std::ranges::equal(blank.palette().first(map.palette().size()), map.palette()));
    CHECK(blank.palette().back() == Terrain{kUnknown, 7});
    for (std::size_t t = 0; t < blank.tiles().size(); ++t) {
      const auto row = map.floors().row(static_cast<std::int32_t>(t / static_cast<std::size_t>(map.width())));
      REQUIRE(blank.tiles()[t] == (row < map.floors().height ? map.palette().size() : map.tiles()[t]));
    }
    CHECK(blank_map(blank, {kUnknown, 1}).error().code == ErrorCode::usage);
    CHECK_FALSE(blank_map(map, {"", 1}).has_value());
  }
  TileMap walled = test::ascii_map("..\n");
  REQUIRE(walled.set_moves({{.from = {0, 0}, .to = {1, 0}, .cost = 5}}).has_value());
  CHECK(blank_map(walled, {kUnknown, 1}).error().message == "the map has moves, which cannot be veiled");
}

}  // namespace portolan
