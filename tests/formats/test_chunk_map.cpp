// SPDX-License-Identifier: BSL-1.0
// Maps as folders of pictures.
#include "formats/png_writer.hpp"
#include "formats/reader_support.hpp"
#include "formats/tiff_writer.hpp"
#include "portolan/formats/maps/chunk_map.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/maps/tiff_rows.hpp"

#include <algorithm>
#include <functional>
#include <vector>

using namespace portolan;
using test::failure;

namespace {

constexpr std::string_view kLegend = "0\trock\t-\n255\tgrass\t1\n9\tswamp\t2.5\n";
constexpr std::array<unsigned, 3> kGreys{0, 255, 9};

/// A picture of `width` x `height` tiles out of a map of ids that begins at (x, y).
std::string picture(int x, int y, int width, int height, const std::function<unsigned(int, int)>& id) {
  std::vector<unsigned> pixels;
  for (int j = 0; j < height; ++j) {
    for (int i = 0; i < width; ++i) pixels.push_back(kGreys[id(x + i, y + j)]);
  }
  return test::png({static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), 8, test::PngColour::grey},
                   pixels);
}

unsigned drawn(int x, int y) {
  return static_cast<unsigned>(x * 7 + y * 5 + x * y) % 3;
}

/// A folder with a map of 8 x 7 tiles in chunks of 3 x 2, numbered from (first_x, first_y) on.
class ChunkFolder : public test::TemporaryFolder {
 public:
  ChunkFolder(int first_x, int first_y) {
    write("l.legend", kLegend);
    for (int y = 0; y < 4; ++y) {
      for (int x = 0; x < 3; ++x) {
        chunk(first_x + x, first_y + y, picture(3 * x, 2 * y, x == 2 ? 2 : 3, y == 3 ? 1 : 2, drawn));
      }
    }
  }
  void chunk(int x, int y, std::string_view bytes) const { write(name(x, y), bytes); }
  static std::string name(int x, int y) { return "c_" + std::to_string(x) + "_" + std::to_string(y) + ".png"; }
  [[nodiscard]] std::string pattern(const std::string& name = "c_{x}_{y}.png") const {
    return (path() / name).string();
  }
  [[nodiscard]] MapReadOptions options(const std::string& missing = {}) const {
    MapReadOptions options;
    options.legend = path() / "l.legend";
    options.missing = missing;
    return options;
  }
  [[nodiscard]] Result<TileMap> map(const std::string& missing = {}) const {
    return read_map(pattern(), options(missing));
  }
  [[nodiscard]] std::string error(ErrorCode code = ErrorCode::syntax) const { return failure(map(), code); }
};

void require_drawn(const TileMap& map) {
  REQUIRE(map.width() == 8);
  REQUIRE(map.height() == 7);
  for (std::int32_t y = 0; y < 7; ++y) {
    for (std::int32_t x = 0; x < 8; ++x) REQUIRE(map.terrain({x, y}) == drawn(x, y));
  }
}

}  // namespace

TEST_CASE("chunks: pictures side by side are one map, whose origin their numbers tell") {
  for (const auto& [x, y] : {std::pair(0, 0), std::pair(5, 9), std::pair(-2, -11)}) {
    const ChunkFolder folder(x, y);
    const auto map = folder.map();
    if (!map) FAIL(map.error().message);
    require_drawn(*map);
    CHECK(map->origin() == Tile{3 * x, 2 * y});
    CHECK(map->palette()[2].name == "swamp");
    CHECK(map->remarks().empty());
  }
}

TEST_CASE("chunks: TIFF pictures, in tiles or strips, beside PNG ones") {
  const ChunkFolder folder(0, 0);
  test::TiffPicture corner{.width = 3, .height = 2, .samples = {}, .tile_width = 16, .tile_height = 16};
  test::TiffPicture edge{.width = 2, .height = 2, .samples = {}};
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 3; ++x) corner.samples.push_back(kGreys[drawn(x, y)]);
    for (int x = 6; x < 8; ++x) edge.samples.push_back(kGreys[drawn(x, 2 + y)]);
  }
  folder.chunk(0, 0, test::tiff(corner));
  folder.chunk(2, 1, test::tiff(edge));
  if (!reads_tiff()) {
    CHECK(folder.error(ErrorCode::unsupported).find(ChunkFolder::name(0, 0)) != std::string::npos);
    return;
  }
  const auto map = folder.map();
  if (!map) FAIL(map.error().message);
  require_drawn(*map);
  edge.width = 1;
  edge.samples = {0, 0};
  folder.chunk(2, 1, test::tiff(edge));
  CHECK(folder.error().find(ChunkFolder::name(2, 1) + ": 1x2 pixels, where the other chunks leave room for 2x2") !=
        std::string::npos);
  folder.chunk(2, 1, test::tiff(corner).substr(0, 90));
  CHECK(folder.error().find(ChunkFolder::name(2, 1)) != std::string::npos);
}

TEST_CASE("chunks: rows of numbers first, leading zeros, files that are no chunks") {
  const ChunkFolder folder(0, 0);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 3; ++x) {
      std::filesystem::rename(folder.path() / ChunkFolder::name(x, y),
                              folder.path() / ("00" + std::to_string(y) + "-" + std::to_string(x) + ".tile"));
    }
  }
  folder.write("x-1.tile", "");
  folder.write("1-.tile", "");
  folder.write("001-1.tile.old", "");
  const auto map = read_map(folder.pattern("{y}-{x}.tile"), folder.options());
  if (!map) FAIL(map.error().message);
  require_drawn(*map);
  folder.write("01-1.tile", "");
  CHECK(failure(read_map(folder.pattern("{y}-{x}.tile"), folder.options()), ErrorCode::syntax) ==
        folder.pattern("{y}-{x}.tile") + ": 001-1.tile and 01-1.tile are the same chunk, 1,1");
}

TEST_CASE("chunks: one alone, of any size, and without a legend") {
  const test::TemporaryFolder folder;
  folder.write("c_4_7.png", picture(0, 0, 5, 3, drawn));
  const auto map = read_map(folder.path() / "c_{x}_{y}.png");
  if (!map) FAIL(map.error().message);
  CHECK(map->width() == 5);
  CHECK(map->height() == 3);
  CHECK(map->origin() == Tile{20, 21});
  CHECK(map->palette()[0].name == "open");
  for (std::int32_t x = 0; x < 5; ++x) CHECK(map->terrain({x, 1}) == (drawn(x, 1) == 1 ? 0 : 1));
}

TEST_CASE("chunks: missing ones are an error that lists them, or a terrain") {
  const ChunkFolder folder(0, 0);
  std::filesystem::remove(folder.path() / ChunkFolder::name(1, 2));
  std::filesystem::remove(folder.path() / ChunkFolder::name(2, 3));
  CHECK(folder.error() == folder.pattern() + ": 2 of 12 chunks are missing: 1,2 2,3");
  const auto map = folder.map("swamp");
  if (!map) FAIL(map.error().message);
  REQUIRE(map->width() == 8);
  REQUIRE(map->height() == 7);
  for (std::int32_t y = 0; y < 7; ++y) {
    for (std::int32_t x = 0; x < 8; ++x) {
      const bool is_missing = (x / 3 == 1 && y / 2 == 2) || (x / 3 == 2 && y / 2 == 3);
      CHECK(map->terrain({x, y}) == (is_missing ? 2U : drawn(x, y)));
    }
  }
  CHECK(failure(folder.map("lava"), ErrorCode::usage) ==
        folder.pattern() + ": missing chunks are to be of terrain 'lava', which the legend lacks");
  folder.chunk(100, 3, picture(0, 0, 3, 1, drawn));
  CHECK(folder.error() == folder.pattern() + ": 393 of 404 chunks are missing: 3,0 4,0 5,0 6,0 7,0 8,0 9,0 10,0 ...");
}

TEST_CASE("chunks: sizes that do not fit, damage and colours are told with the file") {
  const ChunkFolder folder(0, 0);
  const auto file = [&](int x, int y) { return (folder.path() / ChunkFolder::name(x, y)).string(); };
  folder.chunk(1, 1, picture(0, 0, 3, 3, drawn));
  CHECK(folder.error() == file(1, 1) + ": 3x3 pixels, where the other chunks leave room for 3x2");
  folder.chunk(1, 1, picture(0, 0, 3, 2, drawn));
  folder.chunk(2, 1, picture(0, 0, 3, 2, drawn));
  CHECK(folder.error() == file(2, 1) + ": 3x2 pixels, where the other chunks leave room for 2x2");
  folder.chunk(2, 1, picture(0, 0, 2, 2, drawn));
  folder.chunk(2, 0, picture(0, 0, 4, 2, drawn));
  CHECK(folder.error() == file(2, 0) + ": 4x2 pixels, where the other chunks leave room for 3x2");
  folder.chunk(2, 0, picture(0, 0, 2, 2, drawn));
  REQUIRE(folder.map());
  folder.chunk(1, 2, test::png({3, 2, 8, test::PngColour::grey}, std::vector<unsigned>{0, 0, 0, 0, 7, 0}));
  CHECK(folder.error() == file(1, 2) + ": pixel 1,1 has colour #070707, which the legend lacks");
  folder.chunk(1, 2, picture(0, 0, 3, 2, drawn).substr(0, 50));
  CHECK(folder.error().starts_with(file(1, 2) + ": "));
  folder.chunk(0, 0, "no picture");
  CHECK(folder.error().starts_with(file(0, 0) + ": "));
}

TEST_CASE("chunks: patterns and options that cannot be meant") {
  const ChunkFolder folder(0, 0);
  for (const char* const name : {"c_{x}{y}.png", "c_{x}1{y}.png", "c_{x}_{y}7", "c_{x}_{y}_{x}.png"})
    CHECK(
        failure(read_map(folder.pattern(name)), ErrorCode::usage).starts_with(folder.pattern(name) + ": expected {x}"));
  CHECK(failure(read_map(folder.pattern("c.png"), {.format = MapFormat::chunks}), ErrorCode::usage)
            .find("expected {x}") != std::string::npos);
  CHECK(failure(read_map(folder.pattern("d_{x}_{y}.png")), ErrorCode::io) ==
        folder.pattern("d_{x}_{y}.png") + ": no file has such a name");
  CHECK(failure(read_map(folder.pattern("none/c_{x}_{y}.png")), ErrorCode::io).find("its folder cannot be read") !=
        std::string::npos);
  const auto map = folder.write("m.map", "type octile\nheight 1\nwidth 1\nmap\n.\n");
  CHECK(failure(read_map(map, {.missing = "."}), ErrorCode::usage) ==
        map.string() + ": no folder of chunks, of which some may be missing");
  CHECK(failure(parse_map("", "c", {.format = MapFormat::chunks}), ErrorCode::unsupported) ==
        "c: chunks are read from their files alone");
}

TEST_CASE("chunks: few small files do not claim what nobody has") {
  const ChunkFolder folder(0, 0);
  folder.chunk(99999, 99999, picture(0, 0, 1, 1, drawn));
  CHECK(failure(folder.map("rock"), ErrorCode::limit) ==
        folder.pattern() + ": chunks from 0,0 to 99999,99999, which are more than 1048576");
  std::filesystem::remove(folder.path() / ChunkFolder::name(99999, 99999));
  folder.chunk(349'525, 0, picture(0, 0, 1, 2, drawn));
  CHECK(failure(folder.map("rock"), ErrorCode::limit).find("which are more than 1048576") != std::string::npos);
  std::filesystem::remove(folder.path() / ChunkFolder::name(349'525, 0));
  folder.write("c_99999999999999_0.png", picture(0, 0, 1, 1, drawn));
  CHECK(failure(folder.map("rock"), ErrorCode::limit).find("to 2147483647,3") != std::string::npos);
  std::filesystem::remove(folder.path() / "c_99999999999999_0.png");
  auto options = folder.options();
  options.memory = 20;
  CHECK(failure(read_map(folder.pattern(), options), ErrorCode::limit).find("its tiles") != std::string::npos);
  const test::TemporaryFolder last;
  last.write("c_99999999999_0.png", picture(0, 0, 3, 2, drawn));
  CHECK(failure(read_map(last.path() / "c_{x}_{y}.png"), ErrorCode::limit).find("its first tile is 6442450941,0") !=
        std::string::npos);
  last.write("c_0_99999999999.png", picture(0, 0, 3, 2, drawn));
  CHECK(failure(read_map(last.path() / "c_{x}_{y}.png"), ErrorCode::limit).find("which are more than") !=
        std::string::npos);
  const ChunkFolder far(400'000'000, 0);
  CHECK(failure(far.map(), ErrorCode::limit) == far.pattern() + ": its first tile is 1200000000,0, beyond 1073741824");
}

TEST_CASE("chunks: the hash is of all pictures and their places") {
  const auto hash = [](const ChunkFolder& folder) {
    const auto read = read_hashed_map(folder.pattern(), folder.options());
    REQUIRE(read);
    return read->hash;
  };
  const ChunkFolder folder(0, 0);
  const std::uint64_t first = hash(folder);
  CHECK(hash(ChunkFolder(0, 0)) == first);
  CHECK(hash(ChunkFolder(0, 1)) != first);
  folder.chunk(1, 1, picture(1, 0, 3, 2, drawn));
  CHECK(hash(folder) != first);
}
