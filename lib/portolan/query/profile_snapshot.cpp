// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/profile_snapshot.hpp"

#include "portolan/grid/straight_walk.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace portolan {
namespace {

/// Whether some move is blocked one way and open the other.
bool leads_one_way(const GridView& grid) noexcept {
  if (grid.edges == nullptr) return false;
  const auto open = [&](Tile a, Tile b) { return edge_cost(grid, a, b) != kInfiniteCost; };
  for (std::int32_t y = 0; y < grid.height; ++y) {
    for (std::int32_t x = 0; x < grid.width; ++x) {
      const Tile t{x, y};
      const Tile east{x + 1, y};
      const Tile south{x, y + 1};
      if (x + 1 < grid.width && open(t, east) != open(east, t)) return true;
      if (y + 1 < grid.height && open(t, south) != open(south, t)) return true;
    }
  }
  return false;
}

}  // namespace

ProfileSnapshot::ProfileSnapshot(World world, std::size_t profile)
    : world_(std::move(world)),
      file_(world_.checksum()),
      number_(profile),
      profile_(world_.profiles()[profile]),
      rules_(profile_.rules),
      grid_(profile_.grid),
      links_(profile_.links, grid_),
      one_way_(links_.table().directed() || leads_one_way(grid_)) {
  if (one_way_ && grid_.terrain.size() <= Reach::kMostTiles) reach_ = std::make_unique<Reach>(grid_, links_);
}

void ProfileSnapshot::use(std::shared_ptr<const Overlay> overlay) {
  use_file();
  if (overlay == nullptr) return;
  if (overlay->world().bytes().data() != world_.bytes().data()) {
    throw std::invalid_argument("an overlay of another world");
  }
  const std::span<const DirtyRegion> dirty = overlay->dirty(number_);
  const std::span<const LinkId> closed = links_.empty() ? std::span<const LinkId>() : overlay->closed_links();
  if (dirty.empty() && closed.empty()) return;
  pages_.assign(overlay->positions(number_));
  for (const DirtyRegion& region : dirty) {
    opened_ = opened_ || region.opened;
    eased_ = eased_ || (region.eased.width() > 0 && region.eased.height() > 0);
    dearest_edit_ = std::max(dearest_edit_, region.dearest_cost);
    if (region.least_cost != 0) rules_.least_cost = std::min(rules_.least_cost, region.least_cost);
  }
  overlay_ = std::move(overlay);
  links_.close(closed);
  grid_.rules = &rules_;
  grid_.pages = pages_.view();
  if (grid_.terrain.size() > Reach::kMostTiles) return;
  try {
    if (reach_ == nullptr) reach_ = std::make_unique<Reach>(grid_, links_);
    reach_->follow(positions());
  } catch (...) {
    use_file();
    throw;
  }
}

std::uint64_t ProfileSnapshot::cost_of_crossing(Tile from, Tile to) const noexcept {
  if (grid_.edges == nullptr || from == to) return 0;
  const bool beside = std::max(std::abs(from.x - to.x), std::abs(from.y - to.y)) == 1;
  if (!beside || !grid_.contains(from) || !grid_.contains(to)) return 0;
  const EdgeId id = grid_.edges->crossed(grid_.width, from, to);
  return id == 0 || id > world_.edge_costs().size() ? 0 : world_.edge_costs()[id - std::size_t{1}];
}

Cost ProfileSnapshot::segment_crossing(Tile from, Tile to) const noexcept {
  const std::uint64_t cost = cost_of_crossing(from, to);
  if (cost == 0 || !profile_.sight) return 0;
  return in_straight_units(rules_, profile_.sight->fraction_bits, cost);
}

void ProfileSnapshot::use_file() noexcept {
  links_.close({});
  grid_ = profile_.grid;
  rules_.least_cost = profile_.rules.least_cost;
  opened_ = eased_ = false;
  dearest_edit_ = 0;
  overlay_.reset();
  if (reach_ != nullptr) reach_->follow_file();
}

}  // namespace portolan
