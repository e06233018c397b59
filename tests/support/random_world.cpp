// SPDX-License-Identifier: BSL-1.0
#include "support/random_world.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace portolan::test {
namespace {

/// Which tiles are blocked; writes outside are ignored, reads outside are blocked.
class Plan {
 public:
  Plan(std::int32_t w, std::int32_t h, bool blocked)
      : width(w), height(h), cells_(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), blocked ? 1 : 0) {}
  [[nodiscard]] bool blocked(std::int32_t x, std::int32_t y) const { return !inside(x, y) || cells_[at(x, y)] != 0; }
  void set(std::int32_t x, std::int32_t y, bool blocked) {
    if (inside(x, y)) cells_[at(x, y)] = blocked ? 1 : 0;
  }
  void fill(const Rect& area, bool blocked) {
    for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
      for (std::int32_t x = area.min.x; x < area.max.x; ++x) set(x, y, blocked);
    }
  }
  template <class Rule>  // bool rule(x, y)
  void set_all(Rule&& rule) {
    for (std::int32_t y = 0; y < height; ++y) {
      for (std::int32_t x = 0; x < width; ++x) set(x, y, rule(x, y));
    }
  }

  std::int32_t width;
  std::int32_t height;

 private:
  [[nodiscard]] bool inside(std::int32_t x, std::int32_t y) const {
    return x >= 0 && y >= 0 && x < width && y < height;
  }
  [[nodiscard]] std::size_t at(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
  std::vector<std::uint8_t> cells_;
};

void scatter(Rng& rng, Plan& plan) {
  const std::int32_t density = rng.between(0, 60);
  plan.set_all([&](auto, auto) { return rng.percent(density); });
}

void caves(Rng& rng, Plan& plan) {
  const std::int32_t density = rng.between(38, 48);
  plan.set_all([&](auto, auto) { return rng.percent(density); });
  for (int round = rng.between(1, 4); round > 0; --round) {
    const Plan before = plan;
    plan.set_all([&](std::int32_t x, std::int32_t y) {
      int walls = 0;
      for (std::int32_t dy = -1; dy <= 1; ++dy) {
        for (std::int32_t dx = -1; dx <= 1; ++dx) walls += before.blocked(x + dx, y + dy) ? 1 : 0;
      }
      return walls >= 5;
    });
  }
}

void combs(Rng& rng, Plan& plan) {
  const bool upright = rng.percent(50);
  const bool snake = rng.percent(50);
  const std::int32_t pitch = rng.between(2, 3);
  const std::int32_t last = (upright ? plan.height : plan.width) - 1;
  plan.set_all([&](std::int32_t x, std::int32_t y) {
    const std::int32_t across = upright ? x : y;
    const std::int32_t along = upright ? y : x;
    if (across % pitch != pitch - 1) return false;
    return along != (snake && across / pitch % 2 == 1 ? last : 0);
  });
}

void checkerboard(Rng& rng, Plan& plan) {
  const std::int32_t faults = rng.between(0, 15);
  const std::int32_t phase = rng.below(2);
  plan.set_all([&](std::int32_t x, std::int32_t y) { return ((x + y) % 2 == phase) != rng.percent(faults); });
}

void maze(Rng& rng, Plan& plan) {
  const std::int32_t wide = rng.between(1, 3);
  const std::int32_t pitch = wide + 1;
  plan = Plan(plan.width, plan.height, true);
  const std::int32_t columns = plan.width / pitch + 1;
  const std::int32_t rows = plan.height / pitch + 1;
  const auto open_cells = [&](Tile a, Tile b) {  // neighbours, and the wall between them
    plan.fill({{std::min(a.x, b.x) * pitch, std::min(a.y, b.y) * pitch},
               {std::max(a.x, b.x) * pitch + wide, std::max(a.y, b.y) * pitch + wide}},
              false);
  };
  std::vector<bool> seen(static_cast<std::size_t>(columns * rows), false);
  constexpr std::array<Tile, 4> kWays{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  std::vector<Tile> trail{{0, 0}};
  seen[0] = true;
  open_cells({0, 0}, {0, 0});
  while (!trail.empty()) {
    const Tile here = trail.back();
    std::vector<Tile> next;
    for (const Tile way : kWays) {
      const Tile to{here.x + way.x, here.y + way.y};
      if (to.x < 0 || to.y < 0 || to.x >= columns || to.y >= rows) continue;
      if (!seen[static_cast<std::size_t>(to.y * columns + to.x)] || rng.percent(1)) next.push_back(to);
    }
    if (next.empty()) {
      trail.pop_back();
      continue;
    }
    const Tile to = next[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(next.size())))];
    open_cells(here, to);
    const auto cell = static_cast<std::size_t>(to.y * columns + to.x);
    if (!seen[cell]) trail.push_back(to);
    seen[cell] = true;
  }
}

void rooms(Rng& rng, Plan& plan) {
  const std::int32_t pitch = rng.between(3, 12);
  const std::int32_t door = rng.percent(70) ? 1 : rng.between(2, 3);
  plan.set_all([&](std::int32_t x, std::int32_t y) { return x % pitch == 0 || y % pitch == 0; });
  for (std::int32_t y = 0; y < plan.height; y += pitch) {
    for (std::int32_t x = 0; x < plan.width; x += pitch) {
      if (rng.percent(85)) {
        const std::int32_t dx = rng.between(1, pitch - 1);
        plan.fill({{x + dx, y}, {std::min(x + dx + door, x + pitch), y + 1}}, false);
      }
      if (rng.percent(85)) {
        const std::int32_t dy = rng.between(1, pitch - 1);
        plan.fill({{x, y + dy}, {x + 1, std::min(y + dy + door, y + pitch)}}, false);
      }
    }
  }
}

void open_ground(Rng& rng, Plan& plan) {
  for (int blocks = rng.between(0, 8); blocks > 0; --blocks) {
    const Tile corner{rng.below(plan.width), rng.below(plan.height)};
    plan.fill({corner, {corner.x + rng.between(1, 15), corner.y + rng.between(1, 15)}}, true);
  }
}

void pinches(Rng& rng, Plan& plan) {
  const std::int32_t rows = rng.between(2, 7);
  const std::int32_t gap = rng.between(2, 5);
  plan.set_all([&](std::int32_t x, std::int32_t y) { return y % rows == rows - 1 && (x + y) % gap != 0; });
  for (int lines = rng.between(0, 6); lines > 0; --lines) {
    const Tile from{rng.below(plan.width), rng.below(plan.height)};
    const std::int32_t slope = rng.percent(50) ? 1 : -1;
    for (std::int32_t i = rng.between(2, 40); i > 0; --i) plan.set(from.x + i, from.y + slope * i, true);
  }
}

Plan plan_of(Rng& rng, Character character, std::int32_t width, std::int32_t height) {
  Plan plan(width, height, false);
  switch (character) {
    case Character::scatter:
      scatter(rng, plan);
      break;
    case Character::caves:
      caves(rng, plan);
      break;
    case Character::combs:
      combs(rng, plan);
      break;
    case Character::checkerboard:
      checkerboard(rng, plan);
      break;
    case Character::maze:
      maze(rng, plan);
      break;
    case Character::rooms:
      rooms(rng, plan);
      break;
    case Character::open:
      open_ground(rng, plan);
      break;
    case Character::pinches:
      pinches(rng, plan);
      break;
  }
  return plan;
}

std::int32_t random_side(Rng& rng, std::int32_t max) {
  constexpr std::array<std::int32_t, 20> kTelling{1,  2,  5,  31, 32, 33, 34, 63, 64,  65,
                                                  66, 67, 95, 96, 97, 98, 99, 99, 100, 100};
  const std::int32_t side = rng.percent(65) ? rng.pick(kTelling) : rng.between(1, max);
  return side <= max ? side : rng.between(1, max);
}

TerrainCost random_cost(Rng& rng, Weights weights) {
  switch (weights) {
    case Weights::uniform:
      return kCostScale;
    case Weights::small:
      return static_cast<TerrainCost>(rng.between(1, 9)) * kCostScale;
    case Weights::large:
      return static_cast<TerrainCost>(rng.between(46, 233)) * kCostScale;
    case Weights::decimals: {
      constexpr std::array<std::int32_t, 4> kGrain{1, 10, 100, 1000};
      const std::int32_t grain = rng.pick(kGrain);
      return static_cast<TerrainCost>(rng.between(1, 200'000 / grain) * grain);
    }
  }
  return kCostScale;
}

std::vector<Terrain> random_palette(Rng& rng, Weights weights) {
  std::vector<Terrain> palette{{"wall", 0}};
  const std::int32_t terrains = weights == Weights::uniform ? 1 : rng.between(2, 9);
  for (std::int32_t i = 1; i <= terrains; ++i) {
    palette.push_back({std::to_string(i), random_cost(rng, weights)});
  }
  return palette;
}

}  // namespace

TileMap random_map(Rng& rng, const RandomMapOptions& options) {
  const auto character = options.character ? *options.character : rng.pick(kCharacters);
  const auto weights = options.weights ? *options.weights : rng.pick(kWeights);
  const std::int32_t width = options.width ? *options.width : random_side(rng, options.max_side);
  const std::int32_t height = options.height ? *options.height : random_side(rng, options.max_side);
  const Plan plan = plan_of(rng, character, width, height);
  auto palette = random_palette(rng, weights);

  // Terrain comes in square patches with some specks, so that both long detours and single steps around it pay.
  const auto random_ground = [&] {
    return static_cast<TerrainId>(rng.between(1, static_cast<std::int32_t>(palette.size()) - 1));
  };
  constexpr std::array<std::int32_t, 4> kPatches{1, 3, 8, 20};
  const std::int32_t patch = rng.pick(kPatches);
  const std::int32_t specks = rng.between(0, 20);
  const std::int32_t columns = width / patch + 1;
  std::vector<TerrainId> patches(static_cast<std::size_t>(columns) * static_cast<std::size_t>(height / patch + 1));
  for (TerrainId& id : patches) id = random_ground();
  std::vector<TerrainId> tiles;
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) {
      const TerrainId ground =
          rng.percent(specks) ? random_ground() : patches[static_cast<std::size_t>(y / patch * columns + x / patch)];
      tiles.push_back(plan.blocked(x, y) ? TerrainId{0} : ground);
    }
  }
  auto map = TileMap::create(width, height, std::move(palette), std::move(tiles));
  if (!map) throw std::logic_error(map.error().message);
  return std::move(map).value();
}

TileMap random_floors(Rng& rng, Weights weights, std::int32_t max_side) {
  if (rng.percent(80)) return random_map(rng, {.weights = weights, .max_side = max_side});
  std::vector<TileMap> floors;
  const std::int32_t width = rng.between(1, max_side);
  const std::int32_t height = rng.between(1, max_side / 3);
  for (std::int32_t i = rng.between(2, 4); i > 0; --i) {
    floors.push_back(random_map(rng, {.weights = Weights::uniform, .width = width, .height = height}));
  }
  return TileMap::stack(floors).value();
}

TileMap small_uniform_map(Rng& rng, std::int32_t max_side) {
  RandomMapOptions options;
  options.weights = Weights::uniform;
  options.width = rng.between(rng.percent(10) ? 1 : 4, max_side);
  options.height = rng.between(rng.percent(10) ? 1 : 4, max_side);
  options.character = rng.pick(kCharacters);
  return random_map(rng, options);
}

std::vector<Link> random_links(Rng& rng, const TileMap& map, std::int32_t most) {
  std::vector<Link> links;
  const FloorStack& floors = map.floors();
  const auto tile = [&] {
    Tile t{};
    for (int attempt = 0; attempt < 20; ++attempt) {
      t = floors.tile(rng.below(floors.count), {rng.below(map.width()), rng.below(floors.height)});
      if (map.palette()[map.terrain(t)].default_cost != 0) break;
    }
    return t;
  };
  for (std::int32_t count = rng.between(1, most); count != 0; --count) {
    Link link{.from = tile(), .to = tile(), .cost = static_cast<std::uint64_t>(rng.between(0, 400'000))};
    if (rng.percent(10)) link.cost = 0;
    if (rng.percent(20)) link.to = {link.from.x + rng.between(-2, 2), link.from.y + rng.between(-2, 2)};
    if (!links.empty() && rng.percent(30)) link.from = links.back().to;
    if (rng.percent(40)) link.direction = LinkDirection::one_way;
    if (link_fault(link, map.width(), floors).empty()) links.push_back(std::move(link));
  }
  return links;
}

std::vector<Move> random_moves(Rng& rng, const TileMap& map, std::int32_t most) {
  std::vector<Move> moves;
  const FloorStack& floors = map.floors();
  const std::array<std::uint64_t, 5> costs{5'000, 10'000, 12'345, static_cast<std::uint64_t>(rng.below(200'000)),
                                           1'000'000};
  const std::int32_t count = rng.below(most + 1);
  for (std::int32_t i = 0; i < count; ++i) {
    // A run of edges between columns, or between rows.
    const bool upright = rng.percent(50);
    Tile at{rng.below(map.width()), rng.below(map.height())};
    if (rng.percent(30)) (upright ? at.x : at.y) &= ~31;
    const std::int32_t length = rng.percent(20) ? 1 : rng.between(1, rng.percent(20) ? 120 : 12);
    const std::uint64_t cost = rng.percent(45) ? kBlockedMove : (rng.percent(5) ? 0 : rng.pick(costs));
    const bool both = rng.percent(50);
    const bool turned = rng.percent(50);
    for (std::int32_t step = 0; step < length; ++step) {
      const Tile a = upright ? Tile{at.x, at.y + step} : Tile{at.x + step, at.y};
      const Tile b = upright ? Tile{a.x + 1, a.y} : Tile{a.x, a.y + 1};
      Move move{turned ? b : a, turned ? a : b, cost, both ? LinkDirection::both : LinkDirection::one_way};
      if (rng.percent(4)) continue;
      if (move_fault(move, map.width(), floors).empty()) moves.push_back(move);
    }
  }
  return moves;
}

std::optional<StepCosts> random_steps(Rng& rng) {
  constexpr std::array<StepCosts, 7> kKnown{{{1, 1}, {10, 14}, {2, 3}, {5, 7}, {3, 4}, {1, 2}, {1000, 1414}}};
  if (rng.percent(40)) return std::nullopt;
  if (rng.percent(70)) return rng.pick(kKnown);
  const std::int32_t straight = rng.between(1, rng.percent(50) ? 10 : 10'000);
  return StepCosts{static_cast<std::uint32_t>(straight),
                   static_cast<std::uint32_t>(rng.between(straight, 2 * straight))};
}

MovementProfile random_profile(Rng& rng, std::span<const Terrain> palette) {
  constexpr std::array kCorners{CornerRule::never_cut, CornerRule::cut_one, CornerRule::cut_both};
  constexpr std::array<std::int32_t, 6> kFootprints{1, 1, 1, 1, 2, 3};
  MovementProfile profile;
  profile.name = "random";
  profile.neighbours = rng.percent(25) ? Neighbours::four : Neighbours::eight;
  profile.corners = rng.pick(kCorners);
  profile.footprint = rng.pick(kFootprints);
  // From a copy, so that what is drawn after is the same for any steps.
  Rng aside = rng;
  if (profile.neighbours == Neighbours::eight) profile.steps = random_steps(aside);
  if (rng.percent(60)) return profile;
  const Weights weights = rng.pick(kWeights);
  for (const Terrain& terrain : palette) {
    if (terrain.default_cost == 0) continue;  // unlisted: impassable
    const bool closed = palette.size() > 2 && rng.percent(10);
    profile.prices.push_back({terrain.name, closed ? 0 : random_cost(rng, weights)});
  }
  return profile;
}

Point random_point(Rng& rng, const TileMap& map, std::int32_t footprint) {
  if (footprint != 0 || rng.percent(40)) return centre_of({rng.below(map.width()), rng.below(map.height())});
  if (rng.percent(40)) return to_point({rng.between(0, map.width()), rng.between(0, map.height())});
  return {rng.between(0, map.width() * kSubUnits), rng.between(0, map.height() * kSubUnits)};
}

Tile random_tile(Rng& rng, const Oracle& oracle) {
  Tile tile{};
  for (int attempt = 0; attempt < 100; ++attempt) {
    tile = {rng.below(oracle.bounds().max.x), rng.below(oracle.bounds().max.y)};
    if (oracle.passable(tile)) break;
  }
  return tile;
}

std::optional<Tile> random_passable(Rng& rng, const GridView& grid) {
  std::vector<Tile> passable;
  for (std::int32_t y = 0; y < grid.height; ++y) {
    for (std::int32_t x = 0; x < grid.width; ++x) {
      if (grid.cost({x, y}) != 0) passable.push_back({x, y});
    }
  }
  if (passable.empty()) return std::nullopt;
  return passable[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(passable.size())))];
}

}  // namespace portolan::test
