// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/json_place.hpp"

#include "portolan/formats/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace portolan {

Error json_syntax_error(std::string_view text, std::string_view source, std::size_t position, std::string_view what) {
  // The parser's text is "[json.exception...] parse error at line L, column C: reason"; only the reason is kept.
  std::string_view reason = what;
  if (const auto end = reason.find("] "); end != std::string_view::npos) reason.remove_prefix(end + 2);
  if (reason.starts_with("parse error")) reason.remove_prefix(std::min(reason.find(": ") + 2, reason.size()));
  const std::string_view before = text.substr(0, std::max<std::size_t>(position, 1) - 1);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  return {ErrorCode::syntax, fmt::format("{}:{}:{}: {}", source, line, column, printable(reason, 200))};
}

}  // namespace portolan
