// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/board_table.hpp"

#include "portolan/formats/boards/board_edges.hpp"
#include "portolan/formats/ends.hpp"
#include "portolan/formats/table.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 1> kNameColumn{"name"};
constexpr std::string_view kEstimateTo = "h:";
constexpr std::array<std::string_view, 7> kNodeColumns{"name", "x", "y", "tags", "enter", "h", kEstimateTo};

/// Reads the rows of arcs; where nodes were declared, all names must be among them.
class ArcRows {
 public:
  enum class Names : std::uint8_t { declared, found };

  ArcRows(const NamedText& table, Names names, DraftBuilder& builder)
      : rows_(table.text, table.name), names_(names), builder_(builder), file_(builder.add_file(table.name)) {}

  Outcome read() {
    std::optional<TableHeader> header;
    for (bool first = true;; first = false) {
      const auto more = rows_.next();
      if (!more) return more.error();
      if (!*more) return Success{};
      if (first && TableHeader::is_header(rows_.fields(), kEnds)) {
        const auto read = TableHeader::read(rows_, kArcColumns);
        if (!read) return read.error();
        header = *read;
        continue;
      }
      if (first) {
        if (Outcome plain = check_bare(); !plain) return plain;
      }
      if (header) {
        if (Outcome fits = header->check_width(rows_); !fits) return fits;
        full_row(*header);
      } else if (Outcome row = bare_row(); !row) {
        return row;
      }
    }
  }

 private:
  [[nodiscard]] SourcePlace place() const { return {file_, rows_.line()}; }

  std::optional<NodeId> end(std::string_view name) {
    if (names_ == Names::found) return builder_.find_or_add(name, place());
    const auto found = builder_.find(name);
    if (!found) builder_.unreadable(place(), builder_.unknown(name, "nodes"));
    return found;
  }

  /// A first row that was meant as a header is not taken for two names.
  [[nodiscard]] Outcome check_bare() const {
    const auto& row = rows_.fields();
    const auto holds = [&](std::string_view column) { return TableHeader::is_header(row, std::span(&column, 1)); };
    const bool from = holds("from");
    const bool to = holds("to");
    if (!from && !to && std::ranges::count_if(kArcColumns, holds) < 2) return Success{};
    return rows_.error(
        fmt::format("a header line without a column {} (known: {}); if it is a row, let another be first",
                    from ? "'to'"
                    : to ? "'from'"
                         : "'from' and a column 'to'",
                    fmt::join(kArcColumns, ", ")));
  }

  Outcome bare_row() {
    const auto& fields = rows_.fields();
    if (fields.size() != 2) {
      // Tiled writes a layer like this, with -1 where no tile is.
      const bool numbers =
          fields.size() > 2 && std::ranges::all_of(fields, [](const std::string& field) {
            return parse_integer(trimmed(field), -1, std::numeric_limits<std::int32_t>::max()).has_value();
          });
      const std::string_view advice =
          numbers ? "; numbers alone look like a layer that Tiled exported: build its .tmx or .tmj" : "";
      return rows_.error(
          fmt::format("{} fields: without a header line (from, to, cost, ...) a row is two names with a tab, a "
                      "semicolon or a comma between them{}",
                      fields.size(), advice));
    }
    join(fields[0], fields[1], DraftArc{}, Direction::both);
    return Success{};
  }

  void full_row(const TableHeader& header) {
    ArcRow row = read_arc_row(rows_, header, place(), builder_);
    join(header.field(rows_, "from"), header.field(rows_, "to"), std::move(row.arc), row.direction);
  }

  void join(std::string_view from, std::string_view to, DraftArc arc, Direction direction) {
    const auto tail = end(from);
    const auto head = end(to);
    if (!tail || !head) return;
    arc.from = *tail;
    arc.to = *head;
    arc.place = place();
    builder_.join(std::move(arc), direction);
  }

  TableReader rows_;
  Names names_;
  DraftBuilder& builder_;
  std::uint32_t file_;
};

}  // namespace

ArcRow read_arc_row(const TableReader& rows, const TableHeader& header, const SourcePlace& place,
                    DraftBuilder& builder) {
  ArcRow row;
  const std::string_view cost = trimmed(header.field(rows, "cost"));
  if (!cost.empty()) builder.set_cost(row.arc, cost, "cost", place);
  row.arc.name = header.field(rows, "name");
  row.arc.tags = split_tags(header.field(rows, "tags"));
  row.arc.place = place;
  if (builder.truth(trimmed(header.field(rows, "one_way")), "one_way", place)) row.direction = Direction::one_way;
  row.closed = builder.truth(trimmed(header.field(rows, "closed")), "closed", place);
  if (row.closed && !cost.empty())
    builder.unreadable(place, "a closed border has no cost; a way beside it takes a row of its own");
  return row;
}

Outcome read_node_table(const NamedText& table, DraftBuilder& builder) {
  const std::uint32_t file = builder.add_file(table.name);
  TableReader rows(table.text, table.name);
  return for_each_row(rows, {kNameColumn, kNodeColumns}, [&](const TableHeader& header) -> Outcome {
    DraftNode node;
    node.place = {file, rows.line()};
    node.name = header.field(rows, "name");
    node.tags = split_tags(header.field(rows, "tags"));
    node.enter = builder.cost_to_enter(header.field(rows, "enter"), "enter", node.place);
    const auto coordinate = [&](std::string_view column) {
      const std::string_view text = trimmed(header.field(rows, column));
      return text.empty() ? std::nullopt : std::optional(WrittenNumber{text, node.place});
    };
    node.position = builder.position(coordinate("x"), coordinate("y"), node.place);
    const SourcePlace place = node.place;
    const NodeId number = builder.declare(std::move(node));
    for (std::size_t field = 0; field < rows.fields().size(); ++field) {
      const std::string_view column = header.names()[field];
      if (column != "h" && !column.starts_with(kEstimateTo)) continue;
      const std::string_view goal = column == "h" ? "" : column.substr(kEstimateTo.size());
      const std::string_view text = trimmed(rows.fields()[field]);
      if (!text.empty()) builder.estimate(number, goal, {text, place});
    }
    return Success{};
  });
}

Result<BoardDraft> parse_board_table(const NamedText& arcs, const std::optional<NamedText>& nodes) {
  DraftBuilder builder;
  if (nodes) {
    if (const Outcome read = read_node_table(*nodes, builder); !read) return read.error();
  }
  const ArcRows::Names names = nodes ? ArcRows::Names::declared : ArcRows::Names::found;
  if (const Outcome read = ArcRows(arcs, names, builder).read(); !read) return read.error();
  return builder.take();
}

std::string arc_table(const BoardView& graph) {
  std::string text = "from\tto\tcost\tone_way\tname\ttags\n";
  for (const BoardEdge& edge : edges_of(graph)) {
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", table_field(graph.names[edge.from]),
                        table_field(graph.names[edge.to]), to_text(graph.in_author_unit(graph.own_weight(edge.arc))),
                        edge.direction == Direction::one_way ? "yes" : "no", table_field(graph.arc_names[edge.arc]),
                        table_field(joined_tags(graph, graph.arc_tags[edge.arc])));
  }
  return text;
}

std::string node_table(const BoardView& graph) {
  std::string text = graph.enter.empty() ? "name\tx\ty\ttags" : "name\tx\ty\ttags\tenter";
  for (const EstimateGoal& entry : graph.estimate_goals) {
    text += "\t" + table_field(fmt::format("{}{}", kEstimateTo, graph.names[entry.goal]));
  }
  text += "\n";
  for (NodeId node = 0; node < graph.size(); ++node) {
    std::string x;
    std::string y;
    (void)position_of(graph, node, x, y);
    text += fmt::format("{}\t{}\t{}\t{}", table_field(graph.names[node]), x, y,
                        table_field(joined_tags(graph, graph.node_tags[node])));
    if (!graph.enter.empty()) text += "\t" + cost_to_enter(graph, node);
    for (const EstimateGoal& entry : graph.estimate_goals) text += "\t" + estimate_text(graph, entry.goal, node);
    text += "\n";
  }
  return text;
}

}  // namespace portolan
