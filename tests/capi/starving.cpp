// SPDX-License-Identifier: BSL-1.0
#include "capi/starving.hpp"

#include <cstdlib>
#include <new>

namespace starving {

std::size_t allocations_left = kUnlimited;
Ends memory_ends = Ends::for_good;

void expect(bool holds, const char* what) {
  if (holds) return;
  (void)std::fprintf(stderr, "out of memory: %s\n", what);
  std::exit(1);
}

}  // namespace starving

// NOLINTBEGIN(cppcoreguidelines-no-malloc): this is what takes the place of operator new.
namespace {

void* allocate(std::size_t size, std::size_t alignment) {
  using namespace starving;
  if (allocations_left == 0) {
    if (memory_ends == Ends::once) allocations_left = kUnlimited;
    throw std::bad_alloc();
  }
  if (allocations_left != kUnlimited) --allocations_left;
  void* const memory = std::aligned_alloc(alignment, (size / alignment + 1) * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) {
  return allocate(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
// NOLINTEND(cppcoreguidelines-no-malloc)
