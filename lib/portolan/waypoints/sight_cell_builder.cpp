// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/sight_cell_builder.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/graph/csr_graph.hpp"
#include "portolan/regions/region_arcs.hpp"
#include "portolan/regions/relay_chooser.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <memory>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <utility>
#include <vector>

namespace portolan {
namespace {

/// An arc of the core or of a level.
struct Arc {
  std::uint32_t tail;
  std::uint32_t head;
  std::uint32_t weight;

  friend auto operator<=>(const Arc&, const Arc&) = default;
};

/// Nodes of the core, numbered as the waypoints that they are.
struct Core {
  std::vector<WaypointId> waypoint;      ///< by node
  std::vector<Vertex> points;            ///< by node
  std::vector<std::uint8_t> separator;   ///< by node: the highest level on which it separates cells; 0: none
  std::vector<std::uint8_t> membership;  ///< by node: the highest level of which it is a member
  CsrArrays edges;
};

Core core_of(const WaypointGraphView& graph, const SightLevels& levels) {
  std::vector<std::uint32_t> node_of(graph.size(), kNoNode);
  Core core;
  for (WaypointId id = 0; id < graph.size(); ++id) {
    bool meets = false;
    for_each_core_arc(levels, graph.first[id], graph.first[id + 1], [&](std::size_t) { meets = true; });
    if (!meets) continue;
    node_of[id] = static_cast<std::uint32_t>(core.waypoint.size());
    core.waypoint.push_back(id);
    core.points.push_back(graph.points[id]);
  }
  core.edges.first.push_back(0);
  for (const WaypointId id : core.waypoint) {
    for_each_core_arc(levels, graph.first[id], graph.first[id + 1], [&](std::size_t arc) {
      core.edges.target.push_back(node_of[graph.target[arc]]);
      core.edges.weight.push_back(graph.weight[arc]);
    });
    core.edges.first.push_back(static_cast<std::uint32_t>(core.edges.target.size()));
  }
  core.separator.resize(core.waypoint.size());
  core.membership.resize(core.waypoint.size());
  return core;
}

/// Calls visit(head, weight) for the arcs of a node.
template <class Visit>
void for_each_arc(const CsrArrays& arcs, std::uint32_t node, Visit&& visit) {
  for (std::uint32_t arc = arcs.first[node]; arc < arcs.first[node + 1]; ++arc)
    visit(arcs.target[arc], arcs.weight[arc]);
}

/// Chooses nodes between which all edges of the core that cross cells of one level begin or end, besides those that
/// separate on a higher one: the node at which most are left, and so on, less those that turn out needless.
class SeparatorChoice {
 public:
  SeparatorChoice(Core& core, const CellGrid& grid, std::uint32_t level)
      : core_(core), level_(level), left_(core.waypoint.size()) {
    for (const Vertex point : core.points) cell_.push_back(grid.cell(level, point));
  }

  void run() {
    std::priority_queue<std::pair<std::uint32_t, std::uint32_t>> queue;
    for (std::uint32_t node = 0; node < left_.size(); ++node) {
      for_each_crossing(node, [&](std::uint32_t) { ++left_[node]; });
      if (left_[node] != 0) queue.emplace(left_[node], node);
    }
    while (!queue.empty()) {
      const auto [count, node] = queue.top();
      queue.pop();
      if (left_[node] == 0 || is_chosen(node)) continue;
      if (count != left_[node]) {
        queue.emplace(left_[node], node);
        continue;
      }
      core_.separator[node] = kChosen;
      chosen_.push_back(node);
      for_each_crossing(node, [&](std::uint32_t head) { left_[head] -= is_chosen(head) ? 0 : 1; });
    }
    for (std::size_t i = chosen_.size(); i-- > 0;) {
      bool needed = false;
      for_each_crossing(chosen_[i], [&](std::uint32_t head) { needed = needed || !is_chosen(head); });
      if (!needed) core_.separator[chosen_[i]] = 0;
    }
    for (const std::uint32_t node : chosen_) {
      if (is_chosen(node)) core_.separator[node] = static_cast<std::uint8_t>(level_);
    }
  }

 private:
  /// Of no level.
  static constexpr std::uint8_t kChosen = 0xFF;

  [[nodiscard]] bool is_chosen(std::uint32_t node) const noexcept { return core_.separator[node] == kChosen; }
  [[nodiscard]] bool separates_above(std::uint32_t node) const noexcept {
    return core_.separator[node] != 0 && !is_chosen(node);
  }
  /// Calls visit(head) for the edges that cross and that no node of a higher level meets.
  template <class Visit>
  void for_each_crossing(std::uint32_t node, Visit&& visit) const {
    if (separates_above(node)) return;
    for_each_arc(core_.edges, node, [&](std::uint32_t head, std::uint32_t) {
      if (cell_[head] != cell_[node] && !separates_above(head)) visit(head);
    });
  }

  Core& core_;
  std::uint32_t level_;
  std::vector<std::uint32_t> cell_;  ///< by node
  std::vector<std::uint32_t> left_;  ///< by node: edges that cross and of which no end is chosen
  std::vector<std::uint32_t> chosen_;
};

/// What the cells of one level are made from.
struct Level {
  std::uint32_t level;
  const Core* core;
  const CellGrid* grid;
  const CsrArrays* below;                  ///< by node: the arcs of the level below
  std::vector<std::uint32_t> inside;       ///< nodes of the level below that do not separate, by cell
  std::vector<std::size_t> inside_first;   ///< by cell of the level, + 1
  std::vector<Arc> between;                ///< arcs of the level below between nodes that separate, by cell of the tail
  std::vector<std::size_t> between_first;  ///< by cell of the level, + 1

  [[nodiscard]] std::size_t cells() const noexcept { return grid->begin(level + 1) - grid->begin(level); }
  /// Counted from the level's first.
  [[nodiscard]] std::size_t cell(std::uint32_t node) const noexcept {
    return grid->cell(level, core->points[node]) - grid->begin(level);
  }
  [[nodiscard]] bool separates(std::uint32_t node) const noexcept { return core->separator[node] >= level; }
};

/// Puts things in the order of their cells; cell_of(thing) may be any but `cells`, which leaves a thing out.
template <class Thing, class CellOf>
std::vector<std::size_t> sort_by_cell(std::vector<Thing>& things, std::size_t cells, CellOf&& cell_of) {
  std::vector<std::size_t> first(cells + 1);
  for (const Thing& thing : things) ++first[cell_of(thing) + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  std::vector<Thing> sorted(things.size());
  for (const Thing& thing : things) sorted[next[cell_of(thing)]++] = thing;
  things = std::move(sorted);
  return first;
}

Level level_over(const Core& core, const CellGrid& grid, std::uint32_t number, const CsrArrays& below) {
  Level level{number, &core, &grid, &below, {}, {}, {}, {}};
  for (std::uint32_t node = 0; node < core.waypoint.size(); ++node) {
    if (core.membership[node] + 1U < number) continue;
    if (!level.separates(node)) {
      level.inside.push_back(node);
      continue;
    }
    for_each_arc(below, node, [&](std::uint32_t head, std::uint32_t weight) {
      if (node < head && level.separates(head)) level.between.push_back({node, head, weight});
    });
  }
  level.inside_first = sort_by_cell(level.inside, level.cells(), [&](std::uint32_t node) { return level.cell(node); });
  level.between_first =
      sort_by_cell(level.between, level.cells(), [&](const Arc& arc) { return level.cell(arc.tail); });
  return level;
}

/// Where along the border of a cell a vertex lies nearest to it: clockwise from its north-west corner.
std::int64_t along_border(Vertex v, Vertex corner, std::int64_t side) noexcept {
  const std::int64_t x = std::clamp<std::int64_t>(v.x - corner.x, 0, side);
  const std::int64_t y = std::clamp<std::int64_t>(v.y - corner.y, 0, side);
  const std::int64_t least = std::min({y, side - x, side - y, x});
  if (least == y) return x;
  if (least == side - x) return side + y;
  if (least == side - y) return 3 * side - x;
  return 4 * side - y;
}

/// Makes cells, one after the other: the memory of one thread.
class CellMaker {
 public:
  explicit CellMaker(std::size_t nodes) : local_(nodes, kNoPlace), chooser_(widest_simd()) {}

  /// What is found: arcs between members, both ways, and the relays.
  struct Cell {
    std::vector<Arc> arcs;
    std::vector<std::uint32_t> relays;
  };
  /// @throws std::length_error where there are more members, or higher costs, than a level can have
  Cell make(const Level& level, std::size_t cell) {
    load(level, cell);
    const std::vector<Cost> weights = graph_.weight;
    candidates_.clear();
    for (std::uint32_t node = 0; node < graph_.size(); ++node) {
      if (graph_.marked[node] == 0) candidates_.push_back(node);
    }
    Cell made;
    std::vector<std::uint32_t> relays = chooser_.choose(graph_, candidates_);
    graph_.weight = weights;
    std::sort(relays.begin(), relays.end());
    for (const std::uint32_t node : relays) {
      graph_.order.push_back(static_cast<std::uint32_t>(graph_.members.size()));
      graph_.members.push_back(node);
      made.relays.push_back(nodes_[node]);
    }
    if (graph_.members.size() > kMaxRegionMembers) throw std::length_error("a cell has too many members");
    const RegionArcs& found = customiser_.find(graph_);
    for (std::size_t member = 0; member < graph_.members.size(); ++member) {
      for (std::uint32_t arc = found.first[member]; arc < found.first[member + 1]; ++arc) {
        if (found.weight[arc] > std::numeric_limits<std::uint32_t>::max())
          throw std::length_error("a cost is too high");
        made.arcs.push_back({nodes_[graph_.members[member]], nodes_[graph_.members[found.target[arc]]],
                             static_cast<std::uint32_t>(found.weight[arc])});
      }
    }
    return made;
  }

 private:
  void add(std::uint32_t node) {
    if (local_[node] != kNoPlace) return;
    local_[node] = 0;
    nodes_.push_back(node);
  }

  void load(const Level& level, std::size_t cell) {
    for (const std::uint32_t node : nodes_) local_[node] = kNoPlace;
    nodes_.clear();
    const auto part = [&](auto& things, const std::vector<std::size_t>& first) {
      return std::span(things).subspan(first[cell], first[cell + 1] - first[cell]);
    };
    const std::span<const std::uint32_t> inside = part(level.inside, level.inside_first);
    const std::span<const Arc> between = part(level.between, level.between_first);
    for (const std::uint32_t node : inside) {
      add(node);
      for_each_arc(*level.below, node, [&](std::uint32_t head, std::uint32_t) { add(head); });
    }
    for (const Arc& arc : between) {
      add(arc.tail);
      add(arc.head);
    }
    std::sort(nodes_.begin(), nodes_.end());
    graph_.marked.assign(nodes_.size(), 0);
    graph_.members.clear();
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      local_[nodes_[i]] = i;
      graph_.marked[i] = level.separates(nodes_[i]) ? 1 : 0;
      if (graph_.marked[i] != 0) graph_.members.push_back(i);
    }
    arcs_.clear();
    for (const std::uint32_t node : inside) {
      for_each_arc(*level.below, node, [&](std::uint32_t head, std::uint32_t weight) {
        arcs_.push_back({local_[node], local_[head], weight});
        // The arcs of what does not separate come from its own list.
        if (level.separates(head)) arcs_.push_back({local_[head], local_[node], weight});
      });
    }
    for (const Arc& arc : between) {
      arcs_.push_back({local_[arc.tail], local_[arc.head], arc.weight});
      arcs_.push_back({local_[arc.head], local_[arc.tail], arc.weight});
    }
    lay_out();
    order_members(level, cell);
  }

  void lay_out() {
    std::sort(arcs_.begin(), arcs_.end());
    graph_.first.assign(nodes_.size() + 1, 0);
    graph_.target.clear();
    graph_.weight.clear();
    for (const Arc& arc : arcs_) {
      ++graph_.first[arc.tail + 1];
      graph_.target.push_back(arc.head);
      graph_.weight.push_back(arc.weight);
    }
    std::partial_sum(graph_.first.begin(), graph_.first.end(), graph_.first.begin());
  }

  /// Along the border, so that neighbours see alike.
  void order_members(const Level& level, std::size_t cell) {
    const std::int64_t side = level.grid->side(level.level);
    const Vertex corner = level.grid->corner(level.level, cell);
    places_.clear();
    for (std::uint32_t member = 0; member < graph_.members.size(); ++member) {
      const Vertex at = level.core->points[nodes_[graph_.members[member]]];
      places_.emplace_back(along_border(at, corner, side), member);
    }
    std::sort(places_.begin(), places_.end());
    graph_.order.clear();
    for (const auto& [along, member] : places_) graph_.order.push_back(member);
  }

  std::vector<std::uint32_t> local_;  ///< by node of the core: its number in the cell; else kNoPlace
  std::vector<std::uint32_t> nodes_;  ///< by number in the cell, ascending
  std::vector<Arc> arcs_;
  InnerGraph graph_;
  std::vector<std::uint32_t> candidates_;
  std::vector<std::pair<std::int64_t, std::uint32_t>> places_;
  RelayChooser chooser_;
  RegionCustomiser customiser_;
};

/// The arcs of a level by node; of those that two cells found, the cheaper one.
CsrArrays join(std::vector<CellMaker::Cell>& cells, std::size_t nodes) {
  CsrArrays joined;
  std::vector<Arc> arcs;
  for (CellMaker::Cell& cell : cells) {
    arcs.insert(arcs.end(), cell.arcs.begin(), cell.arcs.end());
    cell = {};
  }
  const std::vector<std::size_t> first = sort_by_cell(arcs, nodes, [](const Arc& arc) { return arc.tail; });
  joined.first.push_back(0);
  for (std::size_t node = 0; node < nodes; ++node) {
    const auto begin = arcs.begin() + static_cast<std::ptrdiff_t>(first[node]);
    const auto end = arcs.begin() + static_cast<std::ptrdiff_t>(first[node + 1]);
    std::sort(begin, end);
    for (auto arc = begin; arc != end; ++arc) {
      if (arc != begin && arc->head == std::prev(arc)->head) continue;
      joined.target.push_back(arc->head);
      joined.weight.push_back(arc->weight);
    }
    joined.first.push_back(static_cast<std::uint32_t>(joined.target.size()));
  }
  return joined;
}

/// The most arcs of a member of level 1, on average, with which cells pay.
constexpr std::uint64_t kMostFirstArcs = 64;
/// The same by what the cells made first promise, which count arcs twice that lie on a border.
constexpr std::uint64_t kMostPromisedArcs = 70;
/// How far apart these are; to no side of a square of cells they are in step with.
constexpr std::size_t kCellsApart = 17;

/// Whether a level of which every kCellsApart-th cell is made would have more arcs a member than pay, were all cells
/// like these.
bool promises_too_many(const Level& level, std::span<const CellMaker::Cell> cells) {
  std::uint64_t made = 0;
  std::uint64_t arcs = 0;
  std::uint64_t relays = 0;
  for (std::size_t cell = 0; cell < cells.size(); cell += kCellsApart) {
    ++made;
    arcs += cells[cell].arcs.size();
    relays += cells[cell].relays.size();
  }
  std::uint64_t separators = 0;
  for (std::uint32_t node = 0; node < level.core->waypoint.size(); ++node) separators += level.separates(node) ? 1 : 0;
  return arcs * cells.size() > kMostPromisedArcs * (separators * made + relays * cells.size());
}

/// Chooses the relays of a level and finds its arcs, of which there may be so many. Nothing if it cannot have them, or
/// if the first level promises too many.
std::optional<CsrArrays> make_level(Core& core, const CellGrid& grid, std::uint32_t number, const CsrArrays& below,
                                    std::uint64_t most_arcs, unsigned threads) {
  const Level level = level_over(core, grid, number, below);
  std::vector<CellMaker::Cell> cells(level.cells());
  std::vector<std::unique_ptr<CellMaker>> makers(thread_count(threads));
  std::atomic<std::uint64_t> arcs{0};
  const auto make = [&](std::size_t cell, unsigned worker) {
    if (!makers[worker]) makers[worker] = std::make_unique<CellMaker>(core.waypoint.size());
    cells[cell] = makers[worker]->make(level, cell);
    if ((arcs += cells[cell].arcs.size()) > most_arcs) throw std::length_error("a level has too many arcs");
  };
  try {
    parallel_for((cells.size() + kCellsApart - 1) / kCellsApart, threads,
                 [&](std::size_t i, unsigned worker) { make(i * kCellsApart, worker); });
    if (number == 1 && promises_too_many(level, cells)) return {};
    parallel_for(cells.size(), threads, [&](std::size_t cell, unsigned worker) {
      if (cell % kCellsApart != 0) make(cell, worker);
    });
  } catch (const std::length_error&) {
    return {};
  }
  const auto raised = static_cast<std::uint8_t>(number);
  for (std::uint32_t node = 0; node < core.waypoint.size(); ++node) {
    if (level.separates(node)) core.membership[node] = raised;
  }
  for (const CellMaker::Cell& cell : cells) {
    for (const std::uint32_t node : cell.relays) core.membership[node] = raised;
  }
  return join(cells, core.waypoint.size());
}

/// Members of higher levels first; those of one level by cell, as they are met together.
std::vector<std::uint32_t> ranked(const Core& core, const CellGrid& grid) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  for (std::uint32_t node = 0; node < core.waypoint.size(); ++node) {
    if (core.membership[node] == 0) continue;
    const std::uint64_t below_top = kMostCellLevels - core.membership[node];
    order.emplace_back(below_top << 32 | grid.cell(1, core.points[node]), node);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::uint32_t> nodes;
  for (const auto& [key, node] : order) nodes.push_back(node);
  return nodes;
}

/// The cells beside a member: of the highest level first, ascending.
void list_cells_beside(const Core& core, const CellGrid& grid, std::uint32_t node, std::vector<std::uint32_t>& list) {
  for (std::uint32_t level = core.membership[node]; level > 0; --level) {
    const auto begin = static_cast<std::ptrdiff_t>(list.size());
    for_each_arc(core.edges, node, [&](std::uint32_t head, std::uint32_t) {
      if (core.membership[head] < level) list.push_back(grid.cell(level, core.points[head]));
    });
    std::sort(list.begin() + begin, list.end());
    list.erase(std::unique(list.begin() + begin, list.end()), list.end());
  }
}

SightCellArrays pack(const WaypointGraphView& graph, const Core& core, const CellGrid& grid, std::uint32_t shift,
                     const std::vector<CsrArrays>& levels) {
  SightCellArrays cells;
  cells.shift = shift;
  cells.rank.assign(graph.size(), kOutsideCore);
  for (const WaypointId id : core.waypoint) cells.rank[id] = kInCore;
  const std::vector<std::uint32_t> nodes = ranked(core, grid);
  for (std::uint32_t rank = 0; rank < nodes.size(); ++rank) cells.rank[core.waypoint[nodes[rank]]] = rank;
  for (std::uint32_t level = 1; level <= levels.size(); ++level) {
    const auto count =
        std::count_if(nodes.begin(), nodes.end(), [&](std::uint32_t node) { return core.membership[node] >= level; });
    cells.members.push_back(static_cast<std::uint32_t>(count));
    for (std::uint32_t rank = 0; rank < count; ++rank) {
      cells.first.push_back(static_cast<std::uint32_t>(cells.target.size()));
      for_each_arc(levels[level - 1], nodes[rank], [&](std::uint32_t head, std::uint32_t weight) {
        cells.target.push_back(core.waypoint[head]);
        cells.weight.push_back(weight);
      });
    }
    cells.first.push_back(static_cast<std::uint32_t>(cells.target.size()));
  }
  for (const std::uint32_t node : nodes) {
    cells.beside_first.push_back(static_cast<std::uint32_t>(cells.beside.size()));
    list_cells_beside(core, grid, node, cells.beside);
  }
  cells.beside_first.push_back(static_cast<std::uint32_t>(cells.beside.size()));
  return cells;
}

/// What an arc takes while its level is made, and afterwards, in the level and in what is packed.
constexpr std::uint64_t kBytesPerCellArcMade = 36;
constexpr std::uint64_t kBytesPerCellArc = 16;
constexpr std::uint64_t kBytesPerPackedArc = 8;

}  // namespace

std::uint32_t levels_that_pay(const SightSpace& space) noexcept {
  constexpr std::int64_t kLeastSide = 2048;
  const std::int64_t side = std::max(space.width, space.height) + (space.contact == Contact::square ? 1 : 0);
  std::uint32_t levels = 0;
  if (side < kLeastSide) return levels;
  while (levels < kMostCellLevels && std::int64_t{4} << (SightCellOptions{}.shift + levels) <= side) ++levels;
  return levels;
}

std::uint64_t sight_cell_memory(const WaypointGraphView& graph) noexcept {
  constexpr std::uint64_t kBytesPerWaypoint = 60;
  constexpr std::uint64_t kBytesPerCoreArc = 8;
  return graph.size() * kBytesPerWaypoint + graph.target.size() * kBytesPerCoreArc;
}

std::optional<SightCellArrays> make_sight_cells(const WaypointGraphView& graph, const SightLevels& levels,
                                                const SightCellOptions& options) {
  const auto width = static_cast<std::int32_t>(graph.column_first.size()) - 2;
  const auto height = static_cast<std::int32_t>(graph.line_first.size()) - 2;
  const CellGrid grid(width, height, options.shift, std::min(options.levels, kMostCellLevels));
  Core core = core_of(graph, levels);
  if (core.waypoint.empty()) return {};
  for (std::uint32_t level = grid.levels(); level > 0; --level) SeparatorChoice(core, grid, level).run();
  std::vector<CsrArrays> made;
  std::uint64_t memory = options.memory - std::min(options.memory, sight_cell_memory(graph));
  std::uint64_t arcs_left = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t bytes = graph.size() * sizeof(std::uint32_t);
  for (std::uint32_t level = 1; level <= grid.levels(); ++level) {
    auto next = make_level(core, grid, level, level == 1 ? core.edges : made.back(),
                           std::min(arcs_left, memory / kBytesPerCellArcMade), options.threads);
    if (!next) break;
    const auto members = static_cast<std::uint64_t>(std::count_if(
        core.membership.begin(), core.membership.end(), [&](std::uint8_t highest) { return highest >= level; }));
    if (level == 1 && next->target.size() > kMostFirstArcs * members) break;
    bytes += next->target.size() * kBytesPerPackedArc;
    if (bytes > options.max_bytes) break;
    arcs_left -= next->target.size();
    memory -= next->target.size() * kBytesPerCellArc;
    made.push_back(*std::move(next));
  }
  if (made.empty()) return {};
  if (made.size() < grid.levels()) {
    // What separates cells of a level that is left out would not be where it is.
    SightCellOptions fewer = options;
    fewer.levels = static_cast<std::uint32_t>(made.size());
    made = {};
    core = {};
    return make_sight_cells(graph, levels, fewer);
  }
  return pack(graph, core, grid, options.shift, made);
}

}  // namespace portolan
