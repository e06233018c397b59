// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_floors.hpp"

#include "portolan/formats/text.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace portolan {
namespace {

struct Numbered {
  std::size_t child = 0;
  std::string name;
  std::optional<std::int32_t> number;
};

std::string_view property(const TiledElement& group, std::string_view name) {
  const auto found = group.properties.find(name);
  return found == group.properties.end() ? std::string_view() : std::string_view(found->second);
}

std::string described(std::string_view name) {
  return fmt::format("group {}", in_quotes(name));
}

/// A group that says it is a floor; nothing if it does not.
Result<std::optional<Numbered>> floor_of(const TiledElement& group, const TiledFile& file) {
  const std::string_view name = group.attribute("name");
  const std::string_view meant = property(group, "portolan");
  if (!meant.empty() && meant != "floor")
    return file.error(group, described(name), fmt::format("portolan {} is not floor", in_quotes(meant)));
  const bool by_class = meant == "floor" || group.attribute("class") == "floor";
  const std::string_view text = property(group, "floor");
  Numbered floor{0, std::string(name), {}};
  if (text == "true") return std::optional(std::move(floor));
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  floor.number = parse_integer(text, -kMost, kMost);
  if (floor.number) return std::optional(std::move(floor));
  if (!by_class) return std::optional<Numbered>();
  if (text.empty()) return std::optional(std::move(floor));
  return file.error(group, described(name), fmt::format("floor {} is not a whole number", in_quotes(text)));
}

Outcome refuse_inner_floors(const TiledElement& group, const std::string& path, const TiledFile& file) {
  for (const TiledElement& child : group.children) {
    if (child.kind != "group") continue;
    const std::string name = path + "/" + std::string(child.attribute("name"));
    const auto floor = floor_of(child, file);
    if (!floor) return floor.error();
    if (*floor) return file.error(child, described(name), "a floor within a group: floors are groups at the top");
    if (Outcome inner = refuse_inner_floors(child, name, file); !inner) return inner;
  }
  return Success{};
}

}  // namespace

std::optional<std::int32_t> TiledFloors::find(std::size_t child) const {
  const auto found = of_children.find(child);
  return found == of_children.end() ? std::nullopt : std::optional(found->second);
}

Result<TiledFloors> floors_of(const TiledElement& root, const TiledFile& file) {
  std::vector<Numbered> found;
  for (std::size_t child = 0; child < root.children.size(); ++child) {
    const TiledElement& group = root.children[child];
    if (group.kind != "group") continue;
    auto floor = floor_of(group, file);
    if (!floor) return floor.error();
    const Outcome inner = refuse_inner_floors(group, std::string(group.attribute("name")), file);
    if (!inner) return inner.error();
    if (!*floor) continue;
    (*floor)->child = child;
    found.push_back(**std::move(floor));
  }
  const auto group_of = [&](const Numbered& floor) -> const TiledElement& { return root.children[floor.child]; };
  for (const Numbered& floor : found) {
    if (floor.number.has_value() == found.front().number.has_value()) continue;
    return file.error(group_of(floor), described(floor.name),
                      "a property floor with a number belongs to all floors or to none");
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Numbered& a, const Numbered& b) { return a.number < b.number; });
  TiledFloors floors;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i != 0 && found[i].number && found[i].number == found[i - 1].number) {
      return file.error(group_of(found[i]), described(found[i].name),
                        fmt::format("floor {} is there already: {}", *found[i].number, described(found[i - 1].name)));
    }
    floors.of_children.emplace(found[i].child, static_cast<std::int32_t>(i));
    floors.names.push_back(found[i].name);
  }
  return floors;
}

}  // namespace portolan
