// SPDX-License-Identifier: BSL-1.0
// libFuzzer target for path files: the input as a file, and as changes of one that is right, whose checksum then fits.
// What is read is written again, the same, and leads over legal steps and links that join.
#include "portolan/core/hash.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_file.hpp"
#include "portolan/query/path_query.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

using namespace portolan;

namespace {

void require(bool truth) {
  if (!truth) std::abort();
}

/// Four floors of 40 x 70 tiles with walls, joined by stairs: regions of several levels.
AlignedBytes make_sample() {
  std::vector<TileMap> floors;
  std::uint32_t state = 3;
  for (int floor = 0; floor < 4; ++floor) {
    std::vector<TerrainId> tiles(40 * 70);
    for (TerrainId& tile : tiles) {
      state = state * 1'664'525U + 1'013'904'223U;
      tile = (state >> 24) < 50 ? 1 : 0;
    }
    // Ends of the path and of the stairs.
    for (const Tile tile : {Tile{1, 1}, Tile{38, 68}, Tile{20, 30}, Tile{21, 33}})
      tiles[static_cast<std::size_t>(tile.y * 40 + tile.x)] = 0;
    floors.push_back(*TileMap::create(40, 70, {{"floor", kCostScale}, {"wall", 0}}, std::move(tiles)));
  }
  auto map = TileMap::stack(std::move(floors));
  require(map.has_value());
  std::vector<Link> links;
  for (std::int32_t floor = 0; floor < 3; ++floor) {
    const FloorStack& stack = map->floors();
    links.push_back({"stairs", stack.tile(floor, {20, 30}), stack.tile(floor + 1, {21, 33}), kCostScale,
                     floor == 1 ? LinkDirection::one_way : LinkDirection::both});
  }
  require(map->set_links(links).has_value());
  BuildOptions options;
  options.threads = 1;
  const auto image = build_world(*map, std::vector<MovementProfile>(1), options);
  require(image.has_value());
  return image->bytes();
}

/// From the lowest floor to the highest, by arcs of regions and by stairs.
std::vector<std::byte> make_path(const World& world, Path& path) {
  PathQuery query(world, 0);
  const FloorStack& floors = world.floors();
  const PathResult found = query.find({.from = floors.tile(0, {1, 1}),
                                       .to = floors.tile(3, {38, 68}),
                                       .tier = Tier::regions,
                                       .unpacking = Unpacking::leg_by_leg},
                                      path);
  require(found.status == Status::found && path.hops().size() == 3);
  return PathFile::bytes_of(path);
}

struct Sample {
  AlignedBytes bytes = make_sample();
  World world = *World::view(std::as_const(bytes).span());
  LegWalker walker{world, 0};
  Path path{PathQuery(world, 0).room()};
  std::vector<std::byte> sound = make_path(world, path);
};

Sample& sample() {
  static Sample made;
  return made;
}

bool joins(Tile from, const Leg& leg) {
  const GridView& grid = sample().world.profiles()[0].grid;
  if (leg.tiles.empty() || leg.tiles.front() != from) return false;
  if (leg.link != kNoLink) return leg.tiles.size() == 2 && leg.link < sample().world.links().size();
  for (std::size_t i = 1; i < leg.tiles.size(); ++i) {
    if (step_cost(grid, leg.tiles[i - 1], leg.tiles[i]) == kInfiniteCost) return false;
  }
  return true;
}

void use(std::span<const std::byte> bytes) {
  Sample& made = sample();
  if (!PathFile::read(made.world, bytes, made.path)) return;
  const std::vector<std::byte> again = PathFile::bytes_of(made.path);
  require(std::ranges::equal(again, bytes));
  (void)made.walker.still_valid(made.path);
  Leg leg;
  Tile at = made.path.at();
  while (made.walker.next(made.path, leg) == LegStatus::ready) {
    require(joins(at, leg));
    at = leg.tiles.back();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = std::as_bytes(std::span(data, size));
  use(input);
  // Three bytes each: where, and what.
  std::vector<std::byte> forged = sample().sound;
  for (std::size_t i = 0; i + 3 <= size; i += 3) {
    const std::size_t at = (std::size_t{data[i]} << 8 | data[i + 1]) % (forged.size() - 24);
    forged[24 + at] = input[i + 2];
  }
  const std::uint64_t checksum = hash_bytes(std::span(std::as_const(forged)).subspan(24));
  std::memcpy(forged.data() + 16, &checksum, sizeof(checksum));
  use(forged);
  return 0;
}
