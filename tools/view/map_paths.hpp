// SPDX-License-Identifier: BSL-1.0
// The paths that the page asks for: one searcher of each kind and profile, made when it is first asked, all on the same
// edits.
#pragma once

#include "common.hpp"
#include "map/path_report.hpp"
#include "portolan/query/bounded_query.hpp"
#include "portolan/query/corridor_query.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/path_smoother.hpp"
#include "portolan/query/placed_query.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"
#include "view/request.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace portolan::tools {

/// How a path is chosen among its like, whether it is smoothed, and how far the search may go.
struct PathStyle {
  Ties ties{};
  std::optional<Smoothing> smoothing{};
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< PathRequest::max_expansions
};

/// What stands for a tier where paths at any angle cost at most 1 % above the optimum.
inline constexpr const char* kBounded = "bounded";

/// What stands for a tier where movers have a body.
inline constexpr const char* kPlaced = "placed";

/// Answers about paths, judged on the map as it is edited. All have the keys line, windows and search besides those of
/// the command. One call at a time.
class MapPaths {
 public:
  /// The most cells of a search that are told.
  static constexpr std::size_t kMaxCells = 20'000;

  /// `map` is that of the world.
  MapPaths(World world, TileMap map);

  /// From now on answers for the world as the overlay shows it.
  void use(std::shared_ptr<const Overlay> edits) noexcept { edits_ = std::move(edits); }
  /// The map with the edits; links that are closed are still there, as paths name them by their place.
  const TileMap& edited_map();
  [[nodiscard]] std::optional<TileDeadEnd> dead_end(std::size_t profile, Tile tile);

  /// Keys of `portolan path --json`.
  [[nodiscard]] Json path(std::size_t profile, Tier tier, const End& from, const End& to, const PathStyle& style);
  /// The path that keeps to the areas, of which the world must have some: keys of `portolan path --json` between their
  /// names.
  [[nodiscard]] Json corridor(std::size_t profile, const End& from, const End& to);
  /// A path at any angle that costs at most 1 % above the optimum: keys of `portolan path --excess 0.01 --json`.
  [[nodiscard]] Json bounded(std::size_t profile, const End& from, const End& to);
  /// The path of a mover with a body, which the profile must have: keys of `portolan path --json`, and bodies: for each
  /// heading where the last and the first square of the body lie and its nose, from the core; radius: of its arcs, in
  /// tiles.
  [[nodiscard]] Json placed(std::size_t profile, const Placement& from, const Placement& to);

 private:
  /// A query with its last path, and what judges that.
  struct Walking {
    Walking(const World& world, std::size_t profile, Baseline baseline)
        : query(world, profile, baseline), walker(world, profile), smoother(world, profile), path(query.room()) {}
    void use(const std::shared_ptr<const Overlay>& edits);

    PathQuery query;
    LegWalker walker;
    PathSmoother smoother;
    Path path;
  };
  /// The same at any angle with a bound.
  struct Bounded {
    Bounded(const World& world, std::size_t profile) : query(world, profile), path(query.room()) {}
    void use(const std::shared_ptr<const Overlay>& edits) { query.use(edits); }

    BoundedQuery query;
    Path path;
  };
  /// What answers, once it was asked, and the edits that it shows.
  template <class Searcher>
  struct Kept {
    std::unique_ptr<Searcher> searcher;
    std::shared_ptr<const Overlay> edits;
  };

  template <class Searcher, class Make>
  Searcher& up_to_date(Kept<Searcher>& kept, Make&& make);
  Walking& walking(std::size_t profile, Tier tier);

  World world_;
  std::shared_ptr<const Overlay> edits_;
  TileMap map_;  ///< with the edits of map_edits_
  std::shared_ptr<const Overlay> map_edits_;
  std::vector<std::array<Kept<Walking>, 2>> walking_;  ///< by profile, without and with baseline
  std::vector<Kept<CorridorQuery>> corridors_;         ///< by profile, as the others
  std::vector<Kept<Bounded>> bounded_;
  std::vector<Kept<PlacedQuery>> placed_;
};

}  // namespace portolan::tools
