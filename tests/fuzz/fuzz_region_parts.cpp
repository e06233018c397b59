// SPDX-License-Identifier: BSL-1.0
// Fuzzes what is made of cells in a work folder: each seven bytes change one number in the levels of one of four cells,
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
  const GridView grid{map->tiles(), kSide, kSide, &*rules};
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
  std::uint8_t value;
};

/// Whole elements come and go, so that arrays no longer fit each other.
template <class T>
void resize(std::vector<T>& array, const Change& change) {
  if (change.value % 2 == 0) {
    array.pop_back();
  } else {
    array.push_back(array[change.at % array.size()]);
  }
}

void apply(RegionNode& node, const Change& change) {
  if (change.how % 4 == 0) node.tile.x = change.value;
  if (change.how % 4 == 1) node.tile.y = change.value;
  if (change.how % 4 == 2) node.level = static_cast<decltype(node.level)>(change.value % (kMaxRegionLevels + 2));
}

template <class Number>
void apply(Number& number, const Change& change) {
  number = static_cast<Number>(change.how % 4 == 0 ? change.value : number ^ change.value);
}

template <class T>
void apply_to(std::vector<T>& array, const Change& change) {
  if (array.empty()) return;
  if (change.how % 4 == 3) {
    resize(array, change);
  } else {
    apply(array[change.at % array.size()], change);
  }
}

void change_all(Cells& cells, std::span<const std::uint8_t> script) {
  for (; script.size() >= 7; script = script.subspan(7)) {
    RegionLevels& levels = cells.levels[script[0] % cells.levels.size()];
    const Change change{script[3] | std::size_t{script[4]} << 8U, script[5], script[6]};
    const int array = script[1] % 8;
    if (array == 0 || levels.topology.empty()) {
      apply_to(levels.nodes, change);
      continue;
    }
    if (array == 7) {
      levels.topology.pop_back();
      levels.arcs.pop_back();
      continue;
    }
    LevelTopology& topology = levels.topology[script[2] % levels.topology.size()];
    LevelArcs& arcs = levels.arcs[script[2] % levels.arcs.size()];
    if (array == 1) apply_to(topology.first, change);
    if (array == 2) apply_to(topology.members, change);
    if (array == 3) apply_to(arcs.first, change);
    if (array == 4) apply_to(arcs.target, change);
    if (array == 5) apply_to(arcs.narrow, change);
    if (array == 6) apply_to(arcs.wide, change);
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
  require(static_cast<int>(arrays.arcs.size()) == made);
  return 0;
}
