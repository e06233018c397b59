// SPDX-License-Identifier: BSL-1.0
#include "bench/road_graph.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <tuple>

#include <zlib.h>

namespace portolan::bench {
namespace {

constexpr unsigned long kMaxNodes = 1UL << 28;
constexpr std::size_t kMaxLine = 256;

/// Calls take(line) for every line, until it says false. Reads plain files too.
template <class Take>
std::optional<Error> read_lines(const std::filesystem::path& path, Take&& take) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) return Error{ErrorCode::io, path.string() + ": cannot be opened"};
  std::array<char, kMaxLine> line{};
  for (std::size_t number = 1; gzgets(file.get(), line.data(), kMaxLine) != nullptr; ++number) {
    if (!take(line.data())) {
      return Error{ErrorCode::syntax, path.string() + ":" + std::to_string(number) + ": wrong line"};
    }
  }
  if (gzeof(file.get()) == 0) return Error{ErrorCode::io, path.string() + ": cannot be read to its end"};
  return std::nullopt;
}

struct Arc {
  NodeId from;
  NodeId to;
  std::uint32_t weight;
  friend bool operator<(const Arc& a, const Arc& b) {
    return std::tie(a.from, a.to, a.weight) < std::tie(b.from, b.to, b.weight);
  }
};

CsrArrays to_csr(std::size_t nodes, std::vector<Arc>& arcs) {
  std::sort(arcs.begin(), arcs.end());
  CsrArrays graph;
  graph.first.assign(nodes + 1, 0);
  for (const Arc& arc : arcs) {
    ++graph.first[arc.from + 1];
    graph.target.push_back(arc.to);
    graph.weight.push_back(arc.weight);
  }
  for (std::size_t node = 0; node < nodes; ++node) graph.first[node + 1] += graph.first[node];
  return graph;
}

}  // namespace

Result<RoadGraph> read_road_graph(const std::filesystem::path& gr) {
  RoadGraph roads;
  std::filesystem::path co = gr;
  const std::filesystem::path packed = gr.extension() == ".gz" ? gr.extension() : std::filesystem::path();
  if (!packed.empty()) co.replace_extension();
  roads.name = co.stem().string();
  co.replace_extension(".co");
  co += packed;

  unsigned long nodes = 0;
  std::vector<Arc> arcs;
  const auto take_arc = [&](const char* line) {
    if (line[0] == 'p') return std::sscanf(line, "p sp %lu", &nodes) == 1 && nodes < kMaxNodes;
    if (line[0] != 'a') return true;
    unsigned long from = 0;
    unsigned long to = 0;
    unsigned long weight = 0;
    if (std::sscanf(line, "a %lu %lu %lu", &from, &to, &weight) != 3) return false;
    if (from == 0 || from > nodes || to == 0 || to > nodes || weight >= 0xFFFF'FFFF) return false;
    arcs.push_back({static_cast<NodeId>(from - 1), static_cast<NodeId>(to - 1), static_cast<std::uint32_t>(weight)});
    return true;
  };
  if (auto fault = read_lines(gr, take_arc)) return *fault;
  roads.graph = to_csr(nodes, arcs);

  std::size_t placed = 0;
  roads.positions.resize(nodes);
  const auto take_position = [&](const char* line) {
    if (line[0] != 'v') return true;
    unsigned long node = 0;
    GraphPosition position;
    if (std::sscanf(line, "v %lu %lf %lf", &node, &position.x, &position.y) != 3) return false;
    if (node == 0 || node > nodes) return false;
    roads.positions[node - 1] = position;
    ++placed;
    return true;
  };
  if (auto fault = read_lines(co, take_position)) return *fault;
  if (placed != nodes) return Error{ErrorCode::syntax, co.string() + ": not one position a node"};
  return roads;
}

}  // namespace portolan::bench
