// SPDX-License-Identifier: BSL-1.0
#include "view/map_page.hpp"

#include "drawing/terrain_colour.hpp"
#include "drawing/tint.hpp"
#include "map/area_colour.hpp"
#include "map/corridor_report.hpp"
#include "map/placements.hpp"
#include "map/terrain_report.hpp"
#include "portolan/waypoints/waypoint_links.hpp"
#include "view/areas.hpp"
#include "view/ends.hpp"
#include "view/even_sample.hpp"
#include "view/explain.hpp"
#include "view/links.hpp"
#include "view/picture.hpp"
#include "view/shapes.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// Largest sides of what may be asked for at once, in tiles.
constexpr std::int32_t kMaxShapeSide = kMaxSide;
constexpr std::int32_t kMaxEditSide = 256;
constexpr std::int32_t kMaxRefresh = 64;
/// Fifths of a tile by which smoothed paths may be rounded.
constexpr std::int32_t kSmoothCurve = 5;
/// How much of the terrain an area drawn over it hides.
constexpr std::uint8_t kAreaAlpha = 44;
/// Over tiles whose terrain is not that of the file.
constexpr Colour kEdited{196, 30, 150, 120};
/// How far from the mouse a waypoint is looked for.
constexpr std::int32_t kReach = 8;

bool has_waypoints(const ProfileView& profile) {
  return profile.sight && profile.sight->graph && is_well_formed(profile.sight->space, *profile.sight->graph);
}

/// Whether there is more to ask than for paths that are not proven to be the best.
bool wants_bound(const ProfileView& profile) {
  return profile.rules.metric == Metric::any_angle && !has_waypoints(profile) && profile.edges.ids.empty();
}

/// Whether the profile's paths are those of its body.
bool has_body(const ProfileView& profile) {
  return profile.kinematics.has_value();
}

Json tiers_of(const ProfileView& profile) {
  if (has_body(profile)) return Json::array({kPlaced});
  Json tiers = Json::array();
  for (const std::string_view name :
       {"auto", "local", "regions", "waypoints", "ch", "labels", "blocks", "jump", "astar"}) {
    if (parse_tier(name, profile)) tiers.push_back(name);
  }
  if (wants_bound(profile)) tiers.push_back(kBounded);
  return tiers;
}

/// What a tile costs, in tiles; 0: impassable.
double cost_of(const MoveRules& rules, TerrainId terrain) {
  return static_cast<double>(rules.cost[terrain]) * rules.cost_unit / kCostScale;
}

std::string hex(Colour c) {
  return fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b);
}

Point waypoint_on_map(const SightTierView& sight, WaypointId id) {
  return to_map(sight.space.contact, to_point(sight.graph->points[id]));
}

/// Calls visit(WaypointId) for the waypoints in an area, row by row.
template <class Visit>
void for_each_waypoint(const SightTierView& sight, const Rect& area, Visit&& visit) {
  const std::int32_t last = std::min(area.max.y, sight.space.height);
  for (std::int32_t y = std::max(area.min.y, 0); y <= last; ++y) {
    const WaypointRange range = waypoints_on_line(*sight.graph, y, area.min.x, area.max.x);
    for (WaypointId id = range.begin; id < range.end; ++id) visit(id);
  }
}

/// A waypoint and where its sight edges lead.
Json sight_edges(const SightTierView& sight, const LinkTable& table, WaypointId id) {
  EvenSample<Point> sample(MapPage::kMaxShapes);
  const WaypointGraphView& graph = *sight.graph;
  const WaypointLinks links(graph, &table);
  const std::size_t end = std::min<std::size_t>(graph.first[id + 1], graph.target.size());
  for (std::size_t arc = graph.first[id]; arc < end; ++arc) {
    const WaypointId to = graph.target[arc];
    if (to < graph.size() && !links.is_link(id, to)) sample.offer(arc, waypoint_on_map(sight, to));
  }
  Json edges = Json::array();
  for (const auto& [arc, target] : sample.kept()) add_point(edges, target);
  Json place = Json::array();
  add_point(place, waypoint_on_map(sight, id));
  return {{"at", place}, {"edges", edges}, {"of", sample.offered()}};
}

/// The waypoint nearest to a point, within kReach tiles along both axes.
std::optional<WaypointId> nearest_waypoint(const SightTierView& sight, Point p) {
  const Tile tile = tile_at(p);
  const Rect around{{tile.x - kReach, tile.y - kReach}, {tile.x + kReach, tile.y + kReach}};
  std::optional<WaypointId> nearest;
  std::int64_t least = 0;
  for_each_waypoint(sight, around, [&](WaypointId id) {
    const Point at = waypoint_on_map(sight, id);
    const std::int64_t dx = at.x - p.x;
    const std::int64_t dy = at.y - p.y;
    if (!nearest || dx * dx + dy * dy < least) {
      nearest = id;
      least = dx * dx + dy * dy;
    }
  });
  return nearest;
}

std::size_t read_profile(ParameterReader& read, const World& world) {
  return static_cast<std::size_t>(read.number("profile", 0, static_cast<std::int32_t>(world.profiles().size()) - 1));
}

End read_end(ParameterReader& read, const std::string& name, const World& world, const ProfileView& profile) {
  const auto end = parse_end_on_map(read.text(name), world, profile);
  if (!end) read.refuse(fmt::format("{}: {}", name, end.error().message));
  return end ? *end : Tile{};
}

/// `any` if it is not given.
Heading read_heading(ParameterReader& read, const ViewRequest& request, const std::string& name,
                     const ProfileView& profile) {
  if (!request.parameters.contains(name)) return Heading::any;
  const auto heading = parse_heading(profile, read.text(name), name);
  if (!heading) read.refuse(heading.error().message);
  return heading ? *heading : Heading::any;
}

}  // namespace

Result<std::unique_ptr<MapPage>> MapPage::open(const World& world, std::string name,
                                               std::unique_ptr<const CrowdReplay> replay) {
  auto map = world.map();
  if (!map) return map.error();
  return std::unique_ptr<MapPage>(new MapPage(world, std::move(name), std::move(*map), std::move(replay)));
}

MapPage::MapPage(World world, std::string name, TileMap map, std::unique_ptr<const CrowdReplay> replay)
    : world_(std::move(world)),
      name_(std::move(name)),
      replay_(std::move(replay)),
      edits_(std::make_shared<const Overlay>(world_)),
      paths_(world_, std::move(map)) {}

std::shared_ptr<const Overlay> MapPage::snapshot() const {
  const std::lock_guard lock(mutex_);
  return edits_;
}

/// An edit that fails, or for which memory does not suffice, changes nothing.
Outcome MapPage::apply(const std::function<Outcome(Overlay&)>& edit) {
  const std::lock_guard lock(mutex_);
  auto edited = std::make_shared<Overlay>(*edits_);
  const Outcome done = edit(*edited);
  if (!done) return done;
  edits_ = std::move(edited);
  paths_.use(edits_);
  ++revision_;
  return done;
}

Json MapPage::world_report() const {
  Json profiles = Json::array();
  for (const ProfileView& profile : world_.profiles()) {
    const RegionTopologyView& topology = profile.regions.topology;
    Json passable = Json::array();
    Json costs = Json::array();
    Json colours = Json::array();
    for (std::size_t id = 0; id < world_.palette().size(); ++id) {
      passable.push_back(profile.rules.cost[id] != 0);
      costs.push_back(cost_of(profile.rules, static_cast<TerrainId>(id)));
      colours.push_back(hex(terrain_colour(world_.palette()[id], profile.rules.cost[id], profile.rules.least_cost)));
    }
    profiles.push_back(
        {{"name", profile.name},
         {"metric", profile.rules.metric == Metric::grid ? "grid" : "any_angle"},
         {"footprint", profile.rules.footprint},
         {"steps", steps_report(profile.rules)},
         {"headings", profile.kinematics ? static_cast<int>(profile.kinematics->headings) : 0},
         {"body", profile.kinematics ? Json{profile.kinematics->width, profile.kinematics->length} : Json()},
         {"tiers", tiers_of(profile)},
         {"passable_tiles", profile.passable},
         {"islands", profile.island_count},
         {"dead_ends", profile.dead_ends.size()},
         {"levels", topology.levels},
         {"side", kRegionSide},
         {"shift", {topology.layout.shift().x, topology.layout.shift().y}},
         {"waypoints", has_waypoints(profile) ? profile.sight->graph->size() : 0},
         {"passable", passable},
         {"costs", costs},
         {"colours", colours}});
  }
  if (world_.areas()) {
    for (Json& profile : profiles) profile["tiers"].push_back(tier_of(world_));
  }
  return {{"kind", "map"},
          {"name", name_},
          {"width", world_.width()},
          {"height", world_.height()},
          {"terrains", terrain_report(world_)},
          {"profiles", profiles},
          {"floors", {{"count", world_.floors().count}, {"height", world_.floors().height}}},
          {"areas", areas_report(world_, kMaxShapes)},
          {"ways", ways_report(world_, kMaxShapes)},
          {"links", links_report(world_, kMaxShapes)},
          {"moves", moves_report(world_, kMaxShapes)},
          {"crowd", replay_ != nullptr}};
}

Json MapPage::nodes(std::size_t profile, int level, const Rect& area, std::size_t most) const {
  const ProfileView& view = world_.profiles()[profile];
  const RegionTopologyView& topology = view.regions.topology;
  EvenSample<Tile> sample(most);
  const std::size_t count =
      std::min<std::size_t>(topology.level[static_cast<std::size_t>(level)].nodes, topology.tiles.size());
  for (std::size_t node = 0; node < count; ++node) {
    const Tile t = topology.tiles[node];
    if (area.contains(t) && world_.bounds().contains(t)) sample.offer(key_at(t.x, t.y), t);
  }
  Json portals = Json::array();
  Json relays = Json::array();
  for (const auto& [key, t] : sample.kept()) {
    Json& list = is_portal(view.grid, topology.layout, t) ? portals : relays;
    list.push_back(t.x);
    list.push_back(t.y);
  }
  return {{"portals", portals}, {"relays", relays}, {"of", sample.offered()}};
}

Json MapPage::waypoints(std::size_t profile, const Rect& area, std::size_t most) const {
  EvenSample<Point> sample(most);
  const ProfileView& view = world_.profiles()[profile];
  if (has_waypoints(view)) {
    for_each_waypoint(*view.sight, area, [&](WaypointId id) {
      const Point p = waypoint_on_map(*view.sight, id);
      sample.offer(key_at(p.x, p.y), p);
    });
  }
  Json points = Json::array();
  for (const auto& [key, p] : sample.kept()) add_point(points, p);
  return {{"points", points}, {"of", sample.offered()}};
}

Json MapPage::borders(const Rect& area, std::size_t most) const {
  return area_borders(world_.areas() ? world_.areas()->tiles : TileAreasView(), area, most);
}

Json MapPage::at(std::size_t profile, Point p) {
  const ProfileView& view = world_.profiles()[profile];
  const Tile tile{std::clamp(tile_at(p).x, 0, world_.width() - 1), std::clamp(tile_at(p).y, 0, world_.height() - 1)};
  const TerrainId terrain = snapshot()->terrain(tile);
  const bool is_edited = terrain != world_.terrain()[tile];
  Json report{{"tile", {tile.x, tile.y}},
              {"terrain", world_.palette()[terrain].name},
              {"cost", cost_of(view.rules, terrain)},
              {"island", is_edited ? Json() : Json(view.islands.label(view.grid.index(tile)))},
              {"dead_end", Json()},
              {"area", Json()},
              {"waypoint", Json()}};
  if (!view.dead_ends.empty()) {
    const std::lock_guard lock(mutex_);
    if (const auto dead_end = paths_.dead_end(profile, tile)) {
      report["dead_end"] = {{"number", dead_end->number}, {"gate", {dead_end->gate.x, dead_end->gate.y}}};
    }
  }
  if (const auto& areas = world_.areas()) {
    const AreaId area = areas->tiles.at(tile);
    if (area < areas->anchors.size()) report["area"] = world_.board()->graph.names[area];
  }
  if (!has_waypoints(view)) return report;
  if (const auto nearest = nearest_waypoint(*view.sight, p)) {
    report["waypoint"] = sight_edges(*view.sight, view.links, *nearest);
  }
  return report;
}

Json MapPage::path(std::size_t profile, Tier tier, const End& from, const End& to, const PathStyle& style) {
  const std::lock_guard lock(mutex_);
  return paths_.path(profile, tier, from, to, style);
}

Json MapPage::corridor(std::size_t profile, const End& from, const End& to) {
  const std::lock_guard lock(mutex_);
  return paths_.corridor(profile, from, to);
}

Json MapPage::bounded(std::size_t profile, const End& from, const End& to) {
  const std::lock_guard lock(mutex_);
  return paths_.bounded(profile, from, to);
}

Json MapPage::placed(std::size_t profile, const Placement& from, const Placement& to) {
  const std::lock_guard lock(mutex_);
  return paths_.placed(profile, from, to);
}

TileMap MapPage::edited_map() {
  const std::lock_guard lock(mutex_);
  return paths_.edited_map();
}

Json MapPage::why(std::size_t profile, const End& from, const End& to) {
  if (world_.terrain().size() > kMostExplained) {
    return {{"text", "There is no path; the map is too large to say why."}, {"place", Json()}};
  }
  const std::lock_guard lock(mutex_);
  std::optional<TileMap> without;  // links that are closed
  if (!edits_->closed_links().empty()) {
    without = paths_.edited_map();
    std::vector<Link> open;
    for (LinkId id = 0; id < without->links().size(); ++id) {
      if (!std::ranges::binary_search(edits_->closed_links(), id)) open.push_back(without->links()[id]);
    }
    if (!without->set_links(std::move(open))) without.reset();
  }
  Explanation why = explain_no_path(without ? *without : paths_.edited_map(), world_.declared_profile(profile),
                                    tile_of(from), tile_of(to), world_.floors());
  if (!why.has_path && !edits_->empty()) {
    const TileMap original = *world_.map();
    const Explanation before =
        explain_no_path(original, world_.declared_profile(profile), tile_of(from), tile_of(to), world_.floors());
    if (before.has_path) why.text += " Without the edits there is one.";
  }
  if (why.has_path && has_body(world_.profiles()[profile])) {
    why.text = "The first square of the body gets there, but not the body with these headings.";
  }
  Json place;
  if (why.place) place = {why.place->x, why.place->y};
  return {{"text", why.text}, {"place", place}};
}

Json MapPage::edits(std::size_t profile) const {
  const std::lock_guard lock(mutex_);
  const RegionLayout& layout = world_.profiles()[profile].regions.topology.layout;
  Json dirty = Json::array();
  std::size_t refreshed = 0;
  for (const RefreshedRegion& region : edits_->refreshed(profile)) refreshed += region.stale ? 0 : 1;
  for (const DirtyRegion& region : edits_->dirty(profile)) {
    const bool open = std::ranges::none_of(edits_->refreshed(profile), [&](const RefreshedRegion& done) {
      return done.level == 0 && done.number == region.number && !done.stale;
    });
    const Rect area = layout.area(0, layout.region(0, region.number));
    dirty.push_back({{"area", rect_of(area)}, {"open", open}});
  }
  return {{"revision", revision_},
          {"edited", !edits_->empty()},
          {"dirty", dirty},
          {"refreshed", refreshed},
          {"closed_links", edits_->closed_links()}};
}

Result<Canvas> MapPage::picture(std::string_view layer, std::size_t profile, Tile origin, std::int32_t zoom,
                                std::int32_t width, std::int32_t height) const {
  const ProfileView& view = world_.profiles()[profile];
  if (layer == "islands") {
    return picture_of(world_.bounds(), origin, zoom, width, height, [&](Tile t) {
      const std::uint32_t island = view.islands.label(view.grid.index(t));
      return island == 0 ? Colour{0, 0, 0, 0} : tint(island);
    });
  }
  if (layer == "dead-ends") {
    const DeadEndsView& dead_ends = view.dead_ends;
    return picture_of(world_.bounds(), origin, zoom, width, height, [&](Tile t) {
      const DeadEndId number = dead_ends.empty() ? 0 : dead_ends.at(view.grid.index(t));
      return number == 0 ? Colour{0, 0, 0, 0} : tint(number);
    });
  }
  if (layer == "areas") {
    const TileAreasView areas = world_.areas() ? world_.areas()->tiles : TileAreasView();
    return picture_of(world_.bounds(), origin, zoom, width, height, [&](Tile t) {
      const AreaId area = areas.at(t);
      Colour colour = area_tint(area);
      colour.a = area == kNoArea ? 0 : kAreaAlpha;
      return colour;
    });
  }
  const std::shared_ptr<const Overlay> edits = snapshot();
  if (layer == "edited") {
    return picture_of(world_.bounds(), origin, zoom, width, height, [&](Tile t) {
      const bool edited = !edits->empty() && edits->terrain(t) != world_.terrain()[t];
      return edited ? kEdited : Colour{0, 0, 0, 0};
    });
  }
  std::array<Colour, 256> colours{};
  for (std::size_t id = 0; id < world_.palette().size(); ++id) {
    colours[id] = terrain_colour(world_.palette()[id], view.rules.cost[id], view.rules.least_cost);
  }
  if (edits->empty()) {
    return picture_of(world_.bounds(), origin, zoom, width, height,
                      [&](Tile t) { return colours[world_.terrain()[t]]; });
  }
  return picture_of(world_.bounds(), origin, zoom, width, height, [&](Tile t) { return colours[edits->terrain(t)]; });
}

ViewReply MapPage::change(const ViewRequest& request, ParameterReader& read) {
  std::function<Outcome(Overlay&)> edit;
  if (request.path == "/edit") {
    const Rect area = read.area("area", world_.bounds(), kMaxEditSide);
    const std::int32_t terrain = read.number("terrain", 0, static_cast<std::int32_t>(world_.palette().size()) - 1);
    edit = [=](Overlay& overlay) { return overlay.set_terrain(area, static_cast<TerrainId>(terrain)); };
  } else if (request.path == "/link") {
    const std::int32_t links = static_cast<std::int32_t>(world_.links().size());
    const auto link = static_cast<LinkId>(read.number("link", 0, std::max(0, links - 1)));
    const bool open = read.number("open", 0, 1) == 1;
    edit = [=](Overlay& overlay) { return open ? overlay.open_link(link) : overlay.close_link(link); };
  } else if (request.path == "/refresh") {
    const auto regions = static_cast<std::size_t>(read.number("regions", 1, kMaxRefresh));
    edit = [=](Overlay& overlay) -> Outcome {
      overlay.refresh(regions);
      return Success{};
    };
  } else {
    edit = [this](Overlay& overlay) -> Outcome {
      overlay = Overlay(world_);
      return Success{};
    };
  }
  if (!read.fault().empty()) return error_reply(400, read.fault());
  if (const Outcome done = apply(edit); !done) return error_reply(400, done.error().message);
  const std::lock_guard lock(mutex_);
  return {200, "application/json", text_of(Json{{"revision", revision_}})};
}

std::string MapPage::show(const ViewRequest& request, ParameterReader& read, ViewReply& reply) {
  if (request.path == "/world.json") return read.fault().empty() ? text_of(world_report()) : "";
  const std::size_t profile = read_profile(read, world_);
  const ProfileView& view = world_.profiles()[profile];
  if (request.path == "/picture.png") {
    const std::string layer = read.text("layer");
    const std::int32_t zoom = read.number("zoom", 0, kMaxZoom);
    const std::int32_t squares = kMaxSide / kPictureSide;
    const Tile square{read.number("x", 0, squares), read.number("y", 0, squares)};
    read.number("revision", 0, std::numeric_limits<std::int32_t>::max());
    const std::int32_t side = kPictureSide << zoom;
    if (layer != "terrain" && layer != "islands" && layer != "dead-ends" && layer != "areas" && layer != "edited")
      read.refuse("layer: expected terrain, islands, dead-ends, areas or edited");
    const auto beyond = [&](std::int32_t at, std::int32_t size) { return std::int64_t{at} * side >= size; };
    if (beyond(square.x, world_.width()) || beyond(square.y, world_.height())) read.refuse("x, y: outside the map");
    if (!read.fault().empty()) return {};
    const auto canvas = picture(layer, profile, {square.x * side, square.y * side}, zoom, kPictureSide, kPictureSide);
    const auto png = canvas ? encode_png(*canvas) : Result<std::vector<std::byte>>(canvas.error());
    if (!png) {
      reply = error_reply(500, png.error().message);
      return {};
    }
    reply.type = "image/png";
    return {reinterpret_cast<const char*>(png->data()), png->size()};
  }
  if (request.path == "/nodes.json") {
    const int levels = view.regions.topology.levels;
    const int level = read.number("level", 0, std::max(0, levels - 1));
    const Rect area = read.area("area", world_.bounds(), kMaxShapeSide);
    if (levels == 0) read.refuse("the profile has no region levels");
    return read.fault().empty() ? text_of(nodes(profile, level, area)) : "";
  }
  if (request.path == "/borders.json") {
    const Rect area = read.area("area", world_.bounds(), kMaxShapeSide);
    return read.fault().empty() ? text_of(borders(area)) : "";
  }
  if (request.path == "/waypoints.json") {
    const Rect area = read.area("area", world_.bounds(), kMaxShapeSide);
    return read.fault().empty() ? text_of(waypoints(profile, area)) : "";
  }
  if (request.path == "/at.json") {
    const double x = read.decimal("x", 0, world_.width());
    const double y = read.decimal("y", 0, world_.height());
    const Point p{static_cast<std::int32_t>(x * kSubUnits), static_cast<std::int32_t>(y * kSubUnits)};
    return read.fault().empty() ? text_of(at(profile, p)) : "";
  }
  if (request.path == "/edits.json") return read.fault().empty() ? text_of(edits(profile)) : "";
  const End from = read_end(read, "from", world_, view);
  const End to = read_end(read, "to", world_, view);
  if (request.path == "/why.json") return read.fault().empty() ? text_of(why(profile, from, to)) : "";
  const std::string tier_name = read.text("tier");
  if (world_.areas() && tier_name == tier_of(world_)) {
    return read.fault().empty() ? text_of(corridor(profile, from, to)) : "";
  }
  if (tier_name == kBounded && wants_bound(view)) {
    if (!std::holds_alternative<Tile>(from) || !std::holds_alternative<Tile>(to)) read.refuse("bounded is for tiles");
    return read.fault().empty() ? text_of(bounded(profile, from, to)) : "";
  }
  if (tier_name == kPlaced && has_body(view)) {
    const Placement start{tile_of(from), read_heading(read, request, "heading", view)};
    const Placement goal{tile_of(to), read_heading(read, request, "goal_heading", view)};
    return read.fault().empty() ? text_of(placed(profile, start, goal)) : "";
  }
  const auto tier = parse_tier(tier_name, view);
  if (!tier) read.refuse(tier.error().message);
  PathStyle style;
  if (request.parameters.contains("budget"))
    style.max_expansions =
        static_cast<std::uint64_t>(read.number("budget", 0, std::numeric_limits<std::int32_t>::max()));
  if (request.parameters.contains("ties")) {
    const auto ties = parse_ties(read.text("ties"));
    if (ties) style.ties = *ties;
    if (!ties) read.refuse(ties.error().message);
  }
  if (request.parameters.contains("width")) {
    style.smoothing = {.width = read.number("width", 0, Smoothing::kMostFifths), .curve = kSmoothCurve};
  }
  return read.fault().empty() ? text_of(path(profile, *tier, from, to, style)) : "";
}

ViewReply MapPage::play(const ViewRequest& request, ParameterReader& read) const {
  if (request.method != Method::get) return error_reply(405, "wants GET");
  std::size_t piece = 0;
  if (request.path == "/crowd.bin") {
    const auto last = static_cast<std::int32_t>(replay_->pieces()) - 1;
    piece = static_cast<std::size_t>(read.number("piece", 0, last));
  }
  if (!read.fault().empty()) return error_reply(400, read.fault());
  if (request.path == "/crowd.json") return {200, "application/json", text_of(replay_->report())};
  return {200, "application/octet-stream", replay_->piece(piece)};
}

ViewReply MapPage::answer(const ViewRequest& request) {
  static constexpr std::array<std::string_view, 9> kShown{"/world.json",   "/picture.png",    "/nodes.json",
                                                          "/borders.json", "/waypoints.json", "/at.json",
                                                          "/path.json",    "/why.json",       "/edits.json"};
  static constexpr std::array<std::string_view, 4> kChanged{"/edit", "/link", "/revert", "/refresh"};
  ParameterReader read(request.parameters);
  if (replay_ && (request.path == "/crowd.json" || request.path == "/crowd.bin")) return play(request, read);
  const bool shown = std::ranges::find(kShown, request.path) != kShown.end();
  const bool changed = std::ranges::find(kChanged, request.path) != kChanged.end();
  if (!shown && !changed) return error_reply(404, "no such page");
  if (changed != (request.method == Method::post)) return error_reply(405, changed ? "wants POST" : "wants GET");
  if (changed) return change(request, read);
  ViewReply reply;
  std::string body = show(request, read, reply);
  if (!read.fault().empty()) return error_reply(400, read.fault());
  if (reply.status == 200) reply.body = std::move(body);
  return reply;
}

}  // namespace portolan::tools
