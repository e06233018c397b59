// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/nearest_search.hpp"

#include "portolan/graph/search_answer.hpp"
#include "portolan/regions/border_nodes.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace portolan {

NearestSearch::NearestSearch(const ProfileSnapshot& snapshot)
    : snapshot_(snapshot),
      tier_(snapshot.profile(), snapshot.grid(), snapshot.links()),
      most_places_(std::min(kMostRegions, tier_.layout().regions(0))),
      places_(tier_.layout().regions(0)),
      regions_(most_places_),
      nodes_(most_places_ * kTiles) {
  make_room(tier_.nodes());
}

void NearestSearch::use() {
  tier_.use(snapshot_.dirty(), snapshot_.refreshed());
  if (tier_.nodes() + most_places_ * kTiles > labels_.size()) make_room(tier_.ample_nodes());
}

/// For so many nodes of the graph, besides those of opened regions.
void NearestSearch::make_room(std::size_t nodes) {
  const std::size_t all = nodes + most_places_ * kTiles;
  if (all > EditedRegions::kMostNodes) throw std::length_error("a world with more nodes and tiles than numbers");
  StampedLabels labels(all);
  ZeroedArray<OpenEntry> open(all);
  labels_ = std::move(labels);
  open_ = std::move(open);
}

void NearestSearch::clear() noexcept {
  labels_.clear();
  opened_ = 0;
  sound_ = true;
  crowded_ = false;
  if (++stamp_ != 0) return;
  for (std::size_t i = 0; i < places_.size(); ++i) places_[i].stamp = 0;
  stamp_ = 1;
}

std::size_t NearestSearch::place_in(RegionIndex r, Tile t) const noexcept {
  const Tile origin = tier_.layout().origin(0, r);
  return static_cast<std::size_t>((t.y - origin.y) * kRow + (t.x - origin.x));
}

/// The tile of a node that opening a region has made.
Tile NearestSearch::own_tile(NodeId node) const noexcept {
  const std::size_t number = node - tier_.nodes();
  const Tile origin = tier_.layout().origin(0, regions_[number / kTiles]);
  const auto place = static_cast<std::int32_t>(number % kTiles);
  return {origin.x + place % kRow, origin.y + place / kRow};
}

/// By place_in() the nodes of a region that was opened, else nullptr.
const NodeId* NearestSearch::nodes_of(RegionIndex r) const noexcept {
  const PlaceOfRegion& known = places_[tier_.layout().number(0, r)];
  return known.stamp == stamp_ ? nodes_.data() + known.place * kTiles : nullptr;
}

template <CoarseGraph Graph>
const NodeId* NearestSearch::open_region(const Graph& graph, RegionIndex r) noexcept {
  if (const NodeId* const nodes = nodes_of(r)) return nodes;
  if (opened_ == most_places_) {
    crowded_ = true;
    return nullptr;
  }
  const Place place = opened_++;
  regions_[place] = r;
  fill(graph, r, place);
  places_[tier_.layout().number(0, r)] = {stamp_, place};
  return nodes_.data() + place * kTiles;
}

/// A tile keeps the node that it has in the graph. A border tile without one goes with the region that was opened
/// first.
template <CoarseGraph Graph>
void NearestSearch::fill(const Graph& graph, RegionIndex r, Place place) noexcept {
  const RegionLayout& layout = tier_.layout();
  const Rect area = layout.area(0, r);
  NodeId* const nodes = nodes_.data() + place * kTiles;
  const auto first = static_cast<NodeId>(graph.size() + place * kTiles);
  for (std::size_t i = 0; i < kTiles; ++i) nodes[i] = first + static_cast<NodeId>(i);
  const auto share = [&](Tile t) {
    if (!area.contains(t)) return;
    NodeId& node = nodes[place_in(r, t)];
    if (const auto edited = graph.edited_node_at(t)) {
      node = *edited;
      return;
    }
    for_each_region_around(layout, t, [&](RegionIndex other) {
      if (const NodeId* const known = nodes_of(other)) node = known[place_in(other, t)];
    });
  };
  const Tile origin = layout.origin(0, r);
  for (std::int32_t i = 0; i < kRow; ++i) {
    share({origin.x + i, origin.y});
    share({origin.x + i, origin.y + kRegionSide});
    share({origin.x, origin.y + i});
    share({origin.x + kRegionSide, origin.y + i});
  }
  if (!graph.for_each_member(r, [&](NodeId node, Tile t) { nodes[place_in(r, t)] = node; })) sound_ = false;
}

Answer NearestSearch::search(Tile from, const SoughtGoals& goals, std::uint64_t budget, NearestGoals& found) noexcept {
  return tier_.with_graph([&](const auto& graph) { return search_on(graph, from, goals, budget, found); });
}

template <CoarseGraph Graph>
Answer NearestSearch::search_on(const Graph& graph, Tile from, const SoughtGoals& goals, std::uint64_t budget,
                                NearestGoals& found) noexcept {
  const GridView& grid = tier_.grid();
  const RegionLayout& layout = tier_.layout();
  const Rect map = grid.bounds();
  const Rect around_start = layout.around(from);
  const int top_level = std::max(tier_.levels() - 1, 0);
  clear();
  const auto tile_of = [&](NodeId node) { return node < graph.size() ? graph.tile_of(node) : own_tile(node); };
  const auto is_opened = [&](RegionIndex r, int level) {
    return meeting_level(around_start, r) <= level || goals.may_be_in(goals.self, region_above(r, level));
  };
  SearchLimits limits{.limit = found.most() + 1, .expansions = ~std::uint64_t{0}};
  BestFirst search(labels_, std::span(open_.data(), open_.size()), [&](NodeId node) noexcept {
    if (map.contains(tile_of(node))) return Cost{0};
    sound_ = false;
    return kInfiniteCost;
  });
  const auto expand_in = [&](RegionIndex r, NodeId node, Tile tile, RegionList& closed, auto&& relax) {
    if (is_opened(r, 0)) {
      if (graph.has_steps({0, r})) {
        sound_ = graph.for_each_arc(node, {0, r}, relax) && sound_;
      } else if (const NodeId* const nodes = open_region(graph, r)) {
        for_each_step(grid, layout.area(0, r), tile, [&](Tile to, Cost step) { relax(nodes[place_in(r, to)], step); });
      }
      return;
    }
    // A tile of another region that was opened, on the border with this one, but none that paths need to cross at.
    if (node >= graph.size()) return;
    int level = 0;
    while (level < top_level && !is_opened(r, level + 1)) ++level;
    closed.add(graph.largest_region(r, level));
  };
  std::uint64_t settled = 0;
  bool spent = false;
  const auto expand = [&](NodeId node, Cost cost, auto&& relax) noexcept {
    if (cost > found.most() || found.size() == goals.count) return search.abandon();
    if (settled == budget) {
      spent = true;
      return search.abandon();
    }
    ++settled;
    const Tile tile = tile_of(node);
    goals.offer(goals.self, tile, cost, found);
    if (found.size() == goals.count) return search.abandon();
    limits.limit = std::min(limits.limit, found.most() + 1);
    RegionList closed;
    for_each_region_around(layout, tile, [&](RegionIndex r) { expand_in(r, node, tile, closed, relax); });
    for (const LevelRegion& region : closed) sound_ = graph.for_each_arc(node, region, relax) && sound_;
    if (node < graph.size()) sound_ = tier_.links().for_each_leaving(graph, node, relax) && sound_;
    if (!sound_ || crowded_) search.abandon();
  };
  // The start has the node that its region gives it.
  const RegionIndex home{around_start.min.x, around_start.min.y};
  const auto by_steps = graph.node_by_steps(home, from);
  const NodeId* const nodes = by_steps ? nullptr : open_region(graph, home);
  search.seed({by_steps ? *by_steps : nodes[place_in(home, from)], 0, kNoNode}, limits);
  const SearchOutcome outcome = search.run(limits, expand);
  if (!sound_ || outcome.end == SearchEnd::overflow) return corrupt_answer(settled);
  if (crowded_) return no_room_answer(settled);
  if (spent) return spent_answer(settled);
  return {.status = Status::found, .work = settled};
}

}  // namespace portolan
