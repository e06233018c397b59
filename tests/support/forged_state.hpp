// SPDX-License-Identifier: BSL-1.0
// States of crowds, services and games that somebody has tampered with, so that the checksum does not tell.
#pragma once

#include "portolan/core/hash.hpp"

#include <algorithm>
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

/// A state in another one, by where its bytes begin and how many they are.
struct InnerState {
  std::size_t begin = 0;
  std::size_t size = 0;
};

inline std::uint64_t word_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof(word));
  return word;
}

/// The states in a game's: what begins as they do, behind the number of its bytes.
inline std::vector<InnerState> inner_states(std::span<const std::byte> bytes, std::span<const std::uint64_t> magics) {
  std::vector<InnerState> found;
  for (std::size_t at = sizeof(std::uint64_t); at + kStateHeader <= bytes.size(); ++at) {
    const std::uint64_t size = word_at(bytes, at - sizeof(std::uint64_t));
    const bool begins = std::ranges::find(magics, word_at(bytes, at)) != magics.end();
    if (begins && size >= kStateHeader && size <= bytes.size() - at) found.push_back({at, size});
  }
  return found;
}

/// Puts the checksums right of all states that a place lies in.
inline void seal_all(std::vector<std::byte>& bytes, std::span<const InnerState> states, std::size_t place) {
  for (const InnerState& state : states) {
    if (place < state.begin + kStateHeader || place >= state.begin + state.size) continue;
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(state.begin);
    std::vector<std::byte> inner(first, first + static_cast<std::ptrdiff_t>(state.size));
    seal(inner);
    std::ranges::copy(inner, first);
  }
  seal(bytes);
}

}  // namespace portolan::test
