// SPDX-License-Identifier: BSL-1.0
// Boards: named places joined by arcs with costs, as the board of a game, a set of provinces or a road network is given
// by its author. Made from a BoardDraft (board_draft.hpp); read here from memory that may be a mapped file.
#pragma once

#include "portolan/core/array_store.hpp"
#include "portolan/core/decimal.hpp"
#include "portolan/graph/csr_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace portolan {

/// Arcs cost less than this in the graph's unit: a step of all searches and indexes has 32 bits.
inline constexpr std::int64_t kMaxArcCost = 0xFFFF'FFFF;
/// Fewer nodes than this, as searches want it (kMaxGraphQueryNodes); no simple path reaches kInfiniteCost.
inline constexpr std::size_t kMaxBoardNodes = std::size_t{1} << 28;
/// Positions keep at most this many decimals, and lie within 2^53 of the origin in their unit: doubles hold them.
inline constexpr std::uint32_t kMaxPositionDecimals = 9;
inline constexpr std::int64_t kMaxPosition = std::int64_t{1} << 53;

/// A place in the author's plane, in units of 10^-position_decimals. Which way the axes point is the author's affair;
/// pictures let x grow to the right and y downwards.
struct BoardPosition {
  std::int64_t x = 0;
  std::int64_t y = 0;
  friend constexpr bool operator==(const BoardPosition&, const BoardPosition&) = default;
};
/// Of a node without a position in a graph where others have one.
inline constexpr BoardPosition kNoPosition{std::numeric_limits<std::int64_t>::min(),
                                           std::numeric_limits<std::int64_t>::min()};

/// Estimates that an author gives are below this, in the unit of the costs.
inline constexpr Cost kMaxGivenEstimate = Cost{1} << 60;
/// The most estimates that a board may have: its goals times its nodes.
inline constexpr std::size_t kMaxGivenEstimates = std::size_t{1} << 26;

/// A goal for which the author gave estimates.
struct EstimateGoal {
  NodeId goal = 0;
  /// 1: that of the goal is 0, and none falls over an arc by more than the arc costs; then none is above the cost of a
  /// path. Else 0.
  std::uint32_t consistent = 0;
  friend constexpr bool operator==(const EstimateGoal&, const EstimateGoal&) = default;
};

/// The author's estimates of what a path from each node to one goal costs.
struct GivenEstimates {
  std::span<const Cost> by_node{};  ///< empty where none are given
  bool consistent = false;
};

/// Texts one after the other; empty where nothing has such a text.
template <template <class> class Store>
struct BasicTextTable {
  Store<char> bytes;
  Store<std::uint32_t> first;  ///< texts + 1: text i is bytes [first[i], first[i+1])

  [[nodiscard]] std::size_t size() const noexcept { return first.empty() ? 0 : first.size() - 1; }
  /// Empty if there is none or the offsets are wrong.
  [[nodiscard]] std::string_view operator[](std::size_t i) const noexcept {
    if (i >= size() || first[i] > first[i + 1] || first[i + 1] > bytes.size()) return {};
    return {bytes.data() + first[i], first[i + 1] - first[i]};
  }

  /// Texts of different things are sections of different kinds.
  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, SectionKind offsets, SectionKind contents, std::size_t texts) {
    visitor.array(offsets, texts + 1, self.first);
    visitor.array(contents, kAnyCount, self.bytes);
  }
  friend bool operator==(const BasicTextTable&, const BasicTextTable&) = default;
};
/// A view.
using TextTable = BasicTextTable<Viewed>;

/// Numbers of tags by node or by arc, ascending without repetition; empty where nothing is tagged.
template <template <class> class Store>
struct BasicTagTable {
  Store<std::uint32_t> first;  ///< items + 1
  Store<std::uint32_t> tag;    ///< BoardView::tag_names

  /// Empty if there are none or the offsets are wrong.
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t i) const noexcept {
    if (i + 1 >= first.size() || first[i] > first[i + 1] || first[i + 1] > tag.size()) return {};
    return std::span(tag).subspan(first[i], first[i + 1] - first[i]);
  }

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, SectionKind offsets, SectionKind contents, std::size_t items) {
    visitor.array(offsets, items + 1, self.first);
    visitor.array(contents, kAnyCount, self.tag);
  }
  friend bool operator==(const BasicTagTable&, const BasicTagTable&) = default;
};
/// A view.
using TagTable = BasicTagTable<Viewed>;

/// How many of what a board has.
struct BoardCounts {
  std::size_t nodes = 0;
  std::size_t arcs = 0;
  std::size_t tags = 0;
};

/// The arrays of a board. The arcs of a node ascend by head, then cost, then name, so that of parallel ones the first
/// is the cheapest.
template <template <class> class Store>
struct BasicBoard {
  using Texts = BasicTextTable<Store>;
  using Tags = BasicTagTable<Store>;

  BasicCsrGraph<Store> arcs;            ///< weights in units of 10^-cost_decimals of the author's unit
  std::uint32_t cost_decimals = 0;      ///< at most kMaxDecimals
  std::uint32_t position_decimals = 0;  ///< at most kMaxPositionDecimals
  Texts names;                          ///< by node: UTF-8, unique
  Store<NodeId> by_name;                ///< nodes ascending by the bytes of their names
  Store<BoardPosition> positions;       ///< by node; empty if no node has one
  Texts tag_names;                      ///< ascending by bytes
  Tags node_tags;
  Texts arc_names;  ///< by arc; texts may be empty
  Tags arc_tags;
  Store<EstimateGoal> estimate_goals;  ///< ascending by goal; empty where the author gave no estimates
  Store<Cost> estimates;               ///< by goal, then by node, in the unit of the costs
  /// By node what it costs to enter it, which is part of the weight of every arc that leads there; empty where nothing
  /// costs to enter. In the unit of the weights.
  Store<std::uint32_t> enter;

  [[nodiscard]] std::size_t size() const noexcept { return arcs.size(); }
  /// A cost of this graph in the author's unit, exactly. `cost` must be below kInfiniteCost.
  [[nodiscard]] Decimal in_author_unit(Cost cost) const noexcept {
    return make_decimal(static_cast<std::int64_t>(cost), cost_decimals);
  }
  /// What it costs to enter a node, as part of the weights of the arcs that lead there.
  [[nodiscard]] std::uint32_t cost_to_enter(NodeId node) const noexcept {
    return node < enter.size() ? enter[node] : 0;
  }
  /// The weight of an arc without what it costs to enter its head.
  [[nodiscard]] std::uint32_t own_weight(std::size_t arc) const noexcept {
    return arcs.weight[arc] - cost_to_enter(arcs.target[arc]);
  }
  /// The node of exactly that name. O(log nodes).
  [[nodiscard]] std::optional<NodeId> find(std::string_view name) const noexcept;
  /// The tag of exactly that name. O(log tags).
  [[nodiscard]] std::optional<std::uint32_t> find_tag(std::string_view name) const noexcept;
  /// The author's estimates for a goal. O(log goals).
  [[nodiscard]] GivenEstimates estimates_to(NodeId goal) const noexcept;
  /// Whether every node has a position.
  [[nodiscard]] bool has_all_positions() const noexcept;
  /// The cheapest arc from `from`, which must be a node, to `to`; arcs.target.size() if there is none. Needs
  /// is_well_formed(arcs). O(log arcs of the node).
  [[nodiscard]] std::size_t cheapest_arc(NodeId from, NodeId to) const noexcept;

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, const BoardCounts& counts = {}) {
    visitor.value(self.cost_decimals);
    visitor.value(self.position_decimals);
    Texts::visit(self.names, visitor, SectionKind::graph_name_first, SectionKind::graph_names, counts.nodes);
    visitor.array(SectionKind::graph_by_name, counts.nodes, self.by_name);
    visitor.optional([&](auto& part) { part.array(SectionKind::graph_positions, counts.nodes, self.positions); });
    BasicCsrGraph<Store>::visit(self.arcs, visitor, counts.nodes, counts.arcs);
    visitor.optional([&](auto& part) {
      Texts::visit(self.tag_names, part, SectionKind::graph_tag_first, SectionKind::graph_tags, counts.tags);
    });
    visitor.optional([&](auto& part) {
      Tags::visit(self.node_tags, part, SectionKind::node_tag_first, SectionKind::node_tag, counts.nodes);
    });
    visitor.optional([&](auto& part) {
      Texts::visit(self.arc_names, part, SectionKind::arc_name_first, SectionKind::arc_names, counts.arcs);
    });
    visitor.optional([&](auto& part) {
      Tags::visit(self.arc_tags, part, SectionKind::arc_tag_first, SectionKind::arc_tag, counts.arcs);
    });
    visitor.optional([&](auto& part) {
      part.array(SectionKind::graph_estimate_goals, kAnyCount, self.estimate_goals);
      part.array(SectionKind::graph_estimates, kAnyCount, self.estimates);
    });
    visitor.optional([&](auto& part) { part.array(SectionKind::node_enter, counts.nodes, self.enter); });
  }
  [[nodiscard]] BasicBoard<Viewed> view() const noexcept { return view_of<BasicBoard<Viewed>>(*this); }
  friend bool operator==(const BasicBoard&, const BasicBoard&) = default;
};

/// A view: owns nothing, safe to read from any number of threads.
///
/// Where the data come from a file they are not trusted: the functions here check what they follow, and whoever follows
/// `arcs` must check them with is_well_formed or as it goes.
using BoardView = BasicBoard<Viewed>;
/// A board that owns its arrays.
using Board = BasicBoard<Owned>;

/// What is wrong with a graph beyond what searches over `arcs` need: texts, order of names, positions, tags, estimates.
/// Empty if nothing. O(size).
[[nodiscard]] std::string_view fault_of(const BoardView& graph) noexcept;

}  // namespace portolan
