// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/gzip.hpp"

#include "portolan/formats/file.hpp"
#include "portolan/formats/unpack.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace portolan {

bool is_gzip(std::string_view bytes) noexcept {
  return bytes.starts_with("\x1f\x8b");
}

Result<std::string> unpack_gzip(std::string_view bytes, std::string_view name, std::uint64_t memory) {
  std::string content;
  const Outcome unpacked = unpack(bytes, Packing::gzip, [&](std::string_view piece) -> Outcome {
    if (content.size() + piece.size() > content.capacity()) {
      // It grows to twice its size, and the old memory is there until all is copied.
      const std::uint64_t grown = std::uint64_t{3} * std::max(content.capacity(), piece.size());
      if (const Outcome fits = check_memory(name, "its unpacked bytes", grown, memory); !fits) return fits;
    }
    content += piece;
    if (content.size() <= kMaxFileBytes) return Success{};
    return Error{ErrorCode::limit, fmt::format("{}: unpacks to more than {} bytes", name, kMaxFileBytes)};
  });
  if (unpacked) return content;
  if (unpacked.error().code == ErrorCode::limit) return unpacked.error();
  return Error{ErrorCode::syntax, fmt::format("{}: broken gzip file: {}", name, unpacked.error().message)};
}

}  // namespace portolan
