// SPDX-License-Identifier: BSL-1.0
// A path as a value: found once by a query, kept by whoever walks it, in memory of that one's choosing.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/grid/link_hop.hpp"
#include "portolan/grid/sight_leg.hpp"
#include "portolan/query/coarse_route.hpp"
#include "portolan/query/ties.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace portolan {

/// How much of each a path can hold.
struct PathRoom {
  std::size_t waypoints = 0;  ///< grid metric
  std::size_t hops = 0;       ///< grid metric
  std::size_t arcs = 0;       ///< grid metric: what legs are made from where they are not lines of sight
  std::size_t points = 0;     ///< any_angle

  /// As much of everything: 80 bytes each.
  [[nodiscard]] static constexpr PathRoom of(std::size_t count) noexcept { return {count, count, count, count}; }
};

/// Memory for a path.
struct PathMemory {
  std::span<Tile> waypoints;
  std::span<LinkHop> hops;
  std::span<CoarseArc> arcs;
  std::span<Point> points;
};

/// A path, and how far it has been walked. PathQuery::find writes it, LegWalker::next takes legs off it.
///
/// Where its memory is too small it holds as much of the path from the start as fits, and truncated() says so. To go
/// on, find again from at() when legs end, or with any_angle from the last of points(): the beginning of a least path
/// and a least path from there make one. PathQuery::room() bounds what any path needs; without room a query still
/// answers what a path costs.
///
/// To get on it takes two waypoints, an arc and, where there are links, a hop, with a waypoint and a hop more for each
/// of those that cost nothing and are taken one after the other; with any_angle two points. One thread at a time. Good
/// for the world and the profile that it was found for, which need not be open meanwhile; stale on all others.
class Path {
 public:
  /// Without room.
  Path() noexcept = default;
  /// With memory of its own, taken once and committed where it is written. @throws std::bad_alloc
  explicit Path(const PathRoom& room)
      : own_{ZeroedArray<Tile>(room.waypoints), ZeroedArray<LinkHop>(room.hops), ZeroedArray<CoarseArc>(room.arcs),
             ZeroedArray<Point>(room.points)},
        memory_{{own_.waypoints.data(), room.waypoints},
                {own_.hops.data(), room.hops},
                {own_.arcs.data(), room.arcs},
                {own_.points.data(), room.points}} {}
  /// In the caller's memory, which must outlive it.
  explicit Path(const PathMemory& memory) noexcept : memory_(memory) {}
  Path(Path&& other) noexcept
      : own_(std::move(other.own_)),
        memory_(std::exchange(other.memory_, {})),
        state_(std::exchange(other.state_, {})) {}
  /// Leaves `other` without room.
  Path& operator=(Path&& other) noexcept {
    own_ = std::move(other.own_);
    memory_ = std::exchange(other.memory_, {});
    state_ = std::exchange(other.state_, {});
    return *this;
  }
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;
  ~Path() = default;

  /// Grid metric: ends of the legs, or of some, start and goal included; one if they are the same.
  [[nodiscard]] std::span<const Tile> waypoints() const noexcept {
    return memory_.waypoints.first(state_.waypoint_count);
  }
  /// Grid metric: which waypoints links lead from, in order.
  [[nodiscard]] std::span<const LinkHop> hops() const noexcept { return memory_.hops.first(state_.hop_count); }
  /// any_angle: start, turning points and goal, on the map; one if they are the same. Between two the way is free.
  [[nodiscard]] std::span<const Point> points() const noexcept { return memory_.points.first(state_.point_count); }
  /// What it can hold.
  [[nodiscard]] PathRoom room() const noexcept {
    return {memory_.waypoints.size(), memory_.hops.size(), memory_.arcs.size(), memory_.points.size()};
  }
  /// Whether the path goes on where its memory ended. What was whole when found is truncated later where its coarse
  /// arcs come to more than fits as they are unpacked.
  [[nodiscard]] bool truncated() const noexcept { return state_.truncated; }
  /// Grid metric: where its legs have led so far; before the first one, or where none was found, the start.
  [[nodiscard]] Tile at() const noexcept { return state_.at; }

 private:
  friend class PathFile;
  friend class PathJudge;
  friend class PathRepair;
  friend class PathWriter;
  friend class LegMaker;
  friend class LegWalker;

  /// What legs are made from.
  enum class Legs : std::uint8_t {
    none,
    in_sight,  ///< lines of sight between waypoints, over terrain of one price
    by_arcs,   ///< arcs whose cost is known
  };
  /// The level of an arc that is a straight run of steps, whichever regions it crosses.
  static constexpr int kRunLevel = -1;
  /// The level of an arc that is a least path inside the local matrix centred on the midpoint of its ends.
  static constexpr int kPieceLevel = -2;

  struct OwnMemory {
    ZeroedArray<Tile> waypoints;
    ZeroedArray<LinkHop> hops;
    ZeroedArray<CoarseArc> arcs;
    ZeroedArray<Point> points;
  };
  struct State {
    std::size_t waypoint_count = 0;
    std::size_t hop_count = 0;
    std::size_t point_count = 0;
    std::size_t arc_count = 0;    ///< a stack, the next one on top
    const void* world = nullptr;  ///< the bytes of the world that it was found for,
    std::uint64_t file = 0;       ///< whose file this tells from others,
    std::size_t profile = 0;      ///< for which of its profiles,
    bool edited = false;          ///< and whether with edits
    bool truncated = false;
    bool least = false;  ///< whether it is known that no path cost less
    Legs legs = Legs::none;
    Ties ties{};  ///< the rule for legs; `first` where the whole path was chosen
    // How far it has been walked.
    Tile at{};
    std::size_t next_waypoint = 0;
    std::size_t next_hop = 0;  ///< of those between lines of sight
    std::size_t legs_unpacked = 0;
    std::int32_t next_step = 0;                   ///< of a line that is longer than a leg,
    SightWalk next_walk = SightWalk::along_line;  ///< and how it is walked
  };

  OwnMemory own_;
  PathMemory memory_;
  State state_;
};

}  // namespace portolan
