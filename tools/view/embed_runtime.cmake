# cmake -D OUTPUT=runtime.cpp -P embed_runtime.cmake [page.wasm]: the bytes of a file as the source of page::runtime();
# none without a file.
set(pieces "")
if(CMAKE_ARGC GREATER 6)
  message(FATAL_ERROR "usage: cmake -D OUTPUT=FILE -P embed_runtime.cmake [FILE]")
elseif(CMAKE_ARGC EQUAL 6)
  file(READ ${CMAKE_ARGV5} digits HEX)
  string(LENGTH "${digits}" length)
  # As compilers need take none of more than 65,536 characters.
  set(step 32768)
  foreach(at RANGE 0 ${length} ${step})
    string(SUBSTRING "${digits}" ${at} ${step} piece)
    string(REGEX REPLACE "(..)" "\\\\x\\1" piece "${piece}")
    string(APPEND pieces "\n    \"${piece}\"sv,")
  endforeach()
endif()
file(WRITE ${OUTPUT} "// SPDX-License-Identifier: BSL-1.0
// Made by CMake from page.wasm.
#include \"view/page.hpp\"

#include <initializer_list>

namespace portolan::tools::page {

using namespace std::string_view_literals;

std::string runtime() {
  std::string all;
  for (const std::string_view piece : std::initializer_list<std::string_view>{${pieces}}) all += piece;
  return all;
}

}  // namespace portolan::tools::page
")
