// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/memory_limit.hpp"

#include <fmt/format.h>

namespace portolan {

Outcome check_memory(std::string_view name, std::string_view what, std::uint64_t bytes, std::uint64_t memory) {
  if (bytes <= memory) return Success{};
  return Error{ErrorCode::limit, fmt::format("{}: {} take about {} bytes to read, more than --memory leaves: {}", name,
                                             what, bytes, memory)};
}

}  // namespace portolan
