// SPDX-License-Identifier: BSL-1.0
// portolan_instructions WORLD PROFILE TIER: asks the same queries once, for tools/count-instructions to count what that
// takes; prints how many there were. `points` for a tier: between points beside the centres of the same tiles, by
// blocks. Without arguments: prints the compiler.
#include "bench/query_set.hpp"
#include "make/random.hpp"
#include "portolan/query/path_query.hpp"

#include <array>
#include <iostream>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace portolan::bench {

/// What is counted; a function of its own, so that counting can begin and end with it.
[[gnu::noinline]] std::uint64_t counted_pass(PathQuery& query, Path& path, std::span<const Ends> set, Tier tier) {
  std::uint64_t found = 0;
  for (const Ends& ends : set) {
    found += query.find({.from = ends.from, .to = ends.to, .tier = tier}, path).status == Status::found ? 1 : 0;
  }
  return found;
}

[[gnu::noinline]] std::uint64_t counted_pass(PathQuery& query, Path& path, std::span<const PointRequest> set) {
  std::uint64_t found = 0;
  for (const PointRequest& request : set) found += query.find_between(request, path).status == Status::found ? 1 : 0;
  return found;
}

namespace {

constexpr std::size_t kQueries = 100;
constexpr std::uint64_t kSeed = 1;
constexpr std::array<std::pair<std::string_view, Tier>, 5> kTiers{{{"blocks", Tier::blocks},
                                                                   {"labels", Tier::labels},
                                                                   {"ch", Tier::ch},
                                                                   {"waypoints", Tier::waypoints},
                                                                   {"regions", Tier::regions}}};

std::optional<Tier> tier_of(std::string_view name) {
  for (const auto& [known, tier] : kTiers) {
    if (known == name) return tier;
  }
  return std::nullopt;
}

/// The same ends, each moved within its tile.
std::vector<PointRequest> beside_centres(std::span<const Ends> set) {
  generators::Random random(kSeed);
  const auto within = [&](Tile tile) {
    const std::int32_t x = random.between(1, kSubUnits - 1);
    return Point{tile.x * kSubUnits + x, tile.y * kSubUnits + random.between(1, kSubUnits - 1)};
  };
  std::vector<PointRequest> requests;
  for (const Ends& ends : set) {
    const Point from = within(ends.from);
    requests.push_back({.from = from, .to = within(ends.to), .tier = Tier::blocks});
  }
  return requests;
}

int fail(std::string_view message) {
  std::cerr << "portolan_instructions: " << message << '\n';
  return 2;
}

int run(const char* file, std::string_view profile, std::string_view tier_name) {
  const auto world = World::open(file);
  if (!world) return fail(world.error().message);
  const auto number = world->find_profile(profile);
  const bool points = tier_name == "points";
  const auto tier = points ? std::optional(Tier::blocks) : tier_of(tier_name);
  if (!number || !tier) return fail("no such profile or tier");
  const std::vector<Ends> set = draw_far(world->profiles()[*number], kQueries, kSeed);
  PathQuery query(*world, *number);
  Path path(query.room());
  const std::vector<PointRequest> requests = points ? beside_centres(set) : std::vector<PointRequest>{};
  const std::uint64_t found = points ? counted_pass(query, path, requests) : counted_pass(query, path, set, *tier);
  if (found != set.size()) return fail("a path was not found");
  std::cout << set.size() << '\n';
  return 0;
}

}  // namespace
}  // namespace portolan::bench

int main(int argc, char** argv) {
  if (argc == 4) return portolan::bench::run(argv[1], argv[2], argv[3]);
  if (argc != 1) return portolan::bench::fail("expected WORLD PROFILE TIER");
#ifdef __clang__
  std::cout << "clang++ " << __clang_major__ << '.' << __clang_minor__ << '\n';
#else
  std::cout << "g++ " << __GNUC__ << '.' << __GNUC_MINOR__ << '\n';
#endif
}
