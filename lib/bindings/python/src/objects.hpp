// SPDX-License-Identifier: BSL-1.0
// What Python holds of worlds, overlays and boards. Each keeps its world alive.
#pragma once

#include "opened.hpp"

#include <memory>
#include <utility>

#include <pybind11/pybind11.h>

namespace portolan::python {

struct WorldObject {
  std::shared_ptr<OpenWorld> opened;

  [[nodiscard]] Ground ground() const { return {opened->world, opened->finders, nullptr}; }
};

/// Edits, and the copy of them that queries see until the next one. Edits are made under the interpreter's lock, which
/// orders them; queries go on without it on the copy that they began with.
struct OverlayObject {
  explicit OverlayObject(std::shared_ptr<OpenWorld> world) : opened(std::move(world)), edits(opened->world) {}
  OverlayObject(std::shared_ptr<OpenWorld> world, Overlay made) : opened(std::move(world)), edits(std::move(made)) {}

  [[nodiscard]] Ground ground() {
    if (!snapshot) snapshot = std::make_shared<const Overlay>(edits);
    return {opened->world, finders, snapshot};
  }
  /// The edits, to be changed: what was published stays as it is. They are replaced by a changed copy, so that a change
  /// that runs out of memory leaves them whole.
  template <class Change>
  void change(Change&& make_it) {
    Overlay changed = edits;
    make_it(changed);
    edits = std::move(changed);
    snapshot = nullptr;
  }

  std::shared_ptr<OpenWorld> opened;
  Overlay edits;
  MapFinders finders;
  Snapshot snapshot;
};

struct BoardObject {
  std::shared_ptr<OpenWorld> opened;

  [[nodiscard]] const BoardView& board() const { return opened->world.board()->graph; }
};

/// Add what a class can do. All three classes must be there, as signatures in docstrings name them.
void add_world(pybind11::class_<WorldObject>& world);
void add_overlay(pybind11::class_<OverlayObject>& overlay);
void add_board(pybind11::module_& module, pybind11::class_<BoardObject>& board);

/// Adds the functions that build worlds, for the module that Python users see.
void add_build(pybind11::module_& module);
void add_draw(pybind11::module_& module);

}  // namespace portolan::python
