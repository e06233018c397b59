// SPDX-License-Identifier: BSL-1.0
// Numbers that are spread evenly, for samples that are alike on every machine.
#pragma once

#include "portolan/core/split_mix.hpp"

#include <cstdint>

namespace portolan::tools {

/// A Weyl sequence: multiples of the golden ratio modulo 2^64.
class EvenDraws {
 public:
  /// The next number in [0, count); count > 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t count) noexcept {
    state_ += SplitMix::kStep;
    return (state_ >> 11) % count;
  }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace portolan::tools
