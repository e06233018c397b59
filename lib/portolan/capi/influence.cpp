// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/influence.hpp"

#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"

#include <span>
#include <utility>

using namespace portolan::capi;

namespace {

static_assert(PORTOLAN_FALLOFF_LINEAR == static_cast<int>(portolan::Falloff::linear));
static_assert(PORTOLAN_FELT_IN_SIGHT == static_cast<int>(portolan::Felt::in_sight));

}  // namespace

portolan_error portolan_influence_create(const portolan_world* world, const uint8_t* opaque, size_t count,
                                         portolan_influence** influence) {
  if (influence == nullptr) return PORTOLAN_ERROR_NULL;
  *influence = nullptr;
  if (const auto error = first_error({check_handle(world), check_buffer(opaque, count)})) return error;
  if (world->opened->world.profiles().empty()) return PORTOLAN_ERROR_MISSING;
  portolan::TerrainSet set;
  for (const uint8_t id : std::span(opaque, count)) set[id] = true;
  return guarded([&] {
    *influence =
        new portolan_influence{.opened = world->opened, .influence = portolan::Influence(world->opened->world, set)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_influence_destroy(portolan_influence** influence) {
  return give_back(influence);
}

portolan_error portolan_influence_add(portolan_influence* influence, const portolan_threat* threat, uint32_t* id) {
  if (const auto error = first_error({check_handle(influence), check_struct(threat), check_pointer(id)})) return error;
  if (threat->falloff > PORTOLAN_FALLOFF_LINEAR || threat->felt > PORTOLAN_FELT_IN_SIGHT) return PORTOLAN_ERROR_VALUE;
  return guarded([&] {
    const auto added = influence->influence.add({.at = to_own(threat->at),
                                                 .radius = threat->radius,
                                                 .notches = threat->notches,
                                                 .falloff = static_cast<portolan::Falloff>(threat->falloff),
                                                 .felt = static_cast<portolan::Felt>(threat->felt),
                                                 .fades = threat->fades});
    if (!added) return code_of(added.error().code);
    *id = *added;
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_influence_move(portolan_influence* influence, uint32_t threat, portolan_tile to) {
  if (const auto error = check_handle(influence)) return error;
  return guarded([&] {
    const auto moved = influence->influence.move(threat, to_own(to));
    return moved ? portolan_error{PORTOLAN_OK} : code_of(moved.error().code);
  });
}

portolan_error portolan_influence_remove(portolan_influence* influence, uint32_t threat) {
  if (const auto error = check_handle(influence)) return error;
  return guarded([&] {
    const auto removed = influence->influence.remove(threat);
    return removed ? portolan_error{PORTOLAN_OK} : code_of(removed.error().code);
  });
}

portolan_error portolan_influence_look_again(portolan_influence* influence, portolan_rect area) {
  if (const auto error = check_handle(influence)) return error;
  influence->influence.look_again(to_own(area));
  return PORTOLAN_OK;
}

portolan_error portolan_influence_tick(portolan_influence* influence) {
  if (const auto error = check_handle(influence)) return error;
  influence->influence.tick();
  return PORTOLAN_OK;
}

portolan_error portolan_influence_apply(portolan_influence* influence, portolan_overlay* overlay, size_t* tiles) {
  if (const auto error = first_error({check_handle(influence), check_handle(overlay)})) return error;
  if (overlay->opened != influence->opened) return PORTOLAN_ERROR_OTHER_WORLD;
  return guarded([&] {
    portolan::Overlay raised = overlay->overlay;
    const std::size_t changed = influence->influence.apply(raised);
    overlay->overlay = std::move(raised);
    if (tiles != nullptr) *tiles = changed;
    return portolan_error{PORTOLAN_OK};
  });
}
