// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/region_stage.hpp"

#include "portolan/core/parallel.hpp"
#include "portolan/offline/region_parts.hpp"
#include "portolan/regions/region_alignment.hpp"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

/// About what a portal takes while its cell is made: its arcs on all levels, as they are found and joined.
constexpr std::uint64_t kBytesPerCrossing = 120;
/// About what a tile takes then: itself, and its number among the nodes of a region.
constexpr std::uint64_t kBytesPerTile = 2;

/// How a map is cut, and how much of it is at work at once.
struct Plan {
  RegionLayout map;
  int levels = 0;  ///< as many as the map has
  int cell_level = kCellLevel;
  unsigned workers = 1;  ///< cells at a time
  std::uint64_t max_arcs = kMaxLevelArcs;
};

/// What making a cell takes, if portals lie evenly.
std::uint64_t cell_bytes(const RegionAlignment& alignment, int level) {
  const std::uint64_t cells = alignment.layout.regions(level);
  const auto side = static_cast<std::uint64_t>(kRegionSide) << level;
  return alignment.crossings / cells * kBytesPerCrossing + side * side * kBytesPerTile;
}

/// Larger cells are fewer and have fewer portals on their lines; smaller ones fit less memory.
Result<Plan> make_plan(BuildContext& context, const RegionAlignment& alignment, const LinkTable& links) {
  Plan plan;
  plan.map = alignment.layout;
  plan.levels = links.link_ends().empty() ? plan.map.levels() : std::max(1, plan.map.levels());
  plan.cell_level = context.cell_level();
  const std::uint64_t room = context.memory().room();
  while (plan.cell_level > 1 && cell_bytes(alignment, plan.cell_level) > room) --plan.cell_level;
  const std::uint64_t least = cell_bytes(alignment, plan.cell_level);
  if (least > room) {
    return Error{ErrorCode::limit,
                 fmt::format("the regions of {} need about {} bytes, more than --memory {}", context.subject(),
                             context.memory().taken() + least, context.memory().bytes())};
  }
  const std::uint64_t most =
      std::min<std::uint64_t>(plan.map.regions(plan.cell_level), thread_count(context.threads()));
  plan.workers = static_cast<unsigned>(std::clamp<std::uint64_t>(room / std::max<std::uint64_t>(least, 1), 1, most));
  plan.max_arcs = std::min(kMaxLevelArcs, room / plan.workers / kBytesPerArcMade);
  return plan;
}

/// The levels of all cells, packed; taken from the work folder where they are in it, and left there.
class CellMaker {
 public:
  CellMaker(const BuildContext& context, const Plan& plan, const GridView& grid, const LinkTable& links)
      : context_(context), plan_(plan), grid_(grid), links_(links), cells_(cells_of(plan.map, plan.cell_level)) {}

  /// Errors: io. @throws std::length_error where level 0 has too many arcs
  Result<std::vector<PackedLevels>> run() {
    if (!context_.work_folder().empty()) {
      auto folder = PartFolder::open(context_.work_folder());
      if (!folder) return folder.error();
      folder_ = *std::move(folder);
    }
    std::vector<PackedLevels> made(cells_.size());
    levels_.resize(cells_.size());
    keys_.resize(cells_.size());
    parallel_for(cells_.size(), plan_.workers, [&](std::size_t number, unsigned) { made[number] = make(number); });
    if (fault_) return *fault_;
    return made;
  }
  /// Views of what run() made.
  [[nodiscard]] std::vector<CellLevels> views() const {
    std::vector<CellLevels> views;
    for (std::size_t i = 0; i < cells_.size(); ++i) views.push_back({cells_[i], levels_[i]});
    return views;
  }
  [[nodiscard]] const std::vector<std::uint64_t>& keys() const noexcept { return keys_; }

 private:
  PackedLevels make(std::size_t number) {
    const CellInput input(grid_, cells_[number], links_.link_ends(), plan_.levels);
    const std::uint64_t key = input.key();
    keys_[number] = key;
    std::optional<PackedLevels> packed = folder_ ? folder_->find(key) : std::nullopt;
    if (!packed) {
      const unsigned threads = std::max(1U, thread_count(context_.threads()) / plan_.workers);
      packed = pack_levels(input.build({.threads = threads, .max_arcs = plan_.max_arcs}), key, context_.scratch());
      if (folder_) packed = kept(key, *std::move(packed));
    }
    levels_[number] = unpack_levels(packed->bytes, key).value();
    return *std::move(packed);
  }
  /// The same bytes in the folder.
  PackedLevels kept(std::uint64_t key, PackedLevels packed) {
    if (Outcome done = folder_->keep(key, packed.bytes); !done) {
      const std::lock_guard lock(mutex_);
      fault_ = done.error();
      return packed;
    }
    return folder_->find(key).value_or(std::move(packed));
  }

  const BuildContext& context_;
  const Plan& plan_;
  const GridView& grid_;
  const LinkTable& links_;
  std::vector<RegionCell> cells_;
  std::vector<RegionLevelsView> levels_;
  std::vector<std::uint64_t> keys_;
  std::optional<PartFolder> folder_;
  std::mutex mutex_;
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

}  // namespace

Result<RegionArrays> make_regions(BuildContext& context, const GridView& grid, const LinkTable& links,
                                  std::optional<Tile> shift) {
  const RegionAlignment alignment =
      context.run("alignment", [&] { return align_regions(grid, context.threads(), shift); });
  const auto plan = make_plan(context, alignment, links);
  if (!plan) return plan.error();
  RegionArrays tier;
  tier.layout = plan->map;
  if (plan->levels == 0) return tier;
  try {
    CellMaker maker(context, *plan, grid, links);
    const auto packed = context.run("cells", [&] { return maker.run(); });
    if (!packed) return packed.error();
    if (!context.work_folder().empty()) context.use_parts(maker.keys());
    std::vector<HeldBytes> held;
    if (!context.scratch().in_files() && context.work_folder().empty()) {
      for (const PackedLevels& cell : *packed) held.emplace_back(context.memory(), cell.bytes.size());
    }
    const std::vector<CellLevels> cells = maker.views();
    const RegionLevels above = context.run("levels above cells", [&] {
      return build_above(cells, plan->levels, {.threads = context.threads(), .max_arcs = plan->max_arcs});
    });
    const int made = levels_made(cells, above);
    const int levels = affordable_levels(context, assembled_bytes(cells, above, made));
    if (levels == 0) {
      return Error{ErrorCode::limit, fmt::format("the regions of {} do not fit --memory {}", context.subject(),
                                                 context.memory().bytes())};
    }
    tier = context.run("assembly",
                       [&] { return assemble_regions(cells, above, levels, context.threads(), context.scratch()); });
    if (const Tile shifted = plan->map.shift(); shifted != Tile{}) {
      context.note(fmt::format("regions shifted by {},{}: {} crossings of their lines instead of {}", shifted.x,
                               shifted.y, alignment.crossings, alignment.unshifted));
    }
    if (levels < made) {
      context.note(fmt::format("{} of {} region levels, for lack of memory", levels, plan->levels));
    } else if (made < plan->levels) {
      context.note(fmt::format("{} of {} region levels, for a region above has more than {} members", made,
                               plan->levels, kMaxRegionMembers));
    }
  } catch (const std::length_error& error) {
    return Error{ErrorCode::limit,
                 fmt::format("{}: {}, for --memory {}", context.subject(), error.what(), context.memory().bytes())};
  }
  return tier;
}

std::optional<RegionLandmarkArrays> make_region_landmarks(BuildContext& context, const RegionTopologyView& topology,
                                                          const ArcsView& base, const LinkTable& links) {
  if (topology.levels == 0) return {};
  if (!context.memory().affords(region_landmark_memory(topology))) {
    context.note("no landmarks, for lack of memory");
    return {};
  }
  return context.run("landmarks", [&] { return choose_region_landmarks(topology, base, links); });
}

}  // namespace portolan
