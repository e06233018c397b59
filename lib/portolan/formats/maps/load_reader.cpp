// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/load_reader.hpp"

#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/row_values.hpp"
#include "portolan/formats/table.hpp"
#include "portolan/formats/text.hpp"

#include <array>
#include <limits>

#include <fmt/format.h>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 4> kLoadColumns{"tick", "waiting", "answered", "charged"};

}  // namespace

Result<std::vector<ServiceLoad>> parse_load(std::string_view text, std::string_view source, std::size_t rows) {
  TableReader table(without_byte_order_mark(text), source);
  std::vector<ServiceLoad> load;
  const Outcome read = for_each_row(table, {kLoadColumns, kLoadColumns}, [&](const TableHeader& header) -> Outcome {
    std::array<std::uint32_t, kLoadColumns.size()> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto number = number_in_row(table, header, kLoadColumns[i], std::numeric_limits<std::int32_t>::max());
      if (!number) return number.error();
      values[i] = static_cast<std::uint32_t>(*number);
    }
    const auto& [tick, waiting, answered, charged] = values;
    if (!load.empty() && tick <= load.back().tick) {
      return table.error(fmt::format("tick {} after tick {}", tick, load.back().tick));
    }
    if (load.size() == rows)
      return Error{ErrorCode::limit, table.error(fmt::format("more than {} rows", rows)).message};
    load.push_back({.tick = tick, .waiting = waiting, .answered = answered, .charged = charged});
    return Success{};
  });
  if (!read) return read.error();
  if (load.empty()) return table.error("there is no row");
  return load;
}

Result<std::vector<ServiceLoad>> read_load(const std::filesystem::path& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_load(*text, path.string());
}

}  // namespace portolan
