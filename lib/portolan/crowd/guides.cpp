// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/guides.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace portolan::crowd {
namespace {

bool any_turns(const World& world, std::span<const std::size_t> profiles) {
  return std::ranges::any_of(profiles,
                             [&](std::size_t profile) { return world.profiles()[profile].kinematics.has_value(); });
}

Tile step_towards(Tile from, Tile to) noexcept {
  return {from.x + sign(to.x - from.x), from.y + sign(to.y - from.y)};
}

bool is_unit_step(Tile from, Tile to) noexcept {
  return from != to && std::max(std::abs(to.x - from.x), std::abs(to.y - from.y)) == 1;
}

Stride stride_between(const Placement& from, const Placement& to) noexcept {
  if (from.tile == to.tile) {
    const int way = (static_cast<int>(to.heading) - static_cast<int>(from.heading)) & (kHeadings - 1);
    return way <= kHeadings / 2 ? Stride::turns_left : Stride::turns_right;
  }
  return is_unit_step(from.tile, to.tile) ? Stride::steps : Stride::link;
}

}  // namespace

Guides::Guides(const World& world, std::span<const std::size_t> profiles,
               std::span<const std::unique_ptr<Potential>> potentials, std::span<const Unit> units)
    : units_(units) {
  if (!any_turns(world, profiles)) return;
  for (std::size_t mover = 0; mover < profiles.size(); ++mover) {
    const std::optional<Kinematics>& kinematics = world.profiles()[profiles[mover]].kinematics;
    turners_.emplace_back();
    if (!kinematics) continue;
    if (kinematics->radius != 0) throw std::invalid_argument("radius: units of a crowd turn on the spot");
    PlacedQuery query(world, profiles[mover], *kinematics);
    const KinematicRules& rules = query.rules();
    turners_.back().reset(new Turner{std::move(query), {potentials[mover]->snapshot().grid(), rules}});
  }
  guides_.resize(units.size());
  stretches_ = ZeroedArray<Stretch>(units.size() * kMostStretches);
}

void Guides::use(const std::shared_ptr<const Overlay>& overlay) {
  for (Guide& guide : guides_) guide = {};
  for (const auto& turner : turners_) {
    if (turner != nullptr) turner->query.use(overlay);
  }
}

/// The next placement of a stretch.
Placement Guides::after(const Placement& at, const Stretch& stretch, int eighths) noexcept {
  switch (stretch.stride) {
    case Stride::steps:
      return {step_towards(at.tile, stretch.to.tile), at.heading};
    case Stride::turns_left:
      return {at.tile, turned(at.heading, eighths)};
    case Stride::turns_right:
      return {at.tile, turned(at.heading, -eighths)};
    case Stride::link:
      break;
  }
  return stretch.to;
}

std::optional<Placement> Guides::next(UnitId id) const noexcept {
  if (guides_.empty()) return {};
  const Guide& guide = guides_[id];
  if (guide.first == guide.count || !(guide.at == units_[id].at())) return {};
  return after(guide.at, left(id).front(), moves(units_[id].mover)->rules().eighths);
}

void Guides::find(UnitId id, std::uint64_t& left, std::uint64_t all) noexcept {
  const Unit& unit = units_[id];
  Guide& guide = guides_[id];
  if (next(id) || unit.delayed < guide.retry_at) return;
  const bool whole = left == all;
  const PlacedResult found = turners_[unit.mover]->query.find(
      {.from = unit.at(), .to = {unit.goal, unit.goal_heading}, .max_expansions = left});
  left -= std::min(left, found.work);
  if (found.status == Status::found) return lay(id, found.placements, found.cost);
  forget(id);
  constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();
  if (whole || found.status != Status::out_of_budget) {
    guide.retry_at = unit.delayed >= kLast / 2 ? kLast : 2 * unit.delayed + 1;
  }
}

void Guides::lay(UnitId id, std::span<const Placement> way, Cost cost) noexcept {
  Guide& guide = guides_[id];
  Stretch* const stretches = stretches_.data() + id * kMostStretches;
  guide = {.at = units_[id].at(), .rest = cost};
  for (std::size_t i = 1; i < way.size(); ++i) {
    const Stride stride = stride_between(way[i - 1], way[i]);
    const bool first = guide.count == 0;
    const bool goes_on = !first && stretches[guide.count - 1].stride == stride && stride != Stride::link;
    const auto step = [&](std::size_t end) {
      return Tile{way[end].tile.x - way[end - 1].tile.x, way[end].tile.y - way[end - 1].tile.y};
    };
    if (goes_on && (stride != Stride::steps || step(i) == step(i - 1))) {
      stretches[guide.count - 1].to = way[i];
      continue;
    }
    if (guide.count == kMostStretches) return;
    stretches[guide.count++] = {way[i], stride};
  }
}

void Guides::note_move(UnitId id, Cost cost) noexcept {
  const std::optional<Placement> next = this->next(id);
  if (!next || !(*next == units_[id].next())) return;
  Guide& guide = guides_[id];
  guide.at = *next;
  guide.rest -= std::min(guide.rest, cost);
  if (left(id).front().to == guide.at) ++guide.first;
}

void Guides::forget(UnitId id) noexcept {
  if (!guides_.empty()) guides_[id] = {};
}

void Guides::put(UnitId id, const Guide& guide, std::span<const Stretch> left) noexcept {
  guides_[id] = guide;
  guides_[id].first = 0;
  guides_[id].count = static_cast<std::uint32_t>(left.size());
  std::ranges::copy(left, stretches_.data() + id * kMostStretches);
}

}  // namespace portolan::crowd
