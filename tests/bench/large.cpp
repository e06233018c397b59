// SPDX-License-Identifier: BSL-1.0
// What queries take on a world that is too large for the lists of query_set.hpp, and whether they are right.
//
//   portolan_large WORLD [QUERIES] [CHECKED] [copied]
//
// Drops the file from the page cache, opens it, asks one question cold, walks its path, counts the pages that are there
// then, asks QUERIES drawn from a seed twice and times the second round, and compares the first CHECKED costs with
// bidirectional A* on tiles. For the first profile, of the grid metric. Prints JSON; exit code 1 if a cost or a leg is
// wrong.
#include "bench/query_set.hpp"
#include "make/random.hpp"
#include "portolan/core/search_memory.hpp"
#include "portolan/core/zeroed_array.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/world/section_name.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/mman.h>
#include <unistd.h>

namespace portolan::bench {
namespace {

constexpr std::uint64_t kSeed = 1;

class Clock {
 public:
  [[nodiscard]] double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The file as the page cache holds it, seen through a mapping of its own.
class CachedFile {
 public:
  explicit CachedFile(const char* name) : handle_(open(name, O_RDONLY)) {
    size_ = handle_ < 0 ? 0 : static_cast<std::size_t>(std::max<off_t>(lseek(handle_, 0, SEEK_END), 0));
    if (size_ != 0) bytes_ = mmap(nullptr, size_, PROT_READ, MAP_SHARED, handle_, 0);
  }
  CachedFile(const CachedFile&) = delete;
  CachedFile& operator=(const CachedFile&) = delete;
  ~CachedFile() {
    if (bytes_ != MAP_FAILED) munmap(bytes_, size_);
    if (handle_ >= 0) close(handle_);
  }

  /// Works while nobody else has the file mapped.
  void drop() const { posix_fadvise(handle_, 0, 0, POSIX_FADV_DONTNEED); }
  /// By page whether it is there.
  [[nodiscard]] std::vector<unsigned char> pages() const {
    if (bytes_ == MAP_FAILED) return {};
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    std::vector<unsigned char> there((size_ + page - 1) / page);
    if (mincore(bytes_, size_, there.data()) != 0) return {};
    for (unsigned char& byte : there) byte &= 1U;
    return there;
  }
  [[nodiscard]] std::size_t count() const {
    const std::vector<unsigned char> there = pages();
    return std::accumulate(there.begin(), there.end(), std::size_t{0});
  }

 private:
  int handle_;
  std::size_t size_ = 0;
  void* bytes_ = MAP_FAILED;
};

/// Memory of this process that is written to and shared with nobody, in bytes.
std::uint64_t private_bytes() {
  std::ifstream file("/proc/self/smaps_rollup");
  for (std::string word; file >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == "Anonymous:" && file >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

/// Bidirectional A* with the mean of both octile distances as potential (Ikeda et al., 1994), on a plain grid. Shares
/// nothing with the library but what steps there are and what they cost.
class BidirectionalAStar {
 public:
  /// Doubled, as potentials are halves.
  using Key = std::int64_t;

  explicit BidirectionalAStar(const GridView& grid) : grid_(grid) {}

  /// kInfiniteCost if no path joins the ends; nothing if a cost does not fit.
  [[nodiscard]] std::optional<Cost> cost(const Ends& ends) {
    ends_ = ends;
    settled_ = 0;
    for (Side& side : sides_) side = Side{ZeroedArray<std::uint32_t>(grid_.terrain.size()), {}};
    best_ = kInfiniteCost;
    fits_ = true;
    reach(0, ends.from, 0);
    reach(1, ends.to, 0);
    while (fits_ && !sides_[0].queue.empty() && !sides_[1].queue.empty()) {
      const Key least = sides_[0].queue.top().first + sides_[1].queue.top().first;
      if (best_ != kInfiniteCost && least >= 2 * static_cast<Key>(best_)) break;
      settle(sides_[0].queue.size() <= sides_[1].queue.size() ? 0 : 1);
    }
    if (!fits_) return std::nullopt;
    return best_;
  }
  [[nodiscard]] std::uint64_t settled() const { return settled_; }

 private:
  using Entry = std::pair<Key, std::size_t>;
  struct Side {
    ZeroedArray<std::uint32_t> cost;  ///< by position, and one more; 0 where it has not been
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  };

  [[nodiscard]] Key potential(std::size_t side, Tile t) const {
    const Key ahead = static_cast<Key>(grid_.rules->lower_bound(t, ends_.to)) -
                      static_cast<Key>(grid_.rules->lower_bound(ends_.from, t));
    return side == 0 ? ahead : -ahead;
  }
  void reach(std::size_t side, Tile t, Cost cost) {
    const std::size_t at = grid_.index(t);
    if (cost >= UINT32_MAX) {
      fits_ = false;
      return;
    }
    std::uint32_t& known = sides_[side].cost[at];
    if (known != 0 && known - 1 <= cost) return;
    known = static_cast<std::uint32_t>(cost + 1);
    sides_[side].queue.emplace(2 * static_cast<Key>(cost) + potential(side, t), at);
    const std::uint32_t other = sides_[1 - side].cost[at];
    if (other != 0) best_ = std::min(best_, cost + (other - 1));
  }
  void settle(std::size_t side) {
    const auto [key, at] = sides_[side].queue.top();
    sides_[side].queue.pop();
    const Tile tile = grid_.tile(at);
    const Cost cost = sides_[side].cost[at] - 1;
    if (key != 2 * static_cast<Key>(cost) + potential(side, tile)) return;
    ++settled_;
    for_each_step(grid_, grid_.bounds(), tile, [&](Tile to, Cost step) { reach(side, to, cost + step); });
  }

  GridView grid_;
  Ends ends_{};
  std::array<Side, 2> sides_;
  Cost best_ = kInfiniteCost;
  std::uint64_t settled_ = 0;
  bool fits_ = true;
};

std::vector<Ends> draw(const ProfileView& profile, std::size_t count) {
  generators::Random random(kSeed);
  const auto tile = [&] {
    return Tile{random.between(0, profile.grid.width - 1), random.between(0, profile.grid.height - 1)};
  };
  std::vector<Ends> drawn;
  for (std::size_t tries = 0; drawn.size() < count && tries < 1000 * count; ++tries) {
    const Tile from = tile();
    const Ends ends{from, tile()};
    if (joined(profile, ends)) drawn.push_back(ends);
  }
  return drawn;
}

/// Pages read meanwhile, in all and by what begins on them.
nlohmann::ordered_json read_since(const std::vector<unsigned char>& before, const std::vector<unsigned char>& now,
                                  const World& world) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::map<std::string, std::size_t> by_section;
  std::size_t all = 0;
  for (const format::SectionEntry& section : world.sections()) {
    const std::uint64_t end = std::min<std::uint64_t>((section.offset + section.size) / page, now.size());
    for (std::uint64_t i = section.offset / page; i < end; ++i) {
      if (before[i] != 0 || now[i] == 0) continue;
      ++all;
      ++by_section[std::string(section_name(section.kind))];
    }
  }
  return {{"all", all}, {"by section", by_section}};
}

nlohmann::ordered_json summary(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = [&](std::size_t percent) { return values[(values.size() - 1) * percent / 100]; };
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  return {{"mean", mean}, {"p50", at(50)}, {"p90", at(90)}, {"p99", at(99)}, {"max", at(100)}};
}

/// The milliseconds of the ways to ask one question, and what came of it.
struct Asked {
  double cost_alone = 0;
  double first_leg = 0;  ///< found leg by leg, and the first leg
  double whole = 0;      ///< found with all ends of legs
  double walked = 0;     ///< all legs of that
  std::uint64_t settled = 0;
  PathResult result;
  bool sound = false;  ///< all ways agree, and the legs join the ends and add up
};

Asked ask(PathQuery& query, LegWalker& walker, Path& path, const Ends& ends) {
  Asked asked;
  Leg leg;
  PathRequest request{.from = ends.from, .to = ends.to};
  const Clock alone;
  asked.result = query.find(request);
  asked.cost_alone = alone.milliseconds();

  request.unpacking = Unpacking::leg_by_leg;
  const Clock first;
  const PathResult by_leg = query.find(request, path);
  const LegStatus first_leg = walker.next(path, leg);
  asked.first_leg = first.milliseconds();

  request.unpacking = Unpacking::at_once;
  const Clock whole;
  const PathResult at_once = query.find(request, path);
  asked.whole = whole.milliseconds();
  asked.settled = at_once.work;

  const Clock walk;
  Tile at = ends.from;
  Cost cost = 0;
  LegStatus status = LegStatus::ready;
  bool joined_up = true;
  while ((status = walker.next(path, leg)) == LegStatus::ready) {
    joined_up = joined_up && leg.tiles.front() == at;
    at = leg.tiles.back();
    cost += leg.cost;
  }
  asked.walked = walk.milliseconds();
  asked.sound = by_leg.cost == asked.result.cost && at_once.cost == asked.result.cost &&
                at_once.status == Status::found && (first_leg == LegStatus::ready || ends.from == ends.to) &&
                status == LegStatus::done && joined_up && at == ends.to && cost == at_once.cost;
  return asked;
}

int fail(std::string_view message) {
  std::cerr << "portolan_large: " << message << '\n';
  return 2;
}

int run(const char* file, std::size_t count, std::size_t checked, FileAccess access) {
  const CachedFile cached(file);
  cached.drop();
  nlohmann::ordered_json report{{"pages before", cached.count()}};
  const Clock opening;
  const auto world = World::open(file, access);
  if (!world) return fail(world.error().message);
  report["open ms"] = opening.milliseconds();
  report["pages after opening"] = cached.count();
  const Clock construction;
  PathQuery query(*world, 0, std::make_shared<SearchMemory>(SearchMemory::kDefaultBytes));
  LegWalker walker(*world, 0);
  report["construction ms"] = construction.milliseconds();
  report["pages after construction"] = cached.count();
  if (query.profile().rules.metric != Metric::grid || !query.profile().grid.is_plain()) {
    return fail("the first profile is not of the grid metric, or has moves");
  }

  // Drawing looks at tiles, which may read more pages than the question does.
  const std::vector<Ends> drawn = draw(query.profile(), count);
  if (drawn.empty()) return fail("no two tiles found that a path joins");
  const std::vector<unsigned char> drawing = cached.pages();
  Path path(PathRoom::of(std::size_t{1} << 20));
  const Clock cold;
  const PathResult first =
      query.find({.from = drawn[0].from, .to = drawn[0].to, .unpacking = Unpacking::leg_by_leg}, path);
  Leg leg;
  (void)walker.next(path, leg);
  const double cold_ms = cold.milliseconds();
  report["first question"] = {
      {"ms", cold_ms}, {"settled", first.work}, {"pages", read_since(drawing, cached.pages(), *world)}};
  const std::vector<unsigned char> after_first = cached.pages();
  const Clock walk;
  std::size_t legs = 1;
  while (walker.next(path, leg) == LegStatus::ready) ++legs;
  const double walk_ms = walk.milliseconds();
  report["its path walked"] = {
      {"ms", walk_ms}, {"legs", legs}, {"pages", read_since(after_first, cached.pages(), *world)}};

  std::vector<Asked> answers(drawn.size());
  std::size_t unsound = 0;
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      answers[i] = ask(query, walker, path, drawn[i]);
      if (answers[i].sound) continue;
      ++unsound;
      std::cerr << "wrong: question " << i << '\n';
    }
  }
  const auto column = [&](auto member) {
    std::vector<double> values;
    for (const Asked& asked : answers) values.push_back(static_cast<double>(asked.*member));
    return summary(values);
  };
  std::vector<double> lengths;
  for (const Asked& asked : answers) lengths.push_back(asked.result.length);
  report["queries"] = drawn.size();
  report["length"] = summary(lengths);
  report["cost alone ms"] = column(&Asked::cost_alone);
  report["first leg ms"] = column(&Asked::first_leg);
  report["whole path ms"] = column(&Asked::whole);
  report["walked ms"] = column(&Asked::walked);
  report["settled"] = column(&Asked::settled);
  report["private bytes"] = private_bytes();
  report["unsound"] = unsound;
  std::cerr << report.dump(1) << '\n';

  BidirectionalAStar reference(query.profile().grid);
  std::size_t equal = 0;
  std::size_t compared = 0;
  std::vector<double> settled;
  for (std::size_t i = 0; i < std::min(checked, drawn.size()); ++i) {
    const std::optional<Cost> cost = reference.cost(drawn[i]);
    if (!cost) continue;
    ++compared;
    equal += *cost == answers[i].result.cost ? 1 : 0;
    settled.push_back(static_cast<double>(reference.settled()));
    std::cerr << i << ": " << *cost << (*cost == answers[i].result.cost ? " equal, " : " DIFFERS, ")
              << reference.settled() << " settled\n";
  }
  report["checked"] = {{"compared", compared}, {"equal", equal}, {"settled by A*", summary(settled)}};
  std::cout << report.dump(1) << '\n';
  return unsound == 0 && equal == compared ? 0 : 1;
}

}  // namespace
}  // namespace portolan::bench

int main(int argc, char** argv) {
  const auto number = [&](int place, std::size_t otherwise) {
    return argc > place ? static_cast<std::size_t>(std::strtoull(argv[place], nullptr, 10)) : otherwise;
  };
  if (argc < 2) return portolan::bench::fail("expected WORLD [QUERIES] [CHECKED] [copied]");
  const bool copied = argc > 4 && std::string_view(argv[4]) == "copied";
  return portolan::bench::run(argv[1], number(2, 1000), number(3, 10),
                              copied ? portolan::FileAccess::copied : portolan::FileAccess::mapped);
}
