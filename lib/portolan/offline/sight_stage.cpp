// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/sight_stage.hpp"

#include "portolan/waypoints/sight_metric.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

/// Undirected; their two directions are counted in 32 bits.
constexpr std::uint64_t kMostEdges = std::uint64_t{1} << 31;

bool has_one_price(const GridView& grid) {
  const MoveRules& rules = *grid.rules;
  return grid.terrain.all_of([&](TerrainId id) { return rules.cost[id] == 0 || rules.cost[id] == rules.least_cost; });
}

void make_graph(BuildContext& context, const SightMetric& metric, const LinkTable& links, std::uint64_t passable,
                const IndexOptions& options, Sight& sight) {
  const SightSpace space = sight.planes.space();
  auto graph = context.run("sight edges", [&] {
    return build_waypoint_graph(space, {.metric = metric,
                                        .threads = context.threads(),
                                        .max_edges = kMostEdges,
                                        .memory = context.memory().room(),
                                        .links = &links});
  });
  if (!graph) {
    context.note(fmt::format("no waypoint graph: {}", graph.error().message));
    return;
  }
  const HeldBytes held(context.memory(), section_bytes(*graph));
  if (metric.norm == Norm::euclidean) sight.fraction_bits = graph->metric.fraction_bits;
  sight.indexes = make_waypoint_indexes(context, space, graph->view(), links, passable, options);
  sight.graph = *std::move(graph);
}

}  // namespace

std::optional<std::uint32_t> finest_fraction_bits(const GridView& grid) {
  const auto& cost = grid.rules->cost;
  // A segment crosses no tile of a path on tiles twice; two tiles' length a tile is generous.
  const double longest =
      2 * static_cast<double>(grid.terrain.size()) * static_cast<double>(*std::max_element(cost.begin(), cost.end()));
  const double far = 4 * static_cast<double>(std::max(grid.width, grid.height));
  constexpr std::uint32_t kCoarsest = 16;
  for (const std::uint32_t bits : {20U, 18U, kCoarsest}) {
    const bool adds_up = std::ldexp(longest, static_cast<int>(bits)) < static_cast<double>(kInfiniteCost) / 2;
    const bool fits_labels = std::ldexp(far, static_cast<int>(bits)) <= std::ldexp(1.0, 32);
    if (adds_up && (fits_labels || bits == kCoarsest)) return bits;
  }
  return {};
}

Result<std::optional<Sight>> make_sight(BuildContext& context, const GridView& grid, const LinkTable& links,
                                        std::uint64_t passable, const IndexOptions& options) {
  const MoveRules& rules = *grid.rules;
  const bool any_angle = rules.metric == Metric::any_angle;
  auto metric = sight_metric(rules);
  const bool could_have_graph = metric && has_one_price(grid);
  const bool wants_graph = could_have_graph && grid.edges == nullptr;
  if (could_have_graph && !wants_graph) context.note("no waypoint graph, for there are moves: regions answer");
  if (!any_angle && !wants_graph) return std::optional<Sight>();
  Sight sight;
  if (any_angle) {
    const std::optional<std::uint32_t> bits = finest_fraction_bits(grid);
    if (!bits) {
      return Error{ErrorCode::limit, fmt::format("{}: costs too large to add up exactly", context.subject())};
    }
    sight.fraction_bits = metric->fraction_bits = *bits;
  }
  const std::uint64_t plane_bytes =
      (BitView::words_for(grid.width, grid.height) + BitView::words_for(grid.width + 1, grid.height + 1)) *
      sizeof(std::uint64_t);
  if (!context.memory().affords(plane_bytes)) {
    if (any_angle) {
      return Error{ErrorCode::limit, fmt::format("{}: where it may move straight on does not fit --memory {}",
                                                 context.subject(), context.memory().bytes())};
    }
    context.note("no waypoint graph, for lack of memory: regions answer");
    return std::optional<Sight>();
  }
  sight.planes = context.run("sight planes", [&] {
    return rules.footprint == 0 ? SightPlanes::for_point(grid) : SightPlanes::for_square(grid);
  });
  sight.held = {context.memory(),
                sight.planes.squares().words().size_bytes() + sight.planes.vertices().words().size_bytes()};
  if (wants_graph) make_graph(context, *metric, links, passable, options, sight);
  return std::optional<Sight>(std::move(sight));
}

}  // namespace portolan
