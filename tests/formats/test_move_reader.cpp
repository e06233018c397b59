// SPDX-License-Identifier: BSL-1.0
// Moves between tiles of maps, as tables and as JSON.
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/move_reader.hpp"
#include "support/printing.hpp"

#include <fmt/format.h>

using namespace portolan;
using test::failure;

namespace {

TileMap plain(std::int32_t floors) {
  const auto floor = TileMap::create(20, 10, {{"floor", kCostScale}}, std::vector<TerrainId>(200));
  auto map = TileMap::stack(std::vector<TileMap>(static_cast<std::size_t>(floors), *floor));
  REQUIRE(map);
  return std::move(*map);
}

std::vector<Move> moves_of(std::string_view text, const TileMap& map) {
  auto moves = parse_moves(text, "m", map);
  if (!moves) FAIL(moves.error().message);
  return std::move(*moves);
}

/// A wall, a window and a current on three floors.
std::vector<Move> three_moves() {
  return {{{1, 2}, {2, 2}, kBlockedMove, LinkDirection::both},
          {{5, 17}, {5, 16}, 25'000, LinkDirection::both},
          {{0, 22}, {0, 23}, 1, LinkDirection::one_way}};
}

}  // namespace

TEST_CASE("a table of moves") {
  CHECK(moves_of("# walls\nfrom\tto\tcost\tboth\n1,2\t2,2\tblocked\tyes\n\n5,6,1\t 5, 5 ,1\t2.5\ttrue\n0,0,2\t0,1,2\t"
                 "0.0001\tno\n",
                 plain(3)) == three_moves());
  CHECK(moves_of("to,from\n\"1,2\",\"1,3\"\n", plain(1)) ==
        std::vector<Move>{{{1, 3}, {1, 2}, kBlockedMove, LinkDirection::one_way}});
  CHECK(moves_of("from\tto\n", plain(1)).empty());
}

TEST_CASE("moves as JSON") {
  CHECK(moves_of(R"({"portolan": "moves", "version": 1, "moves": [
      {"from": [1, 2], "to": [2, 2], "cost": "blocked", "both": true},
      {"from": [5, 6, 1], "to": [5, 5, 1], "cost": 2.5, "both": true},
      {"from": [0, 0, 2], "to": [0, 1, 2], "cost": 0.0001}]})",
                 plain(3)) == three_moves());
  CHECK(moves_of(R"({"portolan": "moves", "version": 1, "moves": [{"from": [1, 3], "to": [1, 2]}]})", plain(1)) ==
        std::vector<Move>{{{1, 3}, {1, 2}, kBlockedMove, LinkDirection::one_way}});
}

TEST_CASE("moves that are wrong say where and why") {
  const TileMap map = plain(2);
  const auto error_of = [&](std::string_view rows, std::string_view header = "from\tto\tcost\tboth\n") {
    return failure(parse_moves(std::string(header) + std::string(rows), "m", map), ErrorCode::syntax);
  };
  CHECK(error_of("1,2\t3\n") == "m:2: to '3': expected x,y or x,y,floor");
  CHECK(error_of("1,2\t20,0\n") == "m:2: to 20,0 is not on the map of 20 x 10 tiles and 2 floors");
  CHECK(error_of("1,2\t2,3\n") == "m:2: the move leads from a tile to one that shares no side with it");
  CHECK(error_of("1,2\t1,2\n") == "m:2: the move leads from a tile to one that shares no side with it");
  CHECK(error_of("1,9,0\t1,0,1\n") == "m:2: the move leads from a tile to one that shares no side with it");
  CHECK(error_of("1,2\t1,3\t-1\n") ==
        "m:2: cost '-1' is neither `blocked` nor a number from 0 with at most 4 decimals");
  CHECK(error_of("1,2\t1,3\twall\n") ==
        "m:2: cost 'wall' is neither `blocked` nor a number from 0 with at most 4 decimals");
  CHECK(error_of("1,2\t1,3\t1000000001\n") == "m:2: the move costs more than 1000000000");
  CHECK(error_of("1,2\t1,3\t1\tmaybe\n") == "m:2: both 'maybe': expected yes or no");
  CHECK(error_of("1,2\t1,3\n", "from\tto\tprice\n").find("m:1:") == 0);
  CHECK(error_of("", "from\tcost\n").find("m:1:") == 0);
  const auto json_error = [&](std::string_view moves) {
    return failure(parse_moves(fmt::format(R"({{"portolan": "moves", "version": 1, "moves": [{}]}})", moves), "m", map),
                   ErrorCode::syntax);
  };
  CHECK(json_error(R"({"from": [1, 2], "to": [1, 4]})") ==
        "m:1: moves[0]: the move leads from a tile to one that shares no side with it");
  CHECK(json_error(R"({"from": [1, 2], "to": [1, 3], "cost": true})").find("\"blocked\"") != std::string::npos);
  CHECK(json_error(R"({"from": [1, 2]})").find("to") != std::string::npos);
  std::string many = "from\tto\tcost\n";
  for (int i = 1; i <= 255; ++i) many += fmt::format("1,2\t1,3\t{}\n", i);
  CHECK(failure(parse_moves(many, "m", map), ErrorCode::limit) == "m:256: moves have more than 254 different costs");
}
