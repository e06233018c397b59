// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/board_graphml.hpp"

#include "portolan/formats/boards/board_edges.hpp"
#include "portolan/formats/boards/draft_builder.hpp"
#include "portolan/formats/line_index.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/formats/xml_text.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pugixml.hpp>

namespace portolan {
namespace {

std::string small(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return result;
}

/// The name of an element without its namespace.
std::string_view local_name(const pugi::xml_node& node) {
  std::string_view name = node.name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// What the keys of a file are about.
class Keys {
 public:
  void add(const pugi::xml_node& key) {
    const std::string name = small(key.attribute("attr.name").as_string());
    const auto [known, fresh] = names_.emplace(key.attribute("id").as_string(), name);
    if (!fresh) return;
    std::optional<std::string> value;
    for (const pugi::xml_node& child : key.children()) {
      if (local_name(child) == "default") value = child.text().get();
    }
    if (!value) return;
    const std::string_view of = key.attribute("for").as_string("all");
    for (const auto& [owner, defaults] : {std::pair("node", &of_nodes_), std::pair("edge", &of_edges_)}) {
      if (of == "all" || of == owner) defaults->emplace(name, *value);
    }
  }

  enum class Owner { node, edge };

  /// The datum of an element under the first of these names that it has, or else the first default; nothing if there is
  /// none.
  [[nodiscard]] std::optional<std::string> find(const pugi::xml_node& element, Owner owner,
                                                std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
      for (const pugi::xml_node& datum : element.children()) {
        if (local_name(datum) != "data") continue;
        const auto key = names_.find(datum.attribute("key").as_string());
        if (key != names_.end() && key->second == name) return datum.text().get();
      }
    }
    const Texts& defaults = owner == Owner::node ? of_nodes_ : of_edges_;
    for (const std::string_view name : names) {
      if (const auto value = defaults.find(name); value != defaults.end()) return value->second;
    }
    return {};
  }

 private:
  using Texts = std::map<std::string, std::string, std::less<>>;
  Texts names_;     ///< by id
  Texts of_nodes_;  ///< by name, what a node has that has none
  Texts of_edges_;
};

class GraphmlReader {
 public:
  GraphmlReader(std::string_view text, std::string_view source)
      : source_(source), lines_(text), file_(builder_.add_file(source)) {}

  Outcome read(const pugi::xml_document& document) {
    const pugi::xml_node root = document.document_element();
    if (local_name(root) != "graphml") return error(root, "the outermost element is not graphml");
    pugi::xml_node graph;
    for (const pugi::xml_node& child : root.children()) {
      if (local_name(child) == "key") keys_.add(child);
      if (local_name(child) == "graph" && !graph) graph = child;
    }
    if (!graph) return error(root, "no graph");
    const bool directed = std::string_view(graph.attribute("edgedefault").as_string("directed")) != "undirected";
    for (const pugi::xml_node& child : graph.children()) {
      if (local_name(child) == "hyperedge") return error(child, "hyperedges are not supported", ErrorCode::unsupported);
      if (local_name(child) != "node") continue;
      if (Outcome added = add_node(child); !added) return added;
    }
    for (const pugi::xml_node& child : graph.children()) {
      if (local_name(child) == "edge") add_edge(child, directed);
    }
    return Success{};
  }

  [[nodiscard]] BoardDraft take() { return builder_.take(); }

 private:
  [[nodiscard]] SourcePlace place_of(const pugi::xml_node& node) const {
    return {file_, lines_.line_of(node.offset_debug())};
  }
  [[nodiscard]] Error error(const pugi::xml_node& node, std::string_view reason,
                            ErrorCode code = ErrorCode::syntax) const {
    return {code, fmt::format("{}:{}: {}", source_, lines_.line_of(std::max<std::ptrdiff_t>(node.offset_debug(), 0)),
                              reason)};
  }

  Outcome add_node(const pugi::xml_node& element) {
    for (const pugi::xml_node& child : element.children()) {
      if (local_name(child) == "graph")
        return error(child, "graphs in nodes are not supported", ErrorCode::unsupported);
    }
    const std::string id = element.attribute("id").as_string();
    DraftNode node;
    node.place = place_of(element);
    node.name = keys_.find(element, Keys::Owner::node, {"name", "label"}).value_or(id);
    node.tags = split_tags(keys_.find(element, Keys::Owner::node, {"tags"}).value_or(""));
    node.enter =
        builder_.cost_to_enter(keys_.find(element, Keys::Owner::node, {"enter"}).value_or(""), "enter", node.place);
    const auto x = keys_.find(element, Keys::Owner::node, {"x"});
    const auto y = keys_.find(element, Keys::Owner::node, {"y"});
    const auto written = [&](const std::optional<std::string>& text) {
      return text ? std::optional(WrittenNumber{trimmed(*text), node.place}) : std::nullopt;
    };
    node.position = builder_.position(written(x), written(y), node.place);
    const SourcePlace place = node.place;
    if (!ids_.emplace(id, builder_.declare(std::move(node))).second) {
      builder_.unreadable(place, fmt::format("node id {} is given twice", in_quotes(id)));
    }
    return Success{};
  }

  void add_edge(const pugi::xml_node& element, bool directed) {
    DraftArc arc;
    arc.place = place_of(element);
    for (const char* const end : {"source", "target"}) {
      const std::string id = element.attribute(end).as_string();
      const auto found = ids_.find(id);
      if (found == ids_.end()) {
        builder_.unreadable(arc.place, fmt::format("{} {} is no node", end, in_quotes(id)));
        return;
      }
      (std::string_view(end) == "source" ? arc.from : arc.to) = found->second;
    }
    if (const auto cost = keys_.find(element, Keys::Owner::edge, {"cost", "weight"}))
      builder_.set_cost(arc, trimmed(*cost), "cost", arc.place);
    arc.name = keys_.find(element, Keys::Owner::edge, {"name", "label"}).value_or("");
    arc.tags = split_tags(keys_.find(element, Keys::Owner::edge, {"tags"}).value_or(""));
    const bool one_way = element.attribute("directed").as_bool(directed);
    builder_.join(std::move(arc), one_way ? Direction::one_way : Direction::both);
  }

  std::string_view source_;
  LineIndex lines_;
  DraftBuilder builder_;
  std::uint32_t file_;
  Keys keys_;
  std::unordered_map<std::string, NodeId> ids_;
};

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

void add_datum(std::string& text, std::string_view key, std::string_view value) {
  if (!value.empty()) text += fmt::format("<data key=\"{}\">{}</data>", key, escaped(value));
}

}  // namespace

Result<BoardDraft> parse_graphml(std::string_view text, std::string_view source) {
  pugi::xml_document document;
  const unsigned options = pugi::parse_default | pugi::parse_ws_pcdata_single;
  if (const Outcome parsed = parse_xml(text, source, options, document); !parsed) return parsed.error();
  GraphmlReader reader(text, source);
  if (const Outcome read = reader.read(document); !read) return read.error();
  return reader.take();
}

std::string graphml(const BoardView& graph) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
      "  <key id=\"name\" for=\"all\" attr.name=\"name\" attr.type=\"string\"/>\n"
      "  <key id=\"x\" for=\"node\" attr.name=\"x\" attr.type=\"double\"/>\n"
      "  <key id=\"y\" for=\"node\" attr.name=\"y\" attr.type=\"double\"/>\n"
      "  <key id=\"tags\" for=\"all\" attr.name=\"tags\" attr.type=\"string\"/>\n"
      "  <key id=\"cost\" for=\"edge\" attr.name=\"cost\" attr.type=\"double\"/>\n";
  if (!graph.enter.empty()) text += "  <key id=\"enter\" for=\"node\" attr.name=\"enter\" attr.type=\"double\"/>\n";
  text += "  <graph id=\"board\" edgedefault=\"undirected\">\n";
  for (NodeId node = 0; node < graph.size(); ++node) {
    text += fmt::format("    <node id=\"n{}\">", node);
    add_datum(text, "name", graph.names[node]);
    std::string x;
    std::string y;
    if (position_of(graph, node, x, y)) {
      add_datum(text, "x", x);
      add_datum(text, "y", y);
    }
    add_datum(text, "tags", joined_tags(graph, graph.node_tags[node]));
    add_datum(text, "enter", cost_to_enter(graph, node));
    text += "</node>\n";
  }
  for (const BoardEdge& edge : edges_of(graph)) {
    text += fmt::format(R"(    <edge source="n{}" target="n{}"{}>)", edge.from, edge.to,
                        edge.direction == Direction::one_way ? R"( directed="true")" : "");
    add_datum(text, "cost", to_text(graph.in_author_unit(graph.own_weight(edge.arc))));
    add_datum(text, "name", graph.arc_names[edge.arc]);
    add_datum(text, "tags", joined_tags(graph, graph.arc_tags[edge.arc]));
    text += "</edge>\n";
  }
  return text + "  </graph>\n</graphml>\n";
}

}  // namespace portolan
