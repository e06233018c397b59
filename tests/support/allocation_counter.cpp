// SPDX-License-Identifier: BSL-1.0
// The C functions are caught by the linker (--wrap, set in CMake with PORTOLAN_COUNT_ALLOCATIONS), which sends every
// reference to malloc in the linked objects to __wrap_malloc and gives the original the name __real_malloc.
#include "support/allocation_counter.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

namespace portolan::test {
namespace {

constinit thread_local std::uint64_t allocations = 0;
constinit thread_local std::uint64_t most_allocations = std::numeric_limits<std::uint64_t>::max();

}  // namespace

std::uint64_t AllocationCounter::made_by_this_thread() noexcept {
  return allocations;
}

AllocationLimit::AllocationLimit(std::uint64_t allowed) noexcept {
  most_allocations = allocations + allowed;
}

AllocationLimit::~AllocationLimit() {
  most_allocations = std::numeric_limits<std::uint64_t>::max();
}

}  // namespace portolan::test

#ifdef PORTOLAN_COUNT_ALLOCATIONS

using portolan::test::allocations;
using portolan::test::most_allocations;

extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* old, std::size_t size);
void* __real_aligned_alloc(std::size_t alignment, std::size_t size);

void* __wrap_malloc(std::size_t size) {
  ++allocations;
  return __real_malloc(size);
}
void* __wrap_calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __real_calloc(count, size);
}
void* __wrap_realloc(void* old, std::size_t size) {
  ++allocations;
  return __real_realloc(old, size);
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __real_aligned_alloc(alignment, size);
}
}

namespace {

/// Whether one more is refused.
bool refuses() noexcept {
  return ++allocations > most_allocations;
}

void* take(std::size_t size) noexcept {
  if (refuses()) return nullptr;
  return __real_malloc(std::max<std::size_t>(size, 1));
}

void* take(std::size_t size, std::align_val_t alignment) noexcept {
  if (refuses()) return nullptr;
  // aligned_alloc wants a multiple of the alignment.
  const auto a = static_cast<std::size_t>(alignment);
  return __real_aligned_alloc(a, (std::max<std::size_t>(size, 1) + a - 1) / a * a);
}

void* or_throw(void* p) {
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

}  // namespace

void* operator new(std::size_t size) {
  return or_throw(take(size));
}
void* operator new[](std::size_t size) {
  return or_throw(take(size));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return or_throw(take(size, alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return or_throw(take(size, alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return take(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return take(size);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return take(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return take(size, alignment);
}

void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete[](void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::size_t) noexcept {
  std::free(p);
}
void operator delete(void* p, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept {
  std::free(p);
}
void operator delete(void* p, const std::nothrow_t&) noexcept {
  std::free(p);
}
void operator delete[](void* p, const std::nothrow_t&) noexcept {
  std::free(p);
}
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept {
  std::free(p);
}
void operator delete[](void* p, std::align_val_t, const std::nothrow_t&) noexcept {
  std::free(p);
}

#endif
