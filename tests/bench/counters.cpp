// SPDX-License-Identifier: BSL-1.0
// Whether the counters of regions hold on maps that would not fit a disk: more than 2^32 tiles, more than 2^31 arcs.
//
//   portolan_counters SIDE [KIND] [LEVELS] [CELL_LEVEL] [FOLDER]
//
// A map of SIDE x SIDE tiles repeats the first square of a field world (tools/make/fields.hpp), as large as a cell of
// CELL_LEVEL (6: 2048 tiles a side), so that few cells differ. They are made once, put together to the lowest LEVELS
// levels in files without a name in FOLDER, compared region by region with the cells that they came from, and hashed;
// nothing is kept. Prints JSON; exit code 1 if something differs.
#include "make/fields.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/core/parallel.hpp"
#include "portolan/offline/region_assembly.hpp"
#include "portolan/offline/region_cells.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace portolan::bench {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::int32_t kMostSide = 1 << 17;

struct Options {
  std::int32_t side = 0;
  FieldKind kind = FieldKind::caves;
  int levels = 1;
  int cell_level = 6;
  std::filesystem::path folder = ".";
};

/// Exactly one price, or none.
MoveRules rules_of(FieldKind kind) {
  MoveRules rules;
  const std::vector<Terrain> palette = field_palette(kind);
  for (std::size_t i = 0; i < palette.size(); ++i) rules.cost[i] = palette[i].default_cost == 0 ? 0 : 1;
  return rules;
}

/// The whole map, whose rows and columns repeat those of one square.
SharedArray<TerrainId> repeat_square(const Options& options, const Scratch& scratch) {
  const std::int32_t square = kRegionSide << options.cell_level;
  std::vector<TerrainId> tiles(static_cast<std::size_t>(square) * static_cast<std::size_t>(square));
  paint_field(options.kind, kSeed, square, 0, tiles, 0);
  const auto side = static_cast<std::size_t>(options.side);
  SharedArray<TerrainId> map(scratch, side * side);
  for (std::size_t y = 0; y < side; ++y) {
    const auto from = std::span(tiles).subspan(y % static_cast<std::size_t>(square) * static_cast<std::size_t>(square),
                                               static_cast<std::size_t>(square));
    for (std::size_t x = 0; x < side; x += from.size()) {
      const auto part = from.first(std::min(from.size(), side - x));
      std::ranges::copy(part, map.fill().begin() + static_cast<std::ptrdiff_t>(y * side + x));
    }
  }
  return map;
}

/// Every cell of a map, each kind of them made once.
class CellSet {
 public:
  CellSet(const GridView& grid, const RegionLayout& map, int level) {
    std::map<std::uint64_t, std::size_t> by_key;
    std::vector<std::size_t> kinds;
    for (const RegionCell& cell : cells_of(map, level)) {
      const CellInput input(grid, cell, {}, map.levels());
      const auto [at, is_new] = by_key.try_emplace(input.key(), made_.size());
      if (is_new) made_.push_back(input.build({}));
      cells_.push_back({cell, {}});
      kinds.push_back(at->second);
    }
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i].levels = view_of_levels(made_[kinds[i]]);
  }

  [[nodiscard]] std::span<const CellLevels> cells() const { return cells_; }
  [[nodiscard]] std::size_t kinds() const { return made_.size(); }

 private:
  std::vector<RegionLevels> made_;
  std::vector<CellLevels> cells_;
};

/// What a region holds, whichever order its members are in.
struct RegionSum {
  std::uint64_t members = 0;
  std::uint64_t arcs = 0;
  std::uint64_t weights = 0;
  std::uint64_t tiles = 0;  ///< sum of what is unlike for unlike sets of members
  friend bool operator==(const RegionSum&, const RegionSum&) = default;
};

/// `first`: the tile that tiles are counted from.
RegionSum sum_of(const RegionView& region, std::span<const Tile> tiles, Tile first) {
  RegionSum sum;
  sum.members = region.members.size();
  sum.arcs = region.arcs.size();
  for (std::size_t member = 0; member < region.members.size(); ++member) {
    const auto& [node, begin] = region.members[member];
    const std::uint32_t end = region.end_of(member);
    const Tile tile = tiles[node];
    const std::uint64_t parts[] = {static_cast<std::uint64_t>(tile.x - first.x),
                                   static_cast<std::uint64_t>(tile.y - first.y), end - begin};
    sum.tiles += hash_bytes(std::as_bytes(std::span(parts)));
    for (std::uint32_t arc = begin; arc < end; ++arc) sum.weights += region.arcs.weight(arc);
  }
  return sum;
}

/// How many regions of a level are not what the cells around them say, where cells have that level.
std::uint64_t count_unlike(const RegionTopologyView& view, int level, std::span<const CellLevels> cells) {
  std::atomic<std::uint64_t> unlike{0};
  parallel_for(cells.size(), 0, [&](std::size_t i, unsigned) {
    const RegionCell& cell = cells[i].cell;
    const RegionLevelsView& made = cells[i].levels;
    std::vector<Tile> tiles;
    for (const RegionNode& node : made.nodes) tiles.push_back(node.tile);
    const RegionLayout here = cell.layout();
    const auto at = static_cast<std::size_t>(level);
    for (std::size_t number = 0; number < here.regions(level); ++number) {
      const std::size_t on_map = cell.map.number(level, cell.on_map(level, here.region(level, number)));
      const RegionSum expected = sum_of(made.records[at].region(number).value(), tiles, {});
      if (sum_of(view.level[at].records.region(on_map).value(), view.tiles, cell.area().min) != expected) ++unlike;
    }
  });
  return unlike;
}

template <class T>
std::uint64_t hash_of(const SharedArray<T>& array) {
  return hash_bytes(std::as_bytes(std::span(array.data(), array.size())));
}

nlohmann::ordered_json report_of(const RegionArrays& tier, int level, std::uint64_t unlike) {
  const auto& made = tier.levels[static_cast<std::size_t>(level)];
  return {{"side", kRegionSide << level},
          {"regions", made.records.index.size()},
          {"nodes", made.nodes},
          {"members", count_members(made.records.view())},
          {"arcs", count_arcs(made.records.view())},
          {"regions unlike their cells'", unlike},
          {"hash of places", hash_of(made.places)},
          {"hash of records", hash_of(made.records.index) ^ hash_of(made.records.words)}};
}

int run(const Options& options) {
  const Scratch scratch(options.folder);
  const SharedArray<TerrainId> terrain = repeat_square(options, scratch);
  const MoveRules rules = rules_of(options.kind);
  const GridView grid{.terrain = TerrainPlane::in_rows({terrain.data(), terrain.size()}, options.side),
                      .rules = &rules};
  const RegionLayout map(options.side, options.side);
  const CellSet set(grid, map, options.cell_level);
  const RegionLevels above = build_above(set.cells(), options.cell_level + 1, {});
  const RegionArrays tier = assemble_regions(set.cells(), above, options.levels, 0, scratch);
  const RegionTopologyView view = tier.view();
  nlohmann::ordered_json report{{"tiles", terrain.size()},
                                {"cells", set.cells().size()},
                                {"unlike cells", set.kinds()},
                                {"nodes", tier.tiles.size()},
                                {"hash of nodes", hash_of(tier.tiles)}};
  std::uint64_t unlike = 0;
  for (int level = 0; level < options.levels; ++level) {
    const std::uint64_t here = count_unlike(view, level, set.cells());
    report["levels"].push_back(report_of(tier, level, here));
    unlike += here;
  }
  std::cout << report.dump(1) << '\n';
  return unlike == 0 ? 0 : 1;
}

int fail(std::string_view message) {
  std::cerr << "portolan_counters: " << message << '\n';
  return 2;
}

int run(int argc, char** argv) {
  Options options;
  const auto number = [&](int place, int otherwise) { return argc > place ? std::atoi(argv[place]) : otherwise; };
  options.side = number(1, 0);
  options.levels = number(3, options.levels);
  options.cell_level = number(4, options.cell_level);
  if (argc > 5) options.folder = argv[5];
  if (argc > 2) {
    const auto kind = parse_field_kind(argv[2]);
    if (!kind) return fail("no such kind of field world");
    options.kind = *kind;
  }
  if (options.cell_level < 1 || options.cell_level > 8 || options.levels < 1 ||
      options.levels > options.cell_level + 1) {
    return fail("cells are of level 1 to 8, and LEVELS are at most theirs");
  }
  if (options.side <= kRegionSide << options.cell_level || options.side > kMostSide) {
    return fail("SIDE is above that of a cell, and at most 131072");
  }
  return run(options);
}

}  // namespace
}  // namespace portolan::bench

int main(int argc, char** argv) {
  try {
    return portolan::bench::run(argc, argv);
  } catch (const std::exception& error) {
    return portolan::bench::fail(error.what());
  }
}
