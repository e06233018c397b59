// SPDX-License-Identifier: BSL-1.0
// The tiles that bodies cover, by where they are and face, and those that they enter and leave as they step and turn.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/grid/kinematic_rules.hpp"
#include "portolan/grid/kinematics.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace portolan::crowd {

/// Calls visit(Tile) for the tiles of an area that are not in another, row by row, until it returns false. Whether it
/// never did.
template <class Visit>
constexpr bool all_of_difference(const Rect& area, const Rect& without, Visit&& visit) {
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
      if (!without.contains({x, y}) && !visit(Tile{x, y})) return false;
    }
  }
  return true;
}

/// The tiles of one kind of body. Of a square they are its tiles. Of a body that turns they are those of its squares
/// (kinematics.hpp), where single tiles touch at corners only also the two beside each corner; a step or a turn enters
/// what lies under it then and what it sweeps on the way. Visitors return whether to go on, and what visits returns
/// whether all did. Safe to use from any number of threads.
class BodyTiles {
 public:
  /// A square that does not turn.
  explicit BodyTiles(std::int32_t footprint) noexcept : footprint_(footprint) {}
  /// A body whose core is such a square. Memory and time: O(headings * moves * tiles). @throws std::bad_alloc
  BodyTiles(std::int32_t footprint, const KinematicRules& rules);

  [[nodiscard]] bool turns() const noexcept { return !covered_[0].empty(); }
  [[nodiscard]] std::int32_t footprint() const noexcept { return footprint_; }
  /// The longer side, in tiles.
  [[nodiscard]] std::int32_t size() const noexcept { return size_ == 0 ? footprint_ : size_; }

  /// Whether it covers a tile. O(1).
  [[nodiscard]] bool covers(const Placement& at, Tile tile) const noexcept {
    if (!turns()) return square(at.tile).contains(tile);
    const Tile offset{tile.x - at.tile.x, tile.y - at.tile.y};
    return box_.contains(offset) && mask_[place_of(at.heading, offset)] != 0;
  }
  /// Bounds the tiles that it covers.
  [[nodiscard]] Rect bounds(const Placement& at) const noexcept;

  /// Calls visit(Tile) for the tiles that it covers.
  template <class Visit>
  bool all_covered(const Placement& at, Visit&& visit) const {
    if (!turns()) return all_of_difference(square(at.tile), {}, visit);
    return all_of(covered_[index(at.heading)], at.tile, visit);
  }
  /// For those that a move newly covers, on the way too.
  template <class Visit>
  bool all_entered(const Placement& from, const Placement& to, Visit&& visit) const {
    if (!turns()) return all_of_difference(square(to.tile), square(from.tile), visit);
    if (const std::vector<Tile>* swept = swept_by(from, to)) return all_of(*swept, from.tile, visit);
    return all_covered(to, [&](Tile tile) { return covers(from, tile) || visit(tile); });
  }
  /// For those that it covers before the move and not after it.
  template <class Visit>
  bool all_left(const Placement& from, const Placement& to, Visit&& visit) const {
    if (!turns()) return all_of_difference(square(from.tile), square(to.tile), visit);
    return all_covered(from, [&](Tile tile) { return covers(to, tile) || visit(tile); });
  }
  /// For those that it covers before and after it.
  template <class Visit>
  bool all_kept(const Placement& from, const Placement& to, Visit&& visit) const {
    if (!turns()) return all_of_difference(intersection(square(from.tile), square(to.tile)), {}, visit);
    return all_covered(from, [&](Tile tile) { return !covers(to, tile) || visit(tile); });
  }

 private:
  /// Steps by direction, then the two turns.
  static constexpr std::size_t kWays = kHeadings + 2;

  [[nodiscard]] Rect square(Tile at) const noexcept { return {at, {at.x + footprint_, at.y + footprint_}}; }
  [[nodiscard]] static std::size_t index(Heading heading) noexcept { return static_cast<std::size_t>(heading); }
  [[nodiscard]] std::size_t place_of(Heading heading, Tile offset) const noexcept {
    const auto width = static_cast<std::size_t>(box_.max.x - box_.min.x);
    const auto height = static_cast<std::size_t>(box_.max.y - box_.min.y);
    return (index(heading) * height + static_cast<std::size_t>(offset.y - box_.min.y)) * width +
           static_cast<std::size_t>(offset.x - box_.min.x);
  }
  template <class Visit>
  static bool all_of(const std::vector<Tile>& offsets, Tile at, Visit&& visit) {
    for (const Tile offset : offsets) {
      if (!visit(Tile{at.x + offset.x, at.y + offset.y})) return false;
    }
    return true;
  }
  [[nodiscard]] const std::vector<Tile>* swept_by(const Placement& from, const Placement& to) const noexcept;

  std::int32_t footprint_ = 1;
  std::int32_t size_ = 0;
  int eighths_ = 1;
  Rect box_{};                                        ///< bounds all offsets
  std::vector<std::uint8_t> mask_;                    ///< by heading and offset in the box: whether it is covered
  std::array<std::vector<Tile>, kHeadings> covered_;  ///< offsets by heading, row by row
  std::array<std::array<std::vector<Tile>, kWays>, kHeadings> swept_;  ///< offsets newly covered, by heading and way
};

}  // namespace portolan::crowd
