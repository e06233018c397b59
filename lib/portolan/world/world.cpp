// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/world.hpp"

#include "portolan/core/utf8.hpp"
#include "portolan/grid/kinematic_rules.hpp"
#include "portolan/world/areas_loader.hpp"
#include "portolan/world/board_loader.hpp"
#include "portolan/world/file_sections.hpp"
#include "portolan/world/section_loader.hpp"
#include "portolan/world/section_name.hpp"
#include "portolan/world/sight_loader.hpp"
#include "portolan/world/world_data.hpp"

#include <algorithm>
#include <cstring>

namespace portolan {

using format::SectionKind;

double ProfileView::tiles_per_unit() const noexcept {
  if (rules.metric == Metric::grid) return rules.tiles_per_unit();
  const std::uint32_t bits = sight ? sight->fraction_bits : 20;
  return static_cast<double>(rules.cost_unit) / kCostScale / static_cast<double>(std::uint64_t{1} << bits);
}

double ProfileView::in_tiles(Cost cost) const noexcept {
  if (rules.metric != Metric::grid) return static_cast<double>(cost) * tiles_per_unit();
  // One division of whole numbers, rounded once.
  const std::uint64_t tile = std::uint64_t{rules.straight} * (rules.halving == 1 ? 1 : 2) * kCostScale;
  return static_cast<double>(cost) * static_cast<double>(rules.cost_unit) / static_cast<double>(tile);
}

namespace {

TerrainPlane plane_of(std::span<const TerrainId> strips, const format::MapInfo& map) noexcept {
  return TerrainPlane::in_strips(strips, static_cast<std::int32_t>(map.width), static_cast<std::int32_t>(map.height));
}

/// Reads the sections of an already checked frame; every message names the file.
class WorldLoader {
 public:
  WorldLoader(const SectionTable& table, std::string name) : table_(table), name_(std::move(name)) {}

  [[nodiscard]] Error corrupt(const std::string& reason) const { return {ErrorCode::corrupt, name_ + ": " + reason}; }
  /// The sections of a view, which must be there.
  template <class View, class... Counts>
  [[nodiscard]] Result<View> sections(SectionOwner owner, const Counts&... counts) const {
    auto view = load_sections<View>(table_, owner, counts...);
    if (!view) return corrupt(view.error().message);
    return view;
  }

  [[nodiscard]] Result<format::MapInfo> map_info() const {
    const auto section = sections<MapInfoSection>({});
    if (!section) return section.error();
    const format::MapInfo info = section->record;
    if (info.width < 1 || info.height < 1 || info.width > kMaxSide || info.height > kMaxSide)
      return corrupt("bad map size");
    const std::uint64_t bytes =
        strip_bytes(static_cast<std::int32_t>(info.width), static_cast<std::int32_t>(info.height));
    if (static_cast<std::size_t>(bytes) != bytes) return corrupt("more tiles than this machine can number");
    if (info.terrain_count < 1 || info.terrain_count > kMaxTerrains) return corrupt("bad number of terrains");
    if (info.profile_count < 1 || info.profile_count > format::kMaxProfiles) return corrupt("bad number of profiles");
    return info;
  }

  [[nodiscard]] Result<std::string_view> text(format::TextRef ref) const {
    const auto section = sections<BasicStrings<Viewed>>({});
    if (!section) return section.error();
    const auto strings = section->elements;
    if (ref.offset > strings.size() || ref.size > strings.size() - ref.offset || ref.size == 0 || ref.size > 255) {
      return corrupt("a name lies outside the strings");
    }
    const std::string_view name(strings.data() + ref.offset, ref.size);
    if (!is_name(name)) return corrupt("the name " + in_quotes(name) + " is not " + std::string(kNameRule));
    return name;
  }

  [[nodiscard]] Result<std::vector<Terrain>> palette(std::span<const format::TerrainRecord> records) const {
    std::vector<Terrain> palette;
    for (const auto& record : records) {
      const auto name = text(record.name);
      if (!name) return name.error();
      if (record.default_cost > kMaxTerrainCost) return corrupt("a terrain costs too much");
      palette.push_back({std::string(*name), record.default_cost});
    }
    return palette;
  }

  [[nodiscard]] Result<FloorStack> floors(const format::MapInfo& info,
                                          std::span<const format::FloorRecord> records) const {
    const auto height = static_cast<std::int32_t>(info.height);
    if (records.empty()) return FloorStack{.height = height};
    const format::FloorRecord& record = records.front();
    const bool sound = record.count >= 1 && record.height >= 1 && record.count <= info.height &&
                       record.height <= info.height && record.between < info.terrain_count;
    const FloorStack floors{static_cast<std::int32_t>(record.count), static_cast<std::int32_t>(record.height),
                            static_cast<std::uint8_t>(record.between)};
    if (!sound || floors.rows() != height) return corrupt("floors that do not fit the map");
    return floors;
  }

  [[nodiscard]] Result<std::vector<Link>> links(std::span<const format::LinkRecord> records, std::int32_t width,
                                                const FloorStack& floors) const {
    std::vector<Link> links;
    for (const format::LinkRecord& record : records) {
      Link link{.from = {record.from_x, record.from_y}, .to = {record.to_x, record.to_y}, .cost = record.cost};
      if (record.name.size != 0) {
        const auto name = text(record.name);
        if (!name) return name.error();
        link.name = *name;
      }
      if (record.direction > 1) return corrupt("a link leads neither one way nor both");
      link.direction = static_cast<LinkDirection>(record.direction);
      const std::string fault = link_fault(link, width, floors);
      if (!fault.empty()) return corrupt("link " + std::to_string(links.size()) + ": " + fault);
      links.push_back(std::move(link));
    }
    return links;
  }

  /// The moves of the map as they are stored; what the classes say is for verify.
  [[nodiscard]] Outcome moves(World::Data& data, const BasicMapTables<Viewed>& tables) const {
    data.edges = tables.edges;
    data.edge_costs = tables.edge_costs;
    if (data.edges.size() >= kNoNode) return corrupt("moves on a map of too many tiles");
    if (data.edge_costs.size() > kMaxMoveCosts) return corrupt("too many costs of moves");
    std::uint64_t last = 0;
    for (const std::uint64_t cost : data.edge_costs) {
      if (cost <= last || cost > kMaxMoveCost) return corrupt("the costs of moves are not ascending, or too large");
      last = cost;
    }
    return Success{};
  }

  /// What moves cost a profile, whose rules learn of the dearest.
  [[nodiscard]] Outcome take_moves(ProfileView& view, std::uint32_t profile, const World::Data& data) const {
    if (data.edges.empty()) return Success{};
    std::span<const EdgeIds> ids = data.edges;
    if (view.rules.footprint > 1) {
      const auto positions = sections<BasicPositionEdges<Viewed>>({profile}, data.edges.size());
      if (!positions) return positions.error();
      ids = positions->elements;
    }
    view.edges = edge_costs(ids, data.edge_costs, view.rules);
    view.rules.dearest_move = dearest_edge(view.edges);
    if (!costs_fit(view.rules, ids.size()))
      return corrupt("moves cost too much for the rules of profile " + std::to_string(profile));
    return Success{};
  }

  [[nodiscard]] Result<MoveRules> rules(const format::ProfileRecord& record, std::uint32_t profile,
                                        std::uint64_t positions) const {
    const auto costs = sections<BasicTerrainCosts<Viewed>>({profile}, std::size_t{256});
    if (!costs) return costs.error();
    if ((record.neighbours != 4 && record.neighbours != 8) || record.corners > 2 || record.metric > 1 ||
        (record.footprint == 0 && record.metric == 0) || record.footprint > kMaxFootprint ||
        !fault_of({record.straight, record.diagonal}).empty() || record.halving > 1 || record.least_cost == 0 ||
        record.cost_unit == 0 || record.cost_unit > kMaxTerrainCost ||
        (record.metric == 1 && (record.neighbours != 8 || record.corners != 0))) {
      return corrupt("bad movement rules of profile " + std::to_string(profile));
    }
    MoveRules rules;
    rules.neighbours = static_cast<Neighbours>(record.neighbours);
    rules.corners = static_cast<CornerRule>(record.corners);
    rules.metric = static_cast<Metric>(record.metric);
    rules.footprint = static_cast<std::int32_t>(record.footprint);
    rules.straight = record.straight;
    rules.diagonal = record.diagonal;
    rules.halving = record.halving;
    rules.least_cost = record.least_cost;
    rules.cost_unit = record.cost_unit;
    std::copy(costs->elements.begin(), costs->elements.end(), rules.cost.begin());
    const std::uint32_t dearest = *std::max_element(rules.cost.begin(), rules.cost.end());
    // Halving is exact for sums of odd costs only.
    const bool odd = std::all_of(rules.cost.begin(), rules.cost.end(),
                                 [](std::uint32_t cost) { return cost == 0 || cost % 2 == 1; });
    if ((rules.halving == 1 && !odd) || rules.cost[kNoTerrain] != 0 || dearest > kMaxTerrainCost / rules.cost_unit ||
        !costs_fit(rules, positions) || (dearest != 0 && rules.least_cost > dearest)) {
      return corrupt("bad terrain costs of profile " + std::to_string(profile));
    }
    if (declared_steps(rules) && (rules.neighbours != Neighbours::eight || rules.metric != Metric::grid)) {
      return corrupt("bad costs of steps of profile " + std::to_string(profile));
    }
    return rules;
  }

  /// None of a mover without headings.
  [[nodiscard]] Result<std::optional<Kinematics>> kinematics(std::uint32_t profile, const MoveRules& rules,
                                                             std::uint64_t positions, const LinkTable& links) const {
    const auto section = load_group<KinematicsSection>(table_, {profile});
    if (!section) return corrupt(section.error().message);
    if (!*section) return std::optional<Kinematics>();
    const format::KinematicsRecord& record = (*section)->record;
    const auto bad = [&](const std::string& fault) {
      return corrupt("bad kinematics of profile " + std::to_string(profile) + ": " + fault);
    };
    if (record.headings != 4 && record.headings != 8) return bad("headings");
    if (record.sweep > 1) return bad("sweep");
    const auto factor = [](std::uint32_t numerator, std::uint32_t denominator) {
      return numerator == 0 && denominator == 0 ? std::nullopt : std::optional(Ratio{numerator, denominator});
    };
    const auto side = [](std::uint32_t tiles) { return tiles > kMaxBody ? 0 : static_cast<std::int32_t>(tiles); };
    const Kinematics kinematics{.headings = static_cast<Headings>(record.headings),
                                .width = side(record.width),
                                .length = side(record.length),
                                .turn = record.turn,
                                .backward = factor(record.backward_numerator, record.backward_denominator),
                                .sideways = factor(record.sideways_numerator, record.sideways_denominator),
                                .radius = record.radius,
                                .sweep = static_cast<Sweep>(record.sweep)};
    const auto made = make_kinematic_rules(kinematics, rules, positions, links);
    if (!made) return bad(made.error().message);
    return std::optional(kinematics);
  }

  /// The region tier; absent (0 levels) where the map is a single region or the build left it out.
  [[nodiscard]] Result<RegionTierView> regions(const format::ProfileRecord& record, std::uint32_t profile,
                                               const GridView& grid, std::span<const Tile> link_ends) const {
    const std::string of_profile = " of profile " + std::to_string(profile);
    RegionTierView tier;
    tier.topology.layout = RegionLayout(grid.width, grid.height);
    if (record.region_levels == 0 && !link_ends.empty()) return corrupt("links without region levels" + of_profile);
    if (record.region_levels == 0) return tier;
    const auto nodes = sections<BasicRegionNodes<Viewed>>({profile});
    if (!nodes) return nodes.error();
    if (!RegionLayout::is_shift(nodes->shift)) {
      return corrupt(section_text(SectionKind::region_shift, {profile}) + " is wrong");
    }
    const RegionLayout layout(grid.width, grid.height, nodes->shift);
    tier.topology.layout = layout;
    const int most = link_ends.empty() ? layout.levels() : std::max(1, layout.levels());
    if (record.region_levels > static_cast<std::uint32_t>(most)) return corrupt("too many region levels" + of_profile);
    tier.topology.levels = static_cast<int>(record.region_levels);
    if (nodes->tiles.size() >= kNoPlace - 2) return corrupt("too many portals" + of_profile);
    tier.topology.tiles = nodes->tiles;
    const auto landmarks = load_group<RegionLandmarks>(table_, {profile}, nodes->tiles.size());
    if (!landmarks) return corrupt(landmarks.error().message);
    if (*landmarks) tier.landmarks = **landmarks;
    if (tier.landmarks.shift > kMaxLandmarkShift) {
      return corrupt(section_text(SectionKind::landmark_shift, {profile}) + " is wrong");
    }
    std::size_t below = nodes->tiles.size();
    for (std::uint32_t level = 0; level < record.region_levels; ++level) {
      const SectionOwner owner{profile, level};
      auto made = sections<RegionLevelView>(owner, layout.regions(static_cast<int>(level)));
      if (!made) return made.error();
      const std::size_t here = made->places.size();
      if (here > below || (level == 0 && here != below)) {
        return corrupt("the nodes of region level " + std::to_string(level) + of_profile + " are too many or too few");
      }
      made->nodes = static_cast<std::uint32_t>(here);
      below = here;
      tier.topology.level[level] = *made;
    }
    return tier;
  }

  [[nodiscard]] Result<ProfileView> profile(std::uint32_t number, const World::Data& data) const {
    const std::span<const Link> links = data.links;
    const auto section = sections<ProfileSection>({number});
    if (!section) return section.error();
    const format::ProfileRecord& record = section->record;
    const std::size_t tiles = data.terrain.size();
    ProfileView view;
    const auto name = text(record.name);
    if (!name) return name.error();
    view.name = *name;
    const auto read_rules = rules(record, number, tiles);
    if (!read_rules) return read_rules.error();
    view.rules = *read_rules;
    view.grid = {.terrain = data.terrain};
    if (view.rules.footprint > 1) {
      const auto positions = sections<BasicPositions<Viewed>>({number}, strip_bytes_of(data.info));
      if (!positions) return positions.error();
      view.grid.terrain = plane_of(positions->elements, data.info);
    }
    if (Outcome taken = take_moves(view, number, data); !taken) return taken.error();
    const auto islands = sections<IslandsView>({number}, tiles);
    if (!islands) return islands.error();
    view.islands = *islands;
    view.island_count = record.island_count;
    view.passable = record.passable;
    if (view.rules.metric == Metric::grid && !links.empty()) {
      if (!links_fit(view.rules, tiles, links))
        return corrupt("links cost too much for the rules of profile " + std::to_string(number));
      view.links = LinkTable(links, view.rules);
    }
    const auto read_kinematics = kinematics(number, view.rules, tiles, view.links);
    if (!read_kinematics) return read_kinematics.error();
    view.kinematics = *read_kinematics;
    const auto dead_ends = load_group<DeadEndsView>(table_, {number}, tiles);
    if (!dead_ends) return corrupt(dead_ends.error().message);
    if (*dead_ends) view.dead_ends = **dead_ends;
    if (*dead_ends && (view.dead_ends.empty() || view.dead_ends.size() >= tiles)) {
      return corrupt("too few or too many dead ends of profile " + std::to_string(number));
    }
    const auto tier = regions(record, number, view.grid, view.links.link_ends());
    if (!tier) return tier.error();
    view.regions = *tier;
    const auto sight = load_sight(table_, {number}, record, view);
    if (!sight) return corrupt(sight.error().message);
    view.sight = *sight;
    if (view.sight && view.sight->graph && !view.edges.ids.empty())
      return corrupt("moves beside a waypoint graph, which knows none");
    if (view.sight && view.sight->blocks && !view.links.empty())
      return corrupt("links beside block labels, which know none");
    return view;
  }

 private:
  const SectionTable& table_;
  std::string name_;
};

}  // namespace

Outcome World::load_map(Data& data, const std::string& name) {
  const WorldLoader loader(*data.table, name);
  const auto info = loader.map_info();
  if (!info) return info.error();
  data.info = *info;
  const auto tables = loader.sections<BasicMapTables<Viewed>>({}, *info);
  if (!tables) return tables.error();
  data.terrain = plane_of(tables->terrain, *info);
  auto palette = loader.palette(tables->terrain_names);
  if (!palette) return palette.error();
  data.palette = std::move(*palette);
  for (std::size_t id = 0; id < tables->colours.size(); ++id) {
    if (tables->colours[id] <= 0xFF'FFFF) data.palette[id].colour = tables->colours[id];
  }
  const auto floors = loader.floors(*info, tables->floors);
  if (!floors) return floors.error();
  data.floors = *floors;
  if (!tables->origin.empty()) data.origin = tables->origin.front();
  const auto too_far = [](std::int32_t value) { return value < -kMaxOrigin || value > kMaxOrigin; };
  if (too_far(data.origin.x) || too_far(data.origin.y))
    return Error{ErrorCode::corrupt, name + ": an origin too far out"};
  auto links = loader.links(tables->links, static_cast<std::int32_t>(info->width), data.floors);
  if (!links) return links.error();
  data.links = std::move(*links);
  if (Outcome taken = loader.moves(data, *tables); !taken) return taken;
  for (std::uint32_t number = 0; number < info->profile_count; ++number) {
    auto profile = loader.profile(number, data);
    if (!profile) return profile.error();
    data.profiles.push_back(std::move(*profile));
  }
  const bool raises = std::ranges::any_of(
      data.profiles, [&](const ProfileView& profile) { return notch_cost(profile.rules, data.palette.size()) != 0; });
  for (ProfileView& profile : data.profiles) {
    if (raises && notch_cost(profile.rules, data.palette.size()) == 0)
      ignore_notches(profile.rules, data.palette.size());
    profile.terrains = data.palette.size();
    profile.grid.rules = &profile.rules;
    if (!profile.edges.ids.empty()) profile.grid.edges = &profile.edges;
    profile.regions.topology.link_ends = profile.links.link_ends();
  }
  return Success{};
}

Result<World> World::load(std::shared_ptr<Data> data, const std::string& name) {
  data->name = name;
  auto table = SectionTable::read(data->bytes, name);
  if (!table) return table.error();
  data->table = *table;
  auto graph = load_board(*data->table);
  if (!graph) return Error{ErrorCode::corrupt, name + ": " + graph.error().message};
  data->board = *graph;
  const bool has_map = data->table->find(SectionKind::map_info, {}) != nullptr;
  if (has_map || !data->board) {
    if (Outcome loaded = load_map(*data, name); !loaded) return loaded.error();
  }
  const auto drawn = load_areas(*data->table, data->info, data->board ? &data->board->graph : nullptr);
  if (!drawn) return Error{ErrorCode::corrupt, name + ": " + drawn.error().message};
  data->areas = *drawn;
  // Tools read it and may do without.
  if (const auto text = load_sections<BasicProvenance<Viewed>>(*data->table, {})) {
    data->provenance = std::string_view(text->elements.data(), text->elements.size());
  }
  return World(std::move(data));
}

Result<World> World::open(const std::filesystem::path& path, FileAccess access) {
  auto mapping = access == FileAccess::mapped ? Mapping::open(path) : Mapping::copy(path);
  if (!mapping) return mapping.error();
  auto data = std::make_shared<Data>();
  data->mapping = std::move(*mapping);
  data->bytes = data->mapping->bytes();
  // Loading looks at a few bytes of each section. What queries touch next to each other they also need.
  data->mapping->set_read_ahead(os::ReadAhead::off);
  auto world = load(data, path.string());
  data->mapping->set_read_ahead(os::ReadAhead::on);
  return world;
}

Result<World> World::view(std::span<const std::byte> bytes) {
  auto data = std::make_shared<Data>();
  data->bytes = bytes;
  return load(std::move(data), "world in memory");
}

std::int32_t World::width() const noexcept {
  return static_cast<std::int32_t>(data_->info.width);
}
std::int32_t World::height() const noexcept {
  return static_cast<std::int32_t>(data_->info.height);
}
TerrainPlane World::terrain() const noexcept {
  return data_->terrain;
}
std::span<const Terrain> World::palette() const noexcept {
  return data_->palette;
}
std::span<const ProfileView> World::profiles() const noexcept {
  return data_->profiles;
}
Tile World::origin() const noexcept {
  return data_->origin;
}

const FloorStack& World::floors() const noexcept {
  return data_->floors;
}
std::span<const Link> World::links() const noexcept {
  return data_->links;
}
std::span<const EdgeIds> World::edges() const noexcept {
  return data_->edges;
}
std::span<const std::uint64_t> World::edge_costs() const noexcept {
  return data_->edge_costs;
}
std::string_view World::provenance() const noexcept {
  return data_->provenance;
}
std::span<const format::SectionEntry> World::sections() const noexcept {
  return data_->table->entries();
}
std::span<const std::byte> World::bytes() const noexcept {
  return data_->bytes;
}

std::uint64_t World::checksum() const noexcept {
  // Worlds that were opened have a whole header.
  format::FileHeader header;
  std::memcpy(&header, bytes().data(), sizeof(header));
  return header.checksum;
}

const std::optional<BoardTierView>& World::board() const noexcept {
  return data_->board;
}

const std::optional<AreasView>& World::areas() const noexcept {
  return data_->areas;
}

std::optional<std::size_t> World::find_profile(std::string_view name) const noexcept {
  for (std::size_t i = 0; i < data_->profiles.size(); ++i) {
    if (data_->profiles[i].name == name) return i;
  }
  return {};
}

MovementProfile World::declared_profile(std::size_t profile) const {
  const ProfileView& view = data_->profiles[profile];
  MovementProfile declared;
  declared.name = view.name;
  declared.neighbours = view.rules.neighbours;
  declared.corners = view.rules.corners;
  declared.footprint = view.rules.footprint;
  declared.metric = view.rules.metric;
  declared.steps = declared_steps(view.rules);
  declared.kinematics = view.kinematics;
  for (std::size_t id = 0; id < data_->palette.size(); ++id) {
    declared.prices.push_back({data_->palette[id].name, view.rules.cost[id] * view.rules.cost_unit});
  }
  declared.notch = notch_cost(view.rules, data_->palette.size()) * view.rules.cost_unit;
  return declared;
}

std::size_t World::notches() const noexcept {
  const std::size_t terrains = data_->palette.size();
  const bool any = std::ranges::any_of(data_->profiles,
                                       [&](const ProfileView& view) { return notch_cost(view.rules, terrains) != 0; });
  return any ? notches_over(terrains) : 0;
}

Result<TileMap> World::map() const {
  if (data_->profiles.empty()) return Error{ErrorCode::usage, data_->name + ": the world has no tile map"};
  auto map = TileMap::create(width(), height(), data_->palette, data_->terrain.copy(bounds()));
  if (!map) return Error{ErrorCode::corrupt, data_->name + ": " + map.error().message};
  if (Outcome set = map->set_links(data_->links); !set) return set.error();
  if (Outcome set = map->set_floors(data_->floors); !set) {
    return Error{ErrorCode::corrupt, data_->name + ": " + set.error().message};
  }
  if (Outcome set = map->set_origin(data_->origin); !set) return set.error();
  if (Outcome set = map->set_moves(moves_of(data_->edges, data_->edge_costs, width())); !set) {
    return Error{ErrorCode::corrupt, data_->name + ": " + set.error().message};
  }
  return map;
}

}  // namespace portolan
