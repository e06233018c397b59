// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/raw_map.hpp"

#include "portolan/core/decimal.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/core/utf8.hpp"
#include "portolan/formats/json_fields.hpp"
#include "portolan/formats/maps/palette_builder.hpp"
#include "portolan/formats/maps/picture_rows.hpp"
#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 4> kSidecarKeys{"width", "height", "order", "palette"};
constexpr std::array<std::string_view, 3> kNeeded{"width", "height", "palette"};
constexpr std::array<std::string_view, 3> kTerrainKeys{"name", "cost", "colour"};

Outcome read_side(const JsonValue& field, std::int32_t& side) {
  const auto value = field.is(JsonKind::number) ? parse_integer(field.text(), 1, kMaxSide) : std::nullopt;
  if (!value) return field.error(fmt::format("expected a whole number from 1 to {}", kMaxSide), ErrorCode::limit);
  side = *value;
  return Success{};
}

Outcome read_order(const JsonValue& field) {
  return field.is(JsonKind::string) && field.text() == "rows" ? Outcome(Success{}) : field.expected("\"rows\"");
}

Outcome read_cost(const JsonValue& field, TerrainCost& cost) {
  cost = 0;
  if (field.is(JsonKind::null)) return Success{};
  if (!field.is(JsonKind::number)) return field.expected("a cost, or null for impassable");
  const auto read = parse_terrain_cost(field.text());
  if (!read) return field.error(read.error().message + " (nor null for impassable)", read.error().code);
  cost = *read;
  return Success{};
}

Outcome read_colour(const JsonValue& field, std::optional<Colour>& colour) {
  if (field.is(JsonKind::string) && field.text().starts_with('#')) colour = parse_colour(field.text());
  return colour ? Outcome(Success{}) : field.expected("a colour, \"#rrggbb\"");
}

Outcome read_terrain(const JsonValue& entry, std::vector<Terrain>& palette) {
  if (palette.size() == kMaxTerrains)
    return entry.error(fmt::format("more than {} terrains", kMaxTerrains), ErrorCode::limit);
  Terrain terrain;
  terrain.default_cost = kCostScale;
  if (entry.is(JsonKind::string)) {
    terrain.name = entry.text();
  } else {
    if (!entry.is(JsonKind::object)) return entry.expected("a name, or an object with a name");
    JsonFields fields(entry, {.known = kTerrainKeys, .needed = std::span(kTerrainKeys).first(1)});
    fields.get_to("name", terrain.name);
    fields.read("cost", [&](const JsonValue& field) { return read_cost(field, terrain.default_cost); });
    fields.read("colour", [&](const JsonValue& field) { return read_colour(field, terrain.colour); });
    if (!fields.outcome()) return fields.outcome();
  }
  if (!is_name(terrain.name))
    return entry.error(fmt::format("terrain name {} is not {}", in_quotes(terrain.name), kNameRule));
  const auto has_name = [&](const Terrain& other) { return other.name == terrain.name; };
  if (std::any_of(palette.begin(), palette.end(), has_name))
    return entry.error(fmt::format("terrain {} is in the palette twice", in_quotes(terrain.name)));
  palette.push_back(std::move(terrain));
  return Success{};
}

}  // namespace

Result<RawDescription> parse_raw_description(std::string_view text, std::string_view name) {
  const auto tree = JsonTree::parse(without_byte_order_mark(text), name);
  if (!tree) return tree.error();
  RawDescription description;
  JsonFields fields(tree->root(), {.known = kSidecarKeys, .needed = kNeeded});
  fields.read("width", [&](const JsonValue& field) { return read_side(field, description.width); });
  fields.read("height", [&](const JsonValue& field) { return read_side(field, description.height); });
  fields.read("order", read_order);
  fields.read_each("palette", [&](const JsonValue& entry) { return read_terrain(entry, description.palette); });
  if (!fields.outcome()) return fields.outcome().error();
  if (description.palette.empty()) return tree->root().find("palette")->error("no terrain");
  return description;
}

std::string write_raw_description(const RawDescription& description) {
  std::string text = fmt::format("{{\"width\": {}, \"height\": {}, \"order\": \"rows\", \"palette\": [",
                                 description.width, description.height);
  const char* separator = "\n";
  for (const Terrain& terrain : description.palette) {
    const std::string cost = terrain.default_cost == 0 ? "null" : to_text(make_decimal(terrain.default_cost, 4));
    text += fmt::format("{}  {{\"name\": {}, \"cost\": {}", std::exchange(separator, ",\n"),
                        nlohmann::json(terrain.name).dump(), cost);
    if (terrain.colour) text += fmt::format(", \"colour\": \"#{:06x}\"", *terrain.colour);
    text += '}';
  }
  return text + "\n]}\n";
}

std::filesystem::path raw_description_path(const std::filesystem::path& path) {
  std::filesystem::path beside = path;
  return beside += ".json";
}

Result<RawMap> RawMap::open(const std::filesystem::path& path, const FileReaders& readers) {
  auto file = readers.open(path);
  if (!file) return file.error();
  const std::filesystem::path beside = raw_description_path(path);
  std::error_code unknown;
  if (std::filesystem::status(beside, unknown).type() == std::filesystem::file_type::not_found) {
    return Error{ErrorCode::io, fmt::format("{}: raw bytes mean what {} beside them says, and there is none",
                                            path.string(), beside.filename().string())};
  }
  const auto text = readers.read(beside, FileOrigin::referred);
  if (!text) return text.error();
  auto description = parse_raw_description(*text, beside.string());
  if (!description) return description.error();
  const std::uint64_t tiles =
      static_cast<std::uint64_t>(description->width) * static_cast<std::uint64_t>(description->height);
  if (file->size() != tiles) {
    return Error{ErrorCode::syntax,
                 fmt::format("{}: {} bytes, where {} says width {} and height {}, which are {} tiles, a byte each",
                             path.string(), file->size(), beside.filename().string(), description->width,
                             description->height, tiles)};
  }
  return RawMap(path, std::move(*file), std::move(*description), hash_bytes(std::as_bytes(std::span(*text))));
}

Outcome RawMap::read_rows(std::int32_t first_row, std::span<TerrainId> rows) const {
  const auto width = static_cast<std::size_t>(description_.width);
  const std::uint64_t first = static_cast<std::uint64_t>(first_row) * width;
  if (Outcome read = file_.read(first, std::as_writable_bytes(rows)); !read) return read;
  TerrainId most = 0;
  for (const TerrainId id : rows) most = std::max(most, id);
  if (most < description_.palette.size()) return Success{};
  const auto bad =
      std::find_if(rows.begin(), rows.end(), [&](TerrainId id) { return id >= description_.palette.size(); });
  const std::uint64_t tile = first + static_cast<std::uint64_t>(bad - rows.begin());
  return Error{ErrorCode::syntax,
               fmt::format("{}: tile {},{} is of terrain {}, and the palette of {} ends at {}", path_.string(),
                           tile % width, tile / width, *bad, raw_description_path(path_).filename().string(),
                           description_.palette.size() - 1)};
}

}  // namespace portolan
