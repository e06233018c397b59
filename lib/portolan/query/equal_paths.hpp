// SPDX-License-Identifier: BSL-1.0
// All least paths to one goal at once, as a graph of the steps and links on them, with how many there are.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/query/goal_distances.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/tie_measures.hpp"
#include "portolan/query/tight_steps.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace portolan {

/// The tiles that least paths from some starts to one goal lead over. A step or link from one to another is on such a
/// path if it costs what the costs from the two to the goal differ by (it is tight). The number of paths from a tile is
/// the sum of those from where its tight steps and links lead, so drawing each next tile by these numbers gives every
/// path the same chance: all chances together are off by less than 2^-40, and exact where there are fewer than 2^63
/// paths.
///
/// Holds kMostTiles tiles and looks at kMostBlocks distance tiles; 14 MB and 4 bytes a block are reserved, and
/// committed where paths lead. After construction nothing is allocated. One thread at a time; the snapshot and the
/// distances must outlive it.
class EqualPaths {
 public:
  /// A tile, by its number here.
  using Node = std::uint32_t;
  static constexpr Node kNowhere = 0xFFFF'FFFF;
  static constexpr std::size_t kMostTiles = std::size_t{1} << 17;
  static constexpr std::size_t kMostBlocks = std::size_t{1} << 13;

  /// @throws std::bad_alloc
  EqualPaths(const ProfileSnapshot& snapshot, GoalDistances& distances);

  /// Forgets everything, and takes the goal that the distances were aimed at last. O(1).
  void aim(Tile goal) noexcept;

  /// Adds all tiles between one and the goal, of which there must be a path, but no more than `tiles` in all. found,
  /// with the most that a distance tile takes which had to be looked at as Answer::work, whatever was known before;
  /// out_of_budget if that is more than `budget`; undecided (no_room) if there are too many tiles; (does_not_fit) if
  /// links for nothing go round in circles; corrupt. Then the work is what was tried in vain, and nothing is known any
  /// more. O(tiles added + parts of their blocks).
  [[nodiscard]] Answer add(Tile from, std::uint64_t budget, std::size_t tiles = kMostTiles) noexcept;

  /// How many tiles there are, and their numbers: the goal first, each after all that its steps lead to.
  [[nodiscard]] std::size_t size() const noexcept { return item_count_; }
  [[nodiscard]] std::span<const Node> in_order() const noexcept { return {order_.data(), item_count_}; }
  /// The number of a tile that was added.
  [[nodiscard]] Node at(Tile tile) const noexcept;
  [[nodiscard]] Tile tile(Node node) const noexcept { return items_[node].tile; }
  /// The most steps and links that a least path from there takes.
  [[nodiscard]] std::uint32_t most_steps(Node node) const noexcept { return items_[node].most_steps; }

  /// Where a tight step or link leads.
  struct Next {
    Node node = kNowhere;
    LinkId link = kNoLink;
  };
  /// Calls visit(Next) for the tight steps from a tile, by heading, then for its tight links.
  template <class Visit>
  void for_each_next(Node node, Visit&& visit) const {
    const Item& item = items_[node];
    for (unsigned steps = item.steps; steps != 0; steps &= steps - 1) {
      visit(Next{after(item, ahead(item.tile, static_cast<std::size_t>(std::countr_zero(steps))))});
    }
    if (item.by_link) for_each_tight_link(item, [&](Tile to, LinkId link) { visit(Next{at(to), link}); });
  }

  /// Draws the next tile of one of all paths from a tile that is not the goal.
  [[nodiscard]] Next draw(Node node, Draws& draws) const noexcept;

 private:
  struct Item {
    Tile tile;
    PathCount paths{};
    std::uint64_t work = 0;  ///< the most that a distance tile takes, here and on the way
    std::uint32_t page = 0;
    std::uint32_t most_steps = 0;
    std::uint32_t links_followed = 0;
    std::uint8_t steps = 0;    ///< tight ones, a bit a heading
    std::uint8_t pending = 0;  ///< of these those not followed yet
    bool by_link = false;      ///< whether there are tight links
    bool open = false;         ///< whether paths on from here are still being looked for
  };
  struct Page {
    DistanceTile distances;
    BlockSteps steps;  ///< by labels: the tight ones that stay inside,
    bool has_steps;    ///< once a tile was added
    std::array<Node, kBlockPositions> nodes;
    std::uint32_t block;
  };

  [[nodiscard]] bool follow(Tile from) noexcept;
  [[nodiscard]] bool enter(Tile tile) noexcept;
  [[nodiscard]] bool find_steps(Item& item, Cost cost) noexcept;
  [[nodiscard]] bool find_steps_by_labels(Item& item, Cost cost) noexcept;
  [[nodiscard]] bool leads_out(Item& item, Tile to, Cost rest, bool& tight) noexcept;
  [[nodiscard]] bool take_next(Item& item, Tile& next) const noexcept;
  [[nodiscard]] bool take_next_link(Item& item, Tile& next) const noexcept;
  void finish() noexcept;
  static void count(Item& item, const Item& next) noexcept;
  [[nodiscard]] std::uint32_t page_around(Tile tile) noexcept;
  void find_steps_inside(Tile tile, Page& page) const noexcept;
  [[nodiscard]] Node after(const Item& item, Tile next) const noexcept;
  [[nodiscard]] Cost cost_of(const Item& item) const noexcept {
    return pages_[item.page].distances.cost[bit_of(item.tile)];
  }
  [[nodiscard]] bool fail(const Answer& answer) noexcept;
  void forget() noexcept;
  template <class Visit>
  void for_each_tight_link(const Item& item, Visit&& visit) const;
  [[nodiscard]] std::uint32_t block_of(Tile tile) const noexcept {
    constexpr std::uint32_t kSide = kBlockSide;
    return static_cast<std::uint32_t>(tile.y) / kSide * columns_ + static_cast<std::uint32_t>(tile.x) / kSide;
  }

  [[nodiscard]] static bool in_one_block(Tile a, Tile b) noexcept {
    return static_cast<std::uint32_t>((a.x ^ b.x) | (a.y ^ b.y)) < static_cast<std::uint32_t>(kBlockSide);
  }

  const ProfileSnapshot& snapshot_;
  GoalDistances& distances_;
  TightSteps tight_steps_;
  bool has_links_;
  bool by_labels_ = false;
  std::uint32_t columns_;  ///< blocks a row
  Tile goal_{};
  std::uint64_t budget_ = 0;  ///< of the tiles being added,
  std::size_t most_tiles_ = 0;
  Answer failure_;
  std::size_t item_count_ = 0;
  std::size_t finished_ = 0;
  std::size_t depth_ = 0;
  std::size_t page_count_ = 0;
  ZeroedArray<Item> items_;
  ZeroedArray<Node> order_;
  ZeroedArray<Node> stack_;
  ZeroedArray<Page> pages_;
  ZeroedArray<std::uint32_t> page_of_;  ///< by block: a page, if that is of this block
};

/// The number of the tile that a tight step or link leads to; kNowhere if it has none yet.
inline EqualPaths::Node EqualPaths::after(const Item& item, Tile next) const noexcept {
  return in_one_block(item.tile, next) ? pages_[item.page].nodes[bit_of(next)] : at(next);
}

template <class Visit>
void EqualPaths::for_each_tight_link(const Item& item, Visit&& visit) const {
  const Cost cost = cost_of(item);
  snapshot_.links().for_each_leaving(item.tile, [&](const LinkArc& arc) {
    const std::uint32_t block = block_of(arc.other);
    const std::uint32_t page = page_of_[block];
    if (page >= page_count_ || pages_[page].block != block || arc.cost > cost) return;
    if (pages_[page].distances.cost[bit_of(arc.other)] == cost - arc.cost) visit(arc.other, arc.link);
  });
}

}  // namespace portolan
