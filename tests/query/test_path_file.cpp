// SPDX-License-Identifier: BSL-1.0
// Paths as bytes: walked on in a copy of the world as where they were found, or refused.
#include "portolan/core/hash.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_file.hpp"
#include "portolan/query/path_query.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/temporary_folder.hpp"

#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Rng;

constexpr std::array kTiers{Tier::automatic, Tier::regions, Tier::local, Tier::astar, Tier::waypoints};
constexpr std::array kRules{TieRule::first, TieRule::straightest, TieRule::random};
constexpr std::size_t kChecksum = 16;  ///< of the header: covers what follows it

/// A world, and the same file in memory of its own, as another machine has it.
struct TwoMachines {
  TileMap map;
  BuiltWorld built;
  AlignedBytes copied;
  World there;

  TwoMachines(TileMap drawn, const MovementProfile& profile)
      : map(std::move(drawn)),
        built(map, profile, BuiltWorld::all_indexes()),
        copied(test::copy_of(built.bytes())),
        there(*World::view(std::as_const(copied).span())) {}

  static TwoMachines random(Rng& rng, Metric metric) {
    // Contraction of the waypoints of scattered tiles takes long on larger maps.
    const std::int32_t most = metric == Metric::any_angle ? 70 : 130;
    TileMap map = test::random_map(rng, {.width = rng.between(40, most), .height = rng.between(40, most)});
    if (metric == Metric::grid && rng.percent(40)) REQUIRE(map.set_links(test::random_links(rng, map, 6)).has_value());
    MovementProfile profile = test::random_profile(rng, map.palette());
    profile.metric = metric;
    if (metric == Metric::any_angle) {
      profile = {.metric = metric, .footprint = rng.below(3)};
    }
    return {std::move(map), profile};
  }
};

PathRequest draw(Rng& rng, const World& world) {
  const GridView& grid = world.profiles()[0].grid;
  return {.from = test::random_passable(rng, grid).value_or(Tile{}),
          .to = test::random_passable(rng, grid).value_or(Tile{}),
          .tier = rng.pick(kTiers),
          .unpacking = rng.percent(50) ? Unpacking::leg_by_leg : Unpacking::at_once,
          .ties = {rng.pick(kRules), rng.next()}};
}

/// Some walls, floors and closed links; the same on every machine.
std::shared_ptr<const Overlay> edits_of(std::uint64_t seed, const World& world) {
  Rng rng(seed);
  Overlay overlay(world);
  for (int i = 0; i < 6; ++i) {
    const Tile at{rng.below(world.width()), rng.below(world.height())};
    const Tile end{std::min(world.width(), at.x + rng.between(1, 9)),
                   std::min(world.height(), at.y + rng.between(1, 9))};
    REQUIRE(overlay.set_terrain({at, end}, static_cast<TerrainId>(rng.below(2))).has_value());
  }
  return std::make_shared<const Overlay>(std::move(overlay));
}

std::vector<std::vector<Tile>> rest_of(LegWalker& walker, Path& path) {
  std::vector<std::vector<Tile>> legs;
  Leg leg;
  while (walker.next(path, leg) == LegStatus::ready) legs.emplace_back(leg.tiles.begin(), leg.tiles.end());
  return legs;
}

TEST_CASE("a path that was written down is walked on in a copy of its world as where it was found") {
  Rng rng(171);
  std::size_t begun = 0;
  std::size_t edited = 0;
  std::size_t by_links = 0;
  for (int round = 0; round < 40; ++round) {
    const TwoMachines both = TwoMachines::random(rng, Metric::grid);
    const World& here = both.built.world();
    PathQuery query(here, 0, Baseline::with);
    LegWalker walker(here, 0);
    LegWalker elsewhere(both.there, 0);
    for (int question = 0; question < 20; ++question) {
      const std::uint64_t seed = rng.next();
      const bool with_edits = rng.percent(40);
      query.use(with_edits ? edits_of(seed, here) : nullptr);
      walker.use(with_edits ? edits_of(seed, here) : nullptr);
      elsewhere.use(with_edits ? edits_of(seed, both.there) : nullptr);
      Path path(query.room());
      if (query.find(draw(rng, here), path).status != Status::found) continue;
      Leg leg;
      for (int legs = rng.below(4); legs > 0 && walker.next(path, leg) == LegStatus::ready; --legs) ++begun;
      const std::vector<std::byte> bytes = PathFile::bytes_of(path);
      Path read(query.room());
      const Outcome outcome = PathFile::read(both.there, bytes, read);
      if (!outcome) FAIL(outcome.error().message);
      REQUIRE(PathFile::bytes_of(read) == bytes);
      REQUIRE(PathFile::hash_of(read) == PathFile::hash_of(path));
      REQUIRE(elsewhere.still_valid(read).validity <= Validity::same);
      edited += with_edits ? 1 : 0;
      by_links += path.hops().empty() ? 0 : 1;
      const auto expected = rest_of(walker, path);
      REQUIRE(rest_of(elsewhere, read) == expected);
      REQUIRE(read.at() == path.at());
      if (!expected.empty()) REQUIRE(PathFile::bytes_of(path) != bytes);
    }
  }
  CHECK(begun > 200);
  CHECK(edited > 100);
  CHECK(by_links > 20);
}

TEST_CASE("a path at any angle is written down with its points", "[heavy]") {
  Rng rng(172);
  std::size_t turns = 0;
  for (int round = 0; round < 20; ++round) {
    const TwoMachines both = TwoMachines::random(rng, Metric::any_angle);
    PathQuery query(both.built.world(), 0, Baseline::with);
    for (int question = 0; question < 10; ++question) {
      Path path(query.room());
      if (query.find(draw(rng, both.built.world()), path).status != Status::found) continue;
      Path read(query.room());
      REQUIRE(PathFile::read(both.there, PathFile::bytes_of(path), read).has_value());
      REQUIRE(std::vector(read.points().begin(), read.points().end()) ==
              std::vector(path.points().begin(), path.points().end()));
      turns += path.points().size();
    }
  }
  CHECK(turns > 300);
}

/// A path over a map of 64 x 40 tiles, with room to spare.
struct Sample {
  BuiltWorld built{test::random_map(rng(), {.character = test::Character::rooms, .width = 120, .height = 90}),
                   MovementProfile{}};
  PathQuery query{built.world(), 0, Baseline::with};
  Path path{query.room()};

  explicit Sample(Tier tier = Tier::regions) {
    Rng ends(5);
    const GridView& grid = built.world().profiles()[0].grid;
    while (path.waypoints().size() < 5) {
      (void)query.find(
          {.from = *test::random_passable(ends, grid), .to = *test::random_passable(ends, grid), .tier = tier}, path);
    }
  }
  static Rng& rng() {
    static Rng drawn(9);
    drawn = Rng(9);
    return drawn;
  }
};

void set_checksum(std::vector<std::byte>& bytes) {
  const std::uint64_t checksum = hash_bytes(std::span(std::as_const(bytes)).subspan(kChecksum + 8));
  std::memcpy(bytes.data() + kChecksum, &checksum, sizeof(checksum));
}

TEST_CASE("what is no path of the world is refused, and leaves the path as it was") {
  const Sample sample;
  const std::vector<std::byte> bytes = PathFile::bytes_of(sample.path);
  Path path(sample.query.room());
  REQUIRE(PathFile::read(sample.built.world(), bytes, path).has_value());
  const auto refused = [&](const World& world, std::span<const std::byte> wrong, ErrorCode code,
                           const std::string& reason) {
    const Outcome outcome = PathFile::read(world, wrong, path);
    REQUIRE_FALSE(outcome.has_value());
    CHECK(outcome.error().code == code);
    CHECK(outcome.error().message == "path: " + reason);
    CHECK(PathFile::bytes_of(path) == bytes);
  };
  const auto changed = [&](std::size_t at, std::uint8_t value) {
    std::vector<std::byte> wrong = bytes;
    wrong[at] = static_cast<std::byte>(value);
    set_checksum(wrong);
    return wrong;
  };
  const World& world = sample.built.world();
  refused(world, std::span(bytes).first(60), ErrorCode::corrupt, "too short");
  refused(world, std::span(bytes).first(bytes.size() - 1), ErrorCode::corrupt, "cut off, or longer than it says");
  refused(world, changed(0, 'p'), ErrorCode::corrupt, "not a path");
  refused(world, changed(8, 9), ErrorCode::unsupported, "format version 9, this library reads 1");
  refused(world, changed(12, 1), ErrorCode::unsupported, "written for a machine of the other byte order");
  std::vector<std::byte> flipped = bytes;
  flipped[100] ^= std::byte{1};
  refused(world, flipped, ErrorCode::corrupt, "wrong checksum");
  const BuiltWorld other(test::ascii_map("....\n...."), MovementProfile{});
  refused(other.world(), bytes, ErrorCode::usage, "found on another world file");
  refused(world, changed(48, 1), ErrorCode::corrupt, "a profile that the world does not have");
  refused(world, changed(88, 7), ErrorCode::corrupt, "values that mean nothing");
  refused(world, changed(95, 1), ErrorCode::corrupt, "values that mean nothing");
  Path small(PathRoom::of(3));
  const Outcome outcome = PathFile::read(world, bytes, small);
  REQUIRE_FALSE(outcome.has_value());
  CHECK(outcome.error().code == ErrorCode::limit);
  CHECK(outcome.error().message == "path: longer than there is room for");
}

TEST_CASE("no path is written down too, for any world") {
  const Sample sample;
  Path path(sample.query.room());
  REQUIRE(PathFile::read(sample.built.world(), PathFile::bytes_of(sample.path), path).has_value());
  const Path none;
  REQUIRE(PathFile::bytes_of(none).size() == 96);
  REQUIRE(PathFile::read(sample.built.world(), PathFile::bytes_of(none), path).has_value());
  CHECK(path.waypoints().empty());
  LegWalker walker(sample.built.world(), 0);
  Leg leg;
  CHECK(walker.next(path, leg) == LegStatus::done);
}

TEST_CASE("forged paths are refused, or lead over legal steps that join") {
  Rng rng(173);
  std::size_t refused = 0;
  std::size_t walked = 0;
  std::size_t stopped = 0;
  for (const Tier tier : {Tier::regions, Tier::astar, Tier::waypoints}) {
    const Sample sample(tier);
    const World& world = sample.built.world();
    const GridView& grid = world.profiles()[0].grid;
    const std::vector<std::byte> bytes = PathFile::bytes_of(sample.path);
    LegWalker walker(world, 0);
    Path path(sample.query.room());
    for (int i = 0; i < 3000; ++i) {
      std::vector<std::byte> forged = bytes;
      for (int n = rng.between(1, 2); n > 0; --n) {
        const auto at = static_cast<std::size_t>(rng.between(48, static_cast<std::int32_t>(bytes.size()) - 1));
        forged[at] = static_cast<std::byte>(rng.percent(50) ? rng.below(256) : rng.below(4));
      }
      set_checksum(forged);
      if (!PathFile::read(world, forged, path)) {
        ++refused;
        continue;
      }
      REQUIRE(PathFile::bytes_of(path) == forged);
      (void)walker.still_valid(path);
      Tile at = path.at();
      Leg leg;
      LegStatus status = LegStatus::ready;
      while ((status = walker.next(path, leg)) == LegStatus::ready) {
        REQUIRE(leg.tiles.front() == at);
        for (std::size_t step = 1; step < leg.tiles.size(); ++step)
          REQUIRE(step_cost(grid, leg.tiles[step - 1], leg.tiles[step]) != kInfiniteCost);
        at = leg.tiles.back();
      }
      ++(status == LegStatus::done ? walked : stopped);
    }
  }
  CHECK(refused > 3000);
  CHECK(walked > 300);
  CHECK(stopped > 100);
}

TEST_CASE("paths are saved to files and loaded again; errors name the file") {
  const test::TemporaryFolder folder;
  const Sample sample;
  const auto file = folder.path() / "unit.path";
  REQUIRE(PathFile::save(sample.path, file).has_value());
  Path path(sample.query.room());
  REQUIRE(PathFile::load(sample.built.world(), file, path).has_value());
  CHECK(PathFile::hash_of(path) == PathFile::hash_of(sample.path));
  const Outcome missing = PathFile::load(sample.built.world(), folder.path() / "none.path", path);
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().code == ErrorCode::io);
  folder.write("text.path", std::string(200, 'x'));
  const Outcome text = PathFile::load(sample.built.world(), folder.path() / "text.path", path);
  REQUIRE_FALSE(text.has_value());
  CHECK(text.error().message == (folder.path() / "text.path").string() + ": path: not a path");
  Path small(PathRoom::of(2));
  CHECK(PathFile::load(sample.built.world(), file, small).error().code == ErrorCode::limit);
}

}  // namespace
}  // namespace portolan
