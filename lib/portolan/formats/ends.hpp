// SPDX-License-Identifier: BSL-1.0
// What every row or object must have that joins two things: ways, links, moves.
#pragma once

#include <array>
#include <string_view>

namespace portolan {

/// Its columns in a table and its keys in JSON.
inline constexpr std::array<std::string_view, 2> kEnds{"from", "to"};

}  // namespace portolan
