// SPDX-License-Identifier: BSL-1.0
// Dead ends by their definition: what hangs off a place is what is cut off when that place is removed.
#pragma once

#include "portolan/graph/dead_ends.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace portolan::test {

/// The places that `from` reaches without `removed`, ascending. neighbours(place, visit) tells what is beside a place.
template <class Neighbours>
std::vector<std::size_t> reached_without(std::size_t from, std::size_t removed, std::size_t places,
                                         Neighbours&& neighbours) {
  std::vector<bool> met(places, false);
  std::vector<std::size_t> reached{from};
  met[from] = true;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    neighbours(reached[i], [&](std::size_t to) {
      if (met[to] || to == removed) return;
      met[to] = true;
      reached.push_back(to);
    });
  }
  std::ranges::sort(reached);
  return reached;
}

/// Removes each of `gates` and compares what falls apart with the dead ends that hang off it: all parts but one, or
/// all if none has more than half of what hangs together. Empty, or what is wrong. O(gates * places).
template <class Neighbours>
std::string removal_fault(const DeadEndsView& found, std::size_t places, std::span<const std::size_t> gates,
                          Neighbours&& neighbours) {
  using Places = std::vector<std::size_t>;
  std::map<std::size_t, std::vector<Places>> by_gate;
  for (DeadEndId number = 1; number <= found.size(); ++number) {
    Places held;
    for (std::size_t place = 0; place < places; ++place) {
      if (holds(found, number, found.at(place))) held.push_back(place);
    }
    by_gate[found[number].gate].push_back(std::move(held));
  }
  for (const std::size_t gate : gates) {
    std::vector<Places> parts;
    std::size_t whole = 1;
    neighbours(gate, [&](std::size_t beside) {
      if (beside == gate) return;
      const auto is_in = [&](const Places& part) { return std::ranges::binary_search(part, beside); };
      if (std::ranges::any_of(parts, is_in)) return;
      parts.push_back(reached_without(beside, gate, places, neighbours));
      whole += parts.back().size();
    });
    std::vector<Places>& hang = by_gate[gate];
    const std::string where = " at place " + std::to_string(gate);
    if (hang.size() + 1 < parts.size()) return "a dead end is missing" + where;
    for (const Places& held : hang) {
      const auto part = std::ranges::find(parts, held);
      if (part == parts.end()) return "a dead end is none of what the removal cuts off" + where;
      if (2 * held.size() > whole) return "a dead end holds more than half" + where;
      parts.erase(part);
    }
    by_gate.erase(gate);
  }
  return by_gate.empty() ? "" : "a gate that may be none";
}

}  // namespace portolan::test
