// SPDX-License-Identifier: BSL-1.0
#include "view/draft_page.hpp"

#include "portolan/formats/boards/area_json.hpp"
#include "portolan/formats/maps/ascii_map.hpp"
#include "portolan/formats/maps/movingai_map.hpp"
#include "portolan/offline/build_world.hpp"
#include "portolan/offline/draw_areas.hpp"

#include <chrono>
#include <cstdint>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// What reading a draft of kBodyBytes may take.
constexpr std::uint64_t kReadMemory = std::uint64_t{256} << 20;
/// Findings that a page lists.
constexpr std::size_t kMaxFindings = 200;
/// Edits that are repeated on the next draft. A page that makes more is told to undo them or to save.
constexpr std::size_t kMaxEdits = 20'000;

void add_finding(Json& findings, std::string_view severity, std::string_view text) {
  if (findings.size() < kMaxFindings) findings.push_back({{"severity", severity}, {"text", text}});
}

void add_findings(Json& findings, std::string_view severity, const BoardDraft& draft,
                  const std::vector<Finding>& found) {
  for (const Finding& finding : found) add_finding(findings, severity, text_of(draft, finding));
}

Result<AreaDrawing> parse(DraftKind kind, std::string_view text, const TileMap& map) {
  if (kind == DraftKind::areas) {
    if (map.floors().count > 1) return Error{ErrorCode::usage, "areas are drawn over one floor, and there are more"};
    return parse_areas_json(text, "draft", map.width(), map.height(), kReadMemory);
  }
  return parse_waypoints_json(text, "draft", map.width(), map.floors(), kReadMemory);
}

}  // namespace

struct DraftPage::Built {
  AlignedBytes bytes;
  World world;
  std::unique_ptr<MapPage> page;
};

DraftPage::~DraftPage() = default;

DraftPage::Outcomes DraftPage::build(const AreaDrawing* drawing) const {
  Outcomes made;
  for (const std::string& warning : input_.warnings) add_finding(made.findings, "warning", warning);
  const auto failed = [&](std::string text) {
    add_finding(made.findings, "error", text);
    made.error = std::move(text);
  };
  std::optional<Areas> areas;
  if (drawing != nullptr && !drawing->draft.nodes.empty()) {
    if (const std::vector<Finding> errors = errors_in(drawing->draft); !errors.empty()) {
      add_findings(made.findings, "error", drawing->draft, errors);
      add_findings(made.findings, "warning", drawing->draft, drawing->warnings);
      made.error = text_of(drawing->draft, errors.front());
      return made;
    }
    auto drawn = draw_areas(*drawing, input_.map, input_.profiles.front(), 0);
    if (!drawn) {
      failed(drawn.error().message);
      return made;
    }
    add_findings(made.findings, "warning", drawing->draft, drawn->warnings);
    areas = std::move(*drawn);
  } else if (drawing != nullptr) {
    // Links of areas of which there are none.
    add_findings(made.findings, "error", drawing->draft, drawing->draft.unreadable);
    if (!drawing->draft.unreadable.empty()) {
      made.error = text_of(drawing->draft, drawing->draft.unreadable.front());
      return made;
    }
  }
  BuildOptions options;
  options.indexes.emplace();
  auto image = areas ? build_world(input_.map, input_.profiles, *areas, options)
                     : build_world(input_.map, input_.profiles, options);
  if (!image) {
    failed(image.error().message);
    return made;
  }
  AlignedBytes bytes = image->bytes();
  auto world = World::view(bytes.span());
  auto page = world ? MapPage::open(*world, input_.name) : Result<std::unique_ptr<MapPage>>(world.error());
  if (!page) {
    failed(page.error().message);
    return made;
  }
  made.built = std::make_shared<Built>(Built{std::move(bytes), std::move(*world), std::move(*page)});
  return made;
}

Result<std::unique_ptr<DraftPage>> DraftPage::open(DraftInput input) {
  std::unique_ptr<DraftPage> page(new DraftPage(std::move(input)));
  Outcomes made = page->build(page->input_.drawing ? &*page->input_.drawing : nullptr);
  // What is drawn may be mended on the page, over the map alone.
  const Json findings = made.findings;
  if (!made.built && page->input_.drawing) made = page->build(nullptr);
  if (!made.built) return Error{ErrorCode::usage, made.error};
  page->built_ = std::move(made.built);
  page->findings_ = findings;
  page->kind_ = page->input_.kind;
  page->text_ = std::move(page->input_.text);
  page->saved_ = page->text_;
  page->input_.drawing.reset();
  return page;
}

std::shared_ptr<DraftPage::Built> DraftPage::built() const {
  const std::lock_guard lock(mutex_);
  return built_;
}

MapPage& DraftPage::page() const {
  return *built()->page;
}

const World& DraftPage::world() const {
  return built()->world;
}

Json DraftPage::report() const {
  const auto name_of = [](DraftKind kind) { return kind == DraftKind::areas ? "areas" : "waypoints"; };
  const std::lock_guard lock(mutex_);
  return {{"kind", kind_ ? Json(name_of(*kind_)) : Json()},
          {"given", input_.kind.has_value()},
          {"text", text_.empty() ? Json() : Json(text_)},
          {"is_saved", !text_.empty() && text_ == saved_},
          {"fixed", input_.fixed.empty() ? Json() : Json(input_.fixed)},
          {"save", input_.file ? Json(input_.file->name()) : Json()},
          {"map", writes_map()},
          {"findings", findings_}};
}

/// Text is all that there is to such a map.
bool DraftPage::writes_map() const {
  return (input_.format == MapFormat::ascii || input_.format == MapFormat::movingai) && input_.map.floors().count == 1;
}

ViewReply DraftPage::map_text() const {
  if (!writes_map()) return error_reply(400, "only ASCII and Moving AI maps of one floor are written");
  const TileMap edited = built()->page->edited_map();
  // Links and moves stand in files of their own.
  const auto terrain =
      TileMap::create(edited.width(), edited.height(), {edited.palette().begin(), edited.palette().end()},
                      std::vector<TerrainId>(edited.tiles().begin(), edited.tiles().end()));
  if (!terrain) return error_reply(500, terrain.error().message);
  const auto text = input_.format == MapFormat::ascii ? write_ascii(*terrain) : write_movingai(*terrain);
  return text ? ViewReply{200, "text/plain; charset=utf-8", *text} : error_reply(400, text.error().message);
}

ViewReply DraftPage::take(const ViewRequest& request, ParameterReader& read) {
  const std::string name = read.text("kind");
  if (name != "areas" && name != "waypoints") read.refuse("kind: expected areas or waypoints");
  if (!read.fault().empty()) return error_reply(400, read.fault());
  const DraftKind kind = name == "areas" ? DraftKind::areas : DraftKind::waypoints;
  if (!input_.fixed.empty()) return error_reply(400, input_.fixed);
  if (input_.kind && *input_.kind != kind) return error_reply(400, fmt::format("what is drawn here are not {}", name));
  const bool saves = request.path == "/save";
  if (saves && !input_.file) return error_reply(400, "portolan view was started without --save");
  // Builds take all cores and much memory: one at a time, and others are not kept waiting in a thread each.
  const std::unique_lock alone(taking_, std::try_to_lock);
  if (!alone) return error_reply(503, "another draft is being built");
  const auto begun = std::chrono::steady_clock::now();
  const auto drawing = parse(kind, request.body, input_.map);
  if (!drawing) return error_reply(400, drawing.error().message);
  Outcomes made = build(&*drawing);
  if (!made.built) {
    return {400, "application/json", text_of(Json{{"error", made.error}, {"findings", made.findings}})};
  }
  Json reply{{"findings", made.findings}};
  if (saves) {
    if (drawing->draft.nodes.empty()) return error_reply(400, "nothing is drawn that could be saved");
    if (const Outcome saved = input_.file->save(request.body); !saved)
      return error_reply(saved.error().code == ErrorCode::usage ? 409 : 500, saved.error().message);
    reply["saved"] = input_.file->name();
  }
  {
    const std::lock_guard changing(changing_);
    for (const ViewRequest& edit : edits_) made.built->page->answer(edit);
    const std::lock_guard lock(mutex_);
    built_ = std::move(made.built);
    findings_ = std::move(made.findings);
    kind_ = kind;
    text_ = request.body;
    if (saves) saved_ = text_;
  }
  const auto taken = std::chrono::steady_clock::now() - begun;
  reply["ms"] = std::chrono::duration_cast<std::chrono::milliseconds>(taken).count();
  return {200, "application/json", text_of(reply)};
}

/// Also on the next draft.
ViewReply DraftPage::change(const ViewRequest& request) {
  const std::lock_guard changing(changing_);
  if (request.path == "/revert") edits_.clear();
  if (edits_.size() == kMaxEdits) return error_reply(400, "too many edits: undo them first");
  ViewReply reply = built()->page->answer(request);
  if (reply.status == 200 && (request.path == "/edit" || request.path == "/link")) edits_.push_back(request);
  return reply;
}

ViewReply DraftPage::answer(const ViewRequest& request) {
  const bool takes = takes_body(request.path);
  if (takes || request.path == "/draft.json" || request.path == "/map.txt") {
    if (takes != (request.method == Method::post)) return error_reply(405, takes ? "wants POST" : "wants GET");
    ParameterReader read(request.parameters);
    if (takes) return take(request, read);
    if (!read.fault().empty()) return error_reply(400, read.fault());
    return request.path == "/map.txt" ? map_text() : ViewReply{200, "application/json", text_of(report())};
  }
  if (request.method == Method::post) return change(request);
  const std::shared_ptr<Built> shown = built();
  if (request.path != "/world.json" || !request.parameters.empty()) return shown->page->answer(request);
  Json world = shown->page->world_report();
  world["draft"] = true;
  return {200, "application/json", text_of(world)};
}

}  // namespace portolan::tools
