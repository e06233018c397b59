// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/veil.hpp"

#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"

#include <span>
#include <string>
#include <utility>

using namespace portolan::capi;

namespace {

/// The truth that a reveal is given, or the file's.
const portolan::Overlay& shown(const portolan_veil& veil, const portolan_overlay* truth) noexcept {
  return truth == nullptr ? veil.file : truth->overlay;
}

/// Reveals in a copy by show(Veil&), which gives a Result<Revealed>, and keeps it if that succeeds: a veil that threw
/// in the midst of an edit would be lost.
template <class Show>
portolan_error reveal(portolan_veil* veil, const portolan_overlay* truth, portolan_revealed* revealed,
                      Show&& show) noexcept {
  if (const auto error = check_handle(veil)) return error;
  if (truth != nullptr) {
    if (const auto error = check_handle(truth)) return error;
    if (truth->opened != veil->truth) return PORTOLAN_ERROR_OTHER_WORLD;
  }
  if (revealed != nullptr) {
    if (const auto error = check_struct(revealed)) return error;
  }
  return guarded([&] {
    portolan::Veil edited = veil->veil;
    const auto made = show(edited);
    if (!made) return code_of(made.error().code);
    veil->veil = std::move(edited);
    if (revealed != nullptr) {
      const portolan::Rect& area = made->area;
      revealed->area = {{area.min.x, area.min.y}, {area.max.x, area.max.y}};
      revealed->tiles = made->tiles;
      revealed->fresh = made->fresh;
      revealed->links = made->links;
    }
    return portolan_error{PORTOLAN_OK};
  });
}

}  // namespace

portolan_error portolan_veil_create(const portolan_world* truth, const portolan_world* blank, const char* unknown,
                                    portolan_veil** veil, char* message, size_t message_size) {
  if (veil == nullptr) return first_error({begin_message(message, message_size), PORTOLAN_ERROR_NULL});
  *veil = nullptr;
  if (const auto error = first_error(
          {check_handle(truth), check_handle(blank), check_pointer(unknown), begin_message(message, message_size)})) {
    return error;
  }
  return guarded([&] {
    auto made = portolan::Veil::make(truth->opened->world, blank->opened->world, unknown);
    if (!made) {
      write_message(made.error().message, message, message_size);
      return code_of(made.error().code);
    }
    *veil = new portolan_veil{.opened = blank->opened,
                              .truth = truth->opened,
                              .file = portolan::Overlay(truth->opened->world),
                              .veil = std::move(*made)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_veil_destroy(portolan_veil** veil) {
  return give_back(veil);
}

portolan_error portolan_veil_overlay(const portolan_veil* veil, portolan_overlay** overlay) {
  if (overlay == nullptr) return PORTOLAN_ERROR_NULL;
  *overlay = nullptr;
  if (const auto error = check_handle(veil)) return error;
  return guarded([&] {
    *overlay = new portolan_overlay{.opened = veil->opened, .overlay = veil->veil.overlay()};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_veil_reveal(portolan_veil* veil, const portolan_overlay* truth, portolan_rect area,
                                    portolan_revealed* revealed) {
  return reveal(veil, truth, revealed,
                [&](portolan::Veil& edited) { return edited.reveal(shown(*veil, truth), to_own(area)); });
}

portolan_error portolan_veil_reveal_disc(portolan_veil* veil, const portolan_overlay* truth, portolan_tile centre,
                                         int32_t radius, portolan_revealed* revealed) {
  if (const auto error = check_handle(veil)) return error;
  if (radius < 0) return PORTOLAN_ERROR_VALUE;
  return reveal(veil, truth, revealed, [&](portolan::Veil& edited) {
    return edited.reveal_disc(shown(*veil, truth), to_own(centre), radius);
  });
}

portolan_error portolan_veil_reveal_sight(portolan_veil* veil, const portolan_overlay* truth, portolan_tile from,
                                          int32_t radius, const uint8_t* opaque, size_t opaque_count,
                                          portolan_revealed* revealed) {
  if (const auto error = first_error({check_handle(veil), check_buffer(opaque, opaque_count)})) return error;
  if (radius < 0) return PORTOLAN_ERROR_VALUE;
  portolan::TerrainSet hides;
  for (const std::uint8_t terrain : std::span(opaque, opaque_count)) hides.set(terrain);
  return reveal(veil, truth, revealed, [&](portolan::Veil& edited) {
    return edited.reveal_sight(shown(*veil, truth), to_own(from), radius, hides);
  });
}

portolan_error portolan_veil_forget(portolan_veil* veil, portolan_rect area) {
  if (const auto error = check_handle(veil)) return error;
  return guarded([&] {
    portolan::Veil edited = veil->veil;
    const portolan::Outcome outcome = edited.forget(to_own(area));
    if (!outcome) return code_of(outcome.error().code);
    veil->veil = std::move(edited);
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_veil_is_known(const portolan_veil* veil, portolan_tile tile, uint8_t* known) {
  if (const auto error = first_error({check_handle(veil), check_pointer(known)})) return error;
  if (!veil->opened->world.bounds().contains(to_own(tile))) return PORTOLAN_ERROR_RANGE;
  *known = static_cast<std::uint8_t>(veil->veil.known(to_own(tile)) ? 1 : 0);
  return PORTOLAN_OK;
}

portolan_error portolan_veil_known_tiles(const portolan_veil* veil, size_t* tiles) {
  if (const auto error = first_error({check_handle(veil), check_pointer(tiles)})) return error;
  *tiles = veil->veil.known_tiles();
  return PORTOLAN_OK;
}

portolan_error portolan_veil_refresh(portolan_veil* veil, size_t regions, size_t* left) {
  if (const auto error = check_handle(veil)) return error;
  return guarded([&] {
    portolan::Veil refreshed = veil->veil;
    const std::size_t remaining = refreshed.refresh(regions);
    veil->veil = std::move(refreshed);
    if (left != nullptr) *left = remaining;
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_veil_bytes(const portolan_veil* veil, uint8_t* bytes, size_t capacity, size_t* count) {
  if (const auto error = check_handle(veil)) return error;
  return guarded([&] { return write_bytes(veil->veil.overlay().bytes(), bytes, capacity, count); });
}

portolan_error portolan_veil_read(portolan_veil* veil, const uint8_t* bytes, size_t size) {
  if (const auto error = first_error({check_handle(veil), check_buffer(bytes, size)})) return error;
  return guarded([&] {
    const portolan::World& blank = veil->opened->world;
    auto known = portolan::Overlay::from_bytes(blank, std::as_bytes(std::span(bytes, size)));
    if (!known) return code_of_state(known.error().code);
    const std::string unknown = blank.palette()[veil->veil.unknown()].name;
    auto read = portolan::Veil::from_overlay(veil->truth->world, std::move(*known), unknown);
    if (!read) return code_of_state(read.error().code);
    veil->veil = std::move(*read);
    return portolan_error{PORTOLAN_OK};
  });
}
