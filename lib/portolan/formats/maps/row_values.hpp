// SPDX-License-Identifier: BSL-1.0
// Numbers, tiles and headings in the rows of tables. Internal to the module.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/table.hpp"
#include "portolan/grid/floors.hpp"
#include "portolan/grid/kinematics.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace portolan {

/// What an empty field of a row stands for.
enum class EmptyField : std::uint8_t { fault, zero };

/// Reads the number from 0 to `most` in a column of the row that the reader is at. Error (syntax): the field is none.
Result<std::int32_t> number_in_row(const TableReader& rows, const TableHeader& header, std::string_view column,
                                   std::int32_t most, EmptyField empty = EmptyField::fault);

/// Reads the tile that three columns name by x, y and floor, of a map of this width and these floors; the floor is the
/// lowest where the field is empty or the column absent. Errors (syntax): a field is no number, it is not on the map.
Result<Tile> tile_in_row(const TableReader& rows, const TableHeader& header,
                         const std::array<std::string_view, 3>& columns, std::int32_t width, const FloorStack& floors);

/// Reads the heading that a column names; `any` where the field is empty or the column absent. Error (syntax): there is
/// none of that name.
Result<Heading> heading_in_row(const TableReader& rows, const TableHeader& header, std::string_view column);

}  // namespace portolan
