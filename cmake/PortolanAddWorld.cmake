# portolan_add_world(NAME
#                    MAP file
#                    OUTPUT file
#                    [PROFILE file...] [METRIC grid|any_angle] [FOOTPRINT k]
#                    [FLOORS file...] [LINKS file] [MOVES file] [AREAS file] [WAYPOINTS file] [SIGHT_LENGTH tiles]
#                    [INDEX auto|none|ch|labels|blocks...] [INDEX_BYTES n] [DEAD_ENDS] [FORMAT name] [LEGEND file]
#                    [MISSING terrain] [MEMORY size] [DEPENDS file...])
#
# A target NAME, part of `all`, that has `portolan build` make the world file OUTPUT whenever it is older than the map,
# a profile, the floors above it, the links, the moves, the areas, the waypoints, the legend, anything in DEPENDS or the
# command; or than any file that these referred to when it was made last: tilesets and templates of Tiled maps, and what
# portolan finds beside a map or board by itself, such as X.nodes.tsv beside X.tsv. (`portolan build` writes them to
# OUTPUT.d. What appears beside a map later belongs into DEPENDS; so does all of this with generators other than Ninja,
# from CMake 3.20 on make, and from 3.21 on Visual Studio and Xcode.) MAP may be a board. A map or floor in chunks,
# X_{x}_{y}.png, is made again when a chunk changes, appears or goes, too; chunks that this build makes belong into
# DEPENDS. All inputs are relative to the current source folder, OUTPUT to the current binary folder. The target's
# property PORTOLAN_WORLD holds the path of the file.
#
# The command is portolan::command, which an installed portolan and one in the same build bring along. Set
# PORTOLAN_COMMAND to the program of another build to take that one, as a cross-compiling project must.
set(PORTOLAN_COMMAND "" CACHE FILEPATH "The portolan command that makes world files; empty: that of the package")

# Whatever the policies of the project that calls: all paths that are given to portolan are absolute.
cmake_policy(PUSH)
if(POLICY CMP0116)
  cmake_policy(SET CMP0116 NEW)
endif()

function(portolan_add_world name)
  set(files LINKS MOVES AREAS WAYPOINTS LEGEND)
  set(values METRIC FOOTPRINT SIGHT_LENGTH INDEX_BYTES FORMAT MISSING MEMORY)
  cmake_parse_arguments(PARSE_ARGV 1 arg "DEAD_ENDS" "MAP;OUTPUT;REGIONS;${files};${values}" "FLOORS;PROFILE;INDEX;DEPENDS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "portolan_add_world(${name}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(DEFINED arg_REGIONS)
    message(FATAL_ERROR "portolan_add_world(${name}): REGIONS is called AREAS")
  endif()
  foreach(required MAP OUTPUT)
    if(NOT arg_${required})
      message(FATAL_ERROR "portolan_add_world(${name}): ${required} is missing")
    endif()
  endforeach()

  if(PORTOLAN_COMMAND)
    set(command "${PORTOLAN_COMMAND}")
  elseif(TARGET portolan::command AND NOT CMAKE_CROSSCOMPILING)
    set(command portolan::command)
  else()
    message(FATAL_ERROR "portolan_add_world(${name}): no portolan command that runs here; set PORTOLAN_COMMAND to one, or PORTOLAN_BUILD_TOOLS to ON before add_subdirectory")
  endif()

  set(inputs "")
  set(depends "")
  list(TRANSFORM files PREPEND arg_ OUTPUT_VARIABLE named)
  foreach(file IN LISTS arg_MAP arg_FLOORS arg_PROFILE ${named} arg_DEPENDS arg_OUTPUT)
    if(file MATCHES ";")
      message(FATAL_ERROR "portolan_add_world(${name}): '${file}': CMake's lists hold no names with semicolons")
    endif()
  endforeach()
  foreach(file IN LISTS arg_MAP arg_FLOORS arg_PROFILE ${named} arg_DEPENDS)
    # What is in neither folder yet is made by another rule of this build.
    foreach(folder IN ITEMS "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_BINARY_DIR}")
      get_filename_component(path "${file}" ABSOLUTE BASE_DIR "${folder}")
      set(found "${path}")
      if(path MATCHES "{[xy]}")
        string(REGEX REPLACE "([[*?])" "[\\1]" pattern "${path}")
        string(REGEX REPLACE "{[xy]}" "*" pattern "${pattern}")
        file(GLOB found CONFIGURE_DEPENDS "${pattern}")
        if(found)
          break()
        endif()
      elseif(EXISTS "${path}")
        break()
      endif()
    endforeach()
    list(APPEND inputs "${path}")
    list(APPEND depends ${found})
  endforeach()
  get_filename_component(output "${arg_OUTPUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")

  list(GET inputs 0 map)
  set(options "")
  set(next 1)
  foreach(floor IN LISTS arg_FLOORS)
    list(GET inputs ${next} path)
    list(APPEND map "${path}")
    math(EXPR next "${next} + 1")
  endforeach()
  foreach(profile IN LISTS arg_PROFILE)
    list(GET inputs ${next} path)
    list(APPEND options --profile "${path}")
    math(EXPR next "${next} + 1")
  endforeach()
  foreach(file IN LISTS files)
    if(arg_${file})
      list(GET inputs ${next} path)
      string(TOLOWER "--${file}" flag)
      list(APPEND options ${flag} "${path}")
      math(EXPR next "${next} + 1")
    endif()
  endforeach()
  foreach(option IN LISTS values)
    if(DEFINED arg_${option})
      string(TOLOWER "--${option}" flag)
      string(REPLACE "_" "-" flag "${flag}")
      list(APPEND options ${flag} "${arg_${option}}")
    endif()
  endforeach()
  if(arg_DEAD_ENDS)
    list(APPEND options --dead-ends)
  endif()
  if(arg_INDEX)
    list(JOIN arg_INDEX "," indexes)
    list(APPEND options --index "${indexes}")
  endif()

  set(depfile "")
  if(CMAKE_GENERATOR MATCHES "Ninja"
     OR (CMAKE_GENERATOR MATCHES "Makefiles" AND CMAKE_VERSION VERSION_GREATER_EQUAL 3.20)
     OR (CMAKE_GENERATOR MATCHES "Visual Studio|Xcode" AND CMAKE_VERSION VERSION_GREATER_EQUAL 3.21))
    list(APPEND options --depfile "${output}.d")
    set(depfile DEPFILE "${output}.d")
  endif()

  get_filename_component(folder "${output}" DIRECTORY)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
    COMMAND "${command}" build ${map} -o "${output}" ${options}
    DEPENDS ${depends} "${command}"
    ${depfile}
    COMMENT "World ${name}"
    VERBATIM)
  add_custom_target(${name} ALL DEPENDS "${output}")
  set_target_properties(${name} PROPERTIES PORTOLAN_WORLD "${output}")
endfunction()
cmake_policy(POP)
