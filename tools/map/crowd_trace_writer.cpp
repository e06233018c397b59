// SPDX-License-Identifier: BSL-1.0
#include "map/crowd_trace_writer.hpp"

#include "portolan/formats/table.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {

CrowdTraceWriter::CrowdTraceWriter(const World& world, std::vector<TracedUnit> units, TracedMoves moves)
    : world_(world), units_(std::move(units)), last_(moves == TracedMoves::lasting) {
  for (std::size_t number = 0; number < units_.size(); ++number) {
    const TracedUnit& unit = units_[number];
    if (numbers_.size() <= unit.unit) numbers_.resize(unit.unit + std::size_t{1});
    numbers_[unit.unit] = number;
    turn_ = turn_ || world_.profiles()[unit.profile].kinematics.has_value();
    sides_ = sides_ || unit.side != 0;
    groups_ = groups_ || unit.group != 0;
  }
  const bool has_floors = world_.floors().count > 1;
  table_ = "tick\tunit\tx\ty";
  if (has_floors) table_ += "\tfloor";
  if (turn_) table_ += "\theading";
  if (last_) table_ += has_floors ? "\tbegin\tend\tto_x\tto_y\tto_floor" : "\tbegin\tend\tto_x\tto_y";
  if (last_ && turn_) table_ += "\tto_heading";
  if (groups_) table_ += has_floors ? "\tslot_x\tslot_y\tslot_floor" : "\tslot_x\tslot_y";
  table_ += "\tstuck";
  if (groups_) table_ += has_floors ? "\tleader_x\tleader_y\tleader_floor" : "\tleader_x\tleader_y";
  if (groups_) table_ += "\tleader_heading";
  table_ += "\tdecided\twaited";
  if (sides_) table_ += "\tside";
  if (groups_) table_ += "\tgroup";
  table_ += "\tprofile\n";
}

void CrowdTraceWriter::add(const Crowd& crowd, std::span<const Formation> formations, const CrowdReport& report) {
  slots_.assign(units_.size(), kNoTile);
  leaders_.assign(units_.size(), {kNoTile, Heading::any});
  for (const Formation& formation : formations) note(formation);
  for (std::size_t number = 0; number < units_.size(); ++number) put_row(crowd, number, report);
}

void CrowdTraceWriter::note(const Formation& formation) {
  std::size_t first = units_.size();
  for (std::size_t i = 0; i < formation.size(); ++i) {
    const FormationMember member = formation.member(i);
    const std::size_t number = numbers_[member.unit];
    slots_[number] = member.slot;
    first = std::min(first, number);
  }
  if (first != units_.size()) leaders_[first] = {formation.leader(), formation.heading()};
}

void CrowdTraceWriter::put_tile(Tile tile) {
  const FloorStack& floors = world_.floors();
  const bool is_none = tile == kNoTile;
  table_ += is_none ? "\t\t" : fmt::format("\t{}\t{}", tile.x, floors.row(tile.y));
  if (floors.count > 1) table_ += is_none ? "\t" : fmt::format("\t{}", floors.floor(tile.y));
}

void CrowdTraceWriter::put_row(const Crowd& crowd, std::size_t number, const CrowdReport& report) {
  const TracedUnit& unit = units_[number];
  const UnitView view = crowd.unit(unit.unit);
  const bool is_begin = crowd.now() == 0;
  const auto put = [&](const auto& value) { fmt::format_to(std::back_inserter(table_), "\t{}", value); };
  const auto put_if = [&](bool is_said, const auto& value) {
    table_ += '\t';
    if (is_said) fmt::format_to(std::back_inserter(table_), "{}", value);
  };
  fmt::format_to(std::back_inserter(table_), "{}\t{}", crowd.now(), number);
  put_tile(view.tile);
  if (turn_) put_if(view.heading != Heading::any, to_string(view.heading));
  if (last_) {
    const bool is_on_the_way = view.end > crowd.now() && (!(view.to == view.tile) || view.to_heading != view.heading);
    put_if(is_on_the_way, view.begin);
    put_if(is_on_the_way, view.end);
    put_tile(is_on_the_way ? view.to : kNoTile);
    if (turn_) put_if(is_on_the_way && view.to_heading != view.heading, to_string(view.to_heading));
  }
  if (groups_) put_tile(slots_[number]);
  put_if(view.state == UnitState::stuck, 1);
  if (groups_) {
    const auto& [tile, heading] = leaders_[number];
    put_tile(tile);
    put_if(!(tile == kNoTile), to_string(heading));
  }
  put_if(number == 0 && !is_begin, report.decisions);
  put_if(number == 0 && !is_begin, report.waits);
  if (sides_) put_if(is_begin && unit.side != 0, unit.side);
  if (groups_) put_if(is_begin && unit.group != 0, unit.group);
  if (is_begin) put(table_field(world_.profiles()[unit.profile].name));
  table_.erase(table_.find_last_not_of('\t') + 1);
  table_ += '\n';
}

}  // namespace portolan::tools
