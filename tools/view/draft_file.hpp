// SPDX-License-Identifier: BSL-1.0
// The one file that a page may write: what is drawn on it.
#pragma once

#include "portolan/core/result.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace portolan::tools {

/// A file that is written over only while it holds what it did when it was last read or written here. One call at a
/// time.
class DraftFile {
 public:
  /// `content` is what was read from the path; nothing: there must be no file yet. Errors: usage (there is one, or no
  /// folder for it), those of check_output.
  static Result<DraftFile> at(std::filesystem::path path, std::optional<std::string> content);

  /// Without folders.
  [[nodiscard]] std::string name() const { return path_.filename().string(); }
  /// Writes the text in place of the file, whole or not at all. Errors: usage (somebody else has written, made or
  /// removed the file), io; the file is as it was then. What others write in the moment between the comparison and the
  /// replacement is lost.
  Outcome save(std::string_view text);

 private:
  DraftFile(std::filesystem::path path, std::optional<std::string> content)
      : path_(std::move(path)), content_(std::move(content)) {}

  std::filesystem::path path_;
  std::optional<std::string> content_;
};

}  // namespace portolan::tools
