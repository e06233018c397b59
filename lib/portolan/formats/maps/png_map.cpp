// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/png_map.hpp"

#include "portolan/formats/maps/legend_table.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

/// What decode_png does without a legend. Gathers the first colours.
class OpenOrWall {
 public:
  TerrainId operator()(Colour colour) {
    if (colours_.size() <= kFewColours && std::find(colours_.begin(), colours_.end(), colour) == colours_.end())
      colours_.push_back(colour);
    return is_light(colour) ? TerrainId{0} : TerrainId{1};
  }
  [[nodiscard]] bool has_many_colours() const { return colours_.size() > kFewColours; }

 private:
  std::vector<Colour> colours_;
};

/// Turns a row of pixels into terrain; `tiles` is the row of the map. Returns the number of the first pixel of an
/// unknown colour, or how many there are.
template <class TerrainOf>
std::size_t place_row(const PixelRow& row, const TerrainOf& terrain_of, std::span<TerrainId> tiles) {
  std::optional<Colour> last;
  std::optional<TerrainId> terrain;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const Colour colour = row.colour(i);
    if (colour != last) terrain = terrain_of(colour);
    if (!terrain) return i;
    last = colour;
    tiles[row.column(i)] = *terrain;
  }
  return row.size();
}

}  // namespace

Result<ColourLegend> ColourLegend::parse(std::string_view text, std::string_view name) {
  ColourLegend legend;
  legend.rows_ = LegendRows(name);
  LegendTable rows(text, name, "colour");
  while (true) {
    const auto more = rows.next();
    if (!more) return more.error();
    if (!*more) break;
    if (!rows.is_whole() || rows.cost().empty()) {
      return rows.error("expected colour, terrain name and cost, between tabs, semicolons or commas");
    }
    const auto colour = parse_colour(rows.what());
    if (!colour) {
      return rows.error(
          LegendTable::what_part,
          fmt::format("colour {} is neither #rrggbb nor a grey level from 0 to 255", in_quotes(rows.what())));
    }
    const auto id = legend.terrains_.add(rows.terrain(), rows.cost());
    if (!id) return rows.error(LegendTable::terrain_part, id.error().message, id.error().code);
    legend.terrains_.set_colour(*id, *colour);
    if (!legend.meanings_.emplace(*colour, Meaning{*id, legend.rows_.add(rows.line(), rows.what())}).second) {
      return rows.error(LegendTable::what_part,
                        fmt::format("colour {} is in the legend twice", in_quotes(rows.what())));
    }
  }
  if (legend.meanings_.empty()) return rows.error("no colour in the legend");
  return legend;
}

const ColourLegend::Meaning* ColourLegend::find(Colour colour) const {
  const auto found = meanings_.find(colour);
  return found == meanings_.end() ? nullptr : &found->second;
}

Result<TileMap> decode_png(std::span<const std::byte> bytes, const ColourLegend* legend, std::string_view name,
                           std::uint64_t memory) {
  PngSize size;
  std::vector<TerrainId> tiles;
  OpenOrWall open_or_wall;
  std::vector<bool> matched(legend == nullptr ? 0 : legend->rows().size());
  const auto terrain_of = [&](Colour colour) -> std::optional<TerrainId> {
    if (legend == nullptr) return open_or_wall(colour);
    const ColourLegend::Meaning* const meaning = legend->find(colour);
    if (meaning == nullptr) return std::nullopt;
    matched[meaning->row] = true;
    return meaning->terrain;
  };
  const Outcome read = decode_png_rows(
      bytes, name,
      [&](const PngSize& found) -> Outcome {
        if (Outcome fits = check_picture(name, found, sizeof(TerrainId), memory); !fits) return fits;
        size = found;
        tiles.resize(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
        return Success{};
      },
      [&](const PixelRow& row) -> Outcome {
        const auto width = static_cast<std::size_t>(size.width);
        const std::size_t i = place_row(row, terrain_of, std::span(tiles).subspan(row.y * width, width));
        if (i == row.size()) return Success{};
        return Error{ErrorCode::syntax, fmt::format("{}: pixel {},{} has colour #{:06x}, which the legend lacks", name,
                                                    row.column(i), row.y, row.colour(i))};
      });
  if (!read) return read.error();
  std::vector<Terrain> palette =
      legend == nullptr ? std::vector<Terrain>{{"open", kCostScale}, {"wall", 0}} : legend->palette();
  auto map = TileMap::create(size.width, size.height, std::move(palette), std::move(tiles));
  if (!map) return map;
  if (legend != nullptr) legend->rows().remark_unmatched(matched, name, *map);
  if (open_or_wall.has_many_colours()) {
    map->add_remark({fmt::format("{}: more than {} colours and no legend: what is light is open, what is dark is wall",
                                 name, kFewColours)});
  }
  return map;
}

}  // namespace portolan
