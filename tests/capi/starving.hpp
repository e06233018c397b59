// SPDX-License-Identifier: BSL-1.0
// Memory that ends at a chosen allocation, for one program whose operator new counts them (starving.cpp).
#pragma once

#include "portolan/capi/portolan.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace starving {

inline constexpr std::size_t kUnlimited = SIZE_MAX;
/// Allocations that still succeed.
extern std::size_t allocations_left;
/// Whether all allocations fail after those, or the next one alone.
enum class Ends : std::uint8_t { for_good, once };
extern Ends memory_ends;

/// Ends the program with a message unless something holds.
void expect(bool holds, const char* what);

/// Calls until memory suffices; after every failure unchanged() must hold.
template <class Call, class Unchanged>
void starve(const char* what, Call&& call, Unchanged&& unchanged) {
  for (std::size_t allowed = 0; allowed < 100'000; ++allowed) {
    allocations_left = allowed;
    const portolan_error error = call();
    allocations_left = kUnlimited;
    if (error == PORTOLAN_OK) {
      expect(allowed > 0, what);  // else the test would show nothing
      (void)std::printf("%s: %zu allocations\n", what, allowed);
      return;
    }
    if (error != PORTOLAN_ERROR_MEMORY) (void)std::fprintf(stderr, "error %d after %zu allocations\n", error, allowed);
    expect(error == PORTOLAN_ERROR_MEMORY, what);
    if (const bool same = unchanged(); !same) {
      (void)std::fprintf(stderr, "something has changed after %zu allocations\n", allowed);
      expect(same, what);
    }
  }
  expect(false, what);
}

/// Of what lives on the tiles of a world: threats, tags, veils, crowds, formations, services and games.
void starve_living();

}  // namespace starving
