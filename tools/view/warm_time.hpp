// SPDX-License-Identifier: BSL-1.0
// How long an answer takes once what it needs is in memory.
#pragma once

#include <chrono>
#include <utility>

namespace portolan::tools {

/// An answer, and the microseconds that it took.
template <class Answer>
struct Timed {
  Answer answer;
  double us;
};

/// Asks twice; answer and time are those of the second time.
template <class Ask>
auto ask_warm(Ask&& ask) -> Timed<decltype(ask())> {
  ask();
  const auto start = std::chrono::steady_clock::now();
  auto answer = ask();
  const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - start;
  return {std::move(answer), us.count()};
}

}  // namespace portolan::tools
