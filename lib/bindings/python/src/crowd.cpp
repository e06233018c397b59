// SPDX-License-Identifier: BSL-1.0
#include "crowd.hpp"

#include "errors.hpp"
#include "objects.hpp"
#include "portolan/crowd/crowd.hpp"
#include "portolan/crowd/crowd_file.hpp"
#include "values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace portolan::python {
namespace {

/// Ticks between two looks for a signal.
constexpr std::uint64_t kTicksAtOnce = 64;

struct CrowdObject {
  CrowdObject(std::shared_ptr<OpenWorld> world, std::vector<std::size_t> numbers, const CrowdOptions& options)
      : opened(std::move(world)),
        profiles(std::move(numbers)),
        capacity(options.units),
        crowd(opened->world, profiles, options) {}

  std::shared_ptr<OpenWorld> opened;
  std::vector<std::size_t> profiles;
  std::size_t capacity;
  Crowd crowd;
  bool in_use = false;  ///< by a call, under the interpreter's lock
};

/// A crowd for as long as a call uses it; made and ended under the interpreter's lock. @throws Failure (usage) where
/// another thread uses it
class Using {
 public:
  explicit Using(CrowdObject& object) : object_(object) {
    if (object.in_use) refuse("the crowd is in a call of another thread");
    object.in_use = true;
  }
  Using(const Using&) = delete;
  Using& operator=(const Using&) = delete;
  ~Using() { object_.in_use = false; }
  [[nodiscard]] Crowd* operator->() const noexcept { return &object_.crowd; }
  [[nodiscard]] Crowd& operator*() const noexcept { return object_.crowd; }

 private:
  CrowdObject& object_;
};

template <class Value>
py::array_t<Value> array_of(const std::vector<Value>& values) {
  return py::array_t<Value>(static_cast<py::ssize_t>(values.size()), values.data());
}

/// What came of a call for several units, a row each.
struct UnitsAnswered {
  py::array units;
  py::array status;
  py::array why;
  bool all_found = true;
};

/// Asks of each row for an answer, answer(row), whose unit is unit(row, answer).
template <class Ask, class UnitOf>
UnitsAnswered answers_of(std::size_t rows, Ask&& ask, UnitOf&& unit_of) {
  std::vector<std::int64_t> units(rows);
  std::vector<std::uint8_t> status(rows);
  std::vector<std::uint8_t> why(rows);
  bool all_found = true;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto answer = ask(i);
    const UnitId unit = unit_of(i, answer);
    units[i] = unit == kNoUnit ? -1 : std::int64_t{unit};
    status[i] = static_cast<std::uint8_t>(answer.status);
    why[i] = static_cast<std::uint8_t>(answer.why);
    all_found = all_found && answer.status == Status::found;
  }
  return {array_of(units), array_of(status), array_of(why), all_found};
}

/// Unit numbers, of which kNoUnit stands for all that cannot be one.
std::vector<UnitId> to_units(py::handle value) {
  const py::array given = py::array::ensure(value);
  if (!given) {
    PyErr_Clear();
    refuse("units: expected an array of numbers, not " + shown(value));
  }
  if (given.size() == 0) return {};
  const char kind = given.dtype().kind();
  if ((kind != 'i' && kind != 'u') || given.ndim() > 1)
    refuse("units: expected whole numbers in one row, not " + shown(value));
  const auto numbers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(given);
  std::vector<UnitId> units;
  for (const std::int64_t number : std::span(numbers.data(), static_cast<std::size_t>(numbers.size())))
    units.push_back(number >= 0 && number < kNoUnit ? static_cast<UnitId>(number) : kNoUnit);
  return units;
}

/// Of units that there must be.
std::vector<UnitId> to_units_of(const Crowd& crowd, py::handle value) {
  std::vector<UnitId> units = to_units(value);
  for (const UnitId unit : units) {
    if (!crowd.contains(unit)) {
      refuse(unit == kNoUnit ? "units: a number that no unit can have: " + shown(value)
                             : "there is no unit " + std::to_string(unit));
    }
  }
  return units;
}

/// A whole number within bounds.
std::uint64_t to_count(py::handle value, std::string_view what, std::int64_t least,
                       std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  const std::int64_t number = to_integer(value, what);
  if (number < least || number > most) {
    refuse(std::string(what) + ": " + std::to_string(number) + ": must be from " + std::to_string(least) + " to " +
           std::to_string(most));
  }
  return static_cast<std::uint64_t>(number);
}

/// A whole number, or whatever has as_integer_ratio(), as other numbers and fractions have.
std::optional<Ratio> to_pace(py::handle value) {
  if (value.is_none()) return {};
  if (PyIndex_Check(value.ptr()) != 0)
    return Ratio{static_cast<std::uint32_t>(to_count(value, "pace", 1, std::int64_t{Crowd::kMaxTicks})), 1};
  const auto refuse_it = [&]() {
    refuse("pace: expected a ratio of whole numbers from 1 to " + std::to_string(Crowd::kMaxTicks) + ", not " +
           shown(value));
  };
  if (!py::hasattr(value, "as_integer_ratio")) refuse_it();
  py::tuple parts;
  try {
    parts = value.attr("as_integer_ratio")();
  } catch (const py::error_already_set&) {
    refuse_it();  // it is not finite
  }
  const auto part = [&](std::size_t i) {
    const std::int64_t number = to_integer(parts[i], "pace");
    if (number < 1 || number > std::int64_t{Crowd::kMaxTicks}) refuse_it();
    return static_cast<std::uint32_t>(number);
  };
  return Ratio{part(0), part(1)};
}

/// A name, or a number of portolan.Heading; nothing for None.
std::optional<Heading> to_heading(py::handle value) {
  if (value.is_none()) return {};
  if (PyUnicode_Check(value.ptr()) != 0) {
    if (const auto heading = parse_heading(py::cast<std::string>(value))) return heading;
  } else {
    const std::int64_t number = to_integer(value, "heading");
    if (number >= 0 && number <= static_cast<std::int64_t>(Heading::any)) return static_cast<Heading>(number);
  }
  refuse("heading: expected one of E, NE, N, NW, W, SW, S, SE, any, not " + shown(value));
}

Avoidance to_avoidance(std::string_view name) {
  if (const auto avoidance = parse_avoidance(name)) return *avoidance;
  refuse("avoidance: expected 'cooperate', 'withhold' or 'around', not '" + std::string(name) + "'");
}

std::unique_ptr<CrowdObject> make_crowd(const WorldObject& world, const py::object& profile, const py::object& units,
                                        const py::object& seed) {
  std::vector<std::size_t> profiles;
  if (py::isinstance<py::list>(profile) || py::isinstance<py::tuple>(profile)) {
    for (const py::handle item : profile) profiles.push_back(to_profile(world.opened->world, item));
  } else {
    profiles.push_back(to_profile(world.opened->world, profile));
  }
  const CrowdOptions options{.units = static_cast<std::size_t>(to_count(units, "units", 1, kNoUnit - 1)),
                             .seed = to_count(seed, "seed", 0)};
  const py::gil_scoped_release release;
  try {
    return std::make_unique<CrowdObject>(world.opened, std::move(profiles), options);
  } catch (const std::invalid_argument& wrong) {
    refuse(std::string("profile: ") + wrong.what());
  } catch (const std::length_error&) {
    throw Failure({ErrorCode::limit, "units: " + std::to_string(options.units) + ": more than memory can be had for"});
  }
}

UnitsAnswered add(CrowdObject& self, const py::object& tiles, const py::object& profile, const py::object& side,
                  const py::object& pace, const py::object& heading) {
  const std::vector<Tile> places = to_tiles(tiles, "tiles");
  UnitSpec spec{.profile = profile.is_none() ? self.profiles.front() : to_profile(self.opened->world, profile),
                .side = static_cast<std::uint8_t>(to_count(side, "side", 0, 255)),
                .ticks_per_tile = to_pace(pace),
                .heading = to_heading(heading).value_or(Heading::east)};
  if (std::ranges::find(self.profiles, spec.profile) == self.profiles.end())
    refuse("profile: " + shown(profile) + " is none of the crowd's");
  const Using crowd(self);
  return answers_of(
      places.size(),
      [&](std::size_t i) {
        spec.tile = places[i];
        return crowd->add(spec);
      },
      [](std::size_t, const AddedUnit& added) { return added.unit; });
}

UnitsAnswered order(CrowdObject& self, const py::object& units, const py::object& goals, std::string_view avoidance,
                    const py::object& heading) {
  const std::vector<UnitId> ids = to_units(units);
  const std::vector<Tile> tiles = to_tiles(goals, "goals");
  if (ids.size() != tiles.size())
    refuse("goals: " + std::to_string(tiles.size()) + " for " + std::to_string(ids.size()) + " units");
  const Avoidance how = to_avoidance(avoidance);
  const Heading facing = to_heading(heading).value_or(Heading::any);
  const Using crowd(self);
  return answers_of(
      ids.size(),
      [&](std::size_t i) {
        return crowd->order_facing(ids[i], {tiles[i], facing}, how);
      },
      [&](std::size_t i, const Answer&) { return ids[i]; });
}

void set_pace(CrowdObject& self, const py::object& units, const py::object& pace) {
  const std::optional<Ratio> ratio = to_pace(pace);
  const Using crowd(self);
  for (const UnitId unit : to_units_of(*crowd, units)) crowd->set_pace(unit, ratio);
}

void use(CrowdObject& self, OverlayObject* overlay) {
  if (overlay != nullptr && overlay->opened != self.opened) refuse("overlay: one of another world");
  const Snapshot snapshot = overlay == nullptr ? nullptr : overlay->ground().snapshot;
  const Using crowd(self);
  const py::gil_scoped_release release;
  crowd->use(snapshot);
}

/// What happened in some ticks.
struct TicksReport {
  std::uint64_t tick = 0;
  py::array moves;
  py::array arrived;
  py::list stuck;
  std::uint64_t decisions = 0;
  std::uint64_t pushes = 0;
  std::uint64_t waits = 0;
  std::uint64_t planned = 0;
  std::uint64_t hash = 0;
};

/// The same while the interpreter is not held.
class Log {
 public:
  void take(const CrowdReport& report) {
    for (const UnitMove& move : report.started) {
      moves_.insert(moves_.end(), {std::int64_t{move.unit}, std::int64_t{move.from.x}, std::int64_t{move.from.y},
                                   std::int64_t{move.to.x}, std::int64_t{move.to.y},
                                   static_cast<std::int64_t>(move.begin), static_cast<std::int64_t>(move.end)});
    }
    for (const UnitId unit : report.arrived) arrived_.push_back(std::int64_t{unit});
    for (const StuckUnit& unit : report.stuck)
      stuck_.push_back({unit.unit, {unit.blockers.begin(), unit.blockers.end()}});
    sum_.tick = report.tick;
    sum_.decisions += report.decisions;
    sum_.pushes += report.pushes;
    sum_.waits += report.waits;
    sum_.planned += report.planned;
    sum_.hash = report.hash;
  }
  /// Under the interpreter's lock.
  [[nodiscard]] TicksReport report() const {
    constexpr std::size_t kColumns = 7;
    py::list stuck;
    for (const auto& [unit, blockers] : stuck_) stuck.append(py::make_tuple(unit, py::cast(blockers)));
    return {.tick = sum_.tick,
            .moves = py::array_t<std::int64_t>({moves_.size() / kColumns, kColumns}, moves_.data()),
            .arrived = array_of(arrived_),
            .stuck = std::move(stuck),
            .decisions = sum_.decisions,
            .pushes = sum_.pushes,
            .waits = sum_.waits,
            .planned = sum_.planned,
            .hash = sum_.hash};
  }

 private:
  std::vector<std::int64_t> moves_;
  std::vector<std::int64_t> arrived_;
  std::vector<std::pair<UnitId, std::vector<UnitId>>> stuck_;
  CrowdReport sum_;
};

TicksReport tick(CrowdObject& self, const py::object& count) {
  const std::uint64_t wanted = to_count(count, "count", 1);
  const Using crowd(self);
  Log log;
  for (std::uint64_t done = 0; done < wanted;) {
    {
      const py::gil_scoped_release release;
      for (const std::uint64_t end = std::min(wanted, done + kTicksAtOnce); done < end; ++done) log.take(crowd->tick());
    }
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return log.report();
}

/// All units between two ticks, a row each.
struct UnitRows {
  py::array units;
  py::array tiles;
  py::array to;
  py::array begin;
  py::array end;
  py::array goals;
  py::array state;
  py::array side;
  py::array heading;
};

UnitRows rows_of_units(CrowdObject& self) {
  const Using crowd(self);
  std::vector<std::int64_t> units;
  for (UnitId unit = 0; unit < self.capacity && units.size() < crowd->size(); ++unit) {
    if (crowd->contains(unit)) units.push_back(unit);
  }
  const auto count = static_cast<py::ssize_t>(units.size());
  const auto pairs = [&] { return py::array_t<std::int32_t>({count, py::ssize_t{2}}); };
  py::array_t<std::int32_t> tiles = pairs();
  py::array_t<std::int32_t> to = pairs();
  py::array_t<std::int32_t> goals = pairs();
  py::array_t<std::int64_t> begin(count);
  py::array_t<std::int64_t> end(count);
  py::array_t<std::uint8_t> state(count);
  py::array_t<std::uint8_t> side(count);
  py::array_t<std::uint8_t> heading(count);
  const auto put = [](py::array_t<std::int32_t>& rows, py::ssize_t row, Tile tile) {
    rows.mutable_at(row, 0) = tile.x;
    rows.mutable_at(row, 1) = tile.y;
  };
  for (py::ssize_t i = 0; i < count; ++i) {
    const UnitView unit = crowd->unit(static_cast<UnitId>(units[static_cast<std::size_t>(i)]));
    put(tiles, i, unit.tile);
    put(to, i, unit.to);
    put(goals, i, unit.goal);
    begin.mutable_at(i) = static_cast<std::int64_t>(unit.begin);
    end.mutable_at(i) = static_cast<std::int64_t>(unit.end);
    state.mutable_at(i) = static_cast<std::uint8_t>(unit.state);
    side.mutable_at(i) = unit.side;
    heading.mutable_at(i) = static_cast<std::uint8_t>(unit.heading);
  }
  return {array_of(units), tiles, to, begin, end, goals, state, side, heading};
}

py::bytes bytes_of(CrowdObject& self) {
  const Using crowd(self);
  const std::vector<std::byte> bytes = CrowdFile::bytes_of(*crowd);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void read(CrowdObject& self, const py::bytes& bytes, OverlayObject* overlay) {
  if (overlay != nullptr && overlay->opened != self.opened) refuse("overlay: one of another world");
  const Snapshot snapshot = overlay == nullptr ? nullptr : overlay->ground().snapshot;
  const std::string_view text = bytes;
  const Using crowd(self);
  const py::gil_scoped_release release;
  check(CrowdFile::read(std::as_bytes(std::span(text)), snapshot, *crowd));
}

void add_answered(py::module_& module) {
  py::class_<UnitsAnswered>(module, "UnitsAnswer",
                            "What came of a call for several units, in arrays with a row each; true if all was done.")
      .def("__bool__", [](const UnitsAnswered& self) { return self.all_found; })
      .def("__len__", [](const UnitsAnswered& self) { return self.units.size(); })
      .def_readonly("units", &UnitsAnswered::units, "The numbers of the units; -1: none (int64).")
      .def_readonly("status", &UnitsAnswered::status, "Numbers of Status (uint8); found: it was done.")
      .def_readonly("why", &UnitsAnswered::why, "Numbers of Why (uint8).");
}

void add_rows(py::module_& module) {
  py::class_<UnitRows>(module, "Units", "The units of a crowd between two ticks, in arrays with a row each.")
      .def("__len__", [](const UnitRows& self) { return self.units.size(); })
      .def_readonly("units", &UnitRows::units, "Their numbers, ascending (int64).")
      .def_readonly("tiles", &UnitRows::tiles, "Where they stand, or where the move under way began: x, y (int32).")
      .def_readonly("to", &UnitRows::to, "Where that move leads; the same tile where a unit stands (int32).")
      .def_readonly("begin", &UnitRows::begin, "The tick in which the move under way, or the last one, began (int64).")
      .def_readonly("end", &UnitRows::end, "The tick from which on a unit stands at `to` (int64).")
      .def_readonly("goals", &UnitRows::goals, "Where they are to be, or were last to be (int32).")
      .def_readonly("state", &UnitRows::state, "Numbers of UnitState (uint8).")
      .def_readonly("side", &UnitRows::side, "Their sides (uint8).")
      .def_readonly("heading", &UnitRows::heading, "Numbers of Heading; `any` of units that do not turn (uint8).");
}

void add_report(py::module_& module) {
  py::class_<TicksReport>(module, "TicksReport", "What happened in the ticks of one call of Crowd.tick().")
      .def_readonly("tick", &TicksReport::tick, "The tick that begins now.")
      .def_readonly("moves", &TicksReport::moves,
                    "The moves that began: rows of unit, x, y, to x, to y, begin, end, tick by tick (int64).")
      .def_readonly("arrived", &TicksReport::arrived, "The units that came to the goals of their orders (int64).")
      .def_readonly("stuck", &TicksReport::stuck,
                    "The units that became stuck, as pairs: a unit, and a list of others on its next tiles.")
      .def_readonly("decisions", &TicksReport::decisions, "How often a unit was asked what to do.")
      .def_readonly("pushes", &TicksReport::pushes, "How often one was asked to step aside.")
      .def_readonly("waits", &TicksReport::waits, "How often one decided to stay, short of its goal.")
      .def_readonly("planned", &TicksReport::planned, "How often one followed a plan that frees stuck ones.")
      .def_readonly("hash", &TicksReport::hash, "Of all moves so far: the same on every machine.");
}

}  // namespace

void add_crowds(py::module_& module, py::class_<WorldObject>& world) {
  add_enum(module, "UnitState", "What a unit of a crowd is about.", UnitState::holding);
  add_enum(module, "Heading", "Where a mover that turns faces; north is towards row 0.", Heading::any);
  add_answered(module);
  add_rows(module);
  add_report(module);
  py::class_<CrowdObject> crowd(
      module, "Crowd",
      R"(Units that walk a world to their goals together, tick by tick: World.crowd() makes it.

No tile ever holds two units standing, no two exchange tiles, and each goes by exact costs; who is in the way steps
aside, and those that block each other are freed where a small search finds how. The same calls give the same moves on
every machine. One thread at a time: a call while another thread is in one raises UsageError.)");
  crowd.attr("__module__") = "portolan";
  crowd
      .def("add", &add, py::arg("tiles"), py::kw_only(), py::arg("profile") = py::none(), py::arg("side") = 0,
           py::arg("pace") = py::none(), py::arg("heading") = py::none(),
           R"(Adds a unit on each of some tiles, rows of x and y: the top-left ones of their bodies.

profile: one of the crowd's; the first unless given.
side: 0 to 255; units push those of their own side only.
pace: ticks for a tile at terrain cost 1, such as 3 or fractions.Fraction(3, 2); None: each step takes one tick.
heading: of a mover that turns, such as 'E'.

Returns a UnitsAnswer. Where a unit cannot stand or has no room its number is -1: bad_start (outside, blocked, also by
another unit), bad_request (does_not_fit: the heading), out_of_budget (no_room).)")
      .def(
          "remove",
          [](CrowdObject& self, const py::object& units) {
            const Using held(self);
            for (const UnitId unit : to_units_of(*held, units)) held->remove(unit);
          },
          py::arg("units"), "Takes units away; their numbers are given again. Raises UsageError where there is none.")
      .def("order", &order, py::arg("units"), py::arg("goals"), py::kw_only(), py::arg("avoidance") = "cooperate",
           py::arg("heading") = py::none(),
           R"(Sends each unit to its goal, a row of x and y, instead of where it was going.

avoidance: 'cooperate' asks those in the way to step aside, 'withhold' waits until the next step is free, 'around' goes
    around those that stand.
heading: in which they are to stand there; None: any.

Returns a UnitsAnswer: bad_request (no_such_node, does_not_fit), bad_goal (outside, blocked), unreachable; such units go
on with what they were about.)")
      .def(
          "hold",
          [](CrowdObject& self, const py::object& units) {
            const Using held(self);
            for (const UnitId unit : to_units_of(*held, units)) held->hold(unit);
          },
          py::arg("units"),
          "Has units stand fast where they are until they are ordered elsewhere. Raises UsageError where there is "
          "none.")
      .def("set_pace", &set_pace, py::arg("units"), py::arg("pace"),
           "From their next moves on units take so long over a tile, as in add(). Raises UsageError where there is "
           "none.")
      .def("use", &use, py::arg("overlay").none(true),
           R"(From now on units walk the world as an overlay of it is at this moment; None: as the file has it.

Later edits of the overlay show after the next use(). Moves under way end as they began. Other threads run meanwhile.)")
      .def("tick", &tick, py::arg("count") = 1,
           "Lets ticks pass, and returns a TicksReport of them, some 60 bytes a move. Other threads run meanwhile.")
      .def_property_readonly("units", &rows_of_units, "All units as they are now, as Units.")
      .def_property_readonly(
          "now", [](CrowdObject& self) { return Using(self)->now(); }, "The tick that begins now.")
      .def_property_readonly(
          "settled", [](CrowdObject& self) { return Using(self)->settled(); },
          "How many units stand on their goals, or where they hold; when that is all of them nothing happens any more.")
      .def_property_readonly(
          "capacity", [](const CrowdObject& self) { return self.capacity; }, "The most units that there can be.")
      .def("to_bytes", &bytes_of,
           "All that decides what units do next, some 200 bytes a unit; equal states make equal bytes.")
      .def("read", &read, py::arg("bytes"), py::arg("overlay") = py::none(),
           R"(Makes the crowd the one that to_bytes() gave, of the same world, profiles, capacity and seed.

overlay: with the edits of the one in use then; None if none was. Raises CorruptError, UnsupportedError or UsageError, and
the crowd is as before.)")
      .def("__len__", [](CrowdObject& self) { return Using(self)->size(); })
      .def("__contains__",
           [](CrowdObject& self, const py::object& unit) {
             const std::int64_t number = to_integer(unit, "unit");
             return number >= 0 && number < kNoUnit && Using(self)->contains(static_cast<UnitId>(number));
           })
      .def("__repr__", [](CrowdObject& self) {
        const Using held(self);
        return "<portolan.Crowd: " + std::to_string(held->size()) + " of at most " + std::to_string(self.capacity) +
               " units, tick " + std::to_string(held->now()) + ">";
      });
  world.def("crowd", &make_crowd, py::arg("profile") = 0, py::kw_only(), py::arg("units") = 1024, py::arg("seed") = 0,
            R"(A crowd without units.

profile: a mover, or a list of them, all in the grid metric, without a turning radius, on a map without moves.
units: the most that there can be, for which memory is taken now: 1.5 KB each, and what costs to goals take.
seed: decides between steps that are worth the same.

Other threads run meanwhile.)");
}

}  // namespace portolan::python
