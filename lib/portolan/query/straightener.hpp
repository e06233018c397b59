// SPDX-License-Identifier: BSL-1.0
// Turns paths on tiles into straight segments as long as sight and cost allow.
#pragma once

#include "portolan/query/leg_maker.hpp"
#include "portolan/query/path.hpp"
#include "portolan/query/path_task.hpp"
#include "portolan/query/profile_snapshot.hpp"

#include <span>

namespace portolan {

/// For a profile at any angle, which has a sight tier. Reserves 8 bytes a tile and what a path on tiles needs,
/// committed where paths lead. One thread at a time; the snapshot and its regions must outlive it.
class Straightener {
 public:
  /// `room`: of a path on tiles. @throws std::bad_alloc
  Straightener(const ProfileSnapshot& snapshot, const RegionTier& regions, const PathRoom& room);
  /// To be called after the snapshot has taken other edits. @throws std::bad_alloc
  void make_room(const PathRoom& room);

  /// Where to find the path on tiles.
  [[nodiscard]] Path& on_tiles() noexcept { return on_tiles_; }
  /// Pulls it straight, and answers for that; `found` is what was answered for the path on tiles. Nothing is proven of
  /// the result.
  PathResult pull(const PathTask& task, PathResult found, Path& path) noexcept;

 private:
  bool add(Point p) noexcept;
  [[nodiscard]] Cost cost_of_moves(std::span<const Point> turns) const noexcept;

  const ProfileSnapshot& snapshot_;
  LegMaker maker_;
  Path on_tiles_;
  ZeroedArray<Point> points_;  ///< of the plane
  std::size_t count_ = 0;
};

}  // namespace portolan
