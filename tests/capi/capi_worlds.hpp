// SPDX-License-Identifier: BSL-1.0
// Worlds for the tests of the C interface, and handles that give themselves back.
#pragma once

#include "portolan/boards/board_draft.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/offline/build_board.hpp"
#include "portolan/offline/draw_areas.hpp"
#include "support/built_world.hpp"
#include "support/random_board.hpp"
#include "support/random_world.hpp"
#include "world/linked_sample.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

/// A number that nothing has, and coordinates that no tile has.
inline constexpr std::uint32_t kNone = 0xFFFF'FFFF;
inline constexpr std::int32_t kLeast = std::numeric_limits<std::int32_t>::min();
inline constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();

/// A handle of the C interface with the function that takes it back.
template <class T, portolan_error (*GiveBack)(T**)>
class Handle {
 public:
  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { GiveBack(&handle_); }
  [[nodiscard]] T* get() const noexcept { return handle_; }
  [[nodiscard]] T** address() noexcept { return &handle_; }

 private:
  T* handle_ = nullptr;
};

using WorldHandle = Handle<portolan_world, portolan_world_close>;
using OverlayHandle = Handle<portolan_overlay, portolan_overlay_destroy>;
using QueryHandle = Handle<portolan_query, portolan_query_destroy>;
using PathHandle = Handle<portolan_path, portolan_path_destroy>;
using WalkerHandle = Handle<portolan_walker, portolan_walker_destroy>;
using BoundedHandle = Handle<portolan_bounded, portolan_bounded_destroy>;
using PlacedHandle = Handle<portolan_placed, portolan_placed_destroy>;
using SmootherHandle = Handle<portolan_smoother, portolan_smoother_destroy>;
using BatchHandle = Handle<portolan_batch, portolan_batch_destroy>;
using GraphQueryHandle = Handle<portolan_board_query, portolan_board_query_destroy>;
using CorridorHandle = Handle<portolan_corridor, portolan_corridor_destroy>;

/// An output struct, ready to be filled.
template <class Struct>
Struct sized() {
  Struct data{};
  data.struct_size = sizeof(Struct);
  return data;
}

inline void open_bytes(std::span<const std::byte> bytes, WorldHandle& world) {
  REQUIRE(portolan_world_open_memory(bytes.data(), bytes.size(), world.address(), nullptr, 0) == PORTOLAN_OK);
}

/// A map of terrains with several prices, with the profiles "walker" (grid) and "scout" (any angle, a point).
inline BuiltWorld map_world(std::uint64_t seed) {
  Rng rng(seed);
  const TileMap map =
      random_map(rng, {.character = Character::caves, .weights = Weights::small, .width = 150, .height = 90});
  const std::array profiles{MovementProfile{.name = "walker"},
                            MovementProfile{.name = "scout", .metric = Metric::any_angle, .footprint = 0}};
  return {map, profiles};
}

/// Rooms of one price, where block labels answer.
inline BuiltWorld labelled_rooms(std::uint64_t seed) {
  Rng rng(seed);
  const TileMap map =
      random_map(rng, {.character = Character::rooms, .weights = Weights::uniform, .width = 100, .height = 100});
  return {map, MovementProfile{.name = "walker"}, BuiltWorld::all_indexes()};
}

inline Board board(std::uint64_t seed) {
  Rng rng(seed);
  while (true) {
    Board graph = *make_board(random_board(rng, 40));
    if (graph.by_name.size() >= 30) return graph;
  }
}

/// A map with areas in rows and columns, ragged at their borders, a link, a closed border, tiles in no area, and a
/// area without a tile (the last one).
inline AlignedBytes drawn_bytes(std::uint64_t seed) {
  constexpr std::int32_t kWidth = 60;
  constexpr std::int32_t kHeight = 40;
  Rng rng(seed);
  const TileMap map =
      random_map(rng, {.character = Character::caves, .weights = Weights::small, .width = kWidth, .height = kHeight});
  AreaDrawing drawing;
  drawing.width = kWidth;
  drawing.height = kHeight;
  drawing.draft.files = {"drawn"};
  for (int i = 0; i < 13; ++i) drawing.draft.nodes.emplace_back().name = "area " + std::to_string(i);
  drawing.anchors.resize(drawing.draft.nodes.size());
  for (std::int32_t y = 0; y < kHeight; ++y) {
    for (std::int32_t x = 0; x < kWidth; ++x) {
      const std::int32_t column = std::min(3, (x + rng.below(3)) / 15);
      const std::int32_t row = std::min(2, (y + rng.below(3)) / 13);
      drawing.pixels.push_back(rng.percent(2) ? kNoNode : static_cast<NodeId>(4 * row + column));
    }
  }
  drawing.draft.arcs.emplace_back();
  drawing.draft.arcs.back().to = 11;
  drawing.closed.push_back({0, 1, {}});
  const std::array profiles{MovementProfile{.name = "walker"}};
  const auto drawn = draw_areas(drawing, map, profiles.front(), 1);
  if (!drawn) FAIL(drawn.error().message);
  return build_world(map, profiles, *drawn, BuiltWorld::one_thread())->bytes();
}

/// A world of 60 x 40 tiles with 13 waypoints, a link, a drawn way and one that is closed, for a mover.
inline AlignedBytes placed_bytes(std::uint64_t seed, const MovementProfile& profile = {.name = "walker"}) {
  constexpr std::int32_t kWidth = 60;
  constexpr std::int32_t kHeight = 40;
  Rng rng(seed);
  const TileMap map =
      random_map(rng, {.character = Character::caves, .weights = Weights::small, .width = kWidth, .height = kHeight});
  AreaDrawing drawing;
  drawing.width = kWidth;
  drawing.height = kHeight;
  drawing.sight_length = 25;
  drawing.draft.files = {"placed"};
  drawing.pixels.assign(std::size_t{kWidth} * kHeight, kNoNode);
  while (drawing.anchors.size() < 13) {
    const auto at = static_cast<std::size_t>(rng.below(kWidth * kHeight));
    if (drawing.pixels[at] != kNoNode || map.palette()[map.tiles()[at]].default_cost == 0) continue;
    drawing.pixels[at] = static_cast<NodeId>(drawing.anchors.size());
    drawing.draft.nodes.emplace_back().name = "post " + std::to_string(drawing.anchors.size());
    drawing.anchors.push_back(Tile{static_cast<std::int32_t>(at) % kWidth, static_cast<std::int32_t>(at) / kWidth});
  }
  drawing.draft.arcs.resize(2);
  drawing.draft.arcs[0].to = 11;
  drawing.draft.arcs[1].from = 2;
  drawing.draft.arcs[1].to = 3;
  drawing.draft.arcs[1].has_cost = true;
  drawing.closed.push_back({0, 1, {}});
  const auto drawn = draw_areas(drawing, map, profile, 1);
  if (!drawn) FAIL(drawn.error().message);
  return build_world(map, std::span(&profile, 1), *drawn, BuiltWorld::one_thread())->bytes();
}

/// The files that OneOfEach opens, built once: Catch runs a test from its beginning for each of its sections.
struct FilesOfEach {
  BuiltWorld map = map_world(1);
  AlignedBytes board = board_bytes(test::board(2), {IndexKind::labels});
  AlignedBytes drawn = drawn_bytes(3);
  AlignedBytes linked = make_linked_sample();
};
inline const FilesOfEach& files_of_each() {
  static const FilesOfEach files;
  return files;
}

/// A world of each kind, opened, and a handle of each kind on them.
struct OneOfEach {
  const BuiltWorld& built = files_of_each().map;
  WorldHandle map;
  WorldHandle board;
  WorldHandle drawn;
  WorldHandle linked;
  OverlayHandle overlay;
  OverlayHandle linked_overlay;
  QueryHandle query;
  PathHandle path;
  WalkerHandle walker;
  BatchHandle batch;
  GraphQueryHandle graph_query;
  CorridorHandle corridor;

  OneOfEach() {
    open_bytes(built.bytes(), map);
    open_bytes(files_of_each().board.span(), board);
    REQUIRE(portolan_overlay_create(map.get(), overlay.address()) == PORTOLAN_OK);
    REQUIRE(portolan_query_create(map.get(), 0, PORTOLAN_BASELINE_WITH, query.address()) == PORTOLAN_OK);
    REQUIRE(portolan_path_create(query.get(), 0, path.address()) == PORTOLAN_OK);
    REQUIRE(portolan_walker_create(map.get(), 0, walker.address()) == PORTOLAN_OK);
    REQUIRE(portolan_batch_create(map.get(), 0, 1, batch.address()) == PORTOLAN_OK);
    REQUIRE(portolan_board_query_create(board.get(), graph_query.address()) == PORTOLAN_OK);
    open_bytes(files_of_each().drawn.span(), drawn);
    open_bytes(files_of_each().linked.span(), linked);
    REQUIRE(portolan_overlay_create(linked.get(), linked_overlay.address()) == PORTOLAN_OK);
    REQUIRE(portolan_corridor_create(drawn.get(), 0, corridor.address()) == PORTOLAN_OK);
  }
};

/// A handle taken for one of another kind, as a binding without types may do.
template <class Wrong, class T>
Wrong* as(T* handle) {
  return reinterpret_cast<Wrong*>(handle);
}

inline Tile own(portolan_tile t) {
  return {t.x, t.y};
}
inline portolan_tile c_tile(Tile t) {
  return {t.x, t.y};
}

}  // namespace portolan::test
