// SPDX-License-Identifier: BSL-1.0
// Which indexes a graph gets, of waypoints or a board. Internal to the module.
#pragma once

#include "portolan/offline/build_context.hpp"
#include "portolan/offline/contraction.hpp"
#include "portolan/offline/index_options.hpp"
#include "portolan/offline/label_builder.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace portolan {

/// What the indexes of one graph may take, and how notes measure it.
struct IndexBudget {
  std::uint64_t bytes = 0;   ///< all together, without the graph
  std::uint64_t memory = 0;  ///< to build them with
  std::string_view unit;     ///< what bytes are given by: "passable tile", "node"
  std::uint64_t units = 0;   ///< number of units in the graph

  /// What is taken beside what is allowed: "12.3 bytes a node, 1024.0 allowed".
  [[nodiscard]] std::string compared(std::uint64_t taken) const;
  /// What is allowed: "1024.0 bytes a node allowed".
  [[nodiscard]] std::string allowed() const;
};

/// The indexes of a graph that a file is to hold; block labels are for the caller to make from the labels.
struct GraphIndexes {
  std::optional<LabelArrays> labels;
  std::optional<Contraction> hierarchy;
};

/// Makes the indexes of a graph that the options name; where they name none, hub labels where they fit the budget, else
/// a contraction hierarchy where that does. `order` is the order of hubs, not `automatic`; one contraction serves both
/// indexes. What cannot be had leaves a note.
[[nodiscard]] GraphIndexes make_graph_indexes(BuildContext& context, const CsrGraph& graph, HubOrder order,
                                              const IndexBudget& budget, const IndexOptions& options);

/// Notes which index was chosen, "index labels: 12.3 bytes a node, 1024.0 allowed", unless it was asked for by name.
void note_choice(BuildContext& context, const IndexOptions& options, const IndexBudget& budget, std::string_view kind,
                 std::uint64_t taken);

}  // namespace portolan
