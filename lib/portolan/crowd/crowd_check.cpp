// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/crowd_check.hpp"

#include "portolan/grid/path_check.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace portolan {

CrowdCheck::CrowdCheck(TileMap map, std::vector<MovementProfile> profiles)
    : map_(std::move(map)), profiles_(std::move(profiles)) {
  on_tile_.resize(static_cast<std::size_t>(map_.width()) * static_cast<std::size_t>(map_.height()));
  known_steps_.assign(profiles_.size(), std::vector<std::uint8_t>(on_tile_.size() * 9));
}

void CrowdCheck::change_map(TileMap map) {
  map_ = std::move(map);
  known_steps_.assign(profiles_.size(), std::vector<std::uint8_t>(on_tile_.size() * 9));
}

std::vector<std::uint32_t>& CrowdCheck::bodies_on(Tile tile) {
  return on_tile_[static_cast<std::size_t>(tile.y) * static_cast<std::size_t>(map_.width()) +
                  static_cast<std::size_t>(tile.x)];
}

template <class Visit>
void CrowdCheck::for_each_tile(const Body& body, Tile at, Visit&& visit) const {
  const std::int32_t side = profiles_[body.profile].footprint;
  for (std::int32_t y = at.y; y < at.y + side; ++y) {
    for (std::int32_t x = at.x; x < at.x + side; ++x) visit(Tile{x, y});
  }
}

bool CrowdCheck::covers(const Body& body, Tile at, Tile tile) const {
  const std::int32_t side = profiles_[body.profile].footprint;
  return tile.x >= at.x && tile.y >= at.y && tile.x < at.x + side && tile.y < at.y + side;
}

CrowdCheck::Part CrowdCheck::part(const Body& body, Tile tile) const {
  const bool before = covers(body, body.tile, tile);
  const bool after = covers(body, body.to, tile);
  if (before && after) return Part::stands;
  if (before) return Part::leaves;
  return after ? Part::comes : Part::none;
}

void CrowdCheck::note(std::uint64_t& count, std::uint32_t unit, const std::string& what) {
  ++count;
  if (!fault_.empty()) return;
  const Body& body = bodies_[unit];
  const auto text = [](Tile tile) { return std::to_string(tile.x) + "," + std::to_string(tile.y); };
  fault_ = "tick " + std::to_string(now_) + ", unit " + std::to_string(unit) + " from " + text(body.tile) + " to " +
           text(body.to) + ": " + what;
}

void CrowdCheck::enter(std::uint32_t unit, Tile at) {
  for_each_tile(bodies_[unit], at, [&](Tile tile) { bodies_on(tile).push_back(unit); });
}

void CrowdCheck::leave(std::uint32_t unit, Tile at) {
  for_each_tile(bodies_[unit], at, [&](Tile tile) {
    std::vector<std::uint32_t>& there = bodies_on(tile);
    there.erase(std::find(there.begin(), there.end(), unit));
  });
}

void CrowdCheck::add(std::uint32_t unit, std::size_t profile, Tile tile) {
  if (unit >= bodies_.size()) bodies_.resize(unit + 1);
  bodies_[unit] = {.profile = profile, .tile = tile, .to = tile, .there = true};
  const std::array<Tile, 1> here{tile};
  if (const PathMeasure measure = measure_path(map_, profiles_[profile], here); !measure.legal()) {
    bodies_[unit].there = false;
    return note(illegal_, unit, measure.fault);
  }
  enter(unit, tile);
  started_.push_back(unit);
}

void CrowdCheck::remove(std::uint32_t unit) {
  Body& body = bodies_[unit];
  if (!body.there) return;
  leave(unit, body.tile);
  if (body.moving()) leave(unit, body.to);
  for (std::vector<std::uint32_t>* list : {&started_, &moving_}) {
    list->erase(std::remove(list->begin(), list->end(), unit), list->end());
  }
  body = {};
}

/// Whether the move of a body is a step or a link of the map.
bool CrowdCheck::is_legal(const Body& body) {
  const std::array<Tile, 2> ends{body.tile, body.to};
  const std::int32_t dx = body.to.x - body.tile.x;
  const std::int32_t dy = body.to.y - body.tile.y;
  const MovementProfile& profile = profiles_[body.profile];
  const auto by_link = [&] {
    const std::array<std::size_t, 1> first{0};
    return !map_.links().empty() && measure_path(map_, profile, ends, first).legal();
  };
  if (std::abs(dx) > 1 || std::abs(dy) > 1) return by_link();
  const std::size_t tile = static_cast<std::size_t>(body.tile.y) * static_cast<std::size_t>(map_.width()) +
                           static_cast<std::size_t>(body.tile.x);
  std::uint8_t& known = known_steps_[body.profile][tile * 9 + static_cast<std::size_t>((dy + 1) * 3 + dx + 1)];
  if (known == 0) known = measure_path(map_, profile, ends).legal() || by_link() ? 1 : 2;
  return known == 1;
}

void CrowdCheck::move(std::uint32_t unit, Tile from, Tile to, std::uint64_t begin, std::uint64_t end) {
  if (unit >= bodies_.size() || !bodies_[unit].there) {
    ++illegal_;
    if (fault_.empty()) fault_ = "a move of unit " + std::to_string(unit) + ", which is not there";
    return;
  }
  Body& body = bodies_[unit];
  if (body.moving()) return note(illegal_, unit, "sets out while it is on the way");
  if (!(from == body.tile)) return note(illegal_, unit, "sets out from where it is not");
  if (begin != now_ || end <= begin) return note(illegal_, unit, "sets out at another time");
  body.to = to;
  body.begin = begin;
  body.end = end;
  if (!is_legal(body)) {
    note(illegal_, unit, "is not a step");
    body.to = from;
    return;
  }
  if (!body.moving()) return note(illegal_, unit, "leads nowhere");
  enter(unit, to);
  started_.push_back(unit);
  moving_.push_back(unit);
}

/// Whether each comes to a tile that the other leaves.
bool CrowdCheck::follow_each_other(const Body& a, const Body& b) const {
  const auto follows = [&](const Body& one, const Body& other) {
    bool found = false;
    for_each_tile(one, one.to, [&](Tile tile) {
      found = found || (part(one, tile) == Part::comes && part(other, tile) == Part::leaves);
    });
    return found;
  };
  return follows(a, b) && follows(b, a);
}

/// Whether two bodies that share a tile meet.
bool CrowdCheck::meet(const Body& a, const Body& b) const {
  bool met = false;
  const auto look = [&](Tile tile) {
    const Part of_a = part(a, tile);
    const Part of_b = part(b, tile);
    if (of_a == Part::none || of_b == Part::none) return;
    const bool a_first = of_a == Part::leaves && of_b == Part::comes && b.begin >= a.begin && b.end >= a.end;
    const bool b_first = of_b == Part::leaves && of_a == Part::comes && a.begin >= b.begin && a.end >= b.end;
    met = met || !(a_first || b_first);
  };
  for_each_tile(a, a.tile, look);
  for_each_tile(a, a.to, look);
  return met || follow_each_other(a, b);
}

/// Looks for all whom a unit that has just come or set out meets.
void CrowdCheck::judge(std::uint32_t unit) {
  const Body& body = bodies_[unit];
  std::vector<std::uint32_t> others;
  const auto gather = [&](Tile tile) {
    for (const std::uint32_t other : bodies_on(tile)) {
      if (other != unit && std::find(others.begin(), others.end(), other) == others.end()) others.push_back(other);
    }
  };
  for_each_tile(body, body.tile, gather);
  if (body.moving()) for_each_tile(body, body.to, gather);
  for (const std::uint32_t other : others) {
    if (meet(body, bodies_[other])) note(collisions_, unit, "meets unit " + std::to_string(other));
  }
  if (std::abs(body.to.x - body.tile.x) != 1 || std::abs(body.to.y - body.tile.y) != 1) return;
  if (profiles_[body.profile].footprint != 1) return;
  const Tile a{body.to.x, body.tile.y};
  const Tile b{body.tile.x, body.to.y};
  for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
    for (const std::uint32_t other : bodies_on(from)) {
      const Body& one = bodies_[other];
      if (one.tile == from && one.to == to && profiles_[one.profile].footprint == 1) {
        note(collisions_, unit, "crosses unit " + std::to_string(other));
      }
    }
  }
}

void CrowdCheck::advance() {
  for (const std::uint32_t unit : started_) judge(unit);
  started_.clear();
  ++now_;
  std::size_t kept = 0;
  for (const std::uint32_t unit : moving_) {
    Body& body = bodies_[unit];
    if (body.end != now_) {
      moving_[kept++] = unit;
      continue;
    }
    leave(unit, body.tile);
    body.tile = body.to;
  }
  moving_.resize(kept);
}

}  // namespace portolan
