// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/block_builder.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/offline/block_join.hpp"
#include "portolan/offline/index_runs.hpp"
#include "portolan/waypoints/visible_waypoints.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include <fmt/format.h>

namespace portolan {
namespace {

/// Blocks that one thread takes at a time.
constexpr std::size_t kBlocksAtOnce = 64;

constexpr std::size_t kSampledBlocks = 256;

/// What samples say of all blocks is good to a tenth or so.
constexpr double kSampleSlack = 1.125;

/// Times the bytes allowed, while those left out in the end are not known.
constexpr std::uint64_t kMostHeld = 2;

/// Most waypoints seen from a block become vias of 18 bytes and more, but where ties abound fewer than a quarter do.
constexpr std::uint64_t kLeastBytesASight = 4;

/// Twice, as found and by block; they may take half of the memory.
constexpr std::uint64_t kBytesPerSightFound = 32;

/// The other half holds the blocks one by one, kMostHeld times what is allowed, and those taken in one piece.
constexpr std::uint64_t kMemoryPerByte = 2 * (kMostHeld + 1);

/// What 32-bit offsets can address.
constexpr std::uint64_t kMaxBytes = (std::uint64_t{1} << 32) * kBlockAlignment - 1;

std::uint64_t fixed_bytes(std::size_t blocks, std::size_t hubs) noexcept {
  return sizeof(std::uint32_t) * (blocks + 1 + 2 * hubs);
}

/// Distances of positions stay below 2^32 - 1 if the farthest hub of a waypoint and the farthest sight do together.
std::optional<Error> input_fault(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels) {
  const Point corner = to_point({space.width, space.height});
  const Cost farthest_sight = graph.metric.length({0, 0}, corner);
  const Cost farthest_hub = labels.radius.empty() ? 0 : labels.radius.front();
  if (farthest_hub + farthest_sight >= std::numeric_limits<std::uint32_t>::max()) {
    return Error{ErrorCode::limit, "block labels: distances that may not fit 32 bits"};
  }
  if (block_grid(space).size() >= std::numeric_limits<std::uint32_t>::max()) {
    return Error{ErrorCode::limit, fmt::format("block labels of {} blocks", block_grid(space).size())};
  }
  return std::nullopt;
}

/// What a block takes, and for how many positions.
struct BlockPrice {
  std::uint64_t bytes = 0;
  std::uint64_t positions = 0;
};

/// Of a block that cannot be had: more than there is room for.
constexpr std::uint64_t kUnaffordable = kMaxBytes;

/// Whether one takes more bytes a position than another; without positions, and so without bytes, it counts as having
/// one, lest it equal all others.
bool is_dearer(const BlockPrice& a, const BlockPrice& b) noexcept {
  return a.bytes * std::max<std::uint64_t>(b.positions, 1) > b.bytes * std::max<std::uint64_t>(a.positions, 1);
}

/// Dearer than any block.
constexpr BlockPrice kNoLimit{~std::uint64_t{0} >> 8, 1};

/// Which blocks to take so that most positions have theirs: the cheapest a position first, of equals the first. Those
/// left out take a mark.
std::vector<bool> affordable_blocks(std::span<const BlockPrice> prices, std::uint64_t room) {
  std::uint64_t all = 0;
  for (const BlockPrice& price : prices) all += price.bytes;
  std::vector<bool> taken(prices.size(), all <= room);
  if (all <= room) return taken;
  std::vector<std::size_t> order(prices.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return is_dearer(prices[b], prices[a]); });
  std::uint64_t spent = prices.size() * kBlockAlignment;
  for (const std::size_t block : order) {
    spent += prices[block].bytes;
    if (spent > room) break;
    taken[block] = true;
  }
  return taken;
}

std::uint64_t positions_of(std::span<const BlockPrice> prices, const std::vector<bool>& taken) {
  std::uint64_t positions = 0;
  for (std::size_t i = 0; i < prices.size(); ++i) positions += taken[i] ? prices[i].positions : 0;
  return positions;
}

/// What is wrong with leaving so many out: less than half of the positions have their block.
std::optional<Error> too_few(std::span<const BlockPrice> prices, const std::vector<bool>& taken) {
  const std::uint64_t held = positions_of(prices, taken);
  const std::uint64_t positions = positions_of(prices, std::vector<bool>(prices.size(), true));
  if (2 * held >= positions) return std::nullopt;
  return Error{ErrorCode::limit,
               fmt::format("block labels: room for {} % of the positions at most", 100 * held / positions)};
}

/// Calls visit(position, its point) where the mover can stand in a block.
template <class Visit>
void for_each_position(const SightSpace& space, const BlockGrid& grid, std::size_t block, Visit&& visit) {
  const Tile origin = grid.origin_of(block);
  for (std::int32_t i = 0; i < kBlockSide * kBlockSide; ++i) {
    const Tile position{origin.x + i % kBlockSide, origin.y + i / kBlockSide};
    const Point point = point_of(space.contact, position);
    if (grid.contains(position) && can_stand(space, point)) visit(position, point);
  }
}

std::uint64_t positions_in(const SightSpace& space, const BlockGrid& grid, std::size_t block) {
  std::uint64_t count = 0;
  for_each_position(space, grid, block, [&](Tile, Point) { ++count; });
  return count;
}

/// One block of the i-th of some equal parts, at a place that looks random, lest all samples come from a few columns.
std::size_t sampled_block(std::size_t i, std::size_t parts, std::size_t blocks) noexcept {
  constexpr std::uint32_t kGoldenRatio = 0x9E37'79B9;
  const std::size_t begin = i * blocks / parts;
  const std::size_t end = (i + 1) * blocks / parts;
  const std::uint32_t fraction = static_cast<std::uint32_t>(i) * kGoldenRatio;
  return begin + static_cast<std::size_t>((std::uint64_t{end - begin} * fraction) >> 32);
}

/// Consecutive blocks, those left out with nothing.
struct Chunk {
  JoinedBlocks joined;
  std::vector<BlockPrice> prices;
};

/// Joins one more block, and drops it again if it is dearer than `limit`.
void join_within(BlockJoin& join, std::size_t block, std::span<const SeenWaypoint> seen, std::uint64_t positions,
                 const BlockPrice& limit, Chunk& chunk) {
  const std::size_t before = chunk.joined.memory.size();
  BlockPrice price{kUnaffordable, positions};
  if (!join.join(block, seen, chunk.joined)) {
    chunk.joined.sizes.push_back(0);
  } else {
    price.bytes = chunk.joined.memory.size() - before;
    if (is_dearer(price, limit)) {
      price.bytes = kUnaffordable;
      chunk.joined.memory.resize(before);
      chunk.joined.sizes.back() = 0;
    }
  }
  chunk.prices.push_back(price);
}

/// Puts those taken one after another, and marks in place of the others. Frees the chunks as it goes.
BlockArrays concatenate(std::vector<Chunk> chunks, const std::vector<bool>& taken) {
  const BlockHeader mark{.left_out = 1};
  static_assert(sizeof(mark) == kBlockAlignment);
  const auto mark_bytes = std::as_bytes(std::span(&mark, 1));
  BlockArrays arrays;
  arrays.first = {0};
  std::size_t block = 0;
  for (const Chunk& chunk : chunks) {
    for (const std::uint32_t size : chunk.joined.sizes) {
      arrays.first.push_back(arrays.first.back() + (taken[block++] ? size : 1));
    }
  }
  arrays.memory.reserve(arrays.first.back() * kBlockAlignment);
  block = 0;
  for (Chunk& chunk : chunks) {
    std::span<const std::byte> rest(chunk.joined.memory);
    for (const std::uint32_t size : chunk.joined.sizes) {
      const auto bytes = taken[block++] ? rest.first(size * kBlockAlignment) : mark_bytes;
      arrays.memory.insert(arrays.memory.end(), bytes.begin(), bytes.end());
      rest = rest.subspan(size * kBlockAlignment);
    }
    chunk = {};
  }
  return arrays;
}

/// By hub: the greatest reach of it or a later one.
std::vector<std::uint32_t> descending_reach(std::span<const BlockJoin> joins, std::size_t hubs) {
  std::vector<std::uint32_t> reach(hubs, 0);
  for (const BlockJoin& join : joins) {
    for (std::size_t hub = 0; hub < hubs; ++hub) reach[hub] = std::max(reach[hub], join.reach()[hub]);
  }
  for (std::size_t hub = hubs; hub-- > 1;) reach[hub - 1] = std::max(reach[hub - 1], reach[hub]);
  return reach;
}

/// What the positions of one block see, position by position.
std::vector<SeenWaypoint> seen_from_block(const SightSpace& space, const WaypointGraphView& graph,
                                          const BlockGrid& grid, std::size_t block, SightSweep& sweep) {
  std::map<WaypointId, std::uint64_t> seen;
  for_each_position(space, grid, block, [&](Tile position, Point from) {
    visit_visible(space, graph, from, sweep, [&](WaypointId id) { seen[id] |= std::uint64_t{1} << bit_of(position); });
  });
  std::vector<SeenWaypoint> list;
  list.reserve(seen.size());
  for (const auto& [waypoint, seen_from] : seen) list.push_back({seen_from, waypoint});
  return list;
}

class Builder {
 public:
  Builder(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels, const BlockOptions& options)
      : space_(space),
        graph_(graph),
        labels_(labels),
        threads_(options.threads),
        max_bytes_(std::min({options.max_bytes, options.memory / kMemoryPerByte, kMaxBytes})),
        max_sights_(std::min(max_bytes_ / kLeastBytesASight, options.memory / 2 / kBytesPerSightFound)),
        grid_(block_grid(space)),
        names_(labels),
        joins_(thread_count(threads_), BlockJoin({space.contact, grid_, graph, labels.out, names_})) {}

  Result<BlockArrays> run() {
    const std::uint64_t fixed = fixed_bytes(grid_.size(), labels_.size());
    if (fixed > max_bytes_) return Error{ErrorCode::limit, fmt::format("block labels take {} bytes and more", fixed)};
    const std::uint64_t room = max_bytes_ - fixed;
    const auto limit = highest_price(room);
    if (!limit) return limit.error();
    const auto visibility = find_block_visibility(space_, graph_, max_sights_, threads_);
    if (!visibility) return visibility.error();

    const IndexRuns runs{grid_.size(), kBlocksAtOnce};
    std::vector<Chunk> chunks(runs.size());
    std::atomic<std::uint64_t> bytes{0};
    parallel_for(chunks.size(), threads_, [&](std::size_t i, unsigned worker) {
      const auto [begin, end] = runs[i];
      for (std::size_t block = begin; block < end && bytes <= kMostHeld * max_bytes_; ++block) {
        join_within(joins_[worker], block, visibility->of(block), positions_in(space_, grid_, block), *limit,
                    chunks[i]);
      }
      bytes += chunks[i].joined.memory.size();
    });
    if (bytes > kMostHeld * max_bytes_) return Error{ErrorCode::limit, "block labels larger than their samples say"};

    std::vector<BlockPrice> prices;
    for (const Chunk& chunk : chunks) prices.insert(prices.end(), chunk.prices.begin(), chunk.prices.end());
    const std::vector<bool> taken = affordable_blocks(prices, room);
    if (auto error = too_few(prices, taken)) return *std::move(error);
    BlockArrays arrays = concatenate(std::move(chunks), taken);
    arrays.reach = descending_reach(joins_, labels_.size());
    arrays.waypoint = std::move(names_.waypoint);
    arrays.held = positions_of(prices, taken);
    arrays.positions = positions_of(prices, std::vector<bool>(prices.size(), true));
    return arrays;
  }

 private:
  /// What no block needs to be dearer than, so that all that fit can be found without holding the others, judged by
  /// samples. Errors (limit): too few positions would have theirs.
  Result<BlockPrice> highest_price(std::uint64_t room) {
    const std::vector<BlockPrice> samples = sampled_prices();
    const double share =
        static_cast<double>(samples.size()) / static_cast<double>(std::max<std::size_t>(1, grid_.size()));
    const auto room_of_samples = static_cast<std::uint64_t>(static_cast<double>(room) * share * kSampleSlack);
    const std::vector<bool> taken = affordable_blocks(samples, room_of_samples);
    if (auto error = too_few(samples, taken)) return *std::move(error);
    BlockPrice highest{0, 1};
    bool all = true;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      all = all && taken[i];
      if (taken[i] && is_dearer(samples[i], highest)) highest = samples[i];
    }
    return all ? kNoLimit : highest;
  }

  std::vector<BlockPrice> sampled_prices() {
    std::vector<SightSweep> sweeps;
    for (std::size_t i = 0; i < joins_.size(); ++i) sweeps.emplace_back(space_.width);
    std::vector<BlockPrice> prices(std::min(grid_.size(), kSampledBlocks));
    parallel_for(prices.size(), threads_, [&](std::size_t i, unsigned worker) {
      const std::size_t block = sampled_block(i, prices.size(), grid_.size());
      const std::vector<SeenWaypoint> seen = seen_from_block(space_, graph_, grid_, block, sweeps[worker]);
      JoinedBlocks joined;
      const bool fits = joins_[worker].join(block, seen, joined);
      prices[i] = {fits ? joined.memory.size() : kUnaffordable, positions_in(space_, grid_, block)};
    });
    return prices;
  }

  const SightSpace& space_;
  const WaypointGraphView& graph_;
  const HubLabels& labels_;
  unsigned threads_;
  std::uint64_t max_bytes_;
  std::uint64_t max_sights_;  ///< pairs of a block and a waypoint seen from it
  BlockGrid grid_;
  HubNames names_;
  std::vector<BlockJoin> joins_;  ///< by worker
};

}  // namespace

Result<BlockArrays> build_block_labels(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                                       const BlockOptions& options) {
  if (auto fault = input_fault(space, graph, labels)) return *std::move(fault);
  return Builder(space, graph, labels, options).run();
}

Outcome prove_block_labels(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                           const BlockLabels& blocks, const BlockOptions& options) {
  if (auto fault = input_fault(space, graph, labels)) return *std::move(fault);
  const unsigned threads = options.threads;
  const BlockGrid grid = block_grid(space);
  const HubNames names(labels);
  const auto visibility = find_block_visibility(space, graph, options.memory / kBytesPerSightFound, threads);
  if (!visibility) return visibility.error();
  std::vector<BlockJoin> joins(thread_count(threads), BlockJoin({space.contact, grid, graph, labels.out, names}));
  std::atomic<bool> same{std::ranges::equal(names.waypoint, blocks.waypoint)};
  const IndexRuns runs{grid.size(), kBlocksAtOnce};
  parallel_for(runs.size(), threads, [&](std::size_t run, unsigned worker) {
    JoinedBlocks joined;
    const auto [begin, end] = runs[run];
    for (std::size_t block = begin; block < end && same; ++block) {
      joined.memory.clear();
      const bool has_block = joins[worker].join(block, visibility->of(block), joined);
      const auto stored = view_of(blocks, block);
      if (stored && stored->left_out) continue;
      const auto bytes = blocks.memory.subspan(blocks.first[block] * kBlockAlignment,
                                               (blocks.first[block + 1] - blocks.first[block]) * kBlockAlignment);
      if (!stored || !has_block || !std::ranges::equal(bytes, joined.memory)) same = false;
    }
  });
  if (same) same = std::ranges::equal(descending_reach(joins, labels.size()), blocks.reach);
  if (!same) return Error{ErrorCode::corrupt, "the block labels are not those of the hub labels"};
  return Success{};
}

}  // namespace portolan
