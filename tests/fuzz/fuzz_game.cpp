// SPDX-License-Identifier: BSL-1.0
// libFuzzer target for saved games, and so for the states of overlays, threats, crowds and services: the input as one,
// and as changes of one that is right, whose checksums then fit. What is read is written again, the same, and goes on;
// what is refused has changed nothing.
#include "portolan/crowd/crowd_file.hpp"
#include "portolan/game/game_file.hpp"
#include "portolan/offline/blank_map.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/service/service_file.hpp"
#include "portolan/world/influence_file.hpp"
#include "portolan/world/overlay_state.hpp"
#include "support/forged_state.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <utility>
#include <vector>

using namespace portolan;

namespace {

void require(bool truth) {
  if (!truth) std::abort();
}

AlignedBytes build(const TileMap& map) {
  std::vector<MovementProfile> movers(2);
  movers[0].notch = kCostScale;
  movers[1].name = "lorry";
  movers[1].kinematics = Kinematics{.length = 3, .turn = kCostScale, .backward = Ratio{2, 1}};
  BuildOptions options;
  options.threads = 1;
  const auto image = build_world(map, movers, options);
  require(image.has_value());
  return image->bytes();
}

TileMap make_town() {
  std::vector<TerrainId> tiles(70 * 40);
  std::uint32_t state = 5;
  for (TerrainId& tile : tiles) {
    state = state * 1'664'525U + 1'013'904'223U;
    tile = (state >> 24) < 50 ? 1 : 0;
  }
  return *TileMap::create(70, 40, {{"road", kCostScale}, {"wall", 0}}, std::move(tiles));
}

/// Units that turn too.
constexpr std::array<std::size_t, 2> kMovers{0, 1};

/// Regions of two levels, and one part of each kind.
struct Sample {
  AlignedBytes town_bytes = build(make_town());
  AlignedBytes blank_bytes = build(*blank_map(make_town(), {"unknown", kCostScale}));
  World town = *World::view(std::as_const(town_bytes).span());
  World blank = *World::view(std::as_const(blank_bytes).span());
  Overlay edits{town};
  Veil veil = *Veil::make(town, blank, "unknown");
  Influence towers{town};
  Patrol round{std::vector<Tile>{{1, 1}, {60, 30}}};
  Crowd crowd{town, kMovers, {.units = 9}};
  PathService service{town, 0, {.slots = 4, .clients = 2, .slice = 50}};
  std::shared_ptr<const Overlay> shown;
  GameParts parts{.worlds = {town, blank},
                  .overlays = {&edits},
                  .veils = {&veil},
                  .influences = {&towers},
                  .patrols = {&round},
                  .crowds = {&crowd},
                  .services = {&service},
                  .snapshots = {&shown}};
  std::vector<std::byte> sound;
  std::vector<test::InnerState> states;

  Sample() {
    play();
    sound = *GameFile::bytes_of(parts);
    std::vector<std::uint64_t> magics;
    for (const auto& state : {OverlayState::bytes_of(edits), InfluenceFile::bytes_of(towers),
                              CrowdFile::bytes_of(crowd), ServiceFile::bytes_of(service)}) {
      magics.push_back(test::word_at(state, 0));
    }
    states = test::inner_states(sound, magics);
    require(states.size() >= 5);
  }

  void play() {
    require(edits.set_terrain({{20, 5}, {24, 30}}, 1).has_value());
    require(towers.add({.at = {40, 20}, .radius = 3, .notches = 2, .felt = Felt::in_sight, .fades = 9}).has_value());
    require(towers.add({.at = {10, 10}, .radius = 2}).has_value());
    (void)towers.apply(edits);
    edits.refresh(2);
    require(edits.set_terrain({{50, 8}, {51, 9}}, 1).has_value());
    towers.tick();
    require(veil.reveal_disc(edits, {30, 20}, 9).has_value());
    veil.refresh(1);
    shown = std::make_shared<const Overlay>(edits);
    crowd.use(shown);
    require(service.show(0, shown).status == Status::found);
    for (std::int32_t x = 0; x < 40 && crowd.size() < 6; ++x)
      (void)crowd.add({.tile = {x, 2}, .side = static_cast<std::uint8_t>(x % 2)});
    for (std::int32_t x = 1; x < 60 && crowd.size() < 9; ++x) (void)crowd.add({.tile = {x, 20}, .profile = 1});
    require(crowd.size() == 9);
    for (UnitId unit = 0; unit < 9; ++unit) {
      std::int32_t y = 30;
      while (y < 38 && crowd.order(unit, {60, y}, Avoidance::withhold).status != Status::found) ++y;
      require(y < 38);
    }
    for (std::int32_t x = 60; x < 66; ++x) {
      const std::size_t client = static_cast<std::size_t>(x) % 2;
      (void)service.submit({.from = {2, 2}, .to = {x, 30}}, {.client = client}, Path(service.room()));
    }
    go_on();
  }

  void go_on() {
    for (int i = 0; i < 3; ++i) {
      towers.tick();
      (void)towers.apply(edits);
      (void)crowd.tick();
      (void)service.tick({.expansions = 100});
    }
    edits.refresh(1);
  }
};

Sample& sample() {
  static Sample made;
  return made;
}

void use(std::span<const std::byte> bytes) {
  Sample& game = sample();
  if (!GameFile::read(bytes, game.parts)) {
    require(*GameFile::bytes_of(game.parts) == game.sound);
    return;
  }
  require(std::ranges::equal(*GameFile::bytes_of(game.parts), bytes));
  game.go_on();
  require(GameFile::read(game.sound, game.parts).has_value());
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
  // Three bytes each: where, and what.
  std::vector<std::byte> forged = sample().sound;
  for (std::size_t i = 0; i + 3 <= size; i += 3) {
    const std::size_t at = (std::size_t{data[i]} << 8 | data[i + 1]) % (forged.size() - test::kStateHeader);
    forged[test::kStateHeader + at] = input[i + 2];
    test::seal_all(forged, sample().states, test::kStateHeader + at);
  }
  use(forged);
  return 0;
}
