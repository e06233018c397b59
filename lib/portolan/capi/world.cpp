// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/world.hpp"

#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/portolan.h"

#include <array>
#include <cstring>
#include <numbers>
#include <string_view>
#include <utility>

using namespace portolan::capi;

namespace {

/// Opens a world with open(), which gives a Result<World> and may keep bytes in `memory`.
template <class Open>
portolan_error open_world(portolan_world** world, char* message, std::size_t message_size, Open&& open) noexcept {
  return guarded([&] {
    std::vector<Line> memory;
    portolan::Result<portolan::World> opened = open(memory);
    if (!opened) {
      write_message(opened.error().message, message, message_size);
      return code_of(opened.error().code);
    }
    // NOLINTNEXTLINE(bugprone-unhandled-exception-at-new): guarded() handles it
    *world = new portolan_world{
        .opened = std::make_shared<const OpenedWorld>(OpenedWorld{std::move(memory), std::move(*opened)})};
    return portolan_error{PORTOLAN_OK};
  });
}

}  // namespace

portolan_error portolan_world_open(const char* path, portolan_world** world, char* message, size_t message_size) {
  return portolan_world_open_as(path, PORTOLAN_FILE_MAPPED, world, message, message_size);
}

portolan_error portolan_world_open_as(const char* path, portolan_file_access access, portolan_world** world,
                                      char* message, size_t message_size) {
  if (world == nullptr) return first_error({begin_message(message, message_size), PORTOLAN_ERROR_NULL});
  *world = nullptr;
  if (const auto error = first_error({check_pointer(path), begin_message(message, message_size)})) return error;
  if (access > PORTOLAN_FILE_COPIED) return PORTOLAN_ERROR_VALUE;
  return open_world(world, message, message_size, [&](std::vector<Line>&) {
    return portolan::World::open(path, static_cast<portolan::FileAccess>(access));
  });
}

portolan_error portolan_world_open_memory(const void* bytes, size_t size, portolan_world** world, char* message,
                                          size_t message_size) {
  if (world == nullptr) return first_error({begin_message(message, message_size), PORTOLAN_ERROR_NULL});
  *world = nullptr;
  if (const auto error = first_error({check_buffer(bytes, size), begin_message(message, message_size)})) return error;
  return open_world(world, message, message_size, [&](std::vector<Line>& memory) {
    memory.resize(size / sizeof(Line) + 1);
    if (size != 0) std::memcpy(memory.data(), bytes, size);
    return portolan::World::view(std::as_bytes(std::span(memory)).first(size));
  });
}

portolan_error portolan_world_close(portolan_world** world) {
  return give_back(world);
}

portolan_error portolan_world_verify(const portolan_world* world, char* message, size_t message_size) {
  if (const auto error = first_error({check_handle(world), begin_message(message, message_size)})) return error;
  return guarded([&] {
    const portolan::Outcome outcome = world->opened->world.verify();
    if (outcome) return portolan_error{PORTOLAN_OK};
    write_message(outcome.error().message, message, message_size);
    return code_of(outcome.error().code);
  });
}

portolan_error portolan_world_get_info(const portolan_world* world, portolan_world_info* info) {
  if (const auto error = first_error({check_handle(world), check_struct(info)})) return error;
  const portolan::World& opened = world->opened->world;
  *info = {.struct_size = sizeof(*info),
           .width = opened.width(),
           .height = opened.height(),
           .profile_count = static_cast<std::uint32_t>(opened.profiles().size()),
           .terrain_count = static_cast<std::uint32_t>(opened.palette().size()),
           .node_count = 0,
           .arc_count = 0,
           .cost_decimals = 0,
           .floor_count = opened.floors().count,
           .floor_height = opened.floors().height,
           .link_count = static_cast<std::uint32_t>(opened.links().size()),
           .notch_count = static_cast<std::uint32_t>(opened.notches()),
           .origin = {opened.origin().x, opened.origin().y}};
  if (!opened.board()) return PORTOLAN_OK;
  const portolan::BoardView& graph = opened.board()->graph;
  info->node_count = static_cast<std::uint32_t>(graph.size());
  info->arc_count = static_cast<std::uint32_t>(graph.arcs.target.size());
  info->cost_decimals = graph.cost_decimals;
  return PORTOLAN_OK;
}

portolan_error portolan_world_get_profile(const portolan_world* world, uint32_t profile, portolan_profile_info* info) {
  if (const auto error = first_error({check_handle(world), check_struct(info)})) return error;
  const auto profiles = world->opened->world.profiles();
  if (profile >= profiles.size()) return PORTOLAN_ERROR_RANGE;
  const portolan::ProfileView& view = profiles[profile];
  const auto steps = portolan::declared_steps(view.rules);
  *info = {.struct_size = sizeof(*info),
           .metric = static_cast<portolan_metric>(view.rules.metric),
           .neighbours = static_cast<std::uint8_t>(view.rules.neighbours),
           .footprint = view.rules.footprint,
           .island_count = view.island_count,
           .passable = view.passable,
           .tiles_per_unit = view.tiles_per_unit(),
           .diagonal = steps ? static_cast<double>(steps->diagonal) / static_cast<double>(steps->straight)
                             : std::numbers::sqrt2};
  return PORTOLAN_OK;
}

portolan_error portolan_world_profile_name(const portolan_world* world, uint32_t profile, char* name, size_t capacity,
                                           size_t* count) {
  if (const auto error = check_handle(world)) return error;
  const auto profiles = world->opened->world.profiles();
  if (profile >= profiles.size()) return PORTOLAN_ERROR_RANGE;
  return write_text(profiles[profile].name, name, capacity, count);
}

portolan_error portolan_world_find_profile(const portolan_world* world, const char* name, uint32_t* profile) {
  if (const auto error = first_error({check_handle(world), check_pointer(name), check_pointer(profile)})) return error;
  const auto found = world->opened->world.find_profile(name);
  if (!found) return PORTOLAN_ERROR_NOT_FOUND;
  *profile = static_cast<std::uint32_t>(*found);
  return PORTOLAN_OK;
}

portolan_error portolan_world_terrain_name(const portolan_world* world, uint32_t terrain, char* name, size_t capacity,
                                           size_t* count) {
  if (const auto error = check_handle(world)) return error;
  const auto palette = world->opened->world.palette();
  if (terrain >= palette.size()) return PORTOLAN_ERROR_RANGE;
  return write_text(palette[terrain].name, name, capacity, count);
}

portolan_error portolan_world_find_terrain(const portolan_world* world, const char* name, uint8_t* terrain) {
  if (const auto error = first_error({check_handle(world), check_pointer(name), check_pointer(terrain)})) return error;
  const auto palette = world->opened->world.palette();
  for (std::size_t i = 0; i < palette.size(); ++i) {
    if (palette[i].name != name) continue;
    *terrain = static_cast<std::uint8_t>(i);
    return PORTOLAN_OK;
  }
  return PORTOLAN_ERROR_NOT_FOUND;
}

portolan_error portolan_world_impassable_terrains(const portolan_world* world, uint32_t profile, uint8_t* terrains,
                                                  size_t capacity, size_t* count) {
  if (const auto error = check_handle(world)) return error;
  const portolan::World& opened = world->opened->world;
  if (const auto error = check_profile(opened, profile)) return error;
  const portolan::MoveRules& rules = opened.profiles()[profile].rules;
  std::array<std::uint8_t, portolan::kMaxTerrains> found{};
  std::size_t size = 0;
  for (std::size_t i = 0; i < opened.palette().size(); ++i) {
    if (rules.cost[i] == 0) found[size++] = static_cast<std::uint8_t>(i);
  }
  return write_array(
      size, [&](std::size_t i) { return found[i]; }, terrains, capacity, count);
}

portolan_error portolan_world_get_link(const portolan_world* world, uint32_t link, portolan_link* data) {
  if (const auto error = first_error({check_handle(world), check_struct(data)})) return error;
  const auto links = world->opened->world.links();
  if (link >= links.size()) return PORTOLAN_ERROR_RANGE;
  const portolan::Link& found = links[link];
  *data = {.struct_size = sizeof(*data),
           .one_way = static_cast<std::uint8_t>(found.direction == portolan::LinkDirection::one_way ? 1 : 0),
           .from = {found.from.x, found.from.y},
           .to = {found.to.x, found.to.y},
           .cost = static_cast<double>(found.cost) / portolan::kCostScale};
  return PORTOLAN_OK;
}

portolan_error portolan_world_link_name(const portolan_world* world, uint32_t link, char* name, size_t capacity,
                                        size_t* count) {
  if (const auto error = check_handle(world)) return error;
  const auto links = world->opened->world.links();
  if (link >= links.size()) return PORTOLAN_ERROR_RANGE;
  return write_text(links[link].name, name, capacity, count);
}
