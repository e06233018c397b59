// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/row_values.hpp"

#include "portolan/formats/maps/link_values.hpp"
#include "portolan/formats/text.hpp"

#include <span>

#include <fmt/format.h>

namespace portolan {

Result<std::int32_t> number_in_row(const TableReader& rows, const TableHeader& header, std::string_view column,
                                   std::int32_t most, EmptyField empty) {
  const std::string_view field = trimmed(header.field(rows, column));
  if (field.empty() && empty == EmptyField::zero) return 0;
  const auto number = parse_integer(field, 0, most);
  if (number) return *number;
  return rows.error(fmt::format("{} {}: expected a number from 0 to {}", column, in_quotes(field), most));
}

Result<Tile> tile_in_row(const TableReader& rows, const TableHeader& header,
                         const std::array<std::string_view, 3>& columns, std::int32_t width, const FloorStack& floors) {
  std::array<std::int32_t, 3> place{};
  for (std::size_t i = 0; i < place.size(); ++i) {
    const auto number =
        number_in_row(rows, header, columns[i], kMaxSide, i == 2 ? EmptyField::zero : EmptyField::fault);
    if (!number) return number.error();
    place[i] = *number;
  }
  const auto tile = tile_of_end(std::span(place).first(floors.count > 1 || place[2] != 0 ? 3 : 2), width, floors);
  if (!tile) return rows.error(tile.error().message);
  return *tile;
}

Result<Heading> heading_in_row(const TableReader& rows, const TableHeader& header, std::string_view column) {
  const std::string_view name = trimmed(header.field(rows, column));
  if (name.empty()) return Heading::any;
  if (const auto heading = parse_heading(name)) return *heading;
  return rows.error(fmt::format("{} {}: there are E NE N NW W SW S SE and any", column, in_quotes(name)));
}

}  // namespace portolan
