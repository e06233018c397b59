// SPDX-License-Identifier: BSL-1.0
// What every query answers, whatever it was asked.
#pragma once

#include "portolan/core/status.hpp"

#include <cstdint>

namespace portolan {

/// The outcome of one question. Results of queries begin with it and add what they found.
struct Answer {
  Status status = Status::unreachable;  ///< how the question ended
  Why why = Why::none;                  ///< the reason behind the status
  Cost cost = 0;                        ///< of the path, in the unit of what was asked (see Cost); 0 without a path
  Cost lower_bound = 0;                 ///< no path costs less; kInfiniteCost where it is proven that there is none
  std::uint64_t work = 0;               ///< nodes settled, which is what budgets bound

  /// Whether the cost is proven to be the least there is, or that there is no path.
  [[nodiscard]] constexpr bool optimal() const noexcept {
    if (why == Why::budget_spent) return false;
    return has_path(status) ? cost == lower_bound : lower_bound == kInfiniteCost;
  }
};

}  // namespace portolan
