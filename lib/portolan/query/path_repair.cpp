// SPDX-License-Identifier: BSL-1.0
#include "portolan/query/path_repair.hpp"

#include "portolan/core/zeroed_array.hpp"
#include "portolan/graph/search_answer.hpp"
#include "portolan/query/leg_maker.hpp"
#include "portolan/query/mover_matrix.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/query/path_writer.hpp"
#include "portolan/query/profile_snapshot.hpp"
#include "portolan/query/region_tier.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <optional>
#include <utility>

namespace portolan {
namespace {

/// Arcs of a path, at least, and runs of legs near the window.
constexpr std::size_t kLeastArcs = std::size_t{1} << 16;

bool is_diagonal(Tile a, Tile b) noexcept {
  return a.x != b.x && a.y != b.y;
}

bool beside_each_other(Tile a, Tile b) noexcept {
  return a.x - b.x <= 1 && b.x - a.x <= 1 && a.y - b.y <= 1 && b.y - a.y <= 1;
}

/// Whether a step goes on in the direction of a run that ends where it begins.
bool goes_on(const CoarseArc& run, Tile to) noexcept {
  const Tile a = run.from.tile;
  const Tile b = run.to.tile;
  return sign(b.x - a.x) == to.x - b.x && sign(b.y - a.y) == to.y - b.y;
}

CoarseArc step_arc(Tile from, Tile to, Cost cost, int level, LinkId link = kNoLink) noexcept {
  return {.from = {from}, .to = {to}, .cost = cost, .level = level, .link = link};
}

/// The most that a step costs, or a link, which the window of a repair may hold.
Cost dearest_move(const ProfileSnapshot& snapshot) {
  Cost dearest = dearest_step(snapshot.profile().rules);
  for (const Tile end : snapshot.profile().links.link_ends()) {
    snapshot.links().for_each_leaving(end, [&](const LinkArc& arc) { dearest = std::max(dearest, arc.cost); });
  }
  return dearest;
}

}  // namespace

struct PathRepair::Parts {
  static constexpr std::uint32_t kNoPiece = 0xFFFF'FFFF;
  /// A part of the path ahead.
  struct Piece {
    CoarseArc arc;
    Cost before = 0;  ///< what leads up to it costs
  };
  /// A tile of the path in the window.
  struct Later {
    Cost before = 0;  ///< what leads up to it costs
    std::uint32_t order = 0;
    std::uint32_t piece = 0;  ///< the one it lies on
  };

  Parts(World world, std::size_t profile);
  void use_file() noexcept;
  void make_room();
  [[nodiscard]] std::optional<Tile> end_of(const Path& path) const noexcept;
  [[nodiscard]] bool knows(const Path& path) const noexcept;

  RepairResult repair(const RepairRequest& request, Path& path) noexcept;
  void place_window(const RepairRequest& request) noexcept;
  [[nodiscard]] Unpacked collect(const RepairRequest& request, const Path& path, std::uint64_t& budget) noexcept;
  [[nodiscard]] bool comes_near(const CoarseArc& arc) const noexcept;
  [[nodiscard]] bool take_link(Tile to) noexcept;
  void skip_broken() noexcept;
  void pass(Tile tile) noexcept;
  void go(Tile to) noexcept;
  void add(const CoarseArc& arc) noexcept;
  template <class Matrix>
  [[nodiscard]] std::uint64_t search(Matrix& matrix, Tile from, std::uint64_t budget, bool& spent) noexcept;
  template <class Matrix>
  void write(const Matrix& matrix, Tile from, Path& path) noexcept;
  [[nodiscard]] bool clear(Tile from, Tile to) const noexcept;
  [[nodiscard]] bool blocked(Tile tile) const noexcept { return window.contains(tile) && blocks[place(tile)]; }
  [[nodiscard]] std::size_t place(Tile tile) const noexcept {
    return static_cast<std::size_t>(tile.y - window.min.y) * LegMatrix::kSide +
           static_cast<std::size_t>(tile.x - window.min.x);
  }

  ProfileSnapshot snapshot;
  RegionTier regions;
  LegMaker maker;
  MoverMatrix<LegMatrix::kSide> matrix;
  MoveRules rules;  ///< with the least price of the file and of the overlay
  Path rest;        ///< what is left to be looked at
  ZeroedArray<Piece> pieces;
  std::size_t count = 0;
  bool overfull = false;
  bool bounded = true;  ///< whether no piece costs less than the distance in the plane
  Cost total = 0;
  Tile last{};
  std::uint32_t passed = 0;  ///< tiles of the path in order
  std::uint32_t good = 0;    ///< the first of them that nothing blocks any more
  Rect window{};
  std::bitset<LegMatrix::kNodes> blocks;
  std::bitset<LegMatrix::kNodes> has_later;
  std::array<Later, LegMatrix::kNodes> later;
  std::array<Tile, LegMatrix::kNodes> tiles;
  Cost best = kInfiniteCost;
  Tile rejoined{};
};

PathRepair::Parts::Parts(World world, std::size_t profile)
    : snapshot(std::move(world), profile),
      regions(snapshot.profile(), snapshot.grid(), snapshot.links()),
      maker(snapshot, regions),
      matrix(dearest_move(snapshot)),
      rules(snapshot.profile().rules) {
  make_room();
}

void PathRepair::Parts::use_file() noexcept {
  snapshot.use_file();
  regions.use_file();
  rules = snapshot.profile().rules;
}

void PathRepair::Parts::make_room() {
  const std::size_t arcs = std::max(kLeastArcs, regions.ample_arcs());
  if (rest.room().arcs >= arcs) return;
  rest = Path({.waypoints = arcs, .hops = snapshot.profile().links.arcs() * 2, .arcs = arcs});
  pieces = ZeroedArray<Piece>(arcs + kLeastArcs);
}

bool PathRepair::Parts::knows(const Path& path) const noexcept {
  const Path::State& state = path.state_;
  return state.world == snapshot.world().bytes().data() && state.file == snapshot.file() &&
         state.profile == snapshot.number();
}

/// Where a path leads to; nothing if it has no end.
std::optional<Tile> PathRepair::Parts::end_of(const Path& path) const noexcept {
  const Path::State& state = path.state_;
  if (state.point_count != 0) return tile_at(path.points().back());
  if (state.legs == Path::Legs::by_arcs) return state.arc_count == 0 ? state.at : path.memory_.arcs[0].to.tile;
  return state.waypoint_count == 0 ? std::nullopt : std::optional(path.waypoints().back());
}

RepairResult PathRepair::Parts::repair(const RepairRequest& request, Path& path) noexcept {
  RepairResult result;
  result.eased = snapshot.eased();
  const auto answer = [&](const Answer& what) {
    static_cast<Answer&>(result) = what;
    return result;
  };
  const GridView& grid = snapshot.grid();
  if (!knows(path)) return answer({.status = Status::bad_request, .why = Why::bad_reference});
  if (snapshot.any_angle()) return answer({.status = Status::undecided, .why = Why::tier_missing});
  if (!request.ahead.empty() && request.ahead.back() != path.at()) return answer(bad_size_answer());
  if (!grid.passable(request.from)) {
    const bool inside = grid.contains(request.from);
    return answer({.status = Status::bad_start, .why = inside ? Why::blocked : Why::outside});
  }
  place_window(request);
  std::uint64_t budget = request.max_expansions;
  const Unpacked collected = collect(request, path, budget);
  if (collected == Unpacked::budget) return answer(spent_answer(request.max_expansions));
  const std::uint64_t unpacked = request.max_expansions - budget;
  if (overfull) return answer({.status = Status::undecided, .why = Why::no_room, .work = unpacked});
  return matrix.with([&](auto& in_window) {
    bool spent = false;
    const std::uint64_t work = unpacked + search(in_window, request.from, budget, spent);
    if (spent) return answer(spent_answer(work));
    if (best == kInfiniteCost) return answer({.status = Status::undecided, .why = Why::no_local_path, .work = work});
    write(in_window, request.from, path);
    result.rejoined = rejoined;
    return answer({.status = Status::found, .cost = best, .work = work});
  });
}

/// Marks the positions of the window that cover a blocked tile.
void PathRepair::Parts::place_window(const RepairRequest& request) noexcept {
  window = LegMatrix::centred(request.from, request.from);
  blocks.reset();
  has_later.reset();
  const std::int32_t side = std::max<std::int32_t>(1, snapshot.profile().rules.footprint);
  for (const Tile tile : request.blocked) {
    if (!snapshot.grid().contains(tile)) continue;
    const Rect covering = intersection(window, {{tile.x - side + 1, tile.y - side + 1}, {tile.x + 1, tile.y + 1}});
    for (std::int32_t y = covering.min.y; y < covering.max.y; ++y) {
      for (std::int32_t x = covering.min.x; x < covering.max.x; ++x) blocks[place({x, y})] = true;
    }
  }
}

/// Whether the blocked tiles leave a legal step between tiles beside each other as it is, as walls would.
bool PathRepair::Parts::clear(Tile from, Tile to) const noexcept {
  if (blocked(to)) return false;
  if (!is_diagonal(from, to) || rules.corners == CornerRule::cut_both) return true;
  const auto open = [&](Tile corner) { return snapshot.grid().cost(corner) != 0 && !blocked(corner); };
  const Tile one{from.x, to.y};
  const Tile other{to.x, from.y};
  return rules.corners == CornerRule::never_cut ? open(one) && open(other) : open(one) || open(other);
}

/// Takes down what is left of the path: tile by tile near the window, else by arcs.
Unpacked PathRepair::Parts::collect(const RepairRequest& request, const Path& path, std::uint64_t& budget) noexcept {
  count = 0;
  total = 0;
  passed = good = 0;
  overfull = path.state_.arc_count > rest.memory_.arcs.size() || path.hops().size() > rest.memory_.hops.size() ||
             path.waypoints().size() > rest.memory_.waypoints.size();
  bounded = snapshot.links().empty();
  if (overfull) return Unpacked::full;
  rest.state_ = path.state_;
  std::copy_n(path.memory_.arcs.begin(), path.state_.arc_count, rest.memory_.arcs.begin());
  std::ranges::copy(path.hops(), rest.memory_.hops.begin());
  if (path.state_.legs == Path::Legs::in_sight) std::ranges::copy(path.waypoints(), rest.memory_.waypoints.begin());
  last = request.ahead.empty() ? path.at() : request.ahead.front();
  pass(last);
  for (const Tile tile : request.ahead) {
    if (tile != last && !take_link(tile)) go(tile);
  }
  Leg leg;
  Unpacked made = Unpacked::leg;
  while (made != Unpacked::done && made != Unpacked::full && made != Unpacked::budget && !overfull) {
    Path::State& state = rest.state_;
    if (state.legs == Path::Legs::by_arcs && state.arc_count != 0) {
      const CoarseArc& next = rest.memory_.arcs[state.arc_count - 1];
      if (!comes_near(next)) {
        add(next);
        pass(next.to.tile);
        --state.arc_count;
        continue;
      }
    }
    made = maker.next(rest, leg, budget);
    if (made == Unpacked::corrupt) {
      skip_broken();
    } else if (made == Unpacked::leg && leg.link != kNoLink) {
      add(step_arc(leg.tiles.front(), leg.tiles.back(), leg.cost, 0, leg.link));
      pass(leg.tiles.back());
    } else if (made == Unpacked::leg) {
      for (const Tile tile : leg.tiles.subspan(1)) go(tile);
    }
  }
  return made;
}

/// Whether the leg in hand is a link, which costs less than a step.
bool PathRepair::Parts::take_link(Tile to) noexcept {
  const GridView& grid = snapshot.grid();
  if (!grid.passable(last)) return false;
  const bool beside = beside_each_other(last, to) && grid.contains(to) && clear(last, to);
  CoarseArc taken = step_arc(last, to, beside ? step_cost(grid, last, to) : kInfiniteCost, 0);
  snapshot.links().for_each_leaving(last, [&](const LinkArc& arc) {
    if (arc.other != to || arc.cost >= taken.cost) return;
    taken.cost = arc.cost;
    taken.link = arc.link;
  });
  if (taken.link == kNoLink) return false;
  add(taken);
  pass(to);
  return true;
}

/// Whether an arc may lead through the window.
bool PathRepair::Parts::comes_near(const CoarseArc& arc) const noexcept {
  if (arc.link != kNoLink) return true;
  const Tile a = arc.from.tile;
  const Tile b = arc.to.tile;
  Rect around = hull({a, {a.x + 1, a.y + 1}}, {b, {b.x + 1, b.y + 1}});
  if (arc.level == Path::kPieceLevel) around = LegMatrix::centred(a, b);
  if (arc.level >= 0) around = regions.layout().area(arc.level, arc.region);
  const Rect common = intersection(around, window);
  return common.width() > 0 && common.height() > 0;
}

/// Leaves out a part of the path that edits have broken, and what comes before.
void PathRepair::Parts::skip_broken() noexcept {
  Path::State& state = rest.state_;
  if (state.legs == Path::Legs::by_arcs) {
    last = rest.memory_.arcs[--state.arc_count].to.tile;
  } else {
    if (state.next_hop < state.hop_count && rest.memory_.hops[state.next_hop].leg == state.next_waypoint)
      ++state.next_hop;
    state.next_step = 0;
    last = rest.memory_.waypoints[++state.next_waypoint];
  }
  // Nothing leads up to here any more.
  add(step_arc(last, last, 0, Path::kRunLevel));
  good = passed;
  pass(last);
}

void PathRepair::Parts::add(const CoarseArc& arc) noexcept {
  overfull = overfull || count == pieces.size();
  if (overfull) return;
  bounded = bounded && arc.cost >= rules.lower_bound(arc.from.tile, arc.to.tile);
  pieces[count++] = {arc, total};
  total += arc.cost;
}

/// The path comes to a tile.
void PathRepair::Parts::pass(Tile tile) noexcept {
  last = tile;
  const std::uint32_t order = passed++;
  if (!window.contains(tile)) return;
  if (blocks[place(tile)]) {
    good = passed;
    return;
  }
  has_later[place(tile)] = true;
  later[place(tile)] = {
      .before = total, .order = order, .piece = count == 0 ? kNoPiece : static_cast<std::uint32_t>(count - 1)};
}

/// The path takes a step, or what was one.
void PathRepair::Parts::go(Tile to) noexcept {
  const GridView& grid = snapshot.grid();
  const bool legal = beside_each_other(last, to) && grid.passable(last) && grid.contains(to);
  const Cost cost = legal ? step_cost(grid, last, to) : kInfiniteCost;
  const bool broken = cost == kInfiniteCost || !clear(last, to);
  if (broken) good = passed;
  if (cost == kInfiniteCost) {
    add(step_arc(to, to, 0, Path::kRunLevel));
  } else if (count != 0 && pieces[count - 1].arc.level == Path::kRunLevel && goes_on(pieces[count - 1].arc, to)) {
    pieces[count - 1].arc.to.tile = to;
    pieces[count - 1].arc.cost += cost;
    total += cost;
  } else {
    add(step_arc(last, to, cost, Path::kRunLevel));
  }
  pass(to);
}

/// A* from where the unit stands, towards the last tile of the path in the window: since what lies between costs at
/// least the distance, no tile of the path is worth more than that one is. Returns the tiles settled.
template <class Matrix>
std::uint64_t PathRepair::Parts::search(Matrix& in_window, Tile from, std::uint64_t budget, bool& spent) noexcept {
  const GridView& grid = snapshot.grid();
  best = kInfiniteCost;
  const Rect within = intersection(window, grid.bounds());
  const Later* target = nullptr;
  Tile towards{};
  for (std::int32_t y = within.min.y; y < within.max.y; ++y) {
    for (std::int32_t x = within.min.x; x < within.max.x; ++x) {
      const std::size_t at = place({x, y});
      if (!has_later[at] || later[at].order < good || (target != nullptr && later[at].order < target->order)) continue;
      target = &later[at];
      towards = {x, y};
    }
  }
  if (target == nullptr) return 0;
  const Cost rest_from_there = total - target->before;
  const auto bound = [&](Tile t) noexcept { return bounded ? rules.lower_bound(t, towards) : Cost{0}; };
  const auto serves = [&](Tile t, Cost cost) { return cost + bound(t) + rest_from_there < best; };
  in_window.place(window);
  std::uint64_t settled = 0;
  bool done = false;
  with_moves(grid, within, [&](auto&& moves) {
    return in_window.explore(from, bound, [&](Tile at, auto&& visit) {
      const Cost so_far = in_window.cost(at);
      done = done || !serves(at, so_far);
      if (done) return;
      spent = settled == budget;
      done = spent;
      if (done) return;
      ++settled;
      if (const std::size_t here = place(at); has_later[here] && later[here].order >= good) {
        const Cost cost = so_far + (total - later[here].before);
        if (cost < best) {
          best = cost;
          rejoined = at;
        }
      }
      moves(at, [&](Tile next, Cost step) {
        if (clear(at, next) && serves(next, so_far + step)) visit(next, step);
      });
      snapshot.links().for_each_leaving(at, [&](const LinkArc& arc) {
        const bool inside = within.contains(arc.other) && !blocked(arc.other);
        if (inside && serves(arc.other, so_far + arc.cost)) visit(arc.other, arc.cost);
      });
    });
  });
  return settled;
}

/// The way that was found, and the path from where it meets it.
template <class Matrix>
void PathRepair::Parts::write(const Matrix& in_window, Tile from, Path& path) noexcept {
  const GridView& grid = snapshot.grid();
  const Path::State before = path.state_;
  PathWriter writer(path);
  writer.start(snapshot, from, before.legs == Path::Legs::by_arcs ? before.ties : Ties{});
  CoarseArc run = step_arc(from, from, 0, Path::kRunLevel);
  const auto flush = [&] {
    if (run.from.tile != run.to.tile) writer.add_arc(run);
  };
  const auto go_on = [&](const CoarseArc& arc) {
    if (arc.from.tile == arc.to.tile && arc.link == kNoLink) return;
    const Tile next{run.to.tile.x + sign(arc.to.tile.x - arc.from.tile.x),
                    run.to.tile.y + sign(arc.to.tile.y - arc.from.tile.y)};
    if (arc.level == Path::kRunLevel && run.level == Path::kRunLevel && goes_on(run, next)) {
      run.to = arc.to;
      run.cost += arc.cost;
      return;
    }
    flush();
    run = arc;
  };
  const std::span<const Tile> way = in_window.path(rejoined, tiles);
  for (std::size_t i = 1; i < way.size(); ++i) {
    const Cost cost = in_window.cost(way[i]) - in_window.cost(way[i - 1]);
    CoarseArc step = step_arc(way[i - 1], way[i], cost, Path::kRunLevel);
    const bool by_step = beside_each_other(way[i - 1], way[i]) && step_cost(grid, way[i - 1], way[i]) == cost &&
                         clear(way[i - 1], way[i]);
    if (!by_step) {
      step.level = 0;
      snapshot.links().for_each_leaving(way[i - 1], [&](const LinkArc& arc) {
        if (step.link == kNoLink && arc.other == way[i] && arc.cost == cost) step.link = arc.link;
      });
    }
    go_on(step);
  }
  const Later& met = later[place(rejoined)];
  std::size_t next = 0;
  if (met.piece != kNoPiece) {
    const Piece& piece = pieces[met.piece];
    go_on(step_arc(rejoined, piece.arc.to.tile, piece.arc.cost - (met.before - piece.before), Path::kRunLevel));
    next = met.piece + 1;
  }
  for (; next < count; ++next) go_on(pieces[next].arc);
  flush();
  writer.finish_arcs();
  Path::State& state = path.state_;
  state.edited = state.edited || before.edited;
  state.truncated = state.truncated || before.truncated || rest.state_.truncated;
}

PathRepair::PathRepair(World world, std::size_t profile) : parts_(std::make_unique<Parts>(std::move(world), profile)) {}
PathRepair::PathRepair(PathRepair&&) noexcept = default;
PathRepair& PathRepair::operator=(PathRepair&&) noexcept = default;
PathRepair::~PathRepair() = default;

void PathRepair::use(std::shared_ptr<const Overlay> overlay) {
  Parts& parts = *parts_;
  parts.use_file();
  try {
    parts.snapshot.use(std::move(overlay));
    parts.regions.use(parts.snapshot.dirty(), parts.snapshot.refreshed());
    parts.maker.make_room();
    parts.make_room();
  } catch (...) {
    parts.use_file();
    throw;
  }
  parts.rules.least_cost = std::min(parts.rules.least_cost, parts.snapshot.grid().rules->least_cost);
}

RepairResult PathRepair::repair(const RepairRequest& request, Path& path) noexcept {
  return parts_->repair(request, path);
}

RepairResult PathRepair::repair(const RepairRequest& request, Path& path, PathQuery& far) noexcept {
  if (&far.profile() != &parts_->snapshot.profile()) {
    return {{.status = Status::bad_request, .why = Why::bad_reference}};
  }
  const RepairResult near = parts_->repair(request, path);
  if (near.status != Status::undecided || path.truncated()) return near;
  const std::optional<Tile> end = parts_->end_of(path);
  if (!end) return near;
  const std::uint64_t left = request.max_expansions - near.work;
  const PathResult found = far.find({.from = request.from, .to = *end, .max_expansions = left}, path);
  RepairResult result{found};
  result.work += near.work;
  result.eased = near.eased;
  result.searched = true;
  result.rejoined = request.from;
  if (found.status != Status::found || request.blocked.empty() || parts_->snapshot.any_angle()) return result;
  const RepairRequest again{
      .from = request.from, .blocked = request.blocked, .max_expansions = request.max_expansions - result.work};
  RepairResult around = parts_->repair(again, path);
  around.work += result.work;
  around.searched = true;
  return around;
}

Answer PathRepair::cost_to_go(const Path& path) const noexcept {
  const Parts& parts = *parts_;
  if (parts.snapshot.any_angle()) return {.status = Status::undecided, .why = Why::tier_missing};
  if (!parts.knows(path)) return {.status = Status::bad_request, .why = Why::bad_reference};
  const Path::State& state = path.state_;
  Answer answer{.status = Status::found};
  if (state.legs == Path::Legs::by_arcs) {
    for (const CoarseArc& arc : path.memory_.arcs.first(state.arc_count)) answer.cost += arc.cost;
  } else if (state.legs == Path::Legs::in_sight) {
    // Lines of sight are there where all terrain has one price, and as short as lines can be.
    const MoveRules& rules = parts.snapshot.profile().rules;
    Tile at = path.at();
    std::size_t hop = state.next_hop;
    for (std::size_t next = state.next_waypoint + 1; next < state.waypoint_count; ++next) {
      const Tile to = path.memory_.waypoints[next];
      if (hop < state.hop_count && path.memory_.hops[hop].leg + 1 == next) {
        const LinkTable& links = parts.snapshot.links().table();
        const LinkId link = path.memory_.hops[hop++].link;
        if (const auto end = links.find(at)) {
          for (const LinkArc& arc : links.leaving(*end)) {
            if (arc.link != link || arc.other != to) continue;
            answer.cost += arc.cost;
            break;
          }
        }
      } else {
        answer.cost += rules.lower_bound(at, to);
      }
      at = to;
    }
  }
  return answer;
}

}  // namespace portolan
