// SPDX-License-Identifier: BSL-1.0
// Sets of goals, and which of them are nearest by path.
#pragma once

#include "opened.hpp"
#include "pool.hpp"
#include "portolan/query/goal_set.hpp"
#include "portolan/query/nearest_query.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <pybind11/pybind11.h>

namespace portolan::python {

/// What searches one set, which must outlive it, one question at a time.
struct GoalFinder {
  explicit GoalFinder(const GoalSet& goals) : query(goals), room(std::max<std::size_t>(goals.capacity(), 1)) {}
  void use(const Snapshot& snapshot) { keep_up(query, used, snapshot); }

  NearestQuery query;
  std::vector<ReachedGoal> room;  ///< for all goals that there can be, and one at least
  Snapshot used;
};

/// A set with what searches it.
struct GoalBook {
  GoalBook(const World& world, std::size_t profile, std::size_t capacity) : set(world, profile, capacity) {}

  GoalSet set;
  Pool<GoalFinder> finders;
  std::size_t asked = 0;  ///< by how many calls now; under the interpreter's lock
};

/// Goals of a world or an overlay, which `now` asks for its edits. Changed under the interpreter's lock, which orders
/// changes: in place, or, while a call reads the set, on a copy that takes its place.
struct GoalsObject {
  std::shared_ptr<OpenWorld> opened;
  std::function<Snapshot()> now;
  std::shared_ptr<GoalBook> book;
};

/// A set with the tiles given, which are numbered from 0. `capacity` None: as many.
[[nodiscard]] std::unique_ptr<GoalsObject> make_goals(std::shared_ptr<OpenWorld> opened, std::function<Snapshot()> now,
                                                      pybind11::handle tiles, pybind11::handle profile,
                                                      pybind11::handle capacity);

/// Adds the classes of goals.
void add_goals(pybind11::module_& module);

/// Adds what makes goals to a class that has a ground().
template <class Class>
void add_goals_of(Class& asked) {
  namespace py = pybind11;
  using Asked = typename Class::type;
  asked.def(
      "goals",
      [](Asked& self, const py::object& tiles, const py::object& profile, const py::object& capacity) {
        return make_goals(
            self.opened, [&self] { return self.ground().snapshot; }, tiles, profile, capacity);
      },
      py::keep_alive<0, 1>(), py::arg("tiles") = py::tuple(), py::kw_only(), py::arg("profile") = 0,
      py::arg("capacity") = py::none(),
      R"(A set of goals of one mover, of which nearest() and within() find those that are nearest by path.

tiles: an array of whole numbers with rows x, y; the goals have the numbers of the rows. Several may stand on one tile,
    and some where nobody can stand, which an edit may open.
capacity: for goals numbered below this, some 100 bytes each; as many as there are tiles unless given.

Raises UsageError where a tile lies outside the map. Other threads run meanwhile.)");
}

}  // namespace portolan::python
