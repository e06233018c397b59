// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/board_json.hpp"

#include "portolan/formats/boards/board_edges.hpp"
#include "portolan/formats/boards/draft_handler.hpp"
#include "portolan/formats/text.hpp"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kKind = "board";

/// Builds the draft.
class BoardHandler final : public DraftHandler {
 public:
  BoardHandler(std::string_view text, std::string_view source, const std::size_t& line)
      : DraftHandler(text, source, line) {}

  bool start_object(std::size_t) override;
  bool key(std::string& name) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override;

  Result<BoardDraft> take();

 private:
  enum class Level { outside, board, nodes, node, arcs, arc, tags };

  bool value(Kind kind, std::string_view text) override;
  bool board_value(Kind kind, std::string_view text);
  bool item_value(Kind kind, std::string_view text);
  bool end_node();
  [[nodiscard]] bool in_item() const { return level_ == Level::node || level_ == Level::arc; }

  SourcePlace item_{};  ///< of the brace of the present node or arc
  Level level_ = Level::outside;
  Level around_tags_ = Level::node;
  Keys board_keys_;
  Keys item_keys_;
  DraftNode node_;
  std::optional<Decimal> x_;
  std::optional<Decimal> y_;
  NamedArc arc_;
  std::vector<NamedArc> arcs_;
};

constexpr std::array<std::string_view, 4> kBoardKeys{"portolan", "version", "nodes", "arcs"};
constexpr std::array<std::string_view, 4> kNodeKeys{"name", "x", "y", "tags"};
constexpr std::array<std::string_view, 6> kArcKeys{"from", "to", "cost", "one_way", "name", "tags"};

bool BoardHandler::start_object(std::size_t) {
  if (level_ != Level::arc && level_ != Level::node) mark();
  switch (level_) {
    case Level::outside:
      level_ = Level::board;
      return true;
    case Level::nodes:
      level_ = Level::node;
      node_ = {};
      x_.reset();
      y_.reset();
      break;
    case Level::arcs:
      level_ = Level::arc;
      arc_ = {};
      break;
    default:
      return expected("no object here");
  }
  item_ = place_;
  item_keys_.clear();
  key_.clear();
  return true;
}

bool BoardHandler::key(std::string& name) {
  if (level_ == Level::board) return enter_key(name, kBoardKeys, board_keys_);
  return level_ == Level::node ? enter_key(name, kNodeKeys, item_keys_) : enter_key(name, kArcKeys, item_keys_);
}

bool BoardHandler::start_array(std::size_t) {
  if (level_ == Level::board && (key_ == "nodes" || key_ == "arcs")) {
    level_ = key_ == "nodes" ? Level::nodes : Level::arcs;
    return true;
  }
  if (in_item() && key_ == "tags") {
    around_tags_ = level_;
    level_ = Level::tags;
    return true;
  }
  return expected("no list here");
}

bool BoardHandler::end_array() {
  key_.clear();
  level_ = level_ == Level::tags ? around_tags_ : Level::board;
  return true;
}

bool BoardHandler::end_node() {
  if (!item_keys_.contains("name")) return fail("a node without a name");
  if (x_.has_value() != y_.has_value()) {
    builder_.unreadable(item_, "a position needs both x and y");
  } else if (x_) {
    node_.position = {*x_, *y_};
  }
  node_.place = item_;
  builder_.declare(std::move(node_));
  level_ = Level::nodes;
  return true;
}

bool BoardHandler::end_object() {
  key_.clear();
  if (level_ == Level::node) return end_node();
  if (level_ == Level::arc) {
    if (!item_keys_.contains("from") || !item_keys_.contains("to")) return fail("an arc without both `from` and `to`");
    arc_.arc.place = item_;
    arcs_.push_back(std::move(arc_));
    level_ = Level::arcs;
    return true;
  }
  if (!has_keys(kBoardKeys, board_keys_)) return false;
  level_ = Level::outside;
  return true;
}

bool BoardHandler::value(Kind kind, std::string_view text) {
  switch (level_) {
    case Level::board:
      return board_value(kind, text);
    case Level::node:
    case Level::arc:
      return item_value(kind, text);
    case Level::tags:
      if (kind != Kind::string) return expected("strings");
      (around_tags_ == Level::node ? node_.tags : arc_.arc.tags).emplace_back(text);
      return true;
    default:
      return expected(level_ == Level::outside ? "an object with the key `portolan`" : "objects");
  }
}

bool BoardHandler::board_value(Kind kind, std::string_view text) {
  if (key_ == "portolan" && kind == Kind::string && text == "areas")
    return fail("it draws areas over a tile map, and is no board", ErrorCode::unsupported);
  return head_value(kind, text, kKind);
}

bool BoardHandler::item_value(Kind kind, std::string_view text) {
  if (level_ == Level::arc) return arc_value(kind, text, arc_);
  if (key_ == "name" && kind == Kind::string) return node_.name = text, true;
  if ((key_ == "x" || key_ == "y") && kind == Kind::number) {
    (key_ == "x" ? x_ : y_) = builder_.number(text, key_, place_).value_or(Decimal{});
    return true;
  }
  if (key_ == "tags") return expected("a list of strings");
  return expected(key_ == "name" ? "a string" : "a number");
}

Result<BoardDraft> BoardHandler::take() {
  if (error_) return *std::move(error_);
  for (NamedArc& pending : arcs_) {
    const auto from = builder_.find(pending.from);
    const auto to = builder_.find(pending.to);
    for (const auto& [end, name] : {std::pair(from, pending.from), std::pair(to, pending.to)}) {
      if (!end) builder_.unreadable(pending.arc.place, builder_.unknown(name, "nodes"));
    }
    if (!from || !to) continue;
    pending.arc.from = *from;
    pending.arc.to = *to;
    builder_.join(std::move(pending.arc), pending.direction);
  }
  return builder_.take();
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

}  // namespace

Result<BoardDraft> parse_board_json(std::string_view text, std::string_view source) {
  std::size_t line = 1;
  BoardHandler handler(text, source, line);
  Json::sax_parse(LineCountingIterator(text.data(), line), LineCountingIterator(text.data() + text.size(), line),
                  &handler);
  return handler.take();
}

std::string board_json(const BoardView& graph) {
  std::string text = "{\"portolan\": \"board\", \"version\": 1,\n \"nodes\": [";
  for (NodeId node = 0; node < graph.size(); ++node) {
    text += fmt::format("{}\n  {{\"name\": {}", node == 0 ? "" : ",", quoted(graph.names[node]));
    std::string x;
    std::string y;
    if (position_of(graph, node, x, y)) text += fmt::format(", \"x\": {}, \"y\": {}", x, y);
    text += tag_list(graph, graph.node_tags[node]) + "}";
  }
  text += "],\n \"arcs\": [";
  std::string_view separator;
  for (const BoardEdge& edge : edges_of(graph)) {
    text += fmt::format("{}\n  {{\"from\": {}, \"to\": {}, \"cost\": {}", separator, quoted(graph.names[edge.from]),
                        quoted(graph.names[edge.to]), to_text(graph.in_author_unit(graph.arcs.weight[edge.arc])));
    if (edge.direction == Direction::one_way) text += ", \"one_way\": true";
    if (const auto name = graph.arc_names[edge.arc]; !name.empty()) text += ", \"name\": " + quoted(name);
    text += tag_list(graph, graph.arc_tags[edge.arc]) + "}";
    separator = ",";
  }
  return text + "]}\n";
}

}  // namespace portolan
