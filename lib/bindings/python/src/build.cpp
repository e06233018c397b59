// SPDX-License-Identifier: BSL-1.0
#include "building.hpp"
#include "errors.hpp"
#include "objects.hpp"
#include "portolan/core/decimal.hpp"
#include "portolan/formats/maps/link_reader.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/maps/profile_reader.hpp"
#include "portolan/grid/map_lint.hpp"
#include "portolan/offline/build_world.hpp"
#include "values.hpp"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/stl.h>

namespace py = pybind11;

namespace portolan::python {

BuildOptions to_options(const Settings& settings, SourceInfo source) {
  BuildOptions options;
  options.threads = settings.threads;
  if (settings.memory) options.memory = *settings.memory;
  options.source = std::move(source);
  if (!settings.indexes) return options;
  std::set<IndexKind> kinds;
  for (const std::string& name : *settings.indexes) {
    if (name != "ch" && name != "labels" && name != "blocks") {
      refuse("indexes: expected some of 'ch', 'labels', 'blocks', not '" + name + "'");
    }
    kinds.insert(name == "ch" ? IndexKind::ch : name == "labels" ? IndexKind::labels : IndexKind::blocks);
  }
  options.indexes = std::move(kinds);
  return options;
}

std::shared_ptr<OpenWorld> finish(const WorldImage& image, const Settings& settings) {
  if (!settings.file) return std::make_shared<OpenWorld>(image.bytes());
  check(image.save(*settings.file));
  return std::make_shared<OpenWorld>(take(World::open(*settings.file)));
}

namespace {

/// What a build gives: the world, and sentences about what is odd.
using Built = std::pair<WorldObject, std::vector<std::string>>;

Built build_map(const TileMap& map, const std::vector<MovementProfile>& profiles, const Settings& settings,
                SourceInfo source, std::string_view name) {
  const WorldImage image = take(build_world(map, profiles, to_options(settings, std::move(source))));
  return {WorldObject{finish(image, settings)}, warnings_in(map, profiles, name)};
}

/// The default profile where the text is empty.
std::vector<MovementProfile> to_profiles(const std::string& text, const std::string& name) {
  if (text.empty()) return {MovementProfile{}};
  return take(parse_profiles(text, name));
}

/// Adds links, which are JSON of link_json.hpp, to those that the map has; nothing where the text is empty.
void add_links(TileMap& map, const std::string& text) {
  if (text.empty()) return;
  std::vector<Link> links(map.links().begin(), map.links().end());
  for (Link& link : take(parse_links(text, "links", map))) links.push_back(std::move(link));
  check(map.set_links(std::move(links)));
}

/// Names of terrains and what they cost, as text; none: nobody passes.
using Palette = std::vector<std::pair<std::string, std::optional<std::string>>>;

std::vector<Terrain> to_palette(const Palette& given) {
  std::vector<Terrain> palette;
  for (const auto& [name, cost] : given) {
    Terrain& terrain = palette.emplace_back(Terrain{.name = name});
    if (!cost) continue;
    const auto number = parse_decimal(*cost);
    const auto digits = number ? scaled(*number, 4) : std::nullopt;
    if (!digits || *digits <= 0 || *digits > std::int64_t{kMaxTerrainCost}) {
      refuse("palette: '" + name + "' costs " + *cost +
             ": expected None, or a number above 0, at most 100000, with at most 4 decimals");
    }
    terrain.default_cost = static_cast<TerrainCost>(*digits);
  }
  return palette;
}

Built build_tiles(const py::array_t<TerrainId, py::array::c_style>& tiles, const Palette& palette,
                  const std::string& links, const std::string& profiles, const Settings& settings) {
  const std::span ids(tiles.data(), static_cast<std::size_t>(tiles.size()));
  std::vector<TerrainId> copy(ids.begin(), ids.end());
  const auto height = static_cast<std::int32_t>(tiles.shape(0));
  const auto width = static_cast<std::int32_t>(tiles.shape(1));
  const py::gil_scoped_release release;
  const auto movers = to_profiles(profiles, "profile");
  TileMap map = take(TileMap::create(width, height, to_palette(palette), std::move(copy)));
  add_links(map, links);
  return build_map(map, movers, settings, {.format = "memory"}, "tiles");
}

Built build_file(const py::object& given, const std::string& links, const std::string& profiles,
                 const Settings& settings) {
  const std::filesystem::path path = to_path(given, "tiles");
  const py::gil_scoped_release release;
  const auto movers = to_profiles(profiles, "profile");
  MapReadOptions reading;
  if (settings.memory) reading.memory = *settings.memory;
  MapFormat format = piecewise_format(path, MapFormat::automatic);
  reading.read = [&](const std::filesystem::path& wanted, FileOrigin origin) {
    auto bytes = read_file(wanted, origin);
    if (bytes && wanted == path) format = map_format_of(*bytes);
    return bytes;
  };
  HashedMap source = take(read_hashed_map(path, reading));
  add_links(source.map, links);
  return build_map(source.map, movers, settings, {.format = std::string(to_string(format)), .hash = source.hash},
                   path.native());
}

}  // namespace

void add_build(py::module_& module) {
  py::class_<Settings>(module, "_Settings", "Options that all builds share.")
      .def(py::init([](unsigned threads, std::optional<std::uint64_t> memory,
                       std::optional<std::vector<std::string>> indexes, const py::object& file) {
             Settings settings{threads, memory, std::move(indexes), {}};
             if (!file.is_none()) settings.file = to_path(file, "file");
             return settings;
           }),
           py::arg("threads"), py::arg("memory"), py::arg("indexes"), py::arg("file"));
  module.def("_build_tiles", &build_tiles, "Builds a world of an array; gives it with warnings.");
  module.def("_build_file", &build_file, "Builds a world of the file of a map; gives it with warnings.");
}

}  // namespace portolan::python
