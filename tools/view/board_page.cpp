// SPDX-License-Identifier: BSL-1.0
#include "view/board_page.hpp"

#include "board/board_layout.hpp"
#include "drawing/tint.hpp"
#include "view/warm_time.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// The longer side of a board in the unit of its places.
constexpr std::int32_t kSide = 8192;

constexpr Colour kPlain{128, 138, 160};

/// Half way to grey: readable on light and dark ground.
Colour muted(Colour c) {
  const auto mix = [](std::uint8_t part) { return static_cast<std::uint8_t>((part + 170) / 2); };
  return {mix(c.r), mix(c.g), mix(c.b)};
}

NodeId read_node(ParameterReader& read, const std::string& name, const BoardView& graph) {
  const auto node = parse_node(graph, read.text(name));
  if (!node) read.refuse(fmt::format("{}: {}", name, node.error().message));
  return node ? *node : 0;
}

}  // namespace

Result<std::unique_ptr<BoardPage>> BoardPage::open(const World& world, std::string name) {
  const BoardView& graph = world.board()->graph;
  if (graph.size() == 0 || graph.size() > kMaxNodes || graph.arcs.target.size() > kMaxArcs) {
    return Error{ErrorCode::limit, fmt::format("a board of {} nodes and {} arcs: up to {} and {} can be viewed",
                                               graph.size(), graph.arcs.target.size(), kMaxNodes, kMaxArcs)};
  }
  if (!is_well_formed(graph.arcs)) return Error{ErrorCode::corrupt, "the board contradicts itself"};
  return std::unique_ptr<BoardPage>(new BoardPage(world, std::move(name)));
}

BoardPage::BoardPage(World world, std::string name)
    : world_(std::move(world)), name_(std::move(name)), query_(world_) {}

Json BoardPage::world_report() const {
  const BoardView& graph = board().graph;
  const BoardLayout layout = lay_out(graph, kSide, 0);
  Json nodes = Json::array();
  Json arcs = Json::array();
  for (NodeId node = 0; node < graph.size(); ++node) {
    Json tags = Json::array();
    for (const std::uint32_t tag : graph.node_tags[node]) tags.push_back(graph.tag_names[tag]);
    const auto first_tag = graph.node_tags[node];
    const Colour colour = first_tag.empty() ? kPlain : muted(tint(first_tag.front()));
    nodes.push_back({{"name", graph.names[node]},
                     {"at", {layout.at[node].x, layout.at[node].y}},
                     {"colour", fmt::format("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b)},
                     {"tags", tags}});
    for (std::uint32_t arc = graph.arcs.first[node]; arc < graph.arcs.first[node + 1]; ++arc) {
      arcs.push_back({node, graph.arcs.target[arc], to_text(graph.in_author_unit(graph.arcs.weight[arc]))});
    }
  }
  Json tiers = Json::array();
  for (const std::string_view name : {"auto", "labels", "ch", "astar"}) {
    if (parse_board_tier(name, board())) tiers.push_back(name);
  }
  return {{"kind", "board"}, {"name", name_},  {"width", layout.width}, {"height", layout.height},
          {"tiers", tiers},  {"nodes", nodes}, {"arcs", arcs}};
}

Json BoardPage::path(Tier tier, NodeId from, NodeId to) {
  const std::lock_guard lock(mutex_);
  const auto [path, us] = ask_warm([&] { return query_.find({.from = from, .to = to, .tier = tier}); });
  Json report = report_path(board().graph, path, us);
  report["places"] = path.status == Status::found ? Json(path.nodes) : Json::array();
  return report;
}

Json BoardPage::why(NodeId from, NodeId to) const {
  const CsrGraph& arcs = board().graph.arcs;
  std::vector<bool> seen(arcs.size());
  std::vector<NodeId> open{from};
  std::size_t reached = 1;
  seen[from] = true;
  while (!open.empty()) {
    const NodeId node = open.back();
    open.pop_back();
    for (std::uint32_t arc = arcs.first[node]; arc < arcs.first[node + 1]; ++arc) {
      if (seen[arcs.target[arc]]) continue;
      seen[arcs.target[arc]] = true;
      ++reached;
      open.push_back(arcs.target[arc]);
    }
  }
  const TextTable& names = board().graph.names;
  return {{"text", seen[to] ? std::string("There is a path.")
                            : fmt::format("No arcs lead from {} to {}: {} of {} nodes can be reached from {}.",
                                          names[from], names[to], reached, arcs.size(), names[from])},
          {"place", Json()}};
}

ViewReply BoardPage::answer(const ViewRequest& request) {
  const bool world = request.path == "/world.json";
  const bool path = request.path == "/path.json";
  if (!world && !path && request.path != "/why.json") return error_reply(404, "no such page");
  if (request.method != Method::get) return error_reply(405, "wants GET");
  ParameterReader read(request.parameters);
  NodeId from = 0;
  NodeId to = 0;
  Tier tier = Tier::automatic;
  if (!world) {
    from = read_node(read, "from", board().graph);
    to = read_node(read, "to", board().graph);
  }
  if (path) {
    const auto parsed = parse_board_tier(read.text("tier"), board());
    if (!parsed) read.refuse(parsed.error().message);
    if (parsed) tier = *parsed;
  }
  if (!read.fault().empty()) return error_reply(400, read.fault());
  return {200, "application/json", text_of(world ? world_report() : path ? this->path(tier, from, to) : why(from, to))};
}

}  // namespace portolan::tools
