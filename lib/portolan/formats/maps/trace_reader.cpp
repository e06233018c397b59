// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/trace_reader.hpp"

#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/row_values.hpp"
#include "portolan/formats/table.hpp"
#include "portolan/formats/text.hpp"

#include <array>
#include <limits>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 4> kRequired{"tick", "unit", "x", "y"};
constexpr std::array<std::string_view, 5> kColumns{"tick", "unit", "x", "y", "floor"};
constexpr std::int32_t kMaxNumber = std::numeric_limits<std::int32_t>::max();

/// Takes the rows of a trace one after the other. What it finds wrong it says without the line.
class TraceBuilder {
 public:
  explicit TraceBuilder(const TraceLimits& limits) : limits_(limits) {}

  Outcome add(std::uint32_t tick, std::uint32_t unit, Tile tile) {
    if (rows_ == limits_.rows) return limit(fmt::format("more than {} rows", limits_.rows));
    if (trace_.ticks.empty() || tick != trace_.ticks.back()) {
      if (Outcome begun = begin(tick); !begun) return begun;
    }
    const auto place = place_of(unit);
    if (!place) return place.error();
    trace_.tiles[(trace_.ticks.size() - 1) * trace_.units.size() + *place] = tile;
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
      trace_.tiles.resize(trace_.tiles.size() + trace_.units.size());
    }
    trace_.ticks.push_back(tick);
    next_ = 0;
    in_tick_ = 0;
    return Success{};
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
      trace_.tiles.emplace_back();
      seen_.push_back(0);
    }
    if (seen_[place] == trace_.ticks.size()) {
      return wrong(fmt::format("unit {} is there twice in tick {}", unit, trace_.ticks.back()));
    }
    return place;
  }

  TraceLimits limits_;
  CrowdTrace trace_;
  std::unordered_map<std::uint32_t, std::size_t> places_;
  std::vector<std::size_t> seen_;  ///< by place: in how many-th tick the unit was last
  std::size_t next_ = 0;           ///< the place after that of the row before
  std::size_t in_tick_ = 0;
  std::size_t rows_ = 0;
};

}  // namespace

Result<CrowdTrace> parse_trace(std::string_view text, std::string_view source, std::int32_t width,
                               const FloorStack& floors, const TraceLimits& limits) {
  TableReader rows(without_byte_order_mark(text), source);
  TraceBuilder builder(limits);
  const auto at_line = [&](const Error& error) { return Error{error.code, rows.error(error.message).message}; };
  const Outcome read = for_each_row(rows, {kRequired, kColumns}, [&](const TableHeader& header) -> Outcome {
    const auto tick = number_in_row(rows, header, "tick", kMaxNumber);
    if (!tick) return tick.error();
    const auto unit = number_in_row(rows, header, "unit", kMaxNumber);
    if (!unit) return unit.error();
    const auto tile = tile_in_row(rows, header, {"x", "y", "floor"}, width, floors);
    if (!tile) return tile.error();
    const Outcome added = builder.add(static_cast<std::uint32_t>(*tick), static_cast<std::uint32_t>(*unit), *tile);
    if (!added) return at_line(added.error());
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
