// SPDX-License-Identifier: BSL-1.0
// A board being looked at: its nodes, arcs and paths.
#pragma once

#include "board/board.hpp"
#include "map/path_report.hpp"
#include "portolan/world/world.hpp"
#include "view/request.hpp"

#include <memory>
#include <mutex>
#include <string>

namespace portolan::tools {

/// Answers to the page about a board. These paths it knows besides those of every page, all `GET`; ends are names as
/// `portolan path` takes them.
///
///     /world.json                     nodes with places and tags, arcs, tiers
///     /path.json      tier from to    keys of `portolan path --json`, and places: the nodes by number
///     /why.json       from to         why there is no path
class BoardPage final : public ViewSource {
 public:
  /// The most nodes that a page can draw at once.
  static constexpr std::size_t kMaxNodes = 20'000;
  /// The most arcs that a page can draw at once.
  static constexpr std::size_t kMaxArcs = 200'000;

  /// Opens the board of a world, which must have one. Errors: corrupt (the graph contradicts itself), limit (it is too
  /// large).
  static Result<std::unique_ptr<BoardPage>> open(const World& world, std::string name);

  ViewReply answer(const ViewRequest& request) override;

  [[nodiscard]] Json world_report() const;
  [[nodiscard]] Json path(Tier tier, NodeId from, NodeId to);
  [[nodiscard]] Json why(NodeId from, NodeId to) const;

 private:
  BoardPage(World world, std::string name);
  [[nodiscard]] const BoardTierView& board() const { return *world_.board(); }

  World world_;
  std::string name_;
  std::mutex mutex_;  ///< guards the query
  BoardQuery query_;
};

}  // namespace portolan::tools
