// SPDX-License-Identifier: BSL-1.0
// The version of the library; the file format has its own (world/format.hpp).
#pragma once

#include <string_view>

namespace portolan {

/// The version of the library, major.minor.patch.
inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace portolan
