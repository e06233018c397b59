// SPDX-License-Identifier: BSL-1.0
// The bytes of a world file (.pnav) and of an overlay file: every struct on disk, as FORMAT.md describes them.
// Little-endian; worlds are written by build/, read by World. Offsets are from the start of the file; sections start on
// multiples of 64 bytes, the gaps are zero.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

namespace portolan::format {

inline constexpr std::array<char, 8> kMagic{'P', 'O', 'R', 'T', 'O', 'L', 'A', 'N'};
/// Version of the layout, apart from the library's: files of another version are refused.
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::uint32_t kEndianMark = 0x0102'0304;
inline constexpr std::uint64_t kAlignment = 64;
/// Most sections a file may have; far more than the format can use.
inline constexpr std::uint32_t kMaxSections = 8192;
inline constexpr std::uint32_t kMaxProfiles = 64;

enum class SectionKind : std::uint32_t {
  map_info = 1,             ///< one MapInfo
  strings = 2,              ///< UTF-8 bytes that TextRef points into
  terrain_names = 3,        ///< TerrainRecord by terrain id
  terrain = 4,              ///< one byte a tile, row by row
  provenance = 5,           ///< JSON text: what the file was made from; for people and tools, never read by searches
  links = 6,                ///< LinkRecord, TileMap::links; absent if there are none
  floors = 7,               ///< one FloorRecord, TileMap::floors; absent if there is one
  profile = 16,             ///< one ProfileRecord
  terrain_costs = 17,       ///< 256 x u32, MoveRules::cost
  positions = 18,           ///< one byte a tile, GridView::terrain; absent for footprint 1, where `terrain` serves
  islands = 19,             ///< island of each position, in 1, 2 or 4 bytes
  portals = 32,             ///< TilePoint by node of the board, portals and relays
  region_first = 33,        ///< per level: LevelTopologyView::first, u32
  region_members = 34,      ///< per level: LevelTopologyView::members, u32
  region_places = 35,       ///< per level: LevelTopologyView::places, 4 x u16
  arc_first = 36,           ///< per level: ArcsView::first, u32
  arc_target = 37,          ///< per level: ArcsView::target, u16
  arc_weight = 38,          ///< per level: weights, in 3, 4 or 8 bytes
  region_shift = 39,        ///< one TilePoint, RegionLayout::shift
  region_landmarks = 40,    ///< RegionLandmarks::rows, 8 x u32
  landmark_shift = 41,      ///< RegionLandmarks::shift, one u32
  sight_squares = 48,       ///< BitView words of SightSpace::squares, u64
  sight_vertices = 49,      ///< BitView words of SightSpace::vertices, u64; absent for a point mover
  waypoints = 50,           ///< Vertex by waypoint, WaypointGraphView::points
  waypoint_corners = 51,    ///< one byte a waypoint, WaypointGraphView::corners
  waypoint_lines = 52,      ///< WaypointGraphView::line_first, u32
  waypoint_columns = 53,    ///< WaypointGraphView::column_first, u32
  waypoint_by_column = 54,  ///< WaypointGraphView::column_points, u32
  sight_first = 55,         ///< WaypointGraphView::first, u32
  sight_target = 56,        ///< WaypointGraphView::target, u32
  sight_weight = 57,        ///< WaypointGraphView::weight, u32
  ch_rank = 64,             ///< ContractionHierarchy::rank, u32
  ch_node = 65,             ///< ContractionHierarchy::node, u32
  ch_first = 66,            ///< UpwardArcs::first, u32
  ch_target = 67,           ///< UpwardArcs::target, u32
  ch_weight = 68,           ///< UpwardArcs::weight, u32
  ch_middle = 69,           ///< UpwardArcs::middle, u32
  label_first = 72,         ///< LabelSet::first, u32
  label_hub = 73,           ///< LabelSet::hub, u32
  label_distance = 74,      ///< LabelSet::distance, u32
  label_place = 75,         ///< LabelSet::place, u32
  label_radius = 76,        ///< HubLabels::radius, u32
  label_tree = 77,          ///< LabelSet::tree, u32
  block_waypoint = 80,      ///< BlockLabels::waypoint, u32
  block_reach = 81,         ///< BlockLabels::reach, u32
  block_first = 82,         ///< BlockLabels::first, u32
  block_memory = 83,        ///< BlockLabels::memory, bytes
  graph_info = 96,          ///< one BoardRecord
  graph_names = 97,         ///< BoardView::names, bytes
  graph_name_first = 98,    ///< the same, offsets, u32
  graph_by_name = 99,       ///< BoardView::by_name, u32
  graph_positions = 100,    ///< BoardView::positions, 2 x i64
  graph_first = 101,        ///< BoardView::arcs.first, u32
  graph_target = 102,       ///< BoardView::arcs.target, u32
  graph_weight = 103,       ///< BoardView::arcs.weight, u32
  graph_tags = 104,         ///< BoardView::tag_names, bytes
  graph_tag_first = 105,    ///< the same, offsets, u32
  node_tag_first = 106,     ///< BoardView::node_tags.first, u32
  node_tag = 107,           ///< BoardView::node_tags.tag, u32
  arc_names = 108,          ///< BoardView::arc_names, bytes
  arc_name_first = 109,     ///< the same, offsets, u32
  arc_tag_first = 110,      ///< BoardView::arc_tags.first, u32
  arc_tag = 111,            ///< BoardView::arc_tags.tag, u32
  area_first = 112,         ///< TileAreasView::first, u32
  area_runs = 113,          ///< TileAreasView::runs, 2 x u32
  area_anchors = 114,       ///< TilePoint by node of the board, AreasView::anchors
  area_closed = 115,        ///< AreasView::closed, 2 x u32
  area_links = 116,         ///< AreaLinkRecord, AreasView::links
  graph_points = 117,       ///< StraightLine::points, 2 x u32
  graph_scale = 118,        ///< one ScaleRecord, StraightLine::scale
  graph_landmarks = 119,    ///< Landmarks::distances, 2 x u32
};

struct FileHeader {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t endian_mark;
  std::uint32_t flags;                    ///< 0: no flag is defined
  std::uint32_t section_count;            ///< entries of the table that follows the header
  std::uint64_t file_size;                ///< bytes in all
  std::uint64_t checksum;                 ///< hash_bytes of the header with this field 0, followed by the table
  std::array<std::uint8_t, 24> reserved;  ///< 0
};

struct SectionEntry {
  std::uint32_t kind;          ///< SectionKind
  std::uint32_t profile;       ///< number of the profile, kNoProfile for those of the map and the board
  std::uint32_t level;         ///< region level, or kBackwardLevel; 0 where there are none
  std::uint32_t element_size;  ///< bytes
  std::uint64_t offset;
  std::uint64_t size;      ///< bytes, a multiple of element_size
  std::uint64_t checksum;  ///< hash_bytes of the section
  std::uint64_t reserved;  ///< 0
};
inline constexpr std::uint32_t kNoProfile = 0xFFFF'FFFF;
/// Sections of an index for the other direction of a directed graph; where they are absent, those of level 0 serve
/// both.
inline constexpr std::uint32_t kBackwardLevel = 1;

/// A piece of the strings section.
struct TextRef {
  std::uint32_t offset;
  std::uint32_t size;
};

struct MapInfo {
  std::uint32_t width;
  std::uint32_t height;
  std::uint32_t terrain_count;
  std::uint32_t profile_count;
};

struct TerrainRecord {
  TextRef name;
  std::uint32_t default_cost;  ///< Terrain::default_cost
  std::uint32_t reserved;      ///< 0
};

struct FloorRecord {
  std::uint32_t count;
  std::uint32_t height;
  std::uint32_t between;   ///< terrain id
  std::uint32_t reserved;  ///< 0
};

struct LinkRecord {
  std::int32_t from_x;
  std::int32_t from_y;
  std::int32_t to_x;
  std::int32_t to_y;
  std::uint64_t cost;       ///< Link::cost
  TextRef name;             ///< may be empty
  std::uint32_t direction;  ///< LinkDirection
  std::uint32_t reserved;   ///< 0
};

struct ProfileRecord {
  TextRef name;
  std::uint32_t neighbours;  ///< 4 or 8
  std::uint32_t corners;     ///< CornerRule
  std::uint32_t footprint;
  std::uint32_t straight;  ///< MoveRules
  std::uint32_t diagonal;
  std::uint32_t halving;
  std::uint32_t least_cost;
  std::uint32_t cost_unit;
  std::uint32_t island_count;
  std::uint32_t region_levels;
  std::uint64_t passable;       ///< positions the mover can stand on
  std::uint32_t metric;         ///< Metric
  std::uint32_t fraction_bits;  ///< any_angle: segments are measured in 2^-fraction_bits tile; else 0
};

struct BoardRecord {
  std::uint32_t nodes;
  std::uint32_t arcs;
  std::uint32_t tags;
  std::uint32_t cost_decimals;
  std::uint32_t position_decimals;
  std::uint32_t reserved;  ///< 0
};

/// StraightScale.
struct ScaleRecord {
  std::uint64_t square;
  std::uint32_t shift;
  std::uint32_t reserved;  ///< 0
};

struct AreaLinkRecord {
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t weight;
  std::uint32_t reserved;  ///< 0
  std::uint64_t cost;
};

struct TilePoint {
  std::int32_t x;
  std::int32_t y;
};

inline constexpr std::array<char, 8> kOverlayMagic{'P', 'O', 'R', 'T', 'O', 'V', 'L', 'Y'};
/// Version of overlay files, apart from that of world files.
inline constexpr std::uint32_t kOverlayVersion = 1;

/// An overlay file: this, the runs, and the links up to its end.
struct OverlayHeader {
  std::array<char, 8> magic;  ///< kOverlayMagic
  std::uint32_t version;      ///< kOverlayVersion
  std::uint32_t endian_mark;
  std::uint64_t checksum;  ///< hash_bytes of all that follows this field
  std::uint64_t map;       ///< map_identity of the world
  std::uint64_t run_count;
  std::uint64_t closed_count;             ///< links closed: after the runs, a u32 each, ascending
  std::array<std::uint8_t, 16> reserved;  ///< 0
};

/// Tiles beside each other in a row of a block, set to one terrain.
struct OverlayRun {
  std::uint32_t block;  ///< page_number
  std::uint16_t place;  ///< of the first, place_in_page
  std::uint8_t length;  ///< in tiles, from 1 to the end of the block's row
  std::uint8_t terrain;
};

template <class T>
inline constexpr bool kIsPlain =
    std::is_trivially_copyable_v<T>&& std::is_standard_layout_v<T>&& std::has_unique_object_representations_v<T>;
static_assert(kIsPlain<FileHeader> && sizeof(FileHeader) == 64);
static_assert(kIsPlain<SectionEntry> && sizeof(SectionEntry) == 48);
static_assert(kIsPlain<TextRef> && sizeof(TextRef) == 8);
static_assert(kIsPlain<MapInfo> && sizeof(MapInfo) == 16);
static_assert(kIsPlain<TerrainRecord> && sizeof(TerrainRecord) == 16);
static_assert(kIsPlain<FloorRecord> && sizeof(FloorRecord) == 16);
static_assert(kIsPlain<LinkRecord> && sizeof(LinkRecord) == 40);
static_assert(kIsPlain<ProfileRecord> && sizeof(ProfileRecord) == 64);
static_assert(kIsPlain<BoardRecord> && sizeof(BoardRecord) == 24);
static_assert(kIsPlain<ScaleRecord> && sizeof(ScaleRecord) == 16);
static_assert(kIsPlain<AreaLinkRecord> && sizeof(AreaLinkRecord) == 24);
static_assert(kIsPlain<TilePoint> && sizeof(TilePoint) == 8);
static_assert(kIsPlain<OverlayHeader> && sizeof(OverlayHeader) == 64);
static_assert(kIsPlain<OverlayRun> && sizeof(OverlayRun) == 8);

}  // namespace portolan::format
