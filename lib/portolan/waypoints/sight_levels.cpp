// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/sight_levels.hpp"

#include "portolan/core/parallel.hpp"

#include <algorithm>
#include <vector>

namespace portolan {
namespace {

/// Waypoints that one thread takes at a time.
constexpr std::size_t kChunk = 1024;

/// Takes edges away round by round.
class Rounds {
 public:
  Rounds(const WaypointGraphView& graph, unsigned threads)
      : graph_(graph), threads_(threads), level_(graph.target.size(), kCoreLevel), ends_(graph.target.size()) {}

  void run(std::uint32_t round) {
    for_each_left([&](WaypointId tail, std::size_t arc) { ends_[arc] = leads_on(tail, arc) ? 0 : 1; });
    for_each_left([&](WaypointId tail, std::size_t arc) {
      if (ends_[arc] != 0 || ends_back(tail, arc)) level_[arc] = static_cast<std::uint8_t>(round);
    });
  }

  [[nodiscard]] SightLevelArrays packed() const {
    constexpr std::size_t kPerWord = SightLevels::kPerWord;
    SightLevelArrays levels{std::vector<std::uint64_t>((level_.size() + kPerWord - 1) / kPerWord)};
    for (std::size_t arc = 0; arc < level_.size(); ++arc) {
      levels.words[arc / kPerWord] |= std::uint64_t{level_[arc]} << (2 * (arc % kPerWord));
    }
    return levels;
  }

 private:
  /// Calls visit(tail, arc) for the arcs that are left; it may change what belongs to that arc.
  template <class Visit>
  void for_each_left(Visit&& visit) {
    parallel_for((graph_.size() + kChunk - 1) / kChunk, threads_, [&](std::size_t chunk, unsigned) {
      const std::size_t last = std::min(graph_.size(), (chunk + 1) * kChunk);
      for (std::size_t tail = chunk * kChunk; tail < last; ++tail) {
        for (std::size_t arc = graph_.first[tail]; arc < graph_.first[tail + 1]; ++arc) {
          if (level_[arc] == kCoreLevel) visit(static_cast<WaypointId>(tail), arc);
        }
      }
    });
  }

  [[nodiscard]] Vertex between(WaypointId from, WaypointId to) const noexcept {
    const Vertex a = graph_.points[from];
    const Vertex b = graph_.points[to];
    return {b.x - a.x, b.y - a.y};
  }
  /// Whether a path that takes the arc may take one that is left after it.
  [[nodiscard]] bool leads_on(WaypointId tail, std::size_t arc) const noexcept {
    const WaypointId head = graph_.target[arc];
    const Vertex in = between(tail, head);
    for (std::size_t next = graph_.first[head]; next < graph_.first[head + 1]; ++next) {
      const bool bends =
          level_[next] == kCoreLevel && may_bend(graph_.corners[head], in, between(head, graph_.target[next]));
      if (bends) return true;
    }
    return false;
  }
  /// Whether the arc back does not lead on; what has none back is wrong, and stays.
  [[nodiscard]] bool ends_back(WaypointId tail, std::size_t arc) const noexcept {
    const WaypointId head = graph_.target[arc];
    const auto begin = graph_.target.begin() + graph_.first[head];
    const auto end = graph_.target.begin() + graph_.first[head + 1];
    const auto back = std::lower_bound(begin, end, tail);
    return back != end && *back == tail && ends_[static_cast<std::size_t>(back - graph_.target.begin())] != 0;
  }

  const WaypointGraphView& graph_;
  unsigned threads_;
  std::vector<std::uint8_t> level_;  ///< by arc
  std::vector<std::uint8_t> ends_;   ///< by arc that is left: whether it does not lead on
};

}  // namespace

SightLevelArrays find_sight_levels(const WaypointGraphView& graph, unsigned threads) {
  Rounds rounds(graph, threads);
  for (std::uint32_t round = 0; round < kCoreLevel; ++round) rounds.run(round);
  return rounds.packed();
}

std::uint64_t sight_level_memory(const WaypointGraphView& graph) noexcept {
  constexpr std::uint64_t kBytesPerArc = 3;
  return graph.target.size() * kBytesPerArc + 8;
}

}  // namespace portolan
