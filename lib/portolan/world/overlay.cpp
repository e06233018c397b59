// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/overlay.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>

namespace portolan {
namespace {

Rect grown(const Rect& area, std::int32_t by) noexcept {
  return {{area.min.x - by, area.min.y - by}, {area.max.x + by, area.max.y + by}};
}

/// From the numbers of regions to those of the regions one level above them, on `level`.
void take_parents(const RegionLayout& layout, int level, std::vector<std::size_t>& numbers) {
  for (std::size_t& number : numbers) {
    const RegionIndex r = layout.region(level - 1, number);
    number = layout.number(level, {r.x >> 1, r.y >> 1});
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

template <class Regions>
auto place_of(Regions& refreshed, int level, std::size_t number) noexcept {
  return std::lower_bound(refreshed.begin(), refreshed.end(), std::tuple(level, number),
                          [](const RefreshedRegion& region, const std::tuple<int, std::size_t>& key) {
                            return std::tuple(region.level, region.number) < key;
                          });
}

/// nullptr if it is not among them.
template <class Regions>
auto* find_in(Regions& refreshed, int level, std::size_t number) noexcept {
  const auto at = place_of(refreshed, level, number);
  return at != refreshed.end() && at->level == level && at->number == number ? &*at : nullptr;
}

bool is_same_table(const std::shared_ptr<const RegionTable>& a, const std::shared_ptr<const RegionTable>& b) {
  return a == b || (a != nullptr && b != nullptr && *a == *b);
}

/// Whether a region whose children are given is as in the file, because they all are.
bool is_as_in_file(const RefreshedRegion& region) noexcept {
  return region.level != 0 && region.children == RegionChildren{};
}

/// Makes the table of a region, if it is neither that of the file nor the one before. False in a wrong file.
bool customise(RegionTableMaker& maker, const ProfileView& view, const GridView& grid, const RefreshedRegion* before,
               RefreshedRegion& region) {
  if (region.level != 0 && before != nullptr && before->children == region.children) {
    region.table = before->table;
    return true;
  }
  region.table =
      region.level == 0 ? maker.base(grid, region.number) : maker.upper(region.level, region.number, region.children);
  if (region.table == nullptr) return false;
  if (is_same(view.regions.topology, region.level, region.number, *region.table)) {
    region.table = nullptr;
  } else if (before != nullptr && before->table != nullptr && *before->table == *region.table) {
    region.table = before->table;
  }
  return true;
}

/// A maker of tables over edited terrain. It takes memory by the size of the map, so it is made when first asked for.
class LazyMaker {
 public:
  /// Both must outlive it.
  LazyMaker(const ProfileView& view, const TerrainPages& positions)
      : view_(view), positions_(positions), grid_(view.grid) {}

  /// As customise().
  [[nodiscard]] bool customise(const RefreshedRegion* before, RefreshedRegion& region) {
    if (!maker_) {
      pages_.assign(positions_);
      grid_.pages = pages_.view();
      maker_.emplace(view_.regions.topology);
    }
    return portolan::customise(*maker_, view_, grid_, before, region);
  }

 private:
  const ProfileView& view_;
  const TerrainPages& positions_;
  PageTable pages_;
  GridView grid_;
  std::optional<RegionTableMaker> maker_;
};

Error too_high(std::size_t notches, std::size_t most) {
  const std::string by = "tiles raised by " + std::to_string(notches);
  return {ErrorCode::usage, most == 0 ? by + " notches, and no profile of the world says what one costs"
                                      : by + " notches in a world of " + std::to_string(most)};
}

}  // namespace

Overlay::Overlay(World world)
    : world_(std::move(world)), tiles_(world_.terrain()), profiles_(world_.profiles().size()) {
  for (std::size_t i = 0; i < profiles_.size(); ++i) {
    const GridView& grid = world_.profiles()[i].grid;
    if (grid.rules->footprint > 1) profiles_[i].positions = TerrainPages(grid.terrain);
  }
}

const TerrainPages& Overlay::positions(std::size_t profile) const noexcept {
  return world_.profiles()[profile].rules.footprint > 1 ? profiles_[profile].positions : tiles_;
}

Outcome Overlay::set_terrain(const Rect& area, TerrainId terrain) {
  Outcome checked = check(area);
  if (!checked) return checked;
  return set_tiles(area, std::vector<TerrainId>(area.tiles(), terrain));
}

Outcome Overlay::set_tiles(const Rect& area, std::span<const TerrainId> terrain) {
  Outcome checked = check(area);
  if (!checked) return checked;
  if (terrain.size() != area.tiles()) {
    return Error{ErrorCode::usage, "an edit of " + std::to_string(area.tiles()) + " tiles with " +
                                       std::to_string(terrain.size()) + " terrains"};
  }
  if (*std::max_element(terrain.begin(), terrain.end()) >= world_.palette().size()) {
    return Error{ErrorCode::usage, "an edit with a terrain that is not in the palette"};
  }
  replace_terrain(area, terrain);
  return Success{};
}

Outcome Overlay::revert(const Rect& area) {
  Outcome checked = check(area);
  if (!checked) return checked;
  replace_terrain(area, world_.terrain().copy(area));
  return Success{};
}

Outcome Overlay::raise(const Rect& area, std::size_t notches) {
  Outcome checked = check(area);
  if (!checked) return checked;
  const std::size_t most = world_.notches();
  if (notches > most) return too_high(notches, most);
  return raise(area, std::vector<std::uint8_t>(area.tiles(), static_cast<std::uint8_t>(notches)));
}

Outcome Overlay::raise(const Rect& area, std::span<const std::uint8_t> notches) {
  Outcome checked = check(area);
  if (!checked) return checked;
  if (notches.size() != area.tiles()) {
    return Error{ErrorCode::usage, "an edit of " + std::to_string(area.tiles()) + " tiles with " +
                                       std::to_string(notches.size()) + " numbers of notches"};
  }
  const std::size_t most = world_.notches();
  const std::size_t highest = *std::max_element(notches.begin(), notches.end());
  if (highest > most) return too_high(highest, most);
  std::vector<TerrainId> raised = copy_terrain(area);
  for (std::size_t i = 0; i < raised.size(); ++i) {
    raised[i] = static_cast<TerrainId>(raised[i] + notches[i] * terrains());
  }
  replace(area, raised);
  return Success{};
}

std::vector<TerrainId> Overlay::copy_terrain(const Rect& area) const {
  std::vector<TerrainId> terrain = tiles_.copy(area);
  for (TerrainId& id : terrain) id = plain(id);
  return terrain;
}

Outcome Overlay::check(LinkId link) const {
  if (link < world_.links().size()) return Success{};
  return Error{ErrorCode::usage,
               "link " + std::to_string(link) + " of a world with " + std::to_string(world_.links().size())};
}

Outcome Overlay::close_link(LinkId link) {
  Outcome checked = check(link);
  if (!checked) return checked;
  const auto at = std::lower_bound(closed_.begin(), closed_.end(), link);
  if (at == closed_.end() || *at != link) closed_.insert(at, link);
  return Success{};
}

Outcome Overlay::open_link(LinkId link) {
  Outcome checked = check(link);
  if (!checked) return checked;
  const auto at = std::lower_bound(closed_.begin(), closed_.end(), link);
  if (at != closed_.end() && *at == link) closed_.erase(at);
  return Success{};
}

Outcome Overlay::check(const Rect& area) const {
  const bool inside = area.min.x >= 0 && area.min.y >= 0 && area.min.x < area.max.x && area.min.y < area.max.y &&
                      area.max.x <= world_.width() && area.max.y <= world_.height();
  if (!inside) return Error{ErrorCode::usage, "an edit of a rectangle that is empty or not inside the map"};
  if (!world_.floors().on_one_floor(area)) return Error{ErrorCode::usage, "an edit of more than one floor"};
  return Success{};
}

/// Sets terrain, and leaves the notches.
void Overlay::replace_terrain(const Rect& area, std::span<const TerrainId> terrain) {
  std::vector<TerrainId> raised = tiles_.copy(area);
  for (std::size_t i = 0; i < raised.size(); ++i) {
    raised[i] = static_cast<TerrainId>(terrain[i] + notches_of(raised[i]) * terrains());
  }
  replace(area, raised);
}

void Overlay::replace(const Rect& area, std::span<const TerrainId> raised) {
  tiles_.replace(area, raised);
  for (std::size_t i = 0; i < profiles_.size(); ++i) update_regions(i, update_positions(i, area));
}

/// Follows a change of tiles; the positions that may have changed.
Rect Overlay::update_positions(std::size_t profile, const Rect& area) {
  const MoveRules& rules = world_.profiles()[profile].rules;
  if (rules.footprint <= 1) return area;
  const std::int32_t reach = rules.footprint - 1;
  const Rect changed = intersection({{area.min.x - reach, area.min.y - reach}, area.max}, world_.bounds());
  const Rect seen = intersection({changed.min, {area.max.x + reach, area.max.y + reach}}, world_.bounds());
  std::vector<TerrainId> plane = tiles_.copy(seen);
  take_dearest(plane, seen.width(), rules);
  // What is left of each row and of all rows are the positions; the rest only priced them.
  const auto row = static_cast<std::size_t>(changed.width());
  for (std::size_t y = 1; y < static_cast<std::size_t>(changed.height()); ++y) {
    const auto from = plane.begin() + static_cast<std::ptrdiff_t>(y * static_cast<std::size_t>(seen.width()));
    std::copy_n(from, row, plane.begin() + static_cast<std::ptrdiff_t>(y * row));
  }
  profiles_[profile].positions.replace(changed, std::span(plane).first(changed.tiles()));
  return changed;
}

/// Examines the regions of level 0 that changed positions may make dirty, or clean again.
void Overlay::update_regions(std::size_t profile, const Rect& changed) {
  const RegionTopologyView& topology = world_.profiles()[profile].regions.topology;
  const RegionLayout& layout = topology.layout;
  const Rect reach = intersection(grown(changed, 1), world_.bounds());
  const Tile first = layout.around(reach.min).min;
  const Tile last = layout.around({reach.max.x - 1, reach.max.y - 1}).max;
  std::vector<DirtyRegion>& dirty = profiles_[profile].dirty;
  for (std::int32_t y = first.y; y < last.y; ++y) {
    for (std::int32_t x = first.x; x < last.x; ++x) {
      const RegionIndex r{x, y};
      mark_stale(profile, r);
      DirtyRegion region;
      region.number = layout.number(0, r);
      const bool is_dirty = examine(profile, r, region);
      const auto at = std::lower_bound(dirty.begin(), dirty.end(), region.number,
                                       [](const DirtyRegion& d, std::size_t number) { return d.number < number; });
      const bool was_dirty = at != dirty.end() && at->number == region.number;
      if (was_dirty && !is_dirty) {
        dirty.erase(at);
      } else if (was_dirty) {
        region.border = std::move(at->border);
        *at = std::move(region);
      } else if (is_dirty) {
        if (topology.levels != 0) region.border = std::make_shared<const BorderNodes>(find_border_nodes(topology, r));
        dirty.insert(at, std::move(region));
      }
    }
  }
}

/// A region is dirty if a cost inside it has changed, or what is passable in it or beside it: the steps from its border
/// tiles, which decide what is a portal, depend on the tiles one beyond.
bool Overlay::examine(std::size_t profile, RegionIndex r, DirtyRegion& region) const {
  const ProfileView& view = world_.profiles()[profile];
  const Rect area = view.regions.topology.layout.area(0, r);
  bool dirty = false;
  positions(profile).for_each_change(intersection(grown(area, 1), world_.bounds()),
                                     [&](Tile t, TerrainId was, TerrainId is) {
                                       const std::uint32_t before = view.rules.cost[was];
                                       const std::uint32_t now = view.rules.cost[is];
                                       if (before == now) return;
                                       if (!area.contains(t)) {
                                         dirty = dirty || (before == 0) != (now == 0);
                                         return;
                                       }
                                       dirty = true;
                                       region.opened = region.opened || before == 0;
                                       if (is_eased(before, now))
                                         region.eased = hull(region.eased, {t, {t.x + 1, t.y + 1}});
                                       if (now != 0 && (region.least_cost == 0 || now < region.least_cost))
                                         region.least_cost = now;
                                       region.dearest_cost = std::max(region.dearest_cost, now);
                                     });
  return dirty;
}

/// For a region of level 0 and those above it.
void Overlay::mark_stale(std::size_t profile, RegionIndex r) noexcept {
  const RegionTopologyView& topology = world_.profiles()[profile].regions.topology;
  ProfileEdits& edits = profiles_[profile];
  for (int level = 0; level < topology.levels && !edits.refreshed.empty(); ++level) {
    if (RefreshedRegion* const region =
            find_in(edits.refreshed, level, topology.layout.number(level, {r.x >> level, r.y >> level}))) {
      region->stale = true;
    }
  }
}

std::size_t Overlay::refresh(std::size_t regions) {
  std::size_t left = 0;
  for (std::size_t i = 0; i < profiles_.size(); ++i) left += refresh(i, regions, nullptr);
  return left;
}

std::size_t Overlay::refresh_regions(std::size_t profile, std::span<const std::size_t> numbers) {
  if (profile >= profiles_.size()) throw std::out_of_range("Overlay::refresh_regions: there is no such profile");
  ProfileEdits& edits = profiles_[profile];
  if (world_.profiles()[profile].regions.topology.levels == 0) return 0;
  LazyMaker maker(world_.profiles()[profile], positions(profile));
  std::size_t made = 0;
  for (const std::size_t number : numbers) {
    if (!std::ranges::binary_search(edits.dirty, number, {}, &DirtyRegion::number)) continue;
    const RefreshedRegion* const before = find_in(edits.refreshed, 0, number);
    if (before != nullptr && !before->stale) continue;
    RefreshedRegion region;
    region.number = number;
    if (!maker.customise(before, region)) continue;  // in a wrong file some regions stay open
    edits.put(std::move(region));
    ++made;
  }
  return made;
}

bool Overlay::refresh_as(std::size_t profile, std::span<const RegionMark> regions) {
  if (profile >= profiles_.size()) throw std::out_of_range("Overlay::refresh_as: there is no such profile");
  const ProfileView& view = world_.profiles()[profile];
  const RegionTopologyView& topology = view.regions.topology;
  ProfileEdits made;
  made.dirty = profiles_[profile].dirty;
  LazyMaker maker(view, positions(profile));
  std::vector<std::size_t> below;
  std::vector<std::size_t> opened;
  for (const DirtyRegion& region : made.dirty) opened.push_back(region.number);
  int level = 0;
  for (const RegionMark& mark : regions) {
    if (mark.level < level || mark.level >= topology.levels) return false;
    for (; level < mark.level; ++level) {
      below = opened;
      take_parents(topology.layout, level + 1, opened);
    }
    if (mark.number >= topology.layout.regions(level)) return false;
    const bool ascending =
        made.refreshed.empty() || made.refreshed.back().level < level || made.refreshed.back().number < mark.number;
    if (!ascending) return false;
    RefreshedRegion region{.level = level, .number = mark.number, .stale = mark.stale, .table = {}, .children = {}};
    if (!mark.stale) {
      if (!std::ranges::binary_search(opened, mark.number)) return false;
      if (level != 0 && !made.find_children(topology.layout, below, region)) return false;
      if (!is_as_in_file(region) && !maker.customise(nullptr, region)) return false;
    }
    made.refreshed.push_back(std::move(region));
  }
  profiles_[profile].refreshed = std::move(made.refreshed);
  return true;
}

std::size_t Overlay::adopt(const Overlay& refreshed) {
  if (refreshed.world().bytes().data() != world_.bytes().data()) {
    throw std::invalid_argument("Overlay::adopt: an overlay of another world");
  }
  std::size_t none = 0;
  std::size_t left = 0;
  for (std::size_t i = 0; i < profiles_.size(); ++i) left += refresh(i, none, &refreshed);
  return left;
}

/// What the other overlay has made of a region and is not stale there, if it would come out the same here: from the
/// same terrain, which tells members and arcs if it is one tile wider than the region, or from the same children.
const RefreshedRegion* Overlay::find_made(std::size_t profile, const RefreshedRegion& wanted,
                                          const Overlay& made) const {
  const RefreshedRegion* const found = find_in(made.profiles_[profile].refreshed, wanted.level, wanted.number);
  if (found == nullptr || found->stale) return nullptr;
  if (wanted.level != 0) {
    const bool same =
        std::equal(found->children.begin(), found->children.end(), wanted.children.begin(), is_same_table);
    return same ? found : nullptr;
  }
  const RegionLayout& layout = world_.profiles()[profile].regions.topology.layout;
  const Rect area = intersection(grown(layout.area(0, layout.region(0, wanted.number)), 1), world_.bounds());
  const bool same = positions(profile).copy(area) == made.positions(profile).copy(area);
  return same ? found : nullptr;
}

/// Finds what a region is made from; false if some of it is open. `below`: numbers of the regions one level down that
/// hold dirty ones.
bool Overlay::ProfileEdits::find_children(const RegionLayout& layout, const std::vector<std::size_t>& below,
                                          RefreshedRegion& region) const noexcept {
  bool ready = true;
  std::size_t count = 0;
  for_each_child(layout, region.level, layout.region(region.level, region.number), [&](std::size_t child) {
    if (const RefreshedRegion* const known = find_in(refreshed, region.level - 1, child); known != nullptr) {
      ready = ready && !known->stale;
      region.children[count] = known->table;
    } else {
      ready = ready && !std::binary_search(below.begin(), below.end(), child);
    }
    ++count;
  });
  return ready;
}

void Overlay::ProfileEdits::put(RefreshedRegion region) {
  if (RefreshedRegion* const known = find_in(refreshed, region.level, region.number)) {
    *known = std::move(region);
  } else {
    refreshed.insert(place_of(refreshed, region.level, region.number), std::move(region));
  }
}

/// Level by level, each time over the regions that hold dirty ones. `made`: another overlay that may have done it.
std::size_t Overlay::refresh(std::size_t profile, std::size_t& budget, const Overlay* made) {
  const ProfileView& view = world_.profiles()[profile];
  const RegionTopologyView& topology = view.regions.topology;
  ProfileEdits& edits = profiles_[profile];
  if (edits.dirty.empty()) {
    edits.refreshed.clear();
    return 0;
  }
  LazyMaker maker(view, positions(profile));
  std::size_t left = 0;
  std::vector<std::size_t> below;
  std::vector<std::size_t> opened;
  for (const DirtyRegion& region : edits.dirty) opened.push_back(region.number);
  for (int level = 0; level < topology.levels; ++level) {
    if (level != 0) {
      below = opened;
      take_parents(topology.layout, level, opened);
    }
    std::erase_if(edits.refreshed, [&](const RefreshedRegion& region) {
      return region.level == level && !std::binary_search(opened.begin(), opened.end(), region.number);
    });
    for (const std::size_t number : opened) {
      const RefreshedRegion* const before = find_in(edits.refreshed, level, number);
      if (before != nullptr && !before->stale) continue;
      RefreshedRegion region;
      region.level = level;
      region.number = number;
      const bool ready = level == 0 || edits.find_children(topology.layout, below, region);
      if (!ready || !is_as_in_file(region)) {
        const RefreshedRegion* const found = ready && made != nullptr ? find_made(profile, region, *made) : nullptr;
        if (found != nullptr) {
          region.table = found->table;
        } else if (budget == 0) {
          ++left;
          continue;
        } else if (!ready) {
          continue;  // in a wrong file some regions stay open, and so do those above them
        } else {
          --budget;
          if (!maker.customise(before, region)) continue;
        }
      }
      edits.put(std::move(region));
    }
  }
  return left;
}

}  // namespace portolan
