// SPDX-License-Identifier: BSL-1.0
#include "portolan/boards/tile_areas.hpp"

#include <algorithm>

namespace portolan {

template <template <class> class Store>
AreaId BasicTileAreas<Store>::at(Tile t) const noexcept {
  const auto y = static_cast<std::size_t>(t.y);
  if (t.x < 0 || t.y < 0 || y + 1 >= first.size()) return kNoArea;
  const std::uint32_t begin = first[y];
  const std::uint32_t end = first[y + 1];
  if (begin >= end || end > runs.size()) return kNoArea;
  const auto row = std::span(runs).subspan(begin, end - begin);
  const auto after = std::upper_bound(row.begin(), row.end(), static_cast<std::uint32_t>(t.x),
                                      [](std::uint32_t x, const AreaRun& run) { return x < run.x; });
  return after == row.begin() ? kNoArea : std::prev(after)->area;
}

template struct BasicTileAreas<Viewed>;
template struct BasicTileAreas<Owned>;

std::string_view fault_of(const TileAreasView& view, const Rect& bounds, AreaId areas) noexcept {
  const auto rows = static_cast<std::size_t>(bounds.height());
  const auto& first = view.first;
  if (first.size() != rows + 1 || first.front() != 0 || first.back() != view.runs.size() ||
      !std::is_sorted(first.begin(), first.end())) {
    return "the rows of areas are wrong";
  }
  for (std::size_t y = 0; y < rows; ++y) {
    const auto row = view.runs.subspan(first[y], first[y + 1] - first[y]);
    if (row.empty() || row.front().x != 0) return "a row of areas does not begin at 0";
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].area >= areas && row[i].area != kNoArea) return "an area has no node";
      if (row[i].x >= static_cast<std::uint32_t>(bounds.width())) return "a run of an area begins outside the map";
      if (i != 0 && (row[i].x <= row[i - 1].x || row[i].area == row[i - 1].area)) return "the runs of a row are wrong";
    }
  }
  return {};
}

TileAreas make_tile_areas(std::span<const AreaId> tiles, std::int32_t width) {
  const auto columns = static_cast<std::size_t>(width);
  TileAreas areas;
  for (std::size_t at = 0; at < tiles.size(); ++at) {
    const std::size_t x = at % columns;
    if (x == 0) areas.first.push_back(static_cast<std::uint32_t>(areas.runs.size()));
    if (x == 0 || tiles[at] != tiles[at - 1]) areas.runs.push_back({static_cast<std::uint32_t>(x), tiles[at]});
  }
  areas.first.push_back(static_cast<std::uint32_t>(areas.runs.size()));
  return areas;
}

}  // namespace portolan
