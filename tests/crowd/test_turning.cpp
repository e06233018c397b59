// SPDX-License-Identifier: BSL-1.0
// Units of crowds that turn: alone they come wherever the reference finds a way, by legal moves and at little more than
// its cost; among others they are waited for, make way, back out and go around.
#include "crowd/crowd_run.hpp"
#include "portolan/core/state_words.hpp"
#include "portolan/crowd/crowd_file.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/forged_state.hpp"
#include "support/placed_oracle.hpp"

#include <array>
#include <optional>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::CrowdRun;
using test::PlacedOracle;
using test::Rng;

constexpr Kinematics kLorry{.length = 3, .turn = 10'000, .backward = Ratio{2, 1}};

MovementProfile profile_of(const Kinematics& kinematics) {
  MovementProfile profile;
  profile.footprint = std::min(kinematics.width, kinematics.length);
  profile.kinematics = kinematics;
  return profile;
}

/// A walker of one tile, and a body that turns.
std::vector<MovementProfile> walker_and(const Kinematics& kinematics) {
  std::vector<MovementProfile> profiles{{}, profile_of(kinematics)};
  profiles[0].name = "walker";
  profiles[1].name = "body";
  return profiles;
}

TileMap open_field(std::size_t width, std::size_t height) {
  std::string rows;
  for (std::size_t y = 0; y < height; ++y) rows += std::string(width, '.') + '\n';
  return test::ascii_map(rows);
}

/// Ticks until a unit is idle again; nothing if it is not within so many.
std::optional<Tick> ticks_until_idle(CrowdRun& run, UnitId unit, Tick most) {
  for (Tick tick = 0; tick < most; ++tick) {
    if (run.crowd().unit(unit).state == UnitState::idle) return tick;
    const std::string fault = run.tick();
    if (!fault.empty()) FAIL(fault);
  }
  return {};
}

/// One body alone on a random map. Counts those that had a way.
void walk_alone(Rng& rng, int& ways, int& none) {
  TileMap map = test::random_map(rng, {.width = rng.between(4, 20), .height = rng.between(4, 20)});
  if (rng.percent(30)) REQUIRE(map.set_links(test::random_links(rng, map, 4)).has_value());
  MovementProfile profile = test::random_profile(rng, map.palette());
  profile.kinematics = test::random_kinematics(rng, profile, 4);
  profile.kinematics->radius = 0;
  const BuiltWorld built(map, profile, rng.percent(50) ? BuiltWorld::all_indexes() : BuiltWorld::one_thread());
  const PlacedOracle oracle(map, profile, built.world().profiles()[0].rules, *profile.kinematics);
  const Placement from = test::random_placement(rng, map, oracle);
  const Placement to = test::random_placement(rng, map, oracle);
  if (!oracle.stands(from) || !oracle.stands(to)) return;
  CrowdRun run(built.world(), {.units = 1, .seed = rng.next()});
  const UnitId unit = run.add({.tile = from.tile, .heading = from.heading});
  REQUIRE(unit != kNoUnit);
  const Answer ordered = run.crowd().order_facing(unit, to);
  const Cost least = oracle.least(oracle.costs_from(from), to);
  if (ordered.status != Status::found) {
    CHECK(ordered.status == Status::unreachable);
    CHECK(least == kInfiniteCost);
    ++none;
    return;
  }
  std::vector<Placement> walked{from};
  const auto most = static_cast<int>(20 * map.width() * map.height());
  for (int tick = 0; tick < most && run.crowd().unit(unit).state != UnitState::idle; ++tick) {
    const std::string fault = run.tick();
    if (!fault.empty()) FAIL(fault);
    for (const UnitMove& move : run.report().started) walked.push_back({move.to, move.to_heading});
    if (least == kInfiniteCost && tick > 40) break;
  }
  CAPTURE(map.width(), map.height(), from.tile, to.tile, least, walked.size());
  if (least == kInfiniteCost) {
    CHECK(run.crowd().unit(unit).state == UnitState::stuck);
    CHECK(walked.size() == 1);
    ++none;
    return;
  }
  ++ways;
  REQUIRE(walked.back() == to);
  const Cost cost = oracle.cost_of(walked);
  CHECK(cost != kInfiniteCost);
  CHECK(cost * 10 <= least * 11);
}

TEST_CASE("a body alone comes to its goal wherever there is a way, at little more than the least cost") {
  Rng rng(91);
  int ways = 0;
  int none = 0;
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    walk_alone(rng, ways, none);
  }
  CHECK(ways > 100);
  CHECK(none > 20);
}

TEST_CASE("a body alone comes to its goal wherever there is a way, often", "[long]") {
  Rng rng(92);
  int ways = 0;
  int none = 0;
  for (int i = 0; i < 20'000; ++i) {
    CAPTURE(i);
    walk_alone(rng, ways, none);
  }
  CHECK(ways > 8'000);
  CHECK(none > 1'000);
}

TEST_CASE("a lorry backs out of an alley that another one comes into") {
  const TileMap map = test::ascii_map(
      "##########......\n"
      "................\n"
      "##########......\n"
      "##########......\n");
  const BuiltWorld built(map, profile_of(kLorry), BuiltWorld::all_indexes());
  CrowdRun run(built.world(), {.units = 2});
  const UnitId inside = run.add({.tile = {3, 1}, .heading = Heading::east});
  const UnitId outside = run.add({.tile = {13, 1}, .heading = Heading::west});
  REQUIRE(run.crowd().order(outside, {2, 1}).status == Status::found);
  REQUIRE(run.crowd().order(inside, {13, 2}).status == Status::found);
  for (int tick = 0; tick < 400 && run.crowd().settled() < 2; ++tick) {
    const std::string fault = run.tick();
    if (!fault.empty()) FAIL(fault);
  }
  CHECK(run.crowd().unit(inside).tile == Tile{13, 2});
  CHECK(run.crowd().unit(outside).tile == Tile{2, 1});
}

TEST_CASE("others make way for a body that comes and that turns, and come back") {
  const TileMap map = open_field(9, 5);
  const std::vector<MovementProfile> profiles = walker_and(kLorry);
  const BuiltWorld built(map, profiles, BuiltWorld::all_indexes());
  CrowdRun run(built.world(), {.units = 8});
  const UnitId turning = run.add({.tile = {1, 2}, .profile = 1, .heading = Heading::east});
  std::vector<UnitId> standing;
  for (const Tile tile : {Tile{4, 2}, Tile{7, 1}, Tile{7, 3}, Tile{5, 1}}) standing.push_back(run.add({.tile = tile}));
  REQUIRE(run.crowd().order_facing(turning, {{6, 2}, Heading::north}).status == Status::found);
  const auto arrived = ticks_until_idle(run, turning, 40);
  REQUIRE(arrived);
  CHECK(run.crowd().unit(turning).heading == Heading::north);
  for (int tick = 0; tick < 20; ++tick) REQUIRE(run.tick().empty());
  CHECK(run.crowd().settled() == 5);
  for (const UnitId unit : standing) CHECK(run.crowd().unit(unit).tile == run.crowd().unit(unit).goal);
}

TEST_CASE("a body goes around those who hold, and stays behind them where it is to withhold") {
  const TileMap map = open_field(24, 11);
  const std::vector<MovementProfile> profiles = walker_and(kLorry);
  const BuiltWorld built(map, profiles, BuiltWorld::all_indexes());
  for (const Avoidance avoidance : {Avoidance::cooperate, Avoidance::around, Avoidance::withhold}) {
    CrowdRun run(built.world(), {.units = 8});
    const UnitId turning = run.add({.tile = {2, 5}, .profile = 1});
    for (int y = 3; y < 8; ++y) {
      const UnitId unit = run.add({.tile = {12, y}});
      run.crowd().hold(unit);
    }
    REQUIRE(run.crowd().order(turning, {20, 5}, avoidance).status == Status::found);
    const auto arrived = ticks_until_idle(run, turning, 120);
    CHECK(arrived.has_value() == (avoidance != Avoidance::withhold));
    if (avoidance == Avoidance::withhold) CHECK(run.crowd().unit(turning).state == UnitState::stuck);
  }
}

TEST_CASE("headings that a unit cannot have are refused") {
  const TileMap map = open_field(6, 3);
  const std::vector<MovementProfile> profiles = walker_and({.headings = Headings::four, .length = 3});
  const BuiltWorld built(map, profiles);
  Crowd crowd(built.world(), test::all_profiles(built.world()), {.units = 3});
  CHECK(crowd.add({.tile = {2, 1}, .profile = 1, .heading = Heading::north_east}).why == Why::does_not_fit);
  CHECK(crowd.add({.tile = {2, 1}, .profile = 1, .heading = Heading::any}).why == Why::does_not_fit);
  CHECK(crowd.add({.tile = {2, 0}, .profile = 1, .heading = Heading::north}).why == Why::blocked);
  const UnitId unit = crowd.add({.tile = {2, 0}, .profile = 1, .heading = Heading::east}).unit;
  REQUIRE(unit != kNoUnit);
  CHECK(crowd.add({.tile = {3, 0}}).why == Why::blocked);
  CHECK(crowd.order_facing(unit, {{2, 1}, Heading::south_west}).why == Why::does_not_fit);
  CHECK(crowd.order_facing(unit, {{0, 1}, Heading::west}).status == Status::bad_goal);
  CHECK(crowd.order(unit, {5, 1}).status == Status::found);
  const UnitId other = crowd.add({.tile = {0, 2}}).unit;
  CHECK(crowd.order_facing(other, {{1, 2}, Heading::east}).why == Why::does_not_fit);

  MovementProfile car;
  car.kinematics = Kinematics{.radius = 20'000};
  const BuiltWorld cars(map, car);
  CHECK_THROWS_AS(Crowd(cars.world(), 0), std::invalid_argument);
}

TEST_CASE("ways that would lead a body off the map are refused, whoever wrote them") {
  const BuiltWorld built(open_field(9, 9), profile_of(kLorry));
  const World& world = built.world();
  Crowd crowd(world, 0, {.units = 2});
  const UnitId unit = crowd.add({.tile = {4, 4}, .heading = Heading::east}).unit;
  REQUIRE(crowd.order_facing(unit, {{6, 6}, Heading::north}, Avoidance::withhold).status == Status::found);
  (void)crowd.tick();
  const std::vector<std::byte> bytes = CrowdFile::bytes_of(crowd);
  Crowd other(world, 0, {.units = 2});
  int taken = 0;
  int refused = 0;
  for (std::size_t at = test::kStateHeader; at < bytes.size(); at += sizeof(std::uint64_t)) {
    for (const Tile edge : {Tile{4, 0}, Tile{0, 4}, Tile{8, 4}, Tile{4, 8}, Tile{0, 0}, Tile{8, 8}}) {
      std::vector<std::byte> forged = bytes;
      const std::uint64_t word = word_of(edge);
      std::memcpy(forged.data() + at, &word, sizeof(word));
      test::seal(forged);
      if (!CrowdFile::read(forged, nullptr, other)) {
        ++refused;
        continue;
      }
      ++taken;
      for (int tick = 0; tick < 40; ++tick) {
        for (const StuckUnit& stuck : other.tick().stuck) {
          for (const UnitId blocker : stuck.blockers) REQUIRE(other.contains(blocker));
        }
      }
    }
  }
  CHECK(taken > 5);
  CHECK(refused > 100);
}

/// Blocks of houses between streets that are three tiles wide.
TileMap made_town() {
  std::string rows;
  for (int y = 0; y < 39; ++y) {
    for (int x = 0; x < 39; ++x) rows += x % 9 >= 3 && y % 9 >= 3 ? '#' : '.';
    rows += '\n';
  }
  return test::ascii_map(rows);
}

/// Many bodies in a town; the hash of all moves.
std::uint64_t hash_of_bodies(std::uint64_t seed, std::size_t* arrived) {
  Rng rng(seed);
  const TileMap map = made_town();
  const std::vector<MovementProfile> profiles = walker_and(kLorry);
  const BuiltWorld built(map, profiles, BuiltWorld::all_indexes());
  CrowdRun run(built.world(), {.units = 40, .seed = 5});
  const auto any_tile = [&] { return Tile{rng.below(39), rng.below(39)}; };
  for (int i = 0; i < 400 && run.crowd().size() < 40; ++i) {
    const UnitId unit =
        run.add({.tile = any_tile(), .profile = i % 2 == 0 ? 1U : 0U, .heading = static_cast<Heading>(rng.below(8))});
    if (unit == kNoUnit) continue;
    for (int tries = 0; tries < 10 && run.crowd().order(unit, any_tile()).status != Status::found; ++tries) continue;
  }
  for (int tick = 0; tick < 300; ++tick) {
    const std::string fault = run.tick();
    if (!fault.empty()) FAIL(fault);
    *arrived += run.report().arrived.size();
  }
  return run.report().hash;
}

TEST_CASE("crowds of bodies walk the same ways on every machine") {
  std::size_t arrived = 0;
  CHECK(hash_of_bodies(93, &arrived) == 0x9975'68c8'f07a'f1c9);
  CHECK(arrived > 20);
}

TEST_CASE("ticks of bodies allocate nothing") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted here");
    return;
  }
  Rng rng(94);
  const TileMap map = made_town();
  const BuiltWorld built(map, profile_of(kLorry), BuiltWorld::all_indexes());
  Crowd crowd(built.world(), 0, {.units = 20});
  std::uint64_t moves = 0;
  const test::AllocationCounter counter;
  constexpr std::array kModes{Avoidance::cooperate, Avoidance::withhold, Avoidance::around};
  for (int i = 0; i < 200; ++i) {
    const AddedUnit added = crowd.add({.tile = {rng.below(39), rng.below(39)}});
    if (added.status == Status::found) {
      (void)crowd.order(added.unit, {rng.below(39), rng.below(39)}, rng.pick(kModes));
    }
  }
  for (int tick = 0; tick < 300; ++tick) moves += crowd.tick().started.size();
  const std::uint64_t made = counter.count();
  CHECK(made == 0);
  CHECK(moves > 100);
}

}  // namespace
}  // namespace portolan
