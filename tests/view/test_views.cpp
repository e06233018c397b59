// SPDX-License-Identifier: BSL-1.0
// What the page is told, against the runtime; and what it may not ask.
#include "portolan/formats/boards/board_reader.hpp"
#include "portolan/offline/build_board.hpp"
#include "portolan/offline/draw_areas.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/random_world.hpp"
#include "view/areas.hpp"
#include "view/board_page.hpp"
#include "view/ends.hpp"
#include "view/even_sample.hpp"
#include "view/export_page.hpp"
#include "view/map_page.hpp"
#include "view/picture.hpp"
#include "view/warm_time.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace portolan::test {
namespace {

using tools::GivenParameters;
using tools::Json;
using tools::MapPage;
using tools::Method;
using tools::ViewReply;
using tools::ViewSource;

constexpr std::string_view kDrawing = R"(
    .....#.....
    .....#.....
    ...........
    .....#.....
    .....#..###
    .....#..#.#
    .....#..###)";

Json asked(ViewSource& view, const std::string& path, const GivenParameters& parameters, Method method = Method::get) {
  const ViewReply reply = view.answer({method, path, parameters});
  INFO(path << " " << reply.body);
  REQUIRE(reply.status == 200);
  return Json::parse(reply.body);
}

void refused(ViewSource& view, int status, const std::string& path, const GivenParameters& parameters,
             const std::string& part, Method method = Method::get) {
  const ViewReply reply = view.answer({method, path, parameters});
  INFO(path << " " << reply.body);
  REQUIRE(reply.status == status);
  REQUIRE(Json::parse(reply.body)["error"].get<std::string>().find(part) != std::string::npos);
}

struct Viewed {
  TileMap map = ascii_map(kDrawing);
  BuiltWorld built{map, std::array{MovementProfile{}, MovementProfile{.name = "cart", .footprint = 2}},
                   BuiltWorld::all_indexes()};
  std::unique_ptr<MapPage> view = MapPage::open(built.world(), "drawn.pnav").value();
};

}  // namespace

TEST_CASE("a view of floors shows them in one plane, and takes floors as ends") {
  auto map = TileMap::stack(std::vector{ascii_map("....\n...."), ascii_map("....\n....")});
  REQUIRE(map->set_links({{"stairs", {3, 0}, {3, 3}, kCostScale, LinkDirection::one_way}}).has_value());
  const BuiltWorld built(*map, MovementProfile{});
  const auto view = MapPage::open(built.world(), "tower.pnav").value();
  const auto path = [&](const std::string& from, const std::string& to) {
    return asked(*view, "/path.json", {{"profile", "0"}, {"from", from}, {"to", to}, {"tier", "auto"}});
  };
  CHECK(asked(*view, "/world.json", {})["floors"] == Json{{"count", 2}, {"height", 2}});
  const Json up = path("0,0", "0,1,1");
  CHECK(up["status"] == "found");
  CHECK(up["cost"].get<double>() == Approx(3 + 1 + 2 + 1.41421356).epsilon(1e-6));
  CHECK(up["line"].back() == 4.5);
  CHECK(path("0,0,0", "0,1,1")["line"] == up["line"]);
  CHECK(path("0,1,1", "0,0")["status"] == "unreachable");
  const Json why = asked(*view, "/why.json", {{"profile", "0"}, {"from", "0,1,1"}, {"to", "0,0"}});
  CHECK(why["text"] == "The links between start and goal lead the other way only.");
  refused(*view, 400, "/path.json", {{"profile", "0"}, {"from", "0,0,2"}, {"to", "0,0"}, {"tier", "auto"}}, "floors");
  refused(*view, 400, "/path.json", {{"profile", "0"}, {"from", "0,4"}, {"to", "0,0"}, {"tier", "auto"}}, "2 rows");
  CHECK(tools::name_of(Tile{0, 4}, map->floors()) == "0,1,1");
  CHECK(tools::name_of(Point{128, 4 * kSubUnits + 64}, map->floors()) == "0.5,1.25,1");
  refused(*view, 400, "/edit", {{"area", "0,1,2,4"}, {"terrain", "0"}}, "floor", Method::post);
}

TEST_CASE("a view of floors takes points on any of them and says where they are blocked") {
  const auto map = TileMap::stack(std::vector{ascii_map("....\n...."), ascii_map("..#.\n....")});
  const BuiltWorld built(*map, MovementProfile{.metric = Metric::any_angle, .footprint = 0});
  const auto view = MapPage::open(built.world(), "tower.pnav").value();
  const auto path = [&](const std::string& from, const std::string& to) {
    return asked(*view, "/path.json", {{"profile", "0"}, {"from", from}, {"to", to}, {"tier", "auto"}});
  };
  CHECK(path("0.5,0.5", "2.5,0.5")["line"] == Json{0.5, 0.5, 2.5, 0.5});
  CHECK(path("0.5,0.5,1", "1.5,0.5,1")["line"] == Json{0.5, 3.5, 1.5, 3.5});
  CHECK(path("0.5,0.5,1", "2.5,0.5,1")["status"] == "bad_goal");
  CHECK(path("0.5,0.5,0", "0.5,0.5,1")["status"] == "unreachable");
  const Json why = asked(*view, "/why.json", {{"profile", "0"}, {"from", "0,0,1"}, {"to", "2,0,1"}});
  CHECK(why["text"].get<std::string>().starts_with("The goal 2,0,1 is blocked"));
  refused(*view, 400, "/path.json", {{"profile", "0"}, {"from", "0.5,2.5,1"}, {"to", "0,0"}, {"tier", "auto"}},
          "2 rows");
}

TEST_CASE("times are those of asking again") {
  int asked_times = 0;
  const auto timed = tools::ask_warm([&] {
    ++asked_times;
    if (asked_times == 1) std::this_thread::sleep_for(std::chrono::seconds(1));
    return asked_times;
  });
  CHECK(asked_times == 2);
  CHECK(timed.answer == 2);
  CHECK(timed.us >= 0);
  CHECK(timed.us < 1e6);
}

TEST_CASE("a view of a map answers paths as the runtime does") {
  const Viewed viewed;
  const Json world = asked(*viewed.view, "/world.json", {});
  REQUIRE(world["kind"] == "map");
  REQUIRE(world["name"] == "drawn.pnav");
  REQUIRE(world["width"] == 11);
  REQUIRE(world["terrains"].size() == 2);
  REQUIRE(world["profiles"].size() == 2);
  for (std::size_t profile = 0; profile < 2; ++profile) {
    test::Asker query(viewed.built.world(), profile, Baseline::with);
    for (const Json& tier : world["profiles"][profile]["tiers"]) {
      const Json path = asked(
          *viewed.view, "/path.json",
          {{"profile", std::to_string(profile)}, {"from", "0,0"}, {"to", "8,0"}, {"tier", tier.get<std::string>()}});
      const auto parsed = tools::parse_tier(tier.get<std::string>(), query.profile());
      const test::Found wanted = query.find({.from = {0, 0}, .to = {8, 0}, .tier = *parsed});
      REQUIRE(path["status"] == to_string(wanted.status));
      REQUIRE(path["expansions"] == wanted.expansions.total());
      REQUIRE(path["tier"] == to_string(wanted.tier));
      if (wanted.status != Status::found) continue;
      REQUIRE(path["cost"].get<double>() ==
              Approx(static_cast<double>(wanted.cost) * query.profile().tiles_per_unit()).epsilon(1e-7));
      REQUIRE(path["line"].front() == 0.5);
      REQUIRE(path["line"].back() == 0.5);
    }
  }
}

TEST_CASE("a view of a map of several prices has paths at any angle with a bound, edits included") {
  const TileMap map =
      *TileMap::create(4, 2, {{"mud", 3 * kCostScale}, {"road", kCostScale}, {"wall", 0}}, {0, 0, 0, 0, 1, 1, 1, 1});
  const BuiltWorld built(map, MovementProfile{.metric = Metric::any_angle, .footprint = 0});
  const auto view = MapPage::open(built.world(), "mud.pnav").value();
  REQUIRE(asked(*view, "/world.json", {})["profiles"][0]["tiers"].back() == "bounded");
  const GivenParameters question{{"profile", "0"}, {"from", "0,0"}, {"to", "3,0"}, {"tier", "bounded"}};
  const Json path = asked(*view, "/path.json", question);
  REQUIRE(path["status"] == "found");
  REQUIRE(path["tier"] == "bounded");
  REQUIRE(path["lower_bound"].get<double>() <= path["cost"].get<double>());
  REQUIRE(path["cost"].get<double>() <= 1.01 * path["lower_bound"].get<double>());
  REQUIRE(path["line"].size() == 2 * path["waypoints"].size());
  asked(*view, "/edit", {{"area", "1,0,2,2"}, {"terrain", "2"}}, Method::post);
  const Json closed = asked(*view, "/path.json", question);
  REQUIRE(closed["status"] == "unreachable");
  REQUIRE(closed["lower_bound"].is_null());
}

TEST_CASE("a view of a mover with a body has the paths of PlacedQuery, edits included, and says where its body lies") {
  const TileMap map = ascii_map(R"(
    .........
    .........
    .........
    ####.####
    ####.####
    ####.####)");
  const Kinematics lorry{.width = 1, .length = 3, .turn = 5'000, .backward = Ratio{2, 1}};
  const BuiltWorld built(map, std::array{MovementProfile{.name = "lorry", .kinematics = lorry}, MovementProfile{}});
  const auto view = MapPage::open(built.world(), "street.pnav").value();
  const Json profiles = asked(*view, "/world.json", {})["profiles"];
  CHECK(profiles[0]["tiers"] == Json{"placed"});
  CHECK((profiles[0]["headings"] == 8 && profiles[0]["body"] == Json{1, 3}));
  CHECK((profiles[1]["headings"] == 0 && profiles[1]["body"].is_null()));

  PlacedQuery query(built.world(), 0, lorry);
  const GivenParameters question{{"profile", "0"},   {"from", "4,4"},  {"to", "7,1"},
                                 {"tier", "placed"}, {"heading", "S"}, {"goal_heading", "E"}};
  const Json path = asked(*view, "/path.json", question);
  const PlacedResult wanted = query.find({.from = {{4, 4}, Heading::south}, .to = {{7, 1}, Heading::east}});
  REQUIRE(wanted.status == Status::found);
  CHECK((path["status"] == "found" && path["tier"] == "placed" && path["optimal"] == wanted.optimal()));
  CHECK(path["cost"].get<double>() == Approx(query.in_tiles(wanted.cost)));
  CHECK(path["lower_bound"].get<double>() == Approx(query.in_tiles(wanted.lower_bound)));
  REQUIRE(path["placements"].size() == wanted.placements.size());
  for (std::size_t i = 0; i < wanted.placements.size(); ++i) {
    const Placement& at = wanted.placements[i];
    CHECK(path["placements"][i] == Json{{"x", at.tile.x}, {"y", at.tile.y}, {"heading", to_string(at.heading)}});
  }
  CHECK((path["line"].front() == 4.5 && path["line"].back() == 1.5));
  CHECK((path["bodies"].size() == 8 && path["radius"] == 0.0));
  CHECK(path["bodies"]["S"] == Json{0.0, -1.0, 0.0, 1.0, 0.0, 1.25});
  CHECK(path["bodies"]["NW"] == Json{1.0, 1.0, -1.0, -1.0, -1.25, -1.25});

  const GivenParameters around{{"profile", "0"},   {"from", "4,4"},  {"to", "4,4"},
                               {"tier", "placed"}, {"heading", "S"}, {"goal_heading", "N"}};
  CHECK(asked(*view, "/path.json", around)["status"] == "found");
  const auto terrain = static_cast<int>(map.tiles()[map.tiles().size() - 1]);
  asked(*view, "/edit", {{"area", "4,2,5,3"}, {"terrain", std::to_string(terrain)}}, Method::post);
  CHECK(asked(*view, "/path.json", around)["status"] == "unreachable");
  CHECK(asked(*view, "/why.json", {{"profile", "0"}, {"from", "4,4"}, {"to", "4,4"}})["text"] ==
        "The first square of the body gets there, but not the body with these headings.");

  refused(*view, 400, "/path.json",
          {{"profile", "0"}, {"from", "4,4"}, {"to", "7,1"}, {"tier", "placed"}, {"heading", "X"}},
          "heading: expected E");
  refused(*view, 400, "/path.json", {{"profile", "1"}, {"from", "4,4"}, {"to", "7,1"}, {"tier", "placed"}}, "placed");
}

TEST_CASE("what a search touched and the windows of its legs are told") {
  const Viewed viewed;
  const Json astar =
      asked(*viewed.view, "/path.json", {{"profile", "0"}, {"from", "0,0"}, {"to", "8,0"}, {"tier", "astar"}});
  REQUIRE(astar["search"]["cell"] == 1);
  REQUIRE(astar["search"]["settled"].size() == 2 * astar["expansions"].get<std::size_t>());
  const Json local =
      asked(*viewed.view, "/path.json", {{"profile", "0"}, {"from", "0,0"}, {"to", "8,0"}, {"tier", "local"}});
  REQUIRE(local["windows"].back() == Json({0, 0, 11, 7}));
}

TEST_CASE("a path is chosen among equal ones, and smoothed, as the page asks") {
  const Viewed viewed;
  const auto question = [](const char* name, const char* value) {
    return GivenParameters{{"profile", "0"}, {"from", "0,0"}, {"to", "8,0"}, {"tier", "auto"}, {name, value}};
  };
  const Json drawn = asked(*viewed.view, "/path.json", question("ties", "random:5"));
  REQUIRE(drawn["ties_scope"] == "path");
  const Json smooth = asked(*viewed.view, "/path.json", question("width", "0"));
  REQUIRE(smooth["cost"] == drawn["cost"]);
  REQUIRE_FALSE(smooth.contains("ties_scope"));
  REQUIRE(smooth["segments"].size() + 1 == smooth["points"].size());
  REQUIRE(smooth["line"].size() == 2 * smooth["points"].size());
  refused(*viewed.view, 400, "/path.json", question("ties", "second"), "expected first, straightest or random:SEED");
  refused(*viewed.view, 400, "/path.json", question("width", "321"), "from 0 to 320");
}

TEST_CASE("a painted wall changes the path until it is undone") {
  const Viewed viewed;
  const GivenParameters question{{"profile", "0"}, {"from", "0,0"}, {"to", "8,0"}, {"tier", "auto"}};
  const GivenParameters why{{"profile", "0"}, {"from", "0,0"}, {"to", "8,0"}};
  const Json before = asked(*viewed.view, "/path.json", question);
  REQUIRE(before["status"] == "found");
  const GivenParameters wall{{"area", "5,2,6,3"}, {"terrain", "1"}};
  REQUIRE(asked(*viewed.view, "/edit", wall, Method::post)["revision"] == 1);
  REQUIRE(asked(*viewed.view, "/path.json", question)["status"] == "unreachable");
  const std::string words = asked(*viewed.view, "/why.json", why)["text"];
  REQUIRE(words.find("different islands") != std::string::npos);
  REQUIRE(words.find("Without the edits there is one.") != std::string::npos);
  const Json edits = asked(*viewed.view, "/edits.json", {{"profile", "0"}});
  REQUIRE(edits["edited"] == true);
  REQUIRE(edits["dirty"] == Json::array({{{"area", {0, 0, 11, 7}}, {"open", true}}}));
  asked(*viewed.view, "/edit", {{"area", "5,0,6,1"}, {"terrain", "0"}}, Method::post);
  REQUIRE(asked(*viewed.view, "/path.json", question)["cost"] == 8.0);
  asked(*viewed.view, "/revert", {}, Method::post);
  const Json after = asked(*viewed.view, "/path.json", question);
  REQUIRE(after["cost"] == before["cost"]);
  REQUIRE(asked(*viewed.view, "/edits.json", {{"profile", "0"}})["edited"] == false);
}

TEST_CASE("dirty regions are told, and which of them are refreshed") {
  const TileMap map = *TileMap::create(100, 40, {{"open", kCostScale}, {"wall", 0}}, std::vector<TerrainId>(4000));
  const BuiltWorld built(map, MovementProfile{});
  const auto view = MapPage::open(built.world(), "wide.pnav").value();
  const auto edits = [&] { return asked(*view, "/edits.json", {{"profile", "0"}}); };
  REQUIRE(edits()["dirty"].empty());
  asked(*view, "/edit", {{"area", "10,10,14,14"}, {"terrain", "1"}}, Method::post);
  REQUIRE(edits()["dirty"].size() == 1);
  REQUIRE(edits()["dirty"][0]["open"] == true);
  asked(*view, "/refresh", {{"regions", "64"}}, Method::post);
  REQUIRE(edits()["dirty"][0]["open"] == false);
  REQUIRE(edits()["refreshed"] > 0);
  const RegionTopologyView& topology = built.world().profiles()[0].regions.topology;
  for (int level = 0; level < topology.levels; ++level) {
    const Json nodes =
        asked(*view, "/nodes.json", {{"profile", "0"}, {"level", std::to_string(level)}, {"area", "0,0,100,40"}});
    const std::size_t count = topology.level[static_cast<std::size_t>(level)].nodes;
    REQUIRE(nodes["portals"].size() + nodes["relays"].size() == 2 * count);
  }
}

TEST_CASE("shapes are those of the file") {
  const Viewed viewed;
  const ProfileView& mover = viewed.built.world().profiles()[0];
  const Json waypoints = asked(*viewed.view, "/waypoints.json", {{"profile", "0"}, {"area", "0,0,11,7"}});
  REQUIRE(waypoints["points"].size() == 2 * mover.sight->graph->size());
  REQUIRE(waypoints["of"] == mover.sight->graph->size());
  const Json at = asked(*viewed.view, "/at.json", {{"profile", "0"}, {"x", "4.6"}, {"y", "2.4"}});
  REQUIRE(at["tile"] == Json({4, 2}));
  REQUIRE(at["terrain"] == ".");
  REQUIRE(at["waypoint"]["at"].size() == 2);
  REQUIRE_FALSE(at["waypoint"]["edges"].empty());
}

TEST_CASE("what is too much to show is an even sample, of which the sample of a part is a part") {
  constexpr std::int32_t kSide = 256;
  Rng rng(3);
  std::vector<TerrainId> tiles(kSide * kSide);
  for (TerrainId& tile : tiles) tile = rng.percent(10) ? 1 : 0;
  const TileMap map = *TileMap::create(kSide, kSide, {{"open", kCostScale}, {"wall", 0}}, tiles);
  const BuiltWorld built(map, MovementProfile{.metric = Metric::any_angle, .footprint = 0});
  const auto view = MapPage::open(built.world(), "speckled.pnav").value();
  constexpr std::size_t kMost = 1000;
  using Place = std::pair<double, double>;
  const auto waypoints = [&](const Rect& area, std::size_t most) {
    const Json found = view->waypoints(0, area, most);
    std::set<Place> places;
    const auto numbers = found["points"].get<std::vector<double>>();
    for (std::size_t i = 0; i < numbers.size(); i += 2) places.insert({numbers[i], numbers[i + 1]});
    CHECK(places.size() == numbers.size() / 2);
    return std::pair(places, found["of"].get<std::size_t>());
  };
  const auto [all, count] = waypoints(map.bounds(), kSide * kSide);
  REQUIRE(all.size() == count);
  REQUIRE(count > 8 * kMost);
  const auto [sample, of] = waypoints(map.bounds(), kMost);
  CHECK(of == count);
  CHECK(sample.size() <= kMost);
  CHECK(sample.size() > kMost / 3);
  CHECK(std::ranges::includes(all, sample));
  for (int quarter = 0; quarter < 4; ++quarter) {
    const auto lies_in = [&](const Place& p) {
      return (p.first < kSide / 2 ? 0 : 1) + (p.second < kSide / 2 ? 0 : 2) == quarter;
    };
    const double share = static_cast<double>(std::ranges::count_if(sample, lies_in)) /
                         static_cast<double>(std::ranges::count_if(all, lies_in));
    CHECK(share == Approx(static_cast<double>(sample.size()) / static_cast<double>(count)).epsilon(0.3));
  }
  const Rect part{{32, 64}, {160, 128}};
  const auto [of_part, part_count] = waypoints(part, kMost);
  CHECK(part_count < count);
  for (const Place& p : sample) {
    if (p.first >= part.min.x && p.first <= part.max.x && p.second >= part.min.y && p.second <= part.max.y)
      CHECK(of_part.contains(p));
  }

  const Json nodes = view->nodes(0, 0, map.bounds(), 100);
  const Json every_node = view->nodes(0, 0, map.bounds());
  CHECK(nodes["of"] == built.world().profiles()[0].regions.topology.level[0].nodes);
  CHECK(every_node["of"] == nodes["of"]);
  CHECK(nodes["portals"].size() + nodes["relays"].size() <= 200);
  CHECK(nodes["portals"].size() + nodes["relays"].size() > 60);
}

TEST_CASE("a sample keeps to no pattern in which things lie, nor to the order in which they come") {
  // Seven things a row: every seventh would be one column.
  std::vector<std::uint64_t> keys;
  for (std::int32_t y = 0; y < 3000; ++y) {
    for (std::int32_t x = 0; x < 7; ++x) keys.push_back(tools::key_at(100 * x, y));
  }
  const auto sample_of = [&] {
    tools::EvenSample<std::int32_t> sample(3000);
    for (const std::uint64_t key : keys) sample.offer(key, static_cast<std::int32_t>((key & 0xFFFF'FFFF) / 100));
    CHECK(sample.offered() == keys.size());
    std::map<std::uint64_t, std::int32_t> kept;
    for (const auto& [key, column] : sample.kept()) kept[key] = column;
    return kept;
  };
  const auto kept = sample_of();
  CHECK(kept.size() <= 3000);
  for (std::int32_t column = 0; column < 7; ++column) {
    const auto count = std::ranges::count_if(kept, [&](const auto& entry) { return entry.second == column; });
    CHECK(static_cast<double>(count) == Approx(static_cast<double>(kept.size()) / 7).epsilon(0.25));
  }
  std::ranges::reverse(keys);
  CHECK(sample_of() == kept);
}

TEST_CASE("a name that is not quite one of an area is told what may be meant") {
  const TileMap map = *TileMap::create(8, 8, {{"open", kCostScale}, {"wall", 0}}, std::vector<TerrainId>(64));
  AreaDrawing drawing;
  drawing.width = 8;
  drawing.height = 8;
  drawing.draft.files = {"drawn"};
  for (const std::string name : {"Old Harbour", "Nowhere"}) drawing.draft.nodes.emplace_back().name = name;
  drawing.anchors.resize(2);
  drawing.pixels.resize(64);
  const auto drawn = draw_areas(drawing, map, MovementProfile{}, 1);
  REQUIRE(drawn);
  const auto image = build_world(map, std::array{MovementProfile{}}, *drawn, BuiltWorld::one_thread());
  REQUIRE(image);
  const AlignedBytes bytes = image->bytes();
  const World world = *World::view(bytes.span());
  const auto view = MapPage::open(world, "drawn.pnav").value();
  const auto to = [](const std::string& end) {
    return GivenParameters{{"profile", "0"}, {"from", "0,0"}, {"to", end}, {"tier", "auto"}};
  };
  const Tile anchor = drawn->anchors[0];
  CHECK(asked(*view, "/path.json", to("Old Harbour"))["line"].back() == anchor.y + 0.5);
  refused(*view, 400, "/path.json", to("old harbor"),
          "to: no area is called 'old harbor'; did you mean 'Old Harbour'?");
  refused(*view, 400, "/path.json", to("Atlantis"), "no area is called 'Atlantis'");
  refused(*view, 400, "/path.json", to("Nowhere"), "no tile to stand on");
  refused(*view, 400, "/path.json", to("9,9"), "outside");
}

TEST_CASE("a map refuses what it does not know") {
  const Viewed viewed;
  ViewSource& view = *viewed.view;
  refused(view, 404, "/../../etc/passwd", {}, "no such page");
  refused(view, 404, "/world", {}, "no such page");
  refused(view, 405, "/world.json", {}, "wants GET", Method::post);
  refused(view, 405, "/edit", {{"area", "0,0,1,1"}, {"terrain", "0"}}, "wants POST");
  refused(view, 400, "/world.json", {{"x", "1"}}, "unknown parameter x");
  refused(view, 400, "/edits.json", {}, "profile is missing");
  refused(view, 400, "/edits.json", {{"profile", "2"}}, "from 0 to 1");
  refused(view, 400, "/edits.json", {{"profile", "0"}, {"profile", "1"}}, "given twice");
  refused(view, 400, "/edits.json", {{"profile", "0x"}}, "expected a number");
  refused(view, 400, "/why.json", {{"profile", "0"}, {"from", "0,0"}, {"to", "11,0"}}, "outside the map");
  refused(view, 400, "/path.json", {{"profile", "0"}, {"from", "0,0"}, {"to", "1,0"}, {"tier", "fast"}},
          "expected auto");
  refused(view, 400, "/path.json", {{"profile", "0"}, {"from", "0"}, {"to", "1,0"}, {"tier", "auto"}}, "not a tile");
  refused(view, 400, "/at.json", {{"profile", "0"}, {"x", "nan"}, {"y", "1"}}, "expected a number");
  refused(view, 400, "/waypoints.json", {{"profile", "0"}, {"area", "0,0,12,7"}}, "inside the map");
  refused(view, 400, "/waypoints.json", {{"profile", "0"}, {"area", "3,0,3,7"}}, "inside the map");
  refused(view, 400, "/edit", {{"area", "0,0,1,1"}, {"terrain", "2"}}, "from 0 to 1", Method::post);
  refused(view, 400, "/refresh", {{"regions", "0"}}, "from 1 to", Method::post);
  const GivenParameters picture{{"layer", "terrain"}, {"profile", "0"}, {"zoom", "0"}, {"y", "0"}, {"revision", "0"}};
  for (const auto& [x, status] : {std::pair("0", 200), std::pair("1", 400), std::pair("4294967296", 400)}) {
    GivenParameters square = picture;
    square.emplace("x", x);
    REQUIRE(view.answer({Method::get, "/picture.png", square}).status == status);
  }
}

TEST_CASE("pictures show a tile a pixel, and the mean of many") {
  const auto colour = [](Tile t) { return t.x < 4 ? tools::Colour{200, 0, 0} : tools::Colour{0, 100, 0}; };
  const Rect bounds{{0, 0}, {8, 2}};
  const auto near = tools::picture_of(bounds, {0, 0}, 0, 16, 4, colour);
  REQUIRE(near->at({3, 1}) == tools::Colour{200, 0, 0});
  REQUIRE(near->at({4, 1}) == tools::Colour{0, 100, 0});
  REQUIRE(near->at({8, 0}).a == 0);
  REQUIRE(near->at({0, 2}).a == 0);
  const auto far = tools::picture_of(bounds, {0, 0}, 3, 1, 1, colour);
  REQUIRE(far->at({0, 0}) == tools::Colour{100, 50, 0});
}

TEST_CASE("an exported page holds all it needs, and no text of the world ends its data") {
  const Viewed viewed;
  const auto view = MapPage::open(viewed.built.world(), "</script><b>").value();
  const auto page =
      tools::export_map(*view, viewed.built.world(), 0, std::pair<tools::End, tools::End>(Tile{0, 0}, Tile{8, 0}));
  REQUIRE(page);
  for (const std::string part : {"http://", "https://", "href=\"/", "src=", "</script><b>"}) {
    INFO(part);
    REQUIRE(page->find(part) == std::string::npos);
  }
  const std::string mark = "id=\"data\">";
  const std::size_t first = page->find(mark) + mark.size();
  const Json data = Json::parse(page->substr(first, page->find("</script>", first) - first));
  REQUIRE(data["world"]["name"] == "</script><b>");
  REQUIRE(data["pictures"]["terrain"].get<std::string>().starts_with("data:image/png;base64,iVBORw0KGgo"));
  const Json path = asked(*view, "/path.json", {{"profile", "0"}, {"from", "0,0"}, {"to", "8,0"}, {"tier", "auto"}});
  REQUIRE(data["paths"]["auto"]["cost"] == path["cost"]);
  REQUIRE(data["paths"].size() == data["world"]["profiles"][0]["tiers"].size());
}

TEST_CASE("areas are told by names, anchors and borders") {
  constexpr std::int32_t kWidth = 13;
  constexpr std::int32_t kHeight = 9;
  const TileMap map =
      *TileMap::create(kWidth, kHeight, {{"open", kCostScale}, {"wall", 0}}, std::vector<TerrainId>(kWidth * kHeight));
  Rng rng(6);
  for (int round = 0; round < 60; ++round) {
    AreaDrawing drawing;
    drawing.width = kWidth;
    drawing.height = kHeight;
    drawing.draft.files = {"drawn"};
    for (const std::string name : {"West", "East", "Nowhere"}) drawing.draft.nodes.emplace_back().name = name;
    drawing.anchors.resize(3);
    drawing.pixels.resize(map.tiles().size());
    for (NodeId& pixel : drawing.pixels) pixel = rng.percent(round) ? kNoNode : static_cast<NodeId>(rng.below(2));
    const auto drawn = draw_areas(drawing, map, MovementProfile{}, 1);
    REQUIRE(drawn);
    const auto image = build_world(map, std::array{MovementProfile{}}, *drawn, BuiltWorld::one_thread());
    REQUIRE(image);
    const AlignedBytes bytes = image->bytes();
    const World world = *World::view(bytes.span());
    const auto view = MapPage::open(world, "drawn.pnav").value();
    const Json all = asked(*view, "/world.json", {})["areas"];
    REQUIRE(all["of"] == 3);
    const Json areas = all["list"];
    REQUIRE(areas.size() == 3);
    CHECK(areas[0]["name"] == "West");
    CHECK(areas[0]["tiles"] == std::ranges::count(drawing.pixels, 0U));
    CHECK(areas[1]["at"] == Json{drawn->anchors[1].x, drawn->anchors[1].y});
    CHECK(areas[2] == Json{{"name", "Nowhere"}, {"tiles", 0}, {"colour", areas[2]["colour"]}, {"at", Json()}});

    // Each side between two tiles of an area once, in lines as long as they go on.
    const Tile min{rng.below(kWidth), rng.below(kHeight)};
    const Rect area{min, {min.x + 1 + rng.below(kWidth - min.x), min.y + 1 + rng.below(kHeight - min.y)}};
    const auto at = [&](std::int32_t x, std::int32_t y) {
      return drawing.pixels[static_cast<std::size_t>(y * kWidth + x)];
    };
    std::multiset<std::array<std::int32_t, 4>> wanted;
    for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
      for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
        if (x > area.min.x && at(x, y) != at(x - 1, y)) wanted.insert({x, y, x, y + 1});
        if (y > area.min.y && at(x, y) != at(x, y - 1)) wanted.insert({x, y, x + 1, y});
      }
    }
    const std::string corners = fmt::format("{},{},{},{}", area.min.x, area.min.y, area.max.x, area.max.y);
    const Json found = asked(*view, "/borders.json", {{"profile", "0"}, {"area", corners}});
    const auto lines = found["borders"].get<std::vector<std::int32_t>>();
    CHECK(4 * found["of"].get<std::size_t>() == lines.size());
    std::multiset<std::array<std::int32_t, 4>> sides;
    std::set<std::array<std::int32_t, 3>> ends;  // whether upright, and the place
    for (std::size_t i = 0; i < lines.size(); i += 4) {
      const bool upright = lines[i] == lines[i + 2];
      CHECK((upright || lines[i + 1] == lines[i + 3]));
      for (std::int32_t x = lines[i], y = lines[i + 1]; x != lines[i + 2] || y != lines[i + 3];) {
        const std::int32_t right = upright ? x : x + 1;
        const std::int32_t below = upright ? y + 1 : y;
        sides.insert({x, y, right, below});
        x = right;
        y = below;
      }
      CHECK(ends.insert({upright ? 1 : 0, lines[i], lines[i + 1]}).second);
      CHECK(ends.insert({upright ? 1 : 0, lines[i + 2], lines[i + 3]}).second);
    }
    CHECK(sides == wanted);
    const Json one = tools::area_borders(drawn->tiles.view(), area, 1);
    CHECK(one["of"] == found["of"]);
    CHECK(one["borders"].size() <= 4);
    const Json here = asked(*view, "/at.json", {{"profile", "0"}, {"x", "2.5"}, {"y", "3.5"}});
    CHECK(here["area"] == (at(2, 3) == kNoNode ? Json() : Json(drawing.draft.nodes[at(2, 3)].name)));
    const auto picture = view->picture("areas", 0, {0, 0}, 0, kWidth, kHeight);
    REQUIRE(picture);
    CHECK((picture->at({2, 3}).a == 0) == (at(2, 3) == kNoNode));
    const auto page = tools::export_map(*view, world, 0, std::nullopt);
    REQUIRE(page);
    CHECK(page->find("\"areas\":\"data:image/png;base64,") != std::string::npos);
  }
}

TEST_CASE("links are listed, closed and opened") {
  TileMap map = ascii_map(kDrawing);
  REQUIRE(map.set_links({{.name = "leap", .from = {0, 6}, .to = {9, 5}, .cost = 25'000},
                         {.name = "chute", .from = {9, 5}, .to = {10, 0}, .direction = LinkDirection::one_way}})
              .has_value());
  const BuiltWorld built(map, MovementProfile{});
  const auto view = MapPage::open(built.world(), "linked.pnav").value();
  const Json all = asked(*view, "/world.json", {})["links"];
  REQUIRE(all["of"] == 2);
  const Json links = all["list"];
  REQUIRE(links.size() == 2);
  CHECK(links[0] ==
        Json{{"name", "leap"}, {"from", {0, 6}}, {"to", {9, 5}}, {"cost", 2.5}, {"one_way", false}, {"number", 0}});
  CHECK(links[1]["one_way"] == true);
  const GivenParameters inside{{"profile", "0"}, {"tier", "auto"}, {"from", "0,6"}, {"to", "9,5"}};
  CHECK(asked(*view, "/path.json", inside)["cost"] == 2.5);
  asked(*view, "/link", {{"link", "0"}, {"open", "0"}}, Method::post);
  CHECK(asked(*view, "/edits.json", {{"profile", "0"}})["closed_links"] == Json{0});
  CHECK(asked(*view, "/path.json", inside)["status"] == "unreachable");
  const GivenParameters ends{{"profile", "0"}, {"from", "0,6"}, {"to", "9,5"}};
  const auto why = asked(*view, "/why.json", ends)["text"].get<std::string>();
  CHECK(why.ends_with("Without the edits there is one."));
  asked(*view, "/link", {{"link", "0"}, {"open", "1"}}, Method::post);
  CHECK(asked(*view, "/path.json", inside)["cost"] == 2.5);
  asked(*view, "/link", {{"link", "1"}, {"open", "0"}}, Method::post);
  asked(*view, "/revert", {}, Method::post);
  CHECK(asked(*view, "/edits.json", {{"profile", "0"}})["closed_links"].empty());
  refused(*view, 400, "/link", {{"link", "2"}, {"open", "0"}}, "from 0 to 1", Method::post);
  refused(*view, 400, "/link", {{"link", "0"}, {"open", "2"}}, "from 0 to 1", Method::post);
  refused(*view, 405, "/link", {{"link", "0"}, {"open", "1"}}, "POST");
  const Viewed without;
  refused(*MapPage::open(without.built.world(), "v").value(), 400, "/link", {{"link", "0"}, {"open", "0"}}, "",
          Method::post);
}

TEST_CASE("the page leads movers of both kinds over waypoints, from floor to floor only by links") {
  const std::vector<TileMap> floors(
      2, *TileMap::create(9, 4, {{"open", kCostScale}}, std::vector<TerrainId>(std::size_t{9} * 4)));
  TileMap map = *TileMap::stack(floors);
  REQUIRE(map.set_links({{.name = "stair", .from = {8, 3}, .to = map.floors().tile(1, {8, 3}), .cost = kCostScale}})
              .has_value());
  AreaDrawing drawing;
  drawing.width = map.width();
  drawing.height = map.height();
  drawing.sight_length = 20;
  drawing.draft.files = {"placed"};
  drawing.pixels.assign(map.tiles().size(), kNoNode);
  for (const auto& [name, tile] : {std::pair("A", Tile{0, 0}), {"Foot", {8, 3}}, {"Head", {8, 8}}, {"B", {0, 5}}}) {
    drawing.pixels[static_cast<std::size_t>(tile.y * map.width() + tile.x)] =
        static_cast<NodeId>(drawing.draft.nodes.size());
    drawing.draft.nodes.emplace_back().name = name;
    drawing.anchors.push_back(tile);
  }
  MovementProfile drone;
  drone.name = "drone";
  drone.metric = Metric::any_angle;
  drone.footprint = 0;
  const std::array profiles{MovementProfile{}, drone};
  const auto drawn = draw_areas(drawing, map, profiles.front(), 1);
  REQUIRE(drawn);
  const auto image = build_world(map, profiles, *drawn, BuiltWorld::one_thread());
  REQUIRE(image);
  const AlignedBytes bytes = image->bytes();
  const auto view = MapPage::open(*World::view(bytes.span()), "placed.pnav").value();
  const Json world = asked(*view, "/world.json", {});
  for (const Json& profile : world["profiles"]) CHECK(profile["tiers"].back() == "board");
  CHECK(world["ways"]["of"] == 3);
  const auto ask = [&](const std::string& profile, const std::string& to) {
    return asked(*view, "/path.json", {{"profile", profile}, {"tier", "board"}, {"from", "A"}, {"to", to}});
  };
  const Json up = ask("0", "B");
  CHECK(up["status"] == "found");
  CHECK(up["areas"] == Json{"A", "Foot", "Head", "B"});
  CHECK(up["waypoints"].back() == Json({0, 0, 1}));
  CHECK(up["links"][0]["to"] == Json({8, 3, 1}));
  CHECK(ask("1", "B")["status"] == "unreachable");
  const Json across = ask("1", "Foot");
  CHECK(across["status"] == "found");
  CHECK(across["cost"].get<double>() == Approx(std::sqrt(8.0 * 8 + 3 * 3)));
  CHECK(across["line"] == Json({0.5, 0.5, 8.5, 3.5}));
  CHECK(across["links"].empty());
}

TEST_CASE("paths that keep to areas are those of the runtime") {
  constexpr std::int32_t kWidth = 24;
  constexpr std::int32_t kHeight = 16;
  Rng rng(8);
  int found = 0;
  for (int round = 0; round < 20; ++round) {
    std::vector<TerrainId> tiles(kWidth * kHeight);
    for (TerrainId& tile : tiles) tile = rng.percent(20) ? 1 : 0;
    const TileMap map = *TileMap::create(kWidth, kHeight, {{"open", kCostScale}, {"wall", 0}}, tiles);
    AreaDrawing drawing;
    drawing.width = kWidth;
    drawing.height = kHeight;
    drawing.draft.files = {"drawn"};
    for (const std::string name : {"A", "B", "C", "D"}) drawing.draft.nodes.emplace_back().name = name;
    drawing.draft.arcs.push_back({.from = 0, .to = 3, .cost = Decimal{5, 1}, .name = "leap", .tags = {}, .place = {}});
    drawing.anchors.resize(4);
    drawing.pixels.resize(tiles.size());
    for (std::int32_t y = 0; y < kHeight; ++y) {
      for (std::int32_t x = 0; x < kWidth; ++x)
        drawing.pixels[static_cast<std::size_t>(y * kWidth + x)] = static_cast<NodeId>(x / 12 + 2 * (y / 8));
    }
    const auto drawn = draw_areas(drawing, map, MovementProfile{}, 1);
    REQUIRE(drawn);
    const auto image = build_world(map, std::array{MovementProfile{}}, *drawn, BuiltWorld::one_thread());
    REQUIRE(image);
    const AlignedBytes bytes = image->bytes();
    const World world = *World::view(bytes.span());
    const auto view = MapPage::open(world, "drawn.pnav").value();
    const Json report = asked(*view, "/world.json", {});
    CHECK(report["profiles"][0]["tiers"].back() == "corridor");
    if (drawn->anchors[0] != kNoAnchor && drawn->anchors[3] != kNoAnchor) {
      REQUIRE(report["links"]["list"].size() == 1);
      const Json leap = report["links"]["list"][0];
      CHECK(leap["name"] == "leap");
      CHECK(leap["one_way"] == true);
      CHECK(leap["cost"] == 0.5);
      CHECK(leap["to"] == Json{drawn->anchors[3].x, drawn->anchors[3].y});
      CHECK(leap["number"] == Json());
    }
    CorridorQuery query(world);
    for (int i = 0; i < 20; ++i) {
      const Tile from{rng.below(kWidth), rng.below(kHeight)};
      const Tile to{rng.below(kWidth), rng.below(kHeight)};
      const CorridorPath path = query.find({.from = from, .to = to});
      const GivenParameters ends{{"profile", "0"},
                                 {"tier", "corridor"},
                                 {"from", fmt::format("{},{}", from.x, from.y)},
                                 {"to", fmt::format("{},{}", to.x, to.y)}};
      const Json answer = asked(*view, "/path.json", ends);
      REQUIRE(answer["status"] == std::string(to_string(path.status)));
      if (path.status != Status::found) continue;
      ++found;
      CHECK(answer["cost"].get<double>() ==
            Approx(static_cast<double>(path.cost) * world.profiles()[0].tiles_per_unit()).margin(1e-6));
      CHECK(answer["areas"].size() == path.areas.size());
      CHECK(answer["line"][0] == from.x + 0.5);
      CHECK(answer["line"].back() == to.y + 0.5);
    }
    // On edits it answers as a query of the same overlay does.
    asked(*view, "/edit", {{"area", "0,0,1,1"}, {"terrain", tiles[0] == 0 ? "1" : "0"}}, Method::post);
    const GivenParameters any{{"profile", "0"}, {"tier", "corridor"}, {"from", "0,0"}, {"to", "3,3"}};
    Overlay edits(world);
    REQUIRE(edits.set_terrain({{0, 0}, {1, 1}}, tiles[0] == 0 ? 1 : 0).has_value());
    query.use(std::make_shared<const Overlay>(edits));
    const CorridorPath edited = query.find({.from = {0, 0}, .to = {3, 3}});
    CHECK(asked(*view, "/path.json", any)["status"] == std::string(to_string(edited.status)));
    CHECK(asked(*view, "/path.json", any)["why"] == std::string(to_string(edited.why)));
  }
  CHECK(found > 100);
  const Viewed without;
  refused(*MapPage::open(without.built.world(), "v").value(), 400, "/path.json",
          {{"profile", "0"}, {"tier", "corridor"}, {"from", "0,0"}, {"to", "3,3"}}, "corridor");
}

TEST_CASE("a view of a board answers paths by name") {
  const auto source = read_board(std::filesystem::path(PORTOLAN_SOURCE) / "worlds/classic.tsv");
  REQUIRE(source);
  const auto graph = make_board(source->draft);
  REQUIRE(graph);
  const auto image = build_board(*graph, {});
  REQUIRE(image);
  const AlignedBytes bytes = image->bytes();
  const World world = *World::view(bytes.span());
  const auto view = tools::BoardPage::open(world, "classic.pnav").value();
  const Json report = asked(*view, "/world.json", {});
  REQUIRE(report["nodes"].size() == 42);
  REQUIRE(report["arcs"].size() == 166);
  for (const Json& tier : report["tiers"]) {
    const Json path =
        asked(*view, "/path.json", {{"from", "Alaska"}, {"to", "Brazil"}, {"tier", tier.get<std::string>()}});
    REQUIRE(path["cost"] == 5);
    REQUIRE(path["nodes"].front() == "Alaska");
    REQUIRE(report["nodes"][path["places"].back().get<std::size_t>()]["name"] == "Brazil");
  }
  REQUIRE(asked(*view, "/why.json", {{"from", "Alaska"}, {"to", "Brazil"}})["text"] == "There is a path.");
  refused(*view, 400, "/path.json", {{"from", "Alaska"}, {"to", "Atlantis"}, {"tier", "auto"}}, "Atlantis");
  refused(*view, 400, "/path.json", {{"from", "Alaska"}, {"to", "Brazil"}, {"tier", "blocks"}}, "tier");
  refused(*view, 404, "/edit", {}, "no such page", Method::post);
  const std::string page = tools::export_board(*view, world, std::nullopt);
  REQUIRE(page.find("http://") == std::string::npos);
  REQUIRE(page.find("Kamchatka") != std::string::npos);
}

}  // namespace portolan::test
