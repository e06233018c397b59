// SPDX-License-Identifier: BSL-1.0
// A map that is looked at before it is built, with the areas or waypoints that are being drawn over it.
#pragma once

#include "portolan/boards/area_drawing.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/grid/movement_profile.hpp"
#include "portolan/grid/tile_map.hpp"
#include "view/draft_file.hpp"
#include "view/map_page.hpp"
#include "view/request.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::tools {

/// What is drawn over a map: the board of a world is made of the ones or the others.
enum class DraftKind { areas, waypoints };

/// A map as it was read, and what is drawn over it.
struct DraftInput {
  std::string name;  ///< of the map
  MapFormat format = MapFormat::automatic;
  TileMap map;
  std::vector<MovementProfile> profiles;
  std::vector<std::string> warnings = {};   ///< what is odd about the map, in sentences
  std::optional<DraftKind> kind = {};       ///< nothing: the page chooses
  std::optional<AreaDrawing> drawing = {};  ///< what is drawn already
  std::string text = {};                    ///< the JSON of that, if it is edited here
  std::string fixed = {};                   ///< why it is not, in a sentence; empty if it is
  std::optional<DraftFile> file = {};       ///< where the page saves; nothing: nowhere
};

/// Answers what MapPage does, about a world that is built in memory, without indexes, of the map and the last draft
/// that could be built; edits of terrain and links outlive it. Of /world.json `draft` is true. Besides:
///
/// - /draft.json: kind, areas or waypoints, null for neither; given, whether there is no other; text, the JSON of the
///   last draft, null for none; fixed, why it cannot be edited; save, the name of the file that /save writes, null for
///   none; map, whether there is a /map.txt; findings, of the map and of what is drawn, each with its severity and text
/// - /map.txt: the map with the edits of terrain, in the format that it has; 400 where that is neither ASCII nor Moving
///   AI, or one of several floors
/// - POST /draft, kind: its body, JSON as `portolan build` reads it, becomes what is drawn. Answers with findings and
///   ms, what the build took. 400 with error and findings where it cannot be built: what was drawn before stays then.
///   503 while another is being built
/// - POST /save, kind: the same for the file, after which the draft is what /draft would make it. 409: another program
///   has changed the file, which stays as it is
///
/// Lines in findings about what was posted are those of the body, after `draft:`.
class DraftPage final : public ViewSource {
 public:
  /// Builds the world. Errors: those of build_world.
  static Result<std::unique_ptr<DraftPage>> open(DraftInput input);
  ~DraftPage() override;

  ViewReply answer(const ViewRequest& request) override;
  [[nodiscard]] bool takes_body(std::string_view path) const override { return path == "/draft" || path == "/save"; }

  /// Of the last draft that could be built. The page keeps them as long as it keeps that draft.
  [[nodiscard]] MapPage& page() const;
  [[nodiscard]] const World& world() const;

 private:
  struct Built;
  /// A draft as far as it can be made something of.
  struct Outcomes {
    std::shared_ptr<Built> built;  ///< null: it cannot be built
    Json findings = Json::array();
    std::string error;  ///< why not
  };

  explicit DraftPage(DraftInput input) : input_(std::move(input)) {}
  [[nodiscard]] Outcomes build(const AreaDrawing* drawing) const;
  ViewReply take(const ViewRequest& request, ParameterReader& read);
  ViewReply change(const ViewRequest& request);
  [[nodiscard]] std::shared_ptr<Built> built() const;
  [[nodiscard]] Json report() const;
  [[nodiscard]] bool writes_map() const;
  ViewReply map_text() const;

  DraftInput input_;
  std::mutex taking_;               ///< held while a draft is built and saved; guards what input_.file knows
  std::mutex changing_;             ///< held while edits are made, or repeated on what was built
  std::vector<ViewRequest> edits_;  ///< since all were undone; guarded by changing_
  mutable std::mutex mutex_;        ///< guards the members below
  std::shared_ptr<Built> built_;
  std::optional<DraftKind> kind_;  ///< of what was built last
  std::string text_;               ///< the same
  std::string saved_;              ///< what its file holds
  Json findings_ = Json::array();
};

}  // namespace portolan::tools
