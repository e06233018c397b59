// SPDX-License-Identifier: BSL-1.0
// A run of a crowd as the page plays it.
#pragma once

#include "map/path_report.hpp"
#include "portolan/formats/maps/trace_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace portolan::tools {

/// A trace that is asked for in pieces of whole ticks. Constant, so that any number of threads may ask.
class CrowdReplay {
 public:
  /// The most rows of a piece; a tick has no more, as TraceLimits says.
  static constexpr std::size_t kPieceRows = 65'536;
  /// The most numbers by which report() tells how many units move.
  static constexpr std::size_t kMaxShares = 512;

  /// Takes a trace with at least one unit and one tick, and the name of its file. O(rows).
  CrowdReplay(CrowdTrace trace, std::string name);

  [[nodiscard]] std::size_t rows() const noexcept { return trace_.tiles.size(); }
  /// How many pieces there are: 1 or more.
  [[nodiscard]] std::size_t pieces() const noexcept;
  /// The keys `name units ticks last piece moved rests`: numbers of the units, how many ticks there are and the number
  /// of the last, how many a piece has, the most units that moved in a tick of each of as many shares of the run as
  /// there are numbers, and for each unit from which tick on, counted from 0, it moves no more.
  [[nodiscard]] Json report() const;
  /// Piece `number`, below pieces(): the numbers of its ticks, 4 bytes each, then for each of them x and y of every
  /// unit on the map with all its floors, 4 bytes each; all of them little-endian.
  [[nodiscard]] std::string piece(std::size_t number) const;

 private:
  [[nodiscard]] std::size_t ticks_a_piece() const noexcept;

  CrowdTrace trace_;
  std::string name_;
  std::vector<std::uint32_t> moved_;
  std::vector<std::uint32_t> rests_;
};

}  // namespace portolan::tools
