// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/memory_limit.hpp"

#include <system_error>

#include <fmt/format.h>

namespace portolan {

Outcome check_memory(std::string_view name, std::string_view what, std::uint64_t bytes, std::uint64_t memory) {
  if (bytes <= memory) return Success{};
  return Error{ErrorCode::limit, fmt::format("{}: {} take about {} bytes to read, more than --memory leaves: {}", name,
                                             what, bytes, memory)};
}

Result<SharedArray<TerrainId>> make_tiles(std::string_view name, std::uint64_t tiles, std::uint64_t memory,
                                          const std::filesystem::path& folder) {
  const bool in_file = tiles > memory / 8 && !folder.empty();
  if (!in_file) {
    if (const Outcome fits = check_memory(name, "its tiles", tiles, memory); !fits) return fits.error();
  }
  try {
    return SharedArray<TerrainId>(in_file ? Scratch(folder) : Scratch(), tiles);
  } catch (const std::system_error& error) {
    return Error{ErrorCode::io, error.what()};
  }
}

}  // namespace portolan
