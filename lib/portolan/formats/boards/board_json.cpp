// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/board_json.hpp"

#include "portolan/formats/boards/board_edges.hpp"
#include "portolan/formats/boards/draft_json.hpp"
#include "portolan/formats/json_fields.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 4> kBoardKeys{"portolan", "version", "nodes", "arcs"};
constexpr std::array<std::string_view, 6> kNodeKeys{"name", "x", "y", "tags", "enter", "h"};
constexpr std::array<std::string_view, 1> kBoardName{"name"};

/// A number, or a number for each of some goals by name.
Outcome read_estimates(const JsonValue& value, NodeId node, DraftBuilder& builder) {
  if (value.is(JsonKind::number)) {
    builder.estimate(node, "", {value.text(), place_of(value)});
    return Success{};
  }
  if (!value.is(JsonKind::object)) return value.expected("a number, or an object of numbers by the name of a goal");
  for (const JsonValue goal : value.elements()) {
    if (!goal.is(JsonKind::number)) return goal.expected("a number");
    if (goal.key().empty()) return goal.error("the name of a goal is empty");
    builder.estimate(node, goal.key(), {goal.text(), place_of(goal)});
  }
  return Success{};
}

Outcome read_node(const JsonValue& value, DraftBuilder& builder) {
  DraftNode node;
  node.place = place_of(value);
  std::optional<WrittenNumber> x;
  std::optional<WrittenNumber> y;
  const auto read_coordinate = [](std::optional<WrittenNumber>& coordinate) {
    return [&](const JsonValue& field) -> Outcome {
      if (!field.is(JsonKind::number)) return field.expected("a number");
      coordinate = {field.text(), place_of(field)};
      return Success{};
    };
  };
  JsonFields fields(value, {kNodeKeys, kBoardName});
  fields.get_to("name", node.name);
  fields.read("x", read_coordinate(x));
  fields.read("y", read_coordinate(y));
  fields.get_to("tags", node.tags);
  fields.read("enter", [&](const JsonValue& cost) { return read_cost_to_enter(cost, builder, node); });
  if (!fields.outcome()) return fields.outcome();
  node.position = builder.position(x, y, node.place);
  const NodeId number = builder.declare(std::move(node));
  const auto estimates = value.find("h");
  return estimates ? read_estimates(*estimates, number, builder) : Outcome{Success{}};
}

Outcome join_arc(const JsonValue& value, DraftBuilder& builder) {
  auto named = read_arc(value, builder);
  if (!named) return named.error();
  const auto from = builder.find(named->from);
  const auto to = builder.find(named->to);
  if (!from) builder.unreadable(named->arc.place, builder.unknown(named->from, "nodes"));
  if (!to) builder.unreadable(named->arc.place, builder.unknown(named->to, "nodes"));
  if (!from || !to) return Success{};
  named->arc.from = *from;
  named->arc.to = *to;
  builder.join(std::move(named->arc), named->direction);
  return Success{};
}

/// A string in JSON. Names are UTF-8.
std::string quoted(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string tag_list(const BoardView& graph, std::span<const std::uint32_t> tags) {
  if (tags.empty()) return {};
  std::string text;
  for (const std::uint32_t tag : tags) text += (text.empty() ? "" : ", ") + quoted(graph.tag_names[tag]);
  return ", \"tags\": [" + text + "]";
}

std::string estimate_list(const BoardView& graph, NodeId node) {
  if (graph.estimate_goals.empty()) return {};
  std::string text;
  for (const EstimateGoal& entry : graph.estimate_goals) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", quoted(graph.names[entry.goal]),
                        estimate_text(graph, entry.goal, node));
  }
  return ", \"h\": {" + text + "}";
}

}  // namespace

Result<BoardDraft> parse_board_json(std::string_view text, std::string_view source, std::uint64_t memory) {
  const auto tree = JsonTree::parse(text, source, memory);
  if (!tree) return tree.error();
  const JsonValue root = tree->root();
  if (const auto kind = root.find("portolan"); kind && kind->text() == "areas")
    return kind->error("it draws areas over a tile map, and is no board", ErrorCode::unsupported);
  if (const Outcome head = check_json_head(root, "board"); !head) return head.error();
  DraftBuilder builder;
  builder.add_file(source);
  // Vectors that grow hold their content twice for a moment. Most arcs lead both ways. Lists of what is no node or arc
  // may be longer than the text could hold of those.
  constexpr std::size_t kShortestNode = std::string_view(R"({"name":"a"},)").size();
  constexpr std::size_t kShortestArc = std::string_view(R"({"from":"a","to":"b"},)").size();
  if (const auto nodes = root.find("nodes"))
    builder.draft().nodes.reserve(std::min<std::size_t>(nodes->size(), text.size() / kShortestNode));
  if (const auto arcs = root.find("arcs"))
    builder.draft().arcs.reserve(2 * std::min<std::size_t>(arcs->size(), text.size() / kShortestArc));
  JsonFields fields(root, {kBoardKeys, kBoardKeys});
  fields.read_each("nodes", [&](const JsonValue& node) { return read_node(node, builder); });
  fields.read_each("arcs", [&](const JsonValue& arc) { return join_arc(arc, builder); });
  if (!fields.outcome()) return fields.outcome().error();
  return builder.take();
}

std::string board_json(const BoardView& graph) {
  std::string text = "{\"portolan\": \"board\", \"version\": 1,\n \"nodes\": [";
  for (NodeId node = 0; node < graph.size(); ++node) {
    text += fmt::format("{}\n  {{\"name\": {}", node == 0 ? "" : ",", quoted(graph.names[node]));
    std::string x;
    std::string y;
    if (position_of(graph, node, x, y)) text += fmt::format(", \"x\": {}, \"y\": {}", x, y);
    text += tag_list(graph, graph.node_tags[node]);
    if (const std::string enter = cost_to_enter(graph, node); !enter.empty()) text += ", \"enter\": " + enter;
    text += estimate_list(graph, node) + "}";
  }
  text += "],\n \"arcs\": [";
  std::string_view separator;
  for (const BoardEdge& edge : edges_of(graph)) {
    text += fmt::format("{}\n  {{\"from\": {}, \"to\": {}, \"cost\": {}", separator, quoted(graph.names[edge.from]),
                        quoted(graph.names[edge.to]), to_text(graph.in_author_unit(graph.own_weight(edge.arc))));
    if (edge.direction == Direction::one_way) text += ", \"one_way\": true";
    if (const auto name = graph.arc_names[edge.arc]; !name.empty()) text += ", \"name\": " + quoted(name);
    text += tag_list(graph, graph.arc_tags[edge.arc]) + "}";
    separator = ",";
  }
  return text + "]}\n";
}

}  // namespace portolan
