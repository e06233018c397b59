// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/crowd_check.hpp"

#include "portolan/grid/path_check.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace portolan {

CrowdCheck::CrowdCheck(TileMap map, std::vector<MovementProfile> profiles)
    : map_(std::move(map)), profiles_(std::move(profiles)), checks_(profiles_.size()) {
  on_tile_.resize(static_cast<std::size_t>(map_.width()) * static_cast<std::size_t>(map_.height()));
  known_steps_.assign(profiles_.size(), std::vector<std::uint8_t>(on_tile_.size() * 9));
  for (std::size_t i = 0; i < profiles_.size(); ++i) {
    if (profiles_[i].kinematics) checks_[i].emplace(profiles_[i], *profiles_[i].kinematics);
  }
}

void CrowdCheck::change_map(TileMap map) {
  map_ = std::move(map);
  known_steps_.assign(profiles_.size(), std::vector<std::uint8_t>(on_tile_.size() * 9));
}

std::vector<std::uint32_t>& CrowdCheck::bodies_on(Tile tile) {
  return on_tile_[static_cast<std::size_t>(tile.y) * static_cast<std::size_t>(map_.width()) +
                  static_cast<std::size_t>(tile.x)];
}

/// Visits tiles under a body where it stands or has set out, some maybe twice.
template <class Visit>
void CrowdCheck::for_each_under(const Body& body, Visit&& visit) const {
  if (turns(body)) {
    for (const Tile tile : body.under) visit(tile);
    return;
  }
  const std::int32_t side = profiles_[body.profile].footprint;
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 0; x < side; ++x) visit(Tile{body.at.tile.x + x, body.at.tile.y + y});
  }
}

/// The same under it after its move, and of what it sweeps.
template <class Visit>
void CrowdCheck::for_each_coming(const Body& body, Visit&& visit) const {
  if (turns(body)) {
    for (const Tile tile : body.after) visit(tile);
    for (const Tile tile : body.swept) visit(tile);
    return;
  }
  const std::int32_t side = profiles_[body.profile].footprint;
  for (std::int32_t y = 0; y < side; ++y) {
    for (std::int32_t x = 0; x < side; ++x) visit(Tile{body.to.tile.x + x, body.to.tile.y + y});
  }
}

bool CrowdCheck::covers(const Body& body, Tile at, Tile tile) const {
  const std::int32_t side = profiles_[body.profile].footprint;
  return tile.x >= at.x && tile.y >= at.y && tile.x < at.x + side && tile.y < at.y + side;
}

CrowdCheck::Part CrowdCheck::part(const Body& body, Tile tile) const {
  const auto in = [&](const std::vector<Tile>& tiles) { return std::ranges::find(tiles, tile) != tiles.end(); };
  const bool before = turns(body) ? in(body.under) : covers(body, body.at.tile, tile);
  const bool after = !body.moving() ? before : turns(body) ? in(body.after) : covers(body, body.to.tile, tile);
  if (before && after) return Part::stands;
  if (before) return Part::leaves;
  return after || (turns(body) && in(body.swept)) ? Part::comes : Part::none;
}

void CrowdCheck::note(std::uint64_t& count, std::uint32_t unit, const std::string& what) {
  ++count;
  if (!fault_.empty()) return;
  const Body& body = bodies_[unit];
  const auto text = [](Tile tile) { return std::to_string(tile.x) + "," + std::to_string(tile.y); };
  fault_ = "tick " + std::to_string(now_) + ", unit " + std::to_string(unit) + " from " + text(body.at.tile) + " to " +
           text(body.to.tile) + ": " + what;
}

void CrowdCheck::enter(std::uint32_t unit, Tile tile) {
  bodies_on(tile).push_back(unit);
}

void CrowdCheck::leave(std::uint32_t unit, Tile tile) {
  std::vector<std::uint32_t>& there = bodies_on(tile);
  there.erase(std::find(there.begin(), there.end(), unit));
}

void CrowdCheck::enter_start(std::uint32_t unit) {
  for_each_under(bodies_[unit], [&](Tile tile) { enter(unit, tile); });
}
void CrowdCheck::leave_start(std::uint32_t unit) {
  for_each_under(bodies_[unit], [&](Tile tile) { leave(unit, tile); });
}
void CrowdCheck::enter_end(std::uint32_t unit) {
  for_each_coming(bodies_[unit], [&](Tile tile) { enter(unit, tile); });
}
void CrowdCheck::leave_end(std::uint32_t unit) {
  for_each_coming(bodies_[unit], [&](Tile tile) { leave(unit, tile); });
}

void CrowdCheck::add(std::uint32_t unit, std::size_t profile, const Placement& at) {
  if (unit >= bodies_.size()) bodies_.resize(unit + 1);
  bodies_[unit] = {};
  Body& body = bodies_[unit];
  body.profile = profile;
  body.at = body.to = at;
  body.there = true;
  const std::array<Tile, 1> here{at.tile};
  const PathMeasure measure = measure_path(map_, profiles_[profile], here);
  if (!measure.legal() || (turns(body) && !checks_[profile]->stands(map_, at))) {
    body.there = false;
    return note(illegal_, unit, measure.legal() ? "does not stand there" : measure.fault);
  }
  if (turns(body)) body.under = checks_[profile]->under(at);
  enter_start(unit);
  started_.push_back(unit);
}

void CrowdCheck::remove(std::uint32_t unit) {
  Body& body = bodies_[unit];
  if (!body.there) return;
  leave_start(unit);
  if (body.moving()) leave_end(unit);
  for (std::vector<std::uint32_t>* list : {&started_, &moving_}) {
    list->erase(std::remove(list->begin(), list->end(), unit), list->end());
  }
  body = {};
}

/// The same of a body that turns.
bool CrowdCheck::is_legal_turning(const Body& body) const {
  const BodyCheck& check = *checks_[body.profile];
  if (check.can_move(map_, body.at, body.to)) return true;
  const std::array<Tile, 2> ends{body.at.tile, body.to.tile};
  const std::array<std::size_t, 1> first{0};
  return body.at.heading == body.to.heading && !map_.links().empty() && check.stands(map_, body.at) &&
         check.stands(map_, body.to) && measure_path(map_, profiles_[body.profile], ends, first).legal();
}

/// Whether the move of a body is a step or a link of the map.
bool CrowdCheck::is_legal(const Body& body) {
  if (turns(body)) return is_legal_turning(body);
  const std::array<Tile, 2> ends{body.at.tile, body.to.tile};
  const std::int32_t dx = ends[1].x - ends[0].x;
  const std::int32_t dy = ends[1].y - ends[0].y;
  const MovementProfile& profile = profiles_[body.profile];
  const auto by_link = [&] {
    const std::array<std::size_t, 1> first{0};
    return !map_.links().empty() && measure_path(map_, profile, ends, first).legal();
  };
  if (std::abs(dx) > 1 || std::abs(dy) > 1) return by_link();
  const std::size_t tile = static_cast<std::size_t>(ends[0].y) * static_cast<std::size_t>(map_.width()) +
                           static_cast<std::size_t>(ends[0].x);
  std::uint8_t& known = known_steps_[body.profile][tile * 9 + static_cast<std::size_t>((dy + 1) * 3 + dx + 1)];
  if (known == 0) known = measure_path(map_, profile, ends).legal() || by_link() ? 1 : 2;
  return known == 1;
}

void CrowdCheck::move(std::uint32_t unit, const Placement& from, const Placement& to, std::uint64_t begin,
                      std::uint64_t end) {
  if (unit >= bodies_.size() || !bodies_[unit].there) {
    ++illegal_;
    if (fault_.empty()) fault_ = "a move of unit " + std::to_string(unit) + ", which is not there";
    return;
  }
  Body& body = bodies_[unit];
  if (body.moving()) return note(illegal_, unit, "sets out while it is on the way");
  if (!(from == body.at)) return note(illegal_, unit, "sets out from where it is not");
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
  if (turns(body)) {
    body.after = checks_[body.profile]->under(to);
    body.swept = checks_[body.profile]->swept(from, to);
  }
  enter_end(unit);
  started_.push_back(unit);
  moving_.push_back(unit);
}

/// Whether each comes to a tile that the other leaves.
bool CrowdCheck::follow_each_other(const Body& a, const Body& b) const {
  const auto follows = [&](const Body& one, const Body& other) {
    bool found = false;
    for_each_coming(one, [&](Tile tile) {
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
  for_each_under(a, look);
  if (a.moving()) for_each_coming(a, look);
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
  for_each_under(body, gather);
  if (body.moving()) for_each_coming(body, gather);
  for (const std::uint32_t other : others) {
    if (meet(body, bodies_[other])) note(collisions_, unit, "meets unit " + std::to_string(other));
  }
  const auto is_single = [&](const Body& one) { return profiles_[one.profile].footprint == 1 && !turns(one); };
  const Tile from = body.at.tile;
  const Tile to = body.to.tile;
  if (!is_single(body) || std::abs(to.x - from.x) != 1 || std::abs(to.y - from.y) != 1) return;
  const Tile a{to.x, from.y};
  const Tile b{from.x, to.y};
  for (const auto& [one_end, other_end] : {std::pair{a, b}, std::pair{b, a}}) {
    for (const std::uint32_t other : bodies_on(one_end)) {
      const Body& one = bodies_[other];
      if (one.at.tile == one_end && one.to.tile == other_end && is_single(one)) {
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
    leave_start(unit);
    leave_end(unit);
    body.at = body.to;
    body.under = std::exchange(body.after, {});
    body.swept.clear();
    enter_start(unit);
  }
  moving_.resize(kept);
}

}  // namespace portolan
