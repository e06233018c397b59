// SPDX-License-Identifier: BSL-1.0
// Overlays as values: what they say of tiles and positions, that copies are apart, that going back leaves no trace, and
// what is refused.
#include "portolan/world/overlay.hpp"
#include "support/built_world.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Rng;

/// A mover each of footprint 1 and 3, so that tiles and positions differ.
std::array<MovementProfile, 2> two_movers() {
  std::array<MovementProfile, 2> movers;
  movers[0].name = "small";
  movers[1].name = "large";
  movers[1].footprint = 3;
  return movers;
}

Rect random_area(Rng& rng, const Rect& bounds) {
  const Tile a{rng.below(bounds.max.x), rng.below(bounds.max.y)};
  return {a, {std::min(bounds.max.x, a.x + rng.between(1, 40)), std::min(bounds.max.y, a.y + rng.between(1, 40))}};
}

/// Regions by what they say, without the memory that they share.
std::vector<std::size_t> numbers(const Overlay& overlay, std::size_t profile) {
  std::vector<std::size_t> all;
  for (const DirtyRegion& region : overlay.dirty(profile)) {
    all.push_back(region.number);
    all.push_back(region.least_cost);
    all.push_back(region.opened ? 1 : 0);
    for (const std::int32_t side : {region.eased.min.x, region.eased.min.y, region.eased.max.x, region.eased.max.y}) {
      all.push_back(static_cast<std::size_t>(side));
    }
  }
  return all;
}

/// Every dirty region bounds its positions that opened or became cheaper; no other region has any.
void require_eased(const Overlay& overlay, std::size_t profile) {
  const ProfileView& view = overlay.world().profiles()[profile];
  const RegionLayout& layout = view.regions.topology.layout;
  auto dirty = overlay.dirty(profile).begin();
  for (std::size_t number = 0; number < layout.regions(0); ++number) {
    const Rect area = layout.area(0, layout.region(0, number));
    Rect eased{};
    for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
      for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
        const std::uint32_t was = view.grid.cost({x, y});
        const std::uint32_t is = view.rules.cost[overlay.positions(profile).at({x, y})];
        if (is != 0 && (was == 0 || is < was)) eased = hull(eased, {{x, y}, {x + 1, y + 1}});
      }
    }
    const bool is_dirty = dirty != overlay.dirty(profile).end() && dirty->number == number;
    REQUIRE((is_dirty ? dirty->eased : Rect{}) == eased);
    if (is_dirty) ++dirty;
  }
}

TEST_CASE("tiles and positions of an overlay are those of the edited map, and going back leaves no trace") {
  Rng rng(11);
  for (int round = 0; round < 30; ++round) {
    const TileMap map = test::random_map(rng, {.max_side = 110});
    const auto movers = two_movers();
    const BuiltWorld built(map, movers);
    const World& world = built.world();
    Overlay overlay(world);
    std::vector<Rect> areas;
    std::vector<TerrainId> tiles(map.tiles().begin(), map.tiles().end());
    for (int i = 0; i < 10; ++i) {
      areas.push_back(random_area(rng, map.bounds()));
      const auto terrain = static_cast<TerrainId>(rng.below(static_cast<std::int32_t>(map.palette().size())));
      REQUIRE(overlay.set_terrain(areas.back(), terrain).has_value());
      for (std::int32_t y = areas.back().min.y; y < areas.back().max.y; ++y) {
        for (std::int32_t x = areas.back().min.x; x < areas.back().max.x; ++x) {
          tiles[static_cast<std::size_t>(y) * static_cast<std::size_t>(map.width()) + static_cast<std::size_t>(x)] =
              terrain;
        }
      }
    }
    const auto edited = TileMap::create(map.width(), map.height(), {map.palette().begin(), map.palette().end()}, tiles);
    REQUIRE(overlay.tiles().copy(map.bounds()) == tiles);
    REQUIRE(overlay.positions(0).copy(map.bounds()) == tiles);
    REQUIRE(overlay.positions(1).copy(map.bounds()) == dearest_terrain(*edited, world.profiles()[1].rules));
    REQUIRE(std::is_sorted(overlay.dirty(1).begin(), overlay.dirty(1).end(),
                           [](const DirtyRegion& a, const DirtyRegion& b) { return a.number < b.number; }));

    for (const std::size_t profile : {0U, 1U}) require_eased(overlay, profile);

    // The same tiles by another way are the same overlay.
    Overlay at_once(world);
    REQUIRE(at_once.set_tiles(map.bounds(), tiles).has_value());
    for (const std::size_t profile : {0U, 1U}) REQUIRE(numbers(at_once, profile) == numbers(overlay, profile));

    const Overlay kept = overlay;
    for (const Rect& area : areas) REQUIRE(overlay.revert(area).has_value());
    CHECK(overlay.empty());
    for (const std::size_t profile : {0U, 1U}) {
      CHECK(overlay.dirty(profile).empty());
      CHECK(overlay.positions(profile).entries().empty());
    }
    CHECK(kept.tiles().copy(map.bounds()) == tiles);
    CHECK(numbers(kept, 1) == numbers(at_once, 1));
  }
}

void require_same_regions(const Overlay& a, const Overlay& b) {
  for (const std::size_t profile : {0U, 1U}) {
    const auto one = a.refreshed(profile);
    const auto other = b.refreshed(profile);
    REQUIRE(one.size() == other.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      CHECK((one[i].level == other[i].level && one[i].number == other[i].number));
      CHECK((one[i].table == nullptr) == (other[i].table == nullptr));
      if (one[i].table != nullptr && other[i].table != nullptr) CHECK(*one[i].table == *other[i].table);
    }
  }
}

TEST_CASE("edits that do not fit the world are refused and change nothing") {
  Rng rng(12);
  const TileMap map = test::random_map(rng, {.width = 40, .height = 30});
  const BuiltWorld built(map, MovementProfile{});
  Overlay overlay(built.world());
  for (const Rect& area : {Rect{{-1, 0}, {1, 1}}, Rect{{0, 0}, {41, 1}}, Rect{{0, 29}, {1, 31}}, Rect{{5, 5}, {5, 6}},
                           Rect{{5, 5}, {4, 6}}}) {
    CHECK(overlay.set_terrain(area, 0).error().code == ErrorCode::usage);
    CHECK(overlay.revert(area).error().code == ErrorCode::usage);
  }
  const auto foreign = static_cast<TerrainId>(map.palette().size());
  CHECK(overlay.set_terrain({{0, 0}, {1, 1}}, foreign).error().code == ErrorCode::usage);
  CHECK(overlay.set_tiles({{0, 0}, {2, 1}}, std::vector<TerrainId>(3)).error().code == ErrorCode::usage);
  CHECK(overlay.empty());
  CHECK(overlay.refresh() == 0);
}

TEST_CASE("a refresh stops at its budget, goes on where it stopped, and has nothing left in the end") {
  Rng rng(13);
  const TileMap map = test::random_map(rng, {.character = test::Character::scatter, .width = 140, .height = 140});
  const auto movers = two_movers();
  const BuiltWorld built(map, movers);
  Overlay overlay(built.world());
  for (int i = 0; i < 6; ++i) {
    const Rect area = random_area(rng, map.bounds());
    REQUIRE(overlay.set_terrain(area, static_cast<TerrainId>(i % 2)).has_value());
  }
  Overlay whole = overlay;
  const std::size_t all = overlay.refresh(0);
  REQUIRE(all > 20);
  std::size_t left = all;
  while (left != 0) {
    const std::size_t next = overlay.refresh(2);
    REQUIRE(next + 2 <= left + (left < 2 ? 2 : 0));
    left = next;
  }
  CHECK(whole.refresh() == 0);
  require_same_regions(overlay, whole);
}

TEST_CASE("what a copy has refreshed is adopted as far as the terrain is still the same") {
  Rng rng(14);
  const TileMap map = test::random_map(rng, {.character = test::Character::scatter, .width = 200, .height = 200});
  const auto movers = two_movers();
  const BuiltWorld built(map, movers);
  Overlay edits(built.world());
  const Rect early{{10, 10}, {30, 20}};
  REQUIRE(edits.set_terrain(early, 0).has_value());
  REQUIRE(edits.set_terrain({{150, 140}, {170, 150}}, 1).has_value());
  Overlay copy = edits;
  REQUIRE(copy.refresh() == 0);

  SECTION("all of it if nothing has changed since") {
    REQUIRE(edits.refresh(0) != 0);
    CHECK(edits.adopt(copy) == 0);
    require_same_regions(edits, copy);
  }
  SECTION("all but what an edit has met since, and what is above that") {
    REQUIRE(edits.set_terrain({{70, 100}, {74, 104}}, 0).has_value());
    const std::size_t all = edits.refresh(0);
    const std::size_t left = edits.adopt(copy);
    CHECK(left != 0);
    CHECK(left < all);
    Overlay alone = edits;
    CHECK(edits.refresh(left) == 0);
    REQUIRE(alone.refresh() == 0);
    require_same_regions(edits, alone);
  }
  SECTION("nothing of an edited region, until it looks the same again") {
    REQUIRE(edits.set_terrain(early, 1).has_value());
    const auto in_early = [&](std::size_t profile) {
      const auto refreshed = edits.refreshed(profile);
      const RegionLayout& layout = built.world().profiles()[profile].regions.topology.layout;
      return std::any_of(refreshed.begin(), refreshed.end(), [&](const RefreshedRegion& region) {
        const Rect met = intersection(layout.area(region.level, layout.region(region.level, region.number)), early);
        return !region.stale && met.width() > 0 && met.height() > 0;
      });
    };
    CHECK(edits.adopt(copy) != 0);
    for (const std::size_t profile : {0U, 1U}) CHECK_FALSE(in_early(profile));
    REQUIRE(edits.set_terrain(early, 0).has_value());
    CHECK(edits.adopt(copy) == 0);
    for (const std::size_t profile : {0U, 1U}) CHECK(in_early(profile));
  }
  SECTION("nothing that is stale there") {
    REQUIRE(copy.set_terrain(early, 1).has_value());
    REQUIRE(copy.set_terrain({{150, 140}, {170, 150}}, 0).has_value());
    const std::size_t all = edits.refresh(0);
    CHECK(edits.adopt(copy) == all);
  }
  SECTION("its own are no news") {
    CHECK(copy.adopt(copy) == 0);
    CHECK(copy.adopt(edits) == 0);
    Overlay alone = edits;
    REQUIRE(alone.refresh() == 0);
    require_same_regions(copy, alone);
  }
  SECTION("of another world it is refused") {
    const BuiltWorld other(map, movers);
    CHECK_THROWS_AS(edits.adopt(Overlay(other.world())), std::invalid_argument);
  }
}

}  // namespace
}  // namespace portolan
