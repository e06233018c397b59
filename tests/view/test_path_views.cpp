// SPDX-License-Identifier: BSL-1.0
// What the page is told of paths, against the runtime.
#include "portolan/formats/boards/board_reader.hpp"
#include "portolan/offline/build_board.hpp"
#include "portolan/offline/draw_areas.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/random_world.hpp"
#include "view/asked_view.hpp"
#include "view/board_page.hpp"
#include "view/export_page.hpp"
#include "view/map_page.hpp"
#include "view/warm_time.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace portolan::test {

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
