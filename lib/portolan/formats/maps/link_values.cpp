// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/link_values.hpp"

#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace portolan {

Result<Tile> tile_of_end(std::span<const std::int32_t> numbers, std::int32_t width, const FloorStack& floors) {
  const std::int32_t floor = numbers.size() > 2 ? numbers[2] : 0;
  if (numbers[0] < width && numbers[1] < floors.height && floor < floors.count) {
    return floors.tile(floor, {numbers[0], numbers[1]});
  }
  return Error{ErrorCode::syntax,
               fmt::format("{} is not on the map of {} x {} tiles{}", fmt::join(numbers, ","), width, floors.height,
                           floors.count == 1 ? "" : fmt::format(" and {} floors", floors.count))};
}

Result<Tile> tile_of_text(std::string_view text, std::int32_t width, const FloorStack& floors) {
  const std::string_view place = trimmed(text);
  std::array<std::int32_t, 3> numbers{};
  std::size_t count = 0;
  for (std::string_view rest = place; count < numbers.size(); ++count) {
    const auto comma = rest.find(',');
    const auto number = parse_integer(trimmed(rest.substr(0, comma)), 0, kMaxSide);
    if (!number) break;
    numbers[count] = *number;
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    if (comma == std::string_view::npos) {
      ++count;
      break;
    }
  }
  const auto commas = static_cast<std::size_t>(std::count(place.begin(), place.end(), ','));
  if (count < 2 || commas + 1 != count) {
    return Error{ErrorCode::syntax, fmt::format("{}: expected x,y or x,y,floor", in_quotes(place))};
  }
  return tile_of_end(std::span(numbers).first(count), width, floors);
}

Result<bool> flag_of(std::string_view text, std::string_view name) {
  const std::string_view flag = trimmed(text);
  if (flag == "yes" || flag == "true" || flag == "1") return true;
  if (flag.empty() || flag == "no" || flag == "false" || flag == "0") return false;
  return Error{ErrorCode::syntax, fmt::format("{} {}: expected yes or no", name, in_quotes(flag))};
}

Result<Link> link_of(const WrittenLink& written, std::int32_t width, const FloorStack& floors) {
  const auto wrong = [](std::string reason) { return Error{ErrorCode::syntax, std::move(reason)}; };
  Link link{.name = std::string(trimmed(written.name)), .from = written.from, .to = written.to};
  if (const std::string_view text = trimmed(written.cost); !text.empty()) {
    const auto number = parse_decimal(text);
    const auto cost = number ? scaled(*number, kLinkCostDecimals) : std::nullopt;
    if (!cost || *cost < 0) {
      return wrong(
          fmt::format("cost {} is not a number from 0 with at most {} decimals", in_quotes(text), kLinkCostDecimals));
    }
    link.cost = static_cast<std::uint64_t>(*cost);
  }
  const auto one_way = flag_of(written.one_way, "one_way");
  if (!one_way) return one_way.error();
  if (*one_way) link.direction = LinkDirection::one_way;
  if (link.name.find('\n') != std::string::npos) return wrong("the name has a line break");
  if (const std::string fault = link_fault(link, width, floors); !fault.empty()) return wrong("the link " + fault);
  return link;
}

}  // namespace portolan
