// SPDX-License-Identifier: BSL-1.0
// portolan draw of a board: discs in the tint of their first tag, lines for arcs, and a path.
#include "board/board.hpp"
#include "board/board_commands.hpp"
#include "board/board_layout.hpp"
#include "common.hpp"
#include "drawing/sheet.hpp"
#include "drawing/tint.hpp"
#include "portolan/query/board_query.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

constexpr std::int32_t kSide = 1024;
/// Of the sheet on every side.
constexpr std::int32_t kMargin = 64;
/// Discs above this have a rim and a name.
constexpr std::int32_t kNamedRadius = 3;
constexpr Colour kPaper{248, 246, 238};
constexpr Colour kArc{120, 120, 130, 150};
constexpr Colour kRim{60, 60, 70, 255};
constexpr Colour kPlain{200, 205, 215, 255};
constexpr Colour kPath{210, 20, 40, 255};
constexpr Colour kEnd{255, 255, 255, 255};

void draw_graph(const BoardView& graph, const BoardLayout& layout, std::int32_t radius, Sheet& sheet) {
  for (NodeId node = 0; node < graph.size(); ++node) {
    for (std::uint32_t arc = graph.arcs.first[node]; arc < graph.arcs.first[node + 1]; ++arc) {
      const NodeId to = graph.arcs.target[arc];
      const bool twice = to < node && graph.cheapest_arc(to, node) != graph.arcs.target.size();
      if (!twice) sheet.line(layout.at[node], layout.at[to], std::max(1, radius / 6), kArc);
    }
  }
  for (NodeId node = 0; node < graph.size(); ++node) {
    const auto tags = graph.node_tags[node];
    Colour fill = tags.empty() ? kPlain : tint(tags.front());
    sheet.disc(layout.at[node], radius, kPaper);
    sheet.disc(layout.at[node], radius, fill);
    if (radius > kNamedRadius) sheet.circle(layout.at[node], radius, 1, kRim);
  }
}

/// Below the discs, where these are large enough to leave room.
void draw_names(const BoardView& graph, const BoardLayout& layout, std::int32_t radius, Sheet& sheet) {
  constexpr std::int32_t kTextHeight = 12;
  if (radius <= kNamedRadius) return;
  for (NodeId node = 0; node < graph.size(); ++node) {
    const Pixel at = layout.at[node];
    sheet.text({at.x, at.y + radius + kTextHeight}, kTextHeight, graph.names[node], kRim);
  }
}

void draw_line(const BoardLayout& layout, const BoardPath& path, std::int32_t radius, Sheet& sheet) {
  for (std::size_t i = 1; i < path.nodes.size(); ++i) {
    sheet.line(layout.at[path.nodes[i - 1]], layout.at[path.nodes[i]], std::max(2, radius / 3), kPath);
  }
  for (const NodeId node : path.nodes) sheet.disc(layout.at[node], std::max(1, radius / 2), kPath);
  for (const NodeId node : {path.nodes.front(), path.nodes.back()}) {
    sheet.disc(layout.at[node], radius + 2, kPath);
    sheet.disc(layout.at[node], std::max(1, radius / 2), kEnd);
  }
}

}  // namespace

int draw_board(const DrawArguments& arguments, const World& world) {
  const BoardTierView& board = *world.board();
  const BoardView& graph = board.graph;
  if (!arguments.profile.empty() || !arguments.show.empty() || !arguments.field.empty())
    return fail("--profile, --show and --field are for tile maps; this is a board");
  const auto tier = parse_board_tier(arguments.tier, board);
  if (!tier) return fail(tier.error().message);
  if (!is_well_formed(graph.arcs)) return fail(arguments.world + ": the board contradicts itself");
  std::vector<NodeId> ends;
  for (const std::string& name : arguments.path) {
    const auto node = parse_node(graph, name);
    if (!node) return fail("--path: " + node.error().message);
    ends.push_back(*node);
  }

  const BoardLayout layout = lay_out(graph, kSide, kMargin);
  const auto sheet = make_sheet(arguments.output, layout.width, layout.height, kPaper);
  if (!sheet) return fail(sheet.error().message);
  // A tenth of the distance that nodes would have on a square lattice.
  const auto radius = static_cast<std::int32_t>(kSide / (10 * std::sqrt(static_cast<double>(graph.size()))));
  draw_graph(graph, layout, std::clamp(radius, 1, 14), **sheet);
  int code = kDone;
  if (!ends.empty()) {
    BoardQuery query(world);
    const BoardPath path = query.find({.from = ends[0], .to = ends[1], .tier = *tier});
    if (path.status == Status::corrupt) return fail(arguments.world + ": the file contradicts itself");
    if (path.status == Status::found) {
      draw_line(layout, path, std::clamp(radius, 2, 14), **sheet);
    } else {
      fmt::print(stderr, "portolan: no path: {}\n", to_string(path.status));
      code = kNegative;
    }
  }
  draw_names(graph, layout, std::clamp(radius, 1, 14), **sheet);
  if (const Outcome written = (*sheet)->save(arguments.output); !written) return fail(written.error().message);
  return code;
}

}  // namespace portolan::tools
