// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/influence.hpp"

#include "portolan/grid/seen_tiles.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace portolan {
namespace {

std::size_t tiles_of(const Rect& area) noexcept {
  return static_cast<std::size_t>(area.width()) * static_cast<std::size_t>(area.height());
}

/// The whole number below or at the root of a number below 2^31.
std::int32_t root_of(std::int32_t square) noexcept {
  std::int32_t root = 0;
  for (std::int32_t bit = 1 << 15; bit != 0; bit >>= 1) {
    const std::int64_t next = root + bit;
    if (next * next <= square) root += bit;
  }
  return root;
}

/// The levels of a threat at a tile of its disc.
std::uint8_t levels_at(const Threat& threat, Tile t) noexcept {
  if (threat.falloff == Falloff::none) return static_cast<std::uint8_t>(threat.levels);
  const std::int32_t dx = t.x - threat.at.x;
  const std::int32_t dy = t.y - threat.at.y;
  const auto parts = static_cast<std::size_t>(threat.radius) + 1;
  const auto left = parts - static_cast<std::size_t>(root_of(dx * dx + dy * dy));
  return static_cast<std::uint8_t>((threat.levels * left + parts - 1) / parts);
}

}  // namespace

Influence::Influence(World world, const TerrainSet& opaque)
    : world_(std::move(world)),
      opaque_(opaque),
      most_(world_.levels()),
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
  if (threat.levels < 1 || threat.levels > most_) {
    return Error{ErrorCode::usage, "a threat of " + std::to_string(threat.levels) + " levels in a world that has " +
                                       std::to_string(most_)};
  }
  if (free_.empty()) {
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
    const Rect common = intersection(source.area, area);
    const bool meets = common.width() > 0 && common.height() > 0;
    source.changed = source.changed || (meets && source.threat.felt == Felt::in_sight);
  }
}

void Influence::tick() noexcept {
  for (Source& source : sources_) {
    if (source.gone || source.threat.fades == 0 || ++source.age < source.threat.fades) continue;
    source.age = 0;
    source.changed = true;
    source.gone = --source.threat.levels == 0;
    if (source.gone) --count_;
  }
}

std::uint32_t& Influence::sum(Tile t) {
  std::unique_ptr<Sums>& block =
      sums_[static_cast<std::size_t>(t.y / kBlock) * static_cast<std::size_t>(columns_) +
            static_cast<std::size_t>(t.x / kBlock)];
  if (block == nullptr) block = std::make_unique<Sums>();
  return (*block)[static_cast<std::size_t>(t.y % kBlock) * kBlock + static_cast<std::size_t>(t.x % kBlock)];
}

std::size_t Influence::level(Tile t) const noexcept {
  const std::unique_ptr<Sums>& block =
      sums_[static_cast<std::size_t>(t.y / kBlock) * static_cast<std::size_t>(columns_) +
            static_cast<std::size_t>(t.x / kBlock)];
  if (block == nullptr) return 0;
  const std::size_t all =
      (*block)[static_cast<std::size_t>(t.y % kBlock) * kBlock + static_cast<std::size_t>(t.x % kBlock)];
  return std::min(all, most_);
}

/// Takes what a threat has added out of the sums again.
void Influence::withdraw(Source& source) {
  std::size_t place = 0;
  for (std::int32_t y = source.area.min.y; y < source.area.max.y; ++y) {
    for (std::int32_t x = source.area.min.x; x < source.area.max.x; ++x) {
      if (const std::uint8_t by = source.added[place++]; by != 0) {
        std::uint32_t& all = sum({x, y});
        all -= by;
      }
    }
  }
  if (!source.added.empty()) touch(source.area);
  source.added.clear();
  source.area = {};
}

void Influence::stamp(Source& source, const Overlay& overlay) {
  const Threat& threat = source.threat;
  const FloorStack& floors = world_.floors();
  Rect floor = world_.bounds();
  if (floors.count > 1) {
    const Tile first = floors.tile(floors.floor(threat.at.y), {0, 0});
    floor = {first, {world_.width(), first.y + floors.height}};
  }
  source.area = disc_bounds(floor, threat.at, threat.radius);
  source.added.assign(tiles_of(source.area), 0);
  if (threat.felt == Felt::everywhere) {
    mark_disc(source.area, threat.at, threat.radius, source.added);
  } else {
    std::vector<std::uint8_t> opaque;
    for (const TerrainId id : overlay.copy_terrain(source.area)) opaque.push_back(opaque_[id] ? 1 : 0);
    mark_seen(source.area, opaque, threat.at, threat.radius, source.added);
  }
  std::size_t place = 0;
  for (std::int32_t y = source.area.min.y; y < source.area.max.y; ++y) {
    for (std::int32_t x = source.area.min.x; x < source.area.max.x; ++x) {
      std::uint8_t& by = source.added[place++];
      if (by == 0) continue;
      by = levels_at(threat, {x, y});
      std::uint32_t& all = sum({x, y});
      all += by;
    }
  }
  touch(source.area);
}

/// Notes a rectangle that has changed; together with the last one, mostly of the same threat before it moved, where
/// that takes in no more tiles.
void Influence::touch(const Rect& area) {
  if (!touched_.empty()) {
    const Rect both = hull(touched_.back(), area);
    if (tiles_of(both) <= tiles_of(touched_.back()) + tiles_of(area)) {
      touched_.back() = both;
      return;
    }
  }
  touched_.push_back(area);
}

std::size_t Influence::apply(Overlay& overlay) {
  if (overlay.world().bytes().data() != world_.bytes().data()) {
    throw std::invalid_argument("Influence::apply: an overlay of another world");
  }
  touched_.clear();
  for (ThreatId id = 0; id < sources_.size(); ++id) {
    Source& source = sources_[id];
    if (!source.changed) continue;
    source.changed = false;
    withdraw(source);
    if (!source.gone) {
      stamp(source, overlay);
    } else {
      free_.push_back(id);
    }
  }
  std::size_t tiles = 0;
  std::vector<std::uint8_t> levels;
  for (const Rect& area : touched_) {
    levels.clear();
    for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
      for (std::int32_t x = area.min.x; x < area.max.x; ++x) {
        levels.push_back(static_cast<std::uint8_t>(level({x, y})));
        tiles += levels.back() == overlay.level({x, y}) ? 0 : 1;
      }
    }
    (void)overlay.raise(area, levels);
  }
  return tiles;
}

}  // namespace portolan
