// SPDX-License-Identifier: BSL-1.0
#include "goals.hpp"

#include "errors.hpp"
#include "values.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace portolan::python {
namespace {

constexpr std::size_t kMostGoals = std::size_t{1} << 31;

/// The goals of an answer in arrays, which nothing else need outlive.
struct GoalsFound {
  Answer answer;
  Tier tier;
  py::array goals;
  py::array tiles;
  py::array cost;
  py::array length;
};

/// For as long as a call reads a set. Under the interpreter's lock, as is its end.
class Asking {
 public:
  explicit Asking(GoalBook& book) noexcept : book_(book) { ++book_.asked; }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;
  ~Asking() { --book_.asked; }

 private:
  GoalBook& book_;
};

GoalsFound in_arrays(const ReachedGoals& reached, const ProfileView& profile) {
  const auto count = static_cast<py::ssize_t>(reached.goals.size());
  py::array_t<std::int64_t> goals(count);
  py::array_t<std::int32_t> tiles({count, py::ssize_t{2}});
  py::array_t<std::int64_t> cost(count);
  py::array_t<double> length(count);
  for (py::ssize_t i = 0; i < count; ++i) {
    const ReachedGoal& goal = reached.goals[static_cast<std::size_t>(i)];
    goals.mutable_at(i) = goal.goal;
    tiles.mutable_at(i, 0) = goal.tile.x;
    tiles.mutable_at(i, 1) = goal.tile.y;
    cost.mutable_at(i) = static_cast<std::int64_t>(goal.cost);
    length.mutable_at(i) = profile.in_tiles(goal.cost);
  }
  return {static_cast<const Answer&>(reached), reached.tier, goals, tiles, cost, length};
}

/// What `find(query, room)` gives, asked without the interpreter's lock.
template <class Find>
GoalsFound ask(GoalsObject& self, Find&& find) {
  const std::shared_ptr<GoalBook> book = self.book;
  const Snapshot snapshot = self.now();
  const Asking asking(*book);
  const auto finder = book->finders.take([](const GoalFinder&) { return true; },
                                         [&] { return std::make_unique<GoalFinder>(book->set); });
  ReachedGoals reached;
  {
    const py::gil_scoped_release release;
    finder->use(snapshot);
    reached = find(finder->query, std::span(finder->room));
  }
  return in_arrays(reached, finder->query.profile());
}

Tile to_start(const GoalsObject& self, py::handle start, EndRule ends) {
  const Tile tile = to_tile(start, "start");
  if (ends == EndRule::exact) check_inside(self.opened->world, tile, "start");
  return tile;
}

GoalsFound nearest(GoalsObject& self, const py::object& start, const py::object& count, std::string_view ends,
                   const py::object& max_expansions) {
  const std::int64_t wanted = to_integer(count, "count");
  if (wanted < 1) refuse("count: " + std::to_string(wanted) + ": must be 1 or more");
  const EndRule rule = to_end_rule(ends);
  const NearestGoalsRequest request{
      .from = to_start(self, start, rule), .ends = rule, .max_expansions = to_budget(max_expansions)};
  return ask(self, [&](NearestQuery& query, std::span<ReachedGoal> room) {
    return query.nearest(request, room.first(std::min(room.size(), static_cast<std::size_t>(wanted))));
  });
}

GoalsFound within(GoalsObject& self, const py::object& start, const py::object& cost, std::string_view ends,
                  const py::object& max_expansions) {
  const std::int64_t most = to_integer(cost, "cost");
  if (most < 0) refuse("cost: " + std::to_string(most) + " is below 0");
  const EndRule rule = to_end_rule(ends);
  const GoalsWithinRequest request{.from = to_start(self, start, rule),
                                   .most = static_cast<Cost>(most),
                                   .ends = rule,
                                   .max_expansions = to_budget(max_expansions)};
  return ask(self, [&](NearestQuery& query, std::span<ReachedGoal> room) { return query.within(request, room); });
}

template <class Change>
void change(GoalsObject& self, Change&& make_it) {
  if (self.book->asked == 0) {
    make_it(self.book->set);
    return;
  }
  const GoalSet& now = self.book->set;
  auto copy = std::make_shared<GoalBook>(now.world(), now.profile(), now.capacity());
  now.for_each_while([&](GoalId goal, Tile tile) { return copy->set.insert(goal, tile); });
  make_it(copy->set);
  self.book = std::move(copy);
}

GoalId to_goal(const GoalSet& set, const py::object& number) {
  const std::int64_t goal = to_integer(number, "number");
  if (goal < 0 || goal >= static_cast<std::int64_t>(set.capacity())) {
    refuse("number: " + std::to_string(goal) + ": goals have numbers from 0 to below the capacity, " +
           std::to_string(set.capacity()));
  }
  return static_cast<GoalId>(goal);
}

void set_goal(GoalsObject& self, const py::object& number, const py::object& where) {
  const GoalId goal = to_goal(self.book->set, number);
  const Tile tile = to_tile(where, "tile");
  check_inside(self.opened->world, tile, "tile");
  change(self, [&](GoalSet& set) { set.contains(goal) ? set.move(goal, tile) : set.insert(goal, tile); });
}

void remove(GoalsObject& self, const py::object& number) {
  const GoalId goal = to_goal(self.book->set, number);
  if (!self.book->set.contains(goal)) refuse("number: there is no goal " + std::to_string(goal));
  change(self, [&](GoalSet& set) { set.erase(goal); });
}

bool contains(const GoalsObject& self, const py::object& number) {
  const std::int64_t goal = to_integer(number, "number");
  return goal >= 0 && goal < static_cast<std::int64_t>(self.book->set.capacity()) &&
         self.book->set.contains(static_cast<GoalId>(goal));
}

py::dict tiles_of(const GoalsObject& self) {
  py::dict tiles;
  self.book->set.for_each_while([&](GoalId goal, Tile tile) {
    tiles[py::int_(goal)] = py::make_tuple(tile.x, tile.y);
    return true;
  });
  return tiles;
}

std::size_t to_capacity(py::handle capacity, std::size_t tiles) {
  if (capacity.is_none()) return tiles;
  const std::int64_t number = to_integer(capacity, "capacity");
  if (number < static_cast<std::int64_t>(tiles)) {
    refuse("capacity: " + std::to_string(number) + " for " + std::to_string(tiles) + " goals");
  }
  return static_cast<std::size_t>(number);
}

std::string shown_answer(const GoalsFound& found) {
  std::string text = "<portolan.GoalsResult " + std::string(to_string(found.answer.status));
  if (found.answer.why != Why::none) text += " (" + std::string(to_string(found.answer.why)) + ")";
  if (found.goals.size() != 0) text += ": " + std::to_string(found.goals.size()) + " goals";
  return text + ">";
}

void add_result(py::module_& module) {
  py::class_<GoalsFound> result(module, "GoalsResult",
                                R"(The goals that were found, in arrays; true where there are any.

They are in the order of their costs, of equal ones row by row, then by number.)");
  result.attr("__module__") = "portolan";
  result.def("__bool__", [](const GoalsFound& self) { return has_path(self.answer.status); })
      .def("__len__", [](const GoalsFound& self) { return self.goals.size(); })
      .def("__repr__", &shown_answer)
      .def_property_readonly(
          "status", [](const GoalsFound& self) { return member_of(self.answer.status); },
          "How the question ended; unreachable where it is known that no goal can be reached, or none within the cost.")
      .def_property_readonly(
          "why", [](const GoalsFound& self) { return member_of(self.answer.why); }, "The reason behind the status.")
      .def_readonly("goals", &GoalsFound::goals, "The numbers of the goals (int64).")
      .def_readonly("tiles", &GoalsFound::tiles, "Where they are, as rows of x and y (int32).")
      .def_readonly("cost", &GoalsFound::cost,
                    "What the cheapest paths there cost: whole numbers in the unit of the profile (int64).")
      .def_readonly("length", &GoalsFound::length, "The same in tile lengths at terrain cost 1 (float64).")
      .def_property_readonly(
          "optimal", [](const GoalsFound& self) { return self.answer.optimal(); },
          "Whether these are proven to be the nearest, at the least costs, or that there are none.")
      .def_property_readonly(
          "tier", [](const GoalsFound& self) { return text_of(to_string(self.tier)); },
          "What answered: 'labels', 'regions', or 'automatic' where paths were asked for or the start alone decided.")
      .def_property_readonly(
          "expansions", [](const GoalsFound& self) { return self.answer.work; },
          "Nodes settled, which is what max_expansions bounds.");
}

}  // namespace

std::unique_ptr<GoalsObject> make_goals(std::shared_ptr<OpenWorld> opened, std::function<Snapshot()> now,
                                        py::handle tiles, py::handle profile, py::handle capacity) {
  const World& world = opened->world;
  const std::size_t number = to_profile(world, profile);
  const std::vector<Tile> goals = to_tiles(tiles, "tiles");
  const std::size_t most = to_capacity(capacity, goals.size());
  if (most > kMostGoals) {
    throw Failure(
        {ErrorCode::limit, "capacity: " + std::to_string(most) + " goals: at most " + std::to_string(kMostGoals)});
  }
  for (const Tile tile : goals) check_inside(world, tile, "tiles");
  std::shared_ptr<GoalBook> book;
  {
    const py::gil_scoped_release release;
    book = std::make_shared<GoalBook>(world, number, most);
    for (std::size_t i = 0; i < goals.size(); ++i) book->set.insert(static_cast<GoalId>(i), goals[i]);
  }
  return std::make_unique<GoalsObject>(GoalsObject{std::move(opened), std::move(now), std::move(book)});
}

void add_goals(py::module_& module) {
  add_result(module);
  py::class_<GoalsObject> goals(module, "Goals",
                                R"(Goals of a world or an overlay, by number: goals() of these makes them.

Answers are those for the goals, and the edits of the overlay, that there were when the question was asked. Any number
of threads may ask one set at once, and change it.)");
  goals.attr("__module__") = "portolan";
  goals
      .def("nearest", &nearest, py::arg("start"), py::arg("count") = 1, py::kw_only(), py::arg("ends") = "exact",
           py::arg("max_expansions") = py::none(),
           R"(Finds the goals that are nearest to a tile by path: `count`, or fewer if no more can be reached.

ends: 'nearest' moves a start that is blocked or outside to the nearest tile that will do; goals stay where they are.
max_expansions: the most nodes that the search may settle; beyond that the status is out_of_budget, without goals.

Raises UsageError where the start lies outside the map (not with 'nearest'). Other threads run meanwhile.)")
      .def("within", &within, py::arg("start"), py::arg("cost"), py::kw_only(), py::arg("ends") = "exact",
           py::arg("max_expansions") = py::none(),
           "Finds all goals to which paths from a tile cost no more than `cost`, a whole number in the unit of the\n"
           "profile. Else as nearest().")
      .def("set", &set_goal, py::arg("number"), py::arg("tile"),
           "Puts a goal on a tile, or moves it there. Raises UsageError, and changes nothing, where the number is not\n"
           "below the capacity or the tile outside the map.")
      .def("remove", &remove, py::arg("number"), "Takes a goal away. Raises UsageError where there is none.")
      .def_property_readonly("tiles", &tiles_of, "Where the goals are, as a dict: tiles (x, y) by number.")
      .def_property_readonly(
          "capacity", [](const GoalsObject& self) { return self.book->set.capacity(); },
          "Numbers of goals are below this.")
      .def("__len__", [](const GoalsObject& self) { return self.book->set.size(); })
      .def("__contains__", &contains)
      .def("__repr__", [](const GoalsObject& self) {
        return "<portolan.Goals: " + std::to_string(self.book->set.size()) + " of at most " +
               std::to_string(self.book->set.capacity()) + ">";
      });
}

}  // namespace portolan::python
