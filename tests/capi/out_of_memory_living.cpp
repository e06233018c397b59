// SPDX-License-Identifier: BSL-1.0
#include "capi/starving.hpp"
#include "portolan/capi/portolan_build.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace starving {
namespace {

constexpr std::int32_t kWidth = 48;
constexpr std::int32_t kHeight = 40;

constexpr std::uint8_t kGrass = 0;
constexpr std::uint8_t kWall = 1;
constexpr std::uint8_t kUnknown = 2;

using Tiles = std::vector<std::uint8_t>;

/// Grass, and a wall with a gap.
Tiles meadow() {
  Tiles tiles(std::size_t{kWidth} * kHeight, kGrass);
  for (std::size_t y = 0; y < kHeight; ++y) tiles[y * kWidth + 24] = y == 20 ? kGrass : kWall;
  return tiles;
}

/// Of that size, and nothing of it known.
Tiles blank_meadow() {
  return Tiles(std::size_t{kWidth} * kHeight, kUnknown);
}

/// A world of these tiles, with a link.
portolan_world* opened(const Tiles& tiles, portolan_metric metric = PORTOLAN_METRIC_GRID) {
  const bool has_unknown = std::find(tiles.begin(), tiles.end(), kUnknown) != tiles.end();
  const std::array<portolan_build_terrain, 3> terrains{
      {{"grass", PORTOLAN_TILE_COST}, {"wall", 0}, {"unknown", PORTOLAN_TILE_COST}}};
  const portolan_build_link link{"ferry", {2, 2}, {44, 36}, std::uint64_t{30} * PORTOLAN_TILE_COST, 0};
  portolan_build_map map{};
  map.struct_size = sizeof(map);
  map.width = kWidth;
  map.height = kHeight;
  map.terrains = terrains.data();
  map.terrain_count = has_unknown ? 3 : 2;
  map.tiles = tiles.data();
  map.tile_count = tiles.size();
  map.links = &link;
  map.link_count = 1;
  portolan_build_profile profile{};
  profile.struct_size = sizeof(profile);
  profile.metric = metric;
  profile.notch = PORTOLAN_TILE_COST / 2;
  portolan_build_options options{};
  options.struct_size = sizeof(options);
  options.threads = 1;
  portolan_build* build = nullptr;
  expect(portolan_build_create(&map, &profile, 1, &options, &build, nullptr, 0) == PORTOLAN_OK, "a world to live in");
  std::size_t size = 0;
  expect(portolan_build_bytes(build, nullptr, 0, &size) == PORTOLAN_OK, "its size");
  std::vector<std::uint8_t> bytes(size);
  expect(portolan_build_bytes(build, bytes.data(), size, nullptr) == PORTOLAN_OK, "its bytes");
  portolan_build_destroy(&build);
  portolan_world* world = nullptr;
  expect(portolan_world_open_memory(bytes.data(), size, &world, nullptr, 0) == PORTOLAN_OK, "to open it");
  return world;
}

/// The bytes that bytes(buffer, capacity, count) gives, starved of memory.
template <class Bytes>
std::vector<std::uint8_t> starved_bytes(const std::string& what, Bytes&& bytes) {
  std::vector<std::uint8_t> buffer(1 << 20);
  std::size_t size = 0;
  starve((what + " as bytes").c_str(), [&] { return bytes(buffer.data(), buffer.size(), &size); },
         [&] { return size == 0; });
  buffer.resize(size);
  return buffer;
}

/// A hash that is the same as long as nothing changes.
template <class Hash>
std::uint64_t hash_of(Hash&& hash) {
  std::uint64_t value = 0;
  expect(hash(&value) == PORTOLAN_OK, "a hash");
  return value;
}

/// Starves hash(value) of memory.
template <class Hash>
void starved_hash(const char* what, Hash&& hash) {
  std::uint64_t value = 0;
  starve(
      what, [&] { return hash(&value); }, [&] { return value == 0; });
}

void starve_overlays(const portolan_world* world, portolan_overlay* edited) {
  constexpr portolan_rect kArea{{4, 4}, {8, 6}};
  const std::vector<std::uint8_t> walls(8, 1);
  const std::vector<std::uint8_t> notches(8, 3);
  const auto terrain = [&] {
    std::uint8_t id = 255;
    expect(portolan_overlay_get_terrain(edited, {7, 5}, &id) == PORTOLAN_OK, "get_terrain");
    return id;
  };
  starve(
      "tiles", [&] { return portolan_overlay_set_tiles(edited, kArea, walls.data(), walls.size()); },
      [&] { return terrain() == 0; });
  starve(
      "notches",
      [&] {
        return portolan_overlay_raise(edited, {{10, 4}, {14, 6}}, notches.data(), notches.size());
      },
      [&] { return terrain() == 1; });
  starve(
      "a link", [&] { return portolan_overlay_close_link(edited, 0); }, [&] { return terrain() == 1; });
  starve(
      "a link again", [&] { return portolan_overlay_open_link(edited, 0); }, [&] { return terrain() == 1; });
  expect(portolan_overlay_close_link(edited, 0) == PORTOLAN_OK, "a link closed");
  const std::array<std::size_t, 2> regions{0, 1};
  starve(
      "regions", [&] { return portolan_overlay_refresh_regions(edited, 0, regions.data(), regions.size(), nullptr); },
      [&] { return terrain() == 1; });

  portolan_influence* influence = nullptr;
  const std::uint8_t wall = 1;
  starve(
      "influence", [&] { return portolan_influence_create(world, &wall, 1, &influence); },
      [&] { return influence == nullptr; });
  portolan_threat threat{};
  threat.struct_size = sizeof(threat);
  threat.at = {30, 10};
  threat.radius = 5;
  threat.notches = 4;
  threat.felt = PORTOLAN_FELT_IN_SIGHT;
  std::uint32_t id = 99;
  starve(
      "threat", [&] { return portolan_influence_add(influence, &threat, &id); }, [&] { return id == 99; });
  std::size_t raised = 0;
  starve(
      "threats in an overlay", [&] { return portolan_influence_apply(influence, edited, &raised); },
      [&] { return raised == 0; });
  expect(raised > 0, "threats without effect");

  portolan_tags* tags = nullptr;
  const std::uint32_t link = 0;
  constexpr portolan_rect kGap{{24, 20}, {25, 21}};
  portolan_tag tag{};
  tag.links = &link;
  tag.link_count = 1;
  tag.areas = &kGap;
  tag.area_count = 1;
  starve(
      "tags", [&] { return portolan_tags_create(world, &tag, 1, 1, 4, &tags); }, [&] { return tags == nullptr; });
  starve(
      "use by tags", [&] { return portolan_tags_use(tags, edited); }, [] { return true; });
  portolan_overlay* view = nullptr;
  starve(
      "view of tags", [&] { return portolan_tags_view(tags, 0, &view); }, [&] { return view == nullptr; });
  starve(
      "refresh of tags", [&] { return portolan_tags_refresh(tags, SIZE_MAX, nullptr); }, [] { return true; });
  portolan_overlay_destroy(&view);
  portolan_tags_destroy(&tags);
  portolan_influence_destroy(&influence);
}

void starve_veil(const portolan_world* world) {
  portolan_world* blank = opened(blank_meadow());
  portolan_veil* veil = nullptr;
  starve(
      "veil", [&] { return portolan_veil_create(world, blank, "unknown", &veil, nullptr, 0); },
      [&] { return veil == nullptr; });
  const auto known = [&] {
    std::size_t tiles = 0;
    expect(portolan_veil_known_tiles(veil, &tiles) == PORTOLAN_OK, "known_tiles");
    return tiles;
  };
  starve(
      "reveal",
      [&] {
        return portolan_veil_reveal(veil, nullptr, {{1, 1}, {5, 5}}, nullptr);
      },
      [&] { return known() == 0; });
  const std::size_t of_reveal = known();
  starve(
      "reveal a disc",
      [&] {
        return portolan_veil_reveal_disc(veil, nullptr, {30, 30}, 4, nullptr);
      },
      [&] { return known() == of_reveal; });
  const std::size_t of_disc = known();
  const std::uint8_t wall = 1;
  starve(
      "reveal by sight",
      [&] {
        return portolan_veil_reveal_sight(veil, nullptr, {15, 20}, 15, &wall, 1, nullptr);
      },
      [&] { return known() == of_disc; });
  const std::size_t of_sight = known();
  starve(
      "refresh of a veil", [&] { return portolan_veil_refresh(veil, SIZE_MAX, nullptr); },
      [&] { return known() == of_sight; });
  portolan_overlay* shown = nullptr;
  starve(
      "overlay of a veil", [&] { return portolan_veil_overlay(veil, &shown); }, [&] { return shown == nullptr; });
  const auto bytes = starved_bytes("veil", [&](std::uint8_t* buffer, std::size_t capacity, std::size_t* count) {
    return portolan_veil_bytes(veil, buffer, capacity, count);
  });
  starve(
      "forget",
      [&] {
        return portolan_veil_forget(veil, {{0, 0}, {40, 30}});
      },
      [&] { return known() == of_sight; });
  const std::size_t left = known();
  starve(
      "veil from bytes", [&] { return portolan_veil_read(veil, bytes.data(), bytes.size()); },
      [&] { return known() == left; });
  expect(known() == of_sight, "a veil is not what was written");
  portolan_overlay_destroy(&shown);
  portolan_veil_destroy(&veil);
  portolan_world_close(&blank);
}

std::vector<portolan_unit> units_of(const portolan_crowd* crowd, const std::vector<std::uint32_t>& numbers) {
  std::vector<portolan_unit> units;
  for (const std::uint32_t number : numbers) {
    portolan_unit unit{};
    unit.struct_size = sizeof(unit);
    expect(portolan_crowd_unit(crowd, number, &unit) == PORTOLAN_OK, "unit");
    units.push_back(unit);
  }
  return units;
}

/// Whether units stand, and go to, where they did.
bool same_places(const std::vector<portolan_unit>& a, const std::vector<portolan_unit>& b) {
  const auto same = [](const portolan_tile& s, const portolan_tile& t) { return s.x == t.x && s.y == t.y; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const portolan_unit& u, const portolan_unit& v) {
    return same(u.tile, v.tile) && same(u.to, v.to) && same(u.goal, v.goal) && u.end == v.end;
  });
}

/// A crowd in formation with a service and an edited overlay: a game.
class Camp {
 public:
  Camp(const portolan_world* world, portolan_overlay* edited) : world_(world), edited_(edited) {}
  Camp(const Camp&) = delete;
  Camp& operator=(const Camp&) = delete;
  ~Camp() {
    portolan_service_destroy(&service_);
    portolan_formation_destroy(&formation_);
    portolan_formation_guide_destroy(&guide_);
    portolan_crowd_destroy(&crowd_);
  }

  /// A crowd of nine.
  void pitch() {
    const std::uint32_t profile = 0;
    portolan_crowd_options options{};
    options.struct_size = sizeof(options);
    options.units = 12;
    starve(
        "crowd", [&] { return portolan_crowd_create(world_, &profile, 1, &options, &crowd_); },
        [&] { return crowd_ == nullptr; });
    for (std::int32_t i = 0; i < 9; ++i) {
      portolan_unit_spec spec{};
      spec.struct_size = sizeof(spec);
      spec.tile = {3 + i % 3, 30 + i / 3};
      std::uint32_t unit = 0;
      portolan_answer added{};
      added.struct_size = sizeof(added);
      expect(portolan_crowd_add(crowd_, &spec, &unit, &added) == PORTOLAN_OK && added.status == PORTOLAN_STATUS_FOUND,
             "a unit");
      units_.push_back(unit);
    }
    const std::uint64_t before = crowd_hash();
    starved_hash("hash of a crowd", [&](std::uint64_t* hash) { return portolan_crowd_hash(crowd_, hash); });
    starve(
        "use by a crowd", [&] { return portolan_crowd_use(crowd_, edited_); }, [&] { return crowd_hash() == before; });
  }

  /// A box, then a line, that is ordered to the other side of the wall.
  void form_up() {
    portolan_formation_guide_options around{};
    around.struct_size = sizeof(around);
    starve(
        "guide", [&] { return portolan_formation_guide_create(world_, 0, &around, &guide_); },
        [&] { return guide_ == nullptr; });
    starve(
        "use by a guide", [&] { return portolan_formation_guide_use(guide_, edited_); }, [] { return true; });
    portolan_formation_options terms{};
    terms.struct_size = sizeof(terms);
    starve(
        "formation", [&] { return portolan_formation_create(guide_, &terms, &formation_); },
        [&] { return formation_ == nullptr; });
    portolan_shape shape{};
    shape.struct_size = sizeof(shape);
    shape.kind = PORTOLAN_SHAPE_BOX;
    shape.count = static_cast<std::uint32_t>(units_.size());
    shape.files = 3;
    starve(
        "to form up", [&] { return portolan_formation_form(formation_, crowd_, units_.data(), units_.size(), &shape); },
        [&] { return members() == 0; });
    shape.kind = PORTOLAN_SHAPE_LINE;
    starve(
        "another shape", [&] { return portolan_formation_reshape(formation_, crowd_, &shape); },
        [&] { return members() == units_.size(); });
    portolan_answer answer{};
    answer.struct_size = sizeof(answer);
    starve(
        "order",
        [&] {
          return portolan_formation_order(formation_, crowd_, {40, 10}, PORTOLAN_HEADING_EAST, &answer);
        },
        [&] { return answer.status == PORTOLAN_STATUS_FOUND || members() == units_.size(); });
    expect(answer.status == PORTOLAN_STATUS_FOUND, "an order that cannot be carried out");
  }

  /// Crowd and formation as they were some ticks ago.
  void turn_back() {
    const auto formation =
        starved_bytes("formation", [&](std::uint8_t* buffer, std::size_t capacity, std::size_t* count) {
          return portolan_formation_bytes(formation_, buffer, capacity, count);
        });
    const auto crowd = starved_bytes("crowd", [&](std::uint8_t* buffer, std::size_t capacity, std::size_t* count) {
      return portolan_crowd_bytes(crowd_, buffer, capacity, count);
    });
    const std::uint64_t ordered = crowd_hash();
    walk(5);
    expect(crowd_hash() != ordered, "nobody walks");
    const std::vector<portolan_unit> walked = units_of(crowd_, units_);
    starve(
        "crowd from bytes", [&] { return portolan_crowd_read(crowd_, crowd.data(), crowd.size(), edited_); },
        // It may walk the file now, but nobody has moved.
        [&] { return same_places(units_of(crowd_, units_), walked); });
    expect(crowd_hash() == ordered, "a crowd is not what was written");
    starve(
        "formation from bytes",
        [&] { return portolan_formation_read(formation_, crowd_, formation.data(), formation.size()); },
        [&] { return members() == units_.size(); });
  }

  /// A service with a request in it, and what it is read back from.
  void serve() {
    portolan_service_options slots{};
    slots.struct_size = sizeof(slots);
    slots.slots = 4;
    starve(
        "small service", [&] { return portolan_service_create(world_, 0, &slots, &service_); },
        [&] { return service_ == nullptr; });
    const std::uint64_t idle = service_hash();
    portolan_status shown = PORTOLAN_STATUS_BUSY;
    starve(
        "show", [&] { return portolan_service_show(service_, 0, edited_, &shown); },
        [&] { return service_hash() == idle; });
    const std::uint64_t showing = service_hash();
    portolan_path_request request{};
    request.struct_size = sizeof(request);
    request.from = {2, 30};
    request.to = {44, 5};
    portolan_status taken = PORTOLAN_STATUS_BUSY;
    std::uint64_t ticket = 0;
    expect(portolan_service_submit(service_, &request, nullptr, nullptr, &taken, &ticket) == PORTOLAN_OK, "submit");
    const std::uint64_t waiting = service_hash();
    expect(waiting != showing, "a request without effect");
    const auto bytes = starved_bytes("service", [&](std::uint8_t* buffer, std::size_t capacity, std::size_t* count) {
      return portolan_service_bytes(service_, buffer, capacity, count);
    });
    starved_hash("hash of a service", [&](std::uint64_t* hash) { return portolan_service_hash(service_, hash); });
    std::array<std::uint64_t, 2> revisions{};
    std::size_t count = 0;
    expect(portolan_service_snapshots(service_, revisions.data(), revisions.size(), &count) == PORTOLAN_OK,
           "snapshots");
    std::vector<const portolan_overlay*> snapshots;
    for (std::size_t i = 0; i < count; ++i) snapshots.push_back(revisions[i] == 0 ? nullptr : edited_);
    starve(
        "service from bytes",
        [&] { return portolan_service_read(service_, bytes.data(), bytes.size(), snapshots.data(), count); },
        [] { return true; });
    expect(service_hash() == waiting, "a service is not what was written");
  }

  /// The game saved, gone on with, and loaded.
  void save_and_load() {
    const portolan_game_formation marching{formation_, crowd_};
    portolan_game_parts parts{};
    parts.struct_size = sizeof(parts);
    parts.overlays = &edited_;
    parts.overlay_count = 1;
    parts.crowds = &crowd_;
    parts.crowd_count = 1;
    parts.services = &service_;
    parts.service_count = 1;
    parts.formations = &marching;
    parts.formation_count = 1;
    const auto game_hash = [&] {
      return hash_of([&](std::uint64_t* hash) { return portolan_game_hash(&parts, hash); });
    };
    const std::uint64_t saved = game_hash();
    starved_hash("hash of a game", [&](std::uint64_t* hash) { return portolan_game_hash(&parts, hash); });
    const auto bytes = starved_bytes("game", [&](std::uint8_t* buffer, std::size_t capacity, std::size_t* count) {
      return portolan_game_bytes(&parts, buffer, capacity, count);
    });
    const char* const file = "out_of_memory.game";
    starve(
        "game to a file", [&] { return portolan_game_save(&parts, file, nullptr, 0); },
        [&] { return game_hash() == saved; });
    walk(3);
    const std::uint64_t later = crowd_hash();
    const std::uint64_t gone_on = game_hash();
    const auto read = [&] { return portolan_game_read(&parts, bytes.data(), bytes.size(), nullptr, 0); };
    // Where memory is short but once, all is brought back as it was.
    memory_ends = Ends::once;
    starve("game from bytes, short once", read, [&] { return game_hash() == gone_on; });
    memory_ends = Ends::for_good;
    expect(game_hash() == saved, "a game is not what was written");
    walk(3);
    expect(crowd_hash() == later, "a game goes on otherwise");
    // Memory may end in bringing back what was, too; then all go on all the same, until the game is read again.
    const auto lives = [&] {
      expect(portolan_crowd_use(crowd_, edited_) == PORTOLAN_OK, "use after memory ended");
      walk(1);
      return true;
    };
    starve("game from bytes", read, lives);
    expect(game_hash() == saved, "a game is not what was written");
    walk(3);
    expect(crowd_hash() == later, "a game goes on otherwise");
    starve(
        "game from a file", [&] { return portolan_game_load(&parts, file, nullptr, 0); }, lives);
    expect(game_hash() == saved, "a game is not what was saved");
    (void)std::remove(file);
  }

 private:
  [[nodiscard]] std::uint64_t crowd_hash() const {
    return hash_of([&](std::uint64_t* hash) { return portolan_crowd_hash(crowd_, hash); });
  }
  [[nodiscard]] std::uint64_t service_hash() const {
    return hash_of([&](std::uint64_t* hash) { return portolan_service_hash(service_, hash); });
  }
  [[nodiscard]] std::size_t members() const {
    std::size_t count = 0;
    expect(portolan_formation_members(formation_, nullptr, 0, &count) == PORTOLAN_OK, "members");
    return count;
  }
  /// Lets some ticks pass.
  void walk(int ticks) {
    for (int tick = 0; tick < ticks; ++tick) {
      portolan_formation_report marched{};
      marched.struct_size = sizeof(marched);
      expect(portolan_formation_advance(formation_, crowd_, &marched) == PORTOLAN_OK, "advance");
      portolan_crowd_report walked{};
      walked.struct_size = sizeof(walked);
      expect(portolan_crowd_tick(crowd_, &walked) == PORTOLAN_OK, "tick");
    }
  }

  const portolan_world* world_;
  portolan_overlay* edited_;
  portolan_crowd* crowd_ = nullptr;
  std::vector<std::uint32_t> units_;
  portolan_formation_guide* guide_ = nullptr;
  portolan_formation* formation_ = nullptr;
  portolan_service* service_ = nullptr;
};

void starve_bounded() {
  portolan_world* world = opened(meadow(), PORTOLAN_METRIC_ANY_ANGLE);
  portolan_overlay* edited = nullptr;
  expect(portolan_overlay_create(world, &edited) == PORTOLAN_OK, "an overlay");
  expect(portolan_overlay_set_terrain(edited, {{10, 4}, {14, 6}}, kWall) == PORTOLAN_OK, "a wall in it");
  portolan_bounded* bounded = nullptr;
  starve(
      "bounded query", [&] { return portolan_bounded_create(world, 0, &bounded); }, [&] { return bounded == nullptr; });
  portolan_path* path = nullptr;
  starve(
      "path of a bounded query", [&] { return portolan_bounded_path_create(bounded, 0, &path); },
      [&] { return path == nullptr; });
  portolan_bounded_request request{};
  request.struct_size = sizeof(request);
  request.from = {2, 30};
  request.to = {44, 5};
  const auto cost = [&] {
    portolan_path_result result{};
    result.struct_size = sizeof(result);
    expect(portolan_bounded_find(bounded, &request, path, &result) == PORTOLAN_OK, "bounded_find");
    return result.cost;
  };
  const std::uint64_t before = cost();
  starve(
      "use by a bounded query", [&] { return portolan_bounded_use(bounded, edited); },
      [&] { return cost() == before; });
  portolan_path_destroy(&path);
  portolan_bounded_destroy(&bounded);
  portolan_overlay_destroy(&edited);
  portolan_world_close(&world);
}

}  // namespace

void starve_living() {
  portolan_world* world = opened(meadow());
  portolan_overlay* edited = nullptr;
  expect(portolan_overlay_create(world, &edited) == PORTOLAN_OK, "an overlay");
  starve_overlays(world, edited);
  starve_veil(world);
  starve_bounded();
  {
    Camp camp(world, edited);
    camp.pitch();
    camp.form_up();
    camp.turn_back();
    camp.serve();
    camp.save_and_load();
  }
  portolan_overlay_destroy(&edited);
  portolan_world_close(&world);
}

}  // namespace starving
