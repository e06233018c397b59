// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/kinematics.hpp"
#include "portolan/capi/portolan_build.h"
#include "portolan/offline/build_world.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace portolan::capi;

struct portolan_build {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0061;
  std::uint64_t mark = kMark;
  portolan::WorldImage image;
};

namespace {

using portolan::Error;
using portolan::ErrorCode;
using portolan::LinkDirection;
using portolan::MovementProfile;
using portolan::Result;
using portolan::TileMap;

static_assert(PORTOLAN_TILE_COST == portolan::kCostScale);
static_assert(PORTOLAN_BLOCKED_MOVE == portolan::kBlockedMove);
static_assert(PORTOLAN_CORNERS_CUT_BOTH == static_cast<int>(portolan::CornerRule::cut_both));
static_assert(PORTOLAN_UNLISTED_BY_MAP == static_cast<int>(portolan::Unlisted::by_map));
static_assert(PORTOLAN_DEAD_ENDS_FOUND == static_cast<int>(portolan::DeadEndRule::found));
static_assert(PORTOLAN_METRIC_ANY_ANGLE == static_cast<int>(portolan::Metric::any_angle));

/// What is wrong with what the caller gave is a wrong value here, not a damaged file.
portolan_error code_of_input(ErrorCode code) noexcept {
  return code == ErrorCode::usage || code == ErrorCode::syntax ? portolan_error{PORTOLAN_ERROR_VALUE} : code_of(code);
}

/// OK if an array and all names in it are there, each as `name_of` says.
template <class Element, class NameOf>
portolan_error check_names(const Element* elements, std::size_t count, NameOf&& name_of) noexcept {
  if (const auto error = check_buffer(elements, count)) return error;
  for (const Element& element : std::span(elements, count)) {
    if (name_of(element) == nullptr) return PORTOLAN_ERROR_NULL;
  }
  return PORTOLAN_OK;
}

portolan_error check_map(const portolan_build_map* map) noexcept {
  if (const auto error = check_struct(map)) return error;
  return first_error({check_names(map->terrains, map->terrain_count, [](const auto& terrain) { return terrain.name; }),
                      check_buffer(map->tiles, map->tile_count), check_buffer(map->links, map->link_count),
                      check_buffer(map->moves, map->move_count)});
}

portolan_error check_profiles(const portolan_build_profile* profiles, std::size_t count) noexcept {
  if (const auto error = check_buffer(profiles, count)) return error;
  for (const portolan_build_profile& profile : std::span(profiles, count)) {
    if (const auto error = check_struct(&profile)) return error;
    if (const auto error = first_error(
            {check_names(profile.prices, profile.price_count, [](const auto& price) { return price.terrain; }),
             profile.kinematics == nullptr ? PORTOLAN_OK : check_struct(profile.kinematics)})) {
      return error;
    }
  }
  return PORTOLAN_OK;
}

LinkDirection direction_of(std::uint8_t one_way) noexcept {
  return one_way == 0 ? LinkDirection::both : LinkDirection::one_way;
}

portolan::Tile to_own(portolan_tile tile) noexcept {
  return {tile.x, tile.y};
}

bool is_side(std::int32_t side) noexcept {
  return side >= 1 && side <= portolan::kMaxSide;
}

/// How many tiles each of `floors` floors has; nothing if sides are none, which TileMap says.
std::optional<std::size_t> tiles_of_floor(const portolan_build_map& map, std::int32_t floors) noexcept {
  if (!is_side(map.width) || !is_side(map.height) || !is_side(floors)) return std::nullopt;
  return static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height);
}

Result<TileMap> stacked(const portolan_build_map& map, std::int32_t floors, std::size_t tiles) {
  std::vector<portolan::Terrain> palette;
  for (const portolan_build_terrain& terrain : std::span(map.terrains, map.terrain_count)) {
    palette.push_back({.name = terrain.name, .default_cost = terrain.cost});
  }
  std::vector<TileMap> made;
  for (std::int32_t floor = 0; floor < floors; ++floor) {
    const auto own = std::span(map.tiles, map.tile_count).subspan(static_cast<std::size_t>(floor) * tiles, tiles);
    auto one =
        TileMap::create(map.width, map.height, palette, std::vector<portolan::TerrainId>(own.begin(), own.end()));
    if (!one) return one;
    made.push_back(std::move(*one));
  }
  return TileMap::stack(made);
}

Result<TileMap> to_own(const portolan_build_map& map, std::int32_t floors, std::size_t tiles) {
  auto made = stacked(map, floors, tiles);
  if (!made) return made;
  if (auto set = made->set_origin(to_own(map.origin)); !set) return set.error();
  std::vector<portolan::Link> links;
  for (const portolan_build_link& link : std::span(map.links, map.link_count)) {
    links.push_back({.name = link.name == nullptr ? "" : link.name,
                     .from = to_own(link.from),
                     .to = to_own(link.to),
                     .cost = link.cost,
                     .direction = direction_of(link.one_way)});
  }
  if (auto set = made->set_links(std::move(links)); !set) return set.error();
  std::vector<portolan::Move> moves;
  for (const portolan_build_move& move : std::span(map.moves, map.move_count)) {
    moves.push_back(
        {.from = to_own(move.from), .to = to_own(move.to), .cost = move.cost, .direction = direction_of(move.one_way)});
  }
  if (auto set = made->set_moves(std::move(moves)); !set) return set.error();
  return made;
}

/// What of a profile cannot even be said in C++; empty if nothing is.
std::string_view fault_of(const portolan_build_profile& profile) noexcept {
  if (profile.metric > PORTOLAN_METRIC_ANY_ANGLE) return "metric: must be 0 or 1";
  if (profile.neighbours != 0 && profile.neighbours != 4 && profile.neighbours != 8)
    return "neighbours: must be 4 or 8";
  if (profile.corners > PORTOLAN_CORNERS_CUT_BOTH) return "corners: must be from 0 to 2";
  if (profile.unlisted > PORTOLAN_UNLISTED_BY_MAP) return "unlisted: must be 0 or 1";
  return profile.kinematics == nullptr ? "" : portolan::capi::fault_of(*profile.kinematics);
}

/// Of one that has no such fault.
MovementProfile to_own(const portolan_build_profile& c) {
  MovementProfile profile;
  if (c.name != nullptr) profile.name = c.name;
  for (const portolan_build_price& price : std::span(c.prices, c.price_count)) {
    profile.prices.push_back({.terrain = price.terrain, .cost = price.cost});
  }
  profile.unlisted = static_cast<portolan::Unlisted>(c.unlisted);
  profile.notch = c.notch;
  profile.metric = static_cast<portolan::Metric>(c.metric);
  if (c.neighbours != 0) profile.neighbours = static_cast<portolan::Neighbours>(c.neighbours);
  profile.corners = static_cast<portolan::CornerRule>(c.corners);
  if (c.straight != 0 || c.diagonal != 0) profile.steps = portolan::StepCosts{c.straight, c.diagonal};
  if (c.footprint != 0) profile.footprint = c.footprint == PORTOLAN_FOOTPRINT_POINT ? 0 : c.footprint;
  if (c.kinematics != nullptr) profile.kinematics = portolan::capi::to_own(*c.kinematics);
  return profile;
}

Result<std::vector<MovementProfile>> to_own(std::span<const portolan_build_profile> profiles) {
  std::vector<MovementProfile> own;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    if (const std::string_view fault = fault_of(profiles[i]); !fault.empty()) {
      return Error{ErrorCode::usage, "profile " + std::to_string(i) + ": " + std::string(fault)};
    }
    own.push_back(to_own(profiles[i]));
  }
  return own;
}

/// None: they are left to the build.
Result<std::optional<std::set<portolan::IndexKind>>> to_indexes(std::uint32_t bits) {
  using portolan::IndexKind;
  using Chosen = std::optional<std::set<IndexKind>>;
  constexpr std::uint32_t kAll = PORTOLAN_INDEX_CH | PORTOLAN_INDEX_LABELS | PORTOLAN_INDEX_BLOCKS;
  if (bits == 0) return Chosen();
  if (bits == PORTOLAN_INDEX_NONE) return Chosen(std::in_place);
  if ((bits & ~kAll) != 0) return Error{ErrorCode::usage, "indexes: some of the first three, or PORTOLAN_INDEX_NONE"};
  std::set<IndexKind> kinds;
  if ((bits & PORTOLAN_INDEX_CH) != 0) kinds.insert(IndexKind::ch);
  if ((bits & PORTOLAN_INDEX_LABELS) != 0) kinds.insert(IndexKind::labels);
  if ((bits & PORTOLAN_INDEX_BLOCKS) != 0) kinds.insert(IndexKind::blocks);
  return Chosen(std::move(kinds));
}

Result<portolan::BuildOptions> to_own(const portolan_build_options* c) {
  portolan::BuildOptions options;
  if (c == nullptr) return options;
  auto indexes = to_indexes(c->indexes);
  if (!indexes) return indexes.error();
  options.indexes = std::move(*indexes);
  if (c->dead_ends > PORTOLAN_DEAD_ENDS_FOUND) return Error{ErrorCode::usage, "dead_ends: must be 0 or 1"};
  options.dead_ends = static_cast<portolan::DeadEndRule>(c->dead_ends);
  options.threads = c->threads;
  if (c->memory != 0) options.memory = c->memory;
  if (c->index_bytes != 0) options.index_bytes = c->index_bytes;
  return options;
}

Result<portolan::WorldImage> build(const portolan_build_map& map, std::int32_t floors, std::size_t tiles,
                                   std::span<const portolan_build_profile> profiles,
                                   const portolan_build_options* options) {
  const auto own_options = to_own(options);
  if (!own_options) return own_options.error();
  const auto own_profiles = to_own(profiles);
  if (!own_profiles) return own_profiles.error();
  const auto own_map = to_own(map, floors, tiles);
  if (!own_map) return own_map.error();
  return portolan::build_world(*own_map, *own_profiles, *own_options);
}

}  // namespace

portolan_error portolan_build_create(const portolan_build_map* map, const portolan_build_profile* profiles,
                                     size_t profile_count, const portolan_build_options* options, portolan_build** made,
                                     char* message, size_t message_size) {
  if (made == nullptr) return first_error({begin_message(message, message_size), PORTOLAN_ERROR_NULL});
  *made = nullptr;
  if (const auto error = first_error({check_map(map), check_profiles(profiles, profile_count),
                                      options == nullptr ? PORTOLAN_OK : check_struct(options),
                                      begin_message(message, message_size)})) {
    return error;
  }
  const std::int32_t floors = map->floors == 0 ? 1 : map->floors;
  const auto tiles = tiles_of_floor(*map, floors);
  if (!tiles) {
    write_message("width, height and floors: must be from 1 to 2^20", message, message_size);
    return PORTOLAN_ERROR_LIMIT;
  }
  if (*tiles * static_cast<std::size_t>(floors) != map->tile_count) {
    write_message("tile_count: must be width * height * floors", message, message_size);
    return PORTOLAN_ERROR_SIZES;
  }
  return guarded([&] {
    auto image = build(*map, floors, *tiles, {profiles, profile_count}, options);
    if (!image) {
      write_message(image.error().message, message, message_size);
      return code_of_input(image.error().code);
    }
    *made = new portolan_build{.image = std::move(*image)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_build_destroy(portolan_build** build) {
  return give_back(build);
}

portolan_error portolan_build_bytes(const portolan_build* build, uint8_t* bytes, size_t capacity, size_t* count) {
  if (const auto error = first_error({check_handle(build), check_buffer(bytes, capacity)})) return error;
  const std::size_t size = build->image.size();
  if (count != nullptr) *count = size;
  if (capacity == 0) return PORTOLAN_OK;
  if (capacity < size) return PORTOLAN_ERROR_BUFFER;
  return guarded([&] {
    build->image.write_to(std::as_writable_bytes(std::span(bytes, size)));
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_build_save(const portolan_build* build, const char* path, char* message, size_t message_size) {
  if (const auto error =
          first_error({check_handle(build), check_pointer(path), begin_message(message, message_size)})) {
    return error;
  }
  return guarded([&] {
    const portolan::Outcome saved = build->image.save(path);
    if (saved) return portolan_error{PORTOLAN_OK};
    write_message(saved.error().message, message, message_size);
    return code_of(saved.error().code);
  });
}
