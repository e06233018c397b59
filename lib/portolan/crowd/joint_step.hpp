// SPDX-License-Identifier: BSL-1.0
// One step of all units of a cluster at a time, by priority inheritance with backtracking and the swap rule (K.
// Okumura, "Improving LaCAM for scalable eventually optimal multi-agent pathfinding", IJCAI 2023).
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/crowd/cluster.hpp"
#include "portolan/crowd/crowd_state.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan::crowd {

/// Where the units of a cluster, its members by their numbers there, can go next, and what that is worth. Others stand
/// still, and so do the costs to goals. One thread at a time; the state must outlive it.
class JointStep {
 public:
  using Place = ClusterWindow::Place;
  static constexpr std::uint8_t kNobody = 0xFF;

  /// Where a member can be next, the best first.
  struct Choices {
    [[nodiscard]] std::span<const Place> all() const& noexcept { return {places.data(), count}; }
    [[nodiscard]] std::span<const Place> all() const&& = delete;
    std::array<Place, StepList::kRoom + 1> places;
    std::size_t count = 0;
  };

  /// Memory: 0.9 MB, committed where members go. @throws std::bad_alloc
  explicit JointStep(CrowdState& state);

  /// Takes in a cluster as it is now. O(tiles of the window).
  void take(const Cluster& cluster) noexcept;
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] const Unit& unit(std::size_t member) const noexcept { return members_[member]; }
  [[nodiscard]] Place place_of(Tile tile) const noexcept { return window_.place_of(tile); }
  /// Tells apart the ticks of crowds, for what is to look random.
  [[nodiscard]] std::uint64_t salt() const noexcept { return salt_; }
  /// Whether a tile lies in the window, and others are there or come there.
  [[nodiscard]] bool inside(Tile tile) const noexcept { return area_.contains(tile); }
  [[nodiscard]] bool blocked(Tile tile) const noexcept { return blocked_[window_.place_of(tile)]; }
  /// What it costs a member to come to its goal from there. From memory O(1), else as GoalField::cost.
  [[nodiscard]] Cost cost_of(std::size_t member, Place place) noexcept;

  /// A step begins at these places, and nobody has chosen where to go; end() forgets it, but for chosen().
  void begin(std::span<const Place> places) noexcept;
  void end() noexcept;
  [[nodiscard]] Choices choices_of(std::size_t member) noexcept;
  /// Whether going there agrees with what others have chosen: no tile is taken twice, and none are exchanged or
  /// crossed.
  [[nodiscard]] bool may_choose(std::size_t member, Place to) const noexcept;
  void choose(std::size_t member, Place to) noexcept;
  /// Nobody has chosen any more.
  void reset() noexcept;
  [[nodiscard]] bool has_chosen(std::size_t member) const noexcept { return to_[member] != ClusterWindow::kNoPlace; }
  /// Has a member choose, and those whom it pushes. Whether it could.
  bool push(std::size_t member) noexcept;
  [[nodiscard]] std::span<const Place> chosen() const noexcept { return {to_.data(), count_}; }
  /// Tiles of corridors along which members have looked for room to change places, since begin().
  [[nodiscard]] std::uint64_t looks() const noexcept { return looks_; }

 private:
  /// Blocks of distance tiles that a row of the window can touch.
  static constexpr std::int32_t kBlocks = ClusterWindow::kSide / kBlockSide + 2;

  /// How a corridor goes on.
  struct Passage {
    Place next = ClusterWindow::kNoPlace;
    std::size_t ways = 0;
  };

  [[nodiscard]] Choices steps_from(std::size_t member, Place from) noexcept;
  [[nodiscard]] bool is_step(std::size_t member, Place to) noexcept;
  [[nodiscard]] Passage follow(std::size_t member, Place behind, Place here) noexcept;
  [[nodiscard]] bool swap_required(std::size_t pusher, std::size_t puller, Place behind, Place ahead) noexcept;
  [[nodiscard]] bool swap_possible(std::size_t member, Place behind, Place ahead) noexcept;
  [[nodiscard]] std::uint8_t swap_partner(std::size_t member, const Choices& choices) noexcept;

  CrowdState& state_;
  ClusterWindow window_;
  Rect area_{};
  std::size_t count_ = 0;
  std::array<Unit, kMostInCluster> members_;
  std::uint64_t salt_ = 0;

  ZeroedArray<Cost> costs_;  ///< by member and place, where the block of the tile is known
  std::array<std::uint32_t, kMostInCluster * kBlocks * kBlocks> known_{};  ///< the cluster for which a block was asked
  std::uint32_t stamp_ = 0;                                                ///< of this cluster

  std::array<bool, ClusterWindow::kPlaces> blocked_{};
  std::array<std::uint8_t, ClusterWindow::kPlaces> before_;  ///< which member is there before the step
  std::array<std::uint8_t, ClusterWindow::kPlaces> behind_;  ///< and after it
  std::array<Place, kMostInCluster> from_{};
  std::array<Place, kMostInCluster> to_{};
  std::uint64_t looks_ = 0;
};

}  // namespace portolan::crowd
