// SPDX-License-Identifier: BSL-1.0
// libFuzzer target for world files: the input as a file, and as a list of changes to a sound one whose frame is put
// right again, so that contents are reached. Whatever opens is asked for paths in every tier, one in 64 verified
// before; answers must be a status or a path that is legal on the terrain as read. Run with -rss_limit_mb=512
// -malloc_limit_mb=256.
#include "fuzz/damage.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/offline/build_world.hpp"
#include "world/damaged_world.hpp"
#include "world/linked_sample.hpp"
#include "world/moves_sample.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace portolan;

/// A world of 70x40 tiles with all kinds of sections and two region levels: a walker, one with a footprint, and movers
/// that go straight: a point where all prices are one, and a square where they are not.
AlignedBytes make_sample() {
  std::vector<TerrainId> tiles;
  std::uint32_t state = 7;
  for (int i = 0; i < 70 * 40; ++i) {
    state = state * 1'664'525U + 1'013'904'223U;
    const std::uint32_t drawn = state >> 24;
    tiles.push_back(static_cast<TerrainId>(drawn < 16 ? 0 : 1 + drawn % 2));
  }
  auto map = TileMap::create(70, 40, {{"wall", 0}, {"road", kCostScale}, {"mud", 5 * kCostScale}}, std::move(tiles));
  if (!map) std::abort();
  std::vector<MovementProfile> profiles(4);
  profiles[1].name = "large";
  profiles[1].footprint = 2;
  profiles[1].corners = CornerRule::cut_both;
  profiles[1].steps = StepCosts{2, 3};
  profiles[2].name = "point";
  profiles[2].metric = Metric::any_angle;
  profiles[2].footprint = 0;
  profiles[2].prices = {{"road", kCostScale}, {"mud", kCostScale}};
  profiles[3].name = "cart";
  profiles[3].metric = Metric::any_angle;
  BuildOptions options;
  options.threads = 1;
  options.indexes = {IndexKind::ch, IndexKind::labels, IndexKind::blocks};
  options.dead_ends = DeadEndRule::found;
  auto image = build_world(*map, profiles, options);
  if (!image) std::abort();
  return image->bytes();
}

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "fuzz_world: %s\n", what.c_str());
  std::abort();
}

void use(std::span<const std::byte> bytes) {
  const auto world = World::view(bytes);
  if (!world) {
    if (world.error().message.empty()) fail("an error without a reason");
    return;
  }
  const std::uint64_t seed = hash_bytes(bytes);
  // To verify takes hundreds of times as long as to ask.
  if (seed % 64 == 0) {
    const Outcome verified = world->verify(1);
    if (!verified && verified.error().message.empty()) fail("a fault without a reason");
  }
  if (world->profiles().empty()) return;
  const test::DamagedWorldReport report = test::query_damaged_world(*world, seed % world->profiles().size(), seed);
  if (!report.fault.empty()) fail(report.fault);
  (void)world->map();
}

/// Made before the fuzzer's clock starts: indexes take seconds under the sanitizers.
const AlignedBytes& sample_world() {
  static const AlignedBytes sample = make_sample();
  return sample;
}
/// With floors and links, but no indexes.
const AlignedBytes& linked_world() {
  static const AlignedBytes sample = test::make_linked_sample();
  return sample;
}

/// With moves between tiles.
const AlignedBytes& moves_world() {
  static const AlignedBytes sample = test::make_moves_sample();
  return sample;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  (void)sample_world();
  (void)linked_world();
  (void)moves_world();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::array samples{&sample_world(), &linked_world(), &moves_world()};
  fuzz::use_as_file_and_changes(samples[size % samples.size()]->span(), {data, size}, use);
  return 0;
}
