// SPDX-License-Identifier: BSL-1.0
#include "board/board_layout.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace portolan::tools {
namespace {

BoardLayout by_position(const BoardView& graph, std::int32_t side, std::int32_t margin) {
  const auto [left, right] = std::ranges::minmax(graph.positions, {}, &BoardPosition::x);
  const auto [top, bottom] = std::ranges::minmax(graph.positions, {}, &BoardPosition::y);
  const auto width = static_cast<double>(right.x) - static_cast<double>(left.x);
  const auto height = static_cast<double>(bottom.y) - static_cast<double>(top.y);
  const double scale = (side - 2 * margin) / std::max({width, height, 1e-9});
  const auto along = [&](std::int64_t value, std::int64_t least) {
    return margin + static_cast<std::int32_t>((static_cast<double>(value) - static_cast<double>(least)) * scale);
  };
  BoardLayout layout;
  layout.width = 2 * margin + static_cast<std::int32_t>(width * scale) + 1;
  layout.height = 2 * margin + static_cast<std::int32_t>(height * scale) + 1;
  for (const BoardPosition& p : graph.positions) layout.at.push_back({along(p.x, left.x), along(p.y, top.y)});
  return layout;
}

BoardLayout on_circle(const BoardView& graph, std::int32_t side, std::int32_t margin) {
  BoardLayout layout{side, side, {}};
  const double radius = side / 2.0 - margin;
  for (NodeId node = 0; node < graph.size(); ++node) {
    const double angle = 2 * std::numbers::pi * node / static_cast<double>(graph.size());
    layout.at.push_back({side / 2 + static_cast<std::int32_t>(std::lround(radius * std::sin(angle))),
                         side / 2 - static_cast<std::int32_t>(std::lround(radius * std::cos(angle)))});
  }
  return layout;
}

}  // namespace

BoardLayout lay_out(const BoardView& graph, std::int32_t side, std::int32_t margin) {
  return graph.has_all_positions() ? by_position(graph, side, margin) : on_circle(graph, side, margin);
}

}  // namespace portolan::tools
