// SPDX-License-Identifier: BSL-1.0
// The inner loop of pruned labelling: whether the hubs of a label cover a distance. It exists once in plain C++ and
// once for every width of vector instructions, all with the same result.
#pragma once

#include "portolan/core/simd.hpp"

#include <cstddef>
#include <cstdint>

namespace portolan {

/// Stands in a table of distances for hubs that are in no label of the root.
inline constexpr std::uint32_t kNotOfRoot = 0xFFFF'FFFF;

/// Whether root_distance[hub[i]] + distance[i] <= limit for some i below size whose hub is one of the root's.
using Covers = bool (*)(const std::uint32_t* hub, const std::uint32_t* distance, std::size_t size,
                        const std::uint32_t* root_distance, std::uint64_t limit) noexcept;

/// The loop of a level, or of the widest available level below it if the machine or the library lacks it.
[[nodiscard]] Covers covers(SimdLevel level) noexcept;

}  // namespace portolan
