// SPDX-License-Identifier: BSL-1.0
// Questions between tiles of a map, which worlds and overlays answer alike.
#pragma once

#include "opened.hpp"
#include "values.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace portolan::python {

/// An answer with its path, which nothing else need outlive.
struct PathFound {
  PathResult result;
  std::vector<Tile> tiles;    ///< grid metric: all of them, ends included
  std::vector<Point> points;  ///< where it turns, ends included
};

/// Answers of a batch, in the shape of its questions.
struct CostsFound {
  pybind11::array status;
  pybind11::array why;
  pybind11::array cost;
  pybind11::array length;
  pybind11::array optimal;
};

[[nodiscard]] PathFound find_path(const Ground& ground, pybind11::handle start, pybind11::handle goal,
                                  pybind11::handle profile, std::string_view ends, pybind11::handle max_expansions,
                                  std::string_view ties, std::uint64_t seed);
[[nodiscard]] PathFound find_between(const Ground& ground, pybind11::handle start, pybind11::handle goal,
                                     pybind11::handle profile, std::string_view ends, pybind11::handle max_expansions);
[[nodiscard]] PathFound find_bounded(const Ground& ground, pybind11::handle start, pybind11::handle goal,
                                     pybind11::handle excess, pybind11::handle profile, std::string_view ends,
                                     pybind11::handle max_expansions);
/// x and y of the tile, if there is one.
[[nodiscard]] std::optional<std::pair<std::int32_t, std::int32_t>> nearest_tile(const Ground& ground,
                                                                                pybind11::handle wanted,
                                                                                pybind11::handle start,
                                                                                pybind11::handle profile);
[[nodiscard]] PathFound find_cost(const Ground& ground, pybind11::handle start, pybind11::handle goal,
                                  pybind11::handle profile, std::string_view ends, pybind11::handle max_expansions);
[[nodiscard]] CostsFound find_costs(const Ground& ground, pybind11::handle starts, pybind11::handle goals,
                                    pybind11::handle profile, std::string_view ends, pybind11::handle max_expansions,
                                    pybind11::handle threads);
[[nodiscard]] CostsFound find_cost_table(const Ground& ground, pybind11::handle starts, pybind11::handle goals,
                                         pybind11::handle profile, std::string_view ends,
                                         pybind11::handle max_expansions, pybind11::handle threads);

/// Adds the classes of answers.
void add_answers(pybind11::module_& module);

/// Adds the questions to a class that has a ground().
template <class Class>
void add_questions(Class& asked) {
  namespace py = pybind11;
  using Asked = typename Class::type;
  asked.def(
      "find",
      [](Asked& self, const py::object& start, const py::object& goal, const py::object& profile,
         const std::string& ends, const py::object& max_expansions, const std::string& ties, std::uint64_t seed) {
        return find_path(self.ground(), start, goal, profile, ends, max_expansions, ties, seed);
      },
      py::arg("start"), py::arg("goal"), py::kw_only(), py::arg("profile") = 0, py::arg("ends") = "exact",
      py::arg("max_expansions") = py::none(), py::arg("ties") = "first", py::arg("seed") = 0,
      R"(Finds the cheapest path between two tiles (x, y), tile by tile.

The answer is exact: the least cost, or a proof that there is no path. At any angle, on terrain of several prices, it is
a path pulled straight that is not claimed to be the best; `optimal` tells.

profile: name or number of the mover.
ends: 'exact', or 'nearest': an end that is blocked, outside or out of reach moves to the nearest tile that will do;
    where that is the goal, the status is partial.
max_expansions: the most nodes that the search may settle; beyond that the status is out_of_budget.
ties: which of several cheapest paths: 'first', 'straightest', or 'random' by `seed`.

Raises UsageError where a tile lies outside the map (not with 'nearest'). Other threads run meanwhile.)");
  asked.def(
      "find_cost",
      [](Asked& self, const py::object& start, const py::object& goal, const py::object& profile,
         const std::string& ends, const py::object& max_expansions) {
        return find_cost(self.ground(), start, goal, profile, ends, max_expansions);
      },
      py::arg("start"), py::arg("goal"), py::kw_only(), py::arg("profile") = 0, py::arg("ends") = "exact",
      py::arg("max_expansions") = py::none(),
      "Finds what find() does, without the path: `tiles` and `points` of the answer are empty. Less work.");
  asked.def(
      "find_between",
      [](Asked& self, const py::object& start, const py::object& goal, const py::object& profile,
         const std::string& ends, const py::object& max_expansions) {
        return find_between(self.ground(), start, goal, profile, ends, max_expansions);
      },
      py::arg("start"), py::arg("goal"), py::kw_only(), py::arg("profile") = 0, py::arg("ends") = "exact",
      py::arg("max_expansions") = py::none(),
      R"(Finds the cheapest path between two points (x, y), in tiles: the tile (3, 4) has its centre at (3.5, 4.5).

Points are taken to the nearest 256th of a tile. A mover at any angle that is a point may be anywhere; others stand at
the centres of tiles alone, and elsewhere the status is bad_start or bad_goal, off_lattice. With ends='nearest' an end
that will not do moves to the centre of a tile.

Raises UsageError where a point lies outside the map (not with 'nearest'). Else as find().)");
  asked.def(
      "find_bounded",
      [](Asked& self, const py::object& start, const py::object& goal, const py::object& excess,
         const py::object& profile, const std::string& ends, const py::object& max_expansions) {
        return find_bounded(self.ground(), start, goal, excess, profile, ends, max_expansions);
      },
      py::arg("start"), py::arg("goal"), py::kw_only(), py::arg("excess") = 0.01, py::arg("profile") = 0,
      py::arg("ends") = "exact", py::arg("max_expansions") = py::none(),
      R"(Finds a path at any angle that costs little more than the best, between the centres of two tiles.

excess: the most that it may cost above the best path, wherever that turns, as a part of it: 0.002 or more. What is
    proven is in `lower_bound` and `excess` of the answer, on terrain of any prices.
profile: of the metric any_angle.
max_expansions: the most corners and points that the search may settle.

It searches the map, which takes longer than find(): some 50 ms across 512 x 512 tiles for an excess of 0.01. The status
is undecided (tier_missing) on maps with moves.

Raises UsageError for a profile on the grid, and as find(). Other threads run meanwhile.)");
  asked.def(
      "nearest_tile",
      [](Asked& self, const py::object& wanted, const py::object& start, const py::object& profile) {
        return nearest_tile(self.ground(), wanted, start, profile);
      },
      py::arg("wanted"), py::arg("start") = py::none(), py::kw_only(), py::arg("profile") = 0,
      R"(The tile (x, y) nearest to one in a straight line on which the mover can stand: what ends='nearest' takes.

Of several as near it is the uppermost, then the leftmost. `wanted` may lie anywhere. With a start it is the nearest of
the tiles that a path leads to from there. None where there is none, and where the mover cannot stand on the start.

Raises UsageError where the start lies outside the map. Other threads run meanwhile.)");
  asked.def(
      "costs",
      [](Asked& self, const py::object& starts, const py::object& goals, const py::object& profile,
         const std::string& ends, const py::object& max_expansions, const py::object& threads) {
        return find_costs(self.ground(), starts, goals, profile, ends, max_expansions, threads);
      },
      py::arg("starts"), py::arg("goals"), py::kw_only(), py::arg("profile") = 0, py::arg("ends") = "exact",
      py::arg("max_expansions") = py::none(), py::arg("threads") = 1,
      R"(Finds what the paths from starts[i] to goals[i] cost: arrays of shape (n,).

starts, goals: arrays of whole numbers with rows x, y, equally long. threads: 0 is one a core. A tile outside the map is
an answer here (bad_start, bad_goal). max_expansions holds for each pair. Other threads run meanwhile.)");
  asked.def(
      "cost_table",
      [](Asked& self, const py::object& starts, const py::object& goals, const py::object& profile,
         const std::string& ends, const py::object& max_expansions, const py::object& threads) {
        return find_cost_table(self.ground(), starts, goals, profile, ends, max_expansions, threads);
      },
      py::arg("starts"), py::arg("goals"), py::kw_only(), py::arg("profile") = 0, py::arg("ends") = "exact",
      py::arg("max_expansions") = py::none(), py::arg("threads") = 1,
      "Finds what the paths from each start to each goal cost: arrays of shape (len(starts), len(goals)). Else as\n"
      "costs().");
}

}  // namespace portolan::python
