// SPDX-License-Identifier: BSL-1.0
// Writes maps as the Tiled editor does, in every form and encoding.
#pragma once

#include "formats/deflate.hpp"
#include "portolan/formats/tiled/tiled_layer_data.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <zstd.h>

namespace portolan::test {

enum class TiledForm { xml, json };

inline constexpr TiledEncoding kTiledEncodings[] = {TiledEncoding::plain,       TiledEncoding::csv,
                                                    TiledEncoding::base64,      TiledEncoding::base64_zlib,
                                                    TiledEncoding::base64_gzip, TiledEncoding::base64_zstd};

inline std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (unsigned k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kDigits[bits >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

inline std::string zstd_packed(std::string_view bytes) {
  std::string out(::ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ::ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3);
  REQUIRE(::ZSTD_isError(size) == 0);
  out.resize(size);
  return out;
}

inline std::string little_endian(std::span<const std::uint32_t> gids) {
  std::string bytes;
  for (const std::uint32_t gid : gids) {
    for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(gid >> shift & 0xffU);
  }
  return bytes;
}

/// The numbers with commas between them.
inline std::string numbers(std::span<const std::uint32_t> gids) {
  std::string text;
  for (const std::uint32_t gid : gids) text += (text.empty() ? "" : ",") + std::to_string(gid);
  return text;
}

/// What stands in the tags or the string of tile data in base64.
inline std::string packed_tiles(std::span<const std::uint32_t> gids, TiledEncoding encoding) {
  const std::string bytes = little_endian(gids);
  switch (encoding) {
    case TiledEncoding::base64_zlib:
      return base64(deflated(bytes));
    case TiledEncoding::base64_gzip:
      return base64(gzipped(bytes));
    case TiledEncoding::base64_zstd:
      return base64(zstd_packed(bytes));
    default:
      return base64(bytes);
  }
}

inline std::string_view compression_of(TiledEncoding encoding) {
  switch (encoding) {
    case TiledEncoding::base64_zlib:
      return "zlib";
    case TiledEncoding::base64_gzip:
      return "gzip";
    case TiledEncoding::base64_zstd:
      return "zstd";
    default:
      return "";
  }
}

inline std::string_view encoding_name(TiledEncoding encoding) {
  return encoding == TiledEncoding::plain ? "" : encoding == TiledEncoding::csv ? "csv" : "base64";
}

/// Tile data as the content of <data> or <chunk>, or as the value of the key "data".
inline std::string tile_data(std::span<const std::uint32_t> gids, TiledEncoding encoding, TiledForm form) {
  if (form == TiledForm::json) {
    if (encoding == TiledEncoding::plain || encoding == TiledEncoding::csv) return "[" + numbers(gids) + "]";
    return "\"" + packed_tiles(gids, encoding) + "\"";
  }
  if (encoding == TiledEncoding::csv) return "\n" + numbers(gids) + "\n";
  if (encoding != TiledEncoding::plain) return "\n   " + packed_tiles(gids, encoding) + "\n  ";
  std::string text;
  for (const std::uint32_t gid : gids) text += gid == 0 ? "<tile/>" : "<tile gid=\"" + std::to_string(gid) + "\"/>";
  return text;
}

/// An object of an object layer. Values as they stand in the file.
struct DrawnObject {
  int id = 1;
  std::string name = {};
  std::string type = {};  ///< the class, as Tiled 1.10 calls it again
  std::string x = "0";    ///< pixels, as y, width, height
  std::string y = "0";
  std::string width = {};
  std::string height = {};
  std::string rotation = {};
  std::string shape = {};    ///< ellipse, point, capsule, text, polygon or polyline
  std::string corners = {};  ///< of the last two, "x,y x,y"
  std::vector<std::pair<std::string, std::string>> properties = {};
  std::string file = {};  ///< its template
};

struct DrawnObjectLayer {
  std::string name = "objects";
  std::string type = {};      ///< its class
  std::string property = {};  ///< its property `portolan`
  std::string offset_x = {};
  std::string offset_y = {};
  std::vector<DrawnObject> objects = {};
  std::vector<std::pair<std::string, std::string>> groups = {};  ///< offsets of the groups around it
};

struct DrawnTileLayer {
  std::string name = "ground";
  std::vector<std::uint32_t> gids = {};  ///< empty: the first tile everywhere
};

/// A group at the top.
struct DrawnGroup {
  std::string name = "g";
  std::string type = {};  ///< its class
  std::vector<std::pair<std::string, std::string>> properties = {};
  std::string offset_x = {};
  std::string offset_y = {};
  std::vector<DrawnTileLayer> tiles = {};
  std::vector<DrawnObjectLayer> objects = {};
};

/// A map of tiles out of a tileset with one tile and no image; from the lowest layer: of tiles, of objects, groups, and
/// once more of tiles.
struct DrawnObjectMap {
  std::string orientation = "orthogonal";
  std::string head = {};  ///< more attributes of the map as XML has them
  int width = 8;
  int height = 8;
  int tile_width = 16;
  int tile_height = 16;
  bool infinite = false;
  int origin_x = 0;  ///< of the one chunk of every layer of an infinite map
  int origin_y = 0;
  std::vector<DrawnTileLayer> tiles = {{}};
  std::vector<DrawnObjectLayer> layers = {};
  std::vector<DrawnGroup> groups = {};
  std::vector<DrawnTileLayer> roofs = {};
};

namespace detail {

inline std::string xml_value(std::string_view key, const std::string& value) {
  return value.empty() ? "" : " " + std::string(key) + "=\"" + value + "\"";
}
/// With a comma behind it.
inline std::string json_text(std::string_view key, const std::string& value) {
  return value.empty() ? "" : "\"" + std::string(key) + "\":\"" + value + "\", ";
}
inline std::string json_number(std::string_view key, const std::string& value) {
  return value.empty() ? "" : "\"" + std::string(key) + "\":" + value + ", ";
}

inline std::string properties(const std::vector<std::pair<std::string, std::string>>& given, TiledForm form) {
  if (given.empty()) return "";
  std::string text = form == TiledForm::xml ? "<properties>" : "\"properties\":[";
  std::string_view comma;
  for (const auto& [name, value] : given) {
    if (form == TiledForm::xml) {
      text += "<property" + xml_value("name", name) + " value=\"" + value + "\"/>";
    } else {
      text += std::string(comma) + "{\"name\":\"" + name + "\", \"value\":\"" + value + "\"}";
      comma = ", ";
    }
  }
  return text + (form == TiledForm::xml ? "</properties>" : "], ");
}

inline std::string json_corners(std::string_view corners) {
  std::string text;
  while (!corners.empty()) {
    const std::size_t comma = corners.find(',');
    const std::size_t end = std::min(corners.find(' '), corners.size());
    text += (text.empty() ? "{\"x\":" : ", {\"x\":") + std::string(corners.substr(0, comma)) +
            ", \"y\":" + std::string(corners.substr(comma + 1, end - comma - 1)) + "}";
    corners.remove_prefix(std::min(end + 1, corners.size()));
  }
  return "[" + text + "]";
}

}  // namespace detail

inline std::string object_text(const DrawnObject& o, TiledForm form) {
  using namespace detail;
  if (form == TiledForm::xml) {
    std::string text = "<object id=\"" + std::to_string(o.id) + "\"" + xml_value("template", o.file) +
                       xml_value("name", o.name) + xml_value("type", o.type) + xml_value("x", o.x) +
                       xml_value("y", o.y) + xml_value("width", o.width) + xml_value("height", o.height) +
                       xml_value("rotation", o.rotation) + ">" + properties(o.properties, form);
    if (!o.shape.empty()) text += "<" + o.shape + xml_value("points", o.corners) + "/>";
    return text + "</object>\n";
  }
  std::string text = "{" + json_number("height", o.height) + json_text("template", o.file) + json_text("name", o.name) +
                     json_text("type", o.type) + properties(o.properties, form);
  if (!o.corners.empty()) {
    text += "\"" + o.shape + "\":" + json_corners(o.corners) + ", ";
  } else if (o.shape == "text") {
    text += "\"text\":{\"text\":\"words\"}, ";
  } else {
    text += json_number(o.shape, o.shape.empty() ? "" : "true");
  }
  return text + json_number("rotation", o.rotation) + json_number("width", o.width) + json_number("x", o.x) +
         json_number("y", o.y) + "\"id\":" + std::to_string(o.id) + "}";
}

inline std::string object_layer_text(const DrawnObjectLayer& layer, TiledForm form) {
  using namespace detail;
  std::vector<std::pair<std::string, std::string>> given;
  if (!layer.property.empty()) given.emplace_back("portolan", layer.property);
  std::string text;
  if (form == TiledForm::xml) {
    text = "<objectgroup id=\"2\"" + xml_value("name", layer.name) + xml_value("class", layer.type) +
           xml_value("offsetx", layer.offset_x) + xml_value("offsety", layer.offset_y) + ">\n" +
           properties(given, form);
    for (const DrawnObject& object : layer.objects) text += object_text(object, form);
    text += "</objectgroup>\n";
  } else {
    text = "{" + json_text("class", layer.type) + "\"draworder\":\"topdown\", " + json_text("name", layer.name) +
           "\"objects\":[";
    std::string_view comma;
    for (const DrawnObject& object : layer.objects) {
      text += std::string(comma) + object_text(object, form);
      comma = ",\n";
    }
    text += "], " + properties(given, form) + json_number("offsetx", layer.offset_x) +
            json_number("offsety", layer.offset_y) + "\"type\":\"objectgroup\"}";
  }
  for (const auto& [x, y] : layer.groups) {
    text = form == TiledForm::xml
               ? "<group name=\"g\"" + xml_value("offsetx", x) + xml_value("offsety", y) + ">" + text + "</group>\n"
               : "{\"layers\":[" + text + "], \"name\":\"g\", " + json_number("offsetx", x) +
                     json_number("offsety", y) + "\"type\":\"group\"}";
  }
  return text;
}

inline std::string tile_layer_text(const DrawnTileLayer& layer, const DrawnObjectMap& map, TiledForm form) {
  using namespace detail;
  const auto side = [](int value) { return std::to_string(value); };
  std::vector<std::uint32_t> gids = layer.gids;
  if (gids.empty()) gids.assign(static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height), 1);
  if (form == TiledForm::xml) {
    const std::string sizes = xml_value("width", side(map.width)) + xml_value("height", side(map.height));
    const std::string chunk = "<chunk" + xml_value("x", side(map.origin_x)) + xml_value("y", side(map.origin_y)) +
                              sizes + ">" + numbers(gids) + "</chunk>";
    return "<layer" + xml_value("name", layer.name) + sizes + "><data encoding=\"csv\">" +
           (map.infinite ? chunk : numbers(gids)) + "</data></layer>\n";
  }
  const std::string sizes = json_number("width", side(map.width)) + json_number("height", side(map.height));
  const std::string data = "\"data\":[" + numbers(gids) + "]";
  const std::string chunk = "\"chunks\":[{" + json_number("x", side(map.origin_x)) +
                            json_number("y", side(map.origin_y)) + sizes + data + "}]";
  return "{" + json_text("name", layer.name) + sizes + (map.infinite ? chunk : data) + ", \"type\":\"tilelayer\"}";
}

inline std::string group_text(const DrawnGroup& group, const DrawnObjectMap& map, TiledForm form) {
  using namespace detail;
  std::string layers;
  const std::string_view comma = form == TiledForm::json ? ",\n" : "";
  const auto add = [&](const std::string& text) { layers += (layers.empty() ? "" : std::string(comma)) + text; };
  for (const DrawnTileLayer& layer : group.tiles) add(tile_layer_text(layer, map, form));
  for (const DrawnObjectLayer& layer : group.objects) add(object_layer_text(layer, form));
  if (form == TiledForm::xml) {
    return "<group" + xml_value("name", group.name) + xml_value("class", group.type) +
           xml_value("offsetx", group.offset_x) + xml_value("offsety", group.offset_y) + ">\n" +
           properties(group.properties, form) + layers + "</group>\n";
  }
  return "{" + json_text("name", group.name) + json_text("class", group.type) + properties(group.properties, form) +
         json_number("offsetx", group.offset_x) + json_number("offsety", group.offset_y) + "\"layers\":[" + layers +
         "], \"type\":\"group\"}";
}

/// The whole file.
inline std::string object_map_text(const DrawnObjectMap& map, TiledForm form) {
  using namespace detail;
  const auto side = [](int value) { return std::to_string(value); };
  std::string layers;
  const std::string_view comma = form == TiledForm::json ? ",\n" : "";
  const auto add = [&](const std::string& text) { layers += (layers.empty() ? "" : std::string(comma)) + text; };
  for (const DrawnTileLayer& layer : map.tiles) add(tile_layer_text(layer, map, form));
  for (const DrawnObjectLayer& layer : map.layers) add(object_layer_text(layer, form));
  for (const DrawnGroup& group : map.groups) add(group_text(group, map, form));
  for (const DrawnTileLayer& layer : map.roofs) add(tile_layer_text(layer, map, form));
  if (form == TiledForm::xml) {
    return "<map" + xml_value("orientation", map.orientation) + map.head + xml_value("width", side(map.width)) +
           xml_value("height", side(map.height)) + xml_value("tilewidth", side(map.tile_width)) +
           xml_value("tileheight", side(map.tile_height)) + xml_value("infinite", map.infinite ? "1" : "0") +
           ">\n<tileset firstgid=\"1\" name=\"t\" tilecount=\"1\"/>\n" + layers + "</map>\n";
  }
  return "{" + json_text("orientation", map.orientation) + json_number("width", side(map.width)) +
         json_number("height", side(map.height)) + json_number("tilewidth", side(map.tile_width)) +
         json_number("tileheight", side(map.tile_height)) + json_number("infinite", map.infinite ? "true" : "false") +
         "\"tilesets\":[{\"firstgid\":1, \"name\":\"t\", \"tilecount\":1}],\n\"layers\":[" + layers +
         "], \"type\":\"map\"}\n";
}

}  // namespace portolan::test
