// SPDX-License-Identifier: BSL-1.0
// Movers with a body in C: paths are those of PlacedQuery, on the file and with edits, kinematics are those of the
// file, and wrong input is refused.
#include "capi/capi_worlds.hpp"
#include "portolan/grid/bend_arcs.hpp"
#include "portolan/query/placed_query.hpp"
#include "support/allocation_counter.hpp"
#include "support/printing.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

constexpr Kinematics kLorry{
    .width = 1, .length = 3, .turn = 5'000, .backward = Ratio{3, 2}, .radius = 20'000, .sweep = Sweep::sector};
constexpr Kinematics kCrab{.headings = Headings::four, .turn = 2'500, .sideways = Ratio{5, 4}};

/// A map of terrains with several prices, for a lorry, a crab, and a walker without headings.
BuiltWorld driven_world() {
  Rng rng(5);
  const TileMap map =
      random_map(rng, {.character = Character::caves, .weights = Weights::small, .width = 150, .height = 90});
  const std::array profiles{MovementProfile{.name = "lorry", .kinematics = kLorry},
                            MovementProfile{.name = "crab", .kinematics = kCrab}, MovementProfile{.name = "walker"}};
  return {map, profiles};
}

struct Driven {
  BuiltWorld built = driven_world();
  WorldHandle world;
  Driven() { open_bytes(built.bytes(), world); }
  void make(std::uint32_t profile, const portolan_kinematics* kinematics, PlacedHandle& placed) const {
    REQUIRE(portolan_placed_create(world.get(), profile, kinematics, 0, placed.address(), nullptr, 0) == PORTOLAN_OK);
  }
};

portolan_placement at(Rng& rng) {
  return {{rng.between(-1, 150), rng.between(-1, 90)}, static_cast<portolan_heading>(rng.below(9))};
}

Placement own_placement(const portolan_placement& c) {
  return {{c.tile.x, c.tile.y}, c.heading == 0 ? Heading::any : static_cast<Heading>(c.heading - 1)};
}

/// Asks both; returns whether there is a path.
bool require_same(portolan_placed* placed, PlacedQuery& wanted, const portolan_placed_request& request) {
  auto result = sized<portolan_placed_result>();
  const AllocationCounter counter;
  const portolan_error error = portolan_placed_find(placed, &request, &result);
  const std::uint64_t allocations = counter.count();
  REQUIRE(error == PORTOLAN_OK);
  CHECK(allocations == 0);
  PlacedRequest own{.from = own_placement(request.from), .to = own_placement(request.to)};
  if (request.factor.denominator != 0) own.factor = {request.factor.numerator, request.factor.denominator};
  if (request.loosest.denominator != 0) own.loosest = {request.loosest.numerator, request.loosest.denominator};
  if (request.max_expansions != 0) own.max_expansions = request.max_expansions;
  own.ends = static_cast<EndRule>(request.ends);
  const PlacedResult expected = wanted.find(own);
  REQUIRE(static_cast<Status>(result.status) == expected.status);
  REQUIRE(static_cast<Why>(result.why) == expected.why);
  REQUIRE((result.optimal == 1) == expected.optimal());
  REQUIRE((result.cost == expected.cost && result.lower_bound == expected.lower_bound));
  REQUIRE(result.expansions == expected.work);
  REQUIRE(Ratio{result.factor.numerator, result.factor.denominator} == expected.factor);
  REQUIRE(result.tiles_per_unit * static_cast<double>(result.cost) == Approx(wanted.in_tiles(expected.cost)));
  REQUIRE(result.placement_count == expected.placements.size());
  std::vector<portolan_placement> placements(expected.placements.size());
  std::size_t count = 0;
  REQUIRE(portolan_placed_placements(placed, placements.data(), placements.size(), &count) == PORTOLAN_OK);
  REQUIRE(count == placements.size());
  for (std::size_t i = 0; i < count; ++i) REQUIRE(own_placement(placements[i]) == expected.placements[i]);
  if (count > 1) REQUIRE(portolan_placed_placements(placed, placements.data(), 1, &count) == PORTOLAN_ERROR_BUFFER);
  std::vector<BendArc> arcs;
  for_each_bend_arc(expected.placements, wanted.profile().rules.footprint, wanted.kinematics().radius,
                    [&](const BendArc& arc) { arcs.push_back(arc); });
  std::vector<portolan_bend_arc> given(arcs.size());
  REQUIRE(portolan_placed_arcs(placed, given.data(), given.size(), &count) == PORTOLAN_OK);
  REQUIRE(count == arcs.size());
  const auto own_point = [](portolan_point p) { return Point{p.x, p.y}; };
  for (std::size_t i = 0; i < count; ++i) {
    const BendArc own_arc{given[i].placement, own_point(given[i].centre), own_point(given[i].from),
                          own_point(given[i].to)};
    REQUIRE(own_arc == arcs[i]);
  }
  if (count > 1) REQUIRE(portolan_placed_arcs(placed, given.data(), 1, &count) == PORTOLAN_ERROR_BUFFER);
  return expected.status == Status::found;
}

}  // namespace

TEST_CASE("paths of movers with a body in C are those of PlacedQuery, on files and with edits, and allocate nothing") {
  const Driven one;
  OverlayHandle overlay;
  REQUIRE(portolan_overlay_create(one.world.get(), overlay.address()) == PORTOLAN_OK);
  REQUIRE(portolan_overlay_set_terrain(overlay.get(), {{20, 20}, {100, 24}}, 0) == PORTOLAN_OK);
  const auto edits = std::make_shared<Overlay>(one.built.world());
  REQUIRE(edits->set_terrain({{20, 20}, {100, 24}}, 0).has_value());
  auto given = sized<portolan_kinematics>();
  given.length = 2;
  given.turn = 10'000;
  given.sweep = PORTOLAN_SWEEP_NONE;
  const Kinematics own_given{.length = 2, .turn = 10'000, .sweep = Sweep::none};
  Rng rng(9);
  std::size_t found = 0;
  for (std::uint32_t profile = 0; profile < 3; ++profile) {
    PlacedHandle placed;
    one.make(profile, profile == 2 ? &given : nullptr, placed);
    const Kinematics& own = profile == 0 ? kLorry : profile == 1 ? kCrab : own_given;
    PlacedQuery wanted(one.built.world(), profile, own);
    for (int i = 0; i < 60; ++i) {
      const bool edited = i >= 30;
      REQUIRE(portolan_placed_use(placed.get(), edited ? overlay.get() : nullptr) == PORTOLAN_OK);
      std::size_t count = 7;
      REQUIRE(portolan_placed_placements(placed.get(), nullptr, 0, &count) == PORTOLAN_OK);
      REQUIRE(count == 0);
      wanted.use(edited ? edits : nullptr);
      auto request = sized<portolan_placed_request>();
      request.from = at(rng);
      request.to = at(rng);
      if (rng.percent(80)) request.from.heading = request.to.heading = PORTOLAN_HEADING_ANY;
      if (rng.percent(50)) request.factor = rng.percent(50) ? portolan_ratio{1, 1} : portolan_ratio{3, 2};
      if (rng.percent(30)) request.loosest = {2, 1};
      if (rng.percent(20)) request.max_expansions = 50;
      if (rng.percent(30)) request.ends = PORTOLAN_ENDS_NEAREST;
      found += require_same(placed.get(), wanted, request) ? 1 : 0;
    }
  }
  CHECK(found > 30);
}

TEST_CASE("kinematics in C are those of the file") {
  const Driven one;
  auto kinematics = sized<portolan_kinematics>();
  REQUIRE(portolan_world_get_kinematics(one.world.get(), 0, &kinematics) == PORTOLAN_OK);
  CHECK((kinematics.struct_size == sizeof(kinematics) && kinematics.headings == 8));
  CHECK((kinematics.width == 1 && kinematics.length == 3));
  CHECK((kinematics.turn == 5'000 && kinematics.radius == 20'000));
  CHECK((kinematics.backward.numerator == 3 && kinematics.backward.denominator == 2));
  CHECK((kinematics.sideways.numerator == 0 && kinematics.sideways.denominator == 0));
  CHECK(kinematics.sweep == PORTOLAN_SWEEP_SECTOR);
  // What was read can be given.
  PlacedHandle same;
  one.make(2, &kinematics, same);
  REQUIRE(portolan_world_get_kinematics(one.world.get(), 1, &kinematics) == PORTOLAN_OK);
  CHECK((kinematics.headings == 4 && kinematics.length == 1 && kinematics.sideways.numerator == 5));
  CHECK(portolan_world_get_kinematics(one.world.get(), 2, &kinematics) == PORTOLAN_ERROR_NOT_FOUND);
  CHECK(portolan_world_get_kinematics(one.world.get(), 3, &kinematics) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_world_get_kinematics(nullptr, 0, &kinematics) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_world_get_kinematics(one.world.get(), 0, nullptr) == PORTOLAN_ERROR_NULL);
  kinematics.struct_size = 4;
  CHECK(portolan_world_get_kinematics(one.world.get(), 0, &kinematics) == PORTOLAN_ERROR_STRUCT_SIZE);
}

TEST_CASE("placed queries refuse wrong input") {
  const OneOfEach others;
  const Driven one;
  PlacedHandle held;
  one.make(0, nullptr, held);
  portolan_placed* const placed = held.get();
  auto* const wrong = as<portolan_placed>(others.batch.get());
  portolan_placed* made = placed;
  std::array<char, 80> text{};

  SECTION("create and destroy") {
    CHECK(portolan_placed_create(one.world.get(), 0, nullptr, 0, nullptr, nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_placed_create(one.world.get(), 0, nullptr, 0, &made, nullptr, 9) == PORTOLAN_ERROR_NULL);
    CHECK(made == nullptr);
    CHECK(portolan_placed_create(nullptr, 0, nullptr, 0, &made, nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_placed_create(as<portolan_world>(placed), 0, nullptr, 0, &made, nullptr, 0) ==
          PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_placed_create(others.board.get(), 0, nullptr, 0, &made, nullptr, 0) == PORTOLAN_ERROR_MISSING);
    CHECK(portolan_placed_create(one.world.get(), 3, nullptr, 0, &made, nullptr, 0) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_placed_create(one.world.get(), 2, nullptr, 0, &made, nullptr, 0) == PORTOLAN_ERROR_NOT_FOUND);
    CHECK(made == nullptr);
    CHECK(portolan_placed_destroy(nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_placed_destroy(&made) == PORTOLAN_OK);
    made = wrong;
    CHECK(portolan_placed_destroy(&made) == PORTOLAN_ERROR_HANDLE);
  }
  SECTION("kinematics") {
    const auto refused = [&](portolan_kinematics kinematics, const std::string& field) {
      CHECK(portolan_placed_create(one.world.get(), 2, &kinematics, 0, &made, text.data(), text.size()) ==
            PORTOLAN_ERROR_VALUE);
      CHECK(made == nullptr);
      CHECK(std::string(text.data()).find(field + ": ") == 0);
    };
    auto kinematics = sized<portolan_kinematics>();
    kinematics.headings = 6;
    refused(kinematics, "headings");
    kinematics.headings = 4;
    kinematics.radius = 10'000;
    refused(kinematics, "radius");
    kinematics.radius = 0;
    kinematics.sweep = 2;
    refused(kinematics, "sweep");
    kinematics.sweep = PORTOLAN_SWEEP_SECTOR;
    kinematics.width = -1;
    refused(kinematics, "body");
    kinematics.width = 2;
    kinematics.length = 2;
    refused(kinematics, "body");  // the profile's footprint is 1
    kinematics.width = 0;
    kinematics.length = 0;
    kinematics.backward = {1, 0};
    refused(kinematics, "backward");
    kinematics.backward = {};
    kinematics.sideways = {17, 1};
    refused(kinematics, "sideways");
    kinematics.sideways = {};
    kinematics.turn = 10'000'001;
    refused(kinematics, "turn");
    kinematics.turn = 0;
    CHECK(portolan_placed_create(others.map.get(), 1, &kinematics, 0, &made, nullptr, 0) == PORTOLAN_ERROR_VALUE);
    kinematics.struct_size = 7;
    CHECK(portolan_placed_create(one.world.get(), 2, &kinematics, 0, &made, nullptr, 0) == PORTOLAN_ERROR_STRUCT_SIZE);
  }
  SECTION("use") {
    CHECK(portolan_placed_use(nullptr, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_placed_use(wrong, nullptr) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_placed_use(placed, others.overlay.get()) == PORTOLAN_ERROR_OTHER_WORLD);
  }
  SECTION("find") {
    auto request = sized<portolan_placed_request>();
    auto result = sized<portolan_placed_result>();
    CHECK(portolan_placed_find(nullptr, &request, &result) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_placed_find(wrong, &request, &result) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_placed_find(placed, nullptr, &result) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_placed_find(placed, &request, nullptr) == PORTOLAN_ERROR_NULL);
    request.from.heading = 9;
    CHECK(portolan_placed_find(placed, &request, &result) == PORTOLAN_ERROR_VALUE);
    request.from.heading = PORTOLAN_HEADING_ANY;
    request.to.heading = 255;
    CHECK(portolan_placed_find(placed, &request, &result) == PORTOLAN_ERROR_VALUE);
    request.to.heading = PORTOLAN_HEADING_ANY;
    for (const portolan_ratio factor : {portolan_ratio{9, 10}, {401, 100}, {1, 0}, {0, 1}, {101, 101}}) {
      request.factor = factor;
      CHECK(portolan_placed_find(placed, &request, &result) == PORTOLAN_ERROR_VALUE);
    }
    request.factor = {};
    request.loosest = {401, 100};
    CHECK(portolan_placed_find(placed, &request, &result) == PORTOLAN_ERROR_VALUE);
    request.loosest = {};
    request.to.tile = {-1, 0};
    CHECK(portolan_placed_find(placed, &request, &result) == PORTOLAN_OK);
    CHECK(result.placement_count == 0);
    request.struct_size = 1;
    CHECK(portolan_placed_find(placed, &request, &result) == PORTOLAN_ERROR_STRUCT_SIZE);
    request.struct_size = sizeof(request);
    result.struct_size = 1;
    CHECK(portolan_placed_find(placed, &request, &result) == PORTOLAN_ERROR_STRUCT_SIZE);
  }
  SECTION("placements") {
    std::size_t count = 7;
    CHECK(portolan_placed_placements(nullptr, nullptr, 0, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_placed_placements(wrong, nullptr, 0, &count) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_placed_placements(placed, nullptr, 4, &count) == PORTOLAN_ERROR_NULL);
    CHECK(count == 7);
    CHECK(portolan_placed_placements(placed, nullptr, 0, &count) == PORTOLAN_OK);
    CHECK(count == 0);  // nothing has been asked
  }
}

}  // namespace portolan::test
