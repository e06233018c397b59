// SPDX-License-Identifier: BSL-1.0
#include "map/map_input.hpp"

#include "portolan/core/hash.hpp"
#include "portolan/formats/boards/board_hexagons.hpp"
#include "portolan/formats/gzip.hpp"
#include "portolan/formats/maps/link_reader.hpp"
#include "portolan/formats/maps/move_reader.hpp"
#include "portolan/formats/maps/profile_reader.hpp"
#include "portolan/formats/tiled/tiled_areas.hpp"
#include "portolan/formats/tiled/tiled_world.hpp"

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// What is left of some memory.
std::uint64_t left_of(std::uint64_t memory, std::uint64_t taken) {
  return memory - std::min(memory, taken);
}

/// The map of the first file alone.
Result<HashedMap> first_floor_of(const std::string& path, const SourceFile& first, const MapReadOptions& options) {
  if (!first.bytes) return read_hashed_map(path, options);
  auto map = parse_map(*first.bytes, path, options);
  if (!map) return map.error();
  return HashedMap{std::move(*map), hash_bytes(std::as_bytes(std::span(*first.bytes)))};
}

/// The map with its floors, links and moves; `hash` becomes that of all their files.
Result<TileMap> map_of(const MapArguments& arguments, const SourceFile& source, const FileReaders& readers,
                       std::uint64_t memory, const std::filesystem::path& scratch_folder, std::uint64_t& hash) {
  const ReadFile& read = readers.read;
  MapReadOptions options{.format = source.kind.map,
                         .legend = arguments.legend,
                         .read = read,
                         .memory = memory,
                         .scratch_folder = scratch_folder,
                         .open = readers.open,
                         .missing = arguments.missing};
  auto first = first_floor_of(arguments.map, source, options);
  if (!first) return first.error();
  if (first->map.floors().count > 1 && !arguments.upper_floors.empty()) {
    return Error{ErrorCode::usage,
                 fmt::format("{}: {} has floors of its own", arguments.upper_floors.front(), arguments.map)};
  }
  std::vector<std::uint64_t> hashes{first->hash};
  std::vector<TileMap> floors;
  floors.push_back(std::move(first->map));
  options.format = MapFormat::automatic;
  for (const std::string& file : arguments.upper_floors) {
    options.memory = left_of(memory, floors.size() * floors.front().tiles().size());
    auto floor = read_hashed_map(file, options);
    if (!floor) return floor.error();
    if (floor->map.floors().count > 1)
      return Error{ErrorCode::usage,
                   fmt::format("{}: has floors of its own, and is one beside {}", file, arguments.map)};
    floors.push_back(std::move(floor->map));
    hashes.push_back(floor->hash);
  }
  const std::string all = fmt::format("{} floors", floors.size());
  const std::uint64_t stacked = floors.size() == 1 ? 0 : 2 * floors.size() * floors.front().tiles().size();
  if (const Outcome fits = check_memory(arguments.map, all, stacked, memory); !fits) return fits.error();
  auto map = TileMap::stack(floors);
  if (!map) return Error{map.error().code, arguments.map + ": " + map.error().message};
  if (!arguments.links.empty()) {
    if (!map->links().empty()) {
      return Error{ErrorCode::usage, fmt::format("--links {}: {} has links of its own among its objects",
                                                 arguments.links, arguments.map)};
    }
    const auto text = read(arguments.links, FileOrigin::given);
    if (!text) return text.error();
    auto links = parse_links(*text, arguments.links, *map, left_of(memory, text->size()));
    if (!links) return links.error();
    if (Outcome set = map->set_links(std::move(*links)); !set) return set.error();
    hashes.push_back(hash_bytes(std::as_bytes(std::span(*text))));
  }
  if (!arguments.moves.empty()) {
    if (!map->moves().empty()) {
      return Error{ErrorCode::usage, fmt::format("--moves {}: {} has walls or cliffs of its own among its objects",
                                                 arguments.moves, arguments.map)};
    }
    const auto text = read(arguments.moves, FileOrigin::given);
    if (!text) return text.error();
    auto moves = parse_moves(*text, arguments.moves, *map, left_of(memory, text->size()));
    if (!moves) return moves.error();
    if (Outcome set = map->set_moves(std::move(*moves)); !set)
      return Error{set.error().code, fmt::format("{}: {}", arguments.moves, set.error().message)};
    hashes.push_back(hash_bytes(std::as_bytes(std::span(*text))));
  }
  hash = hashes.size() == 1 ? hashes.front() : hash_bytes(std::as_bytes(std::span(hashes)));
  return map;
}

/// The option that names a file of areas or waypoints.
struct DrawingOption {
  std::string_view name;  ///< "--areas"
  std::string file;       ///< empty: not given
};

/// Errors (usage): both options.
Result<DrawingOption> drawing_option(const MapArguments& arguments) {
  if (!arguments.areas.empty() && !arguments.waypoints.empty())
    return Error{ErrorCode::usage, "--areas and --waypoints: the board of a world is made of the ones or the others"};
  if (!arguments.waypoints.empty()) return DrawingOption{"--waypoints", arguments.waypoints};
  return DrawingOption{"--areas", arguments.areas};
}

/// The areas, from --areas or the map itself, and what is passed over; nothing if there are none.
Result<std::optional<DrawingSource>> drawing_over(const MapArguments& arguments, const SourceFile& source,
                                                  const TileMap& map, const ReadFile& read, std::uint64_t memory,
                                                  std::vector<std::string>& notes) {
  const auto option = drawing_option(arguments);
  if (!option) return option.error();
  const FloorStack& floors = map.floors();
  if (floors.count > 1 && !arguments.areas.empty()) {
    return Error{ErrorCode::usage,
                 fmt::format("{}: areas are drawn over one floor, and there are {}", arguments.map, floors.count)};
  }
  std::optional<DrawingSource> drawing;
  if (source.kind.map == MapFormat::tiled && source.bytes && !is_tiled_world(*source.bytes)) {
    auto own = parse_tiled_areas(*source.bytes, arguments.map, read, map.width(), floors, memory);
    if (!own) return own.error();
    notes = std::move(own->passed_over);
    if (own->drawing) {
      drawing = DrawingSource{*std::move(own->drawing), hash_bytes(std::as_bytes(std::span(*source.bytes)))};
    }
  }
  const bool asks_for_own = drawing && option->file == arguments.map &&
                            drawing->drawing.sight_length.has_value() == !arguments.waypoints.empty();
  if (option->file.empty() || asks_for_own) return drawing;
  if (drawing) {
    return Error{ErrorCode::usage,
                 fmt::format("{} {}: {} has {} of its own among its objects", option->name, option->file, arguments.map,
                             drawing->drawing.sight_length ? "waypoints" : "areas")};
  }
  auto drawn = arguments.waypoints.empty() ? read_area_drawing(option->file, map.width(), map.height(), read, memory)
                                           : read_waypoint_drawing(option->file, map.width(), floors, read, memory);
  if (!drawn) return drawn.error();
  return std::optional(std::move(*drawn));
}

/// Whether the table of provinces lies beside a picture.
bool has_provinces(std::filesystem::path path) {
  std::error_code unknown;
  return std::filesystem::exists(path.replace_extension(".provinces.tsv"), unknown);
}

Error neither(const std::string& path) {
  return {
      ErrorCode::syntax,
      fmt::format("{}: neither a map ('type octile', 'portolan ascii 1', PNG, TIFF, Tiled, X.raw) nor a board (a "
                  "table with tabs, semicolons or commas, JSON, GraphML, DIMACS, a PNG with X.provinces.tsv beside it)",
                  path)};
}

}  // namespace

Result<SourceKind> kind_of(std::string_view bytes, const std::string& path, const std::string& format,
                           std::uint64_t memory) {
  if (format == "auto") {
    if (is_gzip(bytes)) {
      const auto content = unpack_gzip(bytes, path, memory);
      if (!content) return content.error();
      const BoardFormat board = board_format_of(*content, path, left_of(memory, content->size()));
      const MapFormat packed = map_format_of(*content);
      const bool is_map = packed == MapFormat::ascii || (packed == MapFormat::tiled && board != BoardFormat::tiled) ||
                          (packed == MapFormat::movingai && board != BoardFormat::table);
      if (is_map) return Error{ErrorCode::unsupported, fmt::format("{}: a packed map; unpack it first", path)};
      if (board == BoardFormat::automatic) return neither(path);
      return SourceKind{.board = board};
    }
    const BoardFormat board = board_format_of(bytes, path, memory);
    const MapFormat map = map_format_of(bytes);
    // A table may begin with "type" as well, but hardly with a blank after it.
    const bool is_table = board == BoardFormat::table && !bytes.starts_with("type ");
    const bool either = board == BoardFormat::provinces || board == BoardFormat::tiled;
    if (either || (is_table && map == MapFormat::movingai)) return SourceKind{.board = board};
    if (map != MapFormat::automatic) return SourceKind{.map = map};
    if (board != BoardFormat::automatic) return SourceKind{.board = board};
    return neither(path);
  }
  if (format == "tiled" && is_tiled_hexagons(bytes, memory)) return SourceKind{.board = BoardFormat::tiled};
  if (const auto map = parse_map_format(format)) return SourceKind{.map = *map};
  if (const auto board = parse_board_format(format)) return SourceKind{.board = *board};
  return Error{ErrorCode::usage, fmt::format("--format {}: expected auto, of maps movingai, ascii, png, tiff, tiled, "
                                             "raw or chunks, of boards tsv, csv, json, graphml, dimacs, "
                                             "provinces or tiled",
                                             format)};
}

Result<SourceFile> read_source(const std::string& path, const std::string& format, const ReadFile& read,
                               std::uint64_t memory) {
  if (const auto stated = parse_map_format(format)) {
    const MapFormat map = piecewise_format(path, *stated);
    if (map == MapFormat::tiff && format == "auto" && has_provinces(path)) {
      return Error{
          ErrorCode::unsupported,
          fmt::format("{}: a table of provinces lies beside it, and pictures of provinces are read as PNG", path)};
    }
    if (map != MapFormat::automatic) return SourceFile{.kind = {.map = map}, .bytes = std::nullopt};
  }
  auto bytes = read(path, FileOrigin::given);
  if (!bytes) return bytes.error();
  const auto kind = kind_of(*bytes, path, format, memory);
  if (!kind) return kind.error();
  return SourceFile{*kind, *std::move(bytes)};
}

Result<std::vector<MovementProfile>> profiles_in(const std::vector<std::string>& files, const ReadFile& read) {
  std::vector<MovementProfile> profiles;
  for (const std::string& file : files) {
    const auto text = read(file, FileOrigin::given);
    if (!text) return text.error();
    auto parsed = parse_profiles(*text, file);
    if (!parsed) return parsed.error();
    for (MovementProfile& profile : *parsed) profiles.push_back(std::move(profile));
  }
  return profiles;
}

Result<MapSource> map_source_of(const MapArguments& arguments, const SourceFile& first, const FileReaders& readers,
                                std::uint64_t memory, const std::filesystem::path& scratch_folder) {
  std::uint64_t hash = 0;
  auto map = map_of(arguments, first, readers, memory, scratch_folder, hash);
  if (!map) return map.error();
  std::vector<std::string> notes;
  auto drawing =
      drawing_over(arguments, first, *map, readers.read, left_of(memory, map->shared_tiles().private_bytes()), notes);
  if (!drawing) return drawing.error();
  if (arguments.sight_length) {
    if (!*drawing || !(*drawing)->drawing.sight_length)
      return Error{ErrorCode::usage, "--sight-length is for waypoints, and there are none"};
    (*drawing)->drawing.sight_length = arguments.sight_length;
  }
  return MapSource{std::move(*map), hash, std::move(*drawing), std::move(notes)};
}

}  // namespace portolan::tools
