// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/areas_loader.hpp"

#include "portolan/boards/areas.hpp"
#include "portolan/world/section_group.hpp"

namespace portolan {

using format::SectionKind;

static_assert(format::kIsPlain<AreaRun> && sizeof(AreaRun) == 8);
static_assert(format::kIsPlain<AreaBorder> && sizeof(AreaBorder) == 8);
static_assert(format::kIsPlain<AreaLink> && sizeof(AreaLink) == sizeof(format::AreaLinkRecord));

Result<std::optional<AreasView>> load_areas(const SectionTable& table, const format::MapInfo& map, std::size_t nodes) {
  AreasView areas;
  SectionGroup group(table, {});
  group.take(SectionKind::area_first, areas.tiles.first, std::size_t{map.height} + 1);
  group.take(SectionKind::area_runs, areas.tiles.runs);
  group.take(SectionKind::area_anchors, areas.anchors, nodes);
  group.take(SectionKind::area_closed, areas.closed);
  group.take(SectionKind::area_links, areas.links);
  if (group.absent()) return std::optional<AreasView>();
  const std::uint64_t tiles = std::uint64_t{map.width} * map.height;
  if (!group.complete() || nodes == 0 || tiles == 0 || tiles >= kMaxAreaTiles) {
    return Error{ErrorCode::corrupt, "the areas on the map are incomplete or have the wrong size"};
  }
  return std::optional(areas);
}

}  // namespace portolan
