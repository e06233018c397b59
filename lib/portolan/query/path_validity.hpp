// SPDX-License-Identifier: BSL-1.0
// What edits have made of a path that was found before them.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/query/access_costs.hpp"
#include "portolan/query/leg_maker.hpp"
#include "portolan/query/path.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/region_tier.hpp"
#include "portolan/query/region_unpacker.hpp"
#include "portolan/query/standing_paths.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace portolan {

/// What is left of a path, piece by piece: legs, of what is not unpacked yet coarse arcs, lines of sight, or segments
/// at any angle. The worst of its pieces counts; dearer is worse than cheaper.
enum class Validity : std::uint8_t {
  untouched,  ///< no edit is near what was found without edits
  same,       ///< legal, at the same cost
  cheaper,    ///< legal, and some piece costs less than it did: find again
  dearer,     ///< legal, and some piece costs more than it did: find again, or repair it
  blocked,    ///< a piece cannot be walked any more
  unknown,    ///< of a piece only a search could tell: an arc above level 0 or a segment at any angle that was found
              ///< with edits, or a segment that crosses some
};

/// What LegWalker::still_valid answers. found: it can be walked from where it has been walked to, for `cost`;
/// lower_bound is that cost where nothing on the snapshot costs less, and that is known without a search, else 0.
/// undecided, edited: blocked or unknown. bad_request, bad_reference: there is no path, or it is of another world or
/// profile.
struct PathValidity : Answer {
  Validity validity = Validity::untouched;
  std::size_t piece = 0;  ///< if blocked or unknown, how many pieces lie before that
  Tile at{};              ///< and where it begins; at any angle the tile of that point
};

/// Judges paths of one profile. Whatever edits have changed at one place is looked at there: O(pieces, times the edits
/// that lie in one). One thread at a time; what is given must outlive it.
class PathJudge {
 public:
  /// Reserves about 100 bytes a portal, committed only where paths that were found leg by leg lead. @throws
  /// std::bad_alloc
  PathJudge(const ProfileSnapshot& snapshot, LegMaker& maker);
  /// To be called after the snapshot has taken other edits. @throws std::bad_alloc
  void use();
  void use_file() noexcept { loaded_.reset(); }

  [[nodiscard]] PathValidity judge(const Path& path) noexcept;

 private:
  using State = Path::State;
  /// What became of a piece; no cost if it is blocked.
  struct Piece {
    Validity validity = Validity::untouched;
    Cost cost = 0;
  };

  void add(const Piece& piece, Tile from, PathValidity& sum) const noexcept;
  void judge_arcs(const Path& path, PathValidity& sum) noexcept;
  void judge_lines(const Path& path, PathValidity& sum) noexcept;
  void judge_segments(const Path& path, PathValidity& sum) noexcept;
  [[nodiscard]] Piece arc(const CoarseArc& arc, PathValidity& sum) noexcept;
  [[nodiscard]] Piece unpacked(const CoarseArc& arc, PathValidity& sum) noexcept;
  [[nodiscard]] Piece link(Tile from, Tile to, LinkId link) const noexcept;
  [[nodiscard]] Piece leg(Tile from, Tile to, RegionIndex region, Cost cost) noexcept;
  [[nodiscard]] Piece window(const CoarseArc& piece) noexcept;
  [[nodiscard]] Piece run(Tile from, Tile to, Cost cost) const noexcept;
  [[nodiscard]] Piece line(Tile from, Tile to, const State& state) const noexcept;
  struct Walked {
    Cost cost = 0;
    bool at_one_price = true;  ///< that of the file
  };
  [[nodiscard]] Walked walk(Tile from, Tile to, SightWalk walk, std::int32_t first) const noexcept;
  [[nodiscard]] bool touched(const Rect& area) const noexcept;
  [[nodiscard]] bool touched(int level, RegionIndex region) const noexcept;
  [[nodiscard]] bool is_least(const Path& path, const PathValidity& now) const noexcept;

  const ProfileSnapshot& snapshot_;
  LegMaker& maker_;
  RegionTier file_;  ///< without edits
  RegionUnpacker unpacker_;
  ZeroedArray<CoarseArc> aside_;
  AccessCosts access_;
  std::optional<RegionIndex> loaded_;
  bool edited_ = false;  ///< whether the path that is judged was found with edits
  MoverMatrix<LegMatrix::kSide> matrix_;
  std::optional<StandingPaths> standing_;
};

}  // namespace portolan
