// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_areas.hpp"

#include "portolan/formats/boards/drawing_builder.hpp"
#include "portolan/formats/boards/named_areas.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/formats/tiled/tiled_objects.hpp"
#include "portolan/formats/tiled/tiled_pairs.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

/// What a link may say; the second of two points says none of it.
constexpr std::array<std::string_view, 6> kLinkProperties{"from", "to", "cost", "one_way", "closed", "tags"};

class Author {
 public:
  Author(const TiledMap& map, const FloorStack& floors, const std::vector<TiledObject>& objects)
      : objects_(objects),
        drawing_(draft_, map.width, floors),
        floors_(floors.count),
        file_(draft_.add_file(map.source)) {}

  AreaDrawing run() {
    for (const TiledObject& object : objects_) {
      if (object.role == TiledRole::area) gather(object);
    }
    // The area of an anchor may come after it.
    for (const TiledObject& object : objects_) {
      if (object.role == TiledRole::area && object.shape == TiledShape::point) gather_anchor(object);
    }
    areas_.paint();
    for (const TiledObject& object : objects_) {
      if (object.role == TiledRole::place) add_place(object);
    }
    add_links();
    return drawing_.take();
  }

  AreaDrawing run_waypoints();

 private:
  /// Where an object has a corner.
  struct End {
    const TiledObject& object;
    Point at;
  };

  [[nodiscard]] SourcePlace place_of(const TiledObject& object) const { return {file_, object.line}; }
  void wrong(const TiledObject& object, std::string_view reason) {
    draft_.unreadable(place_of(object), fmt::format("{}: {}", object.what, reason));
  }
  void pass_over(const TiledObject& object, std::string_view reason) {
    drawing_.warn(place_of(object), fmt::format("{} is left out: {}", object.what, reason));
  }

  /// The floor of an object; nothing where it lies on none of several.
  [[nodiscard]] std::optional<std::int32_t> floor_of(const TiledObject& object) const {
    return floors_ == 1 ? 0 : object.floor;
  }
  [[nodiscard]] NodeId at(const End& end) const;
  void add_links();
  /// What it costs to enter the area or place.
  Decimal cost_to_enter(const TiledObject& object) {
    return draft_.cost_to_enter(property_of(object, "enter"), fmt::format("{}: enter", object.what), place_of(object));
  }

  void gather(const TiledObject& object);
  void gather_anchor(const TiledObject& object);
  void add_place(const TiledObject& object);
  void add_link(const TiledObject& object);
  void add_ways(const TiledObject& line);
  void join(const TiledObject& object, const std::optional<End>& from, const std::optional<End>& to);
  std::optional<NodeId> end(const TiledObject& object, std::string_view which, const std::optional<End>& end);

  const std::vector<TiledObject>& objects_;
  DraftBuilder draft_;
  DrawingBuilder drawing_;
  std::int32_t floors_;
  std::uint32_t file_;
  NamedAreas areas_{draft_, drawing_};
  TiledPairs pairs_{kLinkProperties};
  bool by_sight_ = false;  ///< the objects are waypoints
};

constexpr std::string_view kNoFloor = "lies on no floor: its layer belongs into a floor's group";

/// Waypoints, and what joins them.
AreaDrawing Author::run_waypoints() {
  by_sight_ = true;
  drawing_.see(kMaxSide);
  for (const TiledObject& object : objects_) {
    if (object.role == TiledRole::area || object.role == TiledRole::place) {
      wrong(object, "areas and places are no waypoints, and a world has one board");
    } else if (object.role == TiledRole::waypoint && !property_of(object, "enter").empty()) {
      wrong(object, "enter: a waypoint costs nothing to enter");
    } else if (object.role == TiledRole::waypoint && object.shape == TiledShape::point) {
      DraftNode node{.name = object.name,
                     .position = {},
                     .tags = split_tags(property_of(object, "tags")),
                     .place = place_of(object)};
      if (const auto floor = floor_of(object)) {
        drawing_.add_waypoint(std::move(node), {tile_at(object.corners.front()), *floor});
      } else {
        wrong(object, kNoFloor);
        drawing_.declare(std::move(node), std::nullopt);
      }
    } else if (object.role == TiledRole::waypoint && object.shape != TiledShape::line) {
      pass_over(object, "waypoints are points, and ways between them lines");
    }
  }
  for (const TiledObject& object : objects_) {
    if (object.role == TiledRole::waypoint && object.shape == TiledShape::line) add_ways(object);
  }
  add_links();
  return drawing_.take();
}

void Author::add_links() {
  for (const TiledObject& object : objects_) {
    if (object.role == TiledRole::link) add_link(object);
  }
  for (const TiledObject* point : pairs_.single())
    wrong(*point, "a link from a point, and no second point has its name");
}

/// From waypoint to waypoint along a line, which may bend between them.
void Author::add_ways(const TiledObject& line) {
  Point from = line.corners.front();
  for (std::size_t i = 1; i < line.corners.size(); ++i) {
    const Point to = line.corners[i];
    const NodeId there = at({line, to});
    if (i + 1 < line.corners.size() && (there == kNoNode || there == at({line, from}))) continue;
    join(line, End{line, from}, End{line, to});
    from = to;
  }
}

void Author::gather(const TiledObject& object) {
  if (object.shape == TiledShape::line || object.shape == TiledShape::other)
    return pass_over(object, "areas are rectangles, polygons and ellipses, and their anchors points");
  if (object.name.empty()) return wrong(object, "an area without a name");
  if (object.shape == TiledShape::point) return;
  Polygon polygon{object.corners};
  const std::string fault = object.shape == TiledShape::polygon ? polygon_fault(polygon) : std::string();
  AreaShape shape;
  if (fault.empty()) shape.polygons.push_back(std::move(polygon));
  DraftNode node{.name = object.name,
                 .position = {},
                 .tags = split_tags(property_of(object, "tags")),
                 .place = place_of(object),
                 .enter = cost_to_enter(object)};
  if (!areas_.add(std::move(node), std::move(shape)))
    return wrong(object, "enter: another object of the area says something else");
  if (!fault.empty()) wrong(object, fmt::format("the polygon is not usable: {}", fault));
}

void Author::gather_anchor(const TiledObject& object) {
  if (!areas_.has(object.name)) {
    return wrong(object, "a point is the anchor of the area of its name, and there is none (class `place` for places)");
  }
  if (!areas_.set_anchor(object.name, tile_at(object.corners.front()))) wrong(object, "the area has an anchor already");
}

void Author::add_place(const TiledObject& object) {
  if (object.shape != TiledShape::point) return pass_over(object, "places are points");
  if (object.name.empty()) return wrong(object, "a place without a name");
  const std::string fault = areas_.put({.name = object.name,
                                        .position = {},
                                        .tags = split_tags(property_of(object, "tags")),
                                        .place = place_of(object),
                                        .enter = cost_to_enter(object)},
                                       tile_at(object.corners.front()));
  if (!fault.empty()) wrong(object, fault);
}

void Author::add_link(const TiledObject& object) {
  if (object.shape == TiledShape::line)
    return join(object, End{object, object.corners.front()}, End{object, object.corners.back()});
  if (!property_of(object, "from").empty() && !property_of(object, "to").empty()) return join(object, {}, {});
  if (object.shape != TiledShape::point)
    return pass_over(object, "links are lines, two points of one name, or have the properties from and to");
  const auto first = pairs_.add(object);
  if (!first) return wrong(object, first.error().message);
  if (*first == nullptr) return;
  join(**first, End{**first, (*first)->corners.front()}, End{object, object.corners.front()});
}

/// The area that an end is named after, or lies in.
std::optional<NodeId> Author::end(const TiledObject& object, std::string_view which, const std::optional<End>& end) {
  if (const std::string_view name = property_of(object, which); !name.empty() || !end)
    return drawing_.named(name, fmt::format("{}: {}", object.what, which), place_of(object));
  const auto floor = floor_of(end->object);
  if (!floor) {
    wrong(end->object, kNoFloor);
    return std::nullopt;
  }
  if (const NodeId area = at(*end); area != kNoNode) return area;
  wrong(object, fmt::format("{}: no {} has the tile {}", which, by_sight_ ? "waypoint" : "area",
                            drawing_.text_of({tile_at(end->at), *floor})));
  return std::nullopt;
}

/// What lies there; kNoNode if nothing does.
NodeId Author::at(const End& end) const {
  const auto floor = floor_of(end.object);
  const auto tile = floor ? drawing_.on_map({tile_at(end.at), *floor}) : std::nullopt;
  return tile ? drawing_.at(*tile) : kNoNode;
}

void Author::join(const TiledObject& object, const std::optional<End>& from, const std::optional<End>& to) {
  const SourcePlace place = place_of(object);
  const auto field = [&](std::string_view name) { return fmt::format("{}: {}", object.what, name); };
  const auto tail = end(object, "from", from);
  const auto head = end(object, "to", to);
  const std::string_view cost = property_of(object, "cost");
  const Direction direction =
      draft_.truth(property_of(object, "one_way"), field("one_way"), place) ? Direction::one_way : Direction::both;
  const bool closed = draft_.truth(property_of(object, "closed"), field("closed"), place);
  if (closed && !cost.empty()) wrong(object, "a closed border has no cost; a way beside it takes a link of its own");
  DraftArc arc{.name = object.name, .tags = split_tags(property_of(object, "tags")), .place = place};
  if (!cost.empty()) draft_.set_cost(arc, cost, field("cost"), place);
  if (!tail || !head) return;
  if (closed) return drawing_.close(*tail, *head, direction, place);
  arc.from = *tail;
  arc.to = *head;
  draft_.join(std::move(arc), direction);
}

}  // namespace

Result<TiledAreas> parse_tiled_areas(std::string_view text, const std::filesystem::path& path, const ReadFile& read,
                                     std::int32_t width, const FloorStack& floors, std::uint64_t memory) {
  auto root = parse_tiled_element(text, path.string(), memory);
  if (!root) return root.error();
  const auto map = interpret_tiled_map(*root, path, read);
  if (!map) return map.error();
  if (map->stagger) {
    return Error{ErrorCode::unsupported, fmt::format("{}: areas on tiles that are no grid of squares", map->source)};
  }
  auto found = objects_of(*root, *map, path, read);
  if (!found) return found.error();
  TiledAreas areas{{}, std::move(found->passed_over)};
  const auto draws = [](const TiledObject& object) {
    const TiledRole role = object.role;
    return role != TiledRole::tile_link && role != TiledRole::wall && role != TiledRole::cliff;
  };
  if (std::none_of(found->objects.begin(), found->objects.end(), draws)) return areas;
  const bool by_sight = std::any_of(found->objects.begin(), found->objects.end(),
                                    [](const TiledObject& object) { return object.role == TiledRole::waypoint; });
  const auto count = std::max<std::int64_t>(1, static_cast<std::int64_t>(map->floors.names.size()));
  if (const auto most = std::max<std::int64_t>(count, floors.count); !by_sight && most > 1) {
    return Error{ErrorCode::unsupported,
                 fmt::format("{}: areas are drawn over one floor, and the map has {}", map->source, most)};
  }
  if (map->width != width || map->height != floors.height || count != floors.count) {
    const auto on_floors = [](std::int64_t number) {
      return number == 1 ? std::string() : fmt::format(" on {} floors", number);
    };
    return Error{ErrorCode::usage, fmt::format("{}: {} on {} x {} tiles{} for a map of {} x {}{}", map->source,
                                               by_sight ? "waypoints" : "areas", map->width, map->height,
                                               on_floors(count), width, floors.height, on_floors(floors.count))};
  }
  Author author(*map, floors, found->objects);
  areas.drawing = by_sight ? author.run_waypoints() : author.run();
  return areas;
}

}  // namespace portolan
