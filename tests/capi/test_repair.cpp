// SPDX-License-Identifier: BSL-1.0
// Repairs in C: those of PathRepair, on the file and with edits, and wrong input.
#include "capi/capi_worlds.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_file.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/path_repair.hpp"
#include "support/allocation_counter.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace portolan {
namespace {

using test::open_bytes;
using test::Rng;
using test::sized;

using QueryHandle = test::Handle<portolan_query, portolan_query_destroy>;
using PathHandle = test::Handle<portolan_path, portolan_path_destroy>;
using RepairHandle = test::Handle<portolan_repair, portolan_repair_destroy>;

struct Repaired {
  test::BuiltWorld built;
  test::WorldHandle world;
  QueryHandle query;
  PathHandle path;
  RepairHandle repair;

  Repaired() : built(test::labelled_rooms(4)) {
    open_bytes(built.bytes(), world);
    REQUIRE(portolan_query_create(world.get(), 0, PORTOLAN_BASELINE_WITHOUT, query.address()) == PORTOLAN_OK);
    REQUIRE(portolan_path_create(query.get(), 0, path.address()) == PORTOLAN_OK);
    REQUIRE(portolan_repair_create(world.get(), 0, repair.address()) == PORTOLAN_OK);
  }
  [[nodiscard]] std::vector<std::uint8_t> bytes() const {
    std::size_t count = 0;
    (void)portolan_path_bytes(path.get(), nullptr, 0, &count);
    std::vector<std::uint8_t> bytes(count);
    REQUIRE(portolan_path_bytes(path.get(), bytes.data(), bytes.size(), &count) == PORTOLAN_OK);
    return bytes;
  }
};

std::vector<std::uint8_t> bytes_of(const Path& path) {
  std::vector<std::uint8_t> bytes;
  for (const std::byte byte : PathFile::bytes_of(path)) bytes.push_back(static_cast<std::uint8_t>(byte));
  return bytes;
}

}  // namespace

TEST_CASE("repairs in C are those of PathRepair, with edits and without") {
  const Repaired one;
  PathQuery query(one.built.world(), 0);
  PathRepair repair(one.built.world(), 0);
  Path path(query.room());
  test::OverlayHandle overlay;
  REQUIRE(portolan_overlay_create(one.world.get(), overlay.address()) == PORTOLAN_OK);
  REQUIRE(portolan_overlay_set_terrain(overlay.get(), {{10, 10}, {30, 12}}, 0) == PORTOLAN_OK);
  auto edits = std::make_shared<Overlay>(one.built.world());
  REQUIRE(edits->set_terrain({{10, 10}, {30, 12}}, 0).has_value());
  Rng rng(10);
  int found = 0;
  int searched = 0;
  std::uint64_t made = 0;
  for (int question = 0; question < 120; ++question) {
    const bool edited = question >= 60;
    REQUIRE(portolan_repair_use(one.repair.get(), edited ? overlay.get() : nullptr) == PORTOLAN_OK);
    repair.use(edited ? edits : nullptr);
    auto asked = sized<portolan_path_request>();
    asked.from = {rng.below(100), rng.below(90)};
    asked.to = {rng.below(100), rng.below(90)};
    auto route = sized<portolan_path_result>();
    REQUIRE(portolan_query_find(one.query.get(), &asked, one.path.get(), &route) == PORTOLAN_OK);
    if (route.status != PORTOLAN_STATUS_FOUND) continue;
    REQUIRE(query.find({.from = {asked.from.x, asked.from.y}, .to = {asked.to.x, asked.to.y}}, path).status ==
            Status::found);
    std::vector<portolan_tile> blocked;
    std::vector<Tile> own;
    for (int i = 0; i < 12; ++i) {
      const Tile tile{asked.from.x + rng.between(-4, 4), asked.from.y + rng.between(-4, 4)};
      if (tile == Tile{asked.from.x, asked.from.y}) continue;
      own.push_back(tile);
      blocked.push_back({tile.x, tile.y});
    }
    auto request = sized<portolan_repair_request>();
    request.from = asked.from;
    request.ahead = &asked.from;
    request.ahead_count = question % 2 == 0 ? 1 : 0;
    request.blocked = blocked.data();
    request.blocked_count = blocked.size();
    request.max_expansions = question % 5 == 0 ? 20 : 0;
    auto result = sized<portolan_repair_result>();
    const bool far = question % 3 == 0;
    if (far && edited) {
      REQUIRE(portolan_query_use(one.query.get(), overlay.get()) == PORTOLAN_OK);
      query.use(edits);
    }
    const test::AllocationCounter counter;
    const portolan_error error =
        far ? portolan_repair_path_far(one.repair.get(), &request, one.query.get(), one.path.get(), &result)
            : portolan_repair_path(one.repair.get(), &request, one.path.get(), &result);
    made += counter.count();
    REQUIRE(error == PORTOLAN_OK);
    const RepairRequest own_request{.from = {asked.from.x, asked.from.y},
                                    .blocked = own,
                                    .max_expansions = question % 5 == 0 ? 20 : ~std::uint64_t{0}};
    const RepairResult expected = far ? repair.repair(own_request, path, query) : repair.repair(own_request, path);
    REQUIRE(portolan_query_use(one.query.get(), nullptr) == PORTOLAN_OK);
    query.use(nullptr);
    REQUIRE(static_cast<Status>(result.status) == expected.status);
    REQUIRE(static_cast<Why>(result.why) == expected.why);
    REQUIRE(result.cost == expected.cost);
    REQUIRE(result.lower_bound == expected.lower_bound);
    REQUIRE(result.expansions == expected.work);
    REQUIRE((result.eased == 1) == expected.eased);
    REQUIRE((result.searched == 1) == expected.searched);
    searched += result.searched;
    REQUIRE(Tile{result.rejoined.x, result.rejoined.y} == expected.rejoined);
    REQUIRE(one.bytes() == bytes_of(path));
    auto left = sized<portolan_answer>();
    REQUIRE(portolan_repair_cost_to_go(one.repair.get(), one.path.get(), &left) == PORTOLAN_OK);
    REQUIRE(left.cost == repair.cost_to_go(path).cost);
    found += result.status == PORTOLAN_STATUS_FOUND ? 1 : 0;
  }
  CHECK(found > 20);
  CHECK(searched > 0);
  CHECK(made == 0);
}

TEST_CASE("repairs in C refuse wrong input") {
  const Repaired one;
  test::WorldHandle board;
  open_bytes(test::board_bytes(test::board(2), {}).span(), board);
  portolan_repair* const repair = one.repair.get();
  portolan_path* const path = one.path.get();
  auto* const no_repair = reinterpret_cast<portolan_repair*>(path);
  auto* const no_path = reinterpret_cast<portolan_path*>(repair);
  portolan_repair* made = repair;
  CHECK(portolan_repair_create(one.world.get(), 0, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_repair_create(nullptr, 0, &made) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_repair_create(one.world.get(), 9, &made) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_repair_create(board.get(), 0, &made) == PORTOLAN_ERROR_MISSING);
  CHECK(made == nullptr);
  made = no_repair;
  CHECK(portolan_repair_destroy(&made) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_repair_use(no_repair, nullptr) == PORTOLAN_ERROR_HANDLE);
  auto request = sized<portolan_repair_request>();
  auto result = sized<portolan_repair_result>();
  auto left = sized<portolan_answer>();
  CHECK(portolan_repair_path(no_repair, &request, path, &result) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_repair_path(repair, nullptr, path, &result) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_repair_path(repair, &request, nullptr, &result) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_repair_path(repair, &request, no_path, &result) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_repair_path(repair, &request, path, nullptr) == PORTOLAN_ERROR_NULL);
  portolan_query* const query = one.query.get();
  CHECK(portolan_repair_path_far(no_repair, &request, query, path, &result) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_repair_path_far(repair, nullptr, query, path, &result) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_repair_path_far(repair, &request, nullptr, path, &result) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_repair_path_far(repair, &request, query, no_path, &result) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_repair_path_far(repair, &request, query, path, nullptr) == PORTOLAN_ERROR_NULL);
  const Repaired elsewhere;
  CHECK(portolan_repair_path_far(repair, &request, elsewhere.query.get(), path, &result) == PORTOLAN_ERROR_OTHER_WORLD);
  // A path that was never found is of no world.
  CHECK(portolan_repair_path(repair, &request, path, &result) == PORTOLAN_OK);
  CHECK(result.status == PORTOLAN_STATUS_BAD_REQUEST);
  CHECK(result.why == PORTOLAN_WHY_BAD_REFERENCE);
  request.ahead_count = 1;
  CHECK(portolan_repair_path(repair, &request, path, &result) == PORTOLAN_ERROR_NULL);
  request.ahead_count = 0;
  request.blocked_count = 1;
  CHECK(portolan_repair_path(repair, &request, path, &result) == PORTOLAN_ERROR_NULL);
  request.struct_size = 1;
  CHECK(portolan_repair_path(repair, &request, path, &result) == PORTOLAN_ERROR_STRUCT_SIZE);
  CHECK(portolan_repair_cost_to_go(no_repair, path, &left) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_repair_cost_to_go(repair, nullptr, &left) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_repair_cost_to_go(repair, path, nullptr) == PORTOLAN_ERROR_NULL);
}

}  // namespace portolan
