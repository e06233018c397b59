// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/path_writer.hpp"

#include <algorithm>

namespace portolan {
namespace {

bool same_direction(const CoarseArc& run, Tile to) noexcept {
  const Tile a = run.from.tile;
  const Tile b = run.to.tile;
  return sign(b.x - a.x) == to.x - b.x && sign(b.y - a.y) == to.y - b.y;
}

}  // namespace

void PathWriter::start(const ProfileSnapshot& snapshot, Tile from) noexcept {
  state_ = {};
  state_.world = snapshot.world().bytes().data();
  state_.file = snapshot.file();
  state_.profile = snapshot.number();
  state_.edited = snapshot.edited();
  state_.legs = Path::Legs::in_sight;
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

bool PathWriter::add_step(Tile to, LinkId link, Cost cost) noexcept {
  if (state_.truncated) return false;
  if (link == kNoLink && state_.arc_count != 0) {
    CoarseArc& run = memory_.arcs[state_.arc_count - 1];
    if (run.level == Path::kRunLevel && same_direction(run, to)) {
      memory_.waypoints[state_.waypoint_count - 1] = to;
      run.to.tile = to;
      run.cost += cost;
      return true;
    }
  }
  return add_arc({.from = {memory_.waypoints[state_.waypoint_count - 1]},
                  .to = {to},
                  .cost = cost,
                  .level = link == kNoLink ? Path::kRunLevel : 0,
                  .link = link});
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

bool PathWriter::add_point(Point to) noexcept {
  state_.truncated = state_.truncated || state_.point_count == memory_.points.size();
  if (state_.truncated) return false;
  memory_.points[state_.point_count++] = to;
  return true;
}

}  // namespace portolan
