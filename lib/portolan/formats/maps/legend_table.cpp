// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/legend_table.hpp"

#include <span>
#include <utility>

namespace portolan {

Result<bool> LegendTable::next() {
  auto more = rows_.next();
  if (!more || !*more || std::exchange(begun_, true)) return more;
  // A terrain may be called so, but no cost is.
  if (!TableHeader::is_header(rows_.fields(), std::span(kLegendColumns).first(2))) return more;
  if (!TableHeader::is_header(rows_.fields(), std::span(known_).first(1)))
    return rows_.error("the header line lacks '" + std::string(known_.front()) + "'");
  auto header = TableHeader::read(rows_, known_);
  if (!header) return header.error();
  header_ = *std::move(header);
  return rows_.next();
}

bool LegendTable::is_whole() const noexcept {
  const std::size_t fields = rows_.fields().size();
  if (header_) return fields <= header_->names().size() && number_of(terrain_part) < fields;
  return fields == cost_part || fields == cost_part + 1;
}

}  // namespace portolan
