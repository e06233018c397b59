// SPDX-License-Identifier: BSL-1.0
#include "bench/bench_world.hpp"

#include "portolan/build/build_world.hpp"
#include "portolan/query/path_query.hpp"

#include <utility>

namespace portolan::bench {
namespace {

constexpr std::size_t kQueries = 100;
constexpr std::uint64_t kSeed = 1;

}  // namespace

Result<BenchWorld> make_bench_world(std::string name, const TileMap& map) {
  const auto image = build_world(map, profiles(), {});
  if (!image) return image.error();
  AlignedBytes bytes = image->bytes();
  const auto world = World::view(std::as_const(bytes).span());
  if (!world) return world.error();
  const ProfileView& grid = world->profiles()[kGridProfile];
  BenchWorld made{.name = std::move(name),
                  .bytes = std::move(bytes),
                  .world = *world,
                  .far = draw_far(grid, kQueries, kSeed),
                  .near = draw_near(grid, kQueries, kSeed)};
  if (made.far.empty()) return Error{ErrorCode::usage, made.name + ": no tile is passable"};
  PathQuery query(made.world, kGridProfile);
  for (const Ends& ends : made.far) {
    made.far_cost += query.find({.from = ends.from, .to = ends.to, .tier = Tier::regions}).cost;
  }
  return made;
}

std::uint64_t bytes_of(const World& world, std::size_t profile, Tables tables) {
  using format::SectionKind;
  const bool regions = tables == Tables::regions;
  const auto first = static_cast<std::uint32_t>(regions ? SectionKind::portals : SectionKind::sight_squares);
  const auto last = static_cast<std::uint32_t>(regions ? SectionKind::region_shift : SectionKind::sight_weight);
  std::uint64_t bytes = 0;
  for (const format::SectionEntry& entry : world.sections()) {
    if (entry.profile == profile && entry.kind >= first && entry.kind <= last) bytes += entry.size;
  }
  return bytes;
}

benchmark::Counter time_each(std::uint64_t done) {
  return {static_cast<double>(done), benchmark::Counter::kIsRate | benchmark::Counter::kInvert};
}

double per(std::uint64_t amount, std::uint64_t done) {
  return static_cast<double>(amount) / static_cast<double>(done);
}

}  // namespace portolan::bench
