// SPDX-License-Identifier: BSL-1.0
// A bare reader for maps of the Moving AI benchmarks in tests of the lower modules: trusts its input.
#pragma once

#include "portolan/grid/tile_map.hpp"

#include <filesystem>

namespace portolan::test {

/// Passable: `.`, `G`, `S`. @throws std::runtime_error if the file is missing or short.
[[nodiscard]] TileMap read_movingai(const std::filesystem::path& path);

}  // namespace portolan::test
