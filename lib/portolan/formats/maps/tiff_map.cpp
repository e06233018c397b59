// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/tiff_map.hpp"

#include "portolan/core/hash.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace portolan {
namespace {

/// Bytes that are hashed at a time.
constexpr std::size_t kHashedPiece = std::size_t{1} << 20;

Result<TileMap> tiff_terrain(const TiffBytes& file, const ColourLegend* legend, std::string_view name,
                             std::uint64_t memory, const std::filesystem::path& scratch_folder) {
  PictureTerrain terrain(legend);
  PictureSize size;
  SharedArray<TerrainId> tiles;
  TileRows rows;
  const Outcome read = decode_tiff_rows(
      file, name, memory,
      [&](const PictureSize& found, std::uint64_t memory_left) -> Outcome {
        size = found;
        const auto width = static_cast<std::size_t>(size.width);
        auto made = make_tiles(name, width * static_cast<std::size_t>(size.height), memory_left, scratch_folder);
        if (!made) return made.error();
        tiles = *std::move(made);
        rows = {tiles.fill(), width};
        return Success{};
      },
      [&](const PixelRow& row) { return terrain.put(row, name, rows); });
  if (!read) return read.error();
  auto map = TileMap::create(size.width, size.height, terrain.palette(), std::move(tiles));
  if (!map) return map;
  terrain.remark(name, *map);
  return map;
}

Result<std::uint64_t> file_hash(const PieceFile& file) {
  PieceHash hash;
  std::vector<std::byte> bytes(std::min<std::uint64_t>(file.size(), kHashedPiece));
  for (std::uint64_t at = 0; at < file.size(); at += bytes.size()) {
    const std::span piece = std::span(bytes).first(std::min<std::uint64_t>(bytes.size(), file.size() - at));
    if (const Outcome read = file.read(at, piece); !read) return read.error();
    hash.add(piece);
  }
  return hash.value();
}

}  // namespace

TiffBytes tiff_bytes(std::span<const std::byte> bytes) {
  return {bytes.size(), [bytes](std::uint64_t offset, std::span<std::byte> piece) -> Outcome {
            std::ranges::copy(bytes.subspan(static_cast<std::size_t>(offset), piece.size()), piece.begin());
            return Success{};
          }};
}

TiffBytes tiff_bytes(const PieceFile& file) {
  return {file.size(), [&file](std::uint64_t offset, std::span<std::byte> piece) { return file.read(offset, piece); }};
}

Result<TileMap> decode_tiff(std::span<const std::byte> bytes, const ColourLegend* legend, std::string_view name,
                            std::uint64_t memory) {
  return tiff_terrain(tiff_bytes(bytes), legend, name, memory, {});
}

Result<HashedMap> read_tiff(const PieceFile& file, const ColourLegend* legend, std::string_view name,
                            std::uint64_t memory, const std::filesystem::path& scratch_folder) {
  auto map = tiff_terrain(tiff_bytes(file), legend, name, memory, scratch_folder);
  if (!map) return map.error();
  const auto hash = file_hash(file);
  if (!hash) return hash.error();
  return HashedMap{std::move(*map), *hash};
}

}  // namespace portolan
