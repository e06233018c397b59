// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/link_values.hpp"

#include "portolan/formats/text.hpp"

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
  const std::string_view one_way = trimmed(written.one_way);
  if (one_way == "yes" || one_way == "true" || one_way == "1") {
    link.direction = LinkDirection::one_way;
  } else if (!one_way.empty() && one_way != "no" && one_way != "false" && one_way != "0") {
    return wrong(fmt::format("one_way {}: expected yes or no", in_quotes(one_way)));
  }
  if (link.name.find('\n') != std::string::npos) return wrong("the name has a line break");
  if (const std::string fault = link_fault(link, width, floors); !fault.empty()) return wrong("the link " + fault);
  return link;
}

}  // namespace portolan
