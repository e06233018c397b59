// SPDX-License-Identifier: BSL-1.0
// States of crowds and services that somebody has tampered with, so that the checksum does not tell.
#pragma once

#include "portolan/core/hash.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace portolan::test {

/// Bytes of a state before its first word.
inline constexpr std::size_t kStateHeader = 24;

/// Puts the checksum of the words into the header.
inline void seal(std::vector<std::byte>& state) {
  const std::uint64_t checksum = hash_bytes(std::span<const std::byte>(state).subspan(kStateHeader));
  std::memcpy(state.data() + 16, &checksum, sizeof(checksum));
}

}  // namespace portolan::test
