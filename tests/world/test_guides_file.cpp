// SPDX-License-Identifier: BSL-1.0
// World files with landmarks, levels and cells of a waypoint graph: which have them, what is refused, and what damage
// does.
#include "support/built_world.hpp"
#include "support/random_world.hpp"
#include "world/damaged_world.hpp"
#include "world/tampering.hpp"

#include <array>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

using format::SectionKind;

TileMap cave(std::int32_t width = 60, std::int32_t height = 40) {
  Rng rng(17);
  return random_map(rng,
                    {.character = Character::caves, .weights = Weights::uniform, .width = width, .height = height});
}

AlignedBytes with_indexes(const MovementProfile& profile, std::set<IndexKind> kinds, const TileMap& map = cave()) {
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes = std::move(kinds);
  return copy_of(BuiltWorld(map, profile, options).bytes());
}

MovementProfile bird() {
  MovementProfile profile;
  profile.metric = Metric::any_angle;
  profile.footprint = 0;
  return profile;
}

const AlignedBytes& sample() {
  static const AlignedBytes bytes = with_indexes(bird(), {});
  return bytes;
}

/// Long enough for cells.
const AlignedBytes& long_sample() {
  static const AlignedBytes bytes = with_indexes(bird(), {}, cave(2048, 20));
  return bytes;
}

template <class Element, class Change>
Result<World> changed(AlignedBytes& bytes, SectionKind kind, std::size_t element, Change&& change) {
  return open_changed<Element>(bytes, sample(), kind, element, std::forward<Change>(change));
}

/// Paths that queries find in worlds whose sections of these kinds are damaged; each answer must stand.
std::size_t paths_over_damage(const AlignedBytes& sound, std::span<const SectionKind> kinds, std::uint64_t seed,
                              int rounds) {
  Rng rng(seed);
  std::size_t found = 0;
  for (int round = 0; round < rounds; ++round) {
    const AlignedBytes bytes = damaged(sound, kinds, rng);
    const auto world = World::view(bytes.span());
    if (!world) continue;
    const DamagedWorldReport report = query_damaged_world(*world, 0, static_cast<std::uint64_t>(round));
    REQUIRE(report.fault == "");
    const auto paths = report.statuses.find(Status::found);
    found += paths == report.statuses.end() ? 0 : static_cast<std::size_t>(paths->second);
  }
  return found;
}

TEST_CASE("landmarks and levels of waypoints are in files without an index of them") {
  const World world = *World::view(sample().span());
  REQUIRE(world.verify().has_value());
  const SightTierView& sight = *world.profiles()[0].sight;
  CHECK(sight.guides.landmarks.rows.size() == sight.graph->size());
  CHECK(sight.guides.levels.words.size() == (sight.graph->target.size() + 31) / 32);

  const AlignedBytes on_grid = with_indexes({}, {});
  const WaypointGuides octile = World::view(on_grid.span())->profiles()[0].sight->guides;
  CHECK_FALSE(octile.landmarks.rows.empty());
  CHECK(octile.levels.words.empty());

  for (const IndexKind kind : {IndexKind::ch, IndexKind::labels}) {
    const AlignedBytes indexed = with_indexes(bird(), {kind});
    const WaypointGuides none = World::view(indexed.span())->profiles()[0].sight->guides;
    CHECK(none.landmarks.rows.empty());
    CHECK(none.levels.words.empty());
  }
}

TEST_CASE("wrong landmarks and levels are refused when a file is opened, or found by verify") {
  AlignedBytes bytes(0);
  const auto row = changed<LandmarkRow>(bytes, SectionKind::waypoint_landmarks, 5, [](auto& r) { r[3] ^= 1U << 30; });
  REQUIRE(row);
  CHECK_FALSE(row->verify(1).has_value());
  const auto shift = [&](std::uint32_t value) {
    return changed<std::uint32_t>(bytes, SectionKind::waypoint_landmark_shift, 0, [&](auto& s) { s = value; });
  };
  CHECK_FALSE(shift(32).has_value());
  const auto coarse = shift(31);
  REQUIRE(coarse);
  CHECK_FALSE(coarse->verify(1).has_value());
  const auto level = changed<std::uint64_t>(bytes, SectionKind::sight_levels, 1, [](auto& word) { word ^= 4; });
  REQUIRE(level);
  CHECK_FALSE(level->verify(1).has_value());
}

TEST_CASE("searches over damaged landmarks and levels end in an answer that stands") {
  constexpr std::array kKinds{SectionKind::waypoint_landmarks, SectionKind::waypoint_landmark_shift,
                              SectionKind::sight_levels};
  CHECK(paths_over_damage(sample(), kKinds, 3, 150) > 50);
}

constexpr std::array kCellKinds{SectionKind::cell_rank,   SectionKind::cell_first,        SectionKind::cell_target,
                                SectionKind::cell_weight, SectionKind::cell_beside_first, SectionKind::cell_beside};

TEST_CASE("cells are in files of large maps, and wrong ones are refused or found by verify") {
  const World world = *World::view(long_sample().span());
  REQUIRE(world.verify().has_value());
  const SightTierView& sight = *world.profiles()[0].sight;
  CHECK(sight.guides.cells.levels() == 4);
  CHECK(sight.guides.cells.rank.size() == sight.graph->size());
  CHECK(World::view(sample().span())->profiles()[0].sight->guides.cells.levels() == 0);

  AlignedBytes bytes(0);
  const auto changed_in = [&](SectionKind kind, std::size_t element, auto&& change) {
    return open_changed<std::uint32_t>(bytes, long_sample(), kind, element, change);
  };
  for (const SectionKind kind : kCellKinds) {
    CAPTURE(static_cast<int>(kind));
    const auto wrong = changed_in(kind, 3, [](auto& value) { value ^= 1; });
    REQUIRE(wrong);
    CHECK_FALSE(wrong->verify(1).has_value());
  }
  for (const std::uint32_t shift : {0U, 25U}) {
    CHECK_FALSE(changed_in(SectionKind::cell_shift, 0, [&](auto& value) { value = shift; }).has_value());
  }
  CHECK_FALSE(changed_in(SectionKind::cell_members, 0, [](auto& value) { ++value; }).has_value());
  CHECK_FALSE(changed_in(SectionKind::cell_members, 1, [](auto& value) { value = 0; }).has_value());
}

TEST_CASE("cells that exceed the bytes for indexes are left out, with a note") {
  BuildOptions options = BuiltWorld::one_thread();
  options.index_bytes = 0;
  const AlignedBytes bytes = copy_of(BuiltWorld(cave(2048, 20), bird(), options).bytes());
  const World world = *World::view(bytes.span());
  const WaypointGuides& guides = world.profiles()[0].sight->guides;
  CHECK_FALSE(guides.levels.words.empty());
  CHECK(guides.cells.members.empty());
  CHECK(world.provenance().find("0 of 4 levels of cells over sight edges") != std::string_view::npos);
}

TEST_CASE("searches past damaged cells end in an answer that stands") {
  CHECK(paths_over_damage(long_sample(), kCellKinds, 4, 60) > 20);
}

}  // namespace
}  // namespace portolan::test
