// SPDX-License-Identifier: BSL-1.0
// Paths of movers that turn: with a heading, a body that is not square, costs of turning and a turning radius.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/grid/kinematic_rules.hpp"
#include "portolan/query/ends.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace portolan {

/// A question between placements. `any` as the heading of the start is every one in which the mover stands there, of
/// the goal every one.
struct PlacedRequest {
  Placement from{};
  Placement to{};
  /// With `nearest` a start where the body does not stand with its heading moves to the nearest tile where it does. A
  /// goal where it does not stand, or that it cannot come to, is replaced by what it can reach: the tile nearest to it
  /// in a straight line, there the heading nearest to the one asked for, of several the one that costs least, and of
  /// those the uppermost, then the leftmost (of more than NearestTiles::kMost tiles as near, among the first of them).
  EndRule ends = EndRule::exact;
  /// How many times the least cost a path may cost at most, from 1 (a least path) to kMaxWeight.
  Ratio factor{11, 10};
  /// As far as the factor may rise, in steps, where a path takes many more states than its length, as in mazes, rooms
  /// and clutter. No larger than `factor`: that is kept whatever it takes.
  Ratio loosest{1, 1};
  /// Most that Answer::work may come to. With EndRule::nearest a spent budget is partial, budget_spent: a path to the
  /// placement nearest to the goal, by a lower bound, that the search which spent it has settled, or the whole way if
  /// only the factor was left to prove; nothing more is proven.
  std::uint64_t max_expansions = ~std::uint64_t{0};
};

/// What was found. The cost is in the unit of PlacedQuery::in_tiles. Without a path lower_bound says what is known all
/// the same.
struct PlacedResult : Answer {
  Ratio factor{1, 1};  ///< with a path: how many times the least cost it costs at most; that of the request, or looser
  /// Where the mover is and how it faces, a turn or a step at a time, ends included; in the query's memory until the
  /// next find(). Empty without a path.
  std::span<const Placement> placements;
};

/// Finds paths for one profile of a world and one mover with a body, reusing its own memory: after construction no call
/// but use() allocates, locks, throws or logs. One thread at a time; any number of queries may run on one World at
/// once. Keeps the World alive.
///
///     PlacedQuery query(world, 0, {.width = 1, .length = 3, .turn = 10'000});
///     const PlacedResult result = query.find({.from = {{2, 2}, Heading::east}, .to = {{240, 180}}});
///
/// A search that takes long for its length takes turns with a flood from the goal, so that a body that cannot get
/// there, or cannot turn there, is told soon.
///
/// Near goals are answered by a search of the 60 x 60 tiles around both ends, exactly where the least estimate of what
/// lies outside proves it; others by weighted A* (PlacedSearch) over the whole map, and, where its weight had to rise
/// above the factor, by all states that may lead to a path so much cheaper, which proves it. All are led by what the
/// mover's core pays to the goal (CoreCosts), one step ahead.
class PlacedQuery {
 public:
  /// How many tiles there is room for the states of, unless said otherwise.
  static constexpr std::uint64_t kTiles = std::uint64_t{1} << 20;

  /// Reserves address space for 60 bytes a tile of the map and 521 bytes for each of `tiles`, at most those of the map;
  /// where movers have a turning radius these are up to 16 times as much. Committed only where searches go. `profile`
  /// must be below world.profiles().size(). @throws std::invalid_argument if the kinematics do not fit the profile,
  /// with a text that names the field; std::length_error on maps of 2^32 - 1 tiles and more; std::bad_alloc
  PlacedQuery(World world, std::size_t profile, const Kinematics& kinematics, std::uint64_t tiles = kTiles);
  PlacedQuery(PlacedQuery&&) noexcept;
  PlacedQuery& operator=(PlacedQuery&&) noexcept;
  ~PlacedQuery();

  /// From now on answers for the world as the overlay shows it, which must not change any more and is kept alive;
  /// nullptr: as the file has it. Nothing in the file is used that edits could make wrong, so that answers on overlays
  /// are as good as on files. O(edited blocks), the first time O(blocks of the map). @throws std::invalid_argument if
  /// the overlay is of another world, std::bad_alloc; then it is as if nullptr had been given
  void use(std::shared_ptr<const Overlay> overlay);

  /// Finds a path that costs at most PlacedResult::factor times the least, links and moves included, or proves that
  /// there is none. Answer::lower_bound bounds the least cost from below, and the cost is at most so many times that;
  /// the path is the cheapest where they are equal. The same world, kinematics and request always give the same path.
  /// Work counts the states that are settled, those of the flood, and the tiles that the core's distance settles, which
  /// are none where the file has block labels and edits have eased nothing. O(n log n) in both.
  ///
  /// The weight of the search is 1.35 once 512 states and three for every two tiles of the way have been settled, and 2
  /// when that has happened again: what a request takes alone decides, and no clock. Where the request lets the factor
  /// rise it rises as well, else it is proven afterwards.
  ///
  /// A tile outside the map, or where the mover does not stand with this heading: bad_start, bad_goal, unless
  /// EndRule::nearest moves it: partial, moved_end for the goal, found, moved_end for the start alone. A factor out of
  /// range: bad_request. Where the room for states is too small: out_of_budget, no_room.
  PlacedResult find(const PlacedRequest& request) noexcept;

  /// A cost in tile lengths at terrain cost 1.
  [[nodiscard]] double in_tiles(Cost cost) const noexcept;
  [[nodiscard]] const ProfileView& profile() const noexcept;
  [[nodiscard]] const KinematicRules& rules() const noexcept;
  /// As they were given; with the radius and the profile's footprint for_each_bend_arc gives the arcs of a path.
  [[nodiscard]] const Kinematics& kinematics() const noexcept;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace portolan
