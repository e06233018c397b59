// SPDX-License-Identifier: BSL-1.0
#include "view/draft_input.hpp"

#include "map/input_files.hpp"
#include "map/map_input.hpp"
#include "portolan/formats/json_tree.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/grid/island_lint.hpp"
#include "portolan/grid/map_lint.hpp"
#include "view/draft_text.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// Whether areas or waypoints are told in JSON of our own, which is what pages write; maps of Tiled and GeoJSON may be
/// JSON too.
bool is_own_json(std::string_view bytes) {
  const auto tree = JsonTree::parse(without_byte_order_mark(bytes), "");
  return tree && tree->root().find("portolan").has_value();
}

/// What was read of areas or waypoints.
struct DrawnFile {
  std::string path;  ///< empty: none was
  std::string bytes;
};

/// The file for what is drawn, if one is wanted.
Result<std::optional<DraftFile>> file_to_save(const ViewArguments& arguments, const DrawnFile& drawn,
                                              const DraftInput& input, const InputFiles& inputs) {
  if (arguments.save.empty()) return std::optional<DraftFile>();
  const auto told = [](const Error& error) { return Error{error.code, "--save " + error.message}; };
  if (!input.fixed.empty()) return told({ErrorCode::usage, fmt::format("{}: {}", arguments.save, input.fixed)});
  const bool again = !drawn.path.empty() && same_file(arguments.save, drawn.path);
  if (again && !is_own_json(drawn.bytes))
    return told({ErrorCode::usage, arguments.save + ": is not the JSON of areas or waypoints, as what is saved"});
  if (!again && inputs.holds(arguments.save)) return told(written_over(arguments.save));
  auto file = DraftFile::at(arguments.save, again ? std::optional(drawn.bytes) : std::nullopt);
  if (!file) return told(file.error());
  return std::optional(std::move(*file));
}

}  // namespace

Result<DraftInput> read_draft(const ViewArguments& arguments) {
  MapArguments files = arguments.source;
  files.map = arguments.world;
  DrawnFile drawn{files.waypoints.empty() ? files.areas : files.waypoints, {}};
  InputFiles inputs;
  const ReadFile read = [&](const std::filesystem::path& path, FileOrigin origin) {
    auto bytes = inputs.read(path, origin);
    if (bytes && path == drawn.path) drawn.bytes = *bytes;
    return bytes;
  };
  const auto first = read_source(files.map, arguments.format, read);
  if (!first) return first.error();
  if (first->kind.is_board()) {
    return Error{ErrorCode::usage,
                 fmt::format("{}: is a board: view takes the world file that build makes of it", files.map)};
  }
  auto profiles = arguments.profile.empty() ? std::vector{MovementProfile{}} : profiles_in({arguments.profile}, read);
  if (!profiles) return profiles.error();
  auto source = map_source_of(
      files, *first, {.read = read, .open = [&](const std::filesystem::path& path) { return inputs.open(path); }});
  if (!source) return source.error();

  DraftInput input{.name = std::filesystem::path(files.map).filename().string(),
                   .format = first->kind.map,
                   .map = std::move(source->map),
                   .profiles = std::move(*profiles)};
  input.warnings = warnings_in(input.map, input.profiles, files.map);
  std::ranges::move(island_warnings_in(input.map, input.profiles, files.map), std::back_inserter(input.warnings));
  std::ranges::move(source->notes, std::back_inserter(input.warnings));
  if (source->drawing) {
    input.drawing = std::move(source->drawing->drawing);
    input.kind = input.drawing->sight_length ? DraftKind::waypoints : DraftKind::areas;
    if (drawn.path.empty() || drawn.path == files.map) {
      input.fixed = "what is drawn over the map is in the map itself, and drawn anew where that is";
    } else if (is_own_json(drawn.bytes)) {
      if (files.sight_length)
        return Error{ErrorCode::usage, fmt::format("--sight-length: {} says itself how far they see", drawn.path)};
      input.text = drawn.bytes;
    } else if (auto text = waypoints_json(*input.drawing, input.map.floors())) {
      input.text = std::move(*text);
    } else {
      input.fixed = fmt::format("{} is not the JSON of areas or waypoints, which is all that is written here",
                                std::filesystem::path(drawn.path).filename().string());
    }
  }
  if (!arguments.export_to.empty() && inputs.holds(arguments.export_to)) return written_over(arguments.export_to);
  auto file = file_to_save(arguments, drawn, input, inputs);
  if (!file) return file.error();
  input.file = std::move(*file);
  return input;
}

}  // namespace portolan::tools
