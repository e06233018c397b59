// SPDX-License-Identifier: BSL-1.0
#include "portolan/io/board_json.hpp"

#include "portolan/io/board_edges.hpp"
#include "portolan/io/draft_builder.hpp"
#include "portolan/io/json_handler.hpp"
#include "portolan/io/text.hpp"

#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kKind = "region graph";

/// Builds the draft.
class BoardHandler final : public JsonHandler {
 public:
  BoardHandler(std::string_view text, std::string_view source, const std::size_t& line)
      : JsonHandler(text, source), reading_(line), file_(builder_.add_file(source)) {}

  bool start_object(std::size_t) override;
  bool key(std::string& name) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override;

  Result<RegionDraft> take();

 private:
  enum class Level { outside, board, nodes, node, arcs, arc, tags };

  struct PendingArc {
    DraftArc arc;
    std::string from;
    std::string to;
    Direction direction = Direction::both;
  };

  bool value(Kind kind, std::string_view text) override;
  bool board_value(Kind kind, std::string_view text);
  bool item_value(Kind kind, std::string_view text);
  bool end_node();
  bool fail(std::string_view reason, ErrorCode code = ErrorCode::syntax) {
    error_ = Error{code, fmt::format("{}:{}: {}", source_, place_.line, reason)};
    return false;
  }
  bool expected(std::string_view what) {
    return fail(key_.empty() ? fmt::format("expected {}", what)
                             : fmt::format("{}: expected {}", printable(key_), what));
  }
  void mark() { place_ = {file_, static_cast<std::uint32_t>(reading_)}; }
  [[nodiscard]] bool in_item() const { return level_ == Level::node || level_ == Level::arc; }

  const std::size_t& reading_;  ///< the line that the parser is on
  DraftBuilder builder_;
  std::uint32_t file_;
  SourcePlace place_{0, 1};  ///< of the last key or brace
  SourcePlace item_{};       ///< of the brace of the present node or arc
  Level level_ = Level::outside;
  Level around_tags_ = Level::node;
  std::string key_;
  std::set<std::string> board_keys_;
  std::set<std::string> item_keys_;
  DraftNode node_;
  std::optional<Decimal> x_;
  std::optional<Decimal> y_;
  PendingArc arc_;
  std::vector<PendingArc> arcs_;
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
  mark();
  key_.clear();
  const auto known = [&](const auto& keys) { return std::find(keys.begin(), keys.end(), name) != keys.end(); };
  const bool fits = level_ == Level::board  ? known(kBoardKeys)
                    : level_ == Level::node ? known(kNodeKeys)
                                            : known(kArcKeys);
  if (!fits) return fail(fmt::format("unknown key {}", in_quotes(name)));
  key_ = name;
  std::set<std::string>& keys = level_ == Level::board ? board_keys_ : item_keys_;
  return keys.insert(name).second || fail(fmt::format("key {} is given twice", in_quotes(name)));
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
  for (const std::string_view wanted : kBoardKeys) {
    if (!board_keys_.contains(std::string(wanted))) return fail(fmt::format("key '{}' is missing", wanted));
  }
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
  if (key_ == "portolan" && kind == Kind::string && text == kKind) return true;
  if (key_ == "portolan" && kind == Kind::string && text == "regions")
    return fail("it draws regions over a tile map, and is no board", ErrorCode::unsupported);
  if (key_ == "version" && kind == Kind::number) {
    return text == "1" || fail(fmt::format("version {}; this library reads 1", text), ErrorCode::unsupported);
  }
  return expected(key_ == "portolan" ? R"("region graph")" : key_ == "version" ? "1" : "a list");
}

bool BoardHandler::item_value(Kind kind, std::string_view text) {
  if (kind == Kind::string) {
    if (key_ == "name") return (level_ == Level::node ? node_.name : arc_.arc.name) = text, true;
    if (key_ == "from") return arc_.from = text, true;
    if (key_ == "to") return arc_.to = text, true;
  }
  if (key_ == "one_way" && kind == Kind::boolean) {
    arc_.direction = text == "true" ? Direction::one_way : Direction::both;
    return true;
  }
  if (key_ == "cost" && (kind == Kind::number || kind == Kind::string)) {
    if (const auto cost = builder_.number(text, "cost", place_)) arc_.arc.cost = *cost;
    return true;
  }
  if ((key_ == "x" || key_ == "y") && kind == Kind::number) {
    (key_ == "x" ? x_ : y_) = builder_.number(text, key_, place_).value_or(Decimal{});
    return true;
  }
  if (key_ == "tags") return expected("a list of strings");
  if (key_ == "one_way") return expected("true or false");
  return expected(key_ == "cost" || key_ == "x" || key_ == "y" ? "a number" : "a string");
}

Result<RegionDraft> BoardHandler::take() {
  if (error_) return *std::move(error_);
  for (PendingArc& pending : arcs_) {
    const auto from = builder_.find(pending.from);
    const auto to = builder_.find(pending.to);
    for (const auto& [end, name] : {std::pair(from, pending.from), std::pair(to, pending.to)}) {
      if (!end) builder_.unreadable(pending.arc.place, fmt::format("{} is not among the nodes", in_quotes(name)));
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

std::string tag_list(const RegionGraphView& graph, std::span<const std::uint32_t> tags) {
  if (tags.empty()) return {};
  std::string text;
  for (const std::uint32_t tag : tags) text += (text.empty() ? "" : ", ") + quoted(graph.tag_names[tag]);
  return ", \"tags\": [" + text + "]";
}

}  // namespace

Result<RegionDraft> parse_board_json(std::string_view text, std::string_view source) {
  std::size_t line = 1;
  BoardHandler handler(text, source, line);
  Json::sax_parse(LineCountingIterator(text.data(), line), LineCountingIterator(text.data() + text.size(), line),
                  &handler);
  return handler.take();
}

std::string board_json(const RegionGraphView& graph) {
  std::string text = "{\"portolan\": \"region graph\", \"version\": 1,\n \"nodes\": [";
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
