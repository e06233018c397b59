// SPDX-License-Identifier: BSL-1.0
// portolan check of areas drawn over a map: their table of costs against walking, and the answers between tiles
// against plain Dijkstra, on the table first and then on the tiles of the areas that an answer names.
#include "board/board_commands.hpp"
#include "map/corridor.hpp"
#include "map/plain_dijkstra.hpp"
#include "portolan/boards/border_costs.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/query/corridor_query.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// Tiles that Dijkstra may visit for the table, and again for the answers; bounds the time on large maps.
constexpr std::uint64_t kTilesToSettle = 10'000'000;
constexpr std::uint64_t kMostAnswers = 600;

class CorridorExaminer {
 public:
  explicit CorridorExaminer(const World& world)
      : graph_(world.board()->graph),
        areas_(*world.areas()),
        grid_(world.profiles().front().grid),
        links_(world.profiles().front().links),
        query_(world) {
    for (std::size_t i = 0; i < grid_.terrain.size(); ++i) area_.push_back(areas_.tiles.at(grid_.tile(i)));
    for_each_passable([&](Tile tile) {
      if (area(tile) == kNoArea) return;
      ends_.push_back(tile);
      for_each_plain_step(grid_, tile, [&](Tile next, Cost) {
        if (area(next) != area(tile) && area(next) != kNoArea) touching_.insert({area(tile), area(next)});
      });
    });
  }

  CorridorSample run() {
    if (!is_well_formed(graph_.arcs)) return {.fault = "the board contradicts itself"};
    check_links();
    if (sample_.fault.empty()) check_table();
    if (sample_.fault.empty() && !ends_.empty()) check_answers();
    return sample_;
  }

 private:
  [[nodiscard]] AreaId area(Tile tile) const { return area_[grid_.index(tile)]; }
  /// What the author asks for entering an area, which the table adds to what the way there costs.
  [[nodiscard]] std::uint32_t enter(NodeId area) const { return graph_.cost_to_enter(area); }
  [[nodiscard]] std::string name(NodeId area) const { return in_quotes(graph_.names[area]); }
  /// How many Dijkstras on the whole map fit the time.
  [[nodiscard]] std::uint64_t searches() const {
    return std::max<std::uint64_t>(1, kTilesToSettle / grid_.terrain.size());
  }
  template <class Visit>
  void for_each_passable(Visit&& visit) const {
    for (std::size_t i = 0; i < grid_.terrain.size(); ++i) {
      if (grid_.passable(grid_.tile(i))) visit(grid_.tile(i));
    }
  }

  template <class Visit>
  void for_each_map_link(Tile from, Visit&& visit) const {
    const auto end = links_.find(from);
    if (!end) return;
    for (const LinkArc& arc : links_.leaving(*end)) {
      if (grid_.passable(arc.other)) visit(arc.other, arc.cost);
    }
  }

  enum class Links { none, all };
  /// From a tile to all others inside `inside`, over steps and links.
  [[nodiscard]] std::vector<Cost> walk(Tile from, const std::set<AreaId>& inside, Links taken) const {
    return plain_distances(grid_.terrain.size(), grid_.index(from), [&](std::size_t node, auto&& visit) {
      const Tile tile = grid_.tile(node);
      for_each_plain_step(grid_, tile, [&](Tile next, Cost cost) {
        if (may_step(tile, next, inside)) visit(grid_.index(next), cost);
      });
      if (taken == Links::none) return;
      for_each_map_link(tile, [&](Tile next, Cost cost) {
        if (inside.contains(area(next))) visit(grid_.index(next), cost);
      });
      if (area(tile) == kNoArea || areas_.anchors[area(tile)] != tile) return;
      for (const AreaLink& link : areas_.links) {
        if (link.from == area(tile) && inside.contains(link.to)) visit(grid_.index(areas_.anchors[link.to]), link.cost);
      }
    });
  }
  [[nodiscard]] bool may_step(Tile from, Tile to, const std::set<AreaId>& inside) const {
    const AreaBorder border{area(from), area(to)};
    if (!inside.contains(border.to)) return false;
    return border.from == border.to ||
           !(is_shut_now(border) || std::ranges::find(areas_.closed, border) != areas_.closed.end());
  }
  [[nodiscard]] bool is_shut_now(AreaBorder border) const {
    return std::ranges::find(shut_.borders, border) != shut_.borders.end();
  }

  /// A cost in tiles, rounded up as in_tiles of the build does, in the unit of the table; nothing if it does not fit.
  [[nodiscard]] std::optional<std::int64_t> in_table(Cost cost) const {
    const MoveRules& rules = *grid_.rules;
    const std::uint64_t tile = std::uint64_t{kCostScale} * rules.straight * (rules.halving == 1 ? 1 : 2);
    const std::uint64_t fine = cost * rules.cost_unit;
    static_assert(kBorderCostDecimals == 3);
    const std::uint64_t thousandths = fine / tile * 1000 + (fine % tile * 1000 + tile - 1) / tile;
    if (thousandths >= static_cast<std::uint64_t>(kMaxArcCost)) return {};
    return scaled(make_decimal(static_cast<std::int64_t>(thousandths), kBorderCostDecimals), graph_.cost_decimals);
  }

  /// Links cost the same on the tiles as in the table, up to the unit of the profile.
  void check_links() {
    const double unit = grid_.rules->tiles_per_unit();
    for (const AreaLink& link : areas_.links) {
      const double tiles = as_double(graph_.in_author_unit(link.weight));
      if (std::abs(static_cast<double>(link.cost) * unit - tiles) <= unit + 1e-9 * tiles) continue;
      sample_.fault = fmt::format("the link from {} to {} costs {} tiles in the table and {:.6f} on the tiles",
                                  name(link.from), name(link.to), tiles, static_cast<double>(link.cost) * unit);
      return;
    }
  }

  /// Every arc is a link of the author or a border that can be walked, and all of those are there.
  void check_table() {
    std::uint64_t number = 0;
    std::uint64_t begun = 0;
    const std::uint64_t most = searches();
    for (NodeId from = 0; from < graph_.size() && sample_.fault.empty(); ++from) {
      for (NodeId to : heads_of(from)) {
        std::vector<std::int64_t> wanted;
        for (const AreaLink& link : areas_.links) {
          if (link.from == from && link.to == to) wanted.push_back(std::int64_t{link.weight} + enter(to));
        }
        const AreaBorder border{from, to};
        if (touching_.contains(border) && std::ranges::find(areas_.closed, border) == areas_.closed.end()) {
          // Evenly spread where there is no time for all.
          if (number++ * most < begun * touching_.size()) continue;
          ++begun;
          if (const auto cost = walked(from, to)) wanted.push_back(*cost + enter(to));
        }
        std::sort(wanted.begin(), wanted.end());
        std::vector<std::int64_t> stored;
        for (std::uint32_t arc = graph_.arcs.first[from]; arc < graph_.arcs.first[from + 1]; ++arc) {
          if (graph_.arcs.target[arc] == to) stored.push_back(graph_.arcs.weight[arc]);
        }
        ++sample_.pairs;
        if (stored == wanted) continue;
        sample_.fault = fmt::format("{} to {}: the table says {}, walking and links say {}", name(from), name(to),
                                    listed(stored), listed(wanted));
        return;
      }
    }
  }
  [[nodiscard]] std::set<NodeId> heads_of(NodeId from) const {
    std::set<NodeId> heads;
    for (std::uint32_t arc = graph_.arcs.first[from]; arc < graph_.arcs.first[from + 1]; ++arc)
      heads.insert(graph_.arcs.target[arc]);
    for (auto border = touching_.lower_bound({from, 0}); border != touching_.end() && border->from == from; ++border)
      heads.insert(border->to);
    return heads;
  }
  /// From anchor to anchor within the two.
  [[nodiscard]] std::optional<std::int64_t> walked(NodeId from, NodeId to) const {
    if (areas_.anchors[from] == kNoAnchor || areas_.anchors[to] == kNoAnchor) return {};
    const Cost cost = walk(areas_.anchors[from], {from, to}, Links::none)[grid_.index(areas_.anchors[to])];
    if (cost == kInfiniteCost) return {};
    return in_table(cost);
  }
  [[nodiscard]] std::string listed(const std::vector<std::int64_t>& weights) const {
    std::string text;
    for (const std::int64_t weight : weights)
      text += (text.empty() ? "" : ", ") + to_text(graph_.in_author_unit(static_cast<Cost>(weight)));
    return text.empty() ? "no way" : text;
  }

  /// A Weyl sequence (multiples of the golden ratio modulo 2^64).
  std::uint64_t draw(std::uint64_t below) {
    state_ += 0x9E37'79B9'7F4A'7C15;
    return (state_ >> 11) % below;
  }

  /// A third of the answers with all that the author left open, a third with an area closed besides, a third with a
  /// border.
  void check_answers() {
    const std::uint64_t most = std::min(searches(), kMostAnswers);
    for (std::uint64_t i = 0; i < most && sample_.fault.empty(); ++i) {
      shut_ = {};
      if (i % 3 == 1) shut_.areas.push_back(static_cast<NodeId>(draw(graph_.size())));
      if (i % 3 == 2 && !touching_.empty()) {
        const auto border = std::next(touching_.begin(), static_cast<std::ptrdiff_t>(draw(touching_.size())));
        shut_.borders = {*border, {border->to, border->from}};
      }
      query_.close(shut_);
      const Tile from = ends_[draw(ends_.size())];
      const Tile to = ends_[draw(ends_.size())];
      const std::string wrong = fault_of(query_.find({.from = from, .to = to}), from, to);
      ++sample_.answers;
      if (!wrong.empty()) sample_.fault = fmt::format("{},{} to {},{}: {}", from.x, from.y, to.x, to.y, wrong);
    }
  }

  [[nodiscard]] bool is_shut(NodeId area) const { return std::ranges::find(shut_.areas, area) != shut_.areas.end(); }

  /// The least cost of an arc that is open now, found by looking at all.
  [[nodiscard]] Cost arc_cost(NodeId from, NodeId to) const {
    if (is_shut(from) || is_shut(to)) return kInfiniteCost;
    Cost least = kInfiniteCost;
    if (is_shut_now({from, to})) {
      for (const AreaLink& link : areas_.links) {
        if (link.from == from && link.to == to) least = std::min(least, Cost{link.weight} + enter(to));
      }
      return least;
    }
    for (std::uint32_t arc = graph_.arcs.first[from]; arc < graph_.arcs.first[from + 1]; ++arc) {
      if (graph_.arcs.target[arc] == to) least = std::min<Cost>(least, graph_.arcs.weight[arc]);
    }
    return least;
  }

  [[nodiscard]] std::string fault_of(const CorridorPath& path, Tile from, Tile to) const {
    for (const auto& [tile, status] : {std::pair(from, Status::bad_start), std::pair(to, Status::bad_goal)}) {
      if (is_shut(area(tile))) return path.status == status ? "" : "an end in a closed area is not refused";
    }
    const auto table = plain_distances(graph_.size(), area(from), [&](std::size_t node, auto&& visit) {
      const auto tail = static_cast<NodeId>(node);
      for (std::uint32_t arc = graph_.arcs.first[tail]; arc < graph_.arcs.first[tail + 1]; ++arc) {
        const NodeId head = graph_.arcs.target[arc];
        if (const Cost cost = arc_cost(tail, head); cost != kInfiniteCost) visit(head, cost);
      }
    });
    const Cost board_cost = table[area(to)];
    if (board_cost == kInfiniteCost) {
      return path.status == Status::unreachable
                 ? ""
                 : fmt::format("no way over areas exists, answer {}", to_string(path.status));
    }
    if (path.status != Status::found && path.status != Status::undecided)
      return fmt::format("a way over areas exists, answer {}", to_string(path.status));
    if (const std::string wrong = fault_of_way(path, area(from), area(to), board_cost); !wrong.empty()) return wrong;
    const std::set<AreaId> inside(path.areas.begin(), path.areas.end());
    const Cost cost = walk(from, inside, Links::all)[grid_.index(to)];
    if ((cost == kInfiniteCost) != (path.status == Status::undecided))
      return fmt::format("within the areas {} path exists, answer {}", cost == kInfiniteCost ? "no" : "a",
                         to_string(path.status));
    if (cost == kInfiniteCost) return {};
    if (path.cost != cost) return fmt::format("the tiles cost {} units instead of {}", path.cost, cost);
    return fault_of_tiles(path, from, to, inside);
  }

  [[nodiscard]] std::string fault_of_way(const CorridorPath& path, NodeId from, NodeId to, Cost expected) const {
    if (path.areas.empty() || path.areas.front() != from || path.areas.back() != to)
      return "the way over areas ends elsewhere";
    Cost sum = 0;
    for (std::size_t i = 1; i < path.areas.size(); ++i) {
      const Cost cost = arc_cost(path.areas[i - 1], path.areas[i]);
      if (cost == kInfiniteCost)
        return fmt::format("no open way from {} to {}", name(path.areas[i - 1]), name(path.areas[i]));
      sum += cost;
    }
    return sum == expected && path.board_cost == expected ? "" : "the way over areas is not the cheapest";
  }

  [[nodiscard]] std::string fault_of_tiles(const CorridorPath& path, Tile from, Tile to,
                                           const std::set<AreaId>& inside) const {
    if (path.tiles.empty() || !(path.tiles.front() == from) || !(path.tiles.back() == to))
      return "the tiles end elsewhere";
    Cost sum = 0;
    for (std::size_t i = 1; i < path.tiles.size(); ++i) {
      const Tile a = path.tiles[i - 1];
      const Tile b = path.tiles[i];
      Cost least = kInfiniteCost;
      for_each_plain_step(grid_, a, [&](Tile next, Cost cost) {
        if (next == b && may_step(a, b, inside)) least = cost;
      });
      for (const AreaLink& link : areas_.links) {
        if (areas_.anchors[link.from] == a && areas_.anchors[link.to] == b) least = std::min(least, link.cost);
      }
      for_each_map_link(a, [&](Tile next, Cost cost) {
        if (next == b) least = std::min(least, cost);
      });
      if (least == kInfiniteCost) return fmt::format("{},{} to {},{} is no step", a.x, a.y, b.x, b.y);
      sum += least;
    }
    return sum == path.cost ? "" : "the tiles do not cost what they claim";
  }

  const BoardView& graph_;
  const AreasView& areas_;
  const GridView& grid_;
  const LinkTable& links_;  ///< of the map
  CorridorQuery query_;
  std::vector<AreaId> area_;
  std::vector<Tile> ends_;         ///< passable tiles in areas
  std::set<AreaBorder> touching_;  ///< a step leads from one to the other
  AreaClosures shut_;
  std::uint64_t state_ = 0;
  CorridorSample sample_;
};

}  // namespace

CorridorSample examine_corridors(const World& world) {
  return CorridorExaminer(world).run();
}

}  // namespace portolan::tools
