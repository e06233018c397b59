// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/block_visibility.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/grid/sight_sweep.hpp"
#include "portolan/offline/index_runs.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include <fmt/format.h>

namespace portolan {
namespace {

/// Waypoints that one thread takes at a time.
constexpr std::size_t kSightsAtOnce = 64;

/// The squares of a point mover's space, each cut into four: centres of tiles become vertices with odd coordinates.
BitGrid halved(const SightSpace& space) {
  BitGrid squares(2 * space.width, 2 * space.height);
  for (std::int32_t y = 0; y < 2 * space.height; ++y) {
    for (std::int32_t x = 0; x < 2 * space.width; ++x) {
      if (space.squares.test(x / 2, y / 2)) squares.set(x, y, true);
    }
  }
  return squares;
}

/// Collects the positions seen from one waypoint after another. One thread at a time.
class Marks {
 public:
  explicit Marks(const BlockGrid& grid) : grid_(grid), seen_from_(grid.size(), 0) {}

  /// Positions (first_x .. last_x, y).
  void mark(std::int32_t y, std::int32_t first_x, std::int32_t last_x) {
    if (first_x > last_x) return;
    const std::size_t row = static_cast<std::size_t>(y / kBlockSide) * static_cast<std::size_t>(grid_.columns);
    const auto shift = static_cast<unsigned>(y % kBlockSide * kBlockSide);
    const std::int32_t last_column = last_x / kBlockSide;
    for (std::int32_t column = first_x / kBlockSide; column <= last_column; ++column) {
      const auto from = static_cast<unsigned>(std::max(first_x - column * kBlockSide, 0));
      const auto to = static_cast<unsigned>(std::min(last_x - column * kBlockSide, kBlockSide - 1));
      const std::uint64_t bits = (std::uint64_t{0xFF} << from) & (std::uint64_t{0xFF} >> (kBlockSide - 1 - to));
      std::uint64_t& seen_from = seen_from_[row + static_cast<std::size_t>(column)];
      if (seen_from == 0) blocks_.push_back(static_cast<std::uint32_t>(row) + static_cast<std::uint32_t>(column));
      seen_from |= bits << shift;
    }
  }

  /// Calls visit(block, seen_from) in any order and forgets all marks.
  template <class Visit>
  void take(Visit&& visit) {
    for (const std::uint32_t block : blocks_) {
      visit(block, seen_from_[block]);
      seen_from_[block] = 0;
    }
    blocks_.clear();
  }

 private:
  BlockGrid grid_;
  std::vector<std::uint64_t> seen_from_;
  std::vector<std::uint32_t> blocks_;
};

/// Marks the centres of tiles seen. Axis rays run between tiles and meet none.
void mark_centres(const SightSpace& halves, Vertex at, std::uint8_t corners, SightSweep& sweep, Marks& marks) {
  const Point from = to_point({2 * at.x, 2 * at.y});
  for (const Half half : {Half::up, Half::down}) {
    const auto way = static_cast<std::int32_t>(half);
    const bool west = is_taut(corners, -1, way);
    const bool east = is_taut(corners, 1, way);
    if (!west && !east) continue;
    for (sweep.start(halves, from, half, west ? kWest : kStraight, east ? kEast : kStraight); !sweep.done();
         sweep.advance()) {
      if (sweep.line() % 2 == 0) continue;
      for (const Cone& cone : sweep.cones()) marks.mark(sweep.line() / 2, cone.first / 2, (cone.last + 1) / 2 - 1);
    }
  }
}

/// Marks the vertices seen.
void mark_vertices(const SightSpace& space, Vertex at, std::uint8_t corners, SightSweep& sweep, Marks& marks) {
  const Point from = to_point(at);
  for (const Half half : {Half::up, Half::down}) {
    const auto way = static_cast<std::int32_t>(half);
    const bool west = is_taut(corners, -1, way);
    const bool east = is_taut(corners, 1, way);
    if (!west && !east) continue;
    for (sweep.start(space, from, half, west ? kWest : kStraight, east ? kEast : kStraight); !sweep.done();
         sweep.advance()) {
      for (const Cone& cone : sweep.cones()) {
        if (west) marks.mark(sweep.line(), cone.first, std::min(cone.last, at.x - 1));
        if (east) marks.mark(sweep.line(), std::max(cone.first, at.x + 1), cone.last);
      }
    }
  }
  if (is_taut(corners, -1, 0)) marks.mark(at.y, west_end(space, from), at.x - 1);
  if (is_taut(corners, 1, 0)) marks.mark(at.y, at.x + 1, east_end(space, from));
  if (is_taut(corners, 0, -1)) {
    for (std::int32_t y = north_end(space, from); y < at.y; ++y) marks.mark(y, at.x, at.x);
  }
  if (is_taut(corners, 0, 1)) {
    for (std::int32_t y = south_end(space, from); y > at.y; --y) marks.mark(y, at.x, at.x);
  }
}

struct BlockSight {
  std::uint64_t seen_from;
  WaypointId waypoint;
  std::uint32_t block;
};

/// Groups the finds by block. Taken in order, they come by ascending waypoint. Frees the chunks as it goes.
BlockVisibility by_block(std::size_t blocks, std::vector<std::vector<BlockSight>> chunks) {
  BlockVisibility visibility;
  visibility.first.assign(blocks + 1, 0);
  for (const auto& chunk : chunks) {
    for (const BlockSight& sight : chunk) ++visibility.first[sight.block + 1];
  }
  std::partial_sum(visibility.first.begin(), visibility.first.end(), visibility.first.begin());
  visibility.seen.resize(visibility.first.back());
  std::vector<std::uint64_t> next(visibility.first.begin(), visibility.first.end() - 1);
  for (auto& chunk : chunks) {
    for (const BlockSight& sight : chunk) {
      visibility.seen[next[sight.block]++] = {sight.seen_from, sight.waypoint};
    }
    chunk = {};
  }
  return visibility;
}

}  // namespace

Result<BlockVisibility> find_block_visibility(const SightSpace& space, const WaypointGraphView& graph,
                                              std::uint64_t max_seen, unsigned threads) {
  const bool centres = space.contact == Contact::point;
  if (centres && std::max(space.width, space.height) > kMaxSide / 2) {
    return Error{ErrorCode::limit, fmt::format("block labels of a point on more than {} tiles a side", kMaxSide / 2)};
  }
  BitGrid squares;
  SightSpace swept = space;
  if (centres) {
    squares = halved(space);
    swept = {space.contact, 2 * space.width, 2 * space.height, squares.view(), {}};
  }
  const BlockGrid grid = block_grid(space);
  std::vector<SightSweep> sweeps;
  std::vector<Marks> marks;
  for (unsigned i = 0; i < thread_count(threads); ++i) {
    sweeps.emplace_back(swept.width);
    marks.emplace_back(grid);
  }
  const IndexRuns runs{graph.size(), kSightsAtOnce};
  std::vector<std::vector<BlockSight>> chunks(runs.size());
  std::atomic<std::uint64_t> total{0};
  parallel_for(chunks.size(), threads, [&](std::size_t chunk, unsigned worker) {
    const auto [begin, end] = runs[chunk];
    for (std::size_t id = begin; id < end && total.load() <= max_seen; ++id) {
      const auto mark_from = centres ? mark_centres : mark_vertices;
      mark_from(swept, graph.points[id], graph.corners[id], sweeps[worker], marks[worker]);
      const std::size_t before = chunks[chunk].size();
      marks[worker].take([&](std::uint32_t block, std::uint64_t seen_from) {
        chunks[chunk].push_back({seen_from, static_cast<WaypointId>(id), block});
      });
      total += chunks[chunk].size() - before;
    }
    chunks[chunk].shrink_to_fit();
  });
  if (total.load() > max_seen) {
    return Error{ErrorCode::limit, fmt::format("more than {} pairs of a block and a waypoint it sees", max_seen)};
  }
  return by_block(grid.size(), std::move(chunks));
}

}  // namespace portolan
