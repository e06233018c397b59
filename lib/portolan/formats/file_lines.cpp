// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/file_lines.hpp"

#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include <fmt/format.h>

namespace portolan {

FileLines::FileLines(const PieceFile& file, std::string_view name)
    : file_(file), name_(name), bytes_(std::min<std::uint64_t>(kMaxLine, file.size())) {
  if (fill()) begin_ = end_ - without_byte_order_mark({bytes_.data(), end_}).size();
}

bool FileLines::fill() {
  std::move(bytes_.begin() + static_cast<std::ptrdiff_t>(begin_), bytes_.begin() + static_cast<std::ptrdiff_t>(end_),
            bytes_.begin());
  end_ -= begin_;
  begin_ = 0;
  const auto piece =
      std::span(bytes_).subspan(end_, std::min<std::uint64_t>(bytes_.size() - end_, file_.size() - read_));
  if (piece.empty()) return false;
  outcome_ = file_.read(read_, std::as_writable_bytes(piece));
  if (!outcome_) return false;
  hash_.add(std::as_bytes(piece));
  read_ += piece.size();
  end_ += piece.size();
  return true;
}

bool FileLines::next() {
  std::size_t known = 0;  // bytes in which there is no end of the line
  while (outcome_) {
    const std::string_view text(bytes_.data() + begin_, end_ - begin_);
    const std::size_t at = text.find('\n', known);
    if (at == std::string_view::npos && read_ < file_.size()) {
      known = text.size();
      if (fill() || !outcome_) continue;
      outcome_ =
          Error{ErrorCode::limit, fmt::format("{}:{}: a line longer than {} bytes", name_, number_ + 1, kMaxLine)};
      return false;
    }
    if (text.empty()) return false;
    line_ = text.substr(0, at);
    begin_ += std::min(line_.size() + 1, text.size());
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    ++number_;
    return true;
  }
  return false;
}

Error FileLines::error(ErrorCode code, std::string_view reason) const {
  return {code, fmt::format("{}:{}: {}", name_, std::max<std::size_t>(number_, 1), reason)};
}

Error FileLines::error(ErrorCode code, std::string_view at, std::string_view reason) const {
  return {code, fmt::format("{}:{}:{}: {}", name_, number_, at.data() - line_.data() + 1, reason)};
}

}  // namespace portolan
