// SPDX-License-Identifier: BSL-1.0
// Boards as JSON, version 1:
//
//   {"portolan": "board", "version": 1,
//    "nodes": [{"name": "Alaska", "x": 12.5, "y": 30, "tags": ["North America"], "enter": 2}],
//    "arcs": [{"from": "Alaska", "to": "Kamchatka", "cost": 1.5, "one_way": false, "name": "strait", "tags": ["sea"]}]}
//
// Of a node only `name` must be there, of an arc `from` and `to`; `cost` is 1 unless given, and an arc goes both ways
// unless `one_way` is true. Numbers are taken as written, not as doubles; a cost may also be a string. `x` and `y` come
// together. Nothing is guessed: unknown and repeated keys are errors.
#pragma once

#include "portolan/boards/board_draft.hpp"
#include "portolan/formats/memory_limit.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace portolan {

/// Reads a whole text; `source` stands for it in messages. What is wrong with single values is noted in the draft.
/// Errors: syntax (broken JSON, another shape than the above), unsupported (another version), and those of
/// JsonTree::parse, which `memory` bounds. O(bytes).
Result<BoardDraft> parse_board_json(std::string_view text, std::string_view source, std::uint64_t memory = kAnyMemory);

/// Writes a board as JSON, which parse_board_json reads back. Needs sound texts.
[[nodiscard]] std::string board_json(const BoardView& graph);

}  // namespace portolan
