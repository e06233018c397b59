// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/draft_handler.hpp"

#include "portolan/formats/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace portolan {

bool DraftHandler::fail(std::string_view reason, ErrorCode code) {
  error_ = Error{code, fmt::format("{}:{}: {}", source_, place_.line, reason)};
  return false;
}

bool DraftHandler::expected(std::string_view what) {
  return fail(fmt::format("{}expected {}", field(), what));
}

std::string DraftHandler::field() const {
  return key_.empty() ? "" : fmt::format("{}: ", printable(key_));
}

bool DraftHandler::enter_key(const std::string& name, std::span<const std::string_view> known, Keys& given) {
  mark();
  key_.clear();
  if (std::find(known.begin(), known.end(), name) == known.end())
    return fail(fmt::format("unknown key {}", in_quotes(name)));
  key_ = name;
  return given.insert(name).second || fail(fmt::format("key {} is given twice", in_quotes(name)));
}

bool DraftHandler::has_keys(std::span<const std::string_view> wanted, const Keys& given) {
  for (const std::string_view key : wanted) {
    if (!given.contains(key)) return fail(fmt::format("key '{}' is missing", key));
  }
  return true;
}

bool DraftHandler::head_value(Kind kind, std::string_view text, std::string_view file_kind) {
  if (key_ == "portolan" && kind == Kind::string && text == file_kind) return true;
  if (key_ == "version" && kind == Kind::number) {
    return text == "1" || fail(fmt::format("version {}; this library reads 1", text), ErrorCode::unsupported);
  }
  if (key_ == "portolan") return expected(fmt::format("\"{}\"", file_kind));
  return expected(key_ == "version" ? "1" : "a list");
}

bool DraftHandler::arc_value(Kind kind, std::string_view text, NamedArc& arc) {
  if (kind == Kind::string) {
    if (key_ == "name") return arc.arc.name = text, true;
    if (key_ == "from") return arc.from = text, true;
    if (key_ == "to") return arc.to = text, true;
  }
  if (key_ == "one_way" && kind == Kind::boolean) {
    arc.direction = text == "true" ? Direction::one_way : Direction::both;
    return true;
  }
  if (key_ == "cost" && (kind == Kind::number || kind == Kind::string)) {
    if (const auto cost = builder_.number(text, "cost", place_)) arc.arc.cost = *cost;
    return true;
  }
  if (key_ == "tags") return expected("a list of strings");
  if (key_ == "one_way") return expected("true or false");
  return expected(key_ == "cost" ? "a number" : "a string");
}

}  // namespace portolan
