// SPDX-License-Identifier: BSL-1.0
// Formations under the eyes of the judge: slots that are distinct, standing and near by way; doors, wide roads, slow
// members, gaps, orders that cannot be, states that are saved and forged.
#include "crowd/crowd_run.hpp"
#include "portolan/crowd/formation.hpp"
#include "portolan/crowd/formation_file.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/forged_state.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <set>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::CrowdRun;
using test::Oracle;
using test::Rng;

using Place = std::pair<std::int32_t, std::int32_t>;

Place place_of(Tile tile) {
  return {tile.x, tile.y};
}

std::uint32_t apart(Tile a, Tile b) {
  return static_cast<std::uint32_t>(std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)));
}

std::string open_rows(std::int32_t width, std::int32_t height) {
  std::string rows;
  for (std::int32_t y = 0; y < height; ++y) rows += std::string(static_cast<std::size_t>(width), '.') + '\n';
  return rows;
}

/// An open field with a wall across it from the top to the bottom, which has a door.
std::string door_rows(std::int32_t width, std::int32_t height, std::int32_t wall, std::int32_t door) {
  std::string rows;
  for (std::int32_t y = 0; y < height; ++y) {
    std::string row(static_cast<std::size_t>(width), '.');
    const std::int32_t top = (height - door) / 2;
    if (y < top || y >= top + door) row[static_cast<std::size_t>(wall)] = '#';
    rows += row + '\n';
  }
  return rows;
}

/// A formation in a crowd that is judged, on one map.
class March {
 public:
  March(const World& world, const CrowdOptions& options, const FormationGuideOptions& guide = {},
        const FormationOptions& formation = {})
      : run_(world, options), guide_(world, 0, guide), formation_(guide_, formation), world_(&world) {}

  CrowdRun& run() { return run_; }
  Crowd& crowd() { return run_.crowd(); }
  Formation& formation() { return formation_; }
  FormationGuide& guide() { return guide_; }
  const FormationReport& report() const { return report_; }

  /// Units in rows from a tile on, where they can stand.
  std::vector<UnitId> muster(Tile from, std::int32_t files, std::size_t count, std::optional<Ratio> pace = {}) {
    std::vector<UnitId> units;
    const std::int32_t body = world_->profiles()[0].rules.footprint;
    for (std::int32_t i = 0; units.size() < count && i < 100'000; ++i) {
      const UnitId unit =
          run_.add({.tile = {from.x + i % files * body, from.y + i / files * body}, .ticks_per_tile = pace});
      if (unit != kNoUnit) units.push_back(unit);
    }
    REQUIRE(units.size() == count);
    return units;
  }
  Status order(Tile goal, Heading heading = Heading::any) {
    return formation_.order(crowd(), {.goal = goal, .heading = heading}).status;
  }
  /// One tick, of which all is judged that holds at every one.
  void tick() {
    report_ = formation_.advance(crowd());
    const GridView& grid = guide_.snapshot().grid();
    std::set<Place> slots;
    for (std::size_t i = 0; i < formation_.size(); ++i) {
      const FormationMember member = formation_.member(i);
      if (member.slot == kNoTile) continue;
      REQUIRE(grid.passable(member.slot));
      REQUIRE(slots.insert(place_of(member.slot)).second);
      REQUIRE_FALSE(guide_.snapshot().known_apart(member.slot, formation_.leader()));
    }
    const std::string fault = run_.tick();
    if (!fault.empty()) FAIL(fault);
  }
  /// Until it has arrived. Returns the ticks; `most` if it has not.
  int march(int most) {
    for (int i = 0; i < most; ++i) {
      tick();
      if (formation_.state() == FormationState::arrived) return i;
    }
    return most;
  }
  std::uint32_t lag(std::size_t i) {
    const FormationMember member = formation_.member(i);
    return member.slot == kNoTile ? 1000 : apart(crowd().unit(member.unit).tile, member.slot);
  }
  std::set<Place> stands() {
    std::set<Place> tiles;
    for (std::size_t i = 0; i < formation_.size(); ++i) {
      tiles.insert(place_of(crowd().unit(formation_.member(i).unit).tile));
    }
    return tiles;
  }
  /// The tiles that the shape has at a goal.
  std::set<Place> wanted(Tile goal, Heading heading) const {
    std::set<Place> tiles;
    for (const SlotOffset& slot : formation_.shape().slots()) {
      tiles.insert(place_of(formation_.shape().tile(slot, goal, heading)));
    }
    return tiles;
  }

 private:
  CrowdRun run_;
  FormationGuide guide_;
  Formation formation_;
  const World* world_;
  FormationReport report_;
};

FormationShape draw_shape(Rng& rng, std::size_t slots, std::int32_t spacing) {
  switch (rng.below(4)) {
    case 0:
      return FormationShape::line(slots, spacing);
    case 1:
      return FormationShape::column(slots, spacing);
    case 2:
      return FormationShape::wedge(slots, spacing);
    default:
      return FormationShape::box(slots, rng.between(1, 8), spacing);
  }
}

}  // namespace

TEST_CASE("offsets turned to any heading stay apart, and ranks in order") {
  for (int i = 0; i < kHeadings; ++i) {
    const auto heading = static_cast<Heading>(i);
    const Tile right = unit_step(turned(heading, -2));
    std::set<Place> tiles;
    for (std::int32_t y = 0; y < 90; ++y) {
      std::int32_t before = -1'000'000;
      for (std::int32_t x = -30; x <= 30; ++x) {
        const Tile tile = turned_offset({x, y}, heading);
        REQUIRE(tiles.insert(place_of(tile)).second);
        const std::int32_t across = tile.x * right.x + tile.y * right.y;
        REQUIRE(across > before);
        before = across;
        // Not farther from where it would be without rounding than a tile and a half.
        const std::int64_t exact = is_diagonal(heading) ? 1'414 * std::int64_t{x} : 1'000 * std::int64_t{x};
        REQUIRE(std::abs(1000 * std::int64_t{across} - exact) <= 2'200);
      }
    }
  }
  CHECK(turned_offset({1, 0}, Heading::north) == Tile{1, 0});
  CHECK(turned_offset({0, 1}, Heading::north) == Tile{0, 1});
  CHECK(turned_offset({1, 2}, Heading::east) == Tile{-2, 1});
  CHECK(turned_offset({1, 2}, Heading::south) == Tile{-1, -2});
  CHECK(turned_offset({0, 3}, Heading::north_east) == Tile{-2, 2});
}

TEST_CASE("shapes have the slots that were asked for") {
  for (const std::size_t slots : {1U, 2U, 7U, 61U, 62U, 300U}) {
    for (const FormationShape& shape : {FormationShape::line(slots), FormationShape::column(slots),
                                        FormationShape::box(slots, 5), FormationShape::wedge(slots)}) {
      CHECK(shape.slots().size() == slots);
      std::size_t sum = 0;
      for (std::size_t rank = 0; rank < shape.ranks(); ++rank) sum += shape.rank(rank).size();
      CHECK(sum == slots);
      CHECK(shape.slots()[(shape.rank(0).size() - 1) / 2] == SlotOffset{});
    }
  }
  CHECK(FormationShape::wedge(9).rank(2).size() == 5);
  const std::array<SlotOffset, 2> twice{};
  CHECK_FALSE(FormationShape::of(twice).has_value());
  CHECK_FALSE(FormationShape::of(std::array{SlotOffset{31, 0}}).has_value());
  CHECK_FALSE(FormationShape::of(std::array{SlotOffset{0, -1}}).has_value());
  CHECK_FALSE(FormationShape::of({}).has_value());
  CHECK(FormationShape::of(std::array{SlotOffset{-3, 2}, SlotOffset{3, 0}})->width() == 7);
}

TEST_CASE("on open ground all stand in exactly their slots after the march, and keep near them on it") {
  const BuiltWorld built(test::ascii_map(open_rows(90, 90)), MovementProfile{}, BuiltWorld::all_indexes());
  Rng rng(3);
  int in_shape = 0;
  std::uint64_t unit_ticks = 0;
  std::uint64_t near = 0;
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    const auto count = static_cast<std::size_t>(rng.between(1, 40));
    const std::int32_t spacing = rng.percent(80) ? 1 : 2;
    March one(built.world(), {.units = count, .seed = rng.next()});
    const auto pace =
        rng.percent(50) ? std::nullopt : std::optional(Ratio{static_cast<std::uint32_t>(rng.between(1, 4)), 1});
    const Tile camp{rng.between(20, 49), rng.between(20, 49)};
    const std::int32_t files = rng.between(1, 8);
    const auto units = one.muster(camp, files, count, pace);
    REQUIRE(one.formation().form(one.crowd(), units, draw_shape(rng, count, spacing)).status == Status::found);
    for (int leg = 0; leg < 2; ++leg) {
      const bool free =
          one.formation().shape().depth() * spacing < 20 && one.formation().shape().width() * spacing < 20;
      const Tile goal =
          free ? Tile{rng.between(20, 69), rng.between(20, 69)} : Tile{rng.between(44, 46), rng.between(44, 46)};
      const Heading heading = rng.percent(50) ? Heading::any : static_cast<Heading>(rng.below(8));
      REQUIRE(one.order(goal, heading) == Status::found);
      const Heading at_goal = heading == Heading::any ? one.formation().way().back().heading : heading;
      int ticks = 0;
      while (one.formation().state() != FormationState::arrived && ++ticks < 3000) {
        const Tile before = one.formation().leader();
        one.tick();
        if (ticks < 40 || one.formation().state() != FormationState::marching) continue;
        if (one.formation().leader() == before || one.formation().shape().width() * spacing > 8) continue;
        for (std::size_t i = 0; i < count; ++i) {
          ++unit_ticks;
          near += one.lag(i) <= 1 ? 1 : 0;
        }
      }
      CAPTURE(count, goal.x, goal.y, static_cast<int>(heading), leg);
      REQUIRE(one.formation().state() == FormationState::arrived);
      const bool inside = [&] {
        const auto wanted = one.wanted(goal, at_goal);
        return std::all_of(wanted.begin(), wanted.end(), [](const Place& place) {
          return place.first >= 0 && place.second >= 0 && place.first < 90 && place.second < 90;
        });
      }();
      if (inside) REQUIRE(one.stands() == one.wanted(goal, at_goal));
      in_shape += inside ? 1 : 0;
    }
  }
  CAPTURE(unit_ticks, near, in_shape);
  CHECK(unit_ticks > 1000);
  CHECK(in_shape > 0);
  CHECK(near * 100 >= unit_ticks * 90);
}

TEST_CASE("formations go through doors as the doors are wide, and stand in their shape behind them") {
  for (const std::int32_t door : {1, 2, 3, 9}) {
    for (const std::size_t count : {20U, 37U}) {
      CAPTURE(door, count);
      const BuiltWorld built(test::ascii_map(door_rows(90, 31, 40, door)), MovementProfile{},
                             BuiltWorld::all_indexes());
      March one(built.world(), {.units = count});
      const auto units = one.muster({8, 12}, 5, count);
      REQUIRE(one.formation().form(one.crowd(), units, FormationShape::box(count, 5)).status == Status::found);
      REQUIRE(one.order({80, 15}) == Status::found);
      std::size_t in_door = 0;
      int ticks = 0;
      for (; ticks < 600 && one.formation().state() != FormationState::arrived; ++ticks) {
        one.tick();
        if (one.formation().state() != FormationState::marching) continue;
        std::map<std::int32_t, std::size_t> by_column;
        for (std::size_t i = 0; i < count; ++i) {
          const Tile slot = one.formation().member(i).slot;
          if (!(slot == kNoTile)) ++by_column[slot.x];
        }
        in_door = std::max(in_door, by_column[40]);
        // Far behind the wall ranks are whole again.
        const Tile leader = one.formation().leader();
        if (leader.x >= 48) CHECK(by_column[leader.x] == 5);
      }
      CHECK(in_door == static_cast<std::size_t>(std::min(door, 5)));
      REQUIRE(one.formation().state() == FormationState::arrived);
      CHECK(one.stands() == one.wanted({80, 15}, Heading::east));
      CHECK(ticks < 72 + static_cast<int>(count) * 2 + 60);
    }
  }
}

TEST_CASE("all arrive on random maps, at the goal or as near by way as they fit") {
  Rng rng(9);
  int arrived = 0;
  int refused = 0;
  int orders = 0;
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    const auto character = rng.pick(std::array{test::Character::rooms, test::Character::caves, test::Character::open});
    const TileMap map = test::random_map(rng, {.character = character,
                                               .weights = test::Weights::uniform,
                                               .width = rng.between(20, 48),
                                               .height = rng.between(20, 48)});
    MovementProfile profile;
    if (rng.percent(25)) profile.neighbours = Neighbours::four;
    const BuiltWorld built(map, profile, rng.percent(50) ? BuiltWorld::all_indexes() : BuiltWorld::one_thread());
    const GridView grid = built.world().profiles()[0].grid;
    const IslandsView& islands = built.world().profiles()[0].islands;
    const auto start = test::random_passable(rng, grid);
    if (!start) continue;
    const auto count = static_cast<std::size_t>(rng.between(2, 16));
    March one(built.world(), {.units = count, .seed = rng.next()});
    std::vector<UnitId> units;
    for (std::int32_t ring = 0; ring < 400 && units.size() < count; ++ring) {
      const Tile tile{start->x + ring % 20 - 10, start->y + ring / 20 - 10};
      if (!grid.passable(tile) || islands.label(grid.index(tile)) != islands.label(grid.index(*start))) continue;
      units.push_back(one.run().add({.tile = tile}));
    }
    if (units.size() < 2) continue;
    REQUIRE(one.formation().form(one.crowd(), units, draw_shape(rng, units.size(), 1)).status == Status::found);
    const auto goal = test::random_passable(rng, grid);
    const Status status = one.order(*goal);
    ++orders;
    if (status != Status::found) {
      REQUIRE(status == Status::unreachable);
      REQUIRE(islands.label(grid.index(*goal)) != islands.label(grid.index(*start)));
      ++refused;
      continue;
    }
    const int ticks = one.march(2500);
    arrived += ticks < 2500 ? 1 : 0;
    if (ticks == 2500) WARN("round " << round << " has not arrived, units " << units.size());
  }
  CAPTURE(orders, refused);
  CHECK(arrived == orders - refused);
  CHECK(arrived > 150);
}

TEST_CASE("members of a rank never cross when slots are given out") {
  const BuiltWorld built(test::ascii_map(open_rows(80, 80)), MovementProfile{}, BuiltWorld::all_indexes());
  Rng rng(12);
  int seen = 0;
  for (int round = 0; round < 200; ++round) {
    const auto count = static_cast<std::size_t>(rng.between(2, 30));
    March one(built.world(), {.units = count});
    std::vector<UnitId> units;
    while (units.size() < count) {
      const UnitId unit = one.run().add({.tile = {rng.between(30, 50), rng.between(30, 50)}});
      if (unit != kNoUnit) units.push_back(unit);
    }
    REQUIRE(one.formation().form(one.crowd(), units, FormationShape::box(count, rng.between(2, 9))).status ==
            Status::found);
    const std::array goals{Tile{40, 5}, Tile{75, 40}, Tile{40, 75}, Tile{5, 40}};
    REQUIRE(one.order(rng.pick(goals)) == Status::found);
    const Heading heading = one.formation().heading();
    const auto way = one.formation().way();
    const bool straight =
        std::all_of(way.begin(), way.end(), [&](const FormationWayTile& at) { return at.heading == heading; });
    if (is_diagonal(heading) || !straight) continue;
    ++seen;
    const Tile right = unit_step(turned(heading, -2));
    const Tile ahead = unit_step(heading);
    const auto project = [](Tile tile, Tile by) { return tile.x * by.x + tile.y * by.y; };
    for (std::size_t i = 0; i + 1 < count; ++i) {
      const FormationMember a = one.formation().member(i);
      const FormationMember b = one.formation().member(i + 1);
      if (project(a.slot, ahead) != project(b.slot, ahead)) continue;
      REQUIRE(project(a.slot, right) < project(b.slot, right));
      REQUIRE(project(one.crowd().unit(a.unit).tile, right) <= project(one.crowd().unit(b.unit).tile, right));
    }
  }
  CHECK(seen > 20);
}

TEST_CASE("a wide road is taken where it costs little more") {
  // The straight way leads through a door of one tile, the road around it is 9 wide.
  for (const bool near : {true, false}) {
    std::string rows;
    const std::int32_t road = near ? 12 : 60;
    for (std::int32_t y = 0; y < 80; ++y) {
      std::string row(100, '.');
      if (!(y == 15 || (y >= 15 + road && y < 24 + road))) row[50] = '#';
      rows += row + '\n';
    }
    MovementProfile wide;
    wide.name = "wide";
    wide.footprint = 5;
    const std::array profiles{MovementProfile{}, wide};
    const BuiltWorld built(test::ascii_map(rows), profiles, BuiltWorld::all_indexes());
    for (const bool has_wide : {true, false}) {
      CAPTURE(near, has_wide);
      FormationGuideOptions options;
      if (has_wide) options.wide_profile = 1;
      March one(built.world(), {.units = 20}, options);
      const auto units = one.muster({5, 12}, 5, 20);
      REQUIRE(one.formation().form(one.crowd(), units, FormationShape::box(20, 5)).status == Status::found);
      REQUIRE(one.order({92, 15}) == Status::found);
      const auto way = one.formation().way();
      const auto crossing = std::find_if(way.begin(), way.end(), [](const auto& at) { return at.tile.x == 50; });
      CHECK((crossing->tile.y == 15) == !(near && has_wide));
      CHECK(one.march(600) < 600);
      CHECK(one.stands() == one.wanted({92, 15}, one.formation().heading()));
    }
  }
}

TEST_CASE("the slowest sets the pace, and all have their own again when they are there") {
  const BuiltWorld built(test::ascii_map(open_rows(120, 30)), MovementProfile{}, BuiltWorld::all_indexes());
  March one(built.world(), {.units = 21});
  auto units = one.muster({8, 12}, 5, 20, Ratio{2, 1});
  const UnitId slow = one.run().add({.tile = {6, 14}, .ticks_per_tile = Ratio{6, 1}});
  units.push_back(slow);
  REQUIRE(one.formation().form(one.crowd(), units, FormationShape::box(21, 5)).status == Status::found);
  REQUIRE(one.order({110, 14}) == Status::found);
  int ticks = 0;
  while (one.formation().state() != FormationState::arrived && ++ticks < 2000) {
    one.tick();
    if (ticks < 100 || one.formation().state() != FormationState::marching) continue;
    for (std::size_t i = 0; i < units.size(); ++i) REQUIRE(one.lag(i) <= 2);
    REQUIRE(one.crowd().unit(units[0]).ticks_per_tile == Ratio{6, 1});
  }
  CHECK(ticks >= 6 * 95);
  CHECK(ticks <= 6 * 104 + 60);
  CHECK(one.crowd().unit(units[0]).ticks_per_tile == Ratio{2, 1});
  CHECK(one.crowd().unit(slow).ticks_per_tile == Ratio{6, 1});
  // Without the slow one the others are as fast as they can be.
  one.run().remove(slow);
  REQUIRE(one.order({10, 14}) == Status::found);
  CHECK(one.march(2000) < 2 * 104 + 80);
}

TEST_CASE("gaps are closed by those behind them") {
  const BuiltWorld built(test::ascii_map(open_rows(90, 30)), MovementProfile{}, BuiltWorld::all_indexes());
  March one(built.world(), {.units = 25});
  const auto units = one.muster({8, 12}, 5, 25);
  REQUIRE(one.formation().form(one.crowd(), units, FormationShape::box(25, 5)).status == Status::found);
  REQUIRE(one.order({80, 14}) == Status::found);
  for (int i = 0; i < 20; ++i) one.tick();
  for (const std::size_t gone : {2U, 3U, 7U, 11U, 24U}) one.run().remove(units[gone]);
  one.tick();
  CHECK(one.formation().size() == 20);
  CHECK(one.march(200) < 200);
  std::set<Place> wanted;
  for (std::int32_t y = 12; y < 17; ++y) {
    for (std::int32_t x = 77; x <= 80; ++x) wanted.insert({x, y});
  }
  CHECK(one.stands() == wanted);
}

TEST_CASE("a member that cannot follow is waited for as long as was said") {
  const BuiltWorld built(test::ascii_map(door_rows(90, 31, 4, 1)), MovementProfile{}, BuiltWorld::all_indexes());
  March one(built.world(), {.units = 12}, {}, {.patience = 20});
  auto units = one.muster({20, 12}, 5, 10);
  const UnitId caught = one.run().add({.tile = {1, 15}});
  const UnitId guard = one.run().add({.tile = {4, 15}, .side = 1});
  REQUIRE(guard != kNoUnit);
  one.crowd().hold(guard);
  units.push_back(caught);
  REQUIRE(one.formation().form(one.crowd(), units, FormationShape::box(11, 5)).status == Status::found);
  REQUIRE(one.order({80, 15}) == Status::found);
  int ticks = 0;
  while (one.formation().state() == FormationState::marching && ++ticks < 300) one.tick();
  CHECK(one.formation().state() == FormationState::arriving);
  CHECK(ticks < 60 + 20 + 20);
  CHECK(one.report().behind == 1);
}

TEST_CASE("orders that cannot be change nothing") {
  const BuiltWorld built(test::ascii_map("..........\n"
                                         "..........\n"
                                         "..........\n"
                                         "##########\n"
                                         "..........\n"),
                         MovementProfile{}, BuiltWorld::all_indexes());
  March one(built.world(), {.units = 8});
  const auto units = one.muster({0, 0}, 4, 8);
  Formation& formation = one.formation();
  CHECK(one.order({9, 0}) == Status::bad_request);
  CHECK(formation.form(one.crowd(), {}, FormationShape::line(1)).why == Why::wrong_size);
  CHECK(formation.form(one.crowd(), std::array{units[0], units[0]}, FormationShape::line(2)).why == Why::no_such_node);
  CHECK(formation.form(one.crowd(), std::array{UnitId{99}}, FormationShape::line(2)).why == Why::no_such_node);
  REQUIRE(formation.form(one.crowd(), units, FormationShape::line(8)).status == Status::found);
  const std::uint64_t before = CrowdFile::hash_of(one.crowd());
  const std::uint64_t formed = FormationFile::hash_of(formation);
  CHECK(one.order({10, 0}) == Status::bad_goal);
  CHECK(one.order({4, 3}) == Status::bad_goal);
  CHECK(one.order({4, 4}) == Status::unreachable);
  CHECK(CrowdFile::hash_of(one.crowd()) == before);
  CHECK(FormationFile::hash_of(formation) == formed);
  CHECK(one.order({9, 2}) == Status::found);
  CHECK(one.march(100) < 100);
  for (const Place& place : one.stands()) CHECK(place.second < 3);
}

TEST_CASE("a way that edits cut is reported, and another order leads around") {
  const BuiltWorld built(test::ascii_map(door_rows(60, 31, 40, 3)), MovementProfile{}, BuiltWorld::all_indexes());
  Crowd crowd(built.world(), 0, {.units = 12});
  FormationGuide guide(built.world(), 0);
  Formation formation(guide);
  std::vector<UnitId> units;
  for (std::int32_t i = 0; i < 12; ++i) units.push_back(crowd.add({.tile = {5 + i % 3, 12 + i / 3}}).unit);
  REQUIRE(formation.form(crowd, units, FormationShape::box(12, 3)).status == Status::found);
  REQUIRE(formation.order(crowd, {.goal = {55, 15}}).status == Status::found);
  for (int i = 0; i < 5; ++i) formation.advance(crowd), crowd.tick();
  Overlay edits(built.world());
  REQUIRE(edits.set_terrain({{40, 10}, {41, 20}}, 1).has_value());
  REQUIRE(edits.set_terrain({{40, 2}, {41, 4}}, 0).has_value());
  const auto shown = std::make_shared<const Overlay>(edits);
  crowd.use(shown);
  guide.use(shown);
  int ticks = 0;
  while (formation.state() == FormationState::marching && ++ticks < 200) formation.advance(crowd), crowd.tick();
  CHECK(formation.state() == FormationState::cut);
  REQUIRE(formation.order(crowd, {.goal = {55, 15}}).status == Status::found);
  ticks = 0;
  while (formation.state() != FormationState::arrived && ++ticks < 400) formation.advance(crowd), crowd.tick();
  CHECK(formation.state() == FormationState::arrived);
}

TEST_CASE("large bodies march in shapes that leave room for them") {
  MovementProfile profile;
  profile.footprint = 2;
  const BuiltWorld built(test::ascii_map(open_rows(90, 60)), profile, BuiltWorld::all_indexes());
  March one(built.world(), {.units = 12});
  const auto units = one.muster({10, 20}, 4, 12);
  CHECK(one.formation().form(one.crowd(), units, FormationShape::box(12, 4)).why == Why::does_not_fit);
  REQUIRE(one.formation().form(one.crowd(), units, FormationShape::box(12, 4, 2)).status == Status::found);
  for (const Tile goal : {Tile{70, 20}, Tile{40, 45}, Tile{20, 20}}) {
    REQUIRE(one.order(goal) == Status::found);
    CHECK(one.march(400) < 400);
    CHECK(one.stands() == one.wanted(goal, one.formation().heading()));
  }
}

namespace {

struct Saved {
  std::uint64_t hash = 0;
  std::uint64_t state = 0;
};

/// Two formations that cross each other's way on a map with rooms; with `at` the state is saved and read there.
Saved run_two(int at) {
  Rng rng(21);
  const TileMap map = test::random_map(
      rng, {.character = test::Character::rooms, .weights = test::Weights::uniform, .width = 60, .height = 60});
  const BuiltWorld built(map, MovementProfile{}, BuiltWorld::all_indexes());
  const GridView grid = built.world().profiles()[0].grid;
  Crowd crowd(built.world(), 0, {.units = 40});
  FormationGuide guide(built.world(), 0);
  std::array<Formation, 2> formations{Formation(guide), Formation(guide)};
  for (Formation& formation : formations) {
    std::vector<UnitId> units;
    while (units.size() < 20) {
      const AddedUnit added = crowd.add({.tile = *test::random_passable(rng, grid)});
      if (added.status == Status::found) units.push_back(added.unit);
    }
    REQUIRE(formation.form(crowd, units, FormationShape::box(20, 4)).status == Status::found);
    (void)formation.order(crowd, {.goal = *test::random_passable(rng, grid)});
  }
  for (int tick = 0; tick < 150; ++tick) {
    if (tick == at) {
      const auto crowd_bytes = CrowdFile::bytes_of(crowd);
      Crowd other(built.world(), 0, {.units = 40});
      REQUIRE(CrowdFile::read(crowd_bytes, nullptr, other).has_value());
      crowd = std::move(other);
      for (Formation& formation : formations) {
        const auto bytes = FormationFile::bytes_of(formation);
        Formation again(guide);
        REQUIRE(FormationFile::read(bytes, crowd, again).has_value());
        REQUIRE(FormationFile::bytes_of(again) == bytes);
        formation = std::move(again);
      }
    }
    for (Formation& formation : formations) formation.advance(crowd);
    if (tick == 60) crowd.remove(5);
    crowd.tick();
  }
  return {crowd.tick().hash, FormationFile::hash_of(formations[0]) ^ FormationFile::hash_of(formations[1])};
}

}  // namespace

TEST_CASE("formations that are saved and read go on as before, and do the same on every machine") {
  const Saved one = run_two(-1);
  for (const int at : {0, 40, 60, 61, 90}) {
    const Saved other = run_two(at);
    CHECK(other.hash == one.hash);
    CHECK(other.state == one.state);
  }
  CHECK(one.hash == 0x182B'FF12'6D58'CE60U);
}

TEST_CASE("forged states of formations are refused, or harm nobody") {
  Rng rng(31);
  const BuiltWorld built(test::ascii_map(door_rows(40, 21, 20, 2)), MovementProfile{}, BuiltWorld::all_indexes());
  March one(built.world(), {.units = 12});
  const auto units = one.muster({3, 8}, 3, 12);
  REQUIRE(one.formation().form(one.crowd(), units, FormationShape::box(12, 3)).status == Status::found);
  REQUIRE(one.order({35, 10}) == Status::found);
  for (int i = 0; i < 14; ++i) one.tick();
  const auto crowd_bytes = CrowdFile::bytes_of(one.crowd());
  const auto bytes = FormationFile::bytes_of(one.formation());
  Crowd crowd(built.world(), 0, {.units = 12});
  REQUIRE(CrowdFile::read(crowd_bytes, nullptr, crowd).has_value());
  Formation formation(one.guide());
  REQUIRE(FormationFile::read(bytes, crowd, formation).has_value());
  for (std::size_t size = 0; size < bytes.size(); size += 5) {
    REQUIRE_FALSE(FormationFile::read(std::span(bytes).first(size), crowd, formation).has_value());
  }
  Crowd empty(built.world(), 0, {.units = 12});
  // All members are gone there, and leave when it goes on.
  REQUIRE(FormationFile::read(bytes, empty, formation).has_value());
  REQUIRE(FormationFile::bytes_of(formation) == bytes);
  REQUIRE(formation.order(empty, {.goal = {35, 10}}).status == Status::bad_request);
  formation.advance(empty);
  REQUIRE(formation.size() == 0);
  int taken = 0;
  int refused = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::vector<std::byte> forged = test::forged(rng, bytes);
    const std::uint64_t before = FormationFile::hash_of(formation);
    if (!FormationFile::read(forged, crowd, formation).has_value()) {
      REQUIRE(FormationFile::hash_of(formation) == before);
      ++refused;
      continue;
    }
    REQUIRE(FormationFile::bytes_of(formation) == forged);
    ++taken;
    for (int tick = 0; tick < 20; ++tick) {
      if (tick == 10) (void)formation.order(crowd, {.goal = {rng.below(40), rng.below(21)}});
      formation.advance(crowd);
      (void)crowd.tick();
    }
    REQUIRE(CrowdFile::read(crowd_bytes, nullptr, crowd).has_value());
  }
  CHECK(taken > 100);
  CHECK(refused > 1000);
}

TEST_CASE("copies of a formation, as games make them, have the room that it has") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted here");
    return;
  }
  const BuiltWorld built(test::ascii_map(door_rows(90, 31, 40, 1)), MovementProfile{}, BuiltWorld::all_indexes());
  for (const bool ordered : {false, true}) {
    March one(built.world(), {.units = 30});
    const auto units = one.muster({8, 12}, 5, 30);
    REQUIRE(one.formation().form(one.crowd(), units, FormationShape::box(30, 10)).status == Status::found);
    if (ordered) REQUIRE(one.order({80, 15}) == Status::found);
    Formation before = one.formation();
    one.formation() = std::move(before);
    if (!ordered) REQUIRE(one.order({80, 15}) == Status::found);
    const test::AllocationCounter counter;
    for (int tick = 0; tick < 250; ++tick) {
      one.formation().advance(one.crowd());
      one.crowd().tick();
    }
    const std::uint64_t made = counter.count();
    CHECK(made == 0);
    CHECK(one.formation().state() == FormationState::arrived);
  }
}

TEST_CASE("places for a shape are asked for around tiles where one can stand") {
  const BuiltWorld built(test::ascii_map("....\n.#..\n....\n"), MovementProfile{});
  FormationGuide guide(built.world(), 0);
  std::vector<Tile> tiles;
  for (const Tile goal : {Tile{-1, -1}, Tile{4, 0}, Tile{1, 1}, Tile{0, 3}}) {
    CHECK_FALSE(guide.place(goal, Heading::north, FormationShape::box(2, 2), 2, tiles));
    CHECK(tiles == std::vector<Tile>(2, kNoTile));
  }
  CHECK(guide.place({0, 0}, Heading::north, FormationShape::box(2, 2), 2, tiles));
}

TEST_CASE("a column has one file as long as ranks go") {
  CHECK(FormationShape::column(4095).ranks() == 4095);
  CHECK(FormationShape::column(4096).ranks() == 4096);
  CHECK(FormationShape::column(4097).ranks() == 2049);
}

TEST_CASE("advance allocates nothing") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted here");
    return;
  }
  const BuiltWorld built(test::ascii_map(door_rows(90, 31, 40, 2)), MovementProfile{}, BuiltWorld::all_indexes());
  March one(built.world(), {.units = 30});
  const auto units = one.muster({8, 12}, 5, 30);
  REQUIRE(one.formation().form(one.crowd(), units, FormationShape::wedge(30)).status == Status::found);
  REQUIRE(one.order({80, 15}) == Status::found);
  const test::AllocationCounter counter;
  std::uint64_t orders = 0;
  for (int tick = 0; tick < 250; ++tick) {
    orders += one.formation().advance(one.crowd()).orders;
    if (tick == 30) one.crowd().remove(units[3]);
    if (tick == 35) one.formation().remove(one.crowd(), units[4]);
    one.crowd().tick();
  }
  const std::uint64_t made = counter.count();
  CHECK(made == 0);
  CHECK(orders > 1000);
  CHECK(one.formation().state() == FormationState::arrived);
}

}  // namespace portolan
