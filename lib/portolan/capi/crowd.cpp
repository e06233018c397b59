// SPDX-License-Identifier: BSL-1.0
#include "portolan/crowd/crowd.hpp"

#include "portolan/capi/calls.hpp"
#include "portolan/capi/handles.hpp"
#include "portolan/capi/headings.hpp"
#include "portolan/capi/layout.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/crowd/crowd_file.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

using namespace portolan::capi;

namespace {

portolan_tile to_c(portolan::Tile tile) noexcept {
  return {tile.x, tile.y};
}

/// OK if the handle is one, and the crowd has the unit.
portolan_error check_unit(const portolan_crowd* crowd, std::uint32_t unit) noexcept {
  if (const auto error = check_handle(crowd)) return error;
  return crowd->crowd.contains(unit) ? PORTOLAN_OK : PORTOLAN_ERROR_RANGE;
}

/// What searches for stuck units may try, more than a crowd can count as the most that it can.
std::uint32_t to_cluster_moves(std::uint64_t moves) noexcept {
  if (moves == 0) return portolan::CrowdOptions{}.max_cluster_moves;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(moves, std::numeric_limits<std::uint32_t>::max()));
}

portolan_error write_moves(std::span<const portolan::UnitMove> own, portolan_unit_move* moves, std::size_t capacity,
                           std::size_t* count) noexcept {
  return write_array(
      own.size(),
      [&](std::size_t i) {
        return portolan_unit_move{.unit = own[i].unit,
                                  .from = to_c(own[i].from),
                                  .to = to_c(own[i].to),
                                  .begin = own[i].begin,
                                  .end = own[i].end,
                                  .heading = to_c_heading(own[i].heading),
                                  .to_heading = to_c_heading(own[i].to_heading)};
      },
      moves, capacity, count);
}

portolan_error write_units(std::span<const portolan::UnitId> own, std::uint32_t* units, std::size_t capacity,
                           std::size_t* count) noexcept {
  return write_array(
      own.size(), [&](std::size_t i) { return own[i]; }, units, capacity, count);
}

}  // namespace

portolan_error portolan_crowd_create(const portolan_world* world, const uint32_t* profiles, size_t count,
                                     const portolan_crowd_options* options, portolan_crowd** crowd) {
  if (crowd == nullptr) return PORTOLAN_ERROR_NULL;
  *crowd = nullptr;
  if (const auto error = first_error({check_handle(world), check_struct(options), check_buffer(profiles, count)})) {
    return error;
  }
  if (count == 0 || count > portolan::Crowd::kMaxProfiles) return PORTOLAN_ERROR_VALUE;
  const portolan::World& opened = world->opened->world;
  for (std::size_t i = 0; i < count; ++i) {
    if (const auto error = check_profile(opened, profiles[i])) return error;
  }
  return guarded([&] {
    const std::vector<std::size_t> own(profiles, profiles + count);
    try {
      *crowd = new portolan_crowd{
          .opened = world->opened,
          .crowd =
              portolan::Crowd(opened, own,
                              {.units = options->units,
                               .distance_tiles = static_cast<std::size_t>(options->distance_tiles),
                               .seed = options->seed,
                               .max_pushes = to_budget(options->max_pushes),
                               .max_cluster_moves = to_cluster_moves(options->max_cluster_moves),
                               .max_way_states = options->max_way_states == 0 ? portolan::CrowdOptions{}.max_way_states
                                                                              : options->max_way_states})};
    } catch (const std::invalid_argument&) {
      return portolan_error{PORTOLAN_ERROR_UNSUPPORTED};
    }
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_crowd_destroy(portolan_crowd** crowd) {
  return give_back(crowd);
}

portolan_error portolan_crowd_use(portolan_crowd* crowd, const portolan_overlay* overlay) {
  if (const auto error = check_handle(crowd)) return error;
  const auto error = use_overlay(*crowd, crowd->crowd, overlay);
  if (error == PORTOLAN_OK) crowd->report = {};
  return error;
}

portolan_error portolan_crowd_add(portolan_crowd* crowd, const portolan_unit_spec* spec, uint32_t* unit,
                                  portolan_answer* answer) {
  if (const auto error = first_error({check_handle(crowd), check_struct(spec), check_pointer(unit)})) return error;
  if (const auto error = check_struct(answer)) return error;
  portolan::UnitSpec own{.tile = to_own(spec->tile), .profile = spec->profile, .side = spec->side};
  if (spec->heading >= kEveryHeading) return PORTOLAN_ERROR_RANGE;
  if (spec->heading != PORTOLAN_HEADING_ANY) own.heading = to_own_heading(spec->heading);
  if (spec->ticks != 0) own.ticks_per_tile = portolan::Ratio{spec->ticks, spec->tiles};
  const portolan::AddedUnit added = crowd->crowd.add(own);
  *unit = added.unit;
  if (const auto error = error_of(added)) return error;
  write_answer(added, *answer);
  return PORTOLAN_OK;
}

portolan_error portolan_crowd_remove(portolan_crowd* crowd, uint32_t unit) {
  if (const auto error = check_unit(crowd, unit)) return error;
  crowd->crowd.remove(unit);
  return PORTOLAN_OK;
}

portolan_error portolan_crowd_order(portolan_crowd* crowd, uint32_t unit, portolan_tile goal,
                                    portolan_avoidance avoidance, portolan_answer* answer) {
  if (const auto error = first_error({check_handle(crowd), check_struct(answer)})) return error;
  if (const auto error = check_unit(crowd, unit)) return error;
  if (avoidance > PORTOLAN_AVOIDANCE_AROUND) return PORTOLAN_ERROR_VALUE;
  write_answer(crowd->crowd.order(unit, to_own(goal), static_cast<portolan::Avoidance>(avoidance)), *answer);
  return PORTOLAN_OK;
}

portolan_error portolan_crowd_order_facing(portolan_crowd* crowd, uint32_t unit, portolan_placement goal,
                                           portolan_avoidance avoidance, portolan_answer* answer) {
  if (const auto error = first_error({check_handle(crowd), check_struct(answer)})) return error;
  if (const auto error = check_unit(crowd, unit)) return error;
  if (avoidance > PORTOLAN_AVOIDANCE_AROUND) return PORTOLAN_ERROR_VALUE;
  if (goal.heading >= kEveryHeading) return PORTOLAN_ERROR_RANGE;
  const portolan::Answer own =
      crowd->crowd.order_facing(unit, to_own(goal), static_cast<portolan::Avoidance>(avoidance));
  if (const auto error = error_of(own)) return error;
  write_answer(own, *answer);
  return PORTOLAN_OK;
}

portolan_error portolan_crowd_set_pace(portolan_crowd* crowd, uint32_t unit, uint32_t ticks, uint32_t tiles) {
  if (const auto error = check_unit(crowd, unit)) return error;
  std::optional<portolan::Ratio> pace;
  if (ticks != 0) pace = portolan::Ratio{ticks, tiles};
  return error_of(crowd->crowd.set_pace(unit, pace));
}

portolan_error portolan_crowd_hold(portolan_crowd* crowd, uint32_t unit) {
  if (const auto error = check_unit(crowd, unit)) return error;
  crowd->crowd.hold(unit);
  return PORTOLAN_OK;
}

portolan_error portolan_crowd_tick(portolan_crowd* crowd, portolan_crowd_report* report) {
  if (const auto error = first_error({check_handle(crowd), check_struct(report)})) return error;
  crowd->report = crowd->crowd.tick();
  const portolan::CrowdReport& own = crowd->report;
  report->tick = own.tick;
  report->decisions = own.decisions;
  report->pushes = own.pushes;
  report->waits = own.waits;
  report->planned = own.planned;
  report->hash = own.hash;
  report->started = own.started.size();
  report->ended = own.ended.size();
  report->arrived = own.arrived.size();
  report->stuck = own.stuck.size();
  return PORTOLAN_OK;
}

portolan_error portolan_crowd_unit(const portolan_crowd* crowd, uint32_t unit, portolan_unit* data) {
  if (const auto error = first_error({check_handle(crowd), check_struct(data)})) return error;
  if (const auto error = check_unit(crowd, unit)) return error;
  const portolan::UnitView own = crowd->crowd.unit(unit);
  data->avoidance = static_cast<portolan_avoidance>(own.avoidance);
  data->state = static_cast<portolan_unit_state>(own.state);
  data->side = own.side;
  data->tile = to_c(own.tile);
  data->to = to_c(own.to);
  data->goal = to_c(own.goal);
  data->begin = own.begin;
  data->end = own.end;
  data->heading = to_c_heading(own.heading);
  data->to_heading = to_c_heading(own.to_heading);
  data->goal_heading = to_c_heading(own.goal_heading);
  return PORTOLAN_OK;
}

portolan_error portolan_crowd_started(const portolan_crowd* crowd, portolan_unit_move* moves, size_t capacity,
                                      size_t* count) {
  if (const auto error = check_handle(crowd)) return error;
  return write_moves(crowd->report.started, moves, capacity, count);
}

portolan_error portolan_crowd_ended(const portolan_crowd* crowd, portolan_unit_move* moves, size_t capacity,
                                    size_t* count) {
  if (const auto error = check_handle(crowd)) return error;
  return write_moves(crowd->report.ended, moves, capacity, count);
}

portolan_error portolan_crowd_arrived(const portolan_crowd* crowd, uint32_t* units, size_t capacity, size_t* count) {
  if (const auto error = check_handle(crowd)) return error;
  return write_units(crowd->report.arrived, units, capacity, count);
}

portolan_error portolan_crowd_stuck(const portolan_crowd* crowd, uint32_t* units, size_t capacity, size_t* count) {
  if (const auto error = check_handle(crowd)) return error;
  const auto stuck = crowd->report.stuck;
  return write_array(
      stuck.size(), [&](std::size_t i) { return stuck[i].unit; }, units, capacity, count);
}

portolan_error portolan_crowd_blockers(const portolan_crowd* crowd, size_t stuck, uint32_t* units, size_t capacity,
                                       size_t* count) {
  if (const auto error = check_handle(crowd)) return error;
  if (stuck >= crowd->report.stuck.size()) return PORTOLAN_ERROR_RANGE;
  return write_units(crowd->report.stuck[stuck].blockers, units, capacity, count);
}

portolan_error portolan_crowd_bytes(const portolan_crowd* crowd, uint8_t* bytes, size_t capacity, size_t* count) {
  if (const auto error = check_handle(crowd)) return error;
  return guarded([&] { return write_bytes(portolan::CrowdFile::bytes_of(crowd->crowd), bytes, capacity, count); });
}

portolan_error portolan_crowd_hash(const portolan_crowd* crowd, uint64_t* hash) {
  if (const auto error = first_error({check_handle(crowd), check_pointer(hash)})) return error;
  return guarded([&] {
    *hash = portolan::CrowdFile::hash_of(crowd->crowd);
    return portolan_error{PORTOLAN_OK};
  });
}

portolan_error portolan_crowd_read(portolan_crowd* crowd, const uint8_t* bytes, size_t size,
                                   const portolan_overlay* overlay) {
  if (const auto error = first_error({check_handle(crowd), check_buffer(bytes, size)})) return error;
  if (overlay != nullptr) {
    if (const auto error = check_handle(overlay)) return error;
    if (overlay->opened != crowd->opened) return PORTOLAN_ERROR_OTHER_WORLD;
  }
  return guarded([&] {
    std::shared_ptr<const portolan::Overlay> shown;
    if (overlay != nullptr) shown = std::make_shared<const portolan::Overlay>(overlay->overlay);
    const auto read = portolan::CrowdFile::read(std::as_bytes(std::span(bytes, size)), std::move(shown), crowd->crowd);
    if (read) crowd->report = {};
    return read ? portolan_error{PORTOLAN_OK} : code_of_state(read.error().code);
  });
}
