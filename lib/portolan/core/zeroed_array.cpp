// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/zeroed_array.hpp"

#include <new>

namespace portolan {

void* allocate_zeroed(std::size_t count, std::size_t size) {
  void* const memory = std::calloc(count, size);  // NOLINT(cppcoreguidelines-no-malloc): fresh pages
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace portolan
