// SPDX-License-Identifier: BSL-1.0
// Which vector instructions there are. Kernels exist in plain C++ and for every level, all with the same results.
#pragma once

#include <cstdint>

// On Windows g++ does not align the stack as vectors of 32 bytes need it (GCC bug 54412).
#if defined(__x86_64__) && defined(__GNUC__) && (!defined(_WIN32) || defined(__clang__))
/// Defined where kernels for vector instructions are compiled; for the preprocessor alone, so without a value.
#define PORTOLAN_X86_KERNELS
#endif

namespace portolan {

/// The instructions to use. avx512 stands for its parts F, VL, DQ and BW together.
enum class SimdLevel : std::uint8_t { scalar, avx2, avx512 };

/// The widest level that this machine has and this library was compiled for, or the limit if that is less.
[[nodiscard]] SimdLevel widest_simd() noexcept;
/// Sets the limit, for the whole process: so tests show on one machine what others do. What was made before may go on
/// with more.
void limit_simd(SimdLevel most) noexcept;

}  // namespace portolan
