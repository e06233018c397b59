// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/drawn_board.hpp"

#include "portolan/boards/border_costs.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace portolan {

DrawnBoard::DrawnBoard(const AreaDrawing& drawing, const GridView& grid) : drawing_(drawing), grid_(grid) {
  drawn_.warnings = drawing.warnings;
  const auto names = name_warnings_in(drawing.draft);
  drawn_.warnings.insert(drawn_.warnings.end(), names.begin(), names.end());
}

void DrawnBoard::start_draft() {
  draft_ = drawing_.draft;
  draft_.arcs.clear();
  for (NodeId id = 0; id < draft_.nodes.size(); ++id) {
    draft_.nodes[id].position.reset();
    const Tile anchor = drawn_.anchors[id];
    if (anchor == kNoAnchor) continue;
    const auto middle = [](std::int32_t at) { return make_decimal(std::int64_t{at} * 10 + 5, 1); };
    draft_.nodes[id].position = {middle(anchor.x), middle(anchor.y)};
  }
}

void DrawnBoard::take_closed() {
  for (const ClosedBorder& closed : drawing_.closed) {
    if (closed.from != closed.to) drawn_.closed.push_back({closed.from, closed.to});
  }
  std::sort(drawn_.closed.begin(), drawn_.closed.end());
  drawn_.closed.erase(std::unique(drawn_.closed.begin(), drawn_.closed.end()), drawn_.closed.end());
}

void DrawnBoard::add_link(const DraftArc& arc) {
  if (arc.from == arc.to) {
    warn(arc.place, fmt::format("a link from {} to itself is left out", name(arc.from)));
  } else if (drawn_.anchors[arc.from] == kNoAnchor || drawn_.anchors[arc.to] == kNoAnchor) {
    warn(arc.place, fmt::format("a link between {} and {} is left out: one has no tile to stand on", name(arc.from),
                                name(arc.to)));
  } else {
    draft_.arcs.push_back(arc);
    links_.push_back(arc);
  }
}

Outcome DrawnBoard::finish() {
  auto board = make_board(draft_);
  if (!board) return board.error();
  drawn_.board = std::move(*board);
  for (const DraftArc& arc : links_) {
    const auto weight = static_cast<std::uint32_t>(scaled(arc.cost, drawn_.board.cost_decimals).value_or(0));
    drawn_.links.push_back({arc.from, arc.to, weight, 0, in_units(*grid_.rules, arc.cost)});
  }
  std::sort(drawn_.links.begin(), drawn_.links.end());
  sort_findings(drawn_.warnings);
  return Success{};
}

}  // namespace portolan
