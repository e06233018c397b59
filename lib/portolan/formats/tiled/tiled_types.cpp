// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_types.hpp"

#include "portolan/formats/json_tree.hpp"
#include "portolan/formats/text.hpp"

#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

/// The properties that the members of a class stand for.
Result<TiledTexts> defaults_of(const JsonValue& members) {
  TiledTexts defaults;
  const Outcome read = members.for_each_element([&](const JsonValue& member) -> Outcome {
    if (!member.is(JsonKind::object)) return member.expected("an object");
    const auto name = member.find("name");
    const auto value = member.find("value");
    if (!name || !name->is(JsonKind::string)) return member.error("a member without a name");
    const bool is_plain =
        value && (value->is(JsonKind::string) || value->is(JsonKind::number) || value->is(JsonKind::boolean));
    if (is_plain) defaults.insert_or_assign(std::string(name->text()), std::string(value->text()));
    return Success{};
  });
  if (!read) return read.error();
  return defaults;
}

}  // namespace

Result<TiledTypes> TiledTypes::parse(std::string_view text, std::string_view source) {
  const auto tree = JsonTree::parse(text, source);
  if (!tree) return tree.error();
  const auto list = tree->root().find("propertyTypes");
  if (!list || !list->is(JsonKind::array)) return tree->root().error("no project of Tiled: it has no `propertyTypes`");
  TiledTypes types;
  const Outcome read = list->for_each_element([&](const JsonValue& type) -> Outcome {
    if (!type.is(JsonKind::object)) return type.expected("an object");
    const auto kind = type.find("type");
    const auto name = type.find("name");
    const auto members = type.find("members");
    if (!kind || kind->text() != "class" || !members) return Success{};
    if (!name || !name->is(JsonKind::string)) return type.error("a class without a name");
    auto defaults = defaults_of(*members);
    if (!defaults) return defaults.error();
    types.classes_.insert_or_assign(std::string(name->text()), *std::move(defaults));
    return Success{};
  });
  if (!read) return read.error();
  return types;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as kMaxTiledDepth
Outcome TiledTypes::apply(TiledElement& element, std::size_t& bytes) const {
  if (classes_.empty()) return Success{};
  // What a template says comes before what its class says.
  if (element.kind == "object" && !element.attribute("template").empty()) return Success{};
  if (const auto type = classes_.find(class_of(element)); type != classes_.end()) {
    for (const auto& [name, value] : type->second) {
      if (!element.properties.emplace(name, value).second) continue;
      bytes += name.size() + value.size();
      if (bytes > kMaxTypeBytes)
        return Error{ErrorCode::limit, fmt::format("more than {} bytes out of types of the project", kMaxTypeBytes)};
    }
  }
  for (TiledElement& child : element.children) {
    if (Outcome applied = apply(child, bytes); !applied) return applied;
  }
  return Success{};
}

Result<TiledTypes> types_of(const TiledFile& file, const TiledElement& root, const std::filesystem::path& map,
                            const ReadFile& read) {
  const auto written = root.properties.find(kProjectProperty);
  if (written == root.properties.end()) return TiledTypes{};
  const auto failed = [&](const Error& error) {
    return file.error(root, fmt::format("{} {}", kProjectProperty, in_quotes(written->second)), error.message,
                      error.code);
  };
  const auto path = tiled_path(map, written->second);
  if (!path) return failed(path.error());
  const auto text = read(*path, FileOrigin::referred);
  if (!text) return failed(text.error());
  auto types = TiledTypes::parse(*text, path->string());
  if (!types) return failed(types.error());
  return types;
}

}  // namespace portolan
