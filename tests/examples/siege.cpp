// SPDX-License-Identifier: BSL-1.0
// A siege without a window. A thousand units on two sides share the town; the attackers know of it what their captains
// have seen, march by what they know, and fear the towers, which move; a gate is shut and opened again. Half way the
// game is saved, and another one goes on from there. The hash at the end is the same on every machine, saved or not.
#include "portolan/portolan.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

namespace {

using portolan::Tile;
using portolan::UnitId;

constexpr std::size_t kSquads = 20;
constexpr std::size_t kSquad = 25;
constexpr int kTicks = 600;
constexpr int kThink = 20;         // ticks between two orders of a captain
constexpr std::int32_t kSee = 16;  // tiles
constexpr Tile kKeep{246, 180};
constexpr portolan::Rect kGate{{119, 56}, {121, 58}};
constexpr std::uint8_t kAttackers = 1;
constexpr std::uint8_t kDefenders = 2;

/// A captain, and those who follow.
using Squad = std::vector<UnitId>;

class Siege {
 public:
  Siege(const portolan::World& town, portolan::Veil veil)
      : town_(town),
        walls_(portolan::impassable_terrains(town.profiles()[0].rules)),
        edits_(town),
        towers_(town, walls_),
        veil_(std::move(veil)),
        scout_(veil_.overlay().world(), 0),
        plan_(scout_.room()),
        march_(veil_.overlay().world(), 0),
        crowd_(town, 0, {.units = 2 * kSquads * kSquad}) {
    for (std::size_t i = 0; i < kSquads; ++i) {
      squads_.push_back(muster(kAttackers, 0, town.width() / 3));
      for (const UnitId guard : muster(kDefenders, town.width() / 2, town.width())) crowd_.hold(guard);
    }
    for (std::size_t i = 0; i < tower_ids_.size(); ++i) {
      tower_ids_[i] = *towers_.add({.at = tower_at(i, 0),
                                    .radius = 10,
                                    .notches = 6,
                                    .falloff = portolan::Falloff::linear,
                                    .felt = portolan::Felt::in_sight});
    }
  }

  /// What a saved game holds of it; the rest is as it was when the siege began.
  portolan::GameParts parts() {
    return {.worlds = {town_, veil_.overlay().world()},
            .overlays = {&edits_},
            .veils = {&veil_},
            .influences = {&towers_},
            .patrols = {},
            .crowds = {&crowd_},
            .services = {},
            .snapshots = {}};
  }

  /// The ticks [from, to). How often a unit became stuck.
  std::size_t play(int from, int to) {
    std::size_t stuck = 0;
    for (int tick = from; tick < to; ++tick) {
      if (tick == 100) (void)edits_.set_terrain(kGate, wall());
      if (tick == 200) (void)edits_.revert(kGate);
      if (tick % 50 == 0) move_towers(tick);
      if (tick % kThink == 0) think();
      const portolan::CrowdReport report = crowd_.tick();
      stuck += report.stuck.size();
      hash_ = report.hash;
    }
    return stuck;
  }
  void report(std::size_t stuck) const {
    const auto at_keep = std::ranges::count_if(squads_, [&](const Squad& squad) {
      const Tile at = crowd_.unit(squad.front()).tile;
      return std::max(std::abs(at.x - kKeep.x), std::abs(at.y - kKeep.y)) <= 12;
    });
    std::printf("%zu units, %td of %zu captains at the keep, %zu tiles seen, %zu times stuck, hash %016llx\n",
                crowd_.size(), at_keep, squads_.size(), veil_.known_tiles(), stuck,
                static_cast<unsigned long long>(hash_));
  }

 private:
  [[nodiscard]] portolan::TerrainId wall() const {
    std::size_t id = 0;
    while (!walls_[id]) ++id;
    return static_cast<portolan::TerrainId>(id);
  }

  /// Units of a side on free tiles between two columns, strewn over them.
  Squad muster(std::uint8_t side, std::int32_t from, std::int32_t to) {
    constexpr std::int64_t kStride = 7919;  // a prime, so that every tile comes up
    const std::int64_t width = to - from;
    Squad squad;
    for (; squad.size() < kSquad; ++strewn_) {
      const std::int64_t place = strewn_ * kStride % (width * town_.height());
      const Tile tile{from + static_cast<std::int32_t>(place % width), static_cast<std::int32_t>(place / width)};
      const portolan::AddedUnit added = crowd_.add({.tile = tile, .side = side});
      if (added.status == portolan::Status::found) squad.push_back(added.unit);
    }
    return squad;
  }

  [[nodiscard]] Tile tower_at(std::size_t tower, int tick) const {
    const std::int32_t seed = static_cast<std::int32_t>(tower) * 61 + tick;
    return {(90 + seed * 7) % town_.width(), (40 + seed * 11) % town_.height()};
  }
  void move_towers(int tick) {
    for (std::size_t i = 0; i < tower_ids_.size(); ++i) (void)towers_.move(tower_ids_[i], tower_at(i, tick));
    towers_.look_again(town_.bounds());
    (void)towers_.apply(edits_);
    crowd_.use(std::make_shared<const portolan::Overlay>(edits_));
  }

  /// Captains look around; then each finds a way by what all have seen, and leads his squad along it as far as it is
  /// known.
  void think() {
    for (const Squad& squad : squads_) {
      (void)veil_.reveal_sight(edits_, crowd_.unit(squad.front()).tile, kSee, walls_);
    }
    const auto known = std::make_shared<const portolan::Overlay>(veil_.overlay());
    scout_.use(known);
    march_.use(known);
    if (scout_.room().arcs > plan_.room().arcs) plan_ = portolan::Path(scout_.room());
    for (const Squad& squad : squads_) {
      const Tile at = crowd_.unit(squad.front()).tile;
      if (scout_.find({.from = at, .to = kKeep}, plan_).status != portolan::Status::found) continue;
      Tile end = at;
      portolan::Leg leg;
      bool goes_on = true;
      for (std::int32_t steps = 0; goes_on && march_.next(plan_, leg) == portolan::LegStatus::ready;) {
        for (const Tile next : leg.tiles.subspan(1)) {
          goes_on = goes_on && ++steps <= kThink && veil_.known(next);
          if (goes_on) end = next;
        }
      }
      for (const UnitId unit : squad) (void)crowd_.order(unit, end);
    }
  }

  const portolan::World& town_;
  portolan::TerrainSet walls_;
  portolan::Overlay edits_;
  portolan::Influence towers_;
  portolan::Veil veil_;
  portolan::PathQuery scout_;
  portolan::Path plan_;
  portolan::LegWalker march_;
  portolan::Crowd crowd_;
  std::array<portolan::ThreatId, 6> tower_ids_{};
  std::vector<Squad> squads_;
  std::int64_t strewn_ = 0;
  std::uint64_t hash_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto town = portolan::World::open(argv[1]);
  const auto blank = portolan::World::open(argv[2]);
  if (!town || !blank) {
    std::fprintf(stderr, "%s\n", (town ? blank : town).error().message.c_str());
    return 1;
  }
  const auto veil = portolan::Veil::make(*town, *blank, "unknown");
  if (!veil) {
    std::fprintf(stderr, "%s\n", veil.error().message.c_str());
    return 1;
  }
  Siege siege(*town, *veil);
  std::size_t stuck = siege.play(0, kTicks / 2);
  const auto saved = portolan::GameFile::bytes_of(siege.parts());
  Siege resumed(*town, *veil);
  if (!saved || !portolan::GameFile::read(*saved, resumed.parts())) return 1;
  stuck += resumed.play(kTicks / 2, kTicks);
  resumed.report(stuck);
  return 0;
}
