// SPDX-License-Identifier: BSL-1.0
// One painter per kind of world. Each works for every size from 1x1, in O(tiles) time.
#pragma once

#include "make/letter_map.hpp"

#include <cstdint>

namespace portolan::generators {

[[nodiscard]] LetterMap paint_caves(std::int32_t width, std::int32_t height, std::uint64_t seed);
[[nodiscard]] LetterMap paint_rooms(std::int32_t width, std::int32_t height, std::uint64_t seed);
[[nodiscard]] LetterMap paint_maze(std::int32_t width, std::int32_t height, std::uint64_t seed);
[[nodiscard]] LetterMap paint_islands(std::int32_t width, std::int32_t height, std::uint64_t seed);
[[nodiscard]] LetterMap paint_city(std::int32_t width, std::int32_t height, std::uint64_t seed);
[[nodiscard]] LetterMap paint_noise(std::int32_t width, std::int32_t height, std::uint64_t seed);

}  // namespace portolan::generators
