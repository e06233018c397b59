// SPDX-License-Identifier: BSL-1.0
// Lines of places in a text, for parsers that give offsets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace portolan {

/// Where the lines of a text end. Made in O(bytes).
class LineIndex {
 public:
  explicit LineIndex(std::string_view text) {
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
      ends_.push_back(static_cast<std::ptrdiff_t>(at));
    }
  }
  /// The number of the line, from 1, that an offset lies in. O(log lines).
  [[nodiscard]] std::uint32_t line_of(std::ptrdiff_t offset) const {
    return static_cast<std::uint32_t>(std::lower_bound(ends_.begin(), ends_.end(), offset) - ends_.begin() + 1);
  }

 private:
  std::vector<std::ptrdiff_t> ends_;
};

}  // namespace portolan
