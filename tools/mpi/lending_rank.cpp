// SPDX-License-Identifier: BSL-1.0
#include "mpi/lending_rank.hpp"

#include "portolan/core/parallel.hpp"

#include <algorithm>
#include <new>

namespace portolan::tools {
namespace {

using namespace std::chrono_literals;

/// Short against a cell, long against a look.
constexpr auto kPauseOfLender = 2ms;

}  // namespace

LendingRank::LendingRank(int ranks) : others_(static_cast<std::size_t>(ranks) - 1) {
  server_ = std::jthread([this](const std::stop_token& stop) { serve(stop); });
}

double LendingRank::now() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
}

void LendingRank::make_cells(const CellBatch& batch, const std::function<void(std::size_t)>& make) {
  {
    const std::lock_guard lock(mutex_);
    batch_ = batch;
    ledger_.emplace(batch.count);
  }
  parallel_for(batch.threads, batch.threads,
               [&](std::size_t worker, unsigned) { work(static_cast<std::uint32_t>(worker), make); });
}

void LendingRank::work(std::uint32_t worker, const std::function<void(std::size_t)>& make) {
  while (true) {
    std::optional<std::size_t> task;
    {
      const std::lock_guard lock(mutex_);
      if (!ledger_ || ledger_->finished()) return;
      task = ledger_->take(worker, now());
    }
    if (!task) {
      std::this_thread::sleep_for(kPauseOfLender);
      continue;
    }
    try {
      make(*task);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      ledger_.reset();  // nobody need go on
      throw;
    }
    const std::lock_guard lock(mutex_);
    if (ledger_) ledger_->made(*task, now());
  }
}

void LendingRank::finish(std::uint32_t profile) {
  const std::lock_guard lock(mutex_);
  if (ledger_) patience_ = std::max(patience_, 2 * ledger_->late_after());
  ledger_.reset();
  finished_ = profile + 1;
}

bool LendingRank::wait_for(double seconds, const std::function<bool()>& done) {
  const double end = now() + seconds;
  while (true) {
    {
      const std::lock_guard lock(mutex_);
      if (done()) return true;
    }
    if (now() > end) return false;
    std::this_thread::sleep_for(kPauseOfLender);
  }
}

bool LendingRank::close() {
  double patience = 0;
  {
    const std::lock_guard lock(mutex_);
    ledger_.reset();
    closed_ = true;
    patience = patience_;
  }
  const bool all = wait_for(patience, [&] { return leaving_.size() == others_; });
  {
    const std::lock_guard lock(mutex_);
    farewell_ = all ? Word::together : Word::alone;
  }
  // They ask again soon, if they live.
  const bool told = wait_for(kLeastPatience, [&] { return gone_ == leaving_; });
  server_.request_stop();
  server_.join();
  return all && told;
}

void LendingRank::serve(const std::stop_token& stop) {
  ReceivedMessage received;
  while (!stop.stop_requested()) {
    if (receive(MPI_ANY_SOURCE, kTagToFirst, received)) {
      hear(received);
    } else {
      std::this_thread::sleep_for(kPauseOfLender);
    }
  }
}

void LendingRank::hear(const ReceivedMessage& received) {
  const RankMessage& said = received.message;
  const LeaseLedger::Worker worker = static_cast<std::uint32_t>(received.rank) * kWorkersPerRank + said.worker;
  std::optional<RankMessage> reply;
  try {
    const std::lock_guard lock(mutex_);
    const bool of_batch =
        ledger_ && said.profile == batch_.profile && said.cut.level == batch_.cut.level && said.number < batch_.count;
    if (said.word == Word::ask) reply = answer(said, worker);
    if (said.word == Word::leave) {
      reply = RankMessage{.word = Word::wait};
      leaving_.insert(received.rank);
      if (farewell_) gone_.insert(received.rank);
      if (farewell_) reply->word = *farewell_;
    }
    if (said.word == Word::made && of_batch) ledger_->made(said.number, now());
    if (said.word == Word::refuse && of_batch) ledger_->refused(said.number, worker);
  } catch (const std::bad_alloc&) {
    // A cell of this process has just run into the bound of its memory: who leaves is told to wait and asks again, and
    // what was refused is lent again once it is late.
  }
  if (reply) send(*reply, received.rank, kTagAnswer);
}

RankMessage LendingRank::answer(const RankMessage& asked, LeaseLedger::Worker worker) {
  RankMessage reply{.word = Word::wait, .profile = asked.profile, .worker = asked.worker};
  if (closed_ || asked.profile < finished_) {
    reply.word = Word::over;
  } else if (ledger_ && asked.profile == batch_.profile) {
    if (const auto task = ledger_->take(worker, now())) {
      reply.word = Word::lend;
      reply.cut = batch_.cut;
      reply.number = *task;
    }
  }
  return reply;
}

}  // namespace portolan::tools
