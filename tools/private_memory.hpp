// SPDX-License-Identifier: BSL-1.0
// The memory that is the process's own: what it has written to and shares with nobody. Files that are mapped and the
// program itself are not part of it, as the system can drop and read them again.
#pragma once

#include "portolan/core/result.hpp"

#include <cstdint>
#include <memory>

namespace portolan::tools {

/// Bytes that the command takes besides what it is told to keep to: data of its libraries, texts, small pieces. The
/// stacks of threads come on top.
inline constexpr std::uint64_t kOwnMemory = std::uint64_t{16} << 20;

/// Has the system refuse all private memory beyond `bytes`, what was taken before, kOwnMemory and the stacks of
/// `threads` threads, from now on and for the whole process (RLIMIT_DATA, which counts what may be written to, written
/// or not); allocations then throw std::bad_alloc. A lower limit that is set already stays. Does nothing under
/// sanitizers, whose own memory would count.
void limit_private_memory(std::uint64_t bytes, unsigned threads) noexcept;

/// Measures the most private memory of the process since it began, by looking fifty times a second, in a thread of its
/// own with a small stack. Mapped files, written to or not, are no part of it.
class PrivatePeak {
 public:
  /// Begins to measure; to be called before memory is limited.
  PrivatePeak();
  PrivatePeak(const PrivatePeak&) = delete;
  PrivatePeak& operator=(const PrivatePeak&) = delete;
  ~PrivatePeak();
  /// The peak in bytes, but for what came and went between two looks. 0 where the system does not tell.
  [[nodiscard]] std::uint64_t bytes() const noexcept;

 private:
  struct Watcher;
  std::unique_ptr<Watcher> watcher_;
};

}  // namespace portolan::tools
