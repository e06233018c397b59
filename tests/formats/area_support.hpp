// SPDX-License-Identifier: BSL-1.0
// Shared by the tests of areas over a map: reading them from JSON, and drawings in words.
#pragma once

#include "formats/board_support.hpp"
#include "portolan/boards/area_drawing.hpp"
#include "portolan/formats/boards/area_json.hpp"

#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace portolan::test {

/// The drawing of `areas`, objects with commas between them, and of `rest`, more keys after a comma.
inline AreaDrawing drawing_of(const std::string& areas, const std::string& rest, std::int32_t width,
                              std::int32_t height) {
  const auto read = parse_areas_json(R"({"portolan": "areas", "version": 1, "areas": [)" + areas + "]" + rest + "}",
                                     "r.json", width, height);
  if (!read) FAIL(read.error().message);
  return *read;
}

/// A letter for each tile: `a` in the first area, `.` in none; a slash between rows.
inline std::string picture_of(const AreaDrawing& drawing) {
  std::string text;
  for (std::size_t i = 0; i < drawing.pixels.size(); ++i) {
    if (i != 0 && i % static_cast<std::size_t>(drawing.width) == 0) text += '/';
    text += drawing.pixels[i] == kNoNode ? '.' : static_cast<char>('a' + drawing.pixels[i]);
  }
  return text;
}

/// All but the places in the file.
inline std::string summary(const AreaDrawing& drawing) {
  std::string text = picture_of(drawing);
  for (NodeId id = 0; id < drawing.draft.nodes.size(); ++id) {
    text += "\n" + drawing.draft.nodes[id].name;
    for (const std::string& tag : drawing.draft.nodes[id].tags) text += " [" + tag + "]";
    if (const auto anchor = drawing.anchors[id]) text += fmt::format(" at {},{}", anchor->x, anchor->y);
  }
  for (const std::string& arc : arcs_of(drawing.draft)) text += "\n" + arc;
  for (const ClosedBorder& border : drawing.closed) text += fmt::format("\nclosed {}>{}", border.from, border.to);
  for (const Finding& warning : drawing.warnings) text += "\n" + warning.reason;
  for (const Finding& error : drawing.draft.unreadable) text += "\n" + error.reason;
  return text;
}

}  // namespace portolan::test
