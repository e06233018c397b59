// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/parallel.hpp"
#include "private_memory.hpp"

#include <algorithm>
#include <limits>

// The second needs the first.
// clang-format off
#include <windows.h>
#include <psapi.h>
// clang-format on

namespace portolan::tools {
namespace {

/// What the process has been given, written to or not, now and at most.
struct Given {
  std::uint64_t now = 0;
  std::uint64_t most = 0;
};

Given given() noexcept {
  PROCESS_MEMORY_COUNTERS counters{};
  if (::GetProcessMemoryInfo(::GetCurrentProcess(), &counters, sizeof(counters)) == 0) return {};
  return {counters.PagefileUsage, counters.PeakPagefileUsage};
}

}  // namespace

void limit_private_memory(std::uint64_t bytes, unsigned threads) noexcept {
  // Of a stack only what is written to counts.
  constexpr std::uint64_t kStack = std::uint64_t{256} << 10;
  const std::uint64_t besides = given().now + kOwnMemory + (thread_count(threads) - 1) * kStack;
  if (bytes > std::numeric_limits<SIZE_T>::max() - besides) return;
  // A process may be in jobs within jobs, of which the narrowest counts.
  const HANDLE job = ::CreateJobObjectW(nullptr, nullptr);
  if (job == nullptr) return;
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_MEMORY;
  limits.ProcessMemoryLimit = static_cast<SIZE_T>(bytes + besides);
  // The job lasts as long as the process that is in it.
  if (::SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof(limits)) != 0) {
    ::AssignProcessToJobObject(job, ::GetCurrentProcess());
  }
  ::CloseHandle(job);
}

// The system keeps the peak itself.
struct PrivatePeak::Watcher {};

PrivatePeak::PrivatePeak() = default;
PrivatePeak::~PrivatePeak() = default;

std::uint64_t PrivatePeak::bytes() const noexcept {
  return given().most;
}

}  // namespace portolan::tools
