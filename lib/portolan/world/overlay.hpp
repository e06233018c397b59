// SPDX-License-Identifier: BSL-1.0
// What differs from the file, for one view of the world: doors that close, bridges that burn, fords that freeze.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/grid/terrain_pages.hpp"
#include "portolan/regions/border_nodes.hpp"
#include "portolan/regions/region_table.hpp"
#include "portolan/world/world.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace portolan {

/// A region of level 0 in which a mover's steps are not those of the file, or its border tiles lead elsewhere.
struct DirtyRegion {
  std::size_t number = 0;          ///< RegionLayout::number on level 0
  std::uint32_t least_cost = 0;    ///< of the positions that changed, as MoveRules::cost; 0 if none is passable
  std::uint32_t dearest_cost = 0;  ///< the same of the dearest
  bool opened = false;             ///< a position is passable that is not in the file
  Rect eased{};                    ///< bounds the positions that opened or became cheaper; empty if none did
  std::shared_ptr<const BorderNodes> border;
};

/// A region that holds dirty ones, or is one, customised for its terrain.
struct RefreshedRegion {
  int level = 0;
  std::size_t number = 0;                    ///< RegionLayout::number on its level
  bool stale = false;                        ///< its terrain has changed since
  std::shared_ptr<const RegionTable> table;  ///< nullptr if members and arcs turned out as in the file
  RegionChildren children;                   ///< what it was made from
};

/// Names a region that was customised, without what came of it.
struct RegionMark {
  int level = 0;
  std::size_t number = 0;
  bool stale = false;
};

/// Edits of a world's terrain and links: a value. A copy costs O(edited blocks) and shares their memory, so copies
/// serve as snapshots and for rolling back; changing one never shows in another. An overlay is determined by what it
/// changes and by which regions are refreshed, not by how it came about: tiles set back to what the file says leave no
/// trace. Keeps the World alive.
///
/// Const calls are safe from any number of threads. To let queries run while edits are made, publish copies:
///
///     Overlay edits(world);                             // the writer's own
///     if (!edits.set_terrain({{40, 7}, {41, 9}}, closed)) complain();
///     auto snapshot = std::make_shared<const Overlay>(edits);
///     query.use(snapshot);                              // in each reader, between queries
///
/// An edit of a rectangle costs O(its tiles * profiles * log footprint), and O(1000) a block or region that it meets;
/// each also O(edited blocks) to keep them in order. If one throws (std::bad_alloc), only destroy or assign the overlay
/// afterwards.
class Overlay {
 public:
  explicit Overlay(World world);

  /// Edits that were saved, on a world with the map that they were made on; nothing of it is refreshed. Only the bytes
  /// that saving would give again are taken. Errors: io; limit (longer than edits of this map can be); corrupt;
  /// unsupported (another version); usage (they belong to another map). O(file, edited blocks * 1000 * profiles); takes
  /// no more memory than a map edited everywhere, whatever the file says.
  [[nodiscard]] static Result<Overlay> load(World world, const std::filesystem::path& path);
  [[nodiscard]] static Result<Overlay> from_bytes(World world, std::span<const std::byte> bytes);
  /// Writes the edits atomically and durably (core/file.hpp), without what was refreshed: 64 bytes, and 8 for tiles
  /// beside each other, at most 32, that were set to one terrain. Overlays of equal terrain make equal bytes. Errors:
  /// io.
  [[nodiscard]] Outcome save(const std::filesystem::path& path) const;
  [[nodiscard]] std::vector<std::byte> bytes() const;

  [[nodiscard]] const World& world() const noexcept { return world_; }
  /// Whether everything is as in the file.
  [[nodiscard]] bool empty() const noexcept { return tiles_.entries().empty() && closed_.empty(); }
  /// Terrain of a tile of the map.
  [[nodiscard]] TerrainId terrain(Tile t) const noexcept { return plain(tiles_.at(t)); }
  /// Terrain of a rectangle inside the map, row by row. O(tiles). @throws std::bad_alloc
  [[nodiscard]] std::vector<TerrainId> copy_terrain(const Rect& area) const;
  /// By how many notches a tile of the map is raised.
  [[nodiscard]] std::size_t notches(Tile t) const noexcept { return notches_of(tiles_.at(t)); }

  /// Sets all tiles of a rectangle to one terrain. Block with one that movers cannot pass, unblock with one that they
  /// can. Errors (usage): the rectangle is empty, not inside the map or not on one floor, or the terrain not in the
  /// palette; nothing is changed then.
  Outcome set_terrain(const Rect& area, TerrainId terrain);
  /// Sets the tiles of a rectangle, row by row. Errors as above; also if there are not as many terrains as tiles.
  Outcome set_tiles(const Rect& area, std::span<const TerrainId> terrain);
  /// Sets the tiles of a rectangle back to the terrain that the file says. Errors as above.
  Outcome revert(const Rect& area);
  /// Raises the tiles of a rectangle by so many notches, instead of those before: each adds to the cost of a tile what
  /// the profiles say (MovementProfile::notch), for threats and the like. Tiles keep their notches when their terrain
  /// changes. Errors (usage): of the rectangle as above; more than World::notches().
  Outcome raise(const Rect& area, std::size_t notches);
  /// The same by tile, row by row. Errors as above; also if there are not as many numbers as tiles.
  Outcome raise(const Rect& area, std::span<const std::uint8_t> notches);

  /// Closes a link, or opens it again; both are effective at once and change no region. Errors (usage): there is no
  /// such link.
  Outcome close_link(LinkId link);
  Outcome open_link(LinkId link);
  /// Ascending.
  [[nodiscard]] std::span<const LinkId> closed_links() const noexcept { return closed_; }

  /// Customises up to `regions` of the regions that edits have opened, of all profiles, lower levels first, so that
  /// queries need not search them tile by tile any more; returns how many are left. Answers are exact before and after,
  /// and with any part done; an edit opens the regions that it meets again. 0.1 to a few ms a region; nothing for those
  /// that turn out to be made from what they were made from before, though they count.
  std::size_t refresh(std::size_t regions = ~std::size_t{0});
  /// Customises those of some regions of level 0 of a profile that edits have opened, such as a query went through tile
  /// by tile (PathQuery::opened_regions), and no region above them; returns how many were. Numbers of other regions, or
  /// of none, do nothing. So what queries meet is made first, and answers depend on nothing but the overlay. 0.2 to 1
  /// ms a region. @throws std::out_of_range if there is no such profile
  std::size_t refresh_regions(std::size_t profile, std::span<const std::size_t> numbers);
  /// Customises those regions of a profile that are named, instead of what was refreshed of it: then refreshed() names
  /// the same, and this overlay does what one goes on to do with the same edits that named them. False if there can be
  /// none: names are out of order or of no region, or a region that is not stale has nothing edited in it, or below it
  /// something that is open; nothing has changed then. Names may come from anybody. 0.2 to a few ms a region that is
  /// not stale. @throws std::out_of_range if there is no such profile
  [[nodiscard]] bool refresh_as(std::size_t profile, std::span<const RegionMark> regions);
  /// Takes over what another overlay of the same world has refreshed, wherever that still fits: regions that both show
  /// with the same terrain, and those above them that were made from equal ones. Returns how many are left, as
  /// refresh() does. So another thread may refresh a copy while edits go on here:
  ///
  ///     Overlay copy = edits;                             // the writer, for another thread
  ///     copy.refresh();                                   // that thread, while `edits` changes
  ///     edits.adopt(copy);                                // the writer again
  ///
  /// O(1000) a dirty region. @throws std::invalid_argument if it is of another world
  std::size_t adopt(const Overlay& refreshed);

  /// What differs, in terrain raised by notches (notches_over()),
  [[nodiscard]] const TerrainPages& tiles() const noexcept { return tiles_; }
  /// in what prices the positions of a profile,
  [[nodiscard]] const TerrainPages& positions(std::size_t profile) const noexcept;
  /// and its regions of level 0 that this reaches, by ascending number.
  [[nodiscard]] std::span<const DirtyRegion> dirty(std::size_t profile) const noexcept {
    return profiles_[profile].dirty;
  }
  /// The regions customised since, by ascending level and number. All children of one that is not stale are clean or
  /// among them and not stale.
  [[nodiscard]] std::span<const RefreshedRegion> refreshed(std::size_t profile) const noexcept {
    return profiles_[profile].refreshed;
  }

 private:
  struct ProfileEdits {
    TerrainPages positions;  ///< for footprints above 1; else those of the tiles serve
    std::vector<DirtyRegion> dirty;
    std::vector<RefreshedRegion> refreshed;

    [[nodiscard]] bool find_children(const RegionLayout& layout, const std::vector<std::size_t>& below,
                                     RefreshedRegion& region) const noexcept;
    void put(RefreshedRegion region);
  };

  [[nodiscard]] std::size_t terrains() const noexcept { return world_.palette().size(); }
  [[nodiscard]] TerrainId plain(TerrainId id) const noexcept { return static_cast<TerrainId>(id % terrains()); }
  [[nodiscard]] std::size_t notches_of(TerrainId id) const noexcept { return id / terrains(); }
  static Result<Overlay> read(World world, std::span<const std::byte> bytes, const std::string& name);
  [[nodiscard]] Outcome check(const Rect& area) const;
  [[nodiscard]] Outcome check(LinkId link) const;
  void replace(const Rect& area, std::span<const TerrainId> raised);
  void replace_terrain(const Rect& area, std::span<const TerrainId> terrain);
  [[nodiscard]] Rect update_positions(std::size_t profile, const Rect& area);
  void update_regions(std::size_t profile, const Rect& changed);
  void mark_stale(std::size_t profile, RegionIndex r) noexcept;
  [[nodiscard]] std::size_t refresh(std::size_t profile, std::size_t& budget, const Overlay* made);
  [[nodiscard]] const RefreshedRegion* find_made(std::size_t profile, const RefreshedRegion& wanted,
                                                 const Overlay& made) const;
  [[nodiscard]] bool examine(std::size_t profile, RegionIndex r, DirtyRegion& region) const;

  World world_;
  TerrainPages tiles_;
  std::vector<LinkId> closed_;
  std::vector<ProfileEdits> profiles_;
};

}  // namespace portolan
