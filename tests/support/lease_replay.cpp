// SPDX-License-Identifier: BSL-1.0
#include "support/lease_replay.hpp"

#include <cstdint>
#include <functional>
#include <queue>

namespace portolan::test {
namespace {

constexpr double kRest = 1;
constexpr double kYear = 365.0 * 24 * 3600;

/// A worker is ready to be lent a task, the one it had being made or refused.
struct Event {
  double at;
  LeaseLedger::Worker worker;
  std::optional<std::size_t> task;
  bool operator>(const Event& other) const { return at != other.at ? at > other.at : worker > other.worker; }
};

}  // namespace

std::optional<Replay> replay(const std::vector<double>& seconds, const std::vector<VirtualWorker>& workers) {
  LeaseLedger ledger(seconds.size());
  Replay result;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  for (LeaseLedger::Worker worker = 0; worker < workers.size(); ++worker) events.push({0, worker, {}});
  while (!events.empty() && events.top().at < kYear) {
    const Event event = events.top();
    events.pop();
    const VirtualWorker& worker = workers[event.worker];
    if (worker.lost && event.at >= *worker.lost) continue;
    if (event.task && worker.refuses) ledger.refused(*event.task, event.worker);
    if (event.task && !worker.refuses) ledger.made(*event.task, event.at);
    if (ledger.finished()) {
      result.seconds = event.at;
      return result;
    }
    const auto task = ledger.take(event.worker, event.at);
    if (task) ++result.lent;
    const double takes = task && !worker.refuses ? seconds[*task] * worker.pace : kRest;
    events.push({event.at + takes, event.worker, task});
  }
  return {};
}

}  // namespace portolan::test
