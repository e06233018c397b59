// SPDX-License-Identifier: BSL-1.0
// portolan build --work, --resume and --update: what is kept, what is taken, and what is said where there is nothing.
#include "tools/command_support.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <random>
#include <set>
#include <string>

#include <fmt/format.h>

using namespace portolan::test;

namespace {

constexpr int kSide = 200;

/// A third of the tiles blocked; `edited` turns the tile at 77,123 around.
void write_map(const std::filesystem::path& path, bool edited) {
  std::mt19937 random(7);
  std::ofstream file(path);
  file << fmt::format("type octile\nheight {0}\nwidth {0}\nmap\n", kSide);
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const bool wall = random() % 3 == 0;
      file << (wall != (edited && x == 77 && y == 123) ? '@' : '.');
    }
    file << '\n';
  }
}

std::set<std::string> names_in(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

}  // namespace

TEST_CASE("a work folder changes no byte of the world, and its cells are taken up again") {
  const CommandFolder folder;
  write_map(folder.path() / "x.map", false);
  const std::string build = "build " + (folder / "x.map") + " --index none -o ";
  REQUIRE(run(folder, build + (folder / "plain.pnav")).code == 0);
  const std::string work = " --work " + (folder / "cells");
  require_bad_input(run(folder, build + (folder / "o.pnav") + work + " --resume"), "is no folder of an earlier build");
  require_bad_input(run(folder, build + (folder / "o.pnav") + work + " --update"), "holds no cells");
  CHECK(!std::filesystem::exists(folder.path() / "cells"));
  std::filesystem::create_directory(folder.path() / "empty");
  const std::string early = " --work " + (folder / "empty");
  require_bad_input(run(folder, build + (folder / "o.pnav") + early + " --update"), "holds no cells");
  REQUIRE(run(folder, build + (folder / "early.pnav") + early + " --resume").code == 0);
  CHECK(slurp((folder.path() / "early.pnav").string()) == slurp((folder.path() / "plain.pnav").string()));
  CHECK(run(folder, build + (folder / "o.pnav") + " --resume").code == 2);

  REQUIRE(run(folder, build + (folder / "o.pnav") + work).code == 0);
  const std::string plain = slurp((folder.path() / "plain.pnav").string());
  CHECK(slurp((folder.path() / "o.pnav").string()) == plain);
  const auto cells = names_in(folder.path() / "cells");
  CHECK(cells.size() == 1);
  std::filesystem::remove(folder.path() / "o.pnav");
  require_bad_input(run(folder, build + (folder / "o.pnav") + work + " --update"), "--update: ");
  REQUIRE(run(folder, build + (folder / "o.pnav") + work + " --resume").code == 0);
  CHECK(slurp((folder.path() / "o.pnav").string()) == plain);
  CHECK(names_in(folder.path() / "cells") == cells);
}

TEST_CASE("an edited map is built again with lines where they were") {
  const CommandFolder folder;
  write_map(folder.path() / "x.map", false);
  const std::string build = "build " + (folder / "x.map") + " --json --index none -o " + (folder / "o.pnav") +
                            " --work " + (folder / "cells");
  const Ran first = run(folder, build);
  REQUIRE(first.code == 0);
  const auto cells = names_in(folder.path() / "cells");
  write_map(folder.path() / "x.map", true);
  const Ran again = run(folder, build + " --update");
  INFO(again.err);
  REQUIRE(again.code == 0);
  const auto updated = names_in(folder.path() / "cells");
  CHECK(updated.size() == 1);
  CHECK(updated != cells);
  CHECK(run(folder, "check " + (folder / "o.pnav") + " --against " + (folder / "x.map")).code == 0);
}

TEST_CASE("a work folder that is a file is refused before anything is read") {
  const CommandFolder folder;
  write_map(folder.path() / "x.map", false);
  const Ran ran =
      run(folder, "build " + (folder / "x.map") + " -o " + (folder / "o.pnav") + " --work " + (folder / "x.map"));
  require_bad_input(ran, "x.map");
  CHECK(!std::filesystem::exists(folder.path() / "o.pnav"));
}

TEST_CASE("a map whose arrays exceed --memory is built within it", "[slow]") {
  const CommandFolder folder;
  REQUIRE(run(folder, "make caves --size 2000x2000 -o " + (folder / "big.map")).code == 0);
  const Ran ran =
      run(folder, "build " + (folder / "big.map") + " --json --index none --memory 40M -o " + (folder / "o.pnav"));
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  const Json report = Json::parse(ran.out);
  CHECK(report["profiles"][0]["levels"].size() == 6);
  CHECK(names_in(folder.path()) == std::set<std::string>{"big.map", "o.pnav"});
}
