// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/board_query.hpp"

#include "portolan/graph/search_answer.hpp"

#include <algorithm>
#include <array>

namespace portolan {
namespace {

/// Room in the buckets of a table, for thousands of targets at a time.
constexpr std::size_t kTableEntries = std::size_t{1} << 20;

AreasView areas_of(const World& world) {
  return world.areas() ? *world.areas() : AreasView{};
}

}  // namespace

BoardQuery::Closed::Closed(const BoardTierView& tier, const AreaClosures& closures, const AreasView& areas)
    : places(closures.closed_areas(tier.graph.size())),
      arcs(open_arcs(tier.graph, closures, areas)),
      // An estimate that is consistent with all arcs is so with some, and what hangs off a place of all hangs off it.
      search(arcs.view(), tier.estimate, tier.dead_ends) {}

BoardQuery::BoardQuery(World world)
    : world_(std::move(world)),
      tier_(*world_.board()),
      well_formed_(is_well_formed(tier_.graph.arcs)),
      astar_(tier_.graph.arcs, tier_.estimate, tier_.dead_ends),
      // Indexes may take twice the places of the board while they unpack arcs that cost nothing.
      nodes_(2 * tier_.graph.size()),
      arcs_(2 * tier_.graph.size()),
      visits_(tier_.graph.size()) {
  if (tier_.hierarchy) {
    hierarchy_.emplace(*tier_.hierarchy);
    hierarchy_table_.emplace(*tier_.hierarchy, kTableEntries);
  }
  if (tier_.labels) labels_.emplace(*tier_.labels);
}

void BoardQuery::close(const AreaClosures& closures) {
  const bool closes = !closures.areas.empty() || !closures.borders.empty();
  closed_ = closes ? std::make_unique<Closed>(tier_, closures, areas_of(world_)) : nullptr;
}

/// The answer that the ends alone give; nothing if they will do.
std::optional<Answer> BoardQuery::judge_ends(NodeId from, NodeId to) const noexcept {
  if (!well_formed_) return corrupt_answer();
  if (from >= board().size() || to >= board().size()) return bad_node_answer();
  if (is_closed(from)) return Answer{.status = Status::bad_start, .why = Why::closed};
  if (is_closed(to)) return Answer{.status = Status::bad_goal, .why = Why::closed};
  return {};
}

Tier BoardQuery::chosen(Tier asked) const noexcept {
  if (asked != Tier::automatic) return asked;
  if (closed_) return Tier::astar;
  return labels_ ? Tier::labels : hierarchy_ ? Tier::ch : Tier::astar;
}

/// The answer where a tier cannot be asked; nothing if it can.
std::optional<Answer> BoardQuery::judge_tier(Tier tier) const noexcept {
  if (tier == Tier::astar) return {};
  const bool there = (tier == Tier::ch && hierarchy_) || (tier == Tier::labels && labels_);
  if (there && !closed_) return {};
  return Answer{.status = Status::undecided, .why = there ? Why::edited : Why::tier_missing};
}

/// Asks A*, by ask(estimate, whether it is known to be consistent); by ask() where there is only the board's own.
template <class Ask>
GraphPath BoardQuery::by_astar(const BoardRequest& request, Ask&& ask) noexcept {
  if (request.estimate.of != nullptr) return ask(request.estimate, Consistency::unknown);
  const GivenEstimates given = board().estimates_to(request.to);
  if (given.by_node.empty()) return ask();
  auto column = [&given](NodeId node, NodeId) noexcept { return given.by_node[node]; };
  return ask(NodeEstimate::by(column), given.consistent ? Consistency::proven : Consistency::unknown);
}

/// Asks one tier, by ask(tier), after the ends and the tier have been found fit.
template <class Ask>
BoardPath BoardQuery::ask(const BoardRequest& request, Ask&& ask) noexcept {
  if (const auto refused = judge_ends(request.from, request.to)) return {*refused};
  const bool guided = request.estimate.of != nullptr && request.tier == Tier::automatic;
  const Tier tier = guided ? Tier::astar : chosen(request.tier);
  if (const auto refused = judge_tier(tier)) return {*refused, tier};
  const GraphPath found = ask(tier);
  return {found, tier, found.nodes};
}

/// Over arcs that cost nothing two halves of a path may meet where one of them has been before: what lies between two
/// visits of a node is left out, in place.
std::span<const NodeId> BoardQuery::without_loops(std::span<const NodeId> nodes) noexcept {
  // What a file that contradicts itself says is found out by who asked.
  if (std::ranges::any_of(nodes, [&](NodeId node) { return node >= visits_.size(); })) return nodes;
  std::size_t count = 0;
  for (const NodeId node : nodes) {
    while (visits_[node] != 0 && count > visits_[node]) visits_[nodes_[--count]] = 0;
    if (visits_[node] != 0) continue;
    nodes_[count] = node;
    visits_[node] = static_cast<std::uint32_t>(++count);
  }
  for (const NodeId node : std::span(nodes_.data(), count)) visits_[node] = 0;
  return {nodes_.data(), count};
}

BoardPath BoardQuery::find(const BoardRequest& request) noexcept {
  const std::array source{GraphEnd{.node = request.from}};
  const std::array target{GraphEnd{.node = request.to}};
  const std::span<NodeId> room(nodes_.data(), nodes_.size());
  BoardPath path = ask(request, [&](Tier tier) noexcept {
    if (tier == Tier::labels) return labels_->path(source, target, 0, room);
    if (tier == Tier::ch) return hierarchy_->path(source, target, request.max_expansions, room);
    return by_astar(request, [&](const auto&... estimate) noexcept {
      if constexpr (sizeof...(estimate) == 0) {
        return search().path(request.from, request.to, request.max_expansions, room);
      } else {
        return search().path_by(estimate..., request.from, request.to, request.max_expansions, room);
      }
    });
  });
  if (path.status != Status::found) return path;
  path.nodes = without_loops(path.nodes);
  Cost cost = 0;
  for (std::size_t i = 1; i < path.nodes.size(); ++i) {
    const std::uint32_t arc = arc_between(path.nodes[i - 1], path.nodes[i]);
    if (arc == board().arcs.target.size()) return {corrupt_answer(path.work), path.tier};
    arcs_[i - 1] = arc;
    cost += board().arcs.weight[arc];
  }
  if (cost != path.cost) return {corrupt_answer(path.work), path.tier};
  path.arcs = {arcs_.data(), path.nodes.size() - 1};
  return path;
}

BoardPath BoardQuery::find_cost(const BoardRequest& request) noexcept {
  const std::array source{GraphEnd{.node = request.from}};
  const std::array target{GraphEnd{.node = request.to}};
  return ask(request, [&](Tier tier) noexcept {
    if (tier == Tier::labels) return labels_->cost(source, target, 0);
    if (tier == Tier::ch) return hierarchy_->cost(source, target, request.max_expansions);
    return by_astar(request, [&](const auto&... estimate) noexcept {
      if constexpr (sizeof...(estimate) == 0) {
        return search().cost(request.from, request.to, request.max_expansions);
      } else {
        return search().cost_by(estimate..., request.from, request.to, request.max_expansions);
      }
    });
  });
}

/// The cheapest arc that is open; the number of arcs if there is none.
std::uint32_t BoardQuery::arc_between(NodeId from, NodeId to) const noexcept {
  const CsrGraph& all = board().arcs;
  const auto none = static_cast<std::uint32_t>(all.target.size());
  auto arc = static_cast<std::uint32_t>(board().cheapest_arc(from, to));
  if (!closed_) return arc;
  // Over a closed border there may be a link, which costs more.
  BoardView open;
  open.arcs = closed_->arcs.view();
  const std::size_t left = open.cheapest_arc(from, to);
  if (left == open.arcs.target.size()) return none;
  while (arc < all.first[from + 1] && all.target[arc] == to) {
    if (all.weight[arc] == open.arcs.weight[left]) return arc;
    ++arc;
  }
  return none;
}

ReachedNodes BoardQuery::nearest_tagged(const NearestRequest& request, std::uint32_t tag,
                                        std::span<ReachedNode> room) noexcept {
  const auto has_tag = [&](NodeId place) noexcept {
    const auto tags = board().node_tags[place];
    return std::binary_search(tags.begin(), tags.end(), tag);
  };
  return nearest(request, has_tag, room);
}

ReachedNodes BoardQuery::within(const WithinRequest& request, std::span<ReachedNode> room) noexcept {
  if (const auto refused = judge_ends(request.from, request.from)) return {*refused};
  return search().within(request.from, request.most, request.max_expansions, room);
}

Answer BoardQuery::table(const TableRequest& request, std::span<Cost> costs) noexcept {
  const auto& [sources, targets, asked, budget] = request;
  if (!well_formed_) return corrupt_answer();
  const Tier tier = chosen(asked);
  if (const auto refused = judge_tier(tier)) return *refused;
  const auto exist = [&](std::span<const NodeId> places) {
    return std::ranges::all_of(places, [&](NodeId place) { return place < board().size(); });
  };
  if (!exist(sources) || !exist(targets)) return bad_node_answer();
  if (tier == Tier::labels) return labels_->many_to_many(sources, targets, costs);
  if (tier == Tier::ch) return hierarchy_table_->costs(sources, targets, budget, costs);
  const Answer answer = search().many_to_many(sources, targets, budget, costs);
  if (answer.status != Status::found || !closed_) return answer;
  // No arc leads to or from a closed place, but from itself it is no way.
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (is_closed(sources[i / targets.size()]) || is_closed(targets[i % targets.size()])) costs[i] = kInfiniteCost;
  }
  return answer;
}

}  // namespace portolan
