// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/line_index.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/formats/tiled/tiled_element.hpp"
#include "portolan/formats/xml_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <pugixml.hpp>

namespace portolan {
namespace {

/// Whether an element of that kind within one of the kind `parent` is kept.
bool is_part(std::string_view kind, std::string_view parent) noexcept {
  if (kind == "tile") return parent == "tileset";
  if (kind == "object") return parent == "objectgroup" || parent == "template";
  if (kind == "objectgroup") return parent == "map" || parent == "group" || parent == "tile";
  if (kind == "wangset") return parent == "tileset";
  if (kind == "wangcolor" || kind == "wangtile") return parent == "wangset";
  return kind == "tileset" || kind == "layer" || kind == "group";
}

/// The whole text as the number of a tile.
std::optional<std::uint32_t> parse_gid(std::string_view text) noexcept {
  std::uint32_t gid = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), gid);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return gid;
}

class XmlConverter {
 public:
  XmlConverter(std::string_view text, std::string_view source) : lines_(text), source_(source) {}

  Result<TiledElement> convert(const pugi::xml_node& node, std::size_t depth) const {
    if (depth > kMaxTiledDepth) {
      return error(node, fmt::format("more than {} elements within each other", kMaxTiledDepth), ErrorCode::limit);
    }
    TiledElement element;
    element.kind = node.name();
    element.line = line_of(node);
    add_attributes(node, element);
    for (const pugi::xml_node& child : node.children()) {
      const std::string_view kind = child.name();
      if (kind == "properties") {
        add_properties(child, element);
      } else if (kind == "wangsets") {
        if (Outcome added = add_parts(child, depth, element); !added) return added.error();
      } else if (kind == "data" && element.kind == "layer") {
        add_attributes(child, element);
        if (Outcome added = add_data(child, element); !added) return added.error();
      } else if (element.kind == "object") {
        add_shape(child, element);
      } else if (kind == "image" && element.kind == "tile") {
        if (const pugi::xml_attribute height = child.attribute("height"))
          element.attributes.insert_or_assign("imageheight", height.value());
      } else if (is_part(kind, element.kind)) {
        if (Outcome added = add_part(child, depth, element); !added) return added.error();
      }
    }
    return element;
  }

 private:
  Outcome add_part(const pugi::xml_node& node, std::size_t depth, TiledElement& element) const {
    auto converted = convert(node, depth + 1);
    if (!converted) return converted.error();
    element.children.push_back(std::move(*converted));
    return Success{};
  }
  /// Those in a list, which JSON has not.
  Outcome add_parts(const pugi::xml_node& list, std::size_t depth, TiledElement& element) const {
    for (const pugi::xml_node& child : list.children()) {
      if (!is_part(child.name(), element.kind)) continue;
      if (Outcome added = add_part(child, depth, element); !added) return added;
    }
    return Success{};
  }
  [[nodiscard]] std::size_t line_of(const pugi::xml_node& node) const {
    return lines_.line_of(std::max<std::ptrdiff_t>(node.offset_debug(), 0));
  }
  [[nodiscard]] Error error(const pugi::xml_node& node, std::string_view reason,
                            ErrorCode code = ErrorCode::syntax) const {
    return {code, fmt::format("{}:{}: {}", source_, line_of(node), reason)};
  }

  static void add_attributes(const pugi::xml_node& node, TiledElement& element) {
    for (const pugi::xml_attribute& attribute : node.attributes()) {
      element.attributes.emplace(attribute.name(), attribute.value());
    }
  }

  /// What an object says of its shape.
  static void add_shape(const pugi::xml_node& shape, TiledElement& object) {
    constexpr std::array<std::string_view, 6> kShapes{"ellipse", "point", "capsule", "text", "polygon", "polyline"};
    if (std::find(kShapes.begin(), kShapes.end(), shape.name()) == kShapes.end()) return;
    const pugi::xml_attribute points = shape.attribute("points");
    object.attributes.insert_or_assign(shape.name(), points ? points.as_string() : "true");
  }

  static void add_properties(const pugi::xml_node& node, TiledElement& element) {
    for (const pugi::xml_node& property : node.children("property")) {
      const std::string_view type = property.attribute("type").as_string();
      if (type == "class" || type == "list") continue;
      const pugi::xml_attribute value = property.attribute("value");
      // Texts of several lines stand between the tags.
      element.properties.insert_or_assign(property.attribute("name").as_string(),
                                          value ? value.as_string() : property.text().get());
    }
  }

  /// Tile data, of a layer or a chunk.
  Outcome add_data(const pugi::xml_node& data, TiledElement& element) const {
    element.text = data.text().get();
    for (const pugi::xml_node& child : data.children()) {
      const std::string_view kind = child.name();
      if (kind == "tile") {
        const pugi::xml_attribute written = child.attribute("gid");
        const auto gid = parse_gid(written ? written.as_string() : "0");
        if (!gid) return error(child, fmt::format("gid {} is no number of a tile", in_quotes(written.as_string())));
        element.gids.push_back(*gid);
      } else if (kind == "chunk" && element.kind == "layer") {
        TiledElement chunk;
        chunk.kind = kind;
        chunk.line = line_of(child);
        add_attributes(child, chunk);
        if (Outcome added = add_data(child, chunk); !added) return added;
        element.children.push_back(std::move(chunk));
      }
    }
    return Success{};
  }

  LineIndex lines_;
  std::string_view source_;
};

}  // namespace

Result<TiledElement> parse_tiled_xml(std::string_view text, std::string_view source) {
  pugi::xml_document document;
  if (const Outcome parsed = parse_xml(text, source, pugi::parse_default, document); !parsed) return parsed.error();
  return XmlConverter(text, source).convert(document.document_element(), 1);
}

}  // namespace portolan
