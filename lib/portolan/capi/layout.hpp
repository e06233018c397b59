// SPDX-License-Identifier: BSL-1.0
// Types of C that are those of the library under other names: same values, same layout, so that arrays of the caller's
// are read and written in place.
#pragma once

#include "portolan/capi/portolan.h"
#include "portolan/core/geometry.hpp"
#include "portolan/core/point.hpp"
#include "portolan/core/status.hpp"
#include "portolan/crowd/unit.hpp"
#include "portolan/graph/reached_nodes.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/query/batch_query.hpp"
#include "portolan/query/goal_field.hpp"
#include "portolan/query/nearest_goals.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/path_smoother.hpp"
#include "portolan/service/path_service.hpp"

#include <cstddef>
#include <span>
#include <type_traits>

namespace portolan::capi {

template <class C, class Own>
inline constexpr bool kSameLayout =  // NOLINTNEXTLINE(misc-redundant-expression)
    sizeof(C) == sizeof(Own) && alignof(C) == alignof(Own) &&
    std::is_standard_layout_v<C>&& std::is_standard_layout_v<Own>&& std::is_trivially_copyable_v<Own>;

static_assert(kSameLayout<portolan_tile, Tile> && offsetof(portolan_tile, y) == offsetof(Tile, y));
static_assert(kSameLayout<portolan_tile_pair, TilePair> && offsetof(portolan_tile_pair, to) == offsetof(TilePair, to));
static_assert(kSameLayout<portolan_batch_answer, BatchAnswer> &&
              offsetof(portolan_batch_answer, why) == offsetof(BatchAnswer, why) &&
              offsetof(portolan_batch_answer, optimal) == offsetof(BatchAnswer, optimal) &&
              offsetof(portolan_batch_answer, expansions) == offsetof(BatchAnswer, work) &&
              offsetof(portolan_batch_answer, cost) == offsetof(BatchAnswer, cost));

static_assert(kSameLayout<portolan_reached, ReachedNode> &&
              offsetof(portolan_reached, node) == offsetof(ReachedNode, node));
static_assert(kSameLayout<portolan_reached_goal, ReachedGoal> &&
              offsetof(portolan_reached_goal, tile) == offsetof(ReachedGoal, tile) &&
              offsetof(portolan_reached_goal, goal) == offsetof(ReachedGoal, goal));
static_assert(kSameLayout<std::uint32_t, NodeId> && kSameLayout<std::uint64_t, Cost>);
static_assert(PORTOLAN_NO_PATH == kInfiniteCost);

static_assert(PORTOLAN_STATUS_BUSY == static_cast<int>(Status::busy));
static_assert(PORTOLAN_WHY_OUT_OF_RANGE == static_cast<int>(Why::out_of_range));
static_assert(PORTOLAN_TIER_JUMP == static_cast<int>(Tier::jump));
static_assert(PORTOLAN_ENDS_NEAREST == static_cast<int>(EndRule::nearest));
static_assert(PORTOLAN_UNPACKING_LEG_BY_LEG == static_cast<int>(Unpacking::leg_by_leg));
static_assert(PORTOLAN_UNPACKING_BY_DISTANCE == static_cast<int>(Unpacking::by_distance));
static_assert(PORTOLAN_MATRIX_BY_ENDS == static_cast<int>(MatrixSide::by_ends));
static_assert(PORTOLAN_LEG_LINK == static_cast<int>(LegKind::link));
static_assert(PORTOLAN_TIES_RANDOM == static_cast<int>(TieRule::random));
static_assert(PORTOLAN_TIES_SCOPE_PATH == static_cast<int>(TiesScope::path));
static_assert(PORTOLAN_SEGMENT_LINK == static_cast<int>(SegmentKind::link));
static_assert(PORTOLAN_MOST_FIFTHS == Smoothing::kMostFifths);
static_assert(PORTOLAN_BASELINE_WITH == static_cast<int>(Baseline::with));
static_assert(PORTOLAN_METRIC_ANY_ANGLE == static_cast<int>(Metric::any_angle));
static_assert(PORTOLAN_VALIDITY_UNKNOWN == static_cast<int>(Validity::unknown));
static_assert(PORTOLAN_LEG_CORRUPT == static_cast<int>(LegStatus::corrupt));
static_assert(PORTOLAN_MAX_LEG_TILES == LegMatrix::kNodes);
static_assert(PORTOLAN_NO_LINK == kNoLink);
static_assert(PORTOLAN_NO_UNIT == kNoUnit);
static_assert(PORTOLAN_AVOIDANCE_AROUND == static_cast<int>(Avoidance::around));
static_assert(PORTOLAN_UNIT_HOLDING == static_cast<int>(UnitState::holding));
static_assert(PORTOLAN_BOUND_LABELS == static_cast<int>(BoundSource::labels));
static_assert(PORTOLAN_TICKET_UNKNOWN == static_cast<int>(TicketState::unknown));

/// The caller's array as the library sees it. The two meet at the border of a shared object, which no alias analysis
/// crosses.
inline std::span<const Tile> view_of(const portolan_tile* tiles, std::size_t count) noexcept {
  return {reinterpret_cast<const Tile*>(tiles), count};
}
inline std::span<const TilePair> view_of(const portolan_tile_pair* pairs, std::size_t count) noexcept {
  return {reinterpret_cast<const TilePair*>(pairs), count};
}
inline std::span<ReachedGoal> view_of(portolan_reached_goal* goals, std::size_t count) noexcept {
  return {reinterpret_cast<ReachedGoal*>(goals), count};
}
inline std::span<BatchAnswer> view_of(portolan_batch_answer* answers, std::size_t count) noexcept {
  return {reinterpret_cast<BatchAnswer*>(answers), count};
}

inline std::span<ReachedNode> view_of(portolan_reached* nodes, std::size_t count) noexcept {
  return {reinterpret_cast<ReachedNode*>(nodes), count};
}

inline Tile to_own(portolan_tile t) noexcept {
  return {t.x, t.y};
}
inline Point to_own(portolan_point p) noexcept {
  return {p.x, p.y};
}
inline Rect to_own(const portolan_rect& r) noexcept {
  return {to_own(r.min), to_own(r.max)};
}

}  // namespace portolan::capi
