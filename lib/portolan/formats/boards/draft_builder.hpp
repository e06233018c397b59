// SPDX-License-Identifier: BSL-1.0
// What all readers of boards do with what they read.
#pragma once

#include "portolan/boards/board_draft.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace portolan {

/// Whether a way leads from its first end to its second only, or back as well.
enum class Direction { one_way, both };

/// A number as its author wrote it.
struct WrittenNumber {
  std::string_view text;
  SourcePlace place;
};

/// Collects nodes and arcs by name. Values that cannot be read are noted, and reading goes on.
class DraftBuilder {
 public:
  /// Adds a file and gives its number, for SourcePlace.
  std::uint32_t add_file(std::string_view name);
  /// Adds a node as its author declares it. One of the same name is a node of its own, which errors_in reports.
  NodeId declare(DraftNode node);
  /// The first node of that name; nothing if there is none.
  [[nodiscard]] std::optional<NodeId> find(std::string_view name) const;
  /// The first node of that name, or a new one if there is none.
  NodeId find_or_add(std::string_view name, const SourcePlace& place);
  /// Says that a name is not among `these`: "nodes", "provinces". The first such reasons name what is near; that takes
  /// a look at all nodes.
  [[nodiscard]] std::string unknown(std::string_view name, std::string_view these);
  /// Notes what the author thinks that a path from a node to the goal of that name costs; an empty name stands for the
  /// node whose estimate is 0.
  void estimate(NodeId node, std::string_view goal, const WrittenNumber& cost);
  /// Adds an arc, or one each way; a loop is one arc in any case.
  void join(DraftArc arc, Direction direction);
  /// Notes a value that cannot be read.
  void unreadable(const SourcePlace& place, std::string reason);

  /// Reads a number; nothing, noted as unreadable, if it is none. `what` is what it should be: "cost", "x".
  std::optional<Decimal> number(std::string_view text, std::string_view what, const SourcePlace& place);
  /// Reads the cost of an arc, which keeps its own where the text is no number.
  void set_cost(DraftArc& arc, std::string_view text, std::string_view what, const SourcePlace& place);
  /// Reads what it costs to enter a node: 0 where the text is blank, and where, noted as unreadable, it is no number.
  Decimal cost_to_enter(std::string_view text, std::string_view what, const SourcePlace& place);
  /// Reads the position of a node at `place`; nothing if neither coordinate is given, and nothing, noted as unreadable,
  /// if one of them is missing or no number.
  std::optional<DraftPosition> position(const std::optional<WrittenNumber>& x, const std::optional<WrittenNumber>& y,
                                        const SourcePlace& place);
  /// Reads `yes`, `true`, `1` or `no`, `false`, `0` or nothing, in small letters or capitals; anything else is false,
  /// and noted as unreadable.
  bool truth(std::string_view text, std::string_view what, const SourcePlace& place);

  [[nodiscard]] BoardDraft& draft() noexcept { return draft_; }
  [[nodiscard]] const BoardDraft& draft() const noexcept { return draft_; }
  /// Gives the draft away, which is empty afterwards.
  [[nodiscard]] BoardDraft take() { return std::move(draft_); }

 private:
  BoardDraft draft_;
  std::unordered_map<std::string, NodeId> numbers_;
  std::unordered_map<std::string, std::size_t> columns_;  ///< of estimates, by goal
  std::size_t unknown_ = 0;
};

/// Splits a text in which semicolons stand between tags; blanks around these are left out.
[[nodiscard]] std::vector<std::string> split_tags(std::string_view text);

}  // namespace portolan
