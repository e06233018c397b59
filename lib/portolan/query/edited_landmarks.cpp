// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/edited_landmarks.hpp"

#include "portolan/regions/level_graph.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace portolan {
namespace {

constexpr std::size_t kTiles = EditedRegions::kTilesPerRegion;
constexpr std::int32_t kRow = kRegionSide + 1;
constexpr std::uint32_t kMostDistance = std::numeric_limits<std::uint32_t>::max();

LandmarkRow least_of(const LandmarkRow& a, const LandmarkRow& b) noexcept {
  LandmarkRow least;
  for (std::size_t i = 0; i < kRowLandmarks; ++i) least[i] = std::min(a[i], b[i]);
  return least;
}

LandmarkRow most_of(const LandmarkRow& a, const LandmarkRow& b) noexcept {
  LandmarkRow most;
  for (std::size_t i = 0; i < kRowLandmarks; ++i) most[i] = std::max(a[i], b[i]);
  return most;
}

std::size_t place_in(Tile origin, Tile t) noexcept {
  return static_cast<std::size_t>((t.y - origin.y) * kRow + (t.x - origin.x));
}

/// Tiles that nothing leads to on the file lie in one place with each other.
LandmarkRow placed(const LandmarkRow& row) noexcept {
  return row[0] == kMostDistance ? LandmarkRow{} : row;
}

/// The tile of a rectangle that is nearest to another one.
Tile nearest_in(const Rect& area, Tile t) noexcept {
  return {std::clamp(t.x, area.min.x, area.max.x - 1), std::clamp(t.y, area.min.y, area.max.y - 1)};
}

}  // namespace

void EditedLandmarks::follow() {
  usable_ = false;
  shown_.clear();
  areas_.assign(regions_.eased().size(), {});
  for (auto* const list : {&shown_, &before_, &after_}) list->reserve(areas_.size());
  asked_.reserve(areas_.size());
  if (regions_.empty() || !fits()) return;
  const std::size_t rows = regions_.size() * kTiles;
  if (rows > rows_.size()) rows_ = ZeroedArray<LandmarkRow>(rows + rows / 2);
  made_.assign(regions_.size(), false);
  const RegionTopologyView& topology = profile_.regions.topology;
  std::size_t members = 0;
  for (Slot slot = 0; slot < regions_.size(); ++slot) {
    const auto of = topology.level[0].records.members(topology.layout.number(0, regions_.region(slot)));
    members = std::max(members, of ? of->size() : 0);
  }
  known_.reserve(members);
  usable_ = true;
}

/// Whether distances of all tiles of the dirty regions fit 32 bits, counted from the least of their region.
bool EditedLandmarks::fits() const noexcept {
  const RegionLandmarks& landmarks = profile_.regions.landmarks;
  if (landmarks.rows.empty() || landmarks.shift != 0 || profile_.grid.edges != nullptr) return false;
  // Links that edits open lead out of areas.
  const bool opens_links = std::ranges::any_of(
      profile_.links.link_ends(), [&](Tile end) { return !profile_.grid.passable(end) && grid_.passable(end); });
  if (opens_links) return false;
  const RegionTopologyView& topology = profile_.regions.topology;
  const MoveRules& rules = profile_.rules;
  const std::uint32_t dearest = *std::ranges::max_element(rules.cost);
  if (dearest >= AccessCosts::kFar) return false;
  const Cost across = rules.diagonal_step(dearest, dearest) * AccessCosts::kSide * AccessCosts::kSide;
  for (Slot slot = 0; slot < regions_.size(); ++slot) {
    const auto members = topology.level[0].records.members(topology.layout.number(0, regions_.region(slot)));
    if (!members) return false;
    LandmarkRow least;
    LandmarkRow most{};
    least.fill(kMostDistance);
    for (const auto& [node, arc] : *members) {
      if (node >= landmarks.rows.size()) return false;
      least = least_of(least, landmarks.rows[node]);
      most = most_of(most, landmarks.rows[node]);
    }
    for (std::size_t i = 0; i < kRowLandmarks && !members->empty(); ++i) {
      if (most[i] - least[i] + across >= AccessCosts::kFar || most[i] + across >= kMostDistance) return false;
    }
  }
  return true;
}

/// Calls visit(Tile, const LandmarkRow&) for the members of a region of the file, but for those that an unsound file
/// puts outside it.
template <class Visit>
void EditedLandmarks::for_each_member(RegionIndex r, Visit&& visit) const noexcept {
  const RegionTopologyView& topology = profile_.regions.topology;
  const auto rows = profile_.regions.landmarks.rows;
  const auto members = topology.level[0].records.members(topology.layout.number(0, r));
  if (!members) return;
  const Rect area = topology.layout.area(0, r);
  for (const auto& [node, arc] : *members) {
    if (node >= rows.size() || node >= topology.tiles.size() || !area.contains(topology.tiles[node])) continue;
    visit(topology.tiles[node], rows[node]);
  }
}

/// Distances to the tiles of a region by ways inside it, kMostDistance where none leads. What is impassable on the file
/// takes what is known beside it, so that areas span little.
void EditedLandmarks::make(Slot slot) noexcept {
  if (made_[slot]) return;
  made_[slot] = true;
  const RegionTopologyView& topology = profile_.regions.topology;
  const RegionIndex region = regions_.region(slot);
  const Rect area = topology.layout.area(0, region);
  const Tile origin = topology.layout.origin(0, region);
  LandmarkRow* const rows = rows_.data() + slot * kTiles;
  (void)costs_.load(profile_.grid, area);
  for (std::size_t i = 0; i < kRowLandmarks; ++i) {
    std::uint32_t least = kMostDistance;
    for_each_member(region, [&](Tile, const LandmarkRow& row) { least = std::min(least, row[i]); });
    known_.clear();
    for_each_member(region, [&](Tile t, const LandmarkRow& row) { known_.push_back({t, row[i] - least}); });
    const bool measured = costs_.measure_from(known_);
    for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
      for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
        const Cost cost = measured ? costs_.cost({x, y}) : kInfiniteCost;
        rows[place_in(origin, {x, y})][i] =
            cost == kInfiniteCost ? kMostDistance : least + static_cast<std::uint32_t>(cost);
      }
    }
  }
  reach_from_outside(slot);
  const auto take = [&](Tile t, Tile beside) {
    if (!area.contains(beside) || profile_.grid.passable(t)) return;
    rows[place_in(origin, t)] = rows[place_in(origin, beside)];
  };
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x)
      take({x, y}, x > area.min.x ? Tile{x - 1, y} : Tile{x, y - 1});
  }
}

/// Tiles on the border of a region to which no way leads inside it, but one inside a clean region beside it, take their
/// distances from there: as no path goes through them, they need be no members of either.
void EditedLandmarks::reach_from_outside(Slot slot) noexcept {
  const RegionTopologyView& topology = profile_.regions.topology;
  const RegionIndex region = regions_.region(slot);
  const Rect area = topology.layout.area(0, region);
  const Tile origin = topology.layout.origin(0, region);
  LandmarkRow* const rows = rows_.data() + slot * kTiles;
  std::optional<RegionIndex> loaded;
  const auto reach = [&](Tile t, RegionIndex r) {
    if (r == region || regions_.slot(r)) return;
    if (loaded != r) (void)costs_.load(profile_.grid, topology.layout.area(0, r));
    loaded = r;
    costs_.measure(profile_.grid, t);
    LandmarkRow& row = rows[place_in(origin, t)];
    for_each_member(r, [&](Tile member, const LandmarkRow& known) {
      const Cost way = costs_.cost(member);
      if (way == kInfiniteCost) return;
      for (std::size_t i = 0; i < kRowLandmarks; ++i) {
        row[i] = static_cast<std::uint32_t>(std::min<Cost>(row[i], std::min<Cost>(known[i] + way, kMostDistance - 1)));
      }
    });
  };
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    const bool whole_row = y == area.min.y || y == area.max.y - 1;
    for (std::int32_t x = area.min.x; x < area.max.x; x += whole_row ? 1 : std::max(area.width() - 1, 1)) {
      const Tile t{x, y};
      if (rows[place_in(origin, t)][0] != kMostDistance || !profile_.grid.passable(t)) continue;
      for_each_region_around(topology.layout, t, [&](RegionIndex r) { reach(t, r); });
    }
  }
}

LandmarkRow EditedLandmarks::added_row(NodeId node) noexcept {
  const NodeId number = node - regions_.first_node();
  const auto slot = static_cast<Slot>(number / kTiles);
  const auto place = static_cast<std::int32_t>(number % kTiles);
  const std::int32_t x = place % kRow;
  const std::int32_t y = place / kRow;
  if (x == 0 || y == 0 || x == kRegionSide || y == kRegionSide) return row_at(regions_.tile(node));
  make(slot);
  return placed(rows_[number]);
}

/// Of a tile of a dirty region: where several are around it, the least.
LandmarkRow EditedLandmarks::row_at(Tile t) noexcept {
  const RegionLayout& layout = profile_.regions.topology.layout;
  LandmarkRow least;
  least.fill(kMostDistance);
  for_each_region_around(layout, t, [&](RegionIndex r) {
    const auto slot = regions_.slot(r);
    if (!slot) return;
    make(*slot);
    least = least_of(least, rows_[*slot * kTiles + place_in(layout.origin(0, r), t)]);
  });
  return placed(least);
}

const EditedLandmarks::Area& EditedLandmarks::area(std::size_t number) noexcept {
  Area& area = areas_[number];
  if (area.known) return area;
  area.known = true;
  const RegionLayout& layout = profile_.regions.topology.layout;
  const Slot slot = regions_.eased()[number];
  const Rect eased = regions_.eased_in(slot);
  const Rect grown{{eased.min.x - 1, eased.min.y - 1}, {eased.max.x + 1, eased.max.y + 1}};
  area.tiles = intersection(grown, layout.area(0, regions_.region(slot)));
  if (!usable_) return area;
  area.least.fill(kMostDistance);
  for (std::int32_t y = area.tiles.min.y; y < area.tiles.max.y; ++y) {
    for (std::int32_t x = area.tiles.min.x; x < area.tiles.max.x; ++x) {
      if (!grid_.passable({x, y}) && !profile_.grid.passable({x, y})) continue;
      const LandmarkRow row = row_at({x, y});
      area.least = least_of(area.least, row);
      area.most = most_of(area.most, row);
    }
  }
  return area;
}

/// Links may lead past what lies in the plane between two places.
Cost EditedLandmarks::in_plane(const Rect& a, const Rect& b) const noexcept {
  if (!profile_.links.link_ends().empty()) return 0;
  const Tile here = nearest_in(a, b.min);
  const Tile there = nearest_in(b, here);
  return grid_.rules->lower_bound(nearest_in(a, there), there);
}

Cost EditedLandmarks::between(const Area& a, const Area& b) const noexcept {
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < kRowLandmarks; ++i) {
    const std::uint32_t beyond = std::max(a.least[i], b.most[i]) - b.most[i];
    const std::uint32_t before = std::max(b.least[i], a.most[i]) - a.most[i];
    most = std::max({most, beyond, before});
  }
  return std::max(Cost{most}, in_plane(a.tiles, b.tiles));
}

/// From what is left directly to the least over chains of areas, by Dijkstra's search of all; sorts by that.
void EditedLandmarks::chain(std::vector<Stage>& stages) const noexcept {
  for (auto next = stages.begin(); next != stages.end(); ++next) {
    std::iter_swap(next, std::ranges::min_element(next, stages.end(), {}, &Stage::left));
    for (auto other = next + 1; other != stages.end(); ++other) {
      if (next->left >= other->left) continue;
      other->left = std::min(other->left, next->left + between(areas_[other->area], areas_[next->area]));
    }
  }
}

void EditedLandmarks::aim(const RegionLandmarkBound& by_landmarks) noexcept {
  shown_.clear();
  const std::span<const Slot> eased = regions_.eased();
  const auto shown =
      std::ranges::count_if(eased, [&](Slot slot) { return !regions_.hidden(0, regions_.region(slot)); });
  to_goal_ = static_cast<std::size_t>(shown) > kMostShown ? nullptr : &by_landmarks;
  if (to_goal_ == nullptr) return;
  for (std::size_t i = 0; i < eased.size(); ++i) {
    if (regions_.hidden(0, regions_.region(eased[i]))) continue;
    const Area& known = area(i);
    shown_.push_back({static_cast<std::uint32_t>(i), by_landmarks(known.least, known.most)});
  }
  chain(shown_);
}

Cost EditedLandmarks::bound_by_areas(const LandmarkRow& row, Tile tile, Cost directly) const noexcept {
  const Area here{.tiles = {tile, {tile.x + 1, tile.y + 1}}, .least = row, .most = row};
  Cost least = directly;
  for (const Stage& stage : shown_) {
    if (stage.left >= least) break;
    least = std::min(least, stage.left + between(here, areas_[stage.area]));
  }
  return least;
}

/// What lies between an end of a path and an area, or what is known of that.
EditedLandmarks::Stage EditedLandmarks::stage_by(const End& end, std::size_t number) noexcept {
  const Area& known = area(number);
  const Cost in_plane_only = in_plane({end.tile, {end.tile.x + 1, end.tile.y + 1}}, known.tiles);
  const Cost by_landmarks = usable_ ? end.by_landmarks(known.least, known.most) : 0;
  return {static_cast<std::uint32_t>(number), std::max(in_plane_only, by_landmarks)};
}

std::span<const EditedLandmarks::Slot> EditedLandmarks::in_question(const End& from, const End& to,
                                                                    Cost below) noexcept {
  before_.clear();
  after_.clear();
  asked_.clear();
  for (std::size_t i = 0; i < areas_.size(); ++i) {
    before_.push_back(stage_by(from, i));
    after_.push_back(stage_by(to, i));
  }
  for (auto* const stages : {&before_, &after_}) {
    chain(*stages);
    std::ranges::sort(*stages, {}, &Stage::area);
  }
  for (std::size_t i = 0; i < areas_.size(); ++i) {
    const Slot slot = regions_.eased()[i];
    if (before_[i].left + after_[i].left < below && regions_.hidden(0, regions_.region(slot))) asked_.push_back(slot);
  }
  return asked_;
}

}  // namespace portolan
