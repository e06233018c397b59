// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of boards in JSON.
#include "fuzz/use_draft.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fuzz::use_draft(parse_board_json(text, "input"));
  return 0;
}
