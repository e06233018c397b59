// SPDX-License-Identifier: BSL-1.0
// Areas as runs against the plane that they were made from, and what is found wrong with damaged ones.
#include "portolan/boards/tile_areas.hpp"
#include "support/random_world.hpp"

#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

TEST_CASE("runs say of every tile what the plane says") {
  Rng rng(5);
  for (int i = 0; i < 2000; ++i) {
    const Rect bounds{{0, 0}, {rng.between(1, 20), rng.between(1, 20)}};
    std::vector<AreaId> plane;
    for (int tile = 0; tile < bounds.width() * bounds.height(); ++tile) {
      const bool same = !plane.empty() && rng.percent(70);
      plane.push_back(same ? plane.back() : rng.percent(20) ? kNoArea : static_cast<AreaId>(rng.below(3)));
    }
    const TileAreas areas = make_tile_areas(plane, bounds.width());
    REQUIRE(fault_of(areas.view(), bounds, 3).empty());
    for (std::int32_t y = -1; y <= bounds.height(); ++y) {
      for (std::int32_t x = 0; x < bounds.width(); ++x) {
        const bool inside = bounds.contains({x, y});
        REQUIRE(areas.view().at({x, y}) ==
                (inside ? plane[static_cast<std::size_t>(y * bounds.width() + x)] : kNoArea));
      }
    }
    REQUIRE(areas.view().at({-1, 0}) == kNoArea);
  }
}

TEST_CASE("damaged runs are found, and looked up without harm") {
  const Rect bounds{{0, 0}, {4, 2}};
  const TileAreas sound = make_tile_areas(std::vector<AreaId>{0, 0, 1, 1, kNoArea, 0, 0, 1}, 4);
  REQUIRE(sound.runs.size() == 5);
  REQUIRE(fault_of(sound.view(), bounds, 2).empty());
  CHECK_FALSE(fault_of(sound.view(), bounds, 1).empty());
  CHECK_FALSE(fault_of(sound.view(), {{0, 0}, {4, 3}}, 2).empty());
  CHECK_FALSE(fault_of(sound.view(), {{0, 0}, {3, 2}}, 2).empty());
  for (std::size_t i = 0; i < sound.first.size(); ++i) {
    TileAreas damaged = sound;
    damaged.first[i] += 7;
    CHECK_FALSE(fault_of(damaged.view(), bounds, 2).empty());
    for (std::int32_t y = 0; y < 2; ++y) {
      for (std::int32_t x = 0; x < 4; ++x) {
        const AreaId area = damaged.view().at({x, y});
        CHECK((area < 2 || area == kNoArea));
      }
    }
  }
  for (std::size_t i = 0; i < sound.runs.size(); ++i) {
    TileAreas damaged = sound;
    damaged.runs[i].x += 4;
    CHECK_FALSE(fault_of(damaged.view(), bounds, 2).empty());
    damaged = sound;
    damaged.runs[i].area = 2;
    CHECK_FALSE(fault_of(damaged.view(), bounds, 2).empty());
  }
}

}  // namespace portolan::test
