// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_legend.hpp"

#include "portolan/formats/maps/legend_table.hpp"
#include "portolan/formats/text.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace portolan {
namespace {

using Numbers = std::pair<std::uint32_t, std::uint32_t>;

/// First and last of `7`, `8-15` or `*`; nothing if the text is none of these.
std::optional<Numbers> parse_numbers(std::string_view text) noexcept {
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  if (text == "*") return Numbers{0, kMost};
  const std::size_t dash = text.find('-');
  const auto first = parse_integer(text.substr(0, dash), 0, kMost);
  const auto last = dash == std::string_view::npos ? first : parse_integer(text.substr(dash + 1), 0, kMost);
  if (!first || !last) return std::nullopt;
  return Numbers{static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*last)};
}

}  // namespace

Outcome TiledLegend::add(std::string_view what, Meaning meaning) {
  if (const std::size_t colon = what.rfind(':'); colon != std::string_view::npos) {
    if (const auto numbers = parse_numbers(what.substr(colon + 1))) {
      tiles_[std::string(what.substr(0, colon))].push_back({numbers->first, numbers->second, meaning});
      return Success{};
    }
  }
  if (names_.emplace(what, meaning).second) return Success{};
  return Error{ErrorCode::syntax, in_quotes(what) + " is in the legend twice"};
}

Result<TiledLegend> TiledLegend::parse(std::string_view text, std::string_view name) {
  TiledLegend legend;
  legend.rows_ = LegendRows(name);
  LegendTable rows(text, name, "what");
  while (true) {
    const auto more = rows.next();
    if (!more) return more.error();
    if (!*more) break;
    const bool left_out = rows.cost().empty() && rows.terrain() == "-";
    if (!rows.is_whole() || (rows.cost().empty() && !left_out)) {
      return rows.error(
          "expected a name or tiles, terrain name and cost, between tabs, semicolons or commas, or a name or tiles "
          "and -");
    }
    Meaning meaning;
    if (!left_out) {
      const auto id = legend.terrains_.add(rows.terrain(), rows.cost());
      if (!id) return rows.error(LegendTable::terrain_part, id.error().message, id.error().code);
      meaning.terrain = *id;
    }
    meaning.row = legend.rows_.add(rows.line(), rows.what());
    if (const Outcome added = legend.add(rows.what(), meaning); !added)
      return rows.error(LegendTable::what_part, added.error().message, added.error().code);
  }
  if (legend.names_.empty() && legend.tiles_.empty()) return rows.error("nothing in the legend");
  return legend;
}

const TiledLegend::Meaning* TiledLegend::find(std::string_view name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? nullptr : &found->second;
}

const TiledLegend::Meaning* TiledLegend::find(std::string_view tileset, std::uint32_t tile) const {
  const auto ranges = tiles_.find(tileset);
  if (ranges == tiles_.end()) return nullptr;
  const auto fits = [&](const Range& range) { return range.first <= tile && tile <= range.last; };
  const auto found = std::find_if(ranges->second.begin(), ranges->second.end(), fits);
  return found == ranges->second.end() ? nullptr : &found->meaning;
}

}  // namespace portolan
