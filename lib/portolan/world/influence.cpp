// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/influence.hpp"

#include "portolan/grid/seen_tiles.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace portolan {
namespace {

/// The whole number below or at the root of a number below 2^31.
std::int32_t root_of(std::int32_t square) noexcept {
  std::int32_t root = 0;
  for (std::int32_t bit = 1 << 15; bit != 0; bit >>= 1) {
    const std::int64_t next = root + bit;
    if (next * next <= square) root += bit;
  }
  return root;
}

/// The notches of a threat at a tile of its disc.
std::uint8_t notches_at(const Threat& threat, Tile t) noexcept {
  if (threat.falloff == Falloff::none) return static_cast<std::uint8_t>(threat.notches);
  const std::int32_t dx = t.x - threat.at.x;
  const std::int32_t dy = t.y - threat.at.y;
  const auto parts = static_cast<std::size_t>(threat.radius) + 1;
  const auto left = parts - static_cast<std::size_t>(root_of(dx * dx + dy * dy));
  return static_cast<std::uint8_t>((threat.notches * left + parts - 1) / parts);
}

template <class Visit>
void for_each_tile(const Rect& area, Visit&& visit) {
  for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
    for (std::int32_t x = area.min.x; x < area.max.x; ++x) visit(Tile{x, y});
  }
}

}  // namespace

Influence::Influence(World world, const TerrainSet& opaque)
    : world_(std::move(world)),
      opaque_(opaque),
      most_(world_.notches()),
      columns_((world_.width() + kBlock - 1) / kBlock),
      sums_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>((world_.height() + kBlock - 1) / kBlock)) {}

Outcome Influence::check_tile(Tile t) const {
  const FloorStack& floors = world_.floors();
  if (world_.bounds().contains(t) && floors.on_one_floor({t, {t.x + 1, t.y + 1}})) return Success{};
  return Error{ErrorCode::usage, "a threat at " + std::to_string(t.x) + "," + std::to_string(t.y) +
                                     ", which is not inside the map or not on a floor"};
}

Outcome Influence::check_id(ThreatId threat) const {
  if (threat < sources_.size() && !sources_[threat].gone) return Success{};
  return Error{ErrorCode::usage, "there is no threat " + std::to_string(threat)};
}

Result<ThreatId> Influence::add(const Threat& threat) {
  if (const Outcome inside = check_tile(threat.at); !inside) return inside.error();
  if (threat.radius < 0 || threat.radius > kMostRadius) {
    return Error{ErrorCode::usage, "a threat of radius " + std::to_string(threat.radius) + ": 0 to " +
                                       std::to_string(kMostRadius) + " are possible"};
  }
  if (threat.notches < 1 || threat.notches > most_) {
    return Error{ErrorCode::usage, "a threat of " + std::to_string(threat.notches) + " notches in a world that has " +
                                       std::to_string(most_)};
  }
  if (free_.empty()) {
    free_.reserve(sources_.size() + 1);  // so that there is no source without a number if memory runs out
    sources_.emplace_back();
    free_.push_back(static_cast<ThreatId>(sources_.size() - 1));
  }
  const ThreatId id = free_.back();
  free_.pop_back();
  sources_[id] = {};
  sources_[id].threat = threat;
  ++count_;
  return id;
}

Outcome Influence::move(ThreatId threat, Tile to) {
  if (Outcome known = check_id(threat); !known) return known;
  if (Outcome inside = check_tile(to); !inside) return inside;
  Source& source = sources_[threat];
  source.changed = source.changed || source.threat.at != to;
  source.threat.at = to;
  return Success{};
}

Outcome Influence::remove(ThreatId threat) {
  if (Outcome known = check_id(threat); !known) return known;
  sources_[threat].gone = sources_[threat].changed = true;
  --count_;
  return Success{};
}

void Influence::look_again(const Rect& area) noexcept {
  for (Source& source : sources_) {
    const Rect common = intersection(source.stamp.area, area);
    const bool meets = common.width() > 0 && common.height() > 0;
    source.changed = source.changed || (meets && source.threat.felt == Felt::in_sight);
  }
}

void Influence::tick() noexcept {
  for (Source& source : sources_) {
    if (source.gone || source.threat.fades == 0 || ++source.age < source.threat.fades) continue;
    source.age = 0;
    source.changed = true;
    source.gone = --source.threat.notches == 0;
    if (source.gone) --count_;
  }
}

std::size_t Influence::notches(Tile t) const noexcept {
  const std::unique_ptr<Sums>& block = sums_[block_of(t)];
  return block == nullptr ? 0 : std::min<std::size_t>((*block)[place_of(t)], most_);
}

/// What a threat adds on the terrain of an overlay.
Influence::Stamp Influence::stamp_of(const Threat& threat, const Overlay& overlay) const {
  const Rect floor = world_.floors().around(threat.at, world_.width());
  Stamp stamp{disc_bounds(floor, threat.at, threat.radius), {}};
  stamp.notches.resize(stamp.area.tiles());
  if (threat.felt == Felt::everywhere) {
    mark_disc(stamp.area, threat.at, threat.radius, stamp.notches);
  } else {
    std::vector<std::uint8_t> opaque;
    for (const TerrainId id : overlay.copy_terrain(stamp.area)) opaque.push_back(opaque_[id] ? 1 : 0);
    mark_seen(stamp.area, opaque, threat.at, threat.radius, stamp.notches);
  }
  std::size_t place = 0;
  for_each_tile(stamp.area, [&](Tile t) {
    std::uint8_t& notches = stamp.notches[place++];
    if (notches != 0) notches = notches_at(threat, t);
  });
  return stamp;
}

/// So that add_to_sums() allocates nothing there.
void Influence::make_room(const Rect& area) {
  if (area.width() <= 0) return;
  for (std::int32_t y = area.min.y / kBlock; y <= (area.max.y - 1) / kBlock; ++y) {
    for (std::int32_t x = area.min.x / kBlock; x <= (area.max.x - 1) / kBlock; ++x) {
      std::unique_ptr<Sums>& block = sums_[block_of({x * kBlock, y * kBlock})];
      if (block == nullptr) block = std::make_unique<Sums>();
    }
  }
}

/// Adds the notches of a stamp, or takes them away: `sign` is 1 or -1, modulo 2^32.
void Influence::add_to_sums(const Stamp& stamp, std::uint32_t sign) noexcept {
  std::size_t place = 0;
  for_each_tile(stamp.area, [&](Tile t) {
    if (const std::uint32_t notches = stamp.notches[place++]; notches != 0) {
      (*sums_[block_of(t)])[place_of(t)] += sign * notches;
    }
  });
}

/// Notes a rectangle that has changed; together with the last one, mostly of the same threat before it moved, where
/// that takes in no more tiles. There must be room.
void Influence::touch(const Rect& area) noexcept {
  if (area.width() <= 0) return;
  if (!touched_.empty()) {
    const Rect both = hull(touched_.back(), area);
    if (both.tiles() <= touched_.back().tiles() + area.tiles()) {
      touched_.back() = both;
      return;
    }
  }
  touched_.push_back(area);
}

void Influence::follow(ThreatId id, const Overlay& overlay) {
  Source& source = sources_[id];
  Stamp next = source.gone ? Stamp{} : stamp_of(source.threat, overlay);
  make_room(next.area);
  if (touched_.capacity() - touched_.size() < 2) touched_.reserve(2 * touched_.size() + 2);
  if (source.gone) free_.push_back(id);
  add_to_sums(source.stamp, ~std::uint32_t{0});
  touch(source.stamp.area);
  add_to_sums(next, 1);
  touch(next.area);
  source.stamp = std::move(next);
  source.changed = false;
}

std::size_t Influence::apply(Overlay& overlay) {
  if (overlay.world().bytes().data() != world_.bytes().data()) {
    throw std::invalid_argument("Influence::apply: an overlay of another world");
  }
  for (ThreatId id = 0; id < sources_.size(); ++id) {
    if (sources_[id].changed) follow(id, overlay);
  }
  std::size_t tiles = 0;
  std::vector<std::uint8_t> by;
  for (const Rect& area : touched_) {
    by.clear();
    for_each_tile(area, [&](Tile t) {
      by.push_back(static_cast<std::uint8_t>(notches(t)));
      tiles += by.back() == overlay.notches(t) ? 0 : 1;
    });
    (void)overlay.raise(area, by);
  }
  touched_.clear();
  return tiles;
}

}  // namespace portolan
