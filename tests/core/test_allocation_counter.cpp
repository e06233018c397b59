// SPDX-License-Identifier: BSL-1.0
// The counter that later proves queries free of allocations does see allocations.
#include "portolan/core/zeroed_array.hpp"
#include "support/allocation_counter.hpp"

#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

using portolan::ZeroedArray;
using portolan::test::AllocationCounter;

namespace {

struct alignas(128) Wide {
  char bytes[128];
};

/// Allocations made by `work` on this thread. The pointers it makes are kept from the optimiser.
template <class Work>
std::uint64_t allocations_of(Work&& work) {
  const AllocationCounter counter;
  work();
  return counter.count();
}

void* volatile kept = nullptr;
void keep(void* p) {
  kept = p;
}

}  // namespace

TEST_CASE("the allocation counter sees every form of new") {
  if (!AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  CHECK(allocations_of([] {}) == 0);
  CHECK(allocations_of([] { keep(std::make_unique<int>(1).get()); }) == 1);
  CHECK(allocations_of([] { keep(std::make_unique<int[]>(10).get()); }) == 1);
  CHECK(allocations_of([] { keep(std::make_unique<Wide>().get()); }) == 1);
  CHECK(allocations_of([] { keep(std::make_unique<Wide[]>(3).get()); }) == 1);
  CHECK(allocations_of([] { keep(std::unique_ptr<int>(new (std::nothrow) int).get()); }) == 1);
  CHECK(allocations_of([] { keep(std::unique_ptr<int[]>(new (std::nothrow) int[3]).get()); }) == 1);
  CHECK(allocations_of([] { keep(std::unique_ptr<Wide>(new (std::nothrow) Wide).get()); }) == 1);
  CHECK(allocations_of([] { keep(std::unique_ptr<Wide[]>(new (std::nothrow) Wide[2]).get()); }) == 1);
  CHECK(allocations_of([] { keep(std::string(100, 'x').data()); }) == 1);
  CHECK(allocations_of([] { keep(std::vector<Wide>(5).data()); }) == 1);
}

TEST_CASE("the allocation counter sees the C functions") {
  if (!AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  CHECK(allocations_of([] {
          void* p = std::malloc(10);
          keep(p);
          p = std::realloc(p, 1000);
          keep(p);
          std::free(p);
        }) == 2);
  CHECK(allocations_of([] {
          void* p = std::aligned_alloc(64, 128);
          keep(p);
          std::free(p);
        }) == 1);
  CHECK(allocations_of([] { keep(ZeroedArray<int>(100).data()); }) == 1);
}

TEST_CASE("the allocation counter counts its own thread only") {
  if (!AllocationCounter::kAvailable) {
    WARN("skipped: allocations are not counted under sanitizers");
    return;
  }
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::thread other([&] {
    inside = allocations_of([] {
      for (int i = 0; i < 10; ++i) keep(std::make_unique<int>(i).get());
    });
  });
  outside = allocations_of([&] { other.join(); });
  CHECK(inside == 10);
  CHECK(outside == 0);
}

TEST_CASE("memory aligned by new is aligned") {
  const auto wide = std::make_unique<Wide[]>(3);
  CHECK(reinterpret_cast<std::uintptr_t>(wide.get()) % alignof(Wide) == 0);
}
