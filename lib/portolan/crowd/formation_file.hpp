// SPDX-License-Identifier: BSL-1.0
// Formations as bytes: saved with the crowd of their units, and gone on with.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/crowd/formation.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// Writes down between two calls all that decides what a formation does next. One that reads it, with a guide of the
/// same world file and profile, goes on as the other one does, if its crowd does so too (CrowdFile, which is to be read
/// first). What is read may come from anybody: it is refused, or is a state that a formation of the crowd may have.
class FormationFile {
 public:
  /// 56 bytes a member, 8 a slot of the shape and of the goal, 32 a tile of the way. @throws std::bad_alloc
  [[nodiscard]] static std::vector<std::byte> bytes_of(const Formation& formation);
  /// Tells states apart: XXH3-64 of bytes_of. @throws std::bad_alloc
  [[nodiscard]] static std::uint64_t hash_of(const Formation& formation);
  /// Makes the formation the one that the bytes hold, instead of the members before, which keep the paces that they
  /// have. Errors, after which it is as before: corrupt (also if members are of another profile), unsupported
  /// (version), usage (another world file or profile). O(bytes * log). @throws std::bad_alloc; then it is as before
  static Outcome read(std::span<const std::byte> bytes, const Crowd& crowd, Formation& formation);

 private:
  struct Decoder;
};

}  // namespace portolan
