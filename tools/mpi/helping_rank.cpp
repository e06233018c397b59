// SPDX-License-Identifier: BSL-1.0
#include "mpi/helping_rank.hpp"

#include "common.hpp"

#include <chrono>
#include <cstdio>
#include <thread>

#include <unistd.h>

namespace portolan::tools {
namespace {

using namespace std::chrono_literals;

constexpr auto kPause = 1ms;
/// Between two questions that are answered by `wait`.
constexpr auto kRest = 50ms;
/// Rank 0 answers at once if it lives. Where it does not, mpirun has its exit code, or it left without a late helper.
constexpr auto kSilence = 60s;

}  // namespace

RankMessage HelpingRank::ask(const RankMessage& question) {
  while (true) {
    if (const RankMessage reply = ask_once(question); reply.word != Word::wait) return reply;
    std::this_thread::sleep_for(kRest);
  }
}

RankMessage HelpingRank::ask_once(const RankMessage& question) {
  const std::lock_guard lock(mutex_);
  send(question, 0, kTagToFirst);
  const auto end = std::chrono::steady_clock::now() + kSilence;
  ReceivedMessage received;
  while (!receive(0, kTagAnswer, received)) {
    if (std::chrono::steady_clock::now() > end) {
      std::fputs("portolan-mpi: rank 0 no longer answers\n", stderr);
      std::fflush(nullptr);
      ::_exit(kDone);
    }
    std::this_thread::sleep_for(kPause);
  }
  return received.message;
}

std::optional<CellLease> HelpingRank::next(std::uint32_t profile, unsigned worker) {
  const RankMessage reply = ask({.word = Word::ask, .profile = profile, .worker = worker});
  if (reply.word != Word::lend) return {};
  return CellLease{reply.cut, static_cast<std::size_t>(reply.number)};
}

void HelpingRank::report(std::uint32_t profile, unsigned worker, const CellLease& lease, CellFate fate) {
  const std::lock_guard lock(mutex_);
  send({.word = fate == CellFate::made ? Word::made : Word::refuse,
        .profile = profile,
        .worker = worker,
        .cut = lease.cut,
        .number = lease.number},
       0, kTagToFirst);
}

bool HelpingRank::leave() {
  return ask({.word = Word::leave}).word == Word::together;
}

}  // namespace portolan::tools
