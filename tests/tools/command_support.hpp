// SPDX-License-Identifier: BSL-1.0
// Running the `portolan` command in tests.
#pragma once

#include "support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace portolan::test {

using Json = nlohmann::ordered_json;

/// A folder whose files have names for the command line.
class CommandFolder : public TemporaryFolder {
 public:
  /// The path of a file in it, in quotes for the shell.
  [[nodiscard]] std::string operator/(const std::string& name) const { return "'" + (path() / name).string() + "'"; }
};

struct Ran {
  int code = -1;
  std::string out;
  std::string err;
};

inline std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Runs the command, by a line of the shell that begins with `before`: assignments of the environment, limits.
inline Ran run(const TemporaryFolder& folder, const std::string& arguments, const std::string& before = "") {
  const std::string err = (folder.path() / ".stderr").string();
  const std::string command = before + " '" + PORTOLAN_COMMAND + "' " + arguments + " 2>'" + err + "' </dev/null";
  Ran ran;
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> chunk;
  for (std::size_t n = 0; (n = std::fread(chunk.data(), 1, chunk.size(), pipe)) > 0;) ran.out.append(chunk.data(), n);
  ran.code = WEXITSTATUS(::pclose(pipe));
  ran.err = slurp(err);
  std::filesystem::remove(err);
  return ran;
}

inline void require_bad_input(const Ran& ran, const std::string& part) {
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 2);
  REQUIRE(ran.out.empty());
  REQUIRE(ran.err.find(part) != std::string::npos);
  REQUIRE(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
}

inline std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& item : object.items()) names.push_back(item.key());
  return names;
}

inline void require_keys(const Json& object, const std::vector<std::string>& wanted) {
  for (const std::string& key : wanted) {
    INFO(key << " in " << object.dump());
    REQUIRE(object.contains(key));
  }
}

}  // namespace portolan::test
