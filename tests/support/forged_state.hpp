// SPDX-License-Identifier: BSL-1.0
// States of crowds, services and games that somebody has tampered with, so that the checksum does not tell.
#pragma once

#include "portolan/core/hash.hpp"
#include "support/random_world.hpp"

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

/// Puts others in place of one to three words behind the header: small ones, any, or some that are there.
inline std::vector<std::byte> forged(Rng& rng, std::vector<std::byte> state) {
  const std::size_t words = (state.size() - kStateHeader) / sizeof(std::uint64_t);
  for (int i = rng.between(1, 3); i > 0; --i) {
    const auto place = [&] {
      return kStateHeader +
             sizeof(std::uint64_t) * static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(words)));
    };
    std::uint64_t word = rng.percent(50) ? static_cast<std::uint64_t>(rng.below(12)) : rng.next();
    if (rng.percent(40)) std::memcpy(&word, state.data() + place(), sizeof(word));
    std::memcpy(state.data() + place(), &word, sizeof(word));
  }
  seal(state);
  return state;
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
