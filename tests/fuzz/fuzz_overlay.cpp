// SPDX-License-Identifier: BSL-1.0
// libFuzzer target for overlay files: the input as a file, and as the runs of one whose header is right. What loads is
// written again, the same; and queries on it, refreshed or not, answer as the baseline does. Run with
// -rss_limit_mb=512 -malloc_limit_mb=256.
#include "portolan/core/hash.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/world/overlay.hpp"
#include "support/asker.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace portolan;

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "fuzz_overlay: %s\n", what.c_str());
  std::abort();
}

/// A world of 100x70 tiles: three blocks and a bit each way, a walker and one with a footprint.
AlignedBytes make_sample() {
  std::vector<TerrainId> tiles;
  std::uint32_t state = 7;
  for (int i = 0; i < 100 * 70; ++i) {
    state = state * 1'664'525U + 1'013'904'223U;
    const std::uint32_t drawn = state >> 24;
    tiles.push_back(static_cast<TerrainId>(drawn < 40 ? 0 : 1 + drawn % 2));
  }
  auto map = TileMap::create(100, 70, {{"wall", 0}, {"road", kCostScale}, {"mud", 5 * kCostScale}}, std::move(tiles));
  if (!map) fail(map.error().message);
  std::array<MovementProfile, 2> profiles;
  profiles[1].name = "large";
  profiles[1].notch = kCostScale / 4;
  profiles[1].footprint = 2;
  profiles[1].corners = CornerRule::cut_both;
  BuildOptions options;
  options.threads = 1;
  const auto image = build_world(*map, profiles, options);
  if (!image) fail(image.error().message);
  return image->bytes();
}

struct Sample {
  AlignedBytes bytes = make_sample();
  World world = *World::view(std::as_const(bytes).span());
  std::array<test::Asker, 2> queries{test::Asker(world, 0, Baseline::with), test::Asker(world, 1, Baseline::with)};
};

Sample& sample() {
  static Sample made;
  return made;
}

void compare(std::size_t profile, const std::shared_ptr<const Overlay>& overlay) {
  test::Asker& query = sample().queries[profile];
  query.use(overlay);
  for (const auto& [from, to] :
       {std::pair<Tile, Tile>{{1, 1}, {95, 65}}, {{97, 2}, {3, 66}}, {{33, 33}, {64, 33}}, {{31, 60}, {34, 5}}}) {
    const test::Found expected = query.find({.from = from, .to = to, .tier = Tier::astar});
    const test::Found result = query.find({.from = from, .to = to, .tier = Tier::regions});
    if (result.status != expected.status || result.cost != expected.cost) fail("not the answer of the baseline");
    if (result.status != Status::found) continue;
    Leg leg;
    LegStatus status = query.next_leg(leg);
    while (status == LegStatus::ready) status = query.next_leg(leg);
    if (status != LegStatus::done) fail("a path that cannot be walked");
  }
  query.use(nullptr);
}

void use(std::span<const std::byte> bytes) {
  auto overlay = Overlay::from_bytes(sample().world, bytes);
  if (!overlay) {
    if (overlay.error().message.empty()) fail("an error without a reason");
    return;
  }
  const std::vector<std::byte> written = overlay->bytes();
  const auto again = Overlay::from_bytes(sample().world, written);
  if (!again || again->bytes() != written) fail("written and read, it is another");
  const std::size_t profile = hash_bytes(bytes) % 2;
  compare(profile, std::make_shared<const Overlay>(*overlay));
  overlay->refresh();
  compare(profile, std::make_shared<const Overlay>(*overlay));
}

}  // namespace

/// Made before the fuzzer's clock starts.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  (void)sample();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = std::as_bytes(std::span(data, size));
  use(input);
  // The header of an overlay without edits, made to fit the input's runs.
  std::vector<std::byte> file = Overlay(sample().world).bytes();
  file.insert(file.end(), input.begin(), input.end() - static_cast<std::ptrdiff_t>(size % sizeof(format::OverlayRun)));
  format::OverlayHeader header{};
  std::memcpy(&header, file.data(), sizeof(header));
  header.run_count = size / sizeof(format::OverlayRun);
  std::memcpy(file.data(), &header, sizeof(header));
  header.checksum = hash_bytes(std::span(file).subspan(offsetof(format::OverlayHeader, map)));
  std::memcpy(file.data(), &header, sizeof(header));
  use(file);
  return 0;
}
