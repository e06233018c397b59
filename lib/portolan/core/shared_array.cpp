// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/shared_array.hpp"

#include "portolan/core/system.hpp"
#include "portolan/core/zeroed_array.hpp"

#include <cstdlib>
#include <system_error>

namespace portolan {

std::shared_ptr<void> Scratch::allocate(std::size_t bytes) const {
  if (!in_files()) return {allocate_zeroed(bytes, 1), std::free};
  std::error_code fault;
  std::shared_ptr<void> pages = os::map_scratch(folder_, bytes, fault);
  if (fault) throw std::system_error(fault, folder_.string() + ": cannot keep large arrays there");
  return pages;
}

}  // namespace portolan
