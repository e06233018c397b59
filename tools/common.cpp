// SPDX-License-Identifier: BSL-1.0
#include "common.hpp"

#include "commands.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace portolan::tools {

int fail(std::string_view message) {
  fmt::print(stderr, "portolan: {}\n", message);
  return kBadInput;
}

Result<Tile> parse_tile(std::string_view text) {
  Tile tile;
  const char* const end = text.data() + text.size();
  const auto x = std::from_chars(text.data(), end, tile.x);
  if (x.ec == std::errc{} && x.ptr != end && *x.ptr == ',') {
    const auto y = std::from_chars(x.ptr + 1, end, tile.y);
    if (y.ec == std::errc{} && y.ptr == end) return tile;
  }
  return Error{ErrorCode::usage, fmt::format("'{}' is not a tile: expected x,y", text)};
}

Result<std::uint64_t> parse_size(std::string_view text) {
  static constexpr std::string_view kUnits = "KMGT";
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, value);
  int shift = 0;
  if (number.ec == std::errc{} && number.ptr + 1 == end && kUnits.find(*number.ptr) != std::string_view::npos) {
    shift = 10 * (static_cast<int>(kUnits.find(*number.ptr)) + 1);
  } else if (number.ec != std::errc{} || number.ptr != end) {
    return Error{ErrorCode::usage, fmt::format("'{}' is not a size: expected bytes, with K, M, G or T", text)};
  }
  if (value > (~std::uint64_t{0} >> shift))
    return Error{ErrorCode::usage, fmt::format("the size '{}' is too large", text)};
  return value << shift;
}

Result<Tier> parse_tier(std::string_view text) {
  if (text == "auto") return Tier::automatic;
  if (text == "astar") return Tier::astar;
  if (text == "local") return Tier::local;
  if (text == "coarse" || text == "regions") return Tier::coarse;
  static constexpr std::array<std::string_view, 4> kAbsent{"waypoints", "ch", "labels", "blocks"};
  if (std::find(kAbsent.begin(), kAbsent.end(), text) != kAbsent.end()) {
    return Error{ErrorCode::usage, fmt::format("--tier {}: the world file has no such section", text)};
  }
  return Error{ErrorCode::usage, fmt::format("--tier {}: expected auto, astar, local, coarse or regions", text)};
}

Result<std::size_t> choose_profile(const World& world, const std::string& name) {
  if (name.empty()) return std::size_t{0};
  if (const auto found = world.find_profile(name)) return *found;
  std::vector<std::string_view> names;
  for (const ProfileView& profile : world.profiles()) names.push_back(profile.name);
  return Error{ErrorCode::usage, fmt::format("--profile {}: the world has {}", name, fmt::join(names, ", "))};
}

Walk walk(PathQuery& query, const PathResult& result) {
  Walk walked;
  if (result.status != Status::found) return walked;
  walked.tiles.push_back(result.waypoints.front());
  Leg leg;
  LegStatus status = query.next_leg(leg);
  for (; status == LegStatus::ready; status = query.next_leg(leg)) {
    walked.tiles.insert(walked.tiles.end(), leg.tiles.begin() + 1, leg.tiles.end());
    if (leg.window.width() > 0) walked.windows.push_back(leg.window);
  }
  if (status == LegStatus::corrupt) walked.tiles.clear();
  return walked;
}

}  // namespace portolan::tools
