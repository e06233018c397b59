// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/waypoint_indexes.hpp"

#include "portolan/waypoints/sight_cell_builder.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

IndexBudget budget_for(BuildContext& context, const WaypointGraphView& waypoints, std::uint64_t passable,
                       const IndexOptions& options) {
  constexpr std::uint64_t kGridBytes = 100;
  constexpr std::uint64_t kAnyAngleBytes = 200;
  const std::uint64_t room = context.memory().room();
  const bool any_angle = waypoints.metric.norm == Norm::euclidean;
  const std::uint64_t modest = passable * options.index_bytes.value_or(any_angle ? kAnyAngleBytes : kGridBytes);
  return {.bytes = options.indexes ? room : std::min(room, modest),
          .memory = room,
          .unit = "passable tile",
          .units = passable};
}

/// What the labels leave of the budget and of the memory is for the blocks.
std::optional<BlockArrays> make_blocks(BuildContext& context, const SightSpace& space,
                                       const WaypointGraphView& waypoints, const LabelArrays& labels,
                                       const IndexBudget& budget) {
  const std::uint64_t label_bytes = section_bytes(labels);
  const std::uint64_t room = context.memory().room();
  auto blocks = context.run("block labels", [&] {
    return build_block_labels(space, waypoints, labels.view(),
                              {.threads = context.threads(),
                               .max_bytes = budget.bytes - std::min(budget.bytes, label_bytes),
                               .memory = room - std::min(room, label_bytes)});
  });
  if (!blocks) {
    context.note(fmt::format("no block labels: {}; {}", blocks.error().message, budget.allowed()));
    return {};
  }
  if (blocks->held < blocks->positions) {
    context.note(fmt::format("block labels for {:.1f} % of the positions, hub labels for the others",
                             100 * static_cast<double>(blocks->held) / static_cast<double>(blocks->positions)));
  }
  return *std::move(blocks);
}

/// Cells, of as many levels as pay.
void make_cells(BuildContext& context, const SightSpace& space, const WaypointGraphView& waypoints,
                std::uint64_t max_bytes, WaypointIndexes& made) {
  const std::uint32_t levels = levels_that_pay(space);
  if (levels == 0) return;
  const HeldBytes held(context.memory(), section_bytes(*made.levels));
  if (context.memory().affords(sight_cell_memory(waypoints))) {
    made.cells = context.run("sight cells", [&] {
      return make_sight_cells(
          waypoints, view_of<SightLevels>(*made.levels),
          {.levels = levels, .threads = context.threads(), .memory = context.memory().room(), .max_bytes = max_bytes});
    });
  }
  const std::size_t have = made.cells ? made.cells->members.size() : 0;
  if (have < levels) {
    context.note(
        fmt::format("{} of {} levels of cells over sight edges: the next one is empty, or exceeds the memory, its "
                    "bytes or its limits",
                    have, levels));
  }
}

/// What searches without an index go by.
void make_guides(BuildContext& context, const SightSpace& space, const WaypointGraphView& waypoints, ArcsLead lead,
                 const IndexBudget& budget, WaypointIndexes& made) {
  if (context.memory().affords(waypoint_landmark_memory(waypoints, lead))) {
    made.landmarks = context.run("waypoint landmarks", [&] { return choose_waypoint_landmarks(waypoints, lead); });
  } else {
    context.note("no landmarks of the waypoint graph, for lack of memory");
  }
  if (waypoints.metric.norm != Norm::euclidean) return;
  const HeldBytes held(context.memory(), made.landmarks ? section_bytes(*made.landmarks) : 0);
  if (context.memory().affords(sight_level_memory(waypoints))) {
    made.levels = context.run("sight levels", [&] { return find_sight_levels(waypoints, context.threads()); });
  } else {
    context.note("no levels of sight edges, for lack of memory");
  }
  if (made.levels && lead == ArcsLead::both_ways) make_cells(context, space, waypoints, budget.bytes, made);
}

}  // namespace

WaypointIndexes make_waypoint_indexes(BuildContext& context, const SightSpace& space,
                                      const WaypointGraphView& waypoints, const LinkTable& links,
                                      std::uint64_t passable, const IndexOptions& options) {
  const CsrGraph graph{waypoints.first, waypoints.target, waypoints.weight};
  const IndexBudget budget = budget_for(context, waypoints, passable, options);
  // On corner graphs the order by contraction makes labels up to twice as large as that by trees.
  const HubOrder order =
      sampled_trees_fit(graph.size(), budget.memory) ? HubOrder::sampled_trees : hub_order_for(graph);
  WaypointIndexes made{make_graph_indexes(context, graph, order, budget, options), {}, {}, {}, {}};
  const std::uint64_t hierarchy_bytes = made.hierarchy ? section_bytes(*made.hierarchy) : 0;
  if (made.labels) {
    const HeldBytes held(context.memory(), hierarchy_bytes);
    if (!links.empty()) {
      if (names_index(options, IndexKind::blocks))
        context.note("no block labels, for there are links: hub labels answer");
    } else if (!options.indexes || names_index(options, IndexKind::blocks)) {
      made.blocks = make_blocks(context, space, waypoints, *made.labels, budget);
    }
    const std::uint64_t label_bytes = section_bytes(*made.labels);
    const std::uint64_t block_bytes = made.blocks ? section_bytes(*made.blocks) : 0;
    note_choice(context, options, budget, made.blocks ? "blocks" : "labels", label_bytes + block_bytes);
  }
  if (made.hierarchy) note_choice(context, options, budget, "ch", hierarchy_bytes);
  if (!made.labels && !made.hierarchy && waypoints.size() != 0) {
    make_guides(context, space, waypoints, links.empty() ? ArcsLead::both_ways : ArcsLead::as_they_are, budget, made);
  }
  return made;
}

}  // namespace portolan
