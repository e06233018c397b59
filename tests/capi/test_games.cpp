// SPDX-License-Identifier: BSL-1.0
// Games in C: their bytes are those of GameFile, and a game that reads them goes on; wrong input.
#include "capi/capi_worlds.hpp"
#include "portolan/game/game_file.hpp"
#include "portolan/offline/blank_map.hpp"
#include "support/temporary_folder.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace portolan {
namespace {

using test::open_bytes;
using test::OverlayHandle;
using test::sized;
using test::WorldHandle;

using GuideHandle = test::Handle<portolan_formation_guide, portolan_formation_guide_destroy>;
using FormationHandle = test::Handle<portolan_formation, portolan_formation_destroy>;
using CrowdHandle = test::Handle<portolan_crowd, portolan_crowd_destroy>;
using ServiceHandle = test::Handle<portolan_service, portolan_service_destroy>;
using VeilHandle = test::Handle<portolan_veil, portolan_veil_destroy>;
using InfluenceHandle = test::Handle<portolan_influence, portolan_influence_destroy>;

TileMap plain() {
  auto map = TileMap::create(70, 40, {{"grass", kCostScale}, {"wall", 0}}, std::vector<TerrainId>(70 * 40));
  REQUIRE(map.has_value());
  return std::move(*map);
}

MovementProfile cautious() {
  MovementProfile mover;
  mover.notch = kCostScale / 2;
  return mover;
}

TileMap blank_plain() {
  auto blank = blank_map(plain(), {"unknown", kCostScale});
  REQUIRE(blank.has_value());
  return std::move(*blank);
}

constexpr portolan_rect kWall{{30, 0}, {31, 30}};

/// A town, and what somebody knows of it who has seen nothing.
struct Worlds {
  test::BuiltWorld built{plain(), cautious()};
  test::BuiltWorld dark{blank_plain(), cautious()};
  WorldHandle truth;
  WorldHandle blank;

  Worlds() {
    open_bytes(built.bytes(), truth);
    open_bytes(dark.bytes(), blank);
  }
};

/// One part of each kind on two worlds.
struct Game {
  OverlayHandle edits;
  VeilHandle veil;
  InfluenceHandle towers;
  CrowdHandle crowd;
  GuideHandle guide;
  FormationHandle march;
  ServiceHandle service;
  portolan_game_formation formation_list{};
  portolan_overlay* overlay_list = nullptr;
  portolan_veil* veil_list = nullptr;
  portolan_influence* influence_list = nullptr;
  portolan_crowd* crowd_list = nullptr;
  portolan_service* service_list = nullptr;

  Game(const WorldHandle& truth, const WorldHandle& blank, std::uint64_t slots = 4) {
    REQUIRE(portolan_overlay_create(truth.get(), edits.address()) == PORTOLAN_OK);
    REQUIRE(portolan_veil_create(truth.get(), blank.get(), "unknown", veil.address(), nullptr, 0) == PORTOLAN_OK);
    REQUIRE(portolan_influence_create(truth.get(), nullptr, 0, towers.address()) == PORTOLAN_OK);
    auto crowd_options = sized<portolan_crowd_options>();
    crowd_options.units = 3;
    const std::uint32_t profile = 0;
    REQUIRE(portolan_crowd_create(truth.get(), &profile, 1, &crowd_options, crowd.address()) == PORTOLAN_OK);
    auto guide_options = sized<portolan_formation_guide_options>();
    REQUIRE(portolan_formation_guide_create(truth.get(), 0, &guide_options, guide.address()) == PORTOLAN_OK);
    auto march_options = sized<portolan_formation_options>();
    REQUIRE(portolan_formation_create(guide.get(), &march_options, march.address()) == PORTOLAN_OK);
    formation_list = {march.get(), crowd.get()};
    auto service_options = sized<portolan_service_options>();
    service_options.slots = slots;
    REQUIRE(portolan_service_create(truth.get(), 0, &service_options, service.address()) == PORTOLAN_OK);
    overlay_list = edits.get();
    veil_list = veil.get();
    influence_list = towers.get();
    crowd_list = crowd.get();
    service_list = service.get();
  }

  [[nodiscard]] portolan_game_parts parts() const {
    auto parts = sized<portolan_game_parts>();
    parts.overlays = &overlay_list;
    parts.veils = &veil_list;
    parts.influences = &influence_list;
    parts.crowds = &crowd_list;
    parts.services = &service_list;
    parts.overlay_count = parts.veil_count = parts.influence_count = parts.crowd_count = parts.service_count = 1;
    parts.formations = &formation_list;
    parts.formation_count = 1;
    return parts;
  }

  void play() {
    REQUIRE(portolan_overlay_set_terrain(edits.get(), kWall, 1) == PORTOLAN_OK);
    auto threat = sized<portolan_threat>();
    threat.at = {40, 20};
    threat.radius = 5;
    threat.notches = 3;
    std::uint32_t id = 0;
    REQUIRE(portolan_influence_add(towers.get(), &threat, &id) == PORTOLAN_OK);
    REQUIRE(portolan_influence_apply(towers.get(), edits.get(), nullptr) == PORTOLAN_OK);
    REQUIRE(portolan_overlay_refresh(edits.get(), 1, nullptr) == PORTOLAN_OK);
    REQUIRE(portolan_veil_reveal_disc(veil.get(), edits.get(), {25, 10}, 8, nullptr) == PORTOLAN_OK);
    REQUIRE(portolan_crowd_use(crowd.get(), edits.get()) == PORTOLAN_OK);
    portolan_status status = PORTOLAN_STATUS_CORRUPT;
    REQUIRE(portolan_service_show(service.get(), 0, edits.get(), &status) == PORTOLAN_OK);
    auto spec = sized<portolan_unit_spec>();
    spec.tile = {5, 5};
    std::uint32_t unit = 0;
    auto answer = sized<portolan_answer>();
    REQUIRE(portolan_crowd_add(crowd.get(), &spec, &unit, &answer) == PORTOLAN_OK);
    auto shape = sized<portolan_shape>();
    shape.count = 1;
    REQUIRE(portolan_formation_guide_use(guide.get(), edits.get()) == PORTOLAN_OK);
    REQUIRE(portolan_formation_form(march.get(), crowd.get(), &unit, 1, &shape) == PORTOLAN_OK);
    REQUIRE(portolan_formation_order(march.get(), crowd.get(), {60, 5}, PORTOLAN_HEADING_ANY, &answer) == PORTOLAN_OK);
    auto request = sized<portolan_path_request>();
    request.from = {2, 2};
    request.to = {66, 3};
    std::uint64_t ticket = 0;
    REQUIRE(portolan_service_submit(service.get(), &request, nullptr, nullptr, &status, &ticket) == PORTOLAN_OK);
  }

  /// The hash of what a unit does, as of the crowd's report.
  std::uint64_t tick() {
    auto marched = sized<portolan_formation_report>();
    REQUIRE(portolan_formation_advance(march.get(), crowd.get(), &marched) == PORTOLAN_OK);
    auto report = sized<portolan_crowd_report>();
    REQUIRE(portolan_crowd_tick(crowd.get(), &report) == PORTOLAN_OK);
    REQUIRE(portolan_service_tick(service.get(), 20, nullptr) == PORTOLAN_OK);
    return report.hash;
  }
};

/// The same game in C++.
std::vector<std::byte> bytes_in_cpp(const World& truth, const World& blank) {
  Overlay edits(truth);
  auto veil = Veil::make(truth, blank, "unknown");
  REQUIRE(veil.has_value());
  Influence towers(truth);
  Crowd crowd(truth, 0, {.units = 3});
  PathService service(truth, 0, {.slots = 4});
  REQUIRE(edits.set_terrain({{30, 0}, {31, 30}}, 1).has_value());
  REQUIRE(towers.add({.at = {40, 20}, .radius = 5, .notches = 3}).has_value());
  (void)towers.apply(edits);
  (void)edits.refresh(1);
  REQUIRE(veil->reveal_disc(edits, {25, 10}, 8).has_value());
  const auto shown = std::make_shared<const Overlay>(edits);
  crowd.use(shown);
  REQUIRE(service.show(0, shown).status == Status::found);
  FormationGuide guide(truth, 0);
  guide.use(shown);
  Formation march(guide);
  const std::array units{crowd.add({.tile = {5, 5}}).unit};
  REQUIRE(march.form(crowd, units, FormationShape::line(1)).status == Status::found);
  REQUIRE(march.order(crowd, {.goal = {60, 5}}).status == Status::found);
  REQUIRE(service.submit({.from = {2, 2}, .to = {66, 3}}, {}, Path()).status == Status::found);
  auto bytes = GameFile::bytes_of({.worlds = {truth, blank},
                                   .overlays = {&edits},
                                   .veils = {&*veil},
                                   .influences = {&towers},
                                   .crowds = {&crowd},
                                   .formations = {{&march, &crowd}},
                                   .services = {&service}});
  REQUIRE(bytes.has_value());
  return std::move(*bytes);
}

std::vector<std::uint8_t> bytes_of(const Game& game) {
  const portolan_game_parts parts = game.parts();
  std::size_t size = 0;
  REQUIRE(portolan_game_bytes(&parts, nullptr, 0, &size) == PORTOLAN_OK);
  std::vector<std::uint8_t> bytes(size);
  REQUIRE(portolan_game_bytes(&parts, bytes.data(), bytes.size(), &size) == PORTOLAN_OK);
  return bytes;
}

}  // namespace

TEST_CASE("games in C are saved as by GameFile, and go on where they were") {
  const Worlds worlds;
  const auto& [built, dark, truth, blank] = worlds;
  Game game(truth, blank);
  game.play();
  const std::vector<std::uint8_t> saved = bytes_of(game);
  const std::vector<std::byte> wanted = bytes_in_cpp(built.world(), dark.world());
  REQUIRE(saved.size() == wanted.size());
  CHECK(std::memcmp(saved.data(), wanted.data(), saved.size()) == 0);
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "slot.game").string();
  const portolan_game_parts parts = game.parts();
  std::array<char, 80> message{"?"};
  REQUIRE(portolan_game_save(&parts, path.c_str(), message.data(), message.size()) == PORTOLAN_OK);
  CHECK(std::string(message.data()).empty());

  for (const bool from_file : {false, true}) {
    Game other(truth, blank);
    const portolan_game_parts others = other.parts();
    REQUIRE((from_file ? portolan_game_load(&others, path.c_str(), message.data(), message.size())
                       : portolan_game_read(&others, saved.data(), saved.size(), nullptr, 0)) == PORTOLAN_OK);
    CHECK(bytes_of(other) == saved);
    Game alike(truth, blank);
    const portolan_game_parts those = alike.parts();
    REQUIRE(portolan_game_read(&those, saved.data(), saved.size(), nullptr, 0) == PORTOLAN_OK);
    for (int t = 0; t < 40; ++t) REQUIRE(other.tick() == alike.tick());
    std::uint64_t hash = 0;
    std::uint64_t same = 1;
    REQUIRE(portolan_game_hash(&others, &hash) == PORTOLAN_OK);
    REQUIRE(portolan_game_hash(&those, &same) == PORTOLAN_OK);
    CHECK(hash == same);
  }
}

TEST_CASE("games in C refuse what they are not, and stay as they were") {
  const Worlds worlds;
  const auto& [built, dark, truth, blank] = worlds;
  Game game(truth, blank);
  game.play();
  std::vector<std::uint8_t> saved = bytes_of(game);
  Game larger(truth, blank, 5);
  const std::vector<std::uint8_t> before = bytes_of(larger);
  const portolan_game_parts others = larger.parts();
  std::array<char, 80> message{};
  CHECK(portolan_game_read(&others, saved.data(), saved.size(), message.data(), message.size()) ==
        PORTOLAN_ERROR_OTHER_WORLD);
  CHECK_FALSE(std::string(message.data()).empty());
  CHECK(bytes_of(larger) == before);

  portolan_game_parts parts = game.parts();
  saved[8] = 9;
  CHECK(portolan_game_read(&parts, saved.data(), saved.size(), nullptr, 0) == PORTOLAN_ERROR_UNSUPPORTED);
  saved[8] = 1;
  saved.back() ^= 1U;
  CHECK(portolan_game_read(&parts, saved.data(), saved.size(), nullptr, 0) == PORTOLAN_ERROR_CORRUPT);
  CHECK(portolan_game_read(&parts, nullptr, 4, nullptr, 0) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_game_load(&parts, "/nonexistent/game", nullptr, 0) == PORTOLAN_ERROR_IO);
  CHECK(portolan_game_save(&parts, "/nonexistent/game", message.data(), message.size()) == PORTOLAN_ERROR_IO);
  CHECK(portolan_game_save(&parts, nullptr, nullptr, 0) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_game_hash(&parts, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_game_hash(nullptr, nullptr) == PORTOLAN_ERROR_NULL);
  message.fill('x');
  parts.crowds = nullptr;
  CHECK(portolan_game_save(&parts, "/nonexistent/game", message.data(), message.size()) == PORTOLAN_ERROR_NULL);
  CHECK(message[0] == '\0');
  parts = game.parts();
  portolan_game_formation stray{game.march.get(), larger.crowd.get()};
  portolan_game_parts with_stray = parts;
  with_stray.formations = &stray;
  CHECK(portolan_game_bytes(&with_stray, nullptr, 0, nullptr) == PORTOLAN_ERROR_VALUE);
  portolan_overlay* none = nullptr;
  parts.overlays = &none;
  CHECK(portolan_game_bytes(&parts, nullptr, 0, nullptr) == PORTOLAN_ERROR_NULL);
  parts.overlays = nullptr;
  CHECK(portolan_game_bytes(&parts, nullptr, 0, nullptr) == PORTOLAN_ERROR_NULL);
  parts.overlay_count = 0;
  CHECK(portolan_game_bytes(&parts, nullptr, 0, nullptr) == PORTOLAN_OK);
  parts.struct_size = 3;
  CHECK(portolan_game_bytes(&parts, nullptr, 0, nullptr) == PORTOLAN_ERROR_STRUCT_SIZE);
}

}  // namespace portolan
