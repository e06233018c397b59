// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/drawn_regions.hpp"

#include <algorithm>

namespace portolan {

bool DrawnRegionsView::is_closed(RegionBorder border) const noexcept {
  return std::binary_search(closed.begin(), closed.end(), border);
}

std::span<const RegionLink> DrawnRegionsView::links_from(AreaId region) const noexcept {
  const auto begin =
      std::partition_point(links.begin(), links.end(), [&](const RegionLink& link) { return link.from < region; });
  const auto end = std::find_if(begin, links.end(), [&](const RegionLink& link) { return link.from != region; });
  return links.subspan(static_cast<std::size_t>(begin - links.begin()), static_cast<std::size_t>(end - begin));
}

bool DrawnRegionsView::has_anchor(const GridView& grid, AreaId region) const noexcept {
  return region < anchors.size() && grid.passable(anchors[region]) && areas.at(anchors[region]) == region;
}

std::string_view fault_of(const DrawnRegionsView& regions, const GridView& grid) noexcept {
  const auto count = static_cast<AreaId>(regions.anchors.size());
  if (const auto fault = fault_of(regions.areas, grid.bounds(), count); !fault.empty()) return fault;
  for (AreaId region = 0; region < count; ++region) {
    if (regions.anchors[region] != kNoAnchor && !regions.has_anchor(grid, region))
      return "an anchor is no passable tile of its region";
  }
  const auto& closed = regions.closed;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    if (closed[i].from >= count || closed[i].to >= count || closed[i].from == closed[i].to)
      return "a closed border lies between no regions";
    if (i != 0 && !(closed[i - 1] < closed[i])) return "the closed borders are not in order";
  }
  const auto& links = regions.links;
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (!regions.has_anchor(grid, links[i].from) || !regions.has_anchor(grid, links[i].to) ||
        links[i].from == links[i].to) {
      return "a link leads from nowhere or to nowhere";
    }
    if (links[i].cost >= kInfiniteCost || links[i].reserved != 0) return "a link has an impossible cost";
    if (i != 0 && links[i] < links[i - 1]) return "the links are not in order";
  }
  return {};
}

}  // namespace portolan
