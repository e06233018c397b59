// SPDX-License-Identifier: BSL-1.0
// Memory for searches in C: queries in one answer as those of C++ in as much, and wrong input.
#include "capi/capi_worlds.hpp"
#include "portolan/core/search_memory.hpp"
#include "portolan/query/path_query.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace portolan {
namespace {

using test::open_bytes;
using test::QueryHandle;
using test::Rng;
using test::sized;
using test::WorldHandle;

using MemoryHandle = test::Handle<portolan_search_memory, portolan_search_memory_destroy>;

}  // namespace

TEST_CASE("queries in C share a memory, which lives as long as they need it") {
  int spent = 0;
  int found = 0;
  for (const std::size_t pages : {std::size_t{2}, std::size_t{6}, std::size_t{100}}) {
    const std::size_t bytes = pages * SearchMemory::kPageBytes;
    const test::BuiltWorld built = test::map_world(pages);
    WorldHandle world;
    open_bytes(built.bytes(), world);
    MemoryHandle memory;
    QueryHandle first;
    QueryHandle second;
    REQUIRE(portolan_search_memory_create(bytes, memory.address()) == PORTOLAN_OK);
    for (QueryHandle* const query : {&first, &second}) {
      REQUIRE(portolan_query_create_in(world.get(), 0, PORTOLAN_BASELINE_WITHOUT, memory.get(), query->address()) ==
              PORTOLAN_OK);
    }
    REQUIRE(portolan_search_memory_destroy(memory.address()) == PORTOLAN_OK);
    PathQuery wanted(built.world(), 0, std::make_shared<SearchMemory>(bytes));
    Rng rng(pages);
    for (int question = 0; question < 60; ++question) {
      const auto tile = [&] { return Tile{rng.below(built.world().width()), rng.below(built.world().height())}; };
      const Tile from = tile();
      const Tile to = tile();
      auto request = sized<portolan_path_request>();
      request.from = {from.x, from.y};
      request.to = {to.x, to.y};
      request.tier = PORTOLAN_TIER_REGIONS;
      auto result = sized<portolan_path_result>();
      portolan_query* const query = (rng.percent(50) ? first : second).get();
      REQUIRE(portolan_query_find(query, &request, nullptr, &result) == PORTOLAN_OK);
      const PathResult expected = wanted.find({.from = from, .to = to, .tier = Tier::regions});
      REQUIRE(result.status == static_cast<portolan_status>(expected.status));
      REQUIRE(result.cost == expected.cost);
      spent += result.status == PORTOLAN_STATUS_OUT_OF_BUDGET ? 1 : 0;
      found += result.status == PORTOLAN_STATUS_FOUND ? 1 : 0;
    }
  }
  CHECK(spent > 10);
  CHECK(found > 30);
}

TEST_CASE("memory for searches in C refuses wrong input") {
  const test::BuiltWorld built = test::map_world(3);
  WorldHandle world;
  open_bytes(built.bytes(), world);
  MemoryHandle memory;
  REQUIRE(portolan_search_memory_create(0, memory.address()) == PORTOLAN_OK);
  QueryHandle query;
  REQUIRE(portolan_query_create_in(world.get(), 0, 0, memory.get(), query.address()) == PORTOLAN_OK);

  auto* const no_memory = reinterpret_cast<portolan_search_memory*>(query.get());
  portolan_search_memory* made_memory = no_memory;
  CHECK(portolan_search_memory_create(1, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_search_memory_create(SIZE_MAX, &made_memory) == PORTOLAN_ERROR_LIMIT);
  CHECK(made_memory == nullptr);
  made_memory = no_memory;
  CHECK(portolan_search_memory_destroy(&made_memory) == PORTOLAN_ERROR_HANDLE);

  portolan_query* made = query.get();
  CHECK(portolan_query_create_in(world.get(), 0, 0, memory.get(), nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_query_create_in(nullptr, 0, 0, memory.get(), &made) == PORTOLAN_ERROR_NULL);
  CHECK(made == nullptr);
  made = query.get();
  CHECK(portolan_query_create_in(world.get(), 0, 0, nullptr, &made) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_query_create_in(world.get(), 0, 0, no_memory, &made) == PORTOLAN_ERROR_HANDLE);
  CHECK(portolan_query_create_in(world.get(), 2, 0, memory.get(), &made) == PORTOLAN_ERROR_RANGE);
  CHECK(portolan_query_create_in(world.get(), 0, 2, memory.get(), &made) == PORTOLAN_ERROR_VALUE);
  CHECK(made == nullptr);
}

}  // namespace portolan
