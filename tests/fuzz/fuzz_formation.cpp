// SPDX-License-Identifier: BSL-1.0
// libFuzzer target for states of formations, and of the crowds that they belong to: the input as a state, and as
// changes of one that is right, whose checksum then fits. What is read is written again, the same, and goes on.
#include "portolan/core/hash.hpp"
#include "portolan/crowd/crowd_file.hpp"
#include "portolan/crowd/formation.hpp"
#include "portolan/crowd/formation_file.hpp"
#include "portolan/offline/build_world.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

using namespace portolan;

namespace {

constexpr std::size_t kHeader = 24;
constexpr std::size_t kUnits = 10;

void require(bool truth) {
  if (!truth) std::abort();
}

/// 30 x 20 tiles and a wall with a door.
AlignedBytes make_sample() {
  std::vector<TerrainId> tiles(30 * 20);
  for (std::size_t y = 0; y < 20; ++y) tiles[y * 30 + 15] = y == 9 || y == 10 ? 0 : 1;
  const auto map = TileMap::create(30, 20, {{"floor", kCostScale}, {"wall", 0}}, std::move(tiles));
  require(map.has_value());
  BuildOptions options;
  options.threads = 1;
  const auto image = build_world(*map, std::vector<MovementProfile>(1), options);
  require(image.has_value());
  return image->bytes();
}

/// Bytes of a state with words of it changed as the input says, and a checksum that fits.
std::vector<std::byte> changed(std::vector<std::byte> state, std::span<const std::uint8_t> changes) {
  constexpr std::size_t kChange = 10;
  const std::size_t words = (state.size() - kHeader) / 8;
  for (; changes.size() >= kChange; changes = changes.subspan(kChange)) {
    const std::size_t word = static_cast<std::size_t>(changes[0] | changes[1] << 8) % words;
    std::memcpy(state.data() + kHeader + 8 * word, changes.data() + 2, 8);
  }
  const std::uint64_t checksum = hash_bytes(std::span<const std::byte>(state).subspan(kHeader));
  std::memcpy(state.data() + 16, &checksum, sizeof(checksum));
  return state;
}

/// A crowd and its formation, in the middle of a march.
struct Sample {
  Sample() : bytes(make_sample()), world(*World::view(bytes.span())), guide(world, 0) {
    Crowd crowd(world, 0, {.units = kUnits});
    std::vector<UnitId> units;
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(kUnits); ++i) {
      units.push_back(crowd.add({.tile = {2 + i % 3, 6 + i / 3}}).unit);
    }
    Formation formation(guide);
    require(formation.form(crowd, units, FormationShape::wedge(kUnits)).status == Status::found);
    require(formation.order(crowd, {.goal = {25, 10}}).status == Status::found);
    for (int tick = 0; tick < 8; ++tick) {
      formation.advance(crowd);
      (void)crowd.tick();
    }
    crowd_state = CrowdFile::bytes_of(crowd);
    state = FormationFile::bytes_of(formation);
  }

  AlignedBytes bytes;
  World world;
  FormationGuide guide;
  std::vector<std::byte> crowd_state;
  std::vector<std::byte> state;
};

void try_state(Sample& sample, std::span<const std::byte> crowd_state, std::span<const std::byte> state) {
  Crowd crowd(sample.world, 0, {.units = kUnits});
  if (!CrowdFile::read(crowd_state, nullptr, crowd)) return;
  require(std::ranges::equal(CrowdFile::bytes_of(crowd), crowd_state));
  Formation formation(sample.guide);
  if (FormationFile::read(state, crowd, formation)) {
    require(std::ranges::equal(FormationFile::bytes_of(formation), state));
  }
  for (int tick = 0; tick < 12; ++tick) {
    if (tick == 8) (void)formation.order(crowd, {.goal = {4, 15}});
    formation.advance(crowd);
    (void)crowd.tick();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Sample sample;
  const std::span<const std::uint8_t> input(data, size);
  try_state(sample, sample.crowd_state, std::as_bytes(input));
  try_state(sample, sample.crowd_state, changed(sample.state, input));
  try_state(sample, changed(sample.crowd_state, input), sample.state);
  return 0;
}
