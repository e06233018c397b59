// SPDX-License-Identifier: BSL-1.0
// The command where the system refuses threads or memory.
#include "tools/command_support.hpp"

#include <fstream>

using namespace portolan::test;

namespace {

struct Folder : TemporaryFolder {
  std::string operator/(const std::string& name) const { return (path() / name).string(); }
};

/// Rooms of five tiles, so that there is something to spread over threads.
void write_rooms(const std::string& path, int side) {
  std::ofstream file(path);
  file << "type octile\nheight " << side << "\nwidth " << side << "\nmap\n";
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) file << ((x % 6 == 5) != (y % 6 == 5) && (x + y) % 6 != 2 ? '@' : '.');
    file << '\n';
  }
}

}  // namespace

TEST_CASE("threads beyond the bound are bad usage") {
  const Folder folder;
  write_rooms(folder / "x.map", 20);
  const std::string build = "build '" + folder / "x.map" + "' -o '" + folder / "x.pnav" + "' --threads ";
  require_bad_input(run(folder, build + "1025"), "1024");
  require_bad_input(run(folder, build + "-1"), "-1");
  require_bad_input(run(folder, build + "4294967297"), "4294967297");
  REQUIRE(run(folder, build + "1024").code == 0);
}

#ifdef PORTOLAN_REFUSALS

namespace {

const std::string kLoaded = std::string("LD_PRELOAD='") + PORTOLAN_REFUSALS + "' ";

}  // namespace

TEST_CASE("a build does its work in the threads that the system gives, with the same bytes") {
  const Folder folder;
  write_rooms(folder / "x.map", 200);
  const auto build = [&](const std::string& name, const std::string& before) {
    const Ran ran = run(folder, "build '" + folder / "x.map" + "' -o '" + folder / name + "' --threads 8", before);
    INFO(ran.err);
    REQUIRE(ran.code == 0);
    return slurp(folder / name);
  };
  const std::string all = build("all.pnav", "");
  for (const std::string given : {"0", "1", "3"}) {
    CAPTURE(given);
    REQUIRE(build("few.pnav", kLoaded + "PORTOLAN_TEST_THREADS=" + given) == all);
  }
}

TEST_CASE("memory that ends while the command is set up ends in one line and exit code 2") {
  const Folder folder;
  // A few allocations come before main(); a thousand or so set the command up.
  int refused = 0;
  for (int allocations = 50; allocations <= 1500; allocations += 50) {
    CAPTURE(allocations);
    const Ran ran = run(folder, "info '" + folder / "absent.pnav" + "'",
                        kLoaded + "PORTOLAN_TEST_ALLOCATIONS=" + std::to_string(allocations));
    require_bad_input(ran, "portolan: ");
    refused += ran.err.find("not enough memory") != std::string::npos ? 1 : 0;
  }
  CHECK(refused > 5);
}

#endif
