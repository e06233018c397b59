// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/region_tier.hpp"

namespace portolan {
namespace {

/// A path has a leg to the first node and one from the last.
constexpr std::size_t kEnds = 2;

}  // namespace

RegionTier::RegionTier(const ProfileView& profile, const GridView& grid, const OpenLinks& links)
    : profile_(profile),
      grid_(grid),
      file_(profile.regions.topology),
      regions_(profile.regions.topology, file_.size()),
      edited_(file_, regions_, grid),
      links_(links, profile.regions.topology) {}

std::size_t RegionTier::ample_regions() const noexcept {
  return regions_.empty() ? 0 : 2 * regions_.size() + 256;
}

std::size_t RegionTier::ample_nodes() const noexcept {
  return file_.size() + ample_regions() * EditedRegions::kTilesPerRegion;
}

std::size_t RegionTier::arcs_for(std::size_t edited_regions) const noexcept {
  // Ends of links that edits have opened are nodes that the file has not.
  const std::size_t opened = edited_regions == 0 ? 0 : links_.open().table().link_ends().size();
  return file_.size() + kEnds + opened + edited_regions * kBorderTiles;
}

}  // namespace portolan
