// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/starter_legend.hpp"

#include "portolan/formats/maps/png_map.hpp"
#include "portolan/formats/tiled/tiled_starter.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

/// Pixels by colour.
using ColourCounts = std::unordered_map<Colour, std::uint64_t>;

Outcome count_colours(const MapBytes& picture, std::uint64_t memory, ColourCounts& counts) {
  const std::string name = picture.path.string();
  return decode_png_rows(
      std::as_bytes(std::span(picture.bytes)), name,
      [&](const PngSize& size) { return check_picture(name, size, 0, memory); },
      [&](const PixelRow& row) -> Outcome {
        for (std::size_t i = 0; i < row.size(); ++i) ++counts[row.colour(i)];
        if (counts.size() <= kMaxTerrains) return Success{};
        return Error{
            ErrorCode::limit,
            fmt::format("{}: more than {} colours, which is as many terrains as a map can have; smoothed edges "
                        "have colours of their own",
                        name, kMaxTerrains)};
      });
}

std::string rows_of(const ColourCounts& counts) {
  std::vector<std::pair<Colour, std::uint64_t>> rows(counts.begin(), counts.end());
  std::ranges::sort(rows, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::string text = "colour\tterrain\tcost\ttiles\n";
  for (const auto& [colour, count] : rows) {
    text += fmt::format("#{:06x}\tcolour {:06x}\t{}\t{}\n", colour, colour, is_light(colour) ? "1" : "-", count);
  }
  return text;
}

}  // namespace

Result<std::string> starter_legend(std::span<const MapBytes> maps, MapFormat format, const ReadFile& read,
                                   std::uint64_t memory) {
  const std::string head =
      "// Give each row the name of its terrain and what a tile costs, - if nobody may enter. "
      "Rows of one name need one cost.\n";
  if (format == MapFormat::png) {
    ColourCounts counts;
    for (const MapBytes& map : maps) {
      if (const Outcome counted = count_colours(map, memory, counts); !counted) return counted.error();
    }
    return head + rows_of(counts);
  }
  if (format == MapFormat::tiled) {
    TiledStarter starter;
    for (const MapBytes& map : maps) {
      if (const Outcome added = starter.add(map.bytes, map.path, read, memory); !added) return added.error();
    }
    return head + "// A dash as terrain, and no cost, leaves tiles out, so that what lies below them shows.\n" +
           starter.rows();
  }
  return Error{ErrorCode::usage, fmt::format("{}: neither a PNG picture nor a Tiled map, so that no legend applies",
                                             maps.front().path.string())};
}

}  // namespace portolan
