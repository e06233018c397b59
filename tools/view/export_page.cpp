// SPDX-License-Identifier: BSL-1.0
#include "view/export_page.hpp"

#include "view/ends.hpp"
#include "view/page.hpp"
#include "view/picture.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

/// What a row of a run takes that tells where units are, and no more.
constexpr std::size_t kPlainRowBytes = 8;

std::string base64(std::span<const std::byte> bytes) {
  static constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      word = word << 8 | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kDigits[word >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

/// Replaces the only occurrence of `mark`.
void put(std::string& page, std::string_view mark, std::string_view text) {
  page.replace(page.find(mark), mark.size(), text);
}

/// An element whose text is bytes.
std::string element(std::string_view id, std::span<const std::byte> bytes) {
  return fmt::format("<script type=\"text/plain\" id=\"{}\">{}</script>\n", id, base64(bytes));
}

std::string page_with(const Json& data, const World& world) {
  std::string page(page::kDocument);
  std::string text = text_of(data);
  // No text of a world may end the element that it stands in.
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
  const std::string runtime = page::runtime();
  const bool live = !runtime.empty() && world.bytes().size() <= kMaxLiveBytes;
  put(page, "<link rel=\"stylesheet\" href=\"/style.css\">", "<style>" + std::string(page::kStyle) + "</style>");
  put(page, "<script src=\"/view.js\" defer></script>",
      fmt::format(
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; script-src "
          "'unsafe-inline'{}; style-src 'unsafe-inline'\">",
          live ? " 'wasm-unsafe-eval'" : ""));
  std::string scripts = "<script type=\"application/json\" id=\"data\">" + text + "</script>\n";
  if (live) scripts += element("runtime", std::as_bytes(std::span(runtime))) + element("world", world.bytes());
  put(page, "</body>", scripts + "<script>" + page::script() + "</script>\n</body>");
  return page;
}

/// The run of a crowd with all its pieces.
Result<Json> data_replay(const CrowdReplay& replay) {
  const std::size_t most = kMaxExportRows * kPlainRowBytes / replay.row_bytes();
  if (replay.rows() > most) {
    return Error{ErrorCode::limit,
                 fmt::format("--crowd: {} rows; an exported page takes at most {}", replay.rows(), most)};
  }
  Json data = replay.report();
  Json& pieces = data["pieces"] = Json::array();
  for (std::size_t i = 0; i < replay.pieces(); ++i) {
    const std::string piece = replay.piece(i);
    pieces.push_back(base64(std::as_bytes(std::span(piece))));
  }
  return data;
}

Result<std::string> data_picture(const MapPage& view, std::string_view layer, std::size_t profile, const World& world,
                                 std::int32_t zoom) {
  const auto pixels = [&](std::int32_t tiles) { return (tiles + (1 << zoom) - 1) >> zoom; };
  const auto canvas = view.picture(layer, profile, {0, 0}, zoom, pixels(world.width()), pixels(world.height()));
  if (!canvas) return canvas.error();
  const auto png = encode_png(*canvas);
  if (!png) return png.error();
  return "data:image/png;base64," + base64(*png);
}

/// The path by what the page calls a tier.
Json path_by(MapPage& view, const std::string& name, const ProfileView& mover, std::size_t profile,
             const std::pair<End, End>& ends) {
  const auto& [from, to] = ends;
  if (name == kPlaced) return view.placed(profile, {tile_at(point_of(from))}, {tile_at(point_of(to))});
  if (name == kBounded) return view.bounded(profile, from, to);
  const auto tier = parse_tier(name, mover);
  return tier ? view.path(profile, *tier, from, to) : view.corridor(profile, from, to);
}

}  // namespace

Result<std::string> export_map(MapPage& view, const World& world, std::size_t profile,
                               const std::optional<std::pair<End, End>>& ends) {
  const ProfileView& mover = world.profiles()[profile];
  std::int32_t zoom = 0;
  while ((std::max(world.width(), world.height()) >> zoom) > kMaxExportSide) ++zoom;
  Json data{{"world", view.world_report()}, {"profile", profile}, {"zoom", zoom}};
  for (const std::string_view layer : {"terrain", "islands", "dead-ends", "areas"}) {
    if (layer == "dead-ends" && mover.dead_ends.empty()) continue;
    if (layer == "areas" && !world.areas()) continue;
    const auto picture = data_picture(view, layer, profile, world, zoom);
    if (!picture) return picture.error();
    data["pictures"][std::string(layer)] = *picture;
  }
  data["nodes"] = Json::array();
  for (int level = 0; level < mover.regions.topology.levels; ++level) {
    data["nodes"].push_back(view.nodes(profile, level, world.bounds()));
  }
  data["borders"] = view.borders(world.bounds());
  data["waypoints"] = view.waypoints(profile, world.bounds());
  if (view.replay() != nullptr) {
    const auto replay = data_replay(*view.replay());
    if (!replay) return replay.error();
    data["crowd"] = *replay;
  }
  if (!ends) return page_with(data, world);
  data["from"] = name_of(ends->first, world.floors());
  data["to"] = name_of(ends->second, world.floors());
  const Json tiers = data["world"]["profiles"][profile]["tiers"];
  const bool are_tiles = std::holds_alternative<Tile>(ends->first) && std::holds_alternative<Tile>(ends->second);
  for (const Json& tier : tiers) {
    const auto name = tier.get<std::string>();
    if (name == kBounded && !are_tiles) continue;
    data["paths"][name] = path_by(view, name, mover, profile, *ends);
  }
  if (data["paths"][tiers.front().get<std::string>()]["status"] != "found") {
    data["why"] = view.why(profile, ends->first, ends->second);
  }
  return page_with(data, world);
}

std::string export_board(BoardPage& view, const World& world, const std::optional<std::pair<NodeId, NodeId>>& ends) {
  Json data{{"world", view.world_report()}};
  if (!ends) return page_with(data, world);
  const BoardTierView& board = *world.board();
  data["from"] = board.graph.names[ends->first];
  data["to"] = board.graph.names[ends->second];
  const Json tiers = data["world"]["tiers"];
  for (const Json& tier : tiers) {
    const auto name = tier.get<std::string>();
    data["paths"][name] = view.path(*parse_board_tier(name, board), ends->first, ends->second);
  }
  data["why"] = view.why(ends->first, ends->second);
  return page_with(data, world);
}

}  // namespace portolan::tools
