// SPDX-License-Identifier: BSL-1.0
// What areas drawn over a map look like in pictures.
#pragma once

#include "drawing/tint.hpp"

#include <cstdint>

namespace portolan::tools {

/// An opaque colour for an area by its number, half way from grey to the hue of tint(): neighbours in the list differ
/// most.
inline Colour area_tint(std::uint32_t area) {
  const Colour vivid = tint(area);
  const auto pale = [](std::uint8_t part) { return static_cast<std::uint8_t>(56 + part * 3 / 5); };
  return {pale(vivid.r), pale(vivid.g), pale(vivid.b), 255};
}

}  // namespace portolan::tools
