// SPDX-License-Identifier: BSL-1.0
// Messages about sections.
#include "portolan/world/section_name.hpp"

#include <catch2/catch.hpp>

namespace portolan {
namespace {

TEST_CASE("messages name a section, its profile and its level, not their numbers in the table") {
  using format::SectionKind;
  CHECK(section_text(SectionKind::terrain, {}) == "section terrain");
  CHECK(section_text(SectionKind::islands, {3}) == "section islands of profile 3");
  CHECK(section_text(SectionKind::region_records, {0, 1}) == "section region_records of profile 0, level 1");
  CHECK(section_text(SectionKind::region_index, {2, 0}) == "section region_index of profile 2, level 0");
  CHECK(section_text(SectionKind::ch_target, {format::kNoProfile, format::kBackwardLevel}) ==
        "section ch_target, level 1");
  CHECK(section_text(999, {}) == "section kind 999");
}

}  // namespace
}  // namespace portolan
