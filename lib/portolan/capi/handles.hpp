// SPDX-License-Identifier: BSL-1.0
// What the handles of the C interface point to.
#pragma once

#include "portolan/capi/calls.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/core/search_memory.hpp"
#include "portolan/crowd/crowd.hpp"
#include "portolan/crowd/formation.hpp"
#include "portolan/query/batch_query.hpp"
#include "portolan/query/board_query.hpp"
#include "portolan/query/bounded_query.hpp"
#include "portolan/query/corridor_query.hpp"
#include "portolan/query/distance_arena.hpp"
#include "portolan/query/flight_query.hpp"
#include "portolan/query/goal_field.hpp"
#include "portolan/query/goal_set.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/nearest_query.hpp"
#include "portolan/query/path.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/path_repair.hpp"
#include "portolan/query/path_smoother.hpp"
#include "portolan/query/placed_query.hpp"
#include "portolan/service/path_service.hpp"
#include "portolan/world/influence.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/tag_closures.hpp"
#include "portolan/world/veil.hpp"
#include "portolan/world/world.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace portolan::capi {

/// As World::view wants its bytes.
struct alignas(64) Line {
  std::array<std::byte, 64> bytes;
};

/// A world and, if it is not a mapped file, its bytes. Every handle that reads from it keeps it.
struct OpenedWorld {
  std::vector<Line> memory;
  World world;
};

}  // namespace portolan::capi

// A handle begins with the mark of its kind.

struct portolan_world {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0001;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
};

struct portolan_overlay {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0002;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::Overlay overlay;
};

struct portolan_tags {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0025;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::TagClosures closures;
};

struct portolan_influence {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0026;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::Influence influence;
};

struct portolan_veil {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0027;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;  ///< the blank world
  std::shared_ptr<const portolan::capi::OpenedWorld> truth;
  portolan::Overlay file;  ///< the truth without edits
  portolan::Veil veil;
};

struct portolan_query {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0003;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::PathQuery query;
};

struct portolan_path {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0007;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::Path path;
};

struct portolan_walker {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0008;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::LegWalker walker;
  portolan::Leg leg{};  ///< the last one
};

struct portolan_repair {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0041;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::PathRepair repair;
};

struct portolan_bounded {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0012;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::BoundedQuery query;
};

struct portolan_placed {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0031;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::PlacedQuery query;
  std::span<const portolan::Placement> found{};  ///< by the last find
};

struct portolan_smoother {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0011;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::PathSmoother smoother;
  portolan::SmoothPath made{};  ///< last
};

struct portolan_batch {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0004;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::BatchQuery batch;
};

struct portolan_board_query {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0005;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::BoardQuery query;
  portolan::BoardPath found{};  ///< by the last find
};

struct portolan_corridor {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0006;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::CorridorQuery query;
  portolan::CorridorPath found{};  ///< by the last find
};

struct portolan_goals {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0009;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  std::shared_ptr<portolan::GoalSet> goals;
};

struct portolan_goal_search {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'000A;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  std::shared_ptr<const portolan::GoalSet> goals;
  portolan::NearestQuery query;
};

struct portolan_search_memory {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0071;
  std::uint64_t mark = kMark;
  std::shared_ptr<portolan::SearchMemory> memory;
};

struct portolan_arena {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0021;
  std::uint64_t mark = kMark;
  std::shared_ptr<portolan::DistanceArena> arena;
};

struct portolan_goal_field {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0022;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  std::shared_ptr<portolan::DistanceArena> arena;
  portolan::GoalField field;
};

struct portolan_flight {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0023;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  std::shared_ptr<portolan::DistanceArena> arena;
  portolan::FlightQuery query;
};

struct portolan_service {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0051;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::PathService service;
  portolan::ServiceReport ticked{};  ///< the last tick
};

struct portolan_crowd {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0024;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  portolan::Crowd crowd;
  portolan::CrowdReport report{};
};

struct portolan_formation_guide {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0028;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  std::shared_ptr<portolan::FormationGuide> guide;
};

struct portolan_formation {
  static constexpr std::uint64_t kMark = 0x706F'7274'0000'0029;
  std::uint64_t mark = kMark;
  std::shared_ptr<const portolan::capi::OpenedWorld> opened;
  std::shared_ptr<portolan::FormationGuide> guide;
  portolan::Formation formation;
};

namespace portolan::capi {

/// Whether a world has a profile.
inline portolan_error check_profile(const World& world, std::uint32_t profile) noexcept {
  if (world.profiles().empty()) return PORTOLAN_ERROR_MISSING;
  return profile < world.profiles().size() ? PORTOLAN_OK : PORTOLAN_ERROR_RANGE;
}

/// Has what a handle stands for show the world as the overlay does now, or as the file has it.
template <class Handle, class User>
portolan_error use_overlay(const Handle& handle, User& user, const portolan_overlay* overlay) noexcept {
  if (overlay != nullptr) {
    if (const auto error = check_handle(overlay)) return error;
    if (overlay->opened != handle.opened) return PORTOLAN_ERROR_OTHER_WORLD;
  }
  return guarded([&] {
    user.use(nullptr);
    if (overlay != nullptr) user.use(std::make_shared<const Overlay>(overlay->overlay));
    return portolan_error{PORTOLAN_OK};
  });
}

}  // namespace portolan::capi
