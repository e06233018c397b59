// SPDX-License-Identifier: BSL-1.0
// The coarse tier: A* over the region levels of a world file.
//
// The graph searched is that of the largest regions that contain neither end ("opened" regions are replaced by the four
// below them), so far from both ends a settled portal's arcs cross hundreds of tiles at once (Delling et al., 2011).
// Within the level-0 regions around an end, the least costs on the tiles link it to their portals. Exact for any
// terrain costs. What is expected of the rest of a path is its distance in the plane, the cheapest links, or what
// landmarks say (region_landmarks.hpp). Where an overlay has edits, regions that hold some are opened too, down to
// tiles that are searched as nodes (edited_graph.hpp), but those that only became dearer not before a path fails in
// them: until then their arcs are lower bounds, and a path that can be walked for their sum is a least one of all that
// meet nothing eased but in regions that are open; others are opened where bounds from area to area
// (edited_landmarks.hpp) do not prove that it costs more to go there. Links join
// nodes of all levels, whichever regions they lie in (coarse_links.hpp). Where islands do not say what can be reached,
// with edits, links that lead one way and closed ones, a flood from the goal goes on in turn with the search
// (goal_flood.hpp). Neither enters dead ends that hold neither end, where the file knows of some (graph/dead_ends.hpp).
#pragma once

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/stamped_labels.hpp"
#include "portolan/query/access_costs.hpp"
#include "portolan/query/coarse_route.hpp"
#include "portolan/query/edited_landmarks.hpp"
#include "portolan/query/goal_flood.hpp"
#include "portolan/query/link_bound.hpp"
#include "portolan/query/open_dead_ends.hpp"
#include "portolan/query/opened_regions.hpp"
#include "portolan/query/path_task.hpp"
#include "portolan/query/region_tier.hpp"
#include "portolan/query/region_unpacker.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// The outcome of a coarse search.
struct Route {
  enum class End : std::uint8_t { found, exhausted, budget, corrupt };
  End end = End::exhausted;
  Cost cost = 0;             ///< if found
  std::uint64_t access = 0;  ///< passable tiles of the regions measured around the two ends, and where paths may fail
  std::uint64_t coarse = 0;  ///< portals, and tiles of edited regions, settled or flooded
};

/// What the label of a node was reached from: another node, or the start by way of one of the regions around it.
class CoarseOrigin {
 public:
  [[nodiscard]] static constexpr CoarseOrigin node(NodeId node) noexcept { return CoarseOrigin(node); }
  /// `region` counts those of level 0 around the start, below kMostStarts.
  [[nodiscard]] static constexpr CoarseOrigin start(std::uint32_t region) noexcept {
    return CoarseOrigin(kFirstStart + region);
  }
  /// As labels keep it, and back.
  [[nodiscard]] constexpr NodeId packed() const noexcept { return packed_; }
  [[nodiscard]] static constexpr CoarseOrigin unpacked(NodeId packed) noexcept { return CoarseOrigin(packed); }

  /// The region, if it is the start.
  [[nodiscard]] constexpr std::optional<std::uint32_t> start_region() const noexcept {
    return packed_ >= kFirstStart ? std::optional(packed_ - kFirstStart) : std::nullopt;
  }
  /// The node, if it is none.
  [[nodiscard]] constexpr std::optional<NodeId> origin_node() const noexcept {
    return packed_ < kFirstStart ? std::optional(packed_) : std::nullopt;
  }

  static constexpr std::uint32_t kMostStarts = 4;

 private:
  static constexpr NodeId kFirstStart = kNoNode - kMostStarts;
  explicit constexpr CoarseOrigin(NodeId packed) noexcept : packed_(packed) {}

  NodeId packed_;
};

/// A reusable searcher over one profile's region tier. Keeps what it notes in pages of a SearchMemory; where that is
/// full, its budget is spent. A search allocates nothing. One thread at a time; the world and the grid must outlive it.
class RegionSearch {
 public:
  /// `grid` is that of the profile, or what an overlay makes of it, and so are `links`, which must outlive the
  /// searcher. `memory` as for PagedArray.
  RegionSearch(const ProfileView& profile, const GridView& grid, const OpenLinks& links, const FloorStack& floors,
               std::shared_ptr<SearchMemory> memory);
  RegionSearch(const RegionSearch&) = delete;
  RegionSearch& operator=(const RegionSearch&) = delete;

  /// Takes the regions of the overlay that the grid shows, which must outlive their use. Reserves about 290
  /// KB more a region. @throws as EditedRegions::assign
  void use(std::span<const DirtyRegion> dirty, std::span<const RefreshedRegion> refreshed);
  void use_file() noexcept {
    tier_.use_file();
    opened_.clear();
    dead_ends_.use_file();
  }
  [[nodiscard]] const RegionTier& tier() const noexcept { return tier_; }
  [[nodiscard]] const OpenDeadEnds& dead_ends() const noexcept { return dead_ends_; }

  struct Request {
    Tile from;                     ///< passable
    Tile to;                       ///< passable
    Cost below = kInfiniteCost;    ///< only routes that cost less are of interest
    std::uint64_t expansions = 0;  ///< budget for access and coarse together
    WhenSpent when_spent = WhenSpent::forget;
    Joined joined = Joined::unknown;
  };
  [[nodiscard]] Route search(const Request& request) noexcept;
  /// How far the last search came, if its budget was spent and it was to remember: then route() leads there, over what
  /// is shown with its edits.
  [[nodiscard]] const std::optional<Approach>& approach() const noexcept { return approach_; }

  /// Numbers of the regions of level 0 that the last search went through tile by tile, in the order in which it came to
  /// them; until the next search.
  [[nodiscard]] std::span<const std::size_t> opened() const noexcept { return opened_.numbers(); }

  /// The route found last; in the searcher's memory until the next search.
  [[nodiscard]] CoarseRoute& route() noexcept { return route_; }
  /// Makes legs of it.
  [[nodiscard]] RegionUnpacker& unpacker() noexcept { return unpacker_; }

  /// Calls visit(Tile, settled) for the portals and tiles that the last search touched. O(portals, and tiles of edited
  /// regions).
  template <class Visit>
  void for_each_touched(Visit&& visit) const {
    tier_.with_graph([&](const auto& graph) {
      for (NodeId node = 0; node < graph.size(); ++node) {
        if (labels_.touched(node)) visit(graph.tile_of(node), labels_.slot(node) == kClosedSlot);
      }
    });
  }

 private:
  struct Ends;
  /// Of a path through regions that are shown as in the file.
  enum class Proof : std::uint8_t { stands, fails, budget, corrupt };

  [[nodiscard]] Proof prove(std::uint64_t budget, Route& route) noexcept;
  void reveal_ends(const Request& request) noexcept;
  void reveal_failed(int failures) noexcept;
  [[nodiscard]] bool reveal_in_question(const Request& request, Cost below) noexcept;
  [[nodiscard]] Proof prove_leg(const RouteLeg& leg, std::uint64_t budget, Route& route) noexcept;
  template <CoarseGraph Graph>
  [[nodiscard]] Route search_on(const Graph& graph, const Request& request) noexcept;
  template <CoarseGraph Graph, class Visit>
  [[nodiscard]] bool measure_end(const Graph& graph, const GridView& grid, Tile end, std::optional<Tile> goal,
                                 std::uint64_t budget, Route& route, Visit&& visit) noexcept;
  template <CoarseGraph Graph>
  void note_opened(const Graph& graph, const LevelRegion& region) noexcept;
  template <CoarseGraph Graph>
  [[nodiscard]] bool trace(const Graph& graph, const Request& request, const Ends& ends) noexcept;
  template <CoarseGraph Graph>
  [[nodiscard]] bool trace_to(const Graph& graph, const Request& request, const Ends& ends, NodeId node) noexcept;
  template <CoarseGraph Graph>
  void lead_to_closest(const Graph& graph, const Request& request) noexcept;
  [[nodiscard]] bool push_leg(const CoarseArc& leg) noexcept;

  const ProfileView& profile_;
  RegionTier tier_;
  OpenDeadEnds dead_ends_;
  EditedLandmarks landmarks_;
  RegionLandmarkBound to_goal_;
  RegionLandmarkBound from_start_;  ///< where a search may have to ask which eased regions matter
  LinkBound bound_;
  std::shared_ptr<SearchMemory> memory_;
  PagedLabels labels_;      ///< of nodes and, above them, of the goal
  PagedLabels goal_links_;  ///< per node the cost to the goal and, as its parent, in which of the goal's regions
  GoalFlood flood_;
  ZeroedArray<OpenEntry> open_;
  ZeroedArray<CoarseArc> arcs_;
  ZeroedArray<CoarseArc> proven_;  ///< arcs of a path that was unpacked where it may have failed
  ZeroedArray<CoarseArc> kept_;    ///< arcs of the best path so far, while eased regions are in question
  CoarseRoute route_;
  NodeId closest_ = kNoNode;  ///< of the nodes settled, where a search is to remember
  std::optional<Approach> approach_;
  RegionUnpacker unpacker_;
  AccessCosts access_;
  std::optional<RegionIndex> loaded_;  ///< in access_, to prove legs
  std::vector<RegionIndex> failed_;    ///< regions of level 0 where the last path failed
  OpenedRegions opened_;
};

}  // namespace portolan
