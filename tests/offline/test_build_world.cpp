// SPDX-License-Identifier: BSL-1.0
// build_world: what goes in comes out of the file, the same bytes whatever the threads, within the memory planned with.
#include "portolan/core/hash.hpp"
#include "portolan/grid/islands.hpp"
#include "portolan/offline/build_world.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/temporary_folder.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Oracle;
using test::Rng;
using test::TestGrid;

std::vector<MovementProfile> three_profiles(Rng& rng, const TileMap& map) {
  std::vector<MovementProfile> profiles;
  for (const std::int32_t footprint : {1, 2, 3}) {
    profiles.push_back(test::random_profile(rng, map.palette()));
    profiles.back().name = "square of " + std::to_string(footprint);
    profiles.back().footprint = footprint;
  }
  return profiles;
}

bool equal_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

TEST_CASE("a world holds the map, the profiles, positions and islands it was built from, and verifies") {
  Rng rng(21);
  for (int round = 0; round < 40; ++round) {
    const TileMap map = test::random_map(rng);
    const auto profiles = three_profiles(rng, map);
    const BuiltWorld built(map, profiles);
    const World& world = built.world();
    CAPTURE(round, map.bounds());
    const Outcome verified = world.verify();
    REQUIRE((verified.has_value() ? std::string() : verified.error().message) == "");
    const auto read = world.map();
    REQUIRE(read.has_value());
    REQUIRE(read->bounds() == map.bounds());
    REQUIRE(std::equal(read->tiles().begin(), read->tiles().end(), map.tiles().begin(), map.tiles().end()));
    REQUIRE(std::equal(read->palette().begin(), read->palette().end(), map.palette().begin(), map.palette().end()));
    REQUIRE(world.profiles().size() == profiles.size());
    for (std::size_t i = 0; i < profiles.size(); ++i) {
      const ProfileView& view = world.profiles()[i];
      REQUIRE(world.find_profile(profiles[i].name) == i);
      const TestGrid grid(map, profiles[i]);
      const MovementProfile declared = world.declared_profile(i);
      REQUIRE(declared.neighbours == profiles[i].neighbours);
      REQUIRE(declared.corners == profiles[i].corners);
      REQUIRE(declared.footprint == profiles[i].footprint);
      REQUIRE(declared.steps.has_value() == profiles[i].steps.has_value());
      if (declared.steps) {
        REQUIRE(declared.steps->straight * profiles[i].steps->diagonal ==
                declared.steps->diagonal * profiles[i].steps->straight);
      }
      const Oracle oracle = grid.oracle();
      const Oracle as_read(*read, declared, view.rules);
      const auto islands = oracle.islands();
      std::size_t faults = 0;
      std::uint64_t passable = 0;
      for (std::size_t index = 0; index < islands.size(); ++index) {
        const Tile tile = view.grid.tile(index);
        if (view.grid.cost(tile) != oracle.price(tile) || as_read.price(tile) != oracle.price(tile)) ++faults;
        if (view.islands.label(index) != islands[index]) ++faults;
        if (oracle.passable(tile)) ++passable;
      }
      REQUIRE(faults == 0);
      REQUIRE(view.passable == passable);
      REQUIRE(view.island_count == *std::max_element(islands.begin(), islands.end()));
      REQUIRE(view.regions.topology.levels == view.regions.topology.layout.levels());
    }
    REQUIRE_FALSE(world.find_profile("nobody").has_value());
  }
}

TEST_CASE("the same map and options give the same bytes for any number of threads", "[threads]") {
  Rng rng(22);
  for (int round = 0; round < 6; ++round) {
    const TileMap map = test::random_map(rng, {.width = rng.between(33, 140), .height = rng.between(33, 140)});
    const auto profiles = three_profiles(rng, map);
    const BuiltWorld reference(map, profiles);
    for (const unsigned threads : {1U, 2U, 5U}) {
      BuildOptions options;
      options.threads = threads;
      options.progress = [](std::string_view, double) {};
      REQUIRE(equal_bytes(BuiltWorld(map, profiles, options).bytes(), reference.bytes()));
    }
  }
}

TEST_CASE("a saved world is the image byte for byte and opens from disk") {
  Rng rng(23);
  const TileMap map = test::random_map(rng, {.width = 70, .height = 40});
  const auto profiles = three_profiles(rng, map);
  const auto image = build_world(map, profiles, BuiltWorld::one_thread());
  REQUIRE(image.has_value());
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "x.pnav";
  REQUIRE(image->save(path).has_value());
  const auto world = World::open(path);
  REQUIRE(world.has_value());
  const AlignedBytes bytes = image->bytes();
  REQUIRE(equal_bytes(world->bytes(), bytes.span()));
  REQUIRE(world->verify().has_value());
}

TEST_CASE("islands take 1, 2 or 4 bytes a position, as their number needs") {
  struct Case {
    std::int32_t side;
    std::uint32_t bytes;
  };
  for (const auto& [side, bytes] : {Case{20, 1}, Case{22, 1}, Case{23, 2}, Case{100, 2}, Case{362, 2}, Case{363, 4}}) {
    // Every other tile open: with 4 neighbours each is an island. 22*22/2 = 242, 23*23/2 = 264, 362*362/2 = 65522.
    std::vector<TerrainId> tiles;
    for (std::int32_t y = 0; y < side; ++y) {
      for (std::int32_t x = 0; x < side; ++x) tiles.push_back((x + y) % 2 == 0 ? 1 : 0);
    }
    const auto map = TileMap::create(side, side, {{"#", 0}, {".", kCostScale}}, tiles);
    REQUIRE(map.has_value());
    const MovementProfile profile{.neighbours = Neighbours::four};
    const BuiltWorld built(*map, profile);
    REQUIRE(built.world().verify().has_value());
    const auto sections = built.world().sections();
    const auto islands = std::find_if(sections.begin(), sections.end(), [](const format::SectionEntry& entry) {
      return entry.kind == static_cast<std::uint32_t>(format::SectionKind::islands);
    });
    REQUIRE(islands != sections.end());
    CAPTURE(side);
    REQUIRE(islands->element_size == bytes);
    const ProfileView& view = built.world().profiles()[0];
    REQUIRE(view.island_count == static_cast<std::uint32_t>((side * side + 1) / 2));
    const Islands expected = label_islands(view.grid);
    std::size_t faults = 0;
    for (std::size_t i = 0; i < tiles.size(); ++i) faults += view.islands.label(i) != expected.label[i] ? 1 : 0;
    REQUIRE(faults == 0);
    test::Asker query(built.world(), 0);
    const test::Found result = query.find({.from = {0, 0}, .to = {1, 1}});
    REQUIRE(result.status == Status::unreachable);
    REQUIRE(result.why == Why::different_islands);
  }
}

TEST_CASE("with little memory levels are left out at no loss of exactness and with too little the build is refused") {
  Rng rng(24);
  const TileMap map = test::random_map(
      rng, {.character = test::Character::open, .weights = test::Weights::small, .width = 200, .height = 140});
  const MovementProfile profile;
  const TestGrid grid(map, profile);
  const int all = RegionLayout(map.width(), map.height()).levels();
  std::vector<bool> seen(static_cast<std::size_t>(all) + 1, false);
  int refused = 0;
  for (std::uint64_t memory = 50'000; !seen.back(); memory += memory / 10) {
    BuildOptions options = BuiltWorld::one_thread();
    options.memory = memory;
    const auto image = build_world(map, std::span(&profile, 1), options);
    CAPTURE(memory);
    REQUIRE(memory < 40'000'000);
    if (!image) {
      ++refused;
      REQUIRE(image.error().code == ErrorCode::limit);
      REQUIRE(image.error().message.find("--memory") != std::string::npos);
      continue;
    }
    const AlignedBytes bytes = image->bytes();
    const auto opened = World::view(bytes.span());
    REQUIRE(opened.has_value());
    const World& world = *opened;
    REQUIRE(world.verify().has_value());
    const int levels = world.profiles()[0].regions.topology.levels;
    REQUIRE(levels >= 1);
    const bool noted = world.provenance().find("for lack of memory") != std::string_view::npos;
    REQUIRE(noted == (levels < all));
    if (seen[static_cast<std::size_t>(levels)]) continue;
    seen[static_cast<std::size_t>(levels)] = true;
    test::Asker query(world, 0);
    const Oracle oracle = grid.oracle();
    for (int source = 0; source < 5; ++source) {
      const Tile from = *test::random_passable(rng, world.profiles()[0].grid);
      const auto distances = oracle.distances_from(from);
      for (int goal = 0; goal < 20; ++goal) {
        const Tile to = *test::random_passable(rng, world.profiles()[0].grid);
        const test::Found result = query.find({.from = from, .to = to, .tier = Tier::regions});
        const Cost expected = distances[oracle.index(to)];
        REQUIRE((result.status == Status::found ? result.cost : kInfiniteCost) == expected);
      }
    }
  }
  REQUIRE(refused > 0);
  REQUIRE(std::count(seen.begin(), seen.end(), true) > 1);
}

TEST_CASE("where memory is short a work folder changes neither what is left out nor what is refused", "[heavy]") {
  Rng rng(2418);
  const TileMap map = test::random_map(
      rng, {.character = test::Character::caves, .weights = test::Weights::small, .width = 300, .height = 260});
  const MovementProfile profile;
  int short_of_levels = 0;
  int whole = 0;
  for (std::uint64_t memory = 150'000; whole == 0; memory += memory / 8) {
    const test::TemporaryFolder folder;
    BuildOptions options = BuiltWorld::one_thread();
    options.memory = memory;
    options.cell_level = 1;
    const auto plain = build_world(map, std::span(&profile, 1), options);
    options.work_folder = folder.path() / "work";
    const auto kept = build_world(map, std::span(&profile, 1), options);
    const auto resumed = build_world(map, std::span(&profile, 1), options);
    CAPTURE(memory);
    REQUIRE(memory < 40'000'000);
    REQUIRE(kept.has_value() == plain.has_value());
    REQUIRE(resumed.has_value() == plain.has_value());
    if (!plain) continue;
    const AlignedBytes bytes = plain->bytes();
    REQUIRE(std::ranges::equal(kept->bytes().span(), bytes.span()));
    REQUIRE(std::ranges::equal(resumed->bytes().span(), bytes.span()));
    const World world = *World::view(bytes.span());
    const bool all = world.profiles()[0].regions.topology.levels == RegionLayout(map.width(), map.height()).levels();
    ++(all ? whole : short_of_levels);
  }
  REQUIRE(short_of_levels > 0);
}

TEST_CASE("without room to say where a mover may go straight the grid has no waypoint graph, and any angle is refused",
          "[heavy]") {
  Rng rng(2419);
  const TileMap map = test::random_map(
      rng, {.character = test::Character::open, .weights = test::Weights::uniform, .width = 1024, .height = 1024});
  const test::TemporaryFolder folder;
  BuildOptions options = BuiltWorld::one_thread();
  options.cell_level = 1;
  options.scratch_folder = folder.path();
  MovementProfile profile;
  const auto build = [&] { return build_world(map, std::span(&profile, 1), options); };
  options.memory = map.tiles().size();
  auto least = build();
  while (!least) {
    REQUIRE(least.error().code == ErrorCode::limit);
    REQUIRE(options.memory < 8 * map.tiles().size());
    options.memory += options.memory / 25;
    least = build();
  }
  const AlignedBytes bytes = least->bytes();
  const World world = *World::view(bytes.span());
  CHECK(world.provenance().find("no waypoint graph, for lack of memory") != std::string_view::npos);
  test::Asker query(world, 0);
  CHECK(query
            .find({.from = *test::random_passable(rng, world.profiles()[0].grid),
                   .to = *test::random_passable(rng, world.profiles()[0].grid)})
            .optimal());
  profile.metric = Metric::any_angle;
  const auto refused = build();
  REQUIRE(!refused);
  CHECK(refused.error().code == ErrorCode::limit);
  CHECK(refused.error().message.find("does not fit --memory") != std::string::npos);
}

TEST_CASE("bad profiles are refused by name") {
  Rng rng(25);
  const TileMap map = test::random_map(rng, {.width = 10, .height = 10});
  const auto refusal = [&](const std::vector<MovementProfile>& profiles) {
    const auto image = build_world(map, profiles, BuiltWorld::one_thread());
    return image ? Error{ErrorCode::io, "accepted"} : image.error();
  };
  REQUIRE(refusal({}).code == ErrorCode::usage);
  REQUIRE(refusal(std::vector<MovementProfile>(2, {.name = "twin"})).message.find("twin") != std::string::npos);
  REQUIRE(refusal({{.name = ""}}).code == ErrorCode::usage);
  REQUIRE(refusal({{.name = "flat", .footprint = 0}}).message.find("flat") != std::string::npos);
  REQUIRE(refusal({{.name = "huge", .footprint = kMaxFootprint + 1}}).code == ErrorCode::usage);
  std::vector<MovementProfile> many;
  for (std::uint32_t i = 0; i <= format::kMaxProfiles; ++i) many.push_back({.name = std::to_string(i)});
  REQUIRE(refusal(many).code == ErrorCode::usage);
  many.pop_back();
  REQUIRE(refusal(many).message == "accepted");
}

TEST_CASE("the provenance names the source and the options") {
  Rng rng(26);
  const TileMap map = test::random_map(rng, {.width = 10, .height = 10});
  BuildOptions options = BuiltWorld::one_thread();
  options.source = {.format = "a \"quoted\" format", .hash = 0xABCD};
  const MovementProfile profile;
  const BuiltWorld built(map, std::span(&profile, 1), options);
  const std::string text(built.world().provenance());
  REQUIRE(text.find("a \\\"quoted\\\" format") != std::string::npos);
  REQUIRE(text.find("xxh3:000000000000abcd") != std::string::npos);
}

}  // namespace
}  // namespace portolan
