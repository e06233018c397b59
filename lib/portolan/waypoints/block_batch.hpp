// SPDX-License-Identifier: BSL-1.0
// Costs of many shortest paths between positions at once, from block labels.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/waypoints/direct_sight.hpp"
#include "portolan/waypoints/label_join.hpp"
#include "portolan/waypoints/left_out_search.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace portolan {

/// A question of a batch: what does the least path from one position to another cost?
struct TilePair {
  Tile from;
  Tile to;
};

/// The answer to it: an Answer in half as many bytes, since a table of them is written as fast as memory takes it.
struct BatchAnswer {
  Status status = Status::unreachable;
  Why why = Why::none;
  bool optimal = false;    ///< Answer::optimal(); its lower bound is left out
  std::uint32_t work = 0;  ///< Answer::work; 2^32-1 stands for that and more
  Cost cost = 0;           ///< 0 without a path
  friend constexpr bool operator==(const BatchAnswer&, const BatchAnswer&) = default;
};

/// Work as a BatchAnswer has it.
[[nodiscard]] constexpr std::uint32_t short_work(std::uint64_t work) noexcept {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(work, 0xFFFF'FFFF));
}

/// A reusable searcher over one set of block labels, for costs alone: on sound labels those of BlockQuery. The next
/// queries' blocks are on their way from memory while one is answered. Memory: that of a LabelJoin and a LeftOutSearch.
/// Nothing is allocated after construction. One thread at a time; many may share the labels.
class BlockBatch {
 public:
  /// All must outlive the searcher. If they do not fit together, every answer is `corrupt`. Others are found,
  /// unreachable (proven), bad_start or bad_goal.
  BlockBatch(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
             const BlockLabels& blocks, SimdLevel level = widest_simd())
      : join_(space, graph, labels, blocks, level),
        left_out_(space, graph, labels, blocks, join_, level),
        metric_(graph.metric) {}

  /// Sets answers[i] to the answer to pairs[i]. `answers` must be as long as `pairs`. O(parts of both blocks) a pair.
  void pairs(std::span<const TilePair> pairs, std::span<BatchAnswer> answers) noexcept;
  /// Sets answers[i] to the answer from one position to goals[i]. `answers` must be as long as `goals`. The start is
  /// worked out once, and consecutive goals in one block share the look-up of their hubs. O(parts of both blocks) a
  /// goal.
  void one_to_many(Tile start, std::span<const Tile> goals, std::span<BatchAnswer> answers) noexcept;

 private:
  [[nodiscard]] BatchAnswer answer_of(EndsVerdict ends, Tile start, Tile goal) const noexcept;
  [[nodiscard]] BatchAnswer answer_of(const LabelJoin::Way& way, Tile start, Tile goal) noexcept;

  LabelJoin join_;
  LeftOutSearch left_out_;
  SightMetric metric_;
};

}  // namespace portolan
