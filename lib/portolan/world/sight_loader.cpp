// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/sight_loader.hpp"

#include "portolan/world/file_sections.hpp"
#include "portolan/world/section_loader.hpp"
#include "portolan/world/section_name.hpp"

#include <string>

namespace portolan {
namespace {

/// How far the planes of a mover reach.
SightSpace space_of(const ProfileView& view) {
  const bool point = view.rules.footprint == 0;
  return {.contact = point ? Contact::point : Contact::square,
          .width = view.grid.width - (point ? 0 : 1),
          .height = view.grid.height - (point ? 0 : 1),
          .squares = {},
          .vertices = {}};
}

class RecordLoader {
 public:
  RecordLoader(const SectionTable& table, SectionOwner owner, const ProfileView& view)
      : table_(table), owner_(owner), view_(view) {}

  Result<std::optional<SightTierView>> run(const format::ProfileRecord& record) {
    const SightSpace space = space_of(view_);
    const auto words = load_group<BasicSightWords<Viewed>>(table_, owner_, space);
    if (!words) return words.error();
    SightTierView tier;
    tier.space = space;
    if (view_.rules.metric == Metric::any_angle) {
      if (record.fraction_bits != 20 && record.fraction_bits != 18 && record.fraction_bits != 16) {
        return corrupt("a wrong unit of segments");
      }
      tier.fraction_bits = record.fraction_bits;
    }
    if (const Outcome loaded = load_graph(tier); !loaded) return loaded.error();
    const bool must = tier.graph.has_value() || view_.rules.metric == Metric::any_angle;
    if (!*words && !must) return std::optional<SightTierView>();
    if (!*words) return missing(SectionKind::sight_squares);
    tier.space.squares = BitView((*words)->squares.data(), space.width, space.height);
    if (space.contact == Contact::square) {
      if ((*words)->vertices.empty()) return missing(SectionKind::sight_vertices);
      tier.space.vertices = BitView((*words)->vertices.data(), space.width + 1, space.height + 1);
    }
    return std::optional(tier);
  }

 private:
  /// The waypoint graph and its indexes, as far as the file has them.
  Outcome load_graph(SightTierView& tier) {
    const auto graph = load_group<WaypointGraphView>(table_, owner_, tier.space);
    if (!graph) return graph.error();
    const std::size_t nodes = *graph ? (*graph)->size() : 0;
    const auto hierarchy = load_group<ContractionHierarchy>(table_, owner_, nodes);
    if (!hierarchy) return hierarchy.error();
    const auto labels = load_group<HubLabels>(table_, owner_, nodes);
    if (!labels) return labels.error();
    const auto blocks =
        load_group<BlockLabels>(table_, owner_, *labels ? (*labels)->size() : 0, block_grid(tier.space).size());
    if (!blocks) return blocks.error();
    const auto landmarks = load_group<WaypointLandmarks>(table_, owner_, nodes);
    if (!landmarks) return landmarks.error();
    const auto levels = load_group<SightLevels>(table_, owner_, *graph ? (*graph)->target.size() : 0);
    if (!levels) return levels.error();
    const auto cells = load_group<SightCells>(table_, owner_, nodes);
    if (!cells) return cells.error();
    if ((*hierarchy || *labels || *landmarks || *levels || *cells) && !*graph)
      return corrupt("an index without its waypoint graph");
    if (*blocks && !*labels) return corrupt("block labels without hub labels");
    tier.graph = *graph;
    tier.hierarchy = *hierarchy;
    tier.labels = *labels;
    tier.blocks = *blocks;
    if (*landmarks) tier.guides.landmarks = **landmarks;
    if (*levels) tier.guides.levels = **levels;
    if (*cells) tier.guides.cells = **cells;
    if (*cells && !*levels) return corrupt("cells over sight edges without levels of these");
    if (*cells && !fit(**cells, **graph)) return corrupt("wrong sizes of the cells over sight edges");
    if (tier.guides.landmarks.shift > kMaxLandmarkShift) {
      return corrupt("a wrong unit of the landmarks of waypoints");
    }
    if (!tier.graph) return Success{};
    const auto metric = sight_metric(view_.rules);
    if (!metric) return corrupt("a waypoint graph under rules that cannot have one");
    if (nodes >= kNoNode - 1) return corrupt("too many waypoints");
    tier.graph->metric = *metric;
    tier.graph->metric.fraction_bits = tier.fraction_bits;
    if (*levels && metric->norm != Norm::euclidean) return corrupt("levels of sight edges that are no straight lines");
    return Success{};
  }

  [[nodiscard]] Error corrupt(const char* what) const {
    return {ErrorCode::corrupt, std::string(what) + " of profile " + std::to_string(owner_.profile)};
  }
  [[nodiscard]] Error missing(SectionKind kind) const {
    return {ErrorCode::corrupt, section_text(kind, owner_) + " is missing"};
  }

  const SectionTable& table_;
  SectionOwner owner_;
  const ProfileView& view_;
};

}  // namespace

Result<std::optional<SightTierView>> load_sight(const SectionTable& table, SectionOwner owner,
                                                const format::ProfileRecord& record, const ProfileView& view) {
  return RecordLoader(table, owner, view).run(record);
}

}  // namespace portolan
