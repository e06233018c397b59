// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/chunk_map.hpp"

#include "portolan/core/hash.hpp"
#include "portolan/core/system.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/formats/maps/picture_file.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::string_view kX = "{x}";
constexpr std::string_view kY = "{y}";
/// Missing chunks that an error names.
constexpr std::size_t kMostNamed = 8;

bool is_digit_of_place(char c) {
  return c >= '0' && c <= '9';
}

/// Takes the whole number at the start of a text off it; numbers out of range become the last ones within.
std::optional<std::int32_t> take_number(std::string_view& text) {
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument) return std::nullopt;
  const bool is_negative = text.starts_with('-');
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (error == std::errc{}) return value;
  return is_negative ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int32_t>::max();
}

/// How the files of chunks are called: a number between each two of three texts.
class ChunkPattern {
 public:
  /// Error (usage): numbers cannot be told from the rest.
  static Result<ChunkPattern> of(const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    const std::size_t x = name.find(kX);
    const std::size_t y = name.find(kY);
    const std::size_t first = std::min(x, y);
    const std::size_t second = std::max(x, y);
    const Error unclear{ErrorCode::usage,
                        fmt::format("{}: expected {{x}} and {{y}} once each in the name of the files, with something "
                                    "between them, and no digit behind one of them",
                                    path.string())};
    if (second == std::string::npos) return unclear;
    ChunkPattern pattern;
    pattern.x_first_ = x < y;
    pattern.before_ = name.substr(0, first);
    pattern.between_ = name.substr(first + kX.size(), second - first - kX.size());
    pattern.behind_ = name.substr(second + kY.size());
    const bool is_clear = !pattern.between_.empty() && !is_digit_of_place(pattern.between_.front()) &&
                          (pattern.behind_.empty() || !is_digit_of_place(pattern.behind_.front())) &&
                          name.find(kX, x + 1) == std::string::npos && name.find(kY, y + 1) == std::string::npos;
    if (is_clear) return pattern;
    return unclear;
  }
  /// The column and row of the chunk in a file; nothing if it is none.
  [[nodiscard]] std::optional<Tile> numbers_of(std::string_view name) const {
    if (!name.starts_with(before_)) return std::nullopt;
    name.remove_prefix(before_.size());
    const auto first = take_number(name);
    if (!first || !name.starts_with(between_)) return std::nullopt;
    name.remove_prefix(between_.size());
    const auto second = take_number(name);
    if (!second || name != behind_) return std::nullopt;
    return x_first_ ? Tile{*first, *second} : Tile{*second, *first};
  }

 private:
  std::string before_;
  std::string between_;
  std::string behind_;
  bool x_first_ = true;
};

/// Files of chunks by row and column.
using ChunkFiles = std::map<std::pair<std::int32_t, std::int32_t>, std::filesystem::path>;

Result<ChunkFiles> find_chunks(const std::filesystem::path& path) {
  const auto pattern = ChunkPattern::of(path);
  if (!pattern) return pattern.error();
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  const auto failure = [&](std::string_view reason) {
    return Error{ErrorCode::io, fmt::format("{}: {}", path.string(), reason)};
  };
  ChunkFiles files;
  std::optional<Error> twice;
  const std::error_code fault = os::for_each_name(folder, [&](const std::filesystem::path& entry) {
    const std::string name = entry.string();
    const auto numbers = pattern->numbers_of(name);
    if (!numbers) return;
    const auto [known, fresh] =
        files.emplace(std::pair(numbers->y, numbers->x), path.has_parent_path() ? folder / entry : entry);
    if (fresh || twice) return;
    const std::string other = known->second.filename().string();
    twice = Error{ErrorCode::syntax, fmt::format("{}: {} and {} are the same chunk, {},{}", path.string(),
                                                 std::min(name, other), std::max(name, other), numbers->x, numbers->y)};
  });
  if (twice) return *twice;
  if (fault) return failure(fmt::format("its folder cannot be read: {}", fault.message()));
  if (files.empty()) return failure("no file has such a name");
  return files;
}

/// Reads the chunks of a map.
class ChunkReader {
 public:
  ChunkReader(const std::filesystem::path& pattern, const ChunkMapOptions& options, const ChunkFiles& files)
      : name_(pattern.string()), options_(options), files_(files), terrain_(options.legend) {
    least_ = {files.begin()->first.second, files.begin()->first.first};
    most_ = least_;
    for (const auto& [place, file] : files) {
      const auto [y, x] = place;
      least_ = {std::min(least_.x, x), std::min(least_.y, y)};
      most_ = {std::max(most_.x, x), std::max(most_.y, y)};
    }
  }

  Result<HashedMap> read() {
    if (Outcome complete = check_places(); !complete) return complete.error();
    if (Outcome sized = find_sizes(); !sized) return sized.error();
    const std::int64_t left = std::int64_t{least_.x} * size_.width;
    const std::int64_t top = std::int64_t{least_.y} * size_.height;
    if (std::max(std::abs(left), std::abs(top)) > kMaxOrigin)
      return failure(ErrorCode::limit, fmt::format("its first tile is {},{}, beyond {}", left, top, kMaxOrigin));
    auto tiles =
        make_tiles(name_, static_cast<std::uint64_t>(width_ * height_), options_.memory, options_.scratch_folder);
    if (!tiles) return tiles.error();
    tiles_ = *std::move(tiles);
    for (const std::int64_t number : {std::int64_t{least_.x}, std::int64_t{least_.y}, std::int64_t{most_.x},
                                      std::int64_t{most_.y}, width_, height_}) {
      hashes_.push_back(static_cast<std::uint64_t>(number));
    }
    for (std::int64_t y = least_.y; y <= most_.y; ++y) {
      for (std::int64_t x = least_.x; x <= most_.x; ++x) {
        const Outcome placed = place({static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)});
        if (!placed) return placed.error();
      }
    }
    auto map = TileMap::create(static_cast<std::int32_t>(width_), static_cast<std::int32_t>(height_),
                               terrain_.palette(), std::move(tiles_));
    if (!map) return named(map.error());
    const Outcome set = map->set_origin({static_cast<std::int32_t>(left), static_cast<std::int32_t>(top)});
    if (!set) return named(set.error());
    terrain_.remark(name_, *map);
    return HashedMap{std::move(*map), hash_bytes(std::as_bytes(std::span(hashes_)))};
  }

 private:
  [[nodiscard]] Error failure(ErrorCode code, std::string_view reason) const {
    return {code, fmt::format("{}: {}", name_, reason)};
  }
  [[nodiscard]] Error named(const Error& error) const { return failure(error.code, error.message); }

  /// Checks how many chunks there are to be, and that those which are missing may be.
  Outcome check_places() {
    const auto columns = static_cast<std::uint64_t>(std::int64_t{most_.x} - least_.x + 1);
    const auto rows = static_cast<std::uint64_t>(std::int64_t{most_.y} - least_.y + 1);
    if (columns > kMaxChunks || rows > kMaxChunks || columns * rows > kMaxChunks) {
      return failure(ErrorCode::limit, fmt::format("chunks from {},{} to {},{}, which are more than {}", least_.x,
                                                   least_.y, most_.x, most_.y, kMaxChunks));
    }
    const std::uint64_t missing = columns * rows - files_.size();
    if (missing == 0) return Success{};
    if (!options_.missing.empty()) {
      const std::vector<Terrain> palette = terrain_.palette();
      const auto found = std::find_if(palette.begin(), palette.end(),
                                      [&](const Terrain& terrain) { return terrain.name == options_.missing; });
      if (found == palette.end())
        return failure(ErrorCode::usage, fmt::format("missing chunks are to be of terrain {}, which the legend lacks",
                                                     in_quotes(options_.missing)));
      filler_ = static_cast<TerrainId>(found - palette.begin());
      return Success{};
    }
    std::string list;
    std::size_t listed = 0;
    for (std::int64_t y = least_.y; y <= most_.y && listed < kMostNamed; ++y) {
      for (std::int64_t x = least_.x; x <= most_.x && listed < kMostNamed; ++x) {
        if (files_.contains({static_cast<std::int32_t>(y), static_cast<std::int32_t>(x)})) continue;
        list += fmt::format("{}{},{}", listed++ == 0 ? "" : " ", x, y);
      }
    }
    return failure(ErrorCode::syntax, fmt::format("{} of {} chunks are missing: {}{}", missing, columns * rows, list,
                                                  missing > listed ? " ..." : ""));
  }

  /// The size of the picture of the first chunk that is `wanted`.
  template <class IsWanted>
  Result<PictureSize> size_of_first(const IsWanted& is_wanted) const {
    const auto chunk = std::find_if(files_.begin(), files_.end(), is_wanted);
    const auto bytes = options_.read(chunk->second, FileOrigin::given);
    if (!bytes) return bytes.error();
    std::optional<PictureSize> size;
    const Outcome read = decode_picture_rows(
        std::as_bytes(std::span(*bytes)), chunk->second.string(), kAnyMemory,
        [&](const PictureSize& found) -> Outcome {
          size = found;
          return Error{};  // so that no pixel is decoded
        },
        [](const PixelRow&) -> Outcome { return Success{}; });
    if (!size) return read.error();
    return *size;
  }

  /// Finds the sizes of chunks and of the map, before there is room for any.
  Outcome find_sizes() {
    const auto columns = size_of_first([&](const auto& c) { return c.first.second < most_.x || least_.x == most_.x; });
    if (!columns) return columns.error();
    const auto rows = size_of_first([&](const auto& c) { return c.first.first < most_.y || least_.y == most_.y; });
    if (!rows) return rows.error();
    const auto last_column = size_of_first([&](const auto& c) { return c.first.second == most_.x; });
    if (!last_column) return last_column.error();
    const auto last_row = size_of_first([&](const auto& c) { return c.first.first == most_.y; });
    if (!last_row) return last_row.error();
    size_ = {columns->width, rows->height};
    last_ = {std::min(size_.width, last_column->width), std::min(size_.height, last_row->height)};
    width_ = (std::int64_t{most_.x} - least_.x) * size_.width + last_.width;
    height_ = (std::int64_t{most_.y} - least_.y) * size_.height + last_.height;
    if (width_ > kMaxSide || height_ > kMaxSide || width_ * height_ > kMostTiles) {
      return failure(ErrorCode::limit, fmt::format("{} x {} tiles in all, more than {} a side or {}", width_, height_,
                                                   kMaxSide, kMostTiles));
    }
    return Success{};
  }

  /// Reads a chunk to its place, or fills that.
  Outcome place(Tile chunk) {
    const PictureSize wanted{chunk.x == most_.x ? last_.width : size_.width,
                             chunk.y == most_.y ? last_.height : size_.height};
    const std::int64_t left = (std::int64_t{chunk.x} - least_.x) * size_.width;
    const std::int64_t top = (std::int64_t{chunk.y} - least_.y) * size_.height;
    const TileRows rows{tiles_.fill().subspan(static_cast<std::size_t>(top * width_ + left)),
                        static_cast<std::size_t>(width_)};
    const auto found = files_.find({chunk.y, chunk.x});
    if (found == files_.end()) {
      for (std::int32_t y = 0; y < wanted.height; ++y)
        std::ranges::fill(rows.row(static_cast<std::size_t>(y), static_cast<std::size_t>(wanted.width)), filler_);
      hashes_.push_back(0);
      return Success{};
    }
    const std::string file = found->second.string();
    const auto bytes = options_.read(found->second, FileOrigin::given);
    if (!bytes) return bytes.error();
    hashes_.push_back(hash_bytes(std::as_bytes(std::span(*bytes))));
    const std::uint64_t taken = tiles_.private_bytes() + bytes->size();
    return decode_picture_rows(
        std::as_bytes(std::span(*bytes)), file, options_.memory - std::min(options_.memory, taken),
        [&](const PictureSize& size) -> Outcome {
          if (size.width == wanted.width && size.height == wanted.height) return Success{};
          return Error{ErrorCode::syntax, fmt::format("{}: {}x{} pixels, where the other chunks leave room for {}x{}",
                                                      file, size.width, size.height, wanted.width, wanted.height)};
        },
        [&](const PixelRow& pixels) { return terrain_.put(pixels, file, rows); });
  }

  /// The most tiles of all chunks together, as few bytes may say that there are many.
  static constexpr std::int64_t kMostTiles = std::int64_t{1} << 33;

  std::string name_;
  const ChunkMapOptions& options_;
  const ChunkFiles& files_;
  PictureTerrain terrain_;
  Tile least_{};
  Tile most_{};
  PictureSize size_;  ///< of all chunks but those of the last column and row
  PictureSize last_;  ///< of the one in both
  std::int64_t width_ = 0;
  std::int64_t height_ = 0;
  TerrainId filler_ = 0;
  SharedArray<TerrainId> tiles_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace

bool is_chunk_pattern(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name.find(kX) != std::string::npos && name.find(kY) != std::string::npos;
}

Result<HashedMap> read_chunks(const std::filesystem::path& pattern, const ChunkMapOptions& options) {
  const auto files = find_chunks(pattern);
  if (!files) return files.error();
  return ChunkReader(pattern, options, *files).read();
}

}  // namespace portolan
