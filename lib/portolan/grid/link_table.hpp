// SPDX-License-Identifier: BSL-1.0
// The links of a map as one mover's searches follow them: by the tile where they begin or end.
#pragma once

#include "portolan/core/status.hpp"
#include "portolan/grid/move_rules.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// One direction of a link, seen from the tile at one of its ends.
struct LinkArc {
  Tile other{};     ///< the tile at the other end
  Cost cost = 0;    ///< in the unit of the mover's rules
  LinkId link = 0;  ///< the link, by its place in the list of the map
};

/// The tiles where links begin or end, their ends, and the directions of links that leave from and arrive at each.
/// Immutable; safe to read from any number of threads.
class LinkTable {
 public:
  LinkTable() = default;
  /// The links must be those of a TileMap. O(links log links). @throws std::bad_alloc
  LinkTable(std::span<const Link> links, const MoveRules& rules);

  [[nodiscard]] bool empty() const noexcept { return link_ends_.empty(); }
  /// The number of links.
  [[nodiscard]] std::size_t size() const noexcept { return links_; }
  /// Whether some link leads one way only.
  [[nodiscard]] bool directed() const noexcept { return directed_; }
  /// The tiles where links begin or end, each once, row by row.
  [[nodiscard]] std::span<const Tile> link_ends() const noexcept { return link_ends_; }
  /// The number of a tile among the link ends; nothing if no link begins or ends there. O(log link ends).
  [[nodiscard]] std::optional<std::size_t> find(Tile t) const noexcept;
  /// The directions of links that begin at a link end, by ascending link.
  [[nodiscard]] std::span<const LinkArc> leaving(std::size_t link_end) const noexcept { return leaving_.row(link_end); }
  /// The directions of links that end at a link end, by ascending link.
  [[nodiscard]] std::span<const LinkArc> arriving(std::size_t link_end) const noexcept {
    return arriving_.row(link_end);
  }
  /// The number of directions of all links: two for a link that leads both ways.
  [[nodiscard]] std::size_t arcs() const noexcept { return leaving_.arcs.size(); }

 private:
  struct Rows {
    std::vector<std::uint32_t> first;
    std::vector<LinkArc> arcs;
    [[nodiscard]] std::span<const LinkArc> row(std::size_t link_end) const noexcept {
      return std::span(arcs).subspan(first[link_end], first[link_end + 1] - first[link_end]);
    }
  };

  std::vector<Tile> link_ends_;
  Rows leaving_;
  Rows arriving_;
  std::size_t links_ = 0;
  bool directed_ = false;
};

/// The cost of a link, given in ten-thousandths of a tile, in the unit of the rules, rounded to the nearest, halves up:
/// for comparing, not for showing. O(1).
[[nodiscard]] Cost link_cost(const MoveRules& rules, std::uint64_t cost) noexcept;

/// Whether paths over `positions` positions stay below kInfiniteCost when they take links too, where costs_fit says so
/// of their steps. O(links).
[[nodiscard]] bool links_fit(const MoveRules& rules, std::uint64_t positions, std::span<const Link> links) noexcept;

}  // namespace portolan
