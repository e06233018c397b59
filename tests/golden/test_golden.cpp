// SPDX-License-Identifier: BSL-1.0
// Hashes of world files, of paths, and of what crowds and services do, which every compiler, optimisation level and
// machine must reproduce, by each width of vector instructions and by none. A change of one is a change of the file
// format or of what users see: it belongs in the changelog.
#include "portolan/boards/board_draft.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/crowd/crowd.hpp"
#include "portolan/offline/build_board.hpp"
#include "portolan/offline/draw_areas.hpp"
#include "portolan/query/path_file.hpp"
#include "portolan/query/placed_query.hpp"
#include "portolan/service/path_service.hpp"
#include "portolan/world/overlay.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/simd_levels.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;

/// A hash of small numbers. The worlds are made by it and nothing else, so that they change only with this file.
constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t z = a * 0x9E37'79B9'7F4A'7C15 + b * 0xBF58'476D'1CE4'E5B9 + c * 0x94D0'49BB'1331'11EB;
  for (int i = 0; i < 2; ++i) z = (z ^ (z >> 29)) * 0xD6E8'FEB8'6659'FD93;
  return z ^ (z >> 32);
}

/// A map of blocks: squares of `grain` tiles, of which so many in a hundred are walls, and ground of 1 to `grounds`
/// costs.
struct Pattern {
  std::int32_t grain;
  std::uint64_t walls;
  std::uint64_t grounds;
  TerrainCost unit;
};

constexpr std::int32_t kWidth = 150;
constexpr std::int32_t kHeight = 101;

TileMap patterned_map(const Pattern& pattern, std::uint64_t seed, std::int32_t width = kWidth,
                      std::int32_t height = kHeight) {
  std::vector<Terrain> palette{{"wall", 0}};
  for (std::uint64_t i = 1; i <= pattern.grounds; ++i) {
    palette.push_back({"ground " + std::to_string(i), static_cast<TerrainCost>(i) * pattern.unit});
  }
  std::vector<TerrainId> tiles;
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) {
      const auto column = static_cast<std::uint64_t>(x / pattern.grain);
      const auto row = static_cast<std::uint64_t>(y / pattern.grain);
      const bool wall = mix(column, row, seed) % 100 < pattern.walls;
      const std::uint64_t ground = 1 + mix(row / 2, column / 2, seed + 1) % pattern.grounds;
      tiles.push_back(wall ? TerrainId{0} : static_cast<TerrainId>(ground));
    }
  }
  auto map = TileMap::create(width, height, std::move(palette), std::move(tiles));
  REQUIRE(map.has_value());
  return *map;
}

/// A tile that can be passed.
Tile drawn_tile(const TileMap& map, std::uint64_t number) {
  for (std::uint64_t draw = 0;; ++draw) {
    const std::size_t at = mix(number, draw, 4) % map.tiles().size();
    const auto width = static_cast<std::size_t>(map.width());
    if (map.palette()[map.tiles()[at]].default_cost != 0)
      return {static_cast<std::int32_t>(at % width), static_cast<std::int32_t>(at / width)};
  }
}

/// Two floors of priced ground, joined by links both ways and one way, with walls, cliffs and edges that cost.
TileMap connected_map() {
  constexpr Pattern kPattern{3, 25, 4, kCostScale};
  const std::array floors{patterned_map(kPattern, 20, 70, 45), patterned_map(kPattern, 21, 70, 45)};
  auto map = TileMap::stack(floors);
  REQUIRE(map.has_value());
  std::vector<Link> links;
  for (std::uint64_t i = 0; i < 9; ++i) {
    links.push_back({.name = "link " + std::to_string(i),
                     .from = drawn_tile(*map, 2 * i),
                     .to = drawn_tile(*map, 2 * i + 1),
                     .cost = (mix(i, 6, 0) % 400) * kCostScale / 10,
                     .direction = i % 3 == 0 ? LinkDirection::one_way : LinkDirection::both});
  }
  constexpr std::array<std::uint64_t, 3> kCosts{kBlockedMove, kCostScale / 2, 3 * kCostScale};
  std::vector<Move> moves;
  for (std::uint64_t i = 0; i < 300; ++i) {
    Move move{.from = drawn_tile(*map, 100 + i), .to = {}, .cost = kCosts[i % 3]};
    move.to = i % 2 == 0 ? Tile{move.from.x + 1, move.from.y} : Tile{move.from.x, move.from.y + 1};
    move.direction = i % 5 == 0 ? LinkDirection::one_way : LinkDirection::both;
    if (move_fault(move, map->width(), map->floors()).empty()) moves.push_back(move);
  }
  REQUIRE(map->set_links(links).has_value());
  REQUIRE(map->set_moves(moves).has_value());
  return *map;
}

/// Twelve areas with ragged borders, one of them closed, and a link.
AreaDrawing drawn_areas() {
  AreaDrawing drawing;
  drawing.width = kWidth;
  drawing.height = kHeight;
  drawing.draft.files = {"drawn"};
  for (int i = 0; i < 12; ++i) drawing.draft.nodes.emplace_back().name = "area " + std::to_string(i);
  drawing.draft.nodes[5].tags = {"market"};
  drawing.anchors.resize(drawing.draft.nodes.size());
  for (std::uint64_t y = 0; y < kHeight; ++y) {
    for (std::uint64_t x = 0; x < kWidth; ++x) {
      const std::uint64_t column = std::min<std::uint64_t>(3, (x + mix(x, y, 7) % 3) / 38);
      const std::uint64_t row = std::min<std::uint64_t>(2, (y + mix(x, y, 8) % 3) / 34);
      drawing.pixels.push_back(mix(x, y, 9) % 50 == 0 ? kNoNode : static_cast<NodeId>(4 * row + column));
    }
  }
  drawing.draft.arcs.emplace_back().to = 11;
  drawing.closed.push_back({0, 1, {}});
  return drawing;
}

/// A passable position, or one that is not if a hundred draws meet none.
Tile drawn_position(const GridView& grid, std::uint64_t number) {
  Tile tile{};
  for (std::uint64_t draw = 0; draw < 100; ++draw) {
    tile = grid.tile(mix(number, draw, 3) % grid.terrain.size());
    if (grid.cost(tile) != 0) break;
  }
  return tile;
}

struct Golden {
  Pattern pattern;
  Neighbours neighbours;
  CornerRule corners;
  std::int32_t footprint;
  std::uint64_t file;   ///< of all sections but the provenance, which names the library's version
  std::uint64_t paths;  ///< of the answers to fixed queries in all tiers
};

std::vector<std::byte> as_bytes(const void* data, std::size_t size) {
  std::vector<std::byte> bytes(size);
  if (size != 0) std::memcpy(bytes.data(), data, size);
  return bytes;
}

/// Hashes a sequence of integers and byte ranges.
class Digest {
 public:
  void add(std::uint64_t value) { add(as_bytes(&value, sizeof(value))); }
  void add(std::span<const std::byte> bytes) { all_.insert(all_.end(), bytes.begin(), bytes.end()); }
  [[nodiscard]] std::uint64_t value() const { return hash_bytes(all_); }

 private:
  std::vector<std::byte> all_;
};

std::uint64_t hash_file(const World& world) {
  Digest digest;
  for (const format::SectionEntry& entry : world.sections()) {
    if (entry.kind == static_cast<std::uint32_t>(format::SectionKind::provenance)) continue;
    for (const std::uint64_t value :
         {std::uint64_t{entry.kind}, std::uint64_t{entry.profile}, std::uint64_t{entry.level},
          std::uint64_t{entry.element_size}, entry.offset, entry.size}) {
      digest.add(value);
    }
    digest.add(world.bytes().subspan(entry.offset, entry.size));
  }
  return digest.value();
}

std::uint64_t hash_paths(const World& world, const std::shared_ptr<const Overlay>& overlay = nullptr) {
  Digest digest;
  for (std::size_t profile = 0; profile < world.profiles().size(); ++profile) {
    test::Asker query(world, profile, Baseline::with);
    query.use(overlay);
    for (std::uint64_t i = 0; i < 60; ++i) {
      const Tile from = drawn_position(query.profile().grid, 2 * i);
      const Tile to = drawn_position(query.profile().grid, 2 * i + 1);
      for (const Tier tier : {Tier::automatic, Tier::regions, Tier::local, Tier::astar}) {
        const test::Found result = query.find({.from = from, .to = to, .tier = tier});
        digest.add(static_cast<std::uint64_t>(result.status));
        digest.add(static_cast<std::uint64_t>(result.why));
        digest.add(static_cast<std::uint64_t>(result.tier));
        digest.add(result.cost);
        digest.add(result.expansions.total());
        if (result.status != Status::found) continue;
        for (const Point p : result.points) {
          digest.add(static_cast<std::uint64_t>(p.y) << 32 | static_cast<std::uint32_t>(p.x));
        }
        if (!result.points.empty()) continue;
        for (const Tile tile : test::walk(query, result).tiles) {
          digest.add(static_cast<std::uint64_t>(tile.y) << 32 | static_cast<std::uint32_t>(tile.x));
        }
      }
    }
  }
  return digest.value();
}

/// A world with tiles closed, opened, priced and raised, and a link closed.
std::shared_ptr<const Overlay> edited(const World& world) {
  Overlay overlay(world);
  for (std::uint64_t i = 0; i < 40; ++i) {
    const Tile at = drawn_position(world.profiles()[0].grid, 500 + i);
    const Rect area{at, {at.x + 1 + static_cast<std::int32_t>(mix(i, 10, 0) % 3), at.y + 1}};
    const auto terrain = static_cast<TerrainId>(mix(i, 11, 0) % world.palette().size());
    // What reaches beyond its floor is refused.
    (void)(i % 4 == 0 ? overlay.raise(area, std::size_t{1}) : overlay.set_terrain(area, terrain));
  }
  REQUIRE(overlay.close_link(1).has_value());
  return std::make_shared<const Overlay>(std::move(overlay));
}

/// Of the paths of a body with a heading.
std::uint64_t hash_placements(const World& world, const std::shared_ptr<const Overlay>& overlay) {
  PlacedQuery query(world, 0, {.length = 2, .turn = kCostScale / 2, .backward = Ratio{2, 1}});
  query.use(overlay);
  Digest digest;
  for (std::uint64_t i = 0; i < 25; ++i) {
    const Placement from{drawn_position(query.profile().grid, 2 * i), static_cast<Heading>(i % 8)};
    const Placement to{drawn_position(query.profile().grid, 2 * i + 1)};
    const PlacedResult result =
        query.find({.from = from, .to = to, .ends = EndRule::nearest, .max_expansions = 20'000});
    digest.add(static_cast<std::uint64_t>(result.status));
    digest.add(static_cast<std::uint64_t>(result.why));
    digest.add(result.cost);
    digest.add(result.lower_bound);
    digest.add(result.work);
    for (const Placement& at : result.placements) {
      digest.add(static_cast<std::uint64_t>(at.tile.y) << 32 | static_cast<std::uint32_t>(at.tile.x));
      digest.add(static_cast<std::uint64_t>(at.heading));
    }
  }
  return digest.value();
}

/// Of all moves of units of the first two profiles that go from drawn tiles to drawn tiles.
std::uint64_t hash_crowd(const World& world) {
  constexpr std::array kModes{Avoidance::cooperate, Avoidance::withhold, Avoidance::around};
  constexpr std::size_t kUnits = 150;
  constexpr int kTicks = 200;
  constexpr std::array<std::size_t, 2> kProfiles{0, 1};
  Crowd crowd(world, kProfiles, {.units = kUnits, .seed = 7});
  for (std::uint64_t i = 0; i < kUnits; ++i) {
    UnitSpec spec{.profile = i % 2, .side = static_cast<std::uint8_t>(i % 5 / 4)};
    const GridView& grid = world.profiles()[spec.profile].grid;
    spec.tile = drawn_position(grid, 2 * i);
    if (i % 3 == 0) spec.ticks_per_tile = Ratio{3, 2};
    const AddedUnit added = crowd.add(spec);
    if (added.status == Status::found) crowd.order(added.unit, drawn_position(grid, 2 * i + 1), kModes[i % 3]);
  }
  std::uint64_t hash = 0;
  for (int tick = 0; tick < kTicks; ++tick) hash = crowd.tick().hash;
  return hash;
}

/// Of all answers of a service that two clients ask, and of when they come.
std::uint64_t hash_service(const World& world) {
  PathService service(world, 0, {.slots = 200, .clients = 2, .slice = 200, .patience = 4});
  const GridView& grid = world.profiles()[0].grid;
  Digest digest;
  std::vector<Ticket> open;
  for (std::uint64_t i = 0; !open.empty() || i < 60; ++i) {
    if (i < 60) {
      const PathRequest request{.from = drawn_position(grid, 2 * i), .to = drawn_position(grid, 2 * i + 1)};
      const RequestTerms terms{.client = i % 3 / 2, .priority = static_cast<std::uint8_t>(i % 4)};
      open.push_back(service.submit(request, terms, Path(service.room())).ticket);
    }
    digest.add(service.tick({.expansions = 500}).charged);
    ServedPath served;
    std::erase_if(open, [&](Ticket ticket) {
      if (service.poll(ticket, served) != TicketState::answered) return false;
      digest.add(ticket.number);
      digest.add(static_cast<std::uint64_t>(served.result.status));
      digest.add(served.result.cost);
      digest.add(served.charged);
      digest.add(PathFile::hash_of(served.path));
      return true;
    });
  }
  return digest.value();
}

constexpr auto kFour = Neighbours::four;
constexpr auto kEight = Neighbours::eight;
constexpr auto kNever = CornerRule::never_cut;
constexpr auto kOne = CornerRule::cut_one;
constexpr auto kBoth = CornerRule::cut_both;

constexpr std::array<Golden, 8> kGolden{{
    {{1, 25, 1, kCostScale}, kEight, kNever, 1, 0x1FD5'F984'9206'234E, 0xEF30'3C8F'F0B6'4957},
    {{3, 35, 9, kCostScale}, kEight, kNever, 1, 0x4180'B4CE'4214'F692, 0x426A'2807'FE4A'C55A},
    {{1, 30, 1, 3 * kCostScale}, kFour, kNever, 1, 0x2D1D'160B'F92B'ABE0, 0x0346'CB64'E4F2'0DCF},
    {{4, 30, 200, kCostScale}, kEight, kOne, 1, 0x1DB0'5F3F'3122'F08C, 0xA424'23C5'B705'4544},
    {{7, 15, 5, kCostScale / 4}, kEight, kBoth, 2, 0x1C9A'9C82'2BAF'F2FA, 0x5A87'7A7E'9DFF'6AA8},
    {{2, 30, 254, 123'457}, kEight, kBoth, 1, 0x1755'0849'2306'49A8, 0x5744'28E5'51D0'BE43},
    {{1, 50, 1, kCostScale}, kEight, kBoth, 1, 0x8489'7144'B63E'C95F, 0x8EF9'51DE'3009'BFB0},
    {{9, 10, 120, 7 * kCostScale}, kFour, kNever, 3, 0x4315'9F57'8A98'07C7, 0x4A6B'C7DA'BFFF'9308},
}};

TEST_CASE("world files and paths are those of the golden list", "[slow]") {
  const SimdLevel level = GENERATE(from_range(test::usable_levels()));
  const test::SimdLimit limit(level);
  for (std::size_t i = 0; i < kGolden.size(); ++i) {
    const Golden& golden = kGolden[i];
    const TileMap map = patterned_map(golden.pattern, i);
    // The default mover, the one of the list, and two that go straight.
    std::vector<MovementProfile> profiles(4);
    profiles[1].name = "other";
    profiles[1].neighbours = golden.neighbours;
    profiles[1].corners = golden.corners;
    profiles[1].footprint = golden.footprint;
    profiles[2].name = "point";
    profiles[2].metric = Metric::any_angle;
    profiles[2].footprint = 0;
    profiles[3].name = "square";
    profiles[3].metric = Metric::any_angle;
    profiles[3].footprint = golden.footprint;
    const BuiltWorld built(map, profiles);
    CAPTURE(i, level);
    CHECK(hash_file(built.world()) == golden.file);
    CHECK(hash_paths(built.world()) == golden.paths);
  }
}

/// What crowds and services do on the worlds of the golden list by these numbers.
struct GoldenTicks {
  std::size_t world;
  std::uint64_t crowd;
  std::uint64_t service;
};
constexpr std::array<GoldenTicks, 3> kGoldenTicks{{
    {1, 0xADA2'21BD'6B57'1542, 0xB85A'AEDB'F3E2'FF36},
    {4, 0xFEDB'8FE3'2A0F'65CF, 0x0046'453F'68B6'A402},
    {7, 0xCEB1'A593'9EA7'65D7, 0x10C2'3E1B'C6D5'2C67},
}};

TEST_CASE("crowds and services do what the golden list says", "[heavy]") {
  const SimdLevel level = GENERATE(from_range(test::usable_levels()));
  const test::SimdLimit limit(level);
  for (const GoldenTicks& golden : kGoldenTicks) {
    const Golden& list = kGolden[golden.world];
    std::vector<MovementProfile> profiles(2);
    profiles[1].name = "other";
    profiles[1].neighbours = list.neighbours;
    profiles[1].corners = list.corners;
    profiles[1].footprint = list.footprint;
    const BuiltWorld built(patterned_map(list.pattern, golden.world), profiles);
    CAPTURE(golden.world, level);
    CHECK(hash_crowd(built.world()) == golden.crowd);
    CHECK(hash_service(built.world()) == golden.service);
  }
}

TEST_CASE("the hash of a drawn world is golden") {
  const SimdLevel level = GENERATE(from_range(test::usable_levels()));
  const test::SimdLimit limit(level);
  const TileMap map = test::ascii_map(R"(
    ..........................................
    .######.###################.#############.
    .#....#...................#.#...........#.
    .#.##.###################.#.#.#########.#.
    .#.##....................3#.#.#..999....#.
    .#.#######################..#.#..999....#.
    ...............................2..........)");
  const BuiltWorld built(map, MovementProfile{});
  CHECK(hash_file(built.world()) == 0xC5AB'EA86'174B'C0EB);
  CHECK(hash_paths(built.world()) == 0x6A1D'F9D0'C580'E2E6);
}

TEST_CASE("the hashes of floors with links and moves are golden, as built and with edits") {
  const SimdLevel level = GENERATE(from_range(test::usable_levels()));
  const test::SimdLimit limit(level);
  std::vector<MovementProfile> profiles(2);
  profiles[0].notch = kCostScale / 4;
  profiles[1].name = "other";
  profiles[1].neighbours = Neighbours::four;
  profiles[1].footprint = 2;
  BuildOptions options = BuiltWorld::one_thread();
  options.dead_ends = DeadEndRule::found;
  const BuiltWorld built(connected_map(), profiles, options);
  const auto overlay = edited(built.world());
  CAPTURE(level);
  CHECK(hash_file(built.world()) == 0x247D'CB64'6133'6764);
  CHECK(hash_paths(built.world()) == 0x1931'3CF5'A496'8625);
  CHECK(hash_bytes(overlay->bytes()) == 0xBFC5'3D33'E991'9AA3);
  CHECK(hash_paths(built.world(), overlay) == 0x1A8A'939B'3632'6904);
  CHECK(hash_placements(built.world(), nullptr) == 0x117B'E475'73D3'E614);
  CHECK(hash_placements(built.world(), overlay) == 0xF576'E383'2CC9'6D57);
}

TEST_CASE("the hash of a map with areas is golden") {
  const SimdLevel level = GENERATE(from_range(test::usable_levels()));
  const test::SimdLimit limit(level);
  const TileMap map = patterned_map({3, 20, 3, kCostScale}, 30);
  const std::array profiles{MovementProfile{}};
  const auto areas = draw_areas(drawn_areas(), map, profiles.front(), 1);
  REQUIRE(areas.has_value());
  const AlignedBytes bytes = build_world(map, profiles, *areas, BuiltWorld::one_thread())->bytes();
  CAPTURE(level);
  CHECK(hash_file(*World::view(bytes.span())) == 0x2A63'3C83'3F97'12D5);
}

TEST_CASE("the hash of a directed region world is golden") {
  const SimdLevel level = GENERATE(from_range(test::usable_levels()));
  const test::SimdLimit limit(level);
  BoardDraft draft;
  constexpr std::uint32_t kNodes = 300;
  for (std::uint32_t i = 0; i < kNodes; ++i) {
    DraftNode node{.name = "node " + std::to_string(i), .position = {}, .tags = {}, .place = {}};
    node.position = {make_decimal(static_cast<std::int64_t>(mix(i, 1, 0) % 1000), 1),
                     make_decimal(static_cast<std::int64_t>(mix(i, 2, 0) % 1000), 0)};
    if (i % 7 == 0) node.tags = {"seventh"};
    draft.nodes.push_back(std::move(node));
  }
  for (std::uint64_t i = 0; i < 4 * kNodes; ++i) {
    draft.arcs.push_back({.from = static_cast<NodeId>(mix(i, 3, 0) % kNodes),
                          .to = static_cast<NodeId>(mix(i, 4, 0) % kNodes),
                          .cost = make_decimal(static_cast<std::int64_t>(mix(i, 5, 0) % 900), 2),
                          .name = i % 11 == 0 ? "pass" : "",
                          .tags = {},
                          .place = {}});
  }
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes = {IndexKind::ch, IndexKind::labels};
  const AlignedBytes bytes = build_board(*make_board(draft), options)->bytes();
  CHECK(hash_file(*World::view(bytes.span())) == 0x3A01'48B0'55E7'0DFB);
}

}  // namespace
}  // namespace portolan
