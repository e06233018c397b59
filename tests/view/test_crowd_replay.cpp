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
