// SPDX-License-Identifier: BSL-1.0
// portolan check of waypoints on a map: the answers between them against plain Dijkstra over their ways, and their
// tiles against the map.
#include "board/board_commands.hpp"
#include "even_draws.hpp"
#include "map/corridor.hpp"
#include "map/plain_dijkstra.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/query/corridor_query.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

constexpr std::uint64_t kMostAnswers = 300;

class WayExaminer {
 public:
  WayExaminer(const World& world, const TileMap& map)
      : world_(world), map_(map), graph_(world.board()->graph), areas_(*world.areas()), query_(world) {}

  CorridorSample run() {
    CorridorSample sample;
    sample.pairs = graph_.arcs.target.size();
    for (; sample.answers < kMostAnswers && sample.fault.empty(); ++sample.answers) {
      closed_ = {};
      // Every third question with a waypoint closed.
      if (sample.answers % 3 == 1) closed_.areas.push_back(draw());
      query_.close(closed_);
      const NodeId from = draw();
      const NodeId to = draw();
      if (const std::string wrong = fault_between(from, to); !wrong.empty()) {
        sample.fault = fmt::format("{} to {}: {}", in_quotes(graph_.names[from]), in_quotes(graph_.names[to]), wrong);
      }
    }
    return sample;
  }

 private:
  NodeId draw() { return static_cast<NodeId>(draws_.below(graph_.size())); }
  [[nodiscard]] bool is_shut(NodeId place) const {
    return std::ranges::find(closed_.areas, place) != closed_.areas.end();
  }

  std::string fault_between(NodeId from, NodeId to) {
    const CorridorPath path = query_.find({.from = areas_.anchors[from], .to = areas_.anchors[to]});
    for (const auto& [end, status] : {std::pair(from, Status::bad_start), std::pair(to, Status::bad_goal)}) {
      if (is_shut(end)) return path.status == status ? "" : "an end that is closed is not refused";
    }
    const auto costs = plain_distances(graph_.size(), from, [&](std::size_t node, auto&& visit) {
      for (std::uint32_t arc = graph_.arcs.first[node]; arc < graph_.arcs.first[node + 1]; ++arc) {
        if (!is_shut(graph_.arcs.target[arc])) visit(graph_.arcs.target[arc], areas_.ways[arc].cost);
      }
    });
    if (costs[to] == kInfiniteCost) {
      return path.status == Status::unreachable ? "" : fmt::format("no way, answer {}", to_string(path.status));
    }
    if (path.status != Status::found) return fmt::format("a way exists, answer {}", to_string(path.status));
    if (path.cost != costs[to]) return fmt::format("the way costs {} units instead of {}", path.cost, costs[to]);
    const JudgedCorridor judged = judge_corridor(world_, 0, map_, path);
    return has_path(judged.path.status) ? "" : "the tiles are not walked at that cost";
  }

  const World& world_;
  const TileMap& map_;
  const BoardView& graph_;
  const AreasView& areas_;
  CorridorQuery query_;
  AreaClosures closed_;
  EvenDraws draws_;
};

}  // namespace

CorridorSample examine_ways(const World& world, const TileMap& map) {
  return WayExaminer(world, map).run();
}

}  // namespace portolan::tools
