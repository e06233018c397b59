// SPDX-License-Identifier: BSL-1.0
#include "errors.hpp"
#include "goals.hpp"
#include "objects.hpp"
#include "paths.hpp"
#include "values.hpp"

#include <span>
#include <vector>

namespace py = pybind11;

namespace portolan::python {
namespace {

/// The ids of an array that has the shape of the area.
std::vector<TerrainId> to_terrains(const World& world, const py::array& given, const Rect& area) {
  const char kind = given.dtype().kind();
  if (given.ndim() != 2 || (kind != 'u' && kind != 'i')) {
    refuse("terrain: expected an array of ids [y, x], not one of " + py::str(given.dtype()).cast<std::string>() +
           " and shape " + py::str(given.attr("shape")).cast<std::string>());
  }
  if (given.shape(0) != area.height() || given.shape(1) != area.width()) {
    refuse("terrain: an array of shape " + py::str(given.attr("shape")).cast<std::string>() + " for an area of " +
           std::to_string(area.height()) + " rows and " + std::to_string(area.width()) + " columns");
  }
  const auto numbers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(given);
  std::vector<TerrainId> ids;
  ids.reserve(static_cast<std::size_t>(numbers.size()));
  for (const std::int64_t number : std::span(numbers.data(), static_cast<std::size_t>(numbers.size()))) {
    if (number < 0 || number >= static_cast<std::int64_t>(world.palette().size())) {
      refuse("no terrain " + std::to_string(number) + " in the world, which has " +
             std::to_string(world.palette().size()));
    }
    ids.push_back(static_cast<TerrainId>(number));
  }
  return ids;
}

void set_terrain(OverlayObject& self, const py::object& where, const py::object& terrain) {
  const Rect area = to_area(where, "area");
  if (py::isinstance<py::array>(terrain) && py::cast<py::array>(terrain).ndim() != 0) {
    const auto ids = to_terrains(self.opened->world, py::cast<py::array>(terrain), area);
    self.change([&](Overlay& edits) { check(edits.set_tiles(area, ids)); });
    return;
  }
  const TerrainId id = to_terrain(self.opened->world, terrain);
  self.change([&](Overlay& edits) { check(edits.set_terrain(area, id)); });
}

Rect whole_map(const World& world, const py::object& where) {
  return where.is_none() ? world.bounds() : to_area(where, "area");
}

void revert(OverlayObject& self, const py::object& where) {
  if (where.is_none()) {
    self.change([&](Overlay& edits) { edits = Overlay(self.opened->world); });
    return;
  }
  const Rect area = to_area(where, "area");
  self.change([&](Overlay& edits) { check(edits.revert(area)); });
}

py::array terrain_of(const OverlayObject& self, const py::object& where) {
  const World& world = self.opened->world;
  const Rect area = whole_map(world, where);
  if (area.width() <= 0 || area.height() <= 0 || intersection(area, world.bounds()) != area) {
    refuse("area: " + shown(where) + " is empty or not inside the map of " + std::to_string(world.width()) + " x " +
           std::to_string(world.height()) + " tiles");
  }
  const std::vector<TerrainId> ids = self.edits.copy_terrain(area);
  return py::array_t<TerrainId>({area.height(), area.width()}, ids.data());
}

LinkId to_link(const py::object& number) {
  const std::int64_t link = to_integer(number, "link");
  if (link < 0 || link >= kNoLink) refuse("link: there is no link " + std::to_string(link));
  return static_cast<LinkId>(link);
}

/// Regions are customised on a copy, while other threads run and edit, and taken over.
std::size_t refresh(OverlayObject& self) {
  Overlay copy = self.edits;
  {
    const py::gil_scoped_release release;
    copy.refresh();
  }
  std::size_t left = 0;
  self.change([&](Overlay& edits) { left = edits.adopt(copy); });
  return left;
}

py::bytes bytes_of(const OverlayObject& self) {
  const std::vector<std::byte> bytes = self.edits.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::unique_ptr<OverlayObject> from_bytes(const WorldObject& world, const py::bytes& bytes) {
  const std::string_view text = bytes;
  return std::make_unique<OverlayObject>(
      world.opened, take(Overlay::from_bytes(world.opened->world, std::as_bytes(std::span(text)))));
}

}  // namespace

void add_overlay(py::class_<OverlayObject>& overlay) {
  overlay.doc() = R"(What differs from a world: doors that close, bridges that burn.

Answers are exact right after an edit. A question in another thread is answered for the edits that there were when it was
asked. Areas are a tile (x, y) or a rectangle (x0, y0, x1, y1), half open.)";
  overlay
      .def(py::init([](const WorldObject& world) { return std::make_unique<OverlayObject>(world.opened); }),
           py::arg("world"))
      .def_static(
          "from_bytes", &from_bytes, py::arg("world"), py::arg("bytes"),
          "The edits that to_bytes() gave, of a world with the same map. Raises CorruptError, UsageError and others.")
      .def("to_bytes", &bytes_of, "The edits, some 8 bytes for each run of edited tiles; equal edits make equal bytes.")
      .def(
          "copy",
          [](const OverlayObject& self) { return std::make_unique<OverlayObject>(self.opened, Overlay(self.edits)); },
          "A copy that shares memory with this one; changing one never shows in the other.")
      .def("set_terrain", &set_terrain, py::arg("area"), py::arg("terrain"),
           R"(Sets the tiles of an area to a terrain: a name, an id, or an array of ids [y, x] of the area's size.

Raises UsageError, and changes nothing, where the area is not inside the map or the terrain not in the world.)")
      .def("revert", &revert, py::arg("area") = py::none(),
           "Sets the tiles of an area back to what the file says; without an area everything, links too.")
      .def("terrain", &terrain_of, py::arg("area") = py::none(),
           "The terrain ids of an area, or of the map, as they are now: a copy [y, x] (uint8).")
      .def(
          "close_link",
          [](OverlayObject& self, const py::object& link) {
            const LinkId number = to_link(link);
            self.change([&](Overlay& edits) { check(edits.close_link(number)); });
          },
          py::arg("link"), "Closes a link of the map, by number.")
      .def(
          "open_link",
          [](OverlayObject& self, const py::object& link) {
            const LinkId number = to_link(link);
            self.change([&](Overlay& edits) { check(edits.open_link(number)); });
          },
          py::arg("link"), "Opens a link again.")
      .def(
          "refresh", &refresh,
          R"(Makes questions near edits faster, by customising the regions that edits have opened: 0.1 to a few ms each.

Answers are the same before and after. Other threads run, and may edit, meanwhile. Returns how many regions are left.)")
      .def_property_readonly(
          "empty", [](const OverlayObject& self) { return self.edits.empty(); },
          "Whether everything is as in the file.")
      .def_property_readonly(
          "world", [](const OverlayObject& self) { return WorldObject{self.opened}; }, "The world that is edited.");
  add_questions(overlay);
  add_goals_of(overlay);
}

}  // namespace portolan::python
