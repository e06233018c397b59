// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/region_stage.hpp"

#include "portolan/regions/region_alignment.hpp"
#include "portolan/regions/region_relays.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

// A level is held in 64-bit weights, 10 bytes an arc, and copied once, 5 or more bytes an arc, while it is joined; so
// it is while relays are chosen. Members of open ground and of streets have about 8 arcs.
constexpr std::uint64_t kTransientFactor = 3;
constexpr std::uint64_t kTypicalBytesPerMember = std::uint64_t{15} * 8;

/// Arcs of a region level that may be made.
std::uint64_t most_arcs(BuildContext& context) {
  return std::min(kMaxLevelArcs, context.memory().room() / kBytesPerArcMade);
}

Outcome check_room(BuildContext& context, std::uint64_t bytes) {
  const MemoryPlan& memory = context.memory();
  if (memory.affords(bytes)) return Success{};
  return Error{ErrorCode::limit, fmt::format("the regions of {} need about {} bytes, more than --memory {}",
                                             context.subject(), memory.taken() + bytes, memory.bytes())};
}

Error too_many_arcs(BuildContext& context, const std::length_error& error) {
  return {ErrorCode::limit,
          fmt::format("{}: {}, for --memory {}", context.subject(), error.what(), context.memory().bytes())};
}

Result<RegionTopology> make_topology(BuildContext& context, const GridView& grid, const LinkTable& links) {
  const RegionAlignment alignment = context.run("alignment", [&] { return align_regions(grid, context.threads()); });
  if (Outcome fits = check_room(context, alignment.crossings * kTypicalBytesPerMember); !fits) return fits.error();
  RegionTopology topology;
  try {
    topology = context.run("portals", [&] {
      return choose_relays(grid, alignment.layout, links.link_ends(), context.threads(), widest_simd(),
                           most_arcs(context));
    });
  } catch (const std::length_error& error) {
    return too_many_arcs(context, error);
  }
  if (topology.level.empty()) return topology;
  const Tile shift = alignment.layout.shift();
  if (shift != Tile{}) {
    context.note(fmt::format("regions shifted by {},{}: {} crossings of their lines instead of {}", shift.x, shift.y,
                             alignment.crossings, alignment.unshifted));
  }
  const int levels = alignment.layout.levels();
  if (static_cast<int>(topology.level.size()) < levels) {
    context.note(fmt::format("{} of {} region levels, for a region above has more than {} members",
                             topology.level.size(), levels, kMaxRegionMembers));
  }
  return topology;
}

/// The arcs of as many levels as the memory allows, of one at least.
Result<std::vector<LevelArcs>> make_arcs(BuildContext& context, const GridView& grid,
                                         const RegionTopologyView& topology) {
  std::vector<HeldBytes> held;
  for (int level = 0; level < topology.levels; ++level) {
    held.emplace_back(context.memory(), section_bytes(topology.level[static_cast<std::size_t>(level)]));
  }
  std::uint64_t expected = topology.level[0].members.size() * kTypicalBytesPerMember;
  if (Outcome fits = check_room(context, expected); !fits) return fits.error();
  const auto note_levels = [&](int level) {
    context.note(fmt::format("{} of {} region levels, for lack of memory", level, topology.levels));
  };
  std::vector<LevelArcs> arcs;
  for (int level = 0; level < topology.levels; ++level) {
    if (level != 0 && !context.memory().affords(expected)) {
      note_levels(level);
      break;
    }
    try {
      arcs.push_back(context.run(fmt::format("regions {}", kRegionSide << level), [&] {
        const std::uint64_t most = most_arcs(context);
        return level == 0
                   ? customise_base(grid, topology, context.threads(), widest_simd(), most)
                   : customise_level(topology, level, arcs.back().view(), context.threads(), widest_simd(), most);
      }));
    } catch (const std::length_error& error) {
      if (level == 0) return too_many_arcs(context, error);
      note_levels(level);
      break;
    }
    held.emplace_back(context.memory(), section_bytes(arcs.back()));
    expected = section_bytes(arcs.back()) * kTransientFactor;
  }
  return arcs;
}

}  // namespace

Result<Regions> make_regions(BuildContext& context, const GridView& grid, const LinkTable& links) {
  Regions regions;
  auto topology = make_topology(context, grid, links);
  if (!topology) return topology.error();
  regions.topology = *std::move(topology);
  if (regions.topology.level.empty()) return regions;
  RegionTopologyView view = regions.topology.view();
  view.link_ends = links.link_ends();
  auto arcs = make_arcs(context, grid, view);
  if (!arcs) return arcs.error();
  regions.arcs = *std::move(arcs);
  regions.base = {view, regions.arcs[0].view()};
  return regions;
}

std::optional<RegionLandmarkArrays> make_region_landmarks(BuildContext& context, const BaseRegions& regions,
                                                          const LinkTable& links) {
  if (regions.topology.levels == 0) return {};
  if (!context.memory().affords(region_landmark_memory(regions.topology))) {
    context.note("no landmarks, for lack of memory");
    return {};
  }
  return context.run("landmarks", [&] { return choose_region_landmarks(regions.topology, regions.arcs, links); });
}

}  // namespace portolan
