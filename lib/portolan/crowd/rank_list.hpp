// SPDX-License-Identifier: BSL-1.0
// Where the ranks of a formation begin among its members.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace portolan::crowd {

/// A list of numbers with room for as many as were reserved, which copies have too. Only reserve() allocates.
class RankList {
 public:
  /// Room for so many, or for what there was. @throws std::bad_alloc
  void reserve(std::size_t most) {
    if (room_.size() < most) room_.resize(most);
  }
  void clear() noexcept { count_ = 0; }
  /// There must be room.
  void push_back(std::uint32_t first) noexcept { room_[count_++] = first; }
  void pop_back() noexcept { --count_; }

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] std::uint32_t operator[](std::size_t rank) const noexcept { return room_[rank]; }
  [[nodiscard]] std::uint32_t back() const noexcept { return room_[count_ - 1]; }
  [[nodiscard]] const std::uint32_t* begin() const noexcept { return room_.data(); }
  [[nodiscard]] const std::uint32_t* end() const noexcept { return room_.data() + count_; }

 private:
  std::vector<std::uint32_t> room_;
  std::size_t count_ = 0;
};

}  // namespace portolan::crowd
