// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/core_costs.hpp"

#include "portolan/query/file_labels.hpp"

namespace portolan {
namespace {

constexpr std::size_t blocks_along(std::int32_t side) noexcept {
  return static_cast<std::size_t>((side + kBlockSide - 1) / kBlockSide);
}

}  // namespace

CoreCosts::CoreCosts(const ProfileSnapshot& snapshot)
    : snapshot_(snapshot),
      search_(snapshot.grid(), snapshot.links(), snapshot.world().floors()),
      columns_(blocks_along(snapshot.grid().width)) {
  take_labels(snapshot, labels_);
  if (labels_) {
    const std::size_t blocks = columns_ * blocks_along(snapshot.grid().height);
    places_ = ZeroedArray<std::uint32_t>(blocks);
    filled_ = ZeroedArray<std::uint32_t>(blocks);
    tiles_ = ZeroedArray<TileCosts>(blocks);
  }
  use();
}

void CoreCosts::use() noexcept {
  by_labels_ = labels_ && !snapshot_.eased();
  goal_.reset();
  corrupt_ = false;
}

void CoreCosts::aim(Tile goal, Tile start, WorkBudget& budget) noexcept {
  if (!by_labels_) return search_.aim(goal, start, budget);
  if (goal_ == goal && !corrupt_) return;
  forget();
  goal_ = goal;
  corrupt_ = labels_->aim(goal) != Status::found;
}

bool CoreCosts::fill(Tile tile, std::size_t block) noexcept {
  if (corrupt_ || labels_->fill(tile, tiles_[count_]) != Status::found) {
    corrupt_ = true;
    return false;
  }
  filled_[count_] = static_cast<std::uint32_t>(block);
  places_[block] = ++count_;
  return true;
}

void CoreCosts::forget() noexcept {
  for (std::uint32_t i = 0; i < count_; ++i) places_[filled_[i]] = 0;
  count_ = 0;
}

}  // namespace portolan
