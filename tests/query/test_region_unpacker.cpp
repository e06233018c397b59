// SPDX-License-Identifier: BSL-1.0
// Coarse routes as values: copied, kept while other searches run, and unpacked by anybody to the legs that the searcher
// itself would have given, also where budget and memory come in small pieces.
#include "portolan/query/region_search.hpp"
#include "query/overlay_edits.hpp"
#include "support/built_world.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Rng;

constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

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

/// A route in memory of its own, and the legs that it must have.
struct KeptRoute {
  std::vector<CoarseArc> memory;
  CoarseRoute route;
  std::vector<std::string> legs;
  std::vector<std::string> seen;

  KeptRoute(const CoarseRoute& found, std::size_t most) : memory(found.arcs().begin(), found.arcs().end()) {
    give_memory(most);
    route.count = found.count;
  }
  void give_memory(std::size_t most) {
    memory.resize(most);
    route.memory = memory;
  }
};

std::string text_of(const RouteLeg& leg) {
  std::ostringstream out;
  out << leg.from.x << ',' << leg.from.y << " to " << leg.to.x << ',' << leg.to.y << " in " << leg.region.x << ','
      << leg.region.y << " by " << leg.link << " at " << leg.cost;
  return out.str();
}

/// Searches between random tiles; what is found is kept, with the legs that the searcher gives at once.
std::vector<KeptRoute> find_routes(Rng& rng, const Shown& shown, RegionSearch& search) {
  std::vector<KeptRoute> kept;
  for (int i = 0; i < 12; ++i) {
    const auto from = test::random_passable(rng, shown.grid);
    const auto to = test::random_passable(rng, shown.grid);
    if (!from || !to || *from == *to) continue;
    const Route found = search.search({.from = *from, .to = *to, .expansions = kUnlimited});
    if (found.end != Route::End::found) continue;
    KeptRoute& one = kept.emplace_back(search.route(), search.tier().most_arcs());
    std::uint64_t budget = kUnlimited;
    RouteLeg leg;
    Cost cost = 0;
    Tile last = *from;
    Unpacked step = search.next_leg(leg, budget);
    for (; step == Unpacked::leg; step = search.next_leg(leg, budget)) {
      REQUIRE(leg.from == last);
      last = leg.to;
      cost += leg.cost;
      one.legs.push_back(text_of(leg));
    }
    REQUIRE(step == Unpacked::done);
    REQUIRE(last == *to);
    REQUIRE(cost == found.cost);
  }
  return kept;
}

/// Worlds of some regions, with links and often with edits: run(Rng&, const Shown&, RegionSearch&).
template <class Run>
void for_each_world(std::uint64_t seed, Run&& run) {
  Rng rng(seed);
  for (int round = 0; round < 20; ++round) {
    TileMap map = test::random_map(rng, {.width = 260, .height = 200});
    const MovementProfile profile = test::random_profile(rng, map.palette());
    if (profile.metric != Metric::grid) continue;
    REQUIRE(map.set_links(test::random_links(rng, map, 20)).has_value());
    const BuiltWorld built(map, profile);
    std::vector<test::Mirrored> overlays{{Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}}};
    for (int i = 0; i < 4 * (round % 3); ++i) test::edit(rng, built.world(), overlays, 0);
    Overlay& overlay = overlays[0].overlay;
    if (rng.percent(30)) (void)overlay.refresh();
    const Shown shown(overlay);
    RegionSearch search(shown.profile, shown.grid, shown.links, built.world().floors());
    search.use(overlay.dirty(0), overlay.refreshed(0));
    run(rng, shown, search);
  }
}

TEST_CASE("routes that were kept unpack to the same legs after other searches, leg by leg in turn") {
  std::size_t routes = 0;
  std::size_t legs = 0;
  for_each_world(31, [&](Rng& rng, const Shown& shown, RegionSearch& search) {
    std::vector<KeptRoute> kept = find_routes(rng, shown, search);
    RegionUnpacker unpacker(search.tier());
    for (bool more = true; more;) {
      more = false;
      for (KeptRoute& one : kept) {
        one.route.memory = one.memory;
        std::uint64_t budget = kUnlimited;
        RouteLeg leg;
        const Unpacked step = unpacker.next_leg(one.route, leg, budget);
        REQUIRE((step == Unpacked::leg || step == Unpacked::done));
        if (step == Unpacked::done) continue;
        one.seen.push_back(text_of(leg));
        more = true;
      }
    }
    for (const KeptRoute& one : kept) {
      REQUIRE(one.seen == one.legs);
      legs += one.legs.size();
      ++routes;
    }
  });
  CHECK(routes > 60);
  CHECK(legs > 600);
}

TEST_CASE("unpacking goes on where budget or memory ran out") {
  std::size_t starved = 0;
  std::size_t filled = 0;
  for_each_world(32, [&](Rng& rng, const Shown& shown, RegionSearch& search) {
    RegionUnpacker unpacker(search.tier());
    for (KeptRoute& one : find_routes(rng, shown, search)) {
      one.give_memory(one.route.count);
      std::uint64_t allowed = 1;
      for (Unpacked step = Unpacked::leg; step != Unpacked::done;) {
        std::uint64_t budget = allowed;
        RouteLeg leg;
        step = unpacker.next_leg(one.route, leg, budget);
        switch (step) {
          case Unpacked::leg:
            one.seen.push_back(text_of(leg));
            allowed = 1;
            break;
          case Unpacked::budget:
            ++starved;
            ++allowed;
            break;
          case Unpacked::full:
            ++filled;
            REQUIRE(one.memory.size() < search.tier().most_arcs());
            one.give_memory(one.memory.size() + 1);
            break;
          case Unpacked::done:
            break;
          case Unpacked::corrupt:
            FAIL("a sound file is called corrupt");
        }
      }
      REQUIRE(one.seen == one.legs);
    }
  });
  CHECK(starved > 100);
  CHECK(filled > 20);
}

TEST_CASE("an origin of a label is a node or the start, by one of its regions") {
  for (const NodeId node : {NodeId{0}, NodeId{7}, NodeId{0xFFFF'FFF0}}) {
    const CoarseOrigin origin = CoarseOrigin::unpacked(CoarseOrigin::node(node).packed());
    CHECK(origin.origin_node() == node);
    CHECK_FALSE(origin.start_region());
  }
  for (std::uint32_t region = 0; region < CoarseOrigin::kMostStarts; ++region) {
    const CoarseOrigin origin = CoarseOrigin::unpacked(CoarseOrigin::start(region).packed());
    CHECK(origin.start_region() == region);
    CHECK_FALSE(origin.origin_node());
  }
}

}  // namespace
}  // namespace portolan
