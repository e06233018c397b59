// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/xml_text.hpp"

#include "portolan/core/utf8.hpp"
#include "portolan/formats/line_index.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace portolan {
namespace {

/// The digit in that base; nothing for other characters.
std::optional<std::uint32_t> digit_of(char c, std::uint32_t base) noexcept {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const char small = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
  const std::size_t digit = kDigits.substr(0, base).find(small);
  if (digit == std::string_view::npos) return {};
  return static_cast<std::uint32_t>(digit);
}

/// Whether a text that starts with `&#` refers to NUL. Like the parser's, numbers wrap around.
bool is_reference_to_nul(std::string_view text) noexcept {
  text.remove_prefix(2);
  const std::uint32_t base = text.starts_with('x') ? 16 : 10;
  if (base == 16) text.remove_prefix(1);
  std::uint32_t value = 0;
  bool any = false;
  for (; !text.empty(); text.remove_prefix(1)) {
    const auto digit = digit_of(text.front(), base);
    if (!digit) break;
    value = value * base + *digit;
    any = true;
  }
  return any && value == 0 && text.starts_with(';');
}

/// Where the text has a NUL or a reference to it; npos if nowhere.
std::size_t find_nul(std::string_view text) noexcept {
  const std::size_t plain = text.find('\0');
  for (std::size_t at = text.find("&#"); at < plain; at = text.find("&#", at + 1)) {
    if (is_reference_to_nul(text.substr(at))) return at;
  }
  return plain;
}

}  // namespace

Outcome parse_xml(std::string_view text, std::string_view source, unsigned options, pugi::xml_document& document) {
  const auto error = [&](std::size_t at, std::string_view reason) {
    return Error{ErrorCode::syntax,
                 fmt::format("{}:{}: {}", source, LineIndex(text).line_of(static_cast<std::ptrdiff_t>(at)), reason)};
  };
  if (const std::size_t nul = find_nul(text); nul != std::string_view::npos) return error(nul, "NUL is no character");
  const auto parsed = document.load_buffer(text.data(), text.size(), options, pugi::encoding_utf8);
  if (!parsed) return error(static_cast<std::size_t>(parsed.offset), printable(parsed.description(), 200));
  return Success{};
}

}  // namespace portolan
