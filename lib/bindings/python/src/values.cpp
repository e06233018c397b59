// SPDX-License-Identifier: BSL-1.0
#include "values.hpp"

#include "errors.hpp"
#include "portolan/core/name_guess.hpp"
#include "portolan/core/parallel.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace py = pybind11;

namespace portolan::python {
namespace {

/// Members by number. They live as long as the interpreter, and are not given back when it has ended.
template <class Value>
std::vector<py::object>& members() {
  static auto* const all = new std::vector<py::object>();
  return *all;
}

template <class Value>
void add_known(py::module_& module, const char* name, const char* doc, Value last) {
  const py::object made = add_enum(module, name, doc, last);
  for (std::size_t i = 0; i <= static_cast<std::size_t>(last); ++i) members<Value>().push_back(made(i));
}

/// Nothing where the value is no whole number.
std::optional<std::int64_t> whole_number(py::handle value) {
  if (PyLong_Check(value.ptr()) == 0 || PyBool_Check(value.ptr()) != 0) {
    if (PyBool_Check(value.ptr()) != 0 || PyIndex_Check(value.ptr()) == 0) return std::nullopt;
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (number) return whole_number(number);
    PyErr_Clear();
    return std::nullopt;
  }
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow != 0) return std::nullopt;
  return number;
}

std::int32_t to_coordinate(std::int64_t value, std::string_view what) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (value < -kMost || value > kMost)
    refuse(std::string(what) + ": " + std::to_string(value) + " is beyond any coordinate");
  return static_cast<std::int32_t>(value);
}

/// Nothing where the value is no sequence of so many items, or to_number(item) gives nothing for one.
template <std::size_t count, class Number, class ToNumber>
std::optional<std::array<Number, count>> to_numbers(py::handle value, ToNumber&& to_number) {
  if (PyUnicode_Check(value.ptr()) != 0 || PySequence_Check(value.ptr()) == 0) return std::nullopt;
  const auto items = py::reinterpret_steal<py::object>(PySequence_Fast(value.ptr(), ""));
  if (!items) {
    PyErr_Clear();
    return std::nullopt;
  }
  if (PySequence_Fast_GET_SIZE(items.ptr()) != static_cast<Py_ssize_t>(count)) return std::nullopt;
  std::array<Number, count> numbers{};
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = to_number(PySequence_Fast_GET_ITEM(items.ptr(), static_cast<Py_ssize_t>(i)));
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  return numbers;
}

/// Nothing where the value is no sequence of so many whole numbers.
template <std::size_t count>
std::optional<std::array<std::int32_t, count>> to_coordinates(py::handle value, std::string_view what) {
  return to_numbers<count, std::int32_t>(value, [&](py::handle item) -> std::optional<std::int32_t> {
    const auto number = whole_number(item);
    return number ? std::optional(to_coordinate(*number, what)) : std::nullopt;
  });
}

/// Nothing where the value is no number, or not finite.
std::optional<double> real_number(py::handle value) {
  if (PyBool_Check(value.ptr()) != 0) return std::nullopt;
  const double number = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    return std::nullopt;
  }
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

[[noreturn]] void refuse_outside(const World& world, const py::tuple& end, std::string_view what) {
  refuse(std::string(what) + ": " + shown(end) + " lies outside the map of " + std::to_string(world.width()) + " x " +
         std::to_string(world.height()) + " tiles");
}

/// What is offered instead of a name that there is not.
template <class Names, class NameOf>
std::string guess(std::string_view wanted, const Names& names, NameOf&& name_of) {
  NameGuess near(wanted);
  for (const auto& entry : names) near.offer(name_of(entry));
  return near.text();
}

}  // namespace

py::object add_enum(py::module_& module, const char* name, const char* doc, std::span<const std::string_view> names) {
  py::list pairs;
  for (std::size_t i = 0; i < names.size(); ++i) pairs.append(py::make_tuple(text_of(names[i]), i));
  const py::object made =
      py::module_::import("portolan._enums").attr("Named")(name, pairs, py::arg("module") = "portolan");
  made.attr("__doc__") = doc;
  module.attr(name) = made;
  return made;
}

void add_enums(py::module_& module) {
  add_known(module, "Status", "How a question ended. With found and partial there is a path.", Status::busy);
  add_known(module, "Why", "The reason behind a status; none where the status says it all.", Why::out_of_range);
}

py::object member_of(Status status) {
  return members<Status>()[static_cast<std::size_t>(status)];
}

py::object member_of(Why why) {
  return members<Why>()[static_cast<std::size_t>(why)];
}

std::string shown(py::handle value) {
  constexpr std::size_t kMost = 60;
  auto text = py::repr(value).cast<std::string>();
  if (text.size() <= kMost) return text;
  std::size_t end = kMost - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not within a character
  return text.substr(0, end) + "...";
}

std::int64_t to_integer(py::handle value, std::string_view what) {
  const auto number = whole_number(value);
  if (!number) refuse(std::string(what) + ": expected a whole number, not " + shown(value));
  return *number;
}

double to_number(py::handle value, std::string_view what) {
  const auto number = real_number(value);
  if (!number) refuse(std::string(what) + ": expected a number, not " + shown(value));
  return *number;
}

Tile to_tile(py::handle value, std::string_view what) {
  const auto numbers = to_coordinates<2>(value, what);
  if (!numbers) refuse(std::string(what) + ": expected a tile (x, y) of whole numbers, not " + shown(value));
  return {(*numbers)[0], (*numbers)[1]};
}

Point to_point(py::handle value, std::string_view what) {
  const auto numbers = to_numbers<2, double>(value, real_number);
  if (!numbers) refuse(std::string(what) + ": expected a point (x, y) of numbers, not " + shown(value));
  const auto on_lattice = [&](double number) {
    constexpr double kMost = std::numeric_limits<std::int32_t>::max() / kSubUnits;
    if (std::abs(number) > kMost) refuse(std::string(what) + ": " + shown(value) + " is beyond any coordinate");
    return static_cast<std::int32_t>(std::lround(number * kSubUnits));
  };
  return {on_lattice((*numbers)[0]), on_lattice((*numbers)[1])};
}

void check_inside(const World& world, Tile tile, std::string_view what) {
  if (world.bounds().contains(tile)) return;
  refuse_outside(world, py::make_tuple(tile.x, tile.y), what);
}

void check_inside(const World& world, Point point, std::string_view what) {
  const auto fits = [](std::int32_t number, std::int32_t side) { return number >= 0 && number <= side * kSubUnits; };
  if (fits(point.x, world.width()) && fits(point.y, world.height())) return;
  const auto in_tiles = [](std::int32_t number) { return static_cast<double>(number) / kSubUnits; };
  refuse_outside(world, py::make_tuple(in_tiles(point.x), in_tiles(point.y)), what);
}

Rect to_area(py::handle value, std::string_view what) {
  if (const auto tile = to_coordinates<2>(value, what)) {
    const auto [x, y] = *tile;
    return {{x, y}, {to_coordinate(std::int64_t{x} + 1, what), to_coordinate(std::int64_t{y} + 1, what)}};
  }
  if (const auto sides = to_coordinates<4>(value, what)) {
    const auto [x0, y0, x1, y1] = *sides;
    return {{x0, y0}, {x1, y1}};
  }
  refuse(std::string(what) + ": expected a tile (x, y) or a rectangle (x0, y0, x1, y1) of whole numbers, not " +
         shown(value));
}

std::vector<Tile> to_tiles(py::handle value, std::string_view what) {
  const py::array given = py::array::ensure(value);
  if (!given) {
    PyErr_Clear();
    refuse(std::string(what) + ": expected an array of tiles, not " + shown(value));
  }
  if (given.size() == 0) return {};
  const char kind = given.dtype().kind();
  if (kind != 'i' && kind != 'u') {
    refuse(std::string(what) + ": expected whole numbers, not an array of " +
           py::str(given.dtype()).cast<std::string>());
  }
  if (given.ndim() != 2 || given.shape(1) != 2) {
    refuse(std::string(what) + ": expected rows of x and y, not an array of shape " +
           py::str(given.attr("shape")).cast<std::string>());
  }
  // Unsigned numbers beyond 2^63 turn negative, and are as far outside.
  const auto numbers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(given);
  const auto rows = numbers.unchecked<2>();
  std::vector<Tile> tiles(static_cast<std::size_t>(rows.shape(0)));
  for (py::ssize_t i = 0; i < rows.shape(0); ++i) {
    tiles[static_cast<std::size_t>(i)] = {to_coordinate(rows(i, 0), what), to_coordinate(rows(i, 1), what)};
  }
  return tiles;
}

std::uint64_t to_budget(py::handle value) {
  if (value.is_none()) return ~std::uint64_t{0};
  const std::int64_t number = to_integer(value, "max_expansions");
  if (number < 0) refuse("max_expansions: " + std::to_string(number) + " is below 0");
  return static_cast<std::uint64_t>(number);
}

unsigned to_threads(py::handle value) {
  const std::int64_t number = to_integer(value, "threads");
  if (number < 0 || number > std::int64_t{kMaxThreads}) {
    refuse("threads: " + std::to_string(number) + ": must be from 0, one a core, to " + std::to_string(kMaxThreads));
  }
  return static_cast<unsigned>(number);
}

std::size_t to_profile(const World& world, py::handle value) {
  const auto profiles = world.profiles();
  if (profiles.empty()) refuse("the world has no map, but a board alone");
  if (PyUnicode_Check(value.ptr()) != 0) {
    const auto name = py::cast<std::string>(value);
    if (const auto number = world.find_profile(name)) return *number;
    std::string message = "no profile " + shown(value) + " in the world, which has";
    for (const ProfileView& profile : profiles) {
      message += (&profile == profiles.data() ? " '" : ", '") + std::string(profile.name) + "'";
    }
    refuse(std::move(message));
  }
  const std::int64_t number = to_integer(value, "profile");
  if (number < 0 || number >= static_cast<std::int64_t>(profiles.size())) {
    refuse("no profile " + std::to_string(number) + " in the world, which has " + std::to_string(profiles.size()));
  }
  return static_cast<std::size_t>(number);
}

std::uint8_t to_terrain(const World& world, py::handle value) {
  const auto palette = world.palette();
  if (PyUnicode_Check(value.ptr()) != 0) {
    const auto name = py::cast<std::string>(value);
    for (std::size_t id = 0; id < palette.size(); ++id) {
      if (palette[id].name == name) return static_cast<std::uint8_t>(id);
    }
    refuse("no terrain " + shown(value) + " in the world" +
           guess(name, palette, [](const Terrain& terrain) { return std::string_view(terrain.name); }));
  }
  const std::int64_t number = to_integer(value, "terrain");
  if (number < 0 || number >= static_cast<std::int64_t>(palette.size())) {
    refuse("no terrain " + std::to_string(number) + " in the world, which has " + std::to_string(palette.size()));
  }
  return static_cast<std::uint8_t>(number);
}

EndRule to_end_rule(std::string_view name) {
  if (name == "exact") return EndRule::exact;
  if (name == "nearest") return EndRule::nearest;
  refuse("ends: expected 'exact' or 'nearest', not '" + std::string(name) + "'");
}

Ties to_ties(std::string_view rule, std::uint64_t seed) {
  for (const TieRule known : {TieRule::first, TieRule::straightest, TieRule::random}) {
    if (to_string(known) == rule) return {known, seed};
  }
  refuse("ties: expected 'first', 'straightest' or 'random', not '" + std::string(rule) + "'");
}

std::filesystem::path to_path(py::handle value, std::string_view what) {
  const auto path = py::reinterpret_steal<py::object>(PyOS_FSPath(value.ptr()));
  if (!path) {
    PyErr_Clear();
    refuse(std::string(what) + ": expected a path, not " + shown(value));
  }
  const auto bytes = py::reinterpret_steal<py::bytes>(
      PyBytes_Check(path.ptr()) != 0 ? path.inc_ref().ptr() : PyUnicode_EncodeFSDefault(path.ptr()));
  if (!bytes) throw py::error_already_set();
  std::string name = bytes;
  if (name.find('\0') != std::string::npos) refuse(std::string(what) + ": a path without NUL, not " + shown(value));
  return std::filesystem::path(std::move(name));
}

py::array rows_of(std::span<const Tile> tiles, py::handle owner) {
  static_assert(sizeof(Tile) == 2 * sizeof(std::int32_t));
  const auto* const numbers = reinterpret_cast<const std::int32_t*>(tiles.data());
  py::array_t<std::int32_t> rows({tiles.size(), std::size_t{2}}, numbers, owner);
  py::detail::array_proxy(rows.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return rows;
}

py::array rows_of(std::span<const Point> points) {
  py::array_t<double> rows({points.size(), std::size_t{2}});
  auto cells = rows.mutable_unchecked<2>();
  for (std::size_t i = 0; i < points.size(); ++i) {
    cells(static_cast<py::ssize_t>(i), 0) = static_cast<double>(points[i].x) / kSubUnits;
    cells(static_cast<py::ssize_t>(i), 1) = static_cast<double>(points[i].y) / kSubUnits;
  }
  return rows;
}

}  // namespace portolan::python
