// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/standing_paths.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace portolan {
namespace {

/// Coordinates of cells, both ends included.
struct Range {
  std::int32_t first;
  std::int32_t last;
};

/// The positions of which a stretch of the plane, along one axis, may meet what they decide: for a point the tiles that
/// it touches, for a square the vertices less than a tile off.
Range positions_at(Contact contact, std::int32_t low, std::int32_t high) noexcept {
  if (contact == Contact::point) return {ceil_to_tile(low) - 1, floor_to_tile(high)};
  return {floor_to_tile(low), ceil_to_tile(high)};
}

/// How far before its own coordinate, in tiles, a position decides what happens. It does up to one tile after it.
std::int32_t reach_before(Contact contact) noexcept {
  return contact == Contact::square ? 1 : 0;
}

/// Columns that a segment may meet in some rows, by its place in the strip of the plane that these decide.
Range columns_in(Contact contact, Point a, Point b, Range rows) noexcept {
  if (a.y > b.y) std::swap(a, b);
  auto [left, right] = std::minmax({a.x, b.x});
  if (a.y != b.y) {
    const std::int64_t dx = b.x - a.x;
    const std::int64_t dy = b.y - a.y;
    const auto run_to = [&](std::int32_t line) {  // scaled by dy
      return dx * (std::clamp(line * kSubUnits, a.y, b.y) - a.y);
    };
    const auto [low, high] = std::minmax({run_to(rows.first - reach_before(contact)), run_to(rows.last + 1)});
    left = a.x + static_cast<std::int32_t>(low / dy - (low % dy < 0 ? 1 : 0));
    right = a.x + static_cast<std::int32_t>(high / dy + (high % dy > 0 ? 1 : 0));
  }
  return positions_at(contact, left, right);
}

}  // namespace

StandingPaths::StandingPaths(const ProfileView& profile, const GridView& edited) noexcept
    : profile_(profile),
      edited_(edited),
      contact_(profile.sight->space.contact),
      metric_(profile.sight->graph->metric) {}

void StandingPaths::assign(std::span<const DirtyRegion> dirty) {
  std::vector<Rect> eased;
  std::vector<Rect> cheaper;
  for (const DirtyRegion& region : dirty) {
    if (region.eased == Rect{}) continue;
    eased.push_back(region.eased);
    if (region.least_cost < profile_.rules.least_cost) cheaper.push_back(region.eased);
  }
  eased_.assign(eased);
  cheaper_.assign(cheaper);
}

void StandingPaths::Tree::assign(std::span<Rect> leaves) {
  nodes_.clear();
  nodes_.reserve(2 * leaves.size());
  if (!leaves.empty()) add(leaves);
}

/// Adds a node, below it one for each half of the leaves, along the longer side.
void StandingPaths::Tree::add(std::span<Rect> leaves) {
  const std::size_t node = nodes_.size();
  Rect all{};
  for (const Rect& leaf : leaves) all = hull(all, leaf);
  nodes_.push_back({all});
  if (leaves.size() > 1) {
    const bool wide = all.width() >= all.height();
    const auto key = [wide](const Rect& r) {
      return wide ? std::array{r.min.x, r.min.y, r.max.x, r.max.y} : std::array{r.min.y, r.min.x, r.max.y, r.max.x};
    };
    const std::size_t half = leaves.size() / 2;
    std::nth_element(leaves.begin(), leaves.begin() + static_cast<std::ptrdiff_t>(half), leaves.end(),
                     [&](const Rect& a, const Rect& b) { return key(a) < key(b); });
    add(leaves.first(half));
    add(leaves.subspan(half));
  }
  nodes_[node].end = static_cast<std::uint32_t>(nodes_.size());
}

/// Whether all eased positions below a tree are far: those of a rectangle together, or else in parts, down to the rows
/// of a region. Far: (const Rect&) -> bool.
template <class Far>
bool StandingPaths::all_far(const Tree& tree, Far&& far) const noexcept {
  const std::span<const Node> nodes = tree.nodes();
  for (std::size_t i = 0; i < nodes.size();) {
    const Node& node = nodes[i];
    const bool pruned = far(node.eased);
    const bool leaf = node.end == i + 1;
    if (!pruned && leaf && !rows_are_far(node.eased, far)) return false;
    i = pruned ? node.end : i + 1;
  }
  return true;
}

template <class Far>
bool StandingPaths::rows_are_far(const Rect& eased, Far&& far) const noexcept {
  const auto is_eased_at = [&](Tile t) {
    const auto& cost = profile_.rules.cost;
    return is_eased(cost[edited_.terrain[t]], cost[edited_.terrain_at(t)]);
  };
  for (std::int32_t y = eased.min.y; y < eased.max.y; ++y) {
    std::int32_t left = eased.min.x;
    std::int32_t right = eased.max.x;
    while (left < right && !is_eased_at({left, y})) ++left;
    while (left < right && !is_eased_at({right - 1, y})) --right;
    if (left < right && !far({{left, y}, {right, y + 1}})) return false;
  }
  return true;
}

/// A lower bound of paths from a point, at the price of the file, to what a position in the rectangle decides.
Cost StandingPaths::distance(Point p, const Rect& eased) const noexcept {
  const std::int32_t before = reach_before(contact_);
  const Point nearest{std::clamp(p.x, (eased.min.x - before) * kSubUnits, eased.max.x * kSubUnits),
                      std::clamp(p.y, (eased.min.y - before) * kSubUnits, eased.max.y * kSubUnits)};
  return metric_.lower_bound(p, nearest);
}

bool StandingPaths::is_least(Point from, Point to, Cost cost) const noexcept {
  const bool none_opened =
      all_far(eased_, [&](const Rect& eased) { return distance(from, eased) + distance(to, eased) >= cost; });
  if (!none_opened) return false;
  Cost to_first = cost;
  Cost from_last = cost;
  return all_far(cheaper_, [&](const Rect& eased) {
    const Cost before = std::min(to_first, distance(from, eased));
    const Cost after = std::min(from_last, distance(to, eased));
    if (before + after < cost) return false;
    to_first = before;
    from_last = after;
    return true;
  });
}

bool StandingPaths::is_untouched(const SightPath& path) const noexcept {
  std::span<const LinkHop> hops = path.hops;
  for (std::size_t i = 1; i < path.points.size(); ++i) {
    const Point from = path.points[i - 1];
    const Point to = path.points[i];
    if (hops.empty() || hops.front().leg != i - 1) {
      if (!is_untouched(from, to)) return false;
      continue;
    }
    if (!is_untouched(from, from) || !is_untouched(to, to)) return false;
    hops = hops.subspan(1);
  }
  return true;
}

/// Looks into edited blocks only, and there row by row.
bool StandingPaths::is_untouched(Point a, Point b) const noexcept {
  const auto [top, bottom] = std::minmax({a.y, b.y});
  const auto inside = [](Range range, std::int32_t side) {
    return Range{std::max(range.first, 0), std::min(range.last, side - 1)};
  };
  const Range rows = inside(positions_at(contact_, top, bottom), edited_.height);
  for (std::int32_t y = rows.first; y <= rows.last;) {
    const Range strip{y, std::min(rows.last, y / kPageSide * kPageSide + kPageSide - 1)};
    const Range columns = inside(columns_in(contact_, a, b, strip), edited_.width);
    for (std::int32_t x = columns.first; x <= columns.last; x = x / kPageSide * kPageSide + kPageSide) {
      if (edited_.pages[page_number(edited_.width, {x, y})] == nullptr) continue;
      const std::int32_t end = std::min(columns.last, x / kPageSide * kPageSide + kPageSide - 1) + 1;
      for (std::int32_t row = strip.first; row <= strip.last; ++row) {
        if (is_as_in_file({x, row}, end)) continue;
        const Range met = columns_in(contact_, a, b, {row, row});
        if (!is_as_in_file({std::max(x, met.first), row}, std::min(end, met.last + 1))) return false;
      }
    }
    y = strip.last + 1;
  }
  return true;
}

/// Whether the positions from `first` up to column `end`, in one edited block, cost what they do in the file.
bool StandingPaths::is_as_in_file(Tile first, std::int32_t end) const noexcept {
  if (first.x >= end) return true;
  const auto count = static_cast<std::size_t>(end - first.x);
  const TerrainId* const was = edited_.terrain.from(first);
  const TerrainId* const is = edited_.pages[page_number(edited_.width, first)]->data() + place_in_page(first);
  if (std::memcmp(was, is, count) == 0) return true;
  const auto& cost = profile_.rules.cost;
  return std::equal(was, was + count, is, [&](TerrainId a, TerrainId b) { return cost[a] == cost[b]; });
}

}  // namespace portolan
