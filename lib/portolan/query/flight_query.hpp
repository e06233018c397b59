// SPDX-License-Identifier: BSL-1.0
// Where to flee: the tile that is safest from some threats, or the proof that none is.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/query/distance_arena.hpp"
#include "portolan/query/ends.hpp"
#include "portolan/query/goal_field.hpp"
#include "portolan/query/goal_set.hpp"
#include "portolan/query/nearest_query.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace portolan {

/// Who flees, and from whom.
struct FlightRequest {
  Tile from{};
  std::span<const Tile> threats{};  ///< those where the mover cannot stand threaten nobody
  Cost reach = 0;                   ///< most that the way to safety may cost, in the unit of the profile
  Cost margin = 1;                  ///< what the way of every threat there must cost more, at least
  EndRule ends = EndRule::exact;    ///< for `from`
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< most that Answer::work may come to
};

/// Where to flee. The cost is that of the way there.
///
/// found, with why `moved_end` if the start was moved; unreachable (exhausted): within reach no tile is safe by the
/// margin, which is proven where optimal() says so; bad_start; out_of_budget (budget_spent, or no_room for all tiles
/// within reach); corrupt.
struct Flight : Answer {
  Tile from{};    ///< as asked, or moved
  Tile to{};      ///< found: the tile; `from` may be the best there is
  Cost lead = 0;  ///< found: how much more the way there costs the nearest threat; kInfiniteCost if none can come
};

/// Finds the tile within reach whose lead is the greatest: the least, over all threats, of what the way there costs the
/// threat more than the one who flees. Of several the one that costs least to reach, then the first row by row.
///
/// Whoever takes a least path to a tile of some lead has at least that lead on every tile of the way, since what is
/// left of it costs a threat that stands there as much. So with a margin above 0 no threat can be anywhere on it first;
/// and a tile without a lead is one where a threat can wait.
///
/// Threats move as the one who flees, over the same world. Costs are those of NearestQuery, from both, and where ways
/// there and back cost the same those of a GoalField, which knows far threats at once. Exact on overlays; at any angle
/// as exact as PathQuery.
///
/// Reuses its own memory: after construction no call but use() allocates, locks, throws or logs. One thread at a time.
///
///     FlightQuery flight(world, 0, 4096, arena);
///     const Flight safe = flight.find({.from = deer, .threats = wolves, .reach = reach, .margin = 2 * step});
class FlightQuery {
 public:
  /// For at most so many tiles within reach: 48 bytes each, and what a NearestQuery and a GoalField take. The arena
  /// must outlive it. `profile` must be below world.profiles().size(). @throws std::bad_alloc,
  /// std::length_error as NearestSearch
  FlightQuery(World world, std::size_t profile, std::size_t most_tiles, DistanceArena& arena);
  FlightQuery(const FlightQuery&) = delete;
  FlightQuery& operator=(const FlightQuery&) = delete;

  /// From now on answers for the world as the overlay shows it, which must not change any more and is kept alive;
  /// nullptr: as the file has it. @throws as PathQuery::use; then it is as if nullptr had been given
  void use(const std::shared_ptr<const Overlay>& overlay);

  /// O(n log n) in the tiles within reach; for each threat a look at each of them, by labels O(parts of a block) for
  /// 64, by search O(n log n) in the nodes between.
  Flight find(const FlightRequest& request) noexcept;
  [[nodiscard]] const ProfileView& profile() const noexcept { return near_.profile(); }

 private:
  struct Place {
    Tile tile{};
    Cost cost = 0;                ///< of the way there
    Cost threat = kInfiniteCost;  ///< of the way of the nearest threat
    [[nodiscard]] bool is_safe(Cost margin) const noexcept { return threat >= cost && threat - cost >= margin; }
    /// Where it is safe.
    [[nodiscard]] Cost lead() const noexcept { return threat == kInfiniteCost ? kInfiniteCost : threat - cost; }
  };

  /// What it took to look at one threat.
  struct Look {
    Status status = Status::found;  ///< found, out_of_budget or corrupt
    Why why = Why::none;
    std::uint64_t work = 0;
    bool proven = true;
  };

  [[nodiscard]] Look look_back(Tile threat, std::span<Place> places, std::uint64_t budget) noexcept;
  [[nodiscard]] Look look_ahead(Tile threat, std::span<Place> places, std::uint64_t budget) noexcept;

  GoalSet none_;
  NearestQuery near_;
  GoalField field_;
  bool directed_;  ///< ways there and back may cost something else
  std::vector<ReachedGoal> reached_;
  std::vector<Place> places_;
};

}  // namespace portolan
