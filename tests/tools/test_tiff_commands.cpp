// SPDX-License-Identifier: BSL-1.0
// TIFF pictures as maps of the command.
#include "formats/png_writer.hpp"
#include "formats/tiff_writer.hpp"
#include "portolan/core/section_kind.hpp"
#include "portolan/offline/world_image.hpp"
#include "portolan/world/section_table.hpp"
#include "tools/command_support.hpp"

#include <cstring>
#include <map>
#include <tuple>
#include <vector>

using namespace portolan;
using namespace portolan::test;

namespace {

/// A grey picture of rooms with doors, of four levels.
std::vector<unsigned> rooms(std::uint32_t width, std::uint32_t height) {
  std::vector<unsigned> levels;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const bool is_wall = (x % 16 == 0 && y % 16 != 5) || (y % 16 == 0 && x % 16 != 9);
      levels.push_back(is_wall ? 0 : x * y % 11 == 0 ? 120 : y > 60 ? 200 : 255);
    }
  }
  return levels;
}

constexpr std::string_view kLegend = "0\trock\t-\n120\tswamp\t2.5\n200\tsand\t1.5\n255\tgrass\t1\n";

using SectionName = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

/// The sections of a world file by kind, profile and level.
std::map<SectionName, std::string> sections_of(const std::string& file) {
  AlignedBytes bytes(file.size());
  std::memcpy(bytes.span().data(), file.data(), file.size());
  const auto table = SectionTable::read(bytes.span(), "world");
  REQUIRE(table);
  std::map<SectionName, std::string> sections;
  for (const format::SectionEntry& entry : table->entries()) {
    const auto content = table->bytes_of(entry);
    sections[{entry.kind, entry.profile, entry.level}] =
        std::string(reinterpret_cast<const char*>(content.data()), content.size());
  }
  return sections;
}

}  // namespace

TEST_CASE("TIFF: a world is that of the same picture as PNG but for what names its source") {
  const CommandFolder folder;
  const std::vector<unsigned> levels = rooms(150, 110);
  folder.write("a.legend", kLegend);
  folder.write("a.png", png({150, 110, 8, PngColour::grey}, levels));
  REQUIRE(run(folder, "build " + folder / "a.png" + " -o " + folder / "png.pnav").code == 0);
  const auto of_png = sections_of(slurp((folder.path() / "png.pnav").string()));
  TiffPicture picture{.width = 150, .height = 110, .samples = levels};
  picture.packing = TiffPacking::lzw;
  for (const std::uint32_t tile : {0U, 64U}) {
    picture.tile_width = tile;
    picture.tile_height = tile;
    folder.write("a.tif", tiff(picture));
    const Ran built = run(
        folder, "build " + folder / "a.tif" + " --json --depfile " + folder / "w.d" + " -o " + folder / "tiff.pnav");
    INFO(built.err);
    REQUIRE(built.code == 0);
    CHECK(built.err.empty());
    const Json report = Json::parse(built.out);
    CHECK(report["source"]["format"] == "tiff");
    CHECK(report["width"] == 150);
    const std::string rule = slurp((folder.path() / "w.d").string());
    for (const char* const name : {"a.tif", "a.legend"})
      CHECK(rule.find((folder.path() / name).string()) != std::string::npos);
    const auto of_tiff = sections_of(slurp((folder.path() / "tiff.pnav").string()));
    REQUIRE(of_tiff.size() == of_png.size());
    std::vector<SectionName> differing;
    for (const auto& [name, content] : of_png) {
      REQUIRE(of_tiff.contains(name));
      if (of_tiff.at(name) != content) differing.push_back(name);
    }
    const auto provenance = static_cast<std::uint32_t>(format::SectionKind::provenance);
    CHECK(differing == std::vector<SectionName>{{provenance, format::kNoProfile, 0}});
    CHECK(run(folder, "check " + folder / "tiff.pnav" + " --against " + folder / "a.tif").code == 0);
    CHECK(run(folder, "check " + folder / "png.pnav" + " --against " + folder / "a.tif").code == 0);
    CHECK(run(folder, "check " + folder / "a.tif").out.find(": tiff, 150 x 110 tiles, 4 terrains") !=
          std::string::npos);
  }
  require_bad_input(run(folder, "build " + folder / "a.tif" + " -o " + folder / "a.tif"), "was read");
}

TEST_CASE("TIFF: a pipe, floors, a legend to begin with") {
  const CommandFolder folder;
  const std::vector<unsigned> levels = rooms(40, 30);
  const std::string picture = tiff({.width = 40, .height = 30, .samples = levels});
  folder.write("a.tif", picture);
  folder.write("b.tiff", picture);
  const std::string maps = folder / "a.tif" + " " + folder / "b.tiff";
  const Ran first = run(folder, "check " + maps + " --legend-out " + folder / "new.legend");
  INFO(first.err);
  CHECK(first.code == 0);
  CHECK(slurp((folder.path() / "new.legend").string()).find("#787878\tcolour 787878\t-\t") != std::string::npos);
  const std::string legend = " --legend " + folder / "new.legend";
  const Ran floors = run(folder, "build " + maps + legend + " --json -o " + folder / "floors.pnav");
  INFO(floors.err);
  REQUIRE(floors.code == 0);
  CHECK(Json::parse(floors.out)["floors"] == 2);
  const Ran piped = run(folder, "build " + folder / "pipe" + legend + " --json -o " + folder / "piped.pnav",
                        "mkfifo " + folder / "pipe" + "; cat " + folder / "a.tif" + " >" + folder / "pipe" + " &");
  INFO(piped.err);
  REQUIRE(piped.code == 0);
  CHECK(Json::parse(piped.out)["source"]["format"] == "tiff");
}

TEST_CASE("TIFF: what cannot be read is one line on stderr, whatever libtiff has to say of it") {
  const CommandFolder folder;
  TiffPicture picture{.width = 40, .height = 30, .samples = rooms(40, 30)};
  picture.rows_per_strip = 8;
  const std::string good = tiff(picture);
  const std::string build = "build " + folder / "a.tif" + " -o " + folder / "w.pnav";
  for (std::size_t size = 8; size < good.size(); size += 97) {
    folder.write("a.tif", std::string_view(good).substr(0, size));
    require_bad_input(run(folder, build), "a.tif: ");
  }
  // A field that libtiff does not know and one that it warns of.
  picture.fields[60001] = {TiffType::two_bytes, {7}};
  picture.fields[282] = {TiffType::ascii, {'x', 0}};
  folder.write("a.tif", tiff(picture));
  const Ran warned = run(folder, build);
  CHECK(warned.code == 0);
  CHECK(warned.err == "");
  folder.write("a.provinces.tsv", "colour\tname\n#000000\tsea\n");
  require_bad_input(run(folder, build), "pictures of provinces are read as PNG");
  CHECK(run(folder, build + " --format tiff").code == 0);
}
