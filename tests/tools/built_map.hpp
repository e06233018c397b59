// SPDX-License-Identifier: BSL-1.0
// A small map, its scenarios and its world file, for tests of the command.
#pragma once

#include "tools/command_support.hpp"

#include <string>

namespace portolan::test {

inline const std::string kMap =
    "type octile\nheight 6\nwidth 9\nmap\n"
    "....@....\n"
    "....@....\n"
    ".........\n"
    "....@.@@@\n"
    "@@@.@.@.@\n"
    "....@.@@@\n";
inline const std::string kScenarios =
    "version 1\n"
    "0\tx.map\t9\t6\t0\t0\t3\t0\t3.00000000\n"
    "0\tx.map\t9\t6\t0\t0\t8\t0\t9.65685425\n"
    "0\tx.map\t9\t6\t0\t0\t7\t4\t0.00000000\n";

/// A folder with a map, its scenarios and its world file.
class Built : public TemporaryFolder {
 public:
  Built() {
    write("x.map", kMap);
    write("x.scen", kScenarios);
    REQUIRE(run(*this, "build '" + *this / "x.map" + "' -o '" + world + "'").code == 0);
  }
  [[nodiscard]] std::string operator/(const std::string& name) const { return (path() / name).string(); }

  const std::string world = *this / "x.pnav";
};

}  // namespace portolan::test
