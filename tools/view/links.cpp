// SPDX-License-Identifier: BSL-1.0
#include "view/links.hpp"

#include "corridor_report.hpp"

#include <algorithm>
#include <string_view>

namespace portolan::tools {
namespace {

Json entry(std::string_view name, Tile from, Tile to, double cost, bool one_way, std::string_view kind) {
  return {{"name", name}, {"from", {from.x, from.y}}, {"to", {to.x, to.y}},
          {"cost", cost}, {"one_way", one_way},       {"kind", kind}};
}

bool leads_back(const DrawnRegionsView& regions, const RegionLink& link) {
  const auto back = regions.links_from(link.to);
  return std::ranges::any_of(
      back, [&](const RegionLink& other) { return other.to == link.from && other.weight == link.weight; });
}

}  // namespace

Json links_report(const World& world, std::size_t most) {
  Json list = Json::array();
  for (const Link& link : world.links()) {
    if (list.size() >= most) return list;
    list.push_back(entry(link.name, link.from, link.to, static_cast<double>(link.cost) / kCostScale,
                         link.direction == LinkDirection::one_way, "tiles"));
  }
  if (!world.drawn_regions()) return list;
  const DrawnRegionsView& regions = *world.drawn_regions();
  const std::size_t count = std::min(regions.anchors.size(), world.region_graph()->graph.size());
  for (const RegionLink& link : regions.links) {
    if (list.size() >= most) return list;
    if (link.from >= count || link.to >= count) continue;
    const Tile from = regions.anchors[link.from];
    const Tile to = regions.anchors[link.to];
    if (!world.bounds().contains(from) || !world.bounds().contains(to)) continue;
    const bool both = leads_back(regions, link);
    if (both && link.to < link.from) continue;
    list.push_back(entry(name_of(world, link), from, to, cost_of(world, link), !both, "regions"));
  }
  return list;
}

}  // namespace portolan::tools
