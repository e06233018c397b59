// SPDX-License-Identifier: BSL-1.0
// What the JSON formats of boards and of areas have in common. Internal to the module.
#pragma once

#include "portolan/formats/boards/draft_builder.hpp"
#include "portolan/formats/json_tree.hpp"

#include <string_view>

namespace portolan {

/// An arc as its author wrote it, its ends by name.
struct NamedArc {
  DraftArc arc;  ///< without ends
  std::string_view from;
  std::string_view to;
  Direction direction = Direction::both;
};

/// The place of a value in the only file of a draft.
[[nodiscard]] SourcePlace place_of(const JsonValue& value);

/// Reads what it costs to enter a node. A number that is no decimal one is noted in the draft. Error (syntax): another
/// shape.
Outcome read_cost_to_enter(const JsonValue& value, DraftBuilder& builder, DraftNode& node);

/// Reads an object with the keys from, to, cost, one_way, name and tags, of which the first two must be there. The ends
/// view the tree. A cost that is no decimal number is noted in the draft. Error (syntax): another shape.
Result<NamedArc> read_arc(const JsonValue& value, DraftBuilder& builder);

}  // namespace portolan
