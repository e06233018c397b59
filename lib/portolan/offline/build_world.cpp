// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/build_world.hpp"

#include "portolan/grid/islands.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/offline/block_builder.hpp"
#include "portolan/offline/board_sections.hpp"
#include "portolan/offline/build_stage.hpp"
#include "portolan/offline/graph_indexes.hpp"
#include "portolan/offline/provenance.hpp"
#include "portolan/offline/region_landmark_builder.hpp"
#include "portolan/offline/waypoint_builder.hpp"
#include "portolan/regions/region_alignment.hpp"
#include "portolan/regions/region_arcs.hpp"
#include "portolan/regions/region_relays.hpp"
#include "portolan/waypoints/sight_metric.hpp"
#include "portolan/world/file_sections.hpp"
#include "portolan/world/world.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

namespace portolan {
namespace {

/// Undirected; their two directions are counted in 32 bits.
constexpr std::uint64_t kMostEdges = std::uint64_t{1} << 31;

/// The finest unit in which no path of straight segments, however winding, reaches half of kInfiniteCost, and a way of
/// four times the map's longer side still fits the 32 bits of a label.
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

/// The region graph of level 0. Views: own nothing.
struct BaseRegions {
  RegionTopologyView topology;
  ArcsView arcs;
};

class Builder {
 public:
  Builder(const TileMap& map, const Areas* areas, const BuildOptions& options)
      : map_(map), areas_(areas), options_(options) {}

  Result<WorldImage> run(std::span<const MovementProfile> profiles) {
    if (Outcome checked = check(profiles); !checked) return checked.error();
    image_.add({}, MapInfoSection{{static_cast<std::uint32_t>(map_.width()), static_cast<std::uint32_t>(map_.height()),
                                   static_cast<std::uint32_t>(map_.palette().size()),
                                   static_cast<std::uint32_t>(profiles.size())}});
    image_.add({}, map_tables());
    for (std::uint32_t i = 0; i < profiles.size(); ++i) {
      if (Outcome added = add_profile(profiles[i], i); !added) return added.error();
    }
    if (areas_ != nullptr) add_areas();
    image_.add({}, BasicStrings<Owned>{std::move(strings_)});
    add_provenance(image_, options_, notes_);
    return std::move(image_);
  }

 private:
  [[nodiscard]] static Outcome check(std::span<const MovementProfile> profiles) {
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
    return Success{};
  }

  BasicMapTables<Owned> map_tables() {
    BasicMapTables<Owned> tables;
    for (const Terrain& terrain : map_.palette()) {
      tables.terrain_names.push_back({text(terrain.name), terrain.default_cost, 0});
    }
    tables.terrain.assign(map_.tiles().begin(), map_.tiles().end());
    const FloorStack& floors = map_.floors();
    if (floors.count != 1) {
      tables.floors.push_back(
          {static_cast<std::uint32_t>(floors.count), static_cast<std::uint32_t>(floors.height), floors.between, 0});
    }
    for (const Link& link : map_.links()) {
      tables.links.push_back({link.from.x, link.from.y, link.to.x, link.to.y, link.cost, text(link.name),
                              static_cast<std::uint32_t>(link.direction), 0});
    }
    return tables;
  }

  void add_areas() {
    add_board(image_, areas_->board, options_, notes_);
    image_.add<BasicAreas<Owned>>({}, *areas_);
  }

  /// Arcs of a region level that may be made.
  [[nodiscard]] std::uint64_t most_arcs() const { return std::min(kMaxLevelArcs, room() / kBytesPerArcMade); }

  template <class Work>
  auto stage(std::string_view name, Work&& work) {
    return run_stage(options_, name, work);
  }

  /// Bytes that may still be had. An eighth of all is for what allocation itself takes, and the threads.
  [[nodiscard]] std::uint64_t room() const {
    const std::uint64_t planned = options_.memory - options_.memory / 8;
    return planned - std::min(planned, taken());
  }
  [[nodiscard]] bool affordable(std::uint64_t more) const { return more <= room(); }
  /// By the map, the sections so far and what is made beside them.
  [[nodiscard]] std::uint64_t taken() const { return map_.tiles().size() + image_.payload() + besides_; }

  Outcome add_profile(const MovementProfile& profile, std::uint32_t number) {
    const SectionOwner owner{number};
    const std::uint64_t tiles = map_.tiles().size();
    besides_ = 0;
    // Labels of islands and the rows of the union-find weigh most here.
    if (!affordable(tiles * 10)) {
      return Error{ErrorCode::limit, fmt::format("profile '{}' needs about {} bytes, more than --memory {}",
                                                 profile.name, taken() + tiles * 10, options_.memory)};
    }
    const auto made = make_move_rules(profile, map_);
    if (!made) return made.error();
    const MoveRules rules = *made;
    if (!links_fit(rules, tiles, map_.links())) {
      return Error{
          ErrorCode::limit,
          fmt::format("profile '{}': links cost too much to add up exactly on a map of {} tiles", profile.name, tiles)};
    }
    const FloorStack& floors = map_.floors();
    if (floors.count > 1 && rules.cost[floors.between] != 0) {
      return Error{ErrorCode::usage,
                   fmt::format("profile '{}': terrain '{}' must be impassable", profile.name, kBetweenFloors)};
    }
    const LinkTable links = links_of(rules, profile.name);
    std::vector<TerrainId> positions;
    if (rules.footprint > 1) positions = stage("positions", [&] { return dearest_terrain(map_, rules); });
    besides_ = positions.size();
    const GridView grid{rules.footprint > 1 ? std::span<const TerrainId>(positions) : map_.tiles(), map_.width(),
                        map_.height(), &rules};

    note_blocked_links(grid, links, profile.name);

    format::ProfileRecord record{};
    record.name = text(profile.name);
    record.neighbours = static_cast<std::uint32_t>(rules.neighbours);
    record.corners = static_cast<std::uint32_t>(rules.corners);
    record.footprint = static_cast<std::uint32_t>(rules.footprint);
    record.straight = rules.straight;
    record.diagonal = rules.diagonal;
    record.halving = rules.halving;
    record.least_cost = rules.least_cost;
    record.cost_unit = rules.cost_unit;
    record.metric = static_cast<std::uint32_t>(rules.metric);
    image_.add(owner, BasicTerrainCosts<Owned>{{rules.cost.begin(), rules.cost.end()}});
    add_islands(grid, owner, record);
    BaseRegions regions;
    if (Outcome added = add_regions(grid, links, profile.name, owner, record, regions); !added) return added;
    if (links.empty()) {
      if (Outcome added = add_sight(grid, profile.name, owner, record); !added) return added;
    }
    add_landmarks(regions, links, profile.name, owner);
    image_.add(owner, ProfileSection{record});
    if (rules.footprint > 1) image_.add(owner, BasicPositions<Owned>{std::move(positions)});
    return Success{};
  }

  /// The links that a mover takes. What the waypoint graph and its indexes say is void where there are some.
  LinkTable links_of(const MoveRules& rules, const std::string& name) {
    if (map_.links().empty()) return {};
    if (rules.metric == Metric::any_angle) {
      notes_.push_back(fmt::format("profile '{}': links are left out, for its metric is any_angle", name));
      return {};
    }
    notes_.push_back(fmt::format("profile '{}': no waypoint graph, for there are links: regions answer", name));
    return {map_.links(), rules};
  }

  void note_blocked_links(const GridView& grid, const LinkTable& links, const std::string& name) {
    if (links.empty()) return;
    const auto blocked = std::count_if(map_.links().begin(), map_.links().end(), [&](const Link& link) {
      return grid.cost(link.from) == 0 || grid.cost(link.to) == 0;
    });
    if (blocked != 0) {
      notes_.push_back(fmt::format("profile '{}': {} of {} links have an end where it cannot stand", name, blocked,
                                   map_.links().size()));
    }
  }

  void add_islands(const GridView& grid, SectionOwner owner, format::ProfileRecord& record) {
    Islands islands = stage("islands", [&] {
      return grid.rules->metric == Metric::grid ? label_islands(grid, map_.links()) : label_islands(grid);
    });
    record.island_count = islands.count;
    record.passable =
        islands.label.size() - static_cast<std::uint64_t>(std::count(islands.label.begin(), islands.label.end(), 0U));
    BasicIslandLabels<Owned> labels;
    if (islands.count <= 0xFF) {
      labels.small = narrowed<std::uint8_t>(islands.label);
    } else if (islands.count <= 0xFFFF) {
      labels.narrow = narrowed<std::uint16_t>(islands.label);
    } else {
      labels.wide = std::move(islands.label);
    }
    image_.add(owner, std::move(labels));
  }

  template <class T>
  static std::vector<T> narrowed(const std::vector<std::uint32_t>& values) {
    std::vector<T> result(values.size());
    std::transform(values.begin(), values.end(), result.begin(), [](std::uint32_t v) { return static_cast<T>(v); });
    return result;
  }

  /// `base` becomes what was added, in the memory of the image.
  Outcome add_regions(const GridView& grid, const LinkTable& links, const std::string& name, SectionOwner owner,
                      format::ProfileRecord& record, BaseRegions& base) {
    const RegionAlignment alignment = stage("alignment", [&] { return align_regions(grid, options_.threads); });
    // A level is held in 64-bit weights, 10 bytes an arc, and copied once, 5 or more bytes an arc, while it is joined;
    // so it is while relays are chosen. Members of open ground and of streets have about 8 arcs.
    constexpr std::uint64_t kTransientFactor = 3;
    constexpr std::uint64_t kTypicalBytesPerMember = std::uint64_t{15} * 8;
    const auto too_large = [&](std::uint64_t bytes) {
      return Error{ErrorCode::limit,
                   fmt::format("the regions of profile '{}' need about {} bytes, more than --memory {}", name,
                               taken() + bytes, options_.memory)};
    };
    const auto too_many = [&](const std::length_error& error) {
      return Error{ErrorCode::limit,
                   fmt::format("profile '{}': {}, for --memory {}", name, error.what(), options_.memory)};
    };
    const std::uint64_t least = alignment.crossings * kTypicalBytesPerMember;
    if (!affordable(least)) return too_large(least);
    RegionTopology topology;
    try {
      topology = stage("portals", [&] {
        return choose_relays(grid, alignment.layout, links.link_ends(), options_.threads, widest_simd(), most_arcs());
      });
    } catch (const std::length_error& error) {
      return too_many(error);
    }
    if (topology.level.empty()) return Success{};
    RegionTopologyView view = topology.view();
    view.link_ends = links.link_ends();
    const Tile shift = alignment.layout.shift();
    if (shift != Tile{}) {
      notes_.push_back(fmt::format("profile '{}': regions shifted by {},{}: {} crossings of their lines instead of {}",
                                   name, shift.x, shift.y, alignment.crossings, alignment.unshifted));
    }
    if (view.levels < view.layout.levels()) {
      notes_.push_back(fmt::format("profile '{}': {} of {} region levels, for a region above has more than {} members",
                                   name, view.levels, view.layout.levels(), kMaxRegionMembers));
    }
    const std::uint64_t held_before = besides_;
    const auto note_levels = [&](int level) {
      notes_.push_back(
          fmt::format("profile '{}': {} of {} region levels, for lack of memory", name, level, view.levels));
    };
    for (const LevelTopology& level : topology.level) besides_ += section_bytes(level);
    std::uint64_t expected = view.level[0].members.size() * kTypicalBytesPerMember;
    if (!affordable(expected)) return too_large(expected);
    std::vector<LevelArcs> arcs;
    for (int level = 0; level < view.levels; ++level) {
      if (level != 0 && !affordable(expected)) {
        note_levels(level);
        break;
      }
      try {
        arcs.push_back(stage(fmt::format("regions {}", kRegionSide << level), [&] {
          return level == 0
                     ? customise_base(grid, view, options_.threads, widest_simd(), most_arcs())
                     : customise_level(view, level, arcs.back().view(), options_.threads, widest_simd(), most_arcs());
        }));
      } catch (const std::length_error& error) {
        if (level == 0) return too_many(error);
        note_levels(level);
        break;
      }
      besides_ += section_bytes(arcs.back());
      expected = section_bytes(arcs.back()) * kTransientFactor;
    }
    besides_ = held_before;
    record.region_levels = static_cast<std::uint32_t>(arcs.size());
    base = {view, arcs[0].view()};
    image_.add(owner, BasicRegionNodes<Owned>{shift, std::move(topology.tiles)});
    for (std::uint32_t level = 0; level < arcs.size(); ++level) {
      image_.add({owner.profile, level}, std::move(topology.level[level]));
      image_.add({owner.profile, level}, std::move(arcs[level]));
    }
    return Success{};
  }

  /// Bounds for the searches of the region tier, where no index spares them: links and prices that differ, large maps.
  void add_landmarks(const BaseRegions& regions, const LinkTable& links, const std::string& name, SectionOwner owner) {
    if (regions.topology.levels == 0 || image_.contains(SectionKind::ch_rank, owner) ||
        image_.contains(SectionKind::label_first, owner)) {
      return;
    }
    if (!affordable(region_landmark_memory(regions.topology))) {
      notes_.push_back(fmt::format("profile '{}': no landmarks, for lack of memory", name));
      return;
    }
    image_.add(owner,
               stage("landmarks", [&] { return choose_region_landmarks(regions.topology, regions.arcs, links); }));
  }

  /// The plane of straight movement, and the waypoint graph where all passable terrain has one price. Left out, with a
  /// note, where the graph would not fit the memory: the region tier still answers.
  Outcome add_sight(const GridView& grid, const std::string& name, SectionOwner owner, format::ProfileRecord& record) {
    const MoveRules& rules = *grid.rules;
    const bool any_angle = rules.metric == Metric::any_angle;
    auto metric = sight_metric(rules);
    const bool one_price = std::all_of(grid.terrain.begin(), grid.terrain.end(), [&](TerrainId id) {
      return rules.cost[id] == 0 || rules.cost[id] == rules.least_cost;
    });
    const bool wants_graph = metric && one_price;
    if (!any_angle && !wants_graph) return Success{};
    if (any_angle) {
      const std::optional<std::uint32_t> bits = finest_fraction_bits(grid);
      if (!bits) {
        return Error{ErrorCode::limit, fmt::format("profile '{}': costs too large to add up exactly", name)};
      }
      record.fraction_bits = metric->fraction_bits = *bits;
    }
    const SightPlanes planes = stage("sight planes", [&] {
      return rules.footprint == 0 ? SightPlanes::for_point(grid) : SightPlanes::for_square(grid);
    });
    besides_ += planes.squares().words().size_bytes() + planes.vertices().words().size_bytes();
    const bool has_graph = wants_graph && add_waypoint_graph(planes.space(), *metric, name, owner, record);
    if (!any_angle && !has_graph) return Success{};
    const auto words = [](const BitGrid& bits) {
      return std::vector<std::uint64_t>(bits.words().begin(), bits.words().end());
    };
    BasicSightWords<Owned> held{words(planes.squares()), {}};
    if (rules.footprint != 0) held.vertices = words(planes.vertices());
    image_.add(owner, std::move(held));
    return Success{};
  }

  bool add_waypoint_graph(const SightSpace& space, const SightMetric& metric, const std::string& name,
                          SectionOwner owner, format::ProfileRecord& record) {
    auto graph = stage("sight edges", [&] {
      return build_waypoint_graph(
          space, {.metric = metric, .threads = options_.threads, .max_edges = kMostEdges, .memory = room()});
    });
    if (!graph) {
      notes_.push_back(fmt::format("profile '{}': no waypoint graph: {}", name, graph.error().message));
      return false;
    }
    besides_ += section_bytes(*graph);
    if (metric.norm == Norm::euclidean) record.fraction_bits = graph->metric.fraction_bits;
    add_indexes(space, graph->view(), name, owner, record.passable);
    besides_ -= section_bytes(*graph);
    image_.add(owner, std::move(*graph));
    return true;
  }

  [[nodiscard]] IndexBudget index_budget(const WaypointGraphView& waypoints, std::uint64_t passable,
                                         const std::string& name) const {
    constexpr std::uint64_t kGridBytes = 100;
    constexpr std::uint64_t kAnyAngleBytes = 200;
    const std::uint64_t room = this->room();
    const bool any_angle = waypoints.metric.norm == Norm::euclidean;
    const std::uint64_t modest = passable * options_.index_bytes.value_or(any_angle ? kAnyAngleBytes : kGridBytes);
    return {.bytes = options_.indexes ? room : std::min(room, modest),
            .memory = room,
            .unit = "passable tile",
            .units = passable,
            .notes_of = fmt::format("profile '{}': ", name)};
  }

  void add_indexes(const SightSpace& space, const WaypointGraphView& waypoints, const std::string& name,
                   SectionOwner owner, std::uint64_t passable) {
    const CsrGraph graph{waypoints.first, waypoints.target, waypoints.weight};
    const IndexBudget budget = index_budget(waypoints, passable, name);
    // On corner graphs the order by contraction makes labels up to twice as large as that by trees.
    const HubOrder order =
        sampled_trees_fit(graph.size(), budget.memory) ? HubOrder::sampled_trees : hub_order_for(graph);
    GraphIndexes made = make_graph_indexes(graph, order, budget, options_, notes_);
    if (made.labels) {
      const std::uint64_t label_bytes = section_bytes(*made.labels);
      if (made.hierarchy) besides_ += section_bytes(*made.hierarchy);
      const bool wants_blocks = !options_.indexes || options_.indexes->contains(IndexKind::blocks);
      const std::uint64_t block_bytes =
          wants_blocks ? add_blocks(space, waypoints, made.labels->view(), label_bytes, budget, owner) : 0;
      if (made.hierarchy) besides_ -= section_bytes(*made.hierarchy);
      note_choice(budget, block_bytes != 0 ? "blocks" : "labels", label_bytes + block_bytes);
      image_.add(owner, std::move(*made.labels));
    }
    if (made.hierarchy) {
      note_choice(budget, "ch", section_bytes(*made.hierarchy));
      image_.add(owner, std::move(*made.hierarchy));
    }
  }

  /// Nobody needs to be told what was asked for.
  void note_choice(const IndexBudget& budget, std::string_view kind, std::uint64_t bytes) {
    if (!options_.indexes) notes_.push_back(budget.choice(kind, bytes));
  }

  /// Returns the bytes they take; 0 if they are left out.
  std::uint64_t add_blocks(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                           std::uint64_t label_bytes, const IndexBudget& budget, SectionOwner owner) {
    const std::uint64_t memory = room() - std::min(room(), label_bytes);
    const std::uint64_t max_bytes = budget.bytes - std::min(budget.bytes, label_bytes);
    auto blocks = stage("block labels", [&] {
      return build_block_labels(space, graph, labels,
                                {.threads = options_.threads, .max_bytes = max_bytes, .memory = memory});
    });
    if (!blocks) {
      notes_.push_back(
          budget.left_out("block labels", fmt::format("{}; {}", blocks.error().message, budget.allowed())));
      return 0;
    }
    if (blocks->held < blocks->positions) {
      notes_.push_back(fmt::format("{}block labels for {:.1f} % of the positions, hub labels for the others",
                                   budget.notes_of,
                                   100 * static_cast<double>(blocks->held) / static_cast<double>(blocks->positions)));
    }
    const std::uint64_t bytes = section_bytes(*blocks);
    image_.add(owner, std::move(*blocks));
    return bytes;
  }

  format::TextRef text(std::string_view text) {
    const format::TextRef ref{static_cast<std::uint32_t>(strings_.size()), static_cast<std::uint32_t>(text.size())};
    strings_.insert(strings_.end(), text.begin(), text.end());
    return ref;
  }

  const TileMap& map_;
  const Areas* areas_;  ///< nullptr: none
  const BuildOptions& options_;
  WorldImage image_;
  std::vector<char> strings_;
  std::vector<std::string> notes_;
  std::uint64_t besides_ = 0;  ///< bytes of what is made for a profile and is no section yet
};

}  // namespace

Result<WorldImage> build_world(const TileMap& map, std::span<const MovementProfile> profiles,
                               const BuildOptions& options) {
  return Builder(map, nullptr, options).run(profiles);
}

Result<WorldImage> build_world(const TileMap& map, std::span<const MovementProfile> profiles, const Areas& areas,
                               const BuildOptions& options) {
  return Builder(map, &areas, options).run(profiles);
}

}  // namespace portolan
