// SPDX-License-Identifier: BSL-1.0
// Paths at any angle over terrain of several prices that cost little more than the best, and say how little.
#pragma once

#include "portolan/query/ends.hpp"
#include "portolan/query/path.hpp"
#include "portolan/query/path_task.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <memory>

namespace portolan {

/// The least BoundedRequest::excess.
inline constexpr double kLeastExcess = 0.002;

/// A question between the centres of two tiles.
struct BoundedRequest {
  Tile from{};
  Tile to{};
  EndRule ends = EndRule::exact;
  /// Most that the path may cost above the optimum, as a part of that: kLeastExcess or more.
  double excess = 0.01;
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< most that PathResult::work may come to: corners and points
};

/// Finds paths at any angle on terrain of any prices whose excess over the optimum is bounded: the weighted region
/// problem (Mitchell, Papadimitriou, 1991) by Steiner points on the sides of tiles (Aleksandrov, Maheshwari, Sack,
/// "Determining approximate shortest paths on weighted polyhedral surfaces", 2005), after bounds from least paths over
/// corners, and pulled straight. The optimum is that over all ways that the mover may take, at the prices that
/// segment_cost says: turning points lie anywhere, those of the path found on the lattice of Point.
///
/// For profiles at any angle, of any footprint. As exact on overlays. After construction no call but use() allocates,
/// locks, throws or logs. One thread at a time; any number of queries may run on one World at once. Keeps the World
/// alive.
///
///     BoundedQuery query(world, 0);
///     Path path(query.room());
///     const PathResult result = query.find({.from = {3, 4}, .to = {200, 150}, .excess = 0.05}, path);
class BoundedQuery {
 public:
  /// Reserves address space for about 400 bytes a tile for a point, 1600 for the others, and 16 MB, committed only
  /// where searches go. `profile` must be below world.profiles().size(). @throws std::bad_alloc
  BoundedQuery(World world, std::size_t profile);
  BoundedQuery(BoundedQuery&&) noexcept;
  BoundedQuery& operator=(BoundedQuery&&) noexcept;
  ~BoundedQuery();

  /// From now on answers for the world as the overlay shows it, which must not change any more and is kept alive;
  /// nullptr: as the file has it. O(edited blocks), the first time O(blocks of the map). @throws std::invalid_argument
  /// if the overlay is of another world, std::bad_alloc; then it is as if nullptr had been given
  void use(std::shared_ptr<const Overlay> overlay);

  /// Finds a path and writes it as points; where there is none, `path` is empty. The same world, request and room
  /// always give the same path. O(n log n) in the corners, and about O(p) in the points that it expands, of which there
  /// are up to 20 a tile for an excess of a hundredth; both are told as Expansions::waypoints.
  ///
  /// found, partial: no path costs less than lower_bound, and cost <= (1 + excess) * lower_bound; `tier` is automatic.
  /// out_of_budget: also no_room, where a path costs more than a million times the cheapest tile, or has so many pieces
  /// that costs of 32 bits cannot keep the excess. undecided, tier_missing: the profile's metric is the grid, the map
  /// has moves, or its plane has 2^31 corners and more. bad_request: the excess is no number, or below kLeastExcess.
  /// Others as PathQuery.
  PathResult find(const BoundedRequest& request, Path& path) noexcept;

  /// Room for any path that this query finds. Mostly far less is used.
  [[nodiscard]] PathRoom room() const noexcept;

  [[nodiscard]] const ProfileView& profile() const noexcept;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace portolan
