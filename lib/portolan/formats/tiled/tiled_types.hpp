// SPDX-License-Identifier: BSL-1.0
// Custom types of a Tiled project (doc.mapeditor.org, "Custom Properties"): what elements of a class say by default.
// Internal to the module.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/file.hpp"
#include "portolan/formats/tiled/tiled_element.hpp"
#include "portolan/formats/tiled/tiled_file.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace portolan {

/// The property of a map that names the project whose types it uses, by a path relative to the map.
inline constexpr std::string_view kProjectProperty = "portolan_project";
/// The most bytes that elements take from types, as a type serves any number of them.
inline constexpr std::size_t kMaxTypeBytes = std::size_t{1} << 26;

/// The classes of a project, with the properties that their members stand for.
class TiledTypes {
 public:
  /// No types.
  TiledTypes() = default;
  /// Reads a project (.tiled-project). Members that are classes themselves, and types of other kinds, are passed over.
  /// Errors: syntax (broken JSON, no project), those of JsonTree::parse.
  static Result<TiledTypes> parse(std::string_view text, std::string_view source);

  /// Gives an element, and all within it, the properties that its class has and it has not; objects of templates only
  /// once these are taken out of their attributes. Error (limit): more than kMaxTypeBytes in all; `bytes` counts them
  /// from call to call.
  Outcome apply(TiledElement& element, std::size_t& bytes) const;

 private:
  std::map<std::string, TiledTexts, std::less<>> classes_;
};

/// The types of the project that the map names whose outermost element is `root`; none if it names none. Errors, with
/// file and line: those of the path (follow_tiled), of TiledTypes::parse, and of `read`.
Result<TiledTypes> types_of(const TiledFile& file, const TiledElement& root, const std::filesystem::path& map,
                            const ReadFile& read);

}  // namespace portolan
