# Compile settings shared by every target of the project, and the helper that declares a library module.

# Integers decide every path, but lengths shown to users are doubles: contraction and fast-math stay off so that they
# print alike on every compiler and optimisation level. Nobody reads errno after a square root.
add_library(portolan_settings INTERFACE)
target_compile_features(portolan_settings INTERFACE cxx_std_20)
target_compile_options(portolan_settings INTERFACE -ffp-contract=off -fno-math-errno)
# The side of those files that call the operating system.
set(PORTOLAN_SYSTEM posix)
if(WIN32)
  set(PORTOLAN_SYSTEM win32)
  # Its headers define macros of common names, and older versions lack functions.
  target_compile_definitions(portolan_settings INTERFACE NOMINMAX WIN32_LEAN_AND_MEAN _WIN32_WINNT=0x0A00)
endif()

add_library(portolan_warnings INTERFACE)
target_compile_options(portolan_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(PORTOLAN_WARNINGS_AS_ERRORS)
  target_compile_options(portolan_warnings INTERFACE -Werror)
endif()
# GCC 12 reports overlapping copies inside std::string's operator+ that cannot happen (GCC bug 105651).
target_compile_options(portolan_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)

if(CMAKE_UNITY_BUILD)
  # Files compiled together hide names of each other, which are private to each.
  target_compile_options(portolan_warnings INTERFACE $<IF:$<CXX_COMPILER_ID:GNU>,-Wno-subobject-linkage,-Wno-shadow>)
endif()

if(PORTOLAN_SANITIZE)
  target_compile_options(portolan_settings INTERFACE -fsanitize=${PORTOLAN_SANITIZE} -fno-omit-frame-pointer
                                                     -fno-sanitize-recover=all)
  # GCC 12 sees uninitialised members in std::regex once addresses are checked (GCC bug 105562).
  target_compile_options(portolan_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(portolan_settings INTERFACE -fsanitize=${PORTOLAN_SANITIZE})
endif()

# portolan_module(NAME SOURCES file... USES module... LINKS target...)
# One folder of lib/portolan: a static library portolan_NAME, also known as portolan::NAME, which asks nothing of its
# users but C++20 and the include root.
function(portolan_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;USES;LINKS" ${ARGN})
  add_library(portolan_${name} STATIC ${arg_SOURCES})
  add_library(portolan::${name} ALIAS portolan_${name})
  set_property(GLOBAL APPEND PROPERTY PORTOLAN_MODULES ${name})
  # Hidden, position independent code serves shared objects such as libportolan.so as it does programs: calls inside a
  # module stay direct.
  set_target_properties(portolan_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON
                        CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_features(portolan_${name} PUBLIC cxx_std_20)
  target_include_directories(portolan_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/lib>
                                                     $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(portolan_${name} PRIVATE $<BUILD_INTERFACE:portolan_settings>
                                                 $<BUILD_INTERFACE:portolan_warnings> ${arg_LINKS})
  # GCC 12 makes other choices where it sees more: with several files at a time searches over regions took half as many
  # instructions again. Under sanitizers they are compiled so, in half of the time.
  if(NOT PORTOLAN_SANITIZE)
    set_target_properties(portolan_${name} PROPERTIES UNITY_BUILD OFF)
  endif()
  foreach(module IN LISTS arg_USES)
    target_link_libraries(portolan_${name} PUBLIC portolan_${module})
  endforeach()
endfunction()

# portolan_c_library(NAME OUTPUT MAP file SOURCES file... LINKS target...)
# One shared library of the C interface: target portolan_NAME, also known as portolan::NAME, file libOUTPUT.so or
# libOUTPUT.dll. It shows the symbols that MAP lists, or where the linker takes no such lists those that the
# header marks, and asks nothing of its users but the header.
function(portolan_c_library name output)
  cmake_parse_arguments(arg "" "MAP" "SOURCES;LINKS" ${ARGN})
  set(target portolan_${name})
  add_library(${target} SHARED ${arg_SOURCES})
  add_library(portolan::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${name}
    OUTPUT_NAME ${output}
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    UNITY_BUILD OFF)  # conversions private to a file may be those of another's
  target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/lib>
                                                 $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PRIVATE portolan_settings portolan_warnings ${arg_LINKS})
  if(WIN32)
    target_compile_definitions(${target} PRIVATE PORTOLAN_EXPORTS)
  elseif(NOT APPLE)
    set(map ${CMAKE_CURRENT_SOURCE_DIR}/${arg_MAP})
    target_link_options(${target} PRIVATE -Wl,--version-script=${map})
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${map})
  endif()
endfunction()
