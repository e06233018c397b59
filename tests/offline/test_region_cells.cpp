// SPDX-License-Identifier: BSL-1.0
// Worlds made cell by cell: the same bytes however the map is cut, wherever arrays lie, and whatever was made before.
#include "portolan/offline/build_world.hpp"
#include "portolan/offline/region_assembly.hpp"
#include "portolan/offline/region_parts.hpp"
#include "portolan/regions/region_alignment.hpp"
#include "support/built_world.hpp"
#include "support/owned_region.hpp"
#include "support/random_world.hpp"
#include "support/temporary_folder.hpp"
#include "support/test_grid.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace portolan {
namespace {

using test::Rng;
using test::TestGrid;

std::vector<std::byte> built(const TileMap& map, const MovementProfile& profile, const BuildOptions& options) {
  const auto image = build_world(map, std::span(&profile, 1), options);
  if (!image) FAIL(image.error().message);
  const AlignedBytes bytes = image->bytes();
  return {bytes.span().begin(), bytes.span().end()};
}

/// With links and moves at times; wide enough for several cells of 64 tiles.
TileMap random_world_map(Rng& rng, std::int32_t max_side) {
  TileMap map = test::random_map(rng, {.max_side = max_side});
  if (rng.percent(30)) REQUIRE(map.set_links(test::random_links(rng, map, 8)).has_value());
  if (rng.percent(20)) REQUIRE(map.set_moves(test::random_moves(rng, map, 8)).has_value());
  return map;
}

BuildOptions without_indexes() {
  BuildOptions options;
  options.indexes.emplace();
  options.threads = 1;
  return options;
}

/// The names of the parts in a folder and when each was written.
std::vector<std::pair<std::string, std::filesystem::file_time_type>> parts_in(const std::filesystem::path& folder) {
  std::vector<std::pair<std::string, std::filesystem::file_time_type>> parts;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    parts.emplace_back(entry.path().filename().string(), entry.last_write_time());
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

/// That both have the same islands, nodes, members and arcs.
void require_same_tier(const ProfileView& a, const ProfileView& b) {
  const RegionTopologyView& one = a.regions.topology;
  const RegionTopologyView& other = b.regions.topology;
  REQUIRE(std::ranges::equal(a.islands.small, b.islands.small));
  REQUIRE(std::ranges::equal(a.islands.narrow, b.islands.narrow));
  REQUIRE(std::ranges::equal(one.tiles, other.tiles));
  REQUIRE(one.levels == other.levels);
  for (int level = 0; level < one.levels; ++level) {
    const auto i = static_cast<std::size_t>(level);
    REQUIRE(one.level[i].nodes == other.level[i].nodes);
    REQUIRE(std::ranges::equal(one.level[i].places, other.level[i].places));
    REQUIRE(std::ranges::equal(one.level[i].records.index, other.level[i].records.index));
    REQUIRE(std::ranges::equal(one.level[i].records.words, other.level[i].records.words));
  }
}

/// No two blocks of it are alike.
TileMap speckled_map(Rng& rng, std::int32_t width, std::int32_t height) {
  std::vector<TerrainId> tiles(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (TerrainId& tile : tiles) tile = rng.percent(30) ? TerrainId{0} : TerrainId{1};
  auto map = TileMap::create(width, height, {{"wall", 0}, {"ground", kCostScale}}, std::move(tiles));
  REQUIRE(map.has_value());
  return *std::move(map);
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_CASE("cells of any size, in memory or in files, on any number of threads, make the same world", "[heavy]") {
  const test::TemporaryFolder folder;
  Rng rng(2301);
  int several = 0;
  for (int round = 0; round < 25; ++round) {
    const TileMap map = random_world_map(rng, 300);
    const MovementProfile profile = test::random_profile(rng, map.palette());
    BuildOptions options = without_indexes();
    const auto whole = built(map, profile, options);
    const auto tier = test::BuiltWorld(map, profile, options);
    CAPTURE(round, map.width(), map.height());
    for (int level = 1; level <= 3; ++level) {
      options.cell_level = level;
      options.threads = static_cast<unsigned>(rng.between(1, 3));
      REQUIRE(built(map, profile, options) == whole);
      // The memory is in the provenance, so what else is in the file is compared.
      BuildOptions in_files = options;
      in_files.scratch_folder = folder.path();
      in_files.memory = std::uint64_t{3} << 20;
      const auto image = build_world(map, std::span(&profile, 1), in_files);
      if (!image) {
        // What moves take is not cut into cells.
        REQUIRE(image.error().code == ErrorCode::limit);
        REQUIRE(!map.moves().empty());
        continue;
      }
      const AlignedBytes bytes = image->bytes();
      const auto world = World::view(bytes.span());
      REQUIRE(world.has_value());
      require_same_tier(world->profiles()[0], tier.world().profiles()[0]);
      if (map.width() > 64 << 1) ++several;
    }
  }
  CHECK(several > 8);
}

TEST_CASE("cells that several threads make and join at once are as on one", "[threads]") {
  Rng rng(2308);
  for (int round = 0; round < 3; ++round) {
    const TileMap map = speckled_map(rng, 210, 170);
    const MovementProfile profile;
    BuildOptions options = without_indexes();
    options.cell_level = 1;
    const auto alone = built(map, profile, options);
    options.threads = 4;
    REQUIRE(built(map, profile, options) == alone);
  }
}

TEST_CASE("what cells make is what customising the whole map makes", "[heavy]") {
  Rng rng(2302);
  for (int round = 0; round < 30; ++round) {
    TileMap map = random_world_map(rng, 260);
    const MovementProfile profile = test::random_profile(rng, map.palette());
    const TestGrid owner(map, profile);
    const GridView grid = owner.view();
    const LinkTable links(map.links(), *grid.rules);
    const RegionLayout layout = align_regions(grid, 1).layout;
    const int most = links.link_ends().empty() ? layout.levels() : std::max(1, layout.levels());
    if (most == 0) continue;
    const int level = rng.between(1, 3);
    CAPTURE(round, map.width(), map.height(), level);
    std::vector<RegionLevels> made;
    std::vector<CellLevels> cells;
    for (const RegionCell& cell : cells_of(layout, level)) {
      made.push_back(CellInput(grid, cell, links.link_ends(), most).build({.threads = 1}));
      cells.push_back({cell, {}});
    }
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i].levels = view_of_levels(made[i]);
    const RegionLevels above = build_above(cells, most, {.threads = 1});
    REQUIRE(levels_made(cells, above) == most);
    const RegionArrays tier = assemble_regions(cells, above, most, 2, {});

    // Nodes with the level up to which each serves, as the prefixes say.
    std::vector<RegionNode> nodes;
    for (std::size_t i = 0; i < tier.tiles.size(); ++i) {
      int serves = 0;
      for (int l = 0; l < most; ++l) {
        if (i < tier.levels[static_cast<std::size_t>(l)].nodes) serves = l;
      }
      const bool is_end = std::ranges::binary_search(links.link_ends(), tier.tiles[i], row_by_row);
      nodes.push_back({tier.tiles[i], is_end ? most : serves});
    }
    for (const RegionNode& portal : find_portals(grid, layout)) {
      REQUIRE(std::ranges::find(nodes, portal.tile, &RegionNode::tile) != nodes.end());
    }
    const RegionTopology expected = make_topology(layout, most, nodes);
    REQUIRE(std::ranges::equal(expected.tiles, tier.tiles));
    REQUIRE(static_cast<int>(expected.level.size()) == most);
    RegionRecords records;
    for (int l = 0; l < most; ++l) {
      const auto i = static_cast<std::size_t>(l);
      const LevelInMaking members{layout, l, expected.tiles, expected.level[i]};
      REQUIRE(expected.level[i].nodes == tier.levels[i].nodes);
      REQUIRE(std::ranges::equal(expected.level[i].places, tier.levels[i].places));
      records = l == 0 ? customise_base(grid, members, 1) : customise_level(members, records.view(), 1);
      REQUIRE(std::ranges::equal(records.index, tier.levels[i].records.index));
      REQUIRE(std::ranges::equal(records.words, tier.levels[i].records.words));
    }
  }
}

TEST_CASE("a level whose records entries cannot tell is refused before room is made for it") {
  const RegionLayout map(193, 34);
  const std::vector<RegionCell> parts = cells_of(map, 1);
  REQUIRE(parts.size() == 3);
  // Of which only the entries are looked at: of each cell one region has arcs, of ten bytes.
  const auto refused = [&](std::uint32_t arcs_each) {
    std::vector<std::vector<RegionEntry>> entries;
    std::vector<CellLevels> cells;
    for (const RegionCell& cell : parts) {
      std::vector<RegionEntry>& index = entries.emplace_back(cell.layout().regions(0));
      index.front() = {.start = 0, .arcs = arcs_each, .members = 1, .weight_bytes = sizeof(Cost)};
      cells.push_back({cell, {}});
      cells.back().levels.records.push_back({index, {}});
    }
    try {
      (void)assemble_regions(cells, {}, 1, 1, {});
    } catch (const std::length_error& error) {
      return std::string(error.what()).find("more than 2^32 words") != std::string::npos;
    }
    return false;
  };
  // The first two take 2^32 words and some, which 32 bits would take for a few.
  CHECK(refused(0x6666'6666));
  CHECK(refused(0xFFFF'FFFF));
}

TEST_CASE("a cell is what its own tiles say, wherever it lies and whatever is around it") {
  Rng rng(2303);
  // Two maps that share one block, with a tile around it, at places that differ by whole cells.
  for (int round = 0; round < 20; ++round) {
    const TileMap block = test::random_map(rng, {.width = 69, .height = 69});
    const auto embed = [&](Tile at) {
      std::vector<TerrainId> tiles(std::size_t{260} * 260);
      for (TerrainId& tile : tiles) tile = rng.percent(40) ? TerrainId{0} : TerrainId{1};
      for (std::int32_t y = 0; y < 69; ++y) {
        for (std::int32_t x = 0; x < 69; ++x) {
          tiles[static_cast<std::size_t>((at.y + y) * 260 + at.x + x)] = block.terrain({x, y});
        }
      }
      auto map = TileMap::create(260, 260, {block.palette().begin(), block.palette().end()}, std::move(tiles));
      REQUIRE(map.has_value());
      return *std::move(map);
    };
    const MovementProfile profile;
    const TileMap one = embed({62, 62});
    const TileMap other = embed({126, 62});
    const TestGrid one_owner(one, profile);
    const TestGrid other_owner(other, profile);
    const RegionLayout layout(260, 260);
    const CellInput first(one_owner.view(), {layout, 1, {1, 1}}, {}, layout.levels());
    CellInput second(other_owner.view(), {layout, 1, {2, 1}}, {}, layout.levels());
    const RegionLevels made = first.build({.threads = 1});
    const RegionLevels made_there = second.build({.threads = 1});
    const auto key_blind = [](const RegionLevels& levels) {
      const PackedLevels packed = pack_levels(levels, 0, {});
      return std::vector<std::byte>(packed.bytes.begin(), packed.bytes.end());
    };
    // Levels of lines around differ with the place, which nodes keep; nothing else does.
    RegionLevels level_blind = made;
    RegionLevels level_blind_there = made_there;
    for (RegionLevels* levels : {&level_blind, &level_blind_there}) {
      for (RegionNode& node : levels->nodes) node.level = std::min(node.level, 1);
    }
    REQUIRE(key_blind(level_blind) == key_blind(level_blind_there));
  }
}

TEST_CASE("a work folder gives back what has not changed", "[heavy]") {
  Rng rng(2304);
  for (int round = 0; round < 12; ++round) {
    const test::TemporaryFolder folder;
    const TileMap map = speckled_map(rng, 330, 270);
    const MovementProfile profile = test::random_profile(rng, map.palette());
    BuildOptions options = without_indexes();
    options.cell_level = 1;
    options.work_folder = folder.path() / "work" / "deep";
    const auto whole = built(map, profile, options);
    const auto parts = parts_in(options.work_folder);
    REQUIRE(parts.size() == 6 * 5);
    REQUIRE(built(map, profile, options) == whole);
    REQUIRE(parts_in(options.work_folder) == parts);

    // Some are lost, some cut short, some damaged: these are made again.
    for (const auto& [name, time] : parts) {
      const std::filesystem::path path = options.work_folder / name;
      const auto size = std::filesystem::file_size(path);
      switch (rng.below(4)) {
        case 0:
          std::filesystem::remove(path);
          break;
        case 1:
          std::filesystem::resize_file(path, static_cast<std::uint64_t>(rng.below(static_cast<std::int32_t>(size))));
          break;
        case 2: {
          std::string bytes = bytes_of(path);
          bytes[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(size)))] ^= 1;
          std::ofstream(path, std::ios::binary) << bytes;
          break;
        }
        default:
          break;
      }
    }
    REQUIRE(built(map, profile, options) == whole);
    REQUIRE(parts_in(options.work_folder).size() == parts.size());

    // A tile inside a cell changes: one part differs, and the one that it was is gone.
    std::vector<TerrainId> tiles(map.tiles().begin(), map.tiles().end());
    options.shifts.emplace(profile.name, Tile{0, 0});
    const auto before = built(map, profile, options);
    const auto old_parts = parts_in(options.work_folder);
    const Tile inside{100 + rng.below(20), 100 + rng.below(20)};
    TerrainId& tile = tiles[static_cast<std::size_t>(inside.y * map.width() + inside.x)];
    tile = tile == 0 ? TerrainId{1} : TerrainId{0};
    const auto edited =
        TileMap::create(map.width(), map.height(), {map.palette().begin(), map.palette().end()}, std::move(tiles));
    REQUIRE(edited.has_value());
    const auto updated = built(*edited, profile, options);
    const auto new_parts = parts_in(options.work_folder);
    std::vector<std::pair<std::string, std::filesystem::file_time_type>> kept;
    std::ranges::set_intersection(old_parts, new_parts, std::back_inserter(kept));
    REQUIRE(new_parts.size() == old_parts.size());
    if (profile.footprint == 1) REQUIRE(kept.size() + 1 == old_parts.size());
    REQUIRE(kept.size() + 4 >= old_parts.size());
    BuildOptions anew = options;
    anew.work_folder.clear();
    REQUIRE(built(*edited, profile, anew) == updated);
    REQUIRE(before != updated);
  }
}

/// Runs work() in a process of its own, which is killed after a while unless it has ended, and whose files may have so
/// many bytes.
template <class Work>
void run_apart(std::uint64_t microseconds, std::uint64_t file_bytes, Work&& work) {
  const ::pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = file_bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::_exit(work() ? 0 : 1);
  }
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
  ::kill(child, SIGKILL);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
}

TEST_CASE("a build that is killed, or cannot write, loses what it was at and nothing else", "[slow]") {
  Rng rng(2307);
  const TileMap map = speckled_map(rng, 400, 300);
  const MovementProfile profile;
  BuildOptions options = without_indexes();
  options.cell_level = 1;
  const auto whole = built(map, profile, options);
  std::size_t most = 0;
  int begun = 0;
  for (int round = 0; round < 50; ++round) {
    const test::TemporaryFolder folder;
    options.work_folder = folder.path() / "work";
    // Cells take about 5 ms each; their files have 20 to 40 KB.
    const bool short_of_room = round % 3 == 0;
    const auto patience = static_cast<std::uint64_t>(short_of_room ? 400'000 : rng.below(250'000));
    const auto room = static_cast<std::uint64_t>(short_of_room ? rng.below(60'000) : 1 << 30);
    run_apart(patience, room, [&] { return build_world(map, std::span(&profile, 1), options).has_value(); });
    std::size_t parts = 0;
    if (std::filesystem::exists(options.work_folder)) {
      for (const auto& [name, time] : parts_in(options.work_folder)) parts += name.ends_with(".part") ? 1 : 0;
    }
    most = std::max(most, parts);
    if (parts != 0) ++begun;
    CAPTURE(round, parts);
    REQUIRE(built(map, profile, options) == whole);
  }
  CHECK(most > 0);
  CHECK(begun > 5);
}

TEST_CASE("packed levels that are damaged are none") {
  Rng rng(2305);
  const TileMap map = test::random_map(rng, {.character = test::Character::caves, .width = 100, .height = 90});
  const MovementProfile profile;
  const TestGrid owner(map, profile);
  const RegionLayout layout(map.width(), map.height());
  const RegionCell cell{layout, 6, {}};
  const RegionLevels levels = CellInput(owner.view(), cell, {}, layout.levels()).build({.threads = 1});
  const PackedLevels packed = pack_levels(levels, 77, {});
  REQUIRE(unpack_levels(packed.bytes, 77, cell).has_value());
  CHECK(!unpack_levels(packed.bytes, 78, cell).has_value());
  const auto view = *unpack_levels(packed.bytes, 77, cell);
  REQUIRE(std::ranges::equal(view.nodes, levels.nodes));
  REQUIRE(view.records.size() == levels.records.size());
  // Sound, but of another cell, off its tiles, or of levels and regions that it does not have.
  const RegionCell larger{RegionLayout(200, 200), 6, {}};
  CHECK(!unpack_levels(packed.bytes, 77, larger).has_value());
  const auto is_taken = [&](auto&& change) {
    RegionLevels changed = levels;
    change(changed);
    return unpack_levels(pack_levels(changed, 77, {}).bytes, 77, cell).has_value();
  };
  CHECK(is_taken([](RegionLevels&) {}));
  CHECK(!is_taken([](RegionLevels& made) { made.nodes.front().tile = {100, 0}; }));
  CHECK(!is_taken([](RegionLevels& made) { made.nodes.back().tile = {0, -1}; }));
  CHECK(!is_taken([](RegionLevels& made) { made.nodes.front().level = 100; }));
  CHECK(!is_taken([](RegionLevels& made) { made.nodes.front().level = -1; }));
  CHECK(!is_taken([](RegionLevels& made) { made.first = 1; }));
  // Members that are not the nodes which serve there, arcs that lead to none or cost too much, and two nodes on a tile.
  const auto is_taken_with = [&](auto&& change) {
    return is_taken([&](RegionLevels& made) { test::change_region(made.records.front(), 0, change); });
  };
  using test::OwnedRegion;
  CHECK(is_taken_with([](OwnedRegion&) {}));
  CHECK(!is_taken_with([](OwnedRegion& r) { std::swap(r.members.front(), r.members.back()); }));
  CHECK(!is_taken_with([](OwnedRegion& r) { r.members.front() = r.members.back(); }));
  CHECK(!is_taken_with([](OwnedRegion& r) { r.arcs.first.front() = 1; }));
  CHECK(!is_taken_with(
      [](OwnedRegion& r) { r.arcs.first.back() = static_cast<std::uint32_t>(r.arcs.target.size()) + 1; }));
  CHECK(!is_taken_with([](OwnedRegion& r) { std::swap(r.arcs.first[1], r.arcs.first[2]); }));
  CHECK(!is_taken_with([](OwnedRegion& r) { r.arcs.target.front() = static_cast<MemberIndex>(r.members.size()); }));
  CHECK(!is_taken_with([](OwnedRegion& r) { r.arcs.weight.front() = 0; }));
  // Entries that say other than their records, or lead outside.
  const auto is_taken_by = [&](auto&& change) {
    return is_taken([&](RegionLevels& made) { change(made.records.front().index.front()); });
  };
  CHECK(!is_taken_by([](RegionEntry& e) { e.weight_bytes = 4; }));
  CHECK(!is_taken_by([](RegionEntry& e) { e.weight_bytes = 0; }));
  CHECK(!is_taken_by([](RegionEntry& e) { e.arcs += 1; }));
  CHECK(!is_taken_by([](RegionEntry& e) { e.members -= 1; }));
  CHECK(!is_taken_by([](RegionEntry& e) { e.start = 0xFFFF'FFFF; }));
  CHECK(!is_taken([](RegionLevels& made) { made.records.back().words.pop_back(); }));
  CHECK(!is_taken([](RegionLevels& made) { made.records.back().words.push_back(0); }));
  CHECK(!is_taken([](RegionLevels& made) {
    const auto upper = std::ranges::find_if(made.nodes, [](const RegionNode& node) { return node.level > 0; });
    REQUIRE(upper != made.nodes.end());
    upper->level = 0;
  }));
  CHECK(!is_taken([](RegionLevels& made) { made.nodes[1].tile = made.nodes[0].tile; }));
  CHECK(!is_taken([](RegionLevels& made) { made.records.front().index.pop_back(); }));
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::uint64_t> words((packed.bytes.size() + 7) / 8);
    const auto bytes = std::as_writable_bytes(std::span(words)).first(packed.bytes.size());
    std::ranges::copy(packed.bytes, bytes.begin());
    if (rng.percent(30)) {
      const auto length = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(bytes.size())));
      REQUIRE(!unpack_levels(std::span<const std::byte>(bytes).first(length), 77, cell).has_value());
      continue;
    }
    bytes[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(bytes.size())))] ^=
        static_cast<std::byte>(1 << rng.below(8));
    REQUIRE(!unpack_levels(bytes, 77, cell).has_value());
  }
}

TEST_CASE("cells agree that have the same nodes on their lines, up to the same levels") {
  Rng rng(2306);
  const TileMap map = test::random_map(rng, {.character = test::Character::caves, .width = 150, .height = 140});
  const TestGrid owner(map, MovementProfile{});
  const RegionLayout layout(map.width(), map.height());
  std::vector<RegionLevels> levels;
  for (const RegionCell& cell : cells_of(layout, 1))
    levels.push_back(CellInput(owner.view(), cell, {}, layout.levels()).build({.threads = 1}));
  REQUIRE(levels.size() > 3);
  const auto do_agree = [&] {
    std::vector<CellLevels> cells;
    for (std::size_t i = 0; i < levels.size(); ++i)
      cells.push_back({cells_of(layout, 1)[i], view_of_levels(levels[i])});
    return agree(cells);
  };
  CHECK(do_agree());
  const auto shared = std::ranges::find_if(levels.front().nodes, [](const RegionNode& node) { return node.level > 0; });
  REQUIRE(shared != levels.front().nodes.end());
  const RegionNode before = *shared;
  shared->level += 1;
  CHECK(!do_agree());
  shared->level = 0;
  CHECK(!do_agree());
  *shared = before;
  CHECK(do_agree());
}

TEST_CASE("a build is refused for whose cells others left parts that contradict each other") {
  const test::TemporaryFolder folder;
  Rng rng(2307);
  const TileMap map = test::random_map(rng, {.character = test::Character::caves, .width = 150, .height = 140});
  const MovementProfile profile;
  BuildOptions options = without_indexes();
  options.cell_level = 1;
  options.work_folder = folder.path();
  options.shifts = {{profile.name, Tile{}}};
  const auto sound = built(map, profile, options);
  const auto parts = parts_in(folder.path());

  // One part says of a node on a line that it serves on one more level, with a checksum that is true.
  const auto opened = PartFolder::open(folder.path());
  REQUIRE(opened.has_value());
  const std::uint64_t key = std::stoull(parts.front().first, nullptr, 16);
  const PackedLevels part = *opened->find(key);
  const auto cells = cells_of(RegionLayout(map.width(), map.height()), 1);
  const auto of_part = std::ranges::find_if(
      cells, [&](const RegionCell& cell) { return unpack_levels(part.bytes, key, cell).has_value(); });
  REQUIRE(of_part != cells.end());
  const TestGrid owner(map, profile);
  RegionLevels levels = CellInput(owner.view(), *of_part, {}, of_part->map.levels()).build({.threads = 1});
  const auto keep = [&] { REQUIRE(opened->keep(key, pack_levels(levels, key, {}).bytes).has_value()); };
  keep();
  CHECK(built(map, profile, options) == sound);
  const auto shared = std::ranges::find_if(levels.nodes, [](const RegionNode& node) { return node.level > 0; });
  REQUIRE(shared != levels.nodes.end());
  shared->level += 1;
  keep();
  const auto refused = build_world(map, std::span(&profile, 1), options);
  REQUIRE(!refused.has_value());
  CHECK(refused.error().code == ErrorCode::io);
  CHECK(refused.error().message ==
        folder.path().string() + ": cells that lie there contradict each other; remove them");
  for (const auto& [name, time] : parts_in(folder.path())) std::filesystem::remove(folder.path() / name);
  CHECK(built(map, profile, options) == sound);
}

TEST_CASE("folders that cannot be used are errors, and shifts and cells must be such") {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "file";
  std::ofstream(file) << "x";
  Rng rng(2306);
  const TileMap map = test::random_map(rng, {.character = test::Character::open, .width = 200, .height = 200});
  const MovementProfile profile;
  BuildOptions options = without_indexes();
  options.work_folder = file;
  const auto in_file = build_world(map, std::span(&profile, 1), options);
  REQUIRE(!in_file.has_value());
  CHECK(in_file.error().code == ErrorCode::io);
  CHECK(in_file.error().message.find(file.string()) != std::string::npos);
  options.work_folder.clear();
  options.scratch_folder = folder.path() / "nowhere";
  options.memory = std::uint64_t{1} << 20;
  const auto nowhere = build_world(map, std::span(&profile, 1), options);
  REQUIRE(!nowhere.has_value());
  CHECK(nowhere.error().code == ErrorCode::io);
  CHECK(nowhere.error().message.find("nowhere") != std::string::npos);
  options = without_indexes();
  for (const Tile shift : {Tile{-1, 0}, Tile{0, 32}}) {
    options.shifts = {{profile.name, shift}};
    const auto shifted = build_world(map, std::span(&profile, 1), options);
    REQUIRE(!shifted.has_value());
    CHECK(shifted.error().code == ErrorCode::usage);
  }
  for (const int level : {0, 16}) {
    options = without_indexes();
    options.cell_level = level;
    const auto cut = build_world(map, std::span(&profile, 1), options);
    REQUIRE(!cut.has_value());
    CHECK(cut.error().code == ErrorCode::usage);
    CHECK(cut.error().message.find(std::to_string(level)) != std::string::npos);
  }
}

}  // namespace
}  // namespace portolan
