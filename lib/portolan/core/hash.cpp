// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/hash.hpp"

#include <xxhash.h>

namespace portolan {

std::uint64_t hash_bytes(std::span<const std::byte> bytes) noexcept {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace portolan
