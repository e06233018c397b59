// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of traces of crowds; what it accepts must be whole and lie on the map.
#include "portolan/formats/maps/trace_reader.hpp"

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string_view>

using namespace portolan;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr FloorStack kFloors{.count = 2, .height = 10, .between = 1};
  constexpr TraceLimits kLimits{.rows = 64, .units = 8};
  const auto trace = parse_trace({reinterpret_cast<const char*>(data), size}, "input", 20, kFloors, kLimits);
  if (!trace) {
    if (!trace.error().message.starts_with("input")) std::abort();
    return 0;
  }
  const std::set<std::uint32_t> units(trace->units.begin(), trace->units.end());
  if (trace->units.empty() || units.size() != trace->units.size() || units.size() > kLimits.units) std::abort();
  if (trace->tiles.size() != trace->units.size() * trace->ticks.size() || trace->tiles.size() > kLimits.rows) {
    std::abort();
  }
  const auto fits = [](std::size_t found, std::size_t wanted) {
    if (found != 0 && found != wanted) std::abort();
  };
  for (const std::size_t count : {trace->sides.size(), trace->groups.size(), trace->movers.size()}) {
    fits(count, trace->units.size());
  }
  for (const std::size_t count :
       {trace->headings.size(), trace->moves.size(), trace->slots.size(), trace->stuck.size()}) {
    fits(count, trace->tiles.size());
  }
  fits(trace->counts.size(), trace->ticks.size());
  if (trace->leaders.size() != trace->led.size() * trace->ticks.size()) std::abort();
  for (const std::uint32_t mover : trace->movers) {
    if (mover >= trace->profiles.size()) std::abort();
  }
  for (std::size_t i = 0; i < trace->moves.size(); ++i) {
    const TraceMove& move = trace->moves[i];
    const std::uint32_t tick = trace->ticks[i / trace->units.size()];
    if (move.end != 0 && (move.begin > tick || move.end <= tick)) std::abort();
  }
  for (std::size_t i = 0; i < trace->ticks.size(); ++i) {
    if (i > 0 && trace->ticks[i] <= trace->ticks[i - 1]) std::abort();
    for (const Tile tile : trace->at(i)) {
      const bool inside = tile.x >= 0 && tile.x < 20 && tile.y >= 0 && tile.y < 21 && kFloors.row(tile.y) < 10;
      if (!inside) std::abort();
    }
  }
  return 0;
}
