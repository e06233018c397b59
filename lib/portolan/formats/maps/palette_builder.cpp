// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/palette_builder.hpp"

#include "portolan/formats/text.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace portolan {

Result<TerrainCost> parse_terrain_cost(std::string_view text) {
  const auto number = parse_number(text);
  if (!number) return Error{ErrorCode::syntax, fmt::format("cost {} is not a decimal number", in_quotes(text))};
  if (*number <= 0) return Error{ErrorCode::syntax, fmt::format("cost {} is not above 0", in_quotes(text))};
  if (*number > static_cast<double>(kMaxTerrainCost) / kCostScale) {
    return Error{ErrorCode::limit, fmt::format("cost {} is above {}", in_quotes(text), kMaxTerrainCost / kCostScale)};
  }
  // Reading a decimal and dividing round alike, so they agree exactly when there are at most 4 decimals.
  const auto cost = static_cast<TerrainCost>(std::lround(*number * kCostScale));
  if (static_cast<double>(cost) / kCostScale != *number) {
    return Error{ErrorCode::syntax, fmt::format("cost {} has more than 4 decimals", in_quotes(text))};
  }
  return cost;
}

Result<TerrainId> PaletteBuilder::add(std::string_view name, std::string_view cost_text) {
  if (!is_name(name)) {
    return Error{ErrorCode::syntax, fmt::format("terrain name {} is not {}", in_quotes(name), kNameRule)};
  }
  TerrainCost cost = 0;
  if (cost_text != "-") {
    const auto parsed = parse_terrain_cost(cost_text);
    if (!parsed) return Error{parsed.error().code, parsed.error().message + " (nor - for impassable)"};
    cost = *parsed;
  }
  if (const auto known = ids_.find(name); known != ids_.end()) {
    if (palette_[known->second].default_cost == cost) return known->second;
    return Error{ErrorCode::syntax, fmt::format("terrain {} was given another cost before", in_quotes(name))};
  }
  if (palette_.size() == kMaxTerrains) {
    return Error{ErrorCode::limit, fmt::format("more than {} terrains", kMaxTerrains)};
  }
  const auto id = static_cast<TerrainId>(palette_.size());
  palette_.push_back({std::string(name), cost});
  ids_.emplace(name, id);
  return id;
}

void PaletteBuilder::set_colour(TerrainId id, std::uint32_t colour) {
  if (!palette_[id].colour) palette_[id].colour = colour;
}

}  // namespace portolan
