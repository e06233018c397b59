// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_file.hpp"

#include "portolan/formats/text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace portolan {

std::string TiledFile::place_of(const TiledElement& element, std::string_view what) const {
  return fmt::format("{}:{}: {}", name_, element.line, what);
}

Error TiledFile::error(const TiledElement& element, std::string_view what, std::string_view reason,
                       ErrorCode code) const {
  return {code, fmt::format("{}: {}", place_of(element, what), reason)};
}

Result<std::int32_t> TiledFile::number(const TiledElement& element, std::string_view what, std::string_view attribute,
                                       std::int32_t low, std::int32_t high) const {
  const std::string_view text = element.attribute(attribute);
  if (const auto value = parse_integer(text, low, high)) return *value;
  return error(element, what,
               fmt::format("{} {} is not a whole number from {} to {}", attribute, in_quotes(text), low, high));
}

Result<std::filesystem::path> tiled_path(const std::filesystem::path& map, std::string_view written) {
  const std::filesystem::path source(written);
  const bool is_plain =
      std::none_of(written.begin(), written.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (source.is_absolute() || !is_plain) {
    return Error{ErrorCode::unsupported, "only paths relative to the map, without control characters, are followed"};
  }
  return (map.parent_path() / source).lexically_normal();
}

Result<TiledReference> follow_tiled(const std::filesystem::path& map, std::string_view written, std::string_view kind,
                                    const ReadFile& read) {
  const auto path = tiled_path(map, written);
  if (!path) return path.error();
  const auto text = read(*path, FileOrigin::referred);
  if (!text) return text.error();
  auto root = parse_tiled_element(*text, path->string());
  if (!root) return root.error();
  if (root->kind != kind) return Error{ErrorCode::syntax, fmt::format("the file holds no {}", kind)};
  return TiledReference{std::move(*root), path->string()};
}

}  // namespace portolan
