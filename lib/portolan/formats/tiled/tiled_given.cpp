// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_given.hpp"

#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 3> kBlockingProperties{"blocked", "collides", "solid"};

/// What a property `colour` or `color` says, #rrggbb or #aarrggbb; nothing without a sound one.
std::optional<std::uint32_t> colour_given(const TiledElement& element) {
  for (const std::string_view name : {"colour", "color"}) {
    const auto property = element.properties.find(name);
    if (property == element.properties.end()) continue;
    const std::string_view text = property->second;
    if ((text.size() != 7 && text.size() != 9) || text.front() != '#') continue;
    std::uint32_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [read, fault] = std::from_chars(text.data() + 1, end, value, 16);
    if (fault == std::errc{} && read == end) return value & 0xFF'FFFF;
  }
  return std::nullopt;
}

/// Colours at the edges and corners of a tile, clockwise from the top edge; 0: none.
constexpr std::size_t kWangPlaces = 8;
using WangColours = std::array<std::int32_t, kWangPlaces>;

std::optional<WangColours> parse_wangid(std::string_view text) {
  WangColours colours{};
  for (std::size_t i = 0; i < kWangPlaces; ++i) {
    const std::size_t end = std::min(text.find(','), text.size());
    const auto colour = parse_integer(text.substr(0, end), 0, 255);
    if (!colour || (end == text.size()) != (i + 1 == kWangPlaces)) return std::nullopt;
    colours.at(i) = *colour;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return colours;
}

/// The colour at all edges, all corners or both, as the type of the set says; 0 if there are several, or none.
std::int32_t colour_all_over(const WangColours& colours, std::string_view type) {
  const std::size_t first = type == "corner" ? 1 : 0;
  const std::size_t step = type == "corner" || type == "edge" ? 2 : 1;
  for (std::size_t i = first; i < kWangPlaces; i += step) {
    if (colours.at(i) != colours.at(first)) return 0;
  }
  return colours.at(first);
}

/// The terrain of each colour of a set; nothing for those that say none.
std::vector<std::optional<TiledTerrain>> terrains_of(const TiledFile& file, const TiledElement& set,
                                                     std::string_view what) {
  std::vector<std::optional<TiledTerrain>> terrains;
  for (const TiledElement& colour : set.children) {
    if (colour.kind != "wangcolor") continue;
    const std::string name(colour.attribute("name"));
    std::string place = file.place_of(colour, fmt::format("{}: terrain {}", what, in_quotes(name)));
    auto given = terrain_given(colour, place);
    if (!given && !name.empty()) {
      given = TiledTerrain{name, {}, std::move(place), colour_given(colour), true};
      if (const auto cost = colour.properties.find("cost"); cost != colour.properties.end()) given->cost = cost->second;
    }
    terrains.push_back(std::move(given));
  }
  return terrains;
}

}  // namespace

bool is_true(std::string_view text) noexcept {
  return text == "1" || text == "true";
}

bool is_blocking(const TiledElement& element) {
  return std::ranges::any_of(kBlockingProperties, [&](std::string_view name) {
    const auto property = element.properties.find(name);
    return property != element.properties.end() && is_true(property->second);
  });
}

bool is_opening(const TiledElement& element) {
  return !is_blocking(element) && std::ranges::any_of(kBlockingProperties, [&](std::string_view name) {
    return element.properties.contains(name);
  });
}

std::optional<TiledTerrain> terrain_given(const TiledElement& element, std::string place) {
  const auto name = element.properties.find("terrain");
  const bool blocks = is_blocking(element);
  if (name == element.properties.end() && !blocks) return std::nullopt;
  TiledTerrain terrain{
      name == element.properties.end() ? std::string(kBlockedTerrain) : name->second, {}, std::move(place)};
  terrain.colour = colour_given(element);
  if (const auto cost = element.properties.find("cost"); cost != element.properties.end()) terrain.cost = cost->second;
  if (blocks) terrain.cost = "-";
  return terrain;
}

std::optional<TiledTerrain> terrain_of_class(const TiledElement& tile, std::string place) {
  const std::string_view name = class_of(tile);
  if (name.empty()) return std::nullopt;
  TiledTerrain terrain{std::string(name), {}, std::move(place), colour_given(tile), true};
  if (const auto cost = tile.properties.find("cost"); cost != tile.properties.end()) terrain.cost = cost->second;
  return terrain;
}

Outcome add_wang_terrain(const TiledFile& file, const TiledElement& element, std::string_view what,
                         TiledTileset& tileset) {
  for (const TiledElement& set : element.children) {
    if (set.kind != "wangset") continue;
    const auto terrains = terrains_of(file, set, what);
    if (terrains.empty()) continue;
    for (const TiledElement& tile : set.children) {
      if (tile.kind != "wangtile") continue;
      const std::string here = fmt::format("{}: tile of a terrain set", what);
      const auto id = file.number(tile, here, "tileid", 0, kMaxGid);
      if (!id) return id.error();
      const std::string_view wangid = tile.attribute("wangid");
      const auto colours = parse_wangid(wangid);
      if (!colours)
        return file.error(tile, here, fmt::format("wangid {} is not eight numbers of colours", in_quotes(wangid)));
      const auto colour = static_cast<std::size_t>(colour_all_over(*colours, set.attribute("type")));
      if (colour == 0 || colour > terrains.size() || !terrains[colour - 1]) continue;
      tileset.tiles.emplace(static_cast<std::uint32_t>(*id), *terrains[colour - 1]);
    }
  }
  return Success{};
}

}  // namespace portolan
