// SPDX-License-Identifier: BSL-1.0
// Names of sections against the table of FORMAT.md, and messages about sections.
#include "portolan/world/section_name.hpp"

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

TEST_CASE("sections are called what FORMAT.md calls them, and no others have a name") {
  std::ifstream file(std::string(PORTOLAN_SOURCE) + "/lib/portolan/world/FORMAT.md");
  const std::regex row(R"(\| (\d+) \| (\w+) \| .*)");
  std::map<std::uint32_t, std::string> names;
  bool in_sections = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) in_sections = line == "## Sections";
    std::smatch parts;
    if (in_sections && std::regex_match(line, parts, row))
      names[static_cast<std::uint32_t>(std::stoul(parts[1]))] = parts[2];
  }
  REQUIRE(names.size() > 70);
  for (std::uint32_t kind = 0; kind < 1000; ++kind) {
    CAPTURE(kind);
    const auto name = names.find(kind);
    REQUIRE(section_name(kind) == (name == names.end() ? "" : name->second));
  }
}

TEST_CASE("messages name a section, its profile and its level, not their numbers in the table") {
  using format::SectionKind;
  CHECK(section_text(SectionKind::terrain, {}) == "section terrain");
  CHECK(section_text(SectionKind::islands, {3}) == "section islands of profile 3");
  CHECK(section_text(SectionKind::arc_weight, {0, 1}) == "section arc_weight of profile 0, level 1");
  CHECK(section_text(SectionKind::region_first, {2, 0}) == "section region_first of profile 2, level 0");
  CHECK(section_text(SectionKind::ch_target, {format::kNoProfile, format::kBackwardLevel}) ==
        "section ch_target, level 1");
  CHECK(section_text(999, {}) == "section kind 999");
}

}  // namespace
}  // namespace portolan
