// SPDX-License-Identifier: BSL-1.0
#include "building.hpp"
#include "errors.hpp"
#include "objects.hpp"
#include "portolan/boards/board_draft.hpp"
#include "portolan/core/name_guess.hpp"
#include "portolan/formats/boards/board_reader.hpp"
#include "portolan/offline/board_lint.hpp"
#include "portolan/offline/build_board.hpp"
#include "values.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/stl.h>

namespace py = pybind11;

namespace portolan::python {
namespace {

/// An answer with its places, which nothing else need outlive.
struct BoardFound {
  Answer answer;
  Tier tier = Tier::automatic;
  double weight = 0;
  std::vector<std::string> places = {};
  std::vector<std::string> ways = {};
};

double in_author_unit(const BoardView& board, Cost cost) {
  const std::string text = to_text(board.in_author_unit(cost));
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

NodeId to_place(const BoardView& board, py::handle name, std::string_view what) {
  if (PyUnicode_Check(name.ptr()) == 0) {
    refuse(std::string(what) + ": expected the name of a place, not " + shown(name));
  }
  const auto text = name.cast<std::string>();
  if (const auto place = board.find(text)) return *place;
  NameGuess guess(text);
  for (NodeId place = 0; place < board.size(); ++place) guess.offer(board.names[place]);
  refuse(std::string(what) + ": no place " + shown(name) + " on the board" + guess.text());
}

std::vector<NodeId> to_places(const BoardView& board, const py::iterable& names, std::string_view what) {
  if (py::isinstance<py::str>(names)) refuse(std::string(what) + ": expected several names, not one text");
  std::vector<NodeId> places;
  for (const py::handle name : names) places.push_back(to_place(board, name, what));
  return places;
}

/// Sorted and without repetition, so that equal ones compare equal.
AreaClosures to_closures(const BoardView& board, const py::iterable& places, const py::iterable& borders) {
  AreaClosures closures{.areas = to_places(board, places, "closed")};
  for (const py::handle pair : borders) {
    if (py::isinstance<py::str>(pair) || PySequence_Size(pair.ptr()) != 2) {
      PyErr_Clear();
      refuse("closed_borders: expected pairs of names, not " + shown(pair));
    }
    const auto ends = py::reinterpret_borrow<py::sequence>(pair);
    closures.borders.push_back({to_place(board, py::object(ends[0]), "closed_borders"),
                                to_place(board, py::object(ends[1]), "closed_borders")});
  }
  const auto sort = [](auto& items) {
    std::ranges::sort(items);
    items.erase(std::unique(items.begin(), items.end()), items.end());
  };
  sort(closures.areas);
  sort(closures.borders);
  return closures;
}

/// Of those idle one for which the same is closed, if there is one, as closing takes as long as the board is large.
Pool<BoardFinder>::Lease lease_finder(OpenWorld& opened, const AreaClosures& closures) {
  return opened.boards.take(
      [&](const BoardFinder& idle) {
        return idle.closed.areas == closures.areas && idle.closed.borders == closures.borders;
      },
      [&] { return std::make_unique<BoardFinder>(opened.world); });
}

BoardFound find(const BoardObject& self, const py::object& start, const py::object& goal, const py::iterable& closed,
                const py::iterable& closed_borders, const py::object& max_expansions) {
  const BoardView& board = self.board();
  const BoardRequest request{.from = to_place(board, start, "start"),
                             .to = to_place(board, goal, "goal"),
                             .max_expansions = to_budget(max_expansions)};
  AreaClosures closures = to_closures(board, closed, closed_borders);

  const auto finder = lease_finder(*self.opened, closures);
  const py::gil_scoped_release release;
  finder->close(std::move(closures));
  const BoardPath path = finder->query.find(request);
  BoardFound found{.answer = path, .tier = path.tier};
  if (!has_path(path.status)) return found;
  found.weight = in_author_unit(board, path.cost);
  for (const NodeId place : path.nodes) found.places.emplace_back(board.names[place]);
  for (const std::uint32_t arc : path.arcs) found.ways.emplace_back(board.arc_names[arc]);
  return found;
}

py::array_t<std::int64_t> find_cost_table(const BoardObject& self, const py::iterable& starts,
                                          const py::iterable& goals, const py::iterable& closed,
                                          const py::iterable& closed_borders) {
  const BoardView& board = self.board();
  const std::vector<NodeId> sources = to_places(board, starts, "starts");
  const std::vector<NodeId> targets = to_places(board, goals, "goals");
  AreaClosures closures = to_closures(board, closed, closed_borders);
  std::vector<Cost> costs(sources.size() * targets.size());
  {
    const auto finder = lease_finder(*self.opened, closures);
    const py::gil_scoped_release release;
    finder->close(std::move(closures));
    const Answer asked = finder->query.table({.sources = sources, .targets = targets}, costs);
    if (asked.status == Status::corrupt) throw Failure({ErrorCode::corrupt, "the world file contradicts itself"});
  }
  py::array_t<std::int64_t> table({sources.size(), targets.size()});
  std::transform(costs.begin(), costs.end(), table.mutable_data(),
                 [](Cost cost) { return cost == kInfiniteCost ? -1 : static_cast<std::int64_t>(cost); });
  return table;
}

py::list names_of(const BoardView& board) {
  py::list names;
  for (NodeId place = 0; place < board.size(); ++place) names.append(text_of(board.names[place]));
  return names;
}

using Built = std::pair<BoardObject, std::vector<std::string>>;

Built build(const BoardDraft& draft, SourceInfo source, const Settings& settings) {
  const Board board = take(make_board(draft));
  const WorldImage image = take(build_board(board, to_options(settings, std::move(source))));
  std::vector<std::string> warnings;
  for (const Finding& finding : warnings_in(draft)) warnings.push_back(portolan::text_of(draft, finding));
  return {BoardObject{finish(image, settings)}, std::move(warnings)};
}

Built build_file(const py::object& given, const Settings& settings) {
  const std::filesystem::path path = to_path(given, "path");
  const py::gil_scoped_release release;
  BoardReadOptions reading;
  if (settings.memory) reading.memory = *settings.memory;
  const BoardSource source = take(read_board(path, reading));
  auto built = build(source.draft, {.format = std::string(to_string(source.format)), .hash = source.hash}, settings);
  built.second.insert(built.second.begin(), source.warnings.begin(), source.warnings.end());
  return built;
}

/// Name, position as two texts or none, tags.
using GivenPlace =
    std::tuple<std::string, std::optional<std::pair<std::string, std::string>>, std::vector<std::string>>;
/// Numbers of both ends, cost as text, name, tags.
using GivenWay = std::tuple<NodeId, NodeId, std::string, std::string, std::vector<std::string>>;

Decimal to_decimal(const std::string& text, const std::string& of) {
  if (const auto number = parse_decimal(text)) return *number;
  throw Failure({ErrorCode::syntax, of + ": " + text + " is no number, or has more than 18 digits"});
}

Built build_columns(const std::vector<GivenPlace>& places, const std::vector<GivenWay>& ways,
                    const Settings& settings) {
  const py::gil_scoped_release release;
  BoardDraft draft;
  draft.files = {"graph"};
  for (const auto& [name, position, tags] : places) {
    DraftNode& node = draft.nodes.emplace_back();
    node.name = name;
    node.tags = tags;
    if (!position) continue;
    const std::string of = "the position of '" + name + "'";
    node.position = DraftPosition{to_decimal(position->first, of), to_decimal(position->second, of)};
  }
  for (const auto& [from, to, cost, name, tags] : ways) {
    const std::string of = "the way from '" + draft.nodes.at(from).name + "' to '" + draft.nodes.at(to).name + "'";
    draft.arcs.push_back({.from = from,
                          .to = to,
                          .cost = to_decimal(cost, of),
                          .name = name,
                          .tags = tags,
                          .place = {},
                          .has_cost = true});
  }
  return build(draft, {.format = "memory"}, settings);
}

py::list tags_of(const BoardView& board, std::span<const std::uint32_t> numbers) {
  py::list tags;
  for (const std::uint32_t number : numbers) tags.append(text_of(board.tag_names[number]));
  return tags;
}

/// What build_columns takes, with numbers in place of texts.
py::tuple columns_of(const BoardObject& self) {
  const BoardView& board = self.board();
  if (!is_well_formed(board.arcs)) throw Failure({ErrorCode::corrupt, "the board contradicts itself"});
  py::list places;
  py::list ways;
  for (NodeId place = 0; place < board.size(); ++place) {
    py::object position = py::none();
    if (!board.positions.empty() && board.positions[place] != kNoPosition) {
      const auto number = [&](std::int64_t sub) {
        return py::float_(py::str(to_text(make_decimal(sub, board.position_decimals))));
      };
      position = py::make_tuple(number(board.positions[place].x), number(board.positions[place].y));
    }
    places.append(py::make_tuple(text_of(board.names[place]), position, tags_of(board, board.node_tags[place])));
    for (std::uint32_t arc = board.arcs.first[place]; arc < board.arcs.first[place + 1]; ++arc) {
      const std::uint32_t weight = board.arcs.weight[arc];
      const py::object cost = board.cost_decimals == 0 ? py::object(py::int_(weight))
                                                       : py::object(py::float_(in_author_unit(board, weight)));
      ways.append(py::make_tuple(place, board.arcs.target[arc], cost, text_of(board.arc_names[arc]),
                                 tags_of(board, board.arc_tags[arc])));
    }
  }
  return py::make_tuple(places, ways);
}

template <class Value>
py::object if_path(const BoardFound& found, const Value& value) {
  return has_path(found.answer.status) ? py::object(py::cast(value)) : py::object(py::none());
}

void add_result(py::module_& module) {
  py::class_<BoardFound> result(module, "BoardResult",
                                "The answer to one question of a board; true where there is a path. It is a value.");
  result.attr("__module__") = "portolan";
  result.def("__bool__", [](const BoardFound& self) { return has_path(self.answer.status); })
      .def("__repr__",
           [](const BoardFound& self) {
             std::string text = "<portolan.BoardResult " + std::string(to_string(self.answer.status));
             for (const std::string& place : self.places) text += (&place == self.places.data() ? ": " : ", ") + place;
             return text + ">";
           })
      .def_property_readonly(
          "status", [](const BoardFound& self) { return member_of(self.answer.status); }, "How the question ended.")
      .def_property_readonly(
          "why", [](const BoardFound& self) { return member_of(self.answer.why); }, "The reason behind the status.")
      .def_property_readonly(
          "cost", [](const BoardFound& self) { return if_path(self, self.answer.cost); },
          "What the path costs, exactly: a whole number in the board's unit. None without a path.")
      .def_property_readonly(
          "weight", [](const BoardFound& self) { return if_path(self, self.weight); },
          "The same as the author of the board counts: cost * board.unit. None without a path.")
      .def_property_readonly(
          "optimal", [](const BoardFound& self) { return self.answer.optimal(); },
          "Whether the cost is proven to be the least, or that there is no path.")
      .def_property_readonly(
          "tier", [](const BoardFound& self) { return text_of(to_string(self.tier)); },
          "What answered: 'labels', 'ch' or 'astar'; 'automatic' if the ends alone decided.")
      .def_property_readonly(
          "expansions", [](const BoardFound& self) { return self.answer.work; },
          "Nodes settled, which is what max_expansions bounds.")
      .def_property_readonly(
          "places", [](const BoardFound& self) { return self.places; }, "The names of all places, ends included.")
      .def_property_readonly(
          "ways", [](const BoardFound& self) { return self.ways; },
          "The names of the ways between them, which may be empty.");
}

/// A function of the part of this module that is written in Python.
py::object networkx_part(const char* name) {
  return py::module_::import("portolan._networkx").attr(name);
}

}  // namespace

void add_board(py::module_& module, py::class_<BoardObject>& board) {
  add_result(module);
  board.doc() = R"(Named places joined by directed ways with costs. It never changes.

Any number of threads may ask one board at once.)";
  board
      .def_static(
          "from_networkx",
          [](const py::object& graph, const py::object& weight, const py::object& file) {
            return networkx_part("board_of")(graph, weight, file);
          },
          py::arg("graph"), py::kw_only(), py::arg("weight") = "weight", py::arg("file") = py::none(),
          R"(Builds a board of a networkx graph, directed or not, with parallel edges or without.

Places are called as str(node) says, which must tell them apart. weight: the attribute of edges that holds their cost, 1
where it is missing, or None: every edge costs 1. Costs are kept exactly as their decimals say: whole numbers, floats as
they are printed, Decimals. Nodes may have `x` and `y`, or `pos`, nodes and edges `tags`, edges a `name`.
file: where the world file is to be, else it is in memory.

Raises UsageError, FormatError, LimitError, which name the node or the edge.)")
      .def_static(
          "read", [](const py::object& path, const py::object& file) { return networkx_part("read")(path, file); },
          py::arg("path"), py::kw_only(), py::arg("file") = py::none(),
          R"(Builds a board of a file: a table (.tsv, .csv), JSON, GraphML, DIMACS, a picture of provinces, or Tiled hexagons.

file: where the world file is to be, else it is in memory. Raises IoError, FormatError and others, which name file and
line.)")
      .def(
          "to_networkx", [](const BoardObject& self) { return networkx_part("graph_of")(self); },
          R"(The board as a networkx.MultiDiGraph: nodes by name, with `x`, `y` and `tags` where they have them, and edges
with `weight`, `name` and `tags`. What it costs to enter a place is in the weights of the edges that lead there.)")
      .def("find", &find, py::arg("start"), py::arg("goal"), py::kw_only(), py::arg("closed") = py::tuple(),
           py::arg("closed_borders") = py::tuple(), py::arg("max_expansions") = py::none(),
           R"(Finds the cheapest path between two places, by name.

closed: names of places that nothing leads through now. closed_borders: pairs of names, from and to, that no way leads
over now. Other closures than those asked for before take as long as the board is large.
Raises UsageError where there is no such place. Other threads run meanwhile.)")
      .def("cost_table", &find_cost_table, py::arg("starts"), py::arg("goals"), py::kw_only(),
           py::arg("closed") = py::tuple(), py::arg("closed_borders") = py::tuple(),
           "What the paths from each start to each goal cost, in the board's unit: an array (int64) of shape\n"
           "(len(starts), len(goals)), with -1 where there is no path.")
      .def(
          "save",
          [](const BoardObject& self, const py::object& path) {
            py::cast(WorldObject{self.opened}).attr("save")(path);
          },
          py::arg("path"), "Writes the world file that holds the board, for World.open(path).board. Raises IoError.")
      .def_property_readonly(
          "world", [](const BoardObject& self) { return WorldObject{self.opened}; }, "The world that holds the board.")
      .def_property_readonly(
          "places", [](const BoardObject& self) { return names_of(self.board()); }, "The names of all places.")
      .def_property_readonly(
          "unit", [](const BoardObject& self) { return in_author_unit(self.board(), 1); },
          "What a cost of 1 is as the author of the board counts.")
      .def("__len__", [](const BoardObject& self) { return self.board().size(); })
      .def("__contains__",
           [](const BoardObject& self, const std::string& name) { return self.board().find(name).has_value(); })
      .def("__repr__",
           [](const BoardObject& self) {
             return "<portolan.Board of " + std::to_string(self.board().size()) + " places>";
           })
      .def("_columns", &columns_of);
  module.def("_build_columns", &build_columns, "Builds a board of lists; gives it with warnings.");
  module.def("_read_board", &build_file, "Builds a board of a file; gives it with warnings.");
}

}  // namespace portolan::python
