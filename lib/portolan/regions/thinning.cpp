// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/thinning.hpp"

#include <algorithm>

namespace portolan {

bool LaneSearch::prepare(const InnerGraph& graph) {
  graph_ = &graph;
  const Cost largest = graph.weight.empty() ? 1 : *std::max_element(graph.weight.begin(), graph.weight.end());
  if (largest >= Cost{1} << 29) return false;
  step_.resize(graph.weight.size());
  std::transform(graph.weight.begin(), graph.weight.end(), step_.begin(),
                 [](Cost weight) { return static_cast<std::uint32_t>(2 * weight); });
  none_ = 0xFFFF'FFFF - static_cast<std::uint32_t>(2 * largest);
  always_fits_ = 2 * largest * (graph.size() + 1) < none_;
  keys_.resize(std::max(keys_.size(), graph.size()));
  pending_.resize(std::max(pending_.size(), graph.size()));
  return true;
}

bool LaneSearch::run(std::span<const std::uint32_t> sources) {
  LaneKeys none;
  none.lane.fill(none_);
  const std::size_t nodes = graph_->size();
  std::fill_n(keys_.begin(), nodes, none);
  std::fill_n(pending_.begin(), nodes, std::uint8_t{0});
  for (std::size_t lane = 0; lane < sources.size(); ++lane) {
    keys_[sources[lane]].lane[lane] = 1;
    pending_[sources[lane]] = 1;
  }
  kernels_->sweep({graph_->first, graph_->target, step_, graph_->marked}, keys_.data(), pending_.data());
  if (always_fits_) return true;
  // A node left out for its cost has a neighbour whose key is at most one step below none_.
  const std::uint32_t limit = none_ - (0xFFFF'FFFF - none_);
  return std::none_of(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(nodes), [&](const LaneKeys& keys) {
    return std::any_of(keys.lane.begin(), keys.lane.end(),
                       [&](std::uint32_t key) { return key >= limit && key < none_; });
  });
}

}  // namespace portolan
