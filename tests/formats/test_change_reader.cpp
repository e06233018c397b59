// SPDX-License-Identifier: BSL-1.0
// Files of changes: edits and queries in order.
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/change_reader.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

using namespace portolan;
using test::failure;

namespace {

const std::vector<Terrain> kPalette{{".", kCostScale}, {"@", 0}, {"deep water", 0}};
const ChangingGround kGround{{{0, 0}, {10, 8}}, {.count = 1, .height = 8}, kPalette};

Result<std::vector<Change>> parse(std::string_view text) {
  return parse_changes(text, "c", kGround);
}
std::string error_of(std::string_view text) {
  return failure(parse(text), ErrorCode::syntax);
}

}  // namespace

TEST_CASE("a file of changes") {
  const auto read = parse(
      "# doors\n\nedit 3 2 1 4 @\n  edit 0 0 10 8 deep water \nquery 0 0 9 7\r\ntiles 1 1 3 2\n.@.\n@@@\nquery 9 7 0 0 "
      "12.5\nquery 0 0 1 0 0\n");
  REQUIRE(read);
  REQUIRE(read->size() == 6);
  const auto edit = [&](std::size_t i) { return std::get<TerrainChange>((*read)[i].what); };
  const auto query = [&](std::size_t i) { return std::get<Scenario>((*read)[i].what); };
  CHECK((*read)[0].line == 3);
  CHECK(edit(0).area == Rect{{3, 2}, {4, 6}});
  CHECK(edit(0).terrain == std::vector<TerrainId>{1});
  CHECK(edit(1).area == Rect{{0, 0}, {10, 8}});
  CHECK(edit(1).terrain == std::vector<TerrainId>{2});
  CHECK(query(2).to == Tile{9, 7});
  CHECK(query(2).length < 0);
  CHECK((*read)[3].line == 6);
  CHECK(edit(3).area == Rect{{1, 1}, {4, 3}});
  CHECK(edit(3).terrain == std::vector<TerrainId>{0, 1, 0, 1, 1, 1});
  CHECK((*read)[4].line == 9);
  CHECK(query(4).length == 12.5);
  CHECK(query(5).expects_no_path());
}

TEST_CASE("files of changes are told from scenarios by their first word") {
  CHECK(is_changes("# x\n\n query 1 2"));
  CHECK(
      is_changes("\xEF\xBB\xBF"
                 "edit\t1"));
  CHECK(is_changes("tiles"));
  CHECK_FALSE(is_changes("version 1\n"));
  CHECK_FALSE(is_changes("1\t2\t3\t4\t5\n"));
  CHECK_FALSE(is_changes("# edit\n"));
  CHECK_FALSE(is_changes("queries 1 2 3 4"));
  CHECK_FALSE(is_changes(""));
}

TEST_CASE("bad lines of changes are named") {
  CHECK(error_of("") == "c:1: no query in the file");
  CHECK(error_of("edit 0 0 1 1 @\n") == "c:1: no query in the file");
  CHECK(error_of("query 0 0 1 1\nmove 1 2") == "c:2:1: 'move' is neither edit nor tiles nor query");
  CHECK(error_of("query 0 0 1") == "c:1: expected 'query sx sy gx gy' and maybe a length");
  CHECK(error_of("query 0 0 1 1 2 3") == "c:1: expected 'query sx sy gx gy' and maybe a length");
  CHECK(error_of("query 0 -1 1 1") == "c:1:9: '-1' is not a whole number from 0 to 1048576");
  CHECK(error_of("query 0 0 10 1") == "c:1:7: an end outside the map of 10 x 8 tiles");
  CHECK(error_of("query 0 0 1 1 -3") == "c:1:15: length '-3' is not a number from 0");
  CHECK(error_of("query 0 0 1 1 nan") == "c:1:15: length 'nan' is not a number from 0");
  CHECK(error_of("edit 0 0 1 1") == "c:1: expected 'edit x y width height TERRAIN'");
  CHECK(error_of("edit 0 0 1 1 lava") == "c:1:14: the map has no terrain 'lava'");
  CHECK(error_of("edit 0 0 0 1 @") == "c:1:6: a rectangle that is empty or not inside the map of 10 x 8 tiles");
  CHECK(error_of("edit 9 0 2 1 @") == "c:1:6: a rectangle that is empty or not inside the map of 10 x 8 tiles");
  CHECK(error_of("edit 1048576 1048576 1048576 1048576 @") ==
        "c:1:6: a rectangle that is empty or not inside the map of 10 x 8 tiles");
  CHECK(error_of("tiles 0 0 1") == "c:1: expected 'tiles x y width height'");
  CHECK(error_of("tiles 0 0 2 2 @") == "c:1: expected 'tiles x y width height'");
  CHECK(error_of("tiles 0 0 2 2\n..\n.\n") == "c:3: expected row 2 of 2, 2 letters of terrain");
  CHECK(error_of("tiles 0 0 2 2\n..") == "c:2: expected row 2 of 2, 2 letters of terrain");
  CHECK(error_of("tiles 0 0 2 1\n.T") == "c:2:2: the map has no terrain 'T'");
  const ChangingGround floors{{{0, 0}, {4, 7}}, {.count = 2, .height = 3}, kPalette};
  CHECK(failure(parse_changes("edit 0 2 1 2 @", "c", floors), ErrorCode::syntax) ==
        "c:1:6: a rectangle that is not on one floor");
}

TEST_CASE("damaged files of changes are refused with a line or read within the map") {
  const std::string text =
      "# doors\nedit 3 2 1 4 @\nedit 0 0 10 8 deep water\nquery 0 0 9 7\ntiles 1 1 3 2\n.@.\n@@@\nquery 9 7 0 0 12.5\n";
  test::Rng rng(91);
  std::size_t refused = 0;
  for (int round = 0; round < 5'000; ++round) {
    const auto read = parse(test::mutated(text, rng));
    if (!read) {
      ++refused;
      REQUIRE(read.error().message.starts_with("c:"));
      continue;
    }
    for (const Change& change : *read) {
      const auto* const edit = std::get_if<TerrainChange>(&change.what);
      if (edit == nullptr) continue;
      REQUIRE(intersection(edit->area, kGround.bounds) == edit->area);
      const auto tiles = static_cast<std::size_t>(edit->area.width() * edit->area.height());
      REQUIRE((edit->terrain.size() == 1 || edit->terrain.size() == tiles));
    }
  }
  CHECK(refused > 1'000);
  CHECK(refused < 5'000);
}
