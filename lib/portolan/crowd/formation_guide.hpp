// SPDX-License-Identifier: BSL-1.0
// Who knows the ground for formations: the way of the leader, how much room there is beside it, and where all stand at
// its end.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/crowd/formation_shape.hpp"
#include "portolan/crowd/tile_table.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace portolan {

/// Whether a formation goes around by a wider road.
struct FormationGuideOptions {
  /// A profile whose footprint is as wide as formations are to be; none: they go by the way of their units.
  std::optional<std::size_t> wide_profile = {};
  /// Its way is taken if it costs no more than that many times the way of the units. Both numbers 1 to 65,535.
  Ratio most_detour{6, 5};
};

/// A tile of the leader's way.
struct FormationWayTile {
  Tile tile{};
  Heading heading = Heading::north;  ///< of the way around here
  /// Slots of a rank that units can come to beside the leader: bit k - 1 is slot k to that side.
  std::uint64_t left = 0;
  std::uint64_t right = 0;
  friend bool operator==(const FormationWayTile&, const FormationWayTile&) = default;
};

/// What formations of one profile of a world ask about the ground; one serves all of them. Takes what one PathQuery and
/// one LegWalker do, or two of each, and while it is asked memory for the way and for the tiles that it sees. One
/// thread at a time. Keeps the World alive.
class FormationGuide {
 public:
  /// @throws std::invalid_argument if a profile is not of the world, at any angle or has headings, the map has moves,
  /// or a number of the options is beyond its bounds; std::bad_alloc
  FormationGuide(const World& world, std::size_t profile, const FormationGuideOptions& options = {});

  /// From now on for the world as the overlay shows it, which must be the one that the crowd uses; nullptr: as the file
  /// has it. Formations that are on their way go on by it; one whose way is cut by it says so. @throws as
  /// PathQuery::use; then it is as if nullptr had been given
  void use(std::shared_ptr<const Overlay> overlay);

  [[nodiscard]] std::size_t profile() const noexcept { return snapshot_.number(); }
  [[nodiscard]] const ProfileSnapshot& snapshot() const noexcept { return snapshot_; }
  [[nodiscard]] std::int32_t footprint() const noexcept { return snapshot_.profile().rules.footprint; }

  /// The leader's way, and for each tile which slots across it a shape of this width can use: those that the way there
  /// leads to within two steps more than in a straight line, over a strip of two tiles before and behind the rank.
  /// Statuses are those of PathQuery::find; the cost is that of the way. O(path), and for each of its tiles O(width).
  /// @throws std::bad_alloc
  Answer find_way(Tile from, Tile to, const FormationShape& shape, std::vector<FormationWayTile>& way);

  /// Tiles for the slots of a shape around a goal, and for as many more as `count` says, by slot: that of the slot
  /// where one can stand there and the way from the goal is at most two and a half times as long as in a straight line,
  /// and four steps; else one within two steps of it; else the nearest by way from the goal that is left. No two bodies
  /// on them touch the same tile. False if there are not as many. O(count * spacing^2 + tiles within the shape).
  /// @throws std::bad_alloc
  bool place(Tile goal, Heading heading, const FormationShape& shape, std::size_t count, std::vector<Tile>& tiles);

  /// What a step or a link costs; kInfiniteCost if it is none. O(1).
  [[nodiscard]] Cost step(Tile from, Tile to) const noexcept;

 private:
  /// One who finds ways.
  struct Finder {
    Finder(const World& world, std::size_t profile)
        : query(world, profile), walker(world, profile), path(query.room()) {}
    PathQuery query;
    LegWalker walker;
    Path path;
  };
  Answer walk(Finder& finder, const PathRequest& request, std::vector<Tile>& tiles);
  [[nodiscard]] std::optional<Cost> cost_of(const std::vector<Tile>& tiles) const noexcept;
  void take_wide_way(Tile from, Tile to, Cost narrow, Answer& answer);
  void measure(FormationWayTile& way, std::int32_t slots, std::int32_t spacing);

  ProfileSnapshot snapshot_;
  FormationGuideOptions options_;
  std::unique_ptr<Finder> narrow_;
  std::unique_ptr<Finder> wide_;
  std::int32_t wide_footprint_ = 1;
  std::vector<Tile> tiles_;   ///< of the way
  std::vector<Tile> joined_;  ///< of the wide one
  std::vector<Tile> open_;    ///< of a flood
  crowd::TileTable reached_;  ///< steps of a flood
  crowd::TileTable taken_;    ///< by placed units
};

}  // namespace portolan
