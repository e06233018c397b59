// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of provinces: tables of provinces and links, a form feed between them, on a fixed small picture
// whose decoder is fuzzed elsewhere.
#include "formats/png_writer.hpp"
#include "fuzz/use_draft.hpp"
#include "portolan/formats/boards/board_picture.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const std::string picture = [] {
    const std::array<unsigned, 12> samples{0, 0, 1, 1, 0, 2, 2, 1, 3, 3, 2, 1};
    return test::png({4, 3, 8, test::PngColour::palette, false}, samples,
                     std::string_view("\xff\0\0\0\xff\0\0\0\xff\0\0\0", 12));
  }();
  const std::size_t cut = text.find('\f');
  const auto bytes = std::as_bytes(std::span(picture));
  fuzz::use_draft(parse_provinces(bytes, "picture", {text.substr(0, cut), "provinces"}, {}));
  if (cut == std::string_view::npos) return 0;
  fuzz::use_draft(
      parse_provinces(bytes, "picture", {text.substr(0, cut), "provinces"}, NamedText{text.substr(cut + 1), "links"}));
  return 0;
}
