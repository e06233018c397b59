// SPDX-License-Identifier: BSL-1.0
// Straight paths between random places of the benchmark maps of PORTOLAN_DATA, through every index, against A* on the
// full visibility graph.
#include "portolan/formats/maps/map_reader.hpp"
#include "support/brute_sight.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/real_maps.hpp"
#include "support/visibility_graph.hpp"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Rng;
using test::VisibilityGraph;

constexpr std::array kTiers{Tier::automatic, Tier::blocks, Tier::labels, Tier::ch};

/// Two places where the mover stands: centres of tiles, for a point half of the time anything.
std::array<Point, 2> random_ends(Rng& rng, const TileMap& map, const VisibilityGraph& reference, Contact contact) {
  const bool centres = contact == Contact::square || rng.percent(50);
  std::array<Point, 2> ends{};
  for (Point& end : ends) {
    do {
      end = {rng.below(map.width() * kSubUnits), rng.below(map.height() * kSubUnits)};
      if (centres) end = centre_of(tile_at(end));
    } while (!reference.sight().stands(to_plane(contact, end)));
  }
  return ends;
}

/// What is wrong with one answer; empty if nothing is.
std::string fault_of(const test::Found& result, const std::array<Point, 2>& ends, std::optional<Cost> expected,
                     const test::BruteSight& sight, Contact contact) {
  if (result.status != (expected ? Status::found : Status::unreachable)) {
    return "status " + std::string(to_string(result.status));
  }
  if (!result.optimal()) return "not proven optimal";
  if (!expected) return {};
  if (result.points.front() != ends[0] || result.points.back() != ends[1]) return "wrong ends";
  std::vector<Point> path;
  for (const Point point : result.points) path.push_back(to_plane(contact, point));
  if (std::string fault = path_fault(sight, path); !fault.empty()) return fault;
  if (result.cost == *expected) return {};
  return "cost " + std::to_string(result.cost) + " instead of " + std::to_string(*expected);
}

void check_map(const std::filesystem::path& path, std::int32_t footprint, int queries, BuildOptions options) {
  const auto map = read_map(path);
  REQUIRE(map.has_value());
  options.threads = 0;
  const BuiltWorld built(*map, test::straight_mover(footprint), options);
  const auto query = std::make_unique<test::Asker>(built.world(), 0);
  VisibilityGraph reference(*map, footprint, built.world().profiles()[0].sight.value().fraction_bits);
  const Contact contact = test::contact_of(footprint);
  Rng rng(7);
  std::set<Tier> missing;
  for (int i = 0; i < queries; ++i) {
    const auto ends = random_ends(rng, *map, reference, contact);
    const auto expected = reference.distance(to_plane(contact, ends[0]), to_plane(contact, ends[1]));
    for (const Tier tier : kTiers) {
      const test::Found result = query->find_between({.from = ends[0], .to = ends[1], .tier = tier});
      if (result.why == Why::tier_missing) {
        missing.insert(tier);
        continue;
      }
      const std::string fault = fault_of(result, ends, expected, reference.sight(), contact);
      CAPTURE(path.string(), footprint, tier, ends[0].x, ends[0].y, ends[1].x, ends[1].y, fault);
      if (!fault.empty()) REQUIRE(fault == "");
    }
  }
  REQUIRE(missing.count(Tier::automatic) == 0);
  for (const Tier tier : missing) WARN("skipped: no room for " << to_string(tier) << ", " << path.string());
}

/// Every map of a set, for a point.
void check_set(std::string_view set) {
  // All indexes of the random maps would take hours and gigabytes.
  const BuildOptions options = set == "random" ? BuildOptions{} : BuiltWorld::all_indexes();
  for (const auto& path : test::real_maps(set)) {
    DYNAMIC_SECTION(path.stem().string()) {
      check_map(path, 0, 500, options);
    }
  }
}

}  // namespace

TEST_CASE("straight paths equal the full visibility graph: a few maps, sampled", "[slow][data]") {
  for (const char* const name : {"dao/arena.map", "dao/den520d.map", "mazes/maze512-32-0.map"}) {
    const auto path = std::filesystem::path(PORTOLAN_DATA) / "maps" / name;
    if (!std::filesystem::exists(path)) {
      WARN("skipped: no " << path.string());
      continue;
    }
    for (std::int32_t footprint = 0; footprint <= 2; ++footprint)
      check_map(path, footprint, 60, BuiltWorld::all_indexes());
  }
}

TEST_CASE("straight paths equal the full visibility graph: game maps", "[long][slow][data]") {
  for (const std::string_view set : {"dao", "da2", "bg512", "wc3maps512"}) check_set(set);
}
TEST_CASE("straight paths equal the full visibility graph: cities and sc1", "[long][slow][data]") {
  for (const std::string_view set : {"cities", "sc1"}) check_set(set);
}
TEST_CASE("straight paths equal the full visibility graph: mazes, rooms and random maps", "[long][slow][data]") {
  for (const std::string_view set : {"mazes", "rooms", "random"}) check_set(set);
}
TEST_CASE("straight paths of squares equal the full visibility graph", "[long][slow][data]") {
  for (const char* const set : {"da2", "rooms"}) {
    for (const auto& path : test::real_maps(set)) {
      DYNAMIC_SECTION(path.stem().string()) {
        for (const std::int32_t footprint : {1, 2}) check_map(path, footprint, 500, BuiltWorld::all_indexes());
      }
    }
  }
}

}  // namespace portolan
