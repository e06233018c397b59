// SPDX-License-Identifier: BSL-1.0
// Places in JSON texts, for messages.
#pragma once

#include "portolan/core/result.hpp"

#include <cstddef>
#include <iterator>
#include <string_view>

namespace portolan {

/// The error for broken JSON: "source:line:column: reason". `position` counts the bytes read; `what` is the text of the
/// parser's exception.
[[nodiscard]] Error json_syntax_error(std::string_view text, std::string_view source, std::size_t position,
                                      std::string_view what);

/// Walks a text and counts the lines on the way, for parsers that read it once.
class LineCountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  LineCountingIterator(const char* at, std::size_t& line) noexcept : at_(at), line_(&line) {}
  [[nodiscard]] const char& operator*() const noexcept { return *at_; }
  LineCountingIterator& operator++() noexcept {
    if (*at_++ == '\n') ++*line_;
    return *this;
  }
  LineCountingIterator operator++(int) noexcept {  // NOLINT(cert-dcl21-cpp): iterators return what can be assigned
    const LineCountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const LineCountingIterator& a, const LineCountingIterator& b) noexcept {
    return a.at_ == b.at_;
  }

 private:
  const char* at_;
  std::size_t* line_;
};

}  // namespace portolan
