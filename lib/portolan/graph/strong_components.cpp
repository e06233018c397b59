// SPDX-License-Identifier: BSL-1.0
#include "portolan/graph/strong_components.hpp"

#include <algorithm>

namespace portolan {

Components strong_components(const Adjacency& graph) {
  const std::size_t nodes = graph.first.empty() ? 0 : graph.first.size() - 1;
  constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  Components components;
  components.of.assign(nodes, kNone);
  std::vector<std::uint32_t> number(nodes, kNone);  // in the order of visits
  std::vector<std::uint32_t> low(nodes, 0);         // the least number reached from the subtree, over open nodes
  std::vector<std::uint32_t> next(nodes, 0);        // the arc to follow next
  std::vector<NodeId> way;                          // from the root to the present node
  std::vector<NodeId> open;                         // visited, component unknown
  std::uint32_t visits = 0;
  const auto enter = [&](NodeId node) {
    number[node] = low[node] = visits++;
    next[node] = graph.first[node];
    way.push_back(node);
    open.push_back(node);
  };
  for (NodeId root = 0; root < nodes; ++root) {
    if (number[root] != kNone) continue;
    enter(root);
    while (!way.empty()) {
      const NodeId node = way.back();
      if (next[node] != graph.first[node + 1]) {
        const NodeId head = graph.head[next[node]++];
        if (number[head] == kNone) {
          enter(head);
        } else if (components.of[head] == kNone) {
          low[node] = std::min(low[node], number[head]);
        }
        continue;
      }
      way.pop_back();
      if (!way.empty()) low[way.back()] = std::min(low[way.back()], low[node]);
      if (low[node] != number[node]) continue;
      NodeId member = kNone;
      do {
        member = open.back();
        open.pop_back();
        components.of[member] = components.count;
      } while (member != node);
      ++components.count;
    }
  }
  return components;
}

}  // namespace portolan
