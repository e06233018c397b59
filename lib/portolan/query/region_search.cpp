// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/region_search.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace portolan {
namespace {

RegionIndex region_number(const Rect& around, std::uint32_t k) noexcept {
  const auto width = static_cast<std::uint32_t>(around.width());
  return {around.min.x + static_cast<std::int32_t>(k % width), around.min.y + static_cast<std::int32_t>(k / width)};
}

/// The lowest level at which a region above r is also above one of `around`.
int meeting_level(const Rect& around, RegionIndex r) noexcept {
  const auto axis = [](std::int32_t low, std::int32_t high, std::int32_t v) {
    return std::min(std::bit_width(static_cast<std::uint32_t>(low ^ v)),
                    std::bit_width(static_cast<std::uint32_t>((high - 1) ^ v)));
  };
  return static_cast<int>(std::max(axis(around.min.x, around.max.x, r.x), axis(around.min.y, around.max.y, r.y)));
}

/// A lower bound of the cost of every path of steps between two tiles of a rectangle that leaves it: mirrored at the
/// first tiles outside, it leads straight on.
Cost leaving_bound(const MoveRules& rules, const Rect& area, Tile from, Tile to) noexcept {
  const std::int32_t left = 2 * (area.min.x - 1) - to.x;
  const std::int32_t right = 2 * area.max.x - to.x;
  const std::int32_t above = 2 * (area.min.y - 1) - to.y;
  const std::int32_t below = 2 * area.max.y - to.y;
  return std::min({rules.lower_bound(from, {left, to.y}), rules.lower_bound(from, {right, to.y}),
                   rules.lower_bound(from, {to.x, above}), rules.lower_bound(from, {to.x, below})});
}

}  // namespace

RegionSearch::RegionSearch(const ProfileView& profile, const GridView& grid, const OpenLinks& links,
                           const FloorStack& floors)
    : profile_(profile),
      grid_(grid),
      topology_(profile.regions.topology),
      links_(links),
      bound_(links, floors),
      mouths_(find_mouth_nodes(topology_)),
      nodes_(static_cast<NodeId>(topology_.tiles.size())),
      edited_(topology_, first_tile_node()),
      labels_(nodes_ + std::size_t{1}),
      goal_links_(nodes_),
      unpack_labels_(nodes_),
      open_(nodes_ + std::size_t{1}),
      arcs_(nodes_ + std::size_t{2}) {
  for (const NodeId node : mouths_) {
    if (node != kNoNode) end_mouth_ = std::max(end_mouth_, node + 1);
  }
}

/// The node of an end of a link on which the mover can stand; a file without one marks the search corrupt.
NodeId RegionSearch::node_of_mouth(Tile t) noexcept {
  if (const auto node = edited_.empty() ? std::nullopt : edited_.node_at(t)) return *node;
  const auto mouth = links_.table().find(t);
  const NodeId node = mouth ? mouths_[*mouth] : kNoNode;
  corrupt_ = corrupt_ || node == kNoNode;
  return node;
}

/// Calls visit(to, weight) for the links that leave a node,
template <class Visit>
void RegionSearch::for_each_link(NodeId node, Visit&& visit) noexcept {
  if (!is_mouth(node)) return;
  links_.for_each_leaving(tile_of(node), [&](const LinkArc& arc) {
    if (const NodeId to = node_of_mouth(arc.other); to != kNoNode) visit(to, arc.cost);
  });
}

/// and visit(from) for those that arrive.
template <class Visit>
void RegionSearch::for_each_link_to(NodeId node, Visit&& visit) noexcept {
  if (!is_mouth(node)) return;
  links_.for_each_arriving(tile_of(node), [&](const LinkArc& arc) {
    if (const NodeId from = node_of_mouth(arc.other); from != kNoNode) visit(from);
  });
}

void RegionSearch::use(std::span<const DirtyRegion> dirty, std::span<const RefreshedRegion> refreshed) {
  edited_.assign(dirty, refreshed);
  if (edited_.empty() || edited_.end_node() <= labels_.size()) return;
  // Address space for as many again, and some hundred regions: what searches do not touch costs nothing.
  const std::size_t regions = 2 * edited_.size() + 256;
  const std::size_t nodes = first_tile_node() + regions * EditedRegions::kTilesPerRegion;
  // Runs of steps end on borders.
  const std::size_t pieces = nodes_ + 2 + kBorderTiles * regions;
  std::array<StampedLabels, 3> labels{StampedLabels(nodes), StampedLabels(nodes), StampedLabels(nodes)};
  ZeroedArray<OpenEntry> open(nodes);
  ZeroedArray<Arc> arcs(pieces);
  labels_ = std::move(labels[0]);
  goal_links_ = std::move(labels[1]);
  unpack_labels_ = std::move(labels[2]);
  open_ = std::move(open);
  arcs_ = std::move(arcs);
}

/// Measures the way from an end, inside each level-0 region around it: visit(k, node, cost) for every portal of
/// the k-th region, and for `goal`, if given and inside, as node nodes_. In a dirty region the end is a node itself.
/// A region is charged before it is measured; false if the budget does not allow that.
template <class Visit>
bool RegionSearch::link_end(const Request& request, Tile end, std::optional<Tile> goal, Route& route,
                            Visit&& visit) noexcept {
  const Rect around = topology_.layout.around(end);
  const auto regions = static_cast<std::uint32_t>(around.width() * around.height());
  for (std::uint32_t k = 0; k < regions; ++k) {
    const RegionIndex region = region_number(around, k);
    const Rect area = topology_.layout.area(0, region);
    const bool edited = !edited_.empty();
    if (const auto slot = edited ? edited_.open_slot(region) : std::nullopt) {
      visit(k, edited_.node(*slot, end), Cost{0});
      continue;
    }
    const std::uint64_t charge = access_.load(grid_, area);
    if (charge > request.expansions - route.access) return false;
    route.access += charge;
    access_.measure(grid_, end);
    const auto link = [&](NodeId node, Tile tile) {
      if (const Cost cost = access_.cost(tile); cost != kInfiniteCost) visit(k, node, cost);
    };
    if (goal && area.contains(*goal)) link(nodes_, *goal);
    if (topology_.levels == 0) continue;
    if (const RegionTable* const table = edited ? edited_.table(0, region) : nullptr; table != nullptr) {
      for (std::size_t i = 0; i < table->tiles.size(); ++i) link(edited_.node(*table, i), table->tiles[i]);
      continue;
    }
    const auto members = members_of(topology_.level[0], topology_.layout.number(0, region));
    corrupt_ = corrupt_ || !members;
    if (!members) return true;
    for (const NodeId node : *members) {
      if (node >= nodes_ || !area.contains(topology_.tiles[node])) {
        corrupt_ = true;
        return true;
      }
      link(node, topology_.tiles[node]);
    }
  }
  return true;
}

/// The highest level at which the region above r contains neither end; 0 if there is none.
int RegionSearch::maximal_level(RegionIndex r) const noexcept {
  const int opened = std::min(meeting_level(around_from_, r), meeting_level(around_to_, r));
  return std::clamp(opened - 1, 0, topology_.levels - 1);
}

RegionSearch::RegionList RegionSearch::maximal_regions(NodeId node) const noexcept {
  RegionList list;
  const Rect around = topology_.layout.around(topology_.tiles[node]);
  for (std::int32_t y = around.min.y; y < around.max.y; ++y) {
    for (std::int32_t x = around.min.x; x < around.max.x; ++x) {
      const int level = maximal_level({x, y});
      list.add({level, {x >> level, y >> level}});
    }
  }
  return list;
}

/// The same where there are dirty regions: the largest that contain neither an end nor a dirty one without a table, or
/// on kTileLevel such a one itself.
RegionSearch::RegionList RegionSearch::edited_regions(NodeId node) const noexcept {
  RegionList list;
  const Rect around = topology_.layout.around(tile_of(node));
  for (std::int32_t y = around.min.y; y < around.max.y; ++y) {
    for (std::int32_t x = around.min.x; x < around.max.x; ++x) {
      const int level = edited_.closed_level({x, y}, maximal_level({x, y}));
      list.add(level < 0 ? LevelRegion{kTileLevel, {x, y}} : LevelRegion{level, {x >> level, y >> level}});
    }
  }
  return list;
}

/// The regions around a node that lie, on a lower level, inside the region of an arc.
RegionSearch::RegionList RegionSearch::regions_inside(const Arc& arc, int level, NodeId node) const noexcept {
  RegionList list;
  const Rect around = topology_.layout.around(tile_of(node));
  for (std::int32_t y = around.min.y; y < around.max.y; ++y) {
    for (std::int32_t x = around.min.x; x < around.max.x; ++x) {
      if (x >> arc.level == arc.region.x && y >> arc.level == arc.region.y) list.add({level, {x >> level, y >> level}});
    }
  }
  return list;
}

/// The smallest region inside that of an arc that has both its ends.
RegionSearch::LevelRegion RegionSearch::common_region(const Arc& arc) const noexcept {
  const Rect around_to = topology_.layout.around(tile_of(arc.to));
  LevelRegion smallest{arc.level, arc.region};
  for (const LevelRegion& region : regions_inside(arc, 0, arc.from)) {
    const int level = meeting_level(around_to, region.region);
    if (level < smallest.level) smallest = {level, {region.region.x >> level, region.region.y >> level}};
  }
  return smallest;
}

/// Every node passes here before a search touches it; one whose tile lies outside the map marks the search corrupt.
bool RegionSearch::is_on_map(NodeId node) noexcept {
  const bool inside = grid_.bounds().contains(tile_of(node));
  corrupt_ = corrupt_ || !inside;
  return inside;
}

/// Calls visit(to, weight) for the steps from a node inside a dirty region.
template <class Visit>
void RegionSearch::for_each_tile_step(NodeId node, RegionIndex in, Visit&& visit) const noexcept {
  const EditedRegions::Slot slot = *edited_.open_slot(in);
  const StepList steps = steps_in_pages(grid_, topology_.layout.area(0, in), tile_of(node));
  for (std::size_t i = 0; i < steps.count; ++i) visit(edited_.node(slot, steps.to[i]), steps.cost[i]);
}

/// The members of a region of the file and which of them a node is. Values come from the file and are checked; those
/// that point nowhere mark the search corrupt, and there are no members.
RegionSearch::FileMember RegionSearch::file_member(NodeId node, const LevelRegion& in) noexcept {
  const LevelTopologyView& level = topology_.level[static_cast<std::size_t>(in.level)];
  const auto region = members_of(level, topology_.layout.number(in.level, in.region));
  const std::span<const NodeId> members = region.value_or(std::span<const NodeId>());
  const MemberIndex member =
      node < level.nodes ? level.places[node][topology_.layout.corner(in.level, in.region, topology_.tiles[node])]
                         : kNoMember;
  if (member < members.size()) return {members, member};
  corrupt_ = true;
  return {};
}

/// The arcs of such a member, checked in the same way.
RegionSearch::ArcRange RegionSearch::file_arcs(const FileMember& from, int level) noexcept {
  const ArcsView& arcs = profile_.regions.arcs[static_cast<std::size_t>(level)];
  if (from.members.empty()) return {};
  const NodeId* const first_member = topology_.level[static_cast<std::size_t>(level)].members.data();
  const std::size_t place = static_cast<std::size_t>(from.members.data() - first_member) + from.member;
  const ArcRange range{arcs.first[place], arcs.first[place + 1]};
  if (range.first <= range.last && range.last <= arcs.target.size()) return range;
  corrupt_ = true;
  return {};
}

/// Calls visit(to, weight) for the arcs of a node inside a region. Every value comes from the file and is checked, but
/// for the tile that `to` stands on.
template <class Visit>
void RegionSearch::for_each_arc(NodeId node, const LevelRegion& in, Visit&& visit) noexcept {
  const NodeId nodes = topology_.level[static_cast<std::size_t>(in.level)].nodes;
  const ArcsView& arcs = profile_.regions.arcs[static_cast<std::size_t>(in.level)];
  const FileMember from = file_member(node, in);
  const ArcRange range = file_arcs(from, in.level);
  for (std::uint32_t arc = range.first; arc < range.last; ++arc) {
    const Cost weight = arcs.weight(arc);
    if (arcs.target[arc] >= from.members.size()) {
      corrupt_ = true;
      return;
    }
    const NodeId to = from.members[arcs.target[arc]];
    if (to >= nodes || weight >= kInfiniteCost) {
      corrupt_ = true;
      return;
    }
    visit(to, weight);
  }
}

/// The same where there are dirty regions. Nodes that are not a member of the region have no arcs there.
template <class Visit>
void RegionSearch::for_each_edited_arc(NodeId node, const LevelRegion& in, Visit&& visit) noexcept {
  if (in.level == kTileLevel) {
    for_each_tile_step(node, in.region, visit);
  } else if (const RegionTable* const table = edited_.table(in.level, in.region); table != nullptr) {
    const auto member = table->find(tile_of(node));
    if (!member) return;
    for (std::uint32_t arc = table->arcs.first[*member]; arc < table->arcs.first[*member + 1]; ++arc) {
      visit(edited_.node(*table, table->arcs.target[arc]), table->arcs.weight[arc]);
    }
  } else if (node < nodes_) {
    for_each_arc(node, in, visit);
  }
}

/// Whether a region has an arc of this cost. O(log arcs of the node), but for steps.
bool RegionSearch::has_arc(NodeId from, NodeId to, Cost cost, const LevelRegion& in) noexcept {
  const auto is_in = [&](const ArcsView& arcs, ArcRange range, std::size_t target) {
    const auto begin = arcs.target.begin() + range.first;
    const auto end = arcs.target.begin() + range.last;
    const auto found = std::lower_bound(begin, end, target);
    return found != end && *found == target &&
           arcs.weight(static_cast<std::size_t>(found - arcs.target.begin())) == cost;
  };
  if (in.level == kTileLevel) {
    bool found = false;
    for_each_tile_step(from, in.region,
                       [&](NodeId step, Cost weight) { found = found || (step == to && weight == cost); });
    return found;
  }
  if (const RegionTable* const table = edited_.empty() ? nullptr : edited_.table(in.level, in.region)) {
    const auto member = table->find(tile_of(from));
    const auto target = table->find(tile_of(to));
    const ArcsView arcs = table->arcs.view();
    return member && target && is_in(arcs, {arcs.first[*member], arcs.first[*member + 1]}, *target);
  }
  const LevelTopologyView& level = topology_.level[static_cast<std::size_t>(in.level)];
  if (from >= level.nodes || to >= level.nodes) return false;
  const FileMember member = file_member(from, in);
  const std::size_t target = level.places[to][topology_.layout.corner(in.level, in.region, tile_of(to))];
  if (target >= member.members.size() || member.members[target] != to) return false;
  return is_in(profile_.regions.arcs[static_cast<std::size_t>(in.level)], file_arcs(member, in.level), target);
}

/// Adds a node to the flood from the goal, unless it met the search before.
void RegionSearch::flood_to(NodeId node, GoalFlood& flood) noexcept {
  if (flood.met || unpack_labels_.touched(node) || !is_on_map(node)) return;
  flood.met = labels_.touched(node);
  unpack_labels_.touch(node);
  unpack_labels_.set_parent(node, kNoNode);
  if (flood.first == kNoNode) {
    flood.first = node;
  } else {
    unpack_labels_.set_parent(flood.last, node);
  }
  flood.last = node;
}

/// Expands up to so many nodes of the flood; returns how many. Steps lead both ways, so but for links what the goal
/// reaches is what reaches it.
std::uint64_t RegionSearch::flood_on(std::uint64_t most, GoalFlood& flood) noexcept {
  std::uint64_t expanded = 0;
  for (; expanded < most && flood.first != kNoNode && !flood.met && !corrupt_; ++expanded) {
    const NodeId node = flood.first;
    for (const LevelRegion& region : searched_regions(node)) {
      for_each_searched_arc(node, region, [&](NodeId to, Cost) { flood_to(to, flood); });
    }
    for_each_link_to(node, [&](NodeId from) { flood_to(from, flood); });
    flood.first = unpack_labels_.parent(node);
  }
  return expanded;
}

/// Runs the search in turn with the flood from the goal. Where either has nothing left before they meet there is no
/// way, found after at most about twice the nodes of the smaller side.
template <class Search, class Expand>
SearchOutcome RegionSearch::run_with_flood(Search& search, GoalFlood& flood, const SearchLimits& limits,
                                           Expand&& expand) noexcept {
  constexpr std::uint64_t kTurn = 64;
  SearchLimits turn = limits;
  std::uint64_t spent = 0;
  while (flood.met || flood.first != kNoNode) {
    turn.expansions = flood.met ? limits.expansions - spent : std::min(limits.expansions - spent, kTurn);
    const SearchOutcome outcome = search.run(turn, expand);
    spent += outcome.expansions;
    if (outcome.end != SearchEnd::budget || spent == limits.expansions) return {outcome.end, spent};
    spent += flood_on(std::min(limits.expansions - spent, kTurn), flood);
  }
  return {SearchEnd::exhausted, spent};
}

Route RegionSearch::search(const Request& request) noexcept {
  Route route;
  corrupt_ = false;
  stage_ = Stage::done;
  first_ = {};
  arc_count_ = 0;
  last_ = {};
  leg_count_ = 0;
  around_from_ = topology_.layout.around(request.from);
  around_to_ = topology_.layout.around(request.to);

  labels_.clear();
  unpack_labels_.clear();  // of the flood
  goal_links_.clear();
  RegionLandmarkBound by_landmarks(landmarks());
  GoalFlood flood;
  const bool measured_goal = link_end(request, request.to, {}, route, [&](std::uint32_t k, NodeId node, Cost cost) {
    if (!islands_decide()) flood_to(node, flood);
    by_landmarks.add(node, cost);
    if (goal_links_.touched(node) && goal_links_.cost(node) <= cost) return;
    goal_links_.touch(node);
    goal_links_.cost(node) = cost;
    goal_links_.set_parent(node, k);
  });
  SearchLimits limits{.goal = nodes_, .limit = request.below, .expansions = request.expansions};
  bound_.aim(request.to, Toward::goal);
  BestFirst search(labels_, std::span(open_.data(), open_.size()), [&](NodeId node) noexcept {
    if (node == nodes_) return Cost{0};
    return is_on_map(node) ? std::max(bound_.of(tile_of(node)), by_landmarks(node)) : kInfiniteCost;
  });
  const auto seed = [&](std::uint32_t k, NodeId node, Cost cost) {
    flood.met = flood.met || node == nodes_ || unpack_labels_.touched(node);
    search.seed({node, cost, start_node(k)}, limits);
  };
  if (!measured_goal || !link_end(request, request.from, request.to, route, seed)) {
    route.end = Route::End::budget;
    return route;
  }
  limits.expansions -= route.access;
  // Asked first, as it spares all other nodes a read of memory.
  const Rect near_goal = topology_.layout.area_of(around_to_);
  const auto expand = [&](NodeId node, Cost, auto&& relax) noexcept {
    if (corrupt_) return;
    if (near_goal.contains(tile_of(node)) && goal_links_.touched(node)) relax(nodes_, goal_links_.cost(node));
    for (const LevelRegion& region : maximal_regions(node)) for_each_arc(node, region, relax);
    for_each_link(node, relax);
  };
  const auto expand_edited = [&](NodeId node, Cost, auto&& relax) noexcept {
    if (corrupt_) return;
    if (near_goal.contains(tile_of(node)) && goal_links_.touched(node)) relax(nodes_, goal_links_.cost(node));
    for (const LevelRegion& region : edited_regions(node)) for_each_edited_arc(node, region, relax);
    for_each_link(node, relax);
  };
  const auto run = [&](auto&& expand_node) noexcept {
    return islands_decide() ? search.run(limits, expand_node) : run_with_flood(search, flood, limits, expand_node);
  };
  const SearchOutcome outcome = edited_.empty() ? run(expand) : run(expand_edited);
  route.coarse = outcome.expansions;
  if (corrupt_ || outcome.end == SearchEnd::overflow) {
    route.end = Route::End::corrupt;
  } else if (outcome.end == SearchEnd::budget) {
    route.end = Route::End::budget;
  } else if (outcome.end == SearchEnd::reached) {
    route.cost = labels_.cost(nodes_);
    trace(request, route.cost);
    route.end = corrupt_ ? Route::End::corrupt : Route::End::found;
  }
  return route;
}

/// Follows the parents back from the goal.
void RegionSearch::trace(const Request& request, Cost cost) noexcept {
  stage_ = Stage::first;
  NodeId node = labels_.parent(nodes_);
  if (is_start(node)) {
    first_ = {request.from, request.to, region_number(around_from_, node - start_node(0)), cost};
    return;
  }
  last_ = {tile_of(node), request.to, region_number(around_to_, goal_links_.parent(node)), goal_links_.cost(node)};
  NodeId parent = labels_.parent(node);
  for (; !is_start(parent); node = parent, parent = labels_.parent(node)) {
    push_arc(parent, node, labels_.cost(node) - labels_.cost(parent), searched_regions(parent));
  }
  first_ = {request.from, tile_of(node), region_number(around_from_, parent - start_node(0)), labels_.cost(node)};
}

Unpacked RegionSearch::next_leg(RouteLeg& leg, std::uint64_t& budget) noexcept {
  while (!corrupt_) {
    switch (stage_) {
      case Stage::first:
        leg = first_;
        stage_ = Stage::arcs;
        break;
      case Stage::arcs: {
        if (arc_count_ == 0) {
          stage_ = Stage::last;
          continue;
        }
        const Arc arc = arcs_[--arc_count_];
        if (arc.level > 0) {
          if (unpack(arc, budget)) continue;
          stage_ = Stage::done;
          return Unpacked::budget;
        }
        leg = {tile_of(arc.from), tile_of(arc.to), arc.region, arc.cost, arc.link};
        break;
      }
      case Stage::last:
        leg = last_;
        stage_ = Stage::done;
        break;
      case Stage::done:
        return Unpacked::done;
    }
    const bool moves = leg.from != leg.to;
    // Two nodes on one tile cost nothing to go between; a path of a sound file has no more legs than there are nodes.
    corrupt_ = corrupt_ || (!moves && leg.cost != 0) || leg_count_++ == most_legs();
    if (moves && !corrupt_) return Unpacked::leg;
  }
  return Unpacked::corrupt;
}

/// Replaces an arc by arcs of lower levels; false if that takes more than the budget. Where it is too cheap to leave a
/// smaller region that has both its ends, it is unpacked there, on level 0 to a leg; often it is an arc of the level
/// below as well; else A* on that level finds what it is made of, where anything dearer than the arc is left out.
bool RegionSearch::unpack(const Arc& whole, std::uint64_t& budget) noexcept {
  const LevelRegion common = common_region(whole);
  const Rect area = topology_.layout.area(common.level, common.region);
  const bool stays = whole.cost < leaving_bound(*grid_.rules, area, tile_of(whole.from), tile_of(whole.to));
  Arc arc = whole;
  if (stays) {
    arc.region = common.region;
    arc.level = common.level;
    if (arc.level == 0) {
      push_arc(arc);
      return true;
    }
  } else if (const auto child = find_arc(arc.from, arc.to, arc.cost, regions_inside(arc, arc.level - 1, arc.from))) {
    push_arc({arc.from, arc.to, arc.cost, child->region, child->level, kNoLink});
    return true;
  }
  const Tile goal = tile_of(arc.to);
  const auto in_plane = [&](NodeId node) noexcept {
    return is_on_map(node) ? grid_.rules->lower_bound(tile_of(node), goal) : kInfiniteCost;
  };
  RegionLandmarkBound by_landmarks(landmarks());
  by_landmarks.add(arc.to, 0);
  unpack_labels_.clear();
  const SearchLimits limits{.goal = arc.to, .limit = arc.cost + 1, .expansions = budget};
  BestFirst search(unpack_labels_, std::span(open_.data(), open_.size()),
                   [&](NodeId node) noexcept { return std::max(in_plane(node), by_landmarks(node)); });
  search.seed({.node = arc.from}, limits);
  const SearchOutcome outcome = search.run(limits, [&](NodeId node, Cost cost, auto&& relax) noexcept {
    if (corrupt_) return;
    // Most arcs lead astray: what is quickly asked first saves reading labels and landmarks.
    const auto relax_near = [&](NodeId to, Cost weight) noexcept {
      if (weight <= arc.cost - cost && in_plane(to) <= arc.cost - cost - weight) relax(to, weight);
    };
    for (const LevelRegion& region : regions_inside(arc, arc.level - 1, node)) {
      for_each_searched_arc(node, region, relax_near);
    }
  });
  budget -= outcome.expansions;
  if (outcome.end == SearchEnd::budget) return false;
  if (outcome.end != SearchEnd::reached || unpack_labels_.cost(arc.to) != arc.cost) {
    corrupt_ = true;
    return true;
  }
  for (NodeId node = arc.to; node != arc.from && !corrupt_;) {
    const NodeId parent = unpack_labels_.parent(node);
    push_arc(parent, node, unpack_labels_.cost(node) - unpack_labels_.cost(parent),
             regions_inside(arc, arc.level - 1, parent));
    node = parent;
  }
  return true;
}

/// The first of some regions that has an arc of this cost.
std::optional<RegionSearch::LevelRegion> RegionSearch::find_arc(NodeId from, NodeId to, Cost cost,
                                                                const RegionList& candidates) noexcept {
  for (const LevelRegion& region : candidates) {
    if (has_arc(from, to, cost, region)) return region;
  }
  return {};
}

/// Remembers an arc to be unpacked, with the candidate region that holds it, or as the link that it is.
void RegionSearch::push_arc(NodeId from, NodeId to, Cost cost, const RegionList& candidates) noexcept {
  if (const auto region = find_arc(from, to, cost, candidates)) {
    const Arc arc{from, to, cost, region->region, region->level, kNoLink};
    if (region->level == kTileLevel && arc_count_ != 0 && continues(arc, arcs_[arc_count_ - 1])) {
      arcs_[arc_count_ - 1].from = from;
      arcs_[arc_count_ - 1].cost += cost;
      return;
    }
    push_arc(arc);
    return;
  }
  LinkId link = kNoLink;
  if (is_mouth(from)) {
    links_.for_each_leaving(tile_of(from), [&](const LinkArc& arc) {
      if (link == kNoLink && arc.other == tile_of(to) && arc.cost == cost) link = arc.link;
    });
  }
  if (link == kNoLink) {
    corrupt_ = true;
    return;
  }
  push_arc({from, to, cost, {}, kLinkLevel, link});
}

void RegionSearch::push_arc(const Arc& arc) noexcept {
  // A least path passes no portal twice, so the arcs waiting are fewer than the portals and border tiles.
  if (arc_count_ == arcs_.size()) {
    corrupt_ = true;
    return;
  }
  arcs_[arc_count_++] = arc;
}

}  // namespace portolan
