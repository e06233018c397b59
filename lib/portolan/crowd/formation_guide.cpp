// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/formation_guide.hpp"

#include "portolan/crowd/slot_claims.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace portolan {
namespace {

/// How far before and behind a tile its heading is taken from.
constexpr std::size_t kHeadingReach = 4;
/// Slots beyond the shape's width that a rank may move aside for.
constexpr std::int32_t kSpare = 2;
/// The strip across the way that is looked at reaches so many tiles before and behind.
constexpr std::int32_t kStrip = 2;
/// Steps more than in a straight line.
constexpr std::uint32_t kDetour = 2;

bool walks(const World& world, std::size_t profile) {
  return profile < world.profiles().size() && world.profiles()[profile].rules.metric == Metric::grid &&
         world.profiles()[profile].grid.edges == nullptr && !world.profiles()[profile].kinematics;
}

const World& checked(const World& world, std::size_t profile, const FormationGuideOptions& options) {
  const auto fits = [](std::uint32_t number) { return number >= 1 && number <= 65'535; };
  if (!walks(world, profile) || (options.wide_profile && !walks(world, *options.wide_profile)) ||
      !fits(options.most_detour.numerator) || !fits(options.most_detour.denominator)) {
    throw std::invalid_argument(
        "a guide of formations needs profiles of the grid metric without headings, on a map without moves");
  }
  return world;
}

/// The steps that a mover takes from tile to tile where nothing is in its way.
std::uint32_t steps_between(const GridView& grid, Tile a, Tile b) noexcept {
  const auto dx = static_cast<std::uint32_t>(std::abs(a.x - b.x));
  const auto dy = static_cast<std::uint32_t>(std::abs(a.y - b.y));
  return grid.rules->neighbours == Neighbours::four ? dx + dy : std::max(dx, dy);
}

/// The heading nearest to a direction; one that was is kept up to 30 degrees off.
Heading heading_of(Tile direction, Heading before) noexcept {
  if (direction == Tile{}) return before;
  const Tile ahead = unit_step(before);
  const std::int64_t along = dot(direction, ahead);
  const std::int64_t across = std::abs(std::int64_t{direction.x} * ahead.y - std::int64_t{direction.y} * ahead.x);
  if (along > 0 && across * 1000 <= along * 577) return before;
  const std::int64_t dx = std::abs(direction.x);
  const std::int64_t dy = std::abs(direction.y);
  // Within 22.5 degrees of an axis: tan is 0.414.
  const Tile step{dx * 1000 <= dy * 414 ? 0 : sign(direction.x), dy * 1000 <= dx * 414 ? 0 : sign(direction.y)};
  for (int i = 0; i < kHeadings; ++i) {
    if (unit_step(static_cast<Heading>(i)) == step) return static_cast<Heading>(i);
  }
  return before;
}

}  // namespace

FormationGuide::FormationGuide(const World& world, std::size_t profile, const FormationGuideOptions& options)
    : snapshot_(checked(world, profile, options), profile),
      options_(options),
      narrow_(std::make_unique<Finder>(world, profile)) {
  if (!options.wide_profile) return;
  wide_ = std::make_unique<Finder>(world, *options.wide_profile);
  wide_footprint_ = world.profiles()[*options.wide_profile].rules.footprint;
}

void FormationGuide::use(std::shared_ptr<const Overlay> overlay) {
  const auto use_on_all = [this](const std::shared_ptr<const Overlay>& one) {
    snapshot_.use(one);
    for (Finder* const finder : {narrow_.get(), wide_.get()}) {
      if (finder == nullptr) continue;
      finder->query.use(one);
      finder->walker.use(one);
    }
  };
  try {
    use_on_all(overlay);
    for (Finder* const finder : {narrow_.get(), wide_.get()}) {
      if (finder != nullptr) finder->path = Path(finder->query.room());
    }
  } catch (...) {
    use_on_all(nullptr);
    throw;
  }
}

Cost FormationGuide::step(Tile from, Tile to) const noexcept {
  const GridView& grid = snapshot_.grid();
  if (!grid.passable(from) || !grid.passable(to)) return kInfiniteCost;
  Cost least = kInfiniteCost;
  if (std::max(std::abs(from.x - to.x), std::abs(from.y - to.y)) == 1) least = step_cost(grid, from, to);
  snapshot_.links().for_each_leaving(from, [&](const LinkArc& arc) {
    if (arc.other == to) least = std::min(least, arc.cost);
  });
  return least;
}

/// Appends the tiles of a path, but the first where it is there already.
Answer FormationGuide::walk(Finder& finder, const PathRequest& request, std::vector<Tile>& tiles) {
  const PathResult result = finder.query.find(request, finder.path);
  Answer answer = result;
  if (!has_path(result.status)) return answer;
  const auto put = [&](Tile tile) {
    if (tiles.empty() || !(tiles.back() == tile)) tiles.push_back(tile);
  };
  put(finder.path.at());
  for (;;) {
    Leg leg;
    switch (finder.walker.next(finder.path, leg)) {
      case LegStatus::ready:
        for (const Tile tile : leg.tiles) put(tile);
        break;
      case LegStatus::done:
        return answer;
      case LegStatus::truncated:
      case LegStatus::stale:
      case LegStatus::corrupt:
        return {.status = Status::corrupt};
    }
  }
}

/// What a walk costs the units; nothing if it is none.
std::optional<Cost> FormationGuide::cost_of(const std::vector<Tile>& tiles) const noexcept {
  Cost sum = 0;
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    const Cost cost = step(tiles[i - 1], tiles[i]);
    if (cost >= kInfiniteCost) return std::nullopt;
    sum += cost;
  }
  return sum;
}

/// The way of the middle of a wide body, with ways there and away, instead of the one found, if it is not too long.
void FormationGuide::take_wide_way(Tile from, Tile to, Cost narrow, Answer& answer) {
  const std::int32_t middle = wide_footprint_ / 2;
  const auto corner = [&](Tile tile) { return Tile{tile.x - middle, tile.y - middle}; };
  std::vector<Tile> wide;
  const Answer found = walk(*wide_, {.from = corner(from), .to = corner(to), .ends = EndRule::nearest}, wide);
  if (!has_path(found.status) || wide.empty()) return;
  for (Tile& tile : wide) tile = {tile.x + middle, tile.y + middle};
  joined_.clear();
  if (!has_path(walk(*narrow_, {.from = from, .to = wide.front()}, joined_).status)) return;
  joined_.insert(joined_.end(), wide.begin() + 1, wide.end());
  if (!has_path(walk(*narrow_, {.from = wide.back(), .to = to}, joined_).status)) return;
  const std::optional<Cost> cost = cost_of(joined_);
  const auto scaled = [](Cost value, std::uint32_t factor) { return std::min(value, Cost{1} << 46) * factor; };
  if (!cost || scaled(*cost, options_.most_detour.denominator) > scaled(narrow, options_.most_detour.numerator)) return;
  tiles_.swap(joined_);
  answer.cost = *cost;
}

/// Which slots of a rank there the way leads to.
void FormationGuide::measure(FormationWayTile& way, std::int32_t slots, std::int32_t spacing) {
  const GridView& grid = snapshot_.grid();
  const Tile ahead = unit_step(way.heading);
  const std::int32_t norm = is_diagonal(way.heading) ? 2 : 1;
  const std::int64_t along = std::int64_t{kStrip} * norm;
  const std::int64_t across = std::int64_t{slots} * spacing * norm + norm;
  open_.clear();
  reached_.clear();
  open_.push_back(way.tile);
  reached_.insert(way.tile, 0);
  for (std::size_t i = 0; i < open_.size(); ++i) {
    const Tile tile = open_[i];
    const std::uint32_t steps = *reached_.find(tile);
    for_each_step(grid, grid.bounds(), tile, [&](Tile to, Cost) {
      const Tile offset{to.x - way.tile.x, to.y - way.tile.y};
      const std::int64_t aside = std::int64_t{offset.x} * ahead.y - std::int64_t{offset.y} * ahead.x;
      if (std::abs(dot(offset, ahead)) > along || std::abs(aside) > across) return;
      if (reached_.insert(to, steps + 1)) open_.push_back(to);
    });
  }
  const auto usable = [&](std::int32_t x) -> std::uint64_t {
    const Tile offset = turned_offset({x, 0}, way.heading);
    const Tile tile{way.tile.x + spacing * offset.x, way.tile.y + spacing * offset.y};
    const std::uint32_t* const steps = reached_.find(tile);
    return steps != nullptr && *steps <= steps_between(grid, way.tile, tile) + kDetour ? 1 : 0;
  };
  way.left = way.right = 0;
  for (std::int32_t x = 1; x <= slots; ++x) {
    way.left |= usable(-x) << (x - 1);
    way.right |= usable(x) << (x - 1);
  }
}

Answer FormationGuide::find_way(Tile from, Tile to, const FormationShape& shape, std::vector<FormationWayTile>& way) {
  way.clear();
  tiles_.clear();
  Answer answer = walk(*narrow_, {.from = from, .to = to}, tiles_);
  if (answer.status != Status::found) return answer;
  if (wide_ != nullptr && shape.width() > 1 && tiles_.size() > 1) take_wide_way(from, to, answer.cost, answer);
  const std::int32_t slots = shape.width() == 1 ? 0 : shape.width() - 1 + kSpare;
  const auto across = 2 * (static_cast<std::size_t>(slots) * static_cast<std::size_t>(shape.spacing()) + 2) + 1;
  reached_.reserve(across * (2 * kStrip + 1) * 2);
  Heading heading = Heading::north;
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    const Tile before = tiles_[i - std::min(i, kHeadingReach)];
    const Tile behind = tiles_[std::min(i + kHeadingReach, tiles_.size() - 1)];
    heading = heading_of({behind.x - before.x, behind.y - before.y}, heading);
    way.push_back({.tile = tiles_[i], .heading = heading});
    measure(way.back(), slots, shape.spacing());
  }
  return answer;
}

bool FormationGuide::place(Tile goal, Heading heading, const FormationShape& shape, std::size_t count,
                           std::vector<Tile>& tiles) {
  const GridView& grid = snapshot_.grid();
  tiles.assign(count, kNoTile);
  if (!grid.passable(goal)) return count == 0;
  const std::int32_t body = footprint();
  const auto size = static_cast<std::size_t>(shape.spacing());
  const std::size_t slots = std::min(count, shape.slots().size());
  std::uint32_t farthest = 4;
  for (const SlotOffset& slot : shape.slots().first(slots)) {
    farthest = std::max(farthest, steps_between(grid, goal, shape.tile(slot, goal, heading)) * 5 / 2 + 4);
  }
  // Far enough for each slot, or for as many as are to stand, were each to take the room of three.
  const std::size_t area =
      std::min<std::size_t>(4 * (std::size_t{farthest} + 1) * (farthest + 1), std::size_t{1} << 18);
  const std::size_t most = area + 16 * count * size * size + 256;
  open_.clear();
  reached_.reserve(most);
  open_.push_back(goal);
  reached_.insert(goal, 0);
  for (std::size_t i = 0; i < open_.size() && open_.size() < most; ++i) {
    const Tile tile = open_[i];
    const std::uint32_t steps = *reached_.find(tile) + 1;
    for_each_step(grid, grid.bounds(), tile, [&](Tile to, Cost) {
      if (open_.size() < most && reached_.insert(to, steps)) open_.push_back(to);
    });
  }
  taken_.reserve(count);
  crowd::SlotClaims claims(taken_, body);
  const auto take = [&](std::size_t slot, Tile tile) {
    if (!claims.free(tile)) return false;
    claims.take(tile);
    tiles[slot] = tile;
    return true;
  };
  const auto near = [&](Tile tile) {
    const std::uint32_t* const steps = reached_.find(tile);
    return steps != nullptr && *steps <= steps_between(grid, goal, tile) * 5 / 2 + 4;
  };
  const auto wished = [&](std::size_t slot) { return shape.tile(shape.slots()[slot], goal, heading); };
  for (std::size_t slot = 0; slot < slots; ++slot) {
    if (near(wished(slot))) take(slot, wished(slot));
  }
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const Tile at = wished(slot);
    for (std::int32_t ring = 1; ring <= 2 && tiles[slot] == kNoTile; ++ring) {
      for (std::int32_t i = 0; i < 25 && tiles[slot] == kNoTile; ++i) {
        const Tile by{i % 5 - 2, i / 5 - 2};
        const Tile tile{at.x + by.x, at.y + by.y};
        if (std::max(std::abs(by.x), std::abs(by.y)) == ring && near(tile)) take(slot, tile);
      }
    }
  }
  std::size_t next = 0;
  for (std::size_t slot = 0; slot < count; ++slot) {
    while (tiles[slot] == kNoTile && next < open_.size()) take(slot, open_[next++]);
    if (tiles[slot] == kNoTile) return false;
  }
  return true;
}

}  // namespace portolan
