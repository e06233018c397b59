// SPDX-License-Identifier: BSL-1.0
// Records of regions: what is written is read again, in the fewest bytes, in Z-order, and nothing outside.
#include "portolan/regions/region_records.hpp"
#include "support/owned_region.hpp"
#include "support/random_world.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::OwnedRegion;
using test::Rng;

OwnedRegion random_region(Rng& rng) {
  OwnedRegion region;
  const Cost most = rng.pick(std::array<Cost, 5>{5, 0xFF'FFFF, 0x100'0000, 0xFFFF'FFFF, Cost{1} << 40});
  const std::int32_t members = rng.pick(std::array{0, 1, 2, 7, 40});
  for (std::int32_t i = 0; i < members; ++i) {
    region.members.push_back(static_cast<NodeId>(rng.next()));
    region.arcs.first.push_back(static_cast<std::uint32_t>(region.arcs.target.size()));
    for (std::int32_t j = 0; j < members; ++j) {
      if (!rng.percent(30)) continue;
      region.arcs.target.push_back(static_cast<MemberIndex>(j));
      region.arcs.weight.push_back(rng.next() % (most + 1));
    }
  }
  return region;
}

std::uint16_t width_of(const OwnedRegion& region) {
  const Cost most = region.arcs.weight.empty() ? 0 : *std::ranges::max_element(region.arcs.weight);
  return most < Cost{1} << 24 ? 3 : most < Cost{1} << 32 ? 4 : 8;
}

RegionRecords written(const std::vector<OwnedRegion>& regions, std::size_t columns) {
  RegionRecords records;
  for (const OwnedRegion& region : regions) records.index.push_back(entry_of(region.members.size(), region.arcs));
  records.words.resize(lay_out(records.index, columns));
  for (std::size_t i = 0; i < regions.size(); ++i) {
    write_record(regions[i].members, regions[i].arcs, records.index[i], records.words);
  }
  return records;
}

TEST_CASE("records give back what was written, and all of it fits") {
  Rng rng(2501);
  std::array<int, 9> widths{};
  for (int round = 0; round < 300; ++round) {
    const auto columns = static_cast<std::size_t>(rng.between(1, 6));
    const auto rows = static_cast<std::size_t>(rng.between(1, 6));
    std::vector<OwnedRegion> regions;
    for (std::size_t i = 0; i < columns * rows; ++i) regions.push_back(random_region(rng));
    const RegionRecords records = written(regions, columns);
    std::uint64_t words = 0;
    for (std::size_t i = 0; i < regions.size(); ++i) {
      const RegionEntry& entry = records.index[i];
      REQUIRE(entry.weight_bytes == width_of(regions[i]));
      ++widths.at(entry.weight_bytes);
      const RegionView view = records.region(i).value();
      const OwnedRegion read(view);
      REQUIRE(read.members == regions[i].members);
      REQUIRE(read.arcs == regions[i].arcs);
      for (std::size_t member = 0; member < view.members.size(); ++member) {
        const bool is_last = member + 1 == view.members.size();
        REQUIRE(view.end_of(member) == (is_last ? view.arcs.size() : view.members[member + 1].first));
      }
      words += record_words(entry);
    }
    REQUIRE(words == records.words.size());
    REQUIRE(count_members(records.view()) ==
            std::accumulate(regions.begin(), regions.end(), std::uint64_t{0},
                            [](std::uint64_t sum, const OwnedRegion& r) { return sum + r.members.size(); }));
    REQUIRE(count_arcs(records.view()) ==
            std::accumulate(regions.begin(), regions.end(), std::uint64_t{0},
                            [](std::uint64_t sum, const OwnedRegion& r) { return sum + r.arcs.target.size(); }));
  }
  for (const std::size_t width : {3U, 4U, 8U}) REQUIRE(widths.at(width) > 100);
}

TEST_CASE("records lie in the Z-order of their regions") {
  for (const auto& [columns, rows] : {std::pair<std::size_t, std::size_t>{1, 1}, {5, 3}, {8, 8}, {2, 9}, {17, 1}}) {
    std::vector<RegionEntry> index(columns * rows, RegionEntry{.members = 1});
    REQUIRE(lay_out(index, columns) == index.size() * record_words(index.front()));
    const auto place = [&, width = columns](std::size_t number) {
      std::uint64_t code = 0;
      for (unsigned bit = 0; bit < 8; ++bit) {
        code |= (number % width >> bit & 1U) << (2 * bit) | (number / width >> bit & 1U) << (2 * bit + 1);
      }
      return code;
    };
    std::vector<std::size_t> order(index.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, place);
    std::uint64_t words = 0;
    for (const std::size_t number : order) {
      REQUIRE(index[number].start == words);
      words += record_words(index[number]);
    }
  }
  std::vector<RegionEntry> none;
  REQUIRE(lay_out(none, 1) == 0);
}

TEST_CASE("entries that lead outside their records have no region") {
  Rng rng(2502);
  const RegionRecords sound = written({random_region(rng), random_region(rng), random_region(rng)}, 3);
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    RegionRecords changed = sound;
    RegionEntry& entry = changed.index[1];
    switch (rng.below(4)) {
      case 0:
        entry.start = static_cast<std::uint32_t>(rng.next()) >> rng.below(32);
        break;
      case 1:
        entry.arcs = static_cast<std::uint32_t>(rng.next()) >> rng.below(32);
        break;
      case 2:
        entry.members = static_cast<std::uint16_t>(rng.next());
        break;
      default:
        entry.weight_bytes = static_cast<std::uint16_t>(rng.below(10));
    }
    const auto region = changed.view().region(1);
    if (!region) {
      ++refused;
      continue;
    }
    // Reads all of it, which sanitizers watch.
    const OwnedRegion read(*region);
    REQUIRE(read.arcs.target.size() == entry.arcs);
    REQUIRE(entry.start + record_words(entry) <= changed.words.size());
  }
  REQUIRE(refused > 1000);
  std::vector<RegionEntry> many(3, RegionEntry{.arcs = 0xFFFF'FFFF, .members = 1, .weight_bytes = 8});
  CHECK_THROWS_AS(lay_out(many, 3), std::length_error);
}

}  // namespace
}  // namespace portolan
