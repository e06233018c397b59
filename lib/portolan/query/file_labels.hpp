// SPDX-License-Identifier: BSL-1.0
// The labels of a world's file, for those who ask for costs block by block.
#pragma once

#include "portolan/query/profile_snapshot.hpp"
#include "portolan/waypoints/label_tiles.hpp"

#include <optional>

namespace portolan {

/// Makes what takes costs from the file's labels, where these answer for all ways: where they are those of a waypoint
/// graph without links. On the grid only those of blocks are faster than a search. The snapshot must outlive it.
/// @throws std::bad_alloc
inline void take_labels(const ProfileSnapshot& snapshot, std::optional<LabelTiles>& labels) {
  const ProfileView& profile = snapshot.profile();
  if (!profile.sight || !profile.sight->graph || !profile.sight->labels || !profile.links.empty()) return;
  const SightTierView& sight = *profile.sight;
  if (!snapshot.any_angle() && !sight.blocks) return;
  labels.emplace(sight.space, *sight.graph, *sight.labels, sight.blocks ? &*sight.blocks : nullptr);
}

}  // namespace portolan
