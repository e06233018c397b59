// SPDX-License-Identifier: BSL-1.0
// A built world: one immutable file, mapped or in memory, seen through spans.
//
// Opening checks the header, the section table and that every section has the size and alignment its reader relies on,
// in O(sections), and links, which are few, are read whole. What the sections contain otherwise is not trusted: code
// that follows an id or an offset out of them checks it first.
#pragma once

#include "portolan/boards/areas.hpp"
#include "portolan/boards/board.hpp"
#include "portolan/core/array_store.hpp"
#include "portolan/core/result.hpp"
#include "portolan/graph/contraction_hierarchy.hpp"
#include "portolan/graph/dead_ends.hpp"
#include "portolan/graph/graph_estimate.hpp"
#include "portolan/graph/hub_labels.hpp"
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/link_table.hpp"
#include "portolan/regions/region_arcs.hpp"
#include "portolan/regions/region_landmarks.hpp"
#include "portolan/regions/region_topology.hpp"
#include "portolan/waypoints/block_labels.hpp"
#include "portolan/waypoints/waypoint_graph.hpp"
#include "portolan/waypoints/waypoint_guides.hpp"
#include "portolan/world/format.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace portolan {

/// By position the number of its island, in as few bytes as hold all of them. 0: impassable.
template <template <class> class Store>
struct BasicIslandLabels {
  Store<std::uint8_t> small;
  Store<std::uint16_t> narrow;
  Store<std::uint32_t> wide;

  /// `position` must be below the number of tiles.
  [[nodiscard]] std::uint32_t label(std::size_t position) const noexcept {
    if (!small.empty()) return small[position];
    return narrow.empty() ? wide[position] : narrow[position];
  }

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t tiles = 0) {
    visitor.array(SectionKind::islands, tiles, self.small, self.narrow, self.wide);
  }
};
using IslandsView = BasicIslandLabels<Viewed>;

/// The region tier of one profile.
struct RegionTierView {
  RegionTopologyView topology;
  RegionLandmarks landmarks;  ///< none where an index of the waypoint graph answers
};

/// The waypoint tier of one profile: the plane in which it moves straight and, where all its terrain has one price, the
/// waypoint graph.
struct SightTierView {
  SightSpace space;
  std::uint32_t fraction_bits = 20;  ///< any_angle: costs of segments count 2^-fraction_bits tile at terrain cost 1
  std::optional<WaypointGraphView> graph;
  WaypointGuides guides;                          ///< of the graph; none where an index of it answers
  std::optional<ContractionHierarchy> hierarchy;  ///< of the graph
  std::optional<HubLabels> labels;                ///< of the graph
  std::optional<BlockLabels> blocks;              ///< of the labels
};

/// A board and its indexes.
struct BoardTierView {
  BoardView graph;
  GraphEstimate estimate;  ///< for A*, also over fewer arcs
  std::optional<ContractionHierarchy> hierarchy;
  std::optional<HubLabels> labels;
  DeadEndsView dead_ends;  ///< of the graph, each arc taken both ways; places are nodes
};

/// One profile of a world. Everything in it lives as long as the World.
struct ProfileView {
  std::string_view name;
  MoveRules rules;
  std::size_t terrains = 0;              ///< of the palette, whose numbers come before those of raised ones
  std::optional<Kinematics> kinematics;  ///< of a mover with a body, for PlacedQuery; sound beside the rules
  GridView grid;                         ///< its rules are the ones above
  IslandsView islands;
  std::uint32_t island_count = 0;
  std::uint64_t passable = 0;
  DeadEndsView dead_ends;  ///< places are positions, joined by steps and by links, taken both ways
  LinkTable links;         ///< those of the map; none with any_angle, whose movers do not take links
  EdgeCosts edges;         ///< what the map's moves cost it; those of `grid` where there are any
  RegionTierView regions;
  std::optional<SightTierView> sight;  ///< always there with any_angle

  /// Multiply the cost of a path by this to get tile lengths at terrain cost 1: to about 1e-8 in the grid metric, with
  /// any_angle to 2^-fraction_bits tile a segment and unit of terrain cost.
  [[nodiscard]] double tiles_per_unit() const noexcept;
  /// Such a length; where all steps are straight and their terrain costs have few decimals, to the last bit.
  [[nodiscard]] double in_tiles(Cost cost) const noexcept;
};

/// How a world has the bytes of its file.
enum class FileAccess : std::uint8_t {
  mapped,  ///< the file's own pages, read as they are used and shared by all processes
  /// Private memory as long as the file, read whole when it is opened, in large pages where the system has some, in
  /// which paths over large worlds are found a little faster.
  copied,
};

/// An immutable world: a tile map with one profile or more, a board, or both. A counted handle: copies are cheap
/// and share the data, which lives as long as any of them.
/// Safe to use from any number of threads at once.
class World {
 public:
  /// Opens a regular file and checks its frame. Errors (io, unsupported, corrupt) name the file. O(sections + links *
  /// log), and if it is copied O(file).
  ///
  /// A mapped file must not be shortened while any copy of the World lives: touching what lies behind its new end kills
  /// the process (SIGBUS). Files that are replaced by renaming, as `portolan build` and Overlay::save do, are safe: the
  /// old one lasts as long as it is mapped. Where others may write into the file itself, have it copied: then nothing
  /// that happens to it is seen.
  static Result<World> open(const std::filesystem::path& path, FileAccess access = FileAccess::mapped);
  /// The same over bytes in memory, which must stay unchanged for as long as any copy of the World lives, and be
  /// aligned to 64 bytes.
  static Result<World> view(std::span<const std::byte> bytes);

  /// Deep check, on so many threads (0: one a core): checksums, zero padding, every value that a search would follow,
  /// and that what follows from terrain, rules, moves and links is what follows from them. Positions, islands, planes,
  /// portals and region arcs are computed again, so it takes as long as building them, and as much memory. The error
  /// names the section. @throws std::bad_alloc
  ///
  /// Not proven, but by prove_indexes() of the offline side (`portolan check --deep`): that the waypoint graph lacks no
  /// sight edge, and that contraction hierarchies, hub labels and block labels answer for all pairs.
  [[nodiscard]] Outcome verify(unsigned threads = 0) const;

  /// In tiles; 0 without a map.
  [[nodiscard]] std::int32_t width() const noexcept;
  [[nodiscard]] std::int32_t height() const noexcept;
  [[nodiscard]] Rect bounds() const noexcept { return {{0, 0}, {width(), height()}}; }
  /// Terrain of every tile. Values are as stored: check against palette().
  [[nodiscard]] TerrainPlane terrain() const noexcept;
  [[nodiscard]] std::span<const Terrain> palette() const noexcept;
  /// How floors lie in the map; one without a map.
  [[nodiscard]] const FloorStack& floors() const noexcept;
  /// By which numbers the map that the file was made from calls the tile 0,0 (TileMap::origin). All tiles of this
  /// library count from 0,0: add it to show tiles as their author knows them, subtract it from those of his scripts.
  [[nodiscard]] Tile origin() const noexcept;
  /// Ways from tile to tile besides steps; LinkId counts them.
  [[nodiscard]] std::span<const Link> links() const noexcept;
  /// The moves of the map by tile, as EdgePlane::ids; empty where there are none. Values are as stored.
  [[nodiscard]] std::span<const EdgeIds> edges() const noexcept;
  /// What the classes of edges from 1 on cost, ascending, in ten-thousandths of a tile.
  [[nodiscard]] std::span<const std::uint64_t> edge_costs() const noexcept;
  /// By how many notches an overlay can raise tiles; 0 where no profile says what one costs. O(profiles * terrains).
  [[nodiscard]] std::size_t notches() const noexcept;
  /// Empty without a map.
  [[nodiscard]] std::span<const ProfileView> profiles() const noexcept;
  [[nodiscard]] const std::optional<BoardTierView>& board() const noexcept;
  /// Where the nodes of the board lie on the map, if they were drawn over it: for the first profile.
  [[nodiscard]] const std::optional<AreasView>& areas() const noexcept;
  /// Number of the profile of that name.
  [[nodiscard]] std::optional<std::size_t> find_profile(std::string_view name) const noexcept;
  /// JSON text about what the file was made from; not validated.
  [[nodiscard]] std::string_view provenance() const noexcept;
  [[nodiscard]] std::span<const format::SectionEntry> sections() const noexcept;
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept;
  /// Tells the file from others, also from one that was mapped in the same place: the checksum in its header.
  [[nodiscard]] std::uint64_t checksum() const noexcept;
  /// The declared form of a profile, for tools that judge paths by the map alone.
  [[nodiscard]] MovementProfile declared_profile(std::size_t profile) const;
  /// A copy of the map. Errors: corrupt (a tile's terrain is not in the palette), usage (there is no map).
  [[nodiscard]] Result<TileMap> map() const;

  struct Data;

 private:
  explicit World(std::shared_ptr<const Data> data) noexcept : data_(std::move(data)) {}
  static Result<World> load(std::shared_ptr<Data> data, const std::string& name);
  static Outcome load_map(Data& data, const std::string& name);
  std::shared_ptr<const Data> data_;
};

}  // namespace portolan
