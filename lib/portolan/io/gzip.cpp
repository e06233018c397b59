// SPDX-License-Identifier: BSL-1.0
#include "portolan/io/gzip.hpp"

#include "portolan/io/file.hpp"
#include "portolan/io/unpack.hpp"

#include <fmt/format.h>

namespace portolan {

bool is_gzip(std::string_view bytes) noexcept {
  return bytes.starts_with("\x1f\x8b");
}

Result<std::string> unpack_gzip(std::string_view bytes, std::string_view name) {
  std::string content;
  const Outcome unpacked = unpack(bytes, Packing::gzip, [&](std::string_view piece) -> Outcome {
    content += piece;
    if (content.size() <= kMaxFileBytes) return Success{};
    return Error{ErrorCode::limit, fmt::format("{}: unpacks to more than {} bytes", name, kMaxFileBytes)};
  });
  if (unpacked) return content;
  if (unpacked.error().code == ErrorCode::limit) return unpacked.error();
  return Error{ErrorCode::syntax, fmt::format("{}: broken gzip file: {}", name, unpacked.error().message)};
}

}  // namespace portolan
