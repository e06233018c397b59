// SPDX-License-Identifier: BSL-1.0
// A query, a walker and a path with room for all, for tests that ask and walk in turn.
#pragma once

#include "portolan/query/leg_walker.hpp"
#include "portolan/query/path_query.hpp"

#include <functional>
#include <memory>
#include <span>
#include <utility>

namespace portolan::test {

/// What was answered, with a view of the path; it holds until the next question.
struct Found : PathResult {
  std::span<const Tile> waypoints;
  std::span<const LinkHop> hops;
  std::span<const Point> points;
};

/// All on one snapshot.
class Asker {
 public:
  Asker(const World& world, std::size_t profile, Baseline baseline = Baseline::without)
      : query_(world, profile, baseline), walker_(world, profile), path_(query_.room()) {}

  void use(const std::shared_ptr<const Overlay>& overlay) {
    query_.use(overlay);
    walker_.use(overlay);
    const PathRoom room = query_.room();
    if (room.arcs > path_.room().arcs) path_ = Path(room);
  }
  Found find(const PathRequest& request) noexcept { return found(query_.find(request, path_)); }
  Found find_between(const PointRequest& request) noexcept { return found(query_.find_between(request, path_)); }
  [[nodiscard]] const LegCounts& leg_counts() const noexcept { return walker_.counts(); }
  LegStatus next_leg(Leg& leg) noexcept { return walker_.next(path_, leg); }
  void visit_search(const std::function<void(Point, bool)>& visit) const { query_.visit_search(visit); }
  [[nodiscard]] std::span<const std::size_t> opened_regions() const noexcept { return query_.opened_regions(); }
  [[nodiscard]] const ProfileView& profile() const noexcept { return query_.profile(); }

 private:
  [[nodiscard]] Found found(const PathResult& result) const noexcept {
    return {result, path_.waypoints(), path_.hops(), path_.points()};
  }

  PathQuery query_;
  LegWalker walker_;
  Path path_;
};

}  // namespace portolan::test
