// SPDX-License-Identifier: BSL-1.0
// Maps as raw bytes: X.raw holds one byte a tile, row by row from the top, and X.raw.json beside it says how many and
// what they mean. The form for maps of any size: reading takes no more than the rows that are asked for.
#pragma once

#include "portolan/formats/file.hpp"
#include "portolan/grid/tile_map.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// What the file beside raw bytes says of them.
struct RawDescription {
  std::int32_t width = 0;   ///< in tiles, from 1 to kMaxSide
  std::int32_t height = 0;  ///< in tiles, from 1 to kMaxSide
  std::vector<Terrain> palette;
};

/// Parses such a file, the JSON object `{"width": 640, "height": 480, "order": "rows", "palette": [...]}`, where
/// `order` may be left out. An entry of the palette, which the byte of a tile counts from 0, is a name, at cost 1, or
/// an object with `name` and, if wanted, `cost` (a decimal above 0, at most 10^5, with at most 4 decimals; null:
/// impassable) and `colour` (`#rrggbb`). `name` stands for the file in errors (syntax, limit), which name line and
/// field.
Result<RawDescription> parse_raw_description(std::string_view text, std::string_view name);

/// Writes it as parse_raw_description reads it. The same description gives the same text.
[[nodiscard]] std::string write_raw_description(const RawDescription& description);

/// The file that describes the raw bytes at a path.
[[nodiscard]] std::filesystem::path raw_description_path(const std::filesystem::path& path);

/// A map of raw bytes, open for reading. Owns the open file; any number of threads may read rows at once. Move-only.
class RawMap {
 public:
  /// Opens X.raw and reads X.raw.json, both by `readers`. Errors: io (one of them is missing or cannot be read), those
  /// of parse_raw_description, syntax (X.raw has not a byte for every tile).
  static Result<RawMap> open(const std::filesystem::path& path, const FileReaders& readers = {});

  [[nodiscard]] std::int32_t width() const noexcept { return description_.width; }
  [[nodiscard]] std::int32_t height() const noexcept { return description_.height; }
  [[nodiscard]] const std::vector<Terrain>& palette() const noexcept { return description_.palette; }
  /// hash_bytes of X.raw.json.
  [[nodiscard]] std::uint64_t description_hash() const noexcept { return description_hash_; }

  /// Fills `rows`, a whole number of rows that the map has, with those from `first_row` on. O(tiles). Errors, after
  /// which `rows` may hold anything: io, syntax (a byte that the palette does not have; the message names its tile).
  [[nodiscard]] Outcome read_rows(std::int32_t first_row, std::span<TerrainId> rows) const;

 private:
  RawMap(std::filesystem::path path, PieceFile file, RawDescription description, std::uint64_t description_hash)
      : path_(std::move(path)),
        file_(std::move(file)),
        description_(std::move(description)),
        description_hash_(description_hash) {}

  std::filesystem::path path_;
  PieceFile file_;
  RawDescription description_;
  std::uint64_t description_hash_;
};

}  // namespace portolan
