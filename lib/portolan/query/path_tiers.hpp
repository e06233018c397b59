// SPDX-License-Identifier: BSL-1.0
// The tiers that find paths, each a searcher with one call: search(task, path). It writes the path where it found one,
// and only then. `expansions` of what it answers are its own; `work` is for the query to set.
#pragma once

#include "portolan/query/jump_search.hpp"
#include "portolan/query/link_bound.hpp"
#include "portolan/query/mover_matrix.hpp"
#include "portolan/query/path.hpp"
#include "portolan/query/path_task.hpp"
#include "portolan/query/path_writer.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/region_search.hpp"
#include "portolan/query/tile_search.hpp"
#include "portolan/query/waypoint_tiers.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace portolan {

/// The window in which Tier::local answers a task, centred on the midpoint of its ends; empty if that does not hold
/// them.
[[nodiscard]] Rect local_window(const PathTask& task) noexcept;

/// A* in the matrix centred on the midpoint of the ends, with the certificate that says whether it is the last word.
class LocalTier {
 public:
  explicit LocalTier(const ProfileSnapshot& snapshot);
  PathResult search(const PathTask& task, Path& path) noexcept;
  /// How far the last search came, and the path to there.
  [[nodiscard]] Approach approach(const PathTask& task) noexcept;
  void write(const PathTask& task, const Approach& approach, Path& path) noexcept;

  /// Calls visit(Tile, settled) for the tiles that the last search touched.
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    const auto tell = [&](const auto& matrix) {
      const Rect window = intersection(matrix.window(), snapshot_.grid().bounds());
      for (std::int32_t y = window.min.y; y < window.max.y; ++y) {
        for (std::int32_t x = window.min.x; x < window.max.x; ++x) {
          if (matrix.reached({x, y})) visit(Tile{x, y}, matrix.settled({x, y}));
        }
      }
    };
    last_side_ == LegMatrix::kSide ? matrix_.with(tell) : wide_.with(tell);
  }

 private:
  template <class Matrix>
  [[nodiscard]] PathResult search_in(Matrix& matrix, const PathTask& task, const Rect& window, Path& path) noexcept;
  template <class Matrix>
  void write_in(const Matrix& matrix, const PathTask& task, Tile end, Path& path) noexcept;

  const ProfileSnapshot& snapshot_;
  LinkBound link_bound_;
  MoverMatrix<LegMatrix::kSide> matrix_;
  MoverMatrix<WideMatrix::kSide> wide_;
  std::unique_ptr<std::array<Tile, WideMatrix::kNodes>> tiles_;
  std::int32_t last_side_ = LegMatrix::kSide;
};

/// A* over the region levels, unpacked as the task says.
class CoarseTier {
 public:
  /// `memory` as for PagedArray.
  CoarseTier(const ProfileSnapshot& snapshot, std::shared_ptr<SearchMemory> memory);
  /// Takes the snapshot as it is now. @throws as RegionSearch::use
  void use() { search_.use(snapshot_.dirty(), snapshot_.refreshed()); }
  void use_file() noexcept { search_.use_file(); }
  PathResult search(const PathTask& task, Path& path) noexcept;
  /// How far the last search came, if its budget was spent and it was to remember, and the path to there.
  [[nodiscard]] const std::optional<Approach>& approach() const noexcept { return approach_; }
  void write(const PathTask& task, Path& path) noexcept;

  [[nodiscard]] const RegionTier& regions() const noexcept { return search_.tier(); }
  [[nodiscard]] const OpenDeadEnds& dead_ends() const noexcept { return search_.dead_ends(); }
  [[nodiscard]] std::span<const std::size_t> opened() const noexcept { return search_.opened(); }
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    search_.for_each_touched(visit);
  }

 private:
  [[nodiscard]] Route::End write(const PathTask& task, const Route& route, PathResult& result, Path& path) noexcept;
  [[nodiscard]] bool write_arcs(PathWriter& writer) noexcept;

  const ProfileSnapshot& snapshot_;
  RegionSearch search_;
  std::optional<Approach> approach_;
  bool whole_ = false;  ///< whether the path to the goal has been written, but not to its last leg unpacked
};

/// The baseline: plain A* on the tiles of the whole map.
class TileTier {
 public:
  explicit TileTier(const ProfileSnapshot& snapshot);
  PathResult search(const PathTask& task, Path& path) noexcept;
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    search_.for_each_touched(visit);
  }

 private:
  const ProfileSnapshot& snapshot_;
  TileSearch search_;
};

/// Jump points on the tiles of the whole map: for profiles that JumpSearch serves.
class JumpTier {
 public:
  explicit JumpTier(const ProfileSnapshot& snapshot);
  /// Takes the snapshot as it is now, with the pages that its overlay shows. @throws as BitRows::follow
  void use(const TerrainPages& pages) { search_.follow(pages); }
  /// Whether jump points are exact on the snapshot as it is now: no tile that edits have changed is raised.
  [[nodiscard]] bool serves() const noexcept { return snapshot_.dearest_edit() <= search_.price(); }
  void use_file() noexcept { search_.follow_file(); }
  /// As JumpSearch::corners.
  [[nodiscard]] std::uint64_t corners() noexcept { return search_.corners(); }
  /// Undecided (no_room) if the path might take more than `most_waypoints`.
  PathResult search(const PathTask& task, std::size_t most_waypoints, Path& path) noexcept;
  /// How far the last search came, and the path to there; nothing where that might take more than `most_waypoints`.
  [[nodiscard]] std::optional<Approach> approach(const PathTask& task, std::size_t most_waypoints) noexcept;
  void write(const PathTask& task, Path& path) noexcept;
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    search_.for_each_touched(visit);
  }

 private:
  [[nodiscard]] Answer settle(const PathTask& task, std::uint64_t& expansions) noexcept;
  [[nodiscard]] std::size_t waypoints(const PathTask& task) const noexcept;

  const ProfileSnapshot& snapshot_;
  JumpSearch search_;
};

/// Direct sight, else a search over the waypoint graph by the tier that the task names.
class SightTier {
 public:
  explicit SightTier(const ProfileSnapshot& snapshot);
  /// Takes the snapshot as it is now. @throws std::bad_alloc
  void use() { tiers_.use(snapshot_.dirty(), snapshot_.positions()); }
  void use_file() noexcept { tiers_.use_file(); }
  /// The tier to ask first where none is forced; Tier::automatic if another way is as fast.
  [[nodiscard]] Tier preferred(const PathTask& task) const noexcept {
    return tiers_.preferred(task.plane_from, task.plane_to);
  }
  /// Whether Tier::waypoints decides where an index leaves an edited map undecided.
  [[nodiscard]] bool searches_edits() const noexcept { return tiers_.searches_edits(); }
  PathResult search(const PathTask& task, Path& path) noexcept;

  /// Calls visit(Point of the map, settled) for the waypoints that the last search by Tier::waypoints touched.
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    tiers_.for_each_touched([&](Point p, bool settled) { visit(to_map(snapshot_.contact(), p), settled); });
  }

 private:
  void add_steps(const SightPath& found, PathWriter& writer) const noexcept;
  [[nodiscard]] double length_of(Cost cost, std::span<const LinkHop> hops) const noexcept;

  const ProfileSnapshot& snapshot_;
  WaypointTiers tiers_;
};

}  // namespace portolan
