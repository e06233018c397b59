// SPDX-License-Identifier: BSL-1.0
// Decimal numbers as people write them, kept exactly.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace portolan {

/// The most digits after the point, and most digits in all.
inline constexpr std::uint32_t kMaxDecimals = 18;

/// The number digits x 10^-decimals. |digits| < 10^18, decimals <= kMaxDecimals, and the decimals do not end with a
/// zero, so that equal numbers have equal members.
struct Decimal {
  std::int64_t digits = 0;
  std::uint32_t decimals = 0;
  friend constexpr bool operator==(const Decimal&, const Decimal&) = default;
};

/// Reads the whole text as a number such as `12`, `-0.5` or `2.5e-3`. Nothing if it is none (`nan`, `inf`) or needs
/// more digits than a Decimal has.
[[nodiscard]] std::optional<Decimal> parse_decimal(std::string_view text) noexcept;

/// The Decimal that equals digits x 10^-decimals, decimals <= kMaxDecimals.
[[nodiscard]] Decimal make_decimal(std::int64_t digits, std::uint32_t decimals) noexcept;

/// Writes the number without an exponent, in the fewest digits that parse_decimal reads as the same number.
[[nodiscard]] std::string to_text(const Decimal& number);

/// The number x 10^decimals, decimals <= kMaxDecimals. Nothing if that is no integer or not below 10^18.
[[nodiscard]] std::optional<std::int64_t> scaled(const Decimal& number, std::uint32_t decimals) noexcept;

/// The number with at most `decimals` decimals, halves rounded away from 0.
[[nodiscard]] Decimal rounded(const Decimal& number, std::uint32_t decimals) noexcept;

}  // namespace portolan
