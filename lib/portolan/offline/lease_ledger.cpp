// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/lease_ledger.hpp"

#include <algorithm>

namespace portolan {

LeaseLedger::LeaseLedger(std::size_t count) : tasks_(count), left_(count) {
  unmade_.reserve(count);
}

std::optional<std::size_t> LeaseLedger::take(Worker worker, double now) {
  std::optional<std::size_t> found;
  while (next_ < tasks_.size() && tasks_[next_].made) ++next_;
  if (next_ < tasks_.size()) {
    found = next_++;
    unmade_.push_back(*found);
  } else {
    for (const std::size_t task : unmade_) {
      if (may_take(task, worker, now) && (!found || tasks_[task].lent < tasks_[*found].lent)) found = task;
    }
  }
  if (found) tasks_[*found] = {.lent = now, .at_work = true};
  return found;
}

void LeaseLedger::made(std::size_t task, double now) {
  Task& at = tasks_[task];
  if (at.made) return;
  at.made = true;
  std::erase(unmade_, task);
  --left_;
  if (at.at_work) slowest_ = std::max(slowest_, now - at.lent);
}

void LeaseLedger::refused(std::size_t task, Worker worker) {
  refusals_.emplace(task, worker);
  tasks_[task].at_work = false;
}

double LeaseLedger::late_after() const noexcept {
  return std::max(kLeastLate, 2 * slowest_);
}

bool LeaseLedger::may_take(std::size_t task, Worker worker, double now) const {
  const Task& at = tasks_[task];
  if (refusals_.contains({task, worker})) return false;
  return !at.at_work || now - at.lent > late_after();
}

}  // namespace portolan
