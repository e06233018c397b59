// SPDX-License-Identifier: BSL-1.0
// The one hash of the project: XXH3, 64 bits (Y. Collet). Used for checksums and golden tests, not against adversaries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// The hash of the bytes, the same on every platform. O(size).
[[nodiscard]] std::uint64_t hash_bytes(std::span<const std::byte> bytes) noexcept;

}  // namespace portolan
