// SPDX-License-Identifier: BSL-1.0
// World files that are wrong: every damage is found by opening or by verify, and a damaged file that is used unverified
// gives a status or a path that is legal on the terrain as read.
#include "portolan/core/hash.hpp"
#include "portolan/grid/path_check.hpp"
#include "portolan/world/section_name.hpp"
#include "support/built_world.hpp"
#include "support/owned_region.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/temporary_folder.hpp"
#include "support/test_grid.hpp"
#include "world/damaged_world.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using format::FileHeader;
using format::SectionEntry;
using format::SectionKind;
using test::BuiltWorld;
using test::Rng;

/// A world with every kind of section: a walker, one with a footprint, one that goes straight where prices are one;
/// three levels; weights of both widths.
const BuiltWorld& sample() {
  static const BuiltWorld built = [] {
    Rng rng(31);
    const TileMap map = test::random_map(
        rng, {.character = test::Character::caves, .weights = test::Weights::small, .width = 150, .height = 70});
    std::vector<MovementProfile> profiles(3);
    profiles[2].name = "bird";
    profiles[2].metric = Metric::any_angle;
    for (const Terrain& terrain : map.palette()) {
      if (terrain.default_cost != 0) profiles[2].prices.push_back({terrain.name, kCostScale});
    }
    profiles[2].footprint = 1;
    profiles[0].name = "walker";
    profiles[0].kinematics =
        Kinematics{.width = 1, .length = 3, .turn = 2'500, .backward = Ratio{3, 2}, .sideways = Ratio{2, 1}};
    profiles[1].name = "giant";
    profiles[1].footprint = 2;
    profiles[1].corners = CornerRule::cut_both;
    profiles[1].steps = StepCosts{2, 3};
    TerrainCost cost = kMaxTerrainCost / 4;
    for (const Terrain& terrain : map.palette()) {
      if (terrain.default_cost != 0) profiles[1].prices.push_back({terrain.name, cost -= 7});
    }
    BuildOptions options = BuiltWorld::all_indexes();
    options.dead_ends = DeadEndRule::found;
    return BuiltWorld(map, profiles, options);
  }();
  return built;
}

enum class Found { by_open, by_verify, never };

Found damage_found(std::span<const std::byte> bytes) {
  const auto world = World::view(bytes);
  if (!world) {
    REQUIRE_FALSE(world.error().message.empty());
    REQUIRE(world.error().message.find('\n') == std::string::npos);
    return Found::by_open;
  }
  const Outcome verified = world->verify();
  if (verified) return Found::never;
  REQUIRE(verified.error().code == ErrorCode::corrupt);
  return Found::by_verify;
}

/// Header and table of a file, to be read and written at will.
struct Frame {
  explicit Frame(std::span<std::byte> bytes) : file(bytes) {}
  std::span<std::byte> file;

  [[nodiscard]] FileHeader header() const {
    FileHeader header{};
    std::memcpy(&header, file.data(), sizeof(header));
    return header;
  }
  void set(const FileHeader& header) const { std::memcpy(file.data(), &header, sizeof(header)); }
  [[nodiscard]] SectionEntry entry(std::size_t i) const {
    SectionEntry entry{};
    std::memcpy(&entry, file.data() + sizeof(FileHeader) + i * sizeof(entry), sizeof(entry));
    return entry;
  }
  void set(std::size_t i, const SectionEntry& entry) const {
    std::memcpy(file.data() + sizeof(FileHeader) + i * sizeof(entry), &entry, sizeof(entry));
  }
  [[nodiscard]] std::size_t sections() const { return header().section_count; }
};

/// What happens to the sample after `change` to its frame, whose checksum is put right again.
template <class Change>
Found after(Change&& change) {
  AlignedBytes bytes = test::copy_of(sample().bytes());
  change(Frame(bytes.span()));
  test::fix_frame_checksum(bytes.span());
  return damage_found(bytes.span());
}

TEST_CASE("the sample world holds every kind of section and is sound") {
  std::set<std::uint32_t> kinds;
  for (const SectionEntry& entry : sample().world().sections()) {
    kinds.insert(entry.kind);
    REQUIRE(entry.size != 0);
  }
  REQUIRE(kinds == std::set<std::uint32_t>{1,  2,  3,  5,  12, 16, 17, 19, 20, 21, 23, 24, 32, 33, 34,
                                           35, 39, 40, 41, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 64,
                                           65, 66, 67, 68, 69, 72, 73, 74, 75, 76, 77, 80, 81, 82, 83});
  std::set<std::uint16_t> weight_sizes;
  for (const ProfileView& profile : sample().world().profiles()) {
    for (const RegionEntry& entry : profile.regions.topology.level[0].records.index)
      weight_sizes.insert(entry.weight_bytes);
  }
  REQUIRE(weight_sizes.contains(3));
  REQUIRE(weight_sizes.contains(8));
  REQUIRE(damage_found(sample().bytes()) == Found::never);
}

TEST_CASE("a flipped byte is found wherever it is") {
  AlignedBytes bytes = test::copy_of(sample().bytes());
  const auto flip = [&](std::size_t at, unsigned mask = 0x10) {
    bytes.span()[at] ^= std::byte(mask);
    const Found found = damage_found(bytes.span());
    bytes.span()[at] ^= std::byte(mask);
    return found;
  };
  const auto sections = sample().world().sections();
  std::vector<bool> content(bytes.span().size(), false);
  const std::size_t frame = sizeof(FileHeader) + sections.size() * sizeof(SectionEntry);
  for (std::size_t at = 0; at < frame; ++at) {
    content[at] = true;
    if (flip(at) != Found::by_open) FAIL("byte " << at << " of the frame");
  }
  Rng rng(32);
  for (const SectionEntry& entry : sections) {
    std::fill_n(content.begin() + static_cast<std::ptrdiff_t>(entry.offset), entry.size, true);
    const auto size = static_cast<std::int32_t>(entry.size);
    for (const std::int32_t at : {0, size - 1, size / 2, rng.below(size), rng.below(size), rng.below(size)}) {
      CAPTURE(entry.kind, entry.profile, entry.level, at);
      REQUIRE(flip(entry.offset + static_cast<std::size_t>(at), 1U << rng.below(8)) != Found::never);
    }
  }
  std::size_t padding = 0;
  for (std::size_t at = 0; at < content.size(); ++at) {
    if (content[at]) continue;
    ++padding;
    if (flip(at) != Found::by_verify) FAIL("padding at byte " << at);
  }
  REQUIRE(padding > 100);
}

TEST_CASE("a truncated or extended file is refused, even if its header agrees") {
  const auto sections = sample().world().sections();
  const std::size_t whole = sample().bytes().size();
  const std::size_t frame = sizeof(FileHeader) + sections.size() * sizeof(SectionEntry);
  std::set<std::size_t> sizes{0, 1, 7, 8, 63, 64, 65, frame - 1, frame, frame + 1, whole - 1};
  for (std::size_t i = 0; i < sections.size(); ++i) sizes.insert(sizeof(FileHeader) + i * sizeof(SectionEntry));
  for (const SectionEntry& entry : sections) {
    for (const std::uint64_t size : {entry.offset, entry.offset + 1, entry.offset + entry.size - 1}) sizes.insert(size);
  }
  for (const std::size_t size : sizes) {
    CAPTURE(size);
    AlignedBytes bytes = test::copy_of(sample().bytes().first(size));
    REQUIRE(damage_found(bytes.span()) == Found::by_open);
    if (size < sizeof(FileHeader)) continue;
    FileHeader header = Frame(bytes.span()).header();
    header.file_size = size;
    Frame(bytes.span()).set(header);
    test::fix_frame_checksum(bytes.span());
    REQUIRE(damage_found(bytes.span()) == Found::by_open);
  }
  AlignedBytes longer(whole + 1);
  std::copy(sample().bytes().begin(), sample().bytes().end(), longer.span().begin());
  longer.span()[whole] = std::byte{0};
  REQUIRE(damage_found(longer.span()) == Found::by_open);
}

TEST_CASE("bytes that are not aligned are refused") {
  AlignedBytes bytes(sample().bytes().size() + 64);
  for (const std::size_t shift : {std::size_t{1}, std::size_t{8}, std::size_t{32}}) {
    std::copy(sample().bytes().begin(), sample().bytes().end(),
              bytes.span().begin() + static_cast<std::ptrdiff_t>(shift));
    const auto world = World::view(bytes.span().subspan(shift, sample().bytes().size()));
    REQUIRE_FALSE(world.has_value());
    REQUIRE(world.error().code == ErrorCode::usage);
  }
}

TEST_CASE("files of another kind, version or byte order are refused with the reason") {
  const auto refusal = [](auto&& change) {
    AlignedBytes bytes = test::copy_of(sample().bytes());
    FileHeader header = Frame(bytes.span()).header();
    change(header);
    Frame(bytes.span()).set(header);
    test::fix_frame_checksum(bytes.span());
    const auto world = World::view(bytes.span());
    REQUIRE_FALSE(world.has_value());
    return world.error();
  };
  REQUIRE(refusal([](FileHeader& h) { h.magic[0] = 'Q'; }).code == ErrorCode::corrupt);
  const Error version = refusal([](FileHeader& h) { ++h.version; });
  REQUIRE(version.code == ErrorCode::unsupported);
  REQUIRE(version.message.find("version 3") != std::string::npos);
  REQUIRE(refusal([](FileHeader& h) { h.endian_mark = 0x0403'0201; }).code == ErrorCode::unsupported);
  REQUIRE(refusal([](FileHeader& h) { h.flags = 1; }).code == ErrorCode::unsupported);
  REQUIRE(refusal([](FileHeader& h) { h.file_size = ~std::uint64_t{0}; }).code == ErrorCode::corrupt);
}

TEST_CASE("a crafted number of sections is refused before it is followed") {
  for (const std::uint32_t count : {0U, 1U, 8193U, 0x8000'0000U, 0xFFFF'FFFFU}) {
    AlignedBytes bytes = test::copy_of(sample().bytes());
    FileHeader header = Frame(bytes.span()).header();
    header.section_count = count;
    Frame(bytes.span()).set(header);
    if (count <= format::kMaxSections) test::fix_frame_checksum(bytes.span());
    REQUIRE(damage_found(bytes.span()) == Found::by_open);
  }
}

TEST_CASE("reserved bytes must be zero") {
  REQUIRE(after([](const Frame& frame) {
            FileHeader header = frame.header();
            header.reserved[23] = 1;
            frame.set(header);
          }) != Found::never);
  REQUIRE(after([](const Frame& frame) {
            SectionEntry entry = frame.entry(3);
            entry.reserved = 1;
            frame.set(3, entry);
          }) != Found::never);
}

TEST_CASE("crafted section tables are refused or found, for every section") {
  constexpr std::uint64_t kHuge = ~std::uint64_t{0};
  const std::size_t count = sample().world().sections().size();
  const std::uint64_t whole = sample().bytes().size();
  for (std::size_t i = 0; i < count; ++i) {
    const SectionEntry original = sample().world().sections()[i];
    CAPTURE(i, original.kind, original.profile, original.level);
    const auto with = [&](auto&& change) {
      return after([&](const Frame& frame) {
        SectionEntry entry = original;
        change(entry);
        frame.set(i, entry);
      });
    };
    for (const std::uint64_t offset :
         {std::uint64_t{0}, std::uint64_t{64}, original.offset + 1, whole, whole + 64, kHuge, kHuge - 63, kHuge / 2}) {
      REQUIRE(with([&](SectionEntry& e) { e.offset = offset; }) != Found::never);
    }
    for (const std::uint64_t size : {original.size + 1, original.size + original.element_size * 1000, whole, kHuge,
                                     kHuge - 63, kHuge - original.offset + 1, std::uint64_t{0}}) {
      REQUIRE(with([&](SectionEntry& e) { e.size = size; }) != Found::never);
    }
    for (const std::uint32_t element_size : {0U, 5U, original.element_size * 2, 0xFFFF'FFFFU}) {
      REQUIRE(with([&](SectionEntry& e) { e.element_size = element_size; }) !=
              (original.kind == static_cast<std::uint32_t>(SectionKind::provenance) &&
                       original.size % std::max(element_size, 1U) == 0 && element_size != 0
                   ? Found::by_verify
                   : Found::never));
    }
    // On top of the section that comes before it.
    if (i != 0) {
      REQUIRE(with([&](SectionEntry& e) { e.offset = sample().world().sections()[i - 1].offset; }) != Found::never);
      REQUIRE(with([&](SectionEntry& e) {
                const SectionEntry& other = sample().world().sections()[i - 1];
                e.kind = other.kind;
                e.profile = other.profile;
                e.level = other.level;
              }) == Found::by_open);
    }
    // Missing: only the provenance may be.
    const bool optional = original.kind == static_cast<std::uint32_t>(SectionKind::provenance) ||
                          original.kind == static_cast<std::uint32_t>(SectionKind::kinematics);
    REQUIRE(with([](SectionEntry& e) { e.kind = 999; }) == (optional ? Found::never : Found::by_open));
    // An element short, with the right checksum.
    if (!optional) {
      REQUIRE(with([&](SectionEntry& e) {
                e.size -= e.element_size;
                e.checksum = hash_bytes(sample().bytes().subspan(e.offset, e.size));
              }) != Found::never);
    }
  }
}

TEST_CASE("opening names the section that is wrong, whichever is") {
  const auto message_with = [](std::size_t i, auto&& change) {
    AlignedBytes bytes = test::copy_of(sample().bytes());
    const Frame frame(bytes.span());
    SectionEntry entry = frame.entry(i);
    change(entry);
    frame.set(i, entry);
    test::fix_frame_checksum(bytes.span());
    const auto world = World::view(bytes.span());
    return world ? std::string() : world.error().message;
  };
  const auto sections = sample().world().sections();
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const std::string text = section_text(sections[i]);
    CAPTURE(text);
    CHECK(message_with(i, [](SectionEntry& e) { e.offset = 1; }).find(text + " lies outside") != std::string::npos);
    const SectionEntry& other = sections[i == 0 ? 1 : 0];
    const std::string twice = message_with(i, [&](SectionEntry& e) {
      e.kind = other.kind;
      e.profile = other.profile;
      e.level = other.level;
    });
    CHECK(twice.find(section_text(other) + " occurs twice") != std::string::npos);
    const std::string absent = message_with(i, [](SectionEntry& e) { e.kind = 999; });
    const bool may_be = sections[i].kind == static_cast<std::uint32_t>(SectionKind::provenance) ||
                        sections[i].kind == static_cast<std::uint32_t>(SectionKind::kinematics);
    CHECK((may_be || absent.find(text + " is missing") != std::string::npos));
  }
}

/// Changes elements of a section and puts its checksum right, so that only the meaning is wrong.
template <class T, class Change>
void change_elements(AlignedBytes& bytes, SectionKind kind, std::uint32_t profile, std::uint32_t level,
                     Change&& change) {
  const Frame frame(bytes.span());
  for (std::size_t i = 0; i < frame.sections(); ++i) {
    SectionEntry entry = frame.entry(i);
    if (entry.kind != static_cast<std::uint32_t>(kind) || entry.profile != profile || entry.level != level) continue;
    REQUIRE(entry.element_size == sizeof(T));
    std::vector<T> elements(entry.size / sizeof(T));
    std::memcpy(elements.data(), bytes.span().data() + entry.offset, entry.size);
    change(elements);
    std::memcpy(bytes.span().data() + entry.offset, elements.data(), entry.size);
    entry.checksum = hash_bytes(bytes.span().subspan(entry.offset, entry.size));
    frame.set(i, entry);
    test::fix_frame_checksum(bytes.span());
    return;
  }
  FAIL("no such section");
}

/// The same to the sample, and what is found of it.
template <class T, class Change>
Found with_elements(SectionKind kind, std::uint32_t profile, std::uint32_t level, Change&& change) {
  AlignedBytes bytes = test::copy_of(sample().bytes());
  change_elements<T>(bytes, kind, profile, level, change);
  return damage_found(bytes.span());
}

TEST_CASE("a world whose names are not text, or hold NUL, is refused") {
  std::size_t bytes = 0;
  for (const SectionEntry& entry : sample().world().sections()) {
    if (entry.kind == static_cast<std::uint32_t>(SectionKind::strings)) bytes = entry.size;
  }
  REQUIRE(bytes > 10);
  for (std::size_t at = 0; at < bytes; ++at) {
    for (const char c : {'\0', '\xff'}) {
      REQUIRE(with_elements<char>(SectionKind::strings, 0xFFFF'FFFF, 0, [&](auto& text) { text[at] = c; }) ==
              Found::by_open);
    }
  }
}

TEST_CASE("arcs of a node that do not ascend are found, though each is right") {
  const RegionRecordsView& records = sample().world().profiles()[0].regions.topology.level[0].records;
  AlignedBytes bytes = test::copy_of(sample().bytes());
  change_elements<std::uint64_t>(bytes, SectionKind::region_records, 0, 0, [&](auto& words) {
    test::OwnedRegion region(records.region(0).value());
    std::size_t member = 0;
    while (region.arcs.first[member + 1] - region.arcs.first[member] < 2) ++member;
    const std::uint32_t arc = region.arcs.first[member];
    std::swap(region.arcs.target[arc], region.arcs.target[arc + 1]);
    std::swap(region.arcs.weight[arc], region.arcs.weight[arc + 1]);
    write_record(region.members, region.arcs, records.index[0], words);
  });
  const auto world = World::view(bytes.span());
  REQUIRE(world.has_value());
  const Outcome verified = world->verify();
  REQUIRE_FALSE(verified.has_value());
  REQUIRE(verified.error().message.find("the arcs of region level") != std::string::npos);
}

TEST_CASE("dead ends that a step leads into beside their gates, or that do not nest, are found") {
  const auto ends = [](auto&& change) {
    return with_elements<DeadEnd>(SectionKind::dead_ends, 0, 0, [&](auto& e) { change(e); });
  };
  using Ends = std::vector<DeadEnd>;
  REQUIRE_FALSE(sample().world().profiles()[0].dead_ends.empty());
  CHECK(ends([](Ends& e) { e[0].outer = 1; }) == Found::by_verify);
  CHECK(ends([](Ends& e) { e[0].outer = 0xFFFF'FFFF; }) == Found::by_verify);
  CHECK(ends([](Ends& e) { e[0].last = 0; }) == Found::by_verify);
  CHECK(ends([](Ends& e) { e[0].last = 0xFFFF'FFFF; }) == Found::by_verify);
  CHECK(ends([](Ends& e) { e[0].gate = ~std::uint64_t{0}; }) == Found::by_verify);
  CHECK(ends([](Ends& e) { e[0].gate ^= 1; }) == Found::by_verify);
  const auto at = [](auto&& change) {
    return with_elements<std::uint8_t>(SectionKind::dead_end_at, 0, 0, [&](auto& e) { change(e); });
  };
  using Places = std::vector<std::uint8_t>;
  CHECK(at([](Places& e) { std::ranges::replace(e, std::uint8_t{1}, std::uint8_t{0xFF}); }) == Found::by_verify);
  CHECK(at([](Places& e) { std::ranges::replace(e, std::uint8_t{0}, std::uint8_t{1}); }) == Found::by_verify);
}

TEST_CASE("kinematics come back as they were declared, and impossible ones are refused") {
  const Kinematics declared = *sample().world().declared_profile(0).kinematics;
  CHECK(declared ==
        Kinematics{.width = 1, .length = 3, .turn = 2'500, .backward = Ratio{3, 2}, .sideways = Ratio{2, 1}});
  CHECK(sample().world().profiles()[0].kinematics == declared);
  CHECK_FALSE(sample().world().profiles()[1].kinematics.has_value());
  using format::KinematicsRecord;
  const auto record = [](auto&& change) {
    return with_elements<KinematicsRecord>(SectionKind::kinematics, 0, 0, [&](auto& e) { change(e[0]); });
  };
  CHECK(record([](KinematicsRecord& r) { r.turn = 0; }) == Found::never);
  CHECK(record([](KinematicsRecord& r) { r.sideways_numerator = r.sideways_denominator = 0; }) == Found::never);
  CHECK(record([](KinematicsRecord& r) { r.headings = 5; }) == Found::by_open);
  CHECK(record([](KinematicsRecord& r) { r.width = 2; }) == Found::by_open);
  CHECK(record([](KinematicsRecord& r) { r.width = 0; }) == Found::by_open);
  CHECK(record([](KinematicsRecord& r) { r.length = 65; }) == Found::by_open);
  CHECK(record([](KinematicsRecord& r) { r.length = 0xFFFF'FFFF; }) == Found::by_open);
  CHECK(record([](KinematicsRecord& r) { r.turn = kMaxTurnCost + 1; }) == Found::by_open);
  CHECK(record([](KinematicsRecord& r) { r.backward_numerator = 0; }) == Found::by_open);
  CHECK(record([](KinematicsRecord& r) { r.backward_denominator = 0; }) == Found::by_open);
  CHECK(record([](KinematicsRecord& r) { r.sideways_denominator = 3; }) == Found::by_open);
  CHECK(record([](KinematicsRecord& r) { r.sideways_numerator = 0xFFFF'FFFF; }) == Found::by_open);
  CHECK(record([](KinematicsRecord& r) { r.radius = 10'000; }) == Found::by_open);
  CHECK(record([](KinematicsRecord& r) { r.sweep = 2; }) == Found::by_open);
}

TEST_CASE("contents that contradict each other are found although every checksum is right") {
  using format::MapInfo;
  using format::ProfileRecord;
  const auto info = [](auto&& change) {
    return with_elements<MapInfo>(SectionKind::map_info, format::kNoProfile, 0, [&](auto& e) { change(e[0]); });
  };
  REQUIRE(info([](MapInfo& m) { m.width = 0; }) == Found::by_open);
  REQUIRE(info([](MapInfo& m) { m.width = 0xFFFF'FFFF; }) == Found::by_open);
  REQUIRE(info([](MapInfo& m) { std::swap(m.width, m.height); }) != Found::never);
  REQUIRE(info([](MapInfo& m) { ++m.terrain_count; }) == Found::by_open);
  REQUIRE(info([](MapInfo& m) { m.terrain_count = 0; }) == Found::by_open);
  REQUIRE(info([](MapInfo& m) { m.profile_count = 4; }) == Found::by_open);
  REQUIRE(info([](MapInfo& m) { m.profile_count = 0xFFFF'FFFF; }) == Found::by_open);

  for (const std::uint32_t profile : {0U, 1U}) {
    CAPTURE(profile);
    const auto record = [&](auto&& change) {
      return with_elements<ProfileRecord>(SectionKind::profile, profile, 0, [&](auto& e) { change(e[0]); });
    };
    REQUIRE(record([](ProfileRecord& r) { r.name.offset = 0xFFFF'FFFF; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.name.size = 0; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.neighbours = 6; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.corners = 3; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.footprint = 0; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.metric = 1; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.metric = 2; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.footprint = 65; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.straight = 1; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.diagonal = 0x7FFF'FFFF; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.straight = 0; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.diagonal = 2 * r.straight + 1; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.diagonal = r.straight - 1; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.halving = 2; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.least_cost = 0; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.least_cost = 0xFFFF'FFFF; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.cost_unit = 0; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { ++r.region_levels; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { r.region_levels = 0xFFFF'FFFF; }) == Found::by_open);
    REQUIRE(record([](ProfileRecord& r) { ++r.passable; }) == Found::by_verify);
    REQUIRE(record([](ProfileRecord& r) { r.island_count = 0; }) == Found::by_verify);

    using Words = std::vector<std::uint32_t>;
    REQUIRE(with_elements<std::uint32_t>(SectionKind::terrain_costs, profile, 0, [](Words& e) { e[kNoTerrain] = 1; }) ==
            Found::by_open);
    REQUIRE(with_elements<std::uint32_t>(SectionKind::terrain_costs, profile, 0,
                                         [](Words& e) { e[1] = 0xFFFF'FFFF; }) == Found::by_open);
    for (const Tile shift : {Tile{-1, 0}, Tile{0, 32}}) {
      REQUIRE(with_elements<Tile>(SectionKind::region_shift, profile, 0, [&](auto& e) { e[0] = shift; }) ==
              Found::by_open);
    }
    REQUIRE(with_elements<Tile>(SectionKind::region_shift, profile, 0, [](auto& e) { e[0].x ^= 1; }) ==
            Found::by_verify);
    REQUIRE(with_elements<Tile>(SectionKind::portals, profile, 0, [](auto& e) { e[5] = {-1, 5}; }) == Found::by_verify);
    REQUIRE(with_elements<Tile>(SectionKind::portals, profile, 0, [](auto& e) { std::swap(e.front(), e.back()); }) ==
            Found::by_verify);
    const auto landmarks = [&](auto&& change) {
      return with_elements<LandmarkRow>(SectionKind::region_landmarks, profile, 0, change);
    };
    REQUIRE(landmarks([](auto& e) { e[3][5] ^= 0x8000'0000; }) == Found::by_verify);
    REQUIRE(landmarks([](auto& e) { std::reverse(e.begin(), e.end()); }) == Found::by_verify);
    REQUIRE(landmarks([](auto& e) {
              e.pop_back();
              e.insert(e.begin(), LandmarkRow{});
            }) == Found::by_verify);
    const auto shift = [&](std::uint32_t value) {
      return with_elements<std::uint32_t>(SectionKind::landmark_shift, profile, 0, [&](auto& e) { e[0] = value; });
    };
    REQUIRE(shift(20) == Found::by_verify);
    REQUIRE(shift(32) == Found::by_open);
    for (const std::uint32_t level : {0U, 1U}) {
      CAPTURE(level);
      const auto entry = [&](auto&& change) {
        return with_elements<RegionEntry>(SectionKind::region_index, profile, level,
                                          [&](auto& e) { change(e.front()); });
      };
      REQUIRE(entry([](RegionEntry& e) { e.start = 0xFFFF'FFFF; }) == Found::by_verify);
      REQUIRE(entry([](RegionEntry& e) { e.start += 1; }) == Found::by_verify);
      REQUIRE(entry([](RegionEntry& e) { e.arcs = 0xFFFF'FFFF; }) == Found::by_verify);
      REQUIRE(entry([](RegionEntry& e) { e.arcs -= 1; }) == Found::by_verify);
      REQUIRE(entry([](RegionEntry& e) { e.members += 1; }) == Found::by_verify);
      REQUIRE(entry([](RegionEntry& e) { e.members = kNoMember; }) == Found::by_verify);
      REQUIRE(entry([](RegionEntry& e) { e.weight_bytes = 5; }) == Found::by_verify);
      REQUIRE(entry([](RegionEntry& e) { e.weight_bytes ^= 4; }) == Found::by_verify);
      // Every bit of the records counts, those that are left over too.
      const auto records = [&](auto&& change) {
        return with_elements<std::uint64_t>(SectionKind::region_records, profile, level, change);
      };
      for (std::size_t place = 0; place < 40; ++place) {
        const auto flip = [&](std::vector<std::uint64_t>& e) {
          e[place * 7919 % e.size()] ^= std::uint64_t{1} << (place * 31 % 64);
        };
        REQUIRE(records(flip) == Found::by_verify);
      }
      using Places = std::vector<std::array<MemberIndex, 4>>;
      const auto places = [&](auto&& change) {
        return with_elements<std::array<MemberIndex, 4>>(SectionKind::region_places, profile, level, change);
      };
      REQUIRE(places([](Places& e) { e[0].fill(kNoMember); }) == Found::by_verify);
      REQUIRE(places([](Places& e) { e[2].fill(0); }) == Found::by_verify);
    }
  }
  REQUIRE(with_elements<TerrainId>(SectionKind::terrain, format::kNoProfile, 0, [](auto& e) { e[7] = 250; }) ==
          Found::by_verify);
  REQUIRE(with_elements<TerrainId>(SectionKind::positions, 1, 0, [](auto& e) { e[7] = 250; }) == Found::by_verify);
  // What fills up the last row of the last strip.
  REQUIRE(with_elements<TerrainId>(SectionKind::terrain, format::kNoProfile, 0, [](auto& e) { e.back() = 0; }) ==
          Found::by_verify);
  REQUIRE(with_elements<TerrainId>(SectionKind::positions, 1, 0, [](auto& e) { e.back() = 0; }) == Found::by_verify);
}

TEST_CASE("a waypoint graph that contradicts the map or itself is found although every checksum is right") {
  constexpr std::uint32_t kBird = 2;
  using Words = std::vector<std::uint32_t>;
  const auto words = [](SectionKind kind, auto&& change) {
    return with_elements<std::uint32_t>(kind, kBird, 0, change);
  };
  for (const SectionKind plane : {SectionKind::sight_squares, SectionKind::sight_vertices}) {
    REQUIRE(with_elements<std::uint64_t>(plane, kBird, 0, [](auto& e) { e[e.size() / 2] ^= 1U << 5; }) ==
            Found::by_verify);
  }
  const auto points = [](auto&& change) { return with_elements<Vertex>(SectionKind::waypoints, kBird, 0, change); };
  REQUIRE(points([](auto& e) { e[3].x = -1; }) == Found::by_verify);
  REQUIRE(points([](auto& e) { e[3].y = 1'000'000; }) == Found::by_verify);
  REQUIRE(points([](auto& e) { e[3].x ^= 1; }) == Found::by_verify);
  REQUIRE(points([](auto& e) { std::swap(e[0], e[1]); }) == Found::by_verify);
  REQUIRE(with_elements<std::uint8_t>(SectionKind::waypoint_corners, kBird, 0, [](auto& e) { e[2] ^= 3; }) ==
          Found::by_verify);
  for (const SectionKind kind :
       {SectionKind::waypoint_lines, SectionKind::waypoint_columns, SectionKind::sight_first}) {
    REQUIRE(words(kind, [](Words& e) { e[e.size() / 2] = 0xFFFF'FFFF; }) == Found::by_verify);
    REQUIRE(words(kind, [](Words& e) { e.back() -= 1; }) == Found::by_verify);
    REQUIRE(words(kind, [](Words& e) { e.front() = 1; }) == Found::by_verify);
  }
  REQUIRE(words(SectionKind::waypoint_by_column, [](Words& e) { e[1] = 0xFFFF'FFFF; }) == Found::by_verify);
  REQUIRE(words(SectionKind::waypoint_by_column, [](Words& e) { std::swap(e.front(), e.back()); }) == Found::by_verify);
  REQUIRE(words(SectionKind::sight_target, [](Words& e) { e[1] = 0xFFFF'FFFF; }) == Found::by_verify);
  REQUIRE(words(SectionKind::sight_target, [](Words& e) { e[1] = e[0]; }) == Found::by_verify);
  REQUIRE(words(SectionKind::sight_weight, [](Words& e) { ++e[1]; }) == Found::by_verify);
  REQUIRE(with_elements<format::ProfileRecord>(SectionKind::profile, kBird, 0,
                                               [](auto& e) { e[0].fraction_bits = 17; }) == Found::by_open);
}

TEST_CASE("an index that contradicts its waypoint graph or itself is found although every checksum is right") {
  constexpr std::uint32_t kBird = 2;
  using Words = std::vector<std::uint32_t>;
  const auto words = [](SectionKind kind, auto&& change) {
    return with_elements<std::uint32_t>(kind, kBird, 0, change);
  };
  REQUIRE(words(SectionKind::ch_rank, [](Words& e) { std::swap(e[0], e[1]); }) == Found::by_verify);
  REQUIRE(words(SectionKind::ch_node, [](Words& e) { e[1] = 0xFFFF'FFFF; }) == Found::by_verify);
  REQUIRE(words(SectionKind::ch_target, [](Words& e) { e[1] = 0xFFFF'FFFF; }) == Found::by_verify);
  REQUIRE(words(SectionKind::ch_weight, [](Words& e) { ++e[1]; }) == Found::by_verify);
  REQUIRE(words(SectionKind::ch_middle, [](Words& e) { e[0] = e[0] == kNoMiddle ? 0 : kNoMiddle; }) ==
          Found::by_verify);
  for (const SectionKind kind : {SectionKind::ch_first, SectionKind::label_first}) {
    REQUIRE(words(kind, [](Words& e) { e[e.size() / 2] = 0xFFFF'FFFF; }) == Found::by_verify);
    REQUIRE(words(kind, [](Words& e) { e.back() -= 1; }) == Found::by_verify);
  }
  REQUIRE(words(SectionKind::label_hub, [](Words& e) { e[1] = 0xFFFF'FFFF; }) == Found::by_verify);
  REQUIRE(words(SectionKind::label_distance, [](Words& e) { ++e[1]; }) == Found::by_verify);
  REQUIRE(words(SectionKind::label_radius, [](Words& e) { e[0] = 0; }) == Found::by_verify);
  REQUIRE(words(SectionKind::label_place, [](Words& e) { e[1] = 0xFFFF'FFFF; }) == Found::by_verify);
  REQUIRE(words(SectionKind::label_tree, [](Words& e) { e[0] ^= 1; }) == Found::by_verify);
  REQUIRE(words(SectionKind::label_tree, [](Words& e) { e[e.size() / 2] = 0xFFFF'FFFF; }) == Found::by_verify);
  REQUIRE(words(SectionKind::block_waypoint, [](Words& e) { std::swap(e[0], e[1]); }) == Found::by_verify);
  REQUIRE(words(SectionKind::block_waypoint, [](Words& e) { e[0] = 0xFFFF'FFFF; }) == Found::by_verify);
  REQUIRE(words(SectionKind::block_first, [](Words& e) { e[e.size() / 2] = 0xFFFF'FFFF; }) == Found::by_verify);
  // Every byte of the blocks counts, lengths, offsets, hubs, entries, padding, but for the masks of what is seen; only
  // a via that is as far from the hub as the right one goes unnoticed.
  const BlockLabels& blocks = *sample().world().profiles()[kBird].sight->blocks;
  std::size_t tried = 0;
  std::size_t found = 0;
  for (std::size_t block = 0; block + 1 < blocks.first.size() && tried < 400; ++block) {
    const std::size_t begin = blocks.first[block] * kBlockAlignment;
    const std::size_t end = blocks.first[block + 1] * kBlockAlignment;
    const std::size_t masks_end = begin + sizeof(BlockHeader) + view_of(blocks, block)->via_seen.size_bytes();
    for (std::size_t at = begin + block % 7; at < end; at += 7) {
      if (at >= begin + sizeof(BlockHeader) && at < masks_end) continue;
      found += with_elements<std::byte>(SectionKind::block_memory, kBird, 0,
                                        [&](auto& e) { e[at] ^= std::byte{0x04}; }) == Found::by_verify;
      ++tried;
    }
  }
  REQUIRE(tried > 100);
  REQUIRE(found * 100 > tried * 98);
}

TEST_CASE("opening from disk names the file and the reason") {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "x.pnav";
  const auto refusal = [&](const std::filesystem::path& file) {
    const auto world = World::open(file);
    REQUIRE_FALSE(world.has_value());
    REQUIRE(world.error().message.find(file.string()) == 0);
    return world.error().code;
  };
  REQUIRE(refusal(path) == ErrorCode::io);
  REQUIRE(refusal(folder.path()) == ErrorCode::io);
  std::ofstream(path).close();
  REQUIRE(refusal(path) == ErrorCode::corrupt);
  std::ofstream(path) << std::string(1000, 'x');
  REQUIRE(refusal(path) == ErrorCode::corrupt);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(sample().bytes().data()), static_cast<std::streamsize>(5000));
  REQUIRE(refusal(path) == ErrorCode::corrupt);
}

/// Flips bits in `flips` places, each in a section drawn evenly, so that small ones are hit as often as large ones.
void flip_bits(Rng& rng, std::span<std::byte> file, std::span<const SectionEntry> sections, int flips) {
  for (; flips > 0; --flips) {
    const SectionEntry& entry =
        sections[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(sections.size())))];
    const auto at = entry.offset + rng.next() % entry.size;
    file[at] ^= std::byte(1U << rng.below(8));
  }
}

void check_damaged_worlds(std::uint64_t seed, int rounds) {
  Rng rng(seed);
  std::map<Status, int> statuses;
  int opened = 0;
  AlignedBytes bytes = test::copy_of(sample().bytes());
  for (int round = 0; round < rounds; ++round) {
    std::copy(sample().bytes().begin(), sample().bytes().end(), bytes.span().begin());
    flip_bits(rng, bytes.span(), sample().world().sections(), rng.percent(50) ? 1 : rng.between(2, 200));
    const auto world = World::view(bytes.span());
    if (!world) continue;
    ++opened;
    for (std::size_t profile = 0; profile < world->profiles().size(); ++profile) {
      const test::DamagedWorldReport report = test::query_damaged_world(*world, profile, rng.next());
      CAPTURE(seed, round, profile, report.fault);
      REQUIRE(report.fault == "");
      for (const auto& [status, count] : report.statuses) statuses[status] += count;
    }
  }
  REQUIRE(opened > rounds / 4);
  REQUIRE(statuses[Status::found] > 0);
  REQUIRE(statuses[Status::corrupt] > 0);
  REQUIRE(statuses[Status::unreachable] > 0);
}

TEST_CASE("damaged worlds used unverified answer with a status or a legal path: a few") {
  check_damaged_worlds(34, 100);
}
TEST_CASE("damaged worlds used unverified answer with a status or a legal path", "[heavy]") {
  check_damaged_worlds(33, 1000);
}

TEST_CASE("damaged worlds used unverified answer with a status or a legal path: many", "[long]") {
  for (std::uint64_t seed = 100; seed < 108; ++seed) check_damaged_worlds(seed, 2000);
}

}  // namespace
}  // namespace portolan
