// SPDX-License-Identifier: BSL-1.0
// Crowds of a world.
#pragma once

#include <pybind11/pybind11.h>

namespace portolan::python {

struct WorldObject;

/// Adds the classes of crowds, and what makes crowds to a world. Worlds and overlays must be there.
void add_crowds(pybind11::module_& module, pybind11::class_<WorldObject>& world);

}  // namespace portolan::python
