// SPDX-License-Identifier: BSL-1.0
// Writing files so that a reader sees the old content or the whole new one, never a part.
#pragma once

#include "portolan/core/result.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace portolan {

/// A file written in full under a temporary name beside the path that it is for, which is untouched until commit().
/// Owns the temporary: it is removed unless it was committed. Move-only.
class StagedFile {
 public:
  /// Writes the chunks one after the other and syncs them. Errors: io; the message names `path` and the system's
  /// reason.
  static Result<StagedFile> write(const std::filesystem::path& path,
                                  std::span<const std::span<const std::byte>> chunks);
  StagedFile(StagedFile&& other) noexcept;
  StagedFile& operator=(StagedFile&&) = delete;
  ~StagedFile();

  /// Renames the temporary to the path; at most once. Errors: io, with the path as it was.
  [[nodiscard]] Outcome commit();

 private:
  StagedFile(std::filesystem::path path, std::string temporary) noexcept;
  std::filesystem::path path_;
  std::string temporary_;  ///< empty: there is none to remove
};

/// Stages the chunks for `path` and commits them. On any failure (io; the message names the file and the system's
/// reason) the temporary is removed and `path` is untouched.
Outcome write_file_atomically(const std::filesystem::path& path, std::span<const std::span<const std::byte>> chunks);

}  // namespace portolan
