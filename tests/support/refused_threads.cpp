// SPDX-License-Identifier: BSL-1.0
// Takes the place of pthread_create in what it is linked to, and in a program that loads it before all other libraries
// (LD_PRELOAD); there PORTOLAN_TEST_THREADS says how many threads are given.
#include "support/refused_threads.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <limits>

#ifdef PORTOLAN_COUNT_ALLOCATIONS
#include <dlfcn.h>
#include <pthread.h>
#endif

namespace portolan::test {
namespace {

constexpr int kAll = std::numeric_limits<int>::max();

std::atomic<int>& left() {
  static std::atomic<int> count = [] {
    const char* const text = std::getenv("PORTOLAN_TEST_THREADS");
    return text == nullptr ? kAll : std::atoi(text);
  }();
  return count;
}

}  // namespace

RefusedThreads::RefusedThreads(int given) noexcept {
  left() = given;
}

RefusedThreads::~RefusedThreads() {
  left() = kAll;
}

}  // namespace portolan::test

#ifdef PORTOLAN_COUNT_ALLOCATIONS

extern "C" [[gnu::visibility("default")]] int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                                             void* (*work)(void*), void* data) noexcept {
  if (portolan::test::left().load() <= 0) return EAGAIN;
  portolan::test::left().fetch_sub(1);
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  // The conversion that POSIX asks for.
  const auto create = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "pthread_create"));
  return create(thread, attributes, work, data);
}

#endif
