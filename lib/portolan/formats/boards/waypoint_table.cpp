// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/waypoint_table.hpp"

#include "portolan/core/point.hpp"
#include "portolan/formats/boards/polygon.hpp"
#include "portolan/formats/ends.hpp"
#include "portolan/formats/table.hpp"
#include "portolan/formats/text.hpp"

#include <array>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 3> kWaypointMustHave{"name", "x", "y"};
constexpr std::array<std::string_view, 5> kWaypointColumns{"name", "x", "y", "floor", "tags"};

}  // namespace

std::optional<FloorTile> read_tile(const WrittenPlace& written, const SourcePlace& place, DraftBuilder& builder) {
  const auto right = parse_place_coordinate(written.x);
  const auto down = parse_place_coordinate(written.y);
  if (!right || !down) {
    builder.unreadable(place, fmt::format("{} {} is not a number of tiles on a map", right ? "y" : "x",
                                          in_quotes(right ? written.y : written.x)));
    return std::nullopt;
  }
  const auto floor = written.floor.empty() ? std::optional(0) : parse_integer(written.floor, 0, kMaxSide);
  if (!floor) {
    builder.unreadable(place, fmt::format("floor {} is not the number of a floor", in_quotes(written.floor)));
    return std::nullopt;
  }
  return FloorTile{tile_at({*right, *down}), *floor};
}

Result<AreaDrawing> parse_waypoint_tables(const NamedText& waypoints, const std::optional<NamedText>& ways,
                                          std::int32_t width, const FloorStack& floors) {
  DraftBuilder builder;
  DrawingBuilder drawing(builder, width, floors);
  drawing.see(kMaxSide);
  const std::uint32_t file = builder.add_file(waypoints.name);
  TableReader rows(waypoints.text, waypoints.name);
  const Outcome read =
      for_each_row(rows, {kWaypointMustHave, kWaypointColumns}, [&](const TableHeader& header) -> Outcome {
        const SourcePlace place{file, rows.line()};
        const auto field = [&](std::string_view column) { return trimmed(header.field(rows, column)); };
        const auto tile = read_tile({field("x"), field("y"), field("floor")}, place, builder);
        if (!tile) return Success{};
        drawing.add_waypoint({.name = std::string(header.field(rows, "name")),
                              .position = {},
                              .tags = split_tags(header.field(rows, "tags")),
                              .place = place},
                             *tile);
        return Success{};
      });
  if (!read) return read.error();
  if (!ways) return drawing.take();
  const std::uint32_t beside = builder.add_file(ways->name);
  TableReader lines(ways->text, ways->name);
  const Outcome joined = for_each_row(lines, {kEnds, kWayColumns}, [&](const TableHeader& header) -> Outcome {
    drawing.add_way(header.field(lines, "from"), header.field(lines, "to"),
                    read_arc_row(lines, header, {beside, lines.line()}, builder));
    return Success{};
  });
  if (!joined) return joined.error();
  return drawing.take();
}

}  // namespace portolan
