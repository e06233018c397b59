// SPDX-License-Identifier: BSL-1.0
// Fuzzes the unpacking of gzip files.
#include "portolan/formats/gzip.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace portolan;
  const auto content = unpack_gzip({reinterpret_cast<const char*>(data), size}, "input");
  if (!content && !content.error().message.starts_with("input: ")) std::abort();
  return 0;
}
