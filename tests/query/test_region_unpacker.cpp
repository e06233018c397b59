// SPDX-License-Identifier: BSL-1.0
// Coarse routes as values: copied, kept while other searches run, and unpacked by anybody to the legs that the searcher
// itself would have given, also where budget and memory come in small pieces.
#include "query/coarse_worlds.hpp"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::for_each_coarse_world;
using test::Rng;
using test::Shown;

constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

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
    Unpacked step = search.unpacker().next_leg(search.route(), leg, budget);
    for (; step == Unpacked::leg; step = search.unpacker().next_leg(search.route(), leg, budget)) {
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

TEST_CASE("routes that were kept unpack to the same legs after other searches, leg by leg in turn", "[heavy]") {
  std::size_t routes = 0;
  std::size_t legs = 0;
  for_each_coarse_world(31, [&](Rng& rng, const Shown& shown, RegionSearch& search) {
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

TEST_CASE("unpacking goes on where budget or memory ran out", "[heavy]") {
  std::size_t starved = 0;
  std::size_t filled = 0;
  for_each_coarse_world(32, [&](Rng& rng, const Shown& shown, RegionSearch& search) {
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

}  // namespace
}  // namespace portolan
