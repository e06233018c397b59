// SPDX-License-Identifier: BSL-1.0
// What a build plans to take of memory. Estimates, which do not depend on threads: they decide what a world is built
// without. Internal to the module.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

namespace portolan {

/// Bytes that a build may take, and those of them that are taken.
class MemoryPlan {
 public:
  explicit MemoryPlan(std::uint64_t bytes) noexcept : bytes_(bytes) {}

  /// All that the build may take.
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::uint64_t taken() const noexcept { return taken_; }
  /// Bytes that may still be had. An eighth of all is for what allocation itself takes, and the threads.
  [[nodiscard]] std::uint64_t room() const noexcept {
    const std::uint64_t planned = bytes_ - bytes_ / 8;
    return planned - std::min(planned, taken_);
  }
  [[nodiscard]] bool affords(std::uint64_t more) const noexcept { return more <= room(); }

  void take(std::uint64_t bytes) noexcept { taken_ += bytes; }
  void give(std::uint64_t bytes) noexcept { taken_ -= bytes; }

 private:
  std::uint64_t bytes_;
  std::uint64_t taken_ = 0;
};

/// Bytes taken of a plan, which must outlive it, for as long as this lives. Move-only.
class HeldBytes {
 public:
  HeldBytes() = default;
  HeldBytes(MemoryPlan& plan, std::uint64_t bytes) noexcept : plan_(&plan), bytes_(bytes) { plan.take(bytes); }
  HeldBytes(HeldBytes&& other) noexcept
      : plan_(std::exchange(other.plan_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  HeldBytes& operator=(HeldBytes&& other) noexcept {
    std::swap(plan_, other.plan_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  HeldBytes(const HeldBytes&) = delete;
  HeldBytes& operator=(const HeldBytes&) = delete;
  ~HeldBytes() {
    if (plan_ != nullptr) plan_->give(bytes_);
  }

 private:
  MemoryPlan* plan_ = nullptr;
  std::uint64_t bytes_ = 0;
};

}  // namespace portolan
