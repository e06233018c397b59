// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/tiled/tiled_legend.hpp"

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
  LineReader lines(text, name);
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (is_blank(line) || line.starts_with("//")) continue;
    const auto fields = split_fields(line, 4);
    Meaning meaning;
    if (fields.size() == 3) {
      const auto id = legend.terrains_.add(fields[1], fields[2]);
      if (!id) return lines.error(id.error().code, fields[1], id.error().message);
      meaning.terrain = *id;
    } else if (fields.size() != 2 || fields[1] != "-") {
      return lines.error(
          ErrorCode::syntax,
          "expected a name or tiles, terrain name and cost, separated by tabs, or a name or tiles and -");
    }
    meaning.row = legend.rows_.add(lines.number(), fields[0]);
    if (const Outcome added = legend.add(fields[0], meaning); !added) {
      return lines.error(added.error().code, fields[0], added.error().message);
    }
  }
  if (legend.names_.empty() && legend.tiles_.empty()) return lines.error(ErrorCode::syntax, "nothing in the legend");
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
