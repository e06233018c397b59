// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/corner_search.hpp"

#include <algorithm>
#include <array>

namespace portolan {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr Cost kSqrtOfTwo = 6'074'000'999;         // rounded down, in 2^-32
constexpr Cost kHalfOctileExcess = 2'324'419'551;  // half of 1 / kOctileShare, rounded down, in 2^-32

constexpr Cost share_of(Cost cost, std::uint64_t share) noexcept {
  return static_cast<Cost>(Wide{cost} * share >> 32);
}

}  // namespace

CornerSearch::CornerSearch(const PricedCells& cells, std::uint32_t fraction_bits)
    : cells_(cells),
      side_(static_cast<Cost>(cells.side()) << (fraction_bits - kSubBits)),
      diagonal_(share_of(side_, kSqrtOfTwo)),
      end_(cells.ends_on_corners() ? 0 : share_of(side_, kHalfOctileExcess)),
      virtual_start_(static_cast<NodeId>(cells.columns()) * static_cast<NodeId>(cells.rows())),
      labels_(std::size_t{virtual_start_} + 1),
      open_(std::size_t{virtual_start_} + 1) {}

Cost CornerSearch::ahead(NodeId node) const noexcept {
  if (node == virtual_start_) return 0;
  const Corner c = corner(node);
  const std::int32_t extent = cells_.ends_on_corners() ? 0 : 1;
  const auto beyond = [&](std::int32_t at, std::int32_t first) {
    return static_cast<Cost>(std::max({first - at, at - first - extent, 0}));
  };
  const auto [low, high] = std::minmax({beyond(c.x, from_.x), beyond(c.y, from_.y)});
  return (side_ * (high - low) + diagonal_ * low) * cells_.grid().rules->least_cost;
}

NodeId CornerSearch::start_node() const noexcept {
  return cells_.ends_on_corners() ? node(from_) : virtual_start_;
}

template <class Relax>
void CornerSearch::expand(NodeId at, Relax&& relax) const noexcept {
  const Corner c = corner(at);
  if (!cells_.open(c)) return;
  const std::array<std::uint32_t, 4> around{cells_.price({c.x - 1, c.y - 1}), cells_.price({c.x, c.y - 1}),
                                            cells_.price({c.x - 1, c.y}), cells_.price(c)};
  const auto along = [&](std::uint32_t a, std::uint32_t b, Corner first, bool down, Corner to) {
    const std::uint32_t price = a == 0 && b == 0 ? cells_.corridor(first, down) : a == 0 || (b != 0 && b < a) ? b : a;
    if (price != 0) relax(node(to), side_ * price);
  };
  const auto across = [&](std::uint32_t price, Corner to) {
    if (price != 0) relax(node(to), diagonal_ * price);
  };
  const Corner north{c.x, c.y - 1};
  const Corner west{c.x - 1, c.y};
  along(around[0], around[1], north, true, north);
  along(around[0], around[2], west, false, west);
  along(around[1], around[3], c, false, {c.x + 1, c.y});
  along(around[2], around[3], c, true, {c.x, c.y + 1});
  across(around[0], {c.x - 1, c.y - 1});
  across(around[1], {c.x + 1, c.y - 1});
  across(around[2], {c.x - 1, c.y + 1});
  across(around[3], {c.x + 1, c.y + 1});
  if (cells_.ends_on_corners() || c.x < from_.x || c.y < from_.y || c.x > from_.x + 1 || c.y > from_.y + 1) return;
  relax(virtual_start_, end_ * cells_.price(from_));
}

SearchOutcome CornerSearch::search(Tile from, Tile to, std::uint64_t expansions) noexcept {
  labels_.clear();
  search_.emplace(labels_, std::span<OpenEntry>{open_.data(), open_.size()}, Ahead{this});
  from_ = cells_.of(from);
  to_ = cells_.of(to);
  const SearchLimits limits{.goal = start_node(), .expansions = expansions};
  if (cells_.ends_on_corners()) {
    search_->seed({node(to_), 0, kNoNode}, limits);
  } else {
    const Cost cost = end_ * cells_.price(to_);
    for (const Corner c : {to_, {to_.x + 1, to_.y}, {to_.x, to_.y + 1}, {to_.x + 1, to_.y + 1}}) {
      search_->seed({node(c), cost, kNoNode}, limits);
    }
  }
  return search_->run(limits, [this](NodeId at, Cost, auto&& relax) noexcept { expand(at, relax); });
}

Cost CornerSearch::lower_bound() const noexcept {
  return share_of(labels_.cost(start_node()), kOctileShare);
}

SearchOutcome CornerSearch::spread(Cost limit, std::uint64_t expansions) noexcept {
  limit_ = limit;
  const auto most = static_cast<Cost>((Wide{limit} << 32) / kOctileShare) + 1;
  const SearchLimits limits{.expansions = expansions};
  if (cells_.ends_on_corners()) {  // the search ended there without going on from it
    const NodeId start = start_node();
    expand(start, [&](NodeId to, Cost step) noexcept {
      search_->seed({to, labels_.cost(start) + step, start}, limits);
    });
  }
  const auto expand_within = [&](NodeId at, Cost cost, auto&& relax) noexcept {
    if (at == virtual_start_) return;
    if (cost + ahead(at) > most) {
      search_->abandon();
      return;
    }
    expand(at, relax);
  };
  return search_->run(limits, expand_within);
}

Cost CornerSearch::remaining(Corner c) const noexcept {
  const NodeId at = node(c);
  if (labels_.touched(at) && labels_.slot(at) == kClosedSlot) return share_of(labels_.cost(at), kOctileShare);
  const Cost before = share_of(ahead(at), kOctileShare);
  return limit_ - std::min(limit_, before);
}

}  // namespace portolan
