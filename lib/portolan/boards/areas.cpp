// SPDX-License-Identifier: BSL-1.0
#include "portolan/boards/areas.hpp"

#include <algorithm>

namespace portolan {

template <template <class> class Store>
bool BasicAreas<Store>::is_closed(AreaBorder border) const noexcept {
  return std::binary_search(closed.begin(), closed.end(), border);
}

template <template <class> class Store>
std::span<const AreaLink> BasicAreas<Store>::links_from(AreaId area) const noexcept {
  if (area >= anchors.size()) return {};
  const auto begin =
      std::partition_point(links.begin(), links.end(), [&](const AreaLink& link) { return link.from < area; });
  const auto end = std::find_if(begin, links.end(), [&](const AreaLink& link) { return link.from != area; });
  return std::span(links).subspan(static_cast<std::size_t>(begin - links.begin()),
                                  static_cast<std::size_t>(end - begin));
}

template <template <class> class Store>
bool BasicAreas<Store>::has_anchor(const GridView& grid, AreaId area) const noexcept {
  return area < anchors.size() && grid.passable(anchors[area]) && tiles.at(anchors[area]) == area;
}

template struct BasicAreas<Viewed>;
template struct BasicAreas<Owned>;

namespace {

/// Of what is there between waypoints only.
std::string_view sight_fault(const AreasView& areas, const GridView& grid) noexcept {
  if (!areas.by_sight()) return {};
  const SightRule& sight = areas.sight.front();
  if (sight.length == 0 || sight.length > std::uint32_t{kMaxSide} || sight.reserved != 0)
    return "waypoints see impossibly far";
  std::size_t waypoints = 0;
  const auto& [first, runs] = areas.tiles;
  for (std::size_t y = 0; y + 1 < first.size(); ++y) {
    for (std::size_t i = first[y]; i < first[y + 1]; ++i) {
      if (runs[i].area == kNoArea) continue;
      const std::uint32_t end = i + 1 < first[y + 1] ? runs[i + 1].x : static_cast<std::uint32_t>(grid.width);
      if (end != runs[i].x + 1 || areas.anchors[runs[i].area] == kNoAnchor) return "a waypoint is not on one tile";
      ++waypoints;
    }
  }
  if (waypoints != areas.anchors.size()) return "a waypoint is on several tiles, or on none";
  for (const AreaWay& way : areas.ways) {
    if (way.cost >= kInfiniteCost || way.kind > WayKind::link || way.reserved != 0) return "a way is impossible";
  }
  return {};
}

}  // namespace

std::string_view fault_of(const AreasView& areas, const GridView& grid) noexcept {
  const auto count = static_cast<AreaId>(areas.anchors.size());
  if (const auto fault = fault_of(areas.tiles, grid.bounds(), count); !fault.empty()) return fault;
  for (AreaId area = 0; area < count; ++area) {
    if (areas.anchors[area] != kNoAnchor && !areas.has_anchor(grid, area))
      return "an anchor is no passable tile of its area";
  }
  const auto& closed = areas.closed;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    if (closed[i].from >= count || closed[i].to >= count || closed[i].from == closed[i].to)
      return "a closed border lies between no areas";
    if (i != 0 && !(closed[i - 1] < closed[i])) return "the closed borders are not in order";
  }
  const auto& links = areas.links;
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (!areas.has_anchor(grid, links[i].from) || !areas.has_anchor(grid, links[i].to) ||
        links[i].from == links[i].to) {
      return "a link leads from nowhere or to nowhere";
    }
    if (links[i].cost >= kInfiniteCost || links[i].reserved != 0) return "a link has an impossible cost";
    if (i != 0 && links[i] < links[i - 1]) return "the links are not in order";
  }
  return sight_fault(areas, grid);
}

}  // namespace portolan
