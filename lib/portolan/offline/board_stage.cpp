// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/board_stage.hpp"

#include "portolan/world/file_sections.hpp"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace portolan {
namespace {

BoardInfoSection info_of(const Board& board) {
  return {{.nodes = static_cast<std::uint32_t>(board.size()),
           .arcs = static_cast<std::uint32_t>(board.arcs.target.size()),
           .tags = static_cast<std::uint32_t>(board.tag_names.size()),
           .cost_decimals = board.cost_decimals,
           .position_decimals = board.position_decimals,
           .reserved = 0}};
}

EstimateArrays make_estimate(BuildContext& context, const Board& board) {
  // Searches while choosing, and landmarks, take less than this a node.
  constexpr std::uint64_t kBytesPerNode = 256;
  if (board.size() > context.memory().room() / kBytesPerNode) {
    context.note("no estimate: not enough memory to choose one");
    return {};
  }
  const BoardView view = board.view();
  std::vector<GraphPosition> positions;
  if (view.has_all_positions()) {
    for (const BoardPosition& at : view.positions) {
      positions.push_back({static_cast<double>(at.x), static_cast<double>(at.y)});
    }
  }
  return context.run("estimate", [&] { return choose_estimate(view.arcs, positions); });
}

GraphIndexes make_indexes(BuildContext& context, const Board& board, const IndexOptions& options) {
  const CsrGraph arcs = board.view().arcs;
  const std::uint64_t nodes = board.size();
  const std::uint64_t room = context.memory().room();
  const IndexBudget budget{.bytes = options.indexes ? room : std::min(room, kBoardIndexBytes * nodes),
                           .memory = room,
                           .unit = "node",
                           .units = nodes};
  GraphIndexes made = make_graph_indexes(context, arcs, hub_order_for(arcs), budget, options);
  if (made.labels) note_choice(context, options, budget, "labels", section_bytes(*made.labels));
  if (made.hierarchy) note_choice(context, options, budget, "ch", section_bytes(*made.hierarchy));
  return made;
}

/// Calls add(arrays) with the kind of estimate that was chosen, if any.
template <class Estimate, class Add>
void visit_chosen(Estimate&& estimate, Add&& add) {
  const GraphEstimate view = estimate.view();
  if (std::holds_alternative<StraightLine>(view)) {
    add(estimate.line);
  } else if (std::holds_alternative<Landmarks>(view)) {
    add(estimate.landmarks);
  }
}

}  // namespace

BoardTools make_board_tools(BuildContext& context, const Board& board, const DeadEndMarks& marked,
                            const IndexOptions& options) {
  // The board itself, and its copy in the file.
  const HeldBytes held(context.memory(), 2 * (section_bytes(info_of(board)) + section_bytes(board)));
  BoardTools tools;
  tools.estimate = make_estimate(context, board);
  std::uint64_t estimate_bytes = 0;
  visit_chosen(tools.estimate, [&](const auto& chosen) { estimate_bytes = section_bytes(chosen); });
  const HeldBytes estimate_held(context.memory(), estimate_bytes);
  tools.indexes = make_indexes(context, board, options);
  if (options.dead_ends == DeadEndRule::found || !marked.empty()) {
    const CsrGraph arcs = board.view().arcs;
    tools.dead_ends = make_dead_ends(context, dead_end_memory(arcs), [&] { return find_dead_ends(arcs, marked); });
  }
  return tools;
}

void add_board(PlannedImage& image, const Board& board, BoardTools tools) {
  image.add({}, info_of(board));
  image.add({}, board);
  visit_chosen(tools.estimate, [&](auto& chosen) { image.add({}, std::move(chosen)); });
  image.add_if({}, std::move(tools.indexes.labels));
  image.add_if({}, std::move(tools.indexes.hierarchy));
  image.add_if({}, std::move(tools.dead_ends));
}

}  // namespace portolan
