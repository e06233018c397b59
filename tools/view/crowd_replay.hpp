// SPDX-License-Identifier: BSL-1.0
// A run of a crowd as the page plays it.
#pragma once

#include "map/path_report.hpp"
#include "portolan/formats/maps/load_reader.hpp"
#include "portolan/formats/maps/trace_reader.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::tools {

/// A table of what a service had to do meanwhile, and the name of its file. Without rows: there is none.
struct ReplayLoad {
  std::vector<ServiceLoad> rows;
  std::string name;
};

/// A trace that is asked for in pieces of whole ticks. Constant, so that any number of threads may ask.
class CrowdReplay {
 public:
  /// The most rows of a piece; a tick has no more, as TraceLimits says.
  static constexpr std::size_t kPieceRows = 65'536;
  /// The most numbers by which report() tells how many units move, decide, wait or are stuck, and what a service did.
  static constexpr std::size_t kMaxShares = 512;

  /// Takes a trace with at least one unit and one tick, and the name of its file. O(rows).
  CrowdReplay(CrowdTrace trace, std::string name, ReplayLoad load = {});

  /// Finds the bodies of the profiles that units name, among those of the world. An empty name is that of the first
  /// one. Error (usage): the world has no such profile; it names the line of `source`, the trace's file.
  Outcome find_bodies(const World& world, std::string_view source);

  [[nodiscard]] std::size_t rows() const noexcept { return trace_.tiles.size(); }
  /// How many pieces there are: 1 or more.
  [[nodiscard]] std::size_t pieces() const noexcept;
  /// What a row takes in a piece, in bytes: 8 to 34.
  [[nodiscard]] std::size_t row_bytes() const noexcept;
  /// The keys `name units ticks last piece moved rests`: numbers of the units, how many ticks there are and the number
  /// of the last, how many a piece has, the most units that moved in a tick of each of as many shares of the run as
  /// there are numbers, and for each unit from which tick on, counted from 0, it moves no more. What the trace has
  /// columns for comes beside:
  /// - `headings`, `moves`, `slots`: true, for what pieces have of them
  /// - `sides`, `groups`: by unit; `bodies`, and by unit the place of its own among them, `movers`
  /// - `led`: groups with leaders; `ways`: for each of them x and y of where its leader is over the run, each tile once
  /// - `stuck`, `decided`, `waited`: by share, as `moved`
  /// - `load`: its `name`, and by share `waiting answered charged`
  [[nodiscard]] Json report() const;
  /// Piece `number`, below pieces(), little-endian: the numbers of its ticks, 4 bytes each, then for each of them x and
  /// y of every unit on the map with all its floors, 4 bytes each. Then, of what report() says that there is, each for
  /// all ticks of the piece: for each unit x and y of where its move leads, when that begins and when it ends (0: there
  /// is none), 4 bytes each; x and y of its slot (-1: none); x and y of each leader (-1: none); numbers of units that
  /// decided and waited; of requests that wait, and since the tick before were answered, and what was charged for them,
  /// 4 bytes each. Last a byte for each unit: its heading, from 0 for east against the clock, and in the fourth bit and
  /// those above the one at the end of its move (8: none); whether it is stuck; and for each leader its heading.
  [[nodiscard]] std::string piece(std::size_t number) const;

 private:
  [[nodiscard]] std::size_t ticks_a_piece() const noexcept;
  void note_load();

  CrowdTrace trace_;
  std::string name_;
  ReplayLoad load_;
  std::vector<std::uint32_t> moved_;
  std::vector<std::uint32_t> rests_;
  std::vector<ServiceLoad> loads_;  ///< by tick of the trace, if there is a table
  Json bodies_;                     ///< null: not known
};

}  // namespace portolan::tools
