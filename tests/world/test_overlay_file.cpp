// SPDX-License-Identifier: BSL-1.0
// Overlays saved and loaded: the same edits again, the same bytes for the same edits, and nothing but a reason for
// files that are damaged or belong elsewhere.
#include "portolan/core/hash.hpp"
#include "portolan/offline/build_board.hpp"
#include "portolan/world/overlay.hpp"
#include "support/built_world.hpp"
#include "support/random_board.hpp"
#include "support/random_world.hpp"
#include "support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using format::OverlayHeader;
using format::OverlayRun;
using test::BuiltWorld;
using test::Rng;

Rect random_area(Rng& rng, const Rect& bounds, std::int32_t side) {
  const Tile a{rng.below(bounds.max.x), rng.below(bounds.max.y)};
  return {a, {std::min(bounds.max.x, a.x + rng.between(1, side)), std::min(bounds.max.y, a.y + rng.between(1, side))}};
}

/// Random rectangles of one terrain, of any, and of what the file says.
Overlay edited(Rng& rng, const World& world) {
  Overlay overlay(world);
  const auto terrains = static_cast<std::int32_t>(world.palette().size());
  for (int i = 0; i < 12; ++i) {
    const Rect area = random_area(rng, world.bounds(), rng.percent(50) ? 5 : 60);
    std::vector<TerrainId> plane(area.tiles());
    const bool noise = rng.percent(30);
    const auto single = static_cast<TerrainId>(rng.below(terrains));
    for (TerrainId& tile : plane) tile = noise ? static_cast<TerrainId>(rng.below(terrains)) : single;
    REQUIRE((rng.percent(20) ? overlay.revert(area) : overlay.set_tiles(area, plane)).has_value());
  }
  return overlay;
}

/// Tiles beside each other in a row of a block that were set to one terrain, counted from the terrain alone.
std::size_t count_runs(const Overlay& overlay) {
  const World& world = overlay.world();
  std::size_t runs = 0;
  for (std::int32_t y = 0; y < world.height(); ++y) {
    for (std::int32_t x = 0; x < world.width(); ++x) {
      const auto was = [&](std::int32_t at) { return world.terrain()[{at, y}]; };
      const TerrainId is = overlay.terrain({x, y});
      if (is == was(x)) continue;
      const bool goes_on = x % 32 != 0 && is == overlay.terrain({x - 1, y}) && is != was(x - 1);
      runs += goes_on ? 0 : 1;
    }
  }
  return runs;
}

bool same_edits(const Overlay& a, const Overlay& b) {
  const Rect bounds = a.world().bounds();
  if (a.tiles().copy(bounds) != b.tiles().copy(bounds)) return false;
  for (std::size_t profile = 0; profile < a.world().profiles().size(); ++profile) {
    if (a.positions(profile).copy(bounds) != b.positions(profile).copy(bounds)) return false;
    if (!std::equal(a.dirty(profile).begin(), a.dirty(profile).end(), b.dirty(profile).begin(), b.dirty(profile).end(),
                    [](const DirtyRegion& one, const DirtyRegion& other) {
                      return one.number == other.number && one.least_cost == other.least_cost &&
                             one.opened == other.opened && one.eased == other.eased;
                    })) {
      return false;
    }
  }
  return true;
}

std::array<MovementProfile, 2> two_movers() {
  std::array<MovementProfile, 2> movers;
  movers[0].name = "small";
  movers[1].name = "large";
  movers[1].footprint = 3;
  return movers;
}

/// Made consistent again after tampering.
void fix_checksum(std::vector<std::byte>& bytes) {
  const std::uint64_t checksum = hash_bytes(std::span(bytes).subspan(24));
  std::memcpy(bytes.data() + offsetof(OverlayHeader, checksum), &checksum, sizeof(checksum));
}

/// A file with one change to its header, or with other runs, that is consistent.
template <class Change>
std::vector<std::byte> with_header(std::vector<std::byte> bytes, Change&& change) {
  OverlayHeader header{};
  std::memcpy(&header, bytes.data(), sizeof(header));
  change(header);
  std::memcpy(bytes.data(), &header, sizeof(header));
  fix_checksum(bytes);
  return bytes;
}

std::vector<std::byte> with_runs(std::vector<std::byte> bytes, const std::vector<OverlayRun>& runs) {
  bytes.resize(sizeof(OverlayHeader) + runs.size() * sizeof(OverlayRun));
  std::memcpy(bytes.data() + sizeof(OverlayHeader), runs.data(), runs.size() * sizeof(OverlayRun));
  return with_header(bytes, [&](OverlayHeader& header) { header.run_count = runs.size(); });
}

ErrorCode refused(const World& world, std::span<const std::byte> bytes) {
  const auto overlay = Overlay::from_bytes(world, bytes);
  REQUIRE(!overlay.has_value());
  CHECK(!overlay.error().message.empty());
  return overlay.error().code;
}

TEST_CASE("an overlay that was saved is the same when it is loaded, and takes 8 bytes a run") {
  Rng rng(21);
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "edits";
  for (int round = 0; round < 40; ++round) {
    const TileMap map = test::random_map(rng, {.max_side = 110});
    const BuiltWorld built(map, two_movers());
    Overlay overlay = edited(rng, built.world());
    REQUIRE(overlay.save(path).has_value());
    const std::vector<std::byte> bytes = overlay.bytes();
    CHECK(bytes.size() == 64 + 8 * count_runs(overlay));

    auto loaded = Overlay::load(built.world(), path);
    REQUIRE(loaded.has_value());
    REQUIRE(same_edits(*loaded, overlay));
    CHECK(loaded->bytes() == bytes);
    // Refreshing leaves no trace, nor does the way by which the edits came about.
    CHECK(overlay.refresh() == loaded->refresh());
    CHECK(overlay.bytes() == bytes);
    Overlay at_once(built.world());
    REQUIRE(at_once.set_tiles(map.bounds(), overlay.tiles().copy(map.bounds())).has_value());
    CHECK(at_once.bytes() == bytes);
    REQUIRE(loaded->revert(map.bounds()).has_value());
    CHECK(loaded->empty());
    CHECK(loaded->bytes().size() == 64);
  }
  CHECK(folder.entries() == 1);
}

TEST_CASE("edits go with the map: other profiles and indexes may be built for it") {
  Rng rng(22);
  const TileMap map = test::random_map(rng, {.width = 90, .height = 50});
  const BuiltWorld built(map, MovementProfile{});
  const Overlay overlay = edited(rng, built.world());
  const BuiltWorld again(map, two_movers(), BuiltWorld::all_indexes());
  const auto loaded = Overlay::from_bytes(again.world(), overlay.bytes());
  REQUIRE(loaded.has_value());
  CHECK(loaded->tiles().copy(map.bounds()) == overlay.tiles().copy(map.bounds()));
  CHECK(loaded->bytes() == overlay.bytes());
}

TEST_CASE("edits between floors are refused") {
  std::vector<TerrainId> tiles(30);
  std::fill(tiles.begin() + 12, tiles.begin() + 18, TerrainId{2});
  const auto map = TileMap::create(6, 5, {{"floor", kCostScale}, {"wall", 0}, {"nothing", 0}}, tiles);
  TileMap floors = *map;
  REQUIRE(floors.set_floors({.count = 2, .height = 2, .between = 2}).has_value());
  const BuiltWorld flat(*map, MovementProfile{});
  const BuiltWorld stacked(floors, MovementProfile{});
  for (const std::int32_t y : {0, 1, 2, 3, 4}) {
    Overlay edits(flat.world());
    REQUIRE(edits.set_terrain({{1, y}, {3, y + 1}}, 1).has_value());
    const auto read = Overlay::from_bytes(stacked.world(), edits.bytes());
    CHECK(read.has_value() == (y != 2));
    if (y == 2) CHECK(read.error().message.find("between floors") != std::string::npos);
  }
}

TEST_CASE("edits of another map are refused") {
  const std::vector<Terrain> palette{{"wall", 0}, {"road", kCostScale}, {"mud", 2 * kCostScale}};
  std::vector<TerrainId> tiles(std::size_t{40} * 30, 1);
  const auto bytes_of = [&](std::int32_t width, std::int32_t height, const std::vector<Terrain>& terrains) {
    const auto map = TileMap::create(width, height, terrains, tiles);
    const BuiltWorld built(*map, MovementProfile{});
    return Overlay(built.world()).bytes();
  };
  const auto map = TileMap::create(40, 30, palette, tiles);
  const BuiltWorld built(*map, MovementProfile{});
  CHECK(Overlay::from_bytes(built.world(), bytes_of(40, 30, palette)).has_value());
  CHECK(refused(built.world(), bytes_of(30, 40, palette)) == ErrorCode::usage);
  auto renamed = palette;
  renamed[2].name = "sand";
  CHECK(refused(built.world(), bytes_of(40, 30, renamed)) == ErrorCode::usage);
  auto longer = palette;
  longer.push_back({"sand", kCostScale});
  CHECK(refused(built.world(), bytes_of(40, 30, longer)) == ErrorCode::usage);
  tiles[17] = 2;
  CHECK(refused(built.world(), bytes_of(40, 30, palette)) == ErrorCode::usage);
}

TEST_CASE("a world without a map has overlays without edits, and none in files") {
  Rng rng(25);
  const AlignedBytes bytes = build_board(*make_board(test::random_board(rng, 20)), {})->bytes();
  const auto world = World::view(bytes.span());
  REQUIRE(world.has_value());
  Overlay overlay(*world);
  CHECK(overlay.set_terrain({{0, 0}, {1, 1}}, 0).error().code == ErrorCode::usage);
  CHECK(overlay.refresh() == 0);
  CHECK(overlay.empty());
  CHECK(refused(*world, overlay.bytes()) == ErrorCode::usage);
}

TEST_CASE("overlay files that are cut off or changed anywhere are refused") {
  Rng rng(23);
  const TileMap map = test::random_map(rng, {.width = 70, .height = 60});
  const BuiltWorld built(map, MovementProfile{});
  const std::vector<std::byte> bytes = edited(rng, built.world()).bytes();
  REQUIRE(bytes.size() > 100);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CHECK(refused(built.world(), std::span(bytes).first(size)) == ErrorCode::corrupt);
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::vector<std::byte> changed = bytes;
    changed[at] ^= static_cast<std::byte>(1 << (at % 8));
    const bool names_another_kind = at >= 8 && at < 16;
    CHECK(refused(built.world(), changed) == (names_another_kind ? ErrorCode::unsupported : ErrorCode::corrupt));
  }
  std::vector<std::byte> longer = bytes;
  longer.resize(bytes.size() + 8);
  CHECK(refused(built.world(), longer) == ErrorCode::corrupt);
  const test::TemporaryFolder folder;
  CHECK(Overlay::load(built.world(), folder.path() / "absent").error().code == ErrorCode::io);
  CHECK(Overlay::load(built.world(), folder.write("empty", "")).error().code == ErrorCode::corrupt);
  CHECK(Overlay(built.world()).save(folder.path() / "absent" / "edits").error().code == ErrorCode::io);
}

TEST_CASE("overlay files that lie are refused") {
  Rng rng(24);
  const TileMap map = *TileMap::create(70, 60, {{"wall", 0}, {"road", kCostScale}, {"mud", 2 * kCostScale}},
                                       std::vector<TerrainId>(std::size_t{70} * 60, 1));
  const BuiltWorld built(map, MovementProfile{});
  const World& world = built.world();
  const std::vector<std::byte> bytes = edited(rng, world).bytes();
  const auto header = [&](auto&& change) { return with_header(bytes, change); };
  CHECK(refused(world, header([](OverlayHeader& h) { h.run_count = ~std::uint64_t{0}; })) == ErrorCode::corrupt);
  CHECK(refused(world, header([](OverlayHeader& h) { h.run_count += std::uint64_t{1} << 61; })) == ErrorCode::corrupt);
  CHECK(refused(world, header([](OverlayHeader& h) { ++h.map; })) == ErrorCode::usage);
  CHECK(refused(world, header([](OverlayHeader& h) { h.reserved[15] = 1; })) == ErrorCode::unsupported);

  // 70 x 60 tiles are three blocks by two; the last are 6 tiles wide and 28 high.
  const auto foreign = static_cast<std::uint8_t>(world.palette().size());
  for (const std::vector<OverlayRun>& runs :
       std::vector<std::vector<OverlayRun>>{{{0, 0, 32, 0}, {0, 32, 32, 0}, {5, 27 * 32, 6, 0}},
                                            {{0, 0, 2, 0}, {0, 2, 1, 2}},
                                            {{0, 0, 2, 0}, {0, 3, 1, 0}}}) {
    const auto taken = Overlay::from_bytes(world, with_runs(bytes, runs));
    REQUIRE(taken);
    CHECK(taken->bytes() == with_runs(bytes, runs));
  }
  // What saving would write otherwise: in one piece, or not at all.
  for (const std::vector<OverlayRun>& runs : std::vector<std::vector<OverlayRun>>{
           {{0, 0, 2, 0}, {0, 2, 1, 0}}, {{0, 0, 31, 2}, {0, 31, 1, 2}}, {{0, 0, 1, 1}}, {{1, 3, 29, 1}}}) {
    CHECK(refused(world, with_runs(bytes, runs)) == ErrorCode::corrupt);
  }
  for (const std::vector<OverlayRun>& runs : std::vector<std::vector<OverlayRun>>{{{0, 0, 0, 0}},
                                                                                  {{0, 0, 1, foreign}},
                                                                                  {{0, 0, 1, 255}},
                                                                                  {{0, 0, 33, 0}},
                                                                                  {{0, 31, 2, 0}},
                                                                                  {{0, 1024, 1, 0}},
                                                                                  {{0, 65535, 255, 0}},
                                                                                  {{2, 0, 7, 0}},
                                                                                  {{2, 6, 1, 0}},
                                                                                  {{3, 28 * 32, 1, 0}},
                                                                                  {{6, 0, 1, 0}},
                                                                                  {{0xFFFF'FFFF, 0, 1, 0}},
                                                                                  {{0, 5, 1, 0}, {0, 5, 1, 0}},
                                                                                  {{0, 5, 3, 0}, {0, 7, 1, 0}},
                                                                                  {{1, 0, 1, 0}, {0, 0, 1, 0}}}) {
    CHECK(refused(world, with_runs(bytes, runs)) == ErrorCode::corrupt);
  }
}

TEST_CASE("whatever overlay file is taken is the one that saving writes again") {
  Rng rng(25);
  std::size_t taken = 0;
  std::size_t left = 0;
  for (int round = 0; round < 400; ++round) {
    const TileMap map = test::random_map(rng, {.max_side = 50});
    const BuiltWorld built(map, MovementProfile{});
    const World& world = built.world();
    const std::vector<std::byte> bytes = edited(rng, world).bytes();
    std::vector<OverlayRun> runs((bytes.size() - sizeof(OverlayHeader)) / sizeof(OverlayRun));
    if (runs.empty()) continue;
    std::memcpy(runs.data(), bytes.data() + sizeof(OverlayHeader), runs.size() * sizeof(OverlayRun));
    const auto at = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(runs.size())));
    OverlayRun& run = runs[at];
    switch (rng.below(6)) {
      case 0:
        run.terrain = static_cast<TerrainId>(rng.below(static_cast<std::int32_t>(world.palette().size())));
        break;
      case 1:
        run.place = static_cast<std::uint16_t>(run.place + rng.between(-1, 1));
        break;
      case 2:
        run.length = static_cast<std::uint8_t>(run.length + rng.between(-1, 1));
        break;
      case 3:
        std::swap(run, runs[(at + 1) % runs.size()]);
        break;
      case 4:
        runs.insert(runs.begin() + static_cast<std::ptrdiff_t>(at), runs[at]);
        break;
      default:
        if (run.length == 1) break;
        OverlayRun rest = run;
        run.length = static_cast<std::uint8_t>(rng.between(1, run.length - 1));
        rest.place = static_cast<std::uint16_t>(rest.place + run.length);
        rest.length = static_cast<std::uint8_t>(rest.length - run.length);
        runs.insert(runs.begin() + static_cast<std::ptrdiff_t>(at) + 1, rest);
    }
    const std::vector<std::byte> changed = with_runs(bytes, runs);
    const auto overlay = Overlay::from_bytes(world, changed);
    overlay ? ++taken : ++left;
    if (overlay) CHECK(overlay->bytes() == changed);
  }
  CHECK(taken > 20);
  CHECK(left > 100);
}

TEST_CASE("closed links are saved and loaded, and belong to the links of one world") {
  Rng rng(23);
  TileMap map = test::random_map(rng, {.max_side = 60});
  while (map.links().size() < 5) REQUIRE(map.set_links(test::random_links(rng, map, 9)).has_value());
  const BuiltWorld built(map, MovementProfile{});
  Overlay overlay(built.world());
  for (const LinkId link : {4U, 1U, 2U, 1U}) REQUIRE(overlay.close_link(link).has_value());
  REQUIRE(overlay.open_link(2).has_value());
  REQUIRE(overlay.open_link(0).has_value());
  REQUIRE_FALSE(overlay.close_link(static_cast<LinkId>(map.links().size())));
  REQUIRE_FALSE(overlay.open_link(kNoLink));
  CHECK_FALSE(overlay.empty());
  const std::vector<std::byte> bytes = overlay.bytes();
  CHECK(bytes.size() == 64 + 2 * 4);
  const auto loaded = Overlay::from_bytes(built.world(), bytes);
  REQUIRE(loaded);
  CHECK(std::vector<LinkId>(loaded->closed_links().begin(), loaded->closed_links().end()) == std::vector<LinkId>{1, 4});
  CHECK(loaded->bytes() == bytes);

  const auto with_closed = [&](std::vector<LinkId> closed, std::uint64_t count) {
    std::vector<std::byte> changed(64 + closed.size() * 4);
    std::copy_n(bytes.begin(), 64, changed.begin());
    std::memcpy(changed.data() + 64, closed.data(), closed.size() * 4);
    return with_header(std::move(changed), [&](OverlayHeader& header) { header.closed_count = count; });
  };
  CHECK(Overlay::from_bytes(built.world(), with_closed({0, 3}, 2)));
  CHECK(refused(built.world(), with_closed({3, 0}, 2)) == ErrorCode::corrupt);
  CHECK(refused(built.world(), with_closed({3, 3}, 2)) == ErrorCode::corrupt);
  CHECK(refused(built.world(), with_closed({0, 77}, 2)) == ErrorCode::corrupt);
  CHECK(refused(built.world(), with_closed({0, 3}, 1)) == ErrorCode::corrupt);
  CHECK(refused(built.world(), with_closed({0, 3}, ~std::uint64_t{0} / 4 + 3)) == ErrorCode::corrupt);
  REQUIRE(map.set_links({map.links().begin(), map.links().end() - 1}).has_value());
  const BuiltWorld other(map, MovementProfile{});
  CHECK(refused(other.world(), bytes) == ErrorCode::usage);
  // A world without links keeps the identity that it had before there were any.
  REQUIRE(map.set_links({}).has_value());
  const BuiltWorld none(map, MovementProfile{});
  CHECK(Overlay(none.world()).bytes().size() == 64);
}

}  // namespace
}  // namespace portolan
