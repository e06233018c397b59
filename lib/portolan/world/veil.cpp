// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/veil.hpp"

#include "portolan/grid/seen_tiles.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace portolan {
namespace {

Error usage(std::string message) {
  return {ErrorCode::usage, "veil: " + std::move(message)};
}

std::string in_text(Tile t) {
  return std::to_string(t.x) + "," + std::to_string(t.y);
}

std::optional<TerrainId> find_terrain(const World& world, std::string_view name) noexcept {
  const auto at = std::ranges::find(world.palette(), name, &Terrain::name);
  if (at == world.palette().end()) return {};
  return static_cast<TerrainId>(at - world.palette().begin());
}

/// Links by where they lead; names are their authors'.
bool is_same_way(const Link& a, const Link& b) noexcept {
  return a.from == b.from && a.to == b.to && a.cost == b.cost && a.direction == b.direction;
}

bool is_on_floor(const World& world, Tile t) noexcept {
  return world.floors().row(t.y) < world.floors().height;
}

Outcome check_palettes(const World& truth, const World& blank, std::string_view unknown) {
  const std::string name(unknown);
  if (!find_terrain(blank, unknown)) return usage("the blank world has no terrain '" + name + "'");
  if (find_terrain(truth, unknown)) return usage("the true world has a terrain '" + name + "' of its own");
  for (const Terrain& terrain : truth.palette()) {
    if (!find_terrain(blank, terrain.name)) {
      return usage("the blank world has no terrain '" + terrain.name + "', which the true one has");
    }
  }
  return Success{};
}

Outcome check_blank(const World& blank, TerrainId unknown) {
  const TerrainPlane terrain = blank.terrain();
  for (std::int32_t y = 0; y < terrain.height(); ++y) {
    for (std::int32_t x = 0; x < terrain.width(); ++x) {
      if (terrain[{x, y}] == unknown || !is_on_floor(blank, {x, y})) continue;
      return usage("tile " + in_text({x, y}) + " of the blank world has another terrain than '" +
                   blank.palette()[unknown].name + "'");
    }
  }
  return Success{};
}

Outcome check_worlds(const World& truth, const World& blank, std::string_view unknown) {
  if (truth.profiles().empty() || blank.profiles().empty()) return usage("a world without a map");
  const FloorStack& floors = truth.floors();
  const FloorStack& other = blank.floors();
  if (truth.width() != blank.width() || truth.height() != blank.height() || floors.count != other.count ||
      floors.height != other.height) {
    return usage("the blank world is not of the size and floors of the true one");
  }
  if (!truth.edges().empty() || !blank.edges().empty()) return usage("worlds with moves cannot be veiled");
  if (!blank.links().empty() && !std::ranges::equal(truth.links(), blank.links(), is_same_way)) {
    return usage("the blank world has other links than the true one");
  }
  if (Outcome checked = check_palettes(truth, blank, unknown); !checked) return checked;
  return check_blank(blank, *find_terrain(blank, unknown));
}

}  // namespace

Result<Veil> Veil::make(World truth, const World& blank, std::string_view unknown) {
  if (const Outcome checked = check_worlds(truth, blank, unknown); !checked) return checked.error();
  Overlay dark(blank);
  for (LinkId link = 0; link < blank.links().size(); ++link) (void)dark.close_link(link);
  return Veil(std::move(truth), std::move(dark), *find_terrain(blank, unknown));
}

Result<Veil> Veil::from_overlay(World truth, Overlay known, std::string_view unknown) {
  if (const Outcome checked = check_worlds(truth, known.world(), unknown); !checked) return checked.error();
  const TerrainId dark = *find_terrain(known.world(), unknown);
  Veil veil(std::move(truth), std::move(known), dark);
  const std::span<const LinkId> closed = veil.overlay_.closed_links();
  for (LinkId link = 0; link < veil.overlay_.world().links().size(); ++link) {
    if (!std::ranges::binary_search(closed, link) && !veil.both_ends_known(link)) {
      return usage("link " + std::to_string(link) + " is open with an end that is not known");
    }
  }
  return veil;
}

Veil::Veil(World truth, Overlay known, TerrainId unknown)
    : truth_(std::move(truth)), overlay_(std::move(known)), unknown_(unknown) {
  // What a sound file does not have is never known.
  shown_as_.fill(unknown);
  for (std::size_t id = 0; id < truth_.palette().size(); ++id) {
    shown_as_[id] = *find_terrain(overlay_.world(), truth_.palette()[id].name);
  }
  overlay_.tiles().for_each_change(overlay_.world().bounds(), [&](Tile t, TerrainId, TerrainId) {
    known_ += overlay_.terrain(t) != unknown_ ? 1 : 0;
  });
  std::vector<LinkEnd> ends;
  const std::span<const Link> links = overlay_.world().links();
  for (LinkId link = 0; link < links.size(); ++link) {
    ends.push_back({links[link].from, link});
    ends.push_back({links[link].to, link});
  }
  std::ranges::sort(ends, [](const LinkEnd& a, const LinkEnd& b) {
    return a.tile == b.tile ? a.link < b.link : row_by_row(a.tile, b.tile);
  });
  link_ends_ = std::make_shared<const std::vector<LinkEnd>>(std::move(ends));
}

Outcome Veil::check(const Overlay& truth) const {
  if (truth.world().bytes().data() == truth_.bytes().data()) return Success{};
  return usage("an overlay of another world than the veil was made with");
}

Result<Revealed> Veil::reveal(const Overlay& truth, const Rect& area) {
  if (const Outcome checked = check(truth); !checked) return checked.error();
  const Rect& bounds = truth_.bounds();
  if (area.width() <= 0 || area.height() <= 0 || intersection(area, bounds) != area) {
    return usage("a rectangle that is empty or not inside the map");
  }
  if (!truth_.floors().on_one_floor(area)) return usage("a rectangle on more than one floor");
  return show(truth, area, truth.copy_terrain(area), {});
}

/// The part of the map that a disc meets, with nothing seen of it.
Result<Veil::Disc> Veil::disc(const Overlay& truth, Tile centre, std::int32_t radius) const {
  if (const Outcome checked = check(truth); !checked) return checked.error();
  if (!truth_.bounds().contains(centre) || !is_on_floor(truth_, centre)) {
    return usage("tile " + in_text(centre) + " is outside the map or between floors");
  }
  if (radius < 0) return usage("a radius below 0");
  Disc disc{disc_bounds(truth_.floors().around(centre, truth_.width()), centre, radius), {}};
  disc.seen.resize(disc.area.tiles());
  return disc;
}

Result<Revealed> Veil::reveal_disc(const Overlay& truth, Tile centre, std::int32_t radius) {
  auto made = disc(truth, centre, radius);
  if (!made) return made.error();
  mark_disc(made->area, centre, radius, made->seen);
  return show(truth, made->area, truth.copy_terrain(made->area), made->seen);
}

Result<Revealed> Veil::reveal_sight(const Overlay& truth, Tile from, std::int32_t radius, const TerrainSet& opaque) {
  auto made = disc(truth, from, radius);
  if (!made) return made.error();
  const std::vector<TerrainId> real = truth.copy_terrain(made->area);
  std::vector<std::uint8_t> hides(real.size());
  std::ranges::transform(real, hides.begin(), [&](TerrainId id) { return static_cast<std::uint8_t>(opaque[id]); });
  mark_seen(made->area, hides, from, radius, made->seen);
  return show(truth, made->area, real, made->seen);
}

/// Copies what is seen of an area, all of it if `seen` is empty, and follows its links.
Revealed Veil::show(const Overlay& truth, const Rect& area, std::span<const TerrainId> real,
                    std::span<const std::uint8_t> seen) {
  Revealed revealed;
  std::vector<TerrainId> shown = overlay_.copy_terrain(area);
  std::size_t place = 0;
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x, ++place) {
      const TerrainId is = shown_as_[real[place]];
      if ((!seen.empty() && seen[place] == 0) || shown[place] == is || is == unknown_) continue;
      ++revealed.tiles;
      if (shown[place] == unknown_) ++revealed.fresh;
      shown[place] = is;
      revealed.area = hull(revealed.area, {{x, y}, {x + 1, y + 1}});
    }
  }
  if (revealed.tiles != 0) {
    // Only the part that changes; its rows move together at the front.
    const Rect& changed = revealed.area;
    const auto row = static_cast<std::size_t>(area.width());
    const auto width = static_cast<std::size_t>(changed.width());
    const std::size_t tiles = width * static_cast<std::size_t>(changed.height());
    std::size_t from = static_cast<std::size_t>(changed.min.y - area.min.y) * row +
                       static_cast<std::size_t>(changed.min.x - area.min.x);
    for (std::size_t to = 0; to != tiles; to += width, from += row) std::copy_n(&shown[from], width, &shown[to]);
    (void)overlay_.set_tiles(changed, std::span(shown).first(tiles));
    known_ += revealed.fresh;
  }
  const std::span<const LinkId> closed = truth.closed_links();
  for_each_link_end(area, [&](const LinkEnd& end) {
    const std::size_t at = static_cast<std::size_t>(end.tile.y - area.min.y) * static_cast<std::size_t>(area.width()) +
                           static_cast<std::size_t>(end.tile.x - area.min.x);
    if (!seen.empty() && seen[at] == 0) return;
    const bool open = both_ends_known(end.link) && !std::ranges::binary_search(closed, end.link);
    if (set_open(end.link, open)) ++revealed.links;
  });
  return revealed;
}

Outcome Veil::forget(const Rect& area) {
  Overlay after = overlay_;
  if (Outcome reverted = after.revert(area); !reverted) return reverted;
  overlay_.tiles().for_each_change(
      area, [&](Tile t, TerrainId, TerrainId) { known_ -= overlay_.terrain(t) != unknown_ ? 1 : 0; });
  overlay_ = std::move(after);
  for_each_link_end(area, [&](const LinkEnd& end) { (void)set_open(end.link, false); });
  return Success{};
}

bool Veil::known(Tile t) const noexcept {
  return is_on_floor(truth_, t) && overlay_.terrain(t) != unknown_;
}

/// Whether that changes the link.
bool Veil::set_open(LinkId link, bool open) {
  if (std::ranges::binary_search(overlay_.closed_links(), link) != open) return false;
  (void)(open ? overlay_.open_link(link) : overlay_.close_link(link));
  return true;
}

bool Veil::both_ends_known(LinkId link) const noexcept {
  const Link& ends = overlay_.world().links()[link];
  return known(ends.from) && known(ends.to);
}

/// Row by row.
template <class Visit>
void Veil::for_each_link_end(const Rect& area, Visit&& visit) const {
  if (link_ends_->empty()) return;
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    auto at = std::ranges::lower_bound(*link_ends_, Tile{area.min.x, y}, row_by_row, &LinkEnd::tile);
    for (; at != link_ends_->end() && at->tile.y == y && at->tile.x < area.max.x; ++at) visit(*at);
  }
}

}  // namespace portolan
