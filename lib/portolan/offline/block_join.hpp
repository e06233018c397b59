// SPDX-License-Identifier: BSL-1.0
// Joins the hub labels of the waypoints that the positions of one block see.
#pragma once

#include "portolan/offline/block_visibility.hpp"
#include "portolan/offline/lane_ops.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// The waypoint that each hub is, and the hub that each waypoint is.
struct HubNames {
  explicit HubNames(const HubLabels& labels);
  std::vector<WaypointId> waypoint;  ///< by hub
  std::vector<HubId> hub;            ///< by waypoint
};

/// Blocks one after another, as BlockLabels holds them.
struct JoinedBlocks {
  std::vector<std::uint32_t> sizes;  ///< by block, in units of kBlockAlignment
  std::vector<std::byte> memory;
};

/// What is joined; all must outlive the joins. The labels are those of the graph, which is symmetric; every distance of
/// a position from a hub of a waypoint it sees must be below 2^32 - 1.
struct JoinInput {
  Contact contact;
  BlockGrid grid;
  const WaypointGraphView& graph;
  const LabelSet& labels;
  const HubNames& names;
};

/// A joiner with its memory: 12 bytes a hub, and as much as the largest block needs. One thread at a time.
class BlockJoin {
 public:
  explicit BlockJoin(const JoinInput& input);

  /// Appends one block. Returns false, with nothing appended, if its parts cannot be numbered (kMaxBlockItems), or a
  /// via lies 2^15 tiles away.
  bool join(std::size_t block, std::span<const SeenWaypoint> seen, JoinedBlocks& out);

  /// By hub the greatest distance of a position that needs it, over all blocks joined so far.
  [[nodiscard]] std::span<const std::uint32_t> reach() const noexcept { return reach_; }

 private:
  static constexpr std::uint32_t kNoSlot = 0xFFFF'FFFF;
  static constexpr std::uint64_t kNever = std::uint64_t{1} << 62;

  /// A hub on whose way another one may lie.
  struct Covering {
    std::uint32_t slot;
    std::uint32_t distance;
  };
  /// A via through which some positions reach a hub.
  struct Candidate {
    std::uint64_t positions;
    std::uint32_t slot;
    std::uint32_t via;  ///< index into the waypoints seen
    std::uint32_t distance;
  };
  struct Entry {
    HubId hub;
    HubId via;  ///< as a hub
    std::uint32_t distance;
  };

  /// A via that may be the best way to a hub from some position.
  struct Way {
    std::uint32_t slot;
    std::uint32_t via;
    std::uint32_t distance;
  };

  /// What holds for every position of the block at once.
  struct Bounds {
    std::uint64_t least;
    std::uint64_t greatest;  ///< kNever if some position does not see the waypoint, or reaches the hub otherwise
  };

  void measure(std::size_t block, std::span<const SeenWaypoint> seen);
  void bound(std::span<const SeenWaypoint> seen);
  void spread(std::span<const SeenWaypoint> seen);
  void prune();
  [[nodiscard]] bool is_covered(std::size_t slot) noexcept;
  void find_covering(std::size_t slot);
  [[nodiscard]] std::uint64_t uncovered(std::size_t slot) const noexcept;
  void choose(std::span<const SeenWaypoint> seen);
  void cover(std::span<Candidate> candidates, std::span<const SeenWaypoint> seen);
  bool fill_block(std::size_t block, std::span<const SeenWaypoint> seen);
  void widen_reach(std::size_t slot) noexcept;

  JoinInput input_;
  const LaneOps& ops_;
  std::vector<std::uint32_t> slot_;        ///< by hub: its place in hubs_, kNoSlot between blocks
  std::vector<std::uint32_t> greatest_;    ///< by hub: distance of the farthest position, 2^32 - 1 if one has none
  std::vector<std::uint32_t> reach_;       ///< by hub
  std::vector<HubId> hubs_;                ///< by slot
  std::vector<Bounds> hub_bounds_;         ///< by slot
  std::vector<Bounds> way_bounds_;         ///< by waypoint seen
  Lanes blank_{};                          ///< no distance, but 0 for places of the block that see no waypoint
  std::vector<Lanes> distance_;            ///< by slot: from the positions to the hub
  std::vector<std::uint32_t> entry_slot_;  ///< by entry of the labels of the waypoints seen, one after another
  std::vector<Way> ways_;
  std::vector<Covering> covering_;
  std::vector<std::uint64_t> needs_;  ///< by slot: positions whose label holds the hub
  std::vector<Lanes> way_;            ///< by waypoint seen: from the positions to it
  std::vector<Candidate> candidates_;
  std::vector<Entry> entries_;
  std::vector<HubId> own_;  ///< hubs that are vias in use
  /// The arrays of a BlockView.
  struct {
    std::vector<std::uint64_t> via_seen;
    std::vector<ViaOffset> via_offset;
    std::vector<std::uint32_t> hub;
    std::vector<std::uint32_t> entry_distance;
    std::vector<std::uint16_t> hub_entries;
    std::vector<std::uint16_t> entry_via;
  } block_;
};

}  // namespace portolan
