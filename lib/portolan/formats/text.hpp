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

  /// Goes to the next line; false at the end of the text.
  bool next() noexcept;
  /// The current line without its end.
  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  /// Number of the current line, from 1; 0 before the first.
  [[nodiscard]] std::size_t number() const noexcept { return number_; }
  /// What follows the current line.
  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

  /// "name:line: reason" for the current line.
  [[nodiscard]] Error error(ErrorCode code, std::string_view reason) const;
  /// "name:line:column: reason"; `at` must be a part of the current line, the column (in bytes, from 1) is where it
  /// starts.
  [[nodiscard]] Error error(ErrorCode code, std::string_view at, std::string_view reason) const;

 private:
  std::string_view rest_;
  std::string_view name_;
  std::string_view line_;
  std::size_t number_ = 0;
};

/// True if there is nothing but blanks, tabs and carriage returns.
[[nodiscard]] bool is_blank(std::string_view line) noexcept;

/// The first `most` words of a line, separated by blanks and tabs.
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view line, std::size_t most);

/// The first `most` fields of a line, separated by single tabs; fields may be empty.
[[nodiscard]] std::vector<std::string_view> split_fields(std::string_view line, std::size_t most);

/// The whole text as a decimal integer from `low` to `high`.
[[nodiscard]] std::optional<std::int32_t> parse_integer(std::string_view text, std::int32_t low,
                                                        std::int32_t high) noexcept;

/// The whole text as a finite decimal number.
[[nodiscard]] std::optional<double> parse_number(std::string_view text) noexcept;

}  // namespace portolan
