// SPDX-License-Identifier: BSL-1.0
#include "common.hpp"

#include "commands.hpp"
#include "portolan/grid/line_check.hpp"
#include "portolan/grid/path_check.hpp"
#include "portolan/query/jump_search.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace portolan::tools {

namespace {

/// Where this cannot be written either, the exit code has to do.
void complain(std::string_view message) {
  const std::string line = fmt::format("portolan: {}\n", message);
  std::fputs(line.c_str(), stderr);
}

}  // namespace

int fail(std::string_view message) {
  complain(message);
  return kBadInput;
}

int fault(std::string_view message) {
  complain(message);
  return kNegative;
}

void print_warnings(const std::vector<std::string>& warnings) {
  constexpr std::size_t kShown = 100;
  // Where stderr cannot be written, nothing is lost that could be told otherwise.
  const auto print = [](const std::string& line) { std::fputs(line.c_str(), stderr); };
  for (std::size_t i = 0; i < std::min(warnings.size(), kShown); ++i) print(fmt::format("warning: {}\n", warnings[i]));
  if (warnings.size() > kShown) print(fmt::format("warning: and {} more\n", warnings.size() - kShown));
}

Outcome flush_output() {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return Success{};
  const std::string reason = errno != 0 ? fmt::format(": {}", std::strerror(errno)) : "";
  return Error{ErrorCode::io, "cannot write to standard output" + reason};
}

Outcome commit_all(std::vector<StagedFile>& files) {
  for (StagedFile& file : files) {
    if (Outcome committed = file.commit(); !committed) return committed;
  }
  return Success{};
}

std::string text_of(Point p, const TileNames& names) {
  const std::int32_t floor = names.floors.count == 1 ? 0 : names.floors.floor(tile_at(p).y);
  const std::int32_t first = names.floors.tile(floor, {0, 0}).y * kSubUnits;
  const std::string text = fmt::format("{},{}", static_cast<double>(p.x) / kSubUnits + names.origin.x,
                                       static_cast<double>(p.y - first) / kSubUnits + names.origin.y);
  return names.floors.count == 1 ? text : fmt::format("{},{}", text, floor);
}

Point point_of(const End& end) {
  if (const Tile* const tile = std::get_if<Tile>(&end)) return centre_of(*tile);
  return std::get<Point>(end);
}

Result<End> parse_end(std::string_view whole_text, const ProfileView& profile, const TileNames& names) {
  const FloorStack& floors = names.floors;
  const auto wrong = [&](std::string_view reason) {
    return Error{ErrorCode::usage, fmt::format("'{}' {}", whole_text, reason)};
  };
  std::string_view text = whole_text;
  std::int32_t floor = 0;
  if (floors.count > 1 && std::count(text.begin(), text.end(), ',') == 2) {
    const auto last = text.rfind(',');
    const char* const end = text.data() + text.size();
    const auto number = std::from_chars(text.data() + last + 1, end, floor);
    if (number.ec != std::errc{} || number.ptr != end) return wrong("is not a tile: expected x,y,floor");
    if (floor < 0 || floor >= floors.count) return wrong(fmt::format("is not on one of {} floors", floors.count));
    text = text.substr(0, last);
  }
  const auto comma = std::min(text.find(','), text.size());
  const std::array parts{text.substr(0, comma), text.substr(std::min(comma + 1, text.size()))};
  std::array<std::int32_t, 2> whole{};
  std::array<double, 2> real{};
  bool is_tile = true;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const char* const end = parts[i].data() + parts[i].size();
    const auto integer = std::from_chars(parts[i].data(), end, whole[i]);
    is_tile = is_tile && integer.ec == std::errc{} && integer.ptr == end;
    const auto number = std::from_chars(parts[i].data(), end, real[i], std::chars_format::fixed);
    if (number.ec != std::errc{} || number.ptr != end) return wrong("is not a tile: expected x,y");
    const std::int32_t first = i == 0 ? names.origin.x : names.origin.y;
    real[i] -= first;
    const std::int64_t moved = std::int64_t{whole[i]} - first;
    if (is_tile && moved != static_cast<std::int32_t>(moved)) return wrong("is outside of any map");
    if (is_tile) whole[i] = static_cast<std::int32_t>(moved);
  }
  if (is_tile && floors.count > 1) {
    if (whole[1] < 0 || whole[1] >= floors.height)
      return wrong(fmt::format("is not on a floor of {} rows", floors.height));
    return End(floors.tile(floor, {whole[0], whole[1]}));
  }
  if (is_tile) return End(Tile{whole[0], whole[1]});
  if (profile.rules.footprint != 0) {
    return wrong("is not a tile: points are for profiles with the metric any_angle and footprint 0");
  }
  for (const double coordinate : real) {
    if (!(coordinate >= 0 && coordinate <= kMaxSide)) return wrong("is outside of any map");
  }
  if (floors.count > 1 && real[1] > floors.height)
    return wrong(fmt::format("is not on a floor of {} rows", floors.height));
  return End(
      Point{static_cast<std::int32_t>(std::lround(real[0] * kSubUnits)),
            static_cast<std::int32_t>(std::lround(real[1] * kSubUnits)) + floors.tile(floor, {0, 0}).y * kSubUnits});
}

Outcome check_inside(const World& world, const End& end, const TileNames& names) {
  const Tile* const tile = std::get_if<Tile>(&end);
  bool inside = false;
  if (tile != nullptr) {
    inside = world.bounds().contains(*tile);
  } else {
    const Point p = std::get<Point>(end);
    inside = p.x >= 0 && p.y >= 0 && p.x <= world.width() * kSubUnits && p.y <= world.height() * kSubUnits;
  }
  if (inside) return Success{};
  const std::string name = tile != nullptr ? text_of(*tile, names) : text_of(std::get<Point>(end), names);
  return Error{ErrorCode::usage,
               fmt::format("{} is outside the map of {} x {} tiles", name, world.width(), world.height())};
}

PathResult find_between(PathQuery& query, const End& from, const End& to, PathRequest how, Path& path) {
  const Tile* const from_tile = std::get_if<Tile>(&from);
  const Tile* const to_tile = std::get_if<Tile>(&to);
  if (from_tile != nullptr && to_tile != nullptr) {
    how.from = *from_tile;
    how.to = *to_tile;
    return query.find(how, path);
  }
  return query.find_between({.from = point_of(from),
                             .to = point_of(to),
                             .tier = how.tier,
                             .ends = how.ends,
                             .max_expansions = how.max_expansions,
                             .matrix = how.matrix},
                            path);
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

Result<MatrixSide> parse_matrix(std::string_view text) {
  if (text.empty()) return MatrixSide::by_ends;
  if (text == "60") return MatrixSide::side_60;
  if (text == "120") return MatrixSide::side_120;
  return Error{ErrorCode::usage, fmt::format("--matrix {}: expected 60 or 120", text)};
}

Result<Tier> parse_tier(std::string_view text, const ProfileView& profile) {
  const bool has_graph = profile.sight && profile.sight->graph;
  if (text == "auto") return Tier::automatic;
  if (text == "astar") return Tier::astar;
  if (text == "jump" && JumpSearch::serves(profile)) return Tier::jump;
  if (text == "jump") {
    return Error{ErrorCode::usage,
                 fmt::format("--tier jump: jump points need the grid, one price of all terrain, and neither links nor "
                             "moves, and profile {} has more",
                             profile.name)};
  }
  if (text == "local") return Tier::local;
  if (text == "regions") return Tier::regions;
  if (text == "coarse") {
    return profile.rules.metric == Metric::any_angle && has_graph ? Tier::waypoints : Tier::regions;
  }
  if (text == "waypoints" && has_graph) return Tier::waypoints;
  if (text == "ch" && has_graph && profile.sight->hierarchy) return Tier::ch;
  if (text == "labels" && has_graph && profile.sight->labels) return Tier::labels;
  if (text == "blocks" && has_graph && profile.sight->blocks) return Tier::blocks;
  static constexpr std::array<std::string_view, 4> kAbsent{"waypoints", "ch", "labels", "blocks"};
  if (std::find(kAbsent.begin(), kAbsent.end(), text) != kAbsent.end()) {
    return Error{ErrorCode::usage,
                 fmt::format("--tier {}: the world file has no such section for profile {}", text, profile.name)};
  }
  return Error{
      ErrorCode::usage,
      fmt::format("--tier {}: expected auto, astar, jump, local, coarse, regions, waypoints, ch, labels or blocks",
                  text)};
}

Result<Ties> parse_ties(std::string_view text) {
  static constexpr std::string_view kRandom = "random:";
  if (text == to_string(TieRule::first)) return Ties{};
  if (text == to_string(TieRule::straightest)) return Ties{.rule = TieRule::straightest};
  if (text.starts_with(kRandom)) {
    Ties ties{.rule = TieRule::random};
    const char* const end = text.data() + text.size();
    const auto number = std::from_chars(text.data() + kRandom.size(), end, ties.seed);
    if (number.ec == std::errc{} && number.ptr == end) return ties;
  }
  return Error{ErrorCode::usage,
               fmt::format("--ties {}: expected first, straightest or random:SEED, with a seed below 2^64", text)};
}

Result<std::size_t> choose_profile(const World& world, const std::string& name) {
  if (world.profiles().empty()) return Error{ErrorCode::usage, "the world file has no tile map"};
  if (name.empty()) return std::size_t{0};
  if (const auto found = world.find_profile(name)) return *found;
  std::vector<std::string_view> names;
  for (const ProfileView& profile : world.profiles()) names.push_back(profile.name);
  return Error{ErrorCode::usage, fmt::format("--profile {}: the world has {}", name, fmt::join(names, ", "))};
}

Walk walk(LegWalker& walker, Path& path, PathSmoother* smoother) {
  Walk walked;
  if (path.waypoints().empty()) return walked;
  walked.tiles.push_back(path.waypoints().front());
  // A path of one tile has no legs.
  if (smoother != nullptr) smoother->add(std::array{centre_of(walked.tiles.front())});
  Leg leg;
  LegStatus status = walker.next(path, leg);
  for (; status == LegStatus::ready; status = walker.next(path, leg)) {
    if (leg.link != kNoLink) walked.by_link.push_back(walked.tiles.size() - 1);
    walked.tiles.insert(walked.tiles.end(), leg.tiles.begin() + 1, leg.tiles.end());
    if (leg.window.width() > 0) walked.windows.push_back(leg.window);
    if (smoother != nullptr) smoother->add(leg);
    walked.legs.straight += leg.kind == LegKind::straight ? 1 : 0;
    walked.legs.centred += leg.kind == LegKind::centred ? 1 : 0;
    walked.legs.shifted += leg.kind == LegKind::shifted ? 1 : 0;
  }
  if (status != LegStatus::done) walked.tiles.clear();
  return walked;
}

JudgedPath judge_path(const TileMap& map, const MovementProfile& profile, LegWalker& walker, Path& path, Point from,
                      Point to, PathSmoother* smoother) {
  JudgedPath judged;
  Point first;
  Point last;
  if (profile.metric == Metric::any_angle) {
    const LineMeasure measure = measure_line(map, profile, path.points());
    judged.fault = measure.fault;
    judged.cost = measure.cost;
    first = path.points().front();
    last = path.points().back();
    if (smoother != nullptr) smoother->add(path.points());
  } else {
    judged.walked = walk(walker, path, smoother);
    const PathMeasure measure = measure_path(map, profile, judged.walked.tiles, judged.walked.by_link);
    judged.fault = measure.fault;
    judged.cost = measure.cost;
    judged.moves = measure.moves;
    if (judged.walked.tiles.empty()) return judged;
    first = centre_of(judged.walked.tiles.front());
    last = centre_of(judged.walked.tiles.back());
  }
  if (judged.fault.empty() && (first != from || last != to)) judged.fault = "the path ends elsewhere";
  return judged;
}

}  // namespace portolan::tools
