// SPDX-License-Identifier: BSL-1.0
// Values of Python and those of the library. All need the interpreter's lock.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/core/geometry.hpp"
#include "portolan/core/point.hpp"
#include "portolan/query/ends.hpp"
#include "portolan/query/ties.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace portolan::python {

/// Adds an IntEnum whose members, from 0 on, have these names, and returns it.
pybind11::object add_enum(pybind11::module_& module, const char* name, const char* doc,
                          std::span<const std::string_view> names);
/// The same of an enumeration of the library up to its `last` member.
template <class Value>
pybind11::object add_enum(pybind11::module_& module, const char* name, const char* doc, Value last) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(last); ++i) names.push_back(to_string(static_cast<Value>(i)));
  return add_enum(module, name, doc, std::span<const std::string_view>(names));
}
/// Adds Status and Why.
void add_enums(pybind11::module_& module);
[[nodiscard]] pybind11::object member_of(Status status);
[[nodiscard]] pybind11::object member_of(Why why);

/// A value as an error shows it, at most 60 bytes.
[[nodiscard]] std::string shown(pybind11::handle value);

/// A whole number, of Python or numpy. `what` names it in the error (usage), here and below.
[[nodiscard]] std::int64_t to_integer(pybind11::handle value, std::string_view what);
/// A number that is finite, of Python or numpy.
[[nodiscard]] double to_number(pybind11::handle value, std::string_view what);
/// Two whole numbers.
[[nodiscard]] Tile to_tile(pybind11::handle value, std::string_view what);
/// Two numbers, in tiles, which are rounded to the lattice.
[[nodiscard]] Point to_point(pybind11::handle value, std::string_view what);
/// Errors: usage, if the tile, or the point, lies outside the map.
void check_inside(const World& world, Tile tile, std::string_view what);
void check_inside(const World& world, Point point, std::string_view what);
/// An array of whole numbers with two columns, or what numpy makes one of. O(rows).
[[nodiscard]] std::vector<Tile> to_tiles(pybind11::handle value, std::string_view what);
/// A tile (x, y), or a rectangle (x0, y0, x1, y1), half open.
[[nodiscard]] Rect to_area(pybind11::handle value, std::string_view what);
/// None is no limit.
[[nodiscard]] std::uint64_t to_budget(pybind11::handle value);
/// How many threads a batch has; 0 is one a core.
[[nodiscard]] unsigned to_threads(pybind11::handle value);
/// The number of a profile that is given by name or number.
[[nodiscard]] std::size_t to_profile(const World& world, pybind11::handle value);
[[nodiscard]] std::uint8_t to_terrain(const World& world, pybind11::handle value);
[[nodiscard]] EndRule to_end_rule(std::string_view name);
[[nodiscard]] Ties to_ties(std::string_view rule, std::uint64_t seed);
/// Text, or an object with __fspath__.
[[nodiscard]] std::filesystem::path to_path(pybind11::handle value, std::string_view what);

/// Rows of x and y, which nobody may write to. `owner` keeps the memory.
[[nodiscard]] pybind11::array rows_of(std::span<const Tile> tiles, pybind11::handle owner);
/// The same in tiles, copied.
[[nodiscard]] pybind11::array rows_of(std::span<const Point> points);

/// The text of a view.
[[nodiscard]] inline pybind11::str text_of(std::string_view text) {
  return pybind11::str(text.data(), text.size());
}

}  // namespace portolan::python
