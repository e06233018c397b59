// SPDX-License-Identifier: BSL-1.0
// portolan_edited MAP patches|walker QUERIES [REPEAT]: far queries by regions over several prices after edits of 5 x 5
// tiles that nothing refreshed, for tools/bench: edits that all close, and edits of which each fourth opens a wall or
// makes ground cheap. `patches` lays three prices on the map's passable tiles; `walker` pays for the terrains of made
// islands. Every answer is compared with plain A* on the edited map. Prints JSON.
#include "bench/query_set.hpp"
#include "bench/thread_clock.hpp"
#include "make/random.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/world/overlay.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace portolan::bench {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::int32_t kEditSide = 5;
constexpr std::array<std::size_t, 4> kEdits{0, 16, 64, 256};
constexpr std::int32_t kPatchSide = 24;
/// Answers of so many queries of a row are compared with those of A* on tiles, which takes long.
constexpr std::size_t kMostCompared = 40;

/// A map and the terrains that edits use.
struct PricedMap {
  TileMap map;
  MovementProfile mover;
  TerrainId wall = 0;
  TerrainId cheapest = 0;
};

Result<PricedMap> with_patches(const TileMap& map) {
  constexpr std::array<TerrainCost, 3> kPrices{kCostScale, kCostScale * 3 / 2, 3 * kCostScale};
  constexpr TerrainId kWall = 3;
  std::vector<TerrainId> tiles(map.tiles().begin(), map.tiles().end());
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const auto width = static_cast<std::size_t>(map.width());
    const auto x = static_cast<std::int32_t>(i % width) / kPatchSide;
    const auto y = static_cast<std::int32_t>(i / width) / kPatchSide;
    const bool passable = map.palette()[tiles[i]].default_cost != 0;
    tiles[i] = passable ? static_cast<TerrainId>(generators::hash_at(kSeed, x, y) % kPrices.size()) : kWall;
  }
  auto made = TileMap::create(map.width(), map.height(),
                              {{"even", kPrices[0]}, {"rough", kPrices[1]}, {"deep", kPrices[2]}, {"wall", 0}},
                              std::move(tiles));
  if (!made) return made.error();
  return PricedMap{.map = std::move(*made), .mover = {}, .wall = kWall, .cheapest = 0};
}

Result<PricedMap> for_walker(TileMap map) {
  PricedMap priced{.map = std::move(map), .mover = {}};
  priced.mover.prices = {{".", kCostScale}, {"G", kCostScale * 3 / 2}, {"S", 3 * kCostScale}, {"T", 2 * kCostScale}};
  const auto terrain = [&](std::string_view name) {
    const auto palette = priced.map.palette();
    return std::ranges::find(palette, name, &Terrain::name) - palette.begin();
  };
  const auto wall = terrain("W");
  const auto cheapest = terrain(".");
  if (std::max(wall, cheapest) >= std::ssize(priced.map.palette())) {
    return Error{ErrorCode::usage, "a map without the terrains of made islands"};
  }
  priced.wall = static_cast<TerrainId>(wall);
  priced.cheapest = static_cast<TerrainId>(cheapest);
  return priced;
}

enum class Mix { closing, quarter_easing };

/// Squares around passable tiles are closed; where they ease, around the first wall to the right of one.
bool edit(Overlay& overlay, const ProfileView& profile, const PricedMap& priced, std::size_t edits, Mix mix) {
  const std::vector<Ends> drawn = draw_far(profile, edits, kSeed + 2);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    Tile centre = drawn[i].from;
    const bool eases = mix == Mix::quarter_easing && i % 4 == 3;
    while (eases && centre.x + 1 < profile.grid.width && profile.grid.passable(centre)) ++centre.x;
    const Tile min{centre.x - kEditSide / 2, centre.y - kEditSide / 2};
    const Rect area = intersection({min, {min.x + kEditSide, min.y + kEditSide}}, overlay.world().bounds());
    if (!overlay.set_terrain(area, eases ? priced.cheapest : priced.wall)) return false;
  }
  return true;
}

double per(double sum, std::size_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

/// Adds to `opened` the regions that queries went through tile by tile.
nlohmann::ordered_json measure(PathQuery& query, const std::vector<Ends>& far, int repeat,
                               std::set<std::size_t>& opened) {
  Path path(query.room());
  std::vector<double> millis(far.size(), std::numeric_limits<double>::infinity());
  std::size_t found = 0;
  std::size_t wrong = 0;
  double settled = 0;
  double first = 0;
  for (int pass = 0; pass <= repeat; ++pass) {
    for (std::size_t i = 0; i < far.size(); ++i) {
      PathRequest request{.from = far[i].from, .to = far[i].to, .tier = Tier::regions};
      const double start = thread_millis();
      const PathResult result = query.find(request, path);
      const double took = thread_millis() - start;
      millis[i] = std::min(millis[i], took);
      if (pass != 0) continue;
      first += took;
      opened.insert(query.opened_regions().begin(), query.opened_regions().end());
      settled += static_cast<double>(result.work);
      found += result.status == Status::found ? 1 : 0;
      if (i >= kMostCompared) continue;
      request.tier = Tier::astar;
      const PathResult least = query.find(request, path);
      wrong += least.status != result.status || least.cost != result.cost ? 1 : 0;
    }
  }
  double sum = 0;
  for (const double each : millis) sum += each;
  std::ranges::sort(millis);
  return {{"queries", far.size()},
          {"found", found},
          {"mismatches", wrong},
          {"settled", per(settled, far.size())},
          {"first_ms", per(first, far.size())},
          {"mean_ms", per(sum, far.size())},
          {"p99_ms", millis.empty() ? 0 : millis[millis.size() * 99 / 100]},
          {"max_ms", millis.empty() ? 0 : millis.back()}};
}

int fail(std::string_view message) {
  std::cerr << "portolan_edited: " << message << '\n';
  return 2;
}

int run(const char* file, std::string_view prices, std::size_t queries, int repeat) {
  auto map = read_map(file);
  if (!map) return fail(map.error().message);
  if (prices != "patches" && prices != "walker") return fail("expected patches or walker");
  const auto priced = prices == "walker" ? for_walker(std::move(*map)) : with_patches(*map);
  if (!priced) return fail(priced.error().message);
  const auto image = build_world(priced->map, std::array{priced->mover}, {});
  if (!image) return fail(image.error().message);
  AlignedBytes bytes = image->bytes();
  const auto world = World::view(std::as_const(bytes).span());
  if (!world) return fail(world.error().message);
  const std::vector<Ends> far = draw_far(world->profiles()[0], queries, kSeed);
  PathQuery query(*world, 0, Baseline::with);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Mix mix : {Mix::closing, Mix::quarter_easing}) {
    for (const std::size_t edits : kEdits) {
      if (edits == 0 && mix != Mix::closing) continue;
      Overlay overlay(*world);
      if (!edit(overlay, world->profiles()[0], *priced, edits, mix)) return fail("an edit was refused");
      query.use(std::make_shared<const Overlay>(overlay));
      nlohmann::ordered_json row{{"edits", edits}, {"easing", mix == Mix::closing ? 0 : edits / 4}};
      std::set<std::size_t> opened;
      row.update(measure(query, far, repeat, opened));
      const double start = thread_millis();
      const std::size_t made = overlay.refresh_regions(0, std::vector(opened.begin(), opened.end()));
      row["opened"] = {{"regions", made}, {"refresh_ms", thread_millis() - start}};
      query.use(std::make_shared<const Overlay>(overlay));
      row["opened"].update(measure(query, far, repeat, opened));
      rows.push_back(row);
      std::cerr << row.dump() << '\n';
    }
  }
  std::cout << rows.dump(1) << '\n';
  return 0;
}

}  // namespace
}  // namespace portolan::bench

int main(int argc, char** argv) {
  if (argc < 4) return portolan::bench::fail("expected MAP patches|walker QUERIES [REPEAT]");
  return portolan::bench::run(argv[1], argv[2], std::strtoull(argv[3], nullptr, 10), argc > 4 ? std::atoi(argv[4]) : 2);
}
