// SPDX-License-Identifier: BSL-1.0
#include "make/make_world.hpp"

#include "make/painters.hpp"
#include "make/random.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace portolan {
namespace {

using generators::LetterMap;

struct Kind {
  WorldKind kind;
  std::string_view name;
  LetterMap (*paint)(std::int32_t width, std::int32_t height, std::uint64_t seed);
};

/// In the order of the enumeration.
constexpr std::array<Kind, 6> kKinds = {{
    {WorldKind::caves, "caves", generators::paint_caves},
    {WorldKind::rooms, "rooms", generators::paint_rooms},
    {WorldKind::maze, "maze", generators::paint_maze},
    {WorldKind::islands, "islands", generators::paint_islands},
    {WorldKind::city, "city", generators::paint_city},
    {WorldKind::noise, "noise", generators::paint_noise},
}};

Result<TileMap> to_tile_map(LetterMap letters) {
  std::array<bool, 256> used{};
  for (const std::uint8_t l : letters.letters()) used[l] = true;
  std::array<TerrainId, 256> ids{};
  std::vector<Terrain> palette;
  for (std::size_t code = 0; code < used.size(); ++code) {
    if (!used[code]) continue;
    ids[code] = static_cast<TerrainId>(palette.size());
    const bool open = generators::is_open(static_cast<std::uint8_t>(code));
    palette.push_back({std::string(1, static_cast<char>(code)), open ? kCostScale : 0});
  }
  for (std::uint8_t& l : letters.letters()) l = ids[l];
  return TileMap::create(letters.width(), letters.height(), std::move(palette), std::move(letters.letters()));
}

/// Worlds of up to this many tiles are painted anew with derived seeds until a fifth is open: a small window may show
/// nothing but sea or rock.
constexpr std::int64_t kSmallWorld = 1 << 16;
constexpr std::uint64_t kAttempts = 32;

std::int64_t count_open(const LetterMap& letters) noexcept {
  return std::count_if(letters.letters().begin(), letters.letters().end(), generators::is_open);
}

LetterMap paint_world(const WorldRecipe& recipe) {
  const auto paint = kKinds[static_cast<std::size_t>(recipe.kind)].paint;
  LetterMap best = paint(recipe.width, recipe.height, recipe.seed);
  const std::int64_t tiles = std::int64_t{recipe.width} * recipe.height;
  if (tiles > kSmallWorld) return best;
  std::int64_t open = count_open(best);
  for (std::uint64_t attempt = 1; attempt < kAttempts && open * 5 < tiles; ++attempt) {
    LetterMap other = paint(recipe.width, recipe.height, generators::derive_seed(recipe.seed, attempt));
    if (const std::int64_t other_open = count_open(other); other_open > open) {
      open = other_open;
      best = std::move(other);
    }
  }
  return best;
}

}  // namespace

std::optional<WorldKind> parse_world_kind(std::string_view name) noexcept {
  for (const Kind& kind : kKinds) {
    if (kind.name == name) return kind.kind;
  }
  return std::nullopt;
}

std::string_view to_string(WorldKind kind) noexcept {
  return kKinds[static_cast<std::size_t>(kind)].name;
}

Result<TileMap> make_world(const WorldRecipe& recipe) {
  const auto [width, height] = std::pair(recipe.width, recipe.height);
  const auto size_text = "a world of " + std::to_string(width) + "x" + std::to_string(height) + " tiles: ";
  if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide) {
    return Error{ErrorCode::limit, size_text + "sides must be from 1 to " + std::to_string(kMaxSide)};
  }
  if (std::int64_t{width} * height > kMaxGeneratedTiles) {
    return Error{ErrorCode::limit, size_text + "at most " + std::to_string(kMaxGeneratedTiles) + " tiles can be made"};
  }
  return to_tile_map(paint_world(recipe));
}

}  // namespace portolan
