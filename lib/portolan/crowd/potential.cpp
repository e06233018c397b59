// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/potential.hpp"

#include <utility>

namespace portolan::crowd {

Potential::Potential(World world, std::size_t profile, DistanceArena& arena, std::size_t ahead)
    : snapshot_(std::move(world), profile),
      distances_(snapshot_, &arena),
      columns_(static_cast<std::uint32_t>((snapshot_.grid().width + kBlockSide - 1) / kBlockSide)),
      ahead_(ahead) {}

void Potential::use(std::shared_ptr<const Overlay> overlay) {
  forget();
  const auto use_file = [this] {
    snapshot_.use_file();
    distances_.use_file();
  };
  use_file();
  try {
    snapshot_.use(std::move(overlay));
    distances_.use();
  } catch (...) {
    use_file();
    throw;
  }
}

void Potential::forget() noexcept {
  goal_ = {-1, -1};
  for (Held& held : held_) held.block = kNoBlock;
}

void Potential::aim(Tile goal) noexcept {
  if (goal == goal_) return;
  forget();
  goal_ = goal;
  distances_.aim(goal);
}

Cost Potential::fetch(Tile tile) noexcept {
  const std::uint64_t made = distances_.made();
  Held& held = held_[place_of(tile)];
  held.block = kNoBlock;
  if (distances_.fill(tile, ~std::uint64_t{0}, held.tile).status != Status::found) return kInfiniteCost;
  held.block = block_of(tile);
  const Cost cost = held.tile.cost[bit_of(tile)];
  if (distances_.made() != made && distances_.tier() == Tier::regions && !looking_ahead_ && cost < kInfiniteCost) {
    look_ahead(tile);
  }
  return cost;
}

/// Walks down to the goal, which brings the tiles on the way into the arena.
void Potential::look_ahead(Tile from) noexcept {
  looking_ahead_ = true;
  const GridView& grid = snapshot_.grid();
  const std::uint64_t enough = distances_.made() + ahead_;
  Tile at_tile = from;
  Cost here = at(at_tile);
  while (here != 0 && distances_.made() < enough) {
    Tile next = at_tile;
    Cost least = here;
    const auto consider = [&](Tile to) {
      const Cost cost = at(to);
      if (cost >= least) return;
      least = cost;
      next = to;
    };
    for_each_step(grid, grid.bounds(), at_tile, [&](Tile to, Cost) { consider(to); });
    snapshot_.links().for_each_leaving(at_tile, [&](const LinkArc& arc) { consider(arc.other); });
    if (next == at_tile) break;
    at_tile = next;
    here = least;
  }
  looking_ahead_ = false;
}

}  // namespace portolan::crowd
