// SPDX-License-Identifier: BSL-1.0
// Turns paths into legs, tile by tile, when they are walked.
#pragma once

#include "portolan/query/leg_maker.hpp"
#include "portolan/query/path.hpp"
#include "portolan/query/path_validity.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <memory>

namespace portolan {

enum class LegStatus : std::uint8_t {
  ready,      ///< `leg` holds the next leg
  done,       ///< there are no more
  truncated,  ///< the path goes on, but its memory held no more of it: find again from Path::at()
  stale,    ///< edits have changed what the path would walk next: find again from Path::at(). Where there are edits, a
            ///< file that contradicts the terrain looks the same
  corrupt,  ///< the world file contradicts the terrain here; what was walked so far is legal
};

/// Makes the legs of any number of paths in the grid metric, in turn, at any time after they were found: the scratch is
/// the walker's, how far it has been walked the path's. After construction no call but use() allocates, locks, throws
/// or logs. One thread at a time; any number of walkers may run on one World at once. Keeps the World alive.
///
///     LegWalker walker(world, 0);
///     Leg leg;
///     while (walker.next(path, leg) == LegStatus::ready) walk(leg.tiles);
class LegWalker {
 public:
  /// Reserves address space for about 250 bytes a portal, committed only where paths lead, and 0.5 MB. `profile` must
  /// be below world.profiles().size(). @throws std::bad_alloc
  LegWalker(World world, std::size_t profile);
  LegWalker(LegWalker&&) noexcept;
  LegWalker& operator=(LegWalker&&) noexcept;
  ~LegWalker();

  /// From now on walks on the world as the overlay shows it, which must not change any more and is kept alive; nullptr:
  /// as the file has it. O(edited blocks * log), the first time O(blocks of the map). @throws as PathQuery::use
  void use(std::shared_ptr<const Overlay> overlay);

  /// The next leg of a path, searched or walked now: at most 3600 tiles. Whatever it was found on, a leg is legal on
  /// the snapshot in use and costs what it did. With Unpacking::leg_by_leg it settles portals too, of at most a region
  /// on each level, which nothing limits further. `leg` is unspecified unless `ready`. A path of another world or
  /// profile is stale.
  LegStatus next(Path& path, Leg& leg) noexcept;

  /// The legs that next() made, by any path, since this was made.
  [[nodiscard]] const LegCounts& counts() const noexcept;

  /// What the snapshot in use makes of all that is left of a path; at any angle of all of it. Ask it of units whose way
  /// leads past an edit, so as not to find out at the closed door. Nothing is searched but what an arc stands for,
  /// inside its region. Ends what `leg.tiles` says of the last leg. O(pieces left, and 1000 for each in an edited
  /// region); of paths found with edits O(tiles left).
  [[nodiscard]] PathValidity still_valid(const Path& path) noexcept;

 private:
  struct Parts;
  [[nodiscard]] bool knows(const Path& path) const noexcept;

  std::unique_ptr<Parts> parts_;
};

}  // namespace portolan
