// SPDX-License-Identifier: BSL-1.0
// portolan_bench [MAP [QUERIES]]... [--benchmark_...]: measures every tier, what it is made of, and the Boost Graph
// Library on maps in any format of `portolan build`, or on made worlds where none is given. QUERIES, a file ending in
// .scen or .tsv, replaces the drawn ones. A MAP that ends in .gr or .gr.gz is a road graph in the DIMACS format, with
// its .co beside it: every search and index on the same drawn queries; `build` is the seconds that its tables took.
//
// A time of Google Benchmark's is that of a pass over all queries, `queries` in number. Counters: for a query, of the
// first pass `first`, of its least time in the others `mean`, `p50`, `p99` and `max`, in seconds; `expansions` its
// nodes settled, `bytes` the size of the tier's tables; of parts, `each` is the processor time of one. On a machine
// that is not quiet, compare runs like these:
//   portolan_bench --benchmark_repetitions=5 --benchmark_enable_random_interleaving=true
#include "bench/bench_roads.hpp"
#include "bench/bench_world.hpp"
#include "make/make_world.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/maps/scenario_reader.hpp"

#include <deque>
#include <filesystem>
#include <iostream>
#include <vector>

namespace {

using namespace portolan;

constexpr std::int32_t kSide = 512;
constexpr std::uint64_t kSeed = 1;

/// Reports an error; true if there is none.
template <class T>
bool succeeded(const Result<T>& result) {
  if (!result) std::cerr << "portolan_bench: " << result.error().message << '\n';
  return result.has_value();
}

bool add(std::deque<bench::BenchWorld>& worlds, const std::string& name, const Result<TileMap>& map,
         const Result<std::vector<bench::Ends>>& asked) {
  if (!succeeded(map) || !succeeded(asked)) return false;
  auto world = bench::make_bench_world(name, *map, *asked);
  if (!succeeded(world)) return false;
  worlds.push_back(std::move(*world));
  bench::register_queries(worlds.back());
  bench::register_parts(worlds.back());
  bench::register_overlays(worlds.back());
  bench::register_nearest(worlds.back());
  bench::register_field(worlds.back());
  bench::register_ties(worlds.back());
  bench::register_bounded(worlds.back());
  bench::register_service(worlds.back());
  bench::register_crowds(worlds.back());
  return true;
}

bool add_roads(std::deque<bench::RoadBench>& roads, const std::filesystem::path& path) {
  auto graph = bench::read_road_graph(path);
  if (!succeeded(graph)) return false;
  auto made = bench::make_road_bench(std::move(*graph));
  if (!succeeded(made)) return false;
  roads.push_back(std::move(*made));
  bench::register_roads(roads.back());
  return true;
}

bool is_road_graph(const std::filesystem::path& path) {
  return (path.extension() == ".gz" ? path.stem() : path).extension() == ".gr";
}

bool holds_queries(const std::filesystem::path& path) {
  return path.extension() == ".scen" || path.extension() == ".tsv";
}

Result<std::vector<bench::Ends>> read_queries(const std::filesystem::path& path) {
  const auto file = read_scenarios(path);
  if (!file) return file.error();
  std::vector<bench::Ends> asked;
  for (const Scenario& scenario : file->scenarios) asked.push_back({scenario.from, scenario.to});
  return asked;
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  // Benchmarks refer to the worlds, which a deque leaves where they are.
  std::deque<bench::BenchWorld> worlds;
  std::deque<bench::RoadBench> roads;
  for (int i = 1; i < argc; ++i) {
    const std::filesystem::path path(argv[i]);
    if (is_road_graph(path)) {
      if (!add_roads(roads, path)) return 2;
      continue;
    }
    Result<std::vector<bench::Ends>> asked = std::vector<bench::Ends>();
    if (i + 1 < argc && holds_queries(argv[i + 1])) asked = read_queries(argv[++i]);
    if (!add(worlds, path.stem().string(), read_map(path), asked)) return 2;
  }
  if (argc == 1) {
    for (const WorldKind kind : {WorldKind::caves, WorldKind::rooms, WorldKind::city, WorldKind::islands}) {
      if (!add(worlds, std::string(to_string(kind)), make_world({kind, kSide, kSide, kSeed}),
               std::vector<bench::Ends>()))
        return 2;
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
