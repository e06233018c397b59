// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/region_stage.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/offline/region_parts.hpp"
#include "portolan/regions/region_alignment.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <new>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

/// About what a portal takes while its cell is made: its arcs on all levels, as they are found and joined.
constexpr std::uint64_t kBytesPerCrossing = 120;
/// About what a tile takes then, on any ground: itself, and its share of arcs inside regions.
constexpr std::uint64_t kBytesPerTile = 24;

/// How a map is cut, and how much of it is at work at once.
struct Plan {
  RegionLayout map;
  std::uint64_t crossings = 0;  ///< RegionAlignment
  int levels = 0;               ///< as many as the map has
  int cell_level = kCellLevel;
  unsigned workers = 1;  ///< cells at a time
  std::uint64_t max_arcs = kMaxLevelArcs;
};

std::uint64_t tiles_in(const Rect& area) {
  return static_cast<std::uint64_t>(area.width()) * static_cast<std::uint64_t>(area.height());
}

/// What making a cell takes, if portals lie evenly.
std::uint64_t cell_bytes(const RegionAlignment& alignment, int level) {
  const std::uint64_t cells = alignment.layout.regions(level);
  const std::uint64_t tiles = tiles_in(alignment.layout.area(kMaxRegionLevels - 1, {}));
  return (alignment.crossings * kBytesPerCrossing + tiles * kBytesPerTile) / cells;
}

/// How many cells of the largest size the map is worth: the narrow ones at its edge are soon made, and whoever waits
/// for the last large one should help to make it.
std::uint64_t whole_cells(const Plan& plan) {
  std::uint64_t largest = 1;
  for (const RegionCell& cell : cells_of(plan.map, plan.cell_level)) largest = std::max(largest, tiles_in(cell.area()));
  const std::uint64_t all = tiles_in(plan.map.area(kMaxRegionLevels - 1, {}));
  return std::max<std::uint64_t>((all + largest / 2) / largest, 1);
}

/// Shares the memory out among as many cells at once as it is expected to hold.
void share_memory(BuildContext& context, const RegionAlignment& alignment, Plan& plan) {
  const std::uint64_t room = context.memory().room();
  const std::uint64_t each = std::max<std::uint64_t>(cell_bytes(alignment, plan.cell_level), 1);
  const std::uint64_t most = std::min<std::uint64_t>(whole_cells(plan), thread_count(context.threads()));
  plan.workers = static_cast<unsigned>(std::clamp<std::uint64_t>(room / each, 1, most));
  plan.max_arcs = std::min(kMaxLevelArcs, room / plan.workers / kBytesPerArcMade);
}

/// After a cell has outgrown its share: fewer at once, or smaller ones. False where they can be no smaller.
bool reduce(BuildContext& context, const RegionAlignment& alignment, Plan& plan) {
  if (plan.workers > 1) {
    plan.workers = 1;
    plan.max_arcs = std::min(kMaxLevelArcs, context.memory().room() / kBytesPerArcMade);
    return true;
  }
  if (plan.cell_level == kLeastCellLevel) return false;
  --plan.cell_level;
  share_memory(context, alignment, plan);
  return true;
}

/// Larger cells are fewer and have fewer portals on their lines; smaller ones fit less memory.
Result<Plan> make_plan(BuildContext& context, const RegionAlignment& alignment, const LinkTable& links) {
  Plan plan;
  plan.map = alignment.layout;
  plan.crossings = alignment.crossings;
  plan.levels = links.link_ends().empty() ? plan.map.levels() : std::max(1, plan.map.levels());
  plan.cell_level = context.cell_level();
  const std::uint64_t room = context.memory().room();
  while (plan.cell_level > kLeastCellLevel && cell_bytes(alignment, plan.cell_level) > room) --plan.cell_level;
  const std::uint64_t least = cell_bytes(alignment, plan.cell_level);
  if (least > room) {
    return Error{ErrorCode::limit,
                 fmt::format("the regions of {} need about {} bytes, more than --memory {}", context.subject(),
                             context.memory().taken() + least, context.memory().bytes())};
  }
  share_memory(context, alignment, plan);
  return plan;
}

/// A cell outgrew its share of the memory.
class CellTooLarge : public std::length_error {
 public:
  using std::length_error::length_error;
};

struct MadeCell {
  RegionCell cell;
  std::uint64_t key = 0;
  PackedLevels packed;
  RegionLevelsView levels;  ///< of the bytes
};

/// The levels of all cells; taken from the work folder where they are in it, and left there.
class CellMaker {
 public:
  CellMaker(const BuildContext& context, const Plan& plan, const GridView& grid, const LinkTable& links)
      : context_(context), plan_(plan), grid_(grid), links_(links), cells_(cells_of(plan.map, plan.cell_level)) {
    order_.resize(cells_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::stable_sort(order_, std::greater(), [&](std::size_t i) { return tiles_in(cells_[i].area()); });
  }

  /// All cells, row by row. Errors: io. @throws CellTooLarge
  Result<std::vector<MadeCell>> run(std::uint32_t profile) {
    if (Outcome opened = open_folder(); !opened) return opened.error();
    if (CellCrew* crew = context_.crew()) {
      const CellCut cut{plan_.cell_level, plan_.map.shift(), plan_.crossings};
      crew->make_cells({profile, cut, cells_.size(), plan_.workers}, [&](std::size_t number) {
        if (!failed_) leave(number);
      });
    }
    std::vector<MadeCell> made;
    for (const RegionCell& cell : cells_) made.push_back({cell, 0, {}, {}});
    parallel_for(made.size(), plan_.workers, [&](std::size_t number, unsigned) {
      if (!failed_) make(made[order_[number]]);
    });
    if (fault_) return *fault_;
    return made;
  }

  /// Leaves one cell, by its place among the largest, in the work folder. Errors: io. @throws CellTooLarge
  Outcome run_one(std::size_t number) {
    if (Outcome opened = open_folder(); !opened) return opened;
    if (number >= cells_.size()) return Error{ErrorCode::usage, "a cell that the map does not have"};
    leave(number);
    if (fault_) return *fault_;
    return Success{};
  }

 private:
  Outcome open_folder() {
    if (context_.work_folder().empty()) return Success{};
    auto folder = PartFolder::open(context_.work_folder());
    if (!folder) return folder.error();
    folder_ = *std::move(folder);
    return Success{};
  }

  void leave(std::size_t number) {
    MadeCell made{cells_[order_[number]], 0, {}, {}};
    make(made);
  }

  void make(MadeCell& made) {
    try {
      make_all(made);
    } catch (const std::length_error& error) {
      throw CellTooLarge(error.what());
    } catch (const std::bad_alloc&) {
      throw CellTooLarge("a cell takes more than there is");
    }
  }

  void make_all(MadeCell& made) {
    const CellInput input(grid_, made.cell, links_.link_ends(), plan_.levels);
    made.key = input.key();
    if (take_kept(made)) return;
    made.packed = build(input, made.key);
    if (folder_) {
      // Another may have left the same meanwhile; what is in use cannot be replaced everywhere.
      if (take_kept(made)) return;
      const Outcome kept = folder_->keep(made.key, made.packed.bytes);
      // What lies in the folder need not lie in memory.
      if (take_kept(made)) return;
      if (!kept) return fail(kept.error());
    }
    made.levels = unpack_levels(made.packed.bytes, made.key, made.cell).value();
  }

  /// Takes what the work folder has, if it can be used.
  bool take_kept(MadeCell& made) const {
    if (!folder_) return false;
    auto packed = folder_->find(made.key);
    auto levels = packed ? unpack_levels(packed->bytes, made.key, made.cell) : std::nullopt;
    if (!levels) return false;
    made.packed = *std::move(packed);
    made.levels = *std::move(levels);
    return true;
  }

  [[nodiscard]] PackedLevels build(const CellInput& input, std::uint64_t key) const {
    const unsigned threads = (thread_count(context_.threads()) + plan_.workers - 1) / plan_.workers;
    return pack_levels(input.build({.threads = threads, .max_arcs = plan_.max_arcs}), key, context_.scratch());
  }

  /// Keeps the first error, after which no further cell is begun.
  void fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!failed_.exchange(true)) fault_ = error;
  }

  const BuildContext& context_;
  const Plan& plan_;
  const GridView& grid_;
  const LinkTable& links_;
  std::vector<RegionCell> cells_;   ///< row by row
  std::vector<std::size_t> order_;  ///< the largest first
  std::optional<PartFolder> folder_;
  std::atomic<bool> failed_{false};
  std::mutex mutex_;  ///< of what follows
  std::optional<Error> fault_;
};

/// As many of the levels as fit the memory, one at least.
int affordable_levels(BuildContext& context, const std::vector<std::uint64_t>& bytes) {
  if (context.scratch().in_files()) return static_cast<int>(bytes.size());
  int levels = 0;
  std::uint64_t sum = 0;
  while (levels < static_cast<int>(bytes.size())) {
    sum += bytes[static_cast<std::size_t>(levels)];
    if (!context.memory().affords(sum)) break;
    ++levels;
  }
  return levels;
}

/// Puts together what the cells are and what lies above them.
Result<RegionArrays> join(BuildContext& context, const RegionAlignment& alignment, const Plan& plan,
                          const std::vector<MadeCell>& made) {
  std::vector<HeldBytes> held;
  std::vector<CellLevels> cells;
  std::vector<std::uint64_t> keys;
  // Those in a work folder count as they would without, so that the same levels fit.
  const bool is_private = !context.scratch().in_files();
  for (const MadeCell& cell : made) {
    if (is_private) held.emplace_back(context.memory(), cell.packed.bytes.size());
    cells.push_back({cell.cell, cell.levels});
    keys.push_back(cell.key);
  }
  context.use_parts(keys);
  // Those that were just made always do.
  if (!agree(cells)) {
    return Error{ErrorCode::io, fmt::format("{}: cells that lie there contradict each other; remove them",
                                            context.work_folder().string())};
  }
  const std::uint64_t max_arcs = std::min(kMaxLevelArcs, context.memory().room() / kBytesPerArcMade);
  const RegionLevels above = context.run("levels above cells", [&] {
    return build_above(cells, plan.levels, {.threads = context.threads(), .max_arcs = max_arcs});
  });
  const int levels_there = levels_made(cells, above);
  const int levels = affordable_levels(context, assembled_bytes(cells, above, levels_there));
  if (levels == 0) {
    return Error{ErrorCode::limit,
                 fmt::format("the regions of {} do not fit --memory {}", context.subject(), context.memory().bytes())};
  }
  auto arrays = context.run(
      "assembly", [&] { return assemble_regions(cells, above, levels, context.threads(), context.scratch()); });
  if (const Tile shift = plan.map.shift(); shift != Tile{}) {
    context.note(fmt::format("regions shifted by {},{}: {} crossings of their lines instead of {}", shift.x, shift.y,
                             alignment.crossings, alignment.unshifted));
  }
  if (levels < levels_there || (levels < plan.levels && above.end == LevelsEnd::arcs && max_arcs < kMaxLevelArcs)) {
    context.note(fmt::format("{} of {} region levels, for lack of memory", levels, plan.levels));
  } else if (levels < plan.levels && above.end == LevelsEnd::arcs) {
    context.note(
        fmt::format("{} of {} region levels, for the next has more than {} arcs", levels, plan.levels, kMaxLevelArcs));
  } else if (levels < plan.levels) {
    context.note(fmt::format("{} of {} region levels, for a region above has more than {} members", levels, plan.levels,
                             kMaxRegionMembers));
  }
  return arrays;
}

}  // namespace

Result<RegionArrays> make_regions(BuildContext& context, const GridView& grid, const LinkTable& links,
                                  std::uint32_t profile, std::optional<Tile> shift) {
  const RegionAlignment alignment =
      context.run("alignment", [&] { return align_regions(grid, context.threads(), shift); });
  auto plan = make_plan(context, alignment, links);
  if (!plan) return plan.error();
  RegionArrays arrays;
  arrays.layout = plan->map;
  const auto finish = [&] {
    if (context.crew() != nullptr) context.crew()->finish(profile);
  };
  if (plan->levels == 0) {
    finish();
    return arrays;
  }
  const auto too_many = [&](const std::length_error& error) {
    return Error{ErrorCode::limit, fmt::format("{}: {}", context.subject(), error.what())};
  };
  while (true) {
    try {
      CellMaker maker(context, *plan, grid, links);
      auto made = context.run("cells", [&] { return maker.run(profile); });
      if (!made) return made.error();
      finish();
      return join(context, alignment, *plan, *made);
    } catch (const CellTooLarge& error) {
      if (!reduce(context, alignment, *plan)) {
        return Error{ErrorCode::limit,
                     fmt::format("{}: {}, for --memory {}", context.subject(), error.what(), context.memory().bytes())};
      }
    } catch (const std::length_error& error) {
      return too_many(error);
    }
  }
}

Outcome help_regions(BuildContext& context, const GridView& grid, const LinkTable& links, std::uint32_t profile,
                     CellSource& source) {
  const std::optional<CellLease> first = source.next(profile, 0);
  if (!first) return Success{};
  if (const Tile shift = first->cut.shift; !RegionLayout::is_shift(shift)) {
    source.report(profile, 0, *first, CellFate::refused);
    return Error{ErrorCode::usage, fmt::format("cells of regions shifted by {},{}", shift.x, shift.y)};
  }
  const RegionLayout map(grid.width, grid.height, first->cut.shift);
  auto plan = make_plan(context, {.layout = map, .crossings = first->cut.crossings}, links);
  if (!plan) {
    source.report(profile, 0, *first, CellFate::refused);
    return plan.error();
  }
  std::mutex mutex;
  Outcome outcome = Success{};  ///< the first that failed
  const auto serve = [&](unsigned worker) {
    for (auto lease = worker == 0 ? first : source.next(profile, worker); lease; lease = source.next(profile, worker)) {
      Plan own = *plan;
      own.cell_level = lease->cut.level;
      CellFate fate = CellFate::refused;
      try {
        const Outcome made = CellMaker(context, own, grid, links).run_one(lease->number);
        if (made) fate = CellFate::made;
        const std::lock_guard lock(mutex);
        if (outcome) outcome = made;
      } catch (const CellTooLarge&) {  // whoever lent it makes it, or smaller ones
      }
      source.report(profile, worker, *lease, fate);
      const std::lock_guard lock(mutex);
      if (!outcome) return;
    }
  };
  parallel_for(plan->workers, plan->workers,
               [&](std::size_t worker, unsigned) { serve(static_cast<unsigned>(worker)); });
  return outcome;
}

std::optional<RegionLandmarkArrays> make_region_landmarks(BuildContext& context, const RegionTopologyView& topology,
                                                          const LinkTable& links) {
  if (topology.levels == 0) return {};
  const LandmarkLimits limits{.threads = context.threads(), .room = context.memory().room()};
  auto made =
      context.run("landmarks", [&] { return choose_region_landmarks(topology, links, limits, context.scratch()); });
  if (!made) context.note("no landmarks, for lack of memory");
  return made;
}

}  // namespace portolan
