// SPDX-License-Identifier: BSL-1.0
// Writing files so that a reader sees the old content or the whole new one, never a part.
#pragma once

#include "portolan/core/result.hpp"

#include <cstddef>
#include <filesystem>
#include <span>

namespace portolan {

/// Writes the chunks one after the other to a temporary file beside `path`, syncs it and renames it to `path`. On any
/// failure (io; the message names the file and the system's reason) the temporary is removed and `path` is untouched.
Outcome write_file_atomically(const std::filesystem::path& path, std::span<const std::span<const std::byte>> chunks);

}  // namespace portolan
