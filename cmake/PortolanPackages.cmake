# Read by CPack for each kind of package: without this program those of Debian would depend on nothing.
if(CPACK_GENERATOR STREQUAL "DEB")
  find_program(PORTOLAN_SHLIBDEPS dpkg-shlibdeps)
  if(NOT PORTOLAN_SHLIBDEPS)
    message(FATAL_ERROR "packages of Debian are made with dpkg-shlibdeps, which dpkg-dev has")
  endif()
endif()
