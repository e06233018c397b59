// SPDX-License-Identifier: BSL-1.0
// Many questions at once: what do the ways cost?
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/core/worker_pool.hpp"
#include "portolan/query/ends.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/waypoints/block_batch.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>

namespace portolan {

/// What holds for every pair of a call.
struct BatchRequest {
  EndRule ends = EndRule::exact;
  /// Most that the work of each pair may come to. Block labels settle nothing.
  std::uint64_t max_expansions = ~std::uint64_t{0};
};

/// Costs of many paths of one profile: those of PathQuery::find without a path, with Tier::automatic, exact where
/// its are, and with its statuses, pair by pair; as nothing is unpacked, a budget goes further than with a path. The
/// answers do not depend on the number of threads.
///
/// Where the file holds block labels, and no edits concern the profile, these answer: the memory of the next pairs is
/// on its way while one is worked out, and what pairs have in common is worked out once; pairs with an end in a block
/// left out go by hub labels one by one. Everywhere else each thread asks a PathQuery of its own. Only on a wrong file
/// may the two differ, even one whose masks alone are wrong, which prove_indexes() sees and World::verify does not: a
/// PathQuery looks at the path too.
///
/// Reuses its own memory: after construction no call but use() allocates, locks, throws or logs. One call at a time,
/// from any thread; its own threads sleep in between. Any number of batch queries may share a World, which they keep
/// alive.
///
///     BatchQuery batch(world, 0, 2);
///     std::vector<BatchAnswer> answers(towns.size());
///     if (batch.table({&harbour, 1}, towns, {}, answers).status == Status::found) trade(answers);
class BatchQuery {
 public:
  /// `threads` in all, the caller's among them, at most kMaxThreads; 0: one per core; fewer where the system gives no
  /// more. Each needs what a BlockBatch does, 4 bytes a waypoint and up to 4 MB where no block is left out, or what a
  /// PathQuery does. `profile` must be below world.profiles().size(). @throws std::bad_alloc
  BatchQuery(World world, std::size_t profile, unsigned threads = 1);
  BatchQuery(const BatchQuery&) = delete;
  BatchQuery& operator=(const BatchQuery&) = delete;

  /// From now on answers for the world as the overlay shows it, which must not change any more and is kept alive;
  /// nullptr: as the file has it. Each thread takes what PathQuery::use does, and the first time there are edits what a
  /// PathQuery does. @throws as PathQuery::use; then it is as if nullptr had been given
  void use(std::shared_ptr<const Overlay> overlay);

  /// answers[i] belongs to pairs[i]. The answer to the call is found, or bad_request (wrong_size), and nothing is
  /// written, if there are not as many answers as pairs.
  Answer pairs(std::span<const TilePair> pairs, const BatchRequest& request, std::span<BatchAnswer> answers) noexcept;
  /// answers[i * to.size() + j] belongs to the way from from[i] to to[j]. bad_request, and nothing is written, if there
  /// are not from.size() * to.size() answers. Goals close together are answered faster one after the other.
  Answer table(std::span<const Tile> from, std::span<const Tile> to, const BatchRequest& request,
               std::span<BatchAnswer> answers) noexcept;

  /// Those there are.
  [[nodiscard]] unsigned threads() const noexcept { return pool_.size(); }

 private:
  [[nodiscard]] bool by_blocks() const noexcept { return !blocks_.empty() && !snapshot_.edited(); }
  [[nodiscard]] std::size_t piece() const noexcept;
  void add_paths();
  void answer_pairs(unsigned worker, std::span<const TilePair> pairs, const BatchRequest& request,
                    std::span<BatchAnswer> answers) noexcept;
  void answer_row(unsigned worker, Tile from, std::span<const Tile> to, const BatchRequest& request,
                  std::span<BatchAnswer> answers) noexcept;
  void finish(unsigned worker, const TilePair& pair, EndRule rule, BatchAnswer& answer) noexcept;

  ProfileSnapshot snapshot_;
  WorkerPool pool_;
  Cost price_ = 1;                 ///< of what blocks measure
  std::deque<BlockBatch> blocks_;  ///< by worker; empty if the file has none
  std::deque<PathQuery> paths_;    ///< by worker; empty if blocks have answered everything so far
};

}  // namespace portolan
