// SPDX-License-Identifier: BSL-1.0
// paths WORLD.pnav COUNT
// Prints what C++ finds between pairs of tiles, a line each: from, to, status, cost. With --time it prints instead how
// long a question takes through the C interface, where the ends alone decide, in nanoseconds.
#include "portolan/capi/portolan.h"
#include "portolan/core/split_mix.hpp"
#include "portolan/query/path_query.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

int print_paths(const char* file, int count) {
  const auto world = portolan::World::open(file);
  if (!world) return std::puts(world.error().message.c_str()), 1;
  portolan::PathQuery query(*world, 0);
  portolan::SplitMix random(7);
  const auto below = [&](std::int32_t most) {
    return static_cast<std::int32_t>(random.next() % static_cast<std::uint64_t>(most));
  };
  // Most are ends to stand on, some any.
  const auto draw = [&](int i) {
    const portolan::Tile any{below(world->width()), below(world->height())};
    return i % 10 == 0 ? any : query.nearest_tile(any).value_or(any);
  };
  for (int i = 0; i < count; ++i) {
    const portolan::Tile from = draw(i);
    const portolan::Tile to = draw(i);
    const auto found = query.find({.from = from, .to = to});
    std::printf("%d %d %d %d %d %llu\n", from.x, from.y, to.x, to.y, static_cast<int>(found.status),
                static_cast<unsigned long long>(found.cost));
  }
  return 0;
}

/// The least of many short passes, which other programs hardly disturb.
int time_calls(const char* file) {
  constexpr int kCalls = 2000;
  portolan_world* world = nullptr;
  portolan_query* query = nullptr;
  if (portolan_world_open(file, &world, nullptr, 0) != PORTOLAN_OK ||
      portolan_query_create(world, 0, PORTOLAN_BASELINE_WITHOUT, &query) != PORTOLAN_OK) {
    return 1;
  }
  double least = 1e9;
  for (int pass = 0; pass < 500; ++pass) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kCalls; ++i) {
      portolan_path_request request{};
      request.struct_size = sizeof(request);
      request.from = request.to = {2, 2};
      portolan_path_result result{};
      result.struct_size = sizeof(result);
      if (portolan_query_find(query, &request, nullptr, &result) != PORTOLAN_OK) return 1;
    }
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    least = taken.count() / kCalls < least ? taken.count() / kCalls : least;
  }
  std::printf("C: %.0f ns a call\n", least);
  portolan_query_destroy(&query);
  portolan_world_close(&world);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  return std::string_view(argv[2]) == "--time" ? time_calls(argv[1]) : print_paths(argv[1], std::atoi(argv[2]));
}
