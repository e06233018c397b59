// SPDX-License-Identifier: BSL-1.0
// Who makes which of many tasks, where workers may be slow or be lost. It neither has a clock nor waits, so that it
// serves threads, processes that send messages, and models of them alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace portolan {

/// Hands out tasks one by one and keeps account of what is made. What is late is handed out again once nothing else is
/// left (backup tasks: Dean and Ghemawat, 2004), so that a worker who is lost costs no more than what was lent to it.
/// A task may be made more than once and must come out the same. Times are seconds by any one clock. One thread at a
/// time.
class LeaseLedger {
 public:
  using Worker = std::uint32_t;

  /// Tasks from 0 to count - 1, in this order.
  explicit LeaseLedger(std::size_t count);

  /// A task for a worker who has none at hand; nothing where there is none for it now. O(1) while some were never lent,
  /// then O(tasks at work).
  [[nodiscard]] std::optional<std::size_t> take(Worker worker, double now);
  /// It is made, by whomever, also if it was never lent. O(tasks at work).
  void made(std::size_t task, double now);
  /// The worker cannot make it, and is never given it again.
  void refused(std::size_t task, Worker worker);

  /// Whether all are made.
  [[nodiscard]] bool finished() const noexcept { return left_ == 0; }
  /// How long a task may take before it is lent to a second worker: twice as long as the slowest so far, and no less
  /// than kLeastLate.
  [[nodiscard]] double late_after() const noexcept;
  static constexpr double kLeastLate = 10;

 private:
  struct Task {
    double lent = 0;       ///< when it was lent last
    bool at_work = false;  ///< lent, and not refused since
    bool made = false;
  };

  [[nodiscard]] bool may_take(std::size_t task, Worker worker, double now) const;

  std::vector<Task> tasks_;
  std::vector<std::size_t> unmade_;  ///< those that were lent and are not made
  std::set<std::pair<std::size_t, Worker>> refusals_;
  std::size_t next_ = 0;  ///< the first that was never lent
  std::size_t left_;
  double slowest_ = 0;
};

}  // namespace portolan
