// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/picture_terrain.hpp"

#include "portolan/formats/maps/legend_table.hpp"
#include "portolan/formats/text.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

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

PictureTerrain::PictureTerrain(const ColourLegend* legend)
    : legend_(legend), matched_(legend == nullptr ? 0 : legend->rows().size()) {}

std::optional<TerrainId> PictureTerrain::terrain_of(Colour colour) {
  if (legend_ == nullptr) {
    const bool is_new =
        colours_.size() <= kFewColours && std::find(colours_.begin(), colours_.end(), colour) == colours_.end();
    if (is_new) colours_.push_back(colour);
    return is_light(colour) ? TerrainId{0} : TerrainId{1};
  }
  const ColourLegend::Meaning* const meaning = legend_->find(colour);
  if (meaning == nullptr) return std::nullopt;
  matched_[meaning->row] = true;
  return meaning->terrain;
}

Outcome PictureTerrain::put(const PixelRow& pixels, std::string_view name, const TileRows& rows) {
  const std::size_t end = pixels.column(pixels.size() - 1) + 1;
  const std::size_t i = place_row(
      pixels, [&](Colour colour) { return terrain_of(colour); }, rows.row(pixels.y, end));
  if (i == pixels.size()) return Success{};
  return Error{ErrorCode::syntax, fmt::format("{}: pixel {},{} has colour #{:06x}, which the legend lacks", name,
                                              pixels.column(i), pixels.y, pixels.colour(i))};
}

std::vector<Terrain> PictureTerrain::palette() const {
  return legend_ == nullptr ? std::vector<Terrain>{{"open", kCostScale}, {"wall", 0}} : legend_->palette();
}

void PictureTerrain::remark(std::string_view name, TileMap& map) const {
  if (legend_ != nullptr) legend_->rows().remark_unmatched(matched_, name, map);
  if (colours_.size() > kFewColours) {
    map.add_remark({fmt::format("{}: more than {} colours and no legend: what is light is open, what is dark is wall",
                                name, kFewColours)});
  }
}

}  // namespace portolan
