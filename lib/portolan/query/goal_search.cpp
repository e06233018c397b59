// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/goal_search.hpp"

#include "portolan/graph/search_answer.hpp"

#include <algorithm>
#include <utility>

namespace portolan {
namespace {

/// Nodes settled before it is looked again whether those that are needed are among them.
constexpr std::uint64_t kSettledAtOnce = 64;

/// The regions of level 0 that hold a position of a block.
Rect regions_of(const RegionLayout& layout, const Rect& block) noexcept {
  return {layout.around(block.min).min, layout.around({block.max.x - 1, block.max.y - 1}).max};
}

std::uint64_t count_passable(const GridView& grid, const Rect& area) noexcept {
  std::uint64_t count = 0;
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) count += grid.cost({x, y}) != 0 ? 1 : 0;
  }
  return count;
}

template <class Visit>
void for_each_region(const Rect& regions, Visit&& visit) {
  for (std::int32_t y = regions.min.y; y < regions.max.y; ++y) {
    for (std::int32_t x = regions.min.x; x < regions.max.x; ++x) visit(RegionIndex{x, y});
  }
}

template <class Visit>
void for_each_tile(const Rect& area, Visit&& visit) {
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) visit(Tile{x, y});
  }
}

}  // namespace

GoalSearch::GoalSearch(const ProfileSnapshot& snapshot)
    : snapshot_(snapshot),
      tier_(snapshot.profile(), snapshot.grid(), snapshot.links()),
      tiles_(kTiles),
      open_tiles_(kTiles),
      kept_(std::make_unique<std::array<MeasuredRegion, kKept>>()) {
  make_room(tier_.nodes());
}

void GoalSearch::use() {
  tier_.use(snapshot_.dirty(), snapshot_.refreshed());
  if (tier_.nodes() > labels_.size()) make_room(tier_.ample_nodes());
}

void GoalSearch::make_room(std::size_t nodes) {
  StampedLabels labels(nodes);
  ZeroedArray<OpenEntry> open(nodes);
  labels_ = std::move(labels);
  open_ = std::move(open);
}

void GoalSearch::aim(Tile goal) noexcept {
  goal_ = goal;
  ++aim_;
  labels_.clear();
  search_.emplace(labels_, std::span(open_.data(), open_.size()), NoEstimate{});
  seeded_ = exhausted_ = false;
  sound_ = true;
  access_tiles_ = settled_ = 0;
}

Answer GoalSearch::fill(Tile origin, std::uint64_t budget, TileCosts& costs) noexcept {
  const Rect block = intersection({origin, {origin.x + kBlockSide, origin.y + kBlockSide}}, snapshot_.grid().bounds());
  return tier_.with_graph([&](const auto& graph) { return fill_on(graph, block, budget, costs); });
}

/// Puts the portals around the goal into the open list.
template <CoarseGraph Graph>
void GoalSearch::seed(const Graph& graph) noexcept {
  seeded_ = true;
  const SearchLimits limits;
  for_each_region_around(graph.layout(), goal_, [&](RegionIndex r) {
    if (const auto node = graph.node_by_steps(r, goal_)) return search_->seed({*node, 0, kNoNode}, limits);
    access_tiles_ += access_.load(tier_.grid(), graph.layout().area(0, r));
    access_.measure(tier_.grid(), goal_);
    const bool sound = graph.for_each_member(r, [&](NodeId node, Tile tile) {
      const Cost cost = access_.cost(tile);
      if (cost != kInfiniteCost) search_->seed({node, cost, kNoNode}, limits);
    });
    sound_ = sound_ && sound;
  });
}

/// Settles up to so many nodes more.
template <CoarseGraph Graph>
void GoalSearch::run(const Graph& graph, std::uint64_t most) noexcept {
  const Rect map = snapshot_.grid().bounds();
  const auto expand = [&](NodeId node, Cost, auto&& relax) noexcept {
    labels_.set_parent(node, static_cast<NodeId>(++settled_));
    const Tile tile = graph.tile_of(node);
    sound_ = sound_ && map.contains(tile);
    if (sound_) {
      for_each_region_around(graph.layout(), tile, [&](RegionIndex r) {
        sound_ = graph.for_each_arc(node, {0, r}, relax) && sound_;
      });
    }
    if (sound_) sound_ = tier_.links().for_each_arriving(graph, node, relax);
    if (!sound_) search_->abandon();
  };
  const SearchOutcome outcome = search_->run({.expansions = most}, expand);
  exhausted_ = outcome.end == SearchEnd::exhausted;
  sound_ = sound_ && outcome.end != SearchEnd::overflow;
}

/// Calls visit(NodeId, Tile) for the nodes from which the costs of a block inside a region follow.
template <CoarseGraph Graph, class Visit>
bool GoalSearch::for_each_needed(const Graph& graph, RegionIndex r, const Rect& block, Visit&& visit) const noexcept {
  if (!graph.has_steps({0, r})) return graph.for_each_member(r, visit);
  for_each_tile(intersection(block, graph.layout().area(0, r)), [&](Tile tile) {
    if (tier_.grid().cost(tile) != 0) visit(*graph.node_by_steps(r, tile), tile);
  });
  return true;
}

template <CoarseGraph Graph>
Answer GoalSearch::fill_on(const Graph& graph, const Rect& block, std::uint64_t budget, TileCosts& costs) noexcept {
  costs.fill(kInfiniteCost);
  if (!seeded_) seed(graph);
  const RegionLayout& layout = graph.layout();
  const Rect regions = regions_of(layout, block);
  std::uint64_t tiles = access_tiles_;
  for_each_region(regions, [&](RegionIndex r) {
    if (!graph.has_steps({0, r})) tiles += count_passable(tier_.grid(), layout.area(0, r));
  });
  if (tiles > budget) return spent_answer(budget);
  std::uint64_t last = 0;
  bool spent = false;
  const auto need = [&](NodeId node, Tile tile) noexcept {
    if (snapshot_.known_apart(tile, goal_)) return;
    while (sound_ && !settled(node) && !exhausted_ && settled_ < budget - tiles) {
      run(graph, std::min(kSettledAtOnce, budget - tiles - settled_));
    }
    // Whether something is left to settle can be asked without settling it.
    if (sound_ && !settled(node) && !exhausted_) run(graph, 0);
    spent = spent || !(settled(node) || exhausted_);
    last = std::max(last, settled(node) ? std::uint64_t{labels_.parent(node)} : settled_);
  };
  for_each_region(regions, [&](RegionIndex r) {
    if (sound_ && !spent) sound_ = for_each_needed(graph, r, block, need) && sound_;
  });
  if (!sound_) return corrupt_answer(settled_);
  if (spent || last > budget - tiles) return spent_answer(budget);
  for_each_region(regions, [&](RegionIndex r) {
    const Rect area = layout.area(0, r);
    const Rect part = intersection(block, area);
    const bool steps = graph.has_steps({0, r});
    const MeasuredRegion* const region = steps ? nullptr : &measured(graph, r);
    for_each_tile(part, [&](Tile tile) {
      Cost& cost = costs[bit_of(tile)];
      if (!steps) {
        cost =
            std::min(cost, region->cost[static_cast<std::size_t>((tile.y - area.min.y) * kRow + tile.x - area.min.x)]);
      } else if (tier_.grid().cost(tile) != 0) {
        const NodeId node = *graph.node_by_steps(r, tile);
        if (settled(node)) cost = std::min(cost, labels_.cost(node));
      }
    });
  });
  if (!sound_) return corrupt_answer(settled_);
  return {.status = Status::found, .work = tiles + last};
}

/// The costs of a region, by Dijkstra's search inside it from its portals, and from the goal if it lies there.
template <CoarseGraph Graph>
const GoalSearch::MeasuredRegion& GoalSearch::measured(const Graph& graph, RegionIndex r) noexcept {
  const std::size_t number = graph.layout().number(0, r);
  for (const MeasuredRegion& known : *kept_) {
    if (known.aim == aim_ && known.number == number) return known;
  }
  MeasuredRegion& region = (*kept_)[next_kept_++ % kKept];
  region.aim = aim_;
  region.number = number;
  region.cost.fill(kInfiniteCost);
  const Rect area = graph.layout().area(0, r);
  const auto place_of = [&](Tile tile) {
    return static_cast<NodeId>((tile.y - area.min.y) * kRow + (tile.x - area.min.x));
  };
  tiles_.clear();
  BestFirst search(tiles_, std::span(open_tiles_.data(), open_tiles_.size()), NoEstimate{});
  const SearchLimits limits{.expansions = kTiles};
  if (area.contains(goal_)) search.seed({place_of(goal_), 0, kNoNode}, limits);
  const bool sound = graph.for_each_member(r, [&](NodeId node, Tile tile) {
    if (tier_.grid().cost(tile) == 0) {
      sound_ = false;
    } else if (settled(node)) {
      search.seed({place_of(tile), labels_.cost(node), kNoNode}, limits);
    }
  });
  sound_ = sound_ && sound;
  const SearchOutcome outcome = search.run(limits, [&](NodeId place, Cost cost, auto&& relax) {
    region.cost[place] = cost;
    const auto number_in_row = static_cast<std::int32_t>(place);
    const Tile tile{area.min.x + number_in_row % kRow, area.min.y + number_in_row / kRow};
    for_each_step(tier_.grid(), area, tile, [&](Tile to, Cost step) { relax(place_of(to), step); });
  });
  sound_ = sound_ && outcome.end == SearchEnd::exhausted;
  return region;
}

}  // namespace portolan
