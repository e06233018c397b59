// SPDX-License-Identifier: BSL-1.0
// --memory: no map or board, however hostile, makes a build take more; the system itself is told to refuse it more.
#include "formats/png_writer.hpp"
#include "formats/tiff_writer.hpp"
#include "formats/tiled_writer.hpp"
#include "portolan/formats/maps/tiff_rows.hpp"
#include "tools/command_support.hpp"

#include <cstdint>
#include <functional>
#include <random>
#include <thread>

#include <fmt/format.h>

using namespace portolan::test;

namespace {

[[maybe_unused]] constexpr std::uint64_t kMega = std::uint64_t{1} << 20;
/// What the command may take besides, as tools/private_memory.hpp says; the stack of the second thread comes on top.
[[maybe_unused]] constexpr std::uint64_t kOwnMegas = 16;
[[maybe_unused]] constexpr std::uint64_t kStackMegas = 8;

void write_file(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string picture(std::uint32_t side, std::string_view data) {
  const PngHeader header{.width = side, .height = side, .depth = 1};
  return std::string(kPngSignature) + header.chunk() + png_chunk("IDAT", data) + png_chunk("IEND", "");
}

/// Of one colour: a few bytes for many pixels.
std::string blank_picture(std::uint32_t side) {
  return picture(side, deflated(std::string(std::size_t{side} * (1 + side / 8), '\0')));
}

std::string text_map(int side, const std::function<bool(int, int)>& is_wall) {
  std::string text = fmt::format("type octile\nheight {}\nwidth {}\nmap\n", side, side);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) text += is_wall(x, y) ? '@' : '.';
    text += '\n';
  }
  return text;
}

std::string random_map(int side, double walls) {
  std::mt19937 random(7);
  return text_map(side, [&](int, int) { return static_cast<double>(random()) < walls * 4294967296.0; });
}

std::string tiled_map(int side, const std::string& encoding, std::string_view data) {
  return fmt::format(
      "<map version=\"1.8\" orientation=\"orthogonal\" width=\"{0}\" height=\"{0}\" tilewidth=\"16\" tileheight=\"16\">"
      "<tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"/>"
      "<layer id=\"1\" name=\"grass\" width=\"{0}\" height=\"{0}\"><data {1}>{2}</data></layer></map>",
      side, encoding, data);
}

/// A board on which every node is joined with every other one.
[[maybe_unused]] std::string complete_board(int nodes) {
  std::string text = "from\tto\n";
  for (int a = 0; a < nodes; ++a) {
    for (int b = a + 1; b < nodes; ++b) text += fmt::format("n{}\tn{}\n", a, b);
  }
  return text;
}

struct Shape {
  std::string name;  ///< of its file
  std::string bytes;
  std::uint64_t megas = 64;  ///< --memory
  std::string options = {};
};

/// Builds within the limit and no more than the constants on top, which the system refuses. Either there is a world, or
/// one line says why not; `refused` says which.
void require_within(const TemporaryFolder& folder, const Shape& shape, bool refused) {
  INFO(shape.name << " " << shape.options);
  const std::string map = (folder.path() / shape.name).string();
  const std::string world = (folder.path() / "o.pnav").string();
  write_file(map, shape.bytes);
  const std::string command =
      fmt::format("build '{}' -o '{}' --memory {}M --threads 2 --json {}", map, world, shape.megas, shape.options);
#ifdef PORTOLAN_COUNT_ALLOCATIONS
  const std::string limit = fmt::format("ulimit -d {};", (shape.megas + kOwnMegas + kStackMegas) * 1024);
#else
  const std::string limit;  // sanitizers take memory of their own
#endif
  const Ran ran = run(folder, command, limit);
  INFO(ran.err);
  REQUIRE(ran.code == (refused ? 2 : 0));
  if (refused) {
    require_bad_input(ran, "--memory");
    REQUIRE(ran.err.find(shape.name) != std::string::npos);
    REQUIRE_FALSE(std::filesystem::exists(world));
  } else {
#ifdef PORTOLAN_COUNT_ALLOCATIONS
    const auto peak = Json::parse(ran.out)["peak_bytes"].get<std::uint64_t>();
    REQUIRE(peak > std::uint64_t{100'000});
    REQUIRE(peak <= (shape.megas + kOwnMegas) * kMega);
#endif
    std::filesystem::remove(world);
  }
  std::filesystem::remove(map);
}

}  // namespace

TEST_CASE("files that are small and hold much are refused by their dimensions, within --memory") {
  const TemporaryFolder folder;
  const std::string zeros(std::size_t{128} << 20, '\0');
  require_within(folder, {"picture.png", blank_picture(16'384)}, true);
  // The size that the header says is refused before any of the data is looked at.
  require_within(folder, {"huge.png", picture(60'000, std::string(600'000, 'x'))}, true);
  require_within(folder, {"layer.tmx", tiled_map(8192, "encoding=\"base64\" compression=\"zlib\"", "eNo=")}, true);
  write_file((folder.path() / "provinces.provinces.tsv").string(), "colour\tname\n#000000\tsea\n");
  require_within(folder, {"provinces.png", blank_picture(8192)}, true);
  constexpr int kGzip = 31;
  require_within(folder, {"board.tsv.gz", deflated_as(zeros, kGzip)}, true);
  if (portolan::reads_tiff()) {
    TiffPicture tiles{.width = 16, .height = 16, .tile_width = 16, .tile_height = 16};
    tiles.packing = TiffPacking::lzw;
    tiles.fields[322] = {TiffType::four_bytes, {256}};
    tiles.fields[323] = {TiffType::four_bytes, {1 << 20}};
    require_within(folder, {"tiles.tif", tiff(tiles)}, true);
  }
  // Of a text that is read through a window its tiles alone count.
  require_within(folder, {"long.map", text_map(64, [](int, int) { return false; }) + std::string(80 << 20, '\n')},
                 false);
}

TEST_CASE("what grows while it is read or built keeps to --memory, by leaving out indexes or by refusing") {
  const TemporaryFolder folder;
#ifdef PORTOLAN_COUNT_ALLOCATIONS  // refused by the system alone, which sets no limit under sanitizers
  std::string tiles;
  for (int i = 0; i < 700 * 700; ++i) tiles += "<tile/>";
  require_within(folder, {"elements.tmx", tiled_map(700, "", tiles), 16}, true);
  require_within(folder, {"complete.tsv", complete_board(600), 16}, true);
#endif
  require_within(folder, {"chequered.map", text_map(700, [](int x, int y) { return (x + y) % 2 == 0; }), 16}, false);
  if (portolan::reads_tiff()) {
    // The tiles go to a file, and of the picture a strip is in memory.
    TiffPicture strips{
        .width = 2048, .height = 2048, .depth = 1, .samples = std::vector<unsigned>(std::size_t{2048} * 2048, 1)};
    strips.rows_per_strip = 64;
    strips.packing = TiffPacking::deflate;
    require_within(folder, {"strips.tif", tiff(strips), 16, "--index none"}, false);
  }
  require_within(folder, {"random.map", random_map(384, 0.35), 16, "--index ch,labels"}, false);
  require_within(folder, {"sparse.map", random_map(256, 0.03), 16, "--index ch,labels"}, false);
  require_within(folder, {"any_angle.map", random_map(200, 0.2), 16, "--metric any_angle --index blocks"}, false);
  require_within(folder, {"wide.map", random_map(512, 0.35), 16, "--footprint 2"}, false);
}

TEST_CASE("maps of millions of tiles keep to --memory", "[long]") {
  const TemporaryFolder folder;
  for (const std::uint64_t megas : {64U, 128U, 256U}) {
    require_within(folder, {"random.map", random_map(2048, 0.35), megas, "--index ch,labels"}, false);
    // Of these the arcs of the lowest regions alone take more than 64 MiB, and lie in files.
    require_within(folder, {"sparse.map", random_map(2048, 0.1), megas, "--index ch,labels"}, false);
  }
}
