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
  [[nodiscard]] int end() const noexcept { return levels.first + static_cast<int>(levels.records.size()); }
  [[nodiscard]] const RegionRecordsView& records(int level) const {
    return levels.records[static_cast<std::size_t>(level - levels.first)];
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

/// Regions whose members get other numbers. Reusable scratch; one thread at a time.
class Renumbering {
 public:
  /// Takes a region, by the new numbers of a piece's nodes.
  void take(const RegionView& region, std::span<const NodeId> numbers) {
    order_.clear();
    for (std::uint32_t i = 0; i < region.members.size(); ++i) order_.emplace_back(numbers[region.members[i].node], i);
    std::sort(order_.begin(), order_.end());
    places_.resize(order_.size());
    members_.clear();
    for (std::size_t place = 0; place < order_.size(); ++place) {
      places_[order_[place].second] = static_cast<MemberIndex>(place);
      members_.push_back(order_[place].first);
    }
    arcs_.first.clear();
    arcs_.target.clear();
    arcs_.weight.clear();
    for (const auto& [number, member] : order_) {
      arcs_.first.push_back(static_cast<std::uint32_t>(arcs_.target.size()));
      row_.clear();
      for (std::uint32_t i = region.members[member].first; i < region.end_of(member); ++i) {
        row_.emplace_back(places_[region.arcs.target(i)], region.arcs.weight(i));
      }
      std::sort(row_.begin(), row_.end());
      for (const auto& [target, weight] : row_) {
        arcs_.target.push_back(target);
        arcs_.weight.push_back(weight);
      }
    }
  }
  /// Of the region taken last the members, which ascend,
  [[nodiscard]] std::span<const NodeId> members() const noexcept { return members_; }
  /// and its record, as write_record.
  void write(const RegionEntry& entry, std::span<std::uint64_t> words) const noexcept {
    write_record(members_, arcs_, entry, words);
  }

 private:
  std::vector<std::pair<NodeId, std::uint32_t>> order_;  ///< number and member
  std::vector<MemberIndex> places_;                      ///< by member its place in order_
  std::vector<std::pair<MemberIndex, Cost>> row_;
  std::vector<NodeId> members_;
  RegionArcs arcs_;
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
  std::span<const RegionEntry> index;
  std::span<std::uint64_t> words;
  std::span<std::array<MemberIndex, 4>> places;
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
    BasicRegionLevel<Shared> made;
    made.nodes = static_cast<std::uint32_t>(numbering_.serving(level));
    made.records.index = {scratch_, map_.regions(level)};
    const std::span<RegionEntry> index = made.records.index.fill();
    for (const Piece& piece : pieces) {
      const RegionRecordsView& records = piece.records(level);
      piece.for_each_region(level, [&](std::size_t number, std::size_t here) { index[number] = records.index[here]; });
    }
    made.records.words = {scratch_, lay_out(index, static_cast<std::size_t>(map_.columns(level)))};
    made.places = {scratch_, made.nodes};
    levels_.push_back({index, made.records.words.fill(), made.places.fill()});
    const std::size_t upper = std::min<std::size_t>(made.nodes, numbering_.upper().size());
    std::fill_n(levels_.back().places.begin(), upper, kNowhere);
    tier_.levels.push_back(std::move(made));
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
    Renumbering renumbering;
    for (int level = piece.levels.first; level < std::min(piece.end(), static_cast<int>(levels_.size())); ++level) {
      const LevelFiller& filler = levels_[static_cast<std::size_t>(level)];
      const RegionRecordsView& records = piece.records(level);
      piece.for_each_region(level, [&](std::size_t number, std::size_t here) {
        renumbering.take(records.region(here).value(), numbers);
        renumbering.write(filler.index[number], filler.words);
        const RegionIndex region = map_.region(level, number);
        const std::span<const NodeId> members = renumbering.members();
        for (std::size_t place = 0; place < members.size(); ++place) {
          const NodeId node = members[place];
          filler.places[node][map_.corner(level, region, tiles[node])] = static_cast<MemberIndex>(place);
        }
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
  view.levels = static_cast<int>(levels.size());
  for (std::size_t i = 0; i < levels.size(); ++i) view.level[i] = levels[i].view();
  return view;
}

std::vector<std::uint64_t> assembled_bytes(std::span<const CellLevels> cells, const RegionLevels& above, int levels) {
  std::vector<Piece> pieces = pieces_of(cells);
  if (!above.records.empty()) pieces.push_back(piece_above(cells.front().cell.map, above));
  std::vector<std::uint64_t> bytes(static_cast<std::size_t>(levels), 0);
  for (const Piece& piece : pieces) {
    bytes[0] += piece.levels.nodes.size() * sizeof(Tile);
    for (int level = piece.levels.first; level < std::min(piece.end(), levels); ++level) {
      const RegionRecordsView& records = piece.records(level);
      // A member has a place, of which a node has four.
      bytes[static_cast<std::size_t>(level)] +=
          records.index.size_bytes() + records.words.size_bytes() + count_members(records) * 4 * sizeof(MemberIndex);
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

/// The cells' own level as one.
RegionLevels join(const RegionLayout& map, std::span<const Piece> cells, std::vector<RegionNode> nodes) {
  const int level = cells.front().cell.level;
  RegionLevels joined{level, std::move(nodes), {}};
  RegionRecords records;
  for (const Piece& cell : cells) records.index.push_back(cell.records(level).index.front());
  records.words.resize(lay_out(records.index, static_cast<std::size_t>(map.columns(level))));
  Renumbering renumbering;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::vector<NodeId> numbers;
    for (const RegionNode& node : cells[i].levels.nodes) {
      const auto at = std::lower_bound(joined.nodes.begin(), joined.nodes.end(), cells[i].on_map(node.tile),
                                       [](const RegionNode& other, Tile t) { return row_by_row(other.tile, t); });
      numbers.push_back(static_cast<NodeId>(at - joined.nodes.begin()));
    }
    renumbering.take(cells[i].records(level).region(0).value(), numbers);
    renumbering.write(records.index[i], records.words);
  }
  joined.records.push_back(std::move(records));
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
  if (!whole) return {level + 1, std::move(nodes), {}, LevelsEnd::members};
  if (levels <= level + 1) return {level + 1, std::move(nodes), {}};
  std::uint64_t arcs = 0;
  std::uint64_t words = 0;
  for (const Piece& cell : pieces) {
    arcs += count_arcs(cell.records(level));
    words += cell.records(level).words.size();
  }
  const std::uint64_t taken = words * sizeof(std::uint64_t) / kBytesPerArcMade;
  if (arcs > options.max_arcs || taken > options.max_arcs) {
    return {level + 1, std::move(nodes), {}, LevelsEnd::arcs};
  }
  RegionBuildOptions left = options;
  left.max_arcs -= taken;
  const RegionLayout& map = cells.front().cell.map;
  return build_levels_above(join(map, pieces, std::move(nodes)), map, levels, left);
}

int levels_made(std::span<const CellLevels> cells, const RegionLevels& above) {
  int levels = kMaxRegionLevels;
  for (const CellLevels& cell : cells) levels = std::min(levels, static_cast<int>(cell.levels.records.size()));
  return levels + static_cast<int>(above.records.size());
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
  if (!above.records.empty()) assembler.fill(top);
  return assembler.take();
}

}  // namespace portolan
