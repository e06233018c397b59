// SPDX-License-Identifier: BSL-1.0
#include "portolan/io/map_reader.hpp"

#include "portolan/io/ascii_map.hpp"
#include "portolan/io/file.hpp"
#include "portolan/io/movingai_map.hpp"
#include "portolan/io/png_map.hpp"
#include "portolan/io/text.hpp"

#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

Result<TileMap> read_picture(std::string_view bytes, const std::filesystem::path& path,
                             std::filesystem::path legend_path) {
  std::optional<ColourLegend> legend;
  if (legend_path.empty()) {
    auto beside = path;
    beside.replace_extension(".legend");
    std::error_code ignored;
    if (std::filesystem::exists(beside, ignored)) legend_path = std::move(beside);
  }
  if (!legend_path.empty()) {
    const auto text = read_file(legend_path);
    if (!text) return text.error();
    auto parsed = ColourLegend::parse(*text, legend_path.string());
    if (!parsed) return parsed.error();
    legend = std::move(*parsed);
  }
  return decode_png(std::as_bytes(std::span(bytes)), legend ? &*legend : nullptr, path.string());
}

}  // namespace

Result<MapFormat> parse_map_format(std::string_view name) {
  if (name == "auto") return MapFormat::automatic;
  if (name == "movingai") return MapFormat::movingai;
  if (name == "ascii") return MapFormat::ascii;
  if (name == "png") return MapFormat::png;
  return Error{ErrorCode::usage,
               fmt::format("map format {} is not known (one of auto, movingai, ascii, png)", in_quotes(name))};
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
  }
  return "auto";
}

MapFormat map_format_of(std::string_view bytes) noexcept {
  if (bytes.starts_with("\x89PNG")) return MapFormat::png;
  if (bytes.starts_with("portolan ascii")) return MapFormat::ascii;
  if (bytes.starts_with("type")) return MapFormat::movingai;
  return MapFormat::automatic;
}

Result<TileMap> read_map(const std::filesystem::path& path, const MapReadOptions& options) {
  const auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  return parse_map(*bytes, path, options);
}

Result<TileMap> parse_map(std::string_view bytes, const std::filesystem::path& path, const MapReadOptions& options) {
  const std::string name = path.string();
  const MapFormat format = options.format == MapFormat::automatic ? map_format_of(bytes) : options.format;
  if (format != MapFormat::png && !options.legend.empty()) {
    return Error{ErrorCode::usage, fmt::format("{}: not a PNG picture, so that no legend applies", name)};
  }
  switch (format) {
    case MapFormat::movingai:
      return parse_movingai(bytes, name);
    case MapFormat::ascii:
      return parse_ascii(bytes, name);
    case MapFormat::png:
      return read_picture(bytes, path, options.legend);
    case MapFormat::automatic:
      break;
  }
  return Error{ErrorCode::syntax, fmt::format("{}: not a map in a known format: it starts with neither 'type octile' "
                                              "(movingai), 'portolan ascii 1' (ascii) nor a PNG signature",
                                              name)};
}

}  // namespace portolan
