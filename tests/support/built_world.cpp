// SPDX-License-Identifier: BSL-1.0
#include "support/built_world.hpp"

#include "portolan/offline/build_board.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace portolan::test {
namespace {

AlignedBytes build_or_throw(const TileMap& map, std::span<const MovementProfile> profiles,
                            const BuildOptions& options) {
  const auto image = build_world(map, profiles, options);
  if (!image) throw std::runtime_error(image.error().message);
  return image->bytes();
}

World view_or_throw(std::span<const std::byte> bytes) {
  auto world = World::view(bytes);
  if (!world) throw std::runtime_error(world.error().message);
  return *world;
}

}  // namespace

BuiltWorld::BuiltWorld(const TileMap& map, std::span<const MovementProfile> profiles, const BuildOptions& options)
    : bytes_(build_or_throw(map, profiles, options)), world_(view_or_throw(bytes_.span())) {}

BuildOptions BuiltWorld::one_thread() {
  BuildOptions options;
  options.threads = 1;
  return options;
}

BuildOptions BuiltWorld::all_indexes() {
  BuildOptions options = one_thread();
  options.indexes = {IndexKind::ch, IndexKind::labels, IndexKind::blocks};
  return options;
}

BuildOptions random_indexes(Rng& rng) {
  BuildOptions options = BuiltWorld::one_thread();
  if (rng.percent(50)) return BuiltWorld::all_indexes();
  if (rng.percent(50)) {
    options.index_bytes = static_cast<std::uint32_t>(rng.between(10, 120));
  } else {
    options.indexes.emplace();
    if (rng.percent(60)) options.indexes->insert(IndexKind::labels);
  }
  return options;
}

AlignedBytes board_bytes(const Board& board, std::set<IndexKind> indexes) {
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes = std::move(indexes);
  const auto image = build_board(board, options);
  if (!image) throw std::runtime_error(image.error().message);
  return image->bytes();
}

AlignedBytes copy_of(std::span<const std::byte> bytes) {
  AlignedBytes copy(bytes.size());
  std::copy(bytes.begin(), bytes.end(), copy.span().begin());
  return copy;
}

void fix_frame_checksum(std::span<std::byte> bytes) {
  format::FileHeader header{};
  std::memcpy(&header, bytes.data(), sizeof(header));
  const std::size_t frame = sizeof(header) + header.section_count * sizeof(format::SectionEntry);
  header.checksum = frame_checksum(bytes.first(std::min(frame, bytes.size())));
  std::memcpy(bytes.data(), &header, sizeof(header));
}

Walk walk(test::Asker& query, const test::Found& result) {
  Walk walk;
  Leg leg;
  LegStatus status = query.next_leg(leg);
  for (; status == LegStatus::ready; status = query.next_leg(leg)) {
    const std::size_t number = walk.legs++;
    const std::string name = "leg " + std::to_string(number);
    if (walk.legs >= result.waypoints.size()) {
      walk.fault = name + " is one too many";
    } else if (leg.tiles.empty() || leg.tiles.front() != result.waypoints[number] ||
               leg.tiles.back() != result.waypoints[number + 1]) {
      walk.fault = name + " does not lead from waypoint to waypoint";
    }
    if (!walk.fault.empty()) return walk;
    // The legs share their ends.
    if (leg.link != kNoLink) walk.by_link.push_back(number == 0 ? 0 : walk.tiles.size() - 1);
    walk.tiles.insert(walk.tiles.end(), leg.tiles.begin() + (number == 0 ? 0 : 1), leg.tiles.end());
    walk.cost += leg.cost;
    walk.most_states = std::max(walk.most_states, leg.states);
  }
  if (status == LegStatus::corrupt) {
    walk.fault = "leg " + std::to_string(walk.legs) + " is corrupt";
  } else if (walk.legs + 1 < result.waypoints.size()) {
    walk.fault = "the last legs are missing";
  } else if (walk.legs == 0) {
    walk.tiles.assign(result.waypoints.begin(), result.waypoints.end());
  }
  return walk;
}

std::string unpacking_fault(test::Asker& query, PathRequest request, const Walk& before) {
  request.unpacking = Unpacking::at_once;
  const Expansions at_once = query.find(request).expansions;
  request.unpacking = Unpacking::leg_by_leg;
  const test::Found result = query.find(request);
  if (result.expansions.unpack != 0) return "unpacked before legs are asked for";
  std::uint64_t unpack = 0;
  if (result.status != Status::found || result.cost != before.cost)
    return "unpacked leg by leg it costs something else";
  std::size_t waypoint = 1;
  std::size_t hop = 0;
  Walk now;
  now.tiles = {result.waypoints.front()};
  Leg leg;
  LegStatus status = query.next_leg(leg);
  for (; status == LegStatus::ready; status = query.next_leg(leg)) {
    if (waypoint == result.waypoints.size()) return "a leg after the last waypoint";
    if (leg.tiles.front() != now.tiles.back()) return "a leg does not start where the last one ended";
    const bool is_hop = hop != result.hops.size() && result.hops[hop].leg + 1 == waypoint;
    if (is_hop != (leg.link != kNoLink)) return "hops and legs do not agree";
    if (is_hop && (leg.link != result.hops[hop++].link || leg.tiles.back() != result.waypoints[waypoint])) {
      return "a hop does not lead from waypoint to waypoint";
    }
    if (is_hop) now.by_link.push_back(now.tiles.size() - 1);
    now.tiles.insert(now.tiles.end(), leg.tiles.begin() + 1, leg.tiles.end());
    if (leg.tiles.back() == result.waypoints[waypoint]) ++waypoint;
    unpack += leg.unpack;
  }
  if (unpack != at_once.unpack) return "the legs settle another number of portals than find() does";
  if (status != LegStatus::done) return "a leg is corrupt";
  if (waypoint != result.waypoints.size()) return "the path does not pass all waypoints";
  return now.tiles == before.tiles && now.by_link == before.by_link ? "" : "unpacked leg by leg it is another path";
}

Cost cost_of(const Oracle& oracle, std::span<const Tile> path, std::span<const std::size_t> by_link) {
  if (path.empty() || !oracle.passable(path.front())) return kInfiniteCost;
  Cost cost = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const bool linked = std::find(by_link.begin(), by_link.end(), i - 1) != by_link.end();
    const Cost step = linked ? oracle.cheapest_link(path[i - 1], path[i]) : oracle.step_cost(path[i - 1], path[i]);
    if (step == kInfiniteCost) return kInfiniteCost;
    cost += step;
  }
  return cost;
}

}  // namespace portolan::test
