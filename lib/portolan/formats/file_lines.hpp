// SPDX-License-Identifier: BSL-1.0
// Lines of a file of any length, of which little is in memory at a time.
#pragma once

#include "portolan/core/hash.hpp"
#include "portolan/core/result.hpp"
#include "portolan/formats/file.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace portolan {

/// Walks the lines of a file as LineReader walks those of a text. Views the file and the name.
class FileLines {
 public:
  /// The longest line, in bytes with its end.
  static constexpr std::size_t kMaxLine = std::size_t{1} << 22;

  FileLines(const PieceFile& file, std::string_view name);

  /// Goes to the next line; gives false at the end of the file, and where outcome() is an error.
  bool next();
  /// The current line without its end; until the next one is gone to.
  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  /// Bytes of the file behind the current line.
  [[nodiscard]] std::uint64_t bytes_left() const noexcept { return file_.size() - read_ + (end_ - begin_); }
  /// Success, or what prevents going on. Errors: io, limit (a line longer than kMaxLine).
  [[nodiscard]] const Outcome& outcome() const noexcept { return outcome_; }
  /// hash_bytes of what was read: of the whole file after its last line.
  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_.value(); }

  /// Makes the error "name:line: reason" for the current line.
  [[nodiscard]] Error error(ErrorCode code, std::string_view reason) const;
  /// Makes the error "name:line:column: reason" for the current line; `at` is a part of it.
  [[nodiscard]] Error error(ErrorCode code, std::string_view at, std::string_view reason) const;

 private:
  /// Reads on behind what is there; false if there is no more.
  bool fill();

  const PieceFile& file_;
  std::string_view name_;
  std::string_view line_;
  std::size_t number_ = 0;   ///< of the line, from 1
  std::vector<char> bytes_;  ///< those from begin_ to end_ are read and not walked
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t read_ = 0;  ///< of the file
  PieceHash hash_;
  Outcome outcome_{Success{}};
};

}  // namespace portolan
