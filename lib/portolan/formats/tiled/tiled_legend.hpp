// SPDX-License-Identifier: BSL-1.0
// Tables that say which terrain the tiles of Tiled maps are.
#pragma once

#include "portolan/formats/maps/legend_rows.hpp"
#include "portolan/formats/maps/palette_builder.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// The name of the terrain where no layer has a tile.
inline constexpr std::string_view kEmptyTerrain = "empty";

/// A table of terrains for a Tiled map. Immutable once parsed.
class TiledLegend {
 public:
  /// What a line makes of its tiles.
  struct Meaning {
    std::optional<TerrainId> terrain = {};  ///< nothing: they count as no tile
    std::size_t row = 0;                    ///< number in rows()
  };

  /// Parses a table of what, terrain name and cost (see LegendTable; the first column is `what`), or `-` as terrain and
  /// no cost for what counts as no tile. `what` is tiles of a tileset, by its name and their numbers in it: `ground:7`,
  /// `ground:8-15`, `ground:*` (the first line that fits counts); or the name that the map itself gives: the property
  /// `terrain` of a tile, layer or group, or the name of a layer; or `empty` for tiles where no layer has one. The cost
  /// is a decimal above 0, at most 10^5, with at most 4 decimals, or `-` for impassable. Blank lines and lines that
  /// start with `//` are skipped. `name` stands for the text in errors (syntax, limit).
  static Result<TiledLegend> parse(std::string_view text, std::string_view name);

  /// The terrains in the order of their first line.
  [[nodiscard]] const PaletteBuilder& terrains() const noexcept { return terrains_; }
  [[nodiscard]] const LegendRows& rows() const noexcept { return rows_; }
  /// Null if no line is about it.
  [[nodiscard]] const Meaning* find(std::string_view name) const;
  [[nodiscard]] const Meaning* find(std::string_view tileset, std::uint32_t tile) const;

 private:
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
    Meaning meaning;
  };

  Outcome add(std::string_view what, Meaning meaning);

  PaletteBuilder terrains_;
  std::map<std::string, Meaning, std::less<>> names_;
  std::map<std::string, std::vector<Range>, std::less<>> tiles_;
  LegendRows rows_;
};

}  // namespace portolan
