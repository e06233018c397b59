// SPDX-License-Identifier: BSL-1.0
// What a player knows of a world: nothing of the dark shows in any answer, and what is known is walked by least paths.
#include "portolan/offline/blank_map.hpp"
#include "portolan/world/veil.hpp"
#include "query/overlay_edits.hpp"
#include "query/veiled_ground.hpp"
#include "support/ascii.hpp"
#include "support/brute_view.hpp"
#include "support/built_world.hpp"
#include "support/oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <array>
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

using test::blank_of;
using test::BuiltWorld;
using test::dearest;
using test::Ground;
using test::kUnknown;
using test::make_ground;
using test::Mirrored;
using test::Rng;
using test::veil_of;

Ground draw_ground(Rng& rng, std::int32_t most, bool straight) {
  TileMap map = test::random_floors(rng, rng.pick(test::kWeights), most);
  if (rng.percent(50)) REQUIRE(map.set_links(test::random_links(rng, map, 6)).has_value());
  MovementProfile mover = test::random_profile(rng, map.palette());
  if (straight) mover = {.metric = Metric::any_angle, .footprint = rng.below(2)};
  const TerrainCost unknown = rng.percent(30) ? 0 : dearest(map);
  return make_ground(std::move(map), std::move(mover), unknown, test::random_indexes(rng));
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

}  // namespace

TEST_CASE("nothing in the dark shows, and what is known is walked by least paths") {
  run_many(41, 100);
}

TEST_CASE("nothing in the dark shows: thousands of worlds", "[long]") {
  run_many(42, 2000);
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
