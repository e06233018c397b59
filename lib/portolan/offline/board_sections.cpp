// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/board_sections.hpp"

#include "portolan/offline/build_board.hpp"
#include "portolan/offline/build_stage.hpp"
#include "portolan/offline/estimate_builder.hpp"
#include "portolan/offline/graph_indexes.hpp"
#include "portolan/world/file_sections.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace portolan {
namespace {

class Adder {
 public:
  Adder(WorldImage& image, const Board& graph, const BuildOptions& options, std::vector<std::string>& notes)
      : image_(image), graph_(graph), options_(options), notes_(notes) {}

  void run() {
    const std::uint64_t before = image_.payload();
    add_graph();
    graph_bytes_ = image_.payload() - before;
    add_estimate();
    add_indexes();
  }

 private:
  void add_graph() {
    image_.add({}, BoardInfoSection{{.nodes = static_cast<std::uint32_t>(graph_.size()),
                                     .arcs = static_cast<std::uint32_t>(graph_.arcs.target.size()),
                                     .tags = static_cast<std::uint32_t>(graph_.tag_names.size()),
                                     .cost_decimals = graph_.cost_decimals,
                                     .position_decimals = graph_.position_decimals,
                                     .reserved = 0}});
    image_.add({}, graph_);
  }

  void add_estimate() {
    // Searches while choosing, and landmarks, take less than this a node.
    constexpr std::uint64_t kBytesPerNode = 256;
    if (graph_.by_name.size() > memory() / kBytesPerNode) {
      notes_.emplace_back("no estimate: not enough memory to choose one");
      return;
    }
    const BoardView view = graph_.view();
    std::vector<GraphPosition> positions;
    if (view.has_all_positions()) {
      for (const BoardPosition& at : view.positions) {
        positions.push_back({static_cast<double>(at.x), static_cast<double>(at.y)});
      }
    }
    EstimateArrays estimate = run_stage(options_, "estimate", [&] { return choose_estimate(view.arcs, positions); });
    if (std::holds_alternative<StraightLine>(estimate.view())) {
      image_.add({}, std::move(estimate.line));
    } else if (std::holds_alternative<Landmarks>(estimate.view())) {
      image_.add({}, std::move(estimate.landmarks));
    }
  }

  void add_indexes() {
    const CsrGraph arcs = graph_.view().arcs;
    const std::uint64_t nodes = graph_.by_name.size();
    const std::uint64_t room = memory();
    const IndexBudget budget{.bytes = options_.indexes ? room : std::min(room, kBoardIndexBytes * nodes),
                             .memory = room,
                             .unit = "node",
                             .units = nodes,
                             .notes_of = {}};
    GraphIndexes made = make_graph_indexes(arcs, hub_order_for(arcs), budget, options_, notes_);
    const auto note_choice = [&](std::string_view kind, std::uint64_t bytes) {
      if (!options_.indexes) notes_.push_back(budget.choice(kind, bytes));
    };
    if (made.labels) {
      note_choice("labels", section_bytes(*made.labels));
      image_.add({}, std::move(*made.labels));
    }
    if (made.hierarchy) {
      note_choice("ch", section_bytes(*made.hierarchy));
      image_.add({}, std::move(*made.hierarchy));
    }
  }

  /// Bytes that may still be had, besides the graph and its copy in the file. An eighth of all is for what allocation
  /// itself takes, and the threads.
  [[nodiscard]] std::uint64_t memory() const {
    const std::uint64_t planned = options_.memory - options_.memory / 8;
    return planned - std::min(planned, image_.payload() + graph_bytes_);
  }

  WorldImage& image_;
  const Board& graph_;
  const BuildOptions& options_;
  std::vector<std::string>& notes_;
  std::uint64_t graph_bytes_ = 0;
};

}  // namespace

void add_board(WorldImage& image, const Board& graph, const BuildOptions& options, std::vector<std::string>& notes) {
  Adder(image, graph, options, notes).run();
}

}  // namespace portolan
