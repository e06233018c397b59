// SPDX-License-Identifier: BSL-1.0
// Worlds and overlays whose files are written into while they are open.
#include "support/built_world.hpp"
#include "support/random_world.hpp"
#include "support/temporary_folder.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Rng;
using test::TemporaryFolder;

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What a world answers to some questions, walked to the end.
std::vector<std::pair<Status, std::vector<Tile>>> answers_of(const World& world, std::uint64_t seed) {
  Rng rng(seed);
  test::Asker query(world, 0);
  std::vector<std::pair<Status, std::vector<Tile>>> answers;
  for (int i = 0; i < 60; ++i) {
    const Tile from{rng.below(world.width()), rng.below(world.height())};
    const Tile to{rng.below(world.width()), rng.below(world.height())};
    const test::Found result = query.find({.from = from, .to = to});
    answers.emplace_back(result.status,
                         result.status == Status::found ? test::walk(query, result).tiles : std::vector<Tile>());
  }
  return answers;
}

TEST_CASE("a world that was copied from its file outlives all that happens to the file") {
  Rng rng(41);
  const TileMap map = test::random_map(rng, {.width = 150, .height = 130});
  const BuiltWorld built(map, MovementProfile{}, BuiltWorld::all_indexes());
  const auto expected = answers_of(built.world(), 5);
  const TemporaryFolder folder;
  const std::string whole = text_of(built.bytes());
  for (const std::string& later : {std::string(), whole.substr(0, 64), std::string(whole.size(), '\xff')}) {
    const auto path = folder.write("w.pnav", whole);
    const auto world = World::open(path, FileAccess::copied);
    REQUIRE(world);
    folder.write("w.pnav", later);
    CHECK(text_of(world->bytes()) == whole);
    CHECK(answers_of(*world, 5) == expected);
    CHECK(world->verify().has_value());
  }
  const auto mapped = World::open(folder.write("w.pnav", whole), FileAccess::mapped);
  REQUIRE(mapped);
  CHECK(answers_of(*mapped, 5) == expected);
}

TEST_CASE("a file is refused alike whether it is mapped or copied") {
  const TemporaryFolder folder;
  folder.write("empty", "");
  folder.write("short", "PORTOLAN");
  for (const std::string name : {"missing", "empty", "short", "."}) {
    const auto mapped = World::open(folder.path() / name);
    const auto copied = World::open(folder.path() / name, FileAccess::copied);
    REQUIRE_FALSE(mapped);
    REQUIRE_FALSE(copied);
    CHECK(mapped.error().code == copied.error().code);
    CHECK(mapped.error().message == copied.error().message);
  }
}

TEST_CASE("an overlay file longer than edits of the map can be is not read") {
  const TileMap map = *TileMap::create(3, 2, {{"floor", kCostScale}, {"wall", 0}}, std::vector<TerrainId>(6));
  const BuiltWorld built(map, MovementProfile{});
  Overlay overlay(built.world());
  // As many runs as there can be.
  for (const Tile t : {Tile{0, 0}, Tile{2, 0}, Tile{1, 1}}) REQUIRE(overlay.set_terrain({t, {t.x + 1, t.y + 1}}, 1));
  const TemporaryFolder folder;
  const auto path = folder.path() / "edits";
  REQUIRE(overlay.save(path));
  REQUIRE(Overlay::load(built.world(), path));
  std::filesystem::resize_file(path, 64 + 8 * 6);
  CHECK(Overlay::load(built.world(), path).error().code == ErrorCode::corrupt);
  // Sparse: nothing of it is on the disk.
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40);
  const auto refused = Overlay::load(built.world(), path);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::limit);
  CHECK_THAT(refused.error().message, Catch::EndsWith("edits: longer than 112 bytes"));
}

}  // namespace
}  // namespace portolan
