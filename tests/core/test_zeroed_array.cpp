// SPDX-License-Identifier: BSL-1.0
// ZeroedArray: zeros at first, moves without copying.
#include "portolan/core/zeroed_array.hpp"

#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include <catch2/catch.hpp>

using namespace portolan;

TEST_CASE("a zeroed array starts as zeros, whatever the memory held before") {
  for (int round = 0; round < 3; ++round) {
    ZeroedArray<std::uint32_t> array(10'000);
    REQUIRE(array.size() == 10'000);
    std::size_t dirty = 0;
    for (std::size_t i = 0; i < array.size(); ++i) {
      dirty += array[i] != 0 ? 1 : 0;
      array[i] = 0xFFFF'FFFF;
    }
    CHECK(dirty == 0);
  }
}

TEST_CASE("a zeroed array moves") {
  static_assert(!std::is_copy_constructible_v<ZeroedArray<int>>);
  ZeroedArray<int> first(4);
  first[3] = 9;
  const int* const memory = first.data();
  ZeroedArray<int> second = std::move(first);
  CHECK(second.data() == memory);
  CHECK(second.size() == 4);
  ZeroedArray<int> third;
  third = std::move(second);
  CHECK(third.data() == memory);
  CHECK(third.size() == 4);
  CHECK(std::as_const(third)[3] == 9);
}

TEST_CASE("an empty zeroed array holds no memory") {
  CHECK(ZeroedArray<int>().size() == 0);
  CHECK(ZeroedArray<int>(0).size() == 0);
  CHECK(ZeroedArray<int>(0).data() == nullptr);
}
