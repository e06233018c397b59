// SPDX-License-Identifier: BSL-1.0
// portolan make: a world of some kind and size from a seed.
#include "commands.hpp"
#include "common.hpp"
#include "generators/make_world.hpp"
#include "portolan/core/file.hpp"
#include "portolan/io/movingai_map.hpp"

#include <charconv>

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

}  // namespace

int run_make(const MakeArguments& arguments) {
  const auto kind = parse_world_kind(arguments.kind);
  if (!kind) return fail(fmt::format("KIND {}: expected caves, rooms, maze, islands, city or noise", arguments.kind));
  WorldRecipe recipe{.kind = *kind, .width = 0, .height = 0, .seed = arguments.seed};
  if (!parse_extent(arguments.size, recipe.width, recipe.height)) {
    return fail(fmt::format("--size {}: expected WxH, for example 512x512", arguments.size));
  }
  const auto map = make_world(recipe);
  if (!map) return fail(map.error().message);
  const auto text = write_movingai(*map);
  if (!text) return fail(text.error().message);
  const std::span<const std::byte> bytes = std::as_bytes(std::span(*text));
  if (const Outcome written = write_file_atomically(arguments.output, {&bytes, 1}); !written) {
    return fail(written.error().message);
  }
  return kDone;
}

}  // namespace portolan::tools
