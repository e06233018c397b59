// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/dead_end_marks.hpp"

#include "portolan/core/utf8.hpp"
#include "portolan/offline/csr_arrays.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace portolan {
namespace {

/// Different places, as they are met; two are as good as many.
class FewPlaces {
 public:
  void add(std::size_t place) {
    if (places_.size() < 2 && std::ranges::find(places_, place) == places_.end()) places_.push_back(place);
  }
  [[nodiscard]] const std::vector<std::size_t>& list() const noexcept { return places_; }

 private:
  std::vector<std::size_t> places_;
};

/// Marked places that are beside each other, with what is beside them.
struct Group {
  std::size_t first = 0;
  std::size_t size = 0;
  FewPlaces outside;  ///< beside the group
  FewPlaces border;   ///< of the group, beside others
};

/// Calls visit(const Group&) for each, in the order of their first places, until one returns false.
/// neighbours(place, visit) tells what is beside a place.
template <class Neighbours, class Visit>
void for_each_group(const std::vector<bool>& marked, Neighbours&& neighbours, Visit&& visit) {
  std::vector<bool> met(marked.size(), false);
  std::vector<std::size_t> open;
  for (std::size_t first = 0; first < marked.size(); ++first) {
    if (!marked[first] || met[first]) continue;
    Group group{.first = first, .size = 0, .outside = {}, .border = {}};
    met[first] = true;
    open.push_back(first);
    while (!open.empty()) {
      const std::size_t place = open.back();
      open.pop_back();
      ++group.size;
      neighbours(place, [&](std::size_t to) {
        if (!marked[to]) {
          group.outside.add(to);
          group.border.add(place);
        } else if (!met[to]) {
          met[to] = true;
          open.push_back(to);
        }
      });
    }
    if (!visit(group)) return;
  }
}

}  // namespace

std::vector<bool> marked_nodes(const BoardView& board) {
  const auto tag = board.find_tag(kDeadEndTag);
  if (!tag) return {};
  std::vector<bool> marked(board.size());
  for (NodeId node = 0; node < board.size(); ++node) {
    const auto tags = board.node_tags[node];
    marked[node] = std::binary_search(tags.begin(), tags.end(), *tag);
  }
  return std::ranges::find(marked, true) == marked.end() ? std::vector<bool>() : marked;
}

std::vector<bool> marked_positions(const GridView& grid, const BoardView& board, const TileAreasView& areas) {
  const std::vector<bool> nodes = marked_nodes(board);
  if (nodes.empty()) return {};
  std::vector<bool> marked(grid.terrain.size());
  for (std::size_t i = 0; i < marked.size(); ++i) {
    const Tile tile = grid.tile(i);
    const AreaId area = areas.at(tile);
    marked[i] = area < nodes.size() && nodes[area] && grid.cost(tile) != 0;
  }
  return marked;
}

Outcome check_marks(const BoardView& board, const std::vector<bool>& marked) {
  const CsrArrays reversed = reversed_graph(board.arcs);
  const auto neighbours = [&](std::size_t node, auto&& visit) {
    for (const CsrGraph& arcs : {board.arcs, reversed.view()}) {
      for (std::uint32_t arc = arcs.first[node]; arc < arcs.first[node + 1]; ++arc) visit(arcs.target[arc]);
    }
  };
  const auto name = [&](std::size_t node) { return in_quotes(board.names[static_cast<NodeId>(node)]); };
  Outcome outcome = Success{};
  for_each_group(marked, neighbours, [&](const Group& group) {
    const auto& outside = group.outside.list();
    if (outside.size() < 2) return true;
    outcome = Error{ErrorCode::usage, fmt::format("{} is marked as {}, but there are ways to it from {} and from {}",
                                                  name(group.first), kDeadEndTag, name(outside[0]), name(outside[1]))};
    return false;
  });
  return outcome;
}

Result<std::vector<Tile>> gates_of_marks(const GridView& grid, const LinkTable& links,
                                         const std::vector<bool>& marked) {
  const auto neighbours = [&](std::size_t place, auto&& visit) {
    const Tile tile = grid.tile(place);
    for_each_joined(grid, grid.bounds(), tile, [&](Tile to) { visit(grid.index(to)); });
    const auto end = links.find(tile);
    if (!end) return;
    for (const auto arcs : {links.leaving(*end), links.arriving(*end)}) {
      for (const LinkArc& arc : arcs) {
        if (grid.cost(arc.other) != 0) visit(grid.index(arc.other));
      }
    }
  };
  const auto text = [&](std::size_t place) {
    const Tile tile = grid.tile(place);
    return fmt::format("{},{}", tile.x, tile.y);
  };
  std::vector<Tile> gates;
  std::string fault;
  for_each_group(marked, neighbours, [&](const Group& group) {
    const auto& outside = group.outside.list();
    const auto& border = group.border.list();
    if (outside.empty()) return true;
    if (outside.size() == 1 || (border.size() == 1 && group.size > 1)) {
      gates.push_back(grid.tile(outside.size() == 1 ? outside[0] : border[0]));
      return true;
    }
    fault = fmt::format("the area at {} is marked as {}, but there are ways into it from {} and from {}",
                        text(group.first), kDeadEndTag, text(outside[0]), text(outside[1]));
    return false;
  });
  if (!fault.empty()) return Error{ErrorCode::usage, fault};
  return gates;
}

}  // namespace portolan
