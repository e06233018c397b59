# Installs portolan: find_package(portolan [COMPONENTS runtime bgl offline]), pkg-config's portolan.pc, portolan-c.pc and
# portolan-build-c.pc, and packages by cpack: the command, what programs need that were linked to the C interface, the
# same of its part that builds, and what others are made with.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/portolan)

# A set a component, so that a game that links the runtime needs none of the other libraries.
install(TARGETS portolan_core portolan_grid portolan_graph portolan_boards portolan_regions portolan_waypoints portolan_world
                portolan_query portolan_crowd portolan_service portolan_game portolan_runtime portolan_capi
        EXPORT portolanRuntimeTargets
        ARCHIVE COMPONENT development
        LIBRARY COMPONENT runtime NAMELINK_COMPONENT development
        RUNTIME COMPONENT runtime)  # a DLL
install(EXPORT portolanRuntimeTargets NAMESPACE portolan:: DESTINATION ${package_dir} COMPONENT development)
install(TARGETS portolan_capi_build EXPORT portolanBuildTargets
        LIBRARY COMPONENT build NAMELINK_COMPONENT development)
install(EXPORT portolanBuildTargets NAMESPACE portolan:: DESTINATION ${package_dir} COMPONENT development)
if(TARGET portolan_bgl)
  install(TARGETS portolan_bgl EXPORT portolanBglTargets)
  install(EXPORT portolanBglTargets NAMESPACE portolan:: DESTINATION ${package_dir} COMPONENT development)
endif()
set(offline_targets portolan_offline portolan_formats)
if(TARGET portolan)
  list(APPEND offline_targets portolan)
endif()
install(TARGETS ${offline_targets} EXPORT portolanOfflineTargets
        ARCHIVE COMPONENT development
        RUNTIME COMPONENT command)
if(TARGET portolan-mpi)
  install(TARGETS portolan-mpi RUNTIME COMPONENT mpi)
endif()
install(EXPORT portolanOfflineTargets NAMESPACE portolan:: DESTINATION ${package_dir} COMPONENT development)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/lib/portolan DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        FILES_MATCHING PATTERN "*.hpp" REGEX "/capi/portolan.*[.]h$" REGEX "/capi/.*[.]hpp$" EXCLUDE
        PATTERN "capi_build" EXCLUDE)

set(PORTOLAN_READS_TIFF FALSE)
if(TARGET TIFF::TIFF)
  set(PORTOLAN_READS_TIFF TRUE)
endif()
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/portolanConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/package/portolanConfig.cmake INSTALL_DESTINATION ${package_dir}
                              PATH_VARS CMAKE_INSTALL_BINDIR)
# Before 1.0 every minor version may break its users.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/portolanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/portolanConfig.cmake
              ${PROJECT_BINARY_DIR}/package/portolanConfigVersion.cmake ${CMAKE_CURRENT_LIST_DIR}/PortolanAddWorld.cmake
        DESTINATION ${package_dir} COMPONENT development)

# Relative to the .pc file, so that the installed tree can be moved.
file(RELATIVE_PATH PORTOLAN_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(page portolan portolan-c portolan-build-c)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${page}.pc.in ${PROJECT_BINARY_DIR}/package/${page}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/${page}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT development)
endforeach()

if(TARGET portolan_manual)
  install(FILES ${PROJECT_BINARY_DIR}/tools/portolan.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
  install(FILES ${PROJECT_BINARY_DIR}/tools/portolan.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
          RENAME portolan COMPONENT command)
endif()

# Where Debian wants it: in a folder a package.
set(package_of_command portolan)
set(package_of_runtime libportolan${PROJECT_VERSION_MAJOR})
set(package_of_build libportolan-build${PROJECT_VERSION_MAJOR})
set(package_of_development libportolan-dev)
foreach(component command runtime build development)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package_of_${component}}
          RENAME copyright COMPONENT ${component})
endforeach()

if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_PACKAGE_NAME portolan)
  set(CPACK_PACKAGE_CONTACT "The portolan developers <portolan@localhost>")
  set(CPACK_GENERATOR DEB)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/PortolanPackages.cmake)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_ALL command runtime build development)
  foreach(component command runtime build development)
    string(TOUPPER ${component} upper)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package_of_${component}})
  endforeach()
  set(CPACK_COMPONENT_COMMAND_DESCRIPTION "Pathfinding in large tile worlds: the portolan command")
  set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Pathfinding in large tile worlds: the C interface")
  set(CPACK_COMPONENT_BUILD_DESCRIPTION "Pathfinding in large tile worlds: the C interface that builds worlds")
  set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Pathfinding in large tile worlds: libraries and headers")
  set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION games)
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_BUILD_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
  set(alike "(= ${PROJECT_VERSION})")
  # CMake's targets name the command too.
  set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${package_of_runtime} ${alike}, ${package_of_build} ${alike}, ${package_of_command} ${alike}, libxxhash-dev, libfmt-dev, libpng-dev, libpugixml-dev, libzstd-dev, nlohmann-json3-dev, pkg-config, zlib1g-dev")
  if(PORTOLAN_READS_TIFF)
    string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libtiff-dev")
  endif()
  include(CPack)
endif()
