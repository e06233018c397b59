// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/board_hexagons.hpp"

#include "portolan/formats/boards/draft_builder.hpp"
#include "portolan/formats/tiled/tiled_element.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

/// Neighbours of a tile, the later one of each pair: along its own line, and on the next.
std::array<Tile, 3> later_neighbours(Tile t, const TiledStagger& stagger) noexcept {
  const bool rows = stagger.axis == TiledStagger::Axis::y;
  const std::int32_t along = rows ? t.x : t.y;
  const std::int32_t line = rows ? t.y : t.x;
  const std::int32_t before = along - (stagger.is_shifted(line) ? 0 : 1);
  const auto tile = [&](std::int32_t a, std::int32_t l) { return rows ? Tile{a, l} : Tile{l, a}; };
  return {tile(along + 1, line), tile(before, line + 1), tile(before + 1, line + 1)};
}

/// The middle of a tile, in pixels.
DraftPosition middle_of(Tile t, const TiledStagger& stagger) noexcept {
  const bool rows = stagger.axis == TiledStagger::Axis::y;
  const std::int64_t along = rows ? t.x : t.y;
  const std::int32_t line = rows ? t.y : t.x;
  const std::int64_t length = rows ? stagger.tile_width : stagger.tile_height;
  const std::int64_t depth = rows ? stagger.tile_height : stagger.tile_width;
  const std::int64_t halves_along = (2 * along + (stagger.is_shifted(line) ? 2 : 1)) * length;
  const std::int64_t halves_across = line * (depth + stagger.side) + depth;
  const Decimal a = make_decimal(5 * halves_along, 1);
  const Decimal b = make_decimal(5 * halves_across, 1);
  return rows ? DraftPosition{a, b} : DraftPosition{b, a};
}

}  // namespace

bool is_tiled_hexagons(std::string_view text, std::uint64_t memory) {
  if (!is_tiled(text)) return false;
  const auto root = parse_tiled_element(text, "", memory);
  return root && root->kind == "map" && is_staggered_orientation(root->attribute("orientation"));
}

Result<BoardDraft> draft_of_hexagons(const TileMap& terrain, const TiledStagger& stagger, std::string_view name) {
  DraftBuilder builder;
  const SourcePlace place{builder.add_file(name), 0};
  const auto index = [&](Tile t) {
    return static_cast<std::size_t>(t.y) * static_cast<std::size_t>(terrain.width()) + static_cast<std::size_t>(t.x);
  };
  const auto terrain_at = [&](Tile t) -> const Terrain& { return terrain.palette()[terrain.tiles()[index(t)]]; };
  const auto for_each_tile = [&](auto&& visit) {
    for (std::int32_t y = 0; y < terrain.height(); ++y) {
      for (std::int32_t x = 0; x < terrain.width(); ++x) {
        if (terrain_at({x, y}).default_cost != 0) visit(Tile{x, y});
      }
    }
  };

  const Rect all{{0, 0}, {terrain.width(), terrain.height()}};
  std::size_t count = 0;
  for_each_tile([&](Tile) { ++count; });
  if (count >= kMaxBoardNodes)
    return Error{ErrorCode::limit, fmt::format("{}: {} passable tiles, and not below {}", name, count, kMaxBoardNodes)};
  std::vector<NodeId> node(terrain.tiles().size(), kNoNode);
  for_each_tile([&](Tile t) {
    node[index(t)] =
        builder.declare({fmt::format("{},{}", t.x, t.y), middle_of(t, stagger), {terrain_at(t).name}, place});
  });
  for_each_tile([&](Tile t) {
    for (const Tile next : later_neighbours(t, stagger)) {
      if (!all.contains(next) || node[index(next)] == kNoNode) continue;
      const std::int64_t both = std::int64_t{terrain_at(t).default_cost} + terrain_at(next).default_cost;
      static_assert(kCostScale == 10'000, "the mean is a sum of ten-thousandths, times five, over a hundred thousand");
      builder.join({node[index(t)], node[index(next)], make_decimal(5 * both, 5), {}, {}, place, true},
                   Direction::both);
    }
  });
  return builder.take();
}

}  // namespace portolan
