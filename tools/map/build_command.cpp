// SPDX-License-Identifier: BSL-1.0
// portolan build: a tile map or a board becomes a world file.
#include "board/board.hpp"
#include "commands.hpp"
#include "common.hpp"
#include "map/input_files.hpp"
#include "map/map_input.hpp"
#include "map/waypoint_report.hpp"
#include "map/world_report.hpp"
#include "portolan/boards/given_estimates.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/grid/map_lint.hpp"
#include "portolan/offline/board_lint.hpp"
#include "portolan/offline/build_board.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/offline/draw_areas.hpp"
#include "portolan/offline/region_parts.hpp"
#include "private_memory.hpp"
#include "progress.hpp"

#include <algorithm>
#include <array>
#include <new>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

using Json = nlohmann::ordered_json;

Result<std::vector<MovementProfile>> profiles_of(const BuildArguments& arguments, const ReadFile& read) {
  if (arguments.profiles.empty()) {
    MovementProfile profile;
    if (arguments.metric == "any_angle") profile.metric = Metric::any_angle;
    profile.footprint = arguments.footprint.value_or(profile.metric == Metric::any_angle ? 0 : 1);
    return std::vector{profile};
  }
  if (arguments.footprint || !arguments.metric.empty()) {
    return Error{ErrorCode::usage, fmt::format("{} sets the default profile and clashes with --profile",
                                               arguments.footprint ? "--footprint" : "--metric")};
  }
  return profiles_in(arguments.profiles, read);
}

/// Nothing for `auto`.
Result<std::optional<std::set<IndexKind>>> indexes_of(const BuildArguments& arguments) {
  std::set<IndexKind> kinds;
  const bool alone = arguments.indexes.size() == 1;
  if (alone && arguments.indexes.front() == "auto") return std::optional<std::set<IndexKind>>();
  if (alone && arguments.indexes.front() == "none") return std::optional(kinds);
  for (const std::string& name : arguments.indexes) {
    if (name != "ch" && name != "labels" && name != "blocks") {
      return Error{ErrorCode::usage, fmt::format("--index {}: expected auto, none, or of ch, labels, blocks", name)};
    }
    kinds.insert(name == "ch" ? IndexKind::ch : name == "labels" ? IndexKind::labels : IndexKind::blocks);
  }
  return std::optional(std::move(kinds));
}

/// Seconds by stage, and what is going on if a person is watching.
struct Progress {
  ProgressLine line;
  Json seconds = Json::object();

  void operator()(std::string_view stage, double taken) {
    if (taken < 0) {
      line.begin(stage);
      return;
    }
    const std::string name(stage);
    seconds[name] = seconds.value(name, 0.0) + taken;
  }
};

/// What was read cannot be used: it is printed, and nothing is returned.
using MaybeImage = Result<std::optional<WorldImage>>;

/// What the map and the areas over it say besides the world that they make.
struct Remarks {
  std::vector<std::string> warnings;  ///< sentences
  std::size_t left_to_check = 0;      ///< further warnings, about single places of a board or of areas
  std::vector<std::string> notes;
};

/// Of the map with areas over it.
MaybeImage image_with_areas(const BuildArguments& arguments, const TileMap& map, const DrawingSource& source,
                            std::span<const MovementProfile> profiles, BuildOptions& options, Remarks& remarks) {
  const std::vector<Finding> errors = errors_in(source.drawing.draft);
  print_findings(stderr, source.drawing.draft, errors, "error");
  if (!errors.empty()) return std::optional<WorldImage>();
  options.progress(source.drawing.sight_length ? "waypoints on the map" : "areas on the map", -1);
  const auto areas = draw_areas(source.drawing, map, profiles.front(), arguments.threads);
  if (!areas) return areas.error();
  remarks.left_to_check = areas->warnings.size();
  const std::array hashes{options.source.hash, source.hash};
  options.source.hash = hash_bytes(std::as_bytes(std::span(hashes)));
  auto image = build_world(map, profiles, *areas, options);
  if (!image) return Error{image.error().code, arguments.map + ": " + image.error().message};
  return std::optional(std::move(*image));
}

MaybeImage image_of_map(const BuildArguments& arguments, SourceFile file, const FileReaders& readers,
                        BuildOptions& options, Remarks& remarks) {
  if (!arguments.nodes.empty()) return Error{ErrorCode::usage, "--nodes is for boards, and this is a tile map"};
  const auto profiles = profiles_of(arguments, readers.read);
  if (!profiles) return profiles.error();
  options.source.format = to_string(file.kind.map);
  const std::uint64_t held = file.bytes ? file.bytes->size() : 0;
  auto source =
      map_source_of(arguments, file, readers, options.memory - std::min(options.memory, held), options.scratch_folder);
  if (!source) return source.error();
  file.bytes.reset();
  const TileMap& map = source->map;
  options.source.hash = source->hash;
  remarks.notes = std::move(source->notes);
  remarks.warnings = warnings_in(map, *profiles, arguments.map);
  if (source->drawing) return image_with_areas(arguments, map, *source->drawing, *profiles, options, remarks);
  auto image = build_world(map, *profiles, options);
  if (!image) return Error{image.error().code, arguments.map + ": " + image.error().message};
  return std::optional(std::move(*image));
}

MaybeImage image_of_board(const BuildArguments& arguments, BoardFormat format, std::string bytes, const ReadFile& read,
                          BuildOptions& options, Remarks& remarks) {
  if (!arguments.profiles.empty() || arguments.footprint || !arguments.metric.empty() || !arguments.areas.empty() ||
      !arguments.moves.empty() || !arguments.waypoints.empty() || arguments.sight_length ||
      !arguments.missing.empty() || !arguments.upper_floors.empty()) {
    return Error{
        ErrorCode::usage,
        "--profile, --metric, --footprint, --moves, --areas, --waypoints, --sight-length, --missing and floors "
        "are for tile maps, and this is a board"};
  }
  auto source = parse_board(bytes, arguments.map,
                            {.format = format,
                             .nodes = arguments.nodes,
                             .links = arguments.links,
                             .legend = arguments.legend,
                             .read = read,
                             .memory = options.memory - std::min<std::uint64_t>(options.memory, bytes.size())});
  if (!source) return source.error();
  bytes = std::string();
  const std::vector<Finding> errors = errors_in(source->draft);
  print_findings(stderr, source->draft, errors, "error");
  if (!errors.empty()) return std::optional<WorldImage>();
  remarks.warnings = std::move(source->warnings);
  // These say what answers will be like; the others are for who draws the board.
  const std::vector<Finding> estimates = estimate_warnings_in(source->draft);
  for (const Finding& finding : estimates) remarks.warnings.push_back(text_of(source->draft, finding));
  remarks.left_to_check = warnings_in(source->draft).size() - estimates.size();
  remarks.notes = std::move(source->notes);
  const auto graph = make_board(source->draft);
  if (!graph) return graph.error();
  source->draft = BoardDraft();
  options.source = {.format = std::string(to_string(source->format)), .hash = source->hash};
  auto image = build_board(*graph, options);
  if (!image) return Error{image.error().code, arguments.map + ": " + image.error().message};
  return std::optional(std::move(*image));
}

/// The world file and, before it if it is wanted, its rule: a new world with the rule of an old one would not be made
/// again when it must. Errors: usage (over what was read), io, unsupported.
Result<std::vector<StagedFile>> stage(const WorldImage& image, const BuildArguments& arguments,
                                      const InputFiles& inputs) {
  std::vector<StagedFile> files;
  for (const std::string& file : {arguments.output, arguments.depfile}) {
    if (!file.empty() && inputs.holds(file)) return written_over(file);
  }
  if (!arguments.depfile.empty()) {
    auto rule = inputs.stage_rule(arguments.depfile, arguments.output);
    if (!rule) return rule.error();
    files.push_back(std::move(*rule));
  }
  auto world = image.stage(arguments.output);
  if (!world) return world.error();
  files.push_back(std::move(*world));
  return files;
}

void print_text(const BuildArguments& arguments, const World& world, const Json& report) {
  double total = 0;
  for (const Json& stage : report["seconds"]) total += stage.get<double>();
  const std::string size =
      world.profiles().empty()
          ? fmt::format("{} nodes, {} arcs", report["nodes"].get<std::size_t>(), report["arcs"].get<std::size_t>())
          : fmt::format("{} x {} tiles{}", world.width(), world.floors().height,
                        world.floors().count == 1 ? "" : fmt::format(" on {} floors", world.floors().count));
  fmt::print("{}: {}, {} bytes, built in {:.2f} s\n", arguments.output, size, world.bytes().size(), total);
  for (const Json& note : report["notes"]) fmt::print("note: {}\n", note.get<std::string>());
}

/// Says where the build may put things, and what it is to begin with. Errors: usage, and those of World::open.
Outcome set_folders(const BuildArguments& arguments, BuildOptions& options) {
  const std::filesystem::path output(arguments.output);
  options.scratch_folder = output.has_parent_path() ? output.parent_path() : std::filesystem::path(".");
  options.work_folder = arguments.work;
  if (!arguments.work.empty()) options.scratch_folder = arguments.work;
  // A build that was stopped early has left a folder without cells.
  std::error_code fault;
  if (arguments.start == BuildStart::resumed && !std::filesystem::is_directory(arguments.work, fault)) {
    return Error{ErrorCode::usage, fmt::format("--work {}: is no folder of an earlier build", arguments.work)};
  }
  if (arguments.start == BuildStart::updated && !PartFolder::is_used(arguments.work)) {
    return Error{ErrorCode::usage, fmt::format("--work {}: holds no cells of an earlier build", arguments.work)};
  }
  if (!arguments.work.empty()) {
    if (const auto usable = PartFolder::open(arguments.work); !usable) return usable.error();
  }
  if (arguments.start != BuildStart::updated) return Success{};
  const auto world = World::open(arguments.output);
  if (!world) return Error{world.error().code, fmt::format("--update: {}", world.error().message)};
  for (const ProfileView& profile : world->profiles()) {
    if (profile.regions.topology.levels != 0) {
      options.shifts.emplace(profile.name, profile.regions.topology.layout.shift());
    }
  }
  return Success{};
}

/// Readers of files of up to `memory` bytes, which `inputs` remembers; it must outlive them.
FileReaders readers_of(InputFiles& inputs, std::uint64_t memory) {
  return {.read = [&inputs, memory](const std::filesystem::path& path,
                                    FileOrigin origin) { return inputs.read(path, origin, memory); },
          .open = [&inputs](const std::filesystem::path& path) { return inputs.open(path); }};
}

/// What is asked of the build besides indexes. Errors: those of set_folders.
Result<BuildOptions> options_of(const BuildArguments& arguments, std::uint64_t memory) {
  BuildOptions options;
  options.threads = arguments.threads;
  options.memory = memory;
  options.index_bytes = arguments.index_bytes;
  options.dead_ends = arguments.dead_ends == DeadEnds::found ? DeadEndRule::found : DeadEndRule::left_out;
  if (Outcome set = set_folders(arguments, options); !set) return set.error();
  return options;
}

/// Builds with `memory` bytes, of which `peak` tells.
int build(const BuildArguments& arguments, std::uint64_t memory, const PrivatePeak& peak, CellCrew* crew) {
  const auto indexes = indexes_of(arguments);
  if (!indexes) return fail(indexes.error().message);
  if (*indexes && arguments.index_bytes) return fail("--index-bytes guides --index auto and clashes with others");
  if (!arguments.depfile.empty() && same_file(arguments.depfile, arguments.output))
    return fail(fmt::format("--depfile {}: is the output itself", arguments.depfile));
  for (const std::string& file : {arguments.output, arguments.depfile}) {
    if (const Outcome free = check_output(file); !file.empty() && !free) return fail(free.error().message);
  }
  InputFiles inputs;
  const FileReaders readers = readers_of(inputs, memory);
  auto source = read_source(arguments.map, arguments.format, readers.read, memory);
  if (!source) return fail(source.error().message);

  Progress progress;
  auto asked = options_of(arguments, memory);
  if (!asked) return fail(asked.error().message);
  BuildOptions& options = *asked;
  options.indexes = *indexes;
  options.crew = crew;
  options.progress = [&](std::string_view stage, double seconds) { progress(stage, seconds); };
  options.part_done = [&](double part) { progress.line.show(part); };
  progress.line.begin("reading");
  Remarks remarks;
  const MaybeImage image =
      source->kind.is_board()
          ? image_of_board(arguments, source->kind.board, *std::move(source->bytes), readers.read, options, remarks)
          : image_of_map(arguments, *std::move(source), readers, options, remarks);
  progress.line.clear();
  const std::uint64_t peak_bytes = peak.bytes();
  if (!image) return fail(image.error().message);
  if (!*image) return kNegative;
  auto files = stage(**image, arguments, inputs);
  if (!files) return fail(files.error().message);
  // All that can fail comes before anything is replaced, also reading the file and printing what it holds.
  const auto world = World::open(files->back().content());
  if (!world) return fail(fmt::format("{}: cannot be read back: {}", arguments.output, world.error().message));
  Json report = world_report(*world);
  report["warnings"] = remarks.warnings.size() + remarks.left_to_check;
  for (const std::string& note : remarks.notes) report["notes"].push_back(note);
  std::optional<WaypointReport> waypoints;
  if (world->areas() && world->areas()->by_sight()) waypoints = report_waypoints(*world);
  if (waypoints) report["waypoint_report"] = to_json(*waypoints);
  report["seconds"] = progress.seconds;
  report["peak_bytes"] = peak_bytes;
  if (arguments.print == Output::json) {
    fmt::print("{}\n", report.dump(2));
  } else {
    print_text(arguments, *world, report);
    if (waypoints) fmt::print("{}", text_of(*waypoints));
    if (remarks.left_to_check != 0) {
      fmt::print("note: {}: see portolan check {}{}{}\n", counted(remarks.left_to_check, "warning"), arguments.map,
                 arguments.areas.empty() ? "" : " --areas " + arguments.areas,
                 arguments.waypoints.empty() ? "" : " --waypoints " + arguments.waypoints);
    }
  }
  if (const Outcome printed = flush_output(); !printed) return fail(printed.error().message);
  if (const Outcome committed = commit_all(*files); !committed) return fail(committed.error().message);
  print_warnings(remarks.warnings);
  return kDone;
}

/// Helps with `memory` bytes. Boards have no cells.
Outcome help(const BuildArguments& arguments, std::uint64_t memory, CellSource& cells) {
  InputFiles inputs;
  const FileReaders readers = readers_of(inputs, memory);
  auto source = read_source(arguments.map, arguments.format, readers.read, memory);
  if (!source) return source.error();
  if (source->kind.is_board()) return Success{};
  const auto options = options_of(arguments, memory);
  if (!options) return options.error();
  const auto profiles = profiles_of(arguments, readers.read);
  if (!profiles) return profiles.error();
  const std::uint64_t held = source->bytes ? source->bytes->size() : 0;
  const auto map = map_source_of(arguments, *source, readers, memory - std::min(memory, held), options->scratch_folder);
  if (!map) return map.error();
  source->bytes.reset();
  return help_build(map->map, *profiles, *options, cells);
}

/// Runs `work(memory)` with what --memory says. Returns the exit code.
template <class Work>
int within_memory(const BuildArguments& arguments, Work&& work) {
  const auto memory = parse_size(arguments.memory);
  if (!memory) return fail(memory.error().message);
  try {
    return work(*memory);
  } catch (const std::bad_alloc&) {
    return fail(fmt::format("{}: does not fit --memory {}", arguments.map, arguments.memory));
  }
}

}  // namespace

int run_build(const BuildArguments& arguments, CellCrew* crew) {
  return within_memory(arguments, [&](std::uint64_t memory) {
    const PrivatePeak peak;
    limit_private_memory(memory, arguments.threads);
    return build(arguments, memory, peak, crew);
  });
}

int run_build_helper(const BuildArguments& arguments, CellSource& source) {
  return within_memory(arguments, [&](std::uint64_t memory) {
    limit_private_memory(memory, arguments.threads);
    const Outcome helped = help(arguments, memory, source);
    return helped ? kDone : fail(helped.error().message);
  });
}

}  // namespace portolan::tools
