// SPDX-License-Identifier: BSL-1.0
// What the C interface answers on boards and areas is what the classes behind it do.
#include "capi/capi_worlds.hpp"
#include "portolan/portolan.hpp"
#include "support/movers.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

TEST_CASE("boards in C have the names, arcs and costs of the graph, whatever index answers") {
  const std::map<portolan_tier, std::set<IndexKind>> kinds = {
      {PORTOLAN_TIER_ASTAR, {}},
      {PORTOLAN_TIER_CH, {IndexKind::ch}},
      {PORTOLAN_TIER_LABELS, {IndexKind::ch, IndexKind::labels}}};
  const Board graph = board(8);
  const BoardView view = graph.view();
  const std::vector<Cost> costs = all_pairs(view.arcs);
  for (const auto& [tier, indexes] : kinds) {
    WorldHandle world;
    GraphQueryHandle query;
    open_bytes(board_bytes(graph, indexes).span(), world);
    REQUIRE(portolan_board_query_create(world.get(), query.address()) == PORTOLAN_OK);
    auto info = sized<portolan_world_info>();
    REQUIRE(portolan_world_get_info(world.get(), &info) == PORTOLAN_OK);
    REQUIRE(info.width == 0);
    REQUIRE(info.node_count == view.size());
    REQUIRE(info.arc_count == view.arcs.target.size());
    REQUIRE(info.cost_decimals == view.cost_decimals);
    int found = 0;
    for (std::uint32_t from = 0; from < info.node_count; ++from) {
      std::array<char, kMaxNameBytes + 1> name{};
      std::size_t count = 0;
      std::uint32_t node = 0;
      REQUIRE(portolan_board_node_name(world.get(), from, name.data(), name.size(), &count) == PORTOLAN_OK);
      REQUIRE(std::string(name.data(), count) == view.names[from]);
      REQUIRE(portolan_board_find_node(world.get(), name.data(), &node) == PORTOLAN_OK);
      REQUIRE(node == from);
      std::uint32_t enter = 99;
      REQUIRE(portolan_board_node_enter(world.get(), from, &enter) == PORTOLAN_OK);
      REQUIRE(enter == view.cost_to_enter(from));
      REQUIRE(portolan_board_arcs(world.get(), from, nullptr, 0, &count) == PORTOLAN_OK);
      std::vector<portolan_arc> arcs(count);
      REQUIRE(count == view.arcs.first[from + 1] - view.arcs.first[from]);
      REQUIRE(portolan_board_arcs(world.get(), from, arcs.data(), count, nullptr) == PORTOLAN_OK);
      for (std::size_t i = 0; i < count; ++i) {
        REQUIRE(arcs[i].to == view.arcs.target[view.arcs.first[from] + i]);
        REQUIRE(arcs[i].cost == view.arcs.weight[view.arcs.first[from] + i]);
      }
      for (std::uint32_t to = 0; to < info.node_count; ++to) {
        auto result = sized<portolan_board_result>();
        auto request = sized<portolan_board_request>();
        request.from = from;
        request.to = to;
        REQUIRE(portolan_board_query_find(query.get(), &request, &result) == PORTOLAN_OK);
        REQUIRE(result.tier == tier);
        const Cost wanted = costs[from * view.size() + to];
        REQUIRE(result.status == (wanted == kInfiniteCost ? PORTOLAN_STATUS_UNREACHABLE : PORTOLAN_STATUS_FOUND));
        std::vector<std::uint32_t> nodes(result.node_count);
        REQUIRE(portolan_board_query_nodes(query.get(), nodes.data(), nodes.size(), &count) == PORTOLAN_OK);
        REQUIRE(count == nodes.size());
        if (wanted == kInfiniteCost) {
          REQUIRE(nodes.empty());
          continue;
        }
        ++found;
        REQUIRE(result.cost == wanted);
        REQUIRE(nodes.front() == from);
        REQUIRE(nodes.back() == to);
        Cost sum = 0;
        for (std::size_t i = 1; i < nodes.size(); ++i) {
          const std::size_t arc = view.cheapest_arc(nodes[i - 1], nodes[i]);
          REQUIRE(arc < view.arcs.weight.size());
          sum += view.arcs.weight[arc];
        }
        REQUIRE(sum == wanted);
        std::vector<portolan_arc> taken(nodes.size() - 1);
        REQUIRE(portolan_board_query_arcs(query.get(), taken.data(), taken.size(), &count) == PORTOLAN_OK);
        REQUIRE(count == taken.size());
        Cost of_arcs = 0;
        for (std::size_t i = 0; i < count; ++i) {
          REQUIRE(taken[i].to == nodes[i + 1]);
          of_arcs += taken[i].cost;
        }
        REQUIRE(of_arcs == wanted);
        REQUIRE(portolan_board_query_find_cost(query.get(), &request, &result) == PORTOLAN_OK);
        REQUIRE(result.cost == wanted);
        REQUIRE(result.optimal == 1);
        REQUIRE(result.node_count == 0);
      }
    }
    CHECK(found > 100);
    auto result = sized<portolan_board_result>();
    if (tier == PORTOLAN_TIER_ASTAR) {
      auto request = sized<portolan_board_request>();
      request.to = info.node_count - 1;
      request.max_expansions = 1;
      REQUIRE(portolan_board_query_find(query.get(), &request, &result) == PORTOLAN_OK);
      CHECK(result.expansions <= 1);
    }
  }
}

TEST_CASE("an estimate in C leads A* as it does in C++") {
  const Board graph = board(8);
  const AlignedBytes bytes = board_bytes(graph, {IndexKind::labels});
  WorldHandle world;
  GraphQueryHandle query;
  open_bytes(bytes.span(), world);
  REQUIRE(portolan_board_query_create(world.get(), query.address()) == PORTOLAN_OK);
  const auto opened = World::view(bytes.span());
  REQUIRE(opened.has_value());
  BoardQuery own_query(*opened);
  std::uint64_t asked = 0;
  const portolan_estimate estimate = [](void* user, std::uint32_t node, std::uint32_t goal) {
    ++*static_cast<std::uint64_t*>(user);
    return std::uint64_t{node * 7919 % 50 + goal};
  };
  auto same = [](NodeId node, NodeId goal) { return Cost{node * 7919 % 50 + goal}; };
  const auto nodes = static_cast<std::uint32_t>(graph.size());
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      auto result = sized<portolan_board_result>();
      auto request = sized<portolan_board_request>();
      request.from = from;
      request.to = to;
      request.estimate = estimate;
      request.estimate_user = &asked;
      REQUIRE(portolan_board_query_find(query.get(), &request, &result) == PORTOLAN_OK);
      const BoardPath wanted = own_query.find({.from = from, .to = to, .estimate = NodeEstimate::by(same)});
      REQUIRE(result.tier == PORTOLAN_TIER_ASTAR);
      REQUIRE(result.cost == wanted.cost);
      REQUIRE(result.lower_bound == wanted.lower_bound);
      REQUIRE((result.optimal == 1) == wanted.optimal());
      REQUIRE(result.expansions == wanted.work);
    }
  }
  REQUIRE(asked > nodes);
}

TEST_CASE("boards in C answer what is near, what all costs and what is closed as BoardQuery does") {
  const Board graph = board(8);
  const AlignedBytes bytes = board_bytes(graph, {IndexKind::ch, IndexKind::labels});
  BoardQuery own_query(*World::view(bytes.span()));
  const auto places = static_cast<NodeId>(graph.view().size());
  WorldHandle world;
  GraphQueryHandle query;
  open_bytes(bytes.span(), world);
  REQUIRE(portolan_board_query_create(world.get(), query.address()) == PORTOLAN_OK);
  Rng rng(9);
  const auto any = [&] { return static_cast<NodeId>(rng.below(static_cast<std::int32_t>(places))); };
  for (std::uint32_t number = 0; number < graph.view().tag_names.size(); ++number) {
    std::uint32_t tag = 99;
    REQUIRE(portolan_board_find_tag(world.get(), std::string(graph.view().tag_names[number]).c_str(), &tag) ==
            PORTOLAN_OK);
    REQUIRE(tag == number);
  }
  for (int round = 0; round < 200; ++round) {
    if (round % 10 == 5) {
      const std::array<std::uint32_t, 1> shut{any()};
      const std::array<portolan_border, 1> border{{{any(), any()}}};
      const std::size_t count = round % 20 == 5 ? 1 : 0;
      AreaClosures closures;
      if (count == 1) closures = {{shut[0]}, {{border[0].from, border[0].to}}};
      own_query.close(closures);
      REQUIRE(portolan_board_query_close(query.get(), shut.data(), count, border.data(), count) == PORTOLAN_OK);
    }
    const NodeId from = any();
    std::vector<portolan_reached> reached(places);
    std::vector<ReachedNode> room(places);
    auto answer = sized<portolan_answer>();
    std::size_t count = 0;
    const auto require_same = [&](const ReachedNodes& wanted) {
      REQUIRE(static_cast<Status>(answer.status) == wanted.status);
      REQUIRE(static_cast<Why>(answer.why) == wanted.why);
      REQUIRE(answer.expansions == wanted.work);
      REQUIRE(count == wanted.nodes.size());
      for (std::size_t i = 0; i < count; ++i) {
        REQUIRE(reached[i].cost == wanted.nodes[i].cost);
        REQUIRE(reached[i].node == wanted.nodes[i].node);
      }
    };
    auto nearest = sized<portolan_nearest_request>();
    nearest.from = from;
    nearest.tag = static_cast<std::uint32_t>(rng.below(6));
    REQUIRE(portolan_board_query_nearest(query.get(), &nearest, reached.data(), 3, &count, &answer) == PORTOLAN_OK);
    require_same(own_query.nearest_tagged({.from = from}, nearest.tag, std::span(room).first(3)));
    auto within = sized<portolan_within_request>();
    within.from = from;
    within.most = static_cast<std::uint64_t>(rng.below(4000));
    const std::size_t capacity = rng.percent(50) ? places : 3;
    REQUIRE(portolan_board_query_within(query.get(), &within, reached.data(), capacity, &count, &answer) ==
            PORTOLAN_OK);
    require_same(own_query.within({.from = from, .most = within.most}, std::span(room).first(capacity)));
    const std::array<std::uint32_t, 3> ends{from, any(), any()};
    std::array<std::uint64_t, 9> costs{};
    std::array<Cost, 9> wanted{};
    auto table = sized<portolan_table_request>();
    table.sources = ends.data();
    table.source_count = ends.size();
    table.targets = ends.data();
    table.target_count = ends.size();
    REQUIRE(portolan_board_query_table(query.get(), &table, costs.data(), costs.size(), &answer) == PORTOLAN_OK);
    REQUIRE(own_query.table({.sources = ends, .targets = ends}, wanted).status == static_cast<Status>(answer.status));
    REQUIRE(std::ranges::equal(costs, wanted));
  }
}

TEST_CASE("corridors in C, over areas and over waypoints, are those of CorridorQuery") {
  for (std::uint64_t seed = 1; seed < 11; ++seed) {
    CAPTURE(seed);
    const AlignedBytes bytes = seed < 6   ? drawn_bytes(seed)
                               : seed < 9 ? placed_bytes(seed)
                                          : placed_bytes(seed, straight_mover(static_cast<std::int32_t>(seed) - 9));
    const World own_world = *World::view(bytes.span());
    WorldHandle world;
    open_bytes(bytes.span(), world);
    CorridorHandle corridor;
    REQUIRE(portolan_corridor_create(world.get(), 0, corridor.address()) == PORTOLAN_OK);
    OverlayHandle overlay;
    REQUIRE(portolan_overlay_create(world.get(), overlay.address()) == PORTOLAN_OK);
    Overlay own_edits(own_world);
    REQUIRE(portolan_world_close(world.address()) == PORTOLAN_OK);
    open_bytes(bytes.span(), world);
    CorridorQuery query(own_world);
    const auto areas = static_cast<std::uint32_t>(own_world.areas()->anchors.size());
    for (std::uint32_t area = 0; area < areas; ++area) {
      portolan_tile tile{-7, -7};
      const auto anchor = query.anchor(area);
      CHECK(portolan_area_anchor(world.get(), area, &tile) == (anchor ? PORTOLAN_OK : PORTOLAN_ERROR_NOT_FOUND));
      CHECK(own(tile) == anchor.value_or(Tile{-7, -7}));
    }
    Rng rng(seed);
    int found = 0;
    for (int round = 0; round < 400; ++round) {
      if (round % 20 == 10) {
        AreaClosures closures;
        std::vector<portolan_border> borders;
        for (int n = rng.below(3); n > 0; --n) closures.areas.push_back(static_cast<NodeId>(rng.below(12)));
        for (int n = rng.below(3); n > 0; --n) {
          const auto from = static_cast<NodeId>(rng.below(12));
          const auto to = static_cast<NodeId>(rng.below(12));
          closures.borders.push_back({from, to});
          borders.push_back({from, to});
        }
        query.close(closures);
        REQUIRE(portolan_corridor_close(corridor.get(), closures.areas.data(), closures.areas.size(), borders.data(),
                                        borders.size()) == PORTOLAN_OK);
        std::size_t left = 7;
        CHECK(portolan_corridor_tiles(corridor.get(), nullptr, 0, &left) == PORTOLAN_OK);
        CHECK(left == 0);
      }
      const Tile from{rng.below(62) - 1, rng.below(42) - 1};
      const Tile to{rng.below(62) - 1, rng.below(42) - 1};
      std::uint32_t area = 99;
      const portolan_error at = portolan_area_at(world.get(), c_tile(from), &area);
      if (!own_world.bounds().contains(from)) {
        CHECK(at == PORTOLAN_ERROR_RANGE);
      } else if (own_world.areas()->tiles.at(from) == kNoArea) {
        CHECK(at == PORTOLAN_ERROR_NOT_FOUND);
      } else {
        CHECK(at == PORTOLAN_OK);
        CHECK(area == own_world.areas()->tiles.at(from));
      }
      if (round % 40 == 39) {
        const bool edits = round % 80 == 39;
        const Rect walled{{rng.below(60), rng.below(40)}, {60, 40}};
        REQUIRE(own_edits.set_terrain(walled, 0).has_value());
        REQUIRE(portolan_overlay_set_terrain(overlay.get(), {c_tile(walled.min), c_tile(walled.max)}, 0) ==
                PORTOLAN_OK);
        query.use(edits ? std::make_shared<const Overlay>(own_edits) : nullptr);
        REQUIRE(portolan_corridor_use(corridor.get(), edits ? overlay.get() : nullptr) == PORTOLAN_OK);
      }
      auto request = sized<portolan_corridor_request>();
      request.from = c_tile(from);
      request.to = c_tile(to);
      request.ends = rng.percent(30) ? PORTOLAN_ENDS_NEAREST : PORTOLAN_ENDS_EXACT;
      request.max_expansions = round % 7 == 0 ? 20 : 0;
      const CorridorPath wanted =
          query.find({.from = from,
                      .to = to,
                      .ends = static_cast<EndRule>(request.ends),
                      .max_expansions = request.max_expansions == 0 ? ~std::uint64_t{0} : request.max_expansions});
      auto result = sized<portolan_corridor_result>();
      REQUIRE(portolan_corridor_find(corridor.get(), &request, &result) == PORTOLAN_OK);
      REQUIRE(static_cast<Status>(result.status) == wanted.status);
      REQUIRE(static_cast<Why>(result.why) == wanted.why);
      REQUIRE(result.cost == wanted.cost);
      REQUIRE(result.length == wanted.length);
      REQUIRE(result.board_cost == wanted.board_cost);
      REQUIRE(result.expansions == wanted.work);
      REQUIRE(result.lower_bound == wanted.lower_bound);
      REQUIRE((result.optimal == 1) == wanted.optimal());
      std::vector<std::uint32_t> way(result.area_count);
      std::vector<portolan_tile> tiles(result.tile_count);
      REQUIRE(portolan_corridor_areas(corridor.get(), way.data(), way.size(), nullptr) == PORTOLAN_OK);
      REQUIRE(portolan_corridor_tiles(corridor.get(), tiles.data(), tiles.size(), nullptr) == PORTOLAN_OK);
      REQUIRE(std::ranges::equal(way, wanted.areas));
      REQUIRE(std::ranges::equal(tiles, wanted.tiles, {}, own));
      found += wanted.status == Status::found ? 1 : 0;
    }
    CHECK(found > 10);
  }
}

}  // namespace portolan::test
