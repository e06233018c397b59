// SPDX-License-Identifier: BSL-1.0
// Telling the formats of map files apart.
#include "formats/png_writer.hpp"
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/maps/tiff_rows.hpp"

#include <vector>

using namespace portolan;
using test::failure;

namespace {
constexpr std::string_view kMovingAi = "type octile\nheight 1\nwidth 2\nmap\n.@\n";
constexpr std::string_view kAscii = "portolan ascii 1\n. grass 1\nmap\n...\n";
std::string picture() {
  return test::png({4, 1, 8, test::PngColour::grey}, std::vector<unsigned>{0, 0, 9, 255});
}
}  // namespace

TEST_CASE("the format of a map is told by its content, not by the file's name") {
  const test::TemporaryFolder folder;
  CHECK(read_map(folder.write("a.png", kMovingAi))->width() == 2);
  CHECK(read_map(folder.write("b.map", kAscii))->width() == 3);
  CHECK(read_map(folder.write("c.txt", picture()))->width() == 4);
  const auto odd = folder.write("d.map", "x");
  CHECK(failure(read_map(odd), ErrorCode::syntax) ==
        odd.string() +
            ": not a map in a known format: neither 'type octile' (movingai), 'portolan ascii 1' (ascii), a PNG or "
            "TIFF picture nor a Tiled map");
  CHECK(failure(read_map(folder.write("empty", "")), ErrorCode::syntax).find("not a map in a known format") !=
        std::string::npos);
}

TEST_CASE("a stated format is believed") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("a", kAscii);
  CHECK(read_map(path, {MapFormat::ascii, {}}));
  CHECK(failure(read_map(path, {MapFormat::movingai, {}}), ErrorCode::syntax) ==
        path.string() + ":1: expected 'type octile'");
  CHECK(failure(read_map(path, {MapFormat::png, {}}), ErrorCode::syntax) == path.string() + ": Not a PNG file");
}

TEST_CASE("names of formats") {
  CHECK(*parse_map_format("auto") == MapFormat::automatic);
  CHECK(*parse_map_format("movingai") == MapFormat::movingai);
  CHECK(*parse_map_format("ascii") == MapFormat::ascii);
  CHECK(*parse_map_format("png") == MapFormat::png);
  CHECK(*parse_map_format("tiff") == MapFormat::tiff);
  CHECK(to_string(MapFormat::tiff) == "tiff");
  CHECK(*parse_map_format("tiled") == MapFormat::tiled);
  CHECK(*parse_map_format("raw") == MapFormat::raw);
  CHECK(to_string(MapFormat::tiled) == "tiled");
  CHECK(*parse_map_format("chunks") == MapFormat::chunks);
  CHECK(to_string(MapFormat::raw) == "raw");
  CHECK(to_string(MapFormat::chunks) == "chunks");
  CHECK(failure(parse_map_format("tmx"), ErrorCode::usage) ==
        "map format 'tmx' is not known (one of auto, movingai, ascii, png, tiff, tiled, raw, chunks)");
}

TEST_CASE("the legend of a picture: given, beside it, or none") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("world.png", picture());
  CHECK(read_map(path)->palette()[0].name == "open");

  const auto given = folder.write("other", "0\twater\t-\n9\tsand\t3\n255\tgrass\t1\n");
  CHECK(read_map(path, {MapFormat::automatic, given})->palette()[0].name == "water");
  const auto missing = folder.path() / "none";
  CHECK(failure(read_map(path, {MapFormat::automatic, missing}), ErrorCode::io) ==
        missing.string() + ": cannot read: No such file or directory");

  const auto beside = folder.write("world.legend", "0\tlava\t-\n9\tsand\t3\n255\tgrass\t1\n");
  CHECK(read_map(path)->palette()[0].name == "lava");
  CHECK(read_map(path, {MapFormat::automatic, given})->palette()[0].name == "water");
  REQUIRE(folder.write("world.legend", "0\tlava\n") == beside);
  CHECK(failure(read_map(path), ErrorCode::syntax) ==
        beside.string() + ":1: expected colour, terrain name and cost, between tabs, semicolons or commas");

  const auto text = folder.write("m.map", kMovingAi);
  CHECK(failure(read_map(text, {MapFormat::automatic, given}), ErrorCode::usage) ==
        text.string() + ": neither a picture nor a Tiled map, so that no legend applies");
}

TEST_CASE("a map that cannot be read is named") {
  const test::TemporaryFolder folder;
  CHECK(failure(read_map(folder.path()), ErrorCode::io) == folder.path().string() + ": is a folder");
}

TEST_CASE("without libtiff a TIFF picture is an error that names the package") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("m.tif", std::string_view("II*\0\0\0\0\0", 8));
  const auto code = reads_tiff() ? ErrorCode::syntax : ErrorCode::unsupported;
  const std::string message = failure(read_map(path), code);
  CHECK(message.starts_with(path.string() + ": "));
  CHECK((message.find("libtiff-dev") != std::string::npos) == !reads_tiff());
}
