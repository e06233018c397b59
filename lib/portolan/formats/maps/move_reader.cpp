// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/move_reader.hpp"

#include "portolan/formats/ends.hpp"
#include "portolan/formats/json_fields.hpp"
#include "portolan/formats/maps/link_json.hpp"
#include "portolan/formats/maps/link_values.hpp"
#include "portolan/formats/table.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/grid/move_costs.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 4> kMoveColumns{"from", "to", "cost", "both"};
constexpr std::array<std::string_view, 3> kMoveTopKeys{"portolan", "version", "moves"};

/// The moves read so far, of which each is checked as it comes, so that errors have its line.
class MoveList {
 public:
  explicit MoveList(const TileMap& map) : map_(map) {}

  /// Error, which holds the reason alone.
  Outcome add(const Move& move) {
    const std::string fault = move_fault(move, map_.width(), map_.floors());
    if (!fault.empty()) return Error{ErrorCode::syntax, "the move " + fault};
    if (Outcome counted = costs_.add(move.cost); !counted) return counted;
    moves_.push_back(move);
    return Success{};
  }
  [[nodiscard]] const TileMap& map() const noexcept { return map_; }
  [[nodiscard]] std::vector<Move> take() { return std::move(moves_); }

 private:
  const TileMap& map_;
  MoveCosts costs_;
  std::vector<Move> moves_;
};

LinkDirection direction_of(bool both) {
  return both ? LinkDirection::both : LinkDirection::one_way;
}

Outcome add_row(const TableReader& rows, const TableHeader& header, MoveList& moves) {
  Move move;
  for (const std::string_view column : kEnds) {
    const auto tile = tile_of_text(header.field(rows, column), moves.map().width(), moves.map().floors());
    if (!tile) return rows.error(fmt::format("{} {}", column, tile.error().message));
    (column == "from" ? move.from : move.to) = *tile;
  }
  const auto cost = move_cost_of(header.field(rows, "cost"));
  if (!cost) return rows.error(cost.error().message);
  const auto both = flag_of(header.field(rows, "both"), "both");
  if (!both) return rows.error(both.error().message);
  move.cost = *cost;
  move.direction = direction_of(*both);
  if (const Outcome added = moves.add(move); !added) {
    return Error{added.error().code, rows.error(added.error().message).message};
  }
  return Success{};
}

Outcome add_json(const JsonValue& value, MoveList& moves) {
  Move move{.cost = kBlockedMove};
  bool both = false;
  JsonFields fields(value, {kMoveColumns, kEnds});
  fields.read("from", [&](const JsonValue& end) { return read_tile(end, moves.map(), move.from); });
  fields.read("to", [&](const JsonValue& end) { return read_tile(end, moves.map(), move.to); });
  fields.read("cost", [&](const JsonValue& written) -> Outcome {
    if (!written.is(JsonKind::number) && !written.is(JsonKind::string))
      return written.expected("a number or \"blocked\"");
    const auto cost = move_cost_of(written.text());
    if (!cost) return written.error(cost.error().message);
    move.cost = *cost;
    return Success{};
  });
  fields.get_to("both", both);
  if (!fields.outcome()) return fields.outcome();
  move.direction = direction_of(both);
  if (const Outcome added = moves.add(move); !added) return value.error(added.error().message, added.error().code);
  return Success{};
}

Outcome add_all_json(std::string_view text, std::string_view source, std::uint64_t memory, MoveList& moves) {
  const auto tree = JsonTree::parse(text, source, memory);
  if (!tree) return tree.error();
  if (Outcome head = check_json_head(tree->root(), "moves"); !head) return head;
  JsonFields fields(tree->root(), {kMoveTopKeys, kMoveTopKeys});
  fields.read_each("moves", [&](const JsonValue& value) { return add_json(value, moves); });
  return fields.outcome();
}

}  // namespace

Result<std::uint64_t> move_cost_of(std::string_view text) {
  const std::string_view written = trimmed(text);
  if (written.empty() || written == "blocked") return kBlockedMove;
  const auto number = parse_decimal(written);
  const auto cost = number ? scaled(*number, kLinkCostDecimals) : std::nullopt;
  if (!cost || *cost < 0) {
    return Error{ErrorCode::syntax,
                 fmt::format("cost {} is neither `blocked` nor a number from 0 with at most {} decimals",
                             in_quotes(written), kLinkCostDecimals)};
  }
  return static_cast<std::uint64_t>(*cost);
}

Result<std::vector<Move>> parse_moves(std::string_view text, std::string_view source, const TileMap& map,
                                      std::uint64_t memory) {
  MoveList moves(map);
  const std::string_view plain = without_byte_order_mark(text);
  const std::size_t begin = plain.find_first_not_of(" \t\r\n");
  if (begin != std::string_view::npos && plain[begin] == '{') {
    if (const Outcome read = add_all_json(text, source, memory, moves); !read) return read.error();
    return moves.take();
  }
  TableReader rows(text, source);
  const Outcome read = for_each_row(rows, {kEnds, kMoveColumns},
                                    [&](const TableHeader& header) { return add_row(rows, header, moves); });
  if (!read) return read.error();
  return moves.take();
}

}  // namespace portolan
