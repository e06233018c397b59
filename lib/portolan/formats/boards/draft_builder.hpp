// SPDX-License-Identifier: BSL-1.0
// What all readers of boards do with what they read.
#pragma once

#include "portolan/boards/board_draft.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace portolan {

enum class Direction { one_way, both };

/// Collects nodes and arcs by name. Values that cannot be read are noted, and reading goes on.
class DraftBuilder {
 public:
  /// Number of a file for SourcePlace.
  std::uint32_t add_file(std::string_view name);
  /// A node as its author declares it. One of the same name is a node of its own, which errors_in reports.
  NodeId declare(DraftNode node);
  /// The first node of that name.
  [[nodiscard]] std::optional<NodeId> find(std::string_view name) const;
  /// The same; a new node if there is none.
  NodeId find_or_add(std::string_view name, const SourcePlace& place);
  /// A reason: the name is not among `these`: "nodes", "provinces". The first ones name what is near; that takes a look
  /// at all nodes.
  [[nodiscard]] std::string unknown(std::string_view name, std::string_view these);
  /// An arc, or one each way; a loop is one arc in any case.
  void join(DraftArc arc, Direction direction);
  void unreadable(const SourcePlace& place, std::string reason);

  /// The number; nothing, noted as unreadable, if it is none. `what` is what it should be: "cost", "x".
  std::optional<Decimal> number(std::string_view text, std::string_view what, const SourcePlace& place);
  /// `yes`, `true`, `1` or `no`, `false`, `0` or nothing, small letters or capitals; noted as unreadable otherwise.
  bool truth(std::string_view text, std::string_view what, const SourcePlace& place);

  [[nodiscard]] BoardDraft& draft() noexcept { return draft_; }
  [[nodiscard]] const BoardDraft& draft() const noexcept { return draft_; }
  [[nodiscard]] BoardDraft take() { return std::move(draft_); }

 private:
  BoardDraft draft_;
  std::unordered_map<std::string, NodeId> numbers_;
  std::size_t unknown_ = 0;
};

/// The tags of a text in which semicolons stand between them, blanks around them left out.
[[nodiscard]] std::vector<std::string> split_tags(std::string_view text);

/// Without blanks and tabs at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

}  // namespace portolan
