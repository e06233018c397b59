// SPDX-License-Identifier: BSL-1.0
// portolan check: does a world file hold together, and do its answers agree with plain Dijkstra on the tiles, or with
// brute-force visibility where the mover goes straight?
#include "board/board.hpp"
#include "board/board_commands.hpp"
#include "commands.hpp"
#include "common.hpp"
#include "even_draws.hpp"
#include "map/brute_visibility.hpp"
#include "map/map_commands.hpp"
#include "map/map_input.hpp"
#include "map/plain_dijkstra.hpp"
#include "map/waypoint_report.hpp"
#include "portolan/core/file.hpp"
#include "portolan/core/parallel.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/maps/starter_legend.hpp"
#include "portolan/offline/prove_indexes.hpp"
#include "portolan/query/jump_search.hpp"
#include "progress.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <span>
#include <system_error>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// Tiles that Dijkstra may visit in all, over all sources; bounds the time on large maps.
constexpr std::uint64_t kTilesToVisit = 20'000'000;
constexpr std::uint64_t kMostSources = 50;
constexpr int kGoalsPerSource = 40;

/// With the links of the map.
std::vector<Cost> distances_from(const GridView& grid, const LinkTable& links, Tile source) {
  return plain_distances(grid.terrain.size(), grid.index(source), [&](std::size_t node, auto&& visit) {
    const Tile tile = grid.tile(node);
    for_each_plain_step(grid, tile, [&](Tile to, Cost cost) { visit(grid.index(to), cost); });
    const auto link_end = links.find(tile);
    for (const LinkArc& arc : link_end ? links.leaving(*link_end) : std::span<const LinkArc>()) {
      if (grid.passable(arc.other)) visit(grid.index(arc.other), arc.cost);
    }
  });
}

/// Sight tests for the reference of any_angle profiles, over all queries.
constexpr std::uint64_t kSightTests = 20'000'000;

/// Draws passable positions.
class Draw {
 public:
  explicit Draw(const GridView& grid) : grid_(grid) {
    for (std::size_t i = 0; i < grid.terrain.size(); ++i) {
      if (grid.cost(grid.tile(i)) != 0) passable_.push_back(i);
    }
  }
  [[nodiscard]] bool possible() const { return !passable_.empty(); }
  Tile operator()() { return grid_.tile(passable_[draws_.below(passable_.size())]); }

 private:
  const GridView& grid_;
  std::vector<std::size_t> passable_;
  EvenDraws draws_;
};

/// What asking many queries came to.
struct Sample {
  std::uint64_t queries = 0;
  std::string reference;  ///< what they were compared with
  std::string fault;      ///< empty if all agreed
};

/// Asks one profile of a world, and compares. All costs are in tiles at terrain cost 1.
class Examiner {
 public:
  Examiner(const World& world, const TileMap& map, std::size_t number)
      : map_(map),
        profile_(world.profiles()[number]),
        declared_(world.declared_profile(number)),
        query_(world, number),
        walker_(world, number),
        path_(query_.room()),
        draw_(profile_.grid) {
    if (JumpSearch::serves(profile_)) tiers_.push_back(Tier::jump);
    if (!profile_.sight || !profile_.sight->graph) return;
    tiers_.push_back(Tier::waypoints);
    if (profile_.sight->hierarchy) tiers_.push_back(Tier::ch);
    if (profile_.sight->labels) tiers_.push_back(Tier::labels);
    if (profile_.sight->blocks) tiers_.push_back(Tier::blocks);
  }

  [[nodiscard]] Sample run() {
    if (!draw_.possible()) return sample_;
    const bool exact_lines = profile_.rules.metric == Metric::any_angle && is_by_sight(tiers_.back());
    exact_lines ? compare_with_visibility() : compare_with_dijkstra();
    return sample_;
  }

 private:
  /// On tiles; paths of any_angle profiles may not cost more, whatever else they do.
  void compare_with_dijkstra() {
    const bool lines = profile_.rules.metric == Metric::any_angle;
    sample_.reference = lines ? "cost no more than Dijkstra's on tiles" : "agree with Dijkstra";
    const GridView& grid = profile_.grid;
    const std::uint64_t sources = std::clamp<std::uint64_t>(kTilesToVisit / grid.terrain.size(), 1, kMostSources);
    line_.begin(fmt::format("profile {}: comparing with Dijkstra", printable(profile_.name)));
    for (std::uint64_t s = 0; s < sources; ++s) {
      line_.show(static_cast<double>(s) / static_cast<double>(sources));
      const Tile from = draw_();
      const std::vector<Cost> reference = distances_from(grid, profile_.links, from);
      for (int g = 0; g < kGoalsPerSource; ++g) {
        const Tile to = draw_();
        const Cost cost = reference[grid.index(to)];
        const double most =
            cost == kInfiniteCost ? kNoPath : static_cast<double>(cost) * profile_.rules.tiles_per_unit();
        for (const Tier tier : tiers_) {
          if (!agrees(from, to, tier, lines ? 0 : most, most)) return;
        }
      }
    }
  }

  void compare_with_visibility() {
    sample_.reference = "agree with brute-force visibility";
    const BruteVisibility brute(map_, declared_);
    std::uint64_t tests = kSightTests;
    constexpr std::uint64_t kQueries = kMostSources * kGoalsPerSource;
    line_.begin(fmt::format("profile {}: comparing with brute-force visibility", printable(profile_.name)));
    for (std::uint64_t i = 0; i < kQueries; ++i) {
      // The sight tests may be spent before the queries are.
      line_.show(std::max(static_cast<double>(i) / static_cast<double>(kQueries),
                          1 - static_cast<double>(tests) / static_cast<double>(kSightTests)));
      const Tile from = draw_();
      const Tile to = draw_();
      const auto length = brute.length(centre_of(from), centre_of(to), tests);
      if (!length) return;
      const double price = static_cast<double>(profile_.rules.least_cost) * profile_.rules.cost_unit / kCostScale;
      const double cost = *length * price;
      for (const Tier tier : tiers_) {
        const bool exact = tier == Tier::automatic || is_by_sight(tier);
        if (!agrees(from, to, tier, cost, exact || cost == kNoPath ? cost : std::numeric_limits<double>::max())) return;
      }
    }
  }

  /// Whether the answer to one query costs from `least` to `most`, or says that there is no path where `most` says so.
  bool agrees(Tile from, Tile to, Tier tier, double least, double most) {
    ++sample_.queries;
    const PathResult result = query_.find({.from = from, .to = to, .tier = tier}, path_);
    const auto wrong = [&](const std::string& what) {
      sample_.fault = fmt::format("{},{} to {},{} by tier {}: {}", from.x, from.y, to.x, to.y, to_string(tier), what);
      return false;
    };
    if (most == kNoPath) {
      return result.status == Status::unreachable ||
             wrong(fmt::format("no path exists, answer {}", to_string(result.status)));
    }
    if (result.status != Status::found) return wrong(fmt::format("a path exists, answer {}", to_string(result.status)));
    const double claimed = static_cast<double>(result.cost) * profile_.tiles_per_unit();
    const JudgedPath path = judge_path(map_, declared_, walker_, path_, centre_of(from), centre_of(to));
    if (!path.fault.empty()) return wrong(path.fault);
    // Links and moves are rounded to the unit of the grid.
    const double slack = 1e-6 * path.cost + 1e-9 +
                         static_cast<double>(path_.hops().size() + path.moves) * profile_.rules.tiles_per_unit();
    // Every segment of a line is rounded up to its unit, for each unit of terrain cost.
    const double rounding =
        static_cast<double>(path_.points().size()) * profile_.rules.least_cost * profile_.tiles_per_unit();
    if (std::abs(path.cost - claimed) > slack + rounding) return wrong("the path does not cost what it claims");
    if (path.cost > most + slack + rounding || path.cost < least - slack) {
      return wrong(fmt::format("cost {} instead of {}", path.cost, most));
    }
    return true;
  }

  static constexpr double kNoPath = std::numeric_limits<double>::infinity();

  const TileMap& map_;
  const ProfileView& profile_;
  MovementProfile declared_;
  PathQuery query_;
  LegWalker walker_;
  Path path_;
  Draw draw_;
  std::vector<Tier> tiers_{Tier::automatic, Tier::regions};
  Sample sample_;
  ProgressLine line_;
};

/// The first tile whose terrain has another name in the two maps; empty if there is none.
std::string difference(const TileMap& world, const TileMap& other) {
  if (world.bounds() != other.bounds()) return "the maps differ in size";
  for (std::int32_t y = 0; y < world.height(); ++y) {
    for (std::int32_t x = 0; x < world.width(); ++x) {
      const std::string& a = world.palette()[world.terrain({x, y})].name;
      const std::string& b = other.palette()[other.terrain({x, y})].name;
      if (a != b) return fmt::format("tile {},{} is '{}' in the world and '{}' in the map", x, y, a, b);
    }
  }
  return {};
}

/// Writes a legend for a map to begin with, and says so. Errors: usage (it is no map, or there is a legend), those of
/// starter_legend, io.
Outcome write_legend(const CheckArguments& arguments, const SourceFile& source) {
  const SourceKind& kind = source.kind;
  const auto refused = [&](std::string_view reason) {
    return Error{ErrorCode::usage, fmt::format("--legend-out {}: {}", arguments.legend_out, reason)};
  };
  if (!arguments.legend.empty()) return refused("is for maps without a legend: not with --legend");
  if (kind.is_board() && kind.board != BoardFormat::tiled) return refused("is for maps, and this is a board");
  std::error_code fault;
  if (std::filesystem::exists(std::filesystem::symlink_status(arguments.legend_out, fault)))
    return refused("there is such a file already, which an author may have filled in");
  std::vector<std::string> floors;
  for (const std::string& floor : arguments.upper_floors) {
    // TIFF pictures are read piece by piece.
    auto text = kind.map == MapFormat::tiff ? Result<std::string>(std::string()) : read_file(floor);
    if (!text) return text.error();
    floors.push_back(*std::move(text));
  }
  std::vector<MapBytes> maps{{source.bytes ? *source.bytes : std::string_view(), arguments.input}};
  for (std::size_t i = 0; i < floors.size(); ++i) maps.push_back({floors[i], arguments.upper_floors[i]});
  const auto legend = starter_legend(maps, kind.is_board() ? MapFormat::tiled : kind.map);
  if (!legend) return legend.error();
  const std::span<const std::byte> chunk = std::as_bytes(std::span(*legend));
  if (Outcome written = write_file_atomically(arguments.legend_out, {&chunk, 1}); !written) return written;
  fmt::print("{}: a legend for {}, to be filled in\n", arguments.legend_out, arguments.input);
  return Success{};
}

/// Looks over what is no world file yet.
int check_source(const CheckArguments& arguments) {
  if (!arguments.against.empty()) return fail("--against is for world files of tile maps");
  const auto source = read_source(arguments.input, arguments.board.format, read_file);
  if (!source) return fail(source.error().message);
  if (!arguments.legend_out.empty()) {
    if (const Outcome written = write_legend(arguments, *source); !written) return fail(written.error().message);
  }
  return source->kind.is_board() ? check_board(arguments, source->kind.board, *source->bytes)
                                 : check_map(arguments, *source);
}

/// Verifies a world and, if that is asked for, proves its indexes; the exit code if something is wrong.
std::optional<int> verify(const CheckArguments& arguments, const World& world, std::uint64_t memory) {
  ProgressLine line;
  line.begin("verifying");
  const Outcome verified = world.verify();
  line.clear();
  if (!verified) return fault(verified.error().message);
  if (arguments.depth != Depth::proven) return std::nullopt;
  line.begin("proving indexes");
  const LoopWatch watch([&](double part) { line.show(part); });
  const Outcome proven = prove_indexes(world, {.memory = memory});
  line.clear();
  if (!proven) {
    const std::string message = fmt::format("{}: {}", arguments.input, proven.error().message);
    return proven.error().code == ErrorCode::corrupt ? fault(message) : fail(message);
  }
  fmt::print("{}: waypoint graphs and indexes proven\n", arguments.input);
  return std::nullopt;
}

}  // namespace

int run_check(const CheckArguments& arguments) {
  std::array<char, 16> start{};
  // What a pipe gives it gives once, and a world file is mapped.
  std::error_code unknown;
  if (std::filesystem::is_regular_file(arguments.input, unknown)) {
    std::ifstream(arguments.input, std::ios::binary).read(start.data(), start.size());
  }
  const auto memory = parse_size(arguments.memory);
  if (!memory) return fail(memory.error().message);
  if (!is_world_file(std::string_view(start.data(), start.size()))) {
    return arguments.depth == Depth::proven ? fail("--deep is for world files") : check_source(arguments);
  }
  if (!arguments.profiles.empty() || !arguments.moves.empty() || !arguments.areas.empty() ||
      !arguments.waypoints.empty() || arguments.sight_length || !arguments.legend.empty() ||
      !arguments.missing.empty() || !arguments.legend_out.empty() || !arguments.upper_floors.empty() ||
      !arguments.board.nodes.empty() || !arguments.board.links.empty() || arguments.board.format != "auto") {
    return fail(
        "--profile, --moves, --areas, --waypoints, --sight-length, --legend, --missing, --legend-out, --nodes, "
        "--links, --format "
        "and floors are for maps and boards, and this is a world file");
  }
  const auto world = World::open(arguments.input);
  if (!world) return fail(world.error().message);
  if (const auto failed = verify(arguments, *world, *memory)) return *failed;
  if (world->profiles().empty()) return check_board_world(arguments, *world);
  const auto map = world->map();
  if (!map) return fault(map.error().message);
  if (!arguments.against.empty()) {
    const auto other = read_map(arguments.against);
    if (!other) return fail(other.error().message);
    if (const std::string found = difference(*map, *other); !found.empty()) {
      return fault(fmt::format("{}: {}", arguments.against, found));
    }
  }
  fmt::print("{}: {} sections verified\n", arguments.input, world->sections().size());
  for (std::size_t i = 0; i < world->profiles().size(); ++i) {
    const Sample sample = Examiner(*world, *map, i).run();
    const std::string_view name = world->profiles()[i].name;
    if (!sample.fault.empty()) return fault(fmt::format("{}: profile {}: {}", arguments.input, name, sample.fault));
    const char* const core = world->profiles()[i].kinematics ? ", its core without headings" : "";
    fmt::print("profile {}{}: {} queries {}\n", name, core, sample.queries, sample.reference);
  }
  if (!world->areas()) return kDone;
  if (world->areas()->by_sight()) {
    const CorridorSample sample = examine_ways(*world, *map);
    if (!sample.fault.empty()) return fault(fmt::format("{}: waypoints: {}", arguments.input, sample.fault));
    fmt::print("waypoints: {} verified, {} agree with Dijkstra\n", counted(sample.pairs, "way"),
               counted(sample.answers, "path"));
    fmt::print("{}", text_of(report_waypoints(*world)));
    return kDone;
  }
  const CorridorSample sample = examine_corridors(*world);
  if (!sample.fault.empty()) return fault(fmt::format("{}: areas: {}", arguments.input, sample.fault));
  fmt::print("areas: {} and {} agree with Dijkstra\n", counted(sample.pairs, "pair"),
             counted(sample.answers, "corridor"));
  return kDone;
}

}  // namespace portolan::tools
