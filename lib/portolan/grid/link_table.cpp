// SPDX-License-Identifier: BSL-1.0
#include "portolan/grid/link_table.hpp"

#include <algorithm>
#include <utility>

namespace portolan {

Cost link_cost(const MoveRules& rules, std::uint64_t cost) noexcept {
  // A tile at terrain cost 1 of the rules, which stands for cost_unit ten-thousandths. The product stays below 2^60.
  const std::uint64_t tile = std::uint64_t{rules.straight} * (rules.halving == 1 ? 1 : 2);
  return (cost * tile + rules.cost_unit / 2) / rules.cost_unit;
}

bool links_fit(const MoveRules& rules, std::uint64_t positions, std::span<const Link> links) noexcept {
  std::uint64_t dearest = 0;
  for (const Link& link : links) dearest = std::max(dearest, link.cost);
  // A simple path takes at most one step or link a position; see costs_fit.
  return link_cost(rules, dearest) < kInfiniteCost / 2 / std::max<std::uint64_t>(positions, 1);
}

LinkTable::LinkTable(std::span<const Link> links, const MoveRules& rules) : links_(links.size()) {
  for (const Link& link : links) {
    link_ends_.push_back(link.from);
    link_ends_.push_back(link.to);
    directed_ = directed_ || link.direction == LinkDirection::one_way;
  }
  std::sort(link_ends_.begin(), link_ends_.end(), row_by_row);
  link_ends_.erase(std::unique(link_ends_.begin(), link_ends_.end()), link_ends_.end());

  std::vector<std::vector<LinkArc>> leaving(link_ends_.size());
  std::vector<std::vector<LinkArc>> arriving(link_ends_.size());
  const auto add = [&](Tile from, Tile to, Cost cost, LinkId link) {
    leaving[*find(from)].push_back({to, cost, link});
    arriving[*find(to)].push_back({from, cost, link});
  };
  for (LinkId i = 0; i < links.size(); ++i) {
    const Cost cost = link_cost(rules, links[i].cost);
    add(links[i].from, links[i].to, cost, i);
    if (links[i].direction == LinkDirection::both) add(links[i].to, links[i].from, cost, i);
  }
  for (auto [rows, lists] : {std::pair(&leaving_, &leaving), std::pair(&arriving_, &arriving)}) {
    rows->first.push_back(0);
    for (const std::vector<LinkArc>& list : *lists) {
      rows->arcs.insert(rows->arcs.end(), list.begin(), list.end());
      rows->first.push_back(static_cast<std::uint32_t>(rows->arcs.size()));
    }
  }
}

std::optional<std::size_t> LinkTable::find(Tile t) const noexcept {
  const auto at = std::lower_bound(link_ends_.begin(), link_ends_.end(), t, row_by_row);
  if (at == link_ends_.end() || *at != t) return {};
  return static_cast<std::size_t>(at - link_ends_.begin());
}

}  // namespace portolan
