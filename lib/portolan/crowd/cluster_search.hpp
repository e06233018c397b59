// SPDX-License-Identifier: BSL-1.0
// LaCAM (K. Okumura, "LaCAM: search-based algorithm for quick multi-agent pathfinding", AAAI 2023): a depth-first
// search over configurations, which say where each unit of a cluster is, that asks for one successor at a time.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/crowd/cluster.hpp"
#include "portolan/crowd/crowd_state.hpp"
#include "portolan/crowd/joint_step.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan::crowd {

/// Looks for steps, all units at a time, that free a cluster. A successor of a configuration is what priority
/// inheritance with backtracking makes of it, under constraints on where the first units of its order go; constraints
/// are tried breadth first, so that with enough room every successor comes up, and a plan is found if there is one.
/// Others stand still meanwhile, and so do the costs to goals.
///
/// Memory: up to 48 bytes for each move of a unit that may be tried, and 1 MB; committed where searches go. One thread
/// at a time; the state must outlive it.
class ClusterSearch {
 public:
  using Place = ClusterWindow::Place;
  /// Steps of a plan.
  static constexpr std::size_t kMostSteps = 512;

  /// For searches that try so many moves of units. @throws std::bad_alloc
  ClusterSearch(CrowdState& state, std::size_t most_moves);

  /// Whether there is a plan after which each unit with an order has been nearer to its goal than ever before, and idle
  /// ones are where the cluster wants them; except units whose goals others keep. Each configuration takes from
  /// `left` a move of each unit, and one for each tile of a corridor along which somebody looks for room to change
  /// places. O(that), and GoalField::cost for the tiles that it looks at.
  bool find(const Cluster& cluster, std::uint64_t& left) noexcept;

  /// The plan that was found: at least one step, and where each unit is after so many.
  [[nodiscard]] std::size_t length() const noexcept { return length_; }
  [[nodiscard]] std::span<const Place> after(std::size_t steps) const noexcept { return places_of(way_[steps]); }

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = 0xFFFF'FFFF;
  static constexpr Cost kNoDemand = ~Cost{0};
  /// A configuration, and the next constraints to try: the first `depth` units of its order go where the digits of
  /// `number` say.
  struct Node {
    Index parent;
    std::uint32_t steps;  ///< from the root, or more
    std::uint32_t depth;
    std::uint32_t number;
  };
  struct Slot {
    std::uint32_t stamp;
    Index node;
  };
  /// What came of asking for a successor.
  enum class Made : std::uint8_t { successor, nothing, all };

  bool prepare(const Cluster& cluster) noexcept;
  [[nodiscard]] Cost demand(const Cluster& cluster, std::size_t member) noexcept;
  Made constrain(Node& node) noexcept;
  Made make_successor(Index index) noexcept;
  void sort_order(Index index) noexcept;
  Index add(std::span<const Place> places, Index parent) noexcept;
  [[nodiscard]] Slot& slot_of(std::span<const Place> places) noexcept;
  [[nodiscard]] bool frees(std::span<const Place> places) noexcept;
  bool trace(Index last) noexcept;
  [[nodiscard]] std::span<const Place> places_of(Index node) const noexcept {
    return {places_.data() + std::size_t{node} * count_, count_};
  }

  JointStep step_;
  std::size_t count_ = 0;                      ///< of members
  std::array<Cost, kMostInCluster> enough_{};  ///< to be as near to its goal as that will do for a member
  std::array<std::uint8_t, kMostInCluster> order_{};

  ZeroedArray<Node> nodes_;
  std::size_t node_count_ = 0;
  ZeroedArray<Place> places_;        ///< by node and member
  ZeroedArray<std::uint16_t> ages_;  ///< by node and member: steps since it was where it is wanted
  ZeroedArray<Index> open_;          ///< a stack
  std::size_t open_count_ = 0;
  ZeroedArray<Slot> table_;  ///< nodes by their configurations
  std::uint32_t stamp_ = 0;  ///< of this search
  std::array<Index, kMostSteps + 1> way_{};
  std::size_t length_ = 0;
};

}  // namespace portolan::crowd
