// SPDX-License-Identifier: BSL-1.0
// Threats as bytes: saved with a game, compared between machines, and gone on with.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/world/influence.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace portolan {

/// Writes down all that decides what an Influence does next: its threats, their ages, their numbers, and what they have
/// added to the overlay that apply() brings them into, which is saved beside it. One that is read does what the other
/// goes on to do. What is read may come from anybody: it is refused, or is a state that an Influence may have, whatever
/// the overlay then shows. No other call of the influence meanwhile; none after an apply() that threw, before one that
/// did not.
class InfluenceFile {
 public:
  /// 100 bytes a threat, and one for each tile of its disc. @throws std::bad_alloc
  [[nodiscard]] static std::vector<std::byte> bytes_of(const Influence& influence);
  /// Tells states apart: XXH3-64 of bytes_of. @throws std::bad_alloc
  [[nodiscard]] static std::uint64_t hash_of(const Influence& influence);
  /// What the bytes hold, on the world of another one and with the same opaque terrains. Errors: corrupt, unsupported
  /// (version), usage (another world file or other opaque terrains). O(bytes), and 4 KB for each block of tiles that a
  /// disc meets. @throws std::bad_alloc
  [[nodiscard]] static Result<Influence> read(std::span<const std::byte> bytes, const Influence& like);

 private:
  class Reader;
};

}  // namespace portolan
