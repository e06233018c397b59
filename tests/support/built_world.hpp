// SPDX-License-Identifier: BSL-1.0
// Worlds built in memory, and paths walked leg by leg under the eyes of the oracle.
#pragma once

#include "portolan/offline/build_world.hpp"
#include "portolan/world/world.hpp"
#include "support/asker.hpp"
#include "support/oracle.hpp"
#include "support/random_world.hpp"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace portolan::test {

/// The bytes of a world file and the World that reads them.
class BuiltWorld {
 public:
  /// Builds a world for several profiles, with one thread unless told otherwise. @throws std::runtime_error if the
  /// build or the opening fails.
  BuiltWorld(const TileMap& map, std::span<const MovementProfile> profiles, const BuildOptions& options = one_thread());
  /// Builds a world for one profile, with one thread unless told otherwise. @throws std::runtime_error if the build or
  /// the opening fails.
  BuiltWorld(const TileMap& map, const MovementProfile& profile, const BuildOptions& options = one_thread())
      : BuiltWorld(map, std::span(&profile, 1), options) {}

  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_.span(); }
  /// Options for one thread, otherwise the defaults.
  [[nodiscard]] static BuildOptions one_thread();
  /// Options for one thread and every index there is.
  [[nodiscard]] static BuildOptions all_indexes();

 private:
  AlignedBytes bytes_;
  World world_;
};

/// Options for one thread, and all indexes, those that fit into so many bytes, with blocks left out, labels alone, or
/// none.
[[nodiscard]] BuildOptions random_indexes(Rng& rng);

/// The file of a board, built with one thread and these indexes. @throws std::runtime_error if that fails
[[nodiscard]] AlignedBytes board_bytes(const Board& board, std::set<IndexKind> indexes);

/// A copy of a file's bytes, to be tampered with.
[[nodiscard]] AlignedBytes copy_of(std::span<const std::byte> bytes);
/// Makes header and table consistent again after tampering. The bytes must hold both.
void fix_frame_checksum(std::span<std::byte> bytes);

/// All legs of a path, joined.
struct Walk {
  std::string fault;  ///< empty, or what is wrong with the first bad leg
  std::vector<Tile> tiles;
  std::vector<std::size_t> by_link;  ///< which of the tiles are left by a link
  Cost cost = 0;                     ///< sum of the legs' own costs
  std::size_t legs = 0;
  std::uint64_t most_states = 0;  ///< most states settled for one leg
};

/// Asks for every leg of the path that `result` reports; they must join waypoint to waypoint.
[[nodiscard]] Walk walk(test::Asker& query, const test::Found& result);

/// Asks again, to be unpacked leg by leg. Empty if that is the path walked before, else what is different.
[[nodiscard]] std::string unpacking_fault(test::Asker& query, PathRequest request, const Walk& before);

/// The cost of a path, by a link where `by_link` says so, else by a step from each tile to the next; kInfiniteCost if
/// one of them is not legal.
[[nodiscard]] Cost cost_of(const Oracle& oracle, std::span<const Tile> path, std::span<const std::size_t> by_link = {});

}  // namespace portolan::test
