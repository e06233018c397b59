// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/overlay.hpp"

#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"

#include <span>
#include <utility>

using namespace portolan::capi;

namespace {

bool is_edit(const portolan::World& world, const portolan::Rect& area) noexcept {
  return area.min.x >= 0 && area.min.y >= 0 && area.min.x < area.max.x && area.min.y < area.max.y &&
         area.max.x <= world.width() && area.max.y <= world.height() && world.floors().on_one_floor(area);
}

/// Changes a copy by change(Overlay&), which gives an Outcome, and keeps it if that succeeds: an overlay that threw in
/// the midst of an edit would be lost.
template <class Change>
portolan_error edit(portolan_overlay* overlay, Change&& change) noexcept {
  return guarded([&] {
    portolan::Overlay edited = overlay->overlay;
    const portolan::Outcome outcome = change(edited);
    if (!outcome) return code_of(outcome.error().code);
    overlay->overlay = std::move(edited);
    return portolan_error{PORTOLAN_OK};
  });
}

template <class Change>
portolan_error edit_area(portolan_overlay* overlay, const portolan::Rect& area, Change&& change) noexcept {
  return is_edit(overlay->overlay.world(), area) ? edit(overlay, change) : portolan_error{PORTOLAN_ERROR_RANGE};
}

/// Replaces an overlay by what read() gives, a Result<Overlay>, if that is one.
template <class Read>
portolan_error replace(portolan_overlay* overlay, char* message, std::size_t message_size, Read&& read) noexcept {
  return guarded([&] {
    auto edits = read();
    if (!edits) {
      write_message(edits.error().message, message, message_size);
      return code_of_state(edits.error().code);
    }
    overlay->overlay = std::move(*edits);
    return portolan_error{PORTOLAN_OK};
  });
}

template <class Change>
portolan_error edit_link(portolan_overlay* overlay, uint32_t link, Change&& change) noexcept {
  if (const auto error = check_handle(overlay)) return error;
  return link < overlay->overlay.world().links().size() ? edit(overlay, change) : portolan_error{PORTOLAN_ERROR_RANGE};
}

}  // namespace

portolan_error portolan_overlay_create(const portolan_world* world, portolan_overlay** overlay) {
  if (overlay == nullptr) return PORTOLAN_ERROR_NULL;
  *overlay = nullptr;
  if (const auto error = check_handle(world)) return error;
  if (world->opened->world.profiles().empty()) return PORTOLAN_ERROR_MISSING;
  return guarded([&] {
    *overlay = new portolan_overlay{.opened = world->opened, .overlay = portolan::Overlay(world->opened->world)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_overlay_copy(const portolan_overlay* overlay, portolan_overlay** copy) {
  if (copy == nullptr) return PORTOLAN_ERROR_NULL;
  *copy = nullptr;
  if (const auto error = check_handle(overlay)) return error;
  return guarded([&] {
    *copy = new portolan_overlay(*overlay);
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_overlay_destroy(portolan_overlay** overlay) {
  return give_back(overlay);
}

portolan_error portolan_overlay_set_terrain(portolan_overlay* overlay, portolan_rect area, uint8_t terrain) {
  if (const auto error = check_handle(overlay)) return error;
  const portolan::Rect rect = to_own(area);
  return edit_area(overlay, rect, [&](portolan::Overlay& edited) { return edited.set_terrain(rect, terrain); });
}

portolan_error portolan_overlay_set_tiles(portolan_overlay* overlay, portolan_rect area, const uint8_t* terrain,
                                          size_t count) {
  if (const auto error = first_error({check_handle(overlay), check_buffer(terrain, count)})) return error;
  const portolan::Rect rect = to_own(area);
  if (!is_edit(overlay->overlay.world(), rect)) return PORTOLAN_ERROR_RANGE;
  if (count != rect.tiles()) return PORTOLAN_ERROR_VALUE;
  return edit_area(overlay, rect, [&](portolan::Overlay& edited) { return edited.set_tiles(rect, {terrain, count}); });
}

portolan_error portolan_overlay_revert(portolan_overlay* overlay, portolan_rect area) {
  if (const auto error = check_handle(overlay)) return error;
  const portolan::Rect rect = to_own(area);
  return edit_area(overlay, rect, [&](portolan::Overlay& edited) { return edited.revert(rect); });
}

portolan_error portolan_overlay_raise(portolan_overlay* overlay, portolan_rect area, const uint8_t* notches,
                                      size_t count) {
  if (const auto error = first_error({check_handle(overlay), check_buffer(notches, count)})) return error;
  const portolan::Rect rect = to_own(area);
  if (!is_edit(overlay->overlay.world(), rect)) return PORTOLAN_ERROR_RANGE;
  if (count == 1) {
    return edit(overlay, [&](portolan::Overlay& edited) { return edited.raise(rect, std::size_t{notches[0]}); });
  }
  if (count != rect.tiles()) return PORTOLAN_ERROR_VALUE;
  return edit(overlay, [&](portolan::Overlay& edited) { return edited.raise(rect, {notches, count}); });
}

portolan_error portolan_overlay_close_link(portolan_overlay* overlay, uint32_t link) {
  return edit_link(overlay, link, [&](portolan::Overlay& edited) { return edited.close_link(link); });
}

portolan_error portolan_overlay_open_link(portolan_overlay* overlay, uint32_t link) {
  return edit_link(overlay, link, [&](portolan::Overlay& edited) { return edited.open_link(link); });
}

portolan_error portolan_overlay_refresh(portolan_overlay* overlay, size_t regions, size_t* left) {
  if (const auto error = check_handle(overlay)) return error;
  return guarded([&] {
    portolan::Overlay refreshed = overlay->overlay;
    const std::size_t remaining = refreshed.refresh(regions);
    overlay->overlay = std::move(refreshed);
    if (left != nullptr) *left = remaining;
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_overlay_refresh_regions(portolan_overlay* overlay, uint32_t profile, const size_t* numbers,
                                                size_t count, size_t* made) {
  if (const auto error = check_handle(overlay)) return error;
  if (numbers == nullptr && count != 0) return PORTOLAN_ERROR_NULL;
  if (const auto error = check_profile(overlay->opened->world, profile)) return error;
  return guarded([&] {
    portolan::Overlay refreshed = overlay->overlay;
    const std::size_t customised = refreshed.refresh_regions(profile, {numbers, count});
    overlay->overlay = std::move(refreshed);
    if (made != nullptr) *made = customised;
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_overlay_adopt(portolan_overlay* overlay, const portolan_overlay* refreshed, size_t* left) {
  if (const auto error = first_error({check_handle(overlay), check_handle(refreshed)})) return error;
  if (overlay->opened != refreshed->opened) return PORTOLAN_ERROR_OTHER_WORLD;
  return guarded([&] {
    portolan::Overlay adopting = overlay->overlay;
    const std::size_t remaining = adopting.adopt(refreshed->overlay);
    overlay->overlay = std::move(adopting);
    if (left != nullptr) *left = remaining;
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_overlay_get_terrain(const portolan_overlay* overlay, portolan_tile tile, uint8_t* terrain) {
  if (const auto error = first_error({check_handle(overlay), check_pointer(terrain)})) return error;
  if (!overlay->overlay.world().bounds().contains(to_own(tile))) return PORTOLAN_ERROR_RANGE;
  *terrain = overlay->overlay.terrain(to_own(tile));
  return PORTOLAN_OK;
}

portolan_error portolan_overlay_get_tiles(const portolan_overlay* overlay, portolan_rect area, uint8_t* terrain,
                                          size_t capacity, size_t* count) {
  if (const auto error = check_handle(overlay)) return error;
  const portolan::Rect rect = to_own(area);
  const bool empty = rect.min.x >= rect.max.x || rect.min.y >= rect.max.y;
  if (empty || intersection(rect, overlay->overlay.world().bounds()) != rect) return PORTOLAN_ERROR_RANGE;
  portolan::Tile next = rect.min;
  const auto take = [&](std::size_t) {
    const std::uint8_t id = overlay->overlay.terrain(next);
    next = next.x + 1 < rect.max.x ? portolan::Tile{next.x + 1, next.y} : portolan::Tile{rect.min.x, next.y + 1};
    return id;
  };
  return write_array(rect.tiles(), take, terrain, capacity, count);
}

portolan_error portolan_overlay_get_notches(const portolan_overlay* overlay, portolan_tile tile, uint8_t* notches) {
  if (const auto error = first_error({check_handle(overlay), check_pointer(notches)})) return error;
  if (!overlay->overlay.world().bounds().contains(to_own(tile))) return PORTOLAN_ERROR_RANGE;
  *notches = static_cast<std::uint8_t>(overlay->overlay.notches(to_own(tile)));
  return PORTOLAN_OK;
}

portolan_error portolan_overlay_bytes(const portolan_overlay* overlay, uint8_t* bytes, size_t capacity, size_t* count) {
  if (const auto error = check_handle(overlay)) return error;
  return guarded([&] { return write_bytes(overlay->overlay.bytes(), bytes, capacity, count); });
}

portolan_error portolan_overlay_read(portolan_overlay* overlay, const uint8_t* bytes, size_t size, char* message,
                                     size_t message_size) {
  if (const auto error =
          first_error({check_handle(overlay), check_buffer(bytes, size), begin_message(message, message_size)})) {
    return error;
  }
  return replace(overlay, message, message_size, [&] {
    return portolan::Overlay::from_bytes(overlay->opened->world, std::as_bytes(std::span(bytes, size)));
  });
}

portolan_error portolan_overlay_save(const portolan_overlay* overlay, const char* path, char* message,
                                     size_t message_size) {
  if (const auto error =
          first_error({check_handle(overlay), check_pointer(path), begin_message(message, message_size)})) {
    return error;
  }
  return guarded([&] {
    const portolan::Outcome saved = overlay->overlay.save(path);
    if (saved) return portolan_error{PORTOLAN_OK};
    write_message(saved.error().message, message, message_size);
    return code_of(saved.error().code);
  });
}

portolan_error portolan_overlay_load(portolan_overlay* overlay, const char* path, char* message, size_t message_size) {
  if (const auto error =
          first_error({check_handle(overlay), check_pointer(path), begin_message(message, message_size)})) {
    return error;
  }
  return replace(overlay, message, message_size, [&] { return portolan::Overlay::load(overlay->opened->world, path); });
}
