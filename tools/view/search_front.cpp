// SPDX-License-Identifier: BSL-1.0
#include "view/search_front.hpp"

#include <cstdint>
#include <map>
#include <utility>

namespace portolan::tools {
namespace {

/// By row and column, whether a node in the cell is settled.
using Cells = std::map<std::pair<std::int32_t, std::int32_t>, bool>;

Cells coarser(const Cells& cells) {
  Cells joined;
  for (const auto& [place, settled] : cells) joined[{place.first / 2, place.second / 2}] |= settled;
  return joined;
}

}  // namespace

Json search_front(const PathQuery& query, std::size_t limit) {
  Cells cells;
  int shift = 0;
  query.visit_search([&](Point p, bool settled) {
    const Tile tile = tile_at(p);
    cells[{tile.y >> shift, tile.x >> shift}] |= settled;
    while (cells.size() > limit) {
      cells = coarser(cells);
      ++shift;
    }
  });
  Json done = Json::array();
  Json open = Json::array();
  for (const auto& [place, settled] : cells) {
    Json& list = settled ? done : open;
    list.push_back(place.second);
    list.push_back(place.first);
  }
  return {{"cell", 1 << shift}, {"settled", done}, {"open", open}};
}

}  // namespace portolan::tools
