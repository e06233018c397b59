// SPDX-License-Identifier: BSL-1.0
#include "drawing/terrain_colour.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace portolan::tools {
namespace {

/// Words that say one thing of ground, in small letters and the singular.
struct Ground {
  Colour colour;
  std::array<std::string_view, 12> words;
};

constexpr Colour kClosed{58, 56, 60};

constexpr std::array<Ground, 12> kGrounds{{
    {{94, 140, 186},
     {"water", "sea", "ocean", "lake", "river", "stream", "pond", "canal", "harbour", "harbor", "shallow"}},
    {{216, 96, 52}, {"lava", "magma", "fire"}},
    {{222, 233, 242}, {"snow", "ice", "glacier"}},
    {{140, 134, 128}, {"wall", "rock", "cliff", "mountain", "stone", "boulder", "house", "building", "roof", "fence"}},
    {{222, 208, 178}, {"road", "street", "path", "pavement", "track", "bridge", "floor", "quay", "plaza", "stair"}},
    {{178, 204, 140}, {"grass", "meadow", "field", "lawn", "plain", "garden", "pasture", "park"}},
    {{104, 142, 92}, {"forest", "wood", "tree", "jungle", "bush", "thicket", "hedge"}},
    {{138, 142, 102}, {"swamp", "bog", "marsh", "mud", "mire", "reed"}},
    {{233, 214, 158}, {"sand", "beach", "desert", "dune", "shore"}},
    {{196, 172, 124}, {"hill", "dirt", "earth", "soil", "gravel", "rubble"}},
    {{190, 150, 96}, {"farmland", "crop", "wheat", "acre"}},
    {{46, 44, 50}, {"void", "abyss", "chasm", "pit"}},
}};

std::optional<Colour> colour_of_word(std::string_view word) {
  const bool plural = word.size() > 3 && word.ends_with('s');
  for (const Ground& ground : kGrounds) {
    const auto names = std::span(ground.words);
    const auto is = [&](std::string_view text) { return std::ranges::find(names, text) != names.end(); };
    if (is(word) || (plural && is(word.substr(0, word.size() - 1)))) return ground.colour;
  }
  return std::nullopt;
}

/// By the last of its words that is known: a forest road is a road.
std::optional<Colour> colour_of_name(std::string_view name) {
  std::optional<Colour> found;
  std::string word;
  bool was_small = false;
  const auto end_word = [&] {
    if (word.empty()) return;
    if (const auto colour = colour_of_word(word)) found = colour;
    word.clear();
  };
  for (const char letter : name) {
    const bool small = letter >= 'a' && letter <= 'z';
    const bool large = letter >= 'A' && letter <= 'Z';
    // "deepWater" is two words as well.
    if (large && was_small) end_word();
    was_small = small;
    if (!small && !large) end_word();
    if (small || large) word += static_cast<char>(large ? letter - 'A' + 'a' : letter);
  }
  end_word();
  return found;
}

Colour darker(Colour colour) {
  const auto dark = [](std::uint8_t part) { return static_cast<std::uint8_t>(part * 13 / 20); };
  return {dark(colour.r), dark(colour.g), dark(colour.b)};
}

}  // namespace

Colour terrain_colour(const Terrain& terrain, std::uint32_t cost, std::uint32_t least_cost) {
  if (const auto rgb = terrain.colour)
    return {static_cast<std::uint8_t>(*rgb >> 16), static_cast<std::uint8_t>(*rgb >> 8),
            static_cast<std::uint8_t>(*rgb)};
  if (terrain.name == "W") return {94, 140, 186};
  if (terrain.name == "T" && cost == 0) return {60, 92, 60};
  if (terrain.name == kBetweenFloors) return kClosed;
  if (terrain.name.size() > 1) {
    if (const auto colour = colour_of_name(terrain.name)) return cost == 0 ? darker(*colour) : *colour;
  }
  if (cost == 0) return kClosed;
  if (terrain.name == "G") return {178, 204, 140};
  if (terrain.name == "S") return {150, 168, 130};
  if (terrain.name == "T") return {104, 142, 92};
  const double ratio = std::min(8.0, static_cast<double>(cost) / least_cost);
  const auto shade = [&](int pale, int dark) {
    return static_cast<std::uint8_t>(pale - static_cast<int>((ratio - 1) / 7 * (pale - dark)));
  };
  return {shade(238, 130), shade(230, 92), shade(210, 60)};
}

}  // namespace portolan::tools
