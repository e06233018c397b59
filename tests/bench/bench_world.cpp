// SPDX-License-Identifier: BSL-1.0
#include "bench/bench_world.hpp"

#include "portolan/offline/build_world.hpp"
#include "portolan/query/path_query.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace portolan::bench {
namespace {

constexpr std::size_t kQueries = 100;
constexpr std::uint64_t kSeed = 1;

}  // namespace

Result<BenchWorld> make_bench_world(std::string name, const TileMap& map, std::span<const Ends> asked) {
  const auto image = build_world(map, profiles(), {});
  if (!image) return image.error();
  AlignedBytes bytes = image->bytes();
  const auto world = World::view(std::as_const(bytes).span());
  if (!world) return world.error();
  const ProfileView& grid = world->profiles()[kGridProfile];
  BenchWorld made{.name = std::move(name),
                  .bytes = std::move(bytes),
                  .world = *world,
                  .far = asked.empty() ? draw_far(grid, kQueries, kSeed) : std::vector<Ends>(),
                  .near = draw_near(grid, kQueries, kSeed)};
  std::copy_if(asked.begin(), asked.end(), std::back_inserter(made.far),
               [&](const Ends& ends) { return joined(grid, ends); });
  if (made.far.empty()) return Error{ErrorCode::usage, made.name + ": no query has an answer"};
  PathQuery query(made.world, kGridProfile);
  for (const Ends& ends : made.far) {
    made.far_cost += query.find({.from = ends.from, .to = ends.to, .tier = Tier::regions}).cost;
  }
  return made;
}

std::uint64_t bytes_of(const World& world, std::size_t profile, Tables tables) {
  using format::SectionKind;
  const auto [first, last] = [&]() -> std::pair<SectionKind, SectionKind> {
    switch (tables) {
      case Tables::regions:
        return {SectionKind::portals, SectionKind::landmark_shift};
      case Tables::waypoints:
        return {SectionKind::sight_squares, SectionKind::sight_weight};
      case Tables::ch:
        return {SectionKind::ch_rank, SectionKind::ch_middle};
      case Tables::labels:
        return {SectionKind::label_first, SectionKind::label_tree};
      case Tables::blocks:
        return {SectionKind::block_waypoint, SectionKind::block_memory};
    }
    return {};
  }();
  std::uint64_t bytes = 0;
  for (const format::SectionEntry& entry : world.sections()) {
    if (entry.profile == profile && entry.kind >= static_cast<std::uint32_t>(first) &&
        entry.kind <= static_cast<std::uint32_t>(last)) {
      bytes += entry.size;
    }
  }
  return bytes;
}

}  // namespace portolan::bench
