// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/influence_file.hpp"

#include "portolan/core/hash.hpp"
#include "portolan/core/state_words.hpp"
#include "portolan/grid/seen_tiles.hpp"

#include <algorithm>
#include <utility>

namespace portolan {
namespace {

constexpr std::uint64_t kInfluenceMagic = 0x4C46'4E49'5452'4F50;  // "PORTINFL"
constexpr std::uint64_t kInfluenceVersion = 1;

/// What must be alike in an influence that wrote a state and one that reads it.
StateWriter kind_of(const World& world, const TerrainSet& opaque) {
  StateWriter kind;
  kind.put(world.checksum());
  for (std::size_t first = 0; first < opaque.size(); first += 64) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 64; ++i) word |= std::uint64_t{opaque[first + i]} << i;
    kind.put(word);
  }
  return kind;
}

}  // namespace

std::vector<std::byte> InfluenceFile::bytes_of(const Influence& influence) {
  StateWriter state = kind_of(influence.world_, influence.opaque_);
  state.put({influence.sources_.size(), influence.free_.size()});
  for (const ThreatId id : influence.free_) state.put(id);
  for (const Influence::Source& source : influence.sources_) {
    state.put(source.gone ? 1U : 0U);
    if (!source.gone) {
      const Threat& threat = source.threat;
      state.put({word_of(threat.at), static_cast<std::uint64_t>(threat.radius), threat.notches,
                 static_cast<std::uint64_t>(threat.falloff), static_cast<std::uint64_t>(threat.felt), threat.fades,
                 source.age, source.changed ? 1U : 0U});
    }
    state.put({word_of(source.stamp.area.min), word_of(source.stamp.area.max)});
    state.put(std::as_bytes(std::span(source.stamp.notches)));
  }
  return state.sealed(kInfluenceMagic, kInfluenceVersion);
}

std::uint64_t InfluenceFile::hash_of(const Influence& influence) {
  return hash_bytes(bytes_of(influence));
}

/// A StateReader that knows threats.
class InfluenceFile::Reader : public StateReader {
 public:
  Reader(const StateReader& state, const Influence& like) noexcept : StateReader(state), like_(like) {}

  Influence::Source take_source(bool withdrawn) {
    Influence::Source source;
    source.gone = take_bool();
    if (!source.gone) take_threat(source);
    take_stamp(source.stamp);
    const bool none = source.stamp.notches.empty();
    if (withdrawn) {
      source.changed = false;
      require(source.gone && none);
    } else if (!source.changed && sound()) {
      const Threat& threat = source.threat;
      require(source.stamp.area ==
              disc_bounds(like_.world_.floors().around(threat.at, like_.world_.width()), threat.at, threat.radius));
    }
    return source;
  }

 private:
  void take_threat(Influence::Source& source) {
    Threat& threat = source.threat;
    threat.at = tile_of(take());
    require(like_.check_tile(threat.at).has_value());
    threat.radius = static_cast<std::int32_t>(take(Influence::kMostRadius));
    threat.notches = take(like_.most_);
    require(threat.notches != 0);
    threat.falloff = take_enum(Falloff::linear);
    threat.felt = take_enum(Felt::in_sight);
    threat.fades = take();
    source.age = take(std::max<std::uint64_t>(threat.fades, 1) - 1);
    source.changed = take_bool();
  }

  void take_stamp(Influence::Stamp& stamp) {
    constexpr std::int32_t kMostSide = 2 * Influence::kMostRadius + 1;
    stamp.area = {tile_of(take()), tile_of(take())};
    if (!sound() || stamp.area == Rect{}) return;
    const Rect& area = stamp.area;
    const World& world = like_.world_;
    require(area.min.x >= 0 && area.min.y >= 0 && area.min.x < area.max.x && area.min.y < area.max.y &&
            area.max.x <= world.width() && area.max.y <= world.height());
    require(sound() && area.width() <= kMostSide && area.height() <= kMostSide && world.floors().on_one_floor(area));
    if (!sound()) return;
    for (const std::byte notches : take_bytes(area.tiles())) {
      stamp.notches.push_back(static_cast<std::uint8_t>(notches));
      require(stamp.notches.back() <= like_.most_);
    }
  }

  const Influence& like_;
};

Result<Influence> InfluenceFile::read(std::span<const std::byte> bytes, const Influence& like) {
  const auto opened = StateReader::open(bytes, kInfluenceMagic, kInfluenceVersion, "an influence");
  if (!opened) return opened.error();
  const Error corrupt{ErrorCode::corrupt, "a state of an influence that contradicts itself"};
  Reader reader(*opened, like);
  const StateWriter kind = kind_of(like.world_, like.opaque_);
  if (!std::ranges::equal(reader.take_bytes(kind.bytes().size()), kind.bytes())) {
    return reader.sound() ? Error{ErrorCode::usage, "the influence has another world or other opaque terrains"}
                          : corrupt;
  }
  Influence made(like.world_, like.opaque_);
  // Each threat is a word at least, so more of them than words are refused before anything is taken for them.
  const std::uint64_t sources = reader.take(bytes.size() / sizeof(std::uint64_t));
  std::vector<bool> withdrawn(static_cast<std::size_t>(sources), false);
  for (std::uint64_t left = reader.take(sources); left != 0 && reader.sound(); --left) {
    made.free_.push_back(static_cast<ThreatId>(reader.take(sources - 1)));
    reader.require(!withdrawn[made.free_.back()]);
    withdrawn[made.free_.back()] = true;
  }
  for (std::size_t id = 0; id < sources && reader.sound(); ++id) {
    made.sources_.push_back(reader.take_source(withdrawn[id]));
    if (!made.sources_.back().gone) ++made.count_;
  }
  if (!reader.done()) return corrupt;
  for (const Influence::Source& source : made.sources_) {
    made.make_room(source.stamp.area);
    made.add_to_sums(source.stamp, 1);
  }
  return made;
}

}  // namespace portolan
