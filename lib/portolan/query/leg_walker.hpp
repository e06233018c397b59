// SPDX-License-Identifier: BSL-1.0
// Turns paths into legs, tile by tile, when they are walked.
#pragma once

#include "portolan/query/leg_maker.hpp"
#include "portolan/query/path.hpp"
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

  /// Whether all that is left of a path costs on the snapshot in use what it did when it was found; what edits may have
  /// made cheaper is not looked for. Ask it of units whose way leads past an edit, so as not to find out at the closed
  /// door. Ends what `leg.tiles` says of the last leg. O(1) without edits, else O(what is left in edited regions, and
  /// arcs * edited regions); of paths found with edits, of lines of sight and of straight runs O(tiles left).
  [[nodiscard]] bool holds(const Path& path) noexcept;

 private:
  struct Parts;
  [[nodiscard]] bool knows(const Path& path) const noexcept;

  std::unique_ptr<Parts> parts_;
};

}  // namespace portolan
