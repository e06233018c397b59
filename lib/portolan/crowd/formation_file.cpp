// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/formation_file.hpp"

#include "portolan/core/hash.hpp"
#include "portolan/core/state_words.hpp"

#include <algorithm>
#include <utility>

namespace portolan {
namespace {

constexpr std::uint64_t kFormationMagic = 0x4D52'4F46'4354'524F;  // "ORTCFORM"
constexpr std::uint64_t kFormationVersion = 1;
/// As long as any step or link takes, and so short that waiting for it stays in range.
constexpr std::uint64_t kMostStride = std::uint64_t{1} << 42;
constexpr std::uint64_t kMostWay = std::uint64_t{1} << 40;

Error corrupt_formation() {
  return {ErrorCode::corrupt, "a state of a formation that contradicts itself, or its crowd"};
}

std::uint64_t word_of(const SlotOffset& slot) noexcept {
  return static_cast<std::uint64_t>(slot.x + SlotOffset::kMost) << 32 | static_cast<std::uint32_t>(slot.y);
}

}  // namespace

struct FormationFile::Decoder {
  Decoder(const StateReader& given, const Crowd& all, const Formation& formation)
      : reader(given), crowd(all), map(formation.guide_->snapshot().grid().bounds()), taken(*formation.guide_) {}

  void take_all() {
    taken.options_.reach = static_cast<std::uint32_t>(reader.take(0xFFFF'FFFF));
    taken.options_.patience = static_cast<std::uint32_t>(reader.take(65'535));
    reader.require(taken.options_.patience != 0);
    taken.state_ = reader.take_enum(FormationState::cut);
    take_shape();
    take_members();
    taken.ranks_.reserve(taken.members_.size() + 1);
    for (std::uint64_t left = reader.take(taken.members_.size()); left != 0 && reader.sound(); --left) {
      const std::uint64_t first = reader.take(taken.members_.size() - 1);
      reader.require(taken.ranks_.empty() ? first == 0 : first > taken.ranks_.back());
      taken.ranks_.push_back(static_cast<std::uint32_t>(first));
    }
    for (std::uint64_t left = reader.take(kMostWay); left != 0 && reader.sound(); --left) {
      FormationWayTile way;
      way.tile = take_tile();
      way.heading = reader.take_enum(Heading::south_east);
      way.left = reader.take();
      way.right = reader.take();
      taken.way_.push_back(way);
    }
    for (std::uint64_t left = reader.take(FormationShape::kMostSlots); left != 0 && reader.sound(); --left) {
      taken.finals_.push_back(take_tile());
    }
    require_apart(taken.finals_);
    taken.at_ = static_cast<std::size_t>(reader.take(taken.way_.empty() ? 0 : taken.way_.size() - 1));
    taken.final_heading_ = reader.take_enum(Heading::south_east);
    taken.ready_ = reader.take(kMostTicks);
    taken.stride_ = reader.take(kMostStride);
    taken.swaps_left_ = static_cast<std::uint32_t>(reader.take(8 * FormationShape::kMostSlots));
    reader.require(taken.stride_ != 0);
    if (taken.state_ == FormationState::idle) return;
    reader.require(!taken.members_.empty() && !taken.way_.empty() && !taken.ranks_.empty() &&
                   taken.finals_.size() >= taken.members_.size());
  }

  StateReader reader;
  const Crowd& crowd;
  Rect map;
  Formation taken;

 private:
  Tile take_tile() noexcept {
    const Tile tile = tile_of(reader.take());
    reader.require(map.contains(tile));
    return tile;
  }
  void take_shape() {
    const auto spacing = static_cast<std::int32_t>(reader.take(FormationShape::kMostSpacing));
    std::vector<SlotOffset> slots;
    for (std::uint64_t left = reader.take(FormationShape::kMostSlots); left != 0 && reader.sound(); --left) {
      const std::uint64_t word = reader.take();
      reader.require(word >> 32 <= 2 * SlotOffset::kMost && (word & 0xFFFF'FFFF) <= SlotOffset::kMostBehind);
      if (!reader.sound()) return;
      slots.push_back(
          {static_cast<std::int32_t>(word >> 32) - SlotOffset::kMost, static_cast<std::int32_t>(word & 0xFFFF'FFFF)});
    }
    auto shape = FormationShape::of(slots, spacing);
    reader.require(shape.has_value() && spacing >= taken.guide_->footprint() &&
                   std::ranges::equal(shape->slots(), slots));
    if (reader.sound()) taken.shape_ = std::move(*shape);
  }
  void take_members() {
    std::vector<UnitId> units;
    std::vector<Tile> slots;
    for (std::uint64_t left = reader.take(FormationShape::kMostSlots); left != 0 && reader.sound(); --left) {
      Formation::Member member;
      member.unit = static_cast<UnitId>(reader.take(kNoUnit - 1));
      const auto numerator = static_cast<std::uint32_t>(reader.take(Crowd::kMaxTicks));
      const auto denominator = static_cast<std::uint32_t>(reader.take(Crowd::kMaxTicks));
      reader.require(numerator == 0 ? denominator == 0 : denominator != 0);
      if (numerator != 0) member.pace = Ratio{numerator, denominator};
      member.slot = tile_of(reader.take());
      reader.require(member.slot == kNoTile || map.contains(member.slot));
      member.behind_since = reader.take();
      reader.require(member.behind_since == kNoTick || member.behind_since <= crowd.now());
      member.in_step = reader.take_bool();
      if (!reader.sound()) return;
      // One that is not there was removed, and leaves the formation when that goes on.
      reader.require(!crowd.contains(member.unit) || crowd.unit(member.unit).profile == taken.guide_->profile());
      units.push_back(member.unit);
      if (!(member.slot == kNoTile)) slots.push_back(member.slot);
      taken.members_.push_back(member);
    }
    std::sort(units.begin(), units.end());
    reader.require(std::adjacent_find(units.begin(), units.end()) == units.end());
    require_apart(slots);
  }
  /// Bodies on these tiles must not touch each other's.
  void require_apart(const std::vector<Tile>& tiles) {
    if (!reader.sound()) return;
    taken.taken_.reserve(tiles.size());
    crowd::SlotClaims claims(taken.taken_, taken.guide_->footprint());
    for (const Tile tile : tiles) {
      reader.require(claims.free(tile));
      claims.take(tile);
    }
  }
};

std::vector<std::byte> FormationFile::bytes_of(const Formation& formation) {
  StateWriter state;
  state.put({formation.guide_->snapshot().file(), formation.guide_->profile()});
  state.put({formation.options_.reach, formation.options_.patience, static_cast<std::uint64_t>(formation.state_),
             static_cast<std::uint64_t>(formation.shape_.spacing()), formation.shape_.slots().size()});
  for (const SlotOffset& slot : formation.shape_.slots()) state.put(word_of(slot));
  state.put(formation.members_.size());
  for (const Formation::Member& member : formation.members_) {
    const Ratio pace = member.pace.value_or(Ratio{0, 0});
    state.put({member.unit, pace.numerator, pace.denominator, word_of(member.slot), member.behind_since,
               member.in_step ? 1U : 0U});
  }
  state.put(formation.ranks_.size());
  for (const std::uint32_t first : formation.ranks_) state.put(first);
  state.put(formation.way_.size());
  for (const FormationWayTile& way : formation.way_) {
    state.put({word_of(way.tile), static_cast<std::uint64_t>(way.heading), way.left, way.right});
  }
  state.put(formation.finals_.size());
  for (const Tile tile : formation.finals_) state.put(word_of(tile));
  state.put({formation.at_, static_cast<std::uint64_t>(formation.final_heading_), formation.ready_, formation.stride_,
             formation.swaps_left_});
  return state.sealed(kFormationMagic, kFormationVersion);
}

std::uint64_t FormationFile::hash_of(const Formation& formation) {
  return hash_bytes(bytes_of(formation));
}

Outcome FormationFile::read(std::span<const std::byte> bytes, const Crowd& crowd, Formation& formation) {
  auto opened = StateReader::open(bytes, kFormationMagic, kFormationVersion, "a formation");
  if (!opened) return opened.error();
  const std::uint64_t file = opened->take();
  const std::uint64_t profile = opened->take();
  if (!opened->sound()) return corrupt_formation();
  if (file != formation.guide_->snapshot().file() || profile != formation.guide_->profile()) {
    return Error{ErrorCode::usage, "the formation has another world or profile"};
  }
  Decoder decoder(*opened, crowd, formation);
  decoder.take_all();
  if (!decoder.reader.done()) return corrupt_formation();
  Formation& taken = decoder.taken;
  taken.taken_.reserve(taken.members_.size());
  taken.places_.reserve(taken.members_.size());
  taken.find_slowest();
  formation = std::move(taken);
  return Success{};
}

}  // namespace portolan
