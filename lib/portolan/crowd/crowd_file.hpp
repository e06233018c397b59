// SPDX-License-Identifier: BSL-1.0
// Crowds as bytes: saved with a game, compared between machines, and gone on with.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/crowd/crowd.hpp"
#include "portolan/world/overlay.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace portolan {

/// Writes down between two calls all that decides what units do next: where they are and are going, their orders, who
/// decides before whom, the tick, and the hash of all moves so far. A crowd of the same world, profiles and options
/// that reads it does what the other one goes on to do, tick by tick; only CrowdOptions::distance_tiles may differ.
/// Costs to goals are not in it, but worked out again. What is read may come from anybody: it is refused, or is a
/// state in which all that Crowd holds to at every tick is true, save that moves under way need not be legal steps. No
/// other call of the crowd meanwhile.
class CrowdFile {
 public:
  /// 200 bytes a unit, for units that turn 40 and 24 a stretch of their way, for units with plans two a step that is
  /// left; O(that), and O(edited blocks). @throws std::bad_alloc
  [[nodiscard]] static std::vector<std::byte> bytes_of(const Crowd& crowd);
  /// Tells states apart: XXH3-64 of bytes_of. @throws std::bad_alloc
  [[nodiscard]] static std::uint64_t hash_of(const Crowd& crowd);
  /// Makes the crowd the one that the bytes hold, on the overlay that was in use when they were written or one with the
  /// same edits, refreshed as far as one likes; nullptr if none was. Errors, after which the crowd is as before:
  /// corrupt, unsupported (version), usage (another world file, profiles, options or overlay). O(bytes), and
  /// Crowd::use. @throws as that, and then the crowd is as before, but walks the file
  static Outcome read(std::span<const std::byte> bytes, std::shared_ptr<const Overlay> overlay, Crowd& crowd);

 private:
  struct Decoder;
};

}  // namespace portolan
