// SPDX-License-Identifier: BSL-1.0
// Costs of many shortest paths between positions at once, from block labels.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/waypoints/label_join.hpp"
#include "portolan/waypoints/left_out_search.hpp"

#include <span>

namespace portolan {

/// A question of a batch: what does the least path from one position to another cost?
struct TilePair {
  Tile from;
  Tile to;
};

/// The answer to one question of a batch, with a Status of PathQuery. BlockBatch answers found, unreachable (proven),
/// bad_start, bad_goal or corrupt.
struct BatchAnswer {
  Status status = Status::unreachable;
  Cost cost = 0;  ///< the least, in the unit of the profile; 0 unless found
  friend constexpr bool operator==(const BatchAnswer&, const BatchAnswer&) = default;
};

/// A reusable searcher over one set of block labels, for costs alone: on sound labels those of BlockQuery. The blocks
/// of the next questions are on their way from memory while one is answered. Memory: that of a LabelJoin and a
/// LeftOutSearch. Nothing is allocated after construction. One thread at a time; many searchers may share the labels.
class BlockBatch {
 public:
  /// All must outlive the searcher. If they do not fit together, every answer is `corrupt`.
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
  [[nodiscard]] BatchAnswer direct(Tile start, Tile goal) const noexcept;
  [[nodiscard]] BatchAnswer answer_of(const LabelJoin::Way& way, Tile start, Tile goal) noexcept;

  LabelJoin join_;
  LeftOutSearch left_out_;
  SightMetric metric_;
};

}  // namespace portolan
