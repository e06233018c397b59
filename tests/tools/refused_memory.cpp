// SPDX-License-Identifier: BSL-1.0
// For a program that loads it before all other libraries (LD_PRELOAD): of its calls of operator new the one that
// PORTOLAN_TEST_ALLOCATIONS counts, from 0, and all later ones are refused.
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long>& left() {
  static std::atomic<long> count = [] {
    const char* const text = std::getenv("PORTOLAN_TEST_ALLOCATIONS");
    return text == nullptr ? 1L << 40 : std::atol(text);
  }();
  return count;
}

}  // namespace

[[gnu::visibility("default")]] void* operator new(std::size_t size) {
  void* const memory = left().fetch_sub(1) > 0 ? std::malloc(size == 0 ? 1 : size) : nullptr;
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

[[gnu::visibility("default")]] void operator delete(void* memory) noexcept {
  std::free(memory);
}

[[gnu::visibility("default")]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
