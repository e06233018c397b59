// SPDX-License-Identifier: BSL-1.0
// portolan make: a world of some kind and size from a seed.
#include "commands.hpp"
#include "common.hpp"
#include "generators/linked_world.hpp"
#include "generators/make_world.hpp"
#include "portolan/core/file.hpp"
#include "portolan/io/link_reader.hpp"
#include "portolan/io/movingai_map.hpp"

#include <charconv>
#include <filesystem>

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

Outcome write_text(std::string_view text, const std::filesystem::path& path) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
  return write_file_atomically(path, {&bytes, 1});
}

Outcome write_map(const Result<TileMap>& map, const std::filesystem::path& path) {
  if (!map) return map.error();
  const auto text = write_movingai(*map);
  if (!text) return text.error();
  return write_text(*text, path);
}

/// X.map, of a tower with X.1.map, X.2.map, ... for the floors above, and X.links.tsv.
Outcome make_linked(const MakeArguments& arguments, std::int32_t width, std::int32_t height) {
  const auto world = arguments.kind == "tower" ? make_tower(width, height, arguments.floors, arguments.seed)
                                               : make_archipelago(width, height, arguments.seed);
  if (!world) return world.error();
  auto map = TileMap::stack(world->floors);
  if (!map) return map.error();
  if (Outcome set = map->set_links(world->links); !set) return set;
  const std::filesystem::path output(arguments.output);
  for (std::size_t floor = 0; floor < world->floors.size(); ++floor) {
    std::filesystem::path path = output;
    if (floor != 0) path.replace_extension(fmt::format("{}{}", floor, output.extension().string()));
    if (Outcome written = write_map(world->floors[floor], path); !written) return written;
  }
  std::filesystem::path links = output;
  return write_text(link_table(*map), links.replace_extension(".links.tsv"));
}

}  // namespace

int run_make(const MakeArguments& arguments) {
  const auto kind = parse_world_kind(arguments.kind);
  const bool linked = arguments.kind == "tower" || arguments.kind == "archipelago";
  if (!kind && !linked) {
    return fail(fmt::format("KIND {}: expected caves, rooms, maze, islands, city, noise, archipelago or tower",
                            arguments.kind));
  }
  std::int32_t width = 0;
  std::int32_t height = 0;
  if (!parse_extent(arguments.size, width, height)) {
    return fail(fmt::format("--size {}: expected WxH, for example 512x512", arguments.size));
  }
  const auto made =
      linked ? make_linked(arguments, width, height)
             : write_map(make_world({.kind = *kind, .width = width, .height = height, .seed = arguments.seed}),
                         arguments.output);
  return made ? kDone : fail(made.error().message);
}

}  // namespace portolan::tools
