// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/patrol.hpp"

namespace portolan {

PatrolLeg Patrol::next(PathQuery& query, PathRequest request, Path& path) noexcept {
  PatrolLeg leg{.path = {}, .stop = turn_};
  const std::uint64_t budget = request.max_expansions;
  for (std::size_t i = 0; i < stops_.size(); ++i) {
    const std::size_t stop = (turn_ + i) % stops_.size();
    request.to = stops_[stop];
    request.max_expansions = budget - leg.work;
    leg.path = query.find(request, path);
    leg.work += leg.path.work;
    if (has_path(leg.path.status)) {
      leg.stop = stop;
      turn_ = (stop + 1) % stops_.size();
      return leg;
    }
    if (leg.path.status != Status::unreachable && leg.path.status != Status::bad_goal) return leg;
  }
  return leg;
}

}  // namespace portolan
