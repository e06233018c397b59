// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/ground_stage.hpp"

#include "portolan/grid/islands.hpp"
#include "portolan/grid/kinematic_rules.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

namespace portolan {
namespace {

/// The links that a mover takes.
LinkTable links_of(BuildContext& context, const TileMap& map, const MoveRules& rules) {
  if (map.links().empty()) return {};
  if (rules.metric == Metric::any_angle) {
    context.note("links are left out, for its metric is any_angle");
    return {};
  }
  return {map.links(), rules};
}

void note_blocked_links(BuildContext& context, const GridView& grid, std::span<const Link> links) {
  const auto blocked = std::count_if(links.begin(), links.end(), [&](const Link& link) {
    return grid.cost(link.from) == 0 || grid.cost(link.to) == 0;
  });
  if (blocked == 0) return;
  context.note(fmt::format("{} of {} links have an end where it cannot stand", blocked, links.size()));
}

/// In the fewest bytes that hold them.
BasicIslandLabels<Shared> labels_of(const IslandFinder& finder, std::uint64_t tiles, const Scratch& scratch) {
  BasicIslandLabels<Shared> labels;
  const auto write = [&](auto& array) {
    array = {scratch, tiles};
    finder.write(array.fill());
  };
  if (finder.count() <= 0xFF) {
    write(labels.small);
  } else if (finder.count() <= 0xFFFF) {
    write(labels.narrow);
  } else {
    write(labels.wide);
  }
  return labels;
}

/// The moves as the mover pays them.
Outcome take_moves(BuildContext& context, const TileMap& map, Ground& ground) {
  ground.edges = mover_edges(map, ground.rules);
  if (ground.edges.view() == nullptr) return Success{};
  if (costs_fit(ground.rules, map.tiles().size())) return Success{};
  return Error{ErrorCode::limit, fmt::format("{}: moves cost too much to add up exactly on a map of {} tiles",
                                             context.subject(), map.tiles().size())};
}

}  // namespace

GridView Ground::grid(const TileMap& map) const noexcept {
  const std::span<const TerrainId> terrain = rules.footprint > 1 ? positions : map.tiles();
  return {.terrain = TerrainPlane::in_rows(terrain, map.width()), .rules = &rules, .edges = edges.view()};
}

Result<Ground> make_ground(BuildContext& context, const TileMap& map, const MovementProfile& profile) {
  const std::uint64_t tiles = map.tiles().size();
  // Labels of islands weigh most here, and with moves the classes of edges and the union-find of tiles.
  const std::uint64_t labels = context.scratch().in_files() ? 0 : 10;
  const std::uint64_t needed = tiles * (map.moves().empty() ? labels : 10 + sizeof(EdgeIds));
  MemoryPlan& memory = context.memory();
  if (!memory.affords(needed)) {
    return Error{ErrorCode::limit, fmt::format("{} needs about {} bytes, more than --memory {}", context.subject(),
                                               memory.taken() + needed, memory.bytes())};
  }
  const auto rules = make_move_rules(profile, map);
  if (!rules) return rules.error();
  if (!links_fit(*rules, tiles, map.links())) {
    return Error{ErrorCode::limit, fmt::format("{}: links cost too much to add up exactly on a map of {} tiles",
                                               context.subject(), tiles)};
  }
  if (map.floors().count > 1 && rules->cost[map.floors().between] != 0) {
    return Error{ErrorCode::usage,
                 fmt::format("{}: terrain '{}' must be impassable", context.subject(), kBetweenFloors)};
  }
  Ground ground;
  ground.rules = *rules;
  ground.links = links_of(context, map, *rules);
  if (Outcome taken = take_moves(context, map, ground); !taken) return taken.error();
  if (profile.kinematics) {
    const auto made = make_kinematic_rules(*profile.kinematics, ground.rules, tiles, ground.links);
    if (!made) return Error{made.error().code, fmt::format("{}: {}", context.subject(), made.error().message)};
  }
  if (rules->footprint > 1) {
    ground.positions = context.run("positions", [&] {
      SharedArray<TerrainId> plane(context.scratch(), tiles);
      std::ranges::copy(map.tiles(), plane.fill().begin());
      take_dearest(plane.fill(), map.width(), *rules);
      return plane;
    });
  }
  ground.held = {memory, ground.positions.private_bytes() + ground.edges.ids.size() * sizeof(EdgeIds)};
  if (!ground.links.empty()) note_blocked_links(context, ground.grid(map), map.links());
  return ground;
}

GroundIslands make_islands(BuildContext& context, const TileMap& map, const Ground& ground) {
  return context.run("islands", [&] {
    const bool takes_links = ground.rules.metric == Metric::grid;
    const IslandFinder finder(ground.grid(map), takes_links ? map.links() : std::span<const Link>(), context.threads());
    return GroundIslands{labels_of(finder, map.tiles().size(), context.scratch()), finder.count(), finder.passable()};
  });
}

}  // namespace portolan
