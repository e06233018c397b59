// SPDX-License-Identifier: BSL-1.0
#include "portolan/boards/border_costs.hpp"
#include "portolan/boards/sight_ways.hpp"
#include "portolan/core/parallel.hpp"
#include "portolan/grid/islands.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/grid/tile_text.hpp"
#include "portolan/offline/drawn_board.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>

#include <boost/geometry/algorithms/covered_by.hpp>
#include <boost/geometry/algorithms/intersects.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <fmt/format.h>

namespace portolan {
namespace {

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

using Place = bg::model::point<std::int32_t, 2, bg::cs::cartesian>;
using Entry = std::pair<Place, NodeId>;

/// Two waypoints near each other, and what walking costs either way; kInfiniteCost where they do not see each other.
struct Pair {
  NodeId a = 0;
  NodeId b = 0;
  std::array<Cost, 2> cost{};
};

/// An arc, and what it stands for.
struct Way {
  DraftArc arc;
  WayKind kind = WayKind::in_sight;
  Cost cost = 0;
};

class Joiner : DrawnBoard {
 public:
  Joiner(const AreaDrawing& drawing, const GridView& grid, const TileMap& map,
         std::optional<std::uint32_t> fraction_bits, unsigned threads)
      : DrawnBoard(drawing, grid),
        map_(map),
        // Movers at any angle take no links.
        links_of_mover_(fraction_bits ? std::span<const Link>() : map.links()),
        links_of_map_(links_of_mover_, *grid.rules),
        edge_costs_(fraction_bits && grid.edges != nullptr ? edge_plane(map).costs : std::vector<std::uint64_t>()),
        costs_(grid, links_of_map_,
               fraction_bits ? std::optional(straight_mover(grid, *fraction_bits, edge_costs_)) : std::nullopt),
        length_(*drawing.sight_length),
        threads_(threads) {}

  Result<Areas> run() {
    if (Outcome placed = place(); !placed) return placed.error();
    drawn_.tiles = make_tile_areas(drawing_.pixels, drawing_.width);
    drawn_.sight = {{length_, 0}};
    take_closed();
    start_draft();
    add_drawn();
    add_linked();
    if (Outcome joined = add_seen(); !joined) return joined.error();
    report_islands();
    if (Outcome made = finish(); !made) return made.error();
    tell_ways();
    return std::move(drawn_);
  }

 private:
  [[nodiscard]] Tile anchor(NodeId id) const { return drawn_.anchors[id]; }
  [[nodiscard]] std::int32_t floor_of(Tile tile) const { return map_.floors().floor(tile.y); }

  Outcome place() {
    for (NodeId id = 0; id < drawing_.draft.nodes.size(); ++id) {
      const Tile tile = drawing_.anchors[id].value_or(kNoAnchor);
      if (!grid_.passable(tile))
        return error(node(id).place, fmt::format("{} is on the tile {}, where the first profile cannot stand", name(id),
                                                 text_of(tile, map_.floors())));
      drawn_.anchors.push_back(tile);
    }
    return Success{};
  }

  void add_way(DraftArc arc, WayKind kind, Cost cost) {
    // Too dear a way becomes a cost that make_board refuses, with its place.
    arc.cost = costs_.in_tiles(cost).value_or(Decimal{kMaxArcCost, 0});
    draft_.arcs.push_back(arc);
    ways_.push_back({std::move(arc), kind, cost});
  }

  /// What the author drew: links, and ways that are walked.
  void add_drawn() {
    for (const DraftArc& arc : drawing_.draft.arcs) {
      const auto [a, b] = std::minmax(arc.from, arc.to);
      if (arc.has_cost && costs_.any_angle()) {
        warn(arc.place, fmt::format("a link between {} and {} is left out: the first profile moves at any angle, and "
                                    "takes none",
                                    name(a), name(b)));
        continue;
      }
      if (arc.has_cost || arc.from == arc.to) {
        add_link(arc);
        continue;
      }
      const auto seen = costs_.in_sight(anchor(arc.from), anchor(arc.to));
      const Cost cost = seen ? *seen : costs_.least_path(anchor(arc.from), anchor(arc.to));
      if (cost == kInfiniteCost) {
        warn(arc.place, fmt::format("a way between {} and {} is left out: nothing on the map joins them, and it has no "
                                    "cost as a link would",
                                    name(a), name(b)));
        continue;
      }
      (seen ? walked_ : by_paths_).push_back({arc.from, arc.to});
      add_way(arc, seen ? WayKind::in_sight : WayKind::least_path, cost);
    }
    for (const DraftArc& arc : links_) ways_.push_back({arc, WayKind::link, in_units(*grid_.rules, arc.cost)});
    std::sort(walked_.begin(), walked_.end());
    std::sort(by_paths_.begin(), by_paths_.end());
  }

  /// The ways that links of the map between waypoints make.
  void add_linked() {
    for (NodeId from = 0; from < drawn_.anchors.size(); ++from) {
      for_each_waypoint_linked(drawn_.view(), links_of_map_, from, [&](NodeId to) { linked_.push_back({from, to}); });
    }
    std::sort(linked_.begin(), linked_.end());
    linked_.erase(std::unique(linked_.begin(), linked_.end()), linked_.end());
    for (const AreaBorder& ends : linked_) {
      if (drawn_.is_closed(ends) || std::binary_search(by_paths_.begin(), by_paths_.end(), ends)) continue;
      add_way({.from = ends.from, .to = ends.to, .name = {}, .tags = {}, .place = node(ends.from).place},
              WayKind::least_path, costs_.least_path(anchor(ends.from), anchor(ends.to)));
    }
  }

  /// The pairs that are near enough, each once.
  Result<std::vector<Pair>> near_pairs() const {
    std::vector<Entry> entries;
    for (NodeId id = 0; id < drawn_.anchors.size(); ++id) entries.emplace_back(Place(anchor(id).x, anchor(id).y), id);
    const bgi::rtree<Entry, bgi::rstar<16>> tree(entries);
    const auto length = static_cast<std::int32_t>(length_);
    std::vector<Pair> pairs;
    for (const auto& [at, id] : entries) {
      const bg::model::box<Place> around(Place(at.get<0>() - length, at.get<1>() - length),
                                         Place(at.get<0>() + length, at.get<1>() + length));
      const auto is_partner = [&, a = id](const Entry& entry) {
        const Tile there = anchor(entry.second);
        return entry.second > a && is_near(anchor(a), there, length_) && floor_of(anchor(a)) == floor_of(there);
      };
      for (auto found = tree.qbegin(bgi::intersects(around) && bgi::satisfies(is_partner)); found != tree.qend();
           ++found) {
        if (pairs.size() == kMaxSightPairs) {
          return Error{ErrorCode::limit,
                       fmt::format("more than {} pairs of waypoints are within {} tiles of each other: let them see "
                                   "less far",
                                   kMaxSightPairs, length_)};
        }
        pairs.push_back({id, found->second, {}});
      }
    }
    // The order of the tree is its own affair.
    std::sort(pairs.begin(), pairs.end(),
              [](const Pair& p, const Pair& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); });
    return pairs;
  }

  /// The ways that lines of sight make.
  Outcome add_seen() {
    auto pairs = near_pairs();
    if (!pairs) return pairs.error();
    parallel_for(pairs->size(), threads_, [&](std::size_t i, unsigned) {
      Pair& pair = (*pairs)[i];
      const auto there = costs_.in_sight(anchor(pair.a), anchor(pair.b));
      // Where there are no moves all walks that are free one way are free the other.
      const bool asks_back = there || grid_.edges != nullptr;
      const auto back = asks_back ? costs_.in_sight(anchor(pair.b), anchor(pair.a)) : std::nullopt;
      pair.cost = {there.value_or(kInfiniteCost), back.value_or(kInfiniteCost)};
    });
    std::vector<AreaBorder> seen;
    for (const auto& [a, b, cost] : *pairs) {
      for (const auto& [from, to, walk] : {std::tuple(a, b, cost[0]), std::tuple(b, a, cost[1])}) {
        if (walk == kInfiniteCost) continue;
        seen.push_back({from, to});
        add_seen(from, to, walk);
      }
    }
    std::sort(seen.begin(), seen.end());
    report_closed(seen);
    report_lonely();
    return Success{};
  }

  void add_seen(NodeId from, NodeId to, Cost cost) {
    const AreaBorder ends{from, to};
    if (drawn_.is_closed(ends) || std::binary_search(walked_.begin(), walked_.end(), ends)) return;
    add_way({.from = from, .to = to, .name = {}, .tags = {}, .place = node(from).place}, WayKind::in_sight, cost);
  }

  void report_closed(const std::vector<AreaBorder>& seen) {
    for (const ClosedBorder& closed : drawing_.closed) {
      const AreaBorder ends{closed.from, closed.to};
      if (std::binary_search(seen.begin(), seen.end(), ends)) continue;
      if (std::binary_search(linked_.begin(), linked_.end(), ends)) continue;
      const auto [a, b] = std::minmax(closed.from, closed.to);
      warn(closed.place, fmt::format("{} and {} do not see each other: there is no way to close", name(a), name(b)));
    }
  }

  void report_lonely() {
    std::vector<bool> joined(drawn_.anchors.size(), false);
    for (const Way& way : ways_) joined[way.arc.from] = joined[way.arc.to] = true;
    for (NodeId id = 0; id < joined.size(); ++id) {
      if (joined[id]) continue;
      warn(node(id).place,
           fmt::format("{} sees no other waypoint{}, and no way is drawn to it", name(id),
                       length_ < static_cast<std::uint32_t>(kMaxSide) ? fmt::format(" within {} tiles", length_) : ""));
    }
  }

  /// The islands where no waypoint is, all in one sentence, for most are specks.
  void report_islands() {
    const Islands islands = label_islands(grid_, links_of_mover_);
    std::vector<std::uint64_t> tiles(std::size_t{islands.count} + 1, 0);
    for (const std::uint32_t label : islands.label) ++tiles[label];
    tiles[0] = 0;
    for (const Tile tile : drawn_.anchors) tiles[islands.label[grid_.index(tile)]] = 0;
    const auto without = std::count_if(tiles.begin(), tiles.end(), [](std::uint64_t count) { return count != 0; });
    if (without == 0) return;
    const auto largest = std::max_element(tiles.begin(), tiles.end());
    const auto label = static_cast<std::uint32_t>(largest - tiles.begin());
    const auto first = std::find(islands.label.begin(), islands.label.end(), label) - islands.label.begin();
    const std::string place = text_of(grid_.tile(static_cast<std::size_t>(first)), map_.floors());
    const std::string size = fmt::format("{} tile{}", *largest, *largest == 1 ? "" : "s");
    warn({0, 0}, without == 1 ? fmt::format("an island of {} has no waypoint: that of {}", size, place)
                              : fmt::format("{} islands have no waypoint, the largest, of {}, is that of {}", without,
                                            size, place));
  }

  /// By arc of the board what it stands for: both are brought into the order of make_board.
  void tell_ways() {
    const auto key = [&](const Way& way) {
      std::vector<std::string> tags = way.arc.tags;
      std::sort(tags.begin(), tags.end());
      tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
      const std::int64_t weight = scaled(way.arc.cost, drawn_.board.cost_decimals).value_or(0);
      return std::tuple(way.arc.from, way.arc.to, weight, way.arc.name, std::move(tags), way.kind);
    };
    std::sort(ways_.begin(), ways_.end(), [&](const Way& a, const Way& b) {
      const auto ends = [](const Way& way) { return std::pair(way.arc.from, way.arc.to); };
      return ends(a) != ends(b) ? ends(a) < ends(b) : key(a) < key(b);
    });
    for (const Way& way : ways_) drawn_.ways.push_back({way.cost, way.kind, 0});
  }

  const TileMap& map_;
  std::span<const Link> links_of_mover_;
  LinkTable links_of_map_;
  std::vector<std::uint64_t> edge_costs_;  ///< of a mover at any angle
  WayCosts costs_;
  std::uint32_t length_;
  unsigned threads_;
  std::vector<Way> ways_;
  std::vector<AreaBorder> walked_;    ///< drawn between waypoints that see each other, ascending
  std::vector<AreaBorder> by_paths_;  ///< drawn between others, ascending
  std::vector<AreaBorder> linked_;    ///< by links of the map, ascending
};

}  // namespace

Result<Areas> join_waypoints(const AreaDrawing& drawing, const GridView& grid, const TileMap& map,
                             std::optional<std::uint32_t> fraction_bits, unsigned threads) {
  return Joiner(drawing, grid, map, fraction_bits, threads).run();
}

}  // namespace portolan
