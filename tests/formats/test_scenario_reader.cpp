// SPDX-License-Identifier: BSL-1.0
// Queries with known answers.
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/scenario_reader.hpp"

using namespace portolan;
using test::failure;

namespace {
std::string error_of(std::string_view text, ErrorCode code = ErrorCode::syntax) {
  return failure(parse_scenarios(text, "s"), code);
}
Scenario with_length(std::string_view length) {
  const auto read = parse_scenarios("version 1\n0\tm\t9\t9\t1\t2\t3\t4\t" + std::string(length) + "\n", "s");
  if (!read) FAIL(read.error().message);
  return read->scenarios.at(0);
}
}  // namespace

TEST_CASE("a .scen file") {
  const auto read = parse_scenarios(
      "version 1\n0\tarena.map\t49\t50\t1\t11\t1\t12\t1.00000000\n\n7\tmaps/dao/a b.map\t49\t50\t48\t0\t0\t49\t0\n",
      "s");
  REQUIRE(read);
  CHECK(read->kind == ScenarioKind::movingai);
  REQUIRE(read->scenarios.size() == 2);
  const Scenario& first = read->scenarios[0];
  CHECK(first.from == Tile{1, 11});
  CHECK(first.to == Tile{1, 12});
  CHECK(first.length == 1.0);
  CHECK(first.width == 49);
  CHECK(first.height == 50);
  CHECK_FALSE(first.expects_no_path());
  const Scenario& second = read->scenarios[1];
  CHECK(second.from == Tile{48, 0});
  CHECK(second.to == Tile{0, 49});
  CHECK(second.expects_no_path());
}

TEST_CASE("a .scen file: line ends, versions, blanks instead of tabs") {
  for (const char* const text : {"version 1.0\r\n0\tm\t9\t8\t1\t2\t3\t4\t5\r\n", "version 1\n0 m 9 8 1 2  3 4 5",
                                 "version  1 \n0\tm\t9\t8\t1\t2\t3\t4\t5\n\n \n"}) {
    const auto read = parse_scenarios(text, "s");
    if (!read) FAIL(read.error().message);
    REQUIRE(read->scenarios.size() == 1);
    CHECK(read->scenarios[0].to == Tile{3, 4});
    CHECK(read->scenarios[0].length == 5.0);
  }
}

TEST_CASE("the tolerance of a .scen length follows its digits") {
  CHECK(with_length("3.82842712").tolerance == 1e-4);
  CHECK(with_length("1234.00000000").tolerance == 1e-4);
  CHECK(with_length("0").tolerance == 1e-4);
  CHECK(with_length("0.0").tolerance == 1e-4);
  CHECK(with_length("4").tolerance == Approx(1e-4 + 0.5e-5).epsilon(1e-12));
  CHECK(with_length("6.65685").tolerance == Approx(1e-4 + 0.5e-5).epsilon(1e-12));
  CHECK(with_length("9.99999").tolerance == Approx(1e-4 + 0.5e-5).epsilon(1e-12));
  CHECK(with_length("16.071").tolerance == Approx(1e-4 + 0.5e-4).epsilon(1e-12));
  CHECK(with_length("4787").tolerance == Approx(1e-4 + 0.5e-2).epsilon(1e-12));
  CHECK(with_length("1234.5").tolerance == Approx(1e-4 + 0.5e-2).epsilon(1e-12));
  CHECK(with_length("123456").tolerance == Approx(1e-4 + 0.5).epsilon(1e-12));
  CHECK(with_length("1.23457e+06").tolerance == Approx(1e-4 + 5).epsilon(1e-12));
  CHECK(with_length("0.5").tolerance == Approx(1e-4 + 0.5e-6).epsilon(1e-12));
  CHECK(with_length("0004.5").tolerance == Approx(1e-4 + 0.5e-5).epsilon(1e-12));
  CHECK(parse_scenarios("0\t0\t1\t1\t1.5\n", "s")->scenarios[0].tolerance == 1e-4);
}

TEST_CASE("a table of queries") {
  const auto read = parse_scenarios(
      "# sx sy gx gy length\n19\t26\t19\t29\t3.000000\r\n\n1\t2\t3\t4\t0\n#\n5\t5\t5\t5\t0\n1\t1\t2\t2\t-1", "s");
  REQUIRE(read);
  CHECK(read->kind == ScenarioKind::table);
  REQUIRE(read->scenarios.size() == 4);
  CHECK(read->scenarios[0].from == Tile{19, 26});
  CHECK(read->scenarios[0].length == 3.0);
  CHECK(read->scenarios[0].width == 0);
  CHECK(read->scenarios[1].expects_no_path());
  CHECK_FALSE(read->scenarios[2].expects_no_path());
  CHECK(read->scenarios[3].length < 0);
}

TEST_CASE("scenario errors name line, column and reason") {
  CHECK(error_of("") == "s:1: no scenario in the file");
  CHECK(error_of("version 1\n") == "s:1: no scenario in the file");
  CHECK(error_of("# nothing\n\n") == "s:2: no scenario in the file");
  for (const char* const version : {"version 2", "version", "version 1 1", "version1"}) {
    CHECK(error_of(std::string(version) + "\n", ErrorCode::unsupported) == "s:1: expected 'version 1'");
  }
  const std::string nine = "expected 9 fields: bucket, map, width, height, start x, start y, goal x, goal y, length";
  CHECK(error_of("version 1\n0\tm\t9\t9\t1\t2\t3\t4\n") == "s:2: " + nine);
  CHECK(error_of("version 1\n0\tm\t9\t9\t1\t2\t3\t4\t5\t\n") == "s:2: " + nine);
  CHECK(error_of("version 1\n\n0 m 9 9 1 2 3 4\n") == "s:3: " + nine);
  const std::string five =
      "expected 5 fields between tabs, semicolons or commas: start x, start y, goal x, goal y, length";
  CHECK(error_of("1\t2\t3\t4\n") == "s:1: " + five);
  CHECK(error_of("1\t2\t3\t4\t5\t6\n") == "s:1: " + five);
  CHECK(error_of("1 2 3 4 5\n") == "s:1: " + five);
}

TEST_CASE("a table of queries may have a header, its columns in any order, and other separators") {
  for (const char* const text : {"sx\tsy\tgx\tgy\tlength\n1\t2\t3\t4\t5.5\n", "1;2;3;4;5.5\n", "1,2,3,4,5.5\n",
                                 "# turned round\nLength;GY;GX;SY;SX\n5.5;4;3;2;1\n"}) {
    const auto read = parse_scenarios(text, "s");
    CAPTURE(text);
    REQUIRE(read);
    CHECK(read->kind == ScenarioKind::table);
    REQUIRE(read->scenarios.size() == 1);
    CHECK(read->scenarios[0].from == Tile{1, 2});
    CHECK(read->scenarios[0].to == Tile{3, 4});
    CHECK(read->scenarios[0].length == 5.5);
  }
  CHECK(error_of("length;gy;gx;sy;sx\n5;4;3;2;x\n") == "s:2:9: start x 'x' is not a whole number from 0 to 1048575");
  CHECK(error_of("sx;sy;gx;gy;length\n") == "s:1: no scenario in the file");
  CHECK(error_of("sx;sy;gx;gy;length;name\n") == "s:1: column 'name' is not known (one of sx, sy, gx, gy, length)");
}

TEST_CASE("scenario fields are checked one by one") {
  const char* const good[] = {"0", "m", "9", "9", "1", "2", "3", "4", "5"};
  const auto with = [&](std::size_t field, const char* value) {
    std::string text = "version 1\n";
    for (std::size_t i = 0; i < 9; ++i) text += std::string(i == 0 ? "" : "\t") + (i == field ? value : good[i]);
    return error_of(text);
  };
  CHECK(with(0, "x") == "s:2:1: bucket 'x' is not a whole number from 0 to 1048575");
  CHECK(with(2, "0") == "s:2:5: width '0' is not a whole number from 1 to 1048576");
  CHECK(with(3, "") == "s:2:7: height '' is not a whole number from 1 to 1048576");
  CHECK(with(4, "-1") == "s:2:9: start x '-1' is not a whole number from 0 to 1048575");
  CHECK(with(5, "1048576") == "s:2:11: start y '1048576' is not a whole number from 0 to 1048575");
  CHECK(with(6, "3.5") == "s:2:13: goal x '3.5' is not a whole number from 0 to 1048575");
  CHECK(with(7, "99999999999") == "s:2:15: goal y '99999999999' is not a whole number from 0 to 1048575");
  for (const char* const bad : {"x", "", "nan", "inf", "1e999", "1,5", "5 "}) {
    CHECK(with(8, bad) == std::string("s:2:17: length '") + bad + "' is not a number");
  }
}

TEST_CASE("every scenario file at hand loads") {
  const std::filesystem::path folder(PORTOLAN_DATA);
  if (!std::filesystem::exists(folder / "maps")) {
    WARN("skipped: no data at " << folder.string());
    return;
  }
  int files = 0;
  for (const char* const part : {"maps", "anyangle"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / part)) {
      const bool scen = entry.path().extension() == ".scen";
      if (!scen && entry.path().extension() != ".tsv") continue;
      const auto read = read_scenarios(entry.path());
      if (!read) FAIL(read.error().message);
      CHECK((read->kind == ScenarioKind::movingai) == scen);
      CHECK(read->scenarios.size() >= 130);
      ++files;
    }
  }
  CHECK(files == 58);
}

TEST_CASE("a scenario file that cannot be read is named") {
  const test::TemporaryFolder folder;
  CHECK(failure(read_scenarios(folder.path()), ErrorCode::io) == folder.path().string() + ": is a folder");
}
