// SPDX-License-Identifier: BSL-1.0
// Provinces found in a picture.
#include "formats/board_support.hpp"
#include "formats/png_writer.hpp"
#include "portolan/formats/boards/board_picture.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

using namespace portolan;
using test::arcs_of;
using test::errors;
using test::failure;
using test::Texts;

namespace {

/// Rows of numbers of palette colours: 0 black, 1 red, 2 green, 3 blue, 4 and on greys.
std::string picture(const std::vector<std::string>& rows, bool interlaced = false) {
  std::vector<unsigned> samples;
  for (const std::string& row : rows) {
    for (const char c : row) samples.push_back(static_cast<unsigned>(c - '0'));
  }
  return test::png(
      {static_cast<unsigned>(rows[0].size()), static_cast<unsigned>(rows.size()), 8, test::PngColour::palette,
       interlaced},
      samples,
      std::string_view(
          "\0\0\0\xff\0\0\0\xff\0\0\0\xff\x80\x80\x80\x81\x81\x81\x82\x82\x82\x83\x83\x83\x84\x84\x84\x85\x85\x85",
          30));
}

const std::vector<std::string> kRows{"11022", "11022", "13322", "33333"};
const std::string kTable =
    "colour,name,tags\n#000000,,\n#ff0000,Red,warm\n#00ff00,Green\n#0000ff,\"Blue, deep\",cold\n";

Result<BoardDraft> read(const std::vector<std::string>& rows, std::string_view table,
                        std::optional<std::string_view> links = {}, bool interlaced = false) {
  const std::string bytes = picture(rows, interlaced);
  return parse_provinces(std::as_bytes(std::span(bytes)), "picture", {table, "provinces"},
                         links ? std::optional(NamedText{*links, "links"}) : std::nullopt);
}

/// Borders are found in the order of the pixels.
Texts sorted(Texts texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

}  // namespace

TEST_CASE("provinces that share sides of pixels are neighbours") {
  for (const bool interlaced : {false, true}) {
    const auto draft = read(kRows, kTable, {}, interlaced);
    REQUIRE(errors(draft) == Texts{});
    CHECK(sorted(arcs_of(*draft)) == Texts{"Blue, deep>Green 1 [border=3]", "Blue, deep>Red 1 [border=3]",
                                           "Green>Blue, deep 1 [border=3]", "Red>Blue, deep 1 [border=3]"});
    REQUIRE(draft->nodes.size() == 3);
    CHECK(draft->nodes[0].tags == Texts{"warm"});
    CHECK(draft->nodes[1].position->x == Decimal{4, 0});
    CHECK(draft->nodes[1].position->y == Decimal{15, 1});
    CHECK(draft->nodes[0].position->x == Decimal{9, 1});
  }
}

TEST_CASE("a province may cost something to enter") {
  const std::string table =
      "colour,name,enter\n#000000,,\n#ff0000,Red,0.75\n#00ff00,Green\n#0000ff,\"Blue, deep\",much\n";
  const auto draft = read(kRows, table);
  CHECK(errors(draft) == Texts{"provinces:5: enter 'much' is not a decimal number of at most 18 digits"});
  CHECK(draft->nodes[0].enter == Decimal{75, 2});
  CHECK(draft->nodes[1].enter == Decimal{});
}

TEST_CASE("a row that closes a border adds no way") {
  CHECK(errors(read(kRows, kTable, "from\tto\tcost\tclosed\nRed\tBlue, deep\t7\tyes\n")) ==
        Texts{"links:2: a closed border has no cost; a way beside it takes a row of its own"});
}

TEST_CASE("straits are added and borders closed") {
  const auto draft = read(kRows, kTable,
                          "from\tto\tcost\tone_way\tname\tclosed\n"
                          "Red\tGreen\t2.5\tyes\tstrait\t\n"
                          "Red\tBlue, deep\t\t\t\tyes\n"
                          "Green\tBlue, deep\t\tyes\t\tyes\n");
  REQUIRE(errors(draft) == Texts{});
  CHECK(sorted(arcs_of(*draft)) == Texts{"Blue, deep>Green 1 [border=3]", "Red>Green 2.5 strait"});
}

TEST_CASE("colours and names that do not fit are all reported") {
  CHECK(errors(read({"1144", "1220"}, kTable)) ==
        Texts{"provinces:5: no pixel has colour #0000ff",
              "picture: pixel 2,0 has colour #808080, which the table of provinces lacks"});
  CHECK(errors(read(kRows, kTable + "#ff0000,Again\nred,Red2\n", "from,to,closed\nRed,Green,yes\nRed,Grey,\n")) ==
        Texts{"provinces:6: colour #ff0000 is given twice", "provinces:7: colour 'red' is not #rrggbb",
              "links:2: 'Red' and 'Green' have no border to close", "links:3: 'Grey' is not among the provinces"});
}

TEST_CASE("smoothed edges are one finding, beside the colours that cover much") {
  // Grey 4 covers six pixels; of four others, two are not enough to tell.
  CHECK(errors(read({"14544", "16024", "44333"}, kTable)) ==
        Texts{"picture: pixel 1,0 has colour #808080, which the table of provinces lacks",
              "picture: pixel 2,0 has colour #818181, which the table of provinces lacks",
              "picture: pixel 1,1 has colour #828282, which the table of provinces lacks"});
  CHECK(errors(read({"14544", "16274", "48033", "40000"}, kTable)) ==
        Texts{"picture: pixel 1,0 has colour #808080, which the table of provinces lacks",
              "picture: pixel 2,0 has colour #818181, which the table of provinces lacks",
              "picture: pixel 1,1 has colour #828282, which the table of provinces lacks",
              "picture: pixel 3,1 has colour #838383, which the table of provinces lacks",
              "picture: pixel 1,2 has colour #848484, which the table of provinces lacks"});
  CHECK(errors(read({"19544", "16274", "48033", "44000"}, kTable)) ==
        Texts{"picture: pixel 3,0 has colour #808080, which the table of provinces lacks",
              "picture: 5 colours of few pixels each (5 in all, the first at 1,0: #858585) that the table of provinces "
              "lacks: edges are smoothed; paint and save without anti-aliasing"});
}

TEST_CASE("broken pictures and tables are refused") {
  CHECK(failure(parse_provinces({}, "picture", {kTable, "provinces"}, {}), ErrorCode::syntax).find("picture: ") == 0);
  CHECK(failure(read(kRows, "name\n"), ErrorCode::syntax) ==
        "provinces:1: the header line lacks 'colour': colour, name, tags, enter");
  CHECK(failure(read(kRows, "colour,name\n#000000,Sea,cold\n"), ErrorCode::syntax) ==
        "provinces:2: 3 fields in a table of 2 columns");
  CHECK(failure(read(kRows, kTable, "from,to\nRed,Green,7\n"), ErrorCode::syntax) ==
        "links:2: 3 fields in a table of 2 columns");
  CHECK(failure(read(kRows, kTable, "a,b\n"), ErrorCode::syntax) ==
        "links:1: expected a header line: from, to, cost, one_way, name, tags, closed");
}
