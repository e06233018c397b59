// SPDX-License-Identifier: BSL-1.0
// Fuzzes what is made of cells in a work folder: each eight bytes change one number in the levels of one of four cells,
// whose checksum is then true. What is taken must go together without reading or writing outside.
#include "portolan/grid/grid_view.hpp"
#include "portolan/grid/move_rules.hpp"
#include "portolan/offline/region_assembly.hpp"

#include <cstdint>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

using namespace portolan;

namespace {

constexpr std::uint64_t kKey = 7;
constexpr int kLevels = 3;

void require(bool truth) {
  if (!truth) std::abort();
}

struct Cells {
  std::vector<RegionCell> cells;
  std::vector<RegionLevels> levels;
};

/// Of a map of two by two cells with walls and openings.
Cells sound_cells() {
  constexpr std::int32_t kSide = 100;
  std::vector<TerrainId> tiles;
  for (std::int32_t y = 0; y < kSide; ++y) {
    for (std::int32_t x = 0; x < kSide; ++x) {
      const bool wall = (x % 9 == 4 && y % 7 != 2) || (y % 11 == 5 && x % 8 != 3);
      tiles.push_back(wall ? TerrainId{1} : TerrainId{0});
    }
  }
  const auto map = TileMap::create(kSide, kSide, {{"floor", kCostScale}, {"wall", 0}}, std::move(tiles));
  const auto rules = make_move_rules(MovementProfile{}, *map);
  const GridView grid{.terrain = TerrainPlane::in_rows(map->tiles(), kSide), .rules = &*rules};
  Cells made;
  made.cells = cells_of(RegionLayout(kSide, kSide), 1);
  for (const RegionCell& cell : made.cells)
    made.levels.push_back(CellInput(grid, cell, {}, kLevels).build({.threads = 1}));
  return made;
}

/// What happens to one element of an array.
struct Change {
  std::size_t at;  ///< modulo the array's size
  std::uint8_t how;
  std::uint16_t value;
};

void apply(RegionNode& node, const Change& change) {
  if (change.how % 4 == 0) node.tile.x = change.value;
  if (change.how % 4 == 1) node.tile.y = change.value;
  if (change.how % 4 == 2) node.level = change.value % (kMaxRegionLevels + 2);
}

void apply(RegionEntry& entry, const Change& change) {
  if (change.how % 8 == 0) entry.start ^= change.value;
  if (change.how % 8 == 1) entry.start = ~std::uint32_t{change.value};
  if (change.how % 8 == 2) entry.arcs ^= change.value;
  if (change.how % 8 == 4) entry.arcs = ~std::uint32_t{change.value};
  if (change.how % 8 == 5) entry.members ^= change.value;
  if (change.how % 8 == 6) entry.weight_bytes = change.value % 10;
}

/// Any sixteen bits of a word.
void apply(std::uint64_t& word, const Change& change) {
  const int shift = change.how / 4 % 4 * 16;
  if (change.how % 4 == 0) word &= ~(std::uint64_t{0xFFFF} << shift);
  word ^= std::uint64_t{change.value} << shift;
}

template <class T>
void apply_to(std::vector<T>& array, const Change& change) {
  if (array.empty()) return;
  T& element = array[change.at % array.size()];
  if (change.how % 4 != 3) {
    apply(element, change);
  } else if (change.value % 2 == 0) {
    // Whole elements come and go, so that arrays no longer fit each other.
    array.pop_back();
  } else {
    array.push_back(T(element));
  }
}

void change_all(Cells& cells, std::span<const std::uint8_t> script) {
  for (; script.size() >= 8; script = script.subspan(8)) {
    RegionLevels& made = cells.levels[script[0] % cells.levels.size()];
    const Change change{script[3] | std::size_t{script[4]} << 8U, script[5],
                        static_cast<std::uint16_t>(script[6] | script[7] << 8U)};
    const int array = script[1] % 8;
    if (array == 0 || made.records.empty()) {
      apply_to(made.nodes, change);
    } else if (array == 1) {
      made.records.pop_back();
    } else {
      RegionRecords& level = made.records[script[2] % made.records.size()];
      if (array < 4) {
        apply_to(level.index, change);
      } else {
        apply_to(level.words, change);
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Cells sound = sound_cells();
  Cells changed = sound;
  change_all(changed, {data, size});
  std::vector<PackedLevels> packed;
  std::vector<CellLevels> cells;
  for (std::size_t i = 0; i < changed.cells.size(); ++i) {
    packed.push_back(pack_levels(changed.levels[i], kKey, {}));
    const auto levels = unpack_levels(packed.back().bytes, kKey, changed.cells[i]);
    if (!levels) return 0;
    cells.push_back({changed.cells[i], *levels});
  }
  if (!agree(cells)) return 0;
  const RegionLevels above = build_above(cells, kLevels, {.threads = 1});
  const int made = levels_made(cells, above);
  if (made == 0) return 0;
  const RegionArrays arrays = assemble_regions(cells, above, made, 1, {});
  require(static_cast<int>(arrays.levels.size()) == made);
  return 0;
}
