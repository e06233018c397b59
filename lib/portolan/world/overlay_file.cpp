// SPDX-License-Identifier: BSL-1.0
// Overlays as files: FORMAT.md, "Overlay files".
#include "portolan/core/file.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/world/mapping.hpp"
#include "portolan/world/overlay.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace portolan {
namespace {

using format::OverlayHeader;
using format::OverlayRun;

constexpr std::size_t kChecked = offsetof(OverlayHeader, map);

/// Says which map a world holds, in O(palette): its size, the checksums of its terrain and links, the names of its
/// palette. Profiles and indexes may differ.
std::uint64_t map_identity(const World& world) {
  std::vector<std::uint64_t> key{static_cast<std::uint64_t>(world.width()), static_cast<std::uint64_t>(world.height())};
  for (const format::SectionEntry& section : world.sections()) {
    const auto kind = static_cast<format::SectionKind>(section.kind);
    if (kind == format::SectionKind::terrain || kind == format::SectionKind::links) key.push_back(section.checksum);
  }
  for (const Terrain& terrain : world.palette()) key.push_back(hash_bytes(std::as_bytes(std::span(terrain.name))));
  return hash_bytes(std::as_bytes(std::span(key)));
}

/// By ascending block, row by row, each as long as it can be.
std::vector<OverlayRun> runs_of(const TerrainPages& tiles) {
  std::vector<OverlayRun> runs;
  for (const TerrainPages::Entry& entry : tiles.entries()) {
    const auto block = static_cast<std::uint32_t>(entry.number);
    tiles.for_each_change(tiles.block(entry.number), [&](Tile t, TerrainId, TerrainId terrain) {
      const std::size_t place = place_in_page(t);
      const bool goes_on = !runs.empty() && place % kPageSide != 0 && runs.back().block == block &&
                           runs.back().terrain == terrain &&
                           std::size_t{runs.back().place} + runs.back().length == place;
      if (goes_on) {
        ++runs.back().length;
      } else {
        runs.push_back({block, static_cast<std::uint16_t>(place), 1, terrain});
      }
    });
  }
  return runs;
}

/// The tiles of a run, if it lies in one row of a block of the map.
Rect area_of(const TerrainPages& tiles, const OverlayRun& run) noexcept {
  const Rect block = tiles.block(run.block);
  const Tile first{block.min.x + run.place % kPageSide, block.min.y + run.place / kPageSide};
  const Rect area{first, {first.x + run.length, first.y + 1}};
  return run.length != 0 && intersection(area, block) == area ? area : Rect{};
}

/// What is wrong with the runs, whose form is that of runs_of(); empty if nothing is. `tiles` are those of the file.
std::string find_fault(const TerrainPages& tiles, const FloorStack& floors, std::size_t terrains,
                       std::span<const OverlayRun> runs) {
  std::uint64_t end = 0;
  std::optional<TerrainId> before;  // of the run that ends there
  for (const OverlayRun& run : runs) {
    const std::uint64_t begin = std::uint64_t{run.block} * std::tuple_size_v<TerrainPage> + run.place;
    if (begin < end) return "edits are not in order";
    const Rect area = area_of(tiles, run);
    if (area == Rect{}) return "an edit does not lie in a block of the map";
    if (!floors.on_one_floor(area)) return "an edit between floors";
    if (run.terrain >= terrains)
      return "an edit with a terrain that is not in the palette, or with more notches than the world has";
    if (begin == end && before == run.terrain && run.place % kPageSide != 0) return "an edit in more than one piece";
    for (Tile t = area.min; t.x < area.max.x; ++t.x) {
      if (tiles.at(t) == run.terrain) return "an edit that changes nothing";
    }
    end = begin + run.length;
    before = run.terrain;
  }
  return {};
}

/// What an overlay file holds.
struct Edits {
  std::vector<OverlayRun> runs;
  std::vector<LinkId> closed;
};

template <class T>
std::vector<T> copied(std::span<const std::byte> bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

Result<Edits> read_edits(const World& world, std::span<const std::byte> bytes, const std::string& name) {
  const auto error = [&](ErrorCode code, const std::string& reason) { return Error{code, name + ": " + reason}; };
  if (world.profiles().empty()) return error(ErrorCode::usage, "an overlay for a world that has no tile map");
  OverlayHeader header{};
  if (bytes.size() < sizeof(header)) return error(ErrorCode::corrupt, "too short for an overlay file");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.magic != format::kOverlayMagic) return error(ErrorCode::corrupt, "not an overlay file");
  if (header.endian_mark != format::kEndianMark) {
    return error(ErrorCode::unsupported, "written for a machine of the other byte order");
  }
  if (header.version != format::kOverlayVersion) {
    return error(ErrorCode::unsupported, "overlay format version " + std::to_string(header.version) +
                                             ", this library reads " + std::to_string(format::kOverlayVersion));
  }
  const std::span<const std::byte> content = bytes.subspan(sizeof(header));
  const bool counted = header.run_count <= content.size() / sizeof(OverlayRun) &&
                       header.closed_count <= content.size() / sizeof(LinkId) &&
                       header.run_count * sizeof(OverlayRun) + header.closed_count * sizeof(LinkId) == content.size();
  if (!counted) return error(ErrorCode::corrupt, "cut off, or longer than it says");
  if (header.checksum != hash_bytes(bytes.subspan(kChecked))) return error(ErrorCode::corrupt, "wrong checksum");
  if (header.reserved != decltype(header.reserved){}) {
    return error(ErrorCode::unsupported, "values in fields that are reserved");
  }
  if (header.map != map_identity(world)) {
    return error(ErrorCode::usage, "edits of another map: its size, terrain or palette is not that of the world");
  }
  const std::size_t run_bytes = header.run_count * sizeof(OverlayRun);
  Edits edits{copied<OverlayRun>(content.first(run_bytes)), copied<LinkId>(content.subspan(run_bytes))};
  const std::string fault = find_fault(TerrainPages(world.terrain()), world.floors(),
                                       world.palette().size() * (world.notches() + 1), edits.runs);
  if (!fault.empty()) return error(ErrorCode::corrupt, fault);
  const bool ascending =
      std::adjacent_find(edits.closed.begin(), edits.closed.end(), std::greater_equal<>()) == edits.closed.end();
  if (!ascending || (!edits.closed.empty() && edits.closed.back() >= world.links().size())) {
    return error(ErrorCode::corrupt, "closed links are not in order, or not among those of the world");
  }
  return edits;
}

}  // namespace

std::vector<std::byte> Overlay::bytes() const {
  const std::vector<OverlayRun> runs = runs_of(tiles_);
  OverlayHeader header{.magic = format::kOverlayMagic,
                       .version = format::kOverlayVersion,
                       .endian_mark = format::kEndianMark,
                       .checksum = 0,
                       .map = map_identity(world_),
                       .run_count = runs.size(),
                       .closed_count = closed_.size(),
                       .reserved = {}};
  const std::size_t run_bytes = runs.size() * sizeof(OverlayRun);
  const std::size_t closed_bytes = closed_.size() * sizeof(LinkId);
  std::vector<std::byte> bytes(sizeof(header) + run_bytes + closed_bytes);
  std::memcpy(bytes.data(), &header, sizeof(header));
  if (run_bytes != 0) std::memcpy(bytes.data() + sizeof(header), runs.data(), run_bytes);
  if (closed_bytes != 0) std::memcpy(bytes.data() + sizeof(header) + run_bytes, closed_.data(), closed_bytes);
  header.checksum = hash_bytes(std::span(bytes).subspan(kChecked));
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

Outcome Overlay::save(const std::filesystem::path& path) const {
  const std::vector<std::byte> content = bytes();
  return write_file_atomically(path, std::array{std::span<const std::byte>(content)});
}

Result<Overlay> Overlay::from_bytes(World world, std::span<const std::byte> bytes) {
  return read(std::move(world), bytes, "overlay in memory");
}

Result<Overlay> Overlay::load(World world, const std::filesystem::path& path) {
  // Copied: such files are short, and not only this library may write into them.
  const std::uint64_t most = sizeof(OverlayHeader) + std::uint64_t{world.terrain().size()} * sizeof(OverlayRun) +
                             std::uint64_t{world.links().size()} * sizeof(LinkId);
  const auto file = Mapping::copy(path, most);
  if (!file) return file.error();
  return read(std::move(world), file->bytes(), path.string());
}

Result<Overlay> Overlay::read(World world, std::span<const std::byte> bytes, const std::string& name) {
  auto edits = read_edits(world, bytes, name);
  if (!edits) return edits.error();
  const std::vector<OverlayRun>& runs = edits->runs;
  Overlay overlay(std::move(world));
  overlay.closed_ = std::move(edits->closed);
  for (auto first = runs.begin(); first != runs.end();) {
    const auto last = std::find_if(first, runs.end(), [&](const OverlayRun& run) { return run.block != first->block; });
    const Rect block = overlay.tiles_.block(first->block);
    std::vector<TerrainId> plane = overlay.tiles_.copy(block);
    for (; first != last; ++first) {
      const Tile begin = area_of(overlay.tiles_, *first).min;
      const std::int32_t place = (begin.y - block.min.y) * block.width() + begin.x - block.min.x;
      std::fill_n(plane.begin() + place, first->length, first->terrain);
    }
    overlay.replace(block, plane);
  }
  return overlay;
}

}  // namespace portolan
