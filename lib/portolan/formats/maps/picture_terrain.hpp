// SPDX-License-Identifier: BSL-1.0
// What painted maps of any format share: a pixel is a tile, and a legend says which terrain each colour is.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/maps/legend_rows.hpp"
#include "portolan/formats/maps/palette_builder.hpp"
#include "portolan/formats/maps/picture_rows.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace portolan {

/// Which terrain each colour is. Immutable once parsed.
class ColourLegend {
 public:
  /// What a row makes of its colour.
  struct Meaning {
    TerrainId terrain;
    std::size_t row;  ///< number in rows()
  };

  /// Parses a table of colour, terrain name and cost (see LegendTable; the first column is `colour`). The colour is
  /// `#rrggbb` or a grey level from 0 to 255, the cost a decimal above 0, at most 10^5, with at most 4 decimals, or `-`
  /// for impassable. Several colours may be the same terrain at the same cost. Blank lines and lines that start with
  /// `//` are skipped. `name` stands for the text in errors (syntax, limit).
  static Result<ColourLegend> parse(std::string_view text, std::string_view name);

  /// The terrains in the order of their first line.
  [[nodiscard]] const std::vector<Terrain>& palette() const noexcept { return terrains_.palette(); }
  /// What the legend makes of a colour; null if no row is about it.
  [[nodiscard]] const Meaning* find(Colour colour) const;
  [[nodiscard]] const LegendRows& rows() const noexcept { return rows_; }

 private:
  PaletteBuilder terrains_;
  std::unordered_map<Colour, Meaning> meanings_;
  LegendRows rows_;
};

/// Whether a colour is open without a legend: a luminance of 128 and more.
[[nodiscard]] constexpr bool is_light(Colour colour) noexcept {
  return 299 * (colour >> 16) + 587 * (colour >> 8 & 0xff) + 114 * (colour & 0xff) >= 128'000;
}

/// The most colours that a picture of open ground and walls is expected to have.
inline constexpr std::size_t kFewColours = 4;

/// Where the rows of a picture go: each `stride` tiles behind the one above.
struct TileRows {
  std::span<TerrainId> tiles;
  std::size_t stride = 0;

  [[nodiscard]] std::span<TerrainId> row(std::size_t y, std::size_t width) const {
    return tiles.subspan(y * stride, width);
  }
};

/// Turns pictures into terrain, one or several of a map. Views the legend.
class PictureTerrain {
 public:
  /// Without a legend (null) what is light is open, and what is dark is wall.
  explicit PictureTerrain(const ColourLegend* legend);

  /// Puts pixels of a picture, for which `name` stands, into its rows; there is one at least. Error (syntax): a colour
  /// that the legend lacks.
  Outcome put(const PixelRow& pixels, std::string_view name, const TileRows& rows);
  /// The terrains, whether they were met or not.
  [[nodiscard]] std::vector<Terrain> palette() const;
  /// Adds what was odd about all pictures to their map, for which `name` stands.
  void remark(std::string_view name, TileMap& map) const;

 private:
  [[nodiscard]] std::optional<TerrainId> terrain_of(Colour colour);

  const ColourLegend* legend_;
  std::vector<bool> matched_;    ///< by row of the legend
  std::vector<Colour> colours_;  ///< without a legend the first ones met
};

}  // namespace portolan
