// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/crowd_reader.hpp"

#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/row_values.hpp"
#include "portolan/formats/table.hpp"
#include "portolan/formats/text.hpp"

#include <array>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 4> kPlaces{"x", "y", "goal_x", "goal_y"};
constexpr std::array<std::string_view, 11> kCrowdColumns{
    "x", "y", "goal_x", "goal_y", "floor", "goal_floor", "profile", "side", "group", "heading", "goal_heading"};

}  // namespace

Result<std::vector<WrittenUnit>> parse_units(std::string_view text, std::string_view source, std::int32_t width,
                                             const FloorStack& floors) {
  TableReader rows(without_byte_order_mark(text), source);
  std::vector<WrittenUnit> units;
  const Outcome read = for_each_row(rows, {kPlaces, kCrowdColumns}, [&](const TableHeader& header) -> Outcome {
    const auto tile = tile_in_row(rows, header, {"x", "y", "floor"}, width, floors);
    if (!tile) return tile.error();
    const auto goal = tile_in_row(rows, header, {"goal_x", "goal_y", "goal_floor"}, width, floors);
    if (!goal) return goal.error();
    const auto side = number_in_row(rows, header, "side", 255, EmptyField::zero);
    if (!side) return side.error();
    const auto group = number_in_row(rows, header, "group", 65'535, EmptyField::zero);
    if (!group) return group.error();
    const auto heading = heading_in_row(rows, header, "heading");
    if (!heading) return heading.error();
    const auto goal_heading = heading_in_row(rows, header, "goal_heading");
    if (!goal_heading) return goal_heading.error();
    units.push_back({.tile = *tile,
                     .goal = *goal,
                     .profile = std::string(trimmed(header.field(rows, "profile"))),
                     .side = static_cast<std::uint8_t>(*side),
                     .group = static_cast<std::uint16_t>(*group),
                     .line = rows.line(),
                     .heading = *heading,
                     .goal_heading = *goal_heading});
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
