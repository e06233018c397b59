// SPDX-License-Identifier: BSL-1.0
#include "attack/attack.hpp"

#include "attack/forged_file.hpp"
#include "attack/judge.hpp"
#include "portolan/formats/boards/area_json.hpp"
#include "portolan/offline/build_board.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/offline/draw_areas.hpp"
#include "portolan/offline/prove_indexes.hpp"
#include "portolan/world/section_name.hpp"
#include "support/built_world.hpp"
#include "support/random_board.hpp"
#include "world/linked_sample.hpp"
#include "world/moves_sample.hpp"
#include "world/waypoint_sample.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace portolan::test {
namespace {

struct SoundWorld {
  std::string name;
  AlignedBytes file;
};

AlignedBytes built(const TileMap& map, const std::vector<MovementProfile>& profiles, const BuildOptions& options) {
  return copy_of(BuiltWorld(map, profiles, options).bytes());
}

/// Regions alone: prices, weights of all widths, a footprint, a body that turns, landmarks, three levels.
AlignedBytes priced_world() {
  Rng rng(31);
  const TileMap map =
      random_map(rng, {.character = Character::caves, .weights = Weights::small, .width = 100, .height = 40});
  std::vector<MovementProfile> profiles(3);
  profiles[0].name = "walker";
  profiles[0].kinematics = Kinematics{.width = 1, .length = 3, .turn = 10'000, .backward = Ratio{3, 2}};
  profiles[1].name = "giant";
  profiles[1].footprint = 2;
  profiles[1].corners = CornerRule::cut_both;
  TerrainCost cost = kMaxTerrainCost / 4;
  for (const Terrain& terrain : map.palette()) {
    if (terrain.default_cost != 0) profiles[1].prices.push_back({terrain.name, cost -= 7});
  }
  profiles[2].name = "cart";
  profiles[2].metric = Metric::any_angle;
  profiles[2].footprint = 0;
  return built(map, profiles, BuiltWorld::one_thread());
}

/// Waypoint graphs and all indexes, on the grid with 8 and 4 neighbours and at any angle, for a point and a square.
AlignedBytes uniform_world(Character character, const BuildOptions& options) {
  Rng rng(7);
  const TileMap map = random_map(rng, {.character = character, .weights = Weights::uniform, .width = 48, .height = 36});
  std::vector<MovementProfile> profiles(4);
  profiles[0].name = "eight";
  profiles[1].name = "four";
  profiles[1].neighbours = Neighbours::four;
  profiles[2].name = "point";
  profiles[2].metric = Metric::any_angle;
  profiles[2].footprint = 0;
  profiles[3].name = "square";
  profiles[3].metric = Metric::any_angle;
  profiles[3].footprint = 2;
  return built(map, profiles, options);
}

BuildOptions with_indexes(std::set<IndexKind> indexes) {
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes = std::move(indexes);
  options.dead_ends = DeadEndRule::found;
  return options;
}

/// Long enough for cells over sight edges.
AlignedBytes long_world() {
  Rng rng(13);
  const TileMap map =
      random_map(rng, {.character = Character::caves, .weights = Weights::uniform, .width = 2048, .height = 8});
  MovementProfile bird;
  bird.metric = Metric::any_angle;
  bird.footprint = 0;
  return built(map, {bird}, with_indexes({}));
}

/// A board of some size whose estimate is of a kind, by its number in GraphEstimate.
AlignedBytes board_world(std::size_t estimate) {
  Rng rng(11);
  while (true) {
    BoardDraft draft = random_board(rng, 24);
    if (draft.nodes.size() < 16) continue;
    draft.estimates.push_back({.goal = draft.nodes[3].name, .estimates = {}, .place = {}});
    const Board graph = *make_board(draft);
    AlignedBytes file = build_board(graph, with_indexes({IndexKind::ch, IndexKind::labels}))->bytes();
    if (World::view(file.span())->board()->estimate.index() == estimate) return file;
  }
}

AlignedBytes drawn_world() {
  constexpr std::int32_t kWidth = 24;
  constexpr std::int32_t kHeight = 12;
  std::vector<TerrainId> tiles(std::size_t{kWidth} * kHeight, 1);
  Rng rng(5);
  for (TerrainId& tile : tiles) tile = static_cast<TerrainId>(rng.percent(10) ? 0 : rng.between(1, 2));
  TileMap map = *TileMap::create(kWidth, kHeight, {{"wall", 0, 0x303030}, {"floor", kCostScale}, {"mud", 25'000}},
                                 std::move(tiles));
  if (!map.set_origin({-12, 6})) std::abort();
  const MovementProfile profile;
  const auto drawing = parse_areas_json(
      R"({"portolan": "areas", "version": 1, "areas": [{"name": "A", "rects": [[0, 0, 8, 12]]},
          {"name": "B", "rects": [[8, 0, 8, 6]]}, {"name": "C", "rects": [[8, 6, 8, 6]]},
          {"name": "D", "rects": [[16, 2, 8, 10]]}],
          "links": [{"from": "A", "to": "D", "cost": 2.5}], "closed": [["B", "D"]]})",
      "attack", kWidth, kHeight);
  const auto drawn = draw_areas(*drawing, map, profile, 1);
  return build_world(map, std::span(&profile, 1), *drawn, with_indexes({IndexKind::ch, IndexKind::labels}))->bytes();
}

const std::vector<SoundWorld>& sound_worlds() {
  static const std::vector<SoundWorld> worlds = [] {
    std::vector<SoundWorld> made;
    made.push_back({"prices", priced_world()});
    made.push_back({"caves", uniform_world(Character::caves, BuiltWorld::all_indexes())});
    made.push_back({"rooms", uniform_world(Character::rooms, with_indexes({IndexKind::ch}))});
    made.push_back({"open", uniform_world(Character::open, with_indexes({}))});
    made.push_back({"long", long_world()});
    made.push_back({"links", make_linked_sample()});
    made.push_back({"moves", make_moves_sample()});
    made.push_back({"board", board_world(0)});
    made.push_back({"board with positions", board_world(1)});
    made.push_back({"board with landmarks", board_world(2)});
    made.push_back({"drawn", drawn_world()});
    made.push_back({"waypoints", make_waypoint_sample(with_indexes({IndexKind::ch, IndexKind::labels}))});
    return made;
  }();
  return worlds;
}

}  // namespace

std::string_view to_string(Fate fate) {
  constexpr std::array<std::string_view, 6> kNames{"unchanged",        "refused by open", "refused by verify",
                                                   "refused by proof", "answers right",   "accepted wrongly"};
  return kNames[static_cast<std::size_t>(fate)];
}

std::string sound_worlds_fault() {
  for (const SoundWorld& sound : sound_worlds()) {
    const auto world = World::view(sound.file.span());
    if (!world) return sound.name + ": " + world.error().message;
    if (const Outcome verified = world->verify(1); !verified) return sound.name + ": " + verified.error().message;
    if (const Outcome proven = prove_indexes(*world, {.threads = 1}); !proven)
      return sound.name + ": " + proven.error().message;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Rng rng(seed);
      if (std::string fault = answers_fault(*world, rng); !fault.empty()) return sound.name + ": " + fault;
    }
  }
  return {};
}

std::set<std::string> kinds_of_sections() {
  std::set<std::string> names;
  for (const SoundWorld& sound : sound_worlds()) {
    const World world = *World::view(sound.file.span());
    for (const format::SectionEntry& entry : world.sections()) names.insert(std::string(section_name(entry.kind)));
  }
  return names;
}

std::string verify_fault(std::uint64_t seed) {
  Rng rng(seed);
  ForgedFile forged(sound_worlds()[seed % sound_worlds().size()].file.span());
  if (!forge(forged, rng)) return {};
  const AlignedBytes file = forged.bytes();
  const auto world = World::view(file.span());
  const Outcome verified = world ? world->verify(1) : Outcome{Success{}};
  return verified ? std::string() : verified.error().message;
}

Fate attack_once(std::uint64_t seed, std::string& fault) {
  const SoundWorld& sound = sound_worlds()[seed % sound_worlds().size()];
  Rng rng(seed);
  ForgedFile forged(sound.file.span());
  const auto kind = forge(forged, rng);
  if (!kind) return Fate::unchanged;
  const AlignedBytes file = forged.bytes();
  const auto world = World::view(file.span());
  if (!world) return Fate::refused_by_open;
  if (!world->verify(1)) return Fate::refused_by_verify;
  const auto accuse = [&](const std::string& what) {
    fault = sound.name + ", seed " + std::to_string(seed) + ", section " +
            std::to_string(static_cast<std::uint32_t>(*kind)) + ": " + what;
    return Fate::accepted_wrongly;
  };
  if (const Outcome proven = prove_indexes(*world, {.threads = 1}); !proven) {
    return is_left_to_prove(*kind) ? Fate::refused_by_proof : accuse("left to the proof: " + proven.error().message);
  }
  const std::string wrong = answers_fault(*world, rng);
  return wrong.empty() ? Fate::answers_right : accuse(wrong);
}

}  // namespace portolan::test
