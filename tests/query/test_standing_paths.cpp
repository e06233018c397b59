// SPDX-License-Identifier: BSL-1.0
// Indexes of the file asked on overlays: what they still answer is what Dijkstra, or brute force at any angle, finds on
// the edited map.
#include "portolan/grid/line_check.hpp"
#include "portolan/grid/path_check.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/brute_segment.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/visibility_graph.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BruteSegment;
using test::BruteSight;
using test::BuiltWorld;
using test::Oracle;
using test::Rng;

constexpr std::array kIndexTiers{Tier::waypoints, Tier::ch, Tier::labels, Tier::blocks};

/// What a run has seen, so that it can prove it saw enough.
struct Tally {
  std::size_t queries = 0;
  std::size_t by_index = 0;            ///< answered by an index, where none was forced
  std::size_t eased = 0;               ///< of them on overlays where something opened or became cheaper
  std::size_t cheaper = 0;             ///< of them on overlays with a price below that of the file
  std::size_t gained = 0;              ///< queries whose cost is less than without edits
  std::size_t lost = 0;                ///< queries whose cost is more
  std::size_t searched = 0;            ///< answered by a search over the waypoints of the edited map
  std::map<Tier, std::size_t> forced;  ///< answers of forced tiers
};

/// The map with a cheaper and a dearer terrain, which only edits use.
TileMap with_spare_terrains(Rng& rng, const TileMap& map) {
  std::vector<Terrain> palette(map.palette().begin(), map.palette().end());
  palette.push_back({"road", kCostScale / 10 * static_cast<TerrainCost>(rng.between(5, 9))});
  palette.push_back({"mud", kCostScale * 2});
  return *TileMap::create(map.width(), map.height(), palette, {map.tiles().begin(), map.tiles().end()});
}

/// A small world that is being edited.
class EditedWorld {
 public:
  EditedWorld(Rng& rng, TileMap map, const MovementProfile& profile)
      : rng_(rng),
        map_(std::move(map)),
        built_(map_, profile, BuiltWorld::all_indexes()),
        overlay_(built_.world()),
        now_(map_) {}

  [[nodiscard]] const TileMap& map() const { return map_; }
  [[nodiscard]] const TileMap& now() const { return now_; }
  [[nodiscard]] const World& world() const { return built_.world(); }
  [[nodiscard]] const ProfileView& profile() const { return world().profiles()[0]; }
  [[nodiscard]] std::shared_ptr<const Overlay> snapshot() const { return std::make_shared<const Overlay>(overlay_); }

  /// One to three edits, on what was there or from the start.
  void edit() {
    if (rng_.percent(40)) overlay_ = Overlay(world());
    for (int edits = rng_.between(1, 3); edits != 0; --edits) {
      const bool lane = rng_.percent(20);
      const Rect area = lane ? random_lane() : random_area();
      const auto terrains = static_cast<std::int32_t>(map_.palette().size());
      const auto terrain = static_cast<TerrainId>(lane ? rng_.between(1, terrains - 1) : rng_.below(terrains));
      REQUIRE((rng_.percent(10) ? overlay_.revert(area) : overlay_.set_terrain(area, terrain)).has_value());
    }
    if (rng_.percent(20)) overlay_.refresh();
    now_ = *TileMap::create(map_.width(), map_.height(), {map_.palette().begin(), map_.palette().end()},
                            overlay_.tiles().copy(map_.bounds()));
  }

  [[nodiscard]] bool has_eased() const {
    const auto dirty = overlay_.dirty(0);
    return std::any_of(dirty.begin(), dirty.end(), [](const DirtyRegion& r) { return r.eased != Rect{}; });
  }
  /// Whether all that can be passed now costs what it did.
  [[nodiscard]] bool has_one_price() const {
    return std::ranges::all_of(now_.tiles(), [&](TerrainId terrain) {
      const std::uint32_t cost = profile().rules.cost[terrain];
      return cost == 0 || cost == profile().rules.least_cost;
    });
  }
  [[nodiscard]] bool has_cheaper() const {
    const auto dirty = overlay_.dirty(0);
    return std::any_of(dirty.begin(), dirty.end(), [&](const DirtyRegion& r) {
      return r.least_cost != 0 && r.least_cost < profile().rules.least_cost;
    });
  }

 private:
  Rect random_area() {
    const std::int32_t most = rng_.percent(50) ? 1 : 4;
    const std::int32_t width = std::min(rng_.between(1, most), map_.width());
    const std::int32_t height = std::min(rng_.between(1, most), map_.height());
    const Tile min{rng_.below(map_.width() - width + 1), rng_.below(map_.height() - height + 1)};
    return {min, {min.x + width, min.y + height}};
  }

  /// A row or column of tiles, where a cheap terrain pays even far off.
  Rect random_lane() {
    const Tile at{rng_.below(map_.width()), rng_.below(map_.height())};
    return rng_.percent(50) ? Rect{{0, at.y}, {map_.width(), at.y + 1}} : Rect{{at.x, 0}, {at.x + 1, map_.height()}};
  }

  Rng& rng_;
  TileMap map_;
  BuiltWorld built_;
  Overlay overlay_;
  TileMap now_;
};

void count(const EditedWorld& edited, const test::Found& result, Tally& tally) {
  if (!is_by_sight(result.tier)) return;
  ++tally.by_index;
  tally.eased += edited.has_eased() ? 1 : 0;
  tally.cheaper += edited.has_cheaper() ? 1 : 0;
}

/// A forced tier either gives the answer expected or none at all; of goals that are not reached only a search over the
/// edited map may say so.
std::string forced_fault(const test::Found& result, std::optional<Cost> expected, Tally& tally) {
  if (result.status == Status::undecided) return result.why == Why::edited ? "" : "no answer, for a wrong reason";
  if (result.status == Status::unreachable && !expected && result.tier == Tier::waypoints) return "";
  if (result.status != Status::found || !expected) return "neither an answer nor none";
  ++tally.forced[result.tier];
  return result.optimal() && result.cost == *expected ? "" : "the cost is wrong, or not proven";
}

/// Queries on one world by steps. Each check returns what is wrong, empty if nothing is.
class StepTrial {
 public:
  StepTrial(Rng& rng, const TileMap& map, const MovementProfile& profile)
      : rng_(rng),
        profile_(profile),
        edited_(rng, map, profile),
        query_(edited_.world(), 0),
        before_(map, profile, edited_.profile().rules) {}

  std::string run(int goals, Tally& tally) {
    edited_.edit();
    query_.use(edited_.snapshot());
    const Oracle oracle(edited_.now(), profile_, edited_.profile().rules);
    const Tile from = random_tile(oracle);
    if (!oracle.passable(from)) return {};
    const std::vector<Cost> distances = oracle.distances_from(from);
    const std::vector<Cost> were = before_.distances_from(from);
    for (int i = 0; i < goals; ++i) {
      const Tile to = random_tile(oracle);
      if (!oracle.passable(to) || to == from) continue;
      ++tally.queries;
      const std::size_t place = oracle.index(to);
      tally.gained += distances[place] < were[place] ? 1 : 0;
      tally.lost += distances[place] > were[place] ? 1 : 0;
      const std::string fault = check(oracle, from, to, distances[place], tally);
      if (!fault.empty()) {
        return std::to_string(from.x) + "," + std::to_string(from.y) + " to " + std::to_string(to.x) + "," +
               std::to_string(to.y) + ": " + fault;
      }
    }
    return {};
  }

 private:
  Tile random_tile(const Oracle& oracle) {
    Tile tile{};
    for (int attempt = 0; attempt < 50; ++attempt) {
      tile = {rng_.below(edited_.map().width()), rng_.below(edited_.map().height())};
      if (oracle.passable(tile)) break;
    }
    return tile;
  }

  std::string check(const Oracle& oracle, Tile from, Tile to, Cost expected, Tally& tally) {
    const bool reached = expected != kInfiniteCost;
    const test::Found result = query_.find({.from = from, .to = to});
    count(edited_, result, tally);
    if (result.status != (reached ? Status::found : Status::unreachable)) return "the status is wrong";
    if (!result.optimal() || (reached && result.cost != expected)) return "the cost is wrong, or not proven";
    if (reached) {
      const test::Walk walk = test::walk(query_, result);
      if (!walk.fault.empty()) return walk.fault;
      if (walk.cost != expected || cost_of(oracle, walk.tiles) != expected) return "the legs do not add up";
      const std::string fault = measure_path(edited_.now(), profile_, walk.tiles).fault;
      if (!fault.empty()) return fault;
    }
    for (const Tier tier : kIndexTiers) {
      const std::string fault = forced_fault(query_.find({.from = from, .to = to, .tier = tier}),
                                             reached ? std::optional(expected) : std::nullopt, tally);
      const bool decided = result.why == Why::different_islands;
      if (!fault.empty() && !decided) return std::string(to_string(tier)) + ": " + fault;
    }
    return {};
  }

  Rng& rng_;
  const MovementProfile& profile_;
  EditedWorld edited_;
  test::Asker query_;
  Oracle before_;
};

/// All places of a small map where a straight path may turn, and what the segments between them cost.
class WeightedGraph {
 public:
  WeightedGraph(const BruteSight& sight, const BruteSegment& segments) : sight_(sight), segments_(segments) {
    for (std::int32_t y = 0; y <= sight.height(); ++y) {
      for (std::int32_t x = 0; x <= sight.width(); ++x) {
        if (sight.may_turn({x, y})) points_.push_back(to_point(Vertex{x, y}));
      }
    }
    for (const Point a : points_) costs_.push_back(from(a));
  }

  /// Costs of the segments from a place to all of them, kInfiniteCost if not clear.
  [[nodiscard]] std::vector<Cost> from(Point a) const {
    std::vector<Cost> costs;
    for (const Point b : points_) costs.push_back(sight_.clear(a, b) ? segments_.cost(a, b) : kInfiniteCost);
    return costs;
  }

  /// The least cost of a path that turns at these places.
  [[nodiscard]] Cost distance(Point a, Point b) const {
    std::vector<Cost> cost = from(a);
    const std::vector<Cost> last = from(b);
    std::vector<char> done(points_.size(), 0);
    Cost best = sight_.clear(a, b) ? segments_.cost(a, b) : kInfiniteCost;
    while (true) {
      std::size_t next = points_.size();
      for (std::size_t i = 0; i < points_.size(); ++i) {
        if (done[i] == 0 && cost[i] < best && (next == points_.size() || cost[i] < cost[next])) next = i;
      }
      if (next == points_.size()) return best;
      done[next] = 1;
      best = std::min(best, cost[next] + last[next]);
      for (std::size_t i = 0; i < points_.size(); ++i) cost[i] = std::min(cost[i], cost[next] + costs_[next][i]);
    }
  }

 private:
  const BruteSight& sight_;
  const BruteSegment& segments_;
  std::vector<Point> points_;
  std::vector<std::vector<Cost>> costs_;
};

/// Queries on one world at any angle.
class StraightTrial {
 public:
  StraightTrial(Rng& rng, const TileMap& map, const MovementProfile& profile)
      : rng_(rng),
        profile_(profile),
        contact_(test::contact_of(profile.footprint)),
        edited_(rng, map, profile),
        query_(edited_.world(), 0),
        before_(map, profile.footprint) {}

  /// Against all paths over the lattice, too, if told so: on prices that differ that is a bound from above.
  enum class Weighing { none, lattice };

  std::string run(int queries, Weighing weighing, Tally& tally) {
    edited_.edit();
    query_.use(edited_.snapshot());
    test::VisibilityGraph reference(edited_.now(), profile_.footprint);
    const Oracle oracle(edited_.now(), profile_, edited_.profile().rules);
    const BruteSegment segments(oracle, contact_, edited_.profile().sight->fraction_bits);
    std::optional<WeightedGraph> weighted;
    if (weighing == Weighing::lattice && edited_.has_cheaper()) weighted.emplace(reference.sight(), segments);
    for (int i = 0; i < queries; ++i) {
      const Point from = test::random_point(rng_, edited_.map(), profile_.footprint);
      const Point to = test::random_point(rng_, edited_.map(), profile_.footprint);
      const Point a = to_plane(contact_, from);
      const Point b = to_plane(contact_, to);
      if (!reference.sight().stands(a) || !reference.sight().stands(b) || a == b) continue;
      ++tally.queries;
      const auto least = reference.distance(a, b);
      const bool stood = before_.sight().stands(a) && before_.sight().stands(b);
      const auto was = stood ? before_.distance(a, b) : std::nullopt;
      tally.gained += least && (!was || *was > *least) ? 1 : 0;
      tally.lost += was && (!least || *least > *was) ? 1 : 0;
      const std::string fault = check(from, to, least, weighted ? weighted->distance(a, b) : kInfiniteCost, tally);
      if (!fault.empty()) {
        return std::to_string(from.x) + "," + std::to_string(from.y) + " to " + std::to_string(to.x) + "," +
               std::to_string(to.y) + ": " + fault;
      }
    }
    return {};
  }

 private:
  /// `length`: of the shortest path on the edited map; `bound`: what some path costs.
  std::string check(Point from, Point to, std::optional<Cost> length, Cost bound, Tally& tally) {
    const Cost price = edited_.profile().rules.least_cost;
    const test::Found result = query_.find_between({.from = from, .to = to});
    count(edited_, result, tally);
    if (result.status != (length ? Status::found : Status::unreachable)) return "the status is wrong";
    if (length) {
      const LineMeasure line = measure_line(edited_.now(), profile_, result.points);
      if (!line.legal()) return line.fault;
      const double cost = static_cast<double>(result.cost) * edited_.profile().tiles_per_unit();
      if (std::abs(line.cost - cost) > 1e-4) return "the cost is not that of the segments";
      if (result.optimal() != (result.tier >= Tier::waypoints)) return "proven by whom?";
    }
    if (edited_.has_one_price()) {
      if (!result.optimal()) return "not proven";
      tally.searched += result.tier == Tier::waypoints ? 1 : 0;
      const test::Found forced = query_.find_between({.from = from, .to = to, .tier = Tier::waypoints});
      if (forced.status != result.status || forced.cost != result.cost) return "the search answers otherwise";
    }
    if (result.tier >= Tier::waypoints && length) {
      // An answer that stands meets no other price, whatever else there is.
      if (result.cost != *length * price) return "the cost is wrong";
      const test::Found other = query_.find_between({.from = from, .to = to, .tier = Tier::regions});
      const Cost roundings = price * 64;
      if (result.cost > std::min(bound, other.cost) + roundings) return "there is a cheaper path";
    }
    for (const Tier tier : kIndexTiers) {
      const std::string fault = forced_fault(query_.find_between({.from = from, .to = to, .tier = tier}),
                                             length ? std::optional(*length * price) : std::nullopt, tally);
      const bool decided = result.why == Why::different_islands;
      if (!fault.empty() && !decided) return std::string(to_string(tier)) + ": " + fault;
    }
    return {};
  }

  Rng& rng_;
  const MovementProfile& profile_;
  Contact contact_;
  EditedWorld edited_;
  test::Asker query_;
  test::VisibilityGraph before_;
};

void require_enough(const Tally& tally) {
  CHECK(tally.by_index > tally.queries / 5);
  CHECK(tally.eased > tally.queries / 20);
  CHECK(tally.cheaper > tally.queries / 100);
  CHECK(tally.gained > tally.queries / 50);
  CHECK(tally.lost > tally.queries / 50);
  for (const Tier tier : kIndexTiers) CHECK(tally.forced.at(tier) > tally.queries / 6);
}

std::int32_t random_side(Rng& rng) {
  return rng.percent(30) ? 20 : (rng.percent(50) ? 45 : 100);
}

void run_steps(std::uint64_t seed, std::size_t queries) {
  Rng rng(seed);
  Tally tally;
  for (int world = 0; tally.queries < queries; ++world) {
    const TileMap drawn = test::small_uniform_map(rng, random_side(rng));
    const TileMap map = rng.percent(70) ? with_spare_terrains(rng, drawn) : drawn;
    const std::int32_t footprint = rng.percent(50) ? 1 : rng.between(1, std::min({3, map.width(), map.height()}));
    const MovementProfile profile =
        test::stepping_mover(footprint, rng.percent(30) ? Neighbours::four : Neighbours::eight);
    StepTrial trial(rng, map, profile);
    for (int round = 0; round < 12; ++round) {
      const std::string fault = trial.run(12, tally);
      CAPTURE(seed, world, round, footprint, fault);
      REQUIRE(fault == "");
    }
  }
  require_enough(tally);
}

void run_straight(std::uint64_t seed, std::size_t queries) {
  Rng rng(seed);
  Tally tally;
  for (int world = 0; tally.queries < queries; ++world) {
    const bool tiny = rng.percent(30);
    const TileMap drawn = test::small_uniform_map(rng, tiny ? 11 : (rng.percent(60) ? 20 : 60));
    const TileMap map = rng.percent(60) ? with_spare_terrains(rng, drawn) : drawn;
    const std::int32_t footprint = rng.between(0, std::min({3, map.width(), map.height()}));
    const MovementProfile profile = test::straight_mover(footprint);
    StraightTrial trial(rng, map, profile);
    for (int round = 0; round < 8; ++round) {
      const auto weighing = tiny ? StraightTrial::Weighing::lattice : StraightTrial::Weighing::none;
      const std::string fault = trial.run(12, weighing, tally);
      CAPTURE(seed, world, round, footprint, fault);
      REQUIRE(fault == "");
    }
  }
  require_enough(tally);
  CHECK(tally.searched > tally.queries / 20);
}

}  // namespace

TEST_CASE("what indexes still answer on overlays equals Dijkstra on the edited map: a few") {
  run_steps(103, 3'000);
}
TEST_CASE("what indexes still answer on overlays equals Dijkstra on the edited map", "[heavy]") {
  run_steps(101, 30'000);
}

TEST_CASE("what indexes still answer at any angle equals brute force on the edited map: a few") {
  run_straight(104, 300);
}
TEST_CASE("what indexes still answer at any angle equals brute force on the edited map", "[heavy]") {
  run_straight(102, 3'000);
}

TEST_CASE("a road beside the way is taken where it pays, and left to the indexes where it does not") {
  constexpr std::int32_t kSide = 60;
  constexpr std::int32_t kRoad = 40;
  const TileMap map = *TileMap::create(kSide, kSide, {{".", kCostScale}, {"#", 0}, {"road", kCostScale / 2}},
                                       std::vector<TerrainId>(std::size_t{kSide} * kSide, 0));
  for (const MovementProfile& profile : {MovementProfile{}, test::straight_mover(0), test::straight_mover(2)}) {
    const BuiltWorld built(map, profile, BuiltWorld::all_indexes());
    Overlay overlay(built.world());
    REQUIRE(overlay.set_terrain({{kRoad, 0}, {kRoad + 2, kSide}}, 2).has_value());
    test::Asker query(built.world(), 0);
    query.use(std::make_shared<const Overlay>(overlay));
    std::size_t standing = 0;
    std::size_t gained = 0;
    for (std::int32_t x = 0; x + profile.footprint < kSide; ++x) {
      const PathRequest request{.from = {x, 2}, .to = {x, kSide - 5}};
      PathRequest by_regions = request;
      by_regions.tier = Tier::regions;
      const Cost bound = query.find(by_regions).cost;
      const test::Found result = query.find(request);
      CAPTURE(profile.footprint, x);
      REQUIRE(result.status == Status::found);
      REQUIRE(result.cost <= bound);
      query.use(nullptr);
      const Cost before = query.find(request).cost;
      query.use(std::make_shared<const Overlay>(overlay));
      if (result.tier >= Tier::waypoints) REQUIRE(result.cost == before);
      standing += result.tier >= Tier::waypoints ? 1 : 0;
      gained += result.cost < before ? 1 : 0;
    }
    CHECK(standing >= 5);
    CHECK(gained >= 20);
  }
}

/// Two rooms joined by a door near one end; the terrains are '.' and '#'.
constexpr const char* kRooms = R"(
  .......................
  .a...................b.
  .......................
  ###.###################
  .......................
  .c...................d.
  .......................)";

TEST_CASE("edits beside a path leave it to the indexes, those on it or on a shortcut do not") {
  const TileMap map = test::ascii_map(kRooms);
  const BuiltWorld built(map, MovementProfile{}, BuiltWorld::all_indexes());
  test::Asker query(built.world(), 0);
  const auto ask = [&](char from, char to) {
    return query.find({.from = test::find(kRooms, from), .to = test::find(kRooms, to)});
  };
  const auto use = [&](const Rect& area, TerrainId terrain) {
    Overlay overlay(built.world());
    REQUIRE(overlay.set_terrain(area, terrain).has_value());
    query.use(std::make_shared<const Overlay>(overlay));
  };
  const Cost around = ask('a', 'c').cost;
  const Cost along = ask('a', 'b').cost;
  const Cost across = ask('b', 'd').cost;

  SECTION("a wall off the path") {
    use({{15, 0}, {17, 1}}, 1);
    CHECK(ask('a', 'c').tier == Tier::blocks);
    CHECK(ask('a', 'c').cost == around);
    CHECK(ask('a', 'b').tier == Tier::blocks);
  }
  SECTION("a wall on the path") {
    use({{15, 1}, {16, 2}}, 1);
    CHECK_FALSE(is_by_sight(ask('a', 'b').tier));
    CHECK(ask('a', 'b').cost > along);
    CHECK(ask('a', 'c').tier == Tier::blocks);
  }
  SECTION("another door") {
    use({{20, 3}, {21, 4}}, 0);
    CHECK(ask('a', 'c').tier == Tier::blocks);
    CHECK(ask('a', 'c').cost == around);
    CHECK_FALSE(is_by_sight(ask('b', 'd').tier));
    CHECK(ask('b', 'd').cost < across);
  }
  SECTION("the door is closed") {
    use({{3, 3}, {4, 4}}, 1);
    CHECK(ask('a', 'c').status == Status::unreachable);
    CHECK(ask('a', 'b').tier == Tier::blocks);
  }
  SECTION("a forced index gives its answer if that stands, and none otherwise") {
    use({{15, 1}, {16, 2}}, 1);
    for (const Tier tier : kIndexTiers) {
      const test::Found stands =
          query.find({.from = test::find(kRooms, 'a'), .to = test::find(kRooms, 'c'), .tier = tier});
      CHECK(stands.tier == tier);
      CHECK(stands.cost == around);
      CHECK(stands.optimal());
      const test::Found falls =
          query.find({.from = test::find(kRooms, 'a'), .to = test::find(kRooms, 'b'), .tier = tier});
      CHECK(falls.status == Status::undecided);
      CHECK(falls.why == Why::edited);
    }
  }
}

TEST_CASE("searches in vain count against the budget of a query on an overlay") {
  const TileMap map = test::ascii_map(kRooms);
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes = {IndexKind::ch};
  const BuiltWorld built(map, MovementProfile{}, options);
  test::Asker query(built.world(), 0);
  Overlay overlay(built.world());
  REQUIRE(overlay.set_terrain({{3, 3}, {4, 4}}, 1).has_value());
  REQUIRE(overlay.set_terrain({{12, 3}, {13, 4}}, 0).has_value());
  query.use(std::make_shared<const Overlay>(overlay));
  PathRequest request{.from = test::find(kRooms, 'a'), .to = test::find(kRooms, 'c')};
  const test::Found whole = query.find(request);
  REQUIRE(whole.status == Status::found);
  REQUIRE(whole.expansions.waypoints > 0);
  REQUIRE(whole.expansions.total() > whole.expansions.waypoints);
  for (request.max_expansions = 0; request.max_expansions < whole.expansions.total(); ++request.max_expansions) {
    const test::Found result = query.find(request);
    REQUIRE(result.status == Status::out_of_budget);
    REQUIRE(result.expansions.total() <= request.max_expansions);
  }
  REQUIRE(query.find(request).status == Status::found);
}

TEST_CASE("indexes asked on overlays do not allocate") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  Rng rng(105);
  std::uint64_t made = 0;
  Tally tally;
  for (const MovementProfile& profile : {test::stepping_mover(2), test::straight_mover(0), test::straight_mover(1)}) {
    for (int world = 0; world < 6; ++world) {
      EditedWorld edited(rng, with_spare_terrains(rng, test::small_uniform_map(rng, 80)), profile);
      test::Asker query(edited.world(), 0);
      for (int round = 0; round < 4; ++round) {
        edited.edit();
        query.use(edited.snapshot());
        for (int i = 0; i < 30; ++i) {
          const PathRequest request{.from = {rng.below(edited.map().width()), rng.below(edited.map().height())},
                                    .to = {rng.below(edited.map().width()), rng.below(edited.map().height())}};
          const test::AllocationCounter counter;
          const test::Found result = query.find(request);
          made += counter.count();
          count(edited, result, tally);
        }
      }
    }
  }
  CHECK(made == 0);
  CHECK(tally.by_index > 100);
}

TEST_CASE("indexes on overlays: a hundred thousand answers equal Dijkstra", "[long]") {
  run_steps(103, 100'000);
}

TEST_CASE("indexes on overlays at any angle: a hundred thousand answers equal brute force", "[long]") {
  run_straight(104, 100'000);
}

}  // namespace portolan
