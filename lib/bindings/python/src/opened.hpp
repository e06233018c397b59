// SPDX-License-Identifier: BSL-1.0
// A world that is open, with the queries that its calls share.
#pragma once

#include "errors.hpp"
#include "pool.hpp"
#include "portolan/offline/world_image.hpp"
#include "portolan/query/batch_query.hpp"
#include "portolan/query/board_query.hpp"
#include "portolan/query/bounded_query.hpp"
#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include <sys/types.h>

namespace portolan::python {

using Snapshot = std::shared_ptr<const Overlay>;

/// What finds one path at a time, for one profile.
struct PathFinder {
  PathFinder(const World& world, std::size_t number)
      : profile(number), query(world, number), path(query.room()), walker(world, number) {}
  /// From now on answers for the snapshot; nullptr: for the file. @throws as PathQuery::use, and then it is the file
  void use(const Snapshot& snapshot);

  std::size_t profile;
  PathQuery query;
  Path path;
  LegWalker walker;
  Snapshot used;
};

/// Gives a path room for all that the query can find; edits may make paths longer than any that the file has.
/// @throws std::bad_alloc
template <class Query>
void make_room(const Query& query, Path& path) {
  const PathRoom wanted = query.room();
  const PathRoom room = path.room();
  const bool fits = wanted.waypoints <= room.waypoints && wanted.hops <= room.hops && wanted.arcs <= room.arcs &&
                    wanted.points <= room.points;
  if (!fits) path = Path(wanted);
}

/// Has a query answer for a snapshot, unless it does already. Where that throws, it answers for none that is known.
template <class Query>
void keep_up(Query& query, Snapshot& used, const Snapshot& snapshot) {
  if (used == snapshot) return;
  used = nullptr;
  query.use(snapshot);
  used = snapshot;
}

/// What finds one path of bounded excess at a time, for one profile.
struct BoundedFinder {
  BoundedFinder(const World& world, std::size_t number) : profile(number), query(world, number), path(query.room()) {}
  void use(const Snapshot& snapshot) {
    keep_up(query, used, snapshot);
    make_room(query, path);
  }

  std::size_t profile;
  BoundedQuery query;
  Path path;
  Snapshot used;
};

/// What finds many costs at a time, for one profile and number of threads, in the process that made it: where that has
/// forked, the other one has a copy without its threads, which it neither asks nor destroys.
struct BatchFinder {
  BatchFinder(const World& world, std::size_t number, unsigned wanted, pid_t maker)
      : profile(number), threads(wanted), process(maker), query(std::make_unique<BatchQuery>(world, number, wanted)) {}
  BatchFinder(const BatchFinder&) = delete;
  BatchFinder& operator=(const BatchFinder&) = delete;
  ~BatchFinder();
  [[nodiscard]] bool fits(std::size_t number, unsigned wanted, pid_t asker) const noexcept {
    return profile == number && threads == wanted && process == asker;
  }
  void use(const Snapshot& snapshot) { keep_up(*query, used, snapshot); }

  std::size_t profile;
  unsigned threads;  ///< as asked for
  pid_t process;
  std::unique_ptr<BatchQuery> query;
  Snapshot used;
};

/// What answers one question of a board at a time.
struct BoardFinder {
  explicit BoardFinder(const World& world) : query(world) {}
  void close(AreaClosures wanted);

  BoardQuery query;
  AreaClosures closed;
};

/// The queries of a map, all of which answer for the file, or all for the edits of one overlay.
struct MapFinders {
  Pool<PathFinder> paths;
  Pool<BoundedFinder> bounded;
  Pool<BatchFinder> batches;
};

/// A world with the bytes that it views, if it was built in memory. The queries go before the world, which goes before
/// the bytes.
struct OpenWorld {
  explicit OpenWorld(World opened) : world(std::move(opened)) {}
  explicit OpenWorld(AlignedBytes built)
      : bytes(std::move(built)), world(take(World::view(std::as_const(*bytes).span()))) {}

  std::optional<AlignedBytes> bytes;
  World world;
  MapFinders finders;
  Pool<BoardFinder> boards;
};

/// A map as it is to be asked about: a world as its file has it, or as an overlay shows it.
struct Ground {
  const World& world;
  MapFinders& finders;
  Snapshot snapshot;  ///< nullptr: as the file has it
};

}  // namespace portolan::python
