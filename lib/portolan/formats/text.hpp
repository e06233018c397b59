// SPDX-License-Identifier: BSL-1.0
// What the text formats share: walking lines, cutting them into words, whole-word numbers, errors that name the place.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/core/utf8.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// Walks the lines of a text, which end in LF or CRLF (the last one may end with the text); a byte order mark before
/// the first is passed over. Views the text and the name.
class LineReader {
 public:
  LineReader(std::string_view text, std::string_view name) noexcept
      : rest_(without_byte_order_mark(text)), name_(name) {}

  /// Goes to the next line; gives false at the end of the text.
  bool next() noexcept;
  /// The current line without its end.
  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  /// The number of the current line, from 1; 0 before the first.
  [[nodiscard]] std::size_t number() const noexcept { return number_; }
  /// What follows the current line.
  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

  /// Makes the error "name:line: reason" for the current line.
  [[nodiscard]] Error error(ErrorCode code, std::string_view reason) const;
  /// Makes the error "name:line:column: reason" for the current line. `at` must be a part of it; the column, in bytes
  /// from 1, is where that part starts.
  [[nodiscard]] Error error(ErrorCode code, std::string_view at, std::string_view reason) const;

 private:
  std::string_view rest_;
  std::string_view name_;
  std::string_view line_;
  std::size_t number_ = 0;
};

/// Whether a line holds nothing but blanks, tabs and carriage returns.
[[nodiscard]] bool is_blank(std::string_view line) noexcept;

/// The first `most` words of a line, separated by blanks and tabs.
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view line, std::size_t most);

/// The first `most` fields of a line, separated by single tabs; fields may be empty.
[[nodiscard]] std::vector<std::string_view> split_fields(std::string_view line, std::size_t most);

/// A text without the blanks and tabs at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

/// Reads the whole text as a decimal integer; nothing if it is none from `low` to `high`.
[[nodiscard]] std::optional<std::int32_t> parse_integer(std::string_view text, std::int32_t low,
                                                        std::int32_t high) noexcept;

/// Reads the whole text as a decimal number; nothing if it is none, or not finite.
[[nodiscard]] std::optional<double> parse_number(std::string_view text) noexcept;

}  // namespace portolan
