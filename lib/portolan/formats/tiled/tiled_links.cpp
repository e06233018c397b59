// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_links.hpp"

#include "portolan/formats/boards/polygon.hpp"
#include "portolan/formats/maps/link_values.hpp"
#include "portolan/formats/tiled/tiled_pairs.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 2> kProperties{"cost", "one_way"};
/// What links between areas may say.
constexpr std::array<std::string_view, 4> kOfAreas{"from", "to", "closed", "tags"};

class TileLinks {
 public:
  TileLinks(std::string_view source, const TileMap& map) : source_(source), map_(map), pairs_(kProperties) {}

  Outcome add(const TiledObject& object) {
    for (const std::string_view name : kOfAreas) {
      if (object.properties.contains(name))
        return wrong(object, fmt::format("{} belongs to links between areas (class `link`)", name));
    }
    if (object.shape == TiledShape::line)
      return join(object, {object, object.corners.front()}, {object, object.corners.back()});
    if (object.shape != TiledShape::point)
      return wrong(object, "links between tiles are lines, or two points of one name");
    const auto first = pairs_.add(object);
    if (!first) return wrong(object, first.error().message);
    if (*first == nullptr) return Success{};
    return join(**first, {**first, (*first)->corners.front()}, {object, object.corners.front()});
  }

  Result<std::vector<Link>> take() {
    const auto single = pairs_.single();
    const auto earliest =
        std::min_element(single.begin(), single.end(), [](const auto* a, const auto* b) { return a->line < b->line; });
    if (earliest != single.end()) return wrong(**earliest, "a link from a point, and no second point has its name");
    return std::move(links_);
  }

 private:
  struct End {
    const TiledObject& object;
    Point at;
  };

  [[nodiscard]] Error wrong(const TiledObject& object, std::string_view reason) const {
    return {ErrorCode::syntax, fmt::format("{}:{}: {}: {}", source_, object.line, object.what, reason)};
  }

  [[nodiscard]] Result<Tile> tile_of(const End& end) const {
    const FloorStack& floors = map_.floors();
    if (!end.object.floor) return wrong(end.object, "lies on no floor: its layer belongs into a floor's group");
    const Tile tile = tile_at(end.at);
    if (!Rect{{0, 0}, {map_.width(), floors.height}}.contains(tile)) {
      return wrong(end.object, fmt::format("{},{} is not on the map of {} x {} tiles", tile.x, tile.y, map_.width(),
                                           floors.height));
    }
    return floors.tile(*end.object.floor, tile);
  }

  /// `object` says what there is to say of the link.
  Outcome join(const TiledObject& object, const End& from, const End& to) {
    const auto tail = tile_of(from);
    if (!tail) return tail.error();
    const auto head = tile_of(to);
    if (!head) return head.error();
    auto link = link_of({*tail, *head, property_of(object, "cost"), property_of(object, "one_way"), object.name},
                        map_.width(), map_.floors());
    if (!link) return wrong(object, link.error().message);
    links_.push_back(std::move(*link));
    return Success{};
  }

  std::string_view source_;
  const TileMap& map_;
  TiledPairs pairs_;
  std::vector<Link> links_;
};

}  // namespace

Result<std::vector<Link>> tile_links_of(const TiledObjects& objects, std::string_view source, const TileMap& map) {
  TileLinks links(source, map);
  for (const TiledObject& object : objects.objects) {
    if (object.role != TiledRole::tile_link) continue;
    if (Outcome added = links.add(object); !added) return added.error();
  }
  return links.take();
}

}  // namespace portolan
