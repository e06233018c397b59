// SPDX-License-Identifier: BSL-1.0
// What a crowd does, written as the table that trace_reader.hpp describes.
#pragma once

#include "portolan/crowd/crowd.hpp"
#include "portolan/crowd/formation.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace portolan::tools {

/// A unit whose number in the table is its place among all that are traced.
struct TracedUnit {
  UnitId unit = kNoUnit;
  std::size_t profile = 0;
  std::uint8_t side = 0;
  std::uint16_t group = 0;
};

/// Whether moves can last longer than the tick in which they begin: only then any is under way between two ticks.
enum class TracedMoves : std::uint8_t { of_a_tick, lasting };

/// Gathers rows. It writes the columns that the units need, says once what stays as it is, and leaves out empty fields
/// at the ends of rows, so that a plain unit takes no more than its tick, number and tile. Views the world.
class CrowdTraceWriter {
 public:
  CrowdTraceWriter(const World& world, std::vector<TracedUnit> units, TracedMoves moves);

  /// A row for each unit as it is now, after the tick of the report; before the first one an empty report. O(units).
  void add(const Crowd& crowd, std::span<const Formation> formations, const CrowdReport& report);

  [[nodiscard]] const std::string& table() const noexcept { return table_; }

 private:
  void note(const Formation& formation);
  void put_row(const Crowd& crowd, std::size_t number, const CrowdReport& report);
  void put_tile(Tile tile);

  const World& world_;
  std::vector<TracedUnit> units_;
  std::vector<std::size_t> numbers_;  ///< by UnitId
  std::vector<Tile> slots_;           ///< by number; kNoTile: none
  std::vector<Placement> leaders_;    ///< by number, of the unit in whose row the leader of its group stands
  bool turn_ = false;
  bool last_;
  bool sides_ = false;
  bool groups_ = false;
  std::string table_;
};

}  // namespace portolan::tools
