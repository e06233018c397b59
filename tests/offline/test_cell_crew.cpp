// SPDX-License-Identifier: BSL-1.0
// Cells that several processes share: every task is made whoever is lost, and the world has the same bytes.
#include "portolan/offline/build_world.hpp"
#include "portolan/offline/lease_ledger.hpp"
#include "portolan/regions/region_layout.hpp"
#include "support/lease_replay.hpp"
#include "support/random_world.hpp"
#include "support/temporary_folder.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::Rng;

/// One process as far as MPI goes: lends cells to threads that help, some of which are lost with what they were lent.
class Threads : public CellCrew, public CellSource {
 public:
  explicit Threads(std::uint64_t seed) : rng_(seed) {}

  void make_cells(const CellBatch& batch, const std::function<void(std::size_t)>& make) override {
    {
      const std::lock_guard lock(mutex_);
      batch_ = batch;
      ledger_.emplace(batch.count);
    }
    while (true) {
      std::optional<std::size_t> task;
      {
        const std::lock_guard lock(mutex_);
        if (ledger_->finished()) return;
        // So that others come to something on any machine.
        if (rng_.percent(30)) task = ledger_->take(0, tick());
      }
      if (!task) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        continue;
      }
      make(*task);
      const std::lock_guard lock(mutex_);
      ledger_->made(*task, tick());
    }
  }
  void finish(std::uint32_t profile) override {
    const std::lock_guard lock(mutex_);
    finished_ = profile + 1;
  }

  std::optional<CellLease> next(std::uint32_t profile, unsigned worker) override {
    while (true) {
      {
        const std::lock_guard lock(mutex_);
        if (profile < finished_) return {};
        if (ledger_ && batch_.profile == profile) {
          if (const auto task = ledger_->take(worker + 1, tick())) return CellLease{batch_.cut, *task};
        }
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  void report(std::uint32_t, unsigned worker, const CellLease& lease, CellFate fate) override {
    const std::lock_guard lock(mutex_);
    if (rng_.percent(30)) return;  // lost
    if (rng_.percent(10)) fate = CellFate::refused;
    ++reports_;
    if (fate == CellFate::made)
      ledger_->made(lease.number, tick());
    else
      ledger_->refused(lease.number, worker + 1);
  }
  [[nodiscard]] int reports() const { return reports_; }

 private:
  double tick() { return now_ += 0.5; }

  std::mutex mutex_;
  Rng rng_;
  std::optional<LeaseLedger> ledger_;
  CellBatch batch_;
  std::uint32_t finished_ = 0;
  double now_ = 0;
  int reports_ = 0;
};

TEST_CASE("tasks are lent once while all goes well, and in their order") {
  LeaseLedger ledger(3);
  CHECK(ledger.take(0, 0) == 0U);
  CHECK(ledger.take(1, 0) == 1U);
  ledger.made(1, 4);
  CHECK(ledger.take(1, 4) == 2U);
  CHECK(!ledger.take(2, 5).has_value());
  ledger.made(0, 6);
  ledger.made(0, 7);
  CHECK(!ledger.finished());
  CHECK(ledger.late_after() == 12);
  CHECK(!ledger.take(2, 16).has_value());
  CHECK(ledger.take(2, 16.1) == 2U);
  CHECK(!ledger.take(3, 17).has_value());
  ledger.refused(2, 2);
  CHECK(!ledger.take(2, 100).has_value());
  CHECK(ledger.take(3, 17) == 2U);
  ledger.made(2, 18);
  CHECK(ledger.finished());
  CHECK(LeaseLedger(0).finished());
}

TEST_CASE("what is made before it is lent, or twice, is not lent again") {
  LeaseLedger ledger(3);
  ledger.made(1, 1000);
  CHECK(ledger.late_after() == LeaseLedger::kLeastLate);
  CHECK(ledger.take(0, 1000) == 0U);
  CHECK(ledger.take(1, 1000) == 2U);
  ledger.made(0, 1001);
  ledger.refused(1, 4);
  ledger.made(2, 1002);
  ledger.made(2, 1003);
  CHECK(ledger.finished());
  CHECK(!ledger.take(0, 5000).has_value());
}

TEST_CASE("all tasks are made as long as one worker is left, in about the time that is needed") {
  Rng rng(2310);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> seconds(static_cast<std::size_t>(rng.between(1, 400)));
    double sum = 0;
    double longest = 0;
    for (double& of_task : seconds) {
      of_task = 1 + static_cast<double>(rng.below(190)) / 10;
      sum += of_task;
      longest = std::max(longest, of_task);
    }
    std::vector<test::VirtualWorker> workers(static_cast<std::size_t>(rng.between(1, 64)));
    CAPTURE(round, seconds.size(), workers.size());
    // With nobody in the way: list scheduling (Graham, 1969).
    const auto smooth = test::replay(seconds, workers);
    REQUIRE(smooth.has_value());
    REQUIRE(smooth->seconds >= std::max(sum / static_cast<double>(workers.size()), longest) * 0.999);
    REQUIRE(smooth->seconds <= sum / static_cast<double>(workers.size()) + longest + 1);
    // The first lives and works; others are lost, slow, or refuse.
    double power = 0;
    for (std::size_t i = 0; i < workers.size(); ++i) {
      if (i != 0 && rng.percent(20)) workers[i].lost = static_cast<double>(rng.below(200));
      if (i != 0 && rng.percent(20)) workers[i].pace = 10;
      if (i != 0 && rng.percent(10)) workers[i].refuses = true;
      if (!workers[i].lost && !workers[i].refuses) power += 1 / workers[i].pace;
    }
    const auto rough = test::replay(seconds, workers);
    REQUIRE(rough.has_value());
    REQUIRE(rough->lent >= seconds.size());
    // Each worker holds a task up once at most, for as long as the slowest takes twice.
    REQUIRE(rough->seconds <= sum / power + 25 * longest * static_cast<double>(workers.size()) + 100);
  }
}

TEST_CASE("a world whose cells others help to make has the same bytes", "[threads]") {
  Rng rng(2311);
  int reports = 0;
  for (int round = 0; round < 6; ++round) {
    const test::TemporaryFolder folder;
    const TileMap map = test::random_map(rng, {.width = rng.between(150, 300), .height = rng.between(150, 300)});
    std::vector<MovementProfile> profiles{test::random_profile(rng, map.palette()),
                                          test::random_profile(rng, map.palette())};
    profiles[0].name = "one";
    profiles[1].name = "other";
    BuildOptions options;
    options.indexes.emplace();
    options.threads = 1;
    options.cell_level = 1;
    options.shifts["one"] = {rng.below(kRegionSide), rng.below(kRegionSide)};
    const auto plain = build_world(map, profiles, options);
    REQUIRE(plain.has_value());

    Threads threads(static_cast<std::uint64_t>(round));
    options.crew = &threads;
    CHECK(build_world(map, profiles, options).error().code == ErrorCode::usage);
    options.work_folder = folder.path();
    BuildOptions own = options;
    own.crew = nullptr;
    own.threads = 2;
    own.shifts.clear();  // it is told
    Outcome helped = Success{};
    std::jthread helper([&] { helped = help_build(map, profiles, own, threads); });
    const auto shared = build_world(map, profiles, options);
    threads.finish(1);
    helper.join();
    REQUIRE(helped.has_value());
    REQUIRE(shared.has_value());
    REQUIRE(std::ranges::equal(shared->bytes().span(), plain->bytes().span()));
    reports += threads.reports();
  }
  CHECK(reports > 50);
}

TEST_CASE("who would help with a map of one region is let go") {
  Rng rng(2313);
  const test::TemporaryFolder folder;
  const TileMap map = test::random_map(rng, {.width = 30, .height = 20});
  const MovementProfile profile;
  Threads threads(5);
  BuildOptions options;
  options.crew = &threads;
  options.work_folder = folder.path();
  REQUIRE(build_world(map, std::span(&profile, 1), options).has_value());
  options.crew = nullptr;
  CHECK(help_build(map, std::span(&profile, 1), options, threads).has_value());
  CHECK(threads.reports() == 0);
}

/// Lends one cell that is cut as no map is.
class WrongCut : public CellSource {
 public:
  std::optional<CellLease> next(std::uint32_t, unsigned) override {
    return refused_ ? std::nullopt : std::optional(CellLease{.cut = {.level = 1, .shift = {kRegionSide, 0}}});
  }
  void report(std::uint32_t, unsigned, const CellLease&, CellFate fate) override {
    refused_ = fate == CellFate::refused;
  }
  [[nodiscard]] bool refused() const { return refused_; }

 private:
  bool refused_ = false;
};

TEST_CASE("a cell of regions that cannot be shifted so is refused") {
  Rng rng(2314);
  const test::TemporaryFolder folder;
  const TileMap map = test::random_map(rng, {.width = 150, .height = 150});
  const MovementProfile profile;
  BuildOptions options;
  options.work_folder = folder.path();
  WrongCut cells;
  const Outcome helped = help_build(map, std::span(&profile, 1), options, cells);
  REQUIRE_FALSE(helped.has_value());
  CHECK(helped.error().code == ErrorCode::usage);
  CHECK(helped.error().message == "cells of regions shifted by 32,0");
  CHECK(cells.refused());
}

TEST_CASE("who helps without memory or room for files costs the build nothing and says so") {
  Rng rng(2312);
  const test::TemporaryFolder folder;
  const TileMap map = test::random_map(rng, {.width = 300, .height = 250});
  const MovementProfile profile;
  BuildOptions options;
  options.indexes.emplace();
  options.threads = 1;
  options.cell_level = 1;
  const auto plain = build_world(map, std::span(&profile, 1), options);
  REQUIRE(plain.has_value());
  options.work_folder = folder.path() / "cells";
  const auto helped_by = [&](const BuildOptions& own) {
    Threads threads(3);
    BuildOptions lent = options;
    lent.crew = &threads;
    Outcome helped = Success{};
    std::jthread helper([&] { helped = help_build(map, std::span(&profile, 1), own, threads); });
    const auto shared = build_world(map, std::span(&profile, 1), lent);
    threads.finish(0);
    helper.join();
    REQUIRE(shared.has_value());
    REQUIRE(std::ranges::equal(shared->bytes().span(), plain->bytes().span()));
    std::filesystem::remove_all(options.work_folder);
    return helped;
  };

  BuildOptions own = options;
  CHECK(helped_by(own).has_value());
  for (const unsigned bits : {10U, 17U, 18U, 19U, 20U, 21U}) {
    own.memory = std::uint64_t{1} << bits;
    const Outcome helped = helped_by(own);
    CHECK((helped.has_value() || helped.error().code == ErrorCode::limit));
    if (bits == 10) CHECK(!helped.has_value());
  }
  own = options;
  own.work_folder = folder.write("file", "no folder");
  CHECK(helped_by(own).error().code == ErrorCode::io);
  own.work_folder.clear();
  CHECK(helped_by(own).error().code == ErrorCode::usage);

  // The one that builds has no room either: its own error, not a wait for ever.
  Threads threads(4);
  options.crew = &threads;
  options.work_folder = folder.path() / "file";
  CHECK(build_world(map, std::span(&profile, 1), options).error().code == ErrorCode::io);
}

}  // namespace
}  // namespace portolan
