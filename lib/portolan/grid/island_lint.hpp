// SPDX-License-Identifier: BSL-1.0
// Maps that fall into many small pieces, as those painted by hand or drawn by noise do.
#pragma once

#include "portolan/grid/movement_profile.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// An island of fewer positions than this is tiny.
inline constexpr std::uint64_t kTinyIsland = 10;
/// Fewer tiny islands than this are taken for meant.
inline constexpr std::uint64_t kManyIslands = 10;

/// Says for which profiles a map has kManyIslands tiny islands or more, how many, where the first is, and what to do,
/// in sentences as warnings_in gives them; `name` stands for the map. Profiles that do not fit the map are passed over.
/// O(tiles) time and memory for each profile.
[[nodiscard]] std::vector<std::string> island_warnings_in(const TileMap& map, std::span<const MovementProfile> profiles,
                                                          std::string_view name);

}  // namespace portolan
