// SPDX-License-Identifier: BSL-1.0
#include "support/placed_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <numbers>
#include <numeric>
#include <queue>

namespace portolan::test {
namespace {

MovementProfile of_one_tile(MovementProfile profile) {
  profile.footprint = 1;
  return profile;
}

/// By compass, not by arithmetic.
Tile ahead(Heading heading) {
  switch (heading) {
    case Heading::east:
      return {1, 0};
    case Heading::north_east:
      return {1, -1};
    case Heading::north:
      return {0, -1};
    case Heading::north_west:
      return {-1, -1};
    case Heading::west:
      return {-1, 0};
    case Heading::south_west:
      return {-1, 1};
    case Heading::south:
      return {0, 1};
    case Heading::south_east:
      return {1, 1};
    case Heading::any:
      break;
  }
  return {};
}

/// A quarter turn with the clock, seen with y growing downwards.
Tile right_of(Tile step) {
  return {-step.y, step.x};
}

int cross(Tile a, Tile b) {
  return a.x * b.y - a.y * b.x;
}

Heading around(Heading heading, int eighths) {
  return static_cast<Heading>((static_cast<int>(heading) + eighths + 16) % 8);
}

std::uint32_t lowest_denominator(const std::optional<Ratio>& ratio) {
  return ratio ? ratio->denominator / std::gcd(ratio->numerator, ratio->denominator) : 1;
}

}  // namespace

PlacedOracle::PlacedOracle(const TileMap& map, const MovementProfile& profile, const MoveRules& rules,
                           const Kinematics& kinematics)
    : bounds_(map.bounds()),
      tiles_(map, of_one_tile(profile), rules),
      profile_(profile),
      kinematics_(kinematics),
      links_(map.links().begin(), map.links().end()),
      straight_(rules.straight),
      diagonal_(rules.diagonal),
      divisor_(rules.halving == 1 ? 2 : 1) {
  scale_ = std::lcm(lowest_denominator(kinematics.backward), lowest_denominator(kinematics.sideways));
  // Twice the cost and one more, halved: rounded to the nearest, halves up.
  const Cost tile = straight_ * (divisor_ == 2 ? 1 : 2) * scale_;
  turn_ = (2 * kinematics.turn * tile / rules.cost_unit + 1) / 2;
}

bool PlacedOracle::has(Heading heading) const {
  return heading != Heading::any &&
         (kinematics_.headings == Headings::eight || ahead(heading).x == 0 || ahead(heading).y == 0);
}

/// The squares in line, from the last to the first, each by its top-left tile.
std::vector<Tile> PlacedOracle::squares(const Placement& at) const {
  const int more = std::abs(kinematics_.length - kinematics_.width);
  const Tile along = kinematics_.length >= kinematics_.width ? ahead(at.heading) : right_of(ahead(at.heading));
  std::vector<Tile> list;
  for (int i = -(more / 2); i <= more - more / 2; ++i) {
    list.push_back({at.tile.x + i * along.x, at.tile.y + i * along.y});
  }
  return list;
}

/// The dearest price under a square of the core's size; 0 where a tile of it is closed or off the map.
Cost PlacedOracle::square_price(Tile tile) const {
  const int side = std::min(kinematics_.width, kinematics_.length);
  Cost dearest = 0;
  for (int dy = 0; dy < side; ++dy) {
    for (int dx = 0; dx < side; ++dx) {
      const Cost price = tiles_.price({tile.x + dx, tile.y + dy});
      if (price == 0) return 0;
      dearest = std::max(dearest, price);
    }
  }
  return dearest;
}

/// What the moves of the map add to a square's step: the dearest that a tile of it crosses.
Cost PlacedOracle::square_crossing(Tile from, Tile to) const {
  const int side = std::min(kinematics_.width, kinematics_.length);
  Cost dearest = 0;
  for (int dy = 0; dy < side; ++dy) {
    for (int dx = 0; dx < side; ++dx) {
      dearest = std::max(dearest, tiles_.crossing({from.x + dx, from.y + dy}, {to.x + dx, to.y + dy}));
    }
  }
  return dearest;
}

bool PlacedOracle::squares_joined(Tile a, Tile b) const {
  return square_crossing(a, b) != kInfiniteCost || square_crossing(b, a) != kInfiniteCost;
}

/// On open edges.
bool PlacedOracle::square_steps(Tile from, Tile to) const {
  if (square_price(from) == 0 || square_price(to) == 0) return false;
  if (from.x == to.x || from.y == to.y) return true;
  if (profile_.neighbours == Neighbours::four) return false;
  const bool one = square_price({to.x, from.y}) != 0;
  const bool other = square_price({from.x, to.y}) != 0;
  if (profile_.corners == CornerRule::never_cut) return one && other;
  return profile_.corners == CornerRule::cut_both || one || other;
}

Cost PlacedOracle::price(const Placement& at) const {
  if (!has(at.heading)) return 0;
  const std::vector<Tile> line = squares(at);
  Cost dearest = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Cost price = square_price(line[i]);
    if (price == 0) return 0;
    if (i != 0 && (!square_steps(line[i - 1], line[i]) || !squares_joined(line[i - 1], line[i]))) return 0;
    dearest = std::max(dearest, price);
  }
  return dearest;
}

/// Whether the core stands everywhere between the two lines, in front and behind, as far as the body reaches: with 45
/// degrees between them that far along an axis, with 90 in the disc of half a tile more; and whether no edge between
/// two of these places is closed both ways.
bool PlacedOracle::sector_free(const Placement& at, Heading to) const {
  const bool along = kinematics_.length >= kinematics_.width;
  const Tile a = along ? ahead(at.heading) : right_of(ahead(at.heading));
  const Tile b = along ? ahead(to) : right_of(ahead(to));
  const int more = std::abs(kinematics_.length - kinematics_.width);
  const int side = cross(a, b) > 0 ? 1 : -1;
  for (const int end : {1, -1}) {
    const int reach = end == 1 ? more - more / 2 : more / 2;
    const auto swept = [&](int x, int y) {
      const Tile v{end * x, end * y};
      if (cross(a, v) * side < 0 || cross(v, b) * side < 0) return false;
      return kinematics_.headings == Headings::eight ? std::max(std::abs(x), std::abs(y)) <= reach
                                                     : x * x + y * y <= reach * (reach + 1);
    };
    for (int y = -more; y <= more; ++y) {
      for (int x = -more; x <= more; ++x) {
        if (!swept(x, y)) continue;
        const Tile here{at.tile.x + x, at.tile.y + y};
        const Tile right{here.x + 1, here.y};
        const Tile below{here.x, here.y + 1};
        if (square_price(here) == 0) return false;
        if (swept(x + 1, y) && square_price(right) != 0 && !squares_joined(here, right)) return false;
        if (swept(x, y + 1) && square_price(below) != 0 && !squares_joined(here, below)) return false;
      }
    }
  }
  return true;
}

/// Whether the straight way behind is as long as so many tangents of an arc of 45 degrees; at rest none is spent.
bool PlacedOracle::enough(const Node& node, double tangents) const {
  const double radius = static_cast<double>(kinematics_.radius) / kCostScale;
  const double tangent = radius * (std::numbers::sqrt2 - 1);
  const Tile step = ahead(node.at.heading);
  const double length = step.x != 0 && step.y != 0 ? std::numbers::sqrt2 : 1.0;
  return node.steps >= std::ceil(tangents * tangent / length);
}

bool PlacedOracle::may_end(const Node& node) const {
  return kinematics_.radius == 0 || !node.bent || enough(node, 1);
}

void PlacedOracle::add_steps(const Node& from, int eighths, const Ratio& factor, Drive drive,
                             std::vector<std::pair<Node, Cost>>& moves) const {
  const Tile step = ahead(around(from.at.heading, eighths));
  const bool diagonal = step.x != 0 && step.y != 0;
  if (diagonal && profile_.neighbours == Neighbours::four) return;
  Node to = from;
  to.at.tile = {from.at.tile.x + step.x, from.at.tile.y + step.y};
  const Cost here = price(from.at);
  const Cost there = price(to.at);
  if (here == 0 || there == 0) return;
  const std::vector<Tile> before = squares(from.at);
  const std::vector<Tile> after = squares(to.at);
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!square_steps(before[i], after[i]) || square_crossing(before[i], after[i]) == kInfiniteCost) return;
  }
  if (kinematics_.radius != 0) {
    if (from.drive == Drive::rest || from.drive != drive) {
      if (!may_end(from)) return;
      to.drive = drive;
      to.bent = false;
      to.steps = 0;
    }
    to.steps = std::min(to.steps + 1, kMostSteps);
  }
  const Cost length =
      (diagonal ? diagonal_ : straight_) * ((here + there) / divisor_) + square_crossing(from.at.tile, to.at.tile);
  moves.emplace_back(to, length * scale_ * factor.numerator / factor.denominator);
}

std::vector<std::pair<PlacedOracle::Node, Cost>> PlacedOracle::moves(const Node& from) const {
  std::vector<std::pair<Node, Cost>> list;
  const int eighths = kinematics_.headings == Headings::eight ? 1 : 2;
  const bool beside = kinematics_.headings == Headings::four;
  for (const int way : {eighths, -eighths}) {
    Node to = from;
    to.at.heading = around(from.at.heading, way);
    if (price(to.at) == 0) continue;
    if (kinematics_.sweep == Sweep::sector && !sector_free(from.at, to.at.heading)) continue;
    if (kinematics_.radius != 0) {
      if (from.drive == Drive::rest || !enough(from, from.bent ? 2 : 1)) continue;
      to.bent = true;
      to.steps = 0;
    }
    list.emplace_back(to, turn_);
  }
  for (const int aside : {0, 1, -1}) {
    if (aside != 0 && !beside) continue;
    add_steps(from, aside, {1, 1}, Drive::forward, list);
    if (kinematics_.backward) add_steps(from, 4 + aside, *kinematics_.backward, Drive::backward, list);
  }
  if (kinematics_.sideways) {
    add_steps(from, 2, *kinematics_.sideways, Drive::forward, list);
    add_steps(from, -2, *kinematics_.sideways, Drive::forward, list);
  }
  for (const Link& link : links_) {
    if (!may_end(from)) break;
    for (const auto& [begin, end] : {std::pair(link.from, link.to), std::pair(link.to, link.from)}) {
      if (begin == link.to && end == link.from && link.direction != LinkDirection::both) continue;
      Node to{.at = {end, from.at.heading}};
      if (begin == from.at.tile && price(to.at) != 0) list.emplace_back(to, tiles_.link_cost(link) * scale_);
    }
  }
  return list;
}

std::size_t PlacedOracle::number(const Node& node) const {
  return ((place(node.at) * 3 + static_cast<std::size_t>(node.drive)) * 2 + (node.bent ? 1 : 0)) * (kMostSteps + 1) +
         static_cast<std::size_t>(node.steps);
}

std::vector<std::pair<Placement, Cost>> PlacedOracle::moves_from_rest(const Placement& at) const {
  std::vector<std::pair<Placement, Cost>> list;
  if (!stands(at)) return list;
  for (const auto& [to, cost] : moves({.at = at})) list.emplace_back(to.at, cost);
  return list;
}

std::vector<Cost> PlacedOracle::costs_from(const Placement& from) const {
  const auto places = bounds_.tiles() * kHeadings;
  std::vector<Cost> ends(places, kInfiniteCost);
  if (!stands(from)) return ends;
  std::vector<Cost> costs(places * 6 * (kMostSteps + 1), kInfiniteCost);
  using Entry = std::pair<Cost, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  std::map<std::size_t, Node> nodes;
  const auto reach = [&](const Node& node, Cost cost) {
    const std::size_t n = number(node);
    if (cost >= costs[n]) return;
    costs[n] = cost;
    nodes.emplace(n, node);
    open.emplace(cost, n);
  };
  reach({.at = from}, 0);
  while (!open.empty()) {
    const auto [cost, n] = open.top();
    open.pop();
    if (cost > costs[n]) continue;
    const Node node = nodes.at(n);
    if (may_end(node)) ends[place(node.at)] = std::min(ends[place(node.at)], cost);
    for (const auto& [to, step] : moves(node)) reach(to, cost + step);
  }
  return ends;
}

Cost PlacedOracle::least(const std::vector<Cost>& costs, const Placement& to) const {
  if (to.heading != Heading::any) return costs[place(to)];
  Cost least = kInfiniteCost;
  for (int heading = 0; heading < kHeadings; ++heading) {
    least = std::min(least, costs[place({to.tile, static_cast<Heading>(heading)})]);
  }
  return least;
}

Cost PlacedOracle::cost_of(std::span<const Placement> path) const {
  if (path.empty() || !bounds_.contains(path.front().tile) || !stands(path.front())) return kInfiniteCost;
  std::map<std::size_t, std::pair<Node, Cost>> now;
  const Node start{.at = path.front()};
  now[number(start)] = {start, 0};
  for (const Placement& next : path.subspan(1)) {
    std::map<std::size_t, std::pair<Node, Cost>> then;
    for (const auto& [n, known] : now) {
      for (const auto& [to, step] : moves(known.first)) {
        if (!(to.at == next)) continue;
        const auto [found, is_new] = then.try_emplace(number(to), to, known.second + step);
        if (!is_new) found->second.second = std::min(found->second.second, known.second + step);
      }
    }
    now = std::move(then);
  }
  Cost least = kInfiniteCost;
  for (const auto& [n, known] : now) {
    if (may_end(known.first)) least = std::min(least, known.second);
  }
  return least;
}

Kinematics random_kinematics(Rng& rng, MovementProfile& profile, std::int32_t most_side) {
  constexpr std::array kFactors{Ratio{1, 1}, Ratio{2, 1}, Ratio{3, 2}, Ratio{5, 3}, Ratio{21, 16}, Ratio{6, 4}};
  Kinematics kinematics;
  if (profile.neighbours == Neighbours::four || rng.percent(25)) kinematics.headings = Headings::four;
  kinematics.width = rng.percent(50) ? 1 : rng.between(1, most_side);
  kinematics.length = rng.percent(30) ? kinematics.width : rng.between(1, most_side);
  profile.footprint = std::min(kinematics.width, kinematics.length);
  constexpr std::array kTurns{0U, 2'500U, 10'000U, 40'000U, 3'333U};
  kinematics.turn = rng.pick(kTurns);
  if (rng.percent(60)) kinematics.backward = rng.pick(kFactors);
  if (kinematics.headings == Headings::eight && rng.percent(35)) {
    kinematics.radius =
        static_cast<std::uint32_t>(rng.percent(30) ? rng.between(1, 60'000) : 10'000 * rng.between(1, 6));
  } else if (rng.percent(30)) {
    kinematics.sideways = rng.pick(kFactors);
  }
  if (rng.percent(20)) kinematics.sweep = Sweep::none;
  return kinematics;
}

Placement random_placement(Rng& rng, const TileMap& map, const PlacedOracle& oracle) {
  Placement at;
  for (int i = 0; i < 30; ++i) {
    at = {{rng.below(map.width()), rng.below(map.height())}, static_cast<Heading>(rng.below(kHeadings))};
    if (oracle.stands(at)) break;
  }
  return at;
}

}  // namespace portolan::test
