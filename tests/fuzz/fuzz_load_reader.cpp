// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of tables of a service's load; the ticks of what it accepts must ascend.
#include "portolan/formats/maps/load_reader.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace portolan;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kRows = 64;
  const auto load = parse_load({reinterpret_cast<const char*>(data), size}, "input", kRows);
  if (!load) {
    if (!load.error().message.starts_with("input")) std::abort();
    return 0;
  }
  if (load->empty() || load->size() > kRows) std::abort();
  for (std::size_t i = 1; i < load->size(); ++i) {
    if ((*load)[i].tick <= (*load)[i - 1].tick) std::abort();
  }
  return 0;
}
