// SPDX-License-Identifier: BSL-1.0
#include "portolan/waypoints/edited_plane.hpp"

#include "portolan/graph/best_first.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace portolan {
namespace {

BitGrid copy_of(const BitView& bits) {
  BitGrid copy(bits.width(), bits.height());
  for (std::int32_t y = 0; y < bits.height(); ++y) {
    for (std::int32_t x = 0; x < bits.width(); ++x) {
      if (bits.test(x, y)) copy.set(x, y, true);
    }
  }
  return copy;
}

}  // namespace

EditedPlane::EditedPlane(const SightSpace& file, const WaypointGraphView& graph)
    : file_(file), graph_(graph), squares_(copy_of(file.squares)) {
  if (file.contact == Contact::square) vertices_ = copy_of(file.vertices);
  waypoints_.metric = graph.metric;
}

SightSpace EditedPlane::space() const noexcept {
  return {file_.contact, file_.width, file_.height, squares_.view(), vertices_.view()};
}

bool EditedPlane::follow(const GridView& edited, const TerrainPages& pages, std::uint32_t price, std::size_t most) {
  if (pages.entries().size() > kMostBlocks) return false;
  std::vector<Rect> before;
  for (const TerrainPages::Entry& page : pages.entries()) before.push_back(pages.block(page.number));
  changed_.clear();
  changed_.reserve(before.size());
  // Nothing throws while the bits are between two states.
  before.swap(blocks_);
  for (const Rect& block : before) restore(block);
  bool one_price = true;
  for (const Rect& block : blocks_) one_price = show(edited, block, price) && one_price;
  if (file_.contact == Contact::square) {
    for (const Rect& block : before) join_squares(block);
    for (const Rect& block : blocks_) join_squares(block);
  }
  stretches_.clear();
  for (const Rect& changed : changed_) add_stretches(changed);
  return one_price && list_waypoints(most);
}

/// Puts the positions of a block back to what the file says.
void EditedPlane::restore(const Rect& block) {
  const bool square = file_.contact == Contact::square;
  BitGrid& bits = square ? vertices_ : squares_;
  const BitView& file = square ? file_.vertices : file_.squares;
  for (std::int32_t y = block.min.y; y < block.max.y; ++y) {
    for (std::int32_t x = block.min.x; x < block.max.x; ++x) bits.set(x, y, file.test(x, y));
  }
}

/// Takes the positions of a block as they are now; whether none of them has another price.
bool EditedPlane::show(const GridView& edited, const Rect& block, std::uint32_t price) {
  const bool square = file_.contact == Contact::square;
  BitGrid& bits = square ? vertices_ : squares_;
  const BitView& file = square ? file_.vertices : file_.squares;
  Rect changed{};
  bool one_price = true;
  for (std::int32_t y = block.min.y; y < block.max.y; ++y) {
    for (std::int32_t x = block.min.x; x < block.max.x; ++x) {
      const std::uint32_t cost = edited.cost({x, y});
      bits.set(x, y, cost == 0);
      one_price = one_price && (cost == 0 || cost == price);
      if (file.test(x, y) != (cost == 0)) changed = hull(changed, {{x, y}, {x + 1, y + 1}});
    }
  }
  // A tile decides what happens at its vertices, a position of a square in the squares and at the corners around it.
  const std::int32_t before = square ? 1 : 0;
  if (changed != Rect{}) {
    changed_.push_back({{std::max(changed.min.x - before, 0), std::max(changed.min.y - before, 0)},
                        {std::min(changed.max.x, file_.width), std::min(changed.max.y, file_.height)}});
  }
  return one_price;
}

/// Makes the squares between the positions of a block, and those beside it, anew.
void EditedPlane::join_squares(const Rect& block) {
  const BitView vertices = vertices_.view();
  for (std::int32_t y = std::max(block.min.y - 1, 0); y < std::min(block.max.y, file_.height); ++y) {
    for (std::int32_t x = std::max(block.min.x - 1, 0); x < std::min(block.max.x, file_.width); ++x) {
      squares_.set(
          x, y,
          vertices.test(x, y) || vertices.test(x + 1, y) || vertices.test(x, y + 1) || vertices.test(x + 1, y + 1));
    }
  }
}

void EditedPlane::add_stretches(const Rect& changed) {
  for (std::int32_t y = changed.min.y; y <= changed.max.y; ++y) {
    stretches_.push_back({y, changed.min.x, changed.max.x});
  }
}

void EditedPlane::add_waypoint(Vertex at, std::uint8_t corners, WaypointId in_file) {
  if (in_file != kNoNode) now_[in_file] = static_cast<WaypointId>(in_file_.size());
  waypoints_.points.push_back(at);
  waypoints_.corners.push_back(corners);
  in_file_.push_back(in_file);
}

/// Merges the waypoints of the file outside all stretches with those found in them.
bool EditedPlane::list_waypoints(std::size_t most) {
  std::sort(stretches_.begin(), stretches_.end(),
            [](const Stretch& a, const Stretch& b) { return std::tie(a.y, a.first) < std::tie(b.y, b.first); });
  const SightSpace space_now = space();
  waypoints_.points.clear();
  waypoints_.corners.clear();
  in_file_.clear();
  now_.assign(graph_.size(), kNoNode);
  WaypointId next = 0;
  const auto comes_before = [&](Vertex v) {
    const bool left = next < graph_.size();
    const Vertex file = left ? graph_.points[next] : Vertex{};
    return left && (file.y != v.y ? file.y < v.y : file.x < v.x);
  };
  const auto take_file_until = [&](Vertex v) {
    for (; comes_before(v); ++next) add_waypoint(graph_.points[next], graph_.corners[next], next);
  };
  Vertex done{-1, -1};  // the last vertex looked at
  for (const Stretch& stretch : stretches_) {
    const std::int32_t first = stretch.y == done.y ? std::max(stretch.first, done.x + 1) : stretch.first;
    if (first > stretch.last) continue;
    take_file_until({first, stretch.y});
    for (Vertex at{first, stretch.y}; at.x <= stretch.last; ++at.x) {
      while (comes_before(at)) ++next;
      const bool known = next < graph_.size() && graph_.points[next] == at;
      const std::uint8_t corners = corner_mask(space_now, at);
      if (corners != 0) add_waypoint(at, corners, known ? next : kNoNode);
      if (known) ++next;
    }
    if (waypoints_.points.size() > most) return false;
    done = {stretch.last, stretch.y};
  }
  take_file_until({0, file_.height + 1});
  if (waypoints_.points.size() > most) return false;
  count_lines();
  return true;
}

/// Makes the tables by line and by column.
void EditedPlane::count_lines() {
  auto& [metric, points, corners, line_first, column_first, column_points, first, target, weight] = waypoints_;
  line_first.assign(static_cast<std::size_t>(file_.height) + 2, 0);
  column_first.assign(static_cast<std::size_t>(file_.width) + 2, 0);
  for (const Vertex& v : points) {
    ++line_first[static_cast<std::size_t>(v.y) + 1];
    ++column_first[static_cast<std::size_t>(v.x) + 1];
  }
  std::partial_sum(line_first.begin(), line_first.end(), line_first.begin());
  std::partial_sum(column_first.begin(), column_first.end(), column_first.begin());
  column_points.resize(points.size());
  // Every column is filled from its first place on, which then is that of the next one.
  for (WaypointId id = 0; id < points.size(); ++id) {
    column_points[column_first[static_cast<std::size_t>(points[id].x)]++] = id;
  }
  std::rotate(column_first.begin(), column_first.end() - 1, column_first.end());
  column_first.front() = 0;
}

}  // namespace portolan
