// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/game/game_file.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

using namespace portolan::capi;

namespace {

/// OK if all handles of a list are of its kind.
template <class Handle>
portolan_error check_list(Handle* const* handles, std::size_t count) noexcept {
  if (const auto error = check_buffer(handles, count)) return error;
  for (const Handle* const handle : std::span(handles, count)) {
    if (const auto error = check_handle(handle)) return error;
  }
  return PORTOLAN_OK;
}

/// OK if all formations and their crowds are such, and the crowds among the game's.
portolan_error check_formations(const portolan_game_parts& parts) noexcept {
  if (const auto error = check_buffer(parts.formations, parts.formation_count)) return error;
  const std::span crowds(parts.crowds, parts.crowd_count);
  for (const portolan_game_formation& part : std::span(parts.formations, parts.formation_count)) {
    if (const auto error = first_error({check_handle(part.formation), check_handle(part.crowd)})) return error;
    if (std::ranges::find(crowds, part.crowd) == crowds.end()) return PORTOLAN_ERROR_VALUE;
  }
  return PORTOLAN_OK;
}

portolan_error check_parts(const portolan_game_parts* parts) noexcept {
  if (const auto error = check_struct(parts)) return error;
  const auto error =
      first_error({check_list(parts->overlays, parts->overlay_count), check_list(parts->veils, parts->veil_count),
                   check_list(parts->influences, parts->influence_count), check_list(parts->crowds, parts->crowd_count),
                   check_list(parts->services, parts->service_count)});
  // Which looks through the crowds.
  return error == PORTOLAN_OK ? check_formations(*parts) : error;
}

/// The worlds are those of the parts, in their order.
portolan::GameParts to_own(const portolan_game_parts& parts) {
  portolan::GameParts own;
  const auto know = [&](const portolan::World& world) {
    const auto same = [&](const portolan::World& other) { return other.bytes().data() == world.bytes().data(); };
    if (std::ranges::none_of(own.worlds, same)) own.worlds.push_back(world);
  };
  for (portolan_overlay* const handle : std::span(parts.overlays, parts.overlay_count)) {
    know(handle->opened->world);
    own.overlays.push_back(&handle->overlay);
  }
  for (portolan_veil* const handle : std::span(parts.veils, parts.veil_count)) {
    know(handle->opened->world);
    know(handle->truth->world);
    own.veils.push_back(&handle->veil);
  }
  for (portolan_influence* const handle : std::span(parts.influences, parts.influence_count)) {
    know(handle->opened->world);
    own.influences.push_back(&handle->influence);
  }
  for (portolan_crowd* const handle : std::span(parts.crowds, parts.crowd_count)) {
    know(handle->opened->world);
    own.crowds.push_back(&handle->crowd);
  }
  for (portolan_service* const handle : std::span(parts.services, parts.service_count)) {
    know(handle->opened->world);
    own.services.push_back(&handle->service);
  }
  for (const portolan_game_formation& part : std::span(parts.formations, parts.formation_count)) {
    own.formations.push_back({&part.formation->formation, &part.crowd->crowd});
  }
  return own;
}

/// Reports point into what a crowd or a service had before.
void forget_reports(const portolan_game_parts& parts) noexcept {
  for (portolan_crowd* const handle : std::span(parts.crowds, parts.crowd_count)) handle->report = {};
  for (portolan_service* const handle : std::span(parts.services, parts.service_count)) handle->ticked = {};
}

/// The code of an outcome, whose message is written.
portolan_error told(const portolan::Outcome& outcome, char* message, std::size_t message_size) noexcept {
  if (outcome) return PORTOLAN_OK;
  write_message(outcome.error().message, message, message_size);
  return code_of_state(outcome.error().code);
}

}  // namespace

portolan_error portolan_game_bytes(const portolan_game_parts* parts, uint8_t* bytes, size_t capacity, size_t* count) {
  if (const auto error = check_parts(parts)) return error;
  return guarded([&] {
    const auto made = portolan::GameFile::bytes_of(to_own(*parts));
    return made ? write_bytes(*made, bytes, capacity, count) : code_of(made.error().code);
  });
}

portolan_error portolan_game_hash(const portolan_game_parts* parts, uint64_t* hash) {
  if (const auto error = first_error({check_parts(parts), check_pointer(hash)})) return error;
  return guarded([&] {
    const auto made = portolan::GameFile::hash_of(to_own(*parts));
    if (!made) return code_of(made.error().code);
    *hash = *made;
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_game_read(const portolan_game_parts* parts, const uint8_t* bytes, size_t size, char* message,
                                  size_t message_size) {
  if (const auto error =
          first_error({check_parts(parts), check_buffer(bytes, size), begin_message(message, message_size)})) {
    return error;
  }
  forget_reports(*parts);
  return guarded([&] {
    return told(portolan::GameFile::read(std::as_bytes(std::span(bytes, size)), to_own(*parts)), message, message_size);
  });
}

portolan_error portolan_game_save(const portolan_game_parts* parts, const char* path, char* message,
                                  size_t message_size) {
  if (const auto error = first_error({check_parts(parts), check_pointer(path), begin_message(message, message_size)})) {
    return error;
  }
  return guarded([&] { return told(portolan::GameFile::save(to_own(*parts), path), message, message_size); });
}

portolan_error portolan_game_load(const portolan_game_parts* parts, const char* path, char* message,
                                  size_t message_size) {
  if (const auto error = first_error({check_parts(parts), check_pointer(path), begin_message(message, message_size)})) {
    return error;
  }
  forget_reports(*parts);
  return guarded([&] { return told(portolan::GameFile::load(path, to_own(*parts)), message, message_size); });
}
