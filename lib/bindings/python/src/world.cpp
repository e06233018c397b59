// SPDX-License-Identifier: BSL-1.0
#include "errors.hpp"
#include "goals.hpp"
#include "objects.hpp"
#include "paths.hpp"
#include "portolan/core/file.hpp"
#include "values.hpp"

#include <array>
#include <span>

namespace py = pybind11;

namespace portolan::python {
namespace {

FileAccess to_access(std::string_view name) {
  if (name == "mapped") return FileAccess::mapped;
  if (name == "copied") return FileAccess::copied;
  refuse("access: expected 'mapped' or 'copied', not '" + std::string(name) + "'");
}

WorldObject open_world(const py::object& path, std::string_view access) {
  const std::filesystem::path file = to_path(path, "path");
  const FileAccess how = to_access(access);
  const py::gil_scoped_release release;
  return {std::make_shared<OpenWorld>(take(World::open(file, how)))};
}

void save(const WorldObject& self, const py::object& path) {
  const std::filesystem::path file = to_path(path, "path");
  const py::gil_scoped_release release;
  const std::array chunks{self.opened->world.bytes()};
  check(write_file_atomically(file, chunks));
}

/// What a cost of a terrain is in tile lengths; None where nobody passes.
py::object price(std::uint64_t cost, double unit) {
  return cost == 0 ? py::object(py::none()) : py::object(py::float_(static_cast<double>(cost) * unit / kCostScale));
}

py::dict terrains_of(const World& world) {
  py::dict terrains;
  for (const Terrain& terrain : world.palette()) terrains[text_of(terrain.name)] = price(terrain.default_cost, 1);
  return terrains;
}

py::list links_of(const World& world) {
  const auto ends = [](Tile tile) { return py::make_tuple(tile.x, tile.y); };
  py::list links;
  for (const Link& link : world.links()) {
    py::dict report;
    report["name"] = text_of(link.name);
    report["from"] = ends(link.from);
    report["to"] = ends(link.to);
    report["cost"] = static_cast<double>(link.cost) / kCostScale;
    report["one_way"] = link.direction == LinkDirection::one_way;
    links.append(report);
  }
  return links;
}

py::list indexes_of(const ProfileView& profile) {
  py::list names;
  if (!profile.sight || !profile.sight->graph) return names;
  names.append("waypoints");
  if (profile.sight->hierarchy) names.append("ch");
  if (profile.sight->labels) names.append("labels");
  if (profile.sight->blocks) names.append("blocks");
  return names;
}

py::dict report_of(const World& world, const ProfileView& profile) {
  py::dict terrains;
  for (std::size_t id = 0; id < world.palette().size(); ++id) {
    terrains[text_of(world.palette()[id].name)] = price(profile.rules.cost[id], profile.rules.cost_unit);
  }
  py::dict report;
  report["name"] = text_of(profile.name);
  report["metric"] = profile.rules.metric == Metric::grid ? "grid" : "any_angle";
  report["neighbours"] = static_cast<int>(profile.rules.neighbours);
  report["footprint"] = profile.rules.footprint;
  report["terrains"] = terrains;
  report["passable"] = profile.passable;
  report["islands"] = profile.island_count;
  report["tiles_per_unit"] = profile.tiles_per_unit();
  report["indexes"] = indexes_of(profile);
  return report;
}

py::dict report_of(const World& world) {
  py::dict report;
  report["width"] = world.width();
  report["height"] = world.height();
  report["floors"] = world.profiles().empty() ? 0 : world.floors().count;
  report["origin"] = py::make_tuple(world.origin().x, world.origin().y);
  report["terrains"] = terrains_of(world);
  report["links"] = links_of(world);
  py::list profiles;
  for (const ProfileView& profile : world.profiles()) profiles.append(report_of(world, profile));
  report["profiles"] = profiles;
  report["places"] = world.board() ? world.board()->graph.size() : 0;
  report["bytes"] = world.bytes().size();
  report["provenance"] = text_of(world.provenance());
  return report;
}

py::list profile_names(const World& world) {
  py::list names;
  for (const ProfileView& profile : world.profiles()) names.append(text_of(profile.name));
  return names;
}

/// A copy, as the file has the tiles in strips; not to be written to, as that would change no world.
py::array terrain_of(const WorldObject& self) {
  const World& world = self.opened->world;
  const std::vector<TerrainId> ids = world.terrain().copy(world.bounds());
  py::array_t<TerrainId> tiles({world.height(), world.width()}, ids.data());
  py::detail::array_proxy(tiles.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return tiles;
}

}  // namespace

void add_world(py::class_<WorldObject>& world) {
  world.doc() = R"(A tile map with one profile or more, a board, or both. It never changes.

Any number of threads may ask one world at once; they share its queries, of which there are for each profile as many as
there were ever calls at once.)";
  world
      .def_static("open", &open_world, py::arg("path"), py::kw_only(), py::arg("access") = "mapped",
                  R"(Opens a world file.

access: 'mapped' shares the file's pages, as they are used; the file must then not be shortened or changed in place, but
    may be replaced by renaming or deleted. 'copied' reads it into memory.

Raises IoError, UnsupportedError, CorruptError, which name the file.)")
      .def("save", &save, py::arg("path"),
           "Writes the world file, so that `path` holds all of it or is untouched. Raises IoError.")
      .def(
          "verify",
          [](const WorldObject& self, unsigned threads) {
            const py::gil_scoped_release release;
            check(self.opened->world.verify(threads));
          },
          py::kw_only(), py::arg("threads") = 0,
          "Checks all that the file says against its map, which takes as long as building. threads: 0 is one a core.\n"
          "Raises CorruptError.")
      .def_property_readonly(
          "width", [](const WorldObject& self) { return self.opened->world.width(); }, "In tiles; 0 without a map.")
      .def_property_readonly(
          "height", [](const WorldObject& self) { return self.opened->world.height(); }, "In tiles; 0 without a map.")
      .def_property_readonly(
          "profiles", [](const WorldObject& self) { return profile_names(self.opened->world); },
          "The names of the profiles, in their order.")
      .def_property_readonly(
          "terrains", [](const WorldObject& self) { return terrains_of(self.opened->world); },
          "What each terrain costs by default, by name, in the order of their ids; None where nobody passes.")
      .def_property_readonly(
          "terrain", &terrain_of,
          "The terrain id of every tile, [y, x] (uint8); a copy each time, and not to be written to.")
      .def_property_readonly(
          "info", [](const WorldObject& self) { return report_of(self.opened->world); },
          "What the world holds, as a dict: sizes, terrains, links by their numbers, and for each profile its rules, "
          "its prices, how many "
          "tiles\n"
          "it can stand on and what its costs are multiplied by to get tiles.")
      .def_property_readonly(
          "board",
          [](const WorldObject& self) {
            return self.opened->world.board() ? py::cast(BoardObject{self.opened}) : py::object(py::none());
          },
          "The board of the world, or None.")
      .def(
          "overlay", [](const WorldObject& self) { return std::make_unique<OverlayObject>(self.opened); },
          "An overlay without edits.")
      .def("__repr__", [](const WorldObject& self) {
        const World& held = self.opened->world;
        std::string text = "<portolan.World";
        if (!held.profiles().empty()) {
          text += " of " + std::to_string(held.width()) + " x " + std::to_string(held.height()) + " tiles";
        }
        if (held.board()) text += " with " + std::to_string(held.board()->graph.size()) + " places";
        return text + ">";
      });
  add_questions(world);
  add_goals_of(world);
}

}  // namespace portolan::python
