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
  Tile other{};   ///< the tile at the other end
  Cost cost = 0;  ///< in the unit of the mover's rules
  LinkId link = 0;
};

/// The ends of links, their mouths, and what leaves from and arrives at each. Immutable; safe to read from any number
/// of threads.
class LinkTable {
 public:
  LinkTable() = default;
  /// Links as in a TileMap. O(links log links). @throws std::bad_alloc
  LinkTable(std::span<const Link> links, const MoveRules& rules);

  [[nodiscard]] bool empty() const noexcept { return mouths_.empty(); }
  /// Number of links.
  [[nodiscard]] std::size_t size() const noexcept { return links_; }
  /// Whether some link leads one way only.
  [[nodiscard]] bool directed() const noexcept { return directed_; }
  /// Distinct tiles, row by row.
  [[nodiscard]] std::span<const Tile> mouths() const noexcept { return mouths_; }
  /// Which mouth a tile is. O(log mouths).
  [[nodiscard]] std::optional<std::size_t> find(Tile t) const noexcept;
  /// What begins at a mouth, and what ends there, by ascending link.
  [[nodiscard]] std::span<const LinkArc> leaving(std::size_t mouth) const noexcept { return leaving_.row(mouth); }
  [[nodiscard]] std::span<const LinkArc> arriving(std::size_t mouth) const noexcept { return arriving_.row(mouth); }
  /// All directions of all links.
  [[nodiscard]] std::size_t arcs() const noexcept { return leaving_.arcs.size(); }

 private:
  struct Rows {
    std::vector<std::uint32_t> first;
    std::vector<LinkArc> arcs;
    [[nodiscard]] std::span<const LinkArc> row(std::size_t mouth) const noexcept {
      return std::span(arcs).subspan(first[mouth], first[mouth + 1] - first[mouth]);
    }
  };

  std::vector<Tile> mouths_;
  Rows leaving_;
  Rows arriving_;
  std::size_t links_ = 0;
  bool directed_ = false;
};

/// What a link costs in the unit of the rules, rounded to the nearest, halves up: for comparing, not
/// for showing. O(1).
[[nodiscard]] Cost link_cost(const MoveRules& rules, std::uint64_t cost) noexcept;

/// As costs_fit, for paths that take links too.
[[nodiscard]] bool links_fit(const MoveRules& rules, std::uint64_t positions, std::span<const Link> links) noexcept;

}  // namespace portolan
