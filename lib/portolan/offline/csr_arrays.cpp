// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/csr_arrays.hpp"

#include <algorithm>
#include <numeric>

namespace portolan {

CsrArrays simple_graph(const CsrGraph& graph) {
  CsrArrays simple;
  simple.first.reserve(graph.size() + 1);
  simple.first.push_back(0);
  for (NodeId node = 0; node < graph.size(); ++node) {
    const std::size_t row = simple.target.size();
    for (std::size_t arc = graph.first[node]; arc < graph.first[node + 1]; ++arc) {
      if (graph.target[arc] == node) continue;
      if (simple.target.size() > row && simple.target.back() == graph.target[arc]) {
        simple.weight.back() = std::min(simple.weight.back(), graph.weight[arc]);
      } else {
        simple.target.push_back(graph.target[arc]);
        simple.weight.push_back(graph.weight[arc]);
      }
    }
    simple.first.push_back(static_cast<std::uint32_t>(simple.target.size()));
  }
  return simple;
}

CsrArrays reversed_graph(const CsrGraph& graph) {
  CsrArrays reversed;
  reversed.first.assign(graph.size() + 1, 0);
  reversed.target.resize(graph.target.size());
  reversed.weight.resize(graph.weight.size());
  for (const NodeId head : graph.target) ++reversed.first[head + 1];
  std::partial_sum(reversed.first.begin(), reversed.first.end(), reversed.first.begin());
  std::vector<std::uint32_t> next(reversed.first.begin(), reversed.first.end() - 1);
  // Tails come in ascending order, so the new rows ascend too.
  for (NodeId tail = 0; tail < graph.size(); ++tail) {
    for (std::size_t arc = graph.first[tail]; arc < graph.first[tail + 1]; ++arc) {
      const std::uint32_t at = next[graph.target[arc]]++;
      reversed.target[at] = tail;
      reversed.weight[at] = graph.weight[arc];
    }
  }
  return reversed;
}

}  // namespace portolan
