// SPDX-License-Identifier: BSL-1.0
// portolan build: a tile map becomes a world file.
#include "commands.hpp"
#include "common.hpp"
#include "portolan/build/build_world.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/io/file.hpp"
#include "portolan/io/map_reader.hpp"
#include "portolan/io/profile_reader.hpp"
#include "world_report.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

namespace portolan::tools {
namespace {

using Json = nlohmann::ordered_json;

Result<std::vector<MovementProfile>> profiles_of(const BuildArguments& arguments) {
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
  std::vector<MovementProfile> profiles;
  for (const std::string& file : arguments.profiles) {
    auto read = read_profiles(file);
    if (!read) return read.error();
    for (MovementProfile& profile : *read) profiles.push_back(std::move(profile));
  }
  return profiles;
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

/// Seconds by stage, and a line that says what is going on if a person is watching.
class Progress {
 public:
  void operator()(std::string_view stage, double seconds) {
    if (seconds >= 0) {
      const std::string name(stage);
      seconds_[name] = seconds_.value(name, 0.0) + seconds;
    } else if (watched_) {
      fmt::print(stderr, "\r\033[K{} ...", stage);
    }
  }
  void end() const {
    if (watched_) fmt::print(stderr, "\r\033[K");
  }
  [[nodiscard]] const Json& seconds() const { return seconds_; }

 private:
  Json seconds_ = Json::object();
  bool watched_ = ::isatty(STDERR_FILENO) == 1;
};

std::uint64_t peak_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

int run_build(const BuildArguments& arguments) {
  const auto format = parse_map_format(arguments.format);
  if (!format) return fail(format.error().message);
  const auto memory = parse_size(arguments.memory);
  if (!memory) return fail(memory.error().message);
  const auto indexes = indexes_of(arguments);
  if (!indexes) return fail(indexes.error().message);
  if (*indexes && arguments.index_bytes) return fail("--index-bytes guides --index auto and clashes with others");
  const auto profiles = profiles_of(arguments);
  if (!profiles) return fail(profiles.error().message);
  const auto source = read_file(arguments.map);
  if (!source) return fail(source.error().message);
  const auto map = parse_map(*source, arguments.map, {.format = *format, .legend = arguments.legend});
  if (!map) return fail(map.error().message);

  Progress progress;
  BuildOptions options;
  options.source = {
      .format = std::string(to_string(*format == MapFormat::automatic ? map_format_of(*source) : *format)),
      .hash = hash_bytes(std::as_bytes(std::span(*source)))};
  options.threads = arguments.threads;
  options.memory = *memory;
  options.indexes = *indexes;
  options.index_bytes = arguments.index_bytes;
  options.progress = [&](std::string_view stage, double seconds) { progress(stage, seconds); };
  const auto image = build_world(*map, *profiles, options);
  progress.end();
  if (!image) return fail(arguments.map + ": " + image.error().message);
  if (const Outcome saved = image->save(arguments.output); !saved) return fail(saved.error().message);

  const auto world = World::open(arguments.output);
  if (!world) return fail(world.error().message);
  Json report = world_report(*world);
  report["seconds"] = progress.seconds();
  report["peak_bytes"] = peak_bytes();
  if (arguments.print == Output::json) {
    fmt::print("{}\n", report.dump(2));
  } else {
    double total = 0;
    for (const Json& stage : progress.seconds()) total += stage.get<double>();
    fmt::print("{}: {} x {} tiles, {} bytes, built in {:.2f} s\n", arguments.output, world->width(), world->height(),
               world->bytes().size(), total);
    for (const Json& note : report["notes"]) fmt::print("note: {}\n", note.get<std::string>());
  }
  return kDone;
}

}  // namespace portolan::tools
