// SPDX-License-Identifier: BSL-1.0
// Runs of crowds as the page asks for them.
#include "view/asked_view.hpp"
#include "view/crowd_replay.hpp"
#include "view/export_page.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

using tools::CrowdReplay;

/// Units that walk along rows and columns of a map of `side` tiles, each of them as long as its number.
CrowdTrace made_trace(std::uint32_t units, std::uint32_t ticks, std::int32_t side) {
  CrowdTrace trace;
  for (std::uint32_t unit = 0; unit < units; ++unit) trace.units.push_back(unit * 3);
  for (std::uint32_t tick = 0; tick < ticks; ++tick) {
    trace.ticks.push_back(tick * 2);
    for (std::uint32_t unit = 0; unit < units; ++unit) {
      const auto step = static_cast<std::int32_t>(std::min(tick, unit));
      trace.tiles.push_back({step % side, static_cast<std::int32_t>(unit) % side});
    }
  }
  return trace;
}

/// All pieces taken apart again: ticks and tiles.
CrowdTrace put_together(const CrowdReplay& replay) {
  CrowdTrace trace;
  const Json report = replay.report();
  const auto units = report["units"].size();
  std::size_t left = report["ticks"].get<std::size_t>();
  for (std::size_t i = 0; i < replay.pieces(); ++i) {
    const std::string bytes = replay.piece(i);
    const std::size_t count = std::min(left, report["piece"].get<std::size_t>());
    REQUIRE(bytes.size() == count * 4 + count * units * 8);
    left -= count;
    const auto ticks = trace.ticks.size();
    trace.ticks.resize(ticks + count);
    std::memcpy(trace.ticks.data() + ticks, bytes.data(), count * 4);
    const auto tiles = trace.tiles.size();
    trace.tiles.resize(tiles + count * units);
    std::memcpy(trace.tiles.data() + tiles, bytes.data() + count * 4, count * units * 8);
  }
  REQUIRE(left == 0);
  return trace;
}

}  // namespace

TEST_CASE("a run in pieces is the trace, whatever its shape") {
  for (const auto& [units, ticks] : {std::pair{1U, 1U}, {1U, 70'000U}, {3U, 2U}, {700U, 200U}, {65'536U, 3U}}) {
    CAPTURE(units, ticks);
    const CrowdTrace trace = made_trace(units, ticks, 500);
    const CrowdReplay replay(trace, "t.tsv");
    CHECK(replay.rows() == trace.tiles.size());
    const CrowdTrace again = put_together(replay);
    CHECK(again.ticks == trace.ticks);
    CHECK(again.tiles == trace.tiles);
    const Json report = replay.report();
    CHECK(report["piece"].get<std::size_t>() * units <= CrowdReplay::kPieceRows);
    CHECK(report["moved"].size() == std::min<std::size_t>(ticks, CrowdReplay::kMaxShares));
    CHECK(report["rests"].size() == units);
  }
}

TEST_CASE("a run tells how many units move, and from when on each rests") {
  CrowdTrace trace{.units = {4, 9, 2}, .ticks = {0, 1, 5, 6}, .tiles = {}};
  trace.tiles = {{0, 0}, {5, 5}, {1, 1}, {0, 0}, {5, 6}, {2, 1}, {0, 0}, {5, 6}, {3, 1}, {0, 0}, {5, 7}, {3, 1}};
  const CrowdReplay replay(trace, "t.tsv");
  CHECK(replay.report() == Json{{"name", "t.tsv"},
                                {"units", {4, 9, 2}},
                                {"ticks", 4},
                                {"last", 6},
                                {"piece", 4},
                                {"moved", {0, 2, 1, 1}},
                                {"rests", {0, 3, 2}}});
  // Of more ticks than numbers the most of each share.
  CrowdTrace longer{.units = {0}, .ticks = {}, .tiles = {}};
  for (std::uint32_t tick = 0; tick < 5120; ++tick) {
    longer.ticks.push_back(tick);
    longer.tiles.push_back({tick < 2563 ? 0 : 1, 0});
  }
  const Json moved = CrowdReplay(longer, "").report()["moved"];
  REQUIRE(moved.size() == 512);
  for (std::size_t share = 0; share < 512; ++share) CHECK(moved[share] == (share == 256 ? 1 : 0));
}

TEST_CASE("a run tells what its trace has more columns for") {
  using enum Heading;
  CrowdTrace trace{.units = {0, 1}, .ticks = {0, 1, 4}, .tiles = {{0, 0}, {5, 5}, {0, 0}, {5, 5}, {1, 0}, {5, 5}}};
  trace.sides = {0, 7};
  trace.groups = {3, 0};
  trace.headings = {east, any, east, any, north, any};
  trace.moves = {{}, {}, {.to = {1, 0}, .begin = 0, .end = 3, .heading = north_east}, {}, {}, {}};
  trace.slots = {{2, 2}, kNowhere, {2, 2}, kNowhere, {3, 2}, kNowhere};
  trace.stuck = {0, 0, 0, 1, 0, 1};
  trace.led = {3};
  trace.leaders = {{kNowhere, any}, {{2, 1}, south}, {{2, 1}, east}};
  trace.counts = {{0, 0}, {2, 1}, {1, 1}};
  const CrowdReplay replay(trace, "t.tsv", {.rows = {{0, 9, 1, 5}, {2, 8, 2, 6}, {4, 7, 3, 7}}, .name = "l.tsv"});
  CHECK(replay.row_bytes() == 34);
  const Json report = replay.report();
  CHECK(report["moved"] == Json{0, 1, 1});
  CHECK(report["rests"] == Json{2, 0});
  CHECK(report["sides"] == Json{0, 7});
  CHECK(report["groups"] == Json{3, 0});
  CHECK(report["led"] == Json{3});
  CHECK(report["ways"] == Json::array({Json{2, 1}}));
  CHECK(report["stuck"] == Json{0, 1, 1});
  CHECK(report["decided"] == Json{0, 2, 1});
  CHECK(report["waited"] == Json{0, 1, 1});
  CHECK(report["load"] ==
        Json{{"name", "l.tsv"}, {"waiting", {9, 9, 7}}, {"answered", {1, 0, 5}}, {"charged", {5, 0, 13}}});
  CHECK_FALSE(report.contains("bodies"));
  // Ticks, tiles, moves, slots, leaders, counts, load; then headings, stuck and headings of leaders.
  const std::string bytes = replay.piece(0);
  REQUIRE(bytes.size() == 3 * (4 + 2 * 34 + 9 + 8 + 12));
  const auto number = [&](std::size_t at) {
    std::int32_t value = 0;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
  };
  const std::size_t moves = 12 + 48;
  CHECK(number(moves + 32) == 1);
  CHECK(number(moves + 44) == 3);
  const std::size_t leaders = moves + 96 + 48;
  CHECK(number(leaders) == -1);
  CHECK(number(leaders + 8) == 2);
  CHECK(number(leaders + 24 + 8) == 2);
  CHECK(number(leaders + 24 + 24 + 24) == 7);
  const std::size_t headings = leaders + 24 + 24 + 36;
  CHECK(bytes.substr(headings, 6) == std::string("\x00\x88\x10\x88\x22\x88", 6));
  CHECK(bytes.substr(headings + 6) == std::string("\0\0\0\1\0\1\x08\x06\x00", 9));
}

TEST_CASE("a run finds the bodies of its profiles, or names the line of one that the world has not") {
  const Viewed plain;
  CrowdTrace trace = made_trace(1, 1, 7);
  trace.profiles = {{"", 2}};
  trace.movers = {0};
  CrowdReplay replay(trace, "t.tsv");
  REQUIRE(replay.find_bodies(plain.built.world(), "t.tsv"));
  const Json body = replay.report()["bodies"][0];
  CHECK(body["core"] == 1);
  CHECK(body["covered"] == Json::array({Json{0, 0, 1}}));
  CHECK(body["left"][0][0] == Json{0, 0, 1});
  CHECK(body["entered"][0][1] == Json{-1, 1, 2});
  trace.profiles = {{"elf", 5}};
  CrowdReplay unknown(trace, "t.tsv");
  const Outcome found = unknown.find_bodies(plain.built.world(), "a/t.tsv");
  REQUIRE_FALSE(found);
  CHECK(found.error().message.find("a/t.tsv:5: ") == 0);
}

TEST_CASE("a view of a run answers for it, and refuses what is not a piece of it") {
  const Viewed plain;
  CHECK(asked(*plain.view, "/world.json", {})["crowd"] == false);
  refused(*plain.view, 404, "/crowd.json", {}, "no such page");
  refused(*plain.view, 404, "/crowd.bin", {{"piece", "0"}}, "no such page");
  const CrowdTrace trace = made_trace(60'000, 2, 7);
  auto view =
      MapPage::open(plain.built.world(), "drawn.pnav", std::make_unique<const CrowdReplay>(trace, "t.tsv")).value();
  CHECK(asked(*view, "/world.json", {})["crowd"] == true);
  CHECK(asked(*view, "/crowd.json", {}) == view->replay()->report());
  const ViewReply reply = view->answer({Method::get, "/crowd.bin", {{"piece", "1"}}});
  CHECK(reply.status == 200);
  CHECK(reply.type == "application/octet-stream");
  CHECK(reply.body == view->replay()->piece(1));
  refused(*view, 400, "/crowd.json", {{"piece", "0"}}, "unknown parameter piece");
  for (const std::string number : {"2", "-1", "0x1", "99999999999"}) {
    refused(*view, 400, "/crowd.bin", {{"piece", number}}, "piece: expected a number from 0 to 1");
  }
  refused(*view, 400, "/crowd.bin", {}, "piece is missing");
  refused(*view, 400, "/crowd.bin", {{"piece", "0"}, {"piece", "1"}}, "piece is given twice");
  refused(*view, 405, "/crowd.json", {}, "wants GET", Method::post);
  refused(*view, 405, "/crowd.bin", {{"piece", "0"}}, "wants GET", Method::post);
}

TEST_CASE("an exported page holds a run that is not too long") {
  const Viewed plain;
  const auto exported = [&](CrowdTrace trace) {
    const auto view = MapPage::open(plain.built.world(), "drawn.pnav",
                                    std::make_unique<const CrowdReplay>(std::move(trace), "t<.tsv"))
                          .value();
    return export_map(*view, plain.built.world(), 0, std::nullopt);
  };
  const auto page = exported(made_trace(2, 2, 7));
  REQUIRE(page);
  const auto begin = page->find("id=\"data\">") + 10;
  const Json data = Json::parse(page->substr(begin, page->find("</script>", begin) - begin));
  CHECK(data["world"]["crowd"] == true);
  CHECK(data["crowd"]["name"] == "t<.tsv");
  // Ticks 0 and 2; unit 0 stands at 0,0, unit 3 walks from 0,1 to 1,1.
  CHECK(data["crowd"]["pieces"] == Json{"AAAAAAIAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAABAAAAAQAAAA=="});
  const auto refused_page = exported(made_trace(40'001, 100, 7));
  REQUIRE_FALSE(refused_page);
  CHECK(refused_page.error().code == ErrorCode::limit);
  CHECK(refused_page.error().message == "--crowd: 4000100 rows; an exported page takes at most 4000000");
}

}  // namespace portolan::test
