// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/map_reader.hpp"

#include "portolan/core/hash.hpp"
#include "portolan/formats/maps/ascii_map.hpp"
#include "portolan/formats/maps/chunk_map.hpp"
#include "portolan/formats/maps/legend_file.hpp"
#include "portolan/formats/maps/movingai_map.hpp"
#include "portolan/formats/maps/png_map.hpp"
#include "portolan/formats/maps/raw_map.hpp"
#include "portolan/formats/maps/tiff_map.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/formats/tiled/tiled_element.hpp"
#include "portolan/formats/tiled/tiled_reader.hpp"
#include "portolan/formats/tiled/tiled_world.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

/// A picture by its decoder, decode_png or decode_tiff.
template <class Decode>
Result<TileMap> read_picture(std::string_view bytes, const std::filesystem::path& path, const MapReadOptions& options,
                             Decode decode) {
  const auto legend = legend_for<ColourLegend>(path, options.legend, options.read);
  if (!legend) return legend.error();
  return decode(std::as_bytes(std::span(bytes)), *legend ? &**legend : nullptr, path.string(), options.memory);
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

/// Rows that are read at a time, in bytes as far as one row is no longer.
constexpr std::size_t kBandBytes = std::size_t{1} << 22;

Result<HashedMap> read_raw(const std::filesystem::path& path, const MapReadOptions& options) {
  const auto raw = RawMap::open(path, {.read = options.read, .open = options.open});
  if (!raw) return raw.error();
  const auto width = static_cast<std::size_t>(raw->width());
  const auto height = static_cast<std::size_t>(raw->height());
  auto tiles = make_tiles(path.string(), width * height, options.memory, options.scratch_folder);
  if (!tiles) return tiles.error();
  PieceHash hash;
  const std::size_t band = std::max<std::size_t>(kBandBytes / width, 1);
  for (std::size_t y = 0; y < height; y += band) {
    const std::span<TerrainId> rows = tiles->fill().subspan(y * width, std::min(band, height - y) * width);
    if (const Outcome read = raw->read_rows(static_cast<std::int32_t>(y), rows); !read) return read.error();
    hash.add(std::as_bytes(rows));
  }
  auto map = TileMap::create(raw->width(), raw->height(), raw->palette(), *std::move(tiles));
  if (!map) return Error{map.error().code, fmt::format("{}: {}", path.string(), map.error().message)};
  const std::array hashes{raw->description_hash(), hash.value()};
  return HashedMap{std::move(*map), hash_bytes(std::as_bytes(std::span(hashes)))};
}

Result<HashedMap> read_tiff_file(const std::filesystem::path& path, const MapReadOptions& options) {
  const auto legend = legend_for<ColourLegend>(path, options.legend, options.read);
  if (!legend) return legend.error();
  const auto file = options.open(path);
  if (!file) return file.error();
  return read_tiff(*file, *legend ? &**legend : nullptr, path.string(), options.memory, options.scratch_folder);
}

Result<HashedMap> read_chunk_folder(const std::filesystem::path& path, const MapReadOptions& options) {
  const auto legend = legend_for<ColourLegend>(path, options.legend, options.read);
  if (!legend) return legend.error();
  return read_chunks(path, {.legend = *legend ? &**legend : nullptr,
                            .missing = options.missing,
                            .read = options.read,
                            .memory = options.memory,
                            .scratch_folder = options.scratch_folder});
}

/// What is read piece by piece by how the file begins; automatic for all else.
MapFormat format_by_start(const std::filesystem::path& path) {
  // With the blank, as tables of boards may begin with "type" as well.
  constexpr std::string_view kMovingAi = "type ";
  const auto file = PieceFile::open(path);
  std::array<char, kMovingAi.size()> bytes{};
  if (!file || file->size() < bytes.size() || !file->read(0, std::as_writable_bytes(std::span(bytes))))
    return MapFormat::automatic;
  const std::string_view start(bytes.data(), bytes.size());
  if (start == kMovingAi) return MapFormat::movingai;
  return starts_like_tiff(start) ? MapFormat::tiff : MapFormat::automatic;
}

/// Checks that what was given beside a map can be for one of its format.
Outcome check_options(MapFormat format, const std::filesystem::path& path, const MapReadOptions& options) {
  if (format != MapFormat::chunks && !options.missing.empty())
    return Error{ErrorCode::usage, fmt::format("{}: no folder of chunks, of which some may be missing", path.string())};
  const bool is_picture = format == MapFormat::png || format == MapFormat::tiff || format == MapFormat::chunks;
  if (is_picture || format == MapFormat::tiled || options.legend.empty()) return Success{};
  return Error{ErrorCode::usage,
               fmt::format("{}: neither a picture nor a Tiled map, so that no legend applies", path.string())};
}

}  // namespace

Result<MapFormat> parse_map_format(std::string_view name) {
  if (name == "auto") return MapFormat::automatic;
  if (name == "movingai") return MapFormat::movingai;
  if (name == "ascii") return MapFormat::ascii;
  if (name == "png") return MapFormat::png;
  if (name == "tiff") return MapFormat::tiff;
  if (name == "tiled") return MapFormat::tiled;
  if (name == "raw") return MapFormat::raw;
  if (name == "chunks") return MapFormat::chunks;
  return Error{ErrorCode::usage,
               fmt::format("map format {} is not known (one of auto, movingai, ascii, png, tiff, tiled, raw, chunks)",
                           in_quotes(name))};
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
    case MapFormat::tiff:
      return "tiff";
    case MapFormat::tiled:
      return "tiled";
    case MapFormat::raw:
      return "raw";
    case MapFormat::chunks:
      return "chunks";
  }
  return "auto";
}

MapFormat map_format_of(std::string_view bytes) noexcept {
  if (bytes.starts_with("\x89PNG")) return MapFormat::png;
  if (starts_like_tiff(bytes)) return MapFormat::tiff;
  const std::string_view text = without_byte_order_mark(bytes);
  if (text.starts_with("portolan ascii")) return MapFormat::ascii;
  if (text.starts_with("type")) return MapFormat::movingai;
  if (is_tiled(bytes) || is_tiled_world(bytes)) return MapFormat::tiled;
  return MapFormat::automatic;
}

MapFormat piecewise_format(const std::filesystem::path& path, MapFormat stated) {
  if (stated == MapFormat::chunks || (stated == MapFormat::automatic && is_chunk_pattern(path)))
    return MapFormat::chunks;
  if (stated == MapFormat::raw || (stated == MapFormat::automatic && path.extension() == ".raw")) return MapFormat::raw;
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return MapFormat::automatic;
  if (stated == MapFormat::movingai || stated == MapFormat::tiff) return stated;
  return stated == MapFormat::automatic ? format_by_start(path) : MapFormat::automatic;
}

Result<HashedMap> read_hashed_map(const std::filesystem::path& path, const MapReadOptions& options) {
  if (const MapFormat format = piecewise_format(path, options.format); format != MapFormat::automatic) {
    if (const Outcome applies = check_options(format, path, options); !applies) return applies.error();
    if (format == MapFormat::chunks) return read_chunk_folder(path, options);
    if (format == MapFormat::raw) return read_raw(path, options);
    if (format == MapFormat::tiff) return read_tiff_file(path, options);
    const auto file = options.open(path);
    if (!file) return file.error();
    return read_movingai(*file, path.string(), options.memory, options.scratch_folder);
  }
  const auto bytes = options.read(path, FileOrigin::given);
  if (!bytes) return bytes.error();
  MapReadOptions rest = options;
  rest.memory -= std::min<std::uint64_t>(rest.memory, bytes->size());
  auto map = parse_map(*bytes, path, rest);
  if (!map) return map.error();
  return HashedMap{std::move(*map), hash_bytes(std::as_bytes(std::span(*bytes)))};
}

Result<TileMap> read_map(const std::filesystem::path& path, const MapReadOptions& options) {
  auto read = read_hashed_map(path, options);
  if (!read) return read.error();
  return std::move(read->map);
}

Result<TileMap> parse_map(std::string_view bytes, const std::filesystem::path& path, const MapReadOptions& options) {
  const std::string name = path.string();
  const MapFormat format = options.format == MapFormat::automatic ? map_format_of(bytes) : options.format;
  if (const Outcome applies = check_options(format, path, options); !applies) return applies.error();
  if (format == MapFormat::movingai || format == MapFormat::ascii) {
    if (const Outcome fits = check_memory(name, "its tiles", bytes.size(), options.memory); !fits) return fits.error();
  }
  switch (format) {
    case MapFormat::movingai:
      return parse_movingai(bytes, name);
    case MapFormat::ascii:
      return parse_ascii(bytes, name);
    case MapFormat::png:
      return read_picture(bytes, path, options, decode_png);
    case MapFormat::tiff:
      return read_picture(bytes, path, options, decode_tiff);
    case MapFormat::tiled:
      return read_tiled(bytes, path, options);
    case MapFormat::raw:
    case MapFormat::chunks:
      return Error{ErrorCode::unsupported, fmt::format("{}: {} are read from their files alone", name,
                                                       format == MapFormat::raw ? "raw bytes" : "chunks")};
    case MapFormat::automatic:
      break;
  }
  return Error{ErrorCode::syntax, fmt::format("{}: not a map in a known format: neither 'type octile' (movingai), "
                                              "'portolan ascii 1' (ascii), a PNG or TIFF picture nor a Tiled map",
                                              name)};
}

}  // namespace portolan
