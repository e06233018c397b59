// SPDX-License-Identifier: BSL-1.0
// Whole games as bytes: all that lives in their worlds, saved as one value and gone on with.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/crowd/crowd.hpp"
#include "portolan/crowd/formation.hpp"
#include "portolan/query/patrol.hpp"
#include "portolan/service/path_service.hpp"
#include "portolan/world/influence.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/veil.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace portolan {

/// A formation, and the crowd of its members, which is among the game's.
struct GameFormation {
  Formation* formation = nullptr;
  Crowd* crowd = nullptr;
};

/// What lives in a game, each kind in an order of the game's own, which is the same when it saves and when it loads. No
/// pointer may be null, and none may stand twice.
struct GameParts {
  std::vector<World> worlds = {};       ///< every one that a part is of
  std::vector<Overlay*> overlays = {};  ///< that the game edits
  std::vector<Veil*> veils = {};        ///< each with its truth, by which it is among the worlds
  std::vector<Influence*> influences = {};
  std::vector<Patrol*> patrols = {};
  std::vector<Crowd*> crowds = {};  ///< with the overlays that they walk
  std::vector<GameFormation> formations = {};
  std::vector<PathService*> services = {};  ///< with the overlays that they show
  /// What the game's own queries, walkers, fields and guides of formations use, which may be nullptr. They are to use
  /// it again after reading.
  std::vector<std::shared_ptr<const Overlay>*> snapshots = {};
};

/// Writes down between two calls all that decides what a game's parts do next. A game that has parts of the same world
/// files, profiles and options in the same order, and reads it, goes on with the same ticks, hashes, answers and work:
/// services of any number of threads, crowds with any CrowdOptions::distance_tiles. Each overlay is stored once, with
/// the regions that are refreshed in it, however many parts use it; those that were equal are one afterwards, and are
/// shared. Equal states of equal games make equal bytes on every machine.
///
/// What is read may come from anybody. It is refused, and nothing of the game has changed; or each part is in a state
/// that it may have, by the rules of OverlayState, Veil::from_overlay, InfluenceFile, CrowdFile, FormationFile and
/// ServiceFile. Memory is bounded by what the parts may take and by the length of the bytes. Reports of the parts' last
/// ticks do not hold any more, even if it is refused. No other call of any part meanwhile.
///
///     const GameParts game{.worlds = {town, blank}, .overlays = {&edits}, .veils = {&veil}, .crowds = {&crowd}};
///     if (!GameFile::save(game, "slot1.game")) complain();
///     ...
///     if (!GameFile::load("slot1.game", game)) complain();    // the same parts, or new ones made alike
class GameFile {
 public:
  /// The longest file that is loaded.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;

  /// What OverlayState makes of each overlay, and the other files of their parts. Errors (usage): a part is of a world
  /// that is not among the game's, or a formation of a crowd that is not. @throws std::bad_alloc
  [[nodiscard]] static Result<std::vector<std::byte>> bytes_of(const GameParts& game);
  /// Tells states apart: XXH3-64 of bytes_of. Errors and exceptions as that.
  [[nodiscard]] static Result<std::uint64_t> hash_of(const GameParts& game);
  /// Makes the parts those that the bytes hold. Errors, after which all is as before: corrupt, unsupported (version),
  /// usage (another game: other world files, numbers of parts, profiles or options; or as of bytes_of). O(bytes), what
  /// was refreshed is customised again (0.2 to a few ms a region), and Crowd::use and PathService::show for each
  /// overlay. @throws std::bad_alloc; then all is as before too, unless memory does not do for that either: then each
  /// crowd and service is as before, as in the bytes or as when it was made, on its overlay or on the file, and the
  /// game is to be read again
  static Outcome read(std::span<const std::byte> bytes, const GameParts& game);

  /// Writes bytes_of into a file, atomically and durably (core/file.hpp). Errors: as of bytes_of; io.
  [[nodiscard]] static Outcome save(const GameParts& game, const std::filesystem::path& path);
  /// Reads it. Errors: as of read; io; limit (longer than kMostBytes).
  static Outcome load(const std::filesystem::path& path, const GameParts& game);

 private:
  class Writer;
  class Reader;
};

}  // namespace portolan
