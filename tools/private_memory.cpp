// SPDX-License-Identifier: BSL-1.0
#include "private_memory.hpp"

#include "portolan/core/parallel.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <sys/resource.h>

namespace portolan::tools {
namespace {

/// A line of /proc/self/status in bytes; 0 if there is none.
std::uint64_t status_of(std::string_view name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == name && status >> kilobytes) return kilobytes * 1024;
    status.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return 0;
}

std::uint64_t stack_of_thread() noexcept {
  std::size_t size = 0;
  pthread_attr_t attributes;
#ifdef __GLIBC__
  if (::pthread_getattr_default_np(&attributes) != 0) return 0;
#else
  if (::pthread_attr_init(&attributes) != 0) return 0;
#endif
  ::pthread_attr_getstacksize(&attributes, &size);
  ::pthread_attr_destroy(&attributes);
  return size;
}

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PORTOLAN_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PORTOLAN_SANITIZED
#endif
#ifdef PORTOLAN_SANITIZED
constexpr bool kLimited = false;
#else
constexpr bool kLimited = true;
#endif

}  // namespace

void limit_private_memory(std::uint64_t bytes, unsigned threads) noexcept {
  if (!kLimited) return;
  // Large arrays go back to the system as soon as they are freed, rather than to a heap full of holes.
  [[maybe_unused]] constexpr int kLargeArray = 4 << 20;
#ifdef __GLIBC__
  ::mallopt(M_MMAP_THRESHOLD, kLargeArray);
  ::mallopt(M_TRIM_THRESHOLD, kLargeArray);
#endif
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const std::uint64_t besides = kOwnMemory + (thread_count(threads) - 1) * stack_of_thread();
  if (bytes > std::numeric_limits<std::uint64_t>::max() - besides) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, bytes + besides);
  ::setrlimit(RLIMIT_DATA, &limit);
}

PrivatePeak::PrivatePeak() : shared_(status_of("RssFile:")) {}

std::uint64_t PrivatePeak::bytes() const {
  const std::uint64_t resident = status_of("VmHWM:");
  return resident - std::min(resident, shared_);
}

}  // namespace portolan::tools
