// SPDX-License-Identifier: BSL-1.0
// A profile of a world as one overlay shows it: what every query about it reads.
#pragma once

#include "portolan/core/point.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/sight_space.hpp"
#include "portolan/grid/terrain_pages.hpp"
#include "portolan/query/open_links.hpp"
#include "portolan/query/reach.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace portolan {

/// The terrain and the links that a query of one profile answers for. Keeps the World alive, and the overlay in use.
/// Stays where it was made, as searchers refer to it. Const calls are safe from any number of threads, but for what
/// reach() leads to.
class ProfileSnapshot {
 public:
  /// As the file has it. `profile` must be below world.profiles().size().
  ProfileSnapshot(World world, std::size_t profile);
  ProfileSnapshot(const ProfileSnapshot&) = delete;
  ProfileSnapshot& operator=(const ProfileSnapshot&) = delete;

  /// From now on as the overlay shows it, which must not change any more; nullptr: as the file has it. O(edited
  /// blocks), the first time O(blocks of the map). @throws std::invalid_argument if the overlay is of another world,
  /// std::bad_alloc; then it is as if nullptr had been given
  void use(std::shared_ptr<const Overlay> overlay);
  void use_file() noexcept;

  [[nodiscard]] const World& world() const noexcept { return world_; }
  [[nodiscard]] const ProfileView& profile() const noexcept { return profile_; }
  /// Tells the world's file from others that may have been mapped in the same place: the checksum in its header.
  [[nodiscard]] std::uint64_t file() const noexcept { return file_; }
  /// Of the profile in the world.
  [[nodiscard]] std::size_t number() const noexcept { return number_; }
  [[nodiscard]] const GridView& grid() const noexcept { return grid_; }
  [[nodiscard]] const OpenLinks& links() const noexcept { return links_; }
  /// Of the plane that the profile's points lie in.
  [[nodiscard]] Contact contact() const noexcept {
    return profile_.rules.footprint == 0 ? Contact::point : Contact::square;
  }
  [[nodiscard]] bool any_angle() const noexcept { return profile_.rules.metric == Metric::any_angle; }

  /// Whether the overlay in use has edits that concern the profile.
  [[nodiscard]] bool edited() const noexcept { return overlay_ != nullptr; }
  /// The regions that edits reach.
  [[nodiscard]] std::span<const DirtyRegion> dirty() const noexcept {
    return edited() ? overlay_->dirty(number_) : std::span<const DirtyRegion>();
  }
  /// The edited regions that were customised since.
  [[nodiscard]] std::span<const RefreshedRegion> refreshed() const noexcept {
    return edited() ? overlay_->refreshed(number_) : std::span<const RefreshedRegion>();
  }
  /// What prices positions where edits differ from the file. There must be edits.
  [[nodiscard]] const TerrainPages& positions() const noexcept { return overlay_->positions(number_); }
  /// Whether edits have opened a position, which may have joined islands.
  [[nodiscard]] bool opened() const noexcept { return opened_; }
  /// Whether edits may have lowered a cost. Where they have not, costs of the file are consistent lower bounds.
  [[nodiscard]] bool eased() const noexcept { return eased_; }
  /// What the dearest position that edits have changed costs, as MoveRules::cost; 0 if none is passable.
  [[nodiscard]] std::uint32_t dearest_edit() const noexcept { return dearest_edit_; }
  /// What moves add to a step between tiles beside each other that there is, in ten-thousandths of a tile, as the map
  /// says it; 0 between others.
  [[nodiscard]] std::uint64_t cost_of_crossing(Tile from, Tile to) const noexcept;
  /// The same at any angle, in the unit of straight segments.
  [[nodiscard]] Cost segment_crossing(Tile from, Tile to) const noexcept;
  /// Whether islands alone say that no path joins two passable tiles. Edits that open nothing only split islands.
  [[nodiscard]] bool known_apart(Tile a, Tile b) const noexcept {
    return !opened_ && profile_.islands.label(grid_.index(a)) != profile_.islands.label(grid_.index(b));
  }
  /// What says whether a path joins two tiles, and which tiles a path leads to, where islands of the file do not: with
  /// edits, and where links or moves lead one way. nullptr where they do, and on maps too large for it. One thread at a
  /// time.
  [[nodiscard]] Reach* reach() const noexcept { return edited() || one_way_ ? reach_.get() : nullptr; }

 private:
  World world_;
  std::uint64_t file_;
  std::size_t number_;
  const ProfileView& profile_;
  std::shared_ptr<const Overlay> overlay_;  ///< if it has edits that concern the profile
  PageTable pages_;                         ///< of the overlay,
  MoveRules rules_;                         ///< with the least cost that it leaves
  bool opened_ = false;
  bool eased_ = false;
  std::uint32_t dearest_edit_ = 0;
  GridView grid_;
  OpenLinks links_;
  bool one_way_;                  ///< whether something in the file leads one way only
  std::unique_ptr<Reach> reach_;  ///< once it is needed
};

}  // namespace portolan
