// SPDX-License-Identifier: BSL-1.0
// How much memory reading may take.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/core/shared_array.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace portolan {

/// A limit that nothing reaches.
inline constexpr std::uint64_t kAnyMemory = ~std::uint64_t{0};

/// Checks that `what`, such as "3x4 tiles", which takes `bytes` bytes, fits `memory`. Error (limit): it does not;
/// `name` is that of the file.
[[nodiscard]] Outcome check_memory(std::string_view name, std::string_view what, std::uint64_t bytes,
                                   std::uint64_t memory);

/// Room for the tiles of a map: in memory or, where they would take more than an eighth of it and there is a folder, in
/// a file without a name there. Errors: limit, io; `name` is that of the map's file.
[[nodiscard]] Result<SharedArray<TerrainId>> make_tiles(std::string_view name, std::uint64_t tiles,
                                                        std::uint64_t memory, const std::filesystem::path& folder);

}  // namespace portolan
