// SPDX-License-Identifier: BSL-1.0
// An even sample of things where there are more than a page can show.
#pragma once

#include "portolan/core/geometry.hpp"
#include "portolan/core/split_mix.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace portolan::tools {

/// Keeps what it is offered or, if that is more than `most`, an even sample of it, mostly more than half of `most`:
/// those things whose key, well mixed, ends in enough zeros. So a sample does not depend on the order in which things
/// are offered, keeps to no pattern in which they lie, and holds all of what a sample of more things holds of these.
template <class Item>
class EvenSample {
 public:
  explicit EvenSample(std::size_t most) : most_(most) {}

  /// Takes a thing into account. Of things with equal keys all are kept or none.
  void offer(std::uint64_t key, Item item) {
    ++offered_;
    if (!keeps(key)) return;
    kept_.emplace_back(key, std::move(item));
    while (kept_.size() > most_ && zeros_ < 63) {
      ++zeros_;
      std::erase_if(kept_, [&](const auto& kept) { return !keeps(kept.first); });
    }
  }
  /// The sample, with keys, in the order in which things were offered.
  [[nodiscard]] const std::vector<std::pair<std::uint64_t, Item>>& kept() const { return kept_; }
  /// The number of things that were offered.
  [[nodiscard]] std::uint64_t offered() const { return offered_; }

 private:
  [[nodiscard]] bool keeps(std::uint64_t key) const {
    return (scrambled(key + SplitMix::kStep) & ((std::uint64_t{1} << zeros_) - 1)) == 0;
  }

  std::size_t most_;
  int zeros_ = 0;
  std::uint64_t offered_ = 0;
  std::vector<std::pair<std::uint64_t, Item>> kept_;
};

/// The key of what lies at a place.
[[nodiscard]] constexpr std::uint64_t key_at(std::int32_t x, std::int32_t y) {
  return std::uint64_t{static_cast<std::uint32_t>(y)} << 32 | static_cast<std::uint32_t>(x);
}

}  // namespace portolan::tools
