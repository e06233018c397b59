// SPDX-License-Identifier: BSL-1.0
// What a PathService had to do, as a table (TSV or CSV) with a header, as a game writes it of its own:
//
//   tick  waiting  answered  charged
//   0     312      40        20000
//   1     290      22        20000
//
// These columns must be there, in any order; ticks ascend and may leave some out. Unknown columns and repeated ones are
// errors; lines that start with `#` are comments.
#pragma once

#include "portolan/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace portolan {

/// What a tick of a service did.
struct ServiceLoad {
  std::uint32_t tick = 0;
  std::uint32_t waiting = 0;   ///< requests, at its end
  std::uint32_t answered = 0;  ///< ServiceReport::answered: how many
  std::uint32_t charged = 0;   ///< ServiceReport::charged: expansions
  friend bool operator==(const ServiceLoad&, const ServiceLoad&) = default;
};

/// The most rows that a table may have.
inline constexpr std::size_t kMaxLoadRows = 10'000'000;

/// Reads a whole text, in whose messages `source` stands for it: one row or more, ticks ascending. Errors: syntax,
/// limit (more than `rows`); they name the line. O(bytes).
Result<std::vector<ServiceLoad>> parse_load(std::string_view text, std::string_view source,
                                            std::size_t rows = kMaxLoadRows);

/// Reads a table, as parse_load does, from a file. Errors: those of parse_load, and of read_file.
Result<std::vector<ServiceLoad>> read_load(const std::filesystem::path& path);

}  // namespace portolan
