// SPDX-License-Identifier: BSL-1.0
// Hashes of world files and of paths that every compiler, optimisation level and machine must reproduce. A change of
// one is a change of the file format or of the paths that users see: it belongs in the changelog.
#include "portolan/core/hash.hpp"
#include "support/ascii.hpp"
#include "support/built_world.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/test_grid.hpp"

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Character;
using test::Rng;
using test::Weights;

struct Golden {
  Character character;
  Weights weights;
  Neighbours neighbours;
  CornerRule corners;
  std::int32_t footprint;
  std::uint64_t file;   ///< of all sections but the provenance, which names the library's version
  std::uint64_t paths;  ///< of the answers to fixed queries in all tiers
};

std::vector<std::byte> as_bytes(const void* data, std::size_t size) {
  std::vector<std::byte> bytes(size);
  if (size != 0) std::memcpy(bytes.data(), data, size);
  return bytes;
}

/// Hashes a sequence of integers and byte ranges.
class Digest {
 public:
  void add(std::uint64_t value) { add(as_bytes(&value, sizeof(value))); }
  void add(std::span<const std::byte> bytes) { all_.insert(all_.end(), bytes.begin(), bytes.end()); }
  [[nodiscard]] std::uint64_t value() const { return hash_bytes(all_); }

 private:
  std::vector<std::byte> all_;
};

std::uint64_t hash_file(const World& world) {
  Digest digest;
  for (const format::SectionEntry& entry : world.sections()) {
    if (entry.kind == static_cast<std::uint32_t>(format::SectionKind::provenance)) continue;
    for (const std::uint64_t value :
         {std::uint64_t{entry.kind}, std::uint64_t{entry.profile}, std::uint64_t{entry.level},
          std::uint64_t{entry.element_size}, entry.offset, entry.size}) {
      digest.add(value);
    }
    digest.add(world.bytes().subspan(entry.offset, entry.size));
  }
  return digest.value();
}

std::uint64_t hash_paths(const World& world) {
  Digest digest;
  for (std::size_t profile = 0; profile < world.profiles().size(); ++profile) {
    PathQuery query(world, profile, Baseline::with);
    Rng rng(profile);
    for (int i = 0; i < 60; ++i) {
      const auto from = test::random_passable(rng, query.profile().grid);
      if (!from) break;
      const Tile to = *test::random_passable(rng, query.profile().grid);
      for (const Tier tier : {Tier::automatic, Tier::coarse, Tier::local, Tier::astar}) {
        const PathResult result = query.find({.from = *from, .to = to, .tier = tier});
        digest.add(static_cast<std::uint64_t>(result.status));
        digest.add(static_cast<std::uint64_t>(result.why));
        digest.add(static_cast<std::uint64_t>(result.tier));
        digest.add(result.cost);
        digest.add(result.expansions.total());
        if (result.status != Status::found) continue;
        for (const Tile tile : test::walk(query, result).tiles) {
          digest.add(static_cast<std::uint64_t>(tile.y) << 32 | static_cast<std::uint32_t>(tile.x));
        }
      }
    }
  }
  return digest.value();
}

constexpr auto kFour = Neighbours::four;
constexpr auto kEight = Neighbours::eight;
constexpr auto kNever = CornerRule::never_cut;
constexpr auto kOne = CornerRule::cut_one;
constexpr auto kBoth = CornerRule::cut_both;

constexpr std::array<Golden, 8> kGolden{{
    {Character::scatter, Weights::uniform, kEight, kNever, 1, 0x6315'9904'4E95'6DE0, 0x0883'FB96'356F'8881},
    {Character::caves, Weights::small, kEight, kNever, 1, 0xA765'6E3D'3CF9'587E, 0x4FDC'9AF6'38F9'49B9},
    {Character::maze, Weights::uniform, kFour, kNever, 1, 0x1FE3'17A4'866E'36A1, 0x6B91'DE42'4F55'2041},
    {Character::rooms, Weights::large, kEight, kOne, 1, 0x2450'3D74'3A44'E696, 0x5677'D33F'A766'3F11},
    {Character::open, Weights::small, kEight, kBoth, 2, 0x3E5E'6A61'A280'073E, 0x70C4'FC06'673F'C96D},
    {Character::pinches, Weights::decimals, kEight, kBoth, 1, 0x89E8'8B0A'92C5'3D78, 0xCA59'D42C'CB12'BBB8},
    {Character::checkerboard, Weights::uniform, kEight, kBoth, 1, 0xCEE3'8690'546E'4B3A, 0xA417'D3A1'46DC'95C6},
    {Character::open, Weights::large, kFour, kNever, 3, 0x2B89'CC32'F9DA'33E5, 0x7169'747F'3C62'30A0},
}};

TEST_CASE("world files and paths are those of the golden list") {
  for (std::size_t i = 0; i < kGolden.size(); ++i) {
    const Golden& golden = kGolden[i];
    Rng rng(700 + i);
    const TileMap map =
        test::random_map(rng, {.character = golden.character, .weights = golden.weights, .width = 150, .height = 101});
    // The default mover, and the one of the list.
    std::vector<MovementProfile> profiles(2);
    profiles[1].name = "other";
    profiles[1].neighbours = golden.neighbours;
    profiles[1].corners = golden.corners;
    profiles[1].footprint = golden.footprint;
    const BuiltWorld built(map, profiles);
    CAPTURE(i);
    CHECK(hash_file(built.world()) == golden.file);
    CHECK(hash_paths(built.world()) == golden.paths);
  }
}

TEST_CASE("the hash of a drawn world is golden") {
  const TileMap map = test::ascii_map(R"(
    ..........................................
    .######.###################.#############.
    .#....#...................#.#...........#.
    .#.##.###################.#.#.#########.#.
    .#.##....................3#.#.#..999....#.
    .#.#######################..#.#..999....#.
    ...............................2..........)");
  const BuiltWorld built(map, MovementProfile{});
  CHECK(hash_file(built.world()) == 0xF3CA'46B1'9C55'D614);
  CHECK(hash_paths(built.world()) == 0x1C80'D8F8'DBA9'2F81);
}

}  // namespace
}  // namespace portolan
