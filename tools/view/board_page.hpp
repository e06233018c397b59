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

/// Paths that the page does not know of, all `GET`; ends are names as of `portolan path`.
///
///     /world.json                     nodes with places and tags, arcs, tiers
///     /path.json      tier from to    keys of `portolan path --json`, and places: the nodes by number
///     /why.json       from to         why there is no path
class BoardPage final : public ViewSource {
 public:
  /// More than a page can draw at once.
  static constexpr std::size_t kMaxNodes = 20'000;
  static constexpr std::size_t kMaxArcs = 200'000;

  /// Errors: corrupt (the graph contradicts itself), limit (it is too large). The world must have a board.
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
