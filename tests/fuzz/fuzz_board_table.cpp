// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of tables of arcs and nodes; a form feed in the input begins the nodes.
#include "fuzz/use_draft.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = text.find('\f');
  fuzz::use_draft(parse_board_table({text.substr(0, cut), "arcs"}, {}));
  if (cut == std::string_view::npos) return 0;
  fuzz::use_draft(parse_board_table({text.substr(0, cut), "arcs"}, NamedText{text.substr(cut + 1), "nodes"}));
  return 0;
}
