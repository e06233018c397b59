// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/starter_legend.hpp"

#include "portolan/formats/maps/png_map.hpp"
#include "portolan/formats/maps/tiff_map.hpp"
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

Outcome count_row(const PixelRow& row, std::string_view name, ColourCounts& counts) {
  for (std::size_t i = 0; i < row.size(); ++i) ++counts[row.colour(i)];
  if (counts.size() <= kMaxTerrains) return Success{};
  return Error{ErrorCode::limit,
               fmt::format("{}: more than {} colours, which is as many terrains as a map can have; smoothed edges "
                           "have colours of their own",
                           name, kMaxTerrains)};
}

Outcome count_tiff(const TiffBytes& file, std::string_view name, std::uint64_t memory, ColourCounts& counts) {
  return decode_tiff_rows(
      file, name, memory, [](const PictureSize&, std::uint64_t) -> Outcome { return Success{}; },
      [&](const PixelRow& row) { return count_row(row, name, counts); });
}

Outcome count_colours(const MapBytes& picture, MapFormat format, std::uint64_t memory, ColourCounts& counts) {
  const std::string name = picture.path.string();
  const auto bytes = std::as_bytes(std::span(picture.bytes));
  if (format == MapFormat::png) {
    return decode_png_rows(
        bytes, name, [&](const PictureSize& size) { return check_picture(name, size, 0, memory); },
        [&](const PixelRow& row) { return count_row(row, name, counts); });
  }
  if (!bytes.empty()) return count_tiff(tiff_bytes(bytes), name, memory, counts);
  const auto file = PieceFile::open(picture.path);
  if (!file) return file.error();
  return count_tiff(tiff_bytes(*file), name, memory, counts);
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
  if (format == MapFormat::png || format == MapFormat::tiff) {
    ColourCounts counts;
    for (const MapBytes& map : maps) {
      if (const Outcome counted = count_colours(map, format, memory, counts); !counted) return counted.error();
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
  return Error{ErrorCode::usage, fmt::format("{}: neither a picture nor a Tiled map, so that no legend applies",
                                             maps.front().path.string())};
}

}  // namespace portolan
