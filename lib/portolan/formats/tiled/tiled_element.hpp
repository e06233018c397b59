// SPDX-License-Identifier: BSL-1.0
// Files of the Tiled map editor (doc.mapeditor.org, "TMX Map Format" and "JSON Map Format") as one tree, whichever of
// their two forms, XML (.tmx, .tsx) or JSON (.tmj, .tsj), they have.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/memory_limit.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// The most elements that may lie within each other, the outermost and the innermost counted.
inline constexpr std::size_t kMaxTiledDepth = 64;

using TiledTexts = std::map<std::string, std::string, std::less<>>;

/// An element in the shape of the JSON form: the encoding and the chunks of tile data belong to the layer. The shape of
/// an object is an attribute: `ellipse`, `point`, `capsule` or `text` (true), `polygon` or `polyline` (corners as
/// "x,y x,y ..."); without one it is a rectangle, or a tile if it has a `gid`.
struct TiledElement {
  /// What the file says of the outermost element; within it tileset, tile, layer, group, objectgroup, object, chunk,
  /// wangset, wangcolor, wangtile.
  std::string kind;
  std::size_t line = 0;   ///< from 1
  TiledTexts attributes;  ///< values as written; truth as true or false, of XML also 1 or 0
  TiledTexts properties;  ///< those of the author with one plain value
  std::vector<TiledElement> children;
  std::string text;                 ///< tile data as text
  std::vector<std::uint32_t> gids;  ///< tile data given tile by tile

  /// The value of an attribute; empty if there is none of that name.
  [[nodiscard]] std::string_view attribute(std::string_view name) const;
};

/// The class of an element: an attribute `class`, or of tiles and objects `type`, as Tiled called it before 1.9 and
/// calls it since 1.10; empty if it has none.
[[nodiscard]] std::string_view class_of(const TiledElement& element);

/// Reads the parts of a text that tell terrain, and objects: pictures and what else there is are passed over. Memory: a
/// multiple of the text; `memory` bounds what the values of JSON take while they are read. `source` stands for the text
/// in errors: syntax (broken XML or JSON), limit (elements deeper than kMaxTiledDepth, and those of JsonTree::parse),
/// unsupported (JSON as Tiled before 1.2 wrote it).
Result<TiledElement> parse_tiled_element(std::string_view text, std::string_view source,
                                         std::uint64_t memory = kAnyMemory);

/// Reads the XML form, as parse_tiled_element does.
Result<TiledElement> parse_tiled_xml(std::string_view text, std::string_view source);

/// Reads the JSON form, as parse_tiled_element does.
Result<TiledElement> parse_tiled_json(std::string_view text, std::string_view source, std::uint64_t memory);

/// Whether a text looks like a file of Tiled: XML whose outermost element is one of its, or JSON with its keys.
/// O(bytes).
[[nodiscard]] bool is_tiled(std::string_view text) noexcept;

}  // namespace portolan
