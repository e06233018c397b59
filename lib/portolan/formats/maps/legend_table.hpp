// SPDX-License-Identifier: BSL-1.0
// The tables that legends of all maps are: what, terrain, cost. Internal to the module.
#pragma once

#include "portolan/formats/table.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace portolan {

/// The columns of a legend behind its first, in the order of rows without a header. The last one is for authors alone.
inline constexpr std::array<std::string_view, 3> kLegendColumns{"terrain", "cost", "tiles"};

/// Walks the rows of a legend. Its first line may be a header: the name of the first column, `terrain` and `cost` in
/// any order, and, if wanted, `tiles`, which says how many tiles are of that row and is passed over; without one a row
/// is what, terrain and cost. Views the text and the name.
class LegendTable {
 public:
  enum Part : std::size_t { what_part, terrain_part, cost_part };

  /// `what` is the name of the first column.
  LegendTable(std::string_view text, std::string_view name, std::string_view what) noexcept
      : rows_(text, name, Comments::slashes), known_{what, kLegendColumns[0], kLegendColumns[1], kLegendColumns[2]} {}

  /// Goes to the next row; gives false at the end. Errors (syntax): those of TableReader and TableHeader.
  Result<bool> next();
  /// Whether the row has all that it should: no more fields than the table, and none but the cost missing.
  [[nodiscard]] bool is_whole() const noexcept;
  [[nodiscard]] std::string_view what() const noexcept { return field(what_part); }
  [[nodiscard]] std::string_view terrain() const noexcept { return field(terrain_part); }
  /// Empty if the row has none.
  [[nodiscard]] std::string_view cost() const noexcept { return field(cost_part); }
  [[nodiscard]] std::size_t line() const noexcept { return rows_.line(); }

  /// Makes the error "name:line: reason" for the row.
  [[nodiscard]] Error error(std::string_view reason) const { return rows_.error(reason); }
  /// The same with the column where a part of the row begins.
  [[nodiscard]] Error error(Part part, std::string_view reason, ErrorCode code = ErrorCode::syntax) const {
    return rows_.error(number_of(part), reason, code);
  }

 private:
  [[nodiscard]] std::size_t number_of(Part part) const noexcept {
    return header_ ? header_->index_of(known_[part]) : part;
  }
  [[nodiscard]] std::string_view field(Part part) const noexcept {
    const std::size_t number = number_of(part);
    return number < rows_.fields().size() ? std::string_view(rows_.fields()[number]) : std::string_view();
  }

  TableReader rows_;
  std::array<std::string_view, 4> known_;
  std::optional<TableHeader> header_;
  bool begun_ = false;
};

}  // namespace portolan
