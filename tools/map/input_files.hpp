// SPDX-License-Identifier: BSL-1.0
// The files that a world file is made of, for build systems.
#pragma once

#include "portolan/core/file.hpp"
#include "portolan/core/result.hpp"
#include "portolan/formats/file.hpp"
#include "portolan/formats/memory_limit.hpp"

#include <filesystem>
#include <set>
#include <string>

namespace portolan::tools {

/// Reads files and takes note of those that could be read, by the paths that they were read from.
class InputFiles {
 public:
  /// Reads a whole file. Errors: those of read_file; limit (the file is larger than `memory`), before it is read.
  Result<std::string> read(const std::filesystem::path& path, FileOrigin origin, std::uint64_t memory = kAnyMemory);

  /// Opens a file that is read piece by piece. Errors: those of PieceFile::open.
  Result<PieceFile> open(const std::filesystem::path& path);

  /// Whether the file at a path was read, by this path or by another. O(files).
  [[nodiscard]] bool holds(const std::filesystem::path& path) const;

  /// Writes the rule `output: inputs`, sorted, as compilers write such rules for make, Ninja and CMake's DEPFILE, for
  /// the caller to commit; names that these cannot hold, such as those with `;`, are written as they are. Errors: io,
  /// unsupported (a name with the end of a line).
  [[nodiscard]] Result<StagedFile> stage_rule(const std::filesystem::path& depfile,
                                              const std::filesystem::path& output) const;

 private:
  std::set<std::string> names_;
};

/// The error (usage) for an output that was an input.
[[nodiscard]] Error written_over(const std::filesystem::path& path);

/// Whether two paths lead to one file, which need not exist.
[[nodiscard]] bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace portolan::tools
