// SPDX-License-Identifier: BSL-1.0
#include "bench/bench_world.hpp"

#include "portolan/offline/build_world.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/world/schema.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
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
  const auto is_of = [&](std::string_view group) {
    switch (tables) {
      case Tables::regions:
        return group == "regions";
      case Tables::waypoints:
        return group == "planes" || group == "waypoints";
      case Tables::ch:
        return group == "ch";
      case Tables::labels:
        return group == "labels";
      case Tables::blocks:
        return group == "blocks";
    }
    return false;
  };
  std::uint64_t bytes = 0;
  for (const format::SectionEntry& entry : world.sections()) {
    const SectionSchema* const section = find_schema(entry.kind);
    if (entry.profile == profile && section != nullptr && is_of(section->group)) bytes += entry.size;
  }
  return bytes;
}

}  // namespace portolan::bench
