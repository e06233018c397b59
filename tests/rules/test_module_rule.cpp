// SPDX-License-Identifier: BSL-1.0
// Enforces the module rule (lib/ARCHITECTURE.md) from the include lines of every file in lib/portolan: which module may
// include which, where Boost may appear, and that core knows the standard library and the operating system only.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace {

namespace fs = std::filesystem;

enum class Boost { forbidden, allowed };

struct ModuleRule {
  std::string_view module;
  std::vector<std::string_view> may_include;
  Boost boost = Boost::forbidden;
};

// The umbrella header lies in no module; its row is that of a runtime user.
constexpr std::string_view kUmbrella = "portolan.hpp";

const std::vector<ModuleRule>& rules() {
  static const std::vector<ModuleRule> table = {
      {"core", {}},
      {"grid", {"core"}},
      {"graph", {"core"}},
      {"regions", {"core", "grid", "graph"}},
      {"waypoints", {"core", "grid", "graph", "regions"}},
      {"boards", {"core", "grid", "graph"}},
      {"world", {"core", "grid", "graph", "boards", "regions", "waypoints"}},
      {"bgl", {"core", "graph"}, Boost::allowed},
      {"offline", {"core", "grid", "graph", "boards", "regions", "waypoints", "world", "bgl"}, Boost::allowed},
      {"query", {"core", "grid", "graph", "boards", "regions", "waypoints", "world"}},
      {"crowd", {"core", "grid", "graph", "boards", "regions", "waypoints", "world", "query"}},
      {"service", {"core", "grid", "graph", "boards", "regions", "waypoints", "world", "query"}},
      {"game", {"core", "grid", "graph", "boards", "regions", "waypoints", "world", "query", "crowd", "service"}},
      {"formats", {"core", "grid", "graph", "boards"}, Boost::allowed},
      {"capi", {"core", "grid", "graph", "boards", "world", "query", "crowd", "service", "game"}},
      {"capi_build", {"core", "grid", "offline", "capi"}},
      {kUmbrella,
       {"core", "grid", "graph", "boards", "regions", "waypoints", "world", "query", "crowd", "service", "game"}},
  };
  return table;
}

const ModuleRule* find_rule(std::string_view module) {
  const auto found = std::ranges::find(rules(), module, &ModuleRule::module);
  return found == rules().end() ? nullptr : &*found;
}

/// Headers of the standard library have no dot.
bool is_std(std::string_view header) {
  return header.find_first_of("./") == std::string_view::npos;
}

/// Headers of the operating systems.
bool is_system(std::string_view header) {
  static constexpr std::array<std::string_view, 4> kSystem = {"dirent.h", "fcntl.h", "unistd.h", "windows.h"};
  return header.starts_with("sys/") || std::ranges::find(kSystem, header) != kSystem.end();
}

/// Where the library calls them.
bool is_seam(std::string_view file) {
  return file == "core/system_posix.cpp" || file == "core/system_win32.cpp";
}

/// First component of a path: "grid" of "grid/tile_map.hpp", all of "portolan.hpp".
std::string_view module_of(std::string_view path) {
  return path.substr(0, path.find('/'));
}

std::optional<std::string> own_include_fault(const ModuleRule& rule, std::string_view header) {
  const std::string_view other = module_of(header);
  if (other == rule.module || std::ranges::find(rule.may_include, other) != rule.may_include.end()) return std::nullopt;
  return std::string(rule.module) + " may not include " + std::string(other);
}

std::optional<std::string> foreign_include_fault(const ModuleRule& rule, std::string_view file,
                                                 std::string_view header) {
  if (module_of(header) == "boost" && rule.boost == Boost::forbidden) {
    return std::string(rule.module) + " may not include Boost";
  }
  if (is_system(header)) {
    if (is_seam(file)) return std::nullopt;
    return "operating systems are called in core/system_*.cpp alone, not by " + std::string(header);
  }
  const bool is_hash = file == "core/hash.cpp" && header == "xxhash.h";
  if (rule.module == "core" && !is_std(header) && !is_hash) {
    return "core may include the standard library only, and xxhash in hash.cpp, not " + std::string(header);
  }
  return std::nullopt;
}

/// What is wrong with one line of `file`, a path relative to lib/portolan; nothing if it keeps the rule.
std::optional<std::string> line_fault(std::string_view file, const std::string& line) {
  static const std::regex directive_line(R"(^\s*#\s*(include|include_next|import)\b\s*(.*)$)");
  static const std::regex operand_text(R"re(^(?:<([^>]+)>|"([^"]+)").*$)re");
  std::smatch directive;
  if (!std::regex_match(line, directive, directive_line)) return std::nullopt;
  const ModuleRule* rule = find_rule(module_of(file));
  if (rule == nullptr) return std::string(module_of(file)) + " has no row in the module rule";

  const std::string operand = directive[2];
  std::smatch names;
  if (!std::regex_match(operand, names, operand_text)) return "cannot tell what this includes: " + operand;
  const std::string header = names[1].matched ? names[1] : names[2];
  if (header.find("..") != std::string::npos) return "a path with '..': " + header;
  if (header.starts_with("portolan/")) return own_include_fault(*rule, std::string_view(header).substr(9));
  if (names[2].matched) return R"(own headers are included as "portolan/MODULE/FILE", not )" + header;
  return foreign_include_fault(*rule, file, header);
}

/// Paths of the sources, relative to lib/portolan, in a fixed order.
std::vector<std::string> library_files(const fs::path& root) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const std::string extension = entry.path().extension().string();
    if (entry.is_regular_file() && extension != ".md" && extension != ".txt") {
      files.push_back(entry.path().lexically_relative(root).generic_string());
    }
  }
  std::ranges::sort(files);
  return files;
}

const fs::path& library_root() {
  static const fs::path root = fs::path(PORTOLAN_SOURCE) / "lib" / "portolan";
  return root;
}

}  // namespace

TEST_CASE("every include line of the library keeps the module rule") {
  std::vector<std::string> faults;
  std::size_t include_lines = 0;
  for (const std::string& file : library_files(library_root())) {
    std::ifstream stream(library_root() / file);
    REQUIRE(stream.is_open());
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
      if (line.find("include") != std::string::npos) ++include_lines;
      if (const auto fault = line_fault(file, line)) {
        faults.push_back(file + ":" + std::to_string(number) + ": " + *fault);
      }
    }
  }
  CHECK(include_lines > 0);
  CHECK(faults == std::vector<std::string>{});
}

TEST_CASE("every header may be included twice") {
  std::vector<std::string> unguarded;
  std::size_t headers = 0;
  for (const std::string& file : library_files(library_root())) {
    const bool is_c = file.ends_with(".h");
    if (!is_c && !file.ends_with(".hpp")) continue;
    ++headers;
    std::ifstream stream(library_root() / file);
    const std::string_view guard = is_c ? "#ifndef " : "#pragma once";
    std::string line;
    while (std::getline(stream, line) &&
           (line.empty() || line.starts_with("//") || line.starts_with("/*") || line.starts_with(" *"))) {
    }
    if (!line.starts_with(guard)) unguarded.push_back(file);
  }
  CHECK(headers > 0);
  CHECK(unguarded == std::vector<std::string>{});
}

TEST_CASE("every folder of the library has a row in the module rule") {
  std::size_t folders = 0;
  for (const auto& entry : fs::directory_iterator(library_root())) {
    if (!entry.is_directory()) continue;
    ++folders;
    INFO("lib/portolan/" << entry.path().filename().string());
    CHECK(find_rule(entry.path().filename().string()) != nullptr);
  }
  CHECK(folders > 0);
}

TEST_CASE("the module rule's table names known modules, without cycles") {
  for (const ModuleRule& rule : rules()) {
    for (const std::string_view other : rule.may_include) {
      INFO(rule.module << " may include " << other);
      const ModuleRule* target = find_rule(other);
      REQUIRE(target != nullptr);
      CHECK(target < &rule);  // rows stand below everything that they include
    }
  }
}

TEST_CASE("the module rule's checker finds what breaks it") {
  const auto breaks = [](std::string_view file, const std::string& line) { return line_fault(file, line).has_value(); };
  CHECK(breaks("core/geometry.hpp", R"(#include "portolan/grid/tile_map.hpp")"));
  CHECK(breaks("graph/heap.hpp", R"(#include "portolan/grid/tile_map.hpp")"));
  CHECK(breaks("query/path_query.cpp", R"(#include "portolan/offline/build_world.hpp")"));
  CHECK(breaks("offline/build_world.cpp", R"(  #  include <portolan/query/path_query.hpp>  // why)"));
  CHECK(breaks("world/world.cpp", R"(#include "../build/world_image.hpp")"));
  CHECK(breaks("world/world.cpp", R"(#include "portolan/world/../build/world_image.hpp")"));
  CHECK(breaks("query/path_query.cpp", R"(#include "certificate.hpp")"));
  CHECK(breaks("query/path_query.cpp", "#include SEARCH_HEADER"));
  CHECK(breaks("query/path_query.cpp", "#include <boost/graph/astar_search.hpp>"));
  CHECK(breaks("core/status.cpp", "#include <fmt/format.h>"));
  CHECK(breaks("core/file.cpp", "#include <xxhash.h>"));
  CHECK(breaks("core/file.cpp", "#include <sys/stat.h>"));
  CHECK(breaks("formats/file.cpp", "#include <windows.h>"));
  CHECK(breaks("unheard_of/thing.hpp", "#include <vector>"));
  CHECK(breaks("portolan.hpp", R"(#include "portolan/offline/build_world.hpp")"));
  CHECK(breaks("query/path_query.cpp", R"(#include "portolan/portolan.hpp")"));
}

TEST_CASE("the module rule's checker accepts what keeps it") {
  const auto keeps = [](std::string_view file, const std::string& line) { return !line_fault(file, line).has_value(); };
  CHECK(keeps("core/hash.cpp", "#include <xxhash.h>"));
  CHECK(keeps("core/system_posix.cpp", "#include <sys/stat.h>"));
  CHECK(keeps("core/file.cpp", "#include <filesystem>"));
  CHECK(keeps("query/path_query.cpp", R"(#include "portolan/query/path_query.hpp")"));
  CHECK(keeps("query/path_query.cpp", R"(#include "portolan/world/world.hpp")"));
  CHECK(keeps("bgl/graph_traits.hpp", "#include <boost/graph/graph_traits.hpp>"));
  CHECK(keeps("formats/maps/png.cpp", "#include <png.h>"));
  CHECK(keeps("portolan.hpp", R"(#include "portolan/query/path_query.hpp")"));
  CHECK(keeps("grid/islands.cpp", R"(// #include "portolan/offline/build_world.hpp")"));
  CHECK(keeps("grid/islands.cpp", "int include = 0;"));
}
