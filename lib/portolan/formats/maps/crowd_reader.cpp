// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/crowd_reader.hpp"

#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/link_values.hpp"
#include "portolan/formats/table.hpp"
#include "portolan/formats/text.hpp"

#include <array>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 4> kPlaces{"x", "y", "goal_x", "goal_y"};
constexpr std::array<std::string_view, 8> kColumns{"x",     "y",          "goal_x",  "goal_y",
                                                   "floor", "goal_floor", "profile", "side"};

/// A number of a row; 0 if the field is empty and may be.
Result<std::int32_t> number_of(const TableReader& rows, const TableHeader& header, std::string_view column,
                               std::int32_t most, bool may_lack) {
  const std::string_view field = trimmed(header.field(rows, column));
  if (field.empty() && may_lack) return 0;
  const auto number = parse_integer(field, 0, most);
  if (number) return *number;
  return rows.error(fmt::format("{} {}: expected a number from 0 to {}", column, in_quotes(field), most));
}

/// The tile that three columns name.
Result<Tile> tile_of(const TableReader& rows, const TableHeader& header, const std::array<std::string_view, 3>& columns,
                     std::int32_t width, const FloorStack& floors) {
  std::array<std::int32_t, 3> place{};
  for (std::size_t i = 0; i < place.size(); ++i) {
    const auto number = number_of(rows, header, columns[i], kMaxSide, i == 2);
    if (!number) return number.error();
    place[i] = *number;
  }
  const auto tile = tile_of_end(std::span(place).first(floors.count > 1 || place[2] != 0 ? 3 : 2), width, floors);
  if (!tile) return rows.error(tile.error().message);
  return *tile;
}

}  // namespace

Result<std::vector<WrittenUnit>> parse_units(std::string_view text, std::string_view source, std::int32_t width,
                                             const FloorStack& floors) {
  TableReader rows(without_byte_order_mark(text), source);
  std::vector<WrittenUnit> units;
  const Outcome read = for_each_row(rows, {kPlaces, kColumns}, [&](const TableHeader& header) -> Outcome {
    const auto tile = tile_of(rows, header, {"x", "y", "floor"}, width, floors);
    if (!tile) return tile.error();
    const auto goal = tile_of(rows, header, {"goal_x", "goal_y", "goal_floor"}, width, floors);
    if (!goal) return goal.error();
    const auto side = number_of(rows, header, "side", 255, true);
    if (!side) return side.error();
    units.push_back({.tile = *tile,
                     .goal = *goal,
                     .profile = std::string(trimmed(header.field(rows, "profile"))),
                     .side = static_cast<std::uint8_t>(*side),
                     .line = rows.line()});
    return Success{};
  });
  if (!read) return read.error();
  return units;
}

Result<std::vector<WrittenUnit>> read_units(const std::filesystem::path& path, std::int32_t width,
                                            const FloorStack& floors) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_units(*text, path.string(), width, floors);
}

}  // namespace portolan
