// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/path_writer.hpp"

#include "portolan/query/local_matrix.hpp"

#include <algorithm>

namespace portolan {
namespace {

bool same_direction(const CoarseArc& run, Tile to) noexcept {
  const Tile a = run.from.tile;
  const Tile b = run.to.tile;
  return sign(b.x - a.x) == to.x - b.x && sign(b.y - a.y) == to.y - b.y;
}

}  // namespace

/// Writes down what a path is found on.
void PathWriter::begin(const ProfileSnapshot& snapshot) noexcept {
  state_ = {.world = snapshot.world().bytes().data(),
            .file = snapshot.file(),
            .profile = snapshot.number(),
            .edited = snapshot.edited()};
}

void PathWriter::start(const ProfileSnapshot& snapshot, Tile from, const Ties& ties) noexcept {
  begin(snapshot);
  state_.legs = Path::Legs::in_sight;
  state_.ties = ties;
  state_.at = from;
  add_waypoint(from);
}

bool PathWriter::add_waypoint(Tile to) noexcept {
  state_.truncated = state_.truncated || state_.waypoint_count == memory_.waypoints.size();
  if (state_.truncated) return false;
  memory_.waypoints[state_.waypoint_count++] = to;
  return true;
}

void PathWriter::add_lines(std::span<const Point> turns) noexcept {
  const std::size_t count = std::min(turns.size(), memory_.waypoints.size() - state_.waypoint_count);
  std::transform(turns.begin(), turns.begin() + static_cast<std::ptrdiff_t>(count),
                 memory_.waypoints.begin() + static_cast<std::ptrdiff_t>(state_.waypoint_count), tile_at);
  state_.waypoint_count += count;
  state_.truncated = state_.truncated || count != turns.size();
}

void PathWriter::add_hops(std::span<const LinkHop> hops) noexcept {
  for (const LinkHop& hop : hops) {
    if (hop.leg + 1 >= state_.waypoint_count) return;
    if (state_.hop_count == memory_.hops.size()) {
      state_.truncated = true;
      state_.waypoint_count = hop.leg + 1;
      return;
    }
    memory_.hops[state_.hop_count++] = hop;
  }
}

/// Whether a step still belongs to a piece of a path, all of whose tiles lie in the matrix centred on the midpoint of
/// its ends.
bool PathWriter::goes_on(const CoarseArc& piece, Tile to) noexcept {
  const Rect covered = hull(covered_, {to, {to.x + 1, to.y + 1}});
  const Rect window = LegMatrix::centred(piece.from.tile, to);
  if (intersection(window, covered) != covered) return false;
  covered_ = covered;
  return true;
}

bool PathWriter::add_step(Tile to, LinkId link, Cost cost) noexcept {
  if (state_.truncated) return false;
  const int level = state_.ties.rule == TieRule::first ? Path::kRunLevel : Path::kPieceLevel;
  if (link == kNoLink && state_.arc_count != 0) {
    CoarseArc& last = memory_.arcs[state_.arc_count - 1];
    if (last.level == level && (level == Path::kRunLevel ? same_direction(last, to) : goes_on(last, to))) {
      memory_.waypoints[state_.waypoint_count - 1] = to;
      last.to.tile = to;
      last.cost += cost;
      return true;
    }
  }
  const Tile from = memory_.waypoints[state_.waypoint_count - 1];
  covered_ = hull({from, {from.x + 1, from.y + 1}}, {to, {to.x + 1, to.y + 1}});
  return add_arc({.from = {from}, .to = {to}, .cost = cost, .level = link == kNoLink ? level : 0, .link = link});
}

bool PathWriter::add_arc(const CoarseArc& arc) noexcept {
  const bool no_hop = arc.link != kNoLink && state_.hop_count == memory_.hops.size();
  state_.truncated = state_.truncated || no_hop || state_.arc_count == memory_.arcs.size();
  if (!add_waypoint(arc.to.tile)) return false;
  state_.legs = Path::Legs::by_arcs;
  memory_.arcs[state_.arc_count++] = arc;
  if (arc.link != kNoLink) memory_.hops[state_.hop_count++] = {state_.waypoint_count - 2, arc.link};
  return true;
}

void PathWriter::finish_arcs() noexcept {
  std::reverse(memory_.arcs.begin(), memory_.arcs.begin() + static_cast<std::ptrdiff_t>(state_.arc_count));
}

void PathWriter::write_points(const ProfileSnapshot& snapshot, std::span<const Point> points) noexcept {
  begin(snapshot);
  state_.point_count = std::min(points.size(), memory_.points.size());
  state_.truncated = state_.point_count != points.size();
  std::ranges::transform(points.first(state_.point_count), memory_.points.begin(),
                         [&](Point p) { return to_map(snapshot.contact(), p); });
}

}  // namespace portolan
