// SPDX-License-Identifier: BSL-1.0
// Stuck clusters: what priority inheritance alone does not free; on tiny maps all that an exhaustive search over
// configurations can solve; plans under orders, edits and judges, saved and forged.
#include "crowd/crowd_run.hpp"
#include "portolan/crowd/crowd_file.hpp"
#include "query/overlay_edits.hpp"
#include "support/allocation_counter.hpp"
#include "support/ascii.hpp"
#include "support/forged_state.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::CrowdRun;
using test::Mirrored;
using test::Rng;

/// A unit that is to go somewhere.
struct Errand {
  Tile from{};
  Tile to{};
};

MovementProfile four_neighbours() {
  MovementProfile profile;
  profile.neighbours = Neighbours::four;
  return profile;
}

void shuffle(Rng& rng, std::vector<Tile>& tiles) {
  for (std::size_t i = tiles.size(); i > 1; --i) {
    std::swap(tiles[i - 1], tiles[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(i)))]);
  }
}

std::string random_rows(Rng& rng, std::int32_t width, std::int32_t height, std::int32_t percent_walls) {
  std::string rows;
  for (std::int32_t y = 0; y < height; ++y) {
    for (std::int32_t x = 0; x < width; ++x) rows += rng.percent(percent_walls) ? '#' : '.';
    rows += '\n';
  }
  return rows;
}

/// The tiles of a drawing on which units can stand, by four neighbours.
class OpenTiles {
 public:
  explicit OpenTiles(std::string_view rows) {
    Tile at{};
    for (const char c : rows) {
      if (c == '.') tiles_.push_back(at);
      at = c == '\n' ? Tile{0, at.y + 1} : Tile{at.x + 1, at.y};
    }
  }

  [[nodiscard]] const std::vector<Tile>& all() const { return tiles_; }

  /// Whether all units can come to their goals at once, by steps of all at a time, of which none takes a tile twice or
  /// exchanges two: breadth first over configurations.
  [[nodiscard]] bool solvable(const std::vector<Errand>& errands) const {
    using Configuration = std::vector<std::size_t>;
    Configuration start;
    Configuration goal;
    for (const Errand& errand : errands) {
      start.push_back(number_of(errand.from));
      goal.push_back(number_of(errand.to));
    }
    std::set<Configuration> seen{start};
    std::deque<Configuration> open{start};
    while (!open.empty() && !seen.contains(goal)) {
      const Configuration here = open.front();
      open.pop_front();
      Configuration next;
      const auto choose = [&](auto&& self) -> void {  // NOLINT(misc-no-recursion): as deep as there are units
        const std::size_t unit = next.size();
        if (unit == here.size()) {
          if (seen.insert(next).second) open.push_back(next);
          return;
        }
        for (std::size_t to = 0; to < tiles_.size(); ++to) {
          if (!is_step(here[unit], to)) continue;
          bool fits = true;
          for (std::size_t other = 0; other < unit; ++other) {
            fits = fits && next[other] != to && !(next[other] == here[unit] && here[other] == to);
          }
          if (!fits) continue;
          next.push_back(to);
          self(self);
          next.pop_back();
        }
      };
      choose(choose);
    }
    return seen.contains(goal);
  }

 private:
  [[nodiscard]] std::size_t number_of(Tile tile) const {
    return static_cast<std::size_t>(std::find(tiles_.begin(), tiles_.end(), tile) - tiles_.begin());
  }
  [[nodiscard]] bool is_step(std::size_t from, std::size_t to) const {
    return std::abs(tiles_[from].x - tiles_[to].x) + std::abs(tiles_[from].y - tiles_[to].y) <= 1;
  }

  std::vector<Tile> tiles_;
};

/// What came of a run.
struct Outcomes {
  int ticks = 0;
  std::uint64_t planned = 0;
  std::size_t stuck = 0;
};

/// Lets ticks pass until all rest on their goals, at most so many.
Outcomes settle(CrowdRun& run, int most) {
  Outcomes outcomes;
  for (; outcomes.ticks < most && run.crowd().settled() < run.crowd().size(); ++outcomes.ticks) {
    const std::string fault = run.tick();
    if (!fault.empty()) FAIL(fault);
    outcomes.planned += run.report().planned;
    outcomes.stuck += run.report().stuck.size();
  }
  return outcomes;
}

/// A crowd on a drawing, on one side, of four neighbours.
class Jam {
 public:
  explicit Jam(std::string_view rows, const CrowdOptions& options = {.units = 40},
               const std::vector<Errand>& errands = {})
      : built_(test::ascii_map(rows), four_neighbours(), BuiltWorld::all_indexes()), run_(built_.world(), options) {
    for (const Errand& errand : errands) send(put(errand.from), errand.to);
  }

  CrowdRun& run() { return run_; }
  Crowd& crowd() { return run_.crowd(); }
  const World& world() { return built_.world(); }
  UnitId put(Tile tile, std::uint8_t side = 0) {
    const UnitId unit = run_.add({.tile = tile, .side = side});
    REQUIRE(unit != kNoUnit);
    return unit;
  }
  void send(UnitId unit, Tile goal) { REQUIRE(crowd().order(unit, goal).status == Status::found); }
  bool settled() { return crowd().settled() == crowd().size(); }
  /// Lets ticks pass until a plan is under way.
  void wait_for_plan() {
    do {
      REQUIRE(crowd().now() < 500);
      REQUIRE(run_.tick().empty());
    } while (run_.report().planned == 0);
  }

 private:
  BuiltWorld built_;
  CrowdRun run_;
};

constexpr CrowdOptions kUnfreed{.units = 40, .max_cluster_moves = 0};

/// Two that meet in a corridor, one bay of which both must use, and neither comes to by going on.
constexpr std::string_view kBays =
    "###.###########\n"
    "...............\n"
    "###########.###\n";
const std::vector<Errand> kHeadOn{{{0, 1}, {14, 1}}, {{14, 1}, {0, 1}}};

/// The one has its goal in a blind alley, and the other at the end of it.
constexpr std::string_view kAlley =
    "####..\n"
    "......\n"
    "####..\n";
const std::vector<Errand> kLetOff{{{1, 1}, {1, 1}}, {{5, 1}, {0, 1}}};

/// A random jam, on tiles that are all joined.
std::optional<std::vector<Errand>> draw_errands(Rng& rng, const OpenTiles& open, std::size_t units) {
  if (open.all().size() < units) return std::nullopt;
  std::vector<Tile> from = open.all();
  std::vector<Tile> to = open.all();
  shuffle(rng, from);
  shuffle(rng, to);
  std::vector<Errand> errands;
  for (std::size_t i = 0; i < units; ++i) errands.push_back({from[i], to[i]});
  return errands;
}

/// What an exhaustive search and crowds say of random tiny maps.
struct Tally {
  int solvable = 0;
  int unsettled = 0;
  int unsettled_unfreed = 0;  ///< by priority inheritance alone
};

Tally compare_with_search(Rng& rng, int draws) {
  Tally tally;
  for (int i = 0; i < draws; ++i) {
    CAPTURE(i);
    const std::int32_t width = rng.between(2, 8);
    const std::string rows = random_rows(rng, width, rng.between(1, 4), rng.between(30, 50));
    const OpenTiles open(rows);
    const auto errands = draw_errands(rng, open, static_cast<std::size_t>(rng.between(2, 3)));
    if (!errands || !open.solvable(*errands)) continue;
    ++tally.solvable;
    const BuiltWorld built(test::ascii_map(rows), four_neighbours(), BuiltWorld::one_thread());
    const auto settles = [&](const CrowdOptions& options, int ticks) {
      CrowdRun run(built.world(), options);
      for (const Errand& errand : *errands) {
        REQUIRE(run.crowd().order(run.add({.tile = errand.from}), errand.to).status == Status::found);
      }
      (void)settle(run, ticks);
      return run.crowd().settled() == run.crowd().size();
    };
    const std::uint64_t seed = rng.next();
    if (!settles({.units = 3, .seed = seed}, 3000)) {
      ++tally.unsettled;
      std::string text = rows;
      for (const Errand& errand : *errands)
        text += test::text_of(errand.from) + " to " + test::text_of(errand.to) + "\n";
      WARN(text);
    }
    tally.unsettled_unfreed += settles({.units = 3, .seed = seed, .max_cluster_moves = 0}, 200) ? 0 : 1;
  }
  return tally;
}

/// Goes on with a copy that was saved and read, and compares.
void require_same_future(Jam& jam, const CrowdOptions& options, int ticks) {
  const std::vector<std::byte> bytes = CrowdFile::bytes_of(jam.crowd());
  Crowd copy(jam.world(), 0, options);
  REQUIRE(CrowdFile::read(bytes, nullptr, copy).has_value());
  REQUIRE(CrowdFile::bytes_of(copy) == bytes);
  Crowd original = jam.run().go_on_with(std::move(copy));
  for (int i = 0; i < ticks; ++i) {
    REQUIRE(jam.run().tick().empty());
    const CrowdReport report = original.tick();
    REQUIRE(report.hash == jam.run().report().hash);
    REQUIRE(report.planned == jam.run().report().planned);
    REQUIRE(CrowdFile::hash_of(original) == CrowdFile::hash_of(jam.crowd()));
  }
}

}  // namespace

TEST_CASE("two that meet in a corridor whose bays end blindly pass each other") {
  Jam pushing(kBays, kUnfreed, kHeadOn);
  (void)settle(pushing.run(), 2000);
  CHECK_FALSE(pushing.settled());
  Jam freed(kBays, {.units = 40}, kHeadOn);
  const Outcomes outcomes = settle(freed.run(), 200);
  CHECK(freed.settled());
  CHECK(outcomes.planned > 0);
  CHECK(outcomes.stuck > 0);
}

TEST_CASE("a unit on its goal in an alley lets another one in, and comes back") {
  Jam pushing(kAlley, kUnfreed, kLetOff);
  (void)settle(pushing.run(), 2000);
  CHECK_FALSE(pushing.settled());
  Jam freed(kAlley, {.units = 40}, kLetOff);
  CHECK(settle(freed.run(), 300).planned > 0);
  CHECK(freed.settled());
}

TEST_CASE("who holds is an obstacle to plans, until it is ordered elsewhere") {
  Jam jam(kBays);
  const UnitId walker = jam.put({0, 1});
  const UnitId other = jam.put({7, 1});
  jam.crowd().hold(other);
  jam.send(walker, {14, 1});
  std::size_t stuck = 0;
  for (int tick = 0; tick < 200; ++tick) {
    REQUIRE(jam.run().tick().empty());
    CHECK(jam.run().report().planned == 0);
    CHECK(jam.crowd().unit(other).tile == Tile{7, 1});
    for (const StuckUnit& report : jam.run().report().stuck) {
      ++stuck;
      REQUIRE(report.blockers.size() == 1);
      CHECK(report.blockers[0] == other);
    }
  }
  CHECK(stuck == 1);
  CHECK(jam.crowd().unit(walker).state == UnitState::stuck);
  jam.send(other, {7, 1});
  (void)settle(jam.run(), 200);
  CHECK(jam.settled());
}

TEST_CASE("a plan ends when one of its units is ordered elsewhere, held or taken away") {
  for (int kind = 0; kind < 3; ++kind) {
    CAPTURE(kind);
    Jam jam(kBays, {.units = 40}, kHeadOn);
    jam.wait_for_plan();
    if (kind == 0) jam.send(1, {14, 1});
    if (kind == 1) jam.crowd().hold(1);
    if (kind == 2) jam.run().remove(1);
    REQUIRE(jam.run().tick().empty());
    CHECK(jam.run().report().planned == 0);
    if (kind == 1) jam.send(1, {0, 1});
    if (kind == 0) jam.send(0, {0, 1});
    (void)settle(jam.run(), 400);
    CHECK(jam.settled());
  }
}

TEST_CASE("on tiny maps all settle wherever a search over configurations finds how", "[heavy]") {
  Rng rng(91);
  const Tally tally = compare_with_search(rng, 7000);
  CHECK(tally.solvable > 2000);
  CHECK(tally.unsettled == 0);
  CHECK(tally.unsettled_unfreed > 200);
}

TEST_CASE("on tiny maps all settle wherever a search over configurations finds how, often", "[long]") {
  Rng rng(92);
  const Tally tally = compare_with_search(rng, 400'000);
  CHECK(tally.solvable > 100'000);
  CHECK(tally.unsettled == 0);
}

TEST_CASE("two hundred units on a map full of corners all come to rest") {
  Rng rng(93);
  for (int i = 0; i < 3; ++i) {
    CAPTURE(i);
    const std::string rows = random_rows(rng, 32, 32, 20);
    const BuiltWorld built(test::ascii_map(rows), four_neighbours(), BuiltWorld::all_indexes());
    CrowdRun run(built.world(), {.units = 200});
    const auto errands = draw_errands(rng, OpenTiles(rows), 400);
    REQUIRE(errands);
    for (const Errand& errand : *errands) {
      const UnitId unit = run.units().size() < 200 ? run.add({.tile = errand.from}) : kNoUnit;
      if (unit != kNoUnit && run.crowd().order(unit, errand.to).status != Status::found) run.remove(unit);
    }
    CHECK(run.units().size() == 200);
    CHECK(settle(run, 1000).planned > 0);
    CHECK(run.crowd().settled() == 200);
  }
}

TEST_CASE("crowds saved in the middle of plans go on as they would have") {
  const CrowdOptions options{.units = 40};
  for (const auto& [rows, errands] : {std::pair{kBays, kHeadOn}, std::pair{kAlley, kLetOff}}) {
    Jam jam(rows, options, errands);
    jam.wait_for_plan();
    REQUIRE(jam.run().tick().empty());
    REQUIRE(jam.run().report().planned > 0);
    require_same_future(jam, options, 60);
  }
}

TEST_CASE("nobody meets anybody in jams, whatever units are told and however the map changes", "[heavy]") {
  Rng rng(94);
  std::uint64_t planned = 0;
  for (int i = 0; i < 400; ++i) {
    CAPTURE(i);
    const TileMap map = test::ascii_map(random_rows(rng, rng.between(3, 9), rng.between(3, 9), rng.between(10, 45)));
    MovementProfile profile;
    if (rng.percent(50)) profile.neighbours = Neighbours::four;
    const BuiltWorld built(map, profile, BuiltWorld::one_thread());
    const CrowdOptions options{.units = 30, .seed = rng.next(), .max_cluster_moves = rng.percent(70) ? 4096U : 200U};
    CrowdRun run(built.world(), options);
    std::shared_ptr<const Overlay> shown;
    Mirrored edited{Overlay(built.world()), {map.tiles().begin(), map.tiles().end()}};
    const auto any_tile = [&] { return Tile{rng.below(map.width()), rng.below(map.height())}; };
    for (int k = 0; k < 40; ++k) {
      const std::optional<Ratio> pace = rng.percent(5) ? std::optional(Ratio{3, 1}) : std::nullopt;
      const UnitId unit = run.add(
          {.tile = any_tile(), .side = rng.percent(5) ? std::uint8_t{1} : std::uint8_t{0}, .ticks_per_tile = pace});
      if (unit != kNoUnit) (void)run.crowd().order(unit, any_tile());
    }
    if (run.units().empty()) continue;
    for (int tick = 0; tick < 150; ++tick) {
      const UnitId unit =
          run.units()[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(run.units().size())))];
      if (rng.percent(4)) (void)run.crowd().order(unit, any_tile());
      if (rng.percent(1)) run.crowd().hold(unit);
      if (rng.percent(1) && run.units().size() > 1) run.remove(unit);
      if (rng.percent(1)) {
        std::vector<Mirrored> all;
        all.push_back(std::move(edited));
        test::edit(rng, built.world(), all, 0);
        edited = std::move(all.front());
        run.check().change_map(test::as_edited(map, edited));
        shown = std::make_shared<const Overlay>(edited.overlay);
        run.crowd().use(shown);
      }
      std::optional<Crowd> before;
      if (tick % 25 == 24) {
        Crowd other(built.world(), 0, options);
        REQUIRE(CrowdFile::read(CrowdFile::bytes_of(run.crowd()), shown, other).has_value());
        before = run.go_on_with(std::move(other));
      }
      const std::string fault = run.tick();
      if (!fault.empty()) FAIL(fault);
      planned += run.report().planned;
      if (!before) continue;
      REQUIRE(before->tick().hash == run.report().hash);
      REQUIRE(CrowdFile::bytes_of(*before) == CrowdFile::bytes_of(run.crowd()));
    }
  }
  CHECK(planned > 10'000);
}

TEST_CASE("forged plans are refused, or are ones that a crowd can go on with", "[heavy]") {
  Rng rng(95);
  Jam jam(kBays, {.units = 40}, kHeadOn);
  jam.wait_for_plan();
  const std::vector<std::byte> bytes = CrowdFile::bytes_of(jam.crowd());
  Crowd other(jam.world(), 0, {.units = 40});
  int taken = 0;
  int refused = 0;
  constexpr int kLast = 40;  // words, of which the plan takes most
  const std::size_t words = (bytes.size() - test::kStateHeader) / 8;
  for (int round = 0; round < 6000; ++round) {
    std::vector<std::byte> forged = bytes;
    for (int i = rng.between(1, 3); i > 0; --i) {
      const std::size_t word_number = rng.percent(70)
                                          ? words - 1 - static_cast<std::size_t>(rng.below(kLast))
                                          : static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(words)));
      std::uint64_t word = 0;
      std::memcpy(&word, forged.data() + test::kStateHeader + 8 * word_number, sizeof(word));
      if (rng.percent(30)) word = rng.next();
      if (rng.percent(40)) word = static_cast<std::uint64_t>(rng.below(70));
      word ^= std::uint64_t{1} << rng.below(rng.percent(60) ? 6 : 64);
      std::memcpy(forged.data() + test::kStateHeader + 8 * word_number, &word, sizeof(word));
    }
    if (rng.percent(10))
      forged.resize(test::kStateHeader + 8 * static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(words))));
    test::seal(forged);
    if (!test::takes(other, forged)) {
      ++refused;
      continue;
    }
    ++taken;
    for (int tick = 0; tick < 20; ++tick) {
      for (const UnitMove& move : other.tick().started) {
        REQUIRE(std::abs(move.from.x - move.to.x) + std::abs(move.from.y - move.to.y) == 1);
        REQUIRE(jam.world().profiles()[0].grid.passable(move.to));
      }
      std::set<std::pair<std::int32_t, std::int32_t>> covered;
      for (UnitId id = 0; id < 40; ++id) {
        if (!other.contains(id) || other.unit(id).tile != other.unit(id).to) continue;
        REQUIRE(covered.insert({other.unit(id).tile.x, other.unit(id).tile.y}).second);
      }
    }
  }
  CHECK(taken > 100);
  CHECK(refused > 1000);
}

TEST_CASE("looking for plans and walking them allocates nothing") {
  if (!test::AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted here");
    return;
  }
  Rng rng(96);
  const std::string rows = random_rows(rng, 16, 16, 25);
  const BuiltWorld built(test::ascii_map(rows), four_neighbours(), BuiltWorld::all_indexes());
  const auto errands = draw_errands(rng, OpenTiles(rows), 90);
  REQUIRE(errands);
  Crowd crowd(built.world(), 0, {.units = 90});
  std::uint64_t planned = 0;
  const test::AllocationCounter counter;
  for (const Errand& errand : *errands) (void)crowd.order(crowd.add({.tile = errand.from}).unit, errand.to);
  for (int tick = 0; tick < 400; ++tick) planned += crowd.tick().planned;
  const std::uint64_t made = counter.count();
  CHECK(made == 0);
  CHECK(planned > 100);
}

}  // namespace portolan
