// SPDX-License-Identifier: BSL-1.0
// Crowd on random small worlds: nobody ever meets anybody, whatever units are ordered, held, added and taken away, in
// all modes, sizes, speeds, on links and overlays; the promise of priority inheritance; the same moves again.
#include "crowd/crowd_run.hpp"
#include "portolan/crowd/crowd_file.hpp"
#include "query/overlay_edits.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/forged_state.hpp"
#include "support/placed_oracle.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <set>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::CrowdRun;
using test::Mirrored;
using test::Oracle;
using test::Rng;

constexpr std::array kModes{Avoidance::cooperate, Avoidance::withhold, Avoidance::around};

/// What a run has seen, so that it can prove it saw enough.
struct Tally {
  std::uint64_t unit_ticks = 0;
  std::uint64_t moves = 0;
  std::uint64_t long_moves = 0;
  std::uint64_t diagonals = 0;
  std::uint64_t hops = 0;
  std::uint64_t pushes = 0;
  std::uint64_t arrived = 0;
  std::uint64_t stuck = 0;
  std::uint64_t blockers = 0;
  std::uint64_t followed = 0;  ///< moves onto a tile that somebody leaves
  std::uint64_t large = 0;     ///< moves of bodies of more than one tile
  std::uint64_t turns = 0;     ///< and from one heading to another
  std::uint64_t refused = 0;   ///< orders
  std::uint64_t closed = 0;    ///< maps changed under units
};

/// Steps, links and terrain, of which a body of a random mover may come.
struct Drawn {
  TileMap map;
  std::vector<MovementProfile> profiles;
};

Drawn draw_world(Rng& rng, std::int32_t max_side) {
  TileMap map = test::random_floors(rng, rng.percent(70) ? test::Weights::uniform : rng.pick(test::kWeights), max_side);
  if (rng.percent(25)) REQUIRE(map.set_links(test::random_links(rng, map, 6)).has_value());
  std::vector<MovementProfile> profiles;
  for (int i = rng.between(1, 3); i > 0; --i) {
    profiles.push_back(test::random_profile(rng, map.palette()));
    MovementProfile& profile = profiles.back();
    profile.name = "p" + std::to_string(i);
    if (rng.percent(70)) continue;
    profile.kinematics = test::random_kinematics(rng, profile, 3);
    profile.kinematics->radius = 0;
  }
  return {std::move(map), std::move(profiles)};
}

std::optional<Ratio> draw_pace(Rng& rng) {
  if (rng.percent(40)) return std::nullopt;
  return Ratio{static_cast<std::uint32_t>(rng.between(1, 9)), static_cast<std::uint32_t>(rng.between(1, 3))};
}

/// One crowd on one world, whose owner has whims.
void run_whims(Rng& rng, std::int32_t max_side, int ticks, Tally& tally) {
  const Drawn drawn = draw_world(rng, max_side);
  const bool indexed = rng.percent(60);
  const BuiltWorld built(drawn.map, drawn.profiles, indexed ? BuiltWorld::all_indexes() : BuiltWorld::one_thread());
  const World& world = built.world();
  const auto room = static_cast<std::size_t>(rng.between(1, 40));
  CrowdOptions options{.units = room,
                       .distance_tiles = rng.percent(30) ? 4U : 0U,
                       .seed = rng.next(),
                       .max_pushes = rng.percent(10) ? 3U : ~std::uint64_t{0}};
  CrowdRun run(world, options);
  std::shared_ptr<const Overlay> shown;
  Mirrored edited{Overlay(world), {drawn.map.tiles().begin(), drawn.map.tiles().end()}};
  const auto any_tile = [&] { return Tile{rng.below(world.width()), rng.below(world.height())}; };
  const auto sides = rng.between(1, 2);
  const auto whim = [&] {
    const auto kind = rng.below(100);
    if (kind < 12 || run.units().empty()) {
      const auto profile = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(drawn.profiles.size())));
      run.add({.tile = any_tile(),
               .profile = profile,
               .side = static_cast<std::uint8_t>(rng.below(sides)),
               .ticks_per_tile = draw_pace(rng),
               .heading = static_cast<Heading>(rng.below(kHeadings))});
      return;
    }
    const UnitId unit = run.units()[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(run.units().size())))];
    if (kind < 80) {
      const Avoidance mode = rng.percent(50) ? kModes[0] : rng.pick(kModes);
      const bool turns = run.crowd().unit(unit).heading != Heading::any;
      const Heading heading = turns && rng.percent(30) ? static_cast<Heading>(rng.below(kHeadings)) : Heading::any;
      const Answer answer = run.crowd().order_facing(unit, {any_tile(), heading}, mode);
      tally.refused += answer.status != Status::found ? 1 : 0;
    } else if (kind < 84) {
      run.remove(unit);
    } else if (kind < 88) {
      run.crowd().hold(unit);
    } else if (kind == 99) {
      std::vector<Mirrored> all;
      all.push_back(std::move(edited));
      test::edit(rng, world, all, 0);
      edited = std::move(all.front());
      run.check().change_map(test::as_edited(drawn.map, edited));
      shown = std::make_shared<const Overlay>(edited.overlay);
      run.crowd().use(shown);
      ++tally.closed;
    }
  };
  for (std::size_t i = 0; i < room; ++i) whim();
  for (int tick = 0; tick < ticks; ++tick) {
    // Now and then a crowd that has read the state goes on, and the one before must do the same.
    std::optional<Crowd> before;
    if (tick % 40 == 20) {
      options.distance_tiles = options.distance_tiles == 0 ? 7 : 0;
      const std::vector<std::byte> bytes = CrowdFile::bytes_of(run.crowd());
      Crowd other(world, test::all_profiles(world), options);
      REQUIRE(CrowdFile::read(bytes, shown, other).has_value());
      REQUIRE(CrowdFile::bytes_of(other) == bytes);
      before = run.go_on_with(std::move(other));
    } else if (rng.percent(60)) {
      whim();
    }
    std::set<std::pair<std::int32_t, std::int32_t>> left;
    const std::string fault = run.tick();
    if (!fault.empty()) FAIL(fault);
    const CrowdReport& report = run.report();
    if (before) {
      const CrowdReport same = before->tick();
      REQUIRE(same.hash == report.hash);
      REQUIRE(same.stuck.size() == report.stuck.size());
      REQUIRE(CrowdFile::bytes_of(*before) == CrowdFile::bytes_of(run.crowd()));
    }
    for (const UnitMove& move : report.started) left.insert({move.from.x, move.from.y});
    for (const UnitMove& move : report.started) {
      ++tally.moves;
      tally.long_moves += move.end - move.begin > 1 ? 1 : 0;
      tally.diagonals += move.from.x != move.to.x && move.from.y != move.to.y ? 1 : 0;
      tally.hops += std::max(std::abs(move.from.x - move.to.x), std::abs(move.from.y - move.to.y)) > 1 ? 1 : 0;
      tally.followed += left.contains({move.to.x, move.to.y}) ? 1 : 0;
      tally.turns += move.heading != move.to_heading ? 1 : 0;
      tally.large += drawn.profiles[run.crowd().unit(move.unit).profile].footprint > 1 ? 1 : 0;
    }
    tally.unit_ticks += run.units().size();
    tally.pushes += report.pushes;
    tally.arrived += report.arrived.size();
    tally.stuck += report.stuck.size();
    for (const StuckUnit& stuck : report.stuck) tally.blockers += stuck.blockers.size();
  }
}

void require_seen(const Tally& tally, std::uint64_t least) {
  CAPTURE(tally.unit_ticks, tally.moves, tally.long_moves, tally.diagonals, tally.hops, tally.pushes, tally.arrived,
          tally.stuck, tally.blockers, tally.followed, tally.large, tally.turns, tally.refused, tally.closed);
  for (const std::uint64_t seen :
       {tally.moves, tally.long_moves, tally.diagonals, tally.hops, tally.pushes, tally.arrived, tally.stuck,
        tally.blockers, tally.followed, tally.large, tally.turns, tally.refused, tally.closed}) {
    CHECK(seen >= least);
  }
}

/// An open field of four neighbours, or one with pillars: every two tiles side by side lie on a simple cycle.
TileMap cyclic_map(Rng& rng) {
  const std::int32_t width = rng.between(2, 8);
  const std::int32_t height = rng.between(2, 8);
  std::string rows;
  const bool pillars = rng.percent(60);
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) {
      const bool inside = x > 0 && y > 0 && x + 1 < width && y + 1 < height;
      rows += pillars && inside && x % 2 == 1 && y % 2 == 1 && rng.percent(70) ? '#' : '.';
    }
    rows += '\n';
  }
  return test::ascii_map(rows);
}

/// Whether every two tiles side by side lie on a simple cycle: no step is a bridge, by taking each away.
bool lies_on_cycles(const Oracle& oracle) {
  const Rect bounds = oracle.bounds();
  const auto joined_without = [&](Tile a, Tile b) {
    std::set<std::pair<std::int32_t, std::int32_t>> seen{{a.x, a.y}};
    std::vector<Tile> open{a};
    while (!open.empty()) {
      const Tile at = open.back();
      open.pop_back();
      for (const auto& [to, cost] : oracle.steps_from(at)) {
        if ((at == a && to == b) || (at == b && to == a) || !seen.insert({to.x, to.y}).second) continue;
        open.push_back(to);
      }
    }
    return seen.contains({b.x, b.y});
  };
  for (std::int32_t y = 0; y < bounds.max.y; ++y) {
    for (std::int32_t x = 0; x < bounds.max.x; ++x) {
      if (!oracle.passable({x, y})) continue;
      for (const auto& [to, cost] : oracle.steps_from({x, y})) {
        if (!joined_without({x, y}, to)) return false;
      }
    }
  }
  return true;
}

/// Runs one case of the theorem. False if the map is none.
bool run_promise(Rng& rng) {
  MovementProfile profile;
  profile.neighbours = Neighbours::four;
  const TileMap map = cyclic_map(rng);
  const BuiltWorld built(map, profile, rng.percent(50) ? BuiltWorld::all_indexes() : BuiltWorld::one_thread());
  const World& world = built.world();
  const Oracle oracle(map, profile, world.profiles()[0].rules);
  if (!lies_on_cycles(oracle)) return false;
  std::vector<Tile> tiles;
  Cost diameter = 0;
  for (std::int32_t y = 0; y < map.height(); ++y) {
    for (std::int32_t x = 0; x < map.width(); ++x) {
      if (oracle.passable({x, y})) tiles.push_back({x, y});
    }
  }
  const Cost step = oracle.step_cost(tiles[0], oracle.steps_from(tiles[0]).front().first);
  for (const Tile tile : tiles) {
    for (const Cost cost : oracle.distances_from(tile)) {
      if (cost < kInfiniteCost) diameter = std::max(diameter, cost / step);
    }
  }
  const auto count = static_cast<std::size_t>(rng.between(1, static_cast<std::int32_t>(tiles.size())));
  const auto shuffle = [&](std::vector<Tile>& all) {
    for (std::size_t i = all.size(); i > 1; --i) {
      std::swap(all[i - 1], all[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(i)))]);
    }
  };
  CrowdRun run(world, {.units = count, .seed = rng.next()});
  shuffle(tiles);
  std::vector<Tile> goals = tiles;
  shuffle(goals);
  for (std::size_t i = 0; i < count; ++i) {
    const UnitId unit = run.add({.tile = tiles[i]});
    REQUIRE(unit != kNoUnit);
    REQUIRE(run.crowd().order(unit, goals[i]).status == Status::found);
  }
  std::size_t arrived = 0;
  const Cost most = std::max<Cost>(diameter, 1) * count;
  for (Cost tick = 0; tick < most && arrived < count; ++tick) {
    const std::string fault = run.tick();
    if (!fault.empty()) FAIL(fault);
    arrived += run.report().arrived.size();
  }
  CAPTURE(map.width(), map.height(), count, most);
  CHECK(arrived == count);
  return true;
}

std::uint64_t hash_of_run(std::uint64_t seed, std::uint64_t crowd_seed,
                          std::uint32_t max_cluster_moves = CrowdOptions{}.max_cluster_moves) {
  Rng rng(seed);
  const TileMap map = test::random_map(
      rng, {.character = test::Character::rooms, .weights = test::Weights::uniform, .width = 48, .height = 48});
  const BuiltWorld built(map, MovementProfile{}, BuiltWorld::all_indexes());
  CrowdRun run(built.world(), {.units = 60, .seed = crowd_seed, .max_cluster_moves = max_cluster_moves});
  const GridView grid = built.world().profiles()[0].grid;
  while (run.units().size() < 60) {
    const UnitId unit = run.add({.tile = *test::random_passable(rng, grid)});
    if (unit == kNoUnit) continue;
    const Avoidance mode = rng.pick(kModes);
    (void)run.crowd().order(unit, *test::random_passable(rng, grid), mode);
  }
  for (int tick = 0; tick < 200; ++tick) REQUIRE(run.tick().empty());
  return run.report().hash;
}

}  // namespace

TEST_CASE("nobody ever meets anybody, whatever units are told", "[heavy]") {
  Rng rng(71);
  Tally tally;
  for (int i = 0; i < 1500; ++i) {
    CAPTURE(i);
    run_whims(rng, 20, 100, tally);
  }
  require_seen(tally, 200);
}

TEST_CASE("nobody ever meets anybody in 10^8 ticks of units", "[long]") {
  Rng rng(72);
  Tally tally;
  for (int i = 0; tally.unit_ticks < 100'000'000; ++i) {
    CAPTURE(i);
    run_whims(rng, 40, 4000, tally);
  }
  require_seen(tally, 10'000);
}

TEST_CASE("where every step lies on a cycle each unit comes to its goal in time", "[heavy]") {
  Rng rng(73);
  int cases = 0;
  for (int i = 0; i < 2500; ++i) {
    CAPTURE(i);
    cases += run_promise(rng) ? 1 : 0;
  }
  CHECK(cases > 2000);
}

TEST_CASE("where every step lies on a cycle each unit comes to its goal in time, often", "[long]") {
  Rng rng(74);
  int cases = 0;
  for (int i = 0; i < 100'000; ++i) {
    CAPTURE(i);
    cases += run_promise(rng) ? 1 : 0;
  }
  CHECK(cases > 80'000);
}

TEST_CASE("states of crowds that were forged are refused, or are ones that a crowd can go on with", "[heavy]") {
  Rng rng(76);
  const TileMap map = test::ascii_map("..........\n..#.......\n..........\n....#.....\n..........\n");
  MovementProfile large;
  large.name = "large";
  large.footprint = 2;
  MovementProfile lorry;
  lorry.name = "lorry";
  lorry.kinematics = Kinematics{.length = 3, .turn = 10'000, .backward = Ratio{2, 1}};
  const std::vector<MovementProfile> profiles{MovementProfile{}, large, lorry};
  const BodyCheck body(lorry, *lorry.kinematics);
  const BuiltWorld built(map, profiles, BuiltWorld::all_indexes());
  const World& world = built.world();
  const CrowdOptions options{.units = 12};
  CrowdRun run(world, options);
  const auto any_tile = [&] { return Tile{rng.below(world.width()), rng.below(world.height())}; };
  for (int i = 0; i < 40; ++i) {
    const UnitId unit = run.add({.tile = any_tile(),
                                 .profile = i % 4 == 0   ? 1U
                                            : i % 4 == 1 ? 2U
                                                         : 0U,
                                 .ticks_per_tile = draw_pace(rng)});
    if (unit != kNoUnit) (void)run.crowd().order(unit, any_tile());
  }
  run.remove(run.units()[2]);
  for (int tick = 0; tick < 9; ++tick) REQUIRE(run.tick().empty());
  const std::vector<std::byte> bytes = CrowdFile::bytes_of(run.crowd());
  Crowd other(world, test::all_profiles(world), options);
  const std::uint64_t empty = CrowdFile::hash_of(other);
  for (std::size_t size = 0; size < bytes.size(); size += 8) {
    REQUIRE_FALSE(CrowdFile::read(std::span(bytes).first(size), nullptr, other).has_value());
  }
  Overlay edited(world);
  REQUIRE(edited.set_terrain({{0, 0}, {1, 1}}, 1).has_value());
  REQUIRE(CrowdFile::read(bytes, std::make_shared<const Overlay>(edited), other).error().code == ErrorCode::usage);
  Crowd unlike(world, test::all_profiles(world), {.units = 13});
  REQUIRE(CrowdFile::read(bytes, nullptr, unlike).error().code == ErrorCode::usage);
  REQUIRE(CrowdFile::hash_of(other) == empty);

  int taken = 0;
  int refused = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::vector<std::byte> forged = test::forged(rng, bytes);
    if (!test::takes(other, forged)) {
      ++refused;
      continue;
    }
    ++taken;
    for (int tick = 0; tick < 30; ++tick) {
      (void)other.tick();
      std::set<std::pair<std::int32_t, std::int32_t>> covered;
      for (UnitId id = 0; id < options.units; ++id) {
        if (!other.contains(id)) continue;
        const UnitView view = other.unit(id);
        if (view.tile != view.to || view.heading != view.to_heading) continue;
        if (view.heading != Heading::any) {
          const std::vector<Tile> under = body.under({view.tile, view.heading});
          for (const Tile tile : under) REQUIRE(covered.insert({tile.x, tile.y}).second);
          continue;
        }
        const Tile at = view.tile;
        const std::int32_t side = view.profile == 1 ? 2 : 1;
        for (std::int32_t y = at.y; y < at.y + side; ++y) {
          for (std::int32_t x = at.x; x < at.x + side; ++x) REQUIRE(covered.insert({x, y}).second);
        }
      }
    }
  }
  CHECK(taken > 100);
  CHECK(refused > 1000);
}

TEST_CASE("the same calls give the same moves, and the seed decides between equals") {
  CHECK(hash_of_run(5, 1) == 0x5845'72D6'574C'B15BU);
  CHECK(hash_of_run(5, 1, 0) == 0xFAD1'EE8C'CE41'27C0U);  // nobody is freed
  CHECK(hash_of_run(5, 1) != hash_of_run(5, 2));
}

namespace {

/// A corridor with a bay, or whatever the drawing says, for one mover of four neighbours.
class Drawn4 {
 public:
  explicit Drawn4(std::string_view drawing, std::int32_t footprint = 1)
      : built_(test::ascii_map(drawing), mover(footprint), BuiltWorld::all_indexes()),
        run_(built_.world(), {.units = 8}) {}

  CrowdRun& run() { return run_; }
  Crowd& crowd() { return run_.crowd(); }
  UnitId put(Tile tile, std::uint8_t side = 0) {
    const UnitId unit = run_.add({.tile = tile, .side = side});
    REQUIRE(unit != kNoUnit);
    return unit;
  }
  void send(UnitId unit, Tile goal, Avoidance avoidance = Avoidance::cooperate) {
    REQUIRE(crowd().order(unit, goal, avoidance).status == Status::found);
  }
  /// Lets so many ticks pass. Returns how many stuck units were reported.
  std::size_t pass(int ticks) {
    std::size_t stuck = 0;
    for (int i = 0; i < ticks; ++i) {
      const std::string fault = run_.tick();
      if (!fault.empty()) FAIL(fault);
      stuck += run_.report().stuck.size();
    }
    return stuck;
  }
  bool at(UnitId unit, Tile tile) { return crowd().unit(unit).tile == tile && crowd().unit(unit).to == tile; }

 private:
  static MovementProfile mover(std::int32_t footprint) {
    MovementProfile profile;
    profile.neighbours = Neighbours::four;
    profile.footprint = footprint;
    return profile;
  }
  BuiltWorld built_;
  CrowdRun run_;
};

constexpr std::string_view kBay =
    "########\n"
    "#......#\n"
    "###.####\n"
    "########\n";

}  // namespace

TEST_CASE("who has come to its goal makes way for allies, and comes back") {
  Drawn4 one(
      ".......\n"
      ".......\n"
      ".......\n");
  const UnitId idle = one.put({3, 1});
  const UnitId walker = one.put({0, 1});
  one.send(walker, {6, 1});
  one.pass(30);
  CHECK(one.at(walker, {6, 1}));
  CHECK(one.at(idle, {3, 1}));
  CHECK(one.crowd().unit(idle).state == UnitState::idle);
  CHECK(one.crowd().settled() == 2);
}

TEST_CASE("others make no way: those who hold, those of another side, and for who withholds") {
  Drawn4 one(kBay);
  const UnitId other = one.put({3, 1}, 1);
  const UnitId walker = one.put({1, 1});
  const auto expect_stuck = [&](Avoidance avoidance) {
    one.send(walker, {6, 1}, avoidance);
    std::size_t stuck = 0;
    for (int i = 0; i < 40; ++i) {
      one.pass(1);
      for (const StuckUnit& report : one.run().report().stuck) {
        ++stuck;
        CHECK(report.unit == walker);
        REQUIRE(report.blockers.size() == 1);
        CHECK(report.blockers[0] == other);
      }
    }
    CHECK(stuck == 1);
    CHECK(one.at(walker, {2, 1}));
    CHECK(one.crowd().unit(walker).state == UnitState::stuck);
  };
  expect_stuck(Avoidance::cooperate);
  expect_stuck(Avoidance::around);
  expect_stuck(Avoidance::withhold);
  one.run().remove(other);
  one.pass(6);
  CHECK(one.at(walker, {6, 1}));
  const UnitId ally = one.put({3, 1});
  one.crowd().hold(ally);
  one.send(walker, {1, 1});
  one.pass(30);
  CHECK(one.at(ally, {3, 1}));
  CHECK(one.crowd().unit(ally).state == UnitState::holding);
  CHECK(one.at(walker, {4, 1}));
  one.send(ally, {3, 1});
  one.pass(12);
  CHECK(one.at(walker, {1, 1}));
}

TEST_CASE("who goes around leaves those who stand where they are") {
  Drawn4 one(
      ".......\n"
      ".......\n"
      ".......\n");
  const UnitId walker = one.put({0, 1});
  const UnitId wall = one.put({3, 1});
  one.send(walker, {6, 1}, Avoidance::around);
  for (int i = 0; i < 8; ++i) {
    one.pass(1);
    CHECK(one.at(wall, {3, 1}));
  }
  CHECK(one.at(walker, {6, 1}));
}

TEST_CASE("two that meet in a ring both come to their goals") {
  Drawn4 one(
      "......\n"
      ".####.\n"
      "......\n");
  one.send(one.put({1, 0}), {4, 0});
  one.send(one.put({4, 0}), {1, 0});
  std::size_t arrived = 0;
  for (int i = 0; i < 40; ++i) {
    one.pass(1);
    arrived += one.run().report().arrived.size();
  }
  CHECK(arrived == 2);
}

TEST_CASE("a full circle of units turns") {
  Drawn4 one(
      "..\n"
      "..\n");
  constexpr std::array<Tile, 4> kRing{Tile{0, 0}, Tile{1, 0}, Tile{1, 1}, Tile{0, 1}};
  std::array<UnitId, 4> units{};
  for (std::size_t i = 0; i < 4; ++i) units[i] = one.put(kRing[i]);
  for (std::size_t i = 0; i < 4; ++i) one.send(units[i], kRing[(i + 1) % 4]);
  one.pass(1);
  for (std::size_t i = 0; i < 4; ++i) CHECK(one.at(units[i], kRing[(i + 1) % 4]));
}

TEST_CASE("large bodies go around others") {
  Drawn4 one(
      "........\n"
      "........\n"
      "........\n"
      "........\n",
      2);
  const UnitId idle = one.put({3, 2});
  const UnitId walker = one.put({0, 1});
  CHECK(one.crowd().add({.tile = {1, 2}}).status == Status::bad_start);
  one.send(walker, {6, 1}, Avoidance::around);
  one.pass(12);
  CHECK(one.at(walker, {6, 1}));
  CHECK(one.at(idle, {3, 2}));
}

TEST_CASE("units and orders that will not do are refused") {
  Drawn4 one(kBay);
  Crowd& crowd = one.crowd();
  const UnitId unit = one.put({1, 1});
  CHECK(crowd.add({.tile = {1, 1}}).why == Why::blocked);
  CHECK(crowd.add({.tile = {0, 0}}).why == Why::blocked);
  CHECK(crowd.add({.tile = {-1, 0}}).why == Why::outside);
  CHECK(crowd.add({.tile = {2, 1}, .profile = 1}).status == Status::bad_request);
  CHECK(crowd.add({.tile = {2, 1}, .ticks_per_tile = Ratio{0, 1}}).status == Status::bad_request);
  CHECK(crowd.order(unit, {0, 0}).status == Status::bad_goal);
  CHECK(crowd.order(unit, {99, 0}).why == Why::outside);
  CHECK(crowd.order(unit + 1, {2, 1}).why == Why::no_such_node);
  for (const Tile tile : {Tile{2, 1}, Tile{3, 1}, Tile{4, 1}, Tile{5, 1}, Tile{6, 1}, Tile{3, 2}}) one.put(tile);
  CHECK(crowd.size() == 7);
  crowd.remove(99);
  CHECK(crowd.size() == 7);
}

TEST_CASE("crowds walk profiles of the grid metric of their world, on maps without moves") {
  MovementProfile bird;
  bird.metric = Metric::any_angle;
  TileMap map = test::ascii_map(R"(
    ....
    .#..
    ....)");
  for (const BuildOptions& options : {BuiltWorld::all_indexes(), BuiltWorld::one_thread()}) {
    const BuiltWorld flown(map, bird, options);
    CHECK_THROWS_AS(Crowd(flown.world(), 0), std::invalid_argument);
    CHECK_THROWS_AS(Crowd(flown.world(), 1), std::invalid_argument);
  }
  const BuiltWorld walked(map, MovementProfile{});
  CHECK_NOTHROW(Crowd(walked.world(), 0));
  CHECK_THROWS_AS(Crowd(walked.world(), std::span<const std::size_t>()), std::invalid_argument);
  REQUIRE(map.set_moves({{{0, 0}, {1, 0}, kBlockedMove, LinkDirection::both}}));
  CHECK_THROWS_AS(Crowd(BuiltWorld(map, MovementProfile{}).world(), 0), std::invalid_argument);
}

TEST_CASE("links take what they cost, however long they are") {
  TileMap map = test::ascii_map("....\n####\n....\n");
  constexpr std::uint64_t kTiles = 1'000'000'000;
  REQUIRE(map.set_links({{.name = "tunnel", .from = {0, 0}, .to = {0, 2}, .cost = kTiles * kCostScale}}).has_value());
  const BuiltWorld built(map, MovementProfile{});
  Crowd crowd(built.world(), 0, {.units = 2});
  const UnitId unit = crowd.add({.tile = {0, 0}, .ticks_per_tile = Ratio{1, 1}}).unit;
  const UnitId slow = crowd.add({.tile = {3, 0}, .ticks_per_tile = Ratio{4096, 3}}).unit;
  PathQuery query(built.world(), 0);
  const PathResult found = query.find({.from = {0, 0}, .to = {0, 2}});
  REQUIRE(found.length == static_cast<double>(kTiles));
  CHECK(crowd.duration(unit, found.cost) == kTiles);
  CHECK(crowd.duration(slow, found.cost) == (kTiles * 4096 + 1) / 3);
}

TEST_CASE("of many links units take the one that leads to their goal") {
  // A hall, and thirty rooms of one tile, each by a link of its own from the middle of the hall.
  TileMap map = test::ascii_map(
      ".....#.#.#.#.#.#.#.#.#.#.\n"
      ".....####################\n"
      ".....#.#.#.#.#.#.#.#.#.#.\n"
      ".....####################\n"
      ".....#.#.#.#.#.#.#.#.#.#.\n");
  std::vector<Link> links;
  std::vector<Tile> rooms;
  for (std::int32_t y = 0; y < 5; y += 2) {
    for (std::int32_t x = 6; x < 25; x += 2) {
      rooms.push_back({x, y});
      links.push_back({.name = "door", .from = {2, 2}, .to = rooms.back(), .cost = kCostScale});
    }
  }
  REQUIRE(rooms.size() == 30);
  REQUIRE(map.set_links(links).has_value());
  const BuiltWorld built(map, MovementProfile{});
  for (const Tile room : rooms) {
    Crowd crowd(built.world(), 0, {.units = 1});
    const UnitId unit = crowd.add({.tile = {0, 0}}).unit;
    REQUIRE(crowd.order(unit, room).status == Status::found);
    for (int tick = 0; tick < 10 && !(crowd.unit(unit).tile == room); ++tick) crowd.tick();
    CAPTURE(room);
    CHECK(crowd.unit(unit).tile == room);
  }
}

TEST_CASE("a tick allocates nothing") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted here");
    return;
  }
  Rng rng(77);
  const TileMap map = test::random_map(
      rng, {.character = test::Character::rooms, .weights = test::Weights::uniform, .width = 40, .height = 40});
  for (const bool indexed : {true, false}) {
    const BuiltWorld built(map, MovementProfile{}, indexed ? BuiltWorld::all_indexes() : BuiltWorld::one_thread());
    Crowd crowd(built.world(), 0, {.units = 50});
    const GridView grid = built.world().profiles()[0].grid;
    std::uint64_t moves = 0;
    const test::AllocationCounter counter;
    std::uint64_t made = 0;
    for (int i = 0; i < 50; ++i) {
      Tile from{};
      Tile to{};
      do from = {rng.below(40), rng.below(40)};
      while (!grid.passable(from));
      do to = {rng.below(40), rng.below(40)};
      while (!grid.passable(to));
      const AddedUnit added = crowd.add({.tile = from});
      if (added.status == Status::found) (void)crowd.order(added.unit, to, rng.pick(kModes));
    }
    for (int tick = 0; tick < 150; ++tick) moves += crowd.tick().started.size();
    crowd.remove(0);
    made = counter.count();
    CHECK(made == 0);
    CHECK(moves > 500);
  }
}

}  // namespace portolan
