// SPDX-License-Identifier: BSL-1.0
// A rank that makes cells for the one that builds.
#pragma once

#include "mpi/rank_messages.hpp"
#include "portolan/offline/cell_crew.hpp"

#include <mutex>
#include <optional>

namespace portolan::tools {

/// Asks rank 0 for cells. Where that no longer answers, there is nothing left to do, and the process ends, with exit
/// code 0: rank 0 says what has become of the build.
class HelpingRank : public CellSource {
 public:
  std::optional<CellLease> next(std::uint32_t profile, unsigned worker) override;
  void report(std::uint32_t profile, unsigned worker, const CellLease& lease, CellFate fate) override;
  /// Tells rank 0 that no more is asked, and waits until all ranks may leave. Returns whether they do so together.
  [[nodiscard]] bool leave();

 private:
  /// Asks until the answer is not to wait.
  [[nodiscard]] RankMessage ask(const RankMessage& question);
  [[nodiscard]] RankMessage ask_once(const RankMessage& question);

  std::mutex mutex_;  ///< one thread at a time calls MPI
};

}  // namespace portolan::tools
