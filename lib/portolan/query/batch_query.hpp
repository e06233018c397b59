// SPDX-License-Identifier: BSL-1.0
// Many questions at once: what do the ways cost?
#pragma once

#include "portolan/core/worker_pool.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/waypoints/block_batch.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <deque>
#include <span>

namespace portolan {

/// Costs of many paths of one profile: those of PathQuery::find with Tier::automatic, exact where its are, and with its
/// statuses, pair by pair. The answers do not depend on the number of threads.
///
/// Where the file holds block labels, these answer: the memory of the next pairs is on its way while one is worked out,
/// and what pairs have in common is worked out once; pairs with an end in a block left out go by hub labels one by one.
/// Everywhere else each thread asks a PathQuery of its own. Only on a wrong file may the two differ, even one whose
/// masks alone are wrong, which prove_indexes() sees and World::verify does not: a PathQuery looks at the path too.
///
/// Reuses its own memory: after construction no call allocates, locks, throws or logs. One call at a time, from any
/// thread; its own threads sleep in between. Any number of batch queries may share a World, which they keep alive.
///
///     BatchQuery batch(world, 0, 2);
///     std::vector<BatchAnswer> answers(towns.size());
///     if (batch.one_to_many(harbour, towns, answers)) trade(answers);
class BatchQuery {
 public:
  /// `threads` in all, the caller's among them, at most kMaxThreads; 0: one per core; fewer where the system gives no
  /// more. Each needs what a BlockBatch does, 4 bytes a waypoint and up to 4 MB where no block is left out, or what a
  /// PathQuery does. `profile` must be below world.profiles().size(). @throws std::bad_alloc
  BatchQuery(World world, std::size_t profile, unsigned threads = 1);
  BatchQuery(const BatchQuery&) = delete;
  BatchQuery& operator=(const BatchQuery&) = delete;

  /// answers[i] belongs to pairs[i]. False, and nothing is written, if there are not as many answers as pairs.
  [[nodiscard]] bool pairs(std::span<const TilePair> pairs, std::span<BatchAnswer> answers) noexcept;
  /// answers[i] belongs to the way from `from` to to[i]. False, and nothing is written, if there are not as many.
  /// Goals close together are answered faster one after the other.
  [[nodiscard]] bool one_to_many(Tile from, std::span<const Tile> to, std::span<BatchAnswer> answers) noexcept;
  /// answers[i * to.size() + j] belongs to the way from from[i] to to[j]. False, and nothing is written, if there are
  /// not from.size() * to.size() answers.
  [[nodiscard]] bool many_to_many(std::span<const Tile> from, std::span<const Tile> to,
                                  std::span<BatchAnswer> answers) noexcept;

  /// Those there are.
  [[nodiscard]] unsigned threads() const noexcept { return pool_.size(); }

 private:
  void answer_pairs(unsigned worker, std::span<const TilePair> pairs, std::span<BatchAnswer> answers) noexcept;
  void answer_row(unsigned worker, Tile from, std::span<const Tile> to, std::span<BatchAnswer> answers) noexcept;
  void apply_price(std::span<BatchAnswer> answers) const noexcept;

  World world_;
  WorkerPool pool_;
  std::size_t piece_;              ///< pairs that a thread takes at a time
  Cost price_ = 1;                 ///< of what blocks measure
  std::deque<BlockBatch> blocks_;  ///< by worker; empty if the file has none,
  std::deque<PathQuery> paths_;    ///< else these are
};

}  // namespace portolan
