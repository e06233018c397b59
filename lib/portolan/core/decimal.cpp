// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/decimal.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace portolan {
namespace {

constexpr auto kPowers = [] {
  std::array<std::int64_t, kMaxDecimals + 1> powers{};
  powers[0] = 1;
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
  return powers;
}();

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// The digits of a number, first and last not 0, and the power of ten that the last one counts.
struct Significand {
  std::int64_t digits = 0;
  std::int64_t exponent = 0;
};

/// The number up to its exponent; takes it off the text. Nothing if there is no digit, or more of them than fit.
std::optional<Significand> take_significand(std::string_view& text) noexcept {
  Significand number;
  std::int64_t zeros = 0;  // at the end so far, not yet in `digits`
  bool any = false;
  bool point = false;
  for (; !text.empty() && (is_digit(text.front()) || (text.front() == '.' && !point)); text.remove_prefix(1)) {
    if (text.front() == '.') {
      point = true;
      continue;
    }
    any = true;
    if (point) --number.exponent;
    if (text.front() == '0') {
      ++zeros;
      continue;
    }
    for (; number.digits != 0 && zeros != 0; --zeros) {
      if (number.digits >= kPowers[kMaxDecimals - 1]) return {};
      number.digits *= 10;
    }
    zeros = 0;
    if (number.digits >= kPowers[kMaxDecimals - 1]) return {};
    number.digits = 10 * number.digits + (text.front() - '0');
  }
  if (!any) return {};
  number.exponent += zeros;
  return number;
}

}  // namespace

Decimal make_decimal(std::int64_t digits, std::uint32_t decimals) noexcept {
  for (; decimals != 0 && digits % 10 == 0; --decimals) digits /= 10;
  return {digits, decimals};
}

std::optional<Decimal> parse_decimal(std::string_view text) noexcept {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  auto number = take_significand(text);
  if (!number) return {};
  if (!text.empty()) {
    if (text.front() != 'e' && text.front() != 'E') return {};
    text.remove_prefix(1);
    if (text.starts_with('+') && text.size() > 1 && is_digit(text[1])) text.remove_prefix(1);
    int exponent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (error != std::errc{} || end != text.data() + text.size()) return {};
    number->exponent += exponent;
  }
  if (number->digits == 0) return Decimal{};
  if (negative) number->digits = -number->digits;
  if (number->exponent < -std::int64_t{kMaxDecimals} || number->exponent > kMaxDecimals) return {};
  if (number->exponent <= 0) return Decimal{number->digits, static_cast<std::uint32_t>(-number->exponent)};
  const std::int64_t power = kPowers[static_cast<std::size_t>(number->exponent)];
  const std::int64_t most = (kPowers[kMaxDecimals] - 1) / power;
  if (number->digits > most || number->digits < -most) return {};
  return Decimal{number->digits * power, 0};
}

std::string to_text(const Decimal& number) {
  const bool negative = number.digits < 0;
  std::string text = std::to_string(negative ? -number.digits : number.digits);
  if (number.decimals != 0) {
    if (text.size() <= number.decimals) text.insert(0, number.decimals + 1 - text.size(), '0');
    text.insert(text.size() - number.decimals, 1, '.');
  }
  return negative ? "-" + text : text;
}

std::optional<std::int64_t> scaled(const Decimal& number, std::uint32_t decimals) noexcept {
  if (number.decimals > decimals) return {};
  const std::int64_t power = kPowers[decimals - number.decimals];
  const std::int64_t most = (kPowers[kMaxDecimals] - 1) / power;
  if (number.digits > most || number.digits < -most) return {};
  return number.digits * power;
}

Decimal rounded(const Decimal& number, std::uint32_t decimals) noexcept {
  if (number.decimals <= decimals) return number;
  const std::int64_t power = kPowers[number.decimals - decimals];
  const std::int64_t half = number.digits < 0 ? -(power / 2) : power / 2;
  return make_decimal((number.digits + half) / power, decimals);
}

}  // namespace portolan
