// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/goal_distances.hpp"

#include "portolan/core/split_mix.hpp"
#include "portolan/graph/search_answer.hpp"
#include "portolan/query/file_labels.hpp"

#include <atomic>

namespace portolan {
namespace {

/// Tells snapshots apart whose tiles may differ. Uses of overlays are counted from 1; 0 is the file.
std::uint64_t scope_of(const ProfileSnapshot& snapshot) noexcept {
  // An overlay is a value without identity, and may lie where another has been: each use of one is a scope of its own.
  static std::atomic<std::uint64_t> uses{0};
  const std::uint64_t use = snapshot.edited() ? uses.fetch_add(1, std::memory_order_relaxed) + 1 : 0;
  return scrambled(snapshot.file() + scrambled(scrambled(snapshot.number() + SplitMix::kStep) + use));
}

/// Of maps of more than 2^32 tiles, or blocks, the upper halves of the numbers tell scopes apart.
DistanceTileKey key_of(std::uint64_t scope, std::uint64_t goal, std::uint64_t block) noexcept {
  const std::uint64_t upper = goal >> 32 | block >> 32 << 32;
  return {scope + upper * SplitMix::kStep, static_cast<std::uint32_t>(goal), static_cast<std::uint32_t>(block)};
}

}  // namespace

GoalDistances::GoalDistances(const ProfileSnapshot& snapshot, DistanceArena* arena)
    : snapshot_(snapshot),
      arena_(arena),
      columns_(static_cast<std::uint32_t>((snapshot.grid().width + kBlockSide - 1) / kBlockSide)) {
  take_labels(snapshot_, labels_);
  if (!snapshot_.any_angle() && snapshot_.grid().edges == nullptr) search_.emplace(snapshot_);
  choose_tier();
}

void GoalDistances::use() {
  if (search_ && snapshot_.edited()) search_->use();
  choose_tier();
}

void GoalDistances::use_file() noexcept {
  if (search_) search_->use_file();
  choose_tier();
}

/// For the snapshot as it is now, which nothing is known of yet.
void GoalDistances::choose_tier() noexcept {
  if (labels_ && !snapshot_.edited()) {
    tier_ = Tier::labels;
  } else {
    tier_ = search_ ? Tier::regions : Tier::automatic;
  }
  scope_ = scope_of(snapshot_);
  labels_aimed_ = search_aimed_ = false;
}

void GoalDistances::aim(Tile goal) noexcept {
  goal_ = goal;
  labels_aimed_ = search_aimed_ = false;
}

Answer GoalDistances::fill(Tile position, std::uint64_t budget, DistanceTile& tile) noexcept {
  const std::uint64_t block = static_cast<std::uint64_t>(position.y / kBlockSide) * columns_ +
                              static_cast<std::uint64_t>(position.x / kBlockSide);
  const DistanceTileKey key = key_of(scope_, snapshot_.grid().index(goal_), block);
  if (arena_ == nullptr || !arena_->read(key, tile)) {
    const Answer made = make(position, budget, tile);
    if (made.status != Status::found) return made;
    ++made_;
    if (arena_ != nullptr) arena_->write(key, tile);
  }
  return tile.work > budget ? spent_answer(budget) : Answer{.status = Status::found, .work = tile.work};
}

Answer GoalDistances::make(Tile position, std::uint64_t budget, DistanceTile& tile) noexcept {
  if (tier_ == Tier::labels) return fill_by_labels(position, tile);
  if (!search_aimed_) search_->aim(goal_);
  search_aimed_ = true;
  const Tile origin{position.x / kBlockSide * kBlockSide, position.y / kBlockSide * kBlockSide};
  const Answer filled = search_->fill(origin, budget, tile.cost);
  tile.work = filled.work;
  return filled;
}

Answer GoalDistances::fill_by_labels(Tile position, DistanceTile& tile) noexcept {
  tile.work = 0;
  if (!labels_ || (!labels_aimed_ && labels_->aim(goal_) != Status::found)) return corrupt_answer();
  labels_aimed_ = true;
  if (labels_->fill(position, tile.cost) != Status::found) return corrupt_answer();
  if (const Cost price = snapshot_.any_angle() ? snapshot_.profile().rules.least_cost : 1; price != 1) {
    for (Cost& cost : tile.cost) cost = cost == kInfiniteCost ? cost : cost * price;
  }
  return {.status = Status::found};
}

}  // namespace portolan
