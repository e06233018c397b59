// SPDX-License-Identifier: BSL-1.0
// Crowds in C: the same moves as those of Crowd, and wrong input.
#include "capi/capi_worlds.hpp"
#include "portolan/crowd/crowd.hpp"
#include "portolan/crowd/crowd_file.hpp"
#include "support/ascii.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {
namespace {

using test::open_bytes;
using test::OverlayHandle;
using test::Rng;
using test::sized;
using test::WorldHandle;

using CrowdHandle = test::Handle<portolan_crowd, portolan_crowd_destroy>;

Heading heading_of(portolan_heading heading) {
  return heading == PORTOLAN_HEADING_ANY ? Heading::any : static_cast<Heading>(heading - PORTOLAN_HEADING_EAST);
}

void require_moves(std::span<const portolan_unit_move> moves, std::span<const UnitMove> wanted) {
  REQUIRE(moves.size() == wanted.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const portolan_unit_move& move = moves[i];
    const UnitMove got{move.unit, {move.from.x, move.from.y}, {move.to.x, move.to.y},     move.begin,
                       move.end,  heading_of(move.heading),   heading_of(move.to_heading)};
    const UnitMove& right = wanted[i];
    REQUIRE((got.unit == right.unit && got.from == right.from && got.to == right.to && got.begin == right.begin &&
             got.end == right.end && got.heading == right.heading && got.to_heading == right.to_heading));
  }
}

}  // namespace

TEST_CASE("crowds in C make the moves of Crowd, with edits and without") {
  const test::BuiltWorld built = test::labelled_rooms(4);
  WorldHandle world;
  open_bytes(built.bytes(), world);
  auto options = sized<portolan_crowd_options>();
  options.units = 40;
  options.seed = 3;
  options.max_cluster_moves = 1000;
  const std::uint32_t profile = 0;
  CrowdHandle crowd;
  REQUIRE(portolan_crowd_create(world.get(), &profile, 1, &options, crowd.address()) == PORTOLAN_OK);
  Crowd wanted(built.world(), 0, {.units = 40, .seed = 3, .max_cluster_moves = 1000});
  OverlayHandle overlay;
  REQUIRE(portolan_overlay_create(world.get(), overlay.address()) == PORTOLAN_OK);
  REQUIRE(portolan_overlay_set_terrain(overlay.get(), {{10, 10}, {30, 12}}, 0) == PORTOLAN_OK);
  WorldHandle elsewhere;
  open_bytes(built.bytes(), elsewhere);
  OverlayHandle foreign;
  REQUIRE(portolan_overlay_create(elsewhere.get(), foreign.address()) == PORTOLAN_OK);
  auto edits = std::make_shared<Overlay>(built.world());
  REQUIRE(edits->set_terrain({{10, 10}, {30, 12}}, 0).has_value());
  Rng rng(5);
  const auto any_tile = [&] { return Tile{rng.below(built.world().width()), rng.below(built.world().height())}; };
  auto answer = sized<portolan_answer>();
  auto spec = sized<portolan_unit_spec>();
  auto report = sized<portolan_crowd_report>();
  auto unit = sized<portolan_unit>();
  std::size_t moves = 0;
  std::size_t arrived = 0;
  for (int round = 0; round < 300; ++round) {
    const Tile tile = any_tile();
    spec.tile = {tile.x, tile.y};
    spec.side = static_cast<std::uint8_t>(round % 2);
    spec.ticks = round % 3 == 0 ? 5 : 0;
    spec.tiles = 2;
    std::uint32_t id = 0;
    REQUIRE(portolan_crowd_add(crowd.get(), &spec, &id, &answer) == PORTOLAN_OK);
    UnitSpec own{.tile = tile, .side = spec.side};
    if (spec.ticks != 0) own.ticks_per_tile = Ratio{5, 2};
    const AddedUnit added = wanted.add(own);
    REQUIRE(id == added.unit);
    REQUIRE(static_cast<Status>(answer.status) == added.status);
    if (id != PORTOLAN_NO_UNIT) {
      const Tile goal = any_tile();
      const auto avoidance = static_cast<std::uint8_t>(round % 3);
      REQUIRE(portolan_crowd_order(crowd.get(), id, {goal.x, goal.y}, avoidance, &answer) == PORTOLAN_OK);
      REQUIRE(static_cast<Status>(answer.status) == wanted.order(id, goal, static_cast<Avoidance>(avoidance)).status);
    }
    if (round == 150) {
      REQUIRE(portolan_crowd_use(crowd.get(), overlay.get()) == PORTOLAN_OK);
      wanted.use(edits);
      REQUIRE(portolan_crowd_hold(crowd.get(), 0) == PORTOLAN_OK);
      wanted.hold(0);
      REQUIRE(portolan_crowd_remove(crowd.get(), 1) == PORTOLAN_OK);
      wanted.remove(1);
    }
    REQUIRE(portolan_crowd_tick(crowd.get(), &report) == PORTOLAN_OK);
    const CrowdReport expected = wanted.tick();
    REQUIRE(report.hash == expected.hash);
    REQUIRE(report.tick == expected.tick);
    REQUIRE(report.planned == expected.planned);
    REQUIRE(report.started == expected.started.size());
    std::vector<portolan_unit_move> started(report.started);
    std::size_t count = 0;
    REQUIRE(portolan_crowd_started(crowd.get(), started.data(), started.size(), &count) == PORTOLAN_OK);
    REQUIRE(count == started.size());
    // What cannot be used changes nothing.
    REQUIRE(portolan_crowd_use(crowd.get(), foreign.get()) == PORTOLAN_ERROR_OTHER_WORLD);
    REQUIRE(portolan_crowd_started(crowd.get(), started.data(), started.size(), &count) == PORTOLAN_OK);
    REQUIRE(count == started.size());
    require_moves(started, expected.started);
    std::vector<std::uint32_t> goals(expected.arrived.size());
    REQUIRE(portolan_crowd_arrived(crowd.get(), goals.data(), goals.size(), &count) == PORTOLAN_OK);
    REQUIRE(count == goals.size());
    REQUIRE(std::equal(goals.begin(), goals.end(), expected.arrived.begin()));
    std::vector<portolan_unit_move> ended(expected.ended.size());
    REQUIRE(portolan_crowd_ended(crowd.get(), ended.data(), ended.size(), &count) == PORTOLAN_OK);
    REQUIRE(count == ended.size());
    require_moves(ended, expected.ended);
    std::vector<std::uint32_t> stuck(expected.stuck.size());
    REQUIRE(portolan_crowd_stuck(crowd.get(), stuck.data(), stuck.size(), &count) == PORTOLAN_OK);
    REQUIRE(count == stuck.size());
    for (std::size_t i = 0; i < stuck.size(); ++i) {
      REQUIRE(stuck[i] == expected.stuck[i].unit);
      std::vector<std::uint32_t> blockers(expected.stuck[i].blockers.size());
      REQUIRE(portolan_crowd_blockers(crowd.get(), i, blockers.data(), blockers.size(), &count) == PORTOLAN_OK);
      REQUIRE(count == blockers.size());
      REQUIRE(std::equal(blockers.begin(), blockers.end(), expected.stuck[i].blockers.begin()));
    }
    REQUIRE(portolan_crowd_unit(crowd.get(), 0, &unit) == (wanted.contains(0) ? PORTOLAN_OK : PORTOLAN_ERROR_RANGE));
    if (wanted.contains(0)) REQUIRE((Tile{unit.tile.x, unit.tile.y} == wanted.unit(0).tile));
    moves += started.size();
    arrived += goals.size();
    if (round % 50 != 49) continue;
    std::uint64_t hash = 0;
    REQUIRE(portolan_crowd_hash(crowd.get(), &hash) == PORTOLAN_OK);
    REQUIRE(hash == CrowdFile::hash_of(wanted));
    std::size_t size = 0;
    REQUIRE(portolan_crowd_bytes(crowd.get(), nullptr, 0, &size) == PORTOLAN_OK);
    std::vector<std::uint8_t> bytes(size);
    REQUIRE(portolan_crowd_bytes(crowd.get(), bytes.data(), size, &size) == PORTOLAN_OK);
    CrowdHandle other;
    REQUIRE(portolan_crowd_create(world.get(), &profile, 1, &options, other.address()) == PORTOLAN_OK);
    const portolan_overlay* const shown = round < 150 ? nullptr : overlay.get();
    const portolan_overlay* const another = round < 150 ? overlay.get() : nullptr;
    REQUIRE(portolan_crowd_read(other.get(), bytes.data(), size, another) == PORTOLAN_ERROR_OTHER_WORLD);
    bytes[40] ^= 1U;
    REQUIRE(portolan_crowd_read(other.get(), bytes.data(), size, shown) == PORTOLAN_ERROR_CORRUPT);
    bytes[40] ^= 1U;
    REQUIRE(portolan_crowd_read(other.get(), bytes.data(), size, shown) == PORTOLAN_OK);
    std::swap(*crowd.address(), *other.address());
  }
  CHECK(moves > 1000);
  CHECK(arrived > 20);
}

TEST_CASE("crowds in C free stuck units as their options say") {
  MovementProfile walker;
  walker.neighbours = Neighbours::four;
  const test::BuiltWorld built(test::ascii_map("###.###########\n...............\n###########.###\n"), walker,
                               test::BuiltWorld::all_indexes());
  WorldHandle world;
  open_bytes(built.bytes(), world);
  const auto planned_of = [&](std::uint64_t moves) {
    auto options = sized<portolan_crowd_options>();
    options.units = 2;
    options.max_cluster_moves = moves;
    const std::uint32_t profile = 0;
    CrowdHandle crowd;
    REQUIRE(portolan_crowd_create(world.get(), &profile, 1, &options, crowd.address()) == PORTOLAN_OK);
    auto answer = sized<portolan_answer>();
    auto spec = sized<portolan_unit_spec>();
    auto report = sized<portolan_crowd_report>();
    for (const std::int32_t x : {0, 14}) {
      std::uint32_t unit = 0;
      spec.tile = {x, 1};
      REQUIRE(portolan_crowd_add(crowd.get(), &spec, &unit, &answer) == PORTOLAN_OK);
      REQUIRE(portolan_crowd_order(crowd.get(), unit, {14 - x, 1}, 0, &answer) == PORTOLAN_OK);
    }
    std::uint64_t planned = 0;
    for (int tick = 0; tick < 100; ++tick) {
      REQUIRE(portolan_crowd_tick(crowd.get(), &report) == PORTOLAN_OK);
      planned += report.planned;
    }
    return planned;
  };
  const std::uint64_t by_default = planned_of(0);
  CHECK(by_default > 0);
  CHECK(planned_of(8192) == by_default);
  CHECK(planned_of(std::uint64_t{1} << 20) > 0);
  CHECK(planned_of(1) == 0);
}

TEST_CASE("crowds in C turn as Crowd does, and say where units face") {
  std::string rows;
  for (int y = 0; y < 30; ++y) rows += std::string(30, '.') + '\n';
  MovementProfile profile;
  profile.kinematics = Kinematics{.length = 3, .turn = 10'000, .backward = Ratio{2, 1}};
  const test::BuiltWorld built(test::ascii_map(rows), profile, test::BuiltWorld::all_indexes());
  WorldHandle world;
  open_bytes(built.bytes(), world);
  auto options = sized<portolan_crowd_options>();
  options.units = 12;
  const std::uint32_t number = 0;
  CrowdHandle crowd;
  REQUIRE(portolan_crowd_create(world.get(), &number, 1, &options, crowd.address()) == PORTOLAN_OK);
  Crowd wanted(built.world(), 0, {.units = 12});
  const auto to_c = [](Heading heading) {
    return static_cast<portolan_heading>((static_cast<unsigned>(heading) + 1) % (kHeadings + 1));
  };
  Rng rng(8);
  auto answer = sized<portolan_answer>();
  auto spec = sized<portolan_unit_spec>();
  auto report = sized<portolan_crowd_report>();
  auto unit = sized<portolan_unit>();
  std::uint32_t id = 0;
  for (int i = 0; i < 40; ++i) {
    const Tile tile{rng.below(30), rng.below(30)};
    const auto heading = static_cast<Heading>(rng.below(kHeadings));
    spec.tile = {tile.x, tile.y};
    spec.heading = to_c(heading);
    REQUIRE(portolan_crowd_add(crowd.get(), &spec, &id, &answer) == PORTOLAN_OK);
    REQUIRE(id == wanted.add({.tile = tile, .heading = heading}).unit);
    if (id == PORTOLAN_NO_UNIT) continue;
    const Placement goal{{rng.below(30), rng.below(30)}, static_cast<Heading>(rng.below(kHeadings + 1))};
    const portolan_placement in_c{{goal.tile.x, goal.tile.y}, to_c(goal.heading)};
    REQUIRE(portolan_crowd_order_facing(crowd.get(), id, in_c, 0, &answer) == PORTOLAN_OK);
    REQUIRE(static_cast<Status>(answer.status) == wanted.order_facing(id, goal).status);
  }
  std::size_t turns = 0;
  for (int tick = 0; tick < 120; ++tick) {
    REQUIRE(portolan_crowd_tick(crowd.get(), &report) == PORTOLAN_OK);
    const CrowdReport expected = wanted.tick();
    REQUIRE(report.hash == expected.hash);
    std::vector<portolan_unit_move> started(report.started);
    std::size_t count = 0;
    REQUIRE(portolan_crowd_started(crowd.get(), started.data(), started.size(), &count) == PORTOLAN_OK);
    for (std::size_t i = 0; i < count; ++i) {
      REQUIRE(started[i].heading == to_c(expected.started[i].heading));
      REQUIRE(started[i].to_heading == to_c(expected.started[i].to_heading));
      turns += started[i].heading != started[i].to_heading ? 1 : 0;
    }
    REQUIRE(portolan_crowd_unit(crowd.get(), 0, &unit) == PORTOLAN_OK);
    REQUIRE(unit.heading == to_c(wanted.unit(0).heading));
    REQUIRE(unit.goal_heading == to_c(wanted.unit(0).goal_heading));
  }
  CHECK(turns > 10);
  spec.heading = 9;
  CHECK(portolan_crowd_add(crowd.get(), &spec, &id, &answer) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_crowd_order_facing(crowd.get(), 0, {{1, 1}, 9}, 0, &answer) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_crowd_order_facing(crowd.get(), 0, {{1, 1}, 0}, 3, &answer) == PORTOLAN_ERROR_VALUE);
}

TEST_CASE("crowds in C refuse wrong input") {
  const test::BuiltWorld built = test::labelled_rooms(4);
  WorldHandle world;
  open_bytes(built.bytes(), world);
  auto options = sized<portolan_crowd_options>();
  options.units = 2;
  const std::uint32_t profile = 0;
  const std::uint32_t none = 99;
  CrowdHandle crowd;
  portolan_crowd** const made = crowd.address();
  CHECK(portolan_crowd_create(world.get(), &profile, 1, &options, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_crowd_create(world.get(), nullptr, 1, &options, made) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_crowd_create(world.get(), &profile, 0, &options, made) == PORTOLAN_ERROR_VALUE);
  CHECK(portolan_crowd_create(world.get(), &none, 1, &options, made) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_crowd_create(nullptr, &profile, 1, &options, made) == PORTOLAN_ERROR_NULL);
  REQUIRE(portolan_crowd_create(world.get(), &profile, 1, &options, made) == PORTOLAN_OK);
  auto answer = sized<portolan_answer>();
  auto spec = sized<portolan_unit_spec>();
  auto report = sized<portolan_crowd_report>();
  std::uint32_t unit = 0;
  std::size_t count = 0;
  spec.profile = 1;
  CHECK(portolan_crowd_add(crowd.get(), &spec, &unit, &answer) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_crowd_add(crowd.get(), nullptr, &unit, &answer) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_crowd_order(crowd.get(), 0, {1, 1}, 0, &answer) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_crowd_remove(crowd.get(), 0) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_crowd_hold(crowd.get(), 7) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_crowd_blockers(crowd.get(), 0, nullptr, 0, &count) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_crowd_bytes(nullptr, nullptr, 0, &count) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_crowd_bytes(crowd.get(), nullptr, 8, &count) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_crowd_hash(crowd.get(), nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_crowd_read(crowd.get(), nullptr, 8, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_crowd_read(crowd.get(), nullptr, 0, nullptr) == PORTOLAN_ERROR_CORRUPT);
  report.struct_size = 1;
  CHECK(portolan_crowd_tick(crowd.get(), &report) == PORTOLAN_ERROR_STRUCT_SIZE);
  CHECK(portolan_crowd_tick(nullptr, &report) == PORTOLAN_ERROR_NULL);
}

}  // namespace portolan
