// SPDX-License-Identifier: BSL-1.0
// Worlds for the tests of the C interface, and handles that give themselves back.
#pragma once

#include "portolan/build/build_region_world.hpp"
#include "portolan/capi/portolan.h"
#include "portolan/graph/region_draft.hpp"
#include "support/built_world.hpp"
#include "support/random_board.hpp"
#include "support/random_world.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

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
using BatchHandle = Handle<portolan_batch, portolan_batch_destroy>;
using GraphQueryHandle = Handle<portolan_graph_query, portolan_graph_query_destroy>;

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

inline RegionGraph board(std::uint64_t seed) {
  Rng rng(seed);
  while (true) {
    RegionGraph graph = *make_region_graph(random_board(rng, 40));
    if (graph.by_name.size() >= 30) return graph;
  }
}

inline AlignedBytes board_bytes(const RegionGraph& graph, std::set<IndexKind> indexes) {
  BuildOptions options = BuiltWorld::one_thread();
  options.indexes = std::move(indexes);
  return build_region_world(graph, options)->bytes();
}

/// A world of each kind, opened, and a handle of each kind on them.
struct OneOfEach {
  BuiltWorld built = map_world(1);
  WorldHandle map;
  WorldHandle board;
  OverlayHandle overlay;
  QueryHandle query;
  BatchHandle batch;
  GraphQueryHandle graph_query;

  OneOfEach() {
    open_bytes(built.bytes(), map);
    open_bytes(board_bytes(test::board(2), {IndexKind::labels}).span(), board);
    REQUIRE(portolan_overlay_create(map.get(), overlay.address()) == PORTOLAN_OK);
    REQUIRE(portolan_query_create(map.get(), 0, PORTOLAN_BASELINE_WITH, query.address()) == PORTOLAN_OK);
    REQUIRE(portolan_batch_create(map.get(), 0, 1, batch.address()) == PORTOLAN_OK);
    REQUIRE(portolan_graph_query_create(board.get(), graph_query.address()) == PORTOLAN_OK);
  }
};

/// A handle taken for one of another kind, as a binding without types may do.
template <class Wrong, class T>
Wrong* as(T* handle) {
  return reinterpret_cast<Wrong*>(handle);
}

}  // namespace portolan::test
