// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/bounded_query.hpp"

#include "portolan/graph/search_answer.hpp"
#include "portolan/grid/segment_cost.hpp"
#include "portolan/query/corner_search.hpp"
#include "portolan/query/path_writer.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/smoothing.hpp"
#include "portolan/query/steiner_search.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace portolan {
namespace {

/// Between the excess that is proven for a level and that for which it is taken: for costs that are rounded.
constexpr double kRounding = 1e-4;
constexpr std::uint64_t kMostCorners = std::uint64_t{1} << 31;
/// Of a path's points for each corner: no least path meets more of them.
constexpr std::size_t kPointsACorner = 4;

/// The coarsest points that should do.
const SteinerLevel* level_for(double excess) noexcept {
  const auto fits = [&](const SteinerLevel& level) { return level.excess_millionths * 1e-6 + kRounding <= excess; };
  return std::find_if(kSteinerLevels.begin(), kSteinerLevels.end() - 1, fits);
}
static_assert(kSteinerLevels.back().excess_millionths * 1e-6 + kRounding <= kLeastExcess);

/// Whether a cost is as near to its lower bound as was asked for.
bool near_enough(Cost cost, Cost lower_bound, double excess) noexcept {
  return static_cast<double>(cost) <= static_cast<double>(lower_bound) * (1 + excess);
}

/// Memory for the points of a path, and the path in it.
struct Polyline {
  ZeroedArray<Point> memory;
  std::size_t count = 0;
  Cost cost = kInfiniteCost;

  explicit Polyline(std::size_t most) : memory(most) {}
  void add(Point p) noexcept {
    if (count == 0 || memory[count - 1] != p) memory[count++] = p;
  }
};

/// The searchers of a plane, whose cells are those of the snapshot's grid.
struct Searchers {
  Searchers(const ProfileSnapshot& snapshot, std::size_t count)
      : cells(snapshot.grid(), snapshot.contact()),
        corners(cells, snapshot.profile().sight->fraction_bits),
        steiner(cells, corners, snapshot.profile().sight->fraction_bits),
        over_corners(count + 2),
        over_points(kPointsACorner * count + 2) {}

  PricedCells cells;
  CornerSearch corners;
  SteinerSearch steiner;
  Polyline over_corners;
  Polyline over_points;
};

std::uint64_t corners_of(const ProfileSnapshot& snapshot) noexcept {
  const PricedCells cells(snapshot.grid(), snapshot.contact());
  return static_cast<std::uint64_t>(cells.columns()) * static_cast<std::uint64_t>(cells.rows());
}

}  // namespace

struct BoundedQuery::Parts {
  Parts(World world, std::size_t profile) : snapshot(std::move(world), profile) {
    const bool priced_edges = snapshot.grid().edges != nullptr;
    if (!snapshot.any_angle() || priced_edges || corners_of(snapshot) >= kMostCorners) return;
    searchers.emplace(snapshot, static_cast<std::size_t>(corners_of(snapshot)));
  }

  Answer answer(const BoundedRequest& request, Path& path) noexcept;
  Answer search(Tile from, Tile to, const BoundedRequest& request, Path& path) noexcept;
  bool trace(Point start, Point goal) noexcept;
  void pull(Polyline& line) const noexcept;
  [[nodiscard]] Cost by_air(Point from, Point to) const noexcept;
  [[nodiscard]] Answer found(const Polyline& line, Cost lower_bound, std::uint64_t work, Path& path) const noexcept;

  ProfileSnapshot snapshot;
  std::optional<Searchers> searchers;
};

/// A line becomes one of fewer segments that costs no more.
void BoundedQuery::Parts::pull(Polyline& line) const noexcept {
  const SightTierView& sight = *snapshot.profile().sight;
  const std::span<Point> points(line.memory.data(), line.count);
  line.count = smooth_path(snapshot.grid(), sight.space, sight.fraction_bits, points);
  line.cost = path_cost({snapshot.grid(), snapshot.contact(), sight.fraction_bits}, points.first(line.count));
}

/// What the straight way would cost at the least price there is; rounded up, as costs of paths are.
Cost BoundedQuery::Parts::by_air(Point from, Point to) const noexcept {
  const double dx = from.x - to.x;
  const double dy = from.y - to.y;
  const double unit = std::ldexp(1.0, static_cast<int>(snapshot.profile().sight->fraction_bits) - kSubBits);
  const double cost = std::sqrt(dx * dx + dy * dy) * unit * snapshot.grid().rules->least_cost;
  return static_cast<Cost>(std::ceil(cost * (1 - 0x1p-48)));
}

Answer BoundedQuery::Parts::found(const Polyline& line, Cost lower_bound, std::uint64_t work,
                                  Path& path) const noexcept {
  PathWriter(path).write_points(snapshot, {line.memory.data(), line.count});
  return {.status = Status::found, .cost = line.cost, .lower_bound = lower_bound, .work = work};
}

Answer BoundedQuery::Parts::search(Tile from, Tile to, const BoundedRequest& request, Path& path) noexcept {
  const PricedCells& cells = searchers->cells;
  CornerSearch& corners = searchers->corners;
  Polyline& over_corners = searchers->over_corners;
  Polyline& over_points = searchers->over_points;
  const Point start = to_plane(snapshot.contact(), centre_of(from));
  const Point goal = to_plane(snapshot.contact(), centre_of(to));
  over_corners.count = 0;
  over_corners.add(start);
  if (from == to) {
    over_corners.cost = 0;
    return found(over_corners, 0, 0, path);
  }
  const SearchOutcome reached = corners.search(from, to, request.max_expansions);
  if (reached.end != SearchEnd::reached) return answer_of(reached, 0);
  corners.for_each_corner([&](Corner c) { over_corners.add(cells.point(c)); });
  over_corners.add(goal);
  pull(over_corners);
  Cost lower_bound = std::max(corners.lower_bound(), by_air(start, goal));
  std::uint64_t work = reached.expansions;
  if (near_enough(over_corners.cost, lower_bound, request.excess)) return found(over_corners, lower_bound, work, path);

  const SearchOutcome spread = corners.spread(over_corners.cost, request.max_expansions - work);
  work += spread.expansions;
  if (spread.end != SearchEnd::exhausted) return answer_of({spread.end, work}, 0);
  // A path of very many pieces may lose more by rounding than was allowed for: then finer points make up for it.
  for (const SteinerLevel* level = level_for(request.excess); level != kSteinerLevels.end(); ++level) {
    const SteinerSearch::Outcome outcome =
        searchers->steiner.search(from, to, *level, over_corners.cost, request.max_expansions - work);
    work += outcome.expansions;
    if (outcome.end == SteinerSearch::End::spent) return spent_answer(work);
    if (outcome.end == SteinerSearch::End::coarse) return no_room_answer(work);
    lower_bound = std::max(lower_bound, outcome.lower_bound);
    over_points.cost = kInfiniteCost;
    if (outcome.better && !trace(start, goal)) return no_room_answer(work);
    Polyline& best = over_points.cost < over_corners.cost ? over_points : over_corners;
    if (near_enough(best.cost, lower_bound, request.excess)) return found(best, lower_bound, work, path);
  }
  return no_room_answer(work);
}

/// Takes the path that was found over points; false if it has too many.
bool BoundedQuery::Parts::trace(Point start, Point goal) noexcept {
  Polyline& line = searchers->over_points;
  const std::span<Point> between(line.memory.data() + 1, line.memory.size() - 2);
  const auto traced = searchers->steiner.trace(between);
  if (!traced) return false;
  std::reverse(between.begin(), between.begin() + static_cast<std::ptrdiff_t>(*traced));
  line.count = 0;
  line.add(start);
  for (std::size_t i = 0; i < *traced; ++i) line.add(between[i]);
  line.add(goal);
  pull(line);
  return true;
}

Answer BoundedQuery::Parts::answer(const BoundedRequest& request, Path& path) noexcept {
  if (!(request.excess >= kLeastExcess)) return {.status = Status::bad_request};
  if (!searchers) return {.status = Status::undecided, .why = Why::tier_missing};
  const JudgedEnds ends(snapshot, request.from, request.to, request.ends);
  if (ends.decided()) return ends.answer();
  Answer answer = search(ends.from(), ends.to(), request, path);
  ends.conclude(answer);
  return answer;
}

BoundedQuery::BoundedQuery(World world, std::size_t profile)
    : parts_(std::make_unique<Parts>(std::move(world), profile)) {}
BoundedQuery::BoundedQuery(BoundedQuery&&) noexcept = default;
BoundedQuery& BoundedQuery::operator=(BoundedQuery&&) noexcept = default;
BoundedQuery::~BoundedQuery() = default;

void BoundedQuery::use(std::shared_ptr<const Overlay> overlay) {
  parts_->snapshot.use(std::move(overlay));
}

PathResult BoundedQuery::find(const BoundedRequest& request, Path& path) noexcept {
  PathWriter(path).clear();
  PathResult result;
  static_cast<Answer&>(result) = parts_->answer(request, path);
  result.length = profile().in_tiles(result.cost);
  result.expansions.waypoints = result.work;
  return result;
}

PathRoom BoundedQuery::room() const noexcept {
  return {.points = parts_->searchers ? parts_->searchers->over_points.memory.size() : 0};
}

const ProfileView& BoundedQuery::profile() const noexcept {
  return parts_->snapshot.profile();
}

}  // namespace portolan
