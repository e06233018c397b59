// SPDX-License-Identifier: BSL-1.0
// portolan make: a world of some kind and size from a seed, what happens on a map, or a map of which nothing is known.
#include "commands.hpp"
#include "common.hpp"
#include "make/changes.hpp"
#include "make/fields.hpp"
#include "make/linked_world.hpp"
#include "make/make_world.hpp"
#include "map/input_files.hpp"
#include "portolan/core/file.hpp"
#include "portolan/formats/maps/ascii_map.hpp"
#include "portolan/formats/maps/link_reader.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/maps/movingai_map.hpp"
#include "portolan/formats/maps/raw_map.hpp"
#include "portolan/offline/blank_map.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// "WxH".
bool parse_extent(std::string_view text, std::int32_t& width, std::int32_t& height) {
  const char* const end = text.data() + text.size();
  const auto w = std::from_chars(text.data(), end, width);
  if (w.ec != std::errc{} || w.ptr == end || *w.ptr != 'x') return false;
  const auto h = std::from_chars(w.ptr + 1, end, height);
  return h.ec == std::errc{} && h.ptr == end;
}

using Files = std::vector<StagedFile>;

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kQueries = 1000;
constexpr std::int32_t kFloors = 4;

bool is_made_for_map(std::string_view kind) {
  return kind == "changes" || kind == "blank";
}

bool is_linked(std::string_view kind) {
  return kind == "tower" || kind == "archipelago";
}

/// A kind that nobody knows, or an option that says nothing of the kind.
Outcome check_arguments(const MakeArguments& arguments) {
  const std::string_view kind = arguments.kind;
  if (!is_made_for_map(kind) && !is_linked(kind) && !parse_world_kind(kind) && !parse_field_kind(kind)) {
    return Error{ErrorCode::usage,
                 fmt::format("KIND {}: expected caves, rooms, maze, islands, city, noise, archipelago, tower, "
                             "field-caves, field-noise, field-city, field-islands, changes or blank",
                             kind)};
  }
  const auto only = [](std::string_view option, std::string_view of) {
    return Error{ErrorCode::usage, fmt::format("{}: only of {}", option, of)};
  };
  if (arguments.queries && kind != "changes") return only("--queries", "changes");
  if (arguments.unknown && kind != "blank") return only("--unknown", "blank");
  if (arguments.floors && kind != "tower") return only("--floors", "a tower");
  if (arguments.threads && !parse_field_kind(kind)) return only("--threads", "fields");
  if (arguments.seed && kind == "blank") return only("--seed", "what is made at random, which a blank map is not");
  if (!arguments.size.empty() && is_made_for_map(kind)) return only("--size", "what is not made for a map");
  return Success{};
}

Outcome stage_text(std::string_view text, const std::filesystem::path& path, Files& files) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
  auto file = StagedFile::write(path, {&bytes, 1});
  if (!file) return file.error();
  files.push_back(std::move(*file));
  return Success{};
}

Outcome stage_map(const Result<TileMap>& map, const std::filesystem::path& path, Files& files) {
  if (!map) return map.error();
  const auto text = write_movingai(*map);
  if (!text) return text.error();
  return stage_text(*text, path, files);
}

/// X.map, of a tower with X.1.map, X.2.map, ... for the floors above, and X.links.tsv.
Outcome stage_linked(const MakeArguments& arguments, std::int32_t width, std::int32_t height, Files& files) {
  const std::uint64_t seed = arguments.seed.value_or(kSeed);
  const auto world = arguments.kind == "tower" ? make_tower(width, height, arguments.floors.value_or(kFloors), seed)
                                               : make_archipelago(width, height, seed);
  if (!world) return world.error();
  auto map = TileMap::stack(world->floors);
  if (!map) return map.error();
  if (Outcome set = map->set_links(world->links); !set) return set;
  const std::filesystem::path output(arguments.output);
  for (std::size_t floor = 0; floor < world->floors.size(); ++floor) {
    std::filesystem::path path = output;
    if (floor != 0) path.replace_extension(fmt::format("{}{}", floor, output.extension().string()));
    if (Outcome staged = stage_map(world->floors[floor], path, files); !staged) return staged;
  }
  std::filesystem::path links = output;
  return stage_text(link_table(*map), links.replace_extension(".links.tsv"), files);
}

/// X.raw, painted band by band, and X.raw.json.
Outcome stage_field(const MakeArguments& arguments, FieldKind kind, std::int32_t width, std::int32_t height,
                    Files& files) {
  const std::filesystem::path output(arguments.output);
  if (output.extension() != ".raw") {
    return Error{ErrorCode::usage,
                 fmt::format("{}: fields are written as raw bytes: expected X.raw", arguments.output)};
  }
  if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide) {
    return Error{ErrorCode::limit, fmt::format("--size {}: sides must be from 1 to {}", arguments.size, kMaxSide)};
  }
  if (Outcome staged =
          stage_text(write_raw_description({width, height, field_palette(kind)}), raw_description_path(output), files);
      !staged)
    return staged;
  // Enough rows to keep some threads busy, in memory that does not grow with the world.
  constexpr std::int32_t kBandTiles = 1 << 26;
  const std::int32_t band_rows = std::min(height, kBandTiles / width);
  std::vector<TerrainId> band(static_cast<std::size_t>(width) * static_cast<std::size_t>(band_rows));
  std::int32_t next_row = 0;
  auto file = StagedFile::write(output, [&] {
    const std::int32_t count = std::min(height - next_row, band_rows);
    const auto rows = std::span(band).first(static_cast<std::size_t>(width) * static_cast<std::size_t>(count));
    paint_field(kind, arguments.seed.value_or(kSeed), width, next_row, rows, arguments.threads.value_or(0));
    next_row += count;
    return std::as_bytes(rows);
  });
  if (!file) return file.error();
  files.push_back(std::move(*file));
  return Success{};
}

/// The map of changes and blanks; notes all files that it is read from.
Result<TileMap> read_map_of(const MakeArguments& arguments, InputFiles& inputs) {
  MapReadOptions reading;
  reading.read = [&](const std::filesystem::path& path, FileOrigin origin) { return inputs.read(path, origin); };
  reading.open = [&](const std::filesystem::path& path) { return inputs.open(path); };
  return read_map(arguments.map, reading);
}

int make_changes_file(const MakeArguments& arguments) {
  if (arguments.map.empty()) return fail("MAP is required with changes");
  InputFiles inputs;
  const auto map = read_map_of(arguments, inputs);
  if (!map) return fail(map.error().message);
  const auto text = make_changes(*map, arguments.queries.value_or(kQueries), arguments.seed.value_or(kSeed));
  if (!text) return fail(fmt::format("{}: {}", arguments.map, text.error().message));
  if (inputs.holds(arguments.output)) return fail(written_over(arguments.output).message);
  Files files;
  if (const Outcome staged = stage_text(*text, arguments.output, files); !staged) return fail(staged.error().message);
  const Outcome committed = commit_all(files);
  return committed ? kDone : fail(committed.error().message);
}

/// A blank map, and X.links.tsv where the map has links; over none of the inputs.
Outcome stage_blank(const TileMap& map, const InputFiles& inputs, const MakeArguments& arguments, Files& files) {
  TerrainCost dearest = 0;
  for (const Terrain& terrain : map.palette()) dearest = std::max(dearest, terrain.default_cost);
  const auto blank = blank_map(map, {arguments.unknown.value_or("unknown"), dearest});
  const auto named = [&](const Error& error) {
    return Error{error.code, fmt::format("{}: {}", arguments.map, error.message)};
  };
  if (!blank) return named(blank.error());
  const auto text = write_ascii(*blank);
  if (!text) return named(text.error());
  const std::filesystem::path output(arguments.output);
  if (inputs.holds(output)) return written_over(output);
  if (Outcome staged = stage_text(*text, output, files); !staged || map.links().empty()) return staged;
  std::filesystem::path links = output;
  links.replace_extension(".links.tsv");
  if (inputs.holds(links)) return written_over(links);
  return stage_text(link_table(*blank), links, files);
}

int make_blank_map(const MakeArguments& arguments) {
  if (arguments.map.empty()) return fail("MAP is required with blank");
  InputFiles inputs;
  const auto map = read_map_of(arguments, inputs);
  if (!map) return fail(map.error().message);
  Files files;
  const Outcome staged = stage_blank(*map, inputs, arguments, files);
  if (!staged) return fail(staged.error().message);
  const Outcome committed = commit_all(files);
  return committed ? kDone : fail(committed.error().message);
}

}  // namespace

int run_make(const MakeArguments& arguments) {
  if (const Outcome checked = check_arguments(arguments); !checked) return fail(checked.error().message);
  if (arguments.kind == "changes") return make_changes_file(arguments);
  if (arguments.kind == "blank") return make_blank_map(arguments);
  if (!arguments.map.empty()) return fail(fmt::format("{}: only changes and blanks are made for a map", arguments.map));
  if (arguments.size.empty()) return fail("--size is required");
  const auto kind = parse_world_kind(arguments.kind);
  const auto field = parse_field_kind(arguments.kind);
  std::int32_t width = 0;
  std::int32_t height = 0;
  if (!parse_extent(arguments.size, width, height)) {
    return fail(fmt::format("--size {}: expected WxH, for example 512x512", arguments.size));
  }
  Files files;
  const auto made =
      field ? stage_field(arguments, *field, width, height, files)
      : is_linked(arguments.kind)
          ? stage_linked(arguments, width, height, files)
          : stage_map(
                make_world({.kind = *kind, .width = width, .height = height, .seed = arguments.seed.value_or(kSeed)}),
                arguments.output, files);
  if (!made) return fail(made.error().message);
  const Outcome committed = commit_all(files);
  return committed ? kDone : fail(committed.error().message);
}

}  // namespace portolan::tools
