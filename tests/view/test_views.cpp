// SPDX-License-Identifier: BSL-1.0
// What the page is told of worlds, edits and pictures; and what it may not ask.
#include "portolan/offline/draw_areas.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/random_world.hpp"
#include "view/areas.hpp"
#include "view/asked_view.hpp"
#include "view/ends.hpp"
#include "view/even_sample.hpp"
#include "view/export_page.hpp"
#include "view/map_page.hpp"
#include "view/picture.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace portolan::test {

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

}  // namespace portolan::test
