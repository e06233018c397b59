// SPDX-License-Identifier: BSL-1.0
// What all parts of the reader of Tiled maps do with the files and elements of one. Internal to the module.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/file.hpp"
#include "portolan/formats/tiled/tiled_element.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace portolan {

/// The most pixels along a side of a tile.
inline constexpr std::int32_t kMaxTilePixels = 1 << 16;

/// A file by the name that messages give it, which must outlive this.
class TiledFile {
 public:
  explicit TiledFile(std::string_view name) : name_(name) {}

  /// The place of an element as "file:line: what", for messages.
  [[nodiscard]] std::string place_of(const TiledElement& element, std::string_view what) const;
  /// Makes the error "file:line: what: reason" about an element.
  [[nodiscard]] Error error(const TiledElement& element, std::string_view what, std::string_view reason,
                            ErrorCode code = ErrorCode::syntax) const;
  /// Reads an attribute as a whole number. Error (syntax): it is none from `low` to `high`.
  [[nodiscard]] Result<std::int32_t> number(const TiledElement& element, std::string_view what,
                                            std::string_view attribute, std::int32_t low, std::int32_t high) const;

 private:
  std::string_view name_;
};

/// An element of the kind `kind` that another file holds, and the path of that file.
struct TiledReference {
  TiledElement root;
  std::string path;
};

/// The file that a map means by a path that it has `written`, relative to the folder of the map at `map`. Error
/// (unsupported), without the place in the map: an absolute path, or control characters.
Result<std::filesystem::path> tiled_path(const std::filesystem::path& map, std::string_view written);

/// Follows a path that a map has `written`, relative to the folder of the map at `map`, also above it (`../`), but not
/// an absolute one. Errors, without the place in the map: unsupported (other paths), syntax, and those of `read`.
Result<TiledReference> follow_tiled(const std::filesystem::path& map, std::string_view written, std::string_view kind,
                                    const ReadFile& read);

}  // namespace portolan
