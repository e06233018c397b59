// SPDX-License-Identifier: BSL-1.0
// The coarse tier: A* over the region levels of a world file, unpacked to legs that each lie in one region of level 0.
//
// The graph searched is that of the largest regions that contain neither end ("opened" regions are replaced by the four
// below them), so far from both ends a settled portal's arcs cross hundreds of tiles at once (Delling et al., 2011).
// Within the level-0 regions around an end, the least costs on the tiles link it to their portals. Exact for any
// terrain costs. What is expected of the rest of a path is its distance in the plane, the cheapest links, or what
// landmarks say (region_landmarks.hpp). Where an overlay has edits, regions that hold some are opened too, down to
// tiles that are searched as nodes (edited_regions.hpp). Links join nodes of all levels, whichever regions they lie in.
// Where islands do not say what can be reached, with edits, links that lead one way and closed ones, a flood from the
// goal goes on in turn with the search, until the two meet or one of them has seen all that there is on its side.
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/query/access_costs.hpp"
#include "portolan/query/edited_regions.hpp"
#include "portolan/query/link_bound.hpp"
#include "portolan/world/world.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// One leg of a coarse path: from tile to tile inside one region of level 0, at the least cost there, or by a link.
struct RouteLeg {
  Tile from{};
  Tile to{};
  RegionIndex region;
  Cost cost = 0;
  LinkId link = kNoLink;
};

/// The outcome of a coarse search.
struct Route {
  enum class End : std::uint8_t { found, exhausted, budget, corrupt };
  End end = End::exhausted;
  Cost cost = 0;             ///< if found
  std::uint64_t access = 0;  ///< passable tiles of the regions measured around the two ends
  std::uint64_t coarse = 0;  ///< portals, and tiles of edited regions, settled or flooded
};

/// What a step of unpacking brought.
enum class Unpacked : std::uint8_t { leg, done, budget, corrupt };

/// A reusable searcher over one profile's region tier. Reserves about 140 bytes a portal, committed only where searches
/// go; a search allocates nothing. One thread at a time; the world and the grid must outlive it.
class RegionSearch {
 public:
  /// `grid` is that of the profile, or what an overlay makes of it, and so are `links`, which must outlive the
  /// searcher.
  RegionSearch(const ProfileView& profile, const GridView& grid, const OpenLinks& links, const FloorStack& floors);
  RegionSearch(const RegionSearch&) = delete;
  RegionSearch& operator=(const RegionSearch&) = delete;

  /// Takes the regions of the overlay that the grid shows, which must outlive their use. Reserves about 200
  /// KB more a region. @throws as EditedRegions::assign
  void use(std::span<const DirtyRegion> dirty, std::span<const RefreshedRegion> refreshed);
  void use_file() noexcept { edited_.clear(); }
  /// Most legs that a route can have.
  [[nodiscard]] std::size_t most_legs() const noexcept { return arcs_.size(); }

  struct Request {
    Tile from;                     ///< passable
    Tile to;                       ///< passable
    Cost below = kInfiniteCost;    ///< only routes that cost less are of interest
    std::uint64_t expansions = 0;  ///< budget for access and coarse together
  };
  [[nodiscard]] Route search(const Request& request) noexcept;

  /// The route found last, leg by leg, unpacked as far as that takes. Settles at most `budget` portals, and deducts
  /// them; after anything but `leg` there are no more. O(levels) arcs unpacked a leg, each in one region.
  [[nodiscard]] Unpacked next_leg(RouteLeg& leg, std::uint64_t& budget) noexcept;

  /// Calls visit(Tile to, LinkId) for the pieces that the route found last consists of, in order, before legs are asked
  /// for: each is a link, or one leg or many.
  template <class Visit>
  void for_each_piece(Visit&& visit) const {
    if (first_.from != first_.to) visit(first_.to, kNoLink);
    for (std::size_t i = arc_count_; i-- > 0;) {
      if (tile_of(arcs_[i].from) != tile_of(arcs_[i].to)) visit(tile_of(arcs_[i].to), arcs_[i].link);
    }
    if (last_.from != last_.to) visit(last_.to, kNoLink);
  }

  /// Calls visit(Tile, settled) for the portals and tiles that the last search touched. O(portals, and tiles of edited
  /// regions).
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    for (NodeId node = 0; node < edited_.end_node(); ++node) {
      const bool has_tile = node < nodes_ || node >= first_tile_node();
      if (has_tile && labels_.touched(node)) visit(tile_of(node), labels_.slot(node) == kClosedSlot);
    }
  }

 private:
  /// The level of a dirty region that was not customised: its arcs are steps.
  static constexpr int kTileLevel = -1;
  /// The level of an arc that is a link; its region says nothing.
  static constexpr int kLinkLevel = -2;

  /// An arc to be unpacked, inside one region of a level. On kTileLevel a run of steps.
  struct Arc {
    NodeId from;
    NodeId to;
    Cost cost;
    RegionIndex region;
    int level;
    LinkId link;
  };
  struct LevelRegion {
    int level = 0;
    RegionIndex region;
    friend bool operator==(const LevelRegion&, const LevelRegion&) = default;
  };

  /// A node among the members of a region of the file.
  struct FileMember {
    std::span<const NodeId> members;
    std::size_t member = 0;
  };
  /// The arcs [first, last) of a level, or of a table.
  struct ArcRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };

  /// Up to four regions around a tile.
  struct RegionList {
    std::array<LevelRegion, 4> items;
    std::size_t count = 0;
    void add(const LevelRegion& region) noexcept {
      for (const LevelRegion& item : *this) {
        if (item == region) return;
      }
      items[count++] = region;
    }
    [[nodiscard]] const LevelRegion* begin() const noexcept { return items.data(); }
    [[nodiscard]] const LevelRegion* end() const noexcept { return items.data() + count; }
  };

  /// Parents of the first nodes: the start, in its k-th region.
  [[nodiscard]] NodeId start_node(std::uint32_t k) const noexcept { return nodes_ + 1 + k; }
  [[nodiscard]] bool is_start(NodeId node) const noexcept { return node > nodes_ && node < first_tile_node(); }
  [[nodiscard]] NodeId first_tile_node() const noexcept { return start_node(4); }
  [[nodiscard]] Tile tile_of(NodeId node) const noexcept {
    return node < nodes_ ? topology_.tiles[node] : edited_.tile(node);
  }

  /// The flood from the goal. Nodes wait in a queue whose links are the parents of unpack_labels_.
  struct GoalFlood {
    NodeId first = kNoNode;  ///< to be expanded next
    NodeId last = kNoNode;
    bool met = false;  ///< it touched a node that the search had touched
  };

  template <class Visit>
  [[nodiscard]] bool link_end(const Request& request, Tile end, std::optional<Tile> goal, Route& route,
                              Visit&& visit) noexcept;
  [[nodiscard]] int maximal_level(RegionIndex r) const noexcept;
  [[nodiscard]] RegionList maximal_regions(NodeId node) const noexcept;
  [[nodiscard]] RegionList edited_regions(NodeId node) const noexcept;
  [[nodiscard]] RegionList searched_regions(NodeId node) const noexcept {
    return edited_.empty() ? maximal_regions(node) : edited_regions(node);
  }
  [[nodiscard]] RegionList regions_inside(const Arc& arc, int level, NodeId node) const noexcept;
  [[nodiscard]] LevelRegion common_region(const Arc& arc) const noexcept;
  [[nodiscard]] bool is_mouth(NodeId node) const noexcept {
    return !links_.empty() && (node < end_mouth_ || node >= first_tile_node());
  }
  [[nodiscard]] NodeId node_of_mouth(Tile t) noexcept;
  template <class Visit>
  void for_each_link(NodeId node, Visit&& visit) noexcept;
  template <class Visit>
  void for_each_link_to(NodeId node, Visit&& visit) noexcept;
  [[nodiscard]] bool islands_decide() const noexcept { return edited_.empty() && links_.keep_islands_whole(); }
  [[nodiscard]] bool is_on_map(NodeId node) noexcept;
  /// None on edited terrain: what an edit adds to the graph has no distances.
  [[nodiscard]] RegionLandmarks landmarks() const noexcept {
    return edited_.empty() ? profile_.regions.landmarks : RegionLandmarks{};
  }
  [[nodiscard]] FileMember file_member(NodeId node, const LevelRegion& in) noexcept;
  [[nodiscard]] ArcRange file_arcs(const FileMember& from, int level) noexcept;
  template <class Visit>
  void for_each_arc(NodeId node, const LevelRegion& in, Visit&& visit) noexcept;
  [[nodiscard]] bool has_arc(NodeId from, NodeId to, Cost cost, const LevelRegion& in) noexcept;
  template <class Visit>
  void for_each_tile_step(NodeId node, RegionIndex in, Visit&& visit) const noexcept;
  template <class Visit>
  void for_each_edited_arc(NodeId node, const LevelRegion& in, Visit&& visit) noexcept;
  template <class Visit>
  void for_each_searched_arc(NodeId node, const LevelRegion& in, Visit&& visit) noexcept {
    edited_.empty() ? for_each_arc(node, in, visit) : for_each_edited_arc(node, in, visit);
  }

  void flood_to(NodeId node, GoalFlood& flood) noexcept;
  [[nodiscard]] std::uint64_t flood_on(std::uint64_t most, GoalFlood& flood) noexcept;
  template <class Search, class Expand>
  SearchOutcome run_with_flood(Search& search, GoalFlood& flood, const SearchLimits& limits, Expand&& expand) noexcept;
  void trace(const Request& request, Cost cost) noexcept;
  [[nodiscard]] bool unpack(const Arc& whole, std::uint64_t& budget) noexcept;
  [[nodiscard]] std::optional<LevelRegion> find_arc(NodeId from, NodeId to, Cost cost,
                                                    const RegionList& candidates) noexcept;
  void push_arc(NodeId from, NodeId to, Cost cost, const RegionList& candidates) noexcept;
  void push_arc(const Arc& arc) noexcept;
  [[nodiscard]] static bool continues(const Arc& step, const Arc& run) noexcept {
    return run.level == kTileLevel && run.region == step.region && run.from == step.to;
  }

  const ProfileView& profile_;
  const GridView& grid_;
  const RegionTopologyView& topology_;
  const OpenLinks& links_;
  LinkBound bound_;
  std::vector<NodeId> mouths_;  ///< find_mouth_nodes
  NodeId end_mouth_ = 0;        ///< one above the last of them
  NodeId nodes_;                ///< those of the file; also the id of the goal
  EditedRegions edited_;
  Rect around_from_{};
  Rect around_to_{};
  StampedLabels labels_;
  StampedLabels goal_links_;  ///< per portal the cost to the goal and, as its parent, in which of the goal's regions
  StampedLabels unpack_labels_;
  ZeroedArray<OpenEntry> open_;
  /// The route: a leg from the start, a stack of arcs still to be unpacked, a leg to the goal.
  RouteLeg first_;
  ZeroedArray<Arc> arcs_;
  std::size_t arc_count_ = 0;
  RouteLeg last_;
  enum class Stage : std::uint8_t { first, arcs, last, done } stage_ = Stage::done;
  std::size_t leg_count_ = 0;
  AccessCosts access_;
  bool corrupt_ = false;  ///< the current search met a value that points nowhere
};

}  // namespace portolan
