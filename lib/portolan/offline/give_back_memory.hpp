// SPDX-License-Identifier: BSL-1.0
// Freed memory for others. Internal to the module.
#pragma once

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace portolan {

/// Gives memory that was freed back to the system, which an allocator may keep in pieces that the next stage cannot
/// use.
inline void give_back_memory() noexcept {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace portolan
