// SPDX-License-Identifier: BSL-1.0
#include "portolan/regions/region_records.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace portolan {
namespace {

struct Square {
  std::size_t x;
  std::size_t y;
  std::size_t side;
};

/// Calls visit(x, y) for the places in so many columns and rows, in Z-order.
template <class Visit>
void for_each_in_z_order(std::size_t columns, std::size_t rows, Visit&& visit) {
  std::vector<Square> open{{0, 0, std::bit_ceil(std::max(columns, rows))}};  // the next one last
  while (!open.empty()) {
    const Square square = open.back();
    open.pop_back();
    if (square.x >= columns || square.y >= rows) continue;
    if (square.side == 1) {
      visit(square.x, square.y);
      continue;
    }
    const std::size_t half = square.side / 2;
    for (const std::size_t y : {square.y + half, square.y}) {
      for (const std::size_t x : {square.x + half, square.x}) open.push_back({x, y, half});
    }
  }
}

}  // namespace

RegionEntry entry_of(std::size_t members, const RegionArcs& arcs) noexcept {
  const Cost largest = arcs.weight.empty() ? 0 : *std::ranges::max_element(arcs.weight);
  return {0, static_cast<std::uint32_t>(arcs.target.size()), static_cast<std::uint16_t>(members),
          weight_bytes_for(largest)};
}

void write_record(std::span<const NodeId> members, const RegionArcs& arcs, const RegionEntry& entry,
                  std::span<std::uint64_t> words) noexcept {
  std::byte* at = std::as_writable_bytes(words.subspan(entry.start, record_words(entry))).data();
  // The least significant bytes come first, on the machines that worlds are for.
  const auto put = [&at](const auto& value, std::size_t bytes) {
    std::memcpy(at, &value, bytes);
    at += bytes;
  };
  for (std::size_t member = 0; member < members.size(); ++member) {
    const RegionMember written{members[member], arcs.first[member]};
    put(written, sizeof(written));
  }
  for (std::size_t arc = 0; arc < arcs.target.size(); ++arc) {
    put(arcs.target[arc], sizeof(MemberIndex));
    put(arcs.weight[arc], entry.weight_bytes);
  }
}

std::uint64_t lay_out(std::span<RegionEntry> index, std::size_t columns) {
  std::uint64_t words = 0;
  const std::size_t rows = index.empty() ? 0 : index.size() / columns;
  for_each_in_z_order(columns, rows, [&](std::size_t x, std::size_t y) {
    if (words > std::numeric_limits<std::uint32_t>::max()) {
      throw std::length_error("the records of a region level take more than 2^32 words");
    }
    RegionEntry& entry = index[y * columns + x];
    entry.start = static_cast<std::uint32_t>(words);
    words += record_words(entry);
  });
  return words;
}

std::uint64_t count_arcs(const RegionRecordsView& records) noexcept {
  return std::accumulate(records.index.begin(), records.index.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const RegionEntry& entry) { return sum + entry.arcs; });
}

std::uint64_t count_members(const RegionRecordsView& records) noexcept {
  return std::accumulate(records.index.begin(), records.index.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const RegionEntry& entry) { return sum + entry.members; });
}

}  // namespace portolan
