// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/goal_reader.hpp"

#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/row_values.hpp"
#include "portolan/formats/table.hpp"
#include "portolan/formats/text.hpp"

#include <array>

namespace portolan {
namespace {

constexpr std::array<std::string_view, 2> kPlace{"x", "y"};
constexpr std::array<std::string_view, 4> kGoalColumns{"x", "y", "floor", "name"};

}  // namespace

Result<std::vector<NamedTile>> parse_goals(std::string_view text, std::string_view source, std::int32_t width,
                                           const FloorStack& floors) {
  TableReader rows(without_byte_order_mark(text), source);
  std::vector<NamedTile> goals;
  const Outcome read = for_each_row(rows, {kPlace, kGoalColumns}, [&](const TableHeader& header) -> Outcome {
    const auto tile = tile_in_row(rows, header, {"x", "y", "floor"}, width, floors);
    if (!tile) return tile.error();
    goals.push_back({*tile, std::string(trimmed(header.field(rows, "name")))});
    return Success{};
  });
  if (!read) return read.error();
  return goals;
}

Result<std::vector<NamedTile>> read_goals(const std::filesystem::path& path, std::int32_t width,
                                          const FloorStack& floors) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return parse_goals(*text, path.string(), width, floors);
}

}  // namespace portolan
