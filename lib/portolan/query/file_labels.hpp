// SPDX-License-Identifier: BSL-1.0
// What the labels of a world's file are worth to those who ask for costs block by block.
#pragma once

#include "portolan/query/profile_snapshot.hpp"

#include <algorithm>

namespace portolan {

/// Whether the file's labels answer for all ways, as LabelTiles takes them: those of a waypoint graph without links. On
/// the grid only those of blocks are faster than a search.
[[nodiscard]] inline bool labels_serve(const ProfileSnapshot& snapshot) noexcept {
  const ProfileView& profile = snapshot.profile();
  if (!profile.sight || !profile.sight->graph || !profile.sight->labels || !profile.links.empty()) return false;
  return snapshot.any_angle() || profile.sight->blocks.has_value();
}

/// Whether edits may have lowered a cost. Where they have not, costs of the file are consistent lower bounds.
[[nodiscard]] inline bool eases(const ProfileSnapshot& snapshot) noexcept {
  const auto dirty = snapshot.dirty();
  return std::any_of(dirty.begin(), dirty.end(),
                     [](const DirtyRegion& region) { return region.eased.width() > 0 && region.eased.height() > 0; });
}

}  // namespace portolan
