// SPDX-License-Identifier: BSL-1.0
// Colours for numbered things.
#pragma once

#include "drawing/sheet.hpp"

#include <cstdint>

namespace portolan::tools {

/// Where on the colour wheel the tint of a number lies, 0 to 65535: steps of the golden ratio, evenly spread.
constexpr std::uint32_t hue_of(std::uint32_t number) {
  return (number * 2'654'435'769U) >> 16;
}

/// A vivid, translucent colour for a number; neighbouring numbers differ most.
inline Colour tint(std::uint32_t number) {
  const std::uint32_t hue = hue_of(number);
  const std::uint32_t sector = hue * 6 / 65'536;
  const auto part = static_cast<std::uint8_t>((hue * 6 % 65'536) >> 8);
  const auto rest = static_cast<std::uint8_t>(255 - part);
  static constexpr std::uint8_t kAlpha = 110;
  switch (sector) {
    case 0:
      return {255, part, 0, kAlpha};
    case 1:
      return {rest, 255, 0, kAlpha};
    case 2:
      return {0, 255, part, kAlpha};
    case 3:
      return {0, rest, 255, kAlpha};
    case 4:
      return {part, 0, 255, kAlpha};
    default:
      return {255, 0, rest, kAlpha};
  }
}

}  // namespace portolan::tools
