// SPDX-License-Identifier: BSL-1.0
// Writing files so that a reader sees the old content or the whole new one, never a part.
//
// Durability: when a commit has succeeded, content and name outlast a crash of the system or a loss of power, as far as
// the file system keeps what it promises of fsync; in a folder that may be written but not read the name cannot be
// synced, and the old content may come back. When a commit or the writing before it fails, or the process is killed,
// the old content stays.
//
// On Windows a file that is mapped cannot be replaced, and a commit says so.
//
// Temporaries have no name where the system can do that (O_TMPFILE), until the moment in which they take their place,
// so nothing is left of a process that is killed before. In that moment, and elsewhere, they are called `.portolan-`
// and 16 hexadecimal digits; such files that nobody has written for a day are removed when the next file is written to
// the same folder, which is looked through for them.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/core/system.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace portolan {

/// Whether a file may be written at a path: there is nothing yet, or a regular file, or a symbolic link to one. Errors
/// (io): a folder, device, pipe or socket, a link to one or to nothing, or a path that cannot be looked at.
Outcome check_output(const std::filesystem::path& path);

/// A file written in full beside the path that it is for, which is untouched until commit(). A symbolic link at the
/// path stays, and the file that it leads to is replaced. The file gets the permissions of a new one, by the umask and
/// the folder; no state of the process is changed, so any number of threads may write files at once. Owns the
/// temporary: it is removed unless it was committed. Move-only.
class StagedFile {
 public:
  /// Writes the chunks one after the other and syncs them. Errors: io, and those of check_output; the message names
  /// `path` and the system's reason.
  static Result<StagedFile> write(const std::filesystem::path& path,
                                  std::span<const std::span<const std::byte>> chunks);
  /// The same with chunks that `next` gives, each to be written before the next one is asked for, up to an empty one.
  static Result<StagedFile> write(const std::filesystem::path& path,
                                  const std::function<std::span<const std::byte>()>& next);
  StagedFile(StagedFile&& other) noexcept;
  StagedFile& operator=(StagedFile&&) = delete;
  ~StagedFile();

  /// A path by which this process can read the content until the file is committed or dropped.
  [[nodiscard]] std::filesystem::path content() const;

  /// Puts the file in its place and syncs the folder. To be called once at most. Errors: io, with the path as it was;
  /// only if the folder could not be synced does the path already hold the new content, and the message says so.
  [[nodiscard]] Outcome commit();

 private:
  StagedFile(std::filesystem::path path, std::filesystem::path target) noexcept;
  [[nodiscard]] std::error_code open();
  [[nodiscard]] std::error_code give_name();

  std::filesystem::path path_;       ///< as it was asked for
  std::filesystem::path target_;     ///< where links at the path lead
  std::filesystem::path temporary_;  ///< empty if there is none to remove
  os::File file_;
};

/// Stages the chunks for `path` and commits them. Errors: those of StagedFile::write and StagedFile::commit.
Outcome write_file_atomically(const std::filesystem::path& path, std::span<const std::span<const std::byte>> chunks);

}  // namespace portolan
