// SPDX-License-Identifier: BSL-1.0
// Queries with known answers: `.scen` files of the Moving AI benchmarks, and plain tables.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace portolan {

/// A query with the length of its shortest path, as a reference.
struct Scenario {
  Tile from;
  Tile to;
  double length = -1;       ///< of the shortest path, in tile sides; below 0: no reference
  double tolerance = 1e-4;  ///< by how much an equal length may differ, for the digits that the file prints
  std::int32_t width = 0;   ///< size of the map the query was made for; 0: the file does not say
  std::int32_t height = 0;

  /// Whether the reference is that there is no path: a length of 0 between different tiles.
  [[nodiscard]] bool expects_no_path() const noexcept { return length == 0 && from != to; }
};

/// The form of a file of queries.
enum class ScenarioKind { movingai, table };

/// The queries of a file.
struct ScenarioFile {
  ScenarioKind kind = ScenarioKind::movingai;
  std::vector<Scenario> scenarios;  ///< in the order of the file, at least one
};

/// Parses a whole file; `name` stands for it in errors.
///
/// A text that starts with `version 1` is a `.scen`: rows of bucket, map, width, height, start x and y, goal x and y,
/// length, separated by tabs (or by blanks where a row has no tab). Lengths with fewer than 8 decimals there were
/// printed with six significant digits, which the tolerance allows for. Otherwise it is a table (table.hpp) of `sx sy
/// gx gy length`, in that order or as a header line says. Coordinates are from 0 to kMaxSide - 1; whether they fit the
/// map is for the caller to check. O(bytes). Errors: syntax, unsupported (another version).
Result<ScenarioFile> parse_scenarios(std::string_view text, std::string_view name);

/// Reads queries, as parse_scenarios does, from a file or pipe. Errors: those of parse_scenarios, and io.
Result<ScenarioFile> read_scenarios(const std::filesystem::path& path);

}  // namespace portolan
