// SPDX-License-Identifier: BSL-1.0
// The sections that structs name against the table of FORMAT.md, and structs written to a file and read again.
#include "portolan/offline/world_image.hpp"
#include "portolan/world/schema.hpp"
#include "portolan/world/section_loader.hpp"
#include "portolan/world/section_name.hpp"

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

/// A row of FORMAT.md.
struct Row {
  std::string name;
  std::multiset<std::size_t> element_sizes;
};

/// Of "u32", "2 x i64", "Tile, 8" or "1, 2 or 4".
std::multiset<std::size_t> sizes_of(const std::string& element) {
  std::smatch parts;
  if (std::regex_match(element, parts, std::regex(R"((?:(\d+) x )?[iu](\d+))"))) {
    return {(parts[1].matched ? std::stoul(parts[1]) : 1) * std::stoul(parts[2]) / 8};
  }
  std::multiset<std::size_t> sizes;
  const std::regex number(R"(\b\d+\b)");
  for (auto at = std::sregex_iterator(element.begin(), element.end(), number); at != std::sregex_iterator(); ++at) {
    sizes.insert(std::stoul(at->str()));
  }
  return sizes;
}

std::map<std::uint32_t, Row> documented() {
  std::ifstream file(std::string(PORTOLAN_SOURCE) + "/lib/portolan/world/FORMAT.md");
  const std::regex row(R"(\| (\d+) \| (\w+) \| ([^|]+) \| .*)");
  std::map<std::uint32_t, Row> rows;
  bool in_sections = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) in_sections = line == "## Sections";
    std::smatch parts;
    if (!in_sections || !std::regex_match(line, parts, row)) continue;
    const auto [at, fresh] = rows.emplace(std::stoul(parts[1]), Row{parts[2], sizes_of(parts[3])});
    CHECK(fresh);
  }
  return rows;
}

TEST_CASE("FORMAT.md has a row for every section that a struct names, with its elements, and no other") {
  const auto rows = documented();
  REQUIRE(rows.size() > 70);
  REQUIRE(world_schema().size() == rows.size());
  for (const SectionSchema& section : world_schema()) {
    const auto kind = static_cast<std::uint32_t>(section.kind);
    CAPTURE(kind);
    REQUIRE(rows.contains(kind));
    CHECK(std::multiset<std::size_t>(section.element_sizes.begin(), section.element_sizes.end()) ==
          rows.at(kind).element_sizes);
    CHECK(find_schema(kind) == &section);
  }
  CHECK(find_schema(999) == nullptr);
}

TEST_CASE("sections are called what FORMAT.md calls them, and no others have a name") {
  const auto rows = documented();
  for (std::uint32_t kind = 0; kind < 1000; ++kind) {
    CAPTURE(kind);
    const auto row = rows.find(kind);
    REQUIRE(section_name(kind) == (row == rows.end() ? "" : row->second.name));
  }
}

TEST_CASE("the schema knows which sections are repeated") {
  const auto repeated = [](SectionKind kind) { return find_schema(static_cast<std::uint32_t>(kind))->repeated; };
  CHECK(repeated(SectionKind::region_records) == Repeated::by_region_level);
  CHECK(repeated(SectionKind::ch_target) == Repeated::by_direction);
  CHECK(repeated(SectionKind::ch_rank) == Repeated::no);
  CHECK(repeated(SectionKind::label_tree) == Repeated::by_direction);
  CHECK(repeated(SectionKind::label_radius) == Repeated::no);
}

/// One of everything that a visitor has.
template <template <class> class Store>
struct BasicSample {
  std::uint32_t made_of = 0;
  Store<std::uint32_t> first;
  Store<std::uint64_t> after;
  Store<std::uint16_t> narrow;
  Store<std::uint32_t> wide;
  Store<char> maybe;
  Store<std::uint8_t> back;
  std::uint32_t single = 0;

  template <class Self, class Visitor>
  static void visit(Self& self, Visitor& visitor, std::size_t count = 0) {
    visitor.value(self.made_of);
    visitor.array(SectionKind::ch_rank, count, self.first);
    visitor.array(SectionKind::ch_node, self.first.size(), self.after);
    visitor.array(SectionKind::islands, kAnyCount, self.narrow, self.wide);
    visitor.optional([&](auto& part) { part.array(SectionKind::strings, kAnyCount, self.maybe); });
    visitor.backward([&](auto& part) { part.array(SectionKind::ch_rank, kAnyCount, self.back); });
    visitor.record(SectionKind::landmark_shift, self.single);
  }
  [[nodiscard]] BasicSample<Viewed> view() const noexcept { return view_of<BasicSample<Viewed>>(*this); }
};
using Sample = BasicSample<Owned>;
using SampleView = BasicSample<Viewed>;

Sample full_sample() {
  return {.made_of = 9,
          .first = {1, 2},
          .after = {3, 4},
          .narrow = {},
          .wide = {5, 6, 7},
          .maybe = {'a'},
          .back = {8},
          .single = 11};
}

template <class T>
std::vector<T> copied(std::span<const T> array) {
  return {array.begin(), array.end()};
}

bool holds(const SampleView& view, const Sample& sample) {
  return copied(view.first) == sample.first && copied(view.after) == sample.after &&
         copied(view.narrow) == sample.narrow && copied(view.wide) == sample.wide &&
         copied(view.maybe) == sample.maybe && copied(view.back) == sample.back && view.single == sample.single;
}

AlignedBytes written(const Sample& sample) {
  WorldImage image;
  image.add({2}, sample);
  return image.bytes();
}

TEST_CASE("a view has the arrays, records and values of what it is a view of") {
  const Sample sample = full_sample();
  const SampleView view = sample.view();
  CHECK(holds(view, sample));
  CHECK(view.made_of == 9);
  CHECK(view.wide.data() == sample.wide.data());
  CHECK(section_bytes(sample) == 2 * 4 + 2 * 8 + 3 * 4 + 1 + 1 + 4);
}

TEST_CASE("what is written is read again, in the order of visit(), without parts that are empty") {
  const AlignedBytes whole = written(full_sample());
  const auto table = SectionTable::read(whole.span(), "sample");
  REQUIRE(table);
  using Place = std::pair<SectionKind, std::uint32_t>;
  const auto places = [](const SectionTable& read) {
    std::vector<Place> found;
    for (const format::SectionEntry& entry : read.entries()) {
      CHECK(entry.profile == 2);
      found.emplace_back(static_cast<SectionKind>(entry.kind), entry.level);
    }
    return found;
  };
  CHECK(places(*table) == std::vector<Place>{{SectionKind::ch_rank, 0},
                                             {SectionKind::ch_node, 0},
                                             {SectionKind::islands, 0},
                                             {SectionKind::strings, 0},
                                             {SectionKind::ch_rank, format::kBackwardLevel},
                                             {SectionKind::landmark_shift, 0}});
  const auto read = load_sections<SampleView>(*table, {2}, std::size_t{2});
  REQUIRE(read);
  CHECK(holds(*read, full_sample()));

  Sample fewer = full_sample();
  fewer.maybe.clear();
  fewer.back.clear();
  const AlignedBytes less = written(fewer);
  const auto less_table = SectionTable::read(less.span(), "sample");
  REQUIRE(less_table);
  CHECK(places(*less_table).size() == 4);
  const auto again = load_group<SampleView>(*less_table, {2}, std::size_t{2});
  REQUIRE(again);
  REQUIRE(*again);
  CHECK(holds(**again, fewer));
}

TEST_CASE("sections are all there with the right size, or none is; what is wrong is named") {
  const AlignedBytes whole = written(full_sample());
  const auto table = SectionTable::read(whole.span(), "sample");
  REQUIRE(table);
  CHECK(load_sections<SampleView>(*table, {2}, std::size_t{3}).error().message ==
        "section ch_rank of profile 2 is missing or has the wrong size");
  const auto nobody = load_group<SampleView>(*table, {3}, std::size_t{2});
  REQUIRE(nobody);
  CHECK_FALSE(*nobody);
  CHECK(load_sections<SampleView>(*table, {3}, std::size_t{2}).error().code == ErrorCode::corrupt);

  Sample uneven = full_sample();
  uneven.after.push_back(1);
  const AlignedBytes bytes = written(uneven);
  const auto uneven_table = SectionTable::read(bytes.span(), "sample");
  REQUIRE(uneven_table);
  CHECK(load_group<SampleView>(*uneven_table, {2}, std::size_t{2}).error().message ==
        "section ch_node of profile 2 is missing or has the wrong size");
}

}  // namespace
}  // namespace portolan
