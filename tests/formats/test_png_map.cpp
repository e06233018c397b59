// SPDX-License-Identifier: BSL-1.0
// Maps painted as pictures.
#include "formats/png_writer.hpp"
#include "formats/reader_support.hpp"
#include "portolan/formats/maps/png_map.hpp"

#include <vector>

using namespace portolan;
using test::failure;
using test::PngColour;

namespace {
Result<TileMap> decode(std::string_view bytes, const ColourLegend* legend = nullptr) {
  return decode_png(std::as_bytes(std::span(bytes)), legend, "p");
}
std::vector<TerrainId> tiles_of(const Result<TileMap>& map) {
  if (!map) FAIL(map.error().message);
  return {map->tiles().begin(), map->tiles().end()};
}

/// Samples of a picture where terrain 0 is dark and 1 is light; alpha, where there is any, is noise.
std::vector<unsigned> black_and_white(const std::vector<TerrainId>& tiles, PngColour colour, int depth,
                                      test::Rng& rng) {
  const unsigned full = (1U << depth) - 1;
  const bool has_alpha = colour == PngColour::grey_alpha || colour == PngColour::rgba;
  std::vector<unsigned> samples;
  for (const TerrainId id : tiles) {
    const unsigned light = colour == PngColour::palette ? id : id * full;
    samples.insert(samples.end(), test::channels(colour) - (has_alpha ? 1 : 0), light);
    if (has_alpha) samples.push_back(static_cast<unsigned>(rng.next() & full));
  }
  return samples;
}

constexpr std::string_view kLegend =
    "// two ways to write a colour\n\n#000000\trock\t-\n#ffffff\tgrass\t1\n128\ttall grass\t2.5\n#ff0000\trock\t-\n";
}  // namespace

TEST_CASE("a picture without a legend: light is open, dark is wall") {
  const std::vector<unsigned> samples = {0, 127, 128, 255};
  const auto map = decode(test::png({4, 1, 8, PngColour::grey}, samples));
  CHECK(tiles_of(map) == std::vector<TerrainId>{1, 1, 0, 0});
  const std::vector<Terrain> palette = {{"open", kCostScale}, {"wall", 0}};
  CHECK(std::vector(map->palette().begin(), map->palette().end()) == palette);

  const std::vector<unsigned> colours = {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0};  // luminance 76, 149, 29, 225
  CHECK(tiles_of(decode(test::png({2, 2, 8, PngColour::rgb}, colours))) == std::vector<TerrainId>{1, 0, 1, 0});
}

TEST_CASE("a picture of every colour type and depth gives the same tiles, interlaced or not") {
  struct Kind {
    PngColour colour;
    int depth;
  };
  const Kind kinds[] = {{PngColour::grey, 1},        {PngColour::grey, 2},    {PngColour::grey, 4},
                        {PngColour::grey, 8},        {PngColour::grey, 16},   {PngColour::palette, 1},
                        {PngColour::palette, 2},     {PngColour::palette, 4}, {PngColour::palette, 8},
                        {PngColour::rgb, 8},         {PngColour::rgb, 16},    {PngColour::grey_alpha, 8},
                        {PngColour::grey_alpha, 16}, {PngColour::rgba, 8},    {PngColour::rgba, 16}};
  const auto legend = ColourLegend::parse(kLegend, "l");
  REQUIRE(legend);
  test::Rng rng(1);
  for (const std::uint32_t width : {1U, 2U, 3U, 5U, 8U, 17U, 33U}) {
    for (const std::uint32_t height : {1U, 4U, 9U}) {
      std::vector<TerrainId> expected;
      for (std::uint32_t i = 0; i < width * height; ++i) expected.push_back(static_cast<TerrainId>(rng.below(2)));
      for (const auto& [colour, depth] : kinds) {
        const auto samples = black_and_white(expected, colour, depth, rng);
        const std::string_view palette =
            colour == PngColour::palette ? std::string_view("\xff\0\0\xff\xff\xff", 6) : "";
        for (const bool interlaced : {false, true}) {
          INFO(width << "x" << height << " colour " << static_cast<int>(colour) << " depth " << depth);
          const auto map = decode(test::png({width, height, depth, colour, interlaced}, samples, palette), &*legend);
          CHECK(tiles_of(map) == expected);
        }
      }
    }
  }
}

TEST_CASE("a picture's grey levels are spread to 8 bits, or cut") {
  const auto legend = ColourLegend::parse("0\ta\t1\n85\tb\t1\n170\tc\t1\n255\td\t1\n", "l");
  REQUIRE(legend);
  const std::vector<TerrainId> expected = {0, 1, 2, 3};
  CHECK(tiles_of(decode(test::png({4, 1, 2, PngColour::grey}, std::vector<unsigned>{0, 1, 2, 3}), &*legend)) ==
        expected);
  CHECK(tiles_of(decode(test::png({4, 1, 4, PngColour::grey}, std::vector<unsigned>{0, 5, 10, 15}), &*legend)) ==
        expected);
  CHECK(tiles_of(decode(test::png({4, 1, 16, PngColour::grey}, std::vector<unsigned>{0xff, 0x5500, 0xaaff, 0xff00}),
                        &*legend)) == expected);
}

TEST_CASE("a picture's transparency and extras are ignored, and so is what follows it") {
  const std::vector<unsigned> samples = {1, 0};
  std::string file = test::png({2, 1, 8, PngColour::palette}, samples, std::string_view("\0\0\0\xff\xff\xff", 6));
  const std::size_t idat = file.find("IDAT") - 4;
  file.insert(idat, test::png_chunk("tRNS", std::string(2, '\0')) + test::png_chunk("tEXt", std::string("a\0b", 3)) +
                        test::png_chunk("gAMA", test::big_endian(45455)) + test::png_chunk("prVt", "unknown"));
  CHECK(tiles_of(decode(file + "tail")) == std::vector<TerrainId>{0, 1});
}

TEST_CASE("a colour that the legend lacks is named with its place") {
  const auto legend = ColourLegend::parse(kLegend, "l");
  REQUIRE(legend);
  std::vector<unsigned> samples(std::size_t{3} * 9 * 6, 255);
  samples[std::size_t{3} * (9 * 4 + 7)] = 0x12;
  for (const bool interlaced : {false, true}) {
    CHECK(failure(decode(test::png({9, 6, 8, PngColour::rgb, interlaced}, samples), &*legend), ErrorCode::syntax) ==
          "p: pixel 7,4 has colour #12ffff, which the legend lacks");
  }
}

TEST_CASE("a legend of colours") {
  const auto legend = ColourLegend::parse(kLegend, "l");
  REQUIRE(legend);
  const std::vector<Terrain> palette = {
      {"rock", 0, 0x000000}, {"grass", 10'000, 0xFFFFFF}, {"tall grass", 25'000, 0x808080}};
  CHECK(legend->palette() == palette);
  CHECK(legend->find(0x000000)->terrain == 0);
  CHECK(legend->find(0xff0000)->terrain == 0);
  CHECK(legend->find(0xffffff)->terrain == 1);
  CHECK(legend->find(0x808080)->terrain == 2);
  CHECK(legend->find(0x808081) == nullptr);
  CHECK(ColourLegend::parse("#FFaa00\tg\t1\r\n\r\n255\th\t-", "l")->find(0xffaa00)->terrain == 0);
}

TEST_CASE("a legend of colours: errors name line, column and reason") {
  const auto error_of = [](std::string_view text, ErrorCode code = ErrorCode::syntax) {
    return failure(ColourLegend::parse(text, "l"), code);
  };
  CHECK(error_of("") == "l:1: no colour in the legend");
  CHECK(error_of("// nothing\n\n") == "l:2: no colour in the legend");
  const std::string fields = "expected colour, terrain name and cost, between tabs, semicolons or commas";
  CHECK(error_of("#000000\trock\n") == "l:1: " + fields);
  CHECK(error_of("#000000 rock -\n") == "l:1: " + fields);
  CHECK(error_of("\n#000000\trock\t-\t\n") == "l:2: " + fields);
  for (const char* const bad : {"#fff", "#gggggg", "#-12345", "#1234567", "#", "256", "-1", "red", ""}) {
    CHECK(error_of(std::string(bad) + "\trock\t-\n") ==
          std::string("l:1:1: colour '") + bad + "' is neither #rrggbb nor a grey level from 0 to 255");
  }
  CHECK(error_of("0\trock\t-\n#000000\trock\t-\n") == "l:2:1: colour '#000000' is in the legend twice");
  CHECK(error_of("0\trock\t-\n1\trock\t1\n") == "l:2:3: terrain 'rock' was given another cost before");
  CHECK(error_of("0\t\t-\n") == "l:1:3: terrain name '' is not 1 to 255 bytes of UTF-8 without NUL");
  CHECK(error_of("0\trock\t1.23456\n") == "l:1:3: cost '1.23456' has more than 4 decimals (nor - for impassable)");
  std::string many;
  for (int i = 0; i < 256; ++i) many += std::to_string(i) + "\tt" + std::to_string(i) + "\t1\n";
  CHECK(error_of(many, ErrorCode::limit) == "l:256:5: more than 255 terrains");
}

TEST_CASE("a legend of colours may have a header, its columns in any order, and other separators") {
  for (const char* const text :
       {"colour\tterrain\tcost\n#000000\trock\t-\n#ffffff\ttall grass\t2.5\n",
        "// from a spreadsheet\r\nTiles;Cost;Terrain;Colour\r\n12;-;rock;0\r\n7;2.5;\"tall grass\";255\r\n",
        "#000000;rock;-\n#ffffff;tall grass;2.5\n", "#000000,rock,-\n#ffffff,tall grass,2.5\n",
        "cost,colour,terrain\n-,#000000,rock\n2.5,#ffffff,tall grass\n"}) {
    const auto legend = ColourLegend::parse(text, "l");
    CAPTURE(text);
    REQUIRE(legend);
    CHECK(legend->palette() == std::vector<Terrain>{{"rock", 0, 0x000000}, {"tall grass", 25'000, 0xFFFFFF}});
    CHECK(legend->find(0xffffff)->terrain == 1);
  }
  const auto error_of = [](std::string_view text) {
    return failure(ColourLegend::parse(text, "l"), ErrorCode::syntax);
  };
  CHECK(error_of("terrain;cost\nrock;-\n") == "l:1: the header line lacks 'colour'");
  CHECK(error_of("colour;terrain;cost;name\n") ==
        "l:1: column 'name' is not known (one of colour, terrain, cost, tiles)");
  CHECK(error_of("colour;terrain;cost\n") == "l:1: no colour in the legend");
  CHECK(error_of("cost;terrain;colour\n1;rock;pink\n") ==
        "l:2:8: colour 'pink' is neither #rrggbb nor a grey level from 0 to 255");
  CHECK(error_of("colour;terrain;cost\n1;rock;-;\n").starts_with("l:2: expected colour, terrain name and cost"));
  CHECK(error_of("colour;terrain;cost\n1;rock\n").starts_with("l:2: expected colour, terrain name and cost"));
}

TEST_CASE("a damaged picture is an error, whatever is damaged") {
  const std::vector<unsigned> samples(std::size_t{64} * 64, 200);
  const std::string good = test::png({64, 64, 8, PngColour::grey}, samples);
  REQUIRE(decode(good));
  for (std::size_t size = 0; size < good.size(); ++size) {
    CHECK_FALSE(decode(std::string_view(good).substr(0, size)));
  }
  CHECK(failure(decode(std::string_view(good).substr(0, good.size() - 1)), ErrorCode::syntax) ==
        "p: the file ends inside the picture");
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    INFO("byte " << at);
    CHECK_FALSE(decode(bad));
  }
  std::string bad = good;
  bad[good.find("IEND") - 5] ^= 1;  // the checksum itself
  CHECK(failure(decode(bad), ErrorCode::syntax) == "p: IDAT: CRC error");
  CHECK(failure(decode("not a picture at all"), ErrorCode::syntax) == "p: Not a PNG file");
}

TEST_CASE("too few pixels in the picture are an error") {
  const std::vector<unsigned> samples(8, 0);
  for (const bool interlaced : {false, true}) {
    const auto file = std::string(test::kPngSignature) + test::PngHeader{8, 8, 8, PngColour::grey, interlaced}.chunk() +
                      test::png_chunk("IDAT", test::deflated(test::packed_rows(samples, 8, 8))) +
                      test::png_chunk("IEND", "");
    CHECK(failure(decode(file), ErrorCode::syntax) == "p: Not enough image data");
  }
}

TEST_CASE("sizes are checked before anything is allocated") {
  const auto of_size = [](std::uint32_t width, std::uint32_t height, int depth, PngColour colour) {
    return std::string(test::kPngSignature) + test::PngHeader{width, height, depth, colour}.chunk() +
           test::png_chunk("IDAT", test::deflated(std::string(1000, '\0'))) + test::png_chunk("IEND", "");
  };
  CHECK(failure(decode(of_size(1048577, 1, 1, PngColour::grey)), ErrorCode::limit) ==
        "p: a picture of 1048577x1 pixels; sides may be up to 1048576");
  CHECK(failure(decode(of_size(1, 2147483647, 1, PngColour::grey)), ErrorCode::limit) ==
        "p: a picture of 1x2147483647 pixels; sides may be up to 1048576");
  const auto bomb = of_size(1048576, 1048576, 1, PngColour::grey);
  CHECK(failure(decode(bomb), ErrorCode::syntax) ==
        "p: 1048576x1048576 pixels cannot come out of " + std::to_string(bomb.size()) + " bytes");
  CHECK(failure(decode(of_size(1000, 1000, 8, PngColour::grey)), ErrorCode::syntax)
            .starts_with("p: 1000x1000 pixels cannot"));
  CHECK_FALSE(decode(of_size(0, 5, 8, PngColour::grey)));
  CHECK_FALSE(decode(of_size(0xffffffffU, 5, 8, PngColour::grey)));
}

TEST_CASE("a large plain picture is not taken for a bomb") {
  const std::vector<unsigned> samples(std::size_t{2000} * 2000, 1);
  const auto map = decode(test::png({2000, 2000, 1, PngColour::grey}, samples));
  REQUIRE(map);
  CHECK(map->width() == 2000);
  CHECK(map->terrain({1999, 1999}) == 0);
}

TEST_CASE("a picture without a legend is remarked if it has more colours than open ground and walls have") {
  const auto remarks_of = [](const std::vector<unsigned>& greys, const ColourLegend* legend = nullptr) {
    const auto map =
        decode(test::png({static_cast<std::uint32_t>(greys.size()), 1, 8, PngColour::grey}, greys), legend);
    REQUIRE(map);
    std::string text;
    for (const MapRemark& remark : map->remarks()) text += remark.text + "\n";
    return text;
  };
  CHECK(remarks_of({0, 255}).empty());
  CHECK(remarks_of({0, 255, 0, 80, 255, 160, 80, 0, 255, 160}).empty());
  CHECK(remarks_of({0, 255, 0, 80, 255, 160, 80, 0, 255, 161, 160}) ==
        "p: more than 4 colours and no legend: what is light is open, what is dark is wall\n");
  const auto legend = ColourLegend::parse("// colours\n0\ta\t1\n1\tb\t2\n\n2\tc\t-\n3\ta\t1\n4\td\t1\n5\te\t1\n", "l");
  REQUIRE(legend);
  CHECK(remarks_of({0, 1, 2, 3, 4, 5}, &*legend).empty());
  CHECK(remarks_of({1, 4, 5, 0, 1}, &*legend) == "l:5: '2' matches nothing in p\nl:6: '3' matches nothing in p\n");
}
