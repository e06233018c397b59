// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/json_tree.hpp"
#include "portolan/formats/text.hpp"
#include "portolan/formats/tiled/tiled_element.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace portolan {
namespace {

/// The kind of the elements in a list under this key; empty if it is none.
std::string_view kind_under(std::string_view key) {
  if (key == "layers") return "layer";
  if (key == "tilesets") return "tileset";
  if (key == "tiles") return "tile";
  if (key == "chunks") return "chunk";
  if (key == "objects") return "object";
  if (key == "wangsets") return "wangset";
  if (key == "colors") return "wangcolor";
  if (key == "wangtiles") return "wangtile";
  return {};
}

bool is_plain(const JsonValue& value) noexcept {
  return !value.is(JsonKind::null) && !value.is(JsonKind::array) && !value.is(JsonKind::object);
}

/// The objects in a list, which may hold null as well.
template <class Visit>
Outcome for_each_object(const JsonValue& list, const Visit& visit) {
  return list.for_each_element([&](const JsonValue& value) -> Outcome {
    if (value.is(JsonKind::null)) return Success{};
    return value.is(JsonKind::object) ? visit(value) : value.expected("an object");
  });
}

/// The plain value under a key as it was written; empty if there is none.
std::string_view text_under(const JsonValue& object, std::string_view key) {
  const auto value = object.find(key);
  return value && is_plain(*value) ? value->text() : std::string_view();
}

Outcome add_properties(const JsonValue& list, TiledElement& element) {
  return for_each_object(list, [&](const JsonValue& property) -> Outcome {
    const auto value = property.find("value");
    if (value && is_plain(*value)) {
      element.properties.insert_or_assign(std::string(text_under(property, "name")), value->text());
    }
    return Success{};
  });
}

Outcome add_corners(const JsonValue& list, TiledElement& element) {
  std::string corners;
  const Outcome read = for_each_object(list, [&](const JsonValue& corner) -> Outcome {
    corners += fmt::format("{}{},{}", corners.empty() ? "" : " ", text_under(corner, "x"), text_under(corner, "y"));
    return Success{};
  });
  element.attributes.insert_or_assign(std::string(list.key()), std::move(corners));
  return read;
}

/// As XML has it.
Outcome add_wangid(const JsonValue& list, TiledElement& element) {
  std::vector<std::uint32_t> colours;
  if (Outcome read = list.get_to(colours); !read) return read;
  element.attributes.insert_or_assign("wangid", fmt::format("{}", fmt::join(colours, ",")));
  return Success{};
}

Result<TiledElement> element_of(const JsonValue& object, std::string_view kind, std::size_t depth);

Outcome add_elements(const JsonValue& list, std::size_t depth, TiledElement& parent) {
  return for_each_object(list, [&](const JsonValue& object) -> Outcome {
    auto child = element_of(object, kind_under(list.key()), depth);
    if (!child) return child.error();
    if (child->kind == "layer") {
      const std::string_view type = child->attribute("type");
      if (type == "group" || type == "objectgroup") {
        child->kind = type;
      } else if (type != "tilelayer") {
        return Success{};
      }
    }
    parent.children.push_back(std::move(*child));
    return Success{};
  });
}

Outcome add_list(const JsonValue& list, std::size_t depth, TiledElement& element) {
  const std::string_view key = list.key();
  if (key == "properties") return add_properties(list, element);
  if (key == "data") return list.get_to(element.gids);
  if (key == "polygon" || key == "polyline") return add_corners(list, element);
  if (key == "wangid" && element.kind == "wangtile") return add_wangid(list, element);
  return kind_under(key).empty() ? Outcome(Success{}) : add_elements(list, depth + 1, element);
}

Outcome add_object(const JsonValue& object, std::size_t depth, TiledElement& element) {
  const std::string_view key = object.key();
  // What objects say matters in few layers: their reader judges.
  if (key == "properties" && element.kind == "object") {
    element.attributes.insert_or_assign("properties", "old");
  } else if (key == "tiles" || key == "tileproperties" || key == "properties") {
    return object.error("as Tiled wrote it before version 1.2; save the file with a newer one", ErrorCode::unsupported);
  } else if (key == "text") {
    element.attributes.insert_or_assign("text", "true");
  } else if ((key == "object" && depth == 1) || (key == "objectgroup" && element.kind == "tile")) {
    auto child = element_of(object, key, depth + 1);
    if (!child) return child.error();
    element.children.push_back(std::move(*child));
  }
  return Success{};
}

Result<TiledElement> element_of(const JsonValue& object, std::string_view kind, std::size_t depth) {
  if (depth > kMaxTiledDepth)
    return object.error(fmt::format("more than {} elements within each other", kMaxTiledDepth), ErrorCode::limit);
  TiledElement element;
  element.kind = kind;
  element.line = object.line();
  for (const JsonValue& value : object.elements()) {
    Outcome added = Success{};
    if (value.is(JsonKind::array)) {
      added = add_list(value, depth, element);
    } else if (value.is(JsonKind::object)) {
      added = add_object(value, depth, element);
    } else if (value.key() == "data" && value.is(JsonKind::string)) {
      element.text = value.text();
    } else if (is_plain(value)) {
      element.attributes.insert_or_assign(std::string(value.key()), value.text());
    }
    if (!added) return added.error();
  }
  return element;
}

}  // namespace

Result<TiledElement> parse_tiled_json(std::string_view text, std::string_view source, std::uint64_t memory) {
  const auto tree = JsonTree::parse(text, source, memory);
  if (!tree) return tree.error();
  auto root = element_of(tree->root(), {}, 1);
  if (root) root->kind = root->attribute("type");
  return root;
}

}  // namespace portolan
