// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/region_relays.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/regions/region_arcs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
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

/// Greedy pair cover on one region's graph. Reusable scratch, one thread at a time.
class RelayChooser {
 public:
  explicit RelayChooser(SimdLevel simd) : kernels_(region_kernels(simd)), lanes_(simd) {}

  /// The relays among `candidates`, nodes of the graph; its members are portals. Marks the relays in the graph, whose
  /// costs may be made less precise.
  std::vector<std::uint32_t> choose(InnerGraph& graph, std::span<const std::uint32_t> candidates) {
    if (candidates.empty() || candidates.size() > kMaxCandidates) return {};
    auto relays = cover(graph, candidates);
    if (!relays) {
      scale_down(graph);
      relays = cover(graph, candidates);
    }
    return relays.value_or(std::vector<std::uint32_t>());
  }

 private:
  /// An arc between two sources, the larger first.
  struct Pair {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t cost;
  };
  /// A candidate looked at closely: in which lane it was searched from.
  struct Trial {
    std::size_t candidate;
    std::size_t lane;
  };

  /// Divides all costs by a power of two with which every path fits the lanes.
  static void scale_down(InnerGraph& graph) {
    const Cost largest = *std::max_element(graph.weight.begin(), graph.weight.end());
    const auto bits = static_cast<int>(std::bit_width(largest)) + static_cast<int>(std::bit_width(graph.size()));
    const int shift = std::max(0, bits - 29);
    for (Cost& weight : graph.weight) weight = std::max<Cost>(weight >> shift, 1);
  }

  /// As choose; nothing, and no marks, if costs do not fit.
  std::optional<std::vector<std::uint32_t>> cover(InnerGraph& graph, std::span<const std::uint32_t> candidates) {
    std::vector<std::uint32_t> relays;
    const std::size_t most =
        std::min(kMaxRelays, kMaxRegionMembers - std::min(kMaxRegionMembers, graph.members.size()));
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

  /// Finds costs from sampled portals to the candidates, and the arcs between the portals.
  bool measure_portals(const InnerGraph& graph, std::span<const std::uint32_t> candidates) {
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

  /// Notes what a lane found from a source: costs to the candidates, and arcs to the sources before it.
  void take_row(std::span<const std::uint32_t> candidates, std::size_t from, std::size_t lane) {
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

  /// Of the candidates that lie on the most arcs the one that saves the most, its own arcs deducted; nothing if none
  /// saves enough, or costs do not fit.
  std::optional<Trial> try_best(std::span<const std::uint32_t> candidates) {
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

  void tally(const Pair& pair, std::uint32_t delta) {
    kernels_.tally(&cost_[pair.from * columns_], &cost_[pair.to * columns_], pair.cost, delta, count_);
  }
  [[nodiscard]] bool passes(const Pair& pair, std::size_t candidate) const {
    return cost_[pair.from * columns_ + candidate] + cost_[pair.to * columns_ + candidate] == pair.cost;
  }
  /// Members that a source is a sample of.
  [[nodiscard]] std::uint32_t stands_for(std::size_t source) const { return source < portals_ ? scale_ : 1; }
  [[nodiscard]] std::uint32_t weight(const Pair& pair) const { return stands_for(pair.from) * stands_for(pair.to); }

  const RegionKernels& kernels_;
  LaneSearch lanes_;
  std::vector<std::uint32_t> sources_;  ///< nodes: sampled portals, then the relays found
  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> cost_;   ///< by source and candidate
  std::vector<std::uint32_t> count_;  ///< by candidate the arcs, between all members, that it lies on
  std::vector<std::uint32_t> best_first_;
  std::vector<std::uint32_t> nodes_;
  bool fits_ = true;
  std::size_t portals_ = 0;
  std::size_t columns_ = 0;
  std::uint32_t scale_ = 1;
};

/// A relay found: a tile, or the node that already stands there.
struct Relay {
  Tile tile;
  NodeId node = kNoNode;
};

/// Scratch of one thread.
struct Worker {
  explicit Worker(SimdLevel simd) : chooser(simd) {}
  InnerGraphLoader loader;
  InnerGraph graph;
  std::vector<std::uint32_t> candidates;
  RelayChooser chooser;
};

/// Works bottom-up: the relays of a level are chosen from the arcs between those of the level below.
class RelayBuilder {
 public:
  RelayBuilder(const GridView& grid, const RegionLayout& layout, std::span<const Tile> link_ends, unsigned threads,
               SimdLevel simd, std::uint64_t max_arcs)
      : grid_(grid),
        layout_(layout),
        threads_(threads),
        simd_(simd),
        max_arcs_(max_arcs),
        most_levels_(link_ends.empty() ? layout.levels() : std::max(1, layout.levels())),
        nodes_(find_portals(grid, layout)) {
    add_link_ends(link_ends);
  }

  RegionTopology run() {
    for (int level = 0; level < most_levels_ && show(level); ++level) {
      for (const std::vector<Relay>& relays : choose(level)) {
        for (const Relay& relay : relays) {
          if (relay.node == kNoNode) {
            nodes_.push_back({relay.tile, level});
          } else {
            nodes_[relay.node].level = std::max(nodes_[relay.node].level, level);
          }
        }
      }
      if (level + 1 == most_levels_ || !show(level)) break;
      try {
        arcs_ = level == 0 ? customise_base(grid_, view_, threads_, simd_, max_arcs_)
                           : customise_level(view_, level, arcs_.view(), threads_, simd_, max_arcs_);
      } catch (const std::length_error&) {
        if (level == 0) throw;
        break;
      }
    }
    return make_topology(layout_, most_levels_, std::move(nodes_));
  }

 private:
  /// Above all levels, so that link ends are relays of each and come first among the nodes.
  void add_link_ends(std::span<const Tile> link_ends) {
    std::erase_if(nodes_, [&](const RegionNode& node) {
      return std::binary_search(link_ends.begin(), link_ends.end(), node.tile, row_by_row);
    });
    for (const Tile link_end : link_ends) {
      if (grid_.cost(link_end) != 0) nodes_.push_back({link_end, most_levels_});
    }
  }

  /// Makes a level of the topology in view from the nodes known so far; those below stay. False if it does not fit.
  bool show(int level) {
    const auto i = static_cast<std::size_t>(level);
    tiles_.clear();
    for (const RegionNode& node : nodes_) tiles_.push_back(node.tile);
    levels_[i] = collect_members(layout_, level, nodes_);
    view_.layout = layout_;
    view_.tiles = tiles_;
    view_.levels = level + 1;
    view_.level[i] = levels_[i].view();
    return fits(levels_[i]);
  }

  std::vector<std::vector<Relay>> choose(int level) {
    std::vector<std::vector<Relay>> chosen(layout_.regions(level));
    std::vector<std::unique_ptr<Worker>> workers(thread_count(threads_));
    parallel_for(chosen.size(), threads_, [&](std::size_t number, unsigned worker) {
      if (!workers[worker]) workers[worker] = std::make_unique<Worker>(simd_);
      chosen[number] = choose_in(level, number, *workers[worker]);
    });
    return chosen;
  }

  std::vector<Relay> choose_in(int level, std::size_t number, Worker& worker) const {
    InnerGraph& graph = worker.graph;
    const auto region = region_of(view_, level, number);
    if (!region) return {};
    if (level == 0) {
      if (!worker.loader.load(grid_, *region, graph)) return {};
    } else {
      const auto children = children_of(view_, level, number, arcs_.view());
      if (!children || !worker.loader.load(children->view(), *region, graph)) return {};
    }
    worker.candidates.clear();
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      const bool taken = graph.marked[node] != 0 || layout_.line_level(graph.tiles[node]) >= level;
      if (!taken) worker.candidates.push_back(node);
    }
    std::vector<Relay> relays;
    for (const std::uint32_t node : worker.chooser.choose(graph, worker.candidates)) {
      relays.push_back({graph.tiles[node], level == 0 ? kNoNode : graph.nodes[node]});
    }
    return relays;
  }

  GridView grid_;
  RegionLayout layout_;
  unsigned threads_;
  SimdLevel simd_;
  std::uint64_t max_arcs_;
  int most_levels_;
  std::vector<RegionNode> nodes_;
  std::vector<Tile> tiles_;
  std::array<LevelTopology, kMaxRegionLevels> levels_;
  RegionTopologyView view_;
  LevelArcs arcs_;  ///< of the level below the one that relays are chosen for
};

}  // namespace

RegionTopology choose_relays(const GridView& grid, const RegionLayout& layout, std::span<const Tile> link_ends,
                             unsigned threads, SimdLevel simd, std::uint64_t max_arcs) {
  return RelayBuilder(grid, layout, link_ends, threads, simd, max_arcs).run();
}

}  // namespace portolan
