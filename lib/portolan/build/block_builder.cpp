// SPDX-License-Identifier: BSL-1.0
#include "portolan/build/block_builder.hpp"

#include "portolan/build/block_join.hpp"
#include "portolan/core/parallel.hpp"
#include "portolan/waypoints/visible_waypoints.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace portolan {
namespace {

/// Blocks that one thread takes at a time.
constexpr std::size_t kChunk = 64;

constexpr std::size_t kSampledBlocks = 256;

/// Most waypoints seen from a block become vias of 18 bytes and more, but where ties abound fewer than a quarter do.
constexpr std::uint64_t kLeastBytesASight = 4;

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

Error too_much_in_a_block() {
  return {ErrorCode::limit,
          fmt::format("block labels: more than {} parts in a block, or a via 2^15 tiles away", kMaxBlockItems)};
}

/// Puts the chunks one after another. Frees them as it goes.
BlockArrays concatenate(std::vector<JoinedBlocks> chunks) {
  BlockArrays arrays;
  arrays.first = {0};
  for (const JoinedBlocks& chunk : chunks) {
    for (const std::uint32_t size : chunk.sizes) arrays.first.push_back(arrays.first.back() + size);
  }
  arrays.memory.reserve(arrays.first.back() * kBlockAlignment);
  for (JoinedBlocks& chunk : chunks) {
    arrays.memory.insert(arrays.memory.end(), chunk.memory.begin(), chunk.memory.end());
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
  const Tile origin = grid.origin_of(block);
  for (std::int32_t i = 0; i < kBlockSide * kBlockSide; ++i) {
    const Tile position{origin.x + i % kBlockSide, origin.y + i / kBlockSide};
    const Point from = point_of(space.contact, position);
    if (!grid.contains(position) || !can_stand(space, from)) continue;
    visit_visible(space, graph, from, sweep, [&](WaypointId id) { seen[id] |= std::uint64_t{1} << bit_of(position); });
  }
  std::vector<SeenWaypoint> list;
  for (const auto& [waypoint, seen_from] : seen) list.push_back({seen_from, waypoint});
  return list;
}

}  // namespace

Result<BlockArrays> build_block_labels(const SightSpace& space, const WaypointGraphView& graph, const HubLabels& labels,
                                       const BlockOptions& options) {
  if (auto fault = input_fault(space, graph, labels)) return *std::move(fault);
  const BlockGrid grid = block_grid(space);
  const std::uint64_t max_bytes = std::min(options.max_bytes, kMaxBytes);
  const auto visibility = find_block_visibility(space, graph, max_bytes / kLeastBytesASight, options.threads);
  if (!visibility) return visibility.error();

  const HubNames names(labels);
  const JoinInput input{space.contact, grid, graph, labels.out, names};
  std::vector<BlockJoin> joins;
  for (unsigned i = 0; i < thread_count(options.threads); ++i) joins.emplace_back(input);
  std::vector<JoinedBlocks> chunks((grid.size() + kChunk - 1) / kChunk);
  std::atomic<std::uint64_t> bytes{fixed_bytes(grid.size(), labels.size())};
  std::atomic<bool> fits{true};
  parallel_for(chunks.size(), options.threads, [&](std::size_t chunk, unsigned worker) {
    const std::size_t end = std::min(grid.size(), (chunk + 1) * kChunk);
    for (std::size_t block = chunk * kChunk; block < end; ++block) {
      if (!fits || bytes > max_bytes) return;
      if (!joins[worker].join(block, visibility->of(block), chunks[chunk])) fits = false;
    }
    bytes += chunks[chunk].memory.size();
  });
  if (!fits) return too_much_in_a_block();
  if (bytes > max_bytes) return Error{ErrorCode::limit, fmt::format("block labels of more than {} bytes", max_bytes)};
  BlockArrays arrays = concatenate(std::move(chunks));
  arrays.waypoint = names.waypoint;
  arrays.reach = descending_reach(joins, labels.size());
  return arrays;
}

Result<std::uint64_t> estimate_block_bytes(const SightSpace& space, const WaypointGraphView& graph,
                                           const HubLabels& labels, unsigned threads) {
  if (auto fault = input_fault(space, graph, labels)) return *std::move(fault);
  const BlockGrid grid = block_grid(space);
  const HubNames names(labels);
  const JoinInput input{space.contact, grid, graph, labels.out, names};
  std::vector<BlockJoin> joins;
  std::vector<SightSweep> sweeps;
  for (unsigned i = 0; i < thread_count(threads); ++i) {
    joins.emplace_back(input);
    sweeps.emplace_back(space.width);
  }
  const std::size_t sampled = std::min(grid.size(), kSampledBlocks);
  std::atomic<std::uint64_t> bytes{0};
  std::atomic<bool> fits{true};
  parallel_for(sampled, threads, [&](std::size_t i, unsigned worker) {
    // The middle block of each of equal parts.
    const std::size_t block = (2 * i + 1) * grid.size() / (2 * sampled);
    JoinedBlocks joined;
    if (!joins[worker].join(block, seen_from_block(space, graph, grid, block, sweeps[worker]), joined)) fits = false;
    bytes += joined.memory.size();
  });
  if (!fits) return too_much_in_a_block();
  const double a_block = sampled == 0 ? 0.0 : static_cast<double>(bytes) / static_cast<double>(sampled);
  return fixed_bytes(grid.size(), labels.size()) +
         static_cast<std::uint64_t>(a_block * static_cast<double>(grid.size()));
}

}  // namespace portolan
