// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_element.hpp"

#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <array>

namespace portolan {
namespace {

std::string_view without_mark_and_blanks(std::string_view text) noexcept {
  text = without_byte_order_mark(text);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

/// What follows the declarations and comments before the outermost element.
std::string_view after_prologue(std::string_view text) noexcept {
  while (text.starts_with("<?") || text.starts_with("<!")) {
    const std::string_view end = text.starts_with("<!--") ? "-->" : ">";
    const std::size_t at = text.find(end);
    if (at == std::string_view::npos) return {};
    text = without_mark_and_blanks(text.substr(at + end.size()));
  }
  return text;
}

bool has_key(std::string_view text, std::string_view key) noexcept {
  return text.find(key) != std::string_view::npos;
}

}  // namespace

std::string_view TiledElement::attribute(std::string_view name) const {
  const auto found = attributes.find(name);
  return found == attributes.end() ? std::string_view() : found->second;
}

std::string_view class_of(const TiledElement& element) {
  const std::string_view name = element.attribute("class");
  const bool has_type = element.kind == "tile" || element.kind == "object";
  return name.empty() && has_type ? element.attribute("type") : name;
}

bool is_tiled(std::string_view text) noexcept {
  text = without_mark_and_blanks(text);
  if (text.starts_with('{')) {
    return has_key(text, "\"tilewidth\"") && has_key(text, "\"tileheight\"") &&
           (has_key(text, "\"layers\"") || has_key(text, "\"tilecount\""));
  }
  text = after_prologue(text);
  constexpr std::array<std::string_view, 3> kOutermost{"<map", "<tileset", "<template"};
  return std::any_of(kOutermost.begin(), kOutermost.end(), [&](std::string_view name) {
    return text.starts_with(name) && text.size() > name.size() &&
           std::string_view(" \t\r\n>/").find(text[name.size()]) != std::string_view::npos;
  });
}

Result<TiledElement> parse_tiled_element(std::string_view text, std::string_view source, std::uint64_t memory) {
  return without_mark_and_blanks(text).starts_with('{') ? parse_tiled_json(text, source, memory)
                                                        : parse_tiled_xml(text, source);
}

}  // namespace portolan
