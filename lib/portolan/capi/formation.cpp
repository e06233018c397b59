// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/formation.hpp"

#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/crowd/formation_file.hpp"

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace portolan::capi;

namespace {

constexpr std::uint32_t kMostRatio = 65'535;

/// OK if both are handles of one world.
portolan_error check_both(const portolan_formation* formation, const portolan_crowd* crowd) noexcept {
  if (const auto error = first_error({check_handle(formation), check_handle(crowd)})) return error;
  return formation->opened == crowd->opened ? PORTOLAN_OK : PORTOLAN_ERROR_OTHER_WORLD;
}

portolan_heading to_c(portolan::Heading heading) noexcept {
  if (heading == portolan::Heading::any) return PORTOLAN_HEADING_ANY;
  return static_cast<portolan_heading>(static_cast<int>(heading) + PORTOLAN_HEADING_EAST);
}

/// Nothing if the shape is none.
std::optional<portolan::FormationShape> to_shape(const portolan_shape& shape) {
  using portolan::FormationShape;
  const std::uint32_t gap = shape.spacing == 0 ? 1 : shape.spacing;
  if (shape.count == 0 || shape.count > FormationShape::kMostSlots || gap > FormationShape::kMostSpacing) return {};
  const auto spacing = static_cast<std::int32_t>(gap);
  switch (shape.kind) {
    case PORTOLAN_SHAPE_LINE:
      return FormationShape::line(shape.count, spacing);
    case PORTOLAN_SHAPE_COLUMN:
      return FormationShape::column(shape.count, spacing);
    case PORTOLAN_SHAPE_BOX:
      if (shape.files == 0 || shape.files > FormationShape::kMostFiles) return {};
      return FormationShape::box(shape.count, static_cast<std::int32_t>(shape.files), spacing);
    case PORTOLAN_SHAPE_WEDGE:
      return FormationShape::wedge(shape.count, spacing);
    case PORTOLAN_SHAPE_FREE: {
      std::vector<portolan::SlotOffset> slots;
      for (const portolan_slot& slot : std::span(shape.slots, shape.count)) slots.push_back({slot.x, slot.y});
      return FormationShape::of(slots, spacing);
    }
    default:
      return {};
  }
}

/// Calls use(shape) with the shape that is meant.
template <class Use>
portolan_error with_shape(const portolan_shape& shape, Use&& use) noexcept {
  if (shape.kind == PORTOLAN_SHAPE_FREE && shape.slots == nullptr) return PORTOLAN_ERROR_NULL;
  return guarded([&] {
    auto own = to_shape(shape);
    return own ? error_of(use(std::move(*own))) : portolan_error{PORTOLAN_ERROR_VALUE};
  });
}

}  // namespace

portolan_error portolan_formation_guide_create(const portolan_world* world, uint32_t profile,
                                               const portolan_formation_guide_options* options,
                                               portolan_formation_guide** guide) {
  if (guide == nullptr) return PORTOLAN_ERROR_NULL;
  *guide = nullptr;
  if (const auto error = first_error({check_handle(world), check_struct(options)})) return error;
  const portolan::World& opened = world->opened->world;
  if (const auto error = check_profile(opened, profile)) return error;
  portolan::FormationGuideOptions own;
  if (options->has_wide_profile != 0) {
    if (const auto error = check_profile(opened, options->wide_profile)) return error;
    own.wide_profile = options->wide_profile;
  }
  if (options->detour_numerator != 0 || options->detour_denominator != 0) {
    const auto fits = [](std::uint32_t number) { return number >= 1 && number <= kMostRatio; };
    if (!fits(options->detour_numerator) || !fits(options->detour_denominator)) return PORTOLAN_ERROR_VALUE;
    own.most_detour = {options->detour_numerator, options->detour_denominator};
  }
  return guarded([&] {
    try {
      *guide = new portolan_formation_guide{.opened = world->opened,
                                            .guide = std::make_shared<portolan::FormationGuide>(opened, profile, own)};
    } catch (const std::invalid_argument&) {
      return portolan_error{PORTOLAN_ERROR_UNSUPPORTED};
    }
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_formation_guide_destroy(portolan_formation_guide** guide) {
  return give_back(guide);
}

portolan_error portolan_formation_guide_use(portolan_formation_guide* guide, const portolan_overlay* overlay) {
  if (const auto error = check_handle(guide)) return error;
  return use_overlay(*guide, *guide->guide, overlay);
}

portolan_error portolan_formation_create(const portolan_formation_guide* guide,
                                         const portolan_formation_options* options, portolan_formation** formation) {
  if (formation == nullptr) return PORTOLAN_ERROR_NULL;
  *formation = nullptr;
  if (const auto error = first_error({check_handle(guide), check_struct(options)})) return error;
  if (options->patience > kMostRatio) return PORTOLAN_ERROR_VALUE;
  portolan::FormationOptions own;
  if (options->reach != 0) own.reach = options->reach;
  if (options->patience != 0) own.patience = options->patience;
  return guarded([&] {
    *formation = new portolan_formation{
        .opened = guide->opened, .guide = guide->guide, .formation = portolan::Formation(*guide->guide, own)};
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_formation_destroy(portolan_formation** formation) {
  return give_back(formation);
}

portolan_error portolan_formation_form(portolan_formation* formation, portolan_crowd* crowd, const uint32_t* units,
                                       size_t count, const portolan_shape* shape) {
  if (const auto error = first_error({check_both(formation, crowd), check_buffer(units, count), check_struct(shape)})) {
    return error;
  }
  return with_shape(*shape, [&](portolan::FormationShape own) {
    return formation->formation.form(crowd->crowd, std::span(units, count), std::move(own));
  });
}

portolan_error portolan_formation_reshape(portolan_formation* formation, portolan_crowd* crowd,
                                          const portolan_shape* shape) {
  if (const auto error = first_error({check_both(formation, crowd), check_struct(shape)})) return error;
  return with_shape(
      *shape, [&](portolan::FormationShape own) { return formation->formation.reshape(crowd->crowd, std::move(own)); });
}

portolan_error portolan_formation_order(portolan_formation* formation, portolan_crowd* crowd, portolan_tile goal,
                                        portolan_heading heading, portolan_answer* answer) {
  if (const auto error = first_error({check_both(formation, crowd), check_struct(answer)})) return error;
  if (heading > PORTOLAN_HEADING_SOUTH_EAST) return PORTOLAN_ERROR_VALUE;
  portolan::FormationOrder order{.goal = to_own(goal)};
  if (heading != PORTOLAN_HEADING_ANY) order.heading = static_cast<portolan::Heading>(heading - PORTOLAN_HEADING_EAST);
  return guarded([&] {
    const portolan::Answer found = formation->formation.order(crowd->crowd, order);
    if (const auto error = error_of(found)) return error;
    write_answer(found, *answer);
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_formation_advance(portolan_formation* formation, portolan_crowd* crowd,
                                          portolan_formation_report* report) {
  if (const auto error = first_error({check_both(formation, crowd), check_struct(report)})) return error;
  const portolan::FormationReport own = formation->formation.advance(crowd->crowd);
  const portolan::Tile leader = formation->formation.leader();
  report->state = static_cast<portolan_formation_state>(own.state);
  report->heading = to_c(formation->formation.heading());
  report->leader = {leader.x, leader.y};
  report->members = own.members;
  report->behind = own.behind;
  report->orders = own.orders;
  report->swaps = own.swaps;
  return PORTOLAN_OK;
}

portolan_error portolan_formation_members(const portolan_formation* formation, portolan_formation_member* members,
                                          size_t capacity, size_t* count) {
  if (const auto error = check_handle(formation)) return error;
  return write_array(
      formation->formation.size(),
      [&](std::size_t i) {
        const portolan::FormationMember own = formation->formation.member(i);
        return portolan_formation_member{.unit = own.unit, .slot = {own.slot.x, own.slot.y}};
      },
      members, capacity, count);
}

portolan_error portolan_formation_remove(portolan_formation* formation, portolan_crowd* crowd, uint32_t unit) {
  if (const auto error = check_both(formation, crowd)) return error;
  formation->formation.remove(crowd->crowd, unit);
  return PORTOLAN_OK;
}

portolan_error portolan_formation_disband(portolan_formation* formation, portolan_crowd* crowd) {
  if (const auto error = check_both(formation, crowd)) return error;
  formation->formation.disband(crowd->crowd);
  return PORTOLAN_OK;
}

portolan_error portolan_formation_bytes(const portolan_formation* formation, uint8_t* bytes, size_t capacity,
                                        size_t* count) {
  if (const auto error = check_handle(formation)) return error;
  return guarded(
      [&] { return write_bytes(portolan::FormationFile::bytes_of(formation->formation), bytes, capacity, count); });
}

portolan_error portolan_formation_read(portolan_formation* formation, const portolan_crowd* crowd, const uint8_t* bytes,
                                       size_t size) {
  if (const auto error = first_error({check_both(formation, crowd), check_buffer(bytes, size)})) return error;
  return guarded([&] {
    const auto read =
        portolan::FormationFile::read(std::as_bytes(std::span(bytes, size)), crowd->crowd, formation->formation);
    return read ? portolan_error{PORTOLAN_OK} : code_of_state(read.error().code);
  });
}
