// SPDX-License-Identifier: BSL-1.0
// A world to measure, and the questions asked of it.
#pragma once

#include "bench/measure.hpp"
#include "bench/query_set.hpp"
#include "portolan/core/result.hpp"
#include "portolan/offline/world_image.hpp"
#include "portolan/world/world.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace portolan::bench {

/// Immutable once made; benchmarks keep references to it.
struct BenchWorld {
  std::string name;
  AlignedBytes bytes;  ///< that `world` reads
  World world;
  std::vector<Ends> far;
  std::vector<Ends> near;
  Cost far_cost = 0;  ///< of all far queries in the grid profile, by the region tier: what every exact tier must find

  [[nodiscard]] const ProfileView& profile(std::size_t number) const { return world.profiles()[number]; }
  [[nodiscard]] const SightTierView* waypoints(std::size_t number) const {
    const auto& sight = profile(number).sight;
    return sight && sight->graph ? &*sight : nullptr;
  }
};

/// Builds the profiles of query_set.hpp. The far queries are those of `asked` that have an answer, or drawn if nothing
/// is asked. Errors: those of the build, and (usage) no far query.
[[nodiscard]] Result<BenchWorld> make_bench_world(std::string name, const TileMap& map, std::span<const Ends> asked);

/// Bytes of a profile's sections in the file.
enum class Tables { regions, waypoints, ch, labels, blocks };
[[nodiscard]] std::uint64_t bytes_of(const World& world, std::size_t profile, Tables tables);

/// Every tier, and the Boost Graph Library, on the same queries.
void register_queries(const BenchWorld& world);
/// What queries and builds are made of.
void register_parts(const BenchWorld& world);

/// The nearest of many goals, and goals that come and go.
void register_nearest(const BenchWorld& world);
/// Costs to one goal.
void register_field(const BenchWorld& world);

/// Requests over ticks.
void register_service(const BenchWorld& world);

/// Many units that walk.
void register_crowds(const BenchWorld& world);

/// Paths by rules of ties.
void register_ties(const BenchWorld& world);

/// Paths at any angle over four prices.
void register_bounded(const BenchWorld& world);

/// Edits, refreshes, and queries between them, if the map has a terrain that is closed to the grid profile.
void register_overlays(const BenchWorld& world);

}  // namespace portolan::bench
