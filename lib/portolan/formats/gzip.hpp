// SPDX-License-Identifier: BSL-1.0
// Files that are packed by gzip.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/memory_limit.hpp"

#include <string>
#include <string_view>

namespace portolan {

[[nodiscard]] bool is_gzip(std::string_view bytes) noexcept;

/// Unpacks a gzip file (RFC 1952); memory grows with what really comes out. Errors: syntax (damaged or cut off),
/// limit (more than kMaxFileBytes, or than fit `memory`); they name the file as `name`.
Result<std::string> unpack_gzip(std::string_view bytes, std::string_view name, std::uint64_t memory = kAnyMemory);

}  // namespace portolan
