// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/world.hpp"

#include "portolan/core/utf8.hpp"
#include "portolan/world/areas_loader.hpp"
#include "portolan/world/board_loader.hpp"
#include "portolan/world/section_group.hpp"
#include "portolan/world/section_name.hpp"
#include "portolan/world/sight_loader.hpp"
#include "portolan/world/world_data.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace portolan {

using format::SectionKind;

std::uint32_t IslandsView::label(std::size_t index) const noexcept {
  const std::byte* const at = bytes_.data() + index * element_size_;
  if (element_size_ == 1) return std::to_integer<std::uint32_t>(*at);
  std::uint32_t label = 0;
  std::memcpy(&label, at, element_size_);
  return label;
}

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

/// Reads the sections of an already checked frame; every message names the file.
class Loader {
 public:
  Loader(const SectionTable& table, std::string name) : table_(table), name_(std::move(name)) {}

  [[nodiscard]] Error corrupt(const std::string& reason) const { return {ErrorCode::corrupt, name_ + ": " + reason}; }
  [[nodiscard]] Error unfit(SectionKind kind, SectionOwner owner) const {
    return corrupt(section_text(kind, owner) + " is missing or has the wrong size");
  }

  [[nodiscard]] Result<format::MapInfo> map_info() const {
    const auto section = table_.elements<format::MapInfo>(SectionKind::map_info, {}, 1);
    if (!section) return unfit(SectionKind::map_info, {});
    const format::MapInfo info = section->front();
    if (info.width < 1 || info.height < 1 || info.width > kMaxSide || info.height > kMaxSide)
      return corrupt("bad map size");
    if (info.terrain_count < 1 || info.terrain_count > kMaxTerrains) return corrupt("bad number of terrains");
    if (info.profile_count < 1 || info.profile_count > format::kMaxProfiles) return corrupt("bad number of profiles");
    return info;
  }

  [[nodiscard]] Result<std::string_view> text(format::TextRef ref) const {
    const auto strings = table_.elements<char>(SectionKind::strings, {});
    if (!strings || ref.offset > strings->size() || ref.size > strings->size() - ref.offset || ref.size == 0 ||
        ref.size > 255) {
      return corrupt("a name lies outside the strings");
    }
    const std::string_view name(strings->data() + ref.offset, ref.size);
    if (!is_name(name)) return corrupt("the name " + in_quotes(name) + " is not " + std::string(kNameRule));
    return name;
  }

  [[nodiscard]] Result<std::vector<Terrain>> palette(std::size_t count) const {
    const auto records = table_.elements<format::TerrainRecord>(SectionKind::terrain_names, {}, count);
    if (!records) return unfit(SectionKind::terrain_names, {});
    std::vector<Terrain> palette;
    for (const auto& record : *records) {
      const auto name = text(record.name);
      if (!name) return name.error();
      if (record.default_cost > kMaxTerrainCost) return corrupt("a terrain costs too much");
      palette.push_back({std::string(*name), record.default_cost});
    }
    return palette;
  }

  [[nodiscard]] Result<FloorStack> floors(const format::MapInfo& info) const {
    const auto height = static_cast<std::int32_t>(info.height);
    if (table_.find(SectionKind::floors, {}) == nullptr) return FloorStack{.height = height};
    const auto section = table_.elements<format::FloorRecord>(SectionKind::floors, {}, 1);
    if (!section) return unfit(SectionKind::floors, {});
    const format::FloorRecord& record = section->front();
    const bool sound = record.count >= 1 && record.height >= 1 && record.count <= info.height &&
                       record.height <= info.height && record.between < info.terrain_count;
    const FloorStack floors{static_cast<std::int32_t>(record.count), static_cast<std::int32_t>(record.height),
                            static_cast<std::uint8_t>(record.between)};
    if (!sound || floors.rows() != height) return corrupt("floors that do not fit the map");
    return floors;
  }

  [[nodiscard]] Result<std::vector<Link>> links(std::int32_t width, const FloorStack& floors) const {
    std::vector<Link> links;
    if (table_.find(SectionKind::links, {}) == nullptr) return links;
    const auto records = table_.elements<format::LinkRecord>(SectionKind::links, {});
    if (!records) return unfit(SectionKind::links, {});
    for (const format::LinkRecord& record : *records) {
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

  [[nodiscard]] Result<MoveRules> rules(const format::ProfileRecord& record, std::uint32_t profile,
                                        std::uint64_t positions) const {
    const auto costs = table_.elements<std::uint32_t>(SectionKind::terrain_costs, {profile}, 256);
    if (!costs) return unfit(SectionKind::terrain_costs, {profile});
    const bool fine_root = record.straight == 5741 && record.diagonal == 8119;
    const bool coarse_root = record.straight == 985 && record.diagonal == 1393;
    if ((record.neighbours != 4 && record.neighbours != 8) || record.corners > 2 || record.metric > 1 ||
        (record.footprint == 0 && record.metric == 0) || record.footprint > kMaxFootprint ||
        !(fine_root || coarse_root) || record.halving > 1 || record.least_cost == 0 || record.cost_unit == 0 ||
        record.cost_unit > kMaxTerrainCost || (record.metric == 1 && (record.neighbours != 8 || record.corners != 0))) {
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
    std::copy(costs->begin(), costs->end(), rules.cost.begin());
    const std::uint32_t dearest = *std::max_element(rules.cost.begin(), rules.cost.end());
    // Halving is exact for sums of odd costs only.
    const bool odd = std::all_of(rules.cost.begin(), rules.cost.end(),
                                 [](std::uint32_t cost) { return cost == 0 || cost % 2 == 1; });
    if ((rules.halving == 1 && !odd) || rules.cost[kNoTerrain] != 0 || dearest > kMaxTerrainCost / rules.cost_unit ||
        !costs_fit(rules, positions) || (dearest != 0 && rules.least_cost > dearest)) {
      return corrupt("bad terrain costs of profile " + std::to_string(profile));
    }
    return rules;
  }

  /// The region tier; absent (0 levels) where the map is a single region or the build left it out.
  [[nodiscard]] Result<RegionTierView> regions(const format::ProfileRecord& record, std::uint32_t profile,
                                               const GridView& grid, std::span<const Tile> mouths) const {
    const std::string of_profile = " of profile " + std::to_string(profile);
    RegionTierView tier;
    tier.topology.layout = RegionLayout(grid.width, grid.height);
    if (record.region_levels == 0 && !mouths.empty()) return corrupt("links without region levels" + of_profile);
    if (record.region_levels == 0) return tier;
    const auto shift = table_.elements<Tile>(SectionKind::region_shift, {profile}, 1);
    if (!shift || !Rect{{0, 0}, {kRegionSide, kRegionSide}}.contains(shift->front())) {
      return corrupt(section_text(SectionKind::region_shift, {profile}) + " is missing or wrong");
    }
    const RegionLayout layout(grid.width, grid.height, shift->front());
    tier.topology.layout = layout;
    const int most = mouths.empty() ? layout.levels() : std::max(1, layout.levels());
    if (record.region_levels > static_cast<std::uint32_t>(most)) return corrupt("too many region levels" + of_profile);
    tier.topology.levels = static_cast<int>(record.region_levels);
    const auto tiles = table_.elements<Tile>(SectionKind::portals, {profile});
    if (!tiles || tiles->size() >= kNoPlace - 2) return unfit(SectionKind::portals, {profile});
    tier.topology.tiles = *tiles;
    std::span<const std::uint32_t> shift_of_landmarks;
    SectionGroup landmarks(table_, {profile});
    landmarks.take(SectionKind::region_landmarks, tier.landmarks.rows, tiles->size());
    landmarks.take(SectionKind::landmark_shift, shift_of_landmarks, 1);
    if (!landmarks.absent()) {
      if (!landmarks.complete() || shift_of_landmarks[0] > kMaxLandmarkShift) {
        return corrupt("the landmarks" + of_profile + " are incomplete or have the wrong size");
      }
      tier.landmarks.shift = shift_of_landmarks[0];
    }
    std::size_t nodes = tiles->size();
    for (std::uint32_t level = 0; level < record.region_levels; ++level) {
      const auto unfit_level = [&](std::string_view what) {
        return corrupt("the " + std::string(what) + of_profile + ", region level " + std::to_string(level) +
                       ", are missing or have the wrong size");
      };
      LevelTopologyView& topology = tier.topology.level[level];
      const SectionOwner owner{profile, level};
      const auto first =
          table_.elements<std::uint32_t>(SectionKind::region_first, owner, layout.regions(static_cast<int>(level)) + 1);
      const auto members = table_.elements<NodeId>(SectionKind::region_members, owner);
      const auto places = table_.elements<std::array<MemberIndex, 4>>(SectionKind::region_places, owner);
      if (!first || !members || !places || members->size() >= kNoPlace || places->size() > nodes ||
          (level == 0 && places->size() != nodes)) {
        return unfit_level("portals");
      }
      nodes = places->size();
      topology = {static_cast<std::uint32_t>(nodes), *first, *members, *places};

      ArcsView& arcs = tier.arcs[level];
      const auto arc_first = table_.elements<std::uint32_t>(SectionKind::arc_first, owner, members->size() + 1);
      const auto target = table_.elements<MemberIndex>(SectionKind::arc_target, owner);
      if (!arc_first || !target) {
        return unfit_level("arcs");
      }
      const auto small = table_.elements<SmallWeight>(SectionKind::arc_weight, owner, target->size());
      const auto narrow = table_.elements<std::uint32_t>(SectionKind::arc_weight, owner, target->size());
      const auto wide = table_.elements<Cost>(SectionKind::arc_weight, owner, target->size());
      if (!small && !narrow && !wide) {
        return unfit_level("weights");
      }
      arcs = {*arc_first, *target, small.value_or(std::span<const SmallWeight>()),
              narrow.value_or(std::span<const std::uint32_t>()), wide.value_or(std::span<const Cost>())};
    }
    return tier;
  }

  [[nodiscard]] Result<ProfileView> profile(std::uint32_t number, const format::MapInfo& info,
                                            std::span<const TerrainId> terrain, std::span<const Link> links) const {
    const auto section = table_.elements<format::ProfileRecord>(SectionKind::profile, {number}, 1);
    if (!section) return unfit(SectionKind::profile, {number});
    const format::ProfileRecord& record = section->front();
    const std::size_t tiles = terrain.size();
    ProfileView view;
    const auto name = text(record.name);
    if (!name) return name.error();
    view.name = *name;
    const auto read_rules = rules(record, number, tiles);
    if (!read_rules) return read_rules.error();
    view.rules = *read_rules;
    view.grid = {terrain, static_cast<std::int32_t>(info.width), static_cast<std::int32_t>(info.height), nullptr};
    if (view.rules.footprint > 1) {
      const auto positions = table_.elements<TerrainId>(SectionKind::positions, {number}, tiles);
      if (!positions) return unfit(SectionKind::positions, {number});
      view.grid.terrain = *positions;
    }
    const format::SectionEntry* const islands = table_.find(SectionKind::islands, {number});
    if (islands == nullptr || islands->size != tiles * islands->element_size ||
        (islands->element_size != 1 && islands->element_size != 2 && islands->element_size != 4)) {
      return unfit(SectionKind::islands, {number});
    }
    view.islands = IslandsView(table_.bytes_of(*islands), islands->element_size);
    view.island_count = record.island_count;
    view.passable = record.passable;
    if (view.rules.metric == Metric::grid && !links.empty()) {
      if (!links_fit(view.rules, tiles, links))
        return corrupt("links cost too much for the rules of profile " + std::to_string(number));
      view.links = LinkTable(links, view.rules);
    }
    const auto tier = regions(record, number, view.grid, view.links.mouths());
    if (!tier) return tier.error();
    view.regions = *tier;
    const auto sight = load_sight(table_, {number}, record, view);
    if (!sight) return corrupt(sight.error().message + " (profile " + std::to_string(number) + ")");
    view.sight = *sight;
    if (view.sight && !view.links.empty()) return corrupt("links beside a waypoint graph, which knows none");
    return view;
  }

 private:
  const SectionTable& table_;
  std::string name_;
};

}  // namespace

Outcome World::load_map(Data& data, const std::string& name) {
  const Loader loader(*data.table, name);
  const auto info = loader.map_info();
  if (!info) return info.error();
  data.info = *info;
  const std::size_t tiles = std::size_t{info->width} * info->height;
  const auto terrain = data.table->elements<TerrainId>(SectionKind::terrain, {}, tiles);
  if (!terrain) return loader.unfit(SectionKind::terrain, {});
  data.terrain = *terrain;
  auto palette = loader.palette(info->terrain_count);
  if (!palette) return palette.error();
  data.palette = std::move(*palette);
  const auto floors = loader.floors(*info);
  if (!floors) return floors.error();
  data.floors = *floors;
  auto links = loader.links(static_cast<std::int32_t>(info->width), data.floors);
  if (!links) return links.error();
  data.links = std::move(*links);
  for (std::uint32_t number = 0; number < info->profile_count; ++number) {
    auto profile = loader.profile(number, *info, data.terrain, data.links);
    if (!profile) return profile.error();
    data.profiles.push_back(std::move(*profile));
  }
  for (ProfileView& profile : data.profiles) {
    profile.grid.rules = &profile.rules;
    profile.regions.topology.mouths = profile.links.mouths();
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
  const std::size_t nodes = data->board ? data->board->graph.size() : 0;
  const auto drawn = load_areas(*data->table, data->info, nodes);
  if (!drawn) return Error{ErrorCode::corrupt, name + ": " + drawn.error().message};
  data->areas = *drawn;
  if (const auto text = data->table->elements<char>(SectionKind::provenance, {})) {
    data->provenance = std::string_view(text->data(), text->size());
  }
  return World(std::move(data));
}

Result<World> World::open(const std::filesystem::path& path, FileAccess access) {
  auto mapping = access == FileAccess::mapped ? Mapping::open(path) : Mapping::copy(path);
  if (!mapping) return mapping.error();
  auto data = std::make_shared<Data>();
  data->mapping = std::move(*mapping);
  data->bytes = data->mapping->bytes();
  return load(std::move(data), path.string());
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
std::span<const TerrainId> World::terrain() const noexcept {
  return data_->terrain;
}
std::span<const Terrain> World::palette() const noexcept {
  return data_->palette;
}
std::span<const ProfileView> World::profiles() const noexcept {
  return data_->profiles;
}
const FloorStack& World::floors() const noexcept {
  return data_->floors;
}
std::span<const Link> World::links() const noexcept {
  return data_->links;
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
  for (std::size_t id = 0; id < data_->palette.size(); ++id) {
    declared.prices.push_back({data_->palette[id].name, view.rules.cost[id] * view.rules.cost_unit});
  }
  return declared;
}

Result<TileMap> World::map() const {
  if (data_->profiles.empty()) return Error{ErrorCode::usage, data_->name + ": the world has no tile map"};
  auto map = TileMap::create(width(), height(), data_->palette, {data_->terrain.begin(), data_->terrain.end()});
  if (!map) return Error{ErrorCode::corrupt, data_->name + ": " + map.error().message};
  if (Outcome set = map->set_links(data_->links); !set) return set.error();
  if (Outcome set = map->set_floors(data_->floors); !set) {
    return Error{ErrorCode::corrupt, data_->name + ": " + set.error().message};
  }
  return map;
}

}  // namespace portolan
