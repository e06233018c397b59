// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/region_assembly.hpp"

#include "portolan/core/parallel.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace portolan {
namespace {

/// Levels of a part of the map: of a cell, or of all that lies above cells.
struct Piece {
  RegionCell cell;
  RegionLevelsView levels;
  Tile first;  ///< of its tiles on the map

  [[nodiscard]] Tile on_map(Tile t) const noexcept { return {t.x + first.x, t.y + first.y}; }
  [[nodiscard]] int end() const noexcept { return levels.first + static_cast<int>(levels.topology.size()); }
  [[nodiscard]] const LevelTopologyView& topology(int level) const {
    return levels.topology[static_cast<std::size_t>(level - levels.first)];
  }
  [[nodiscard]] const ArcsView& arcs(int level) const {
    return levels.arcs[static_cast<std::size_t>(level - levels.first)];
  }
  /// Calls visit(number on the map, number in the piece) for its regions of a level.
  template <class Visit>
  void for_each_region(int level, Visit&& visit) const {
    const RegionLayout here = cell.layout();
    for (std::size_t number = 0; number < here.regions(level); ++number) {
      visit(cell.map.number(level, cell.on_map(level, here.region(level, number))), number);
    }
  }
};

Piece piece_of(const CellLevels& cell) {
  return {cell.cell, cell.levels, cell.cell.area().min};
}

/// What lies above, as a piece that is the map.
Piece piece_above(const RegionLayout& map, const RegionLevels& above) {
  return {{map, kMaxRegionLevels - 1, {}}, view_of_levels(above), {}};
}

/// Bytes of a weight.
std::size_t weight_bytes(const ArcsView& arcs) noexcept {
  return !arcs.wide.empty() ? sizeof(Cost) : !arcs.narrow.empty() ? 4 : sizeof(SmallWeight);
}

/// A region's members in the order of their numbers on the map.
class MemberOrder {
 public:
  /// `numbers`: on the map, by node of the piece.
  void sort(std::span<const NodeId> members, std::span<const NodeId> numbers) {
    order_.clear();
    for (std::uint32_t i = 0; i < members.size(); ++i) order_.emplace_back(numbers[members[i]], i);
    std::sort(order_.begin(), order_.end());
    place_.resize(order_.size());
    for (std::uint32_t place = 0; place < order_.size(); ++place) {
      place_[order_[place].second] = static_cast<MemberIndex>(place);
    }
  }
  [[nodiscard]] std::size_t size() const noexcept { return order_.size(); }
  /// The number on the map of the member at a place.
  [[nodiscard]] NodeId number(std::size_t place) const noexcept { return order_[place].first; }
  /// Which member it is in the piece.
  [[nodiscard]] std::uint32_t member(std::size_t place) const noexcept { return order_[place].second; }
  /// The place of a member of the piece.
  [[nodiscard]] MemberIndex place(std::size_t member) const noexcept { return place_[member]; }

 private:
  std::vector<std::pair<NodeId, std::uint32_t>> order_;
  std::vector<MemberIndex> place_;
};

/// Calls visit(place, arcs) for the members of a region in their order on the map, whose arcs lead to places there,
/// ascending. The region's first member in `arcs` is `begin`; `row` is scratch.
template <class Visit>
void for_each_row(const MemberOrder& order, std::size_t begin, const ArcsView& arcs,
                  std::vector<std::pair<MemberIndex, Cost>>& row, Visit&& visit) {
  for (std::size_t place = 0; place < order.size(); ++place) {
    const std::size_t from = begin + order.member(place);
    row.clear();
    for (std::uint32_t i = arcs.first[from]; i < arcs.first[from + 1]; ++i) {
      row.emplace_back(order.place(arcs.target[i]), arcs.weight(i));
    }
    std::sort(row.begin(), row.end());
    visit(place, row);
  }
}

/// Arcs of a level that are filled region by region.
class ArcFiller {
 public:
  ArcFiller(BasicLevelArcs<Shared>& arcs, std::size_t members, std::uint64_t count, std::size_t weight_size,
            const Scratch& scratch) {
    arcs.first = {scratch, members + 1};
    arcs.target = {scratch, count};
    arcs.small = {scratch, weight_size == sizeof(SmallWeight) ? count : 0};
    arcs.narrow = {scratch, weight_size == 4 ? count : 0};
    arcs.wide = {scratch, weight_size == sizeof(Cost) ? count : 0};
    first_ = arcs.first.fill();
    target_ = arcs.target.fill();
    small_ = arcs.small.fill();
    narrow_ = arcs.narrow.fill();
    wide_ = arcs.wide.fill();
    first_.back() = static_cast<std::uint32_t>(count);
  }

  /// Writes the arcs of a region whose first member and first arc have these numbers.
  void fill(std::size_t member, std::uint64_t arc, const MemberOrder& order, std::size_t begin, const ArcsView& arcs,
            std::vector<std::pair<MemberIndex, Cost>>& row) const {
    for_each_row(order, begin, arcs, row, [&](std::size_t place, const auto& arcs_of_member) {
      first_[member + place] = static_cast<std::uint32_t>(arc);
      for (const auto& [target, weight] : arcs_of_member) {
        target_[arc] = target;
        if (!small_.empty()) {
          small_[arc] = small_weight(weight);
        } else if (!narrow_.empty()) {
          narrow_[arc] = static_cast<std::uint32_t>(weight);
        } else {
          wide_[arc] = weight;
        }
        ++arc;
      }
    });
  }

 private:
  std::span<std::uint32_t> first_;
  std::span<MemberIndex> target_;
  std::span<SmallWeight> small_;
  std::span<std::uint32_t> narrow_;
  std::span<Cost> wide_;
};

/// The numbers of nodes over the whole map: first those that serve on the level of cells or above, then, level by
/// level, those inside cells, square of cells by square of cells.
class Numbering {
 public:
  Numbering(const RegionLayout& map, int cell_level, std::span<const Piece> cells, std::vector<RegionNode> upper)
      : order_(map), cell_level_(cell_level), upper_(std::move(upper)) {
    std::sort(upper_.begin(), upper_.end(), order_);
    for (NodeId i = 0; i < upper_.size(); ++i) upper_by_tile_.emplace_back(upper_[i].tile, i);
    std::sort(upper_by_tile_.begin(), upper_by_tile_.end(),
              [](const auto& a, const auto& b) { return row_by_row(a.first, b.first); });
    for (const RegionNode& node : upper_) count(node.level);
    // Descending levels, as nodes are numbered.
    std::map<Group, std::uint64_t, std::greater<>> groups;
    for (const Piece& cell : cells) {
      for (const RegionNode& node : cell.levels.nodes) {
        if (!inside(node)) continue;
        ++groups[group(node.level, cell.on_map(node.tile))];
        count(node.level);
      }
    }
    std::uint64_t next = upper_.size();
    for (const auto& [of, nodes] : groups) {
      first_.emplace(of, next);
      next += nodes;
    }
    if (next >= kNoNode) throw std::length_error("the map has too many portals");
    size_ = next;
  }

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::span<const RegionNode> upper() const noexcept { return upper_; }
  /// How many nodes serve on a level; they are the first.
  [[nodiscard]] std::uint64_t serving(int level) const noexcept {
    return std::accumulate(by_level_.begin() + level, by_level_.end(), std::uint64_t{0});
  }
  /// Whether a node of a cell serves below the level of cells, so that no other cell has it.
  [[nodiscard]] bool inside(const RegionNode& node) const noexcept { return node.level < cell_level_; }

  /// The numbers of a piece's nodes.
  [[nodiscard]] std::vector<NodeId> of(const Piece& piece) const {
    std::vector<NodeId> numbers(piece.levels.nodes.size());
    std::vector<std::pair<RegionNode, NodeId>> within;
    for (NodeId i = 0; i < numbers.size(); ++i) {
      RegionNode node = piece.levels.nodes[i];
      node.tile = piece.on_map(node.tile);
      if (inside(node)) {
        within.emplace_back(node, i);
      } else {
        numbers[i] = number_of(node.tile);
      }
    }
    std::sort(within.begin(), within.end(), [&](const auto& a, const auto& b) { return order_(a.first, b.first); });
    std::uint64_t next = 0;
    Group last{};
    for (std::size_t i = 0; i < within.size(); ++i) {
      const Group here = group(within[i].first.level, within[i].first.tile);
      if (i == 0 || here != last) next = first_.at(here);
      last = here;
      numbers[within[i].second] = static_cast<NodeId>(next++);
    }
    return numbers;
  }

 private:
  /// A level, and the squares of one cell as they stand in Z-order, negated: descending groups have ascending numbers.
  using Group = std::pair<int, std::uint64_t>;

  [[nodiscard]] Group group(int level, Tile t) const noexcept {
    return {level, ~(order_.square(t) >> (2 * cell_level_))};
  }
  [[nodiscard]] NodeId number_of(Tile t) const {
    const auto at = std::lower_bound(upper_by_tile_.begin(), upper_by_tile_.end(), t,
                                     [](const auto& item, Tile tile) { return row_by_row(item.first, tile); });
    if (at == upper_by_tile_.end() || at->first != t) throw std::logic_error("cells disagree about their lines");
    return at->second;
  }
  void count(int level) { ++by_level_.at(static_cast<std::size_t>(level)); }

  NodeOrder order_;
  int cell_level_;
  std::vector<RegionNode> upper_;
  std::vector<std::pair<Tile, NodeId>> upper_by_tile_;
  std::map<Group, std::uint64_t> first_;
  std::array<std::uint64_t, kMaxRegionLevels + 1> by_level_{};  ///< by level the nodes that serve up to there
  std::uint64_t size_ = 0;
};

std::vector<Piece> pieces_of(std::span<const CellLevels> cells) {
  std::vector<Piece> pieces;
  for (const CellLevels& cell : cells) pieces.push_back(piece_of(cell));
  return pieces;
}

/// One level in the making.
struct LevelFiller {
  std::vector<std::uint64_t> first_arc;  ///< by region of the map
  std::span<std::uint32_t> first;
  std::span<NodeId> members;
  std::span<std::array<MemberIndex, 4>> places;
  std::optional<ArcFiller> arcs;
};

class Assembler {
 public:
  Assembler(const RegionLayout& map, const Numbering& numbering, const Scratch& scratch)
      : map_(map), numbering_(numbering), scratch_(scratch) {
    tier_.layout = map;
    tier_.tiles = {scratch, numbering.size()};
    for (std::size_t i = 0; i < numbering.upper().size(); ++i) tier_.tiles.fill()[i] = numbering.upper()[i].tile;
  }

  /// Makes room for a level that these pieces have.
  void add_level(int level, std::span<const Piece> pieces) {
    LevelFiller filler;
    BasicLevelTopology<Shared> topology;
    BasicLevelArcs<Shared> arcs;
    topology.nodes = static_cast<std::uint32_t>(numbering_.serving(level));
    topology.first = {scratch_, map_.regions(level) + 1};
    filler.first = topology.first.fill();
    filler.first_arc.assign(map_.regions(level) + 1, 0);
    std::size_t weight_size = sizeof(SmallWeight);
    for (const Piece& piece : pieces) {
      const LevelTopologyView& made = piece.topology(level);
      const ArcsView& made_arcs = piece.arcs(level);
      weight_size = std::max(weight_size, weight_bytes(made_arcs));
      piece.for_each_region(level, [&](std::size_t number, std::size_t here) {
        const std::uint32_t begin = made.first[here];
        const std::uint32_t end = made.first[here + 1];
        filler.first[number + 1] = end - begin;
        filler.first_arc[number + 1] = made_arcs.first[end] - made_arcs.first[begin];
      });
    }
    std::uint64_t members = 0;
    for (std::uint32_t& first : filler.first) {
      members += first;
      first = static_cast<std::uint32_t>(members);
    }
    std::partial_sum(filler.first_arc.begin(), filler.first_arc.end(), filler.first_arc.begin());
    if (members > kMaxLevelArcs || filler.first_arc.back() > kMaxLevelArcs) {
      throw std::length_error("a region level has more than " + std::to_string(kMaxLevelArcs) + " arcs");
    }
    topology.members = {scratch_, members};
    filler.members = topology.members.fill();
    topology.places = {scratch_, topology.nodes};
    filler.places = topology.places.fill();
    const std::size_t upper = std::min<std::size_t>(topology.nodes, numbering_.upper().size());
    std::fill_n(filler.places.begin(), upper, kNowhere);
    filler.arcs.emplace(arcs, members, filler.first_arc.back(), weight_size, scratch_);
    levels_.push_back(std::move(filler));
    tier_.topology.push_back(std::move(topology));
    tier_.arcs.push_back(std::move(arcs));
  }

  /// Writes what a piece has of the levels in the making. Pieces may be written at once.
  void fill(const Piece& piece) {
    const std::vector<NodeId> numbers = numbering_.of(piece);
    const std::span<Tile> tiles = tier_.tiles.fill();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const RegionNode& node = piece.levels.nodes[i];
      if (!numbering_.inside(node)) continue;
      tiles[numbers[i]] = piece.on_map(node.tile);
      for (int level = 0; level <= node.level && level < static_cast<int>(levels_.size()); ++level) {
        levels_[static_cast<std::size_t>(level)].places[numbers[i]] = kNowhere;
      }
    }
    MemberOrder order;
    std::vector<std::pair<MemberIndex, Cost>> row;
    for (int level = piece.levels.first; level < std::min(piece.end(), static_cast<int>(levels_.size())); ++level) {
      const LevelFiller& filler = levels_[static_cast<std::size_t>(level)];
      const LevelTopologyView& topology = piece.topology(level);
      piece.for_each_region(level, [&](std::size_t number, std::size_t here) {
        const std::uint32_t begin = topology.first[here];
        order.sort(topology.members.subspan(begin, topology.first[here + 1] - begin), numbers);
        const std::uint32_t first = filler.first[number];
        const RegionIndex region = map_.region(level, number);
        for (std::size_t place = 0; place < order.size(); ++place) {
          const NodeId node = order.number(place);
          filler.members[first + place] = node;
          const std::uint32_t corner = map_.corner(level, region, tiles[node]);
          filler.places[node][corner] = static_cast<MemberIndex>(place);
        }
        filler.arcs->fill(first, filler.first_arc[number], order, begin, piece.arcs(level), row);
      });
    }
  }

  [[nodiscard]] RegionArrays take() { return std::move(tier_); }

 private:
  static constexpr std::array<MemberIndex, 4> kNowhere{kNoMember, kNoMember, kNoMember, kNoMember};

  RegionLayout map_;
  const Numbering& numbering_;
  const Scratch& scratch_;
  RegionArrays tier_;
  std::vector<LevelFiller> levels_;
};

}  // namespace

RegionTopologyView RegionArrays::view() const noexcept {
  RegionTopologyView view;
  view.layout = layout;
  view.tiles = {tiles.data(), tiles.size()};
  view.levels = static_cast<int>(topology.size());
  for (std::size_t i = 0; i < topology.size(); ++i) view.level[i] = topology[i].view();
  return view;
}

std::vector<std::uint64_t> assembled_bytes(std::span<const CellLevels> cells, const RegionLevels& above, int levels) {
  std::vector<Piece> pieces = pieces_of(cells);
  if (!above.topology.empty()) pieces.push_back(piece_above(cells.front().cell.map, above));
  std::vector<std::uint64_t> bytes(static_cast<std::size_t>(levels), 0);
  for (const Piece& piece : pieces) {
    bytes[0] += piece.levels.nodes.size() * sizeof(Tile);
    for (int level = piece.levels.first; level < std::min(piece.end(), levels); ++level) {
      const LevelTopologyView& topology = piece.topology(level);
      const ArcsView& arcs = piece.arcs(level);
      // A member has a place, of which a node has four.
      bytes[static_cast<std::size_t>(level)] +=
          topology.first.size_bytes() +
          topology.members.size() * (sizeof(NodeId) + 4 * sizeof(MemberIndex) + sizeof(std::uint32_t)) +
          arcs.target.size() * (sizeof(MemberIndex) + weight_bytes(arcs));
    }
  }
  return bytes;
}

namespace {

/// The nodes of the cells that serve on the cells' own level or above, each once, row by row. Nodes of one tile whose
/// levels differ are two.
std::vector<RegionNode> upper_nodes(std::span<const Piece> cells) {
  std::vector<RegionNode> nodes;
  for (const Piece& cell : cells) {
    for (const RegionNode& node : cell.levels.nodes) {
      if (node.level >= cell.cell.level) nodes.push_back({cell.on_map(node.tile), node.level});
    }
  }
  std::sort(nodes.begin(), nodes.end(), [](const RegionNode& a, const RegionNode& b) {
    return row_by_row(a.tile, b.tile) || (a.tile == b.tile && a.level < b.level);
  });
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

/// What an arc takes in join().
constexpr std::uint64_t kBytesPerJoinedArc = sizeof(MemberIndex) + sizeof(Cost);

/// The cells' own level as one, of so many arcs.
RegionLevels join(std::span<const Piece> cells, std::vector<RegionNode> nodes, std::uint64_t count) {
  const int level = cells.front().cell.level;
  RegionLevels joined{level, std::move(nodes), {}, {}};
  joined.topology.push_back(collect_members(cells.front().cell.map, level, joined.nodes));
  LevelArcs arcs;
  arcs.target.reserve(count);
  arcs.wide.reserve(count);
  MemberOrder order;
  std::vector<std::pair<MemberIndex, Cost>> row;
  for (const Piece& cell : cells) {
    std::vector<NodeId> numbers;
    for (const RegionNode& node : cell.levels.nodes) {
      const auto at = std::lower_bound(joined.nodes.begin(), joined.nodes.end(), cell.on_map(node.tile),
                                       [](const RegionNode& other, Tile t) { return row_by_row(other.tile, t); });
      numbers.push_back(static_cast<NodeId>(at - joined.nodes.begin()));
    }
    order.sort(cell.topology(level).members, numbers);
    for_each_row(order, 0, cell.arcs(level), row, [&](std::size_t, const auto& arcs_of_member) {
      arcs.first.push_back(static_cast<std::uint32_t>(arcs.target.size()));
      for (const auto& [target, weight] : arcs_of_member) {
        arcs.target.push_back(target);
        arcs.wide.push_back(weight);
      }
    });
  }
  arcs.first.push_back(static_cast<std::uint32_t>(arcs.target.size()));
  joined.arcs.push_back(std::move(arcs));
  return joined;
}

}  // namespace

bool agree(std::span<const CellLevels> cells) {
  const RegionLayout& map = cells.front().cell.map;
  const int level = cells.front().cell.level;
  // The cells together have what each has of them if each has all that lie around it.
  const LevelTopology all = collect_members(map, level, upper_nodes(pieces_of(cells)));
  return std::ranges::all_of(cells, [&](const CellLevels& cell) {
    const std::size_t number = map.number(level, cell.cell.index);
    const auto own = std::ranges::count_if(cell.levels.nodes, [&](const RegionNode& n) { return n.level >= level; });
    return static_cast<std::uint32_t>(own) == all.first[number + 1] - all.first[number];
  });
}

RegionLevels build_above(std::span<const CellLevels> cells, int levels, const RegionBuildOptions& options) {
  const std::vector<Piece> pieces = pieces_of(cells);
  const int level = cells.front().cell.level;
  std::vector<RegionNode> nodes = upper_nodes(pieces);
  const bool whole =
      std::all_of(pieces.begin(), pieces.end(), [&](const Piece& cell) { return cell.end() == level + 1; });
  if (!whole) return {level + 1, std::move(nodes), {}, {}, LevelsEnd::members};
  if (levels <= level + 1) return {level + 1, std::move(nodes), {}, {}};
  std::uint64_t arcs = 0;
  for (const Piece& cell : pieces) arcs += cell.arcs(level).target.size();
  if (arcs > options.max_arcs) return {level + 1, std::move(nodes), {}, {}, LevelsEnd::arcs};
  RegionBuildOptions left = options;
  left.max_arcs -= arcs * kBytesPerJoinedArc / kBytesPerArcMade;
  return build_levels_above(join(pieces, std::move(nodes), arcs), cells.front().cell.map, levels, left);
}

int levels_made(std::span<const CellLevels> cells, const RegionLevels& above) {
  int levels = kMaxRegionLevels;
  for (const CellLevels& cell : cells) levels = std::min(levels, static_cast<int>(cell.levels.topology.size()));
  return levels + static_cast<int>(above.topology.size());
}

RegionArrays assemble_regions(std::span<const CellLevels> cells, const RegionLevels& above, int levels,
                              unsigned threads, const Scratch& scratch) {
  const RegionLayout& map = cells.front().cell.map;
  const int cell_level = cells.front().cell.level;
  const std::vector<Piece> pieces = pieces_of(cells);
  const Numbering numbering(map, cell_level, pieces, above.nodes);
  const Piece top = piece_above(map, above);
  Assembler assembler(map, numbering, scratch);
  for (int level = 0; level < levels; ++level) {
    assembler.add_level(level, level <= cell_level ? std::span<const Piece>(pieces) : std::span(&top, 1));
  }
  parallel_for(pieces.size(), threads, [&](std::size_t number, unsigned) { assembler.fill(pieces[number]); });
  if (!above.topology.empty()) assembler.fill(top);
  return assembler.take();
}

}  // namespace portolan
