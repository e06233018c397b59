// SPDX-License-Identifier: BSL-1.0
// Folders of pictures as maps of the command.
#include "formats/png_writer.hpp"
#include "tools/command_support.hpp"

#include <vector>

using namespace portolan::test;

namespace {

std::string grey(std::uint32_t width, std::uint32_t height, unsigned level) {
  return png({width, height, 8, PngColour::grey}, std::vector<unsigned>(std::size_t{width} * height, level));
}

}  // namespace

TEST_CASE("chunks: build, check and info, with a legend and missing ones") {
  const CommandFolder folder;
  folder.write("c_2_5.png", grey(4, 3, 255));
  folder.write("c_3_5.png", grey(2, 3, 255));
  folder.write("c_3_6.png", grey(2, 1, 0));
  folder.write("l.legend", "0\trock\t-\n255\tgrass\t1\n");
  const std::string map = folder / "c_{x}_{y}.png" + " --legend " + folder / "l.legend";
  const std::string build = "build " + map + " -o " + folder / "w.pnav";
  require_bad_input(run(folder, build), "1 of 4 chunks are missing: 2,6");
  require_bad_input(run(folder, build + " --missing lava"), "'lava'");
  CHECK_FALSE(std::filesystem::exists(folder.path() / "w.pnav"));
  const Ran built = run(folder, build + " --missing rock --json --depfile " + folder / "w.d");
  INFO(built.err);
  REQUIRE(built.code == 0);
  const Json report = Json::parse(built.out);
  CHECK(report["source"]["format"] == "chunks");
  CHECK(report["width"] == 6);
  CHECK(report["height"] == 4);
  CHECK(report["origin"] == Json::array({8, 15}));
  CHECK(report["passable"] == 18);
  const std::string rule = slurp((folder.path() / "w.d").string());
  for (const char* const name : {"c_2_5.png", "c_3_5.png", "c_3_6.png", "l.legend"})
    CHECK(rule.find((folder.path() / name).string()) != std::string::npos);
  require_bad_input(run(folder, "build " + map + " --missing rock -o " + folder / "c_2_5.png"), "was read");
  const Ran checked = run(folder, "check " + map + " --missing rock");
  CHECK(checked.code == 0);
  CHECK(checked.out.find(": chunks, 6 x 4 tiles") != std::string::npos);
  require_bad_input(run(folder, "check " + map), "1 of 4 chunks are missing: 2,6");
  require_bad_input(run(folder, "check " + folder / "w.pnav" + " --missing rock"), "--missing");
  require_bad_input(run(folder, "build " + folder / "l.legend" + " --missing rock -o " + folder / "x.pnav"), "");
  const Ran viewed = run(folder, "view " + map + " --missing rock --export " + folder / "page.html");
  INFO(viewed.err);
  CHECK(viewed.code == 0);
  CHECK(std::filesystem::exists(folder.path() / "page.html"));
  require_bad_input(run(folder, "view " + folder / "w.pnav" + " --missing rock"), "--missing");
}
