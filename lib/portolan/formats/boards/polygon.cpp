// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/polygon.hpp"

#include "portolan/core/utf8.hpp"
#include "portolan/formats/text.hpp"

#include <algorithm>
#include <cmath>
#include <exception>

#include <boost/geometry/algorithms/correct.hpp>
#include <boost/geometry/algorithms/is_valid.hpp>
#include <boost/geometry/geometries/multi_polygon.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <boost/geometry/io/wkt/read.hpp>
#include <fmt/format.h>

namespace portolan {
namespace {

namespace bg = boost::geometry;

using BoostPoint = bg::model::d2::point_xy<double>;
using BoostPolygon = bg::model::polygon<BoostPoint>;
using BoostPolygons = bg::model::multi_polygon<BoostPolygon>;

bool append_ring(const BoostPolygon::ring_type& ring, Polygon& polygon) {
  Ring& corners = polygon.emplace_back();
  for (const BoostPoint& point : ring) {
    const auto x = coordinate_of(point.x());
    const auto y = coordinate_of(point.y());
    if (!x || !y) return false;
    corners.push_back({*x, *y});
  }
  if (corners.size() > 1 && corners.front() == corners.back()) corners.pop_back();
  return true;
}

std::string_view text_of(bg::validity_failure_type failure) {
  switch (failure) {
    case bg::failure_few_points:
    case bg::failure_wrong_topological_dimension:
      return "it has fewer than three corners";
    case bg::failure_spikes:
      return "it has a spike without an inside";
    case bg::failure_self_intersections:
    case bg::failure_intersecting_interiors:
      return "its edges cross or touch";
    case bg::failure_interior_rings_outside:
      return "a hole lies outside";
    case bg::failure_nested_interior_rings:
      return "a hole lies in another";
    case bg::failure_disconnected_interior:
      return "holes cut it in two";
    default:
      return "it has no clear inside";
  }
}

struct Edge {
  Point upper;
  Point lower;

  /// The first tile of row y whose centre is not to the left of the edge, which crosses the row's middle.
  [[nodiscard]] std::int64_t first_tile(std::int32_t middle) const noexcept {
    const std::int64_t dx = std::int64_t{lower.x} - upper.x;
    const std::int64_t dy = std::int64_t{lower.y} - upper.y;
    // All terms stay below 2^60.
    const std::int64_t above = (upper.x - kSubUnits / 2) * dy + (middle - upper.y) * dx;
    const std::int64_t below = kSubUnits * dy;
    return above >= 0 ? (above + below - 1) / below : -(-above / below);
  }
};

}  // namespace

std::optional<std::int32_t> coordinate_of(double tiles) noexcept {
  if (!(std::abs(tiles) <= kMaxSide)) return {};
  return static_cast<std::int32_t>(std::lround(tiles * kSubUnits));
}

std::optional<std::int32_t> place_coordinate_of(double tiles) noexcept {
  const auto rounded = coordinate_of(tiles);
  if (!rounded) return {};
  const auto tile = static_cast<std::int32_t>(std::floor(tiles));
  return std::min(*rounded, tile * kSubUnits + kSubUnits - 1);
}

std::optional<std::int32_t> parse_place_coordinate(std::string_view text) noexcept {
  const auto number = parse_number(text);
  return number ? place_coordinate_of(*number) : std::nullopt;
}

std::optional<std::int32_t> parse_coordinate(std::string_view text) noexcept {
  const auto number = parse_number(text);
  return number ? coordinate_of(*number) : std::nullopt;
}

Result<std::vector<Polygon>> parse_wkt(std::string_view text) {
  const auto wrong = [&](std::string_view reason) {
    return Error{ErrorCode::syntax, fmt::format("{} {}", in_quotes(text), reason)};
  };
  if (std::count(text.begin(), text.end(), ',') > static_cast<std::ptrdiff_t>(kMaxCorners))
    return Error{ErrorCode::limit, fmt::format("more than {} corners", kMaxCorners)};
  BoostPolygons read;
  try {
    const std::string whole(text);
    const auto word = whole.find_first_not_of(" \t\r\n");
    if (word != std::string::npos && (whole[word] == 'P' || whole[word] == 'p')) {
      bg::read_wkt(whole, read.emplace_back());
    } else {
      bg::read_wkt(whole, read);
    }
  } catch (const std::exception&) {
    return wrong("is not WKT: expected POLYGON ((x y, ...)) or MULTIPOLYGON");
  }
  std::vector<Polygon> polygons;
  for (const BoostPolygon& polygon : read) {
    Polygon& made = polygons.emplace_back();
    bool fits = append_ring(polygon.outer(), made);
    for (const auto& hole : polygon.inners()) fits = fits && append_ring(hole, made);
    if (!fits) return wrong(fmt::format("has a corner more than {} tiles from the origin", kMaxSide));
  }
  if (polygons.empty()) return wrong("holds no polygon");
  return polygons;
}

std::string polygon_fault(const Polygon& polygon) {
  std::size_t corners = 0;
  for (const Ring& ring : polygon) {
    corners += ring.size();
    if (ring.size() < 3) return "it has fewer than three corners";
  }
  if (polygon.empty()) return "it has fewer than three corners";
  if (corners > kMaxCorners) return fmt::format("it has more than {} corners", kMaxCorners);
  const auto append = [](const Ring& from, BoostPolygon::ring_type& to) {
    for (const Point p : from) to.emplace_back(p.x, p.y);
  };
  try {
    BoostPolygon made;
    append(polygon.front(), made.outer());
    for (std::size_t i = 1; i < polygon.size(); ++i) append(polygon[i], made.inners().emplace_back());
    bg::correct(made);
    bg::validity_failure_type failure = bg::no_failure;
    if (bg::is_valid(made, failure)) return {};
    return std::string(text_of(failure));
  } catch (const std::exception&) {
    return "it has no clear inside";
  }
}

void for_each_run(const Polygon& polygon, const Rect& bounds,
                  const std::function<void(std::int32_t y, std::int32_t begin, std::int32_t end)>& visit) {
  std::vector<Edge> edges;
  for (const Ring& ring : polygon) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Point a = ring[i];
      const Point b = ring[(i + 1) % ring.size()];
      if (a.y != b.y) edges.push_back(a.y < b.y ? Edge{a, b} : Edge{b, a});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.upper.y < b.upper.y; });
  std::size_t next = 0;
  std::vector<Edge> across;
  std::vector<std::int32_t> turns;
  for (std::int32_t y = bounds.min.y; y < bounds.max.y; ++y) {
    const std::int32_t middle = y * kSubUnits + kSubUnits / 2;
    while (next < edges.size() && edges[next].upper.y <= middle) across.push_back(edges[next++]);
    std::erase_if(across, [&](const Edge& edge) { return edge.lower.y <= middle; });
    if (across.empty() && next == edges.size()) return;
    turns.clear();
    for (const Edge& edge : across) {
      turns.push_back(
          static_cast<std::int32_t>(std::clamp<std::int64_t>(edge.first_tile(middle), bounds.min.x, bounds.max.x)));
    }
    std::sort(turns.begin(), turns.end());
    for (std::size_t i = 0; i + 1 < turns.size(); i += 2) {
      if (turns[i] < turns[i + 1]) visit(y, turns[i], turns[i + 1]);
    }
  }
}

}  // namespace portolan
