// SPDX-License-Identifier: BSL-1.0
#include "make/fields.hpp"

#include "make/random.hpp"
#include "make/value_noise.hpp"
#include "portolan/core/parallel.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace portolan {
namespace {

using generators::derive_seed;
using generators::hash_at;
using generators::kNoiseMax;
using generators::kNoiseMiddle;
using generators::ValueNoise;

/// Rows that are painted as one piece of work.
constexpr std::size_t kStripRows = 128;

/// A rectangle of tiles to be painted: whole rows of the world.
struct Strip {
  std::int32_t width = 0;
  std::int32_t first_row = 0;
  std::span<TerrainId> tiles;

  [[nodiscard]] std::int32_t rows() const { return static_cast<std::int32_t>(tiles.size()) / width; }
  [[nodiscard]] std::span<TerrainId> row(std::int32_t i) const {
    return tiles.subspan(static_cast<std::size_t>(i) * static_cast<std::size_t>(width),
                         static_cast<std::size_t>(width));
  }
};

/// The values of a field along a row.
class NoiseRow {
 public:
  NoiseRow(const ValueNoise& noise, std::size_t size) : noise_(&noise), values_(size) {}
  /// Goes to the row that begins at (x, y).
  void move_to(std::int32_t x, std::int32_t y) { noise_->row(x, y, values_); }
  [[nodiscard]] std::int32_t operator[](std::size_t i) const { return values_[i]; }

 private:
  const ValueNoise* noise_;
  std::vector<std::int32_t> values_;
};

/// The rows y and y + 1 of a field, to find its level lines.
class LevelLines {
 public:
  LevelLines(const ValueNoise& noise, std::int32_t distance, std::size_t size)
      : noise_(&noise), distance_(distance), row_(noise, size + 1), below_(noise, size + 1) {}
  /// Goes to the row that begins at (x, y), which is the one below the last.
  void move_to(std::int32_t x, std::int32_t y) {
    std::swap(row_, below_);
    if (!begun_) row_.move_to(x, y);
    begun_ = true;
    below_.move_to(x, y + 1);
  }
  [[nodiscard]] bool near(std::size_t i) const {
    return noise_->near_level_line(row_[i], row_[i + 1], below_[i], distance_);
  }

 private:
  const ValueNoise* noise_;
  std::int32_t distance_;
  NoiseRow row_;
  NoiseRow below_;
  bool begun_ = false;
};

void paint_noise_strip(std::uint64_t seed, const Strip& strip) {
  const ValueNoise field(derive_seed(seed, 1), 8, 2);
  const std::uint64_t tiles = derive_seed(seed, 2);
  NoiseRow density(field, static_cast<std::size_t>(strip.width));
  for (std::int32_t i = 0; i < strip.rows(); ++i) {
    const std::int32_t y = strip.first_row + i;
    density.move_to(0, y);
    const std::span<TerrainId> row = strip.row(i);
    for (std::size_t x = 0; x < row.size(); ++x) {
      const std::int32_t blocked =
          generators::stretch(density[x], kNoiseMax / 5, kNoiseMax / 5 * 4, kNoiseMax / 10, kNoiseMax / 10 * 4);
      row[x] = static_cast<std::int32_t>(hash_at(tiles, static_cast<std::int64_t>(x), y) >> 48) < blocked ? 1 : 0;
    }
  }
}

/// Steps of the automaton, each of which looks a tile further (see caves.cpp).
constexpr std::int32_t kSmoothings = 5;

/// Random rock, 1, and floor, 0, in a rectangle that begins at (x, y).
void scatter_rock(std::uint64_t seed, std::int32_t x, std::int32_t y, std::size_t width,
                  std::vector<std::uint8_t>& rock) {
  const ValueNoise cavern_field(derive_seed(seed, 1), 6, 3);
  const ValueNoise land_field(derive_seed(seed, 2), 9, 2);
  const ValueNoise tunnel_field(derive_seed(seed, 3), 6, 2);
  const std::uint64_t tiles = derive_seed(seed, 4);
  NoiseRow caverns(cavern_field, width);
  NoiseRow lands(land_field, width);
  LevelLines tunnels(tunnel_field, 2, width);
  for (std::size_t begin = 0; begin < rock.size(); begin += width, ++y) {
    caverns.move_to(x, y);
    lands.move_to(x, y);
    tunnels.move_to(x, y);
    for (std::size_t i = 0; i < width; ++i) {
      const std::int32_t share = 34'000 + (caverns[i] - kNoiseMiddle) * 5 / 4 + (lands[i] - kNoiseMiddle) / 4;
      const std::uint64_t drawn = hash_at(tiles, x + static_cast<std::int64_t>(i), y) >> 48;
      rock[begin + i] = static_cast<std::int32_t>(drawn) < share && !tunnels.near(i) ? 1 : 0;
    }
  }
}

/// One step: a tile becomes what most of the nine tiles around it are. What lies on the rim comes to mean nothing.
void smooth(std::vector<std::uint8_t>& rock, std::vector<std::uint8_t>& next, std::size_t width) {
  std::vector<std::uint8_t> column(width);
  for (std::size_t begin = width; begin + width < rock.size(); begin += width) {
    const std::uint8_t* const row = rock.data() + begin;
    for (std::size_t x = 0; x < width; ++x) {
      column[x] = static_cast<std::uint8_t>(*(row + x - width) + row[x] + row[x + width]);
    }
    std::uint8_t* const out = next.data() + begin;
    for (std::size_t x = 1; x + 1 < width; ++x) {
      out[x] = column[x - 1] + column[x] + column[x + 1] >= 5 ? std::uint8_t{1} : std::uint8_t{0};
    }
  }
  std::swap(rock, next);
}

void paint_caves_strip(std::uint64_t seed, const Strip& strip) {
  constexpr std::size_t kHalo = kSmoothings;
  const std::size_t width = static_cast<std::size_t>(strip.width) + 2 * kHalo;
  std::vector<std::uint8_t> rock((static_cast<std::size_t>(strip.rows()) + 2 * kHalo) * width);
  std::vector<std::uint8_t> next(rock.size());
  scatter_rock(seed, -kSmoothings, strip.first_row - kSmoothings, width, rock);
  for (std::int32_t i = 0; i < kSmoothings; ++i) smooth(rock, next, width);
  for (std::int32_t i = 0; i < strip.rows(); ++i) {
    const auto begin =
        rock.begin() + static_cast<std::ptrdiff_t>((static_cast<std::size_t>(i) + kHalo) * width + kHalo);
    std::copy_n(begin, strip.width, strip.row(i).begin());
  }
}

/// Terrains of a city, by id.
enum CityTerrain : TerrainId { kStreet, kBuilding, kTrees, kWater };

/// Where the avenues of one direction run: the one of number i within the 64 tiles from 64 i on.
class Avenues {
 public:
  static constexpr std::int32_t kWidth = 4;

  explicit Avenues(std::uint64_t seed) : seed_(seed) {}
  [[nodiscard]] std::int32_t begin(std::int32_t number) const {
    return number * kSpacing + static_cast<std::int32_t>(hash_at(seed_, number, 0) % kDrift);
  }
  /// The last one that begins at or before a line.
  [[nodiscard]] std::int32_t before(std::int32_t line) const {
    const std::int32_t number = line >> kSpacingBits;
    return begin(number) <= line ? number : number - 1;
  }

 private:
  static constexpr std::int32_t kSpacingBits = 6;
  static constexpr std::int32_t kSpacing = 1 << kSpacingBits;
  static constexpr std::uint64_t kDrift = 24;
  std::uint64_t seed_;
};

/// Where a line lies among the blocks of a quarter, along one direction.
struct InQuarter {
  std::int32_t block = 0;
  std::int32_t inset = 0;  ///< lines from the nearer side of the block; below 0: in a street
  std::int32_t at = 0;     ///< lines from where the block begins
  std::int32_t size = 0;   ///< of the block

  static InQuarter of(std::int32_t line, std::int32_t quarter, std::int32_t period) {
    constexpr std::int32_t kStreetWidth = 2;
    InQuarter place;
    place.block = line / period;
    place.at = line % period;
    place.size = std::min(period - kStreetWidth, quarter - place.block * period);
    place.inset = std::min(place.at, place.size - 1 - place.at);
    return place;
  }
};

/// A tile of a block; `hash` belongs to the block and `tile` to the tile.
TerrainId block_tile(const InQuarter& column, const InQuarter& row, std::uint64_t hash, std::uint64_t tile) {
  const std::int32_t inset = std::min(column.inset, row.inset);
  constexpr std::int32_t kPavement = 1;
  constexpr std::int32_t kWing = 3;
  constexpr std::int32_t kSmallest = 5;
  if (inset < kPavement || std::min(column.size, row.size) < kSmallest) return kStreet;
  const std::uint64_t kind = hash % 8;
  if (kind == 0) return tile % 6 == 0 ? kTrees : kStreet;
  const bool has_yard = kind < 4 && inset >= kPavement + kWing;
  // A way into the yard, two tiles wide, from the north or the west.
  const std::int32_t along = (hash & 8U) == 0 ? column.at - column.size / 2 : row.at - row.size / 2;
  const bool is_first_half = (hash & 8U) == 0 ? row.at < row.size / 2 : column.at < column.size / 2;
  const bool is_gate = kind < 4 && is_first_half && (along == 0 || along == 1);
  return has_yard || is_gate ? kStreet : kBuilding;
}

void paint_city_strip(std::uint64_t seed, const Strip& strip) {
  const ValueNoise river_field(derive_seed(seed, 1), 10, 2);
  const Avenues down(derive_seed(seed, 2));
  const Avenues across(derive_seed(seed, 3));
  const std::uint64_t quarters = derive_seed(seed, 4);
  const std::uint64_t blocks = derive_seed(seed, 5);
  const std::uint64_t tiles = derive_seed(seed, 6);
  LevelLines river(river_field, 12, static_cast<std::size_t>(strip.width));
  for (std::int32_t i = 0; i < strip.rows(); ++i) {
    const std::int32_t y = strip.first_row + i;
    river.move_to(0, y);
    const std::span<TerrainId> row = strip.row(i);
    const std::int32_t south = across.before(y);
    const std::int32_t v = y - across.begin(south) - Avenues::kWidth;
    const std::int32_t height = across.begin(south + 1) - across.begin(south) - Avenues::kWidth;
    std::int32_t number = down.before(0);
    for (std::int32_t x = 0; x < strip.width; ++number) {
      const std::int32_t first = down.begin(number) + Avenues::kWidth;
      const std::int32_t end = down.begin(number + 1);
      for (; x < std::min(first, strip.width); ++x) row[static_cast<std::size_t>(x)] = kStreet;
      const std::uint64_t hash = hash_at(quarters, number, south);
      const auto period_x = 14 + static_cast<std::int32_t>(hash % 9);
      const auto period_y = 14 + static_cast<std::int32_t>(hash / 16 % 9);
      const InQuarter in_row = v < 0 ? InQuarter{} : InQuarter::of(v, height, period_y);
      for (; x < std::min(end, strip.width); ++x) {
        const auto at = static_cast<std::size_t>(x);
        if (v < 0) {
          row[at] = kStreet;
        } else if (river.near(at)) {
          row[at] = kWater;
        } else {
          const InQuarter in_column = InQuarter::of(x - first, end - first, period_x);
          row[at] = block_tile(in_column, in_row, hash_at(blocks ^ hash, in_column.block, in_row.block),
                               hash_at(tiles, x, y));
        }
      }
    }
  }
}

/// Terrains of islands, by id.
enum IslandTerrain : TerrainId { kSea, kGrass, kSand, kForest, kSwamp, kRock };

/// By height above the sea, height above the land around, and moisture.
TerrainId island_tile(std::int32_t height, std::int32_t relief, std::int32_t moisture) {
  if (height < 0) return kSea;
  if (height < 900) return kSand;
  if (relief > 13'000) return kRock;
  if (height < 5'500 && moisture > 39'000) return kSwamp;
  if (moisture > 36'000) return kForest;
  return moisture < 23'500 ? kSand : kGrass;
}

void paint_islands_strip(std::uint64_t seed, const Strip& strip) {
  const ValueNoise land_field(derive_seed(seed, 1), 7, 6);
  const ValueNoise continent_field(derive_seed(seed, 2), 10, 2);
  const ValueNoise moisture_field(derive_seed(seed, 3), 6, 4);
  const auto width = static_cast<std::size_t>(strip.width);
  NoiseRow lands(land_field, width);
  NoiseRow continents(continent_field, width);
  NoiseRow moisture(moisture_field, width);
  constexpr std::int32_t kSeaLevel = 29'500;
  for (std::int32_t i = 0; i < strip.rows(); ++i) {
    const std::int32_t y = strip.first_row + i;
    lands.move_to(0, y);
    continents.move_to(0, y);
    moisture.move_to(0, y);
    const std::span<TerrainId> row = strip.row(i);
    for (std::size_t x = 0; x < width; ++x) {
      const std::int32_t relief = lands[x] - kSeaLevel;
      row[x] = island_tile(relief + (continents[x] - kNoiseMiddle) / 4, relief, moisture[x]);
    }
  }
}

struct Kind {
  std::string_view name;
  void (*paint)(std::uint64_t seed, const Strip& strip);
};

/// In the order of the enumeration.
constexpr std::array<Kind, 4> kKinds = {{
    {"field-caves", paint_caves_strip},
    {"field-noise", paint_noise_strip},
    {"field-city", paint_city_strip},
    {"field-islands", paint_islands_strip},
}};

}  // namespace

std::optional<FieldKind> parse_field_kind(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i].name == name) return static_cast<FieldKind>(i);
  }
  return std::nullopt;
}

std::vector<Terrain> field_palette(FieldKind kind) {
  switch (kind) {
    case FieldKind::caves:
    case FieldKind::noise:
      return {{"floor", kCostScale}, {"rock", 0}};
    case FieldKind::city:
      return {{"street", kCostScale}, {"building", 0}, {"trees", 0}, {"water", 0}};
    case FieldKind::islands:
      break;
  }
  return {{"sea", 0},
          {"grass", kCostScale},
          {"sand", kCostScale * 3 / 2},
          {"forest", kCostScale * 2},
          {"swamp", kCostScale * 4},
          {"rock", 0}};
}

void paint_field(FieldKind kind, std::uint64_t seed, std::int32_t width, std::int32_t first_row,
                 std::span<TerrainId> rows, unsigned threads) {
  const auto paint = kKinds[static_cast<std::size_t>(kind)].paint;
  const std::size_t strip_tiles = kStripRows * static_cast<std::size_t>(width);
  parallel_for((rows.size() + strip_tiles - 1) / strip_tiles, threads, [&](std::size_t number, unsigned) {
    const std::size_t begin = number * strip_tiles;
    const std::int32_t row = first_row + static_cast<std::int32_t>(number * kStripRows);
    paint(seed, {width, row, rows.subspan(begin, std::min(strip_tiles, rows.size() - begin))});
  });
}

}  // namespace portolan
