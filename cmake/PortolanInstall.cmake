# Installs portolan: find_package(portolan [COMPONENTS runtime bgl offline]), pkg-config's portolan.pc and portolan-c.pc, and
# packages by cpack.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/portolan)

# A set a component, so that a game that links the runtime needs none of the other libraries.
install(TARGETS portolan_core portolan_grid portolan_graph portolan_boards portolan_regions portolan_waypoints portolan_world
                portolan_query portolan_crowd portolan_service portolan_game portolan_runtime portolan_capi
        EXPORT portolanRuntimeTargets)
install(EXPORT portolanRuntimeTargets NAMESPACE portolan:: DESTINATION ${package_dir})
if(TARGET portolan_bgl)
  install(TARGETS portolan_bgl EXPORT portolanBglTargets)
  install(EXPORT portolanBglTargets NAMESPACE portolan:: DESTINATION ${package_dir})
endif()
set(offline_targets portolan_offline portolan_formats)
if(TARGET portolan)
  list(APPEND offline_targets portolan)
endif()
install(TARGETS ${offline_targets} EXPORT portolanOfflineTargets)
install(EXPORT portolanOfflineTargets NAMESPACE portolan:: DESTINATION ${package_dir})

install(DIRECTORY ${PROJECT_SOURCE_DIR}/lib/portolan DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} 
        FILES_MATCHING PATTERN "*.hpp" PATTERN "portolan.h" REGEX "/capi/.*[.]hpp$" EXCLUDE)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/portolanConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/package/portolanConfig.cmake INSTALL_DESTINATION ${package_dir}
                              PATH_VARS CMAKE_INSTALL_BINDIR)
# Before 1.0 every minor version may break its users.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/portolanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/portolanConfig.cmake
              ${PROJECT_BINARY_DIR}/package/portolanConfigVersion.cmake ${CMAKE_CURRENT_LIST_DIR}/PortolanAddWorld.cmake
        DESTINATION ${package_dir})

# Relative to the .pc file, so that the installed tree can be moved.
file(RELATIVE_PATH PORTOLAN_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(page portolan portolan-c)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${page}.pc.in ${PROJECT_BINARY_DIR}/package/${page}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/${page}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_PACKAGE_NAME libportolan-dev)
  set(CPACK_PACKAGE_CONTACT "The portolan developers <portolan@localhost>")
  set(CPACK_GENERATOR DEB)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "libxxhash-dev, libfmt-dev, libpng-dev, libpugixml-dev, libzstd-dev, nlohmann-json3-dev, pkg-config, zlib1g-dev")
  include(CPack)
endif()
