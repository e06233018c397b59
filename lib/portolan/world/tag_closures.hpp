// SPDX-License-Identifier: BSL-1.0
// Doors, keys and tolls: what only those may use who have a tag, without an overlay for each of them.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/core/result.hpp"
#include "portolan/world/overlay.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace portolan {

/// Tags by their numbers, one bit each.
using TagSet = std::uint64_t;
/// The most tags there can be.
inline constexpr std::size_t kMostTags = 64;

/// What a tag is on. A unit that has it not may not use any of that: a link to pass, or a tile to stand on.
struct Tag {
  std::vector<LinkId> links = {};
  std::vector<TerrainId> terrains = {};  ///< all tiles of the file with one of these
  std::vector<Rect> areas = {};          ///< each inside the map, on one floor
};

/// What TagClosures allows itself.
struct TagOptions {
  TerrainId closed = 0;      ///< a terrain that no profile can pass, for tiles that are closed to a unit
  std::size_t closures = 8;  ///< the most distinct ones that it keeps: O(blocks with tags) each, and regions refreshed
};

/// A view of the world for units with some tags. found; out_of_budget (no_room) if there are as many distinct closures
/// as there may be, and none of them is this one.
struct TagView : Answer {
  std::shared_ptr<const Overlay> overlay;
};

/// Overlays by what a unit may use. Two sets that close the same share one; each is made when it is first asked for,
/// and holds with all queries, services and crowds that take overlays, so paths are exact. What has several tags is
/// open to units that have them all.
///
///     TagClosures closures(world, {{.links = {gate}}, {.areas = {vault}}}, {.closed = wall});
///     TagView keeper = closures.view(0b01);             // has the key to the gate, not to the vault
///     if (keeper.overlay != nullptr) query.use(keeper.overlay);
///
/// Overlays stay as they are for those who hold them. One thread at a time. Keeps the World alive.
class TagClosures {
 public:
  /// Errors (usage): more than kMostTags tags, a link, terrain or area that the world does not have, a `closed` that is
  /// none or that a profile can pass, no closures. O(tiles of the map) for tags on terrains.
  [[nodiscard]] static Result<TagClosures> make(const World& world, std::vector<Tag> tags, const TagOptions& options);

  /// The world as units see it that have these tags; bits without a tag mean nothing. The first time of each distinct
  /// closure O(its edits). @throws std::bad_alloc
  [[nodiscard]] TagView view(TagSet has);
  /// Makes room: forgets the closure of a set. Nothing happens if there is none.
  void forget(TagSet has) noexcept;

  /// From now on all views show these edits too, where tags leave them open; links that they close stay closed. Views
  /// are made anew when they are next asked for, and take over what was refreshed where that still fits.
  /// @throws std::invalid_argument if it is of another world, std::bad_alloc; nothing has changed then
  void use(const Overlay& edits);

  /// Customises up to so many regions of the views that were made (Overlay::refresh), in the order in which they were,
  /// as new overlays; returns how many regions are left. To be followed by view() for those who want them.
  std::size_t refresh(std::size_t regions = ~std::size_t{0});

  /// Of distinct closures now.
  [[nodiscard]] std::size_t size() const noexcept { return closures_.size(); }

 private:
  struct Closure {
    TagSet lacks = 0;
    bool stale = false;
    std::shared_ptr<const Overlay> overlay;
  };

  TagClosures(const World& world, std::vector<Tag> tags, const TagOptions& options);

  [[nodiscard]] TagSet lacking(TagSet has) const noexcept;
  [[nodiscard]] Overlay closed_to(TagSet lacks) const;
  void close_terrains(Overlay& closed, const Rect& part, std::span<const TerrainId> terrains) const;

  Overlay edits_;
  std::vector<Tag> tags_;
  std::vector<std::vector<Rect>> parts_;  ///< by tag: of the map, with its terrains
  TagOptions options_;
  std::vector<Closure> closures_;
};

}  // namespace portolan
