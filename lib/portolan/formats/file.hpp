// SPDX-License-Identifier: BSL-1.0
// Reading a whole input file.
#pragma once

#include "portolan/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace portolan {

/// Who says that a file is to be read.
enum class FileOrigin : std::uint8_t {
  given,     ///< the user, by its path
  referred,  ///< another file, which refers to it or which it lies beside; its author may be no friend of the user
};

/// The longest file that the user may give, in bytes.
inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 32;
/// The longest file that another one refers to or lies beside, in bytes.
inline constexpr std::size_t kMaxReferredBytes = std::size_t{1} << 26;

/// Reads all bytes of a regular file or, if the user gave it, a pipe. Takes as much memory as the file is long; for a
/// pipe it grows with what is read. Never waits for what another file refers to. Errors: io (missing, a folder or
/// device, not readable), limit (longer than kMaxFileBytes or kMaxReferredBytes); the message names the file, and the
/// limit.
Result<std::string> read_file(const std::filesystem::path& path, FileOrigin origin = FileOrigin::given);

/// Gives the bytes of the file at a path, as read_file does: from elsewhere, or taking note of what is read.
using ReadFile = std::function<Result<std::string>(const std::filesystem::path&, FileOrigin)>;

}  // namespace portolan
