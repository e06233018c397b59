// SPDX-License-Identifier: BSL-1.0
// Tints of areas: neighbours told apart, none given twice, the same every time.
#include "drawing/tint.hpp"
#include "map/area_layer.hpp"

#include <random>
#include <set>

#include <catch2/catch.hpp>

using namespace portolan;
using namespace portolan::tools;

namespace {

/// Where on the wheel a tint lies, found by looking for its number.
std::uint32_t hue_of_tint(Colour tint_wanted) {
  for (std::uint32_t number = 0; number < 4096; ++number) {
    if (tint(number) == tint_wanted) return hue_of(number);
  }
  FAIL("no tint");
  return 0;
}

std::uint32_t apart(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t between = a < b ? b - a : a - b;
  return std::min(between, 65'536 - between);
}

}  // namespace

TEST_CASE("areas that touch have tints apart, and none is given twice") {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    // Squares of 3 cells in rows that are shifted against each other: at most six neighbours each, three before it.
    const std::size_t columns = 3 * (2 + random() % 6);
    const std::size_t rows = 3 * (1 + random() % 6);
    std::vector<AreaId> cells(columns * rows);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::size_t row = i / columns / 3;
      cells[i] = static_cast<AreaId>(row * (columns / 3 + 1) + (i % columns + row % 2) / 3);
    }
    const std::size_t areas = (rows / 3) * (columns / 3 + 1);
    for (AreaId& cell : cells) {
      if (random() % 40 == 0) cell = random() % 2 == 0 ? kNoArea : static_cast<AreaId>(areas);  // none, or a wrong one
    }
    const auto tints = area_tints(cells, columns, areas);
    REQUIRE(tints.size() == areas);
    std::vector<std::uint32_t> hues;
    for (const Colour t : tints) hues.push_back(hue_of_tint(t));
    REQUIRE(std::set(hues.begin(), hues.end()).size() == areas);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      for (const std::size_t other : {i + 1, i + columns}) {
        const bool beside = other < cells.size() && (other != i + 1 || i % columns + 1 != columns);
        if (!beside || cells[i] >= areas || cells[other] >= areas || cells[i] == cells[other]) continue;
        REQUIRE(apart(hues[cells[i]], hues[cells[other]]) >= 65'536 / 8);
      }
    }
    REQUIRE(area_tints(cells, columns, areas) == tints);
  }
}

TEST_CASE("a wheel without room for all neighbours still gives every area a tint of its own") {
  // One area around twenty others, which touch each other in a row.
  std::vector<AreaId> cells(40, 20);
  for (AreaId area = 0; area < 20; ++area) cells[20 + area] = area;
  const auto tints = area_tints(cells, 20, 21);
  std::set<std::uint32_t> hues;
  for (const Colour t : tints) hues.insert(hue_of_tint(t));
  REQUIRE(hues.size() == 21);
  REQUIRE(area_tints({}, 1, 0).empty());
}
