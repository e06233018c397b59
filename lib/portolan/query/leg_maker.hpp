// SPDX-License-Identifier: BSL-1.0
// Makes legs from paths on tiles: along lines of sight, along runs of steps, by links, or by A* inside one region.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/query/mover_matrix.hpp"
#include "portolan/query/path.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/region_unpacker.hpp"
#include "portolan/query/tie_breaker.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace portolan {

/// How a leg was made.
enum class LegKind : std::uint8_t {
  straight,  ///< walked along a line, or in two straight runs: nothing was searched
  centred,   ///< searched in the matrix whose middle is the midpoint of the leg's ends
  shifted,   ///< searched in the matrix shifted to hold the leg's region: what costs no more may lead beyond the
             ///< middle's
  link,      ///< a link
};

/// How many legs were made in which way; a link is no leg to search.
struct LegCounts {
  std::uint64_t straight = 0;
  std::uint64_t centred = 0;
  std::uint64_t shifted = 0;
  friend bool operator==(const LegCounts&, const LegCounts&) = default;
};

/// One leg of a path, tile by tile.
struct Leg {
  std::span<const Tile> tiles;  ///< from end to end, both included; in the memory of what made it, until its next leg
  LinkId link = kNoLink;        ///< the link that leads from the first tile to the last, if it is not walked
  Cost cost = 0;
  LegKind kind = LegKind::straight;
  Rect window{};             ///< where it was searched; empty if it was not, as what is in plain sight
  std::uint64_t states = 0;  ///< tiles settled to find it, at most 3600, and to choose among its like as many again
  std::uint64_t unpack = 0;  ///< portals settled to find its ends, with Unpacking::leg_by_leg
};

/// Takes legs off any number of paths, in any order, and remembers none of them. Every leg is walked on the snapshot as
/// it is, step by step, and costs what the path says; one that would not is `corrupt`. One thread at a time; the
/// snapshot and its regions must outlive it.
class LegMaker {
 public:
  /// Reserves about 100 bytes a portal, committed only where it goes. @throws std::bad_alloc
  LegMaker(const ProfileSnapshot& snapshot, const RegionTier& regions);
  LegMaker(const LegMaker&) = delete;
  LegMaker& operator=(const LegMaker&) = delete;

  /// To be called after the snapshot has taken other edits. @throws std::bad_alloc
  void make_room();

  /// The next leg; `full`: the path is truncated here. Settles at most `budget` nodes, which are deducted, besides what
  /// a rule of ties takes: up to LegMatrix::kNodes tiles, which Leg::states counts. After
  /// anything but `leg` the path is where it was, and can be asked again.
  [[nodiscard]] Unpacked next(Path& path, Leg& leg, std::uint64_t& budget) noexcept;

  /// The legs that next() made since this was made.
  [[nodiscard]] const LegCounts& counts() const noexcept { return counts_; }

  /// Whether an arc of a level can be unpacked, and all its legs made, for what it costs.
  [[nodiscard]] bool holds(const CoarseArc& arc) noexcept;

 private:
  /// A way to walk between two tiles.
  struct Line {
    Tile from;
    Tile to;
    SightWalk walk;
  };
  using State = Path::State;

  [[nodiscard]] Unpacked next_in_sight(const PathMemory& memory, State& state, Leg& leg) noexcept;
  [[nodiscard]] Unpacked next_by_arcs(Path& path, Leg& leg, std::uint64_t& budget) noexcept;
  [[nodiscard]] Unpacked unpack(Path& path, RouteLeg& planned, std::uint64_t& budget) noexcept;
  [[nodiscard]] Unpacked unpack_aside(Path& path, RouteLeg& planned, std::uint64_t& budget) noexcept;
  void count(LegKind kind) noexcept;
  [[nodiscard]] Unpacked make(const RouteLeg& planned, Leg& leg, std::uint64_t& budget) noexcept;
  [[nodiscard]] Unpacked link_leg(Tile from, Tile to, LinkId link, Leg& leg) noexcept;
  [[nodiscard]] Unpacked sight_leg(Tile from, Tile to, State& state, Leg& leg) noexcept;
  [[nodiscard]] Unpacked run_leg(const CoarseArc& run, Leg& leg) noexcept;
  [[nodiscard]] Unpacked region_leg(const RouteLeg& planned, Leg& leg, std::uint64_t& budget) noexcept;
  [[nodiscard]] Unpacked piece_leg(const CoarseArc& piece, Leg& leg, std::uint64_t& budget) noexcept;
  void break_ties(const Ties& ties, Leg& leg) noexcept;
  [[nodiscard]] bool straight_leg(const RouteLeg& planned, Leg& leg) noexcept;
  template <class Matrix>
  [[nodiscard]] Unpacked search_leg(Matrix& matrix, const RouteLeg& planned, const Rect& area, Leg& leg,
                                    std::uint64_t& budget) noexcept;
  [[nodiscard]] bool may_leave(const Rect& window, const Rect& area, const RouteLeg& planned) const noexcept;
  template <class Fits>
  [[nodiscard]] bool follow(const Line& line, std::int32_t first, std::int32_t last, Leg& leg, Fits&& fits) noexcept;
  [[nodiscard]] std::int32_t end_of_leg(std::int32_t first, std::int32_t steps) const noexcept {
    return std::min(steps, first + static_cast<std::int32_t>(tiles_.size()) - 1);
  }

  const ProfileSnapshot& snapshot_;
  const RegionTier& regions_;
  RegionUnpacker unpacker_;
  ZeroedArray<CoarseArc> aside_;  ///< room to unpack one arc
  MoverMatrix<LegMatrix::kSide> matrix_;
  TieBreaker<LegMatrix::kSide> breaker_;
  std::array<Tile, LegMatrix::kNodes> tiles_;
  LegCounts counts_;
};

}  // namespace portolan
