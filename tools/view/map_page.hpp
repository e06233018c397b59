// SPDX-License-Identifier: BSL-1.0
// A tile map being looked at: pictures, shapes, paths, and edits that are seen by this viewer alone.
#pragma once

#include "drawing/canvas.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"
#include "view/crowd_replay.hpp"
#include "view/map_paths.hpp"
#include "view/request.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace portolan::tools {

/// Answers to the page about a map. These paths it knows besides those of every page, `GET` unless told otherwise; ends
/// are as `portolan path` takes them, names of areas included.
///
/// - /world.json: the map, its terrains, profiles, tiers, areas and links
/// - /picture.png, layer zoom x y profile revision: square (x,y) of kPictureSide pixels; layer terrain, islands,
///   dead-ends, areas, edited (tiles whose terrain is not that of the file)
/// - /nodes.json, profile level area: portals and relays of a region level
/// - /borders.json, area: borders of areas
/// - /waypoints.json, profile area: waypoints
/// - /at.json, profile x y: a tile, the dead end it lies in, and the nearest waypoint with its sight edges
/// - /path.json, profile tier from to: keys of `portolan path --json`, us of a second asking, and line, windows,
///   search; tier corridor for areas, bounded at any angle over several prices; with ties as of `--ties`, with width in
///   fifths of a tile as smoothed, which line then is; with budget as far as the search came within so many nodes; tier
///   placed for movers with a body, with heading and goal_heading
/// - /why.json, profile from to: why there is no path
/// - /edits.json, profile: dirty regions, closed links
/// - /crowd.json: what CrowdReplay::report() says; 404, as the next one, where there is no run
/// - /crowd.bin, piece: CrowdReplay::piece()
/// - POST /edit, area terrain: tiles of one terrain
/// - POST /link, link open: closes (0) or opens (1) a link between tiles by its number in /world.json
/// - POST /revert: all tiles and links as in the file
/// - POST /refresh, regions: customises dirty regions
class MapPage final : public ViewSource {
 public:
  /// The most things of a kind that a page shows at once.
  static constexpr std::size_t kMaxShapes = 20'000;

  /// Opens the map of a world, which must have one, with a run to play on it if there is one. Errors: corrupt (a
  /// tile's terrain is not in the palette).
  static Result<std::unique_ptr<MapPage>> open(const World& world, std::string name,
                                               std::unique_ptr<const CrowdReplay> replay = nullptr);

  ViewReply answer(const ViewRequest& request) override;

  // These are what the paths of the same names answer, for pages without a server.
  [[nodiscard]] Json world_report() const;
  /// The run that is played; null if there is none.
  [[nodiscard]] const CrowdReplay* replay() const noexcept { return replay_.get(); }
  /// The portals and relays of a region level in a half-open area of any size: an even sample of at most `most` out of
  /// `of`.
  [[nodiscard]] Json nodes(std::size_t profile, int level, const Rect& area, std::size_t most = kMaxShapes) const;
  /// The waypoints in a half-open area of any size: an even sample of at most `most` out of `of`.
  [[nodiscard]] Json waypoints(std::size_t profile, const Rect& area, std::size_t most = kMaxShapes) const;
  /// The borders of areas in a half-open area of any size: an even sample of at most `most` out of `of`.
  [[nodiscard]] Json borders(const Rect& area, std::size_t most = kMaxShapes) const;
  [[nodiscard]] Json path(std::size_t profile, Tier tier, const End& from, const End& to, const PathStyle& style = {});
  [[nodiscard]] Json corridor(std::size_t profile, const End& from, const End& to);
  [[nodiscard]] Json bounded(std::size_t profile, const End& from, const End& to);
  [[nodiscard]] Json placed(std::size_t profile, const Placement& from, const Placement& to);
  [[nodiscard]] Json why(std::size_t profile, const End& from, const End& to);
  /// The map with the edits; links that are closed are still there.
  [[nodiscard]] TileMap edited_map();
  /// A picture of width x height pixels from tile `origin` on, at 2^zoom tiles a pixel; `layer` is terrain, islands,
  /// dead-ends or areas. Errors: those of picture_of.
  [[nodiscard]] Result<Canvas> picture(std::string_view layer, std::size_t profile, Tile origin, std::int32_t zoom,
                                       std::int32_t width, std::int32_t height) const;

 private:
  MapPage(World world, std::string name, TileMap map, std::unique_ptr<const CrowdReplay> replay);
  [[nodiscard]] std::shared_ptr<const Overlay> snapshot() const;
  [[nodiscard]] Json at(std::size_t profile, Point p);
  [[nodiscard]] Json edits(std::size_t profile) const;
  Outcome apply(const std::function<Outcome(Overlay&)>& edit);
  ViewReply change(const ViewRequest& request, ParameterReader& read);
  std::string show(const ViewRequest& request, ParameterReader& read, ViewReply& reply);
  ViewReply play(const ViewRequest& request, ParameterReader& read) const;

  World world_;
  std::string name_;
  std::unique_ptr<const CrowdReplay> replay_;
  mutable std::mutex mutex_;  ///< guards the members below
  std::shared_ptr<const Overlay> edits_;
  std::int32_t revision_ = 0;  ///< how often edits_ has changed
  MapPaths paths_;
};

}  // namespace portolan::tools
