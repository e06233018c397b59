// SPDX-License-Identifier: BSL-1.0
// What is seen from a tile, against lines to every tile.
#include "portolan/grid/seen_tiles.hpp"
#include "support/brute_view.hpp"
#include "support/random_world.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

struct Scene {
  Rect area;
  std::vector<std::uint8_t> opaque;

  [[nodiscard]] std::size_t place(Tile t) const {
    return static_cast<std::size_t>(t.y - area.min.y) * static_cast<std::size_t>(area.width()) +
           static_cast<std::size_t>(t.x - area.min.x);
  }
  [[nodiscard]] bool hides(Tile t) const { return opaque[place(t)] != 0; }
  [[nodiscard]] std::vector<std::uint8_t> seen_from(Tile t, std::int32_t radius) const {
    std::vector<std::uint8_t> seen(opaque.size());
    mark_seen(area, opaque, t, radius, seen);
    return seen;
  }
  template <class Visit>
  void for_each_tile(Visit&& visit) const {
    for (std::int32_t y = area.min.y; y < area.max.y; ++y) {
      for (std::int32_t x = area.min.x; x < area.max.x; ++x) visit(Tile{x, y});
    }
  }
};

Scene draw_scene(test::Rng& rng, std::int32_t most) {
  const Tile min{rng.below(5), rng.below(5)};
  Scene scene{{min, {min.x + rng.between(1, most), min.y + rng.between(1, most)}}, {}};
  const std::int32_t density = rng.pick(std::array{5, 15, 30, 50, 70});
  scene.for_each_tile([&](Tile) { scene.opaque.push_back(static_cast<std::uint8_t>(rng.percent(density))); });
  return scene;
}

/// Rows of a picture of which '@' looks: '#' is opaque; what is not seen comes out as '?'.
std::string look(std::string_view picture, std::int32_t radius) {
  const auto width = static_cast<std::int32_t>(picture.find('\n'));
  Scene scene{{{0, 0}, {width, static_cast<std::int32_t>(picture.size()) / (width + 1)}}, {}};
  Tile from{};
  scene.for_each_tile([&](Tile t) {
    const char c = picture[static_cast<std::size_t>(t.y * (width + 1) + t.x)];
    scene.opaque.push_back(static_cast<std::uint8_t>(c == '#'));
    if (c == '@') from = t;
  });
  const auto seen = scene.seen_from(from, radius);
  std::string shown(picture);
  scene.for_each_tile([&](Tile t) {
    if (seen[scene.place(t)] == 0) shown[static_cast<std::size_t>(t.y * (width + 1) + t.x)] = '?';
  });
  return shown;
}

}  // namespace

TEST_CASE("what is seen is what free lines come to, and sight is mutual") {
  test::Rng rng(77);
  for (int i = 0; i < 250; ++i) {
    const Scene scene = draw_scene(rng, 16);
    const Tile from{rng.between(scene.area.min.x, scene.area.max.x - 1),
                    rng.between(scene.area.min.y, scene.area.max.y - 1)};
    const std::int32_t radius = rng.between(0, 18);
    const auto seen = scene.seen_from(from, radius);
    const bool looks_out_of_wall = scene.hides(from);
    scene.for_each_tile([&](Tile t) {
      const std::int32_t dx = t.x - from.x;
      const std::int32_t dy = t.y - from.y;
      const bool near = dx * dx + dy * dy <= radius * radius;
      const bool expected = near && test::sees_by_lines(
                                        scene.area, [&](Tile at) { return scene.hides(at); }, from, t);
      CAPTURE(i, from.x, from.y, t.x, t.y, radius);
      REQUIRE((seen[scene.place(t)] != 0) == expected);
      if (!looks_out_of_wall && !scene.hides(t) && near)
        REQUIRE((scene.seen_from(t, radius)[scene.place(from)] != 0) == expected);
    });
  }
}

TEST_CASE("discs are those of whole tiles, within their area, as large as numbers go") {
  const Rect area{{2, 3}, {9, 9}};
  std::vector<std::uint8_t> seen(42);
  mark_disc(area, {4, 4}, 2, seen);
  std::string rows;
  for (std::size_t i = 0; i < seen.size(); ++i) rows += (i % 7 == 0 ? "\n" : "") + std::to_string(seen[i]);
  CHECK(rows == "\n0111000\n1111100\n0111000\n0010000\n0000000\n0000000");
  CHECK(disc_bounds(area, {4, 4}, 2) == Rect{{2, 3}, {7, 7}});
  CHECK(disc_bounds(area, {4, 4}, 0x7FFF'FFFF) == area);
  mark_disc(area, {4, 4}, 0x7FFF'FFFF, seen);
  CHECK(seen == std::vector<std::uint8_t>(42, 1));
}

TEST_CASE("walls are seen along a corridor, and lines pass where tiles touch at a corner") {
  CHECK(look("#########\n"
             "@........\n"
             "#####.###\n"
             "#####.###\n",
             20) ==
        "#########\n"
        "@........\n"
        "#####?###\n"
        "?????????\n");
  CHECK(look("@#..\n"
             "#...\n"
             "....\n",
             20) ==
        "@#??\n"
        "#..?\n"
        "?...\n");
}

TEST_CASE("sight is mutual in larger scenes", "[long]") {
  test::Rng rng(78);
  for (int i = 0; i < 60; ++i) {
    const Scene scene = draw_scene(rng, 50);
    std::vector<std::vector<std::uint8_t>> seen;
    scene.for_each_tile([&](Tile t) { seen.push_back(scene.seen_from(t, 40)); });
    scene.for_each_tile([&](Tile a) {
      scene.for_each_tile([&](Tile b) {
        if (!scene.hides(a) && !scene.hides(b))
          REQUIRE(seen[scene.place(a)][scene.place(b)] == seen[scene.place(b)][scene.place(a)]);
      });
    });
  }
}

}  // namespace portolan
