// SPDX-License-Identifier: BSL-1.0
#include "portolan/world/schema.hpp"

#include "portolan/world/file_sections.hpp"
#include "portolan/world/world.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace portolan {
namespace {

/// Lists the sections of structs, one after the other.
class Lister : public AlikeVisitor<Lister> {
 public:
  template <class View>
  void list(std::string_view group, Repeated repeated = Repeated::no) {
    group_ = group;
    repeated_ = repeated;
    View view;
    View::visit(view, *this);
  }
  [[nodiscard]] std::vector<SectionSchema> sorted() {
    std::ranges::sort(sections_, {}, &SectionSchema::kind);
    return std::move(sections_);
  }

  template <class... T>
  void array(SectionKind kind, std::optional<std::size_t>, const std::span<const T>&...) {
    sections_.push_back({kind, group_, {sizeof(T)...}, repeated_});
  }
  template <class T>
  void record(SectionKind kind, const T&) {
    sections_.push_back({kind, group_, {sizeof(T)}, repeated_});
  }
  /// The sections that it names again.
  template <class Part>
  void backward(Part&& part) {
    Lister again;
    part(again);
    for (SectionSchema& section : sections_) {
      const bool is_repeated =
          std::ranges::find(again.sections_, section.kind, &SectionSchema::kind) != again.sections_.end();
      if (is_repeated) section.repeated = Repeated::by_direction;
    }
  }

 private:
  std::vector<SectionSchema> sections_;
  std::string_view group_;
  Repeated repeated_ = Repeated::no;
};

/// Every struct that a file may hold, and the group of its sections.
std::vector<SectionSchema> all_sections() {
  Lister lister;
  lister.list<MapInfoSection>("map");
  lister.list<BasicMapTables<Viewed>>("map");
  lister.list<BasicStrings<Viewed>>("map");
  lister.list<BasicProvenance<Viewed>>("map");
  lister.list<ProfileSection>("profile");
  lister.list<KinematicsSection>("profile");
  lister.list<BasicTerrainCosts<Viewed>>("profile");
  lister.list<BasicPositions<Viewed>>("profile");
  lister.list<BasicPositionEdges<Viewed>>("profile");
  lister.list<IslandsView>("profile");
  lister.list<DeadEndsView>("dead_ends");
  lister.list<BasicRegionNodes<Viewed>>("regions");
  lister.list<RegionLevelView>("regions", Repeated::by_region_level);
  lister.list<RegionLandmarks>("regions");
  lister.list<BasicSightWords<Viewed>>("planes");
  lister.list<WaypointGraphView>("waypoints");
  lister.list<WaypointLandmarks>("waypoints");
  lister.list<SightLevels>("waypoints");
  lister.list<SightCells>("waypoints");
  lister.list<ContractionHierarchy>("ch");
  lister.list<HubLabels>("labels");
  lister.list<BlockLabels>("blocks");
  lister.list<BoardInfoSection>("board");
  lister.list<BoardView>("board");
  lister.list<StraightLine>("board");
  lister.list<Landmarks>("board");
  lister.list<AreasView>("areas");
  return lister.sorted();
}

}  // namespace

std::span<const SectionSchema> world_schema() {
  static const std::vector<SectionSchema> schema = all_sections();
  return schema;
}

const SectionSchema* find_schema(std::uint32_t kind) {
  const auto found = std::ranges::find(world_schema(), static_cast<SectionKind>(kind), &SectionSchema::kind);
  return found == world_schema().end() ? nullptr : &*found;
}

}  // namespace portolan
