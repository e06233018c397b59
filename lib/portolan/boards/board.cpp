// SPDX-License-Identifier: BSL-1.0
#include "portolan/boards/board.hpp"

#include "portolan/core/utf8.hpp"

#include <algorithm>

namespace portolan {
namespace {

bool is_text_table(const TextTable& table, std::size_t size) noexcept {
  return are_row_offsets(table.first, size, table.bytes.size());
}

bool is_tag_table(const TagTable& table, std::size_t items, std::size_t tags) noexcept {
  if (table.first.empty()) return table.tag.empty();
  if (!are_row_offsets(table.first, items, table.tag.size())) return false;
  for (std::size_t i = 0; i < items; ++i) {
    const auto row = table[i];
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] >= tags || (k != 0 && row[k] <= row[k - 1])) return false;
    }
  }
  return true;
}

bool is_position(const BoardPosition& position) noexcept {
  const auto fits = [](std::int64_t value) { return value > -kMaxPosition && value < kMaxPosition; };
  return position == kNoPosition || (fits(position.x) && fits(position.y));
}

/// Whether estimates are in order, and those that are said to be consistent are.
bool are_estimates(const BoardView& graph) noexcept {
  const std::size_t nodes = graph.size();
  if (graph.estimates.size() != graph.estimate_goals.size() * nodes) return false;
  if (std::any_of(graph.estimates.begin(), graph.estimates.end(), [](Cost h) { return h >= kMaxGivenEstimate; }))
    return false;
  for (std::size_t i = 0; i < graph.estimate_goals.size(); ++i) {
    const EstimateGoal& entry = graph.estimate_goals[i];
    if (entry.goal >= nodes || entry.consistent > 1) return false;
    if (i != 0 && graph.estimate_goals[i - 1].goal >= entry.goal) return false;
    if (entry.consistent == 0) continue;
    const std::span<const Cost> by_node = graph.estimates.subspan(i * nodes, nodes);
    if (by_node[entry.goal] != 0) return false;
    for (std::size_t tail = 0; tail < nodes; ++tail) {
      for (std::size_t arc = graph.arcs.first[tail]; arc < graph.arcs.first[tail + 1]; ++arc) {
        if (by_node[tail] > graph.arcs.weight[arc] + by_node[graph.arcs.target[arc]]) return false;
      }
    }
  }
  return true;
}

/// Of tags, and of names of arcs.
std::string_view texts_fault(const BoardView& graph) noexcept {
  const std::size_t nodes = graph.size();
  const std::size_t arcs = graph.arcs.target.size();
  const std::size_t tags = graph.tag_names.size();
  if (tags != 0 && !is_text_table(graph.tag_names, tags)) return "the tags are wrong";
  for (std::size_t i = 0; i < tags; ++i) {
    if (!is_name(graph.tag_names[i]) || (i != 0 && graph.tag_names[i - 1] >= graph.tag_names[i]))
      return "the tags are wrong";
  }
  if (!is_tag_table(graph.node_tags, nodes, tags)) return "the tags of nodes are wrong";
  if (!is_tag_table(graph.arc_tags, arcs, tags)) return "the tags of arcs are wrong";
  if (!graph.arc_names.first.empty() && !is_text_table(graph.arc_names, arcs)) return "the names of arcs are wrong";
  for (std::size_t arc = 0; arc < graph.arc_names.size(); ++arc) {
    const std::string_view name = graph.arc_names[arc];
    if (!name.empty() && !is_name(name)) return "the name of an arc is wrong";
  }
  return {};
}

}  // namespace

template <template <class> class Store>
std::optional<NodeId> BasicBoard<Store>::find(std::string_view name) const noexcept {
  const auto at = std::lower_bound(by_name.begin(), by_name.end(), name,
                                   [&](NodeId node, std::string_view wanted) { return names[node] < wanted; });
  if (at == by_name.end() || *at >= size() || names[*at] != name) return {};
  return *at;
}

template <template <class> class Store>
std::optional<std::uint32_t> BasicBoard<Store>::find_tag(std::string_view name) const noexcept {
  std::size_t low = 0;
  std::size_t high = tag_names.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (tag_names[middle] < name) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == tag_names.size() || tag_names[low] != name) return {};
  return static_cast<std::uint32_t>(low);
}

template <template <class> class Store>
bool BasicBoard<Store>::has_all_positions() const noexcept {
  return positions.size() == size() && size() != 0 &&
         std::find(positions.begin(), positions.end(), kNoPosition) == positions.end();
}

template <template <class> class Store>
std::size_t BasicBoard<Store>::cheapest_arc(NodeId from, NodeId to) const noexcept {
  const auto begin = arcs.target.begin() + arcs.first[from];
  const auto end = arcs.target.begin() + arcs.first[from + 1];
  const auto at = std::lower_bound(begin, end, to);
  return at != end && *at == to ? static_cast<std::size_t>(at - arcs.target.begin()) : arcs.target.size();
}

template <template <class> class Store>
GivenEstimates BasicBoard<Store>::estimates_to(NodeId goal) const noexcept {
  const auto at = std::lower_bound(estimate_goals.begin(), estimate_goals.end(), goal,
                                   [](const EstimateGoal& entry, NodeId wanted) { return entry.goal < wanted; });
  if (at == estimate_goals.end() || at->goal != goal) return {};
  const auto column = static_cast<std::size_t>(at - estimate_goals.begin());
  if (estimates.size() != estimate_goals.size() * size()) return {};
  return {std::span<const Cost>(estimates).subspan(column * size(), size()), at->consistent == 1};
}

template struct BasicBoard<Viewed>;
template struct BasicBoard<Owned>;

std::string_view fault_of(const BoardView& graph) noexcept {
  const std::size_t nodes = graph.size();
  const std::size_t arcs = graph.arcs.target.size();
  if (graph.arcs.first.empty() || nodes >= kMaxBoardNodes || !is_well_formed(graph.arcs)) return "the arcs are wrong";
  for (std::size_t arc = 1; arc < arcs; ++arc) {
    // Across rows the comparison may fail only where a row begins, which is where heads may fall.
    if (graph.arcs.target[arc] == graph.arcs.target[arc - 1] && graph.arcs.weight[arc] < graph.arcs.weight[arc - 1] &&
        !std::binary_search(graph.arcs.first.begin(), graph.arcs.first.end(), static_cast<std::uint32_t>(arc))) {
      return "parallel arcs are out of order";
    }
  }
  if (std::find(graph.arcs.weight.begin(), graph.arcs.weight.end(), kMaxArcCost) != graph.arcs.weight.end())
    return "an arc costs too much";
  if (graph.cost_decimals > kMaxDecimals || graph.position_decimals > kMaxPositionDecimals)
    return "the units are wrong";
  if (!is_text_table(graph.names, nodes) || graph.by_name.size() != nodes) return "the names are wrong";
  for (std::size_t i = 0; i < nodes; ++i) {
    if (!is_name(graph.names[i])) return "a name is wrong";
    // Ascending without repetition, so that nodes [0, nodes) occur once each.
    if (graph.by_name[i] >= nodes || (i != 0 && graph.names[graph.by_name[i - 1]] >= graph.names[graph.by_name[i]]))
      return "the order of names is wrong";
  }
  if (!graph.positions.empty() &&
      (graph.positions.size() != nodes || !std::all_of(graph.positions.begin(), graph.positions.end(), is_position))) {
    return "the positions are wrong";
  }
  if (!are_estimates(graph)) return "the estimates are wrong";
  if (!graph.enter.empty()) {
    if (graph.enter.size() != nodes) return "the costs to enter are wrong";
    for (std::size_t arc = 0; arc < arcs; ++arc) {
      if (graph.arcs.weight[arc] < graph.cost_to_enter(graph.arcs.target[arc]))
        return "an arc costs less than to enter its head";
    }
  }
  return texts_fault(graph);
}

}  // namespace portolan
