// SPDX-License-Identifier: BSL-1.0
#include "view/body_report.hpp"

#include "map/placements.hpp"
#include "portolan/crowd/body_tiles.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace portolan::tools {
namespace {

/// The tiles that `visit_all` visits as rows.
template <class VisitAll>
Json rows_of(VisitAll&& visit_all) {
  std::vector<Tile> tiles;
  visit_all([&](Tile tile) {
    tiles.push_back(tile);
    return true;
  });
  std::ranges::sort(tiles, [](Tile a, Tile b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
  std::vector<std::int32_t> rows;
  for (const Tile tile : tiles) {
    const std::size_t size = rows.size();
    if (size != 0 && rows[size - 3] == tile.y && rows[size - 1] == tile.x)
      ++rows[size - 1];
    else
      rows.insert(rows.end(), {tile.y, tile.x, tile.x + 1});
  }
  return rows;
}

}  // namespace

Json body_report(const ProfileView& profile) {
  const std::int32_t core = profile.rules.footprint;
  std::optional<KinematicRules> rules;
  if (profile.kinematics) {
    const auto tiles = static_cast<std::uint64_t>(profile.grid.width) * static_cast<std::uint64_t>(profile.grid.height);
    const auto made = make_kinematic_rules(*profile.kinematics, profile.rules, tiles, profile.links);
    if (made) rules = *made;
  }
  const crowd::BodyTiles body = rules ? crowd::BodyTiles(core, *rules) : crowd::BodyTiles(core);
  Json report{{"name", profile.name}, {"core", core}};
  for (const char* const key : {"lines", "covered", "left", "entered"}) report[key] = Json::array();
  for (int i = 0; i < (rules ? kHeadings : 1); ++i) {
    const auto heading = static_cast<Heading>(i);
    const bool is_had = !rules || rules->has(heading);
    Json line = Json::array();
    if (rules && is_had) {
      const BodyLine ends = body_line(*rules, core, heading);
      line = {ends.rear.x, ends.rear.y, ends.front.x, ends.front.y};
      for (const auto part : {ends.nose.x, ends.nose.y}) line.push_back(static_cast<double>(part) / kSubUnits);
    }
    report["lines"].push_back(line);
    const Placement at{{}, heading};
    Json left = Json::array();
    Json entered = Json::array();
    const auto add = [&](const Placement& to) {
      left.push_back(rows_of([&](auto&& visit) { body.all_left(at, to, visit); }));
      entered.push_back(rows_of([&](auto&& visit) { body.all_entered(at, to, visit); }));
    };
    for (int way = 0; is_had && way < kHeadings; ++way) add({unit_step(static_cast<Heading>(way)), heading});
    if (is_had && rules) add({{}, turned(heading, rules->eighths)});
    if (is_had && rules) add({{}, turned(heading, -rules->eighths)});
    report["covered"].push_back(is_had ? rows_of([&](auto&& visit) { body.all_covered(at, visit); }) : Json::array());
    report["left"].push_back(left);
    report["entered"].push_back(entered);
  }
  return report;
}

}  // namespace portolan::tools
