// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of DIMACS graphs; a form feed in the input begins the coordinates.
#include "fuzz/use_draft.hpp"
#include "portolan/formats/boards/board_dimacs.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = text.find('\f');
  fuzz::use_draft(parse_dimacs({text.substr(0, cut), "graph"}, {}));
  if (cut == std::string_view::npos) return 0;
  fuzz::use_draft(parse_dimacs({text.substr(0, cut), "graph"}, NamedText{text.substr(cut + 1), "places"}));
  return 0;
}
