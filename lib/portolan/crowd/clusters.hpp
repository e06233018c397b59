// SPDX-License-Identifier: BSL-1.0
// How stuck units are freed: who is tried when, and how much that may take.
#pragma once

#include "portolan/crowd/cluster.hpp"
#include "portolan/crowd/cluster_search.hpp"
#include "portolan/crowd/plans.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan::crowd {

/// Frees units that have been delayed for too long: gathers those who are stuck with them, looks for a plan, and has
/// them walk it. One thread at a time; the state must outlive it.
class Clusters {
 public:
  /// May try so many moves of units in a tick. @throws std::bad_alloc
  Clusters(CrowdState& state, std::size_t most_moves);

  /// Those with plans decide, and those that are due for a plan get one if there is one. `deciding` are the units that
  /// are to decide, in their order. O(units, moves tried).
  void decide(std::span<const UnitId> deciding) noexcept;
  /// A unit that is at least kStuckDecisions late has decided, one sets out that did not decide before, or one has
  /// ended a move.
  void note_delay(const Unit& unit) noexcept { due_ = due_ || unit.delayed >= unit.retry_at; }
  /// A unit does not follow its plan any more, and neither do the others of it.
  void release(const Unit& unit) noexcept {
    if (unit.plan != kNoPlan) plans_.cancel(unit.plan);
  }

  [[nodiscard]] const Plans& plans() const noexcept { return plans_; }
  /// The plans, to be put in place of those so far: units that are due are looked for again.
  [[nodiscard]] Plans& replaced_plans() noexcept {
    due_ = true;
    return plans_;
  }

 private:
  [[nodiscard]] bool is_due(const Unit& unit) const noexcept;
  void free(UnitId id, std::uint64_t& left) noexcept;

  CrowdState& state_;
  std::size_t most_moves_;
  bool due_ = false;  ///< somebody may be
  Cluster cluster_;
  ClusterGatherer gatherer_;
  ClusterSearch search_;
  Plans plans_;
};

}  // namespace portolan::crowd
