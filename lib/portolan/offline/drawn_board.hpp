// SPDX-License-Identifier: BSL-1.0
// What areas and waypoints over a map have in common on the way from a drawing to a board. Internal to the module.
#pragma once

#include "portolan/core/utf8.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/offline/board_lint.hpp"
#include "portolan/offline/draw_areas.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace portolan {

/// A board in the making: its draft, what was found, and what is odd. The drawing and the grid must outlive it.
class DrawnBoard {
 protected:
  DrawnBoard(const AreaDrawing& drawing, const GridView& grid);

  [[nodiscard]] const DraftNode& node(NodeId id) const { return drawing_.draft.nodes[id]; }
  [[nodiscard]] std::string name(NodeId id) const { return in_quotes(node(id).name); }
  void warn(const SourcePlace& place, std::string reason) { drawn_.warnings.push_back({place, std::move(reason)}); }
  [[nodiscard]] Error error(const SourcePlace& place, std::string reason) const {
    return {ErrorCode::syntax, text_of(drawing_.draft, {place, std::move(reason)})};
  }

  /// Begins the draft with the places alone, where their anchors are.
  void start_draft();
  /// Takes what the author closed.
  void take_closed();
  /// Adds a link from anchor to anchor to the draft if it leads anywhere.
  void add_link(const DraftArc& arc);
  /// Makes the board, once all arcs are in the draft, and the links.
  Outcome finish();

  const AreaDrawing& drawing_;
  const GridView& grid_;
  Areas drawn_;
  BoardDraft draft_;
  std::vector<DraftArc> links_;  ///< of the draft
};

/// Joins waypoints by what they see: draw_areas of a drawing with a sight_length. `fraction_bits`: of a mover at any
/// angle, the unit of its costs.
[[nodiscard]] Result<Areas> join_waypoints(const AreaDrawing& drawing, const GridView& grid, const TileMap& map,
                                           std::optional<std::uint32_t> fraction_bits, unsigned threads);

}  // namespace portolan
