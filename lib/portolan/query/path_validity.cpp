// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/path_validity.hpp"

#include "portolan/grid/segment_cost.hpp"
#include "portolan/grid/sight_leg.hpp"

#include <algorithm>
#include <array>

namespace portolan {
namespace {

Rect tile_rect(Tile t) noexcept {
  return {t, {t.x + 1, t.y + 1}};
}

Validity compared(Cost now, Cost before) noexcept {
  if (now == kInfiniteCost) return Validity::blocked;
  if (now == before) return Validity::same;
  return now < before ? Validity::cheaper : Validity::dearer;
}

}  // namespace

PathJudge::PathJudge(const ProfileSnapshot& snapshot, LegMaker& maker)
    : snapshot_(snapshot),
      maker_(maker),
      file_(snapshot.profile(), snapshot.profile().grid, snapshot.links()),
      unpacker_(file_),
      aside_(file_.ample_arcs()),
      matrix_(snapshot.profile().rules) {
  if (snapshot.profile().sight && snapshot.profile().sight->graph)
    standing_.emplace(snapshot.profile(), snapshot.grid());
}

void PathJudge::use() {
  loaded_.reset();
  if (standing_) standing_->assign(snapshot_.dirty());
}

PathValidity PathJudge::judge(const Path& path) noexcept {
  PathValidity sum;
  sum.status = Status::found;
  loaded_.reset();
  edited_ = path.state_.edited;
  if (snapshot_.any_angle()) {
    judge_segments(path, sum);
  } else if (path.state_.legs == Path::Legs::in_sight) {
    judge_lines(path, sum);
  } else {
    judge_arcs(path, sum);
  }
  if (sum.validity == Validity::blocked || sum.validity == Validity::unknown) {
    sum.status = Status::undecided;
    sum.why = Why::edited;
    sum.cost = 0;
    return sum;
  }
  if (is_least(path, sum)) sum.lower_bound = sum.cost;
  return sum;
}

/// Nothing is asked behind a piece that cannot be walked.
void PathJudge::add(const Piece& piece, Tile from, PathValidity& sum) const noexcept {
  sum.validity = std::max(sum.validity, piece.validity);
  sum.cost += piece.cost;
  if (sum.validity >= Validity::blocked) {
    sum.at = from;
  } else {
    ++sum.piece;
  }
}

void PathJudge::judge_arcs(const Path& path, PathValidity& sum) noexcept {
  for (std::size_t i = path.state_.arc_count; i-- > 0 && sum.validity < Validity::blocked;) {
    const CoarseArc& next = path.memory_.arcs[i];
    const Piece piece = arc(next, sum);
    if (sum.validity < Validity::blocked) add(piece, next.from.tile, sum);
  }
}

PathJudge::Piece PathJudge::arc(const CoarseArc& arc, PathValidity& sum) noexcept {
  const Tile from = arc.from.tile;
  const Tile to = arc.to.tile;
  if (arc.link != kNoLink) return link(from, to, arc.link);
  if (arc.level == Path::kRunLevel) return run(from, to, arc.cost);
  if (arc.level == Path::kPieceLevel) return window(arc);
  if (arc.level == 0) return leg(from, to, arc.region, arc.cost);
  if (!edited_ && !touched(arc.level, arc.region)) return {Validity::untouched, arc.cost};
  if (maker_.holds(arc)) return {Validity::same, arc.cost};
  return edited_ ? Piece{Validity::unknown, 0} : unpacked(arc, sum);
}

/// An arc that was found without edits, by the legs that it is made of in the file. It is not made of the like any
/// more: where they are as they were, there is a cheaper way.
PathJudge::Piece PathJudge::unpacked(const CoarseArc& arc, PathValidity& sum) noexcept {
  CoarseRoute route{{aside_.data(), aside_.size()}, 0, 0};
  Piece whole{Validity::cheaper, 0};
  Unpacked step = route.push(arc) ? Unpacked::leg : Unpacked::full;
  for (;;) {
    RouteLeg planned;
    std::uint64_t budget = ~std::uint64_t{0};
    if (step == Unpacked::leg) step = unpacker_.next_leg(route, planned, budget);
    if (step == Unpacked::done) return whole;
    if (step != Unpacked::leg) return {Validity::unknown, 0};
    const Piece part = leg(planned.from, planned.to, planned.region, planned.cost);
    whole.validity = std::max(whole.validity, part.validity);
    whole.cost += part.cost;
    if (whole.validity < Validity::blocked) continue;
    sum.validity = whole.validity;
    sum.at = planned.from;
    return whole;
  }
}

PathJudge::Piece PathJudge::link(Tile from, Tile to, LinkId link) const noexcept {
  Piece piece{Validity::blocked, 0};
  const GridView& grid = snapshot_.grid();
  if (!grid.passable(from)) return piece;
  snapshot_.links().for_each_leaving(from, [&](const LinkArc& arc) {
    if (arc.link == link && arc.other == to) piece = {Validity::untouched, arc.cost};
  });
  return piece;
}

PathJudge::Piece PathJudge::leg(Tile from, Tile to, RegionIndex region, Cost cost) noexcept {
  if (from == to) return {Validity::untouched, cost};
  if (!edited_ && !touched(0, region)) return {Validity::untouched, cost};
  const GridView& grid = snapshot_.grid();
  const Rect area = file_.layout().area(0, region);
  if (!area.contains(from) || !area.contains(to) || !grid.passable(from)) return {Validity::blocked, 0};
  if (loaded_ != region) {
    (void)access_.load(grid, area);
    loaded_ = region;
  }
  access_.measure(grid, from);
  const Cost now = access_.cost(to);
  // A straight leg is walked as it was, whatever else has opened.
  const bool as_planned = now < cost && maker_.holds({.from = {from}, .to = {to}, .cost = cost, .region = region});
  if (as_planned) return {Validity::same, cost};
  return {compared(now, cost), now == kInfiniteCost ? 0 : now};
}

PathJudge::Piece PathJudge::window(const CoarseArc& piece) noexcept {
  const GridView& grid = snapshot_.grid();
  const Tile from = piece.from.tile;
  const Tile to = piece.to.tile;
  const Rect around = LegMatrix::centred(from, to);
  const Rect within = intersection(around, grid.bounds());
  if (!edited_ && !touched(within)) return {Validity::untouched, piece.cost};
  if (!grid.passable(from)) return {Validity::blocked, 0};
  return matrix_.with([&](auto& matrix) -> Piece {
    matrix.place(around);
    const auto bound = [&](Tile t) noexcept { return grid.rules->lower_bound(t, to); };
    const SearchOutcome outcome = with_moves(
        grid, within, [&](auto&& moves) { return matrix.search(from, to, ~std::uint64_t{0}, bound, moves); });
    if (outcome.end != SearchEnd::reached) return {Validity::blocked, 0};
    return {compared(matrix.cost(to), piece.cost), matrix.cost(to)};
  });
}

PathJudge::Piece PathJudge::run(Tile from, Tile to, Cost cost) const noexcept {
  if (!edited_ && !touched(hull(tile_rect(from), tile_rect(to)))) return {Validity::untouched, cost};
  const Cost now = walk(from, to, SightWalk::along_line, 0).cost;
  return {compared(now, cost), now == kInfiniteCost ? 0 : now};
}

/// What it costs to walk from a step on; kInfiniteCost where some step is not legal. The start lies on the map.
PathJudge::Walked PathJudge::walk(Tile from, Tile to, SightWalk walk, std::int32_t first) const noexcept {
  const GridView& grid = snapshot_.grid();
  const Neighbours neighbours = grid.rules->neighbours;
  const Cost price = snapshot_.profile().rules.least_cost;
  const std::int32_t steps = sight_steps(from, to, neighbours);
  Tile at = sight_step(from, to, neighbours, walk, first);
  if (!grid.passable(at)) return {kInfiniteCost, false};
  Walked sum{0, grid.cost(at) == price};
  for (std::int32_t step = first + 1; step <= steps; ++step) {
    const Tile next = sight_step(from, to, neighbours, walk, step);
    const Cost cost = grid.contains(next) ? step_cost(grid, at, next) : kInfiniteCost;
    if (cost == kInfiniteCost) return {kInfiniteCost, false};
    sum.cost += cost;
    sum.at_one_price = sum.at_one_price && grid.cost(next) == price;
    at = next;
  }
  return sum;
}

void PathJudge::judge_lines(const Path& path, PathValidity& sum) noexcept {
  State state = path.state_;
  for (; state.next_waypoint + 1 < state.waypoint_count && sum.validity < Validity::blocked; ++state.next_waypoint) {
    const Tile from = path.memory_.waypoints[state.next_waypoint];
    const Tile to = path.memory_.waypoints[state.next_waypoint + 1];
    const bool by_link =
        state.next_hop < state.hop_count && path.memory_.hops[state.next_hop].leg == state.next_waypoint;
    const Tile at = state.next_step == 0 ? from : state.at;
    add(by_link ? link(from, to, path.memory_.hops[state.next_hop++].link) : line(from, to, state), at, sum);
    state.next_step = 0;
  }
}

/// A leg takes a walk at the price of the file, which all its terrain has where there are lines; of a line that a leg
/// has begun the walk is known. Where none is left, the cheapest counts.
PathJudge::Piece PathJudge::line(Tile from, Tile to, const State& state) const noexcept {
  const Tile at = state.next_step == 0 ? from : state.at;
  const Cost before = snapshot_.profile().rules.lower_bound(at, to);
  if (!edited_ && !touched(hull(tile_rect(from), tile_rect(to)))) return {Validity::untouched, before};
  Cost now = kInfiniteCost;
  for (const SightWalk way : kSightWalks) {
    if (state.next_step != 0 && way != state.next_walk) continue;
    const Walked walked = walk(from, to, way, state.next_step);
    if (walked.cost != kInfiniteCost && walked.at_one_price) return {Validity::same, before};
    now = std::min(now, walked.cost);
  }
  if (now == kInfiniteCost) return {Validity::blocked, 0};
  return {now > before ? Validity::dearer : Validity::cheaper, now};
}

void PathJudge::judge_segments(const Path& path, PathValidity& sum) noexcept {
  const std::span<const Point> points = path.points();
  const Contact contact = snapshot_.contact();
  const std::uint32_t bits = snapshot_.profile().sight ? snapshot_.profile().sight->fraction_bits : kSubBits;
  for (std::size_t i = 1; i < points.size() && sum.validity < Validity::blocked; ++i) {
    const std::array<Point, 2> ends{to_plane(contact, points[i - 1]), to_plane(contact, points[i])};
    const Tile from = tile_at(points[i - 1]);
    const Tile to = tile_at(points[i]);
    const CostField field{snapshot_.grid(), contact, bits};
    Piece piece{Validity::untouched, segment_cost(field, ends[0], ends[1])};
    if (piece.cost == kInfiniteCost) {
      piece = {Validity::blocked, 0};
    } else if (edited_) {
      piece.validity = Validity::unknown;
    } else if (touched(hull(tile_rect(from), tile_rect(to)))) {
      const bool as_in_file = standing_ && standing_->is_untouched({{}, ends, {}});
      piece.validity = as_in_file ? Validity::same : Validity::unknown;
    }
    piece.cost = std::min(kInfiniteCost, piece.cost + snapshot_.segment_crossing(from, to));
    add(piece, from, sum);
  }
}

/// Whether some block is edited in which positions decide about ways through an area.
bool PathJudge::touched(const Rect& area) const noexcept {
  const GridView& grid = snapshot_.grid();
  if (grid.pages.empty()) return false;
  const Rect around = intersection({{area.min.x - 1, area.min.y - 1}, {area.max.x + 1, area.max.y + 1}}, grid.bounds());
  for (std::int32_t y = around.min.y / kPageSide * kPageSide; y < around.max.y; y += kPageSide) {
    for (std::int32_t x = around.min.x / kPageSide * kPageSide; x < around.max.x; x += kPageSide) {
      if (grid.pages[page_number(grid.width, {x, y})] != nullptr) return true;
    }
  }
  return false;
}

/// Whether a region of level 0 inside a region is dirty.
bool PathJudge::touched(int level, RegionIndex region) const noexcept {
  const std::span<const DirtyRegion> dirty = snapshot_.dirty();
  const RegionLayout& layout = file_.layout();
  if (level == 0) {
    return std::ranges::binary_search(dirty, layout.number(0, region), {}, &DirtyRegion::number);
  }
  return std::ranges::any_of(dirty, [&](const DirtyRegion& one) {
    const RegionIndex r = layout.region(0, one.number);
    return RegionIndex{r.x >> level, r.y >> level} == region;
  });
}

/// Whether nothing costs less than what is left of a path, as far as is known without a search. The end of a least path
/// is one; edits that ease nothing leave it so, and others as well if all ways by what they eased are too long.
bool PathJudge::is_least(const Path& path, const PathValidity& now) const noexcept {
  const State& state = path.state_;
  const bool kept = state.least && !state.edited && now.validity <= Validity::same;
  if (kept && !snapshot_.eased()) return true;
  if (!snapshot_.links().empty() || state.truncated) return false;
  if (snapshot_.any_angle()) {
    const std::span<const Point> points = path.points();
    if (points.size() < 2) return true;
    const Cost price = snapshot_.profile().rules.least_cost;
    return kept && standing_ &&
           standing_->is_least(to_plane(snapshot_.contact(), points.front()),
                               to_plane(snapshot_.contact(), points.back()), (now.cost + price - 1) / price);
  }
  const Tile from = path.at();
  const Tile to = state.legs == Path::Legs::in_sight ? path.waypoints().back()
                  : state.arc_count == 0             ? from
                                                     : path.memory_.arcs[0].to.tile;
  const MoveRules& rules = *snapshot_.grid().rules;
  if (now.cost == rules.lower_bound(from, to)) return true;
  // Where corners may not be cut, what opened lets diagonal steps past that do not enter it.
  const bool lets_past = rules.neighbours == Neighbours::eight && rules.corners != CornerRule::cut_both;
  const std::int32_t beside = lets_past ? 1 : 0;
  return kept && std::ranges::all_of(snapshot_.dirty(), [&](const DirtyRegion& region) {
           const Rect& eased = region.eased;
           if (eased.width() <= 0 || eased.height() <= 0) return true;
           const auto bound = [&](Tile t) {
             return rules.lower_bound(t, {std::clamp(t.x, eased.min.x - beside, eased.max.x - 1 + beside),
                                          std::clamp(t.y, eased.min.y - beside, eased.max.y - 1 + beside)});
           };
           return bound(from) + bound(to) >= now.cost;
         });
}

}  // namespace portolan
