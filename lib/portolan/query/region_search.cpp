// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/region_search.hpp"

#include "portolan/regions/region_landmarks.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace portolan {
namespace {

/// What it costs to go from tile to tile by diagonal steps first and straight ones then; kInfiniteCost if such a step
/// is not legal.
Cost straight_run_cost(const GridView& grid, Tile from, Tile to) noexcept {
  Cost cost = 0;
  while (from != to) {
    const Tile next{from.x + (to.x > from.x) - (to.x < from.x), from.y + (to.y > from.y) - (to.y < from.y)};
    const Cost step = step_cost(grid, from, next);
    if (step == kInfiniteCost) return kInfiniteCost;
    cost += step;
    from = next;
  }
  return cost;
}

RegionIndex region_number(const Rect& around, std::uint32_t k) noexcept {
  const auto width = static_cast<std::uint32_t>(around.width());
  return {around.min.x + static_cast<std::int32_t>(k % width), around.min.y + static_cast<std::int32_t>(k / width)};
}

/// Whether costs between an end and nodes around it may be less than the file's: in a customised region with eased
/// tiles. Landmarks then say nothing of the end, which is none of the nodes itself.
bool is_measured_over_eased(const RegionLayout& layout, const EditedRegions& edits, Tile end) noexcept {
  bool over_eased = false;
  for_each_region_around(layout, end, [&](RegionIndex r) {
    const auto slot = edits.slot(r);
    const bool shown = slot && !edits.hidden(0, r) && !edits.open_slot(r);
    over_eased = over_eased || (shown && edits.eased_in(*slot).width() > 0);
  });
  return over_eased;
}

/// Runs a search in turn with the flood from its goal. Where either has nothing left before they meet there is no way,
/// found after at most about twice the nodes of the smaller side.
template <class Search, class Expand, class Spread>
SearchOutcome run_with_flood(Search& search, GoalFlood& flood, const SearchLimits& limits, Expand&& expand,
                             Spread&& spread) noexcept {
  constexpr std::uint64_t kTurn = 64;
  SearchLimits turn = limits;
  std::uint64_t spent = 0;
  while (flood.met() || !flood.spent()) {
    turn.expansions = flood.met() ? limits.expansions - spent : std::min(limits.expansions - spent, kTurn);
    const SearchOutcome outcome = search.run(turn, expand);
    spent += outcome.expansions;
    if (outcome.end != SearchEnd::budget || spent == limits.expansions) return {outcome.end, spent};
    const std::uint64_t flooded = flood.run(std::min(limits.expansions - spent, kTurn), spread);
    spent += flooded;
    // Neither goes on where the memory for notes is full.
    if (outcome.expansions == 0 && flooded == 0) return {SearchEnd::budget, spent};
  }
  return {SearchEnd::exhausted, spent};
}

}  // namespace

/// The regions of level 0 around the two ends of a search.
struct RegionSearch::Ends {
  Rect from;
  Rect to;
  int top_level = 0;

  /// The largest regions around a node that contain neither end, of level 0 if none does.
  template <CoarseGraph Graph>
  [[nodiscard]] RegionList regions_around(const Graph& graph, NodeId node) const noexcept {
    RegionList list;
    for_each_region_around(graph.layout(), graph.tile_of(node), [&](RegionIndex r) {
      const int opened = std::min(meeting_level(from, r), meeting_level(to, r));
      list.add(graph.largest_region(r, std::clamp(opened - 1, 0, top_level)));
    });
    return list;
  }
};

RegionSearch::RegionSearch(const ProfileView& profile, const GridView& grid, const OpenLinks& links,
                           const FloorStack& floors, std::shared_ptr<SearchMemory> memory)
    : profile_(profile),
      tier_(profile, grid, links),
      dead_ends_(profile, grid),
      landmarks_(profile, std::as_const(tier_).edited_regions(), grid),
      to_goal_(profile.regions.landmarks),
      from_start_(profile.regions.landmarks),
      bound_(links, floors),
      memory_(std::move(memory)),
      labels_(memory_, tier_.nodes() + std::size_t{1}),
      goal_links_(memory_, tier_.nodes()),
      flood_(memory_, tier_.nodes()),
      open_(labels_.room()),
      arcs_(tier_.most_arcs()),
      unpacker_(tier_, memory_) {}

void RegionSearch::use(std::span<const DirtyRegion> dirty, std::span<const RefreshedRegion> refreshed) {
  tier_.use(dirty, refreshed);
  dead_ends_.use(dirty);
  landmarks_.follow();
  unpacker_.make_room();
  failed_.reserve(dirty.size());
  opened_.make_room(dirty.size());
  route_ = {};
  if (tier_.nodes() < labels_.size()) return;
  const std::size_t nodes = tier_.ample_nodes();
  PagedLabels labels(memory_, nodes + 1);
  PagedLabels goal_links(memory_, nodes);
  GoalFlood flood(memory_, nodes);
  ZeroedArray<OpenEntry> open(labels.room());
  ZeroedArray<CoarseArc> arcs(tier_.ample_arcs());
  ZeroedArray<CoarseArc> proven(tier_.ample_arcs());
  ZeroedArray<CoarseArc> kept(tier_.ample_arcs());
  labels_ = std::move(labels);
  goal_links_ = std::move(goal_links);
  flood_ = std::move(flood);
  open_ = std::move(open);
  arcs_ = std::move(arcs);
  proven_ = std::move(proven);
  kept_ = std::move(kept);
}

/// Measures the way from an end, inside each level-0 region around it: visit(k, node, cost) for the nodes of the k-th
/// region and for `goal`, if given and inside; towards it, if the grid is reversed(). Where tiles are nodes the end is
/// one itself. A region is charged before it is measured; false, with the reason in `route`, if the budget does not
/// allow that or the file is not sound.
template <CoarseGraph Graph, class Visit>
bool RegionSearch::measure_end(const Graph& graph, const GridView& grid, Tile end, std::optional<Tile> goal,
                               std::uint64_t budget, Route& route, Visit&& visit) noexcept {
  const Rect around = graph.layout().around(end);
  const auto regions = static_cast<std::uint32_t>(around.width() * around.height());
  for (std::uint32_t k = 0; k < regions; ++k) {
    const RegionIndex region = region_number(around, k);
    if (const auto node = graph.node_by_steps(region, end)) {
      visit(k, *node, Cost{0});
      continue;
    }
    const Rect area = graph.layout().area(0, region);
    const std::uint64_t charge = access_.load(grid, area);
    if (charge > budget - route.access) {
      route.end = Route::End::budget;
      return false;
    }
    route.access += charge;
    access_.measure(grid, end);
    const auto link = [&](NodeId node, Tile tile) {
      if (const Cost cost = access_.cost(tile); cost != kInfiniteCost) visit(k, node, cost);
    };
    if (goal && area.contains(*goal)) link(graph.size(), *goal);
    if (!graph.for_each_member(region, link)) {
      route.end = Route::End::corrupt;
      return false;
    }
  }
  return true;
}

Route RegionSearch::search(const Request& request) noexcept {
  opened_.clear();
  EditedRegions& edits = tier_.edited_regions();
  edits.hide();
  reveal_ends(request);
  Request rest = request;
  Route route;
  std::optional<Route> best;  // of those proven to stand, in kept_
  CoarseRoute kept;
  for (int failures = 0;;) {
    const Route next = tier_.with_graph([&](const auto& graph) { return search_on(graph, rest); });
    route = {
        .end = next.end, .cost = next.cost, .access = route.access + next.access, .coarse = route.coarse + next.coarse};
    bool fails = false;
    if (route.end == Route::End::found && edits.hiding()) {
      const Proof proof = prove(request.expansions, route);
      fails = proof == Proof::fails;
      if (!fails && proof != Proof::stands) {
        route.end = proof == Proof::budget ? Route::End::budget : Route::End::corrupt;
        if (proof == Proof::budget && request.when_spent == WhenSpent::remember) {
          tier_.with_graph([&](const auto& graph) { lead_to_closest(graph, request); });
        }
      }
    }
    if (fails) {
      reveal_failed(++failures);
    } else {
      if (route.end != Route::End::found && route.end != Route::End::exhausted) break;
      const bool found = route.end == Route::End::found;
      if (!reveal_in_question(request, found ? route.cost : rest.below)) break;
      if (found) {
        best = route;
        rest.below = route.cost;
        std::swap(arcs_, kept_);
        kept = route_;
      }
    }
    rest.expansions = request.expansions - route.access - route.coarse;
  }
  if (route.end == Route::End::exhausted && best) {
    route.end = Route::End::found;
    route.cost = best->cost;
    std::swap(arcs_, kept_);
    route_ = kept;
  }
  edits.reveal_all();
  return route;
}

/// Reveals what was eased in or near the regions around the ends, as it may be the only way out of them, or all of it
/// where only that can join the ends.
void RegionSearch::reveal_ends(const Request& request) noexcept {
  EditedRegions& edits = tier_.edited_regions();
  if (!edits.hiding() || edits.eased().empty()) return;
  const auto island = [&](Tile t) { return profile_.islands.label(profile_.grid.index(t)); };
  const bool apart = island(request.from) != island(request.to);
  // Links that edits open lead out of eased areas, which bounds from area to area do not count on.
  const bool opens_links = std::ranges::any_of(
      profile_.links.link_ends(), [&](Tile end) { return !profile_.grid.passable(end) && tier_.grid().passable(end); });
  for (const EditedRegions::Slot slot : edits.eased()) {
    const bool near = edits.eased_reach(slot, request.from) || edits.eased_reach(slot, request.to);
    if (apart || opens_links || near) edits.reveal(edits.region(slot));
  }
  if (!is_measured_over_eased(tier_.layout(), edits, request.from) &&
      !is_measured_over_eased(tier_.layout(), edits, request.to)) {
    return;
  }
  for (const EditedRegions::Slot slot : edits.eased()) edits.reveal(edits.region(slot));
}

/// Reveals the eased regions through which a path may cost less than that. Whether there are some.
bool RegionSearch::reveal_in_question(const Request& request, Cost below) noexcept {
  EditedRegions& edits = tier_.edited_regions();
  if (!edits.hiding() || edits.eased().empty()) return false;
  const auto asked = landmarks_.in_question({request.from, from_start_}, {request.to, to_goal_}, below);
  for (const EditedRegions::Slot slot : asked) edits.reveal(edits.region(slot));
  return !asked.empty();
}

/// Reveals the regions where a path failed and those around them, and soon all: where a goal is cut off, paths fail on
/// all sides of it one after the other.
void RegionSearch::reveal_failed(int failures) noexcept {
  constexpr int kMost = 3;
  EditedRegions& edits = tier_.edited_regions();
  if (failures >= kMost) return edits.reveal_all();
  const Rect all{{0, 0}, {tier_.layout().columns(0), tier_.layout().rows(0)}};
  for (const RegionIndex r : failed_) {
    const Rect near = intersection({{r.x - 1, r.y - 1}, {r.x + 2, r.y + 2}}, all);
    for (std::int32_t y = near.min.y; y < near.max.y; ++y) {
      for (std::int32_t x = near.min.x; x < near.max.x; ++x) edits.reveal({x, y});
    }
  }
}

/// Goes along the path found, of which at most `budget` may have been and be spent, unpacks it where its arcs lie in
/// regions that are hidden, and asks whether its legs there can be walked for their cost. Where they can, the legs take
/// the place of the arcs: they are what the path is made of, whatever is hidden.
RegionSearch::Proof RegionSearch::prove(std::uint64_t budget, Route& route) noexcept {
  const EditedRegions& edits = tier_.edited_regions();
  CoarseRoute proven{.memory = {proven_.data(), proven_.size()}};
  failed_.clear();
  loaded_.reset();
  while (route_.count != 0) {
    const CoarseArc& arc = route_.memory[route_.count - 1];
    if (arc.link != kNoLink || !edits.hidden(arc.level, arc.region)) {
      if (!proven.push(arc)) return Proof::corrupt;
      --route_.count;
      continue;
    }
    RouteLeg leg;
    const std::uint64_t allowed = budget - route.access - route.coarse;
    std::uint64_t left = allowed;
    const Unpacked step = unpacker_.next_leg(route_, leg, left);
    route.coarse += allowed - left;
    if (step == Unpacked::budget) return Proof::budget;
    if (step == Unpacked::done) break;
    const CoarseArc piece{.from = {leg.from}, .to = {leg.to}, .cost = leg.cost, .region = leg.region, .link = leg.link};
    if (step != Unpacked::leg || !proven.push(piece)) return Proof::corrupt;
    if (leg.link != kNoLink || !edits.hidden(0, leg.region)) continue;
    const Proof proof = prove_leg(leg, budget, route);
    if (proof == Proof::fails) {
      if (std::ranges::find(failed_, leg.region) == failed_.end()) failed_.push_back(leg.region);
    } else if (proof != Proof::stands) {
      return proof;
    }
  }
  if (!failed_.empty()) return Proof::fails;
  route_.legs = 0;  // its legs are made anew
  while (proven.count != 0) {
    if (!route_.push(proven.memory[--proven.count])) return Proof::corrupt;
  }
  return Proof::stands;
}

/// Whether a leg can be walked for its cost on the terrain as it is.
RegionSearch::Proof RegionSearch::prove_leg(const RouteLeg& leg, std::uint64_t budget, Route& route) noexcept {
  const GridView& grid = tier_.grid();
  if (straight_run_cost(grid, leg.from, leg.to) == leg.cost) return Proof::stands;
  if (loaded_ != leg.region) {
    const std::uint64_t charge = access_.load(grid, tier_.layout().area(0, leg.region));
    if (charge > budget - route.access - route.coarse) return Proof::budget;
    route.access += charge;
    loaded_ = leg.region;
  }
  if (grid.cost(leg.from) == 0) return Proof::fails;
  access_.measure(grid, leg.from);
  return access_.cost(leg.to) == leg.cost ? Proof::stands : Proof::fails;
}

template <CoarseGraph Graph>
void RegionSearch::note_opened([[maybe_unused]] const Graph& graph,
                               [[maybe_unused]] const LevelRegion& region) noexcept {
  if constexpr (!std::is_same_v<Graph, LevelGraph>) {
    if (region.level != 0) return;
    const auto slot = tier_.edited_regions().open_slot(region.index);
    if (slot) opened_.add(*slot, graph.layout().number(0, region.index));
  }
}

template <CoarseGraph Graph>
Route RegionSearch::search_on(const Graph& graph, const Request& request) noexcept {
  const Ends ends{graph.layout().around(request.from), graph.layout().around(request.to), tier_.levels() - 1};
  const NodeId goal = graph.size();
  // Arcs are known from where they begin only, so that where moves lead one way nothing can be flooded against them.
  const bool floods = request.joined == Joined::unknown && !tier_.islands_decide() && tier_.grid().edges == nullptr;
  const Rect map = tier_.grid().bounds();
  Route route;
  bool sound = true;
  const auto on_map = [&](NodeId node) noexcept {
    const bool inside = map.contains(graph.tile_of(node));
    sound = sound && inside;
    return inside;
  };
  route_ = {.memory = {arcs_.data(), arcs_.size()}};
  labels_.clear();
  flood_.clear();
  goal_links_.clear();
  bool goal_linked = false;
  closest_ = kNoNode;
  approach_.reset();

  const DeadEndFilter needless = dead_ends_.between(request.from, request.to);
  const auto is_needed = [&](NodeId node) noexcept {
    return on_map(node) && !needless.leaves_out(tier_.grid().index(graph.tile_of(node)));
  };

  constexpr bool kMayBeEdited = !std::is_same_v<Graph, LevelGraph>;
  bool guided = kMayBeEdited && !tier_.shows_file() && landmarks_.usable();
  for (const Tile end : {request.from, request.to}) {
    guided = guided && !is_measured_over_eased(graph.layout(), tier_.edited_regions(), end);
  }
  const RegionLandmarks landmarks = tier_.shows_file() || guided ? tier_.landmarks() : RegionLandmarks{};
  // Of its own, so that loops need not read it again after each write.
  RegionLandmarkBound to_goal(landmarks);
  from_start_ = to_goal;
  const auto flood_to = [&](NodeId node) noexcept {
    if (flood_.touched(node) || !is_needed(node)) return;
    if (labels_.touched(node)) flood_.meet();
    flood_.add(node);
  };
  const auto link_goal = [&](std::uint32_t k, NodeId node, Cost cost) noexcept {
    goal_linked = true;
    if (floods) flood_to(node);
    guided ? to_goal.add(landmarks_.row(node), cost) : to_goal.add(node, cost);
    if (goal_links_.touched(node) && goal_links_.cost(node) <= cost) return;
    if (!goal_links_.touch(node)) {
      route.end = Route::End::budget;
      return;
    }
    goal_links_.cost(node) = cost;
    goal_links_.set_parent(node, k);
  };
  if (!measure_end(graph, reversed(tier_.grid()), request.to, {}, request.expansions, route, link_goal)) return route;
  if (route.end == Route::End::budget) return route;

  SearchLimits limits{.goal = goal, .limit = request.below, .expansions = request.expansions};
  bound_.aim(request.to, Toward::goal);
  to_goal_ = to_goal;
  if (guided) landmarks_.aim(to_goal_);
  // Which is asked where something eased is hidden.
  const bool measures_start =
      kMayBeEdited && tier_.edited_regions().hiding() && !tier_.edited_regions().eased().empty();
  BestFirst search(labels_, std::span(open_.data(), open_.size()), [&](NodeId node) noexcept {
    if (node == goal) return Cost{0};
    if (!is_needed(node)) return kInfiniteCost;
    if constexpr (kMayBeEdited) {
      const Tile tile = graph.tile_of(node);
      return std::max(bound_.of(tile), guided ? landmarks_.bound(node, tile) : to_goal(node));
    } else {
      return std::max(bound_.of(graph.tile_of(node)), to_goal(node));
    }
  });
  const auto seed = [&](std::uint32_t k, NodeId node, Cost cost) noexcept {
    if (node == goal || flood_.touched(node)) flood_.meet();
    if (measures_start && node != goal)
      guided ? from_start_.add(landmarks_.row(node), cost) : from_start_.add(node, cost);
    search.seed({node, cost, CoarseOrigin::start(k).packed()}, limits);
  };
  if (!measure_end(graph, tier_.grid(), request.from, request.to, request.expansions, route, seed)) return route;
  limits.expansions -= route.access;
  if (!goal_linked && !labels_.touched(goal)) return route;

  // Asked first, as it spares all other nodes a read of memory.
  const Rect near_goal = graph.layout().area_of(ends.to);
  const bool remembers = request.when_spent == WhenSpent::remember;
  const auto expand = [&](NodeId node, Cost cost, auto&& relax) noexcept {
    if (remembers) {
      const Tile tile = graph.tile_of(node);
      const Approach here{.at = tile, .bound = bound_.of(tile), .cost = cost};
      if (!approach_ || here.closer_than(*approach_)) {
        approach_ = here;
        closest_ = node;
      }
    }
    if (near_goal.contains(graph.tile_of(node)) && goal_links_.touched(node)) relax(goal, goal_links_.cost(node));
    for (const LevelRegion& region : ends.regions_around(graph, node)) {
      note_opened(graph, region);
      if (!graph.for_each_arc(node, region, relax)) sound = false;
    }
    if (!tier_.links().for_each_leaving(graph, node, relax)) sound = false;
    if (!sound) search.abandon();
  };
  // Steps lead both ways, so but for links what the goal reaches is what reaches it.
  const auto spread = [&](NodeId node) noexcept {
    const auto reach = [&](NodeId from, Cost) { flood_to(from); };
    for (const LevelRegion& region : ends.regions_around(graph, node)) {
      if (!graph.for_each_arc(node, region, reach)) sound = false;
    }
    if (!tier_.links().for_each_arriving(graph, node, reach)) sound = false;
    if (!sound) flood_.meet();
  };
  const SearchOutcome outcome =
      floods ? run_with_flood(search, flood_, limits, expand, spread) : search.run(limits, expand);
  route.coarse = outcome.expansions;
  if (!sound || outcome.end == SearchEnd::overflow) {
    route.end = Route::End::corrupt;
  } else if (outcome.end == SearchEnd::budget) {
    route.end = Route::End::budget;
    if (remembers) lead_to_closest(graph, request);
  } else if (outcome.end == SearchEnd::reached) {
    route.cost = labels_.cost(goal);
    route.end = trace(graph, request, ends) ? Route::End::found : Route::End::corrupt;
  }
  return route;
}

/// Turns the labels of a search that reached the goal into arcs, from the goal on; false if the file is not sound.
template <CoarseGraph Graph>
bool RegionSearch::trace(const Graph& graph, const Request& request, const Ends& ends) noexcept {
  const NodeId goal = graph.size();
  const auto origin = CoarseOrigin::unpacked(labels_.parent(goal));
  if (const auto region = origin.start_region()) {
    return push_leg({.from = {request.from},
                     .to = {request.to},
                     .cost = labels_.cost(goal),
                     .region = region_number(ends.from, *region)});
  }
  const NodeId node = *origin.origin_node();
  return push_leg({.from = end_at(graph, node),
                   .to = {request.to},
                   .cost = goal_links_.cost(node),
                   .region = region_number(ends.to, goal_links_.parent(node))}) &&
         trace_to(graph, request, ends, node);
}

/// The same for the way from the start to a node.
template <CoarseGraph Graph>
bool RegionSearch::trace_to(const Graph& graph, const Request& request, const Ends& ends, NodeId node) noexcept {
  const auto origin_of = [&](NodeId of) { return CoarseOrigin::unpacked(labels_.parent(of)); };
  for (auto origin = origin_of(node).origin_node(); origin; node = *origin, origin = origin_of(node).origin_node()) {
    const NodeId parent = *origin;
    const Cost cost = labels_.cost(node) - labels_.cost(parent);
    auto arc = find_arc(graph, parent, node, cost, ends.regions_around(graph, parent));
    if (!arc) {
      const LinkId link = tier_.links().find(graph, parent, graph.tile_of(node), cost);
      if (link == kNoLink) return false;
      arc = CoarseArc{.from = end_at(graph, parent), .to = end_at(graph, node), .cost = cost};
      arc->link = link;
    }
    // Steps inside a region make one leg.
    CoarseArc* const run = route_.count == 0 ? nullptr : &route_.memory[route_.count - 1];
    const bool joins = run != nullptr && arc->link == kNoLink && run->link == kNoLink && run->level == 0 &&
                       run->region == arc->region && run->from.tile == arc->to.tile &&
                       graph.has_steps({arc->level, arc->region});
    if (joins) {
      run->from = arc->from;
      run->cost += cost;
    } else if (!route_.push(*arc)) {
      return false;
    }
  }
  return push_leg({.from = {request.from},
                   .to = end_at(graph, node),
                   .cost = labels_.cost(node),
                   .region = region_number(ends.from, *origin_of(node).start_region())});
}

/// Makes the way to the node that came closest to the goal the route, up to where it enters a region that is hidden:
/// nobody has looked whether it can be walked there.
template <CoarseGraph Graph>
void RegionSearch::lead_to_closest(const Graph& graph, const Request& request) noexcept {
  const Ends ends{graph.layout().around(request.from), graph.layout().around(request.to), tier_.levels() - 1};
  route_.count = 0;
  if (!approach_ || !trace_to(graph, request, ends, closest_)) {
    approach_.reset();
    return;
  }
  const EditedRegions& edits = tier_.edited_regions();
  std::size_t kept = 0;
  Cost cost = 0;
  for (; kept < route_.count; ++kept) {
    const CoarseArc& arc = route_.memory[route_.count - 1 - kept];
    if (edits.hiding() && arc.link == kNoLink && edits.hidden(arc.level, arc.region)) break;
    cost += arc.cost;
  }
  const std::size_t dropped = route_.count - kept;
  std::copy(route_.memory.begin() + static_cast<std::ptrdiff_t>(dropped),
            route_.memory.begin() + static_cast<std::ptrdiff_t>(route_.count), route_.memory.begin());
  route_.count = kept;
  const Tile end = kept == 0 ? request.from : route_.memory[0].to.tile;
  approach_ = Approach{.at = end, .bound = bound_.of(end), .cost = cost};
}

/// A leg from the start or to the goal; where that is a node, there is none.
bool RegionSearch::push_leg(const CoarseArc& leg) noexcept {
  return leg.from.tile == leg.to.tile ? leg.cost == 0 : route_.push(leg);
}

}  // namespace portolan
