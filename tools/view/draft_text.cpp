// SPDX-License-Identifier: BSL-1.0
#include "view/draft_text.hpp"

#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan::tools {
namespace {

using Json = nlohmann::ordered_json;

bool is_way_back(const DraftArc& arc, const DraftArc& other) {
  return arc.from == other.to && arc.to == other.from && arc.place.file == other.place.file &&
         arc.place.line == other.place.line && arc.has_cost == other.has_cost && arc.cost == other.cost &&
         arc.name == other.name && arc.tags == other.tags;
}

std::string tags_of(const std::vector<std::string>& tags) {
  return tags.empty() ? "" : fmt::format(", \"tags\": {}", Json(tags).dump());
}

void add_list(std::string& text, std::string_view name, const std::vector<std::string>& entries) {
  text += fmt::format(",\n \"{}\": [", name);
  for (std::size_t i = 0; i < entries.size(); ++i) text += fmt::format("{}\n  {}", i == 0 ? "" : ",", entries[i]);
  text += ']';
}

}  // namespace

std::optional<std::string> waypoints_json(const AreaDrawing& drawing, const FloorStack& floors) {
  const BoardDraft& draft = drawing.draft;
  if (!drawing.sight_length || !errors_in(draft).empty()) return std::nullopt;
  std::vector<std::string> waypoints;
  for (NodeId node = 0; node < draft.nodes.size(); ++node) {
    const auto& at = drawing.anchors[node];
    if (!at) return std::nullopt;
    const std::int32_t floor = floors.floor(at->y);
    waypoints.push_back(fmt::format(R"({{"name": {}, "x": {}, "y": {}{}{}}})", Json(draft.nodes[node].name).dump(),
                                    at->x, floors.row(at->y), floor == 0 ? "" : fmt::format(", \"floor\": {}", floor),
                                    tags_of(draft.nodes[node].tags)));
  }
  const auto name = [&](NodeId node) { return Json(draft.nodes[node].name).dump(); };
  std::vector<std::string> ways;
  for (std::size_t i = 0; i < draft.arcs.size(); ++i) {
    // The way back of one that leads both ways stands before it.
    const bool both = i + 1 < draft.arcs.size() && is_way_back(draft.arcs[i], draft.arcs[i + 1]);
    const DraftArc& arc = draft.arcs[both ? ++i : i];
    ways.push_back(fmt::format(R"({{"from": {}, "to": {}{}{}{}{}}})", name(arc.from), name(arc.to),
                               arc.has_cost ? fmt::format(", \"cost\": {}", to_text(arc.cost)) : "",
                               both || arc.from == arc.to ? "" : ", \"one_way\": true",
                               arc.name.empty() ? "" : fmt::format(", \"name\": {}", Json(arc.name).dump()),
                               tags_of(arc.tags)));
  }
  std::vector<std::string> closed;
  for (std::size_t i = 0; i < drawing.closed.size(); i += 2) {
    const ClosedBorder& there = drawing.closed[i];
    if (i + 1 == drawing.closed.size() || drawing.closed[i + 1].from != there.to ||
        drawing.closed[i + 1].to != there.from)
      return std::nullopt;
    closed.push_back(fmt::format("[{}, {}]", name(there.from), name(there.to)));
  }
  std::string text = R"({"portolan": "waypoints", "version": 1)";
  if (*drawing.sight_length < static_cast<std::uint32_t>(kMaxSide))
    text += fmt::format(", \"sight_length\": {}", *drawing.sight_length);
  add_list(text, "waypoints", waypoints);
  if (!ways.empty()) add_list(text, "ways", ways);
  if (!closed.empty()) add_list(text, "closed", closed);
  return text + "}\n";
}

}  // namespace portolan::tools
