// SPDX-License-Identifier: BSL-1.0
// Maps that are looked at before they are built: what becomes of drafts, and when they are written to a file.
#include "portolan/formats/boards/area_json.hpp"
#include "portolan/formats/boards/waypoint_table.hpp"
#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/ascii_map.hpp"
#include "support/temporary_folder.hpp"
#include "view/asked_view.hpp"
#include "view/draft_page.hpp"
#include "view/draft_text.hpp"

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

using tools::DraftFile;
using tools::DraftInput;
using tools::DraftKind;
using tools::DraftPage;

constexpr const char* kHalves = R"({"portolan": "areas", "version": 1, "areas": [
  {"name": "west", "rects": [[0, 0, 6, 7]]},
  {"name": "east", "rects": [[6, 0, 5, 7]]}]})";

constexpr const char* kPlaces = R"({"portolan": "waypoints", "version": 1, "waypoints": [
  {"name": "gate", "x": 0, "y": 2},
  {"name": "well", "x": 9.5, "y": 2}]})";

DraftInput drawn_map() {
  return {.name = "drawn.map", .format = MapFormat::ascii, .map = ascii_map(kDrawing), .profiles = {MovementProfile{}}};
}

ViewReply post(ViewSource& page, const std::string& path, const std::string& kind, std::string body) {
  return page.answer({Method::post, path, {{"kind", kind}}, std::move(body)});
}

Json posted(ViewSource& page, const std::string& path, const std::string& kind, std::string body) {
  const ViewReply reply = post(page, path, kind, std::move(body));
  INFO(reply.body);
  REQUIRE(reply.status == 200);
  return Json::parse(reply.body);
}

/// Status and error of a draft that is refused.
std::pair<int, std::string> refusal(ViewSource& page, const std::string& kind, std::string body) {
  const ViewReply reply = post(page, "/draft", kind, std::move(body));
  return {reply.status, Json::parse(reply.body).value("error", "")};
}

std::string status_of(ViewSource& page, const std::string& from, const std::string& to, const std::string& tier) {
  return asked(page, "/path.json", {{"profile", "0"}, {"from", from}, {"to", to}, {"tier", tier}})["status"];
}

}  // namespace

TEST_CASE("a draft becomes the areas of the world that is shown, and the next one takes its place") {
  const auto page = DraftPage::open(drawn_map()).value();
  CHECK(asked(*page, "/world.json", {})["draft"] == true);
  CHECK(asked(*page, "/world.json", {})["areas"]["of"] == 0);
  CHECK(asked(*page, "/draft.json", {})["kind"].is_null());
  CHECK(asked(*page, "/draft.json", {})["save"].is_null());
  posted(*page, "/draft", "areas", kHalves);
  CHECK(asked(*page, "/world.json", {})["areas"]["of"] == 2);
  CHECK(status_of(*page, "0,0", "9,0", "corridor") == "found");
  CHECK(asked(*page, "/draft.json", {})["text"] == kHalves);
  // Waypoints instead, as no file says that it must be areas.
  posted(*page, "/draft", "waypoints", kPlaces);
  CHECK(status_of(*page, "0,2", "9,2", "board") == "found");
  posted(*page, "/draft", "waypoints", R"({"portolan": "waypoints", "version": 1, "waypoints": []})");
  CHECK(asked(*page, "/world.json", {})["areas"]["of"] == 0);
  refused(*page, 405, "/draft", {{"kind", "areas"}}, "POST");
  refused(*page, 405, "/draft.json", {}, "GET", Method::post);
}

TEST_CASE("a draft that cannot be built is refused by name and line, and changes nothing") {
  const auto page = DraftPage::open(drawn_map()).value();
  posted(*page, "/draft", "areas", kHalves);
  const auto areas = [](const std::string& list) {
    return "{\"portolan\": \"areas\", \"version\": 1, \"areas\": [\n" + list + "]}";
  };
  const auto refuses = [&](const std::string& kind, const std::string& body, const std::string& part) {
    const auto [status, error] = refusal(*page, kind, body);
    INFO(error);
    CHECK(status == 400);
    CHECK(error.find(part) != std::string::npos);
  };
  refuses("areas", "", "draft:1");
  refuses("areas", std::string(100'000, '['), "draft:1");
  refuses("areas", areas(R"({"name": "", "rects": [[0, 0, 2, 2]]})"), "draft:2: ");
  refuses("areas", areas("{\"name\": \"a\", \"rects\": [[0, 0, 2, 2]]},\n{\"name\": \"a\", \"rects\": []}"),
          "'a' is given twice");
  refuses("areas", areas(R"({"name": "a", "anchor": [5, 0], "rects": [[0, 0, 11, 7]]})"), "5,0 is no passable tile");
  refuses("areas", areas(R"({"name": "a", "rects": [[0, 0, 0, 2]]})"), "at least 1");
  refuses("areas", areas(R"({"name": "a", "rects": [[0, 0, 2, 2]], "cost": 1})"), "cost");
  refuses("areas", kPlaces, "expected \"areas\"");
  refuses("waypoints", R"({"portolan": "waypoints", "version": 1, "waypoints": [{"name": "a", "x": 11, "y": 0}]})",
          "beyond the map of 11 x 7");
  refuses("waypoints", R"({"portolan": "waypoints", "version": 1, "waypoints": [{"name": "a", "x": 5, "y": 0}]})",
          "cannot stand");
  refuses("areas", R"({"portolan": "areas", "version": 1, "areas": [], "closed": [["a", "b"]]})",
          "'a' is not among the areas");
  refuses("provinces", kHalves, "kind: expected areas or waypoints");
  CHECK(asked(*page, "/world.json", {})["areas"]["of"] == 2);
  CHECK(asked(*page, "/draft.json", {})["text"] == kHalves);
  // What is only odd is told beside the world.
  const Json odd =
      posted(*page, "/draft", "areas",
             areas("{\"name\": \"a\", \"rects\": [[0, 0, 5, 9]]},\n{\"name\": \"b\", \"rects\": [[4, 0, 3, 7]]}"));
  const std::string told = odd["findings"].dump();
  CHECK(told.find("draft:2: 'a' reaches beyond the map") != std::string::npos);
  CHECK(told.find("7 tiles of 'b' belong to 'a', which is listed before") != std::string::npos);
}

TEST_CASE("edits of terrain outlive the drafts that come after them, until they are undone") {
  const auto page = DraftPage::open(drawn_map()).value();
  const Json terrains = asked(*page, "/world.json", {})["terrains"];
  std::string wall;
  for (std::size_t id = 0; id < terrains.size(); ++id) {
    if (!asked(*page, "/world.json", {})["profiles"][0]["passable"][id].get<bool>()) wall = std::to_string(id);
  }
  CHECK(status_of(*page, "0,0", "9,0", "auto") == "found");
  asked(*page, "/edit", {{"area", "5,2,6,3"}, {"terrain", wall}}, Method::post);
  posted(*page, "/draft", "areas", kHalves);
  CHECK(asked(*page, "/edits.json", {{"profile", "0"}})["edited"] == true);
  const std::string walled = status_of(*page, "0,0", "9,0", "auto");
  asked(*page, "/revert", {}, Method::post);
  posted(*page, "/draft", "areas", kHalves);
  CHECK(asked(*page, "/edits.json", {{"profile", "0"}})["edited"] == false);
  CHECK(status_of(*page, "0,0", "9,0", "auto") == "found");
  CHECK(walled == "unreachable");
}

TEST_CASE("a map of text is written with what was painted on it") {
  const auto page = DraftPage::open(drawn_map()).value();
  CHECK(asked(*page, "/draft.json", {})["map"] == true);
  const TileMap map = ascii_map(kDrawing);
  const auto written = [&] {
    return parse_ascii(page->answer({Method::get, "/map.txt", {}}).body, "drawn.map").value();
  };
  const auto names = [](const TileMap& of) {
    std::vector<std::string> found;
    for (const TerrainId terrain : of.tiles()) found.push_back(of.palette()[terrain].name);
    return found;
  };
  CHECK(names(written()) == names(map));
  const TerrainId wall = map.terrain({5, 0});
  asked(*page, "/edit", {{"area", "0,0,3,2"}, {"terrain", std::to_string(wall)}}, Method::post);
  posted(*page, "/draft", "areas", kHalves);
  auto painted = names(map);
  for (const std::size_t at : {0U, 1U, 2U, 11U, 12U, 13U}) painted[at] = map.palette()[wall].name;
  CHECK(names(written()) == painted);
  DraftInput picture = drawn_map();
  picture.format = MapFormat::png;
  const auto other = DraftPage::open(std::move(picture)).value();
  CHECK(asked(*other, "/draft.json", {})["map"] == false);
  refused(*other, 400, "/map.txt", {}, "ASCII");
}

TEST_CASE("a draft that is given with errors is shown over the map alone, to be mended") {
  DraftInput input = drawn_map();
  input.text = R"({"portolan": "areas", "version": 1, "areas": [{"name": "a", "rects": [[0, 0, 0, 2]]}]})";
  input.kind = DraftKind::areas;
  input.drawing = parse_areas_json(input.text, "keep.json", 11, 7).value();
  const auto page = DraftPage::open(std::move(input)).value();
  const Json draft = asked(*page, "/draft.json", {});
  CHECK(draft["given"] == true);
  CHECK(draft["findings"][0]["severity"] == "error");
  CHECK(draft["findings"][0]["text"].get<std::string>().starts_with("keep.json:1: "));
  CHECK(asked(*page, "/world.json", {})["areas"]["of"] == 0);
  CHECK(refusal(*page, "waypoints", kPlaces) == std::pair(400, std::string("what is drawn here are not waypoints")));
  posted(*page, "/draft", "areas", kHalves);
  CHECK(asked(*page, "/world.json", {})["areas"]["of"] == 2);
}

TEST_CASE("what is drawn in the map itself is shown, and not edited") {
  DraftInput input = drawn_map();
  input.drawing = parse_areas_json(kHalves, "drawn.tmx", 11, 7).value();
  input.kind = DraftKind::areas;
  input.fixed = "it is in the map";
  const auto page = DraftPage::open(std::move(input)).value();
  CHECK(asked(*page, "/draft.json", {})["fixed"] == "it is in the map");
  CHECK(asked(*page, "/world.json", {})["areas"]["of"] == 2);
  CHECK(refusal(*page, "areas", kHalves) == std::pair(400, std::string("it is in the map")));
}

TEST_CASE("drafts of several pages are built one at a time, while others are answered", "[threads]") {
  const auto page = DraftPage::open(drawn_map()).value();
  std::atomic<int> built = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 10; ++k) {
        const int status = post(*page, "/draft", "areas", kHalves).status;
        if (status == 200) ++built;
        if (status != 200 && status != 503) built = -1'000;
      }
    });
    threads.emplace_back([&, i] {
      for (int k = 0; k < 20; ++k) {
        page->answer({Method::get, "/world.json", {}});
        page->answer({Method::get, "/draft.json", {}});
        if (i == 0) page->answer({Method::post, "/edit", {{"area", "0,0,1,1"}, {"terrain", "0"}}});
        if (i == 1) page->answer({Method::post, "/revert", {}});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(built > 0);
  CHECK(asked(*page, "/world.json", {})["areas"]["of"] == 2);
}

TEST_CASE("waypoints of tables are drawn on as the JSON that says the same") {
  const auto floors = TileMap::stack(std::vector{ascii_map("....\n...."), ascii_map("....\n....")})->floors();
  const auto read = [&](const std::string& ways) {
    const NamedText table{"name,x,y,floor,tags\n\"the \"\"gate\"\"\",0,0,,a;b\nwell,2.5,1,1,\nhall,3,0,0,\n", "w.csv"};
    return parse_waypoint_tables(table, NamedText{"from,to,cost,one_way,name,tags,closed\n" + ways, "w.ways.csv"}, 4,
                                 floors)
        .value();
  };
  const std::string ways =
      "well,hall,9.25,,rope,c,\nhall,well,,yes,,,\nwell,hall,,yes,,,\nwell,\"the \"\"gate\"\"\",,,,,yes\n";
  AreaDrawing drawing = read(ways);
  const auto text = tools::waypoints_json(drawing, floors);
  REQUIRE(text);
  CHECK(Json::parse(*text) == Json::parse(R"({"portolan": "waypoints", "version": 1,
    "waypoints": [{"name": "the \"gate\"", "x": 0, "y": 0, "tags": ["a", "b"]},
                  {"name": "well", "x": 2, "y": 1, "floor": 1}, {"name": "hall", "x": 3, "y": 0}],
    "ways": [{"from": "well", "to": "hall", "cost": 9.25, "name": "rope", "tags": ["c"]},
             {"from": "hall", "to": "well", "one_way": true}, {"from": "well", "to": "hall", "one_way": true}],
    "closed": [["well", "the \"gate\""]]})"));
  // Read again it is what it was.
  const AreaDrawing again = parse_waypoints_json(*text, "w.json", 4, floors).value();
  CHECK(tools::waypoints_json(again, floors) == text);
  CHECK(again.pixels == drawing.pixels);
  CHECK(make_board(again.draft)->arcs.weight == make_board(drawing.draft)->arcs.weight);
  drawing.sight_length = 40;
  CHECK(Json::parse(*tools::waypoints_json(drawing, floors))["sight_length"] == 40);
  CHECK_FALSE(tools::waypoints_json(read("well,hall,,yes,,,yes\n"), floors));
  CHECK_FALSE(tools::waypoints_json(read("well,nowhere,,,,,\n"), floors));
}

TEST_CASE("a draft is saved as it was sent, and never over what another program has written") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "new.json";
  DraftInput input = drawn_map();
  input.file = DraftFile::at(path, std::nullopt).value();
  const auto page = DraftPage::open(std::move(input)).value();
  CHECK(asked(*page, "/draft.json", {})["save"] == "new.json");
  // Neither what cannot be built nor nothing at all is written.
  CHECK(post(*page, "/save", "areas", "{}").status == 400);
  CHECK(post(*page, "/save", "areas", R"({"portolan": "areas", "version": 1, "areas": []})").status == 400);
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK(posted(*page, "/save", "areas", kHalves)["saved"] == "new.json");
  CHECK(read_file(path, FileOrigin::given).value() == kHalves);
  CHECK(asked(*page, "/world.json", {})["areas"]["of"] == 2);
  // The page's own writing is no change by others.
  CHECK(posted(*page, "/save", "waypoints", kPlaces)["saved"] == "new.json");
  folder.write("new.json", "mine");
  CHECK(post(*page, "/save", "areas", kHalves).status == 409);
  CHECK(read_file(path, FileOrigin::given).value() == "mine");
  std::filesystem::remove(path);
  CHECK(post(*page, "/save", "areas", kHalves).status == 409);
  CHECK_FALSE(std::filesystem::exists(path));

  const auto bare = DraftPage::open(drawn_map()).value();
  CHECK(post(*bare, "/save", "areas", kHalves).status == 400);
}

TEST_CASE("a file for drafts is one that was read, or none yet") {
  const TemporaryFolder folder;
  folder.write("there.json", "{}");
  CHECK(DraftFile::at(folder.path() / "there.json", "{}"));
  const auto there = DraftFile::at(folder.path() / "there.json", std::nullopt);
  REQUIRE_FALSE(there);
  CHECK(there.error().message.find("is there already") != std::string::npos);
  CHECK_FALSE(DraftFile::at(folder.path(), std::nullopt));
  auto gone = DraftFile::at(folder.path() / "gone" / "new.json", std::nullopt);
  CHECK((!gone || !gone->save("{}")));
}

}  // namespace portolan::test
