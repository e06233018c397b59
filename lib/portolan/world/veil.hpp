// SPDX-License-Identifier: BSL-1.0
// Fog of war: what one player knows of a world, as edits of a world of which nothing is known.
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
#include <string_view>
#include <vector>

namespace portolan {

/// What a reveal has changed in what is known.
struct Revealed {
  std::size_t tiles = 0;  ///< that are shown otherwise than before
  std::size_t fresh = 0;  ///< of these, tiles that were not known
  std::size_t links = 0;  ///< that are open now and were closed, or the reverse
  Rect area{};            ///< bounds these tiles; empty if there are none
};

/// What a player knows of a world with a map, the truth: an overlay of a blank world, of the same size and floors,
/// every tile of which has one terrain, say "unknown" (offline/blank_map.hpp makes its map). What is seen is copied
/// into the overlay, and stays as it was seen last. Queries, services and crowds take the overlay as any other; the
/// truth is not in it, so no answer depends on what was never seen: not the status, its reason, the cost or the work,
/// nor which of equal paths or goals comes first. Keeps both worlds alive.
///
///     auto veil = Veil::make(truth, blank, "unknown");
///     Overlay now(truth);                                          // the game as it is, with its edits
///     auto seen = veil->reveal_sight(now, unit, 8, impassable_terrains(truth.profiles()[0].rules));
///     query.use(std::make_shared<const Overlay>(veil->overlay())); // a query of the blank world
///
/// What the dark costs is up to the profiles of the blank world. With a price for "unknown", paths lead through the
/// dark as if it were open (the free-space assumption), and it should be no less than the dearest road that is known,
/// else units prefer what they do not know; impassable, they keep to what is known. Costs are in the unit of the blank
/// world's profile, which may be another than the truth's.
///
/// Links: the blank world has those of the truth, by the same numbers, or none, and then none is ever known. A link is
/// closed until both its ends are known; it is as in the truth when an end was seen last. A file with links has their
/// ends among its nodes, so where they lie may show in ties and in work, though not whether they are there; where not
/// even that may be, it must have none. Moves, which overlays do not change, are not supported.
///
/// A value: copies cost as those of overlays, share their memory, and serve as snapshots. Const calls are safe from any
/// number of threads. Memory: that of an overlay, 1 KB a block of 32 x 32 tiles with something known; nothing by unit.
/// If an edit throws (std::bad_alloc), only destroy or assign the veil afterwards.
class Veil {
 public:
  /// Nothing is known. Errors (usage): a world without a map; sizes or floors that differ; `unknown` is no terrain of
  /// the blank world, or is one of the truth; a tile of the blank world has another terrain; a terrain of the truth is
  /// missing in the blank world's palette; the blank world has links that are not those of the truth; one of them has
  /// moves. O(tiles).
  [[nodiscard]] static Result<Veil> make(World truth, const World& blank, std::string_view unknown);
  /// Goes on from what was known, the overlay() of a veil that was saved, on a blank world that make() takes. Errors:
  /// those of make(); usage (a link is open with an end that is not known). O(tiles).
  [[nodiscard]] static Result<Veil> from_overlay(World truth, Overlay known, std::string_view unknown);

  /// Makes a rectangle known as `truth` shows it, an overlay of the world that the veil was made with; so it shows
  /// again, too, what was known and has changed. Errors (usage): the rectangle is empty, not inside the map or not on
  /// one floor; another world. Nothing is changed then. O(tiles of the rectangle, and what a set_tiles() of those that
  /// change costs).
  [[nodiscard]] Result<Revealed> reveal(const Overlay& truth, const Rect& area);
  /// The same for the tiles of a floor whose centres lie within `radius` tiles of that of `centre`: dx*dx + dy*dy <=
  /// radius*radius. Errors (usage): a tile outside the map or between floors, a radius below 0; another world.
  [[nodiscard]] Result<Revealed> reveal_disc(const Overlay& truth, Tile centre, std::int32_t radius);
  /// The same for those tiles of such a disc that are seen from its centre, over tiles whose terrain in the truth is
  /// not `opaque`, by the rule of mark_seen (grid/seen_tiles.hpp).
  [[nodiscard]] Result<Revealed> reveal_sight(const Overlay& truth, Tile from, std::int32_t radius,
                                              const TerrainSet& opaque);
  /// Makes a rectangle unknown again, and the links with an end there. Errors (usage) as of Overlay::revert.
  Outcome forget(const Rect& area);

  /// Whether a tile of the map is known; rows between floors never are.
  [[nodiscard]] bool known(Tile t) const noexcept;
  /// How many are.
  [[nodiscard]] std::size_t known_tiles() const noexcept { return known_; }
  /// The terrain of what is not known, in the palette of the blank world.
  [[nodiscard]] TerrainId unknown() const noexcept { return unknown_; }

  /// The world that the veil was made with.
  [[nodiscard]] const World& truth() const noexcept { return truth_; }
  /// What is known, for queries; a copy is a snapshot. To save the veil, save this.
  [[nodiscard]] const Overlay& overlay() const noexcept { return overlay_; }
  /// Overlay::refresh and Overlay::adopt of it.
  std::size_t refresh(std::size_t regions = ~std::size_t{0}) { return overlay_.refresh(regions); }
  std::size_t adopt(const Overlay& refreshed) { return overlay_.adopt(refreshed); }

 private:
  struct LinkEnd {
    Tile tile;
    LinkId link = kNoLink;
  };
  struct Disc {
    Rect area;
    std::vector<std::uint8_t> seen;
  };

  Veil(World truth, Overlay known, TerrainId unknown);

  [[nodiscard]] Outcome check(const Overlay& truth) const;
  [[nodiscard]] Result<Disc> disc(const Overlay& truth, Tile centre, std::int32_t radius) const;
  [[nodiscard]] Revealed show(const Overlay& truth, const Rect& area, std::span<const TerrainId> real,
                              std::span<const std::uint8_t> seen);
  [[nodiscard]] bool set_open(LinkId link, bool open);
  [[nodiscard]] bool both_ends_known(LinkId link) const noexcept;
  template <class Visit>
  void for_each_link_end(const Rect& area, Visit&& visit) const;

  World truth_;
  Overlay overlay_;
  TerrainId unknown_;
  std::size_t known_ = 0;
  std::array<TerrainId, 256> shown_as_{};                  ///< by terrain of the truth
  std::shared_ptr<const std::vector<LinkEnd>> link_ends_;  ///< row by row
};

}  // namespace portolan
