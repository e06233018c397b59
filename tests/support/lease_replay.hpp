// SPDX-License-Identifier: BSL-1.0
// Shared work in virtual time: how long tasks take when workers are slow or lost.
#pragma once

#include "portolan/offline/lease_ledger.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace portolan::test {

/// How a virtual worker fares.
struct VirtualWorker {
  double pace = 1;                  ///< times as long as tasks take others
  std::optional<double> lost = {};  ///< when, in seconds
  bool refuses = false;             ///< all that it is lent
};

struct Replay {
  double seconds = 0;    ///< until the last task was made
  std::size_t lent = 0;  ///< tasks, those lent again included
};

/// Has tasks of these seconds made by workers that a LeaseLedger lends to, as a crew of processes does. One who asks in
/// vain asks again a second later. Nothing if not all are made within a year.
[[nodiscard]] std::optional<Replay> replay(const std::vector<double>& seconds,
                                           const std::vector<VirtualWorker>& workers);

}  // namespace portolan::test
