// SPDX-License-Identifier: BSL-1.0
// Takes a unit whose way is blocked around what blocks it, back onto its path, without a far search.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/query/path.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace portolan {

class PathQuery;

/// A unit that stands before what blocks its way.
struct RepairRequest {
  Tile from{};  ///< where it stands, which need not be on its path
  /// The leg that was made last, from where it stands, or from where it would come back to it: its last tile is
  /// Path::at(). Empty if the unit has walked all legs that were made.
  std::span<const Tile> ahead = {};
  /// Tiles that are closed now as if they were walls: other units, not itself. Those that no position of the window
  /// covers are passed over.
  std::span<const Tile> blocked = {};
  /// Most that Answer::work may come to. It does not count what a rule of ties of the path takes, which is up to 3,600
  /// tiles for each leg near the window.
  std::uint64_t max_expansions = ~std::uint64_t{0};
};

/// What came of it. `cost` is what is left from where the unit stands; nothing is proven of other paths.
struct RepairResult : Answer {
  Tile rejoined{};  ///< the tile of the old path from which on it is as it was
  /// Edits in use may have made ways cheaper: what a path costs from its tiles on may be more than it must.
  bool eased = false;
  bool searched = false;  ///< whether the path is one that a query found
};

/// Repairs paths of the grid metric after Icaria's cache of real costs (they stay with the path that was found): one
/// search from where a unit stands, in the 60x60 tiles around it, to whichever later tile of its path makes the way
/// there and the rest of the path cheapest. So within the window the answer is exact: the least sum, over all tiles of
/// the path that come after everything that blocks it and can be reached in the window, of the way there and of what
/// the path costs from there on. Links inside the window are taken too.
///
/// Of the path only the legs near the window are made, to know their tiles. What lies farther off is not looked at, but
/// when it is walked, as ever. After construction no call but use() allocates, locks, throws or logs. One thread at a
/// time. Keeps the World alive.
///
///     PathRepair repair(world, 0);
///     const auto mended = repair.repair({.from = unit.tile, .ahead = unit.ahead, .blocked = others}, unit.path);
///     if (mended.status == Status::undecided) query.find({.from = unit.tile, .to = unit.goal}, unit.path);
class PathRepair {
 public:
  /// Reserves what a LegWalker does, and 150 bytes for each arc that a path may have, committed where paths lead.
  /// `profile` must be below world.profiles().size(). @throws std::bad_alloc
  PathRepair(World world, std::size_t profile);
  PathRepair(PathRepair&&) noexcept;
  PathRepair& operator=(PathRepair&&) noexcept;
  ~PathRepair();

  /// From now on repairs on the world as the overlay shows it, which must not change any more and is kept alive;
  /// nullptr: as the file has it. @throws as LegWalker::use
  void use(std::shared_ptr<const Overlay> overlay);

  /// Puts the way around and what is left of a path in its place, from where the unit stands: its legs are made and it
  /// is saved as before. Its rule of ties goes on for the rest. Where the path's memory is too small it is truncated.
  ///
  /// found; undecided, and the path is as it was, if no later tile of it can be reached inside the window
  /// (no_local_path), if there are too many arcs (no_room), or at any angle (tier_missing): ask a PathQuery then;
  /// out_of_budget; bad_start; bad_request if `ahead` does not end at Path::at() (wrong_size), or the path is of
  /// another world or profile (bad_reference). O(arcs of the path + legs near the window + n log n) in the tiles
  /// settled; of paths along lines of sight all lines are walked.
  RepairResult repair(const RepairRequest& request, Path& path) noexcept;

  /// The same, and where the window has no way back, a path that the query finds to the old one's end, from where the
  /// unit stands; if something blocked lies on that near the unit, the way around that in turn. `far` must be of the
  /// same world and profile, else the answer is bad_request (bad_reference), and use the same overlay. The work of both
  /// is bounded by the request. Its status then is the query's: a repair that fails leaves the path found, or none. At
  /// any angle it is the query alone. Not for a truncated path, whose end is not known: undecided.
  RepairResult repair(const RepairRequest& request, Path& path, PathQuery& far) noexcept;

  /// What is left of a path costs, from Path::at() on: found, exact; from an earlier tile of the leg that was made
  /// last, the steps from there come to it. Where edits have made it dearer, what it was. bad_request as above;
  /// undecided at any angle. O(arcs or lines).
  [[nodiscard]] Answer cost_to_go(const Path& path) const noexcept;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace portolan
