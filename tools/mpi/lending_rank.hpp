// SPDX-License-Identifier: BSL-1.0
// The rank that builds and lends cells to the others.
#pragma once

#include "mpi/rank_messages.hpp"
#include "portolan/offline/cell_crew.hpp"
#include "portolan/offline/lease_ledger.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <thread>

namespace portolan::tools {

/// Answers the other ranks in a thread of its own, which alone calls MPI as long as it lives.
class LendingRank : public CellCrew {
 public:
  /// `ranks`: of the job, this one included.
  explicit LendingRank(int ranks);
  LendingRank(const LendingRank&) = delete;
  LendingRank& operator=(const LendingRank&) = delete;

  void make_cells(const CellBatch& batch, const std::function<void(std::size_t number)>& make) override;
  void finish(std::uint32_t profile) override;
  /// To be called when the build has ended: waits until the others ask to leave, but for those that are silent for
  /// longer than a cell takes, and lets them. Returns whether all ranks leave together, by MPI_Finalize.
  [[nodiscard]] bool close();

 private:
  /// Workers of rank r have the numbers r * kWorkersPerRank + i.
  static constexpr std::uint32_t kWorkersPerRank = 1024;
  static constexpr double kLeastPatience = 20;  ///< seconds

  /// Looks at what has changed until `done` says so, or for so many seconds. Returns whether it did.
  bool wait_for(double seconds, const std::function<bool()>& done);
  void serve(const std::stop_token& stop);
  void hear(const ReceivedMessage& received);
  /// Makes cells here until all are made.
  void work(std::uint32_t worker, const std::function<void(std::size_t)>& make);
  [[nodiscard]] RankMessage answer(const RankMessage& asked, LeaseLedger::Worker worker);
  [[nodiscard]] double now() const;

  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  const std::size_t others_;
  std::mutex mutex_;                   ///< of what follows
  std::optional<LeaseLedger> ledger_;  ///< of the batch under way
  CellBatch batch_;
  std::uint32_t finished_ = 0;  ///< profiles that need no help any more
  bool closed_ = false;
  std::optional<Word> farewell_;      ///< to whoever asks to leave
  std::set<int> leaving_;             ///< ranks that have asked to leave
  std::set<int> gone_;                ///< those that have been let
  double patience_ = kLeastPatience;  ///< longer than any cell took
  std::jthread server_;
};

}  // namespace portolan::tools
