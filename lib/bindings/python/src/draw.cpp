// SPDX-License-Identifier: BSL-1.0
#include "drawing/canvas.hpp"
#include "drawing/map_scale.hpp"
#include "drawing/terrain_colour.hpp"
#include "errors.hpp"
#include "objects.hpp"
#include "paths.hpp"
#include "values.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace py = pybind11;

namespace portolan::python {
namespace {

using tools::Canvas;
using tools::Colour;
using tools::MapScale;

constexpr std::int32_t kMostZoom = 64;
constexpr Colour kPath{210, 20, 40, 255};
constexpr Colour kEnd{255, 255, 255, 255};

using Line = std::vector<Point>;

Line line_of(std::span<const Tile> tiles) {
  Line line;
  line.reserve(tiles.size());
  std::ranges::transform(tiles, std::back_inserter(line), centre_of);
  return line;
}

/// The lines of one path or several: answers, or arrays of tiles.
std::vector<Line> to_lines(const py::object& paths) {
  const auto one = [](py::handle path) {
    if (!py::isinstance<PathFound>(path)) return line_of(to_tiles(path, "paths"));
    const auto& found = path.cast<const PathFound&>();
    return found.tiles.empty() ? found.points : line_of(found.tiles);
  };
  if (py::isinstance<PathFound>(paths)) return {one(paths)};
  if (py::isinstance<py::array>(paths) && py::cast<py::array>(paths).ndim() == 2) return {one(paths)};
  std::vector<Line> lines;
  for (const py::handle path : paths) lines.push_back(one(path));
  return lines;
}

void draw_line(Canvas& canvas, const MapScale& scale, const Line& line) {
  if (line.empty()) return;
  const std::int32_t thickness = std::max(2, scale.zoom / 3);
  for (std::size_t i = 1; i < line.size(); ++i) {
    canvas.line(scale.at(line[i - 1]), scale.at(line[i]), thickness, kPath);
  }
  for (const Point end : {line.front(), line.back()}) {
    canvas.disc(scale.at(end), 2 * thickness + 1, kPath);
    canvas.disc(scale.at(end), thickness, kEnd);
  }
}

py::array_t<std::uint8_t> pixels_of(const Canvas& canvas) {
  py::array_t<std::uint8_t> pixels({canvas.height(), canvas.width(), 3});
  std::uint8_t* next = pixels.mutable_data();
  for (std::int32_t y = 0; y < canvas.height(); ++y) {
    for (const Colour& colour : canvas.row(y)) {
      *next++ = colour.r;
      *next++ = colour.g;
      *next++ = colour.b;
    }
  }
  return pixels;
}

MapScale to_scale(const World& world, const py::object& zoom) {
  if (zoom.is_none()) return MapScale::of(world.width(), world.height());
  const std::int64_t pixels = to_integer(zoom, "zoom");
  if (pixels < 1 || pixels > kMostZoom) {
    refuse("zoom: " + std::to_string(pixels) + " pixels a tile: must be from 1 to " + std::to_string(kMostZoom));
  }
  return {static_cast<std::int32_t>(pixels), 1};
}

py::array_t<std::uint8_t> draw(const py::object& shown_world, const py::object& paths, const py::object& profile,
                               const py::object& zoom, const py::object& file) {
  const bool edited = py::isinstance<OverlayObject>(shown_world);
  if (!edited && !py::isinstance<WorldObject>(shown_world)) {
    refuse("expected a World or an Overlay, not " + shown(shown_world));
  }
  const std::shared_ptr<OpenWorld> opened =
      edited ? shown_world.cast<OverlayObject&>().opened : shown_world.cast<WorldObject&>().opened;
  const World& world = opened->world;
  const ProfileView& mover = world.profiles()[to_profile(world, profile)];
  const MapScale scale = to_scale(world, zoom);
  const std::vector<Line> lines = to_lines(paths);
  std::vector<TerrainId> now;
  if (edited) now = shown_world.cast<OverlayObject&>().edits.copy_terrain(world.bounds());
  const TerrainPlane terrain = edited ? TerrainPlane::in_rows(now, world.width()) : world.terrain();

  std::optional<Canvas> canvas;
  {
    const py::gil_scoped_release release;
    canvas = take(Canvas::create(scale.pixels(world.width()), scale.pixels(world.height()), {0, 0, 0}));
    for (std::int32_t y = 0; y < world.height(); y += scale.thin) {
      for (std::int32_t x = 0; x < world.width(); x += scale.thin) {
        const TerrainId id = terrain[{x, y}];
        if (id >= world.palette().size()) throw Failure({ErrorCode::corrupt, "a tile's terrain is not in the palette"});
        canvas->fill_rect(scale.area({x, y}),
                          tools::terrain_colour(world.palette()[id], mover.rules.cost[id], mover.rules.least_cost));
      }
    }
    for (const Line& line : lines) draw_line(*canvas, scale, line);
  }
  if (!file.is_none()) check(canvas->save(to_path(file, "file")));
  return pixels_of(*canvas);
}

}  // namespace

void add_draw(py::module_& module) {
  module.def(
      "draw", &draw, py::arg("world"), py::arg("paths") = py::tuple(), py::kw_only(), py::arg("profile") = 0,
      py::arg("zoom") = py::none(), py::arg("file") = py::none(),
      R"(Draws a world, or an overlay as it is now, with paths over it, as an array [y, x, 3] of red, green and blue (uint8).

paths: a PathResult, an array of tiles, or several of these. profile: whose prices colour the terrain. zoom: pixels a tile,
from 1 to 64; else as many as make a picture of some 1000 pixels, and large maps are thinned. file: also written there, as
a PNG.)");
}

}  // namespace portolan::python
