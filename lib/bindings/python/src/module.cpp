// SPDX-License-Identifier: BSL-1.0
// The extension behind the Python package portolan.
#include "crowd.hpp"
#include "errors.hpp"
#include "goals.hpp"
#include "objects.hpp"
#include "paths.hpp"
#include "portolan/core/version.hpp"
#include "values.hpp"

#include <pybind11/pybind11.h>

PYBIND11_MODULE(_portolan, module) {
  namespace py = pybind11;
  using namespace portolan;
  using namespace portolan::python;
  module.doc() = "The extension behind portolan.";
  module.attr("__version__") = text_of(kVersion);
  add_errors(module);
  add_enums(module);
  add_answers(module);
  add_goals(module);
  py::class_<WorldObject> world(module, "World");
  py::class_<OverlayObject> overlay(module, "Overlay");
  py::class_<BoardObject> board(module, "Board");
  for (const py::object& made : {py::object(world), py::object(overlay), py::object(board)}) {
    made.attr("__module__") = "portolan";
  }
  add_world(world);
  add_overlay(overlay);
  add_board(module, board);
  add_crowds(module, world);
  add_build(module);
  add_draw(module);
}
