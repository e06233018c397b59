// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/area_geojson.hpp"

#include "portolan/formats/boards/draft_json.hpp"
#include "portolan/formats/boards/drawing_builder.hpp"
#include "portolan/formats/boards/named_areas.hpp"
#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

/// A point, which may come before the area that it is the anchor of.
struct Marked {
  DraftNode node;
  Tile tile;
};

class FeatureReader {
 public:
  FeatureReader(std::string_view source, std::int32_t width, const FloorStack& floors)
      : drawing_(builder_, width, floors) {
    builder_.add_file(source);
  }

  Result<AreaDrawing> read(const JsonValue& root) {
    const auto features = root.find("features");
    if (!features) return root.error("a collection without `features`");
    const Outcome read = features->for_each_element([&](const JsonValue& feature) { return read_feature(feature); });
    if (!read) return read.error();
    std::erase_if(points_, [&](const Marked& point) {
      if (!areas_.has(point.node.name)) return false;
      if (!areas_.set_anchor(point.node.name, point.tile)) wrong(point.node, "the area has an anchor already");
      return true;
    });
    areas_.paint();
    for (const Marked& point : points_) {
      if (const std::string fault = areas_.put(point.node, point.tile); !fault.empty()) wrong(point.node, fault);
    }
    return drawing_.take();
  }

 private:
  Outcome read_feature(const JsonValue& feature);
  Outcome read_properties(const JsonValue& properties, DraftNode& node);
  Outcome read_polygon(const JsonValue& rings, const DraftNode& node, AreaShape& shape);
  using Coordinate = std::optional<std::int32_t>(std::string_view) noexcept;
  Result<std::optional<Point>> read_position(const JsonValue& value, Coordinate* coordinate);
  void wrong(const DraftNode& node, std::string_view reason) {
    builder_.unreadable(node.place, fmt::format("feature {}: {}", in_quotes(node.name), reason));
  }

  DraftBuilder builder_;
  DrawingBuilder drawing_;
  NamedAreas areas_{builder_, drawing_};
  std::vector<Marked> points_;
};

Outcome FeatureReader::read_properties(const JsonValue& properties, DraftNode& node) {
  if (properties.is(JsonKind::null)) return Success{};
  if (!properties.is(JsonKind::object)) return properties.expected("an object");
  if (const auto name = properties.find("name")) {
    if (!name->is(JsonKind::string) && !name->is(JsonKind::number)) return name->expected("a text");
    node.name = name->text();
  }
  if (const auto enter = properties.find("enter"); enter && !enter->is(JsonKind::null)) {
    if (Outcome read = read_cost_to_enter(*enter, builder_, node); !read) return read;
  }
  const auto tags = properties.find("tags");
  if (!tags || tags->is(JsonKind::null)) return Success{};
  if (tags->is(JsonKind::array)) return tags->get_to(node.tags);
  if (!tags->is(JsonKind::string)) return tags->expected("a list or a text");
  node.tags = split_tags(tags->text());
  return Success{};
}

/// Two numbers, and more that are passed over; nothing, noted in the draft, where they are too far out.
Result<std::optional<Point>> FeatureReader::read_position(const JsonValue& value, Coordinate* coordinate) {
  std::array<std::string_view, 8> numbers;
  const auto count = value.get_numbers(numbers);
  if (!count || *count < 2) return value.expected("x and y");
  const auto x = coordinate(numbers[0]);
  const auto y = coordinate(numbers[1]);
  if (x && y) return std::optional(Point{*x, *y});
  builder_.unreadable(place_of(value), fmt::format("{}, {} is more than {} tiles from the origin",
                                                   printable(numbers[0]), printable(numbers[1]), kMaxSide));
  return std::optional<Point>();
}

/// A list of rings, the outer one first, each of which ends where it begins.
Outcome FeatureReader::read_polygon(const JsonValue& rings, const DraftNode& node, AreaShape& shape) {
  Polygon polygon;
  const Outcome read = rings.for_each_element([&](const JsonValue& positions) -> Outcome {
    Ring ring;
    const Outcome walked = positions.for_each_element([&](const JsonValue& value) -> Outcome {
      const auto at = read_position(value, parse_coordinate);
      if (!at) return at.error();
      if (*at && (ring.empty() || ring.back() != **at)) ring.push_back(**at);
      return Success{};
    });
    if (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
    polygon.push_back(std::move(ring));
    return walked;
  });
  if (!read) return read;
  if (const std::string fault = polygon_fault(polygon); fault.empty()) {
    shape.polygons.push_back(std::move(polygon));
  } else {
    wrong(node, fmt::format("a polygon is not usable: {}", fault));
  }
  return Success{};
}

Outcome FeatureReader::read_feature(const JsonValue& feature) {
  if (!feature.is(JsonKind::object)) return feature.expected("an object");
  DraftNode node;
  node.place = place_of(feature);
  if (const auto id = feature.find("id"); id && (id->is(JsonKind::string) || id->is(JsonKind::number)))
    node.name = id->text();
  if (const auto properties = feature.find("properties")) {
    if (Outcome read = read_properties(*properties, node); !read) return read;
  }
  const auto geometry = feature.find("geometry");
  const auto type = geometry && geometry->is(JsonKind::object) ? geometry->find("type") : std::nullopt;
  const auto coordinates = type ? geometry->find("coordinates") : std::nullopt;
  const std::string_view kind = type ? type->text() : std::string_view();
  if (!coordinates || (kind != "Polygon" && kind != "MultiPolygon" && kind != "Point")) {
    drawing_.warn(node.place, fmt::format("feature {} is left out: areas are polygons and multipolygons, and places "
                                          "points",
                                          in_quotes(node.name)));
    return Success{};
  }
  if (node.name.empty()) {
    builder_.unreadable(node.place, "a feature without a name: neither a property `name` nor an `id`");
    return Success{};
  }
  if (kind == "Point") {
    const auto at = read_position(*coordinates, parse_place_coordinate);
    if (!at) return at.error();
    if (*at) points_.push_back({std::move(node), tile_at(**at)});
    return Success{};
  }
  AreaShape shape;
  const Outcome read =
      kind == "Polygon"
          ? read_polygon(*coordinates, node, shape)
          : coordinates->for_each_element([&](const JsonValue& polygon) { return read_polygon(polygon, node, shape); });
  if (!read) return read;
  if (!areas_.add(node, std::move(shape))) wrong(node, "enter: another feature of the area says something else");
  return Success{};
}

}  // namespace

bool is_feature_collection(const JsonValue& root) noexcept {
  const auto type = root.find("type");
  return type && type->text() == "FeatureCollection";
}

Result<AreaDrawing> read_area_features(const JsonValue& root, std::string_view source, std::int32_t width,
                                       const FloorStack& floors) {
  return FeatureReader(source, width, floors).read(root);
}

}  // namespace portolan
