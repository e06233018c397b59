// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/relay_chooser.hpp"

#include "portolan/regions/region_topology.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace portolan {
namespace {

/// Arcs are sampled between so many members of a region.
constexpr std::size_t kMaxSources = 256;
/// A relay must save so many arcs more than it has itself.
constexpr std::int64_t kLeastGain = 8;
/// Candidates looked at closely for each relay.
constexpr std::size_t kTries = 8;
static_assert(kTries <= kSweepLanes);
/// Most relays of a region; far more than pay.
constexpr std::size_t kMaxRelays = 1024;
/// Most tiles or nodes that relays of a region are chosen from: costs take 4 bytes by source and candidate.
constexpr std::size_t kMaxCandidates = std::size_t{1} << 16;
/// Above all costs; neither it nor twice it added to one makes the cost of an arc.
constexpr std::uint32_t kFar = 0x7FFF'FFFF;

/// Divides all costs by a power of two with which every path fits the lanes.
void scale_down(InnerGraph& graph) {
  const Cost largest = *std::max_element(graph.weight.begin(), graph.weight.end());
  const auto bits = static_cast<int>(std::bit_width(largest)) + static_cast<int>(std::bit_width(graph.size()));
  const int shift = std::max(0, bits - 29);
  for (Cost& weight : graph.weight) weight = std::max<Cost>(weight >> shift, 1);
}

}  // namespace

std::vector<std::uint32_t> RelayChooser::choose(InnerGraph& graph, std::span<const std::uint32_t> candidates) {
  if (candidates.empty() || candidates.size() > kMaxCandidates) return {};
  auto relays = cover(graph, candidates);
  if (!relays) {
    scale_down(graph);
    relays = cover(graph, candidates);
  }
  return relays.value_or(std::vector<std::uint32_t>());
}

std::optional<std::vector<std::uint32_t>> RelayChooser::cover(InnerGraph& graph,
                                                              std::span<const std::uint32_t> candidates) {
  std::vector<std::uint32_t> relays;
  const std::size_t most = std::min(kMaxRelays, kMaxRegionMembers - std::min(kMaxRegionMembers, graph.members.size()));
  fits_ = measure_portals(graph, candidates);
  while (fits_ && relays.size() < most) {
    const std::optional<Trial> best = try_best(candidates);
    if (!best) break;
    const std::uint32_t node = candidates[best->candidate];
    std::erase_if(pairs_, [&](const Pair& pair) {
      if (!passes(pair, best->candidate)) return false;
      tally(pair, -weight(pair));
      return true;
    });
    relays.push_back(node);
    graph.marked[node] = 1;
    sources_.push_back(node);
    cost_.resize(sources_.size() * columns_);
    take_row(candidates, sources_.size() - 1, best->lane);
  }
  if (fits_) return relays;
  for (const std::uint32_t node : relays) graph.marked[node] = 0;
  return {};
}

bool RelayChooser::measure_portals(const InnerGraph& graph, std::span<const std::uint32_t> candidates) {
  pairs_.clear();
  sources_.clear();
  const std::size_t members = graph.order.size();
  portals_ = std::min(members, kMaxSources);
  for (std::size_t i = 0; i < portals_; ++i) {
    sources_.push_back(graph.members[graph.order[i * members / portals_]]);
  }
  scale_ = portals_ == 0 ? 1 : static_cast<std::uint32_t>(members / portals_);
  columns_ = candidates.size();
  cost_.resize(portals_ * columns_);
  count_.assign(columns_, 0);
  if (!lanes_.prepare(graph)) return false;
  for (std::size_t begin = 0; begin < portals_; begin += kSweepLanes) {
    const std::size_t end = std::min(begin + kSweepLanes, portals_);
    if (!lanes_.run(std::span(sources_).subspan(begin, end - begin))) return false;
    for (std::size_t from = begin; from < end; ++from) take_row(candidates, from, from - begin);
  }
  return true;
}

void RelayChooser::take_row(std::span<const std::uint32_t> candidates, std::size_t from, std::size_t lane) {
  std::uint32_t* const row = &cost_[from * columns_];
  for (std::size_t v = 0; v < columns_; ++v) {
    // A source is not on the way of its own arcs.
    const bool between = candidates[v] != sources_[from] && lanes_.reached(candidates[v], lane);
    row[v] = between ? lanes_.cost(candidates[v], lane) : kFar;
  }
  for (std::size_t to = 0; to < from; ++to) {
    const std::uint32_t node = sources_[to];
    if (!lanes_.reached(node, lane) || !lanes_.direct(node, lane)) continue;
    pairs_.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), lanes_.cost(node, lane)});
    tally(pairs_.back(), weight(pairs_.back()));
  }
}

std::optional<RelayChooser::Trial> RelayChooser::try_best(std::span<const std::uint32_t> candidates) {
  nodes_.clear();
  best_first_.resize(columns_);
  std::iota(best_first_.begin(), best_first_.end(), 0U);
  const auto tries = static_cast<std::ptrdiff_t>(std::min(kTries, columns_));
  std::partial_sort(
      best_first_.begin(), best_first_.begin() + tries, best_first_.end(),
      [&](std::uint32_t a, std::uint32_t b) { return std::pair(~count_[a], a) < std::pair(~count_[b], b); });
  best_first_.resize(static_cast<std::size_t>(tries));
  if (count_[best_first_.front()] < kLeastGain) return {};
  for (const std::uint32_t v : best_first_) nodes_.push_back(candidates[v]);
  fits_ = lanes_.run(nodes_);
  if (!fits_) return {};
  std::optional<Trial> best;
  std::int64_t most = kLeastGain - 1;
  for (std::size_t lane = 0; lane < nodes_.size(); ++lane) {
    std::int64_t gain = count_[best_first_[lane]];
    for (std::size_t to = 0; to < sources_.size(); ++to) {
      if (lanes_.reached(sources_[to], lane) && lanes_.direct(sources_[to], lane)) gain -= stands_for(to);
    }
    if (gain > most) {
      most = gain;
      best = Trial{best_first_[lane], lane};
    }
  }
  return best;
}

}  // namespace portolan
