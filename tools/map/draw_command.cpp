// SPDX-License-Identifier: BSL-1.0
// portolan draw: a world as a picture, with the coarse graph, the islands, costs to a goal, a path and what it took to
// find it.
#include "board/board_commands.hpp"
#include "commands.hpp"
#include "common.hpp"
#include "drawing/map_scale.hpp"
#include "drawing/sheet.hpp"
#include "drawing/terrain_colour.hpp"
#include "drawing/tint.hpp"
#include "map/area_layer.hpp"
#include "map/corridor.hpp"
#include "map/input_files.hpp"
#include "map/placed_drawing.hpp"
#include "map/placements.hpp"
#include "portolan/query/goal_field.hpp"
#include "portolan/waypoints/waypoint_links.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace portolan::tools {
namespace {

constexpr Colour kRegionLine{30, 60, 160, 90};
constexpr Colour kPortal{20, 70, 200, 255};
constexpr Colour kSettled{240, 120, 0, 110};
constexpr Colour kOpen{250, 210, 60, 110};
constexpr Colour kWindow{120, 0, 140, 140};
constexpr Colour kPath{210, 20, 40, 255};
constexpr Colour kEnd{255, 255, 255, 255};

constexpr Colour kGate{150, 0, 0, 255};
constexpr Colour kWall{40, 10, 10, 255};
constexpr Colour kMove{170, 90, 20, 255};
constexpr Colour kSightEdge{20, 120, 90, 60};
constexpr Colour kWaypoint{0, 110, 80, 255};

constexpr std::array<std::string_view, 8> kLayers{"areas",     "regions",   "portals", "islands",
                                                  "dead-ends", "waypoints", "sight",   "search"};

/// The colour of a share from 0 to 1 of the largest cost.
Colour heat(double share) {
  constexpr int kBands = 32;
  const int band = std::min(static_cast<int>(share * kBands), kBands - 1);
  const auto mix = [&](int near, int far) {
    return static_cast<std::uint8_t>(near + (far - near) * band / (kBands - 1));
  };
  const auto alpha = static_cast<std::uint8_t>(band % 2 == 0 ? 190 : 150);
  return {mix(255, 40), mix(200, 20), mix(40, 140), alpha};
}

/// A world being drawn, layer by layer.
class Picture {
 public:
  Picture(const World& world, const ProfileView& profile, Sheet& sheet, MapScale scale)
      : world_(world), profile_(profile), sheet_(sheet), scale_(scale) {}

  void terrain() {
    for_each_tile([&](Tile t) {
      const TerrainId id = world_.terrain()[t];
      const std::uint32_t cost = profile_.rules.cost[id];
      sheet_.fill_rect(scale_.area(t), terrain_colour(world_.palette()[id], cost, profile_.rules.least_cost));
    });
  }
  /// Edges that nobody crosses, either way or one way, and those that cost something; where the two ways differ an
  /// arrow leads the cheaper one. Maps too large for more than a pixel a tile show none.
  void moves() {
    if (world_.edges().empty() || scale_.zoom < 2) return;
    for_each_tile([&](Tile t) {
      edge(t, {t.x + 1, t.y});
      edge(t, {t.x, t.y + 1});
    });
  }
  void islands() {
    for_each_tile([&](Tile t) {
      const std::uint32_t island = profile_.islands.label(profile_.grid.index(t));
      if (island != 0) sheet_.fill_rect(scale_.area(t), tint(island));
    });
  }
  /// Tiles by their cost, row by row: from warm to cold in bands, every other one paler, so that they show how costs
  /// grow. Where there is no way the terrain stays.
  void costs(std::span<const Cost> costs) {
    Cost most = 1;
    for_each_tile([&](Tile t) {
      if (const Cost cost = costs[profile_.grid.index(t)]; cost != kInfiniteCost) most = std::max(most, cost);
    });
    for_each_tile([&](Tile t) {
      const Cost cost = costs[profile_.grid.index(t)];
      if (cost != kInfiniteCost)
        sheet_.fill_rect(scale_.area(t), heat(static_cast<double>(cost) / static_cast<double>(most)));
    });
  }
  /// Each part of a dead end in a colour of its own, and what they hang off.
  void dead_ends() {
    const DeadEndsView& all = profile_.dead_ends;
    for_each_tile([&](Tile t) {
      if (const DeadEndId number = all.at(profile_.grid.index(t)); number != 0) {
        sheet_.fill_rect(scale_.area(t), tint(number));
      }
    });
    for (const DeadEnd& end : all.ends) {
      if (end.gate >= profile_.grid.terrain.size()) continue;
      sheet_.disc(scale_.centre(profile_.grid.tile(end.gate)), std::max(1, scale_.zoom / 3), kGate);
    }
  }
  void regions() {
    const RegionLayout& layout = profile_.regions.topology.layout;
    for (std::int32_t i = 1; i < layout.columns(0); ++i) {
      const std::int32_t x = layout.area(0, {i, 0}).min.x;
      line({x, 0}, {x, world_.height() - 1});
    }
    for (std::int32_t i = 1; i < layout.rows(0); ++i) {
      const std::int32_t y = layout.area(0, {0, i}).min.y;
      line({0, y}, {world_.width() - 1, y});
    }
  }
  void portals() {
    for (const Tile t : profile_.regions.topology.tiles) {
      if (world_.bounds().contains(t)) sheet_.disc(scale_.centre(t), scale_.zoom / 4, kPortal);
    }
  }
  /// The sight edges, without the links among the arcs; of a wrong file only those that lead somewhere.
  void sight(const SightTierView& tier, const LinkTable& table) {
    if (!tier.graph || !is_well_formed(tier.space, *tier.graph)) return;
    WaypointLinks(*tier.graph, &table).for_each_sight_edge([&](WaypointId from, WaypointId to) {
      sheet_.line(pixel(tier, from), pixel(tier, to), 1, kSightEdge);
    });
  }
  void waypoints(const SightTierView& tier) {
    if (!tier.graph || !is_well_formed(tier.space, *tier.graph)) return;
    for (WaypointId id = 0; id < tier.graph->size(); ++id) {
      sheet_.disc(pixel(tier, id), std::max(1, scale_.zoom / 4), kWaypoint);
    }
  }
  /// A node that a search touched: a tile, or a waypoint.
  void searched(Tier tier, Point p, bool settled) {
    const Colour colour = settled ? kSettled : kOpen;
    if (tier == Tier::waypoints) {
      sheet_.disc(scale_.at(p), std::max(2, scale_.zoom / 3), colour);
    } else {
      sheet_.fill_rect(scale_.area(tile_at(p)), colour);
    }
  }
  void window(const Rect& window) {
    const Pixel a = scale_.centre(window.min);
    const Pixel b = scale_.centre({window.max.x - 1, window.max.y - 1});
    sheet_.line(a, {b.x, a.y}, 1, kWindow);
    sheet_.line({b.x, a.y}, b, 1, kWindow);
    sheet_.line(b, {a.x, b.y}, 1, kWindow);
    sheet_.line({a.x, b.y}, a, 1, kWindow);
  }
  /// What a path is drawn upon where the ground may have its colour.
  void casing(std::span<const Point> line) {
    const std::int32_t thickness = std::max(2, scale_.zoom / 3);
    for (std::size_t i = 1; i < line.size(); ++i)
      sheet_.line(scale_.at(line[i - 1]), scale_.at(line[i]), thickness + 4, kEnd);
  }
  /// A line through points, with dots at its turns.
  void path(std::span<const Point> line, std::span<const Point> turns) {
    const std::int32_t thickness = std::max(2, scale_.zoom / 3);
    for (std::size_t i = 1; i < line.size(); ++i) {
      sheet_.line(scale_.at(line[i - 1]), scale_.at(line[i]), thickness, kPath);
    }
    for (const Point p : turns) sheet_.disc(scale_.at(p), thickness, kPath);
    for (const Point p : {line.front(), line.back()}) {
      sheet_.disc(scale_.at(p), 2 * thickness + 1, kPath);
      sheet_.disc(scale_.at(p), thickness, kEnd);
    }
  }

 private:
  template <class Visit>
  void for_each_tile(Visit&& visit) {
    for (std::int32_t y = 0; y < world_.height(); y += scale_.thin) {
      for (std::int32_t x = 0; x < world_.width(); x += scale_.thin) visit(Tile{x, y});
    }
  }
  [[nodiscard]] Pixel pixel(const SightTierView& tier, WaypointId id) const {
    return scale_.at(to_map(tier.space.contact, to_point(tier.graph->points[id])));
  }
  /// Between a tile and the one to the right or below.
  void edge(Tile a, Tile b) {
    if (!world_.bounds().contains(b)) return;
    const bool upright = b.x > a.x;
    const EdgeId forth = world_.edges()[profile_.grid.index(a)][upright ? 2 : 3];
    const EdgeId back = world_.edges()[profile_.grid.index(b)][upright ? 1 : 0];
    if (forth == 0 && back == 0) return;
    const Rect area = scale_.area(b);
    const Colour colour = std::max(forth, back) == kBlockedEdge ? kWall : kMove;
    const Pixel corner{area.min.x, area.min.y};
    const Pixel end = upright ? Pixel{corner.x, area.max.y} : Pixel{area.max.x, corner.y};
    sheet_.line(corner, end, std::max(1, scale_.zoom / 5), colour);
    if (forth == back || scale_.zoom < 4) return;
    const Pixel head = scale_.centre(forth < back ? b : a);
    sheet_.line(scale_.centre(a), scale_.centre(b), 1, colour);
    sheet_.disc(head, std::max(1, scale_.zoom / 6), colour);
  }
  void line(Tile a, Tile b) { sheet_.line(scale_.centre(a), scale_.centre(b), 1, kRegionLine); }

  const World& world_;
  const ProfileView& profile_;
  Sheet& sheet_;
  MapScale scale_;
};

std::vector<Point> centres(std::span<const Tile> tiles) {
  std::vector<Point> points;
  for (const Tile tile : tiles) points.push_back(centre_of(tile));
  return points;
}

/// Colours tiles by what it costs to come to a goal; returns the exit code.
int draw_field(const DrawArguments& arguments, const World& world, std::size_t profile, Picture& picture) {
  const ProfileView& view = world.profiles()[profile];
  const auto end = parse_end(arguments.field, view, world.floors());
  if (!end) return fail("--field: " + end.error().message);
  const Tile* const goal = std::get_if<Tile>(&*end);
  if (goal == nullptr) return fail("--field: the goal is a tile, two whole numbers");
  if (const Outcome inside = check_inside(world, *end, world.floors()); !inside)
    return fail("--field: " + inside.error().message);
  DistanceArena arena(view.grid.terrain.size() / (kBlockSide * kBlockSide) * 2 + 64);
  GoalField field(world, profile, arena);
  if (const Answer aimed = field.aim(*goal); aimed.status != Status::found) {
    fmt::print(stderr, "portolan: no costs: {} ({})\n", to_string(aimed.status), to_string(aimed.why));
    return kNegative;
  }
  std::vector<Cost> costs(view.grid.terrain.size(), kInfiniteCost);
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const Answer answer = field.cost({view.grid.tile(i)});
    if (answer.status == Status::corrupt) return fail(arguments.world + ": the file contradicts itself");
    if (answer.status == Status::found) costs[i] = answer.cost;
  }
  picture.costs(costs);
  return kDone;
}

enum class SearchLayer { hidden, shown };

/// Finds the path that the arguments ask for and draws it; returns the exit code.
int draw_path(const DrawArguments& arguments, const World& world, std::size_t profile, SearchLayer layer,
              Picture& picture) {
  const ProfileView& view = world.profiles()[profile];
  const auto tier = parse_tier(arguments.tier, view);
  if (!tier) return fail(tier.error().message);
  const auto from = parse_end(arguments.path[0], view, world.floors());
  if (!from) return fail(from.error().message);
  const auto to = parse_end(arguments.path[1], view, world.floors());
  if (!to) return fail(to.error().message);
  for (const End& end : {*from, *to}) {
    if (const Outcome inside = check_inside(world, end, world.floors()); !inside)
      return fail("--path: " + inside.error().message);
  }
  PathQuery query(world, profile, *tier == Tier::astar ? Baseline::with : Baseline::without);
  Path path(query.room());
  const PathResult result = find_between(query, *from, *to, {.tier = *tier}, path);
  if (layer == SearchLayer::shown) {
    query.visit_search([&](Point p, bool settled) { picture.searched(result.tier, p, settled); });
  }
  if (result.status != Status::found) {
    fmt::print(stderr, "portolan: no path: {} ({})\n", to_string(result.status), to_string(result.why));
    return kNegative;
  }
  if (!path.points().empty()) {
    picture.path(path.points(), path.points());
    return kDone;
  }
  const std::vector<Point> turns = centres(path.waypoints());
  LegWalker walker(world, profile);
  const Walk walked = walk(walker, path);
  if (walked.tiles.empty()) return fail(arguments.world + ": the file contradicts itself");
  if (layer == SearchLayer::shown) {
    for (const Rect& window : walked.windows) picture.window(window);
  }
  picture.path(centres(walked.tiles), turns);
  return kDone;
}

/// Whether what is asked of bodies can be drawn for a profile; nullptr: for a board.
Outcome check_body_options(const DrawArguments& arguments, const ProfileView* profile) {
  const char* const option = body_option_of(arguments);
  if (option == nullptr) return Success{};
  if (arguments.path.empty()) return Error{ErrorCode::usage, fmt::format("{}: belongs to --path", option)};
  if (profile != nullptr && profile->kinematics) return Success{};
  return Error{ErrorCode::usage, fmt::format("{}: only for profiles with headings", option)};
}

/// Finds and draws the path of a mover with a body; returns the exit code.
int draw_path_of_body(const DrawArguments& arguments, const World& world, std::size_t profile, SearchLayer layer,
                      MapScale scale, Sheet& sheet, Picture& picture) {
  if (layer == SearchLayer::shown) return fail("--show search: not for profiles with headings");
  const auto found = find_placed(arguments, world, profile);
  if (!found) return fail(found.error().message);
  if (found->placements.empty()) return found->code;
  picture.path(found->line(), {});
  draw_bodies(*found, scale, sheet);
  return found->code;
}

/// Where a path that keeps to areas leads. Empty if there is none.
struct CorridorFound {
  int code = kDone;
  std::vector<NodeId> areas;
  std::vector<Tile> tiles;
};

/// Nothing where the arguments do not ask for such a path.
Result<std::optional<CorridorFound>> find_corridor(const DrawArguments& arguments, const World& world,
                                                   const TileMap& map) {
  if (arguments.path.empty()) return std::optional<CorridorFound>();
  const CorridorArguments request{arguments.path[0], arguments.path[1], arguments.tier, arguments.profile};
  if (!wants_corridor(request, world)) return std::optional<CorridorFound>();
  if (const char* const option = body_option_of(arguments)) {
    return Error{ErrorCode::usage, fmt::format("{}: not for paths over areas, waypoints or boards", option)};
  }
  const auto profile = check_corridor(request, world);
  if (!profile) return profile.error();
  CorridorQuery query(world, *profile);
  std::vector<Tile> ends;
  for (const std::string_view end : {request.from, request.to}) {
    const auto place = parse_place(end, world, query);
    if (!place) return Error{ErrorCode::usage, "--path: " + place.error().message};
    ends.push_back(*place);
  }
  const CorridorPath path = judge_corridor(world, *profile, map, query.find({.from = ends[0], .to = ends[1]})).path;
  if (path.status == Status::corrupt) return Error{ErrorCode::corrupt, "the file contradicts itself"};
  CorridorFound found{kDone, {path.areas.begin(), path.areas.end()}, {path.tiles.begin(), path.tiles.end()}};
  if (path.status != Status::found) {
    fmt::print(stderr, "portolan: no path: {} ({})\n", to_string(path.status), to_string(path.why));
    found.code = kNegative;
  }
  return std::optional(std::move(found));
}

/// All areas where they are a layer, paler than those on the way if there is one; else those on the way alone.
std::vector<AreaTone> tones_of(const World& world, const std::set<std::string>& show,
                               const std::optional<CorridorFound>& corridor) {
  const AreaTone others = !show.contains("areas") ? AreaTone::hidden : corridor ? AreaTone::pale : AreaTone::plain;
  std::vector<AreaTone> tones(world.board()->graph.size(), others);
  if (!corridor) return tones;
  for (const NodeId area : corridor->areas) tones[area] = AreaTone::strong;
  return tones;
}

void draw_tiles(const CorridorFound& found, const World& world, Picture& picture) {
  if (found.tiles.empty()) return;
  picture.casing(centres(found.tiles));
  picture.path(centres(found.tiles), centres(entries(world, found.tiles)));
}

}  // namespace

int run_draw(const DrawArguments& arguments) {
  const auto world = World::open(arguments.world);
  if (!world) return fail(world.error().message);
  if (same_file(arguments.output, arguments.world)) return fail(written_over(arguments.output).message);
  if (world->profiles().empty()) {
    if (const Outcome fits = check_body_options(arguments, nullptr); !fits) return fail(fits.error().message);
    return draw_board(arguments, *world);
  }
  const auto number = choose_profile(*world, arguments.profile);
  if (!number) return fail(number.error().message);
  const ProfileView& view = world->profiles()[*number];
  if (const Outcome fits = check_body_options(arguments, &view); !fits) return fail(fits.error().message);
  for (const std::string& layer : arguments.show) {
    if (std::find(kLayers.begin(), kLayers.end(), layer) == kLayers.end()) {
      return fail(fmt::format("--show {}: expected {}", layer, fmt::join(kLayers, ", ")));
    }
  }
  const std::set<std::string> show(arguments.show.begin(), arguments.show.end());
  const auto map = world->map();
  if (!map) return fail(map.error().message);
  if (show.contains("areas") && !world->areas())
    return fail("--show areas: the world file has no areas or waypoints drawn over its map");
  const auto corridor = find_corridor(arguments, *world, *map);
  if (!corridor) return fail(fmt::format("{}: {}", arguments.world, corridor.error().message));
  if (arguments.path.empty() && (arguments.tier != "auto" || show.contains("search")))
    return fail("--tier and --show search are of a path, which --path asks for");
  if (*corridor && show.contains("search")) {
    return fail(
        "--show search: a path that keeps to areas or waypoints shows no search; for that of the free path give both "
        "ends as x,y and no --tier corridor or board");
  }

  const MapScale scale = MapScale::of(world->width(), world->height());
  const auto sheet =
      make_sheet(arguments.output, scale.pixels(world->width()), scale.pixels(world->height()), {0, 0, 0});
  if (!sheet) return fail(sheet.error().message);
  Picture picture(*world, view, **sheet, scale);
  picture.terrain();
  int code = kDone;
  if (!arguments.field.empty()) {
    code = draw_field(arguments, *world, *number, picture);
    if (code == kBadInput) return code;
  }
  picture.moves();
  if (show.contains("islands")) picture.islands();
  if (show.contains("dead-ends")) {
    if (view.dead_ends.empty()) {
      return fail(
          fmt::format("--show dead-ends: the world file has none for profile {} (build --dead-ends)", view.name));
    }
    picture.dead_ends();
  }
  if (show.contains("regions")) picture.regions();
  if (show.contains("portals")) picture.portals();
  for (const std::string_view layer : {"sight", "waypoints"}) {
    if (!show.contains(std::string(layer))) continue;
    if (!view.sight || !view.sight->graph) {
      return fail(fmt::format("--show {}: the world file has no waypoints for profile {}", layer, view.name));
    }
    layer == "sight" ? picture.sight(*view.sight, view.links) : picture.waypoints(*view.sight);
  }
  std::optional<AreaLayer> areas;
  if (*corridor || show.contains("areas")) {
    areas.emplace(*world, scale, tones_of(*world, show, *corridor));
    if (!world->areas()->by_sight()) {
      areas->fill(**sheet);
      areas->borders(**sheet);
    } else if (show.contains("areas")) {
      areas->ways(**sheet);
    }
  }
  if (*corridor) {
    code = std::max(code, (*corridor)->code);
    draw_tiles(**corridor, *world, picture);
  } else if (!arguments.path.empty()) {
    const SearchLayer layer = show.contains("search") ? SearchLayer::shown : SearchLayer::hidden;
    const int path_code = view.kinematics
                              ? draw_path_of_body(arguments, *world, *number, layer, scale, **sheet, picture)
                              : draw_path(arguments, *world, *number, layer, picture);
    if (path_code == kBadInput) return path_code;
    code = std::max(code, path_code);
  }
  if (areas) {
    areas->links(**sheet);
    areas->names(**sheet);
  }
  if (const Outcome written = (*sheet)->save(arguments.output); !written) return fail(written.error().message);
  return code;
}

}  // namespace portolan::tools
