// SPDX-License-Identifier: BSL-1.0
// Formations in C: the same moves as those of Formation, and wrong input.
#include "capi/capi_worlds.hpp"
#include "portolan/crowd/formation.hpp"
#include "portolan/crowd/formation_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace portolan {
namespace {

using test::open_bytes;
using test::sized;
using test::WorldHandle;

using CrowdHandle = test::Handle<portolan_crowd, portolan_crowd_destroy>;
using GuideHandle = test::Handle<portolan_formation_guide, portolan_formation_guide_destroy>;
using FormationHandle = test::Handle<portolan_formation, portolan_formation_destroy>;

}  // namespace

TEST_CASE("formations in C make the moves of Formation") {
  const test::BuiltWorld built = test::labelled_rooms(4);
  WorldHandle world;
  open_bytes(built.bytes(), world);
  auto crowd_options = sized<portolan_crowd_options>();
  crowd_options.units = 12;
  const std::uint32_t profile = 0;
  CrowdHandle crowd;
  REQUIRE(portolan_crowd_create(world.get(), &profile, 1, &crowd_options, crowd.address()) == PORTOLAN_OK);
  Crowd wanted(built.world(), 0, {.units = 12});
  auto guide_options = sized<portolan_formation_guide_options>();
  GuideHandle guide;
  REQUIRE(portolan_formation_guide_create(world.get(), 9, &guide_options, guide.address()) == PORTOLAN_ERROR_RANGE);
  guide_options.detour_numerator = 70'000;
  REQUIRE(portolan_formation_guide_create(world.get(), 0, &guide_options, guide.address()) == PORTOLAN_ERROR_VALUE);
  guide_options.detour_numerator = 0;
  REQUIRE(portolan_formation_guide_create(world.get(), 0, &guide_options, guide.address()) == PORTOLAN_OK);
  FormationGuide wanted_guide(built.world(), 0);
  auto options = sized<portolan_formation_options>();
  FormationHandle formation;
  REQUIRE(portolan_formation_create(guide.get(), &options, formation.address()) == PORTOLAN_OK);
  REQUIRE(portolan_formation_guide_use(guide.get(), nullptr) == PORTOLAN_OK);
  REQUIRE(portolan_formation_guide_destroy(guide.address()) == PORTOLAN_OK);
  Formation wanted_formation(wanted_guide);

  auto answer = sized<portolan_answer>();
  auto spec = sized<portolan_unit_spec>();
  std::vector<std::uint32_t> units;
  const GridView grid = built.world().profiles()[0].grid;
  test::Rng rng(8);
  const Tile start = *test::random_passable(rng, grid);
  const auto& islands = built.world().profiles()[0].islands;
  while (units.size() < 12) {
    const Tile tile = *test::random_passable(rng, grid);
    if (islands.label(grid.index(tile)) != islands.label(grid.index(start))) continue;
    spec.tile = {tile.x, tile.y};
    std::uint32_t unit = 0;
    REQUIRE(portolan_crowd_add(crowd.get(), &spec, &unit, &answer) == PORTOLAN_OK);
    REQUIRE(wanted.add({.tile = tile}).unit == unit);
    if (unit != PORTOLAN_NO_UNIT) units.push_back(unit);
  }
  REQUIRE(portolan_crowd_set_pace(crowd.get(), units[0], 2, 1) == PORTOLAN_OK);
  REQUIRE(portolan_crowd_set_pace(crowd.get(), units[0], 2, 0) == PORTOLAN_ERROR_RANGE);
  REQUIRE(portolan_crowd_set_pace(crowd.get(), 99, 2, 1) == PORTOLAN_ERROR_RANGE);
  REQUIRE(wanted.set_pace(units[0], Ratio{2, 1}).status == Status::found);

  auto shape = sized<portolan_shape>();
  REQUIRE(portolan_formation_order(formation.get(), crowd.get(), {start.x, start.y}, 0, &answer) ==
          PORTOLAN_ERROR_SIZES);
  REQUIRE(portolan_formation_form(formation.get(), crowd.get(), units.data(), 12, &shape) == PORTOLAN_ERROR_VALUE);
  shape.count = 12;
  shape.kind = PORTOLAN_SHAPE_FREE;
  REQUIRE(portolan_formation_form(formation.get(), crowd.get(), units.data(), 12, &shape) == PORTOLAN_ERROR_NULL);
  shape.kind = 9;
  REQUIRE(portolan_formation_form(formation.get(), crowd.get(), units.data(), 12, &shape) == PORTOLAN_ERROR_VALUE);
  shape.kind = PORTOLAN_SHAPE_BOX;
  shape.files = 4;
  const std::array<std::uint32_t, 2> twice{units[0], units[0]};
  REQUIRE(portolan_formation_form(formation.get(), crowd.get(), twice.data(), 2, &shape) == PORTOLAN_ERROR_RANGE);
  REQUIRE(portolan_formation_form(formation.get(), crowd.get(), units.data(), 12, &shape) == PORTOLAN_OK);
  REQUIRE(wanted_formation.form(wanted, units, FormationShape::box(12, 4)).status == Status::found);
  REQUIRE(portolan_formation_order(formation.get(), crowd.get(), {-1, 0}, 0, &answer) == PORTOLAN_OK);
  REQUIRE(answer.status == PORTOLAN_STATUS_BAD_GOAL);
  REQUIRE(portolan_formation_order(formation.get(), crowd.get(), {start.x, start.y}, 9, &answer) ==
          PORTOLAN_ERROR_VALUE);
  REQUIRE(portolan_formation_order(formation.get(), crowd.get(), {start.x, start.y}, PORTOLAN_HEADING_WEST, &answer) ==
          PORTOLAN_OK);
  const Answer found = wanted_formation.order(wanted, {.goal = start, .heading = Heading::west});
  REQUIRE(static_cast<Status>(answer.status) == found.status);
  REQUIRE(answer.cost == found.cost);

  auto report = sized<portolan_formation_report>();
  auto ticked = sized<portolan_crowd_report>();
  for (int tick = 0; tick < 120; ++tick) {
    if (tick == 40) {
      REQUIRE(portolan_formation_remove(formation.get(), crowd.get(), units[3]) == PORTOLAN_OK);
      wanted_formation.remove(wanted, units[3]);
    }
    REQUIRE(portolan_formation_advance(formation.get(), crowd.get(), &report) == PORTOLAN_OK);
    const FormationReport own = wanted_formation.advance(wanted);
    REQUIRE(report.members == own.members);
    REQUIRE(report.behind == own.behind);
    REQUIRE(report.orders == own.orders);
    REQUIRE(report.swaps == own.swaps);
    REQUIRE(static_cast<FormationState>(report.state) == own.state);
    REQUIRE((Tile{report.leader.x, report.leader.y} == wanted_formation.leader()));
    REQUIRE(portolan_crowd_tick(crowd.get(), &ticked) == PORTOLAN_OK);
    REQUIRE(ticked.hash == wanted.tick().hash);
  }
  std::size_t count = 0;
  std::vector<portolan_formation_member> members(11);
  REQUIRE(portolan_formation_members(formation.get(), members.data(), members.size(), &count) == PORTOLAN_OK);
  REQUIRE(count == 11);
  for (std::size_t i = 0; i < count; ++i) {
    REQUIRE(members[i].unit == wanted_formation.member(i).unit);
    REQUIRE(members[i].slot.x == wanted_formation.member(i).slot.x);
  }
  std::size_t size = 0;
  REQUIRE(portolan_formation_bytes(formation.get(), nullptr, 0, &size) == PORTOLAN_OK);
  std::vector<std::uint8_t> bytes(size);
  REQUIRE(portolan_formation_bytes(formation.get(), bytes.data(), size, &size) == PORTOLAN_OK);
  const auto own_bytes = FormationFile::bytes_of(wanted_formation);
  REQUIRE(std::ranges::equal(std::as_bytes(std::span(bytes)), own_bytes));
  REQUIRE(portolan_formation_read(formation.get(), crowd.get(), bytes.data(), size) == PORTOLAN_OK);
  bytes[50] ^= 1U;
  REQUIRE(portolan_formation_read(formation.get(), crowd.get(), bytes.data(), size) == PORTOLAN_ERROR_CORRUPT);
  shape.kind = PORTOLAN_SHAPE_WEDGE;
  REQUIRE(portolan_formation_reshape(formation.get(), crowd.get(), &shape) == PORTOLAN_OK);
  REQUIRE(portolan_formation_disband(formation.get(), crowd.get()) == PORTOLAN_OK);
  REQUIRE(portolan_formation_advance(formation.get(), crowd.get(), nullptr) == PORTOLAN_ERROR_NULL);
  REQUIRE(portolan_formation_advance(nullptr, crowd.get(), &report) == PORTOLAN_ERROR_NULL);
}

}  // namespace portolan
