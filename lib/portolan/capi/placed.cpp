// SPDX-License-Identifier: BSL-1.0
#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/headings.hpp"
#include "portolan/capi/kinematics.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/grid/bend_arcs.hpp"
#include "portolan/query/placed_query.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>

using namespace portolan::capi;

namespace {

using portolan::Kinematics;
using portolan::Placement;

constexpr portolan_ratio to_c(const std::optional<portolan::Ratio>& ratio) noexcept {
  return ratio ? portolan_ratio{ratio->numerator, ratio->denominator} : portolan_ratio{};
}

}  // namespace

portolan_error portolan_world_get_kinematics(const portolan_world* world, uint32_t profile,
                                             portolan_kinematics* kinematics) {
  if (const auto error = first_error({check_handle(world), check_struct(kinematics)})) return error;
  const auto profiles = world->opened->world.profiles();
  if (profile >= profiles.size()) return PORTOLAN_ERROR_RANGE;
  const std::optional<Kinematics>& own = profiles[profile].kinematics;
  if (!own) return PORTOLAN_ERROR_NOT_FOUND;
  *kinematics = {.struct_size = sizeof(*kinematics),
                 .headings = static_cast<std::uint8_t>(own->headings),
                 .sweep = static_cast<portolan_sweep>(own->sweep),
                 .width = own->width,
                 .length = own->length,
                 .turn = own->turn,
                 .radius = own->radius,
                 .backward = to_c(own->backward),
                 .sideways = to_c(own->sideways)};
  return PORTOLAN_OK;
}

portolan_error portolan_placed_create(const portolan_world* world, uint32_t profile,
                                      const portolan_kinematics* kinematics, uint64_t tiles, portolan_placed** placed,
                                      char* message, size_t message_size) {
  if (placed == nullptr) return first_error({begin_message(message, message_size), PORTOLAN_ERROR_NULL});
  *placed = nullptr;
  if (const auto error = first_error({begin_message(message, message_size), check_handle(world)})) return error;
  const portolan::World& opened = world->opened->world;
  if (const auto error = check_profile(opened, profile)) return error;
  std::optional<Kinematics> own = opened.profiles()[profile].kinematics;
  if (kinematics != nullptr) {
    if (const auto error = check_struct(kinematics)) return error;
    if (const std::string_view fault = fault_of(*kinematics); !fault.empty()) {
      write_message(fault, message, message_size);
      return PORTOLAN_ERROR_VALUE;
    }
    own = to_own(*kinematics);
  }
  if (!own) return PORTOLAN_ERROR_NOT_FOUND;
  return guarded([&] {
    try {
      *placed = new portolan_placed{
          .opened = world->opened,
          .query = portolan::PlacedQuery(opened, profile, *own, tiles == 0 ? portolan::PlacedQuery::kTiles : tiles)};
    } catch (const std::invalid_argument& fault) {
      write_message(fault.what(), message, message_size);
      return portolan_error{PORTOLAN_ERROR_VALUE};
    }
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_placed_destroy(portolan_placed** placed) {
  return give_back(placed);
}

portolan_error portolan_placed_use(portolan_placed* placed, const portolan_overlay* overlay) {
  if (const auto error = check_handle(placed)) return error;
  const auto error = use_overlay(*placed, placed->query, overlay);
  if (error == PORTOLAN_OK) placed->found = {};
  return error;
}

portolan_error portolan_placed_find(portolan_placed* placed, const portolan_placed_request* request,
                                    portolan_placed_result* result) {
  if (const auto error = first_error({check_handle(placed), check_struct(request), check_struct(result)})) return error;
  if (request->from.heading >= kEveryHeading || request->to.heading >= kEveryHeading) return PORTOLAN_ERROR_VALUE;
  if (request->ends > PORTOLAN_ENDS_NEAREST) return PORTOLAN_ERROR_VALUE;
  const portolan::PlacedResult found = placed->query.find(
      {.from = to_own(request->from),
       .to = to_own(request->to),
       .ends = static_cast<portolan::EndRule>(request->ends),
       .factor = is_absent(request->factor) ? portolan::PlacedRequest{}.factor : to_own(request->factor),
       .loosest = is_absent(request->loosest) ? portolan::PlacedRequest{}.loosest : to_own(request->loosest),
       .max_expansions = to_budget(request->max_expansions)});
  if (found.status == portolan::Status::bad_request) return PORTOLAN_ERROR_VALUE;
  placed->found = found.placements;
  write_answer(found, *result);
  result->placement_count = found.placements.size();
  result->tiles_per_unit = placed->query.in_tiles(1);
  result->factor = {found.factor.numerator, found.factor.denominator};
  return PORTOLAN_OK;
}

portolan_error portolan_placed_placements(const portolan_placed* placed, portolan_placement* placements,
                                          size_t capacity, size_t* count) {
  if (const auto error = check_handle(placed)) return error;
  const auto at = [&](std::size_t i) {
    const Placement& own = placed->found[i];
    return portolan_placement{.tile = {own.tile.x, own.tile.y}, .heading = to_c_heading(own.heading)};
  };
  return write_array(placed->found.size(), at, placements, capacity, count);
}

portolan_error portolan_placed_arcs(const portolan_placed* placed, portolan_bend_arc* arcs, size_t capacity,
                                    size_t* count) {
  if (const auto error = check_handle(placed)) return error;
  if (capacity != 0 && arcs == nullptr) return PORTOLAN_ERROR_NULL;
  const portolan::PlacedQuery& query = placed->query;
  const auto for_each = [&](auto&& visit) {
    portolan::for_each_bend_arc(placed->found, query.profile().rules.footprint, query.kinematics().radius, visit);
  };
  std::size_t size = 0;
  for_each([&](const portolan::BendArc&) { ++size; });
  if (count != nullptr) *count = size;
  if (capacity == 0) return PORTOLAN_OK;
  if (capacity < size) return PORTOLAN_ERROR_BUFFER;
  const auto to_c_point = [](portolan::Point p) { return portolan_point{p.x, p.y}; };
  for_each([&](const portolan::BendArc& arc) {
    *arcs++ = {.placement = arc.placement,
               .centre = to_c_point(arc.centre),
               .from = to_c_point(arc.from),
               .to = to_c_point(arc.to)};
  });
  return PORTOLAN_OK;
}
