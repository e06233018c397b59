// SPDX-License-Identifier: BSL-1.0
// Where Godot enters the extension.
#include "portolan_paths.hpp"

#include <gdextension_interface.h>
#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/defs.hpp>
#include <godot_cpp/godot.hpp>

namespace {

void initialize(godot::ModuleInitializationLevel level) {
  if (level != godot::MODULE_INITIALIZATION_LEVEL_SCENE) return;
  godot::ClassDB::register_class<portolan_godot::PortolanPaths>();
}

void terminate(godot::ModuleInitializationLevel) {}

}  // namespace

extern "C" GDExtensionBool GDE_EXPORT portolan_godot_init(GDExtensionInterfaceGetProcAddress get_address,
                                                          GDExtensionClassLibraryPtr library,
                                                          GDExtensionInitialization* initialization) {
  godot::GDExtensionBinding::InitObject init(get_address, library, initialization);
  init.register_initializer(initialize);
  init.register_terminator(terminate);
  init.set_minimum_library_initialization_level(godot::MODULE_INITIALIZATION_LEVEL_SCENE);
  return init.init();
}
