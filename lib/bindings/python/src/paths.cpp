// SPDX-License-Identifier: BSL-1.0
#include "paths.hpp"

#include <limits>
#include <string>

#include <unistd.h>

namespace py = pybind11;

namespace portolan::python {
namespace {

/// One for the profile, of those that find one path at a time.
template <class Finder>
auto lease_finder(Pool<Finder>& finders, const World& world, std::size_t profile) {
  return finders.take([&](const Finder& idle) { return idle.profile == profile; },
                      [&] { return std::make_unique<Finder>(world, profile); });
}

PathRequest to_request(const World& world, py::handle start, py::handle goal, std::string_view ends,
                       py::handle max_expansions) {
  const PathRequest request{.from = to_tile(start, "start"),
                            .to = to_tile(goal, "goal"),
                            .ends = to_end_rule(ends),
                            .max_expansions = to_budget(max_expansions)};
  if (request.ends == EndRule::nearest) return request;
  check_inside(world, request.from, "start");
  check_inside(world, request.to, "goal");
  return request;
}

/// All tiles of the path in hand; false if the file contradicts itself.
bool walk(PathFinder& finder, std::vector<Tile>& tiles) {
  Leg leg;
  LegStatus status = finder.walker.next(finder.path, leg);
  for (; status == LegStatus::ready; status = finder.walker.next(finder.path, leg)) {
    const std::size_t shared = tiles.empty() ? 0 : 1;  // legs begin where others end
    tiles.insert(tiles.end(), leg.tiles.begin() + static_cast<std::ptrdiff_t>(shared), leg.tiles.end());
  }
  // A path from a tile to itself has no leg.
  if (tiles.empty()) tiles.assign(finder.path.waypoints().begin(), finder.path.waypoints().end());
  return status == LegStatus::done;
}

/// The answer, with the path in hand.
PathFound with_path(PathFinder& finder, const PathResult& result) {
  PathFound found;
  found.result = result;
  if (!has_path(result.status)) return found;
  if (finder.query.profile().rules.metric == Metric::any_angle) {
    const auto points = finder.path.points();
    found.points.assign(points.begin(), points.end());
    return found;
  }
  for (const Tile tile : finder.path.waypoints()) found.points.push_back(centre_of(tile));
  if (!walk(finder, found.tiles)) {
    found = PathFound();
    found.result.status = Status::corrupt;
    found.result.why = Why::bad_reference;
  }
  return found;
}

/// The numbers of a batch, as they are copied to arrays.
struct Columns {
  explicit Columns(std::vector<py::ssize_t> shape)
      : status(shape), why(shape), cost(shape), length(shape), optimal(shape) {}

  /// -1 and infinity where there is no path: 0 would pass for the cheapest.
  void fill(std::span<const BatchAnswer> answers, const ProfileView& profile) {
    std::uint8_t* const statuses = status.mutable_data();
    std::uint8_t* const reasons = why.mutable_data();
    std::int64_t* const costs = cost.mutable_data();
    double* const lengths = length.mutable_data();
    bool* const proven = optimal.mutable_data();
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const BatchAnswer& answer = answers[i];
      const bool found = has_path(answer.status);
      statuses[i] = static_cast<std::uint8_t>(answer.status);
      reasons[i] = static_cast<std::uint8_t>(answer.why);
      costs[i] = found ? static_cast<std::int64_t>(answer.cost) : -1;
      lengths[i] = found ? profile.in_tiles(answer.cost) : std::numeric_limits<double>::infinity();
      proven[i] = answer.optimal;
    }
  }

  py::array_t<std::uint8_t> status;
  py::array_t<std::uint8_t> why;
  py::array_t<std::int64_t> cost;
  py::array_t<double> length;
  py::array_t<bool> optimal;
};

/// Asks `ask(query, request, answers)` for so many answers and gives them in a shape.
template <class Ask>
CostsFound find_batch(const Ground& ground, std::size_t profile, const BatchRequest& request, unsigned threads,
                      std::size_t count, std::vector<py::ssize_t> shape, Ask&& ask) {
  std::vector<BatchAnswer> answers(count);
  {
    const pid_t process = getpid();
    // Threads that idle for a number of them that nobody asks for any more would add up.
    ground.finders.batches.drop(
        [&](const BatchFinder& idle) { return idle.profile == profile && !idle.fits(profile, threads, process); });
    const auto finder = ground.finders.batches.take(
        [&](const BatchFinder& idle) { return idle.fits(profile, threads, process); },
        [&] { return std::make_unique<BatchFinder>(ground.world, profile, threads, process); });
    const py::gil_scoped_release release;
    finder->use(ground.snapshot);
    const Answer asked = ask(*finder->query, request, answers);
    if (asked.status != Status::found) throw Failure({ErrorCode::usage, std::string(to_string(asked.status))});
  }
  Columns columns(std::move(shape));
  columns.fill(answers, ground.world.profiles()[profile]);
  return {columns.status, columns.why, columns.cost, columns.length, columns.optimal};
}

std::string shown_answer(const PathFound& found) {
  std::string text = "<portolan.PathResult " + std::string(to_string(found.result.status));
  if (found.result.why != Why::none) text += " (" + std::string(to_string(found.result.why)) + ")";
  if (has_path(found.result.status)) {
    text += ": " + py::str("{:.3f}").format(found.result.length).cast<std::string>() + " tiles long";
  }
  return text + ">";
}

/// What is proven of how far the cost lies above the least.
double excess_of(const PathResult& result) {
  if (result.optimal()) return 0;
  if (result.why == Why::budget_spent || result.lower_bound == 0) return std::numeric_limits<double>::infinity();
  return static_cast<double>(result.cost) / static_cast<double>(result.lower_bound) - 1;
}

template <class Value>
py::object if_path(const PathFound& found, Value value) {
  return has_path(found.result.status) ? py::object(py::cast(value)) : py::object(py::none());
}

}  // namespace

PathFound find_path(const Ground& ground, py::handle start, py::handle goal, py::handle profile, std::string_view ends,
                    py::handle max_expansions, std::string_view ties, std::uint64_t seed) {
  const std::size_t number = to_profile(ground.world, profile);
  PathRequest request = to_request(ground.world, start, goal, ends, max_expansions);
  request.ties = to_ties(ties, seed);

  const auto finder = lease_finder(ground.finders.paths, ground.world, number);
  const py::gil_scoped_release release;
  finder->use(ground.snapshot);
  return with_path(*finder, finder->query.find(request, finder->path));
}

PathFound find_between(const Ground& ground, py::handle start, py::handle goal, py::handle profile,
                       std::string_view ends, py::handle max_expansions) {
  const std::size_t number = to_profile(ground.world, profile);
  const PointRequest request{.from = to_point(start, "start"),
                             .to = to_point(goal, "goal"),
                             .ends = to_end_rule(ends),
                             .max_expansions = to_budget(max_expansions)};
  if (request.ends == EndRule::exact) {
    check_inside(ground.world, request.from, "start");
    check_inside(ground.world, request.to, "goal");
  }

  const auto finder = lease_finder(ground.finders.paths, ground.world, number);
  const py::gil_scoped_release release;
  finder->use(ground.snapshot);
  return with_path(*finder, finder->query.find_between(request, finder->path));
}

PathFound find_bounded(const Ground& ground, py::handle start, py::handle goal, py::handle excess, py::handle profile,
                       std::string_view ends, py::handle max_expansions) {
  const std::size_t number = to_profile(ground.world, profile);
  const ProfileView& mover = ground.world.profiles()[number];
  if (mover.rules.metric != Metric::any_angle) {
    refuse("profile '" + std::string(mover.name) +
           "' moves on the grid, where find() gives the cheapest path; "
           "bounded ones are for the metric any_angle");
  }
  const PathRequest between = to_request(ground.world, start, goal, ends, max_expansions);
  const BoundedRequest request{.from = between.from,
                               .to = between.to,
                               .ends = between.ends,
                               .excess = to_number(excess, "excess"),
                               .max_expansions = between.max_expansions};
  if (request.excess < kLeastExcess) {
    refuse("excess: " + shown(excess) + ": must be " + py::str(py::float_(kLeastExcess)).cast<std::string>() +
           " or more");
  }

  const auto finder = lease_finder(ground.finders.bounded, ground.world, number);
  const py::gil_scoped_release release;
  finder->use(ground.snapshot);
  PathFound found;
  found.result = finder->query.find(request, finder->path);
  const auto points = finder->path.points();
  found.points.assign(points.begin(), points.end());
  return found;
}

std::optional<std::pair<std::int32_t, std::int32_t>> nearest_tile(const Ground& ground, py::handle wanted,
                                                                  py::handle start, py::handle profile) {
  const std::size_t number = to_profile(ground.world, profile);
  const Tile tile = to_tile(wanted, "wanted");
  std::optional<Tile> from;
  if (!start.is_none()) {
    from = to_tile(start, "start");
    check_inside(ground.world, *from, "start");
  }

  const auto finder = lease_finder(ground.finders.paths, ground.world, number);
  const py::gil_scoped_release release;
  finder->use(ground.snapshot);
  const std::optional<Tile> nearest = from ? finder->query.nearest_tile(tile, *from) : finder->query.nearest_tile(tile);
  if (!nearest) return std::nullopt;
  return std::pair(nearest->x, nearest->y);
}

PathFound find_cost(const Ground& ground, py::handle start, py::handle goal, py::handle profile, std::string_view ends,
                    py::handle max_expansions) {
  const std::size_t number = to_profile(ground.world, profile);
  const PathRequest request = to_request(ground.world, start, goal, ends, max_expansions);

  const auto finder = lease_finder(ground.finders.paths, ground.world, number);
  const py::gil_scoped_release release;
  finder->use(ground.snapshot);
  PathFound found;
  found.result = finder->query.find(request);
  return found;
}

CostsFound find_costs(const Ground& ground, py::handle starts, py::handle goals, py::handle profile,
                      std::string_view ends, py::handle max_expansions, py::handle threads) {
  const std::size_t number = to_profile(ground.world, profile);
  const BatchRequest request{.ends = to_end_rule(ends), .max_expansions = to_budget(max_expansions)};
  const std::vector<Tile> from = to_tiles(starts, "starts");
  const std::vector<Tile> to = to_tiles(goals, "goals");
  if (from.size() != to.size()) {
    refuse(std::to_string(from.size()) + " starts and " + std::to_string(to.size()) + " goals: must be as many");
  }
  std::vector<TilePair> pairs(from.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {from[i], to[i]};
  return find_batch(ground, number, request, to_threads(threads), pairs.size(),
                    {static_cast<py::ssize_t>(pairs.size())},
                    [&](BatchQuery& query, const BatchRequest& asked, std::span<BatchAnswer> answers) {
                      return query.pairs(pairs, asked, answers);
                    });
}

CostsFound find_cost_table(const Ground& ground, py::handle starts, py::handle goals, py::handle profile,
                           std::string_view ends, py::handle max_expansions, py::handle threads) {
  const std::size_t number = to_profile(ground.world, profile);
  const BatchRequest request{.ends = to_end_rule(ends), .max_expansions = to_budget(max_expansions)};
  const std::vector<Tile> from = to_tiles(starts, "starts");
  const std::vector<Tile> to = to_tiles(goals, "goals");
  return find_batch(ground, number, request, to_threads(threads), from.size() * to.size(),
                    {static_cast<py::ssize_t>(from.size()), static_cast<py::ssize_t>(to.size())},
                    [&](BatchQuery& query, const BatchRequest& asked, std::span<BatchAnswer> answers) {
                      return query.table(from, to, asked, answers);
                    });
}

void add_answers(py::module_& module) {
  py::class_<PathFound> path(module, "PathResult",
                             R"(The answer to one question between tiles or points; true where there is a path.

It is a value: it holds its path, and nothing of the world.)");
  path.def("__bool__", [](const PathFound& self) { return has_path(self.result.status); })
      .def("__repr__", &shown_answer)
      .def_property_readonly(
          "status", [](const PathFound& self) { return member_of(self.result.status); }, "How the question ended.")
      .def_property_readonly(
          "why", [](const PathFound& self) { return member_of(self.result.why); }, "The reason behind the status.")
      .def_property_readonly(
          "cost", [](const PathFound& self) { return if_path(self, self.result.cost); },
          "What the path costs, exactly: a whole number in the unit of the profile. None without a path.")
      .def_property_readonly(
          "length", [](const PathFound& self) { return if_path(self, self.result.length); },
          "The same in tile lengths at terrain cost 1. None without a path.")
      .def_property_readonly(
          "lower_bound",
          [](const PathFound& self) {
            const Cost bound = self.result.lower_bound;
            return bound == kInfiniteCost ? py::object(py::none()) : py::object(py::int_(bound));
          },
          "No path costs less. None where it is proven that there is none.")
      .def_property_readonly(
          "excess", [](const PathFound& self) { return if_path(self, excess_of(self.result)); },
          "The most that the cost may lie above that of the best path, as a part of it: 0 where it is proven to be\n"
          "the least, infinite where nothing is proven. None without a path.")
      .def_property_readonly(
          "optimal", [](const PathFound& self) { return self.result.optimal(); },
          "Whether the cost is proven to be the least, or that there is no path.")
      .def_property_readonly(
          "tier", [](const PathFound& self) { return text_of(to_string(self.result.tier)); },
          "What answered: 'local', 'regions', 'labels' and so on; 'automatic' if the ends alone decided.")
      .def_property_readonly(
          "expansions", [](const PathFound& self) { return self.result.work; },
          "Nodes settled, which is what max_expansions bounds.")
      .def_property_readonly(
          "tiles", [](const py::object& self) { return rows_of(self.cast<const PathFound&>().tiles, self); },
          "Every tile of the path, ends included, as rows of x and y. Two that are no neighbours are joined by a "
          "link.\n"
          "Empty without a path, and at any angle: see points.")
      .def_property_readonly(
          "points", [](const PathFound& self) { return rows_of(self.points); },
          "Where the path turns, ends included, as rows of x and y in tiles: the tile (3, 4) has its centre at\n"
          "(3.5, 4.5). At any angle the way between two is free and straight.");
  path.attr("__module__") = "portolan";

  py::class_<CostsFound> costs(module, "Costs", "The answers of a batch, each an array in the shape of the questions.");
  costs.def_readonly("status", &CostsFound::status, "Numbers of Status (uint8).")
      .def_readonly("why", &CostsFound::why, "Numbers of Why (uint8).")
      .def_readonly("cost", &CostsFound::cost,
                    "Whole numbers in the unit of the profile (int64); -1 where there is no path.")
      .def_readonly("length", &CostsFound::length,
                    "The same in tile lengths at terrain cost 1 (float64); infinite where there is no path.")
      .def_readonly("optimal", &CostsFound::optimal,
                    "Whether the cost is proven to be the least, or that there is no path (bool).");
  costs.attr("__module__") = "portolan";
}

}  // namespace portolan::python
