# Where Debian's Emscripten is, and the headers that it needs: the target portolan_wasm, which makes portolan.wasm and
# page.wasm in PORTOLAN_WASM_DIR, by a build of its own of the whole project. Nothing where they are not.
find_program(PORTOLAN_EMXX em++)
find_path(PORTOLAN_LIBCXX __config PATHS /usr/lib/llvm-15/include/c++/v1 NO_DEFAULT_PATH)
set(toolchain /usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(can_build OFF)
if(PORTOLAN_EMXX AND PORTOLAN_LIBCXX AND EXISTS ${toolchain})
  set(can_build ON)
endif()
option(PORTOLAN_BUILD_WASM "Build the runtime in WebAssembly (needs emscripten and libc++-15-dev)" OFF)
set(PORTOLAN_WASM_DIR ${PROJECT_BINARY_DIR}/wasm CACHE PATH "Where the runtime in WebAssembly is built, which builds may share")
if(PORTOLAN_BUILD_WASM AND can_build)
  include(ExternalProject)
  ExternalProject_Add(portolan_wasm
    SOURCE_DIR ${PROJECT_SOURCE_DIR}
    BINARY_DIR ${PORTOLAN_WASM_DIR}
    PREFIX ${PORTOLAN_WASM_DIR}/steps
    CMAKE_ARGS -DCMAKE_TOOLCHAIN_FILE=${toolchain} -DCMAKE_BUILD_TYPE=Release -DPORTOLAN_WARNINGS_AS_ERRORS=OFF
               -DPORTOLAN_LIBCXX=${PORTOLAN_LIBCXX}
    INSTALL_COMMAND ""
    BUILD_ALWAYS ON
    BUILD_BYPRODUCTS ${PORTOLAN_WASM_DIR}/portolan.wasm ${PORTOLAN_WASM_DIR}/page.wasm)
endif()
