// SPDX-License-Identifier: BSL-1.0
// The ends of a path as the page and its address write them.
#pragma once

#include "common.hpp"

#include <string>
#include <string_view>

namespace portolan::tools {

/// Reads an end as `portolan path` takes it: a tile or point of the map or, where areas are drawn over it, the name of
/// one, which stands for its anchor. Errors (usage): none of these, with names that are nearly the one given.
[[nodiscard]] Result<End> parse_end_on_map(std::string_view text, const World& world, const ProfileView& profile);
/// A text that parse_end_on_map reads as the same end.
[[nodiscard]] std::string name_of(const End& end, const FloorStack& floors);

/// The tile of an end, or in which it lies.
[[nodiscard]] Tile tile_of(const End& end) noexcept;

}  // namespace portolan::tools
