// SPDX-License-Identifier: BSL-1.0
// SearchMemory and PagedArray against plain maps: what is noted stays as long as it is needed, there is room exactly as
// long as pages are left that nobody needs, and what was noted before makes no difference.
#include "portolan/core/paged_array.hpp"
#include "support/random_world.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace portolan;

namespace {

struct Small {
  std::uint32_t value;
  std::uint32_t stamp;
};
struct Large {
  std::uint64_t value;
  std::uint64_t more;
  std::uint32_t stamp;
  std::uint32_t even_more;
};

/// An array beside what it should hold.
template <class T>
struct Judged {
  PagedArray<T> array;
  std::map<std::size_t, std::uint32_t> known;  ///< since the last clear()
  bool this_round = false;                     ///< whether that was in this round

  [[nodiscard]] std::set<std::size_t> blocks() const {
    std::set<std::size_t> blocks;
    for (const auto& [i, value] : known) blocks.insert(i / PagedArray<T>::kPerPage);
    return blocks;
  }
};

/// A memory of few pages, and arrays of both kinds that share it.
class Trial {
 public:
  Trial(test::Rng& rng, std::size_t pages)
      : rng_(rng), memory_(std::make_shared<SearchMemory>(pages * SearchMemory::kPageBytes)) {
    REQUIRE(memory_->size() == pages);
    for (int i = 0; i < 3; ++i) small_.push_back({.array = {memory_, 40'000}, .known = {}});
    for (int i = 0; i < 2; ++i) large_.push_back({.array = {memory_, 20'000}, .known = {}});
    begin_round();
  }

  void run(int steps) {
    for (int step = 0; step < steps; ++step) {
      if (rng_.percent(2)) begin_round();
      if (rng_.percent(60)) {
        act(small_[static_cast<std::size_t>(rng_.below(3))]);
      } else {
        act(large_[static_cast<std::size_t>(rng_.below(2))]);
      }
      if (rng_.percent(1)) small_[0] = {.array = {memory_, 40'000}, .known = {}, .this_round = true};
    }
    REQUIRE(memory_->bytes_used() <= memory_->size() * SearchMemory::kPageBytes);
  }
  [[nodiscard]] int refused() const noexcept { return refused_; }
  [[nodiscard]] int written() const noexcept { return written_; }

 private:
  void begin_round() {
    memory_->begin_round();
    for (auto& judged : small_) judged.this_round = false;
    for (auto& judged : large_) judged.this_round = false;
  }

  [[nodiscard]] std::size_t needed() const {
    std::size_t pages = 0;
    for (const auto& judged : small_) pages += judged.this_round ? judged.blocks().size() : 0;
    for (const auto& judged : large_) pages += judged.this_round ? judged.blocks().size() : 0;
    return pages;
  }

  template <class T>
  void act(Judged<T>& judged) {
    if (!judged.this_round || rng_.percent(3)) {
      judged.array.clear();
      judged.known.clear();
      judged.this_round = true;
    }
    // Now and then far away, mostly where something is.
    const int size = static_cast<int>(judged.array.size());
    const auto i = static_cast<std::size_t>(rng_.percent(30) ? rng_.below(size) : rng_.below(size / 16));
    const bool known = judged.known.contains(i);
    REQUIRE(judged.array.touched(i) == known);
    if (known) {
      REQUIRE(judged.array[i].value == judged.known[i]);
      return;
    }
    const bool has_page = judged.blocks().contains(i / PagedArray<T>::kPerPage);
    const bool room = has_page || needed() < memory_->size();
    REQUIRE(judged.array.touch(i) == room);
    REQUIRE(judged.array.touched(i) == room);
    if (!room) {
      ++refused_;
      return;
    }
    ++written_;
    const auto value = static_cast<std::uint32_t>(rng_.below(1'000'000));
    judged.array[i].value = value;
    judged.known[i] = value;
  }

  test::Rng& rng_;
  std::shared_ptr<SearchMemory> memory_;
  std::vector<Judged<Small>> small_;
  std::vector<Judged<Large>> large_;
  int refused_ = 0;
  int written_ = 0;
};

}  // namespace

TEST_CASE("arrays that share a memory keep what they need of it, and no more") {
  int refused = 0;
  int written = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    test::Rng rng(seed);
    CAPTURE(seed);
    Trial trial(rng, static_cast<std::size_t>(rng.between(1, 30)));
    trial.run(600);
    refused += trial.refused();
    written += trial.written();
  }
  CHECK(refused > 1'000);
  CHECK(written > 5'000);
}

TEST_CASE("an array with a memory of its own is never short of room, and moves with what it holds") {
  PagedArray<Large> array(nullptr, 5'000);
  CHECK(array.room() == 5'000);
  for (std::size_t i = 0; i < array.size(); ++i) {
    REQUIRE(array.touch(i));
    array[i].value = i * i;
  }
  PagedArray<Large> moved = std::move(array);
  std::size_t right = 0;
  for (std::size_t i = 0; i < moved.size(); ++i) right += moved.touched(i) && moved[i].value == i * i ? 1 : 0;
  CHECK(right == 5'000);
  moved.clear();
  CHECK_FALSE(moved.touched(17));
  CHECK_FALSE(moved.touched(4'999));
}

TEST_CASE("arrays that are given up leave their pages") {
  const auto memory = std::make_shared<SearchMemory>(2 * SearchMemory::kPageBytes);
  memory->begin_round();
  for (int time = 0; time < 10; ++time) {
    PagedArray<Small> array(memory, 3 * PagedArray<Small>::kPerPage);
    CHECK(array.room() == 2 * PagedArray<Small>::kPerPage);
    REQUIRE(array.touch(0));
    REQUIRE(array.touch(PagedArray<Small>::kPerPage));
    REQUIRE_FALSE(array.touch(2 * PagedArray<Small>::kPerPage));
  }
}
