// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/dead_ends.hpp"

#include <algorithm>
#include <vector>

namespace portolan {
namespace {

/// Whether a dead end holds one of some, which ascend.
bool holds_any(const DeadEndsView& dead_ends, DeadEndId outer, std::span<const DeadEndId> some) noexcept {
  const auto first = std::ranges::lower_bound(some, outer);
  return first != some.end() && *first <= dead_ends[outer].last;
}

/// The one around a dead end; 0 if there is none, or in a wrong file.
DeadEndId around(const DeadEndsView& dead_ends, DeadEndId number) noexcept {
  const DeadEndId outer = dead_ends[number].outer;
  return outer < number ? outer : 0;
}

}  // namespace

std::string_view fault_of(const DeadEndsView& dead_ends, std::size_t places) noexcept {
  DeadEndId open = 0;  // the innermost one that is not yet over
  for (DeadEndId number = 1; number <= dead_ends.size(); ++number) {
    while (open != 0 && dead_ends[open].last < number) open = dead_ends[open].outer;
    const DeadEnd& end = dead_ends[number];
    const std::size_t most = open == 0 ? dead_ends.size() : dead_ends[open].last;
    if (end.outer != open || end.last < number || end.last > most) return "dead ends that do not nest";
    open = number;
  }
  for (std::size_t place = 0; place < places; ++place) {
    if (dead_ends.at(place) > dead_ends.size()) return "a place in a dead end that does not exist";
  }
  for (DeadEndId number = 1; number <= dead_ends.size(); ++number) {
    const DeadEnd& end = dead_ends[number];
    if (end.gate >= places || dead_ends.at(end.gate) != end.outer) return "the gate of a dead end lies elsewhere";
  }
  return {};
}

bool may_join(const DeadEndsView& dead_ends, std::size_t a, std::size_t b) noexcept {
  const DeadEndId at_a = dead_ends.at(a);
  const DeadEndId at_b = dead_ends.at(b);
  if (at_a == at_b) return true;
  return at_a < at_b ? dead_ends[at_b].gate == a && dead_ends[at_b].outer == at_a
                     : dead_ends[at_a].gate == b && dead_ends[at_a].outer == at_b;
}

DeadEndFilter::DeadEndFilter(const DeadEndsView& dead_ends, DeadEndId from, DeadEndId to,
                             std::span<const DeadEndId> kept) noexcept
    : dead_ends_(dead_ends.empty() ? nullptr : &dead_ends), from_(from), to_(to), kept_(kept) {
  if (dead_ends_ == nullptr || from > dead_ends.size()) return;
  around_ = from;
  while (around_ != 0 && !holds(dead_ends, around_, to)) around_ = around(dead_ends, around_);
  if (around_ != 0 && holds_any(dead_ends, around_, kept)) around_ = 0;
}

bool DeadEndFilter::is_kept(DeadEndId number) const noexcept {
  return !kept_.empty() && holds_any(*dead_ends_, number, kept_);
}

bool DeadEndFilter::is_needless(std::size_t place, DeadEndId at) const noexcept {
  const DeadEndsView& all = *dead_ends_;
  if (at > all.size()) return false;
  // One that holds neither end lies inside the innermost around both, or outside it: it is needless either way.
  if (at != 0 && !holds(all, at, from_) && !holds(all, at, to_) && !is_kept(at)) return true;
  if (around_ == 0 || (at != 0 && holds(all, around_, at))) return false;
  return all[around_].gate != place;
}

DeadEndId standing_dead_end(const DeadEndsView& dead_ends, DeadEndId at, std::span<const DeadEndId> kept) noexcept {
  if (at > dead_ends.size()) return 0;
  while (at != 0 && holds_any(dead_ends, at, kept)) at = around(dead_ends, at);
  return at;
}

}  // namespace portolan
