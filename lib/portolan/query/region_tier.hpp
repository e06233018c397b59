// SPDX-License-Identifier: BSL-1.0
// The region tier of a profile as queries see it: that of the file, or what an overlay has made of it.
#pragma once

#include "portolan/query/coarse_links.hpp"
#include "portolan/query/edited_graph.hpp"
#include "portolan/query/edited_regions.hpp"
#include "portolan/regions/level_graph.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <cstddef>
#include <span>

namespace portolan {

/// What searches and unpackers of one profile share, read by one thread at a time.
class RegionTier {
 public:
  /// `grid` is that of the profile, or what an overlay makes of it, and so are `links`. All must outlive it.
  /// @throws std::bad_alloc
  RegionTier(const ProfileView& profile, const GridView& grid, const OpenLinks& links);
  RegionTier(const RegionTier&) = delete;
  RegionTier& operator=(const RegionTier&) = delete;

  /// Takes the regions of the overlay that the grid shows, which must outlive their use. @throws as
  /// EditedRegions::assign
  void use(std::span<const DirtyRegion> dirty, std::span<const RefreshedRegion> refreshed) {
    regions_.assign(dirty, refreshed);
  }
  void use_file() noexcept { regions_.clear(); }

  /// Which of the dirty regions are shown as the file has them: none, unless a search hides some.
  [[nodiscard]] EditedRegions& edited_regions() noexcept { return regions_; }
  [[nodiscard]] const EditedRegions& edited_regions() const noexcept { return regions_; }

  /// Returns visit(graph) for the graph in use, a CoarseGraph.
  template <class Visit>
  decltype(auto) with_graph(Visit&& visit) const {
    return regions_.empty() ? visit(file_) : visit(edited_);
  }
  [[nodiscard]] NodeId nodes() const noexcept { return regions_.empty() ? file_.size() : edited_.size(); }
  /// For how many nodes to make room where nodes() do not fit: for as many edited regions again, and some hundred.
  [[nodiscard]] std::size_t ample_nodes() const noexcept;
  /// A bound of the arcs and legs of any path: one that is least passes no node of the file and no end of a link twice,
  /// and in an edited region whose tiles are nodes it goes otherwise from border to border.
  [[nodiscard]] std::size_t most_arcs() const noexcept { return arcs_for(regions_.size()); }
  /// A bound of the arcs and legs of any path with as many edited regions as ample_nodes() has room for.
  [[nodiscard]] std::size_t ample_arcs() const noexcept { return arcs_for(ample_regions()); }

  [[nodiscard]] const GridView& grid() const noexcept { return grid_; }
  [[nodiscard]] const CoarseLinks& links() const noexcept { return links_; }
  [[nodiscard]] const RegionLayout& layout() const noexcept { return profile_.regions.topology.layout; }
  [[nodiscard]] int levels() const noexcept { return profile_.regions.topology.levels; }
  /// Those of the file, for what it has of the graph.
  [[nodiscard]] const RegionLandmarks& landmarks() const noexcept { return profile_.regions.landmarks; }
  /// What there are inside one region: none where edited terrain is shown.
  [[nodiscard]] RegionLandmarks landmarks_in(int level, RegionIndex r) const noexcept {
    return regions_.throughout_as_in_file(level, r) ? profile_.regions.landmarks : RegionLandmarks{};
  }
  /// Whether islands of the file say what the graph joins.
  [[nodiscard]] bool islands_decide() const noexcept { return shows_file() && links_.open().keep_islands_whole(); }
  /// Whether nothing is shown that edits have changed.
  [[nodiscard]] bool shows_file() const noexcept { return regions_.empty() || regions_.as_in_file(); }

 private:
  [[nodiscard]] std::size_t ample_regions() const noexcept;
  [[nodiscard]] std::size_t arcs_for(std::size_t edited_regions) const noexcept;

  const ProfileView& profile_;
  const GridView& grid_;
  LevelGraph file_;
  EditedRegions regions_;
  EditedGraph edited_;
  CoarseLinks links_;
};

}  // namespace portolan
