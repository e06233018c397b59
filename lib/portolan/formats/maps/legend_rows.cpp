// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/legend_rows.hpp"

#include "portolan/core/utf8.hpp"

#include <fmt/format.h>

namespace portolan {

std::size_t LegendRows::add(std::size_t line, std::string_view what) {
  rows_.push_back({line, std::string(what)});
  return rows_.size() - 1;
}

void LegendRows::remark_unmatched(const std::vector<bool>& matched, std::string_view map_name, TileMap& map) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (matched[i]) continue;
    map.add_remark(
        {fmt::format("{}:{}: {} matches nothing in {}", name_, rows_[i].line, in_quotes(rows_[i].what), map_name)});
  }
}

}  // namespace portolan
