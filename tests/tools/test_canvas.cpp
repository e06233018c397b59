// SPDX-License-Identifier: BSL-1.0
// The canvas: which pixels shapes touch, how colours blend, and that the PNG holds what was drawn.
#include "drawing/canvas.hpp"
#include "portolan/formats/file.hpp"
#include "support/temporary_folder.hpp"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <png.h>

using namespace portolan;
using tools::Canvas;
using tools::Colour;
using tools::Pixel;

namespace {

constexpr Colour kWhite{255, 255, 255, 255};
constexpr Colour kBlack{0, 0, 0, 255};
constexpr Colour kHalfBlack{0, 0, 0, 128};

Canvas blank(std::int32_t width, std::int32_t height) {
  auto canvas = Canvas::create(width, height, kWhite);
  REQUIRE(canvas);
  return *std::move(canvas);
}

/// The canvas as text: `.` background, `#` one coat, `?` anything else.
std::string picture(const Canvas& canvas, Colour one_coat) {
  std::string text;
  for (std::int32_t y = 0; y < canvas.height(); ++y) {
    for (const Colour c : canvas.row(y)) text += c == kWhite ? '.' : c == one_coat ? '#' : '?';
    text += '\n';
  }
  return text;
}

}  // namespace

TEST_CASE("a canvas has sides from 1 to the limit") {
  CHECK(Canvas::create(1, 1, kWhite));
  for (const Pixel size : {Pixel{0, 1}, Pixel{1, 0}, Pixel{-1, 1}, Pixel{tools::kMaxSheetSide + 1, 1}}) {
    const auto canvas = Canvas::create(size.x, size.y, kWhite);
    REQUIRE_FALSE(canvas);
    CHECK(canvas.error().code == ErrorCode::limit);
  }
}

TEST_CASE("colours blend by their opacity") {
  Canvas canvas = blank(4, 1);
  canvas.blend({0, 0}, {10, 20, 30, 0});
  canvas.blend({1, 0}, {10, 20, 30, 255});
  canvas.blend({2, 0}, {0, 255, 55, 51});
  CHECK(canvas.at({0, 0}) == kWhite);
  CHECK(canvas.at({1, 0}) == Colour{10, 20, 30, 255});
  CHECK(canvas.at({2, 0}) == Colour{204, 255, 215, 255});
  canvas.set({3, 0}, {1, 2, 3, 0});
  canvas.blend({3, 0}, {10, 20, 30, 40});
  CHECK(canvas.at({3, 0}) == Colour{10, 20, 30, 40});
  canvas.set({3, 0}, {100, 0, 0, 128});
  canvas.blend({3, 0}, {0, 100, 0, 128});
  CHECK(canvas.at({3, 0}) == Colour{33, 67, 0, 192});
}

TEST_CASE("what lies outside is clipped") {
  constexpr std::int32_t kFar = 1 << 30;
  Canvas canvas = blank(3, 3);
  canvas.set({-1, 0}, kBlack);
  canvas.set({0, 3}, kBlack);
  canvas.blend({3, 0}, kBlack);
  canvas.fill_rect({{-5, -5}, {0, 9}}, kBlack);
  canvas.disc({-kFar, 1}, 5, kBlack);
  canvas.line({-kFar, -7}, {kFar, -7}, 3, kBlack);
  CHECK(picture(canvas, kBlack) == "...\n...\n...\n");
  canvas.line({-kFar, -kFar}, {kFar, kFar}, 1, kBlack);
  CHECK(picture(canvas, kBlack) == "#..\n.#.\n..#\n");
  canvas.disc({1, 1}, 1 << 20, kBlack);
  CHECK(picture(canvas, kBlack) == "###\n###\n###\n");
}

TEST_CASE("rectangles are half open") {
  Canvas canvas = blank(5, 4);
  canvas.fill_rect({{1, 1}, {4, 3}}, kHalfBlack);
  CHECK(picture(canvas, {127, 127, 127, 255}) == ".....\n.###.\n.###.\n.....\n");
}

TEST_CASE("lines have both ends and one even tone") {
  const Colour grey{127, 127, 127, 255};
  Canvas thin = blank(7, 4);
  thin.line({0, 0}, {6, 3}, 1, kHalfBlack);
  CHECK(picture(thin, grey) == "#......\n.##....\n...##..\n.....##\n");
  Canvas steep = blank(4, 5);
  steep.line({3, 4}, {2, 0}, 1, kHalfBlack);
  CHECK(picture(steep, grey) == "..#.\n..#.\n...#\n...#\n...#\n");
  Canvas thick = blank(6, 5);
  thick.line({0, 2}, {5, 2}, 3, kHalfBlack);
  CHECK(picture(thick, grey) == "......\n######\n######\n######\n......\n");
  Canvas dot = blank(3, 3);
  dot.line({1, 1}, {1, 1}, 1, kHalfBlack);
  CHECK(picture(dot, grey) == "...\n.#.\n...\n");
}

TEST_CASE("discs and circles are round and of one even tone") {
  const Colour grey{127, 127, 127, 255};
  Canvas disc = blank(7, 7);
  disc.disc({3, 3}, 2, kHalfBlack);
  CHECK(picture(disc, grey) == ".......\n..###..\n.#####.\n.#####.\n.#####.\n..###..\n.......\n");
  Canvas circle = blank(7, 7);
  circle.circle({3, 3}, 2, 1, kHalfBlack);
  CHECK(picture(circle, grey) == ".......\n..###..\n.#...#.\n.#...#.\n.#...#.\n..###..\n.......\n");
  Canvas point = blank(3, 3);
  point.disc({1, 1}, 0, kHalfBlack);
  CHECK(picture(point, grey) == "...\n.#.\n...\n");
}

TEST_CASE("a PNG holds the pixels that were drawn") {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "picture.png";
  Canvas canvas = blank(61, 37);
  canvas.set({60, 36}, {1, 2, 3, 4});
  canvas.line({0, 0}, {60, 30}, 2, {200, 10, 50, 90});
  canvas.circle({30, 18}, 12, 3, {0, 128, 255, 200});
  REQUIRE(canvas.save(path));
  CHECK(folder.entries() == 1);

  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_file(&image, path.c_str()) != 0);
  CHECK(image.width == 61);
  CHECK(image.height == 37);
  image.format = PNG_FORMAT_RGBA;
  std::vector<Colour> pixels(std::size_t{image.width} * image.height);
  REQUIRE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) != 0);
  for (std::int32_t y = 0; y < canvas.height(); ++y) {
    const auto row = canvas.row(y);
    REQUIRE(std::equal(row.begin(), row.end(), pixels.begin() + std::ptrdiff_t{y} * canvas.width()));
  }
}

TEST_CASE("a PNG is the same bytes every time and holds no time or text") {
  const Canvas canvas = blank(40, 30);
  const auto bytes = tools::encode_png(canvas);
  REQUIRE(bytes);
  CHECK(*bytes == *tools::encode_png(canvas));
  const std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  for (const char* chunk : {"tIME", "tEXt", "zTXt", "iTXt", "pHYs"}) CHECK(text.find(chunk) == std::string::npos);
}

TEST_CASE("a PNG that cannot be written leaves nothing behind") {
  const test::TemporaryFolder folder;
  const Canvas canvas = blank(4, 4);
  const auto missing = canvas.save(folder.path() / "no" / "picture.png");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::io);
  CHECK(missing.error().message.find("picture.png") != std::string::npos);
  std::filesystem::create_directory(folder.path() / "folder.png");
  CHECK_FALSE(canvas.save(folder.path() / "folder.png"));
  CHECK(folder.entries() == 1);
}
