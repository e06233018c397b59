// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/point_query.hpp"

#include "portolan/waypoints/direct_sight.hpp"
#include "portolan/waypoints/visible_waypoints.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace portolan {
namespace {

/// Units of costs by which roundings of a path's segments at its ends may differ: there are fewer than half as many.
constexpr Cost kRounding = 128;

/// The coarsest unit, in binary digits below a tile: what kRounding and the margins below are worth is little then.
constexpr std::uint32_t kLeastFractionBits = 16;

/// How far behind an end a centre is looked for, in half tiles.
constexpr std::int32_t kNearestStep = 2;
constexpr std::int32_t kFarthestStep = 10;

std::int64_t cross(Point a, Point b) noexcept {
  return std::int64_t{a.x} * b.y - std::int64_t{a.y} * b.x;
}

std::int64_t dot(Point a, Point b) noexcept {
  return std::int64_t{a.x} * b.x + std::int64_t{a.y} * b.y;
}

Point difference(Point to, Point from) noexcept {
  return {to.x - from.x, to.y - from.y};
}

std::int64_t extent(Point a) noexcept {
  return std::int64_t{std::abs(a.x)} + std::abs(a.y);
}

double length(Point a) noexcept {
  return std::sqrt(static_cast<double>(dot(a, a)));
}

/// Tells which waypoints may lie in the triangle of a base and a waypoint, or have that waypoint in theirs; or lie so
/// near to it that a path from the base over one to the other is longer than the straight line by `excess` at most. No
/// point of such a path is more than `most_off` from that line.
class SharedTriangle {
 public:
  SharedTriangle(Point base_a, Point base_b, Point at, double excess, std::int64_t most_off) noexcept
      : at_(at),
        to_a_(difference(base_a, at)),
        to_b_(difference(base_b, at)),
        excess_(excess),
        most_off_(most_off),
        far_(extent(to_a_)),
        reach_(extent(difference(base_b, base_a))) {}

  [[nodiscard]] bool operator()(Point other) const noexcept {
    const Point way = difference(other, at_);
    const std::int64_t near = extent(way);
    // Most lines through two waypoints pass far from the base.
    const std::int64_t side_a = cross(way, to_a_);
    if (std::abs(side_a) > near * (reach_ + most_off_) + most_off_ * far_) return false;
    const std::int64_t side_b = cross(way, to_b_);
    if ((side_a ^ side_b) < 0 || side_a == 0 || side_b == 0) return true;
    const auto off =
        static_cast<double>(std::min(std::abs(side_a), std::abs(side_b))) / static_cast<double>(near + far_);
    return off * off <= 2 * excess_ * static_cast<double>(near);
  }

 private:
  Point at_;
  Point to_a_;
  Point to_b_;
  double excess_;
  std::int64_t most_off_;
  std::int64_t far_;
  std::int64_t reach_;
};

/// A tile that a point lies in, or on the border of, where a mover can be. None at a pinch, which belongs to two.
std::optional<Tile> tile_of(const SightSpace& space, Point p) noexcept {
  const Tile at = tile_at(p);
  const std::int32_t left = on_lattice(p.x) ? at.x - 1 : at.x;
  const std::int32_t above = on_lattice(p.y) ? at.y - 1 : at.y;
  std::optional<Tile> home;
  unsigned free = 0;
  for (const Tile tile : {at, Tile{left, at.y}, Tile{at.x, above}, Tile{left, above}}) {
    free = free << 1 | (space.squares.test(tile.x, tile.y) ? 0U : 1U);
    if ((free & 1) != 0) home = tile;
  }
  const bool diagonal = free == 0b1001 || free == 0b0110;
  return diagonal && left != at.x && above != at.y ? std::nullopt : home;
}

}  // namespace

PointQuery::PointQuery(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                       const BlockLabels& blocks, SimdLevel level)
    : space_(space),
      graph_(graph),
      labels_(labels, level),
      hub_waypoint_(blocks.waypoint),
      sweep_(space.contact == Contact::point ? space.width : 0),
      nodes_(graph.size()),
      path_(graph.size() + 2) {}

std::optional<SightPath> PointQuery::find(LabelJoin& join, Point start, Point goal) noexcept {
  if (graph_.metric.norm != Norm::euclidean || graph_.metric.fraction_bits < kLeastFractionBits) return {};
  const auto start_home = tile_of(space_, start);
  const auto goal_home = tile_of(space_, goal);
  if (!start_home || !goal_home) return {};
  start_.at = start;
  start_.home = *start_home;
  goal_.at = goal;
  goal_.home = *goal_home;
  const auto most = upper_bound(join);
  if (!most) return {};
  const Cost limit = *most + kRounding;
  if (!look_ahead(join, limit) && !(look_around(start_, goal, limit) && look_around(goal_, start, limit))) return {};
  auto path = join_labels();
  return path && path->cost <= *most ? path : std::nullopt;
}

/// Lists the waypoints at which paths that cost less than `limit` may turn first, from both ends, by what paths between
/// the centres behind them cost. False if that does not tell.
bool PointQuery::look_ahead(LabelJoin& join, Cost limit) noexcept {
  const auto least = lower_bound(join);
  if (!least) return false;
  const double saving = in_points(*least) - in_points(limit);
  return gather(join, start_, goal_, limit, saving) && gather(join, goal_, start_, limit, saving) && keep_near(limit) &&
         spread(start_) && spread(goal_);
}

/// Lists the waypoints that an end sees, but for those that are too far off the straight line to the other.
bool PointQuery::look_around(End& end, Point other, Cost limit) noexcept {
  end.count = 0;
  bool fits = true;
  visit_visible(space_, graph_, end.at, sweep_, [&](WaypointId id) {
    const Point at = to_point(graph_.points[id]);
    const Cost length = graph_.metric.length(end.at, at);
    if (length + graph_.metric.lower_bound(at, other) > limit) return;
    fits = fits && end.count < kMostEnds;
    if (fits) end.turns[end.count++] = {id, length};
  });
  return fits;
}

/// The cost of a path over the vias of the tiles of both ends.
std::optional<Cost> PointQuery::upper_bound(LabelJoin& join) noexcept {
  const LabelJoin::Way way = join.join(start_.home, goal_.home);
  if (way.status != Status::found) return {};
  const LabelJoin::Turns turns = join.turns(start_.home, goal_.home, way);
  if (!measure(start_, turns.start_via) || !measure(goal_, turns.goal_via)) return {};
  const auto from_home = [&](const End& end) {
    return graph_.metric.length(centre_of(end.home), to_point(graph_.points[end.via]));
  };
  const Cost at_ends = from_home(start_) + from_home(goal_);
  if (way.cost < at_ends) return {};
  start_.behind = tile_behind(join, start_);
  goal_.behind = tile_behind(join, goal_);
  return way.cost - at_ends + start_.detour + goal_.detour;
}

/// Takes the via of an end. False if there is none such, or the end lies on it.
bool PointQuery::measure(End& end, HubId via) noexcept {
  if (via >= hub_waypoint_.size() || hub_waypoint_[via] >= graph_.size()) return false;
  end.via = hub_waypoint_[via];
  const Point at = to_point(graph_.points[end.via]);
  if (at == end.at) return false;
  const Point home = centre_of(end.home);
  end.sees_via = in_sight(space_, end.at, at);
  end.detour = end.sees_via ? graph_.metric.length(end.at, at)
                            : graph_.metric.length(end.at, home) + graph_.metric.length(home, at);
  return true;
}

/// The centre in sight that lies most exactly behind an end, some tiles away; the end's own if there is none.
Tile PointQuery::tile_behind(const LabelJoin& join, const End& end) const noexcept {
  struct Choice {
    Tile tile;
    double merit;  ///< the square of the cosine, times one that is the same for all
  };
  std::array<Choice, kFarthestStep - kNearestStep + 1> choices;
  std::size_t count = 0;
  const Point ahead = difference(to_point(graph_.points[end.via]), end.at);
  const double step = 0.5 * kSubUnits / length(ahead);
  for (std::int32_t i = kNearestStep; i <= kFarthestStep; ++i) {
    const Tile tile = tile_at({end.at.x - static_cast<std::int32_t>(i * step * ahead.x),
                               end.at.y - static_cast<std::int32_t>(i * step * ahead.y)});
    const Point away = difference(end.at, centre_of(tile));
    const auto along = static_cast<double>(dot(away, ahead));
    if (along <= 0) continue;
    choices[count++] = {tile, along * along / static_cast<double>(dot(away, away))};
  }
  while (count != 0) {
    Choice* const best = std::max_element(choices.data(), choices.data() + count,
                                          [](const Choice& a, const Choice& b) { return a.merit < b.merit; });
    if (join.stands(best->tile) && in_sight(space_, end.at, centre_of(best->tile))) return best->tile;
    *best = choices[--count];
  }
  return end.home;
}

/// The cost of the least path over waypoints between the centres behind the ends. Nothing if nothing is known, or a
/// point between an end and the centre behind it may see one on the other side: paths to such points need not turn.
std::optional<Cost> PointQuery::lower_bound(LabelJoin& join) noexcept {
  const Point start_behind = centre_of(start_.behind);
  const Point goal_behind = centre_of(goal_.behind);
  if (in_far_sight(space_, start_behind, goal_behind)) return {};
  const LabelJoin::Way way = join.join(start_.behind, goal_.behind);
  const Cost over_ends = graph_.metric.length(start_behind, start_.at) + graph_.metric.length(start_.at, goal_.at) +
                         graph_.metric.length(goal_.at, goal_behind);
  if (way.status != Status::found || way.cost <= over_ends + kRounding) return {};
  start_.most = length(difference(start_.at, start_behind));
  goal_.most = length(difference(goal_.at, goal_behind));
  return way.cost;
}

double PointQuery::in_points(Cost cost) const noexcept {
  return std::ldexp(static_cast<double>(cost), kSubBits - static_cast<int>(graph_.metric.fraction_bits));
}

bool PointQuery::add(End& end, WaypointId id) const noexcept {
  const std::span<const GraphEnd> listed(end.turns.data(), end.count);
  if (std::ranges::any_of(listed, [=](const GraphEnd& turn) { return turn.node == id; })) return true;
  if (end.count == kMostEnds) return false;
  end.turns[end.count++] = {id, graph_.metric.length(end.at, to_point(graph_.points[id]))};
  return true;
}

/// Lists the waypoints at which paths from the centre behind an end turn first that are so much longer than the path
/// from the end, both ends together, that this one costs less than `limit`: `saving` says by how much. What they cost
/// is less than the least that they can be from the end, and counts from -End::most. False if there are too many.
bool PointQuery::gather(const LabelJoin& join, End& end, const End& other, Cost limit, double saving) const noexcept {
  const Point behind = centre_of(end.behind);
  const Point base = difference(end.at, behind);
  // What a block leaves to a waypoint nearly in line with it has that one at an angle of so much at most.
  const double off_line = std::sqrt(2 * in_points(1) / (kSubUnits / 2));
  const double cosine = std::clamp((saving - other.most) / end.most - 1e-6, -1.0, 1.0);
  const double least = end.most * (cosine - off_line * (off_line + std::sqrt(1 - cosine * cosine)));
  // Where any angle will do, what lies straight ahead of a centre before the end must not be rounded away.
  const double least_square = least <= -end.most ? -std::numeric_limits<double>::infinity() : least * std::abs(least);
  const double longest = in_points(limit);
  end.count = 0;
  bool fits = true;
  const bool sound = join.visit_vias(end.behind, [&](Vertex via) {
    const Point to = difference(to_point(via), behind);
    const auto along = static_cast<double>(dot(base, to));
    if (along < 0 && least > 0) return;
    const auto square = static_cast<double>(dot(to, to));
    if (along * std::abs(along) < least_square * square) return;
    const double away = std::sqrt(square);
    const double from_end = away - along / away;
    if (from_end + length(difference(to_point(via), other.at)) > longest || via.y < 0 || via.y > space_.height) return;
    const WaypointRange found = waypoints_on_line(graph_, via.y, via.x, via.x);
    fits = fits && found.begin < found.end && end.count < kMostEnds;
    if (fits) end.turns[end.count++] = {found.begin, static_cast<Cost>((from_end + end.most) / in_points(1))};
  });
  return sound && fits;
}

/// Drops the waypoints of both lists over which no path of less than `limit` leads. False if nothing is known.
bool PointQuery::keep_near(Cost limit) noexcept {
  const Cost at_bases = static_cast<Cost>((start_.most + goal_.most) / in_points(1)) + kRounding;
  const Cost straight = graph_.metric.lower_bound(centre_of(start_.behind), centre_of(goal_.behind));
  const Cost bound = straight - std::min(straight, at_bases);
  const Cost shifted = limit + at_bases;
  const auto keep = [&](const End& from, End& to) {
    // A list of one holds the waypoint that every such path turns at.
    if (to.count <= 1) return true;
    const std::span<const GraphEnd> ends(to.turns.data(), to.count);
    std::array<Cost, kMostEnds> costs;
    const Answer answer = labels_.costs({from.turns.data(), from.count}, ends, bound, {costs.data(), to.count});
    if (answer.status != Status::found) return false;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < to.count; ++i) {
      if (costs[i] < shifted) to.turns[kept++] = to.turns[i];
    }
    to.count = kept;
    return true;
  };
  return keep(start_, goal_) && keep(goal_, start_);
}

/// Adds the waypoints at which paths from an end may turn first that from the centre behind it turn at a listed one:
/// along edges to what comes in sight, or goes out of it, between the two. False if there are too many.
bool PointQuery::spread(End& end) const noexcept {
  const Point behind = centre_of(end.behind);
  for (std::size_t i = 0; i < end.count; ++i) {
    end.turns[i].cost = graph_.metric.length(end.at, to_point(graph_.points[end.turns[i].node]));
  }
  bool fits = !end.sees_via || add(end, end.via);
  const double excess = in_points(2);
  const double longest = static_cast<double>(space_.width + space_.height) * kSubUnits;
  const auto most_off = static_cast<std::int64_t>(std::sqrt(2 * excess * longest)) + 1;
  for (std::size_t i = 0; i < end.count && fits; ++i) {
    const WaypointId id = end.turns[i].node;
    const SharedTriangle shares(behind, end.at, to_point(graph_.points[id]), excess, most_off);
    if (graph_.first[id + 1] > graph_.target.size()) return false;
    for (std::uint32_t arc = graph_.first[id]; arc < graph_.first[id + 1]; ++arc) {
      const WaypointId other = graph_.target[arc];
      if (other >= graph_.size()) return false;
      if (shares(to_point(graph_.points[other]))) fits = fits && add(end, other);
    }
  }
  // Where an end lies on a waypoint, no path turns there.
  for (std::size_t i = 0; i < end.count; ++i) {
    if (end.turns[i].cost == 0) end.turns[i--] = end.turns[--end.count];
  }
  return fits;
}

/// Whether an end sees a waypoint of its list; if not, it leaves the list.
bool PointQuery::check(End& end, std::uint32_t turn) noexcept {
  const WaypointId id = end.turns[turn].node;
  if (id == end.via ? end.sees_via : in_sight(space_, end.at, to_point(graph_.points[id]))) return true;
  end.turns[turn] = end.turns[--end.count];
  return false;
}

/// The least path over the waypoints listed that both ends see.
std::optional<SightPath> PointQuery::join_labels() noexcept {
  const std::span<NodeId> room(nodes_.data(), nodes_.size());
  const Cost bound = graph_.metric.lower_bound(start_.at, goal_.at);
  GraphPath found;
  bool free = false;
  while (!free) {
    found = labels_.path({start_.turns.data(), start_.count}, {goal_.turns.data(), goal_.count}, bound, room);
    if (found.status != Status::found) return {};
    const bool start_free = check(start_, found.source);
    free = check(goal_, found.target) && start_free;
  }
  std::size_t count = 0;
  path_[count++] = start_.at;
  for (const NodeId node : found.nodes) path_[count++] = to_point(graph_.points[node]);
  path_[count++] = goal_.at;
  return measured_path(graph_.metric, found.cost, {path_.data(), count});
}

}  // namespace portolan
