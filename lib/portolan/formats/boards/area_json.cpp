// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/area_json.hpp"

#include "portolan/formats/boards/area_geojson.hpp"
#include "portolan/formats/boards/draft_json.hpp"
#include "portolan/formats/boards/drawing_builder.hpp"
#include "portolan/formats/boards/waypoint_table.hpp"
#include "portolan/formats/json_fields.hpp"
#include "portolan/formats/text.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 5> kDrawingKeys{"portolan", "version", "areas", "links", "closed"};
constexpr std::array<std::string_view, 3> kNeededKeys{"portolan", "version", "areas"};
constexpr std::array<std::string_view, 7> kAreaKeys{"name", "tags", "anchor", "rects", "polygons", "wkt", "enter"};
constexpr std::array<std::string_view, 1> kAreaName{"name"};
constexpr std::array<std::string_view, 6> kSightKeys{"portolan",     "version", "waypoints",
                                                     "sight_length", "ways",    "closed"};
constexpr std::array<std::string_view, 3> kNeededSightKeys{"portolan", "version", "waypoints"};
constexpr std::array<std::string_view, 5> kWaypointKeys{"name", "x", "y", "floor", "tags"};
constexpr std::array<std::string_view, 3> kNeededWaypointKeys{"name", "x", "y"};

/// Two or four numbers as they were written.
template <std::size_t kCount>
Result<std::array<std::string_view, kCount>> read_numbers(const JsonValue& value) {
  std::array<std::string_view, kCount> numbers;
  if (value.get_numbers(numbers) == kCount) return numbers;
  return value.expected(kCount == 4 ? "x, y, width and height" : "x and y");
}

class AreaReader {
 public:
  AreaReader(std::string_view source, std::int32_t width, const FloorStack& floors)
      : drawing_(builder_, width, floors) {
    builder_.add_file(source);
  }

  Result<AreaDrawing> read(const JsonValue& root);
  Result<AreaDrawing> read_waypoints(const JsonValue& root);

 private:
  /// A tile or a rectangle in whole tiles; nothing, noted in the draft, if a number is not one of those.
  template <std::size_t kCount>
  std::optional<std::array<std::int32_t, kCount>> whole(std::string_view key, const JsonValue& value,
                                                        const std::array<std::string_view, kCount>& numbers);
  Outcome read_anchor(const JsonValue& value, std::optional<Tile>& anchor);
  Outcome read_rect(const JsonValue& value, AreaShape& shape);
  Outcome read_polygon(const JsonValue& value, AreaShape& shape);
  Outcome read_wkt(const JsonValue& value, AreaShape& shape);
  Outcome read_area(const JsonValue& value);
  Outcome read_waypoint(const JsonValue& value);
  Outcome read_link(const JsonValue& value);
  Outcome read_closed(const JsonValue& value);
  void unreadable(std::string_view key, const JsonValue& value, std::string_view reason) {
    builder_.unreadable(place_of(value), fmt::format("{}: {}", key, reason));
  }

  DraftBuilder builder_;
  DrawingBuilder drawing_;
};

template <std::size_t kCount>
std::optional<std::array<std::int32_t, kCount>> AreaReader::whole(std::string_view key, const JsonValue& value,
                                                                  const std::array<std::string_view, kCount>& numbers) {
  std::array<std::int32_t, kCount> tiles{};
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto number = parse_integer(numbers[i], i < 2 ? -kMaxSide : 1, kMaxSide);
    if (!number) {
      unreadable(key, value,
                 fmt::format("{} is no whole number {}", printable(numbers[i]),
                             i < 2 ? "of tiles on a map" : "of tiles, at least 1"));
      return std::nullopt;
    }
    tiles[i] = *number;
  }
  return tiles;
}

Outcome AreaReader::read_anchor(const JsonValue& value, std::optional<Tile>& anchor) {
  const auto numbers = read_numbers<2>(value);
  if (!numbers) return numbers.error();
  if (const auto tile = whole("anchor", value, *numbers)) anchor = Tile{(*tile)[0], (*tile)[1]};
  return Success{};
}

Outcome AreaReader::read_rect(const JsonValue& value, AreaShape& shape) {
  const auto numbers = read_numbers<4>(value);
  if (!numbers) return numbers.error();
  if (const auto rect = whole("rects", value, *numbers)) {
    const auto [x, y, width, height] = *rect;
    shape.rects.push_back({{x, y}, {x + width, y + height}});
  }
  return Success{};
}

Outcome AreaReader::read_polygon(const JsonValue& value, AreaShape& shape) {
  Ring ring;
  const Outcome read = value.for_each_element([&](const JsonValue& corner) -> Outcome {
    const auto numbers = read_numbers<2>(corner);
    if (!numbers) return numbers.error();
    const auto x = parse_coordinate((*numbers)[0]);
    const auto y = parse_coordinate((*numbers)[1]);
    if (x && y) {
      ring.push_back({*x, *y});
    } else {
      unreadable("polygons", corner,
                 fmt::format("{}, {} is more than {} tiles from the origin", printable((*numbers)[0]),
                             printable((*numbers)[1]), kMaxSide));
    }
    return Success{};
  });
  if (!read) return read;
  Polygon polygon{std::move(ring)};
  if (const std::string fault = polygon_fault(polygon); fault.empty()) {
    shape.polygons.push_back(std::move(polygon));
  } else {
    unreadable("polygons", value, fmt::format("polygon {} is not usable: {}", shape.polygons.size() + 1, fault));
  }
  return Success{};
}

Outcome AreaReader::read_wkt(const JsonValue& value, AreaShape& shape) {
  std::string_view text;
  if (Outcome read = value.get_to(text); !read) return read;
  auto polygons = parse_wkt(text);
  if (!polygons) {
    unreadable("wkt", value, polygons.error().message);
    return Success{};
  }
  for (Polygon& polygon : *polygons) {
    if (const std::string fault = polygon_fault(polygon); fault.empty()) {
      shape.polygons.push_back(std::move(polygon));
    } else {
      unreadable("wkt", value, fmt::format("a polygon is not usable: {}", fault));
    }
  }
  return Success{};
}

Outcome AreaReader::read_area(const JsonValue& value) {
  DraftNode node;
  node.place = place_of(value);
  std::optional<Tile> anchor;
  AreaShape shape;
  JsonFields fields(value, {kAreaKeys, kAreaName});
  fields.get_to("name", node.name);
  fields.get_to("tags", node.tags);
  fields.read("enter", [&](const JsonValue& cost) { return read_cost_to_enter(cost, builder_, node); });
  fields.read("anchor", [&](const JsonValue& tile) { return read_anchor(tile, anchor); });
  fields.read_each("rects", [&](const JsonValue& rect) { return read_rect(rect, shape); });
  fields.read_each("polygons", [&](const JsonValue& polygon) { return read_polygon(polygon, shape); });
  fields.read("wkt", [&](const JsonValue& wkt) { return read_wkt(wkt, shape); });
  if (!fields.outcome()) return fields.outcome();
  if (!value.find("rects") && !value.find("polygons") && !value.find("wkt"))
    return value.error("an area without a shape: `rects`, `polygons` or `wkt`");
  const SourcePlace place = node.place;
  drawing_.paint(drawing_.declare(std::move(node), anchor), shape, place);
  return Success{};
}

Outcome AreaReader::read_link(const JsonValue& value) {
  auto link = read_arc(value, builder_);
  if (!link) return link.error();
  drawing_.add_way(link->from, link->to, {std::move(link->arc), link->direction});
  return Success{};
}

Outcome AreaReader::read_closed(const JsonValue& value) {
  std::vector<std::string> names;
  if (!value.get_to(names) || names.size() != 2) return value.expected("two names");
  const auto a = drawing_.named(names[0], "closed", place_of(value));
  const auto b = drawing_.named(names[1], "closed", place_of(value));
  if (a && b) drawing_.close(*a, *b, Direction::both, place_of(value));
  return Success{};
}

Outcome AreaReader::read_waypoint(const JsonValue& value) {
  DraftNode node;
  node.place = place_of(value);
  WrittenPlace written;
  const auto number = [](std::string_view& text) {
    return [&text](const JsonValue& given) -> Outcome {
      if (!given.is(JsonKind::number)) return given.expected("a number");
      text = given.text();
      return Success{};
    };
  };
  JsonFields fields(value, {kWaypointKeys, kNeededWaypointKeys});
  fields.get_to("name", node.name);
  fields.read("x", number(written.x));
  fields.read("y", number(written.y));
  fields.read("floor", number(written.floor));
  fields.get_to("tags", node.tags);
  if (!fields.outcome()) return fields.outcome();
  if (const auto tile = read_tile(written, node.place, builder_)) drawing_.add_waypoint(std::move(node), *tile);
  return Success{};
}

Result<AreaDrawing> AreaReader::read_waypoints(const JsonValue& root) {
  if (const Outcome head = check_json_head(root, "waypoints"); !head) return head.error();
  drawing_.see(kMaxSide);
  JsonFields fields(root, {kSightKeys, kNeededSightKeys});
  fields.read("sight_length", [&](const JsonValue& value) -> Outcome {
    const auto length = parse_integer(value.text(), 1, kMaxSide);
    if (!length || !value.is(JsonKind::number)) return value.expected("a whole number of tiles, at least 1");
    drawing_.see(static_cast<std::uint32_t>(*length));
    return Success{};
  });
  fields.read_each("waypoints", [&](const JsonValue& waypoint) { return read_waypoint(waypoint); });
  fields.read_each("ways", [&](const JsonValue& way) { return read_link(way); });
  fields.read_each("closed", [&](const JsonValue& way) { return read_closed(way); });
  if (!fields.outcome()) return fields.outcome().error();
  return drawing_.take();
}

Result<AreaDrawing> AreaReader::read(const JsonValue& root) {
  if (const Outcome head = check_json_head(root, "areas"); !head) return head.error();
  JsonFields fields(root, {kDrawingKeys, kNeededKeys});
  fields.read_each("areas", [&](const JsonValue& area) { return read_area(area); });
  fields.read_each("links", [&](const JsonValue& link) { return read_link(link); });
  fields.read_each("closed", [&](const JsonValue& border) { return read_closed(border); });
  if (!fields.outcome()) return fields.outcome().error();
  return drawing_.take();
}

}  // namespace

Result<AreaDrawing> parse_areas_json(std::string_view text, std::string_view source, std::int32_t width,
                                     std::int32_t height, std::uint64_t memory) {
  const auto tree = JsonTree::parse(text, source, memory);
  if (!tree) return tree.error();
  if (is_feature_collection(tree->root())) return read_area_features(tree->root(), source, width, {1, height});
  return AreaReader(source, width, {1, height}).read(tree->root());
}

Result<AreaDrawing> parse_waypoints_json(std::string_view text, std::string_view source, std::int32_t width,
                                         const FloorStack& floors, std::uint64_t memory) {
  const auto tree = JsonTree::parse(text, source, memory);
  if (!tree) return tree.error();
  return AreaReader(source, width, floors).read_waypoints(tree->root());
}

}  // namespace portolan
