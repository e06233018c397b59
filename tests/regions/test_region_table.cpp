// SPDX-License-Identifier: BSL-1.0
// Regions customised one by one: on terrain as it was they come out as in the topology, at every level.
#include "portolan/regions/region_table.hpp"
#include "support/built_world.hpp"
#include "support/random_world.hpp"

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Rng;

TEST_CASE("tables made on unedited terrain have the members and arcs of the file") {
  Rng rng(21);
  std::size_t base = 0;
  std::size_t upper = 0;
  for (int round = 0; round < 40; ++round) {
    const TileMap map = test::random_map(rng, {.max_side = 140});
    const BuiltWorld built(map, test::random_profile(rng, map.palette()));
    const ProfileView& profile = built.world().profiles()[0];
    const RegionTopologyView& topology = profile.regions.topology;
    RegionTableMaker maker(topology);
    std::vector<std::shared_ptr<const RegionTable>> below;
    for (int level = 0; level < topology.levels; ++level) {
      std::vector<std::shared_ptr<const RegionTable>> here;
      for (std::size_t number = 0; number < topology.layout.regions(level); ++number) {
        RegionChildren children;
        if (level != 0) {
          std::size_t count = 0;
          for_each_child(topology.layout, level, topology.layout.region(level, number), [&](std::size_t child) {
            // Every other one as in the file.
            children[count] = child % 2 == 0 ? below[child] : nullptr;
            ++count;
          });
        }
        auto table = level == 0 ? maker.base(profile.grid, number) : maker.upper(level, number, children);
        CAPTURE(round, level, number);
        REQUIRE(table != nullptr);
        REQUIRE(is_same(topology, level, number, *table));
        for (std::size_t i = 0; i < table->tiles.size(); ++i) REQUIRE(table->find(table->tiles[i]) == i);
        ++(level == 0 ? base : upper);
        if (!table->arcs.weight.empty()) {
          RegionTable other = *table;
          ++other.arcs.weight.back();
          REQUIRE(!is_same(topology, level, number, other));
        }
        here.push_back(std::move(table));
      }
      below = std::move(here);
    }
  }
  CHECK(base > 200);
  CHECK(upper > 50);
}

}  // namespace
}  // namespace portolan
