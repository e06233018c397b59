// SPDX-License-Identifier: BSL-1.0
// Reading a whole input file.
#pragma once

#include "portolan/core/result.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

namespace portolan {

/// Longest input file, in bytes.
inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 32;

/// All bytes of a regular file or pipe. Memory grows with what is really read. Errors: io (missing, a folder or device,
/// not readable), limit (more than kMaxFileBytes); the message names the file.
Result<std::string> read_file(const std::filesystem::path& path);

/// Gives the bytes of the file at a path, as read_file does: from elsewhere, or taking note of what is read.
using ReadFile = std::function<Result<std::string>(const std::filesystem::path&)>;

}  // namespace portolan
