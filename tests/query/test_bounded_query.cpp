// SPDX-License-Identifier: BSL-1.0
// Paths at any angle on terrain of four prices: never farther above the optimum than was asked for, against Dijkstra
// over many points on every side of the cells.
#include "portolan/grid/line_check.hpp"
#include "portolan/query/bounded_query.hpp"
#include "portolan/world/overlay.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/movers.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Oracle;
using test::Rng;

constexpr double kNone = std::numeric_limits<double>::infinity();

/// The least cost between tiles over `fine` points on every side of the cells and their ends, each piece within a cell
/// or along a side: plain Dijkstra in doubles. The cost of a legal path, hence not below the optimum.
class ManyPoints {
 public:
  ManyPoints(const Oracle& oracle, const MoveRules& rules, Tile size, std::int32_t footprint, int fine)
      : square_(footprint > 0),
        fine_(fine),
        width_(square_ ? 2 * (size.x - 1) : size.x),
        height_(square_ ? 2 * (size.y - 1) : size.y),
        columns_(width_ * fine + 1),
        rows_(height_ * fine + 1),
        unit_(static_cast<double>(rules.cost_unit) / kCostScale * (square_ ? 0.5 : 1) / fine) {
    const auto price = [&](std::int32_t x, std::int32_t y) { return static_cast<double>(oracle.price({x, y})); };
    for (std::int32_t y = 0; y < height_; ++y) {
      for (std::int32_t x = 0; x < width_; ++x) {
        if (!square_) {
          prices_.push_back(price(x, y));
          continue;
        }
        const bool open =
            price(x / 2, y / 2) * price(x / 2 + 1, y / 2) * price(x / 2, y / 2 + 1) * price(x / 2 + 1, y / 2 + 1) != 0;
        prices_.push_back(open ? price((x + 1) / 2, (y + 1) / 2) : 0);
      }
    }
    if (!square_) return;
    for (std::int32_t y = 0; y < size.y; ++y) {
      for (std::int32_t x = 0; x < size.x; ++x) {
        for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}}) {
          if (price(x, y) == 0 || price(x + dx, y + dy) == 0) continue;
          steps_.push_back({{2 * x, 2 * y}, {2 * x + dx, 2 * y + dy}, price(x, y)});
          steps_.push_back({{2 * x + dx, 2 * y + dy}, {2 * x + 2 * dx, 2 * y + 2 * dy}, price(x + dx, y + dy)});
        }
      }
    }
  }

  /// In tiles at price 1.
  [[nodiscard]] double distance(Tile from, Tile to) const {
    const Tile start = place(from);
    const Tile goal = place(to);
    std::vector<double> costs(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), kNone);
    std::priority_queue<std::pair<double, std::size_t>, std::vector<std::pair<double, std::size_t>>, std::greater<>>
        open;
    const auto relax = [&](Tile at, double cost) {
      double& known = costs[index(at)];
      if (cost >= known) return;
      known = cost;
      open.emplace(cost, index(at));
    };
    relax(start, 0);
    while (!open.empty()) {
      const double cost = open.top().first;
      const std::size_t node = open.top().second;
      open.pop();
      if (cost > costs[node]) continue;
      const Tile at{static_cast<std::int32_t>(node % static_cast<std::size_t>(columns_)),
                    static_cast<std::int32_t>(node / static_cast<std::size_t>(columns_))};
      if (at == goal) return cost;
      if (pinch(at)) continue;
      for (const Tile cell : cells_at(at)) {
        const double price = prices_[static_cast<std::size_t>(cell.y * width_ + cell.x)];
        if (price == 0) continue;
        const auto reach = [&](Tile other) {
          relax(other, cost + std::hypot(other.x - at.x, other.y - at.y) * price * unit_);
        };
        for (std::int32_t i = 0; i <= fine_; ++i) {
          reach({cell.x * fine_ + i, cell.y * fine_});
          reach({cell.x * fine_ + i, (cell.y + 1) * fine_});
          reach({cell.x * fine_, cell.y * fine_ + i});
          reach({(cell.x + 1) * fine_, cell.y * fine_ + i});
        }
        if (!square_ && cell == to) reach(goal);
      }
      for (const Step& step : steps_) {
        const Tile a{step.from.x * fine_, step.from.y * fine_};
        const Tile b{step.to.x * fine_, step.to.y * fine_};
        if (at == a) relax(b, cost + fine_ * step.price * unit_);
        if (at == b) relax(a, cost + fine_ * step.price * unit_);
      }
    }
    return kNone;
  }

 private:
  struct Step {
    Tile from;
    Tile to;
    double price;
  };

  [[nodiscard]] std::size_t index(Tile at) const {
    return static_cast<std::size_t>(at.y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(at.x);
  }
  [[nodiscard]] Tile place(Tile t) const {
    return square_ ? Tile{2 * t.x * fine_, 2 * t.y * fine_} : Tile{t.x * fine_ + fine_ / 2, t.y * fine_ + fine_ / 2};
  }
  [[nodiscard]] std::vector<Tile> cells_at(Tile at) const {
    std::vector<Tile> cells;
    for (std::int32_t y = (at.y - 1) / fine_; y <= at.y / fine_; ++y) {
      for (std::int32_t x = (at.x - 1) / fine_; x <= at.x / fine_; ++x) {
        if (x < width_ && y < height_ && (at.x > 0 || x == 0) && (at.y > 0 || y == 0)) cells.push_back({x, y});
      }
    }
    return cells;
  }
  [[nodiscard]] bool pinch(Tile at) const {
    if (square_ || at.x % fine_ != 0 || at.y % fine_ != 0) return false;
    const auto open = [&](std::int32_t x, std::int32_t y) {
      return x >= 0 && y >= 0 && x < width_ && y < height_ && prices_[static_cast<std::size_t>(y * width_ + x)] != 0;
    };
    const std::int32_t x = at.x / fine_;
    const std::int32_t y = at.y / fine_;
    return open(x - 1, y - 1) == open(x, y) && open(x, y - 1) == open(x - 1, y) && open(x, y) != open(x - 1, y);
  }

  bool square_;
  std::int32_t fine_;
  std::int32_t width_;
  std::int32_t height_;
  std::int32_t columns_;
  std::int32_t rows_;
  double unit_;
  std::vector<double> prices_;
  std::vector<Step> steps_;
};

/// A query with room for its answers.
class Bounded {
 public:
  explicit Bounded(const World& world, std::size_t profile = 0) : query_(world, profile), path_(query_.room()) {}

  void use(std::shared_ptr<const Overlay> overlay) { query_.use(std::move(overlay)); }
  [[nodiscard]] PathResult find(const BoundedRequest& request) { return query_.find(request, path_); }
  [[nodiscard]] std::span<const Point> points() const { return path_.points(); }
  [[nodiscard]] const ProfileView& profile() const { return query_.profile(); }

 private:
  BoundedQuery query_;
  Path path_;
};

/// Walls and four terrains: single tiles, or stripes and blocks.
TileMap four_prices(Rng& rng, std::int32_t most_side) {
  constexpr std::array<std::array<TerrainCost, 4>, 5> kPrices{{{10'000, 20'000, 30'000, 50'000},
                                                               {10'000, 12'000, 15'000, 20'000},
                                                               {10'000, 14'100, 14'200, 90'000},
                                                               {10'000, 40'000, 300'000, 2'000'000},
                                                               {7'000, 10'000, 10'001, 13'000}}};
  const auto& prices = rng.pick(kPrices);
  std::vector<Terrain> palette{{"wall", 0}};
  for (std::size_t i = 0; i < prices.size(); ++i)
    palette.push_back({std::string(1, static_cast<char>('a' + i)), prices[i]});
  const std::int32_t width = rng.between(2, most_side);
  const std::int32_t height = rng.between(2, most_side);
  std::vector<TerrainId> tiles(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 1);
  const std::int32_t walls = rng.pick(std::array{0, 10, 30});
  const bool in_blocks = rng.percent(50);
  for (TerrainId& tile : tiles) tile = static_cast<TerrainId>(rng.percent(walls) ? 0 : 1 + rng.below(4));
  for (int i = 0; in_blocks && i < 8; ++i) {
    const Tile min{rng.below(width), rng.below(height)};
    const Tile max{rng.between(min.x, width - 1), rng.between(min.y, height - 1)};
    const auto terrain = static_cast<TerrainId>(rng.percent(walls) ? 0 : 1 + rng.below(4));
    for (std::int32_t y = min.y; y <= max.y; ++y) {
      for (std::int32_t x = min.x; x <= max.x; ++x) tiles[static_cast<std::size_t>(y * width + x)] = terrain;
    }
  }
  return *TileMap::create(width, height, std::move(palette), std::move(tiles));
}

struct Tally {
  std::size_t found = 0;
  std::size_t unreachable = 0;
  std::size_t optimal = 0;
  std::size_t by_points = 0;  ///< cost less than the best path over corners
  double worst = 0;           ///< excess over the lower bound
};

/// What is wrong with an answer for a map; empty if nothing is.
std::string fault_of(const PathResult& path, std::span<const Point> points, const BoundedRequest& request,
                     const TileMap& map, const MovementProfile& profile, double tiles_per_unit, double reference) {
  if (reference == kNone) {
    return path.status == Status::unreachable && path.optimal() ? "" : "a path, where there is none";
  }
  if (path.status != Status::found) return "status " + std::string(to_string(path.status));
  if (points.front() != centre_of(request.from) || points.back() != centre_of(request.to)) return "wrong ends";
  const LineMeasure measure = measure_line(map, profile, points);
  if (!measure.legal()) return measure.fault;
  const double cost = static_cast<double>(path.cost) * tiles_per_unit;
  const double bound = static_cast<double>(path.lower_bound) * tiles_per_unit;
  // A segment is rounded up by a unit at most.
  const double rounding = tiles_per_unit * static_cast<double>(points.size()) + 1e-9 * cost;
  if (std::abs(measure.cost - cost) > rounding) return "the cost is not that of the segments";
  if (bound > reference + rounding) {
    return "lower bound " + std::to_string(bound) + " above " + std::to_string(reference);
  }
  if (path.lower_bound > path.cost) return "lower bound above the cost";
  if (cost > bound * (1 + request.excess) * (1 + 1e-12)) {
    return "cost " + std::to_string(cost) + " for a bound of " + std::to_string(bound);
  }
  return "";
}

constexpr std::array kExcesses{0.5, 0.1, 0.01};

void check(Rng& rng, Bounded& query, const TileMap& map, const MovementProfile& profile, int pairs, int fine,
           Tally& tally) {
  const ProfileView& view = query.profile();
  const Oracle oracle(map, profile, view.rules);
  const ManyPoints reference(oracle, view.rules, {map.width(), map.height()}, profile.footprint, fine);
  for (int i = 0; i < pairs; ++i) {
    const Tile from{rng.below(map.width()), rng.below(map.height())};
    const Tile to{rng.below(map.width()), rng.below(map.height())};
    if (!oracle.passable(from) || !oracle.passable(to)) {
      REQUIRE(query.find({.from = from, .to = to}).status ==
              (oracle.passable(from) ? Status::bad_goal : Status::bad_start));
      continue;
    }
    const double best = reference.distance(from, to);
    (best == kNone ? tally.unreachable : tally.found) += 1;
    for (const double excess : kExcesses) {
      const BoundedRequest request{.from = from, .to = to, .excess = excess};
      CAPTURE(from.x, from.y, to.x, to.y, excess);
      const PathResult path = query.find(request);
      REQUIRE(fault_of(path, query.points(), request, map, profile, view.tiles_per_unit(), best) == "");
      if (path.status != Status::found || path.cost == 0) continue;
      tally.optimal += path.optimal() ? 1 : 0;
      tally.worst = std::max(tally.worst, static_cast<double>(path.cost) / static_cast<double>(path.lower_bound) - 1);
    }
  }
}

/// Maps as the file has them, and after each of a few edits.
Tally check_worlds(std::uint64_t seed, int worlds, int pairs, int rounds, std::int32_t most_side, int fine) {
  Rng rng(seed);
  Tally tally;
  for (int world = 0; world < worlds; ++world) {
    const TileMap map = four_prices(rng, most_side);
    const std::int32_t footprint =
        std::min({rng.percent(60) ? 0 : rng.between(1, 2), map.width() - 1, map.height() - 1});
    CAPTURE(world, footprint, map.width(), map.height());
    const MovementProfile profile = test::straight_mover(footprint);
    const BuiltWorld built(map, profile);
    Bounded query(built.world());
    check(rng, query, map, profile, pairs, fine, tally);
    Overlay overlay(built.world());
    std::vector<TerrainId> tiles(map.tiles().begin(), map.tiles().end());
    for (int round = 0; round < rounds; ++round) {
      const Tile at{rng.below(map.width()), rng.below(map.height())};
      const Tile beyond{rng.between(at.x + 1, std::min(at.x + 2, map.width())),
                        rng.between(at.y + 1, std::min(at.y + 2, map.height()))};
      const auto terrain = static_cast<TerrainId>(rng.below(5));
      REQUIRE(overlay.set_terrain({at, beyond}, terrain).has_value());
      for (std::int32_t y = at.y; y < beyond.y; ++y) {
        for (std::int32_t x = at.x; x < beyond.x; ++x) tiles[static_cast<std::size_t>(y * map.width() + x)] = terrain;
      }
      query.use(std::make_shared<const Overlay>(overlay));
      const auto edited =
          TileMap::create(map.width(), map.height(), {map.palette().begin(), map.palette().end()}, tiles);
      CAPTURE(round);
      check(rng, query, *edited, profile, pairs, fine, tally);
    }
  }
  return tally;
}

}  // namespace

TEST_CASE("paths on four prices cost no more above the optimum than was asked for, on overlays too") {
  const Tally tally = check_worlds(191, 400, 3, 1, 7, 16);
  INFO(tally.found << " found, " << tally.unreachable << " unreachable, worst " << tally.worst << ", optimal "
                   << tally.optimal);
  REQUIRE(tally.found > 1000);
  REQUIRE(tally.unreachable > 20);
  REQUIRE(tally.worst > 0.1);
}

TEST_CASE("bounds of paths on four prices hold against 64 points a side") {
  const Tally tally = check_worlds(192, 60, 2, 1, 6, 64);
  REQUIRE(tally.found > 100);
}

TEST_CASE("a bounded path needs what it says it did, and the same is found again") {
  Rng rng(195);
  std::size_t spent = 0;
  for (int world = 0; world < 20; ++world) {
    const TileMap map = four_prices(rng, 40);
    const BuiltWorld built(map, test::straight_mover(rng.between(0, 1)));
    Bounded query(built.world());
    Bounded fresh(built.world());
    for (int i = 0; i < 10; ++i) {
      const auto from = test::random_passable(rng, query.profile().grid);
      const auto to = test::random_passable(rng, query.profile().grid);
      if (!from || !to) continue;
      BoundedRequest request{.from = *from, .to = *to, .excess = 0.02};
      const PathResult path = query.find(request);
      const std::vector<Point> points(query.points().begin(), query.points().end());
      request.max_expansions = path.work;
      const PathResult again = fresh.find(request);
      REQUIRE((again.status == path.status && again.cost == path.cost && again.lower_bound == path.lower_bound));
      REQUIRE(std::equal(points.begin(), points.end(), fresh.points().begin(), fresh.points().end()));
      if (path.work == 0) continue;
      request.max_expansions = path.work - 1;
      const PathResult less = query.find(request);
      // The last node may be one that tells that nothing is left.
      if (less.status == path.status) continue;
      REQUIRE((less.status == Status::out_of_budget && less.why == Why::budget_spent && query.points().empty()));
      REQUIRE(less.work <= request.max_expansions);
      ++spent;
    }
  }
  REQUIRE(spent > 50);
}

TEST_CASE("a bounded path over one price in sight is proven to be the best, without points") {
  const TileMap map = test::ascii_map("........\n........\n........\n");
  const BuiltWorld built(map, test::straight_mover(0));
  Bounded query(built.world());
  const PathResult path = query.find({.from = {0, 0}, .to = {7, 2}});
  REQUIRE(path.status == Status::found);
  REQUIRE(path.optimal());
  REQUIRE(query.points().size() == 2);
  REQUIRE(path.length == Approx(std::hypot(7, 2)));
}

TEST_CASE("a bounded path moves ends as asked, and bends towards cheap ground") {
  const TileMap map =
      *TileMap::create(9, 3, {{"wall", 0}, {"mud", 30'000}, {"road", 10'000}},
                       {0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2});
  const BuiltWorld built(map, test::straight_mover(0));
  Bounded query(built.world());
  const PathResult path = query.find({.from = {0, 1}, .to = {8, 1}});
  REQUIRE(path.status == Status::found);
  // Down to the road at Snell's angle, of sine 1/3, along its border and up again.
  const double slant = 0.5 / std::sqrt(8.0 / 9);
  const double best = 2 * slant * 3 + 8 - 2 * slant / 3;
  REQUIRE(path.length >= best - 1e-3);
  REQUIRE(path.length <= best * 1.01);
  REQUIRE(query.find({.from = {0, 0}, .to = {8, 1}}).status == Status::bad_start);
  const PathResult moved = query.find({.from = {0, 0}, .to = {8, 1}, .ends = EndRule::nearest});
  REQUIRE((moved.status == Status::found && moved.why == Why::moved_end));
  const PathResult same = query.find({.from = {4, 1}, .to = {4, 1}});
  REQUIRE((same.status == Status::found && same.optimal() && query.points().size() == 1));
}

TEST_CASE("bounded paths refuse an excess that they cannot keep, and movers on the grid") {
  const TileMap map = test::ascii_map("...\n...\n");
  const std::array profiles{test::straight_mover(0), MovementProfile{.name = "grid"}};
  const BuiltWorld built(map, profiles);
  Bounded query(built.world());
  for (const double excess : {0.0, -1.0, 0.0019, std::nan("")}) {
    REQUIRE(query.find({.from = {0, 0}, .to = {2, 1}, .excess = excess}).status == Status::bad_request);
  }
  REQUIRE(query.find({.from = {0, 0}, .to = {2, 1}, .excess = kLeastExcess}).status == Status::found);
  REQUIRE(query.find({.from = {0, 0}, .to = {2, 1}, .excess = kNone}).status == Status::found);
  Bounded on_grid(built.world(), 1);
  const PathResult refused = on_grid.find({.from = {0, 0}, .to = {2, 1}});
  REQUIRE((refused.status == Status::undecided && refused.why == Why::tier_missing));
}

TEST_CASE("bounded paths are refused where maps have moves, which no straight line pays") {
  TileMap map = test::ascii_map("...\n...\n");
  REQUIRE(map.set_moves({{{0, 0}, {1, 0}, 5'000, LinkDirection::both}}).has_value());
  const BuiltWorld built(map, test::straight_mover(0));
  Bounded query(built.world());
  const PathResult refused = query.find({.from = {0, 0}, .to = {2, 1}});
  REQUIRE((refused.status == Status::undecided && refused.why == Why::tier_missing));
}

TEST_CASE("a bounded path of very many pieces keeps to its excess, or is refused") {
  // A maze whose one way takes 33 thousand tiles, priced so that every piece is rounded down.
  constexpr std::int32_t kSide = 256;
  std::vector<TerrainId> tiles;
  for (std::int32_t y = 0; y < kSide; ++y) {
    for (std::int32_t x = 0; x < kSide; ++x) {
      const bool gap = x == (y % 4 == 1 ? kSide - 1 : 0);
      tiles.push_back(y % 2 == 0 || gap ? 1 : 0);
    }
  }
  tiles.back() = 2;
  const TileMap map =
      *TileMap::create(kSide, kSide, {{"wall", 0}, {"floor", 10'003}, {"tree", 10'000}}, std::move(tiles));
  const BuiltWorld built(map, test::straight_mover(0));
  Bounded query(built.world());
  for (const double excess : {0.0026, 0.0035, 0.01}) {
    const PathResult path = query.find({.from = {0, 0}, .to = {kSide - 2, kSide - 2}, .excess = excess});
    REQUIRE(path.status == Status::found);
    REQUIRE(static_cast<double>(path.cost) <= (1 + excess) * static_cast<double>(path.lower_bound));
  }
}

TEST_CASE("a bounded path over prices too far apart is refused, and the next question answered") {
  const TileMap map = *TileMap::create(6, 3, {{"wall", 0}, {"bog", 4'000'000}, {"mire", 3'995'000}, {"ice", 1}},
                                       {1, 2, 1, 2, 1, 2, 0, 0, 0, 0, 0, 0, 3, 3, 3, 3, 3, 3});
  const BuiltWorld built(map, test::straight_mover(0));
  Bounded query(built.world());
  const PathResult refused = query.find({.from = {5, 0}, .to = {0, 0}});
  REQUIRE((refused.status == Status::out_of_budget && refused.why == Why::no_room && query.points().empty()));
  REQUIRE(query.find({.from = {0, 2}, .to = {5, 2}}).status == Status::found);
}

TEST_CASE("bounded paths allocate nothing") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: no allocation counter under sanitizers");
    return;
  }
  Rng rng(196);
  for (const std::int32_t footprint : {0, 1}) {
    const TileMap map = four_prices(rng, 60);
    const BuiltWorld built(map, test::straight_mover(footprint));
    Bounded query(built.world());
    const test::AllocationCounter counter;
    std::uint64_t work = 0;
    for (const double excess : kExcesses) {
      for (std::int32_t y = 0; y < map.height(); ++y) {
        work += query.find({.from = {0, y}, .to = {map.width() - 1, map.height() - 1 - y}, .excess = excess}).work;
      }
    }
    const std::uint64_t allocations = counter.count();
    REQUIRE(allocations == 0);
    REQUIRE(work > 0);
  }
}

TEST_CASE("a hundred thousand paths on four prices keep to their bounds", "[long]") {
  Tally tally = check_worlds(193, 10'000, 3, 2, 8, 16);
  REQUIRE(tally.found > 50'000);
  tally = check_worlds(194, 2'500, 3, 2, 9, 32);
  REQUIRE(tally.found > 12'000);
}

}  // namespace portolan
