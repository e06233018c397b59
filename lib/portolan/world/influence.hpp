// SPDX-License-Identifier: BSL-1.0
// What threatens tiles: towers, packs, fires, as notches by which an overlay raises them.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/terrain_set.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace portolan {

/// How a threat grows less with the distance.
enum class Falloff : std::uint8_t {
  none,    ///< it is as strong in all of its disc
  linear,  ///< in even parts, to nothing one tile beyond the disc; notches are rounded up
};

/// Where in its disc a threat is felt.
enum class Felt : std::uint8_t {
  everywhere,
  in_sight,  ///< on tiles that are seen from where it stands (grid/seen_tiles.hpp)
};

/// A disc of tiles around something to keep away from.
struct Threat {
  Tile at{};                ///< where it stands; the disc stays on its floor
  std::int32_t radius = 0;  ///< 0 to Influence::kMostRadius: tiles whose centres lie within so many tiles of its own
  std::size_t notches = 1;  ///< where it stands, 1 to World::notches()
  Falloff falloff = Falloff::none;
  Felt felt = Felt::everywhere;
  std::uint64_t fades = 0;  ///< ticks after which it has a notch less, until it has none and is gone; 0: it lasts
};

/// Numbers a threat of an Influence, from 0; the number of one that is gone may be given to another.
using ThreatId = std::uint32_t;

/// Threats of one view of a world. Notches of several on one tile add up, to at most World::notches(). They come into
/// an overlay with apply(), all that has changed at once, so that regions are edited once for all; the overlay is the
/// caller's, for its other edits, and is to be raised by nobody else.
///
/// A tick costs O(threats); so does what changes, beside that. Memory: a byte for each tile of a disc, and 4 KB for
/// each block of 32 x 32 tiles that one meets. One thread at a time.
class Influence {
 public:
  static constexpr std::int32_t kMostRadius = 64;

  /// `opaque`: the terrains that hide what is behind them from threats that need sight. Keeps the world alive. O(tiles
  /// / 1024). @throws std::bad_alloc
  explicit Influence(World world, const TerrainSet& opaque = {});

  /// Errors (usage): a tile outside the map or between floors, or its radius or notches out of range. O(1).
  [[nodiscard]] Result<ThreatId> add(const Threat& threat);
  /// Errors (usage): there is no such threat, or of the tile as above.
  Outcome move(ThreatId threat, Tile to);
  Outcome remove(ThreatId threat);
  /// Has threats whose discs meet a rectangle look again, after edits that may hide or show something there.
  void look_again(const Rect& area) noexcept;
  /// Lets a tick pass, for threats that fade.
  void tick() noexcept;

  /// Brings what has changed since the last call into an overlay, always the same or a copy that went on from it, whose
  /// terrain says what hides what. Returns how many tiles are raised otherwise now. O(tiles of the discs that
  /// have changed, and what Overlay::raise costs there). @throws std::invalid_argument if it is of another world,
  /// std::bad_alloc: then go on with a copy of the overlay from before
  std::size_t apply(Overlay& overlay);

  [[nodiscard]] const World& world() const noexcept { return world_; }
  /// How many threats there are, gone ones left out.
  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  /// The notches of a tile of the map as of the last apply().
  [[nodiscard]] std::size_t notches(Tile t) const noexcept;

 private:
  friend class InfluenceFile;

  /// What a threat adds to tiles, row by row.
  struct Stamp {
    Rect area{};
    std::vector<std::uint8_t> notches;
  };
  struct Source {
    Threat threat;
    std::uint64_t age = 0;  ///< ticks since it has had so many notches
    bool gone = false;
    bool changed = true;  ///< since `stamp` was made, which is in the sums
    Stamp stamp;
  };
  static constexpr std::int32_t kBlock = 32;
  using Sums = std::array<std::uint32_t, static_cast<std::size_t>(kBlock) * kBlock>;

  [[nodiscard]] std::size_t block_of(Tile t) const noexcept {
    return static_cast<std::size_t>(t.y / kBlock) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(t.x / kBlock);
  }
  [[nodiscard]] static std::size_t place_of(Tile t) noexcept {
    return static_cast<std::size_t>(t.y % kBlock) * kBlock + static_cast<std::size_t>(t.x % kBlock);
  }
  [[nodiscard]] Outcome check_tile(Tile t) const;
  [[nodiscard]] Outcome check_id(ThreatId threat) const;
  [[nodiscard]] Stamp stamp_of(const Threat& threat, const Overlay& overlay) const;
  void make_room(const Rect& area);
  void add_to_sums(const Stamp& stamp, std::uint32_t sign) noexcept;
  void touch(const Rect& area) noexcept;
  void follow(ThreatId id, const Overlay& overlay);

  World world_;
  TerrainSet opaque_;
  std::size_t most_;  ///< World::notches()
  std::vector<Source> sources_;
  std::vector<ThreatId> free_;  ///< numbers of those that are gone and withdrawn
  std::size_t count_ = 0;
  std::int32_t columns_;  ///< of blocks
  std::vector<std::unique_ptr<Sums>> sums_;
  std::vector<Rect> touched_;  ///< where sums have changed and the overlay has not followed yet
};

}  // namespace portolan
