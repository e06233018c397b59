// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/picture_rows.hpp"

#include "portolan/formats/text.hpp"

#include <charconv>
#include <system_error>

namespace portolan {

std::optional<Colour> parse_colour(std::string_view text) {
  if (!text.starts_with('#')) {
    const auto level = parse_integer(text, 0, 255);
    if (!level) return std::nullopt;
    return static_cast<Colour>(*level) * 0x010101U;
  }
  Colour colour = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + 1, end, colour, 16);
  if (text.size() != 7 || error != std::errc{} || stop != end) return std::nullopt;
  return colour;
}

}  // namespace portolan
