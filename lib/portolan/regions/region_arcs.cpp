// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/region_arcs.hpp"

#include "portolan/core/parallel.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace portolan {

const RegionArcs& RegionCustomiser::find(const InnerGraph& graph) {
  found_.clear();
  if (!lanes_.prepare(graph) || !thin_by_lanes(graph)) {
    found_.clear();
    thin_by_dijkstra(graph);
  }
  arcs_.first.assign(graph.members.size() + 1, 0);
  for (const Found& arc : found_) ++arcs_.first[arc.source + 1];
  std::partial_sum(arcs_.first.begin(), arcs_.first.end(), arcs_.first.begin());
  arcs_.target.resize(found_.size());
  arcs_.weight.resize(found_.size());
  // The arcs of one source stand together, by ascending target.
  for (std::size_t i = 0; i < found_.size();) {
    const std::uint32_t source = found_[i].source;
    for (std::uint32_t at = arcs_.first[source]; at < arcs_.first[source + 1]; ++at, ++i) {
      arcs_.target[at] = static_cast<std::uint16_t>(found_[i].target);
      arcs_.weight[at] = found_[i].weight;
    }
  }
  return arcs_;
}

namespace {

std::length_error too_many(std::uint64_t max_arcs) {
  return std::length_error("a region level has more than " + std::to_string(max_arcs) + " arcs");
}

}  // namespace

bool RegionCustomiser::thin_by_lanes(const InnerGraph& graph) {
  targets_.clear();
  nodes_.clear();
  for (std::uint32_t member = 0; member < graph.members.size(); ++member) {
    if (graph.members[member] == kNoPlace) continue;
    targets_.push_back(member);
    nodes_.push_back(graph.members[member]);
  }
  direct_.resize(nodes_.size());
  const std::span<const std::uint32_t> order(graph.order);
  for (std::size_t begin = 0; begin < order.size(); begin += kSweepLanes) {
    const auto batch = order.subspan(begin, std::min(kSweepLanes, order.size() - begin));
    sources_.clear();
    for (const std::uint32_t member : batch) sources_.push_back(graph.members[member]);
    if (!lanes_.run(sources_)) return false;
    lanes_.direct_lanes(nodes_, direct_);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      for (std::uint32_t bits = direct_[i]; bits != 0; bits &= bits - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(bits));
        if (targets_[i] == batch[lane]) continue;
        found_by_lane_[lane].push_back({batch[lane], targets_[i], lanes_.cost(nodes_[i], lane)});
      }
    }
    for (std::vector<Found>& found : found_by_lane_) {
      found_.insert(found_.end(), found.begin(), found.end());
      found.clear();
    }
    if (found_.size() > max_arcs_) throw too_many(max_arcs_);
  }
  return true;
}

void RegionCustomiser::thin_by_dijkstra(const InnerGraph& graph) {
  member_at_.assign(graph.size(), kNoPlace);
  for (std::uint32_t member = 0; member < graph.members.size(); ++member) {
    if (graph.members[member] != kNoPlace) member_at_[graph.members[member]] = member;
  }
  for (const std::uint32_t member : graph.order) {
    const auto begin = static_cast<std::ptrdiff_t>(found_.size());
    dijkstra_.run(graph, graph.members[member], [&](std::uint32_t node, Cost cost) {
      found_.push_back({member, member_at_[node], cost});
    });
    std::sort(found_.begin() + begin, found_.end(), [](const Found& a, const Found& b) { return a.target < b.target; });
    if (found_.size() > max_arcs_) throw too_many(max_arcs_);
  }
}

namespace {

RegionRecords join(const LevelInMaking& made, std::vector<RegionArcs> regions) {
  RegionRecords records;
  for (std::size_t number = 0; number < regions.size(); ++number) {
    records.index.push_back(entry_of(made.members.of(number).size(), regions[number]));
  }
  records.words.resize(lay_out(records.index, static_cast<std::size_t>(made.layout.columns(made.level))));
  for (std::size_t number = 0; number < regions.size(); ++number) {
    write_record(made.members.of(number), regions[number], records.index[number], records.words);
    regions[number] = {};
  }
  return records;
}

/// Customises all regions of a level: find(customiser, region, number) gives the arcs of one.
template <class Find>
RegionRecords customise(const LevelInMaking& made, unsigned threads, SimdLevel simd, std::uint64_t max_arcs,
                        Find&& find) {
  std::vector<RegionArcs> regions(made.layout.regions(made.level));
  std::vector<std::unique_ptr<RegionCustomiser>> customisers(thread_count(threads));
  std::atomic<std::uint64_t> total{0};
  parallel_for(regions.size(), threads, [&](std::size_t number, unsigned worker) {
    auto& customiser = customisers[worker];
    if (!customiser) customiser = std::make_unique<RegionCustomiser>(simd, max_arcs);
    const RegionArcs* const arcs = find(*customiser, made.region(number), number);
    if (arcs == nullptr) throw std::logic_error("a region topology or its arcs point outside");
    if ((total += arcs->target.size()) > max_arcs) throw too_many(max_arcs);
    regions[number] = *arcs;
  });
  return join(made, std::move(regions));
}

}  // namespace

RegionRecords customise_base(const GridView& grid, const LevelInMaking& made, unsigned threads, SimdLevel simd,
                             std::uint64_t max_arcs) {
  return customise(made, threads, simd, max_arcs,
                   [&](RegionCustomiser& customiser, const RegionMembers& region, std::size_t) {
                     return customiser.find(grid, region);
                   });
}

RegionRecords customise_level(const LevelInMaking& made, const RegionRecordsView& below, unsigned threads,
                              SimdLevel simd, std::uint64_t max_arcs) {
  return customise(made, threads, simd, max_arcs,
                   [&](RegionCustomiser& customiser, const RegionMembers& region, std::size_t number) {
                     const auto children = children_of(made.layout, made.level, number, below);
                     return children ? customiser.find(children->view(), region) : nullptr;
                   });
}

}  // namespace portolan
