// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/trace_reader.hpp"

#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/row_values.hpp"
#include "portolan/formats/table.hpp"
#include "portolan/formats/text.hpp"

#include <array>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 4> kRequired{"tick", "unit", "x", "y"};
constexpr std::array<std::string_view, 25> kTraceColumns{
    "tick",         "unit",           "x",       "y",          "floor", "side",     "group",
    "profile",      "heading",        "begin",   "end",        "to_x",  "to_y",     "to_floor",
    "to_heading",   "slot_x",         "slot_y",  "slot_floor", "stuck", "leader_x", "leader_y",
    "leader_floor", "leader_heading", "decided", "waited"};
constexpr std::int32_t kMaxNumber = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kMaxSideNumber = 255;
constexpr std::int32_t kMaxGroup = 65'535;

/// What a row says, as it says it: nothing where its field is empty.
struct TraceRow {
  std::uint32_t line = 0;
  std::uint32_t tick = 0;
  std::uint32_t unit = 0;
  Tile tile{};
  std::optional<std::uint8_t> side = {};
  std::optional<std::uint16_t> group = {};
  std::optional<std::string_view> profile = {};  ///< also an empty one, in the first tick
  Heading heading = Heading::any;
  TraceMove move = {};
  Tile slot = kNowhere;
  std::uint8_t stuck = 0;
  std::optional<Placement> leader = {};
  std::optional<std::uint32_t> decided = {};
  std::optional<std::uint32_t> waited = {};
};

/// Which optional columns a table has.
struct TraceColumns {
  bool sides = false;
  bool groups = false;
  bool profiles = false;
  bool headings = false;
  bool moves = false;
  bool slots = false;
  bool stuck = false;
  bool leaders = false;
  bool counts = false;
};

/// Takes the rows of a trace one after the other. What it finds wrong it says without the line.
class TraceBuilder {
 public:
  explicit TraceBuilder(const TraceLimits& limits) : limits_(limits) {}

  /// Before the first row.
  void use(const TraceColumns& columns) noexcept { has_ = columns; }

  Outcome add(const TraceRow& row) {
    if (rows_ == limits_.rows) return limit(fmt::format("more than {} rows", limits_.rows));
    if (trace_.ticks.empty() || row.tick != trace_.ticks.back()) {
      if (Outcome begun = begin(row.tick); !begun) return begun;
    }
    const auto place = place_of(row.unit);
    if (!place) return place.error();
    if (Outcome named = note_unit(row, *place); !named) return named;
    note_row(row, (trace_.ticks.size() - 1) * trace_.units.size() + *place);
    if (Outcome led = note_leader(row, *place); !led) return led;
    if (Outcome counted = note_counts(row); !counted) return counted;
    seen_[*place] = trace_.ticks.size();
    next_ = *place + 1;
    ++in_tick_;
    ++rows_;
    return Success{};
  }

  /// To be called after the last row.
  Result<CrowdTrace> finish() {
    if (trace_.ticks.empty()) return wrong("there is no row");
    if (const Outcome ended = end(); !ended) return ended.error();
    return std::move(trace_);
  }

 private:
  static Error wrong(std::string reason) { return {ErrorCode::syntax, std::move(reason)}; }
  static Error limit(std::string reason) { return {ErrorCode::limit, std::move(reason)}; }

  Outcome begin(std::uint32_t tick) {
    if (!trace_.ticks.empty()) {
      if (tick < trace_.ticks.back()) return wrong(fmt::format("tick {} after tick {}", tick, trace_.ticks.back()));
      if (Outcome ended = end(); !ended) return ended;
      add_rows(trace_.units.size());
      if (has_.leaders) trace_.leaders.resize(trace_.leaders.size() + trace_.led.size(), {kNowhere, Heading::any});
    }
    trace_.ticks.push_back(tick);
    if (has_.counts) trace_.counts.emplace_back();
    has_decided_ = has_waited_ = false;
    next_ = 0;
    in_tick_ = 0;
    return Success{};
  }

  void add_rows(std::size_t count) {
    const std::size_t rows = trace_.tiles.size() + count;
    trace_.tiles.resize(rows);
    if (has_.headings) trace_.headings.resize(rows, Heading::any);
    if (has_.moves) trace_.moves.resize(rows);
    if (has_.slots) trace_.slots.resize(rows, kNowhere);
    if (has_.stuck) trace_.stuck.resize(rows);
  }

  /// The last tick must have all units of the first one.
  [[nodiscard]] Outcome end() const {
    if (in_tick_ == trace_.units.size()) return Success{};
    std::size_t place = 0;
    while (seen_[place] == trace_.ticks.size()) ++place;
    return wrong(fmt::format("tick {} lacks unit {}: it has {} of {}", trace_.ticks.back(), trace_.units[place],
                             in_tick_, trace_.units.size()));
  }

  /// The place of a unit among those of the first tick, which makes it known.
  Result<std::size_t> place_of(std::uint32_t unit) {
    const bool is_first_tick = trace_.ticks.size() == 1;
    std::size_t place = next_;
    if (is_first_tick || place == trace_.units.size() || trace_.units[place] != unit) {
      const auto known = places_.find(unit);
      place = known == places_.end() ? trace_.units.size() : known->second;
    }
    if (place == trace_.units.size()) {
      if (!is_first_tick) return wrong(fmt::format("unit {} is not in the first tick, {}", unit, trace_.ticks.front()));
      if (place == limits_.units) return limit(fmt::format("more than {} units", limits_.units));
      places_.emplace(unit, place);
      trace_.units.push_back(unit);
      add_rows(1);
      seen_.push_back(0);
    }
    if (seen_[place] == trace_.ticks.size()) {
      return wrong(fmt::format("unit {} is there twice in tick {}", unit, trace_.ticks.back()));
    }
    return place;
  }

  /// What holds of a unit throughout: its first row says it.
  Outcome note_unit(const TraceRow& row, std::size_t place) {
    const auto other = [&](std::string_view what) {
      return wrong(fmt::format("unit {} has another {} than in the first tick", row.unit, what));
    };
    if (trace_.ticks.size() > 1) {
      if (row.side && *row.side != trace_.sides[place]) return other("side");
      if (row.group && *row.group != trace_.groups[place]) return other("group");
      if (row.profile && *row.profile != trace_.profiles[trace_.movers[place]].name) return other("profile");
      return Success{};
    }
    if (has_.sides) trace_.sides.push_back(row.side.value_or(0));
    if (has_.groups) trace_.groups.push_back(row.group.value_or(0));
    if (has_.profiles) {
      const auto [known, is_new] = profiles_.try_emplace(std::string(row.profile.value_or("")), profiles_.size());
      if (is_new) trace_.profiles.push_back({known->first, row.line});
      trace_.movers.push_back(static_cast<std::uint32_t>(known->second));
    }
    if (!has_.leaders || trace_.groups[place] == 0) return Success{};
    const std::uint16_t group = trace_.groups[place];
    if (group_places_.try_emplace(group, trace_.led.size()).second) {
      trace_.led.push_back(group);
      trace_.leaders.push_back({kNowhere, Heading::any});
    }
    return Success{};
  }

  void note_row(const TraceRow& row, std::size_t at) {
    trace_.tiles[at] = row.tile;
    if (has_.headings) trace_.headings[at] = row.heading;
    if (has_.moves) trace_.moves[at] = row.move;
    if (has_.slots) trace_.slots[at] = row.slot;
    if (has_.stuck) trace_.stuck[at] = row.stuck;
  }

  Outcome note_leader(const TraceRow& row, std::size_t place) {
    if (!row.leader) return Success{};
    const std::uint16_t group = trace_.groups[place];
    if (group == 0) return wrong(fmt::format("unit {} has a leader and no group", row.unit));
    Placement& leader = trace_.leaders[(trace_.ticks.size() - 1) * trace_.led.size() + group_places_.at(group)];
    if (!(leader.tile == kNowhere)) {
      return wrong(fmt::format("the leader of group {} is there twice in tick {}", group, row.tick));
    }
    leader = *row.leader;
    return Success{};
  }

  Outcome note_counts(const TraceRow& row) {
    if ((row.decided && has_decided_) || (row.waited && has_waited_)) {
      return wrong(fmt::format("tick {} says twice how many {}", row.tick, row.decided ? "decided" : "waited"));
    }
    if (row.decided) trace_.counts.back().decided = *row.decided;
    if (row.waited) trace_.counts.back().waited = *row.waited;
    has_decided_ = has_decided_ || row.decided.has_value();
    has_waited_ = has_waited_ || row.waited.has_value();
    return Success{};
  }

  TraceLimits limits_;
  TraceColumns has_;
  CrowdTrace trace_;
  std::unordered_map<std::uint32_t, std::size_t> places_;
  std::unordered_map<std::string, std::size_t> profiles_;        ///< places in CrowdTrace::profiles
  std::unordered_map<std::uint16_t, std::size_t> group_places_;  ///< in CrowdTrace::led
  std::vector<std::size_t> seen_;                                ///< by place: in how many-th tick the unit was last
  std::size_t next_ = 0;                                         ///< the place after that of the row before
  std::size_t in_tick_ = 0;
  std::size_t rows_ = 0;
  bool has_decided_ = false;
  bool has_waited_ = false;
};

/// Reads the fields of rows. Errors (syntax) name the line.
class TraceFields {
 public:
  TraceFields(const TableReader& rows, const TableHeader& header, std::int32_t width, const FloorStack& floors)
      : rows_(rows), header_(header), width_(width), floors_(floors) {}

  /// Which optional columns there are. Errors: some that come together do not.
  Result<TraceColumns> columns() const {
    for (const auto& [one, other] : kTogether) {
      if (header_.has(one) && !header_.has(other)) {
        return Error{ErrorCode::syntax,
                     rows_.error(fmt::format("there is a column '{}' and no '{}'", one, other)).message};
      }
    }
    return TraceColumns{.sides = header_.has("side"),
                        .groups = header_.has("group"),
                        .profiles = header_.has("profile"),
                        .headings = header_.has("heading"),
                        .moves = header_.has("end"),
                        .slots = header_.has("slot_x"),
                        .stuck = header_.has("stuck"),
                        .leaders = header_.has("leader_x"),
                        .counts = header_.has("decided") || header_.has("waited")};
  }

  Result<TraceRow> row(const TraceColumns& has) const {
    TraceRow row{.line = rows_.line()};
    Outcome read = required(row);
    if (read && has.sides) read = number("side", kMaxSideNumber, row.side);
    if (read && has.groups) read = number("group", kMaxGroup, row.group);
    if (read && has.headings) read = heading("heading", row.heading);
    if (read && has.moves) read = move(row);
    if (read && has.slots) read = tile({"slot_x", "slot_y", "slot_floor"}, row.slot);
    if (read && has.leaders) read = leader(row);
    if (read && has.counts) read = number("decided", kMaxNumber, row.decided);
    if (read && has.counts) read = number("waited", kMaxNumber, row.waited);
    if (read && has.stuck) {
      std::optional<std::uint8_t> stuck;
      read = number("stuck", 1, stuck);
      row.stuck = stuck.value_or(0);
    }
    if (!read) return read.error();
    if (has.profiles && !is_empty("profile")) row.profile = trimmed(header_.field(rows_, "profile"));
    return row;
  }

 private:
  /// Columns, and what must be there beside them.
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kTogether{
      {{"end", "begin"},
       {"begin", "to_x"},
       {"to_x", "to_y"},
       {"to_y", "end"},
       {"to_floor", "end"},
       {"to_heading", "end"},
       {"to_heading", "heading"},
       {"slot_x", "slot_y"},
       {"slot_y", "slot_x"},
       {"slot_floor", "slot_x"},
       {"leader_x", "leader_y"},
       {"leader_y", "leader_heading"},
       {"leader_heading", "leader_x"},
       {"leader_x", "group"}}};

  [[nodiscard]] bool is_empty(std::string_view column) const { return trimmed(header_.field(rows_, column)).empty(); }

  Outcome required(TraceRow& row) const {
    const auto tick = number_in_row(rows_, header_, "tick", kMaxNumber);
    if (!tick) return tick.error();
    const auto unit = number_in_row(rows_, header_, "unit", kMaxNumber);
    if (!unit) return unit.error();
    const auto tile = tile_in_row(rows_, header_, {"x", "y", "floor"}, width_, floors_);
    if (!tile) return tile.error();
    row.tick = static_cast<std::uint32_t>(*tick);
    row.unit = static_cast<std::uint32_t>(*unit);
    row.tile = *tile;
    return Success{};
  }

  template <class Number>
  Outcome number(std::string_view column, std::int32_t most, std::optional<Number>& value) const {
    if (is_empty(column)) return Success{};
    const auto number = number_in_row(rows_, header_, column, most);
    if (!number) return number.error();
    value = static_cast<Number>(*number);
    return Success{};
  }

  /// Leaves the value as it is if the field is empty.
  Outcome heading(std::string_view column, Heading& value) const {
    if (is_empty(column)) return Success{};
    const auto heading = heading_in_row(rows_, header_, column);
    if (!heading) return heading.error();
    value = *heading;
    return Success{};
  }

  /// Leaves the value as it is if all three are empty.
  Outcome tile(const std::array<std::string_view, 3>& columns, Tile& value) const {
    if (is_empty(columns[0]) && is_empty(columns[1]) && is_empty(columns[2])) return Success{};
    const auto tile = tile_in_row(rows_, header_, columns, width_, floors_);
    if (!tile) return tile.error();
    value = *tile;
    return Success{};
  }

  Outcome move(TraceRow& row) const {
    const bool is_none = is_empty("begin") && is_empty("end") && is_empty("to_x") && is_empty("to_y") &&
                         is_empty("to_floor") && is_empty("to_heading");
    if (is_none) return Success{};
    const auto begin = number_in_row(rows_, header_, "begin", kMaxNumber);
    if (!begin) return begin.error();
    const auto end = number_in_row(rows_, header_, "end", kMaxNumber);
    if (!end) return end.error();
    const auto to = tile_in_row(rows_, header_, {"to_x", "to_y", "to_floor"}, width_, floors_);
    if (!to) return to.error();
    row.move = {.to = *to,
                .begin = static_cast<std::uint32_t>(*begin),
                .end = static_cast<std::uint32_t>(*end),
                .heading = row.heading};
    if (row.move.begin > row.tick || row.move.end <= row.tick) {
      return rows_.error(
          fmt::format("a move from tick {} to {} is not under way in tick {}", row.move.begin, row.move.end, row.tick));
    }
    return heading("to_heading", row.move.heading);
  }

  Outcome leader(TraceRow& row) const {
    Placement leader{kNowhere, Heading::any};
    if (Outcome read = tile({"leader_x", "leader_y", "leader_floor"}, leader.tile); !read) return read;
    if (Outcome read = heading("leader_heading", leader.heading); !read) return read;
    if (!(leader.tile == kNowhere))
      row.leader = leader;
    else if (leader.heading != Heading::any)
      return rows_.error("a leader has a heading and no tile");
    return Success{};
  }

  const TableReader& rows_;
  const TableHeader& header_;
  std::int32_t width_;
  const FloorStack& floors_;
};

}  // namespace

Result<CrowdTrace> parse_trace(std::string_view text, std::string_view source, std::int32_t width,
                               const FloorStack& floors, const TraceLimits& limits) {
  TableReader rows(without_byte_order_mark(text), source);
  TraceBuilder builder(limits);
  const auto at_line = [&](const Error& error) { return Error{error.code, rows.error(error.message).message}; };
  std::optional<TraceColumns> has;
  const Outcome read = for_each_row(rows, {kRequired, kTraceColumns}, [&](const TableHeader& header) -> Outcome {
    const TraceFields fields(rows, header, width, floors);
    if (!has) {
      const auto columns = fields.columns();
      if (!columns) return columns.error();
      builder.use(*columns);
      has = *columns;
    }
    const auto row = fields.row(*has);
    if (!row) return row.error();
    if (const Outcome added = builder.add(*row); !added) return at_line(added.error());
    return Success{};
  });
  if (!read) return read.error();
  auto trace = builder.finish();
  if (!trace) return at_line(trace.error());
  return trace;
}

Result<CrowdTrace> read_trace(const std::filesystem::path& path, std::int32_t width, const FloorStack& floors) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_trace(*text, path.string(), width, floors);
}

}  // namespace portolan
