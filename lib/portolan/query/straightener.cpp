// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/straightener.hpp"

#include "portolan/grid/segment_cost.hpp"
#include "portolan/query/path_writer.hpp"
#include "portolan/query/smoothing.hpp"

#include <algorithm>

namespace portolan {

Straightener::Straightener(const ProfileSnapshot& snapshot, const RegionTier& regions, const PathRoom& room)
    : snapshot_(snapshot),
      maker_(snapshot, regions),
      on_tiles_(room),
      // A path on tiles has no tile twice; its ends may be points beside the tiles' centres.
      points_(snapshot.grid().terrain.size() + 2) {}

void Straightener::make_room(const PathRoom& room) {
  maker_.make_room();
  if (room.arcs <= on_tiles_.room().arcs) return;
  on_tiles_ = Path(room);
}

bool Straightener::add(Point p) noexcept {
  if (count_ != 0 && points_[count_ - 1] == p) return true;
  if (count_ == points_.size()) return false;
  points_[count_++] = p;
  return true;
}

/// What moves add to a path pulled straight, which crosses them in steps from tile to tile.
Cost Straightener::cost_of_moves(std::span<const Point> turns) const noexcept {
  if (snapshot_.grid().edges == nullptr) return 0;
  const Contact contact = snapshot_.contact();
  const auto tile = [&](Point p) { return tile_at(to_map(contact, p)); };
  Cost sum = 0;
  for (std::size_t i = 1; i < turns.size(); ++i) {
    sum = std::min(kInfiniteCost, sum + snapshot_.segment_crossing(tile(turns[i - 1]), tile(turns[i])));
  }
  return sum;
}

PathResult Straightener::pull(const PathTask& task, PathResult found, Path& path) noexcept {
  const Contact contact = snapshot_.contact();
  const auto on_plane = [&](Tile tile) { return to_plane(contact, centre_of(tile)); };
  count_ = 0;
  bool whole = add(task.plane_from) && add(on_plane(task.from));
  const std::uint64_t allowed = task.max_expansions - found.expansions.total();
  std::uint64_t budget = allowed;
  Leg leg;
  Unpacked step = maker_.next(on_tiles_, leg, budget);
  for (; whole && step == Unpacked::leg; step = maker_.next(on_tiles_, leg, budget)) {
    for (const Tile tile : leg.tiles) whole = whole && add(on_plane(tile));
  }
  PathResult result = found;
  result.expansions.unpack += allowed - budget;
  result.lower_bound = 0;
  if (!whole || step != Unpacked::done || !add(task.plane_to)) {
    const bool spent = step == Unpacked::budget;
    result.status = spent ? Status::out_of_budget : Status::corrupt;
    result.why = spent ? Why::budget_spent : Why::bad_reference;
    result.cost = 0;
    result.length = 0;
    return result;
  }
  const SightTierView& sight = *snapshot_.profile().sight;
  const std::span<Point> all(points_.data(), count_);
  const std::size_t kept = smooth_path(snapshot_.grid(), sight.space, sight.fraction_bits, all);
  const std::span<const Point> turns = all.first(kept);
  result.cost = path_cost({.grid = snapshot_.grid(), .contact = contact, .fraction_bits = sight.fraction_bits}, turns);
  result.cost = std::min(kInfiniteCost, result.cost + cost_of_moves(turns));
  result.length = snapshot_.profile().in_tiles(result.cost);
  PathWriter(path).write_points(snapshot_, turns);
  return result;
}

}  // namespace portolan
