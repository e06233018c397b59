// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/parallel.hpp"
#include "private_memory.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <ctime>
#include <limits>
#include <string_view>

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace portolan::tools {
namespace {

constexpr std::size_t kWatcherStack = std::size_t{128} << 10;
constexpr ::timespec kPause{.tv_sec = 0, .tv_nsec = 20'000'000};

/// What is private and in memory, and what is private and may be written to.
constexpr std::string_view kResident = "RssAnon:";
constexpr std::string_view kData = "VmData:";

/// Bytes of a kind now, by /proc/self/status; 0 if it does not tell. Allocates nothing.
std::uint64_t bytes_now(std::string_view kind) noexcept {
  const int file = ::open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 4096> text;
  const ssize_t size = ::read(file, text.data(), text.size());
  ::close(file);
  if (size <= 0) return 0;
  const std::string_view status(text.data(), static_cast<std::size_t>(size));
  std::size_t at = status.find(kind);
  if (at == std::string_view::npos) return 0;
  at = status.find_first_of("0123456789", at + kind.size());
  std::uint64_t kilobytes = 0;
  if (at != std::string_view::npos) std::from_chars(status.data() + at, status.data() + status.size(), kilobytes);
  return kilobytes * 1024;
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
  const std::uint64_t besides = bytes_now(kData) + kOwnMemory + (thread_count(threads) - 1) * stack_of_thread();
  if (bytes > std::numeric_limits<std::uint64_t>::max() - besides) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, bytes + besides);
  ::setrlimit(RLIMIT_DATA, &limit);
}

struct PrivatePeak::Watcher {
  static void* watch(void* watcher) noexcept {
    auto& self = *static_cast<Watcher*>(watcher);
    while (!self.done) {
      self.look();
      ::nanosleep(&kPause, nullptr);
    }
    return nullptr;
  }
  void look() noexcept {
    const std::uint64_t now = bytes_now(kResident);
    std::uint64_t most = peak;
    while (now > most && !peak.compare_exchange_weak(most, now)) {
    }
  }

  std::atomic<std::uint64_t> peak{0};
  std::atomic<bool> done{false};
  ::pthread_t thread{};
  bool runs = false;  ///< the thread
};

PrivatePeak::PrivatePeak() : watcher_(std::make_unique<Watcher>()) {
  watcher_->look();
  ::pthread_attr_t attributes;
  if (::pthread_attr_init(&attributes) != 0) return;
  ::pthread_attr_setstacksize(&attributes, kWatcherStack);
  watcher_->runs = ::pthread_create(&watcher_->thread, &attributes, &Watcher::watch, watcher_.get()) == 0;
  ::pthread_attr_destroy(&attributes);
}

PrivatePeak::~PrivatePeak() {
  watcher_->done = true;
  if (watcher_->runs) ::pthread_join(watcher_->thread, nullptr);
}

std::uint64_t PrivatePeak::bytes() const noexcept {
  watcher_->look();
  return watcher_->peak;
}

}  // namespace portolan::tools
