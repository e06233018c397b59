// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/path_smoother.hpp"

#include "portolan/core/zeroed_array.hpp"
#include "portolan/grid/near_moves.hpp"
#include "portolan/grid/segment_cost.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/smoothing.hpp"
#include "portolan/query/walkable.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace portolan {
namespace {

constexpr std::int32_t kFifths = 5;
/// Points of a rounded corner.
constexpr std::size_t kCurve = 5;
/// Segments count 2^-16 tile where the profile's file does not say otherwise: sums of a few of any price fit.
constexpr std::uint32_t kFractionBits = 16;

/// A length in fifths of a tile in units of points, rounded up.
std::int32_t in_units(std::int32_t fifths) noexcept {
  return (std::clamp(fifths, 0, Smoothing::kMostFifths) * kSubUnits + kFifths - 1) / kFifths;
}

/// The length of a segment, rounded down.
std::int64_t length_of(Point a, Point b) noexcept {
  const std::int64_t dx = b.x - a.x;
  const std::int64_t dy = b.y - a.y;
  const std::int64_t square = dx * dx + dy * dy;
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  while (root * root > square) --root;
  return root;
}

/// The point that lies `distance` from a towards b, `length` away.
Point toward(Point a, Point b, std::int64_t distance, std::int64_t length) noexcept {
  const auto along = [&](std::int32_t from, std::int32_t to) {
    return static_cast<std::int32_t>(from + (std::int64_t{to} - from) * distance / length);
  };
  return {along(a.x, b.x), along(a.y, b.y)};
}

/// A quadratic Bezier curve (P. de Casteljau, 1959) that leaves the way to a corner at `from` and meets the way on at
/// `to`.
std::array<Point, kCurve> curve_around(Point from, Point corner, Point to) noexcept {
  constexpr std::int64_t kSteps = kCurve - 1;
  std::array<Point, kCurve> curve{};
  for (std::size_t i = 0; i < kCurve; ++i) {
    const auto t = static_cast<std::int64_t>(i);
    const auto mixed = [&](std::int32_t a, std::int32_t b, std::int32_t c) {
      const std::int64_t sum = (kSteps - t) * (kSteps - t) * a + 2 * t * (kSteps - t) * b + t * t * c;
      return static_cast<std::int32_t>(sum / (kSteps * kSteps));
    };
    curve[i] = {mixed(from.x, corner.x, to.x), mixed(from.y, corner.y, to.y)};
  }
  return curve;
}

}  // namespace

std::string_view to_string(SegmentKind kind) noexcept {
  switch (kind) {
    case SegmentKind::clear:
      return "clear";
    case SegmentKind::narrow:
      return "narrow";
    case SegmentKind::link:
      return "link";
  }
  return "narrow";
}

struct PathSmoother::Parts {
  Parts(World world, std::size_t profile)
      : snapshot(std::move(world), profile),
        points(snapshot.grid().terrain.size() + 2),
        by_link(points.size()),
        smooth(kCurve * points.size()),
        segments(smooth.size()) {}

  void add(Point p, bool link) noexcept;
  [[nodiscard]] CostField field() const noexcept;
  [[nodiscard]] bool clear(Point a, Point b) const noexcept {
    return walkable(snapshot.grid(), a, b, width) && !near_moves(snapshot.grid(), a, b, width);
  }
  void pull(std::size_t first, std::size_t last) noexcept;
  [[nodiscard]] bool round(Point corner, Point next) noexcept;
  void put(Point p, SegmentKind led_by) noexcept;

  ProfileSnapshot snapshot;
  ZeroedArray<Point> points;          ///< as added
  ZeroedArray<std::uint8_t> by_link;  ///< whether a link leads on from a point
  std::size_t added = 0;
  std::uint64_t extra_cost = 0;  ///< of links and moves, in ten-thousandths of a tile
  std::int32_t width = 0;        ///< in units of points
  std::int32_t curve = 0;
  ZeroedArray<Point> smooth;
  ZeroedArray<SegmentKind> segments;
  std::size_t made = 0;
};

/// Adds a point that is not the last one again.
void PathSmoother::Parts::add(Point p, bool link) noexcept {
  if (added == points.size() || (added != 0 && points[added - 1] == p)) return;
  if (added != 0) by_link[added - 1] = link ? 1 : 0;
  if (added != 0 && !link) extra_cost += snapshot.cost_of_crossing(tile_at(points[added - 1]), tile_at(p));
  points[added++] = p;
}

CostField PathSmoother::Parts::field() const noexcept {
  const std::uint32_t bits = snapshot.any_angle() ? snapshot.profile().sight->fraction_bits : kFractionBits;
  return {.grid = snapshot.grid(), .contact = Contact::point, .fraction_bits = bits};
}

void PathSmoother::Parts::put(Point p, SegmentKind led_by) noexcept {
  if (made != 0) segments[made - 1] = led_by;
  smooth[made++] = p;
}

/// Smooths the points from one to another, which are walked, and goes on with them.
void PathSmoother::Parts::pull(std::size_t first, std::size_t last) noexcept {
  const std::span<Point> all(points.data() + first, last - first + 1);
  const std::span<const Point> kept = all.first(smooth_round_path(snapshot.grid(), width, field().fraction_bits, all));
  put(kept.front(), SegmentKind::link);
  for (std::size_t i = 1; i < kept.size(); ++i) {
    const bool corner = curve != 0 && i + 1 < kept.size();
    if (corner && round(kept[i], kept[i + 1])) continue;
    put(kept[i], clear(smooth[made - 1], kept[i]) ? SegmentKind::clear : SegmentKind::narrow);
  }
}

/// Goes on with a curve around a corner instead of the corner, if one is clear and no dearer; the larger the better.
bool PathSmoother::Parts::round(Point corner, Point next) noexcept {
  const Point last = smooth[made - 1];
  if (!clear(last, corner) || !clear(corner, next)) return false;
  const std::int64_t before = length_of(last, corner);
  const std::int64_t behind = length_of(corner, next);
  // Of a segment between two corners each has one half; of the first of them the curve may have taken its half.
  const std::int64_t most = std::min({std::int64_t{curve}, before, behind / 2});
  const std::array<Point, 3> sharp{last, corner, next};
  const Cost price = path_cost(field(), sharp);
  for (std::int64_t size = most; size >= kSubUnits / kFifths; size /= 2) {
    std::array<Point, kCurve + 2> way{};
    const std::array<Point, kCurve> bend =
        curve_around(toward(corner, last, size, before), corner, toward(corner, next, size, behind));
    way.front() = last;
    std::copy(bend.begin(), bend.end(), way.begin() + 1);
    way.back() = next;
    bool free = path_cost(field(), way) <= price;
    for (std::size_t i = 1; i < way.size(); ++i) free = free && clear(way[i - 1], way[i]);
    if (!free) continue;
    for (const Point p : bend) {
      if (p != smooth[made - 1]) put(p, SegmentKind::clear);
    }
    return true;
  }
  return false;
}

PathSmoother::PathSmoother(World world, std::size_t profile)
    : parts_(std::make_unique<Parts>(std::move(world), profile)) {}
PathSmoother::PathSmoother(PathSmoother&&) noexcept = default;
PathSmoother& PathSmoother::operator=(PathSmoother&&) noexcept = default;
PathSmoother::~PathSmoother() = default;

void PathSmoother::use(std::shared_ptr<const Overlay> overlay) {
  parts_->added = 0;
  parts_->extra_cost = 0;
  parts_->snapshot.use(std::move(overlay));
}

void PathSmoother::add(const Leg& leg) noexcept {
  const bool link = leg.link != kNoLink;
  const std::span<const Link> links = parts_->snapshot.world().links();
  if (link && leg.link < links.size()) parts_->extra_cost += links[leg.link].cost;
  for (const Tile tile : leg.tiles) parts_->add(centre_of(tile), link);
}

void PathSmoother::add(std::span<const Point> points) noexcept {
  for (const Point p : points) parts_->add(p, false);
}

SmoothPath PathSmoother::finish(const Smoothing& how) noexcept {
  Parts& parts = *parts_;
  parts.width = in_units(how.width);
  parts.curve = in_units(how.curve);
  parts.made = 0;
  double walked = 0;
  for (std::size_t first = 0; first < parts.added;) {
    std::size_t last = first;
    while (last + 1 < parts.added && parts.by_link[last] == 0) ++last;
    const std::size_t begin = parts.made;
    parts.pull(first, last);
    walked += static_cast<double>(path_cost(parts.field(), {parts.smooth.data() + begin, parts.made - begin}));
    first = last + 1;
  }
  const double unit = static_cast<double>(parts.snapshot.profile().rules.cost_unit) / kCostScale;
  const SmoothPath path{.points = {parts.smooth.data(), parts.made},
                        .segments = {parts.segments.data(), parts.made == 0 ? 0 : parts.made - 1},
                        .length = walked / static_cast<double>(std::uint64_t{1} << parts.field().fraction_bits) * unit +
                                  static_cast<double>(std::exchange(parts.extra_cost, 0)) / kCostScale};
  parts.added = 0;
  return path;
}

}  // namespace portolan
