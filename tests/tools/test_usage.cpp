// SPDX-License-Identifier: BSL-1.0
// How the `portolan` command is asked: subcommands and their help, numbers and lists of options, and what it refuses.
#include "tools/built_map.hpp"
#include "tools/command_support.hpp"

#include <cstddef>
#include <filesystem>
#include <string>

namespace {

namespace fs = std::filesystem;
using portolan::test::Built;
using portolan::test::Ran;
using portolan::test::require_bad_input;
using portolan::test::run;
using portolan::test::slurp;
using portolan::test::TemporaryFolder;

TEST_CASE("without a subcommand they are listed, and help tells of each") {
  const TemporaryFolder folder;
  const Ran none = run(folder, "");
  CHECK(none.code == 2);
  CHECK(none.out.empty());
  CHECK(none.err.starts_with("portolan: no subcommand; there are\n  build   Turn a tile map"));
  CHECK(none.err.ends_with("\nportolan help SUBCOMMAND says what one takes\n"));

  const Ran all = run(folder, "help");
  CHECK(all.code == 0);
  CHECK(all.err.empty());
  for (const char* const name :
       {"build", "info", "path", "nearest", "crowd", "scen", "check", "draw", "view", "export", "make", "help"}) {
    CHECK(all.out.find(std::string("\n  ") + name + " ") != std::string::npos);
    CHECK(none.err.find(std::string("\n  ") + name + " ") != std::string::npos);
    const Ran one = run(folder, std::string("help ") + name);
    CHECK(one.code == 0);
    CHECK(one.out == run(folder, std::string(name) + " --help").out);
  }
  CHECK(run(folder, "help build").out.find("--depfile") != std::string::npos);
  require_bad_input(run(folder, "help fly"), "no subcommand 'fly'; there are build, info, ");
}

TEST_CASE("bad usage and bad input say why in one line, exit 2, and write nothing") {
  const Built built;
  const std::ptrdiff_t before = built.entries();
  const auto in = [&](const std::string& name) { return "'" + built / name + "'"; };
  const std::string world = "'" + built.world + "'";
  require_bad_input(run(built, "fly"), "no subcommand 'fly'; there are build, info, ");
  require_bad_input(run(built, "build " + in("absent.map") + " -o " + in("o.pnav")), "absent.map");
  require_bad_input(run(built, "build " + in("x.scen") + " -o " + in("o.pnav")), "x.scen");
  require_bad_input(run(built, "build " + in("x.map") + " -o " + in("no/folder/o.pnav")), "o.pnav");
  require_bad_input(run(built, "build " + in("x.map") + " -o " + in("o.pnav") + " --memory 1Q"), "1Q");
  require_bad_input(run(built, "build " + in("x.map") + " -o " + in("o.pnav") + " --memory 100"), "memory");
  require_bad_input(run(built, "build " + in("x.map") + " -o " + in("o.pnav") + " --footprint 0"), "footprint");
  require_bad_input(run(built, "build " + in("x.map") + " -o " + in("o.pnav") + " --format fresco"), "fresco");
  require_bad_input(run(built, "build " + in("x.map") + " -o " + in("o.pnav") + " --profile " + in("x.map")), "x.map");
  require_bad_input(run(built, "info " + in("x.map")), "x.map");
  require_bad_input(run(built, "path " + world + " 0,0 9,0"), "9,0");
  require_bad_input(run(built, "path " + world + " 0,0 a"), "'a'");
  require_bad_input(run(built, "path " + world + " 0,0 1,1 --tier ch"), "ch");
  require_bad_input(run(built, "path " + world + " 0,0 1,1 --tier warp"), "warp");
  require_bad_input(run(built, "path " + world + " 0,0 1,1 --profile giant"), "giant");
  require_bad_input(run(built, "scen " + world + " " + in("x.map")), "x.map");
  require_bad_input(run(built, "scen " + world + " " + in("x.scen") + " --repeat 0"), "repeat");
  require_bad_input(run(built, "draw " + world + " -o " + in("no/folder/o.png")), "o.png");
  require_bad_input(run(built, "draw " + world + " -o " + in("o.png") + " --show ghosts"), "ghosts");
  require_bad_input(run(built, "draw " + world + " -o " + in("o.png") + " --path 0,0 99,0"), "99,0");
  require_bad_input(run(built, "draw " + world + " -o " + in("o.png") + " --field 99,0"), "99,0");
  require_bad_input(run(built, "draw " + world + " -o " + in("o.png") + " --field x"), "--field");
  require_bad_input(run(built, "draw " + world + " -o " + in("o.jpg")),
                    "o.jpg: the extension is neither .png nor .svg");
  require_bad_input(run(built, "path " + world + " 0,0 1,1 --budget -3"), "--budget: -3 is no whole number from 0");
  const std::string good = slurp(built.world);
  require_bad_input(run(built, "draw " + world + " -o " + world), "was read, and would be written over");
  require_bad_input(run(built, "view " + world + " --export " + world), "was read, and would be written over");
  REQUIRE(slurp(built.world) == good);
  for (const char* const useless :
       {"caves --size 9x9 --queries 5", "caves --size 9x9 --floors 3", "maze --size 9x9 --threads 2",
        "tower --size 9x9 --unknown fog", "field-city --size 9x9 --floors 3"}) {
    const std::string text = useless;
    require_bad_input(run(built, "make " + text + " -o " + in("o.raw")), text.substr(text.rfind("--"), 5));
  }
  require_bad_input(run(built, "make blank " + in("x.map") + " --seed 4 -o " + in("o.txt")), "--seed: only of");
  require_bad_input(run(built, "make changes " + in("x.map") + " --size 9x9 -o " + in("o.changes")), "--size: only of");
  require_bad_input(run(built, "make caves --size 0x5 --seed -1 -o " + in("o.map")),
                    "--seed: -1 is no whole number from 0");
  require_bad_input(run(built, "make caves --size 0x5 -o " + in("o.map")), "0x5");
  require_bad_input(run(built, "check " + in("x.map") + " --against " + in("x.map")), "--against is for world files");
  require_bad_input(run(built, "check " + in("x.map") + " --nodes " + in("x.map")), "--nodes is for boards");
  require_bad_input(run(built, "check " + world + " --legend " + in("x.map")),
                    "are for maps and boards, and this is a world file");
  require_bad_input(run(built, "make caves --size big -o " + in("o.map")), "big");
  require_bad_input(run(built, "make lava --size 5x5 -o " + in("o.map")), "lava");
  require_bad_input(run(built, "make towr --size 9x9 --floors 3 -o " + in("o.map")), "KIND towr: expected caves");
  REQUIRE(built.entries() == before);
}

TEST_CASE("whole numbers are read as they are written, and refused where they do not fit") {
  const Built built;
  const std::string world = "'" + built.world + "'";
  const std::string made = "'" + built / "made.map" + "'";
  for (const char* const wrong :
       {"18446744073709551616", "99999999999999999999", "010", "0x10", "+5", "-1", "1e3", ""}) {
    CAPTURE(wrong);
    const std::string number = " '" + std::string(wrong) + "'";
    require_bad_input(run(built, "make caves --size 9x9 -o " + made + " --seed" + number), "--seed");
    require_bad_input(run(built, "path " + world + " 0,0 1,1 --budget" + number), "--budget");
    require_bad_input(run(built, "scen " + world + " '" + built / "x.scen" + "' --refresh" + number), "--refresh");
  }
  CHECK(!fs::exists(built.path() / "made.map"));
  CHECK(run(built, "make caves --size 9x9 -o " + made + " --seed 18446744073709551615").code == 0);
  CHECK(run(built, "path " + world + " 0,0 1,1 --budget 0").code != 2);
  require_bad_input(run(built, "build '" + built / "x.map" + "' -o " + world + " --footprint 01"), "--footprint");
}

TEST_CASE("options that take several leave what follows to the command, and brackets are parts of names") {
  const Built built;
  const std::string world = "'" + built.world + "'";
  const std::string map = "'" + built / "x.map" + "'";
  built.write("p.json", R"({"name": "p"})");
  const auto is_done = [&](const std::string& command) {
    const Ran ran = run(built, command);
    CAPTURE(command, ran.err);
    CHECK(ran.code == 0);
  };
  is_done("build --profile '" + built / "p.json" + "' " + map + " -o '" + built / "o.pnav" + "'");
  is_done("build --index labels,ch " + map + " -o '" + built / "o.pnav" + "'");
  is_done("draw --show islands,regions " + world + " -o '" + built / "o.png" + "'");
  is_done("draw --path 0,0 3,0 " + world + " -o '" + built / "o.png" + "'");
  is_done("scen --tier auto,astar " + world + " '" + built / "x.scen" + "'");
  require_bad_input(run(built, "draw " + world + " -o '" + built / "o.png" + "' --path 0,0 1,1 --path 0,0 2,2"),
                    "--path");
  require_bad_input(run(built, "draw " + world + " -o '" + built / "o.png" + "' --path 0,0"), "--path");

  built.write("b.tsv", "from\tto\tcost\n[A]\tB\t1\nB\tC\t1\nA\tC\t5\n");
  const std::string board = "'" + built / "b.pnav" + "'";
  is_done("build '" + built / "b.tsv" + "' -o " + board);
  is_done("draw " + board + " -o '" + built / "1.svg" + "' --path '[A]' C");
  is_done("draw " + board + " -o '" + built / "2.svg" + "' --path A C");
  CHECK(slurp(built / "1.svg") != slurp(built / "2.svg"));
}

}  // namespace
