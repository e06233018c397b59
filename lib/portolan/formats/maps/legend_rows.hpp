// SPDX-License-Identifier: BSL-1.0
// Which rows of a legend a map has use for. Internal to the module.
#pragma once

#include "portolan/grid/tile_map.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// The rows of a legend by number, from 0.
class LegendRows {
 public:
  /// `name` stands for the legend in remarks.
  explicit LegendRows(std::string_view name = {}) : name_(name) {}

  /// Returns the number of the row, which stands on that line and is about `what`.
  std::size_t add(std::size_t line, std::string_view what);
  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }
  /// Adds a remark to the map, which `map_name` stands for, for every row that is not `matched`.
  void remark_unmatched(const std::vector<bool>& matched, std::string_view map_name, TileMap& map) const;

 private:
  struct Row {
    std::size_t line;
    std::string what;
  };
  std::string name_;
  std::vector<Row> rows_;
};

}  // namespace portolan
