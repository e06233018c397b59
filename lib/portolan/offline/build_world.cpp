// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/build_world.hpp"

#include "portolan/offline/board_stage.hpp"
#include "portolan/offline/dead_end_builder.hpp"
#include "portolan/offline/dead_end_marks.hpp"
#include "portolan/offline/ground_stage.hpp"
#include "portolan/offline/planned_image.hpp"
#include "portolan/offline/region_parts.hpp"
#include "portolan/offline/region_stage.hpp"
#include "portolan/offline/sight_stage.hpp"
#include "portolan/world/file_sections.hpp"
#include "portolan/world/world.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

Outcome check(std::span<const MovementProfile> profiles, const BuildOptions& options) {
  if (profiles.empty() || profiles.size() > format::kMaxProfiles) {
    return Error{ErrorCode::usage,
                 fmt::format("{} profiles: a world has 1 to {}", profiles.size(), format::kMaxProfiles)};
  }
  std::set<std::string_view> names;
  for (const MovementProfile& profile : profiles) {
    if (!names.insert(profile.name).second) {
      return Error{ErrorCode::usage, "two profiles are called '" + profile.name + "'"};
    }
  }
  if (options.cell_level < kLeastCellLevel || options.cell_level > kMostCellLevel) {
    return Error{ErrorCode::usage, fmt::format("cells of level {}: must be from {} to {}", options.cell_level,
                                               kLeastCellLevel, kMostCellLevel)};
  }
  if (options.crew != nullptr && options.work_folder.empty()) {
    return Error{ErrorCode::usage, "a crew needs a work folder"};
  }
  for (const auto& [name, shift] : options.shifts) {
    if (!RegionLayout::is_shift(shift))
      return Error{ErrorCode::usage, fmt::format("a shift of {},{} for profile '{}'", shift.x, shift.y, name)};
  }
  return Success{};
}

std::optional<Tile> pinned_shift(const BuildOptions& options, const MovementProfile& profile) {
  const auto pinned = options.shifts.find(profile.name);
  return pinned == options.shifts.end() ? std::nullopt : std::optional(pinned->second);
}

BasicSightWords<Owned> sight_words(const SightPlanes& planes, const MoveRules& rules) {
  const auto words = [](const BitGrid& bits) {
    return std::vector<std::uint64_t>(bits.words().begin(), bits.words().end());
  };
  BasicSightWords<Owned> held{words(planes.squares()), {}};
  if (rules.footprint != 0) held.vertices = words(planes.vertices());
  return held;
}

format::ProfileRecord record_of(const MoveRules& rules, const GroundIslands& islands) {
  format::ProfileRecord record{};
  record.neighbours = static_cast<std::uint32_t>(rules.neighbours);
  record.corners = static_cast<std::uint32_t>(rules.corners);
  record.footprint = static_cast<std::uint32_t>(rules.footprint);
  record.straight = rules.straight;
  record.diagonal = rules.diagonal;
  record.halving = rules.halving;
  record.least_cost = rules.least_cost;
  record.cost_unit = rules.cost_unit;
  record.metric = static_cast<std::uint32_t>(rules.metric);
  record.island_count = islands.count;
  record.passable = islands.passable;
  return record;
}

format::KinematicsRecord record_of(const Kinematics& kinematics) {
  const Ratio none{0, 0};
  const Ratio backward = kinematics.backward.value_or(none);
  const Ratio sideways = kinematics.sideways.value_or(none);
  return {static_cast<std::uint32_t>(kinematics.headings),
          static_cast<std::uint32_t>(kinematics.width),
          static_cast<std::uint32_t>(kinematics.length),
          kinematics.turn,
          backward.numerator,
          backward.denominator,
          sideways.numerator,
          sideways.denominator,
          kinematics.radius,
          static_cast<std::uint32_t>(kinematics.sweep)};
}

/// Terrain that lies row by row, as world files have it: the same array where that is no other.
SharedArray<TerrainId> in_strips(const Scratch& scratch, const SharedArray<TerrainId>& rows, std::int32_t width) {
  if (width <= kStripWidth) return rows;
  const TerrainPlane plane = TerrainPlane::in_rows({rows.data(), rows.size()}, width);
  SharedArray<TerrainId> strips(scratch, strip_bytes(plane.width(), plane.height()));
  write_strips(plane, strips.fill());
  return strips;
}

/// Puts what the stages make into the sections of a file, in their order.
class WorldBuilder {
 public:
  /// `areas`: those over the map; nullptr: none.
  WorldBuilder(const BuildOptions& options, const Areas* areas)
      : options_(options), areas_(areas), context_(options), image_(context_.memory()) {}

  Outcome add_map(const TileMap& map, std::span<const MovementProfile> profiles) {
    context_.plan_arrays(map.tiles().size());
    // The sections have a copy of the tiles.
    const bool copied = map.width() > kStripWidth;
    const HeldBytes tiles(context_.memory(), copied ? map.shared_tiles().private_bytes() : 0);
    image_.add({}, MapInfoSection{{static_cast<std::uint32_t>(map.width()), static_cast<std::uint32_t>(map.height()),
                                   static_cast<std::uint32_t>(map.palette().size()),
                                   static_cast<std::uint32_t>(profiles.size())}});
    image_.add({}, map_tables(map));
    for (std::uint32_t i = 0; i < profiles.size(); ++i) {
      context_.set_subject(fmt::format("profile '{}'", profiles[i].name));
      if (Outcome added = add_profile(map, profiles[i], {i}); !added) return added;
    }
    context_.set_subject({});
    return Success{};
  }

  Outcome add_areas() {
    const Board& board = areas_->board;
    const DeadEndMarks marked = marked_nodes(board.view());
    if (areas_->by_sight()) {
      if (Outcome sound = check_marks(board.view(), marked); !sound) return sound;
    }
    add_board(image_, board, make_board_tools(context_, board, marked, options_));
    image_.add<BasicAreas<Owned>>({}, *areas_);
    return Success{};
  }

  WorldImage finish() {
    if (!options_.work_folder.empty()) {
      if (const auto folder = PartFolder::open(options_.work_folder)) folder->remove_all_but(context_.parts());
    }
    image_.add({}, BasicStrings<Owned>{std::move(strings_)});
    image_.add({}, make_provenance(options_.source, options_.memory, options_, context_.notes()));
    return image_.take();
  }

 private:
  BasicMapTables<Shared> map_tables(const TileMap& map) {
    BasicMapTables<Shared> tables;
    std::vector<format::TerrainRecord> names;
    for (const Terrain& terrain : map.palette()) names.push_back({text(terrain.name), terrain.default_cost, 0});
    tables.terrain_names = std::move(names);
    if (std::ranges::any_of(map.palette(), [](const Terrain& terrain) { return terrain.colour.has_value(); })) {
      std::vector<std::uint32_t> colours;
      for (const Terrain& terrain : map.palette()) colours.push_back(terrain.colour.value_or(format::kNoColour));
      tables.colours = std::move(colours);
    }
    tables.terrain = in_strips(context_.scratch(), map.shared_tiles(), map.width());
    EdgePlane plane = edge_plane(map);
    tables.edge_costs = std::move(plane.costs);
    tables.edges = std::move(plane.ids);
    const FloorStack& floors = map.floors();
    if (floors.count != 1) {
      tables.floors = std::vector<format::FloorRecord>{
          {static_cast<std::uint32_t>(floors.count), static_cast<std::uint32_t>(floors.height), floors.between, 0}};
    }
    if (map.origin() != Tile{}) tables.origin = std::vector{map.origin()};
    std::vector<format::LinkRecord> links;
    for (const Link& link : map.links()) {
      links.push_back({link.from.x, link.from.y, link.to.x, link.to.y, link.cost, text(link.name),
                       static_cast<std::uint32_t>(link.direction), 0});
    }
    tables.links = std::move(links);
    return tables;
  }

  Outcome add_profile(const TileMap& map, const MovementProfile& profile, SectionOwner owner) {
    auto ground = make_ground(context_, map, profile);
    if (!ground) return ground.error();
    const MoveRules& rules = ground->rules;
    const GridView grid = ground->grid(map);
    GroundIslands islands = make_islands(context_, map, *ground);
    format::ProfileRecord record = record_of(rules, islands);
    record.name = text(profile.name);
    image_.add(owner, BasicTerrainCosts<Owned>{{rules.cost.begin(), rules.cost.end()}});
    image_.add(owner, std::move(islands.labels));

    auto regions = make_regions(context_, grid, ground->links, owner.profile, pinned_shift(options_, profile));
    if (!regions) return regions.error();
    record.region_levels = static_cast<std::uint32_t>(regions->levels.size());
    RegionTopologyView topology = regions->view();
    topology.link_ends = ground->links.link_ends();
    {
      const HeldBytes held(context_.memory(), private_bytes_of(*regions));
      if (Outcome added = add_dead_ends(grid, topology, ground->links, owner); !added) return added;
    }
    add_regions(*std::move(regions), owner);

    auto made = make_sight(context_, grid, ground->links, islands.passable, options_);
    if (!made) return made.error();
    std::optional<Sight> sight = *std::move(made);
    const bool has_index = sight && (sight->indexes.labels || sight->indexes.hierarchy);
    if (sight) {
      record.fraction_bits = sight->fraction_bits;
      add_sight(*sight, rules, owner);
    }
    if (!has_index && grid.edges == nullptr)
      image_.add_if(owner, make_region_landmarks(context_, topology, ground->links));
    image_.add(owner, ProfileSection{record});
    if (profile.kinematics) image_.add(owner, KinematicsSection{record_of(*profile.kinematics)});
    if (rules.footprint > 1) {
      image_.add(owner, BasicPositions<Shared>{in_strips(context_.scratch(), ground->positions, map.width())});
    }
    if (rules.footprint > 1 && grid.edges != nullptr)
      image_.add(owner, BasicPositionEdges<Owned>{std::move(ground->edges.ids)});
    return Success{};
  }

  /// Those of the first profile hang off what its areas are marked with, too; marked waypoints are of the board alone.
  Outcome add_dead_ends(const GridView& grid, const RegionTopologyView& topology, const LinkTable& links,
                        SectionOwner owner) {
    const bool has_areas = areas_ != nullptr && !areas_->by_sight() && owner.profile == 0;
    const DeadEndMarks marked =
        has_areas ? marked_positions(grid, areas_->board.view(), areas_->tiles.view()) : DeadEndMarks();
    if (options_.dead_ends == DeadEndRule::left_out && marked.empty()) return Success{};
    std::vector<Tile> nodes(topology.tiles.begin(), topology.tiles.end());
    const auto gates = gates_of_marks(grid, links, marked);
    if (!gates) return gates.error();
    nodes.insert(nodes.end(), gates->begin(), gates->end());
    std::ranges::sort(nodes, row_by_row);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    image_.add_if(owner, make_dead_ends(context_, dead_end_memory(grid.terrain.size(), nodes.size()),
                                        [&] { return find_dead_ends(grid, nodes, links, marked); }));
    return Success{};
  }

  static std::uint64_t private_bytes_of(const RegionArrays& regions) {
    std::uint64_t bytes = regions.tiles.private_bytes();
    for (const auto& level : regions.levels) bytes += private_bytes(level);
    return bytes;
  }

  void add_regions(RegionArrays regions, SectionOwner owner) {
    if (regions.levels.empty()) return;
    image_.add(owner, BasicRegionNodes<Shared>{regions.layout.shift(), std::move(regions.tiles)});
    for (std::uint32_t level = 0; level < regions.levels.size(); ++level) {
      image_.add({owner.profile, level}, std::move(regions.levels[level]));
    }
  }

  /// Leaves the planes, which stay in memory as long as the profile is at work.
  void add_sight(Sight& sight, const MoveRules& rules, SectionOwner owner) {
    const bool has_graph = sight.graph.has_value();
    image_.add_if(owner, std::move(sight.indexes.blocks));
    image_.add_if(owner, std::move(sight.indexes.labels));
    image_.add_if(owner, std::move(sight.indexes.hierarchy));
    image_.add_if(owner, std::move(sight.indexes.landmarks));
    image_.add_if(owner, std::move(sight.indexes.levels));
    image_.add_if(owner, std::move(sight.indexes.cells));
    image_.add_if(owner, std::move(sight.graph));
    if (has_graph || rules.metric == Metric::any_angle) image_.add(owner, sight_words(sight.planes, rules));
  }

  format::TextRef text(std::string_view text) {
    const format::TextRef ref{static_cast<std::uint32_t>(strings_.size()), static_cast<std::uint32_t>(text.size())};
    strings_.insert(strings_.end(), text.begin(), text.end());
    return ref;
  }

  const BuildOptions& options_;
  const Areas* areas_;
  BuildContext context_;
  PlannedImage image_;
  std::vector<char> strings_;
};

Result<WorldImage> build(const TileMap& map, std::span<const MovementProfile> profiles, const Areas* areas,
                         const BuildOptions& options) {
  if (Outcome checked = check(profiles, options); !checked) return checked.error();
  WorldBuilder builder(options, areas);
  try {
    if (Outcome added = builder.add_map(map, profiles); !added) return added.error();
    if (areas != nullptr) {
      if (Outcome added = builder.add_areas(); !added) return added.error();
    }
  } catch (const std::system_error& error) {
    return Error{ErrorCode::io, error.what()};
  }
  return builder.finish();
}

Outcome help(const TileMap& map, std::span<const MovementProfile> profiles, const BuildOptions& options,
             CellSource& source) {
  BuildContext context(options);
  context.plan_arrays(map.tiles().size());
  const HeldBytes tiles(context.memory(), map.shared_tiles().private_bytes());
  for (std::uint32_t i = 0; i < profiles.size(); ++i) {
    context.set_subject(fmt::format("profile '{}'", profiles[i].name));
    const auto ground = make_ground(context, map, profiles[i]);
    if (!ground) return ground.error();
    if (Outcome helped = help_regions(context, ground->grid(map), ground->links, i, source); !helped) return helped;
  }
  return Success{};
}

}  // namespace

Outcome help_build(const TileMap& map, std::span<const MovementProfile> profiles, const BuildOptions& options,
                   CellSource& source) {
  if (Outcome checked = check(profiles, options); !checked) return checked;
  if (options.work_folder.empty()) return Error{ErrorCode::usage, "helping needs a work folder"};
  try {
    return help(map, profiles, options, source);
  } catch (const std::system_error& error) {
    return Error{ErrorCode::io, error.what()};
  }
}

Result<WorldImage> build_world(const TileMap& map, std::span<const MovementProfile> profiles,
                               const BuildOptions& options) {
  return build(map, profiles, nullptr, options);
}

Result<WorldImage> build_world(const TileMap& map, std::span<const MovementProfile> profiles, const Areas& areas,
                               const BuildOptions& options) {
  return build(map, profiles, &areas, options);
}

}  // namespace portolan
