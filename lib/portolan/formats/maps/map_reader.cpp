// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/map_reader.hpp"

#include "portolan/formats/maps/ascii_map.hpp"
#include "portolan/formats/maps/legend_file.hpp"
#include "portolan/formats/maps/movingai_map.hpp"
#include "portolan/formats/maps/png_map.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/formats/tiled/tiled_element.hpp"
#include "portolan/formats/tiled/tiled_reader.hpp"
#include "portolan/formats/tiled/tiled_world.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

Result<TileMap> read_picture(std::string_view bytes, const std::filesystem::path& path, const MapReadOptions& options) {
  const auto legend = legend_for<ColourLegend>(path, options.legend, options.read);
  if (!legend) return legend.error();
  return decode_png(std::as_bytes(std::span(bytes)), *legend ? &**legend : nullptr, path.string(), options.memory);
}

Result<TileMap> read_tiled(std::string_view bytes, const std::filesystem::path& path, const MapReadOptions& options) {
  if (is_tiled_world(bytes)) return parse_tiled_world(bytes, path, options.legend, options.read, options.memory);
  auto tiles = parse_tiled(bytes, path, options.legend, options.read, options.memory);
  if (!tiles) return tiles.error();
  if (tiles->stagger) {
    return Error{ErrorCode::unsupported,
                 fmt::format("{}: its tiles are no grid of squares: it makes a board, not a tile map", path.string())};
  }
  return std::move(tiles->terrain);
}

}  // namespace

Result<MapFormat> parse_map_format(std::string_view name) {
  if (name == "auto") return MapFormat::automatic;
  if (name == "movingai") return MapFormat::movingai;
  if (name == "ascii") return MapFormat::ascii;
  if (name == "png") return MapFormat::png;
  if (name == "tiled") return MapFormat::tiled;
  return Error{ErrorCode::usage,
               fmt::format("map format {} is not known (one of auto, movingai, ascii, png, tiled)", in_quotes(name))};
}

std::string_view to_string(MapFormat format) noexcept {
  switch (format) {
    case MapFormat::automatic:
      return "auto";
    case MapFormat::movingai:
      return "movingai";
    case MapFormat::ascii:
      return "ascii";
    case MapFormat::png:
      return "png";
    case MapFormat::tiled:
      return "tiled";
  }
  return "auto";
}

MapFormat map_format_of(std::string_view bytes) noexcept {
  if (bytes.starts_with("\x89PNG")) return MapFormat::png;
  const std::string_view text = without_byte_order_mark(bytes);
  if (text.starts_with("portolan ascii")) return MapFormat::ascii;
  if (text.starts_with("type")) return MapFormat::movingai;
  if (is_tiled(bytes) || is_tiled_world(bytes)) return MapFormat::tiled;
  return MapFormat::automatic;
}

Result<TileMap> read_map(const std::filesystem::path& path, const MapReadOptions& options) {
  const auto bytes = options.read(path, FileOrigin::given);
  if (!bytes) return bytes.error();
  return parse_map(*bytes, path, options);
}

Result<TileMap> parse_map(std::string_view bytes, const std::filesystem::path& path, const MapReadOptions& options) {
  const std::string name = path.string();
  const MapFormat format = options.format == MapFormat::automatic ? map_format_of(bytes) : options.format;
  if (format != MapFormat::png && format != MapFormat::tiled && !options.legend.empty()) {
    return Error{ErrorCode::usage,
                 fmt::format("{}: neither a PNG picture nor a Tiled map, so that no legend applies", name)};
  }
  if (format == MapFormat::movingai || format == MapFormat::ascii) {
    if (const Outcome fits = check_memory(name, "its tiles", bytes.size(), options.memory); !fits) return fits.error();
  }
  switch (format) {
    case MapFormat::movingai:
      return parse_movingai(bytes, name);
    case MapFormat::ascii:
      return parse_ascii(bytes, name);
    case MapFormat::png:
      return read_picture(bytes, path, options);
    case MapFormat::tiled:
      return read_tiled(bytes, path, options);
    case MapFormat::automatic:
      break;
  }
  return Error{ErrorCode::syntax, fmt::format("{}: not a map in a known format: neither 'type octile' (movingai), "
                                              "'portolan ascii 1' (ascii), a PNG picture nor a Tiled map",
                                              name)};
}

}  // namespace portolan
