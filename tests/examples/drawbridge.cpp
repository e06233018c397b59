// SPDX-License-Identifier: BSL-1.0
// A drawbridge goes up and down again: edits of one view of the world, while the file stays as it is.
#include "portolan/portolan.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>

namespace {

constexpr portolan::Tile kRoad{2, 22};
constexpr portolan::Tile kCourtyard{20, 22};
constexpr portolan::Rect kBridge{{11, 21}, {14, 22}};

portolan::TerrainId terrain_called(const portolan::World& world, std::string_view name) {
  const auto palette = world.palette();
  const auto at =
      std::find_if(palette.begin(), palette.end(), [=](const auto& terrain) { return terrain.name == name; });
  return static_cast<portolan::TerrainId>(at - palette.begin());
}

void report(portolan::PathQuery& query, const char* state) {
  const portolan::PathResult path = query.find({.from = kRoad, .to = kCourtyard});
  std::printf("bridge %s: %.1f\n", state, path.length);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto world = portolan::World::open(argv[1]);
  if (!world) {
    std::fprintf(stderr, "%s\n", world.error().message.c_str());
    return 1;
  }
  portolan::PathQuery query(*world, 0);
  report(query, "down");

  portolan::Overlay edits(*world);
  if (!edits.set_terrain(kBridge, terrain_called(*world, "moat"))) return 1;
  query.use(std::make_shared<const portolan::Overlay>(edits));
  report(query, "up");

  if (!edits.revert(kBridge)) return 1;
  query.use(std::make_shared<const portolan::Overlay>(edits));
  report(query, "down again");
  return 0;
}
