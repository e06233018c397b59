// SPDX-License-Identifier: BSL-1.0
// One budget for several searches that take turns.
#pragma once

#include <cstdint>

namespace portolan {

/// How many nodes may be settled for one question. Plain data.
struct WorkBudget {
  std::uint64_t most = 0;
  std::uint64_t spent = 0;
  bool denied = false;  ///< whether more was wanted than there is

  /// Takes one, if there is one left.
  bool take() noexcept {
    if (spent == most) denied = true;
    if (!denied) ++spent;
    return !denied;
  }
};

}  // namespace portolan
