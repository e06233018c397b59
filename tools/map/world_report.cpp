// SPDX-License-Identifier: BSL-1.0
#include "map/world_report.hpp"

#include "board/board.hpp"
#include "map/path_report.hpp"
#include "map/terrain_report.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/waypoints/waypoint_links.hpp"
#include "portolan/world/schema.hpp"
#include "portolan/world/section_name.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <variant>
#include <vector>

#include <fmt/format.h>

namespace portolan::tools {

namespace {

std::string_view corner_name(CornerRule rule) {
  switch (rule) {
    case CornerRule::never_cut:
      return "never";
    case CornerRule::cut_one:
      return "one";
    case CornerRule::cut_both:
      return "both";
  }
  return "never";
}

std::size_t waypoint_count(const ProfileView& profile) {
  return profile.sight && profile.sight->graph ? profile.sight->graph->size() : 0;
}

/// Undirected, without links; 0 of a wrong file.
std::size_t sight_edge_count(const ProfileView& profile) {
  std::size_t count = 0;
  if (waypoint_count(profile) == 0 || !is_well_formed(profile.sight->space, *profile.sight->graph)) return count;
  WaypointLinks(*profile.sight->graph, &profile.links).for_each_sight_edge([&](WaypointId, WaypointId) { ++count; });
  return count;
}

/// 0 where there are no such tiles.
double per_tile(std::uint64_t bytes, std::uint64_t tiles) {
  return tiles == 0 ? 0.0 : static_cast<double>(bytes) / static_cast<double>(tiles);
}

/// The dead ends of places, of which there are so many, in the order of their numbers; `name` says what a place is
/// called. Of a wrong file only what lies in it.
template <class Name>
Json dead_ends_report(const DeadEndsView& dead_ends, std::size_t places, Name&& name) {
  std::vector<std::uint64_t> held(dead_ends.size() + 1);
  for (std::size_t place = 0; place < places && !dead_ends.empty(); ++place) {
    if (const DeadEndId number = dead_ends.at(place); number < held.size()) ++held[number];
  }
  for (DeadEndId number = static_cast<DeadEndId>(dead_ends.size()); number != 0; --number) {
    if (const DeadEndId outer = dead_ends[number].outer; outer < number) held[outer] += held[number];
  }
  Json list = Json::array();
  for (DeadEndId number = 1; number <= dead_ends.size(); ++number) {
    const DeadEnd& end = dead_ends[number];
    list.push_back({{"number", number},
                    {"outer", end.outer},
                    {"gate", end.gate < places ? name(end.gate) : Json()},
                    {"holds", held[number]}});
  }
  return list;
}

/// In the words of a profile; null for a mover without headings.
Json kinematics_report(const std::optional<Kinematics>& kinematics) {
  if (!kinematics) return {};
  const auto factor = [](const std::optional<Ratio>& ratio) {
    return ratio ? Json(static_cast<double>(ratio->numerator) / static_cast<double>(ratio->denominator)) : Json();
  };
  return {{"headings", static_cast<int>(kinematics->headings)},
          {"body", {kinematics->width, kinematics->length}},
          {"turn", static_cast<double>(kinematics->turn) / kCostScale},
          {"backward", factor(kinematics->backward)},
          {"sideways", factor(kinematics->sideways)},
          {"radius", static_cast<double>(kinematics->radius) / kCostScale},
          {"sweep", kinematics->sweep == Sweep::sector ? "sector" : "none"}};
}

Json profile_report(const World& world, std::size_t number) {
  const ProfileView& profile = world.profiles()[number];
  const bool any_angle = profile.rules.metric == Metric::any_angle;
  Json terrain = Json::object();
  for (const TerrainPrice& price : world.declared_profile(number).prices) {
    terrain[price.terrain] = price.cost == 0 ? Json() : Json(static_cast<double>(price.cost) / kCostScale);
  }
  Json levels = Json::array();
  for (int level = 0; level < profile.regions.topology.levels; ++level) {
    const auto i = static_cast<std::size_t>(level);
    levels.push_back({{"side", kRegionSide << level},
                      {"regions", profile.regions.topology.layout.regions(level)},
                      {"portals", profile.regions.topology.level[i].nodes},
                      {"arcs", count_arcs(profile.regions.topology.level[i].records)}});
  }
  const Tile shift = profile.regions.topology.layout.shift();
  return {{"name", profile.name},
          {"metric", any_angle ? "any_angle" : "grid"},
          {"neighbours", static_cast<int>(profile.rules.neighbours)},
          {"corners", corner_name(profile.rules.corners)},
          {"footprint", profile.rules.footprint},
          {"notch",
           static_cast<double>(notch_cost(profile.rules, profile.terrains) * profile.rules.cost_unit) / kCostScale},
          {"steps", steps_report(profile.rules)},
          {"kinematics", kinematics_report(profile.kinematics)},
          {"terrain", terrain},
          {"unit", any_angle ? fmt::format("2^-{}", profile.sight->fraction_bits)
                             : fmt::format("{}:{}", profile.rules.straight, profile.rules.diagonal)},
          {"passable", profile.passable},
          {"islands", profile.island_count},
          {"levels", levels},
          {"region_shift", {shift.x, shift.y}},
          {"waypoints", waypoint_count(profile)},
          {"sight_edges", sight_edge_count(profile)},
          {"dead_ends", dead_ends_report(profile.dead_ends, profile.grid.terrain.size(), [&](std::uint64_t place) {
             const Tile gate = profile.grid.tile(place);
             return Json{gate.x, gate.y};
           })}};
}

/// Keys that every world has.
Json common_report(const World& world) {
  const Json provenance = Json::parse(world.provenance(), nullptr, false);
  const bool known = provenance.is_object();
  Json report;
  report["format"] = format::kVersion;
  report["library"] = known ? provenance.value("library", Json()) : Json();
  report["source"] = known ? provenance.value("source", Json()) : Json();
  report["notes"] = known ? provenance.value("notes", Json()) : Json();
  return report;
}

void add_map(const World& world, Json& report) {
  const ProfileView& first = world.profiles().front();
  report["width"] = world.width();
  report["height"] = world.height();
  report["floors"] = world.floors().count;
  report["floor_height"] = world.floors().height;
  report["origin"] = {world.origin().x, world.origin().y};
  report["tile_links"] = world.links().size();
  report["moves"] = moves_of(world.edges(), world.edge_costs(), world.width()).size();
  report["terrains"] = terrain_report(world);
  Json profiles = Json::array();
  for (std::size_t i = 0; i < world.profiles().size(); ++i) profiles.push_back(profile_report(world, i));
  report["profiles"] = profiles;
  report["tiles"] = world.terrain().size();
  report["passable"] = first.passable;
  report["islands"] = first.island_count;
  report["regions"] = first.regions.topology.layout.regions(0);
  report["waypoints"] = waypoint_count(first);
  report["sight_edges"] = sight_edge_count(first);
}

void add_board(const BoardTierView& board, Json& report) {
  const BoardView& graph = board.graph;
  Json tags = Json::array();
  for (std::size_t tag = 0; tag < graph.tag_names.size(); ++tag) tags.push_back(graph.tag_names[tag]);
  Json indexes = Json::array();
  if (board.hierarchy) indexes.push_back("ch");
  if (board.labels) indexes.push_back("labels");
  report["nodes"] = graph.size();
  report["arcs"] = graph.arcs.target.size();
  report["tags"] = tags;
  report["cost_decimals"] = graph.cost_decimals;
  report["costly_to_enter"] = graph.enter.size() - static_cast<std::size_t>(std::ranges::count(graph.enter, 0U));
  report["positions"] = graph.positions.size() - static_cast<std::size_t>(std::count(
                                                     graph.positions.begin(), graph.positions.end(), kNoPosition));
  report["estimate"] = std::holds_alternative<StraightLine>(board.estimate) ? "positions"
                       : std::holds_alternative<Landmarks>(board.estimate)  ? "landmarks"
                                                                            : "none";
  report["indexes"] = indexes;
  report["dead_ends"] = dead_ends_report(board.dead_ends, graph.size(), [&](std::uint64_t place) {
    return Json(graph.names[static_cast<NodeId>(place)]);
  });
}

/// How often something leads from the lesser area to the greater one, and back.
using Directions = std::array<std::size_t, 2>;

/// Entries of an author: what leads there and back at one cost is one.
struct EntryCount {
  std::size_t all = 0;
  std::size_t one_way = 0;
};
template <class Map>
EntryCount entries_of(const Map& directions) {
  EntryCount count;
  for (const auto& [ends, ways] : directions) {
    const auto [fewer, more] = std::minmax(ways[0], ways[1]);
    count.all += more;
    count.one_way += more - fewer;
  }
  return count;
}

/// Where the nodes of the board lie on the map. Of a wrong file only what lies in it.
void add_areas(const World& world, Json& report) {
  const AreasView& areas = *world.areas();
  std::vector<std::uint64_t> tiles(areas.anchors.size());
  for (std::int32_t y = 0; y < world.height(); ++y) {
    for (std::int32_t x = 0; x < world.width(); ++x) {
      if (const AreaId area = areas.tiles.at({x, y}); area < tiles.size()) ++tiles[area];
    }
  }
  Json list = Json::array();
  for (NodeId area = 0; area < tiles.size(); ++area) {
    const Tile anchor = areas.anchors[area];
    list.push_back({{"name", world.board()->graph.names[area]},
                    {"tiles", tiles[area]},
                    {"anchor", anchor == kNoAnchor ? Json() : listed(anchor, world.floors())}});
  }
  report["areas"] = list;
  if (areas.by_sight()) {
    const auto of_kind = [&](WayKind kind) {
      return std::ranges::count_if(areas.ways, [&](const AreaWay& way) { return way.kind == kind; });
    };
    report["sight_length"] = areas.sight.front().length;
    report["ways_in_sight"] = of_kind(WayKind::in_sight);
    report["ways_by_paths"] = of_kind(WayKind::least_path);
  }
  std::map<std::tuple<AreaId, AreaId, std::uint32_t>, Directions> links;
  for (const AreaLink& link : areas.links) {
    const auto [low, high] = std::minmax(link.from, link.to);
    ++links[{low, high, link.weight}][link.from == low ? 0 : 1];
  }
  std::map<std::tuple<AreaId, AreaId>, Directions> closed;
  for (const AreaBorder& border : areas.closed) {
    const auto [low, high] = std::minmax(border.from, border.to);
    ++closed[{low, high}][border.from == low ? 0 : 1];
  }
  const EntryCount link_count = entries_of(links);
  const EntryCount closed_count = entries_of(closed);
  report["links"] = link_count.all;
  report["one_way_links"] = link_count.one_way;
  report["closed_borders"] = closed_count.all;
  report["one_way_closed_borders"] = closed_count.one_way;
}

/// What sections take, and for how many tiles or nodes.
void add_sections(const World& world, Json& report) {
  Json sections = Json::array();
  for (const format::SectionEntry& entry : world.sections()) {
    const SectionSchema* const schema = find_schema(entry.kind);
    Json section{{"kind", schema == nullptr ? "unknown" : section_name(entry.kind)},
                 {"group", schema == nullptr ? "unknown" : schema->group},
                 {"bytes", entry.size}};
    if (world.profiles().empty()) {
      section["bytes_per_node"] = per_tile(entry.size, world.board()->graph.size());
    } else {
      const std::size_t owner = entry.profile < world.profiles().size() ? entry.profile : 0;
      section["bytes_per_passable"] = per_tile(entry.size, world.profiles()[owner].passable);
    }
    if (entry.profile != format::kNoProfile) section["profile"] = entry.profile;
    if (entry.profile != format::kNoProfile || entry.level != 0) section["level"] = entry.level;
    sections.push_back(section);
  }
  report["sections"] = sections;
  report["bytes"] = world.bytes().size();
}

/// "  8 headings, body 1 x 3, turn 1, backward x 2, radius 0, sweep none"; empty for a mover without headings.
std::string kinematics_text(const Json& kinematics) {
  if (kinematics.is_null()) return {};
  const auto factor = [&](const char* key) {
    return kinematics[key].is_null() ? std::string() : fmt::format(", {} x {}", key, kinematics[key].get<double>());
  };
  return fmt::format("  {} headings, body {} x {}, turn {}{}{}, radius {}{}\n", kinematics["headings"].get<int>(),
                     kinematics["body"][0].get<int>(), kinematics["body"][1].get<int>(),
                     kinematics["turn"].get<double>(), factor("backward"), factor("sideways"),
                     kinematics["radius"].get<double>(), kinematics["sweep"] == "none" ? ", sweep none" : "");
}

/// "grass 1, swamp 2.5; impassable: rock, lava".
std::string costs_text(const Json& terrain) {
  std::string costs;
  std::string impassable;
  for (const auto& [name, cost] : terrain.items()) {
    std::string& list = cost.is_null() ? impassable : costs;
    list += (list.empty() ? "" : ", ") + printable(name);
    if (!cost.is_null()) list += fmt::format(" {}", cost.get<double>());
  }
  if (impassable.empty()) return costs;
  return (costs.empty() ? "" : costs + "; ") + "impassable: " + impassable;
}

/// "12 dead ends, the outermost hold 345 tiles; the largest hang off 3,4 (200), 7,8 (100)"; empty if there are none.
std::string dead_ends_text(const Json& list, std::string_view unit) {
  if (list.empty()) return {};
  std::vector<Json> outermost;
  std::uint64_t held = 0;
  for (const Json& end : list) {
    if (end["outer"] != 0) continue;
    outermost.push_back(end);
    held += end["holds"].get<std::uint64_t>();
  }
  std::ranges::stable_sort(outermost, std::greater<>(),
                           [](const Json& end) { return end["holds"].get<std::uint64_t>(); });
  std::string largest;
  for (std::size_t i = 0; i < std::min<std::size_t>(outermost.size(), 5); ++i) {
    const Json& gate = outermost[i]["gate"];
    const std::string name = gate.is_array()  ? fmt::format("{},{}", gate[0].get<int>(), gate[1].get<int>())
                             : gate.is_null() ? std::string("nothing")
                                              : printable(gate.get<std::string>());
    largest += fmt::format("{}{} ({})", largest.empty() ? "" : ", ", name, outermost[i]["holds"].get<std::uint64_t>());
  }
  return fmt::format("{}, the outermost hold {}; the largest hang off {}\n", counted(list.size(), "dead end"),
                     counted(held, unit), largest);
}

std::string map_text(const Json& report) {
  const auto tiles = report["tiles"].get<double>();
  const auto floors = report["floors"].get<int>();
  std::string text =
      fmt::format("{} x {} tiles{}, {} bytes ({:.2f} a tile), format {}, library {}\n", report["width"].get<int>(),
                  report["floor_height"].get<int>(), floors == 1 ? "" : fmt::format(" on {} floors", floors),
                  report["bytes"].get<std::uint64_t>(), report["bytes"].get<double>() / tiles,
                  report["format"].get<int>(), report["library"].dump());
  text += fmt::format("source {}\n", report["source"].dump());
  if (report["origin"] != Json{0, 0})
    text +=
        fmt::format("0,0 is tile {},{} of its map\n", report["origin"][0].get<int>(), report["origin"][1].get<int>());
  if (report["tile_links"] != 0)
    text += fmt::format("{} links between tiles\n", report["tile_links"].get<std::size_t>());
  if (report["moves"] != 0) text += counted(report["moves"].get<std::size_t>(), "move") + " between tiles\n";
  for (const Json& terrain : report["terrains"]) {
    text += fmt::format("terrain {}: {}\n", printable(terrain["name"].get<std::string>()),
                        counted(terrain["tiles"].get<std::size_t>(), "tile"));
  }
  for (const Json& profile : report["profiles"]) {
    const Json& steps = profile["steps"];
    const std::string ratio =
        steps.is_null() ? "" : fmt::format(", steps {}:{}", steps[0].get<unsigned>(), steps[1].get<unsigned>());
    const std::string moves = profile["metric"] == "any_angle"
                                  ? "any angle"
                                  : fmt::format("{} neighbours, corners {}{}", profile["neighbours"].get<int>(),
                                                profile["corners"].get<std::string>(), ratio);
    text += fmt::format("profile {}: {}, footprint {}, {} passable positions on {} islands\n",
                        profile["name"].get<std::string>(), moves, profile["footprint"].get<int>(),
                        profile["passable"].get<std::uint64_t>(), profile["islands"].get<std::uint32_t>());
    text += kinematics_text(profile["kinematics"]);
    const std::string notch =
        profile["notch"] == 0.0 ? "" : fmt::format("; {} more a notch", profile["notch"].get<double>());
    text += fmt::format("  costs: {}{}\n", costs_text(profile["terrain"]), notch);
    if (profile["region_shift"] != Json{0, 0}) {
      text += fmt::format("  regions shifted by {},{}\n", profile["region_shift"][0].get<int>(),
                          profile["region_shift"][1].get<int>());
    }
    for (const Json& level : profile["levels"]) {
      text += fmt::format("  regions of side {:>6}: {:>8} regions {:>9} portals {:>10} arcs\n",
                          level["side"].get<int>(), level["regions"].get<std::uint64_t>(),
                          level["portals"].get<std::uint64_t>(), level["arcs"].get<std::uint64_t>());
    }
    text += fmt::format("  {} waypoints, {} sight edges\n", profile["waypoints"].get<std::uint64_t>(),
                        profile["sight_edges"].get<std::uint64_t>());
    const std::string dead_ends = dead_ends_text(profile["dead_ends"], "tile");
    if (!dead_ends.empty()) text += "  " + dead_ends;
  }
  return text;
}

std::string board_text(const Json& report) {
  std::string tags;
  for (const Json& tag : report["tags"]) tags += (tags.empty() ? "" : ", ") + tag.get<std::string>();
  std::string indexes;
  for (const Json& index : report["indexes"]) indexes += (indexes.empty() ? "" : ", ") + index.get<std::string>();
  return fmt::format("board: {} nodes, {} arcs, {} positions, {} bytes, format {}, library {}\n",
                     report["nodes"].get<std::size_t>(), report["arcs"].get<std::size_t>(),
                     report["positions"].get<std::size_t>(), report["bytes"].get<std::uint64_t>(),
                     report["format"].get<int>(), report["library"].dump()) +
         fmt::format("source {}\ncosts with {} decimals\ntags: {}\nestimate: {}\nindexes: {}\n",
                     report["source"].dump(), report["cost_decimals"].get<int>(), tags.empty() ? "none" : tags,
                     report["estimate"].get<std::string>(), indexes.empty() ? "none" : indexes) +
         dead_ends_text(report["dead_ends"], "node");
}

std::string drawn_text(const Json& report) {
  const auto entries = [&](const char* key, std::string_view what) {
    const auto one_way = report[std::string("one_way_") + key].get<std::size_t>();
    return counted(report[key].get<std::size_t>(), what) + (one_way == 0 ? "" : fmt::format(" ({} one-way)", one_way));
  };
  const bool by_sight = report.contains("sight_length");
  std::string text =
      fmt::format("{} on the map: {}, {} arcs, {}, {}\n", by_sight ? "waypoints" : "areas",
                  report["nodes"].get<std::size_t>(), report["arcs"].get<std::size_t>(), entries("links", "link"),
                  entries("closed_borders", by_sight ? "closed way" : "closed border"));
  if (by_sight) {
    const auto length = report["sight_length"].get<std::uint32_t>();
    text += fmt::format("  {} in sight{}, {} along least paths\n", report["ways_in_sight"].get<std::size_t>(),
                        length == kMaxSide ? "" : fmt::format(" of up to {} tiles", length),
                        report["ways_by_paths"].get<std::size_t>());
  }
  for (const Json& area : report["areas"]) {
    const Json& anchor = area["anchor"];
    text += fmt::format(
        "  {}: {} tiles, {}\n", area["name"].get<std::string>(), area["tiles"].get<std::size_t>(),
        anchor.is_null() ? "no anchor" : fmt::format("anchor {},{}", anchor[0].get<int>(), anchor[1].get<int>()));
  }
  return text;
}

}  // namespace

Json world_report(const World& world) {
  Json report = common_report(world);
  if (!world.profiles().empty()) add_map(world, report);
  if (world.board()) add_board(*world.board(), report);
  if (world.areas()) add_areas(world, report);
  add_sections(world, report);
  return report;
}

std::string world_text(const Json& report) {
  const bool is_map = report.contains("profiles");
  std::string text = is_map ? map_text(report) : board_text(report);
  if (report.contains("areas")) text += drawn_text(report);
  std::map<std::string, std::uint64_t> by_kind;
  for (const Json& section : report["sections"]) {
    by_kind[section["kind"].get<std::string>()] += section["bytes"].get<std::uint64_t>();
  }
  const auto items = report[is_map ? "passable" : "nodes"].get<std::uint64_t>();
  for (const auto& [kind, bytes] : by_kind) {
    text += fmt::format("  section {:<18} {:>12} bytes {:>8.3f} a {}\n", kind, bytes, per_tile(bytes, items),
                        is_map ? "passable tile" : "node");
  }
  for (const Json& note : report["notes"]) text += fmt::format("note: {}\n", note.get<std::string>());
  return text;
}

}  // namespace portolan::tools
