// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/link_reader.hpp"

#include "portolan/formats/ends.hpp"
#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/link_json.hpp"
#include "portolan/formats/maps/link_values.hpp"
#include "portolan/formats/table.hpp"
#include "portolan/formats/text.hpp"

#include <array>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 5> kLinkColumns{"from", "to", "cost", "one_way", "name"};
class LinkRows {
 public:
  LinkRows(std::string_view text, std::string_view source, const TileMap& map) : rows_(text, source), map_(map) {}

  Result<std::vector<Link>> read() {
    const Outcome read =
        for_each_row(rows_, {kEnds, kLinkColumns}, [&](const TableHeader& header) { return row(header); });
    if (!read) return read.error();
    return std::move(links_);
  }

 private:
  Outcome row(const TableHeader& header) {
    const auto from = end(header, "from");
    if (!from) return from.error();
    const auto to = end(header, "to");
    if (!to) return to.error();
    auto link =
        link_of({*from, *to, header.field(rows_, "cost"), header.field(rows_, "one_way"), header.field(rows_, "name")},
                map_.width(), map_.floors());
    if (!link) return rows_.error(link.error().message);
    links_.push_back(std::move(*link));
    return Success{};
  }

  Result<Tile> end(const TableHeader& header, std::string_view column) const {
    const auto tile = tile_of_text(header.field(rows_, column), map_.width(), map_.floors());
    if (!tile) return rows_.error(fmt::format("{} {}", column, tile.error().message));
    return *tile;
  }

  TableReader rows_;
  const TileMap& map_;
  std::vector<Link> links_;
};

}  // namespace

Result<std::vector<Link>> parse_links(std::string_view text, std::string_view source, const TileMap& map,
                                      std::uint64_t memory) {
  const std::string_view plain = without_byte_order_mark(text);
  const std::size_t begin = plain.find_first_not_of(" \t\r\n");
  if (begin != std::string_view::npos && plain[begin] == '{') return parse_links_json(text, source, map, memory);
  return LinkRows(text, source, map).read();
}

Result<std::vector<Link>> read_links(const std::filesystem::path& path, const TileMap& map) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_links(*text, path.string(), map);
}

std::string link_table(const TileMap& map) {
  const FloorStack& floors = map.floors();
  const auto end = [&](Tile t) {
    const std::string place = fmt::format("{},{}", t.x, floors.row(t.y));
    return floors.count == 1 ? place : fmt::format("{},{}", place, floors.floor(t.y));
  };
  std::string text = "from\tto\tcost\tone_way\tname\n";
  for (const Link& link : map.links()) {
    text += fmt::format("{}\t{}\t{}\t{}\t{}\n", end(link.from), end(link.to),
                        to_text(make_decimal(static_cast<std::int64_t>(link.cost), kLinkCostDecimals)),
                        link.direction == LinkDirection::one_way ? "yes" : "no", table_field(link.name));
  }
  return text;
}

}  // namespace portolan
