// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/crowd_file.hpp"

#include "portolan/core/hash.hpp"
#include "portolan/core/state_words.hpp"
#include "portolan/crowd/crowd_parts.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace portolan {

using crowd::Listing;
using crowd::Unit;

namespace {

constexpr std::uint64_t kCrowdMagic = 0x4457'4F52'4354'524F;  // "ORTCROWD"
constexpr std::uint64_t kCrowdVersion = 3;

Error corrupt_crowd() {
  return {ErrorCode::corrupt, "a state of a crowd that contradicts itself"};
}

/// Tells apart what overlays show; 0: the file.
std::uint64_t mark_of(const Overlay* overlay) {
  return overlay == nullptr ? 0 : std::max<std::uint64_t>(hash_bytes(overlay->bytes()), 1);
}

void put(StateWriter& state, UnitId id, const Unit& unit) {
  state.put({id,
             word_of(unit.tile),
             word_of(unit.to),
             word_of(unit.goal),
             unit.begin,
             unit.end,
             unit.since,
             unit.decided,
             unit.home,
             unit.nearest,
             unit.ticks_per_tile.numerator,
             unit.ticks_per_tile.denominator,
             unit.delayed,
             unit.retry_at,
             unit.mover,
             unit.side,
             static_cast<std::uint64_t>(unit.avoidance),
             unit.ordered ? 1U : 0U,
             unit.holding ? 1U : 0U,
             unit.waited ? 1U : 0U,
             unit.reported ? 1U : 0U,
             static_cast<std::uint64_t>(unit.heading),
             static_cast<std::uint64_t>(unit.to_heading),
             static_cast<std::uint64_t>(unit.goal_heading)});
}

void put(StateWriter& state, const Placement& at) {
  state.put({word_of(at.tile), static_cast<std::uint64_t>(at.heading)});
}

/// What is left of the way of a unit that turns.
void put(StateWriter& state, const Unit& unit, const crowd::Guide& guide, std::span<const crowd::Stretch> left) {
  put(state, left.empty() ? unit.next() : guide.at);
  state.put({left.empty() ? kInfiniteCost : guide.rest, guide.retry_at, left.size()});
  for (const crowd::Stretch& stretch : left) {
    put(state, stretch.to);
    state.put(static_cast<std::uint64_t>(stretch.stride));
  }
}

void put(StateWriter& state, const std::vector<UnitId>& ids) {
  state.put(ids.size());
  for (const UnitId id : ids) state.put(id);
}

constexpr std::size_t kPlacesInWord = 4;
constexpr unsigned kPlaceBits = 16;

/// What is left of the plans, and which they are.
void put(StateWriter& state, const crowd::Plans& plans) {
  state.put(plans.active());
  for (std::size_t number = 0; number < plans.all().size(); ++number) {
    const crowd::Plan& plan = plans.all()[number];
    if (plan.count == 0) continue;
    state.put({number, word_of(plan.window.first), plan.waited, plan.count, plan.length - plan.next});
    for (std::size_t i = 0; i < plan.count; ++i) state.put(plan.units[i]);
    std::uint64_t word = 0;
    std::size_t filled = 0;
    for (std::size_t i = 0; i < plan.count; ++i) {
      const auto track = plans.track(plan.units[i]);
      for (const crowd::Plans::Place place : track.subspan(plan.next, plan.length - plan.next)) {
        word |= std::uint64_t{place} << (kPlaceBits * filled);
        if (++filled != kPlacesInWord) continue;
        state.put(std::exchange(word, 0));
        filled = 0;
      }
    }
    if (filled != 0) state.put(word);
  }
}

}  // namespace

/// A state that is taken from bytes, for a crowd that is not touched meanwhile.
struct CrowdFile::Decoder {
  Decoder(const StateReader& given, const Crowd::Parts& crowd)
      : reader(given), parts(crowd), units(crowd.state.units.size()) {}

  void take_all() {
    now = reader.take(kMostTicks);
    hash = reader.take();
    for (std::uint64_t left = reader.take(units.size()); left != 0 && reader.sound(); --left) take_unit();
    free = take_ids(&Decoder::take_absent);
    deciding = take_ids(&Decoder::take_deciding);
    next = take_ids(&Decoder::take_next);
    reader.require(free.size() + present == units.size());
    for (const Unit& unit : units) reader.require(!unit.busy() || unit.listing != Listing::none);
    std::uint64_t least = 0;
    for (std::uint64_t left = reader.take(crowd::kMostPlans); left != 0 && reader.sound(); --left) {
      plans.push_back(take_plan(least));
      least = plans.back().number + 1;
    }
  }

  /// What is left of a plan.
  struct Planned {
    std::size_t number = 0;
    crowd::Plan plan;
    std::vector<crowd::Plans::Place> tracks;
  };
  /// The way of a unit.
  struct Guided {
    UnitId unit = kNoUnit;
    crowd::Guide guide;
    std::vector<crowd::Stretch> left;
  };

  StateReader reader;
  const Crowd::Parts& parts;
  Tick now = 0;
  std::uint64_t hash = 0;
  std::size_t present = 0;
  std::vector<Unit> units;
  std::vector<UnitId> free;
  std::vector<UnitId> deciding;
  std::vector<UnitId> next;
  std::vector<Planned> plans;
  std::vector<Guided> guides;

 private:
  /// Whether the number may stand in a list, which is noted.
  bool take_absent(Unit& unit) noexcept {
    const bool fits = !unit.present && unit.listing == Listing::none;
    unit.listing = Listing::listed;
    return fits;
  }
  bool take_deciding(Unit& unit) noexcept {
    return unit.present && std::exchange(unit.listing, Listing::listed) == Listing::none;
  }
  bool take_next(Unit& unit) noexcept {
    const Listing before = unit.listing;
    unit.listing = before == Listing::none ? Listing::next : Listing::misplaced;
    return unit.present && (before == Listing::none || before == Listing::listed);
  }

  UnitId take_id() noexcept { return static_cast<UnitId>(reader.take(units.empty() ? 0 : units.size() - 1)); }

  std::vector<UnitId> take_ids(bool (Decoder::*fits)(Unit&) noexcept) {
    std::vector<UnitId> ids;
    for (std::uint64_t left = reader.take(units.size()); left != 0 && reader.sound(); --left) {
      ids.push_back(take_id());
      reader.require((this->*fits)(units[ids.back()]));
    }
    return ids;
  }

  /// A plan of units that can follow one, to tiles of the map. Whether its steps are such is asked as they are made.
  Planned take_plan(std::uint64_t least) {
    Planned taken;
    crowd::Plan& plan = taken.plan;
    taken.number = static_cast<std::size_t>(reader.take(crowd::kMostPlans - 1));
    reader.require(taken.number >= least);
    plan.window.first = tile_of(reader.take());
    const auto near = [](std::int32_t at) { return at >= -crowd::ClusterWindow::kSide && at < kMaxSide; };
    reader.require(near(plan.window.first.x) && near(plan.window.first.y));
    plan.waited = static_cast<std::uint32_t>(reader.take(crowd::Plans::kPatience));
    plan.count = static_cast<std::size_t>(reader.take(crowd::kMostInCluster));
    plan.length = static_cast<std::uint32_t>(reader.take(crowd::Plans::kMostSteps));
    reader.require(plan.count != 0 && plan.length != 0 && plan.count <= units.size());
    for (std::size_t i = 0; i < plan.count && reader.sound(); ++i) {
      plan.units[i] = take_id();
      Unit& unit = units[plan.units[i]];
      reader.require(crowd::can_join(unit) && unit.side == units[plan.units[0]].side);
      unit.plan = static_cast<std::uint32_t>(taken.number);
    }
    const Rect map = parts.state.potentials.front()->snapshot().grid().bounds();
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < plan.length * plan.count && reader.sound(); ++i) {
      word = i % kPlacesInWord == 0 ? reader.take() : word >> kPlaceBits;
      const auto place = static_cast<crowd::Plans::Place>(word & 0xFFFF);
      reader.require(place < crowd::ClusterWindow::kPlaces && map.contains(plan.window.tile_of(place)));
      taken.tracks.push_back(place);
    }
    reader.require(word >> kPlaceBits == 0 || taken.tracks.size() % kPlacesInWord == 0);
    return taken;
  }

  /// Of a unit that turns; of others there is but one.
  Heading take_heading(const BodyMoves* moves) noexcept {
    const Heading heading = reader.take_enum(Heading::any);
    reader.require(moves == nullptr ? heading == Heading::any : moves->rules().has(heading));
    return moves == nullptr || !moves->rules().has(heading) ? Heading::any : heading;
  }
  Placement take_placement(const BodyMoves* moves) noexcept {
    const Tile tile = tile_of(reader.take());
    reader.require(parts.state.potentials.front()->snapshot().grid().contains(tile));
    return {tile, take_heading(moves)};
  }

  /// Of a unit whose body lies on the map there.
  Placement take_covered(UnitId id, const BodyMoves& moves) {
    const Placement at = take_placement(&moves);
    const Rect map = parts.state.potentials.front()->snapshot().grid().bounds();
    const crowd::BodyTiles& body = parts.state.bodies[units[id].mover];
    reader.require(reader.sound() && body.all_covered(at, [&](Tile tile) { return map.contains(tile); }));
    return at;
  }

  /// Whether its moves are such is asked before they are made.
  void take_guide(UnitId id, const BodyMoves& moves) {
    Guided taken;
    taken.unit = id;
    taken.guide.at = take_covered(id, moves);
    taken.guide.rest = reader.take(kInfiniteCost);
    taken.guide.retry_at = static_cast<std::uint32_t>(reader.take(std::numeric_limits<std::uint32_t>::max()));
    for (std::uint64_t left = reader.take(crowd::Guides::kMostStretches); left != 0 && reader.sound(); --left) {
      const Placement to = take_covered(id, moves);
      taken.left.push_back({to, reader.take_enum(crowd::Stride::link)});
    }
    const bool none = taken.left.empty();
    reader.require(!none || (taken.guide.at == units[id].next() && taken.guide.rest == kInfiniteCost));
    guides.push_back(std::move(taken));
  }

  void take_unit() {
    constexpr std::uint64_t kNarrow = std::numeric_limits<std::uint32_t>::max();
    const UnitId id = take_id();
    Unit& unit = units[id];
    reader.require(!unit.present);
    unit.present = true;
    ++present;
    unit.tile = tile_of(reader.take());
    unit.to = tile_of(reader.take());
    unit.goal = tile_of(reader.take());
    unit.begin = reader.take(kMostTicks);
    unit.end = reader.take(kMostTicks);
    unit.since = reader.take(now);
    unit.decided = reader.take(now);
    unit.home = reader.take(now);
    unit.nearest = reader.take();
    unit.ticks_per_tile.numerator = static_cast<std::uint32_t>(reader.take(kNarrow));
    unit.ticks_per_tile.denominator = static_cast<std::uint32_t>(reader.take(kNarrow));
    unit.delayed = static_cast<std::uint32_t>(reader.take(kNarrow));
    unit.retry_at = static_cast<std::uint32_t>(reader.take(kNarrow));
    reader.require(unit.retry_at >= kStuckDecisions);
    unit.mover = static_cast<std::uint8_t>(reader.take(parts.profiles.size() - 1));
    unit.side = static_cast<std::uint8_t>(reader.take(std::numeric_limits<std::uint8_t>::max()));
    unit.avoidance = reader.take_enum(Avoidance::around);
    unit.ordered = reader.take_bool();
    unit.holding = reader.take_bool();
    unit.waited = reader.take_bool();
    unit.reported = reader.take_bool();

    const BodyMoves* const moves = parts.state.guides.moves(unit.mover);
    unit.heading = take_heading(moves);
    unit.to_heading = take_heading(moves);
    unit.goal_heading = reader.take_enum(Heading::any);
    reader.require(unit.goal_heading == Heading::any || (moves != nullptr && moves->rules().has(unit.goal_heading)));
    const GridView& grid = parts.state.potentials[unit.mover]->snapshot().grid();
    const crowd::BodyTiles& body = parts.state.bodies[unit.mover];
    unit.size = static_cast<std::uint8_t>(body.size());
    const auto stands = [&](const Placement& at) {
      constexpr std::int32_t kLast =
          std::numeric_limits<std::int32_t>::max() - std::numeric_limits<std::uint8_t>::max();
      if (!reader.sound() || at.tile.x < 0 || at.tile.y < 0 || at.tile.x > kLast || at.tile.y > kLast) return false;
      const Rect cover = body.bounds(at);
      return intersection(cover, grid.bounds()) == cover;
    };
    const bool one_each = unit.ticks_per_tile.numerator == 0 && unit.ticks_per_tile.denominator == 1;
    reader.require(stands(unit.at()) && stands(unit.next()) && grid.contains(unit.goal) &&
                   (one_each || crowd::is_pace(unit.ticks_per_tile)) &&
                   (!unit.moving() || (unit.begin < now && now < unit.end)) &&
                   (!unit.holding || (!unit.ordered && unit.goal == unit.to)));
    if (moves != nullptr) take_guide(id, *moves);
  }
};

std::vector<std::byte> CrowdFile::bytes_of(const Crowd& crowd) {
  const Crowd::Parts& parts = *crowd.parts_;
  StateWriter state;
  state.put(parts.kind().bytes());
  state.put({mark_of(parts.overlay.get()), parts.state.now, parts.hash, parts.count});
  for (std::size_t id = 0; id < parts.state.units.size(); ++id) {
    const Unit& unit = parts.state.units[id];
    if (!unit.present) continue;
    put(state, static_cast<UnitId>(id), unit);
    if (!unit.turns()) continue;
    const crowd::Guides& guides = parts.state.guides;
    put(state, unit, guides.guide(static_cast<UnitId>(id)), guides.left(static_cast<UnitId>(id)));
  }
  for (const std::vector<UnitId>* ids : {&parts.free, &parts.deciding, &parts.next}) put(state, *ids);
  put(state, parts.clusters.plans());
  return state.sealed(kCrowdMagic, kCrowdVersion);
}

std::uint64_t CrowdFile::hash_of(const Crowd& crowd) {
  return hash_bytes(bytes_of(crowd));
}

Outcome CrowdFile::read(std::span<const std::byte> bytes, std::shared_ptr<const Overlay> overlay, Crowd& crowd) {
  Crowd::Parts& parts = *crowd.parts_;
  auto opened = StateReader::open(bytes, kCrowdMagic, kCrowdVersion, "a crowd");
  if (!opened) return opened.error();
  const StateWriter kind = parts.kind();
  if (!std::ranges::equal(opened->take_bytes(kind.bytes().size()), kind.bytes())) {
    return opened->sound() ? Error{ErrorCode::usage, "the crowd has another world, profiles or options"}
                           : corrupt_crowd();
  }
  const std::uint64_t mark = opened->take();
  if (opened->sound() && mark != mark_of(overlay.get())) {
    return Error{ErrorCode::usage, "another overlay than that of the state"};
  }
  Decoder decoder(*opened, parts);
  decoder.take_all();
  if (!decoder.reader.done()) return corrupt_crowd();
  for (Unit& unit : decoder.units) {
    if (!unit.present) unit = {};
  }
  if (overlay != nullptr && overlay->world().bytes().data() != parts.world().bytes().data()) {
    return Error{ErrorCode::usage, "an overlay of another world"};
  }
  if (!parts.replace(decoder.units)) return corrupt_crowd();
  try {
    parts.show(std::move(overlay));
  } catch (...) {
    (void)parts.replace(decoder.units);
    throw;
  }
  parts.state.now = decoder.now;
  parts.hash = decoder.hash;
  parts.count = decoder.present;
  parts.free.assign(decoder.free.begin(), decoder.free.end());
  parts.deciding.assign(decoder.deciding.begin(), decoder.deciding.end());
  parts.next.assign(decoder.next.begin(), decoder.next.end());
  parts.moving.clear();
  for (std::size_t id = 0; id < parts.state.units.size(); ++id) {
    if (parts.state.units[id].present && parts.state.units[id].moving())
      parts.moving.push_back(static_cast<UnitId>(id));
  }
  for (const Decoder::Guided& taken : decoder.guides) parts.state.guides.put(taken.unit, taken.guide, taken.left);
  crowd::Plans& plans = parts.clusters.replaced_plans();
  plans.clear();
  for (const Decoder::Planned& taken : decoder.plans) plans.put(taken.number, taken.plan, taken.tracks);
  parts.clear_report();
  return Success{};
}

}  // namespace portolan
