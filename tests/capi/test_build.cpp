// SPDX-License-Identifier: BSL-1.0
// Worlds built through the C interface: byte by byte those of build_world, and wrong input.
#include "capi/capi_worlds.hpp"
#include "portolan/capi/portolan_build.h"
#include "support/temporary_folder.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Rng;
using test::sized;

using BuildHandle = test::Handle<portolan_build, portolan_build_destroy>;

/// A map, profiles and options as C wants them, which read from what they are made of.
struct Said {
  std::vector<portolan_build_terrain> terrains;
  std::vector<std::uint8_t> tiles;
  std::vector<portolan_build_link> links;
  std::vector<portolan_build_move> moves;
  std::vector<std::vector<portolan_build_price>> prices;
  std::vector<portolan_build_profile> profiles;
  portolan_build_map map = sized<portolan_build_map>();
  portolan_build_options options = sized<portolan_build_options>();

  /// A map of one floor, whose palette, links and moves must outlive this.
  Said(const TileMap& own, std::span<const MovementProfile> movers) {
    for (const Terrain& terrain : own.palette()) terrains.push_back({terrain.name.c_str(), terrain.default_cost});
    tiles.assign(own.tiles().begin(), own.tiles().end());
    for (const Link& link : own.links()) {
      links.push_back({link.name.c_str(), test::c_tile(link.from), test::c_tile(link.to), link.cost,
                       static_cast<std::uint8_t>(link.direction == LinkDirection::one_way ? 1 : 0)});
    }
    for (const Move& move : own.moves()) {
      moves.push_back({test::c_tile(move.from), test::c_tile(move.to), move.cost,
                       static_cast<std::uint8_t>(move.direction == LinkDirection::one_way ? 1 : 0)});
    }
    prices.resize(movers.size());
    for (std::size_t i = 0; i < movers.size(); ++i) {
      const MovementProfile& mover = movers[i];
      for (const TerrainPrice& price : mover.prices) prices[i].push_back({price.terrain.c_str(), price.cost});
      auto said = sized<portolan_build_profile>();
      said.metric = static_cast<portolan_metric>(mover.metric);
      said.neighbours = static_cast<std::uint8_t>(mover.neighbours);
      said.corners = static_cast<portolan_corner_rule>(mover.corners);
      said.unlisted = static_cast<portolan_unlisted>(mover.unlisted);
      said.name = mover.name.c_str();
      said.prices = prices[i].data();
      said.price_count = prices[i].size();
      said.notch = mover.notch;
      said.footprint = mover.footprint == 0 ? PORTOLAN_FOOTPRINT_POINT : mover.footprint;
      if (mover.steps) {
        said.straight = mover.steps->straight;
        said.diagonal = mover.steps->diagonal;
      }
      profiles.push_back(said);
    }
    map.width = own.width();
    map.height = own.height();
    map.origin = test::c_tile(own.origin());
    show();
    options.threads = 1;
  }
  Said(const Said&) = delete;
  Said& operator=(const Said&) = delete;

  /// After a change of the arrays.
  void show() {
    map.terrains = terrains.data();
    map.terrain_count = terrains.size();
    map.tiles = tiles.data();
    map.tile_count = tiles.size();
    map.links = links.data();
    map.link_count = links.size();
    map.moves = moves.data();
    map.move_count = moves.size();
  }

  portolan_error build(BuildHandle& made, std::span<char> text = {}) const {
    return portolan_build_create(&map, profiles.data(), profiles.size(), &options, made.address(), text.data(),
                                 text.size());
  }
};

std::vector<std::byte> bytes_of(const BuildHandle& build) {
  std::size_t count = 0;
  REQUIRE(portolan_build_bytes(build.get(), nullptr, 0, &count) == PORTOLAN_OK);
  std::vector<std::byte> bytes(count, std::byte{0xA5});
  REQUIRE(portolan_build_bytes(build.get(), reinterpret_cast<std::uint8_t*>(bytes.data()), count, nullptr) ==
          PORTOLAN_OK);
  return bytes;
}

bool same(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

/// A map with room for mistakes.
TileMap sample() {
  return *TileMap::create(6, 4, {{"grass", kCostScale}, {"wall", 0}}, std::vector<TerrainId>(24, 0));
}
const std::array kWalker{MovementProfile{.name = "walker"}};

}  // namespace

TEST_CASE("a world built through C is the one that C++ builds, byte by byte") {
  Rng rng(51);
  for (int round = 0; round < 60; ++round) {
    TileMap map = test::random_map(rng, {.max_side = 60});
    std::vector<MovementProfile> movers;
    for (int number = 0; number < rng.between(1, 3); ++number) {
      movers.push_back(test::random_profile(rng, map.palette()));
      movers.back().name = "mover " + std::to_string(number);
    }
    if (rng.percent(50)) REQUIRE(map.set_links(test::random_links(rng, map, 5)).has_value());
    if (rng.percent(30)) REQUIRE(map.set_moves(test::random_moves(rng, map, rng.between(1, 50))).has_value());
    if (rng.percent(30)) REQUIRE(map.set_origin({rng.between(-9, 9), 7}).has_value());
    Said said(map, movers);
    BuildOptions own = BuiltWorld::one_thread();
    if (rng.percent(50)) {
      said.options.indexes = PORTOLAN_INDEX_CH | PORTOLAN_INDEX_BLOCKS;
      own.indexes = {IndexKind::ch, IndexKind::blocks};
    } else if (rng.percent(30)) {
      said.options.indexes = PORTOLAN_INDEX_NONE;
      own.indexes.emplace();
    } else if (rng.percent(30)) {
      said.options.indexes = PORTOLAN_INDEX_LABELS;
      own.indexes = {IndexKind::labels};
    } else if (rng.percent(50)) {
      said.options.index_bytes = 30;
      own.index_bytes = 30;
    }
    if (rng.percent(40)) {
      said.options.dead_ends = PORTOLAN_DEAD_ENDS_FOUND;
      own.dead_ends = DeadEndRule::found;
    }
    BuildHandle build;
    std::array<char, 300> text{'x'};
    const portolan_error error = said.build(build, text);
    CAPTURE(round, text.data());
    REQUIRE(error == PORTOLAN_OK);
    REQUIRE(text[0] == '\0');
    const BuiltWorld wanted(map, movers, own);
    REQUIRE(same(bytes_of(build), wanted.bytes()));
  }
}

TEST_CASE("floors, headings and defaults are what C++ has of them") {
  Rng rng(52);
  std::vector<TileMap> floors;
  for (int floor = 0; floor < 3; ++floor) {
    std::vector<TerrainId> tiles;
    for (int i = 0; i < 40 * 20; ++i) tiles.push_back(static_cast<TerrainId>(rng.percent(15) ? 0 : rng.between(1, 2)));
    tiles[40 * 5 + 5] = 1;
    floors.push_back(*TileMap::create(40, 20, {{"wall", 0}, {"road", kCostScale}, {"mud", 3 * kCostScale}}, tiles));
  }
  TileMap map = *TileMap::stack(floors);
  REQUIRE(map.set_links({{.name = "stairs", .from = {5, 5}, .to = {5, 26}, .cost = 20'000}}).has_value());
  std::array movers{MovementProfile{.name = "default"}, MovementProfile{.name = "lorry"}};
  movers[1].kinematics = Kinematics{.length = 3, .turn = 2500, .backward = Ratio{2, 1}};

  Said said(floors[0], movers);
  for (std::size_t floor = 1; floor < floors.size(); ++floor) {
    said.tiles.insert(said.tiles.end(), floors[floor].tiles().begin(), floors[floor].tiles().end());
  }
  said.links.push_back({"stairs", {5, 5}, {5, 26}, 20'000, 0});
  said.show();
  said.map.floors = 3;
  auto body = sized<portolan_kinematics>();
  body.length = 3;
  body.turn = 2500;
  body.backward = {2, 1};
  said.profiles[0] = sized<portolan_build_profile>();
  said.profiles[1] = sized<portolan_build_profile>();
  said.profiles[1].name = "lorry";
  said.profiles[1].kinematics = &body;
  BuildHandle build;
  REQUIRE(portolan_build_create(&said.map, said.profiles.data(), 2, nullptr, build.address(), nullptr, 0) ==
          PORTOLAN_OK);
  const BuiltWorld wanted(map, movers);
  REQUIRE(same(bytes_of(build), wanted.bytes()));

  test::WorldHandle world;
  test::open_bytes(bytes_of(build), world);
  auto info = sized<portolan_world_info>();
  REQUIRE(portolan_world_get_info(world.get(), &info) == PORTOLAN_OK);
  CHECK(info.floor_count == 3);
  CHECK(info.height == 62);
  CHECK(info.link_count == 1);
  auto turns = sized<portolan_kinematics>();
  CHECK(portolan_world_get_kinematics(world.get(), 1, &turns) == PORTOLAN_OK);
  CHECK(turns.length == 3);
}

TEST_CASE("a build in C is saved to the file that holds its bytes, and outlives what it was made of") {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() / "made.pnav";
  BuildHandle build;
  {
    const TileMap map = sample();
    Said said(map, kWalker);
    REQUIRE(said.build(build) == PORTOLAN_OK);
    said.tiles.assign(24, 1);
  }
  std::array<char, 300> text{'x'};
  REQUIRE(portolan_build_save(build.get(), path.c_str(), text.data(), text.size()) == PORTOLAN_OK);
  CHECK(text[0] == '\0');
  test::WorldHandle world;
  REQUIRE(portolan_world_open(path.c_str(), world.address(), nullptr, 0) == PORTOLAN_OK);
  CHECK(portolan_world_verify(world.get(), nullptr, 0) == PORTOLAN_OK);
  std::ifstream file(path, std::ios::binary);
  const std::string content(std::istreambuf_iterator<char>(file), {});
  CHECK(same(std::as_bytes(std::span(content)), bytes_of(build)));
  CHECK(same(bytes_of(build), BuiltWorld(sample(), kWalker).bytes()));

  const std::string nowhere = folder.path() / "no folder" / "made.pnav";
  CHECK(portolan_build_save(build.get(), nowhere.c_str(), text.data(), text.size()) == PORTOLAN_ERROR_IO);
  CHECK_THAT(text.data(), Catch::Contains("no folder"));
}

TEST_CASE("builds in C refuse wrong input") {
  const TileMap map = sample();
  std::array<char, 300> text{};
  // Each change is refused with this code, and a message that holds these words where there is one.
  const auto refuses = [&](portolan_error code, const std::string& words, const std::function<void(Said&)>& change) {
    Said said(map, kWalker);
    change(said);
    BuildHandle build;
    text.fill('\0');
    const portolan_error error = said.build(build, text);
    CAPTURE(words, text.data());
    CHECK(error == code);
    CHECK(build.get() == nullptr);
    CHECK_THAT(text.data(), Catch::Contains(words));
  };

  SECTION("pointers and sizes") {
    refuses(PORTOLAN_ERROR_NULL, "", [](Said& said) { said.map.terrains = nullptr; });
    refuses(PORTOLAN_ERROR_NULL, "", [](Said& said) { said.map.tiles = nullptr; });
    refuses(PORTOLAN_ERROR_NULL, "", [](Said& said) { said.map.link_count = 1; });
    refuses(PORTOLAN_ERROR_NULL, "", [](Said& said) { said.map.move_count = 1; });
    refuses(PORTOLAN_ERROR_NULL, "", [](Said& said) { said.terrains[1].name = nullptr; });
    refuses(PORTOLAN_ERROR_NULL, "", [](Said& said) { said.profiles[0].price_count = 1; });
    refuses(PORTOLAN_ERROR_STRUCT_SIZE, "", [](Said& said) { said.map.struct_size = 8; });
    refuses(PORTOLAN_ERROR_STRUCT_SIZE, "", [](Said& said) { said.options.struct_size = 8; });
    refuses(PORTOLAN_ERROR_STRUCT_SIZE, "", [](Said& said) { said.profiles[0].struct_size = 8; });
    // Nothing behind the size is looked at where that is not known.
    refuses(PORTOLAN_ERROR_STRUCT_SIZE, "", [](Said& said) {
      said.profiles[0].struct_size = 8;
      said.profiles[0].prices = reinterpret_cast<const portolan_build_price*>(std::uintptr_t{16});
      said.profiles[0].price_count = 3;
    });
    const portolan_kinematics none{};
    refuses(PORTOLAN_ERROR_STRUCT_SIZE, "", [&](Said& said) { said.profiles[0].kinematics = &none; });
    refuses(PORTOLAN_ERROR_SIZES, "tile_count", [](Said& said) { said.map.tile_count = 23; });
    refuses(PORTOLAN_ERROR_SIZES, "tile_count", [](Said& said) { said.map.floors = 2; });
    refuses(PORTOLAN_ERROR_SIZES, "tile_count", [](Said& said) { said.map.floors = 1 << 20; });
  }
  SECTION("maps") {
    for (const std::int32_t side : {0, -1, INT32_MIN, INT32_MAX, (1 << 20) + 1}) {
      refuses(PORTOLAN_ERROR_LIMIT, "width", [&](Said& said) { said.map.width = side; });
      refuses(PORTOLAN_ERROR_LIMIT, "height", [&](Said& said) { said.map.height = side; });
      if (side != 0) refuses(PORTOLAN_ERROR_LIMIT, "floors", [&](Said& said) { said.map.floors = side; });
    }
    refuses(PORTOLAN_ERROR_LIMIT, "terrains", [](Said& said) { said.map.terrain_count = 0; });
    refuses(PORTOLAN_ERROR_LIMIT, "costs more", [](Said& said) { said.terrains[0].cost = 1'000'000'001; });
    refuses(PORTOLAN_ERROR_VALUE, "twice", [](Said& said) { said.terrains[1].name = "grass"; });
    refuses(PORTOLAN_ERROR_VALUE, "name", [](Said& said) { said.terrains[1].name = "\xFF"; });
    refuses(PORTOLAN_ERROR_VALUE, "palette", [](Said& said) { said.tiles[7] = 2; });
    refuses(PORTOLAN_ERROR_LIMIT, "", [](Said& said) { said.map.origin.x = INT32_MIN; });
    const auto with_link = [](portolan_build_link link) {
      return [=](Said& said) {
        said.links.push_back(link);
        said.show();
      };
    };
    refuses(PORTOLAN_ERROR_VALUE, "link 0", with_link({nullptr, {0, 0}, {9, 0}, 1, 0}));
    refuses(PORTOLAN_ERROR_VALUE, "link 0", with_link({nullptr, {0, 0}, {0, 0}, 1, 0}));
    refuses(PORTOLAN_ERROR_VALUE, "link 0", with_link({"a", {0, 0}, {1, 0}, UINT64_MAX, 0}));
    const auto with_move = [](portolan_build_move move) {
      return [=](Said& said) {
        said.moves.push_back(move);
        said.show();
      };
    };
    refuses(PORTOLAN_ERROR_VALUE, "move 0", with_move({{0, 0}, {2, 0}, 1, 0}));
    refuses(PORTOLAN_ERROR_VALUE, "move 0", with_move({{0, 0}, {1, 0}, UINT64_MAX - 1, 0}));
  }
  SECTION("profiles") {
    const auto with = [&](const std::string& words, const std::function<void(portolan_build_profile&)>& change) {
      refuses(PORTOLAN_ERROR_VALUE, words, [&](Said& said) { change(said.profiles[0]); });
    };
    with("metric", [](auto& profile) { profile.metric = 2; });
    with("neighbours", [](auto& profile) { profile.neighbours = 6; });
    with("corners", [](auto& profile) { profile.corners = 3; });
    with("unlisted", [](auto& profile) { profile.unlisted = 2; });
    with("", [](auto& profile) { profile.name = ""; });
    with("", [](auto& profile) { profile.footprint = -2; });
    with("", [](auto& profile) { profile.footprint = PORTOLAN_FOOTPRINT_POINT; });
    with("", [](auto& profile) { profile.footprint = 65; });
    with("", [](auto& profile) { profile.straight = 10; });
    with("", [](auto& profile) {
      profile.straight = 10;
      profile.diagonal = 21;
    });
    auto body = sized<portolan_kinematics>();
    body.headings = 5;
    with("headings", [&](auto& profile) { profile.kinematics = &body; });
    body.headings = 4;
    body.length = 100;
    with("length", [&](auto& profile) { profile.kinematics = &body; });
    refuses(PORTOLAN_ERROR_VALUE, "0 profiles", [](Said& said) { said.profiles.clear(); });
    refuses(PORTOLAN_ERROR_VALUE, "walker", [](Said& said) { said.profiles.push_back(said.profiles[0]); });
  }
  SECTION("options") {
    refuses(PORTOLAN_ERROR_VALUE, "indexes", [](Said& said) { said.options.indexes = 16; });
    refuses(PORTOLAN_ERROR_VALUE, "indexes",
            [](Said& said) { said.options.indexes = PORTOLAN_INDEX_NONE | PORTOLAN_INDEX_CH; });
    refuses(PORTOLAN_ERROR_VALUE, "dead_ends", [](Said& said) { said.options.dead_ends = 2; });
    refuses(PORTOLAN_ERROR_LIMIT, "", [](Said& said) { said.options.memory = 1; });
  }
  SECTION("the calls") {
    Said said(map, kWalker);
    BuildHandle build;
    const auto create = [&](const portolan_build_map* what, const portolan_build_profile* movers, portolan_build** made,
                            char* message, std::size_t size) {
      return portolan_build_create(what, movers, 1, nullptr, made, message, size);
    };
    CHECK(create(&said.map, said.profiles.data(), nullptr, nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(create(nullptr, said.profiles.data(), build.address(), nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(create(&said.map, nullptr, build.address(), nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(create(&said.map, said.profiles.data(), build.address(), nullptr, 1) == PORTOLAN_ERROR_NULL);
    REQUIRE(said.build(build) == PORTOLAN_OK);
    const test::OneOfEach one;
    auto* wrong = test::as<portolan_build>(one.query.get());
    std::size_t count = 0;
    std::vector<std::uint8_t> room(64);
    CHECK(portolan_build_bytes(nullptr, nullptr, 0, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_build_bytes(wrong, nullptr, 0, &count) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_build_bytes(build.get(), nullptr, 1, &count) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_build_bytes(build.get(), room.data(), room.size(), &count) == PORTOLAN_ERROR_BUFFER);
    CHECK(count > room.size());
    CHECK(portolan_build_save(nullptr, "x", nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_build_save(wrong, "x", nullptr, 0) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_build_save(build.get(), nullptr, nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_build_save(build.get(), "x", nullptr, 1) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_build_destroy(&wrong) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_build_destroy(nullptr) == PORTOLAN_ERROR_NULL);
    portolan_build* none = nullptr;
    CHECK(portolan_build_destroy(&none) == PORTOLAN_OK);
    CHECK(portolan_world_close(reinterpret_cast<portolan_world**>(build.address())) == PORTOLAN_ERROR_HANDLE);
  }
}

}  // namespace portolan
