// SPDX-License-Identifier: BSL-1.0
// How much memory reading may take.
#pragma once

#include "portolan/core/result.hpp"

#include <cstdint>
#include <string_view>

namespace portolan {

/// A limit that nothing reaches.
inline constexpr std::uint64_t kAnyMemory = ~std::uint64_t{0};

/// Checks that `what`, such as "3x4 tiles", which takes `bytes` bytes, fits `memory`. Error (limit): it does not;
/// `name` is that of the file.
[[nodiscard]] Outcome check_memory(std::string_view name, std::string_view what, std::uint64_t bytes,
                                   std::uint64_t memory);

}  // namespace portolan
