// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/areas_loader.hpp"

#include "portolan/boards/areas.hpp"
#include "portolan/world/section_loader.hpp"

namespace portolan {

Result<std::optional<AreasView>> load_areas(const SectionTable& table, const format::MapInfo& map,
                                            const BoardView* board) {
  const std::size_t nodes = board != nullptr ? board->size() : 0;
  const std::size_t arcs = board != nullptr ? board->arcs.target.size() : 0;
  auto areas = load_group<AreasView>(table, {}, map.height, nodes, arcs);
  const std::uint64_t tiles = std::uint64_t{map.width} * map.height;
  if (areas && *areas && (nodes == 0 || tiles == 0 || tiles >= kMaxAreaTiles)) {
    return Error{ErrorCode::corrupt, "areas without a map or a board, or on too large a map"};
  }
  return areas;
}

}  // namespace portolan
