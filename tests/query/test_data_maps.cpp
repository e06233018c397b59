// SPDX-License-Identifier: BSL-1.0
// The benchmark maps of PORTOLAN_DATA: scenario lengths are met, and the coarse tier spares nearly all expansions.
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/maps/scenario_reader.hpp"
#include "portolan/grid/line_check.hpp"
#include "portolan/grid/path_check.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/printing.hpp"
#include "support/real_maps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;

/// What is wrong with one answer; empty if it meets its reference.
std::string fault_of(test::Asker& query, const TileMap& map, const Scenario& scenario, Tier tier) {
  const test::Found result = query.find({.from = scenario.from, .to = scenario.to, .tier = tier});
  if (scenario.expects_no_path()) return result.status == Status::unreachable ? "" : "a path where there is none";
  if (result.status != Status::found) return "status " + std::string(to_string(result.status));
  if (!result.optimal()) return "not proven optimal";
  const test::Walk walk = test::walk(query, result);
  if (!walk.fault.empty()) return walk.fault;
  if (walk.most_states > 3600) return "a leg visits more than 3600 states";
  if (walk.tiles.front() != scenario.from || walk.tiles.back() != scenario.to) return "wrong ends";
  const PathMeasure measure = measure_path(map, MovementProfile{}, walk.tiles);
  if (!measure.legal()) return measure.fault;
  if (std::abs(measure.cost - scenario.length) <= scenario.tolerance) return {};
  return "length " + std::to_string(measure.cost) + " instead of " + std::to_string(scenario.length);
}

/// The same for a point that goes straight between the centres of the tiles.
std::string straight_fault_of(test::Asker& query, const TileMap& map, const MovementProfile& mover,
                              const Scenario& scenario) {
  const test::Found result = query.find({.from = scenario.from, .to = scenario.to});
  if (result.status != Status::found) return "status " + std::string(to_string(result.status));
  if (!result.optimal()) return "not proven optimal";
  if (result.points.front() != centre_of(scenario.from) || result.points.back() != centre_of(scenario.to)) {
    return "wrong ends";
  }
  const LineMeasure measure = measure_line(map, mover, result.points);
  if (!measure.legal()) return measure.fault;
  if (std::abs(measure.cost - scenario.length) <= 1e-4) return {};
  return "length " + std::to_string(measure.cost) + " instead of " + std::to_string(scenario.length);
}

std::vector<Scenario> every(const std::vector<Scenario>& rows, std::size_t stride) {
  std::vector<Scenario> picked;
  for (std::size_t i = 0; i < rows.size(); i += stride) picked.push_back(rows[i]);
  return picked;
}

/// Coarse and unpacking expansions stay under a twentieth of the baseline's over the longest tenth of the rows.
void require_few_expansions(test::Asker& query, std::vector<Scenario> rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const Scenario& a, const Scenario& b) { return a.length > b.length; });
  rows.resize((rows.size() + 9) / 10);
  std::uint64_t coarse = 0;
  std::uint64_t astar = 0;
  for (const Scenario& row : rows) {
    const test::Found sparing = query.find({.from = row.from, .to = row.to, .tier = Tier::regions});
    coarse += sparing.expansions.coarse + sparing.expansions.unpack;
    const test::Found plain = query.find({.from = row.from, .to = row.to, .tier = Tier::astar});
    astar += plain.expansions.astar;
    REQUIRE(plain.cost == sparing.cost);
  }
  CAPTURE(coarse, astar, rows.size());
  REQUIRE(coarse * 20 < astar);
}

/// What is asked of each set of maps.
struct Sample {
  std::size_t stride = 1;       ///< one row in as many
  std::size_t maps = SIZE_MAX;  ///< how many maps at most
};

/// Runs some rows of some maps of each set: on the grid through the automatic, the region and the waypoint tier, and at
/// any angle. `indexes`: those of both profiles, as BuildOptions has them.
void check_sets(const std::vector<std::string_view>& sets, Sample sample,
                const std::optional<std::set<IndexKind>>& indexes = {}) {
  for (const std::string_view set : sets) {
    std::vector<std::filesystem::path> maps = test::real_maps(set);
    maps.resize(std::min(maps.size(), sample.maps));
    for (const auto& path : maps) {
      CAPTURE(path);
      const auto map = read_map(path);
      REQUIRE(map.has_value());
      const auto scenarios = read_scenarios(path.string() + ".scen");
      REQUIRE(scenarios.has_value());
      BuildOptions options;
      options.threads = 2;
      options.indexes = indexes;
      std::vector<MovementProfile> profiles{{}, test::straight_mover(0)};
      profiles[1].name = "straight";
      const BuiltWorld built(*map, profiles, options);
      const auto query = std::make_unique<test::Asker>(built.world(), 0, Baseline::with);
      const std::vector<Scenario> rows = every(scenarios->scenarios, sample.stride);
      for (const Scenario& row : rows) {
        for (const Tier tier : {Tier::automatic, Tier::regions, Tier::waypoints, Tier::jump}) {
          const std::string fault = fault_of(*query, *map, row, tier);
          CAPTURE(row.from, row.to, tier, fault);
          if (!fault.empty()) REQUIRE(fault == "");
        }
      }
      REQUIRE(rows.size() > 1);
      if (map->width() >= 1024 && map->height() >= 1024) require_few_expansions(*query, rows);

      const auto table = std::filesystem::path(PORTOLAN_DATA) / "anyangle" / set / (path.stem().string() + ".tsv");
      const auto lengths = read_scenarios(table);
      if (!lengths) {
        WARN("skipped: no lengths at " << table.string());
        continue;
      }
      const auto straight = std::make_unique<test::Asker>(built.world(), 1);
      for (const Scenario& row : every(lengths->scenarios, std::max<std::size_t>(1, sample.stride / 5))) {
        const std::string fault = straight_fault_of(*straight, *map, profiles[1], row);
        CAPTURE(row.from, row.to, fault);
        if (!fault.empty()) REQUIRE(fault == "");
      }
    }
  }
}

TEST_CASE("scenario lengths are met: game maps, sampled", "[slow]") {
  check_sets({"dao", "da2", "bg512", "wc3maps512"}, {.stride = 50});
}
TEST_CASE("scenario lengths are met: one city, one of sc1, mazes and rooms, sampled", "[slow]") {
  check_sets({"cities", "sc1", "mazes", "rooms"}, {.stride = 50, .maps = 1});
}
// It takes long to find out that indexes of such maps are too large.
TEST_CASE("scenario lengths are met: random maps without indexes, sampled", "[slow]") {
  check_sets({"random"}, {.stride = 50}, std::set<IndexKind>{});
}
TEST_CASE("scenario lengths are met: game maps, every row", "[long][slow]") {
  check_sets({"dao", "da2", "bg512", "wc3maps512"}, {});
}
TEST_CASE("scenario lengths are met: cities and sc1, every row", "[long][slow]") {
  check_sets({"cities", "sc1"}, {});
}
TEST_CASE("scenario lengths are met: mazes, rooms and random maps, every row", "[long][slow]") {
  check_sets({"mazes", "rooms", "random"}, {});
}

}  // namespace
}  // namespace portolan
