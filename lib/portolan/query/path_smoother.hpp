// SPDX-License-Identifier: BSL-1.0
// Turns the legs of a path into few straight segments for a round mover, and rounds their corners.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/query/leg_maker.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace portolan {

/// How a path is smoothed. Lengths in fifths of a tile, 0 to kMostFifths; larger ones count as that, negative ones as
/// 0.
struct Smoothing {
  static constexpr std::int32_t kMostFifths = 320;

  /// Width of the mover: its centre keeps half of that away from what its profile cannot pass, by Pinter's sampled test
  /// of a diamond (walkable.hpp). A mover with a footprint of k tiles is measured in its positions, so that it keeps
  /// this much more away than its square does.
  std::int32_t width = 0;
  /// How far before and behind a turning point its corner may be rounded by a curve; 0: corners stay.
  std::int32_t curve = 0;
};

/// What is known of a segment of a smoothed path. The numbers are those of the C interface.
enum class SegmentKind : std::uint8_t {
  clear = 0,   ///< a mover of the width asked for can walk it
  narrow = 1,  ///< it cannot, by the test; the segment is as the path given has it
  link = 2,    ///< it is no way to walk, but a link from end to end
};

/// The name of the kind, as in the enumeration.
[[nodiscard]] std::string_view to_string(SegmentKind) noexcept;

/// A smoothed path, in the smoother's memory until its next call.
struct SmoothPath {
  std::span<const Point> points;          ///< on the map: start, turning points, goal
  std::span<const SegmentKind> segments;  ///< from each point to the next
  /// In tiles at terrain cost 1: the integral of the terrain cost along the points' way, links and moves at what
  /// they cost.
  double length = 0;
};

/// Pulls paths straight for movers of any width, and rounds corners: Pinter's smoothing ("Toward More Realistic
/// Pathfinding", 2001) with the check that the way never becomes dearer (smoothing.hpp). For both metrics. After
/// construction no call but use() allocates, locks or throws. One thread at a time. Keeps the World alive.
///
///     PathSmoother smoother(world, 0);
///     while (walker.next(path, leg) == LegStatus::ready) smoother.add(leg);
///     const SmoothPath smooth = smoother.finish({.width = 4, .curve = 5});
class PathSmoother {
 public:
  /// Reserves 60 bytes a tile, committed where paths lead. `profile` must be below world.profiles().size().
  /// @throws std::bad_alloc
  PathSmoother(World world, std::size_t profile);
  PathSmoother(PathSmoother&&) noexcept;
  PathSmoother& operator=(PathSmoother&&) noexcept;
  ~PathSmoother();

  /// From now on smooths on the world as the overlay shows it, which must not change any more and is kept alive;
  /// nullptr: as the file has it. Forgets what was added. @throws as PathQuery::use
  void use(std::shared_ptr<const Overlay> overlay);

  /// Goes on with the next leg of a path, or with the first one after finish(). Legs must be of a world like this one,
  /// each begin where the last one ended, and visit no tile twice; of others, as many tiles as there is room for are
  /// kept.
  void add(const Leg& leg) noexcept;
  /// Goes on with the points of a path at any angle.
  void add(std::span<const Point> points) noexcept;

  /// Smooths what was added since the last time, to a way that is never dearer, measured as straight lines:
  /// a diagonal counts sqrt(2) there, whatever the profile's steps cost. Steps that cannot be walked at this
  /// width stay as they are, and are named. Curves are chords of quadratic Bezier curves, four a corner, each clear and
  /// the way no dearer for them; where a large one does not do, smaller ones are tried, down to a fifth of a tile.
  /// Decided by integers, the same everywhere. O(n * (1 + width^2)) for n tiles, width in tiles.
  [[nodiscard]] SmoothPath finish(const Smoothing& how) noexcept;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace portolan
