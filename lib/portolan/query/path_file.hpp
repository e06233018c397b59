// SPDX-License-Identifier: BSL-1.0
// Paths as bytes: saved, compared, sent to another machine and walked there.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/query/path.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace portolan {

/// Writes paths down with how far they have been walked, and reads them again: FORMAT.md, "Path files". One that was
/// read is walked as the one that was written, on any machine that has the same world file, byte by byte; if it was
/// found with edits, on an overlay with the same. That it was proven the least is not written: LegWalker::still_valid
/// tells no bound of it any more. What is read may come from anybody: it is refused, or its legs lead over legal steps
/// and links of the world that join each other. Of a path of points only that they lie on the map is checked, and not
/// that the way between them is free. Any thread; no two on one path.
class PathFile {
 public:
  /// The same for equal paths, whatever memory they are in. 96 bytes, and 8 to 48 for each of what the path holds.
  /// @throws std::bad_alloc
  [[nodiscard]] static std::vector<std::byte> bytes_of(const Path& path);
  /// Tells paths apart: XXH3-64 of bytes_of. @throws std::bad_alloc
  [[nodiscard]] static std::uint64_t hash_of(const Path& path);
  /// Makes `path` the one that the bytes hold. Where its room is too small nothing is read: PathQuery::room() is always
  /// enough, and a path that was whole needs as much while it is walked. Errors, after which `path` is as before:
  /// corrupt, unsupported (version, byte order), usage (found on another world file), limit (room). O(bytes).
  static Outcome read(const World& world, std::span<const std::byte> bytes, Path& path);

  /// Writes bytes_of to a file, which is as before or whole. Error: io. @throws std::bad_alloc
  static Outcome save(const Path& path, const std::filesystem::path& file);
  /// Reads a file. Errors: io, and those of read(); they name the file. @throws std::bad_alloc
  static Outcome load(const World& world, const std::filesystem::path& file, Path& path);

 private:
  using State = Path::State;
  struct Contents;
  static std::string fault(const World& world, const Contents& contents);
  static std::string sight_fault(const World& world, const Contents& contents);
  static std::string arcs_fault(const World& world, const Contents& contents);
};

}  // namespace portolan
