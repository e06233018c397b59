// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/drawn_regions_loader.hpp"

#include "portolan/regions/corridor_search.hpp"
#include "portolan/world/section_group.hpp"

namespace portolan {

using format::SectionKind;

static_assert(format::kIsPlain<AreaRun> && sizeof(AreaRun) == 8);
static_assert(format::kIsPlain<RegionBorder> && sizeof(RegionBorder) == 8);
static_assert(format::kIsPlain<RegionLink> && sizeof(RegionLink) == sizeof(format::RegionLinkRecord));

Result<std::optional<DrawnRegionsView>> load_drawn_regions(const SectionTable& table, const format::MapInfo& map,
                                                           std::size_t nodes) {
  DrawnRegionsView regions;
  SectionGroup group(table, {});
  group.take(SectionKind::area_first, regions.areas.first, std::size_t{map.height} + 1);
  group.take(SectionKind::area_runs, regions.areas.runs);
  group.take(SectionKind::area_anchors, regions.anchors, nodes);
  group.take(SectionKind::area_closed, regions.closed);
  group.take(SectionKind::area_links, regions.links);
  if (group.absent()) return std::optional<DrawnRegionsView>();
  const std::uint64_t tiles = std::uint64_t{map.width} * map.height;
  if (!group.complete() || nodes == 0 || tiles == 0 || tiles >= kMaxDrawnTiles) {
    return Error{ErrorCode::corrupt, "the regions on the map are incomplete or have the wrong size"};
  }
  return std::optional(regions);
}

}  // namespace portolan
