// SPDX-License-Identifier: BSL-1.0
// Dead ends of a graph, and which of them a search may leave out.
//
// A dead end is a set of places that hangs off one other place, its gate: whatever leads from outside it into it, or
// back, passes the gate. They are found from biconnected components (J. Hopcroft and R. Tarjan, 1973; offline/
// dead_end_builder), nest, and are numbered in preorder. A path that is least has no reason to pass a gate twice, so a
// search between two places may leave out every dead end that holds neither, and where one holds both, all that lies
// outside it but its gate (graph/DECISIONS.md).
#pragma once

#include "portolan/core/array_store.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace portolan {

/// The number of a dead end, from 1; 0: none, what no dead end holds.
using DeadEndId = std::uint32_t;

struct DeadEnd {
  DeadEndId outer = 0;     ///< the innermost one around it, in which its gate lies
  DeadEndId last = 0;      ///< the last of those inside it, which follow it; itself if there are none
  std::uint64_t gate = 0;  ///< the place it hangs off: a node, or a tile as GridView::index counts
};

/// Where the dead ends of a graph or a map lie.
template <template <class> class Store>
struct BasicDeadEnds {
  Store<DeadEnd> ends;  ///< by number, less 1
  // By place the innermost one that holds it, in as few bytes as hold all numbers.
  Store<std::uint8_t> small;
  Store<std::uint16_t> narrow;
  Store<std::uint32_t> wide;

  [[nodiscard]] bool empty() const noexcept { return ends.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return ends.size(); }
  [[nodiscard]] const DeadEnd& operator[](DeadEndId number) const noexcept { return ends[number - 1]; }
  /// The innermost one that holds a place; above size() in a wrong file. There must be dead ends, and the place.
  [[nodiscard]] DeadEndId at(std::size_t place) const noexcept {
    if (!small.empty()) return small[place];
    return narrow.empty() ? wide[place] : narrow[place];
  }

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t places = 0) {
    visitor.array(SectionKind::dead_ends, kAnyCount, self.ends);
    visitor.array(SectionKind::dead_end_at, places, self.small, self.narrow, self.wide);
  }
  [[nodiscard]] BasicDeadEnds<Viewed> view() const noexcept { return view_of<BasicDeadEnds<Viewed>>(*this); }
};
/// A view: owns nothing, safe to read from any number of threads. Out of a file it is not trusted: what is here checks
/// what it follows.
using DeadEndsView = BasicDeadEnds<Viewed>;

/// Whether dead end `outer` is `inner` or holds it. O(1).
[[nodiscard]] inline bool holds(const DeadEndsView& dead_ends, DeadEndId outer, DeadEndId inner) noexcept {
  return outer <= inner && inner <= dead_ends[outer].last;
}

/// What is wrong with the records of dead ends over so many places, and with where their gates lie. Empty if nothing.
/// O(dead ends + places).
[[nodiscard]] std::string_view fault_of(const DeadEndsView& dead_ends, std::size_t places) noexcept;
/// Whether two places may be beside each other: they lie in the same dead end, or one is the gate of the innermost one
/// around the other. Where this holds for all that are, no dead end can be entered but by its gate. Needs no fault_of.
/// O(1).
[[nodiscard]] bool may_join(const DeadEndsView& dead_ends, std::size_t a, std::size_t b) noexcept;

/// Which dead ends one search may leave out. A view of what it is made from. Safe to read from any number of threads.
class DeadEndFilter {
 public:
  /// Leaves out nothing.
  DeadEndFilter() = default;
  /// For searches between places that lie in these, innermost, ones. `kept` ascend: dead ends that hold one of them are
  /// not left out, nor is anything around them. O(nesting).
  DeadEndFilter(const DeadEndsView& dead_ends, DeadEndId from, DeadEndId to,
                std::span<const DeadEndId> kept = {}) noexcept;

  /// Whether nothing is left out, as there are no dead ends.
  [[nodiscard]] bool empty() const noexcept { return dead_ends_ == nullptr; }
  /// Whether a place, which must exist, may be left out. O(log kept).
  [[nodiscard]] bool leaves_out(std::size_t place) const noexcept {
    return dead_ends_ != nullptr && is_needless(place, dead_ends_->at(place));
  }

 private:
  [[nodiscard]] bool is_needless(std::size_t place, DeadEndId at) const noexcept;
  [[nodiscard]] bool is_kept(DeadEndId number) const noexcept;

  const DeadEndsView* dead_ends_ = nullptr;  ///< nullptr: there are none
  DeadEndId from_ = 0;
  DeadEndId to_ = 0;
  DeadEndId around_ = 0;  ///< the innermost one that holds both ends, if nothing kept lies in it
  std::span<const DeadEndId> kept_;
};

/// The innermost dead end at a place that holds nothing of `kept`, which ascend; 0 if there is none. O(nesting * log
/// kept).
[[nodiscard]] DeadEndId standing_dead_end(const DeadEndsView& dead_ends, DeadEndId at,
                                          std::span<const DeadEndId> kept) noexcept;

}  // namespace portolan
