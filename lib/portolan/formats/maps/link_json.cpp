// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/link_json.hpp"

#include "portolan/formats/ends.hpp"
#include "portolan/formats/json_fields.hpp"
#include "portolan/formats/maps/link_values.hpp"
#include "portolan/formats/text.hpp"

#include <array>
#include <utility>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 3> kLinkFileKeys{"portolan", "version", "links"};
constexpr std::array<std::string_view, 5> kLinkJsonKeys{"from", "to", "cost", "one_way", "name"};

Result<Link> read_link(const JsonValue& value, const TileMap& map) {
  WrittenLink written;
  bool one_way = false;
  JsonFields fields(value, {kLinkJsonKeys, kEnds});
  fields.read("from", [&](const JsonValue& end) { return read_tile(end, map, written.from); });
  fields.read("to", [&](const JsonValue& end) { return read_tile(end, map, written.to); });
  fields.read("cost", [&](const JsonValue& cost) -> Outcome {
    if (!cost.is(JsonKind::number)) return cost.expected("a number");
    written.cost = cost.text();
    return Success{};
  });
  fields.get_to("one_way", one_way);
  fields.get_to("name", written.name);
  if (!fields.outcome()) return fields.outcome().error();
  written.one_way = one_way ? "yes" : "no";
  auto link = link_of(written, map.width(), map.floors());
  if (!link) return value.error(link.error().message);
  return link;
}

}  // namespace

Outcome read_tile(const JsonValue& value, const TileMap& map, Tile& tile) {
  std::array<std::string_view, 3> written;
  std::array<std::int32_t, 3> numbers{};
  const auto count = value.get_numbers(written);
  bool are_whole = count.has_value() && *count >= 2;
  for (std::size_t i = 0; are_whole && i < *count; ++i) {
    const auto number = parse_integer(written[i], 0, kMaxSide);
    are_whole = number.has_value();
    numbers[i] = number.value_or(0);
  }
  if (!are_whole) return value.expected("[x, y] or [x, y, floor]");
  const auto found = tile_of_end(std::span(numbers).first(*count), map.width(), map.floors());
  if (!found) return value.error(found.error().message);
  tile = *found;
  return Success{};
}

Result<std::vector<Link>> parse_links_json(std::string_view text, std::string_view source, const TileMap& map,
                                           std::uint64_t memory) {
  const auto tree = JsonTree::parse(text, source, memory);
  if (!tree) return tree.error();
  if (const Outcome head = check_json_head(tree->root(), "links"); !head) return head.error();
  std::vector<Link> links;
  JsonFields fields(tree->root(), {kLinkFileKeys, kLinkFileKeys});
  fields.read_each("links", [&](const JsonValue& value) -> Outcome {
    auto link = read_link(value, map);
    if (!link) return link.error();
    links.push_back(std::move(*link));
    return Success{};
  });
  if (!fields.outcome()) return fields.outcome().error();
  return links;
}

}  // namespace portolan
