// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/boards/board_reader.hpp"

#include "portolan/core/hash.hpp"
#include "portolan/formats/boards/area_json.hpp"
#include "portolan/formats/boards/board_dimacs.hpp"
#include "portolan/formats/boards/board_graphml.hpp"
#include "portolan/formats/boards/board_hexagons.hpp"
#include "portolan/formats/boards/board_json.hpp"
#include "portolan/formats/boards/board_picture.hpp"
#include "portolan/formats/boards/board_table.hpp"
#include "portolan/formats/boards/waypoint_table.hpp"
#include "portolan/formats/gzip.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/formats/tiled/tiled_areas.hpp"
#include "portolan/formats/tiled/tiled_element.hpp"
#include "portolan/formats/tiled/tiled_reader.hpp"
#include "portolan/grid/map_lint.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<std::string_view, BoardFormat>, 8> kNames{{{"auto", BoardFormat::automatic},
                                                                          {"tsv", BoardFormat::table},
                                                                          {"csv", BoardFormat::table},
                                                                          {"json", BoardFormat::json},
                                                                          {"graphml", BoardFormat::graphml},
                                                                          {"dimacs", BoardFormat::dimacs},
                                                                          {"provinces", BoardFormat::provinces},
                                                                          {"tiled", BoardFormat::tiled}}};

constexpr std::string_view kPngStart = "\x89PNG";

/// The first of some files beside `path` that exists: its name without its extension (and that of a packed file), then
/// one of the endings.
fs::path beside(fs::path path, std::initializer_list<std::string_view> endings) {
  if (path.extension() == ".gz") path.replace_extension();
  path.replace_extension();
  for (const std::string_view ending : endings) {
    fs::path candidate = path;
    candidate += ending;
    std::error_code ignored;
    if (fs::exists(candidate, ignored)) return candidate;
  }
  return {};
}

fs::path companion(const fs::path& path, BoardFormat format) {
  switch (format) {
    case BoardFormat::table:
      return beside(path, {".nodes.tsv", ".nodes.csv"});
    case BoardFormat::dimacs:
      return beside(path, {".co", ".co.gz"});
    case BoardFormat::provinces:
      return beside(path, {".provinces.tsv", ".provinces.csv"});
    default:
      return {};
  }
}

fs::path links_beside(const fs::path& picture) {
  return beside(picture, {".links.tsv", ".links.csv"});
}

/// A file beside the board, unpacked.
struct Beside {
  std::string text;
  std::string name;

  [[nodiscard]] NamedText view() const { return {text, name}; }
};

/// The file `given` or, where that is empty, the one that was `found`; nothing if neither is there.
Result<std::optional<Beside>> read_beside(const fs::path& given, const fs::path& found, const ReadFile& read,
                                          std::uint64_t memory) {
  const fs::path& path = given.empty() ? found : given;
  if (path.empty()) return std::optional<Beside>();
  auto bytes = read(path, given.empty() ? FileOrigin::referred : FileOrigin::given);
  if (!bytes) return bytes.error();
  if (is_gzip(*bytes)) {
    bytes = unpack_gzip(*bytes, path.string(), memory);
    if (!bytes) return bytes.error();
  }
  return std::optional(Beside{std::move(*bytes), path.string()});
}

std::optional<NamedText> view_of(const std::optional<Beside>& file) {
  return file ? std::optional(file->view()) : std::nullopt;
}

/// Reads files for somebody else, and knows the hash of all that were read.
class HashedFiles {
 public:
  /// `first`: the bytes of one that was read already. `read` must outlive this.
  HashedFiles(std::string_view first, const ReadFile& read) : read_(read) { add(first); }
  HashedFiles(const HashedFiles&) = delete;
  HashedFiles& operator=(const HashedFiles&) = delete;

  /// Reads as `read` does; not to be used after this is gone.
  [[nodiscard]] ReadFile reader() {
    return [this](const fs::path& path, FileOrigin origin) {
      auto bytes = read_(path, origin);
      if (bytes) add(*bytes);
      return bytes;
    };
  }
  /// Of the files in the order in which they were read; of one alone that of its bytes.
  [[nodiscard]] std::uint64_t hash() const noexcept {
    return hashes_.size() == 1 ? hashes_.front() : hash_bytes(std::as_bytes(std::span(hashes_)));
  }

 private:
  void add(std::string_view bytes) { hashes_.push_back(hash_bytes(std::as_bytes(std::span(bytes)))); }

  const ReadFile& read_;
  std::vector<std::uint64_t> hashes_;
};

bool is_table(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!is_blank(line) && !line.starts_with('#')) {
      return line.find_first_of("\t;,") != std::string_view::npos && is_utf8(line);
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return false;
}

Error lacks_provinces(std::string_view picture) {
  return {ErrorCode::usage,
          fmt::format("{}: a picture of provinces needs a table that names its colours (colour, name, tags): "
                      "{} or .csv, or another by --nodes",
                      picture, fs::path(picture).replace_extension(".provinces.tsv").string())};
}

Result<BoardDraft> parse_as(BoardFormat format, const NamedText& board, const std::optional<Beside>& nodes,
                            const std::optional<Beside>& links, std::uint64_t memory) {
  switch (format) {
    case BoardFormat::table:
      return parse_board_table(board, view_of(nodes));
    case BoardFormat::json:
      return parse_board_json(board.text, board.name, memory);
    case BoardFormat::graphml:
      return parse_graphml(board.text, board.name);
    case BoardFormat::dimacs:
      return parse_dimacs(board, view_of(nodes));
    case BoardFormat::provinces:
      if (!nodes) return lacks_provinces(board.name);
      return parse_provinces(std::as_bytes(std::span(board.text)), board.name, nodes->view(), view_of(links), memory);
    case BoardFormat::tiled:
      break;
    case BoardFormat::automatic:
      if (board.text.starts_with(kPngStart)) return lacks_provinces(board.name);
      break;
  }
  return Error{
      ErrorCode::syntax,
      fmt::format("{}: not a board in a known format: neither a table with tabs, semicolons or commas, JSON, GraphML, "
                  "DIMACS nor a PNG picture with its provinces",
                  board.name)};
}

/// What a drawing over a map takes for its pixels. Errors (limit): too large a map.
Result<std::uint64_t> bytes_of_pixels(const std::string& name, std::int32_t width, const FloorStack& floors,
                                      std::uint64_t memory) {
  constexpr std::uint64_t kMostTiles = 0xFFFF'FFFF;
  const auto tiles = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(floors.rows());
  if (tiles >= kMostTiles) return Error{ErrorCode::limit, name + ": areas are for maps of fewer than 2^32 tiles"};
  const std::string areas_of = fmt::format("areas of {}x{} tiles", width, floors.rows());
  const std::uint64_t bytes = tiles * sizeof(NodeId);
  if (const Outcome fits = check_memory(name, areas_of, bytes, memory); !fits) return fits.error();
  return bytes;
}

/// Puts what there is to say about the map beside the draft.
Result<BoardDraft> parse_hexagons(std::string_view text, const fs::path& path, const BoardReadOptions& options,
                                  const ReadFile& read, BoardSource& source) {
  auto tiles = parse_tiled(text, path, options.legend, read, options.memory);
  if (!tiles) return tiles.error();
  if (!tiles->stagger) {
    return Error{ErrorCode::unsupported,
                 fmt::format("{}: its tiles are a grid of squares: it makes a tile map, not a board", path.string())};
  }
  source.notes = std::move(tiles->passed_over);
  source.warnings = warnings_in(tiles->terrain, {}, path.string());
  return draft_of_hexagons(tiles->terrain, *tiles->stagger, path.string());
}

}  // namespace

Result<BoardFormat> parse_board_format(std::string_view name) {
  for (const auto& [known, format] : kNames) {
    if (known == name) return format;
  }
  return Error{
      ErrorCode::usage,
      fmt::format("board format {} is not known (one of auto, tsv, csv, json, graphml, dimacs, provinces, tiled)",
                  in_quotes(name))};
}

std::string_view to_string(BoardFormat format) noexcept {
  const auto* const found =
      std::find_if(kNames.begin(), kNames.end(), [&](const auto& entry) { return entry.second == format; });
  return found->first;
}

BoardFormat board_format_of(std::string_view bytes, const fs::path& path, std::uint64_t memory) {
  if (bytes.starts_with(kPngStart)) {
    return companion(path, BoardFormat::provinces).empty() ? BoardFormat::automatic : BoardFormat::provinces;
  }
  std::string unpacked;
  if (is_gzip(bytes)) {
    auto content = unpack_gzip(bytes, path.string(), memory);
    if (!content) return BoardFormat::automatic;
    memory -= std::min<std::uint64_t>(memory, content->size());
    unpacked = std::move(*content);
    bytes = unpacked;
  }
  std::string_view text = without_byte_order_mark(bytes);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (is_tiled_hexagons(text, memory)) return BoardFormat::tiled;
  if (text.starts_with('{')) return BoardFormat::json;
  if (text.starts_with('<')) return BoardFormat::graphml;
  if (is_dimacs(bytes)) return BoardFormat::dimacs;
  return is_table(text) ? BoardFormat::table : BoardFormat::automatic;
}

Result<BoardSource> read_board(const fs::path& path, const BoardReadOptions& options) {
  const auto bytes = options.read(path, FileOrigin::given);
  if (!bytes) return bytes.error();
  return parse_board(*bytes, path, options);
}

Result<BoardSource> parse_board(std::string_view bytes, const fs::path& path, const BoardReadOptions& options) {
  const std::string name = path.string();
  std::string unpacked;
  std::string_view text = bytes;
  if (is_gzip(bytes)) {
    auto content = unpack_gzip(bytes, name, options.memory);
    if (!content) return content.error();
    unpacked = std::move(*content);
    text = unpacked;
  }
  const std::uint64_t memory = options.memory - std::min<std::uint64_t>(options.memory, unpacked.size());
  BoardSource source;
  source.format = options.format == BoardFormat::automatic ? board_format_of(text, path, memory) : options.format;
  const bool takes_nodes = source.format == BoardFormat::table || source.format == BoardFormat::dimacs ||
                           source.format == BoardFormat::provinces;
  if (!options.nodes.empty() && !takes_nodes)
    return Error{ErrorCode::usage, fmt::format("--nodes: {} holds its nodes itself", name)};
  if (!options.links.empty() && source.format != BoardFormat::provinces)
    return Error{ErrorCode::usage, fmt::format("--links: {} is no picture", name)};
  if (!options.legend.empty() && source.format != BoardFormat::tiled)
    return Error{ErrorCode::usage, fmt::format("{}: not a Tiled map, so that no legend applies", name)};
  HashedFiles files(bytes, options.read);
  const ReadFile read = files.reader();
  const auto nodes = read_beside(options.nodes, companion(path, source.format), read, memory);
  if (!nodes) return nodes.error();
  const bool has_links = source.format == BoardFormat::provinces;
  const auto links = read_beside(options.links, has_links ? links_beside(path) : fs::path(), read, memory);
  if (!links) return links.error();

  auto draft = source.format == BoardFormat::tiled ? parse_hexagons(text, path, options, read, source)
                                                   : parse_as(source.format, {text, name}, *nodes, *links, memory);
  if (!draft) return draft.error();
  source.draft = std::move(*draft);
  source.hash = files.hash();
  return source;
}

Result<DrawingSource> read_area_drawing(const fs::path& path, std::int32_t width, std::int32_t height,
                                        const ReadFile& read_given, std::uint64_t memory) {
  const std::string name = path.string();
  const auto pixels = bytes_of_pixels(name, width, {1, height}, memory);
  if (!pixels) return pixels.error();
  const auto bytes = read_given(path, FileOrigin::given);
  if (!bytes) return bytes.error();
  HashedFiles files(*bytes, read_given);
  const ReadFile read = files.reader();
  if (is_tiled(*bytes)) {
    auto areas = parse_tiled_areas(*bytes, path, read, width, {1, height}, memory - *pixels);
    if (!areas) return areas.error();
    if (!areas->drawing || areas->drawing->sight_length)
      return Error{ErrorCode::usage, name + ": no object is an area, by its class or that of its layer"};
    return DrawingSource{*std::move(areas->drawing), files.hash()};
  }
  if (!bytes->starts_with(kPngStart)) {
    auto drawing = parse_areas_json(*bytes, name, width, height, memory - *pixels);
    if (!drawing) return drawing.error();
    return DrawingSource{std::move(*drawing), files.hash()};
  }
  const auto provinces = read_beside({}, companion(path, BoardFormat::provinces), read, memory);
  if (!provinces) return provinces.error();
  const auto links = read_beside({}, links_beside(path), read, memory);
  if (!links) return links.error();
  if (!*provinces) {
    return Error{ErrorCode::usage,
                 fmt::format("{}: a picture needs a table of its provinces beside it (.provinces.tsv)", name)};
  }
  auto drawing =
      parse_province_drawing(std::as_bytes(std::span(*bytes)), name, (*provinces)->view(), view_of(*links), memory);
  if (!drawing) return drawing.error();
  if (drawing->width != width || drawing->height != height) {
    return Error{ErrorCode::usage, fmt::format("{}: a picture of {} x {} pixels for a map of {} x {} tiles", name,
                                               drawing->width, drawing->height, width, height)};
  }
  return DrawingSource{std::move(*drawing), files.hash()};
}

Result<DrawingSource> read_waypoint_drawing(const fs::path& path, std::int32_t width, const FloorStack& floors,
                                            const ReadFile& read_given, std::uint64_t memory) {
  const std::string name = path.string();
  const auto pixels = bytes_of_pixels(name, width, floors, memory);
  if (!pixels) return pixels.error();
  const auto bytes = read_given(path, FileOrigin::given);
  if (!bytes) return bytes.error();
  HashedFiles files(*bytes, read_given);
  const ReadFile read = files.reader();
  if (is_tiled(*bytes)) {
    auto waypoints = parse_tiled_areas(*bytes, path, read, width, floors, memory - *pixels);
    if (!waypoints) return waypoints.error();
    if (!waypoints->drawing || !waypoints->drawing->sight_length)
      return Error{ErrorCode::usage, name + ": no object is a waypoint, by its class or that of its layer"};
    return DrawingSource{*std::move(waypoints->drawing), files.hash()};
  }
  std::string_view text = without_byte_order_mark(*bytes);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (text.starts_with('{')) {
    auto drawing = parse_waypoints_json(*bytes, name, width, floors, memory - *pixels);
    if (!drawing) return drawing.error();
    return DrawingSource{std::move(*drawing), files.hash()};
  }
  const auto ways = read_beside({}, beside(path, {".ways.tsv", ".ways.csv"}), read, memory);
  if (!ways) return ways.error();
  auto drawing = parse_waypoint_tables({*bytes, name}, view_of(*ways), width, floors);
  if (!drawing) return drawing.error();
  return DrawingSource{std::move(*drawing), files.hash()};
}

}  // namespace portolan
