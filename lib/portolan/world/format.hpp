// SPDX-License-Identifier: BSL-1.0
// The bytes of a world file (.pnav) and of an overlay file, as FORMAT.md describes them: their frames and records.
// Arrays are sections as the visit() of their struct says (core/array_store.hpp); schema.hpp lists all. Little-endian;
// worlds are written by offline/, read by World. Offsets are from the start of the file; sections start on multiples of
// 64 bytes, the gaps are zero.
#pragma once

#include "portolan/core/section_kind.hpp"

#include <array>
#include <cstdint>
#include <type_traits>

namespace portolan::format {

inline constexpr std::array<char, 8> kMagic{'P', 'O', 'R', 'T', 'O', 'L', 'A', 'N'};
/// Version of the layout, apart from the library's: files of another version are refused.
inline constexpr std::uint32_t kVersion = 2;
inline constexpr std::uint32_t kEndianMark = 0x0102'0304;
inline constexpr std::uint64_t kAlignment = 64;
/// Most sections a file may have; far more than the format can use.
inline constexpr std::uint32_t kMaxSections = 8192;
inline constexpr std::uint32_t kMaxProfiles = 64;

using portolan::SectionKind;

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

/// The colour of a terrain without one.
inline constexpr std::uint32_t kNoColour = 0xFFFF'FFFF;

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

struct KinematicsRecord {
  std::uint32_t headings;  ///< 4 or 8
  std::uint32_t width;     ///< Kinematics
  std::uint32_t length;
  std::uint32_t turn;
  std::uint32_t backward_numerator;  ///< 0: no steps backwards
  std::uint32_t backward_denominator;
  std::uint32_t sideways_numerator;
  std::uint32_t sideways_denominator;
  std::uint32_t radius;
  std::uint32_t sweep;  ///< Sweep
};

struct BoardRecord {
  std::uint32_t nodes;
  std::uint32_t arcs;
  std::uint32_t tags;
  std::uint32_t cost_decimals;
  std::uint32_t position_decimals;
  std::uint32_t reserved;  ///< 0
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
static_assert(kIsPlain<OverlayHeader> && sizeof(OverlayHeader) == 64);
static_assert(kIsPlain<OverlayRun> && sizeof(OverlayRun) == 8);

}  // namespace portolan::format
