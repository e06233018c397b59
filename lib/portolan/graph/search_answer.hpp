// SPDX-License-Identifier: BSL-1.0
// What a search came to, as an answer.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/graph/best_first.hpp"

#include <cstdint>

namespace portolan {

/// The answer of a query over data that contradict themselves.
[[nodiscard]] constexpr Answer corrupt_answer(std::uint64_t work = 0) noexcept {
  return {.status = Status::corrupt, .why = Why::bad_reference, .work = work};
}

/// The answer of a query that met `work` nodes and may settle no more.
[[nodiscard]] constexpr Answer spent_answer(std::uint64_t work) noexcept {
  return {.status = Status::out_of_budget, .why = Why::budget_spent, .work = work};
}

/// The answers of requests that name a node that does not exist, or spans that do not fit each other.
[[nodiscard]] constexpr Answer bad_node_answer() noexcept {
  return {.status = Status::bad_request, .why = Why::no_such_node};
}
[[nodiscard]] constexpr Answer bad_size_answer() noexcept {
  return {.status = Status::bad_request, .why = Why::wrong_size};
}

/// Whether a table of rows and columns has so many cells, whatever their product comes to.
[[nodiscard]] constexpr bool is_table(std::size_t rows, std::size_t columns, std::size_t cells) noexcept {
  return rows == 0 || columns == 0 ? cells == 0 : cells % columns == 0 && cells / columns == rows;
}

/// The answer of a query whose finding does not fit into the caller's memory.
[[nodiscard]] constexpr Answer no_room_answer(std::uint64_t work) noexcept {
  return {.status = Status::out_of_budget, .why = Why::no_room, .work = work};
}

/// The answer of a search for a goal, over all paths there are. `cost` is that of the goal, which counts only if it was
/// reached.
[[nodiscard]] constexpr Answer answer_of(const SearchOutcome& outcome, Cost cost) noexcept {
  switch (outcome.end) {
    case SearchEnd::reached:
      return {.status = Status::found, .cost = cost, .lower_bound = cost, .work = outcome.expansions};
    case SearchEnd::exhausted:
      return {.status = Status::unreachable,
              .why = Why::exhausted,
              .lower_bound = kInfiniteCost,
              .work = outcome.expansions};
    case SearchEnd::budget:
      return spent_answer(outcome.expansions);
    case SearchEnd::overflow:
      break;
  }
  return corrupt_answer(outcome.expansions);
}

/// The answer of a search for everything within reach: found if nothing was left to settle.
[[nodiscard]] constexpr Answer answer_of_all(const SearchOutcome& outcome) noexcept {
  return outcome.end == SearchEnd::exhausted ? Answer{.status = Status::found, .work = outcome.expansions}
                                             : answer_of(outcome, 0);
}

}  // namespace portolan
