// SPDX-License-Identifier: BSL-1.0
// Worlds for services of paths, and what is asked of them.
#pragma once

#include "portolan/service/path_service.hpp"
#include "query/overlay_edits.hpp"
#include "support/built_world.hpp"
#include "support/random_world.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace portolan::test {

/// A world, and what becomes of it.
struct Setting {
  TileMap map;
  BuiltWorld built;
  std::vector<std::shared_ptr<const Overlay>> overlays;
};

inline Setting random_setting(Rng& rng, std::int32_t max_side) {
  TileMap map = random_map(rng, {.max_side = max_side});
  MovementProfile profile = random_profile(rng, map.palette());
  if (rng.percent(20)) {
    profile = {};
    profile.metric = Metric::any_angle;
    profile.footprint = rng.between(0, 2);
  }
  BuiltWorld built(map, profile, random_indexes(rng));
  std::vector<Mirrored> edited(1, {Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}});
  Setting setting{std::move(map), std::move(built), {}};
  for (int i = 0; i < 4; ++i) {
    edit(rng, setting.built.world(), edited, 0);
    setting.overlays.push_back(std::make_shared<const Overlay>(edited[0].overlay));
  }
  setting.overlays.push_back(nullptr);
  return setting;
}

inline PathRequest random_request(Rng& rng, const World& world) {
  const GridView& grid = world.profiles()[0].grid;
  const auto end = [&] {
    if (rng.percent(95)) return random_passable(rng, grid).value_or(Tile{0, 0});
    return Tile{rng.between(-1, world.width()), rng.between(-1, world.height())};
  };
  PathRequest request{.from = end(), .to = end()};
  if (rng.percent(30)) request.ends = EndRule::nearest;
  if (rng.percent(40)) request.unpacking = Unpacking::leg_by_leg;
  if (rng.percent(20)) request.max_expansions = static_cast<std::uint64_t>(rng.below(3000));
  if (rng.percent(20)) request.tier = rng.pick(std::array{Tier::local, Tier::regions, Tier::jump, Tier::waypoints});
  if (rng.percent(20)) request.ties = {TieRule::random, rng.next() % 100};
  if (rng.percent(10)) request.ties = {TieRule::straightest, 0};
  if (rng.percent(10)) request.matrix = MatrixSide::side_120;
  return request;
}

/// Terrain of several prices, where a request from a tile to itself takes nothing, and one to another tile a search.
inline const BuiltWorld& rough_ground() {
  static const BuiltWorld built = [] {
    Rng rng(75);
    return BuiltWorld(
        random_map(rng, {.character = Character::open, .weights = Weights::small, .width = 90, .height = 90}),
        MovementProfile{});
  }();
  return built;
}

inline std::vector<Ticket> ticked(PathService& service, std::uint64_t expansions) {
  const ServiceReport report = service.tick({.expansions = expansions});
  return {report.answered.begin(), report.answered.end()};
}

}  // namespace portolan::test
