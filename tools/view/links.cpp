// SPDX-License-Identifier: BSL-1.0
#include "view/links.hpp"

#include "map/corridor_report.hpp"
#include "view/even_sample.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace portolan::tools {
namespace {

struct Entry {
  std::string_view name;
  Tile from;
  Tile to;
  double cost;
  bool one_way;
  std::optional<LinkId> number;  ///< of a link between tiles
};

bool leads_back(const AreasView& areas, const AreaLink& link) {
  const auto back = areas.links_from(link.to);
  return std::ranges::any_of(
      back, [&](const AreaLink& other) { return other.to == link.from && other.weight == link.weight; });
}

}  // namespace

Json links_report(const World& world, std::size_t most) {
  EvenSample<Entry> sample(most);
  for (const Link& link : world.links()) {
    const auto number = static_cast<LinkId>(sample.offered());
    sample.offer(number, {link.name, link.from, link.to, static_cast<double>(link.cost) / kCostScale,
                          link.direction == LinkDirection::one_way, number});
  }
  if (world.areas()) {
    const AreasView& areas = *world.areas();
    const std::size_t count = std::min(areas.anchors.size(), world.board()->graph.size());
    for (const AreaLink& link : areas.links) {
      if (link.from >= count || link.to >= count) continue;
      const Tile from = areas.anchors[link.from];
      const Tile to = areas.anchors[link.to];
      if (!world.bounds().contains(from) || !world.bounds().contains(to)) continue;
      const bool both = leads_back(areas, link);
      if (both && link.to < link.from) continue;
      sample.offer(sample.offered(), {name_of(world, link), from, to, cost_of(world, link), !both, std::nullopt});
    }
  }
  Json list = Json::array();
  for (const auto& [key, link] : sample.kept()) {
    list.push_back({{"name", link.name},
                    {"from", {link.from.x, link.from.y}},
                    {"to", {link.to.x, link.to.y}},
                    {"cost", link.cost},
                    {"one_way", link.one_way},
                    {"number", link.number ? Json(*link.number) : Json()}});
  }
  return {{"list", list}, {"of", sample.offered()}};
}

Json moves_report(const World& world, std::size_t most) {
  EvenSample<Move> sample(most);
  for (const Move& move : moves_of(world.edges(), world.edge_costs(), world.width()))
    sample.offer(sample.offered(), move);
  Json edges = Json::array();
  for (const auto& [key, move] : sample.kept()) {
    for (const int number : {move.from.x, move.from.y, move.to.x, move.to.y, move.cost == kBlockedMove ? 1 : 0,
                             move.direction == LinkDirection::one_way ? 1 : 0})
      edges.push_back(number);
  }
  return {{"edges", edges}, {"of", sample.offered()}};
}

}  // namespace portolan::tools
