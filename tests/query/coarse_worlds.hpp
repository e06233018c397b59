// SPDX-License-Identifier: BSL-1.0
// Random worlds of several regions, with links and often with edits, and searchers of their region tier.
#pragma once

#include "portolan/query/region_search.hpp"
#include "query/overlay_edits.hpp"
#include "support/built_world.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

/// What searches of the first profile see of an overlay, which must outlive it.
struct Shown {
  explicit Shown(const Overlay& overlay)
      : profile(overlay.world().profiles()[0]), rules(profile.rules), grid(profile.grid), links(profile.links, grid) {
    for (const DirtyRegion& region : overlay.dirty(0)) {
      if (region.least_cost != 0) rules.least_cost = std::min(rules.least_cost, region.least_cost);
    }
    pages.assign(overlay.positions(0));
    grid.rules = &rules;
    grid.pages = pages.view();
    links.close(overlay.closed_links());
  }

  const ProfileView& profile;
  MoveRules rules;
  PageTable pages;
  GridView grid;
  OpenLinks links;
};

/// Worlds of some regions, with links and often with edits: run(Rng&, const Shown&, RegionSearch&).
template <class Run>
void for_each_coarse_world(std::uint64_t seed, Run&& run) {
  Rng rng(seed);
  for (int round = 0; round < 20; ++round) {
    TileMap map = random_map(rng, {.width = 260, .height = 200});
    const MovementProfile profile = random_profile(rng, map.palette());
    if (profile.metric != Metric::grid) continue;
    REQUIRE(map.set_links(random_links(rng, map, 20)).has_value());
    const BuiltWorld built(map, profile);
    std::vector<Mirrored> overlays{{Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}}};
    for (int i = 0; i < 4 * (round % 3); ++i) edit(rng, built.world(), overlays, 0);
    Overlay& overlay = overlays[0].overlay;
    if (rng.percent(30)) (void)overlay.refresh();
    const Shown shown(overlay);
    RegionSearch search(shown.profile, shown.grid, shown.links, built.world().floors(), nullptr);
    search.use(overlay.dirty(0), overlay.refreshed(0));
    run(rng, shown, search);
  }
}

}  // namespace portolan::test
