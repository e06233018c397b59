// SPDX-License-Identifier: BSL-1.0
// The two inner loops of a label query, once in plain C++ and once for every width of vector instructions. All give the
// same results on well-formed labels; they differ in speed only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace portolan {

/// Instructions to use.
enum class SimdLevel : std::uint8_t { scalar, avx2, avx512 };

/// The widest level that this machine has and this library was compiled for.
[[nodiscard]] SimdLevel widest_simd() noexcept;

/// A part of one label. Entries are read up to the first whose hub is not below `hub_end`, which must not exceed the
/// size of the table that the kernels index by hub.
struct LabelSlice {
  const std::uint32_t* hub = nullptr;
  const std::uint32_t* distance = nullptr;
  std::size_t size = 0;
  std::uint32_t hub_end = 0;
};

/// Values, and sums of a value and a distance, are below 2^63.
struct LabelKernels {
  /// table[hub] = min(table[hub], base + distance) for every entry.
  void (*lower)(const LabelSlice& slice, std::uint64_t base, std::uint64_t* table) noexcept;
  /// The least table[hub] + distance of all entries; kNoValue if there are none.
  std::uint64_t (*least)(const LabelSlice& slice, const std::uint64_t* table) noexcept;
};

inline constexpr std::uint64_t kNoValue = (std::uint64_t{1} << 63) - 1;

/// The kernels of a level; the widest available below it if the machine or the library lacks it.
[[nodiscard]] const LabelKernels& label_kernels(SimdLevel level) noexcept;

}  // namespace portolan
