// SPDX-License-Identifier: BSL-1.0
// Maps painted as TIFF pictures.
#include "formats/png_writer.hpp"
#include "formats/reader_support.hpp"
#include "formats/tiff_writer.hpp"
#include "portolan/core/geometry.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/maps/picture_file.hpp"
#include "portolan/formats/maps/starter_legend.hpp"
#include "portolan/formats/maps/tiff_map.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

using namespace portolan;
using test::failure;
using test::PngColour;
using test::TiffColour;
using test::TiffField;
using test::TiffOrder;
using test::TiffPacking;
using test::TiffPicture;
using test::TiffType;

namespace {

constexpr std::uint16_t kWidth = 256;
constexpr std::uint16_t kHeight = 257;
constexpr std::uint16_t kBits = 258;
constexpr std::uint16_t kCompression = 259;
constexpr std::uint16_t kPhotometric = 262;
constexpr std::uint16_t kOrientation = 274;
constexpr std::uint16_t kByteCounts = 279;
constexpr std::uint16_t kPlanes = 284;
constexpr std::uint16_t kTileWidth = 322;
constexpr std::uint16_t kTileHeight = 323;
constexpr std::uint16_t kTileOffsets = 324;
constexpr std::uint16_t kTileByteCounts = 325;
constexpr std::uint16_t kSampleFormat = 339;
constexpr std::uint16_t kNewSubfile = 254;

TiffField two_bytes(std::uint64_t value) {
  return {TiffType::two_bytes, {value}};
}

Result<TileMap> decode(std::string_view bytes, const ColourLegend* legend = nullptr,
                       std::uint64_t memory = kAnyMemory) {
  return decode_tiff(std::as_bytes(std::span(bytes)), legend, "p", memory);
}

/// All pixels of a picture, which must come once each.
std::vector<Colour> colours_of(std::string_view bytes) {
  const auto span = std::as_bytes(std::span(bytes));
  std::vector<std::optional<Colour>> found;
  std::size_t width = 0;
  const auto begin = [&](const PictureSize& size) -> Outcome {
    width = static_cast<std::size_t>(size.width);
    found.resize(width * static_cast<std::size_t>(size.height));
    return Success{};
  };
  const auto take = [&](const PixelRow& row) -> Outcome {
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::optional<Colour>& pixel = found.at(row.y * width + row.column(i));
      if (pixel) FAIL("a pixel came twice");
      pixel = row.colour(i);
    }
    return Success{};
  };
  const Outcome read = decode_picture_rows(span, "p", kAnyMemory, begin, take);
  if (!read) FAIL(read.error().message);
  std::vector<Colour> colours;
  colours.reserve(found.size());
  for (const std::optional<Colour>& pixel : found) colours.push_back(pixel.value());
  return colours;
}

/// A kind of pictures that both formats have.
struct Kind {
  TiffColour colour;
  unsigned channels;
  int depth;
  PngColour png;
};

constexpr Kind kKinds[] = {
    {TiffColour::grey, 1, 1, PngColour::grey},        {TiffColour::grey, 1, 2, PngColour::grey},
    {TiffColour::grey, 1, 4, PngColour::grey},        {TiffColour::grey, 1, 8, PngColour::grey},
    {TiffColour::grey, 1, 16, PngColour::grey},       {TiffColour::palette, 1, 1, PngColour::palette},
    {TiffColour::palette, 1, 2, PngColour::palette},  {TiffColour::palette, 1, 4, PngColour::palette},
    {TiffColour::palette, 1, 8, PngColour::palette},  {TiffColour::rgb, 3, 8, PngColour::rgb},
    {TiffColour::rgb, 3, 16, PngColour::rgb},         {TiffColour::grey, 2, 8, PngColour::grey_alpha},
    {TiffColour::grey, 2, 16, PngColour::grey_alpha}, {TiffColour::rgb, 4, 8, PngColour::rgba},
    {TiffColour::rgb, 4, 16, PngColour::rgba}};

/// A picture of noise, and the same as PNG.
std::pair<TiffPicture, std::string> noise(const Kind& kind, std::uint32_t width, std::uint32_t height, test::Rng& rng) {
  TiffPicture picture{
      .width = width, .height = height, .depth = kind.depth, .colour = kind.colour, .channels = kind.channels};
  for (std::size_t i = 0; i < std::size_t{width} * height * kind.channels; ++i)
    picture.samples.push_back(static_cast<unsigned>(rng.next() % (std::uint64_t{1} << kind.depth)));
  std::string palette;
  if (kind.colour == TiffColour::palette) {
    const std::size_t size = std::size_t{1} << kind.depth;
    picture.palette.resize(3 * size);
    for (std::size_t i = 0; i < 3 * size; ++i) {
      const auto level = i == 0 ? 255U : static_cast<unsigned>(rng.next() % 256);
      picture.palette[i % 3 * size + i / 3] = std::uint64_t{level} * 257;
      palette += static_cast<char>(level);
    }
  }
  std::string png = test::png({width, height, kind.depth, kind.png}, picture.samples, palette);
  return {std::move(picture), std::move(png)};
}

/// A grey picture whose tiles differ: x + 3 y.
TiffPicture slope(std::uint32_t width, std::uint32_t height) {
  TiffPicture picture{.width = width, .height = height};
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) picture.samples.push_back((x + 3 * y) % 256);
  }
  return picture;
}

TiffPicture tiled(TiffPicture picture, std::uint32_t width, std::uint32_t height) {
  picture.tile_width = width;
  picture.tile_height = height;
  return picture;
}

TiffPicture with(TiffPicture picture, std::uint16_t tag, const TiffField& field) {
  picture.fields[tag] = field;
  return picture;
}

std::string error_of(const TiffPicture& picture, ErrorCode code = ErrorCode::unsupported) {
  return failure(decode(test::tiff(picture)), code);
}

}  // namespace

TEST_CASE("TIFF: every kind of picture has the colours of the same one as PNG, however it is stored") {
  test::Rng rng(11);
  struct Storing {
    std::uint32_t rows, tile_width, tile_height;
  };
  const Storing storings[] = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {0, 16, 16}, {0, 32, 16}, {0, 16, 48}};
  int orders = 0;
  for (const Kind& kind : kKinds) {
    for (const auto& [width, height] :
         {std::pair(1U, 1U), std::pair(5U, 4U), std::pair(17U, 9U), std::pair(35U, 33U)}) {
      const auto [picture, png] = noise(kind, width, height, rng);
      const std::vector<Colour> expected = colours_of(png);
      for (const auto& [rows, tile_width, tile_height] : storings) {
        TiffPicture stored = tiled(picture, tile_width, tile_height);
        stored.rows_per_strip = rows;
        const TiffOrder order{.is_big_endian = (orders & 1) != 0, .is_big_tiff = (orders & 2) != 0};
        ++orders;
        INFO(width << "x" << height << " colour " << static_cast<int>(kind.colour) << " channels " << kind.channels
                   << " depth " << kind.depth << " rows " << rows << " tiles " << tile_width << "x" << tile_height
                   << " order " << order.is_big_endian << order.is_big_tiff);
        CHECK(colours_of(test::tiff(stored, order)) == expected);
      }
    }
  }
}

TEST_CASE("TIFF: every compression gives the same colours, with differences and without") {
  test::Rng rng(12);
  for (const Kind& kind : kKinds) {
    const auto [picture, png] = noise(kind, 45, 21, rng);
    const std::vector<Colour> expected = colours_of(png);
    for (const TiffPacking packing : {TiffPacking::none, TiffPacking::lzw, TiffPacking::deflate,
                                      TiffPacking::old_deflate, TiffPacking::packbits, TiffPacking::zstd}) {
      const bool has_differences = kind.depth >= 8 && packing != TiffPacking::none && packing != TiffPacking::packbits;
      for (const bool predicts : {false, true}) {
        if (predicts && !has_differences) continue;
        for (const bool is_big_endian : {false, true}) {
          for (const std::uint32_t tile : {0U, 16U}) {
            TiffPicture stored = tiled(picture, tile, tile);
            stored.rows_per_strip = 8;
            stored.packing = packing;
            stored.predicts = predicts;
            INFO("packing " << static_cast<int>(packing) << " differences " << predicts << " depth " << kind.depth
                            << " channels " << kind.channels << " tiles " << tile);
            CHECK(colours_of(test::tiff(stored, {.is_big_endian = is_big_endian})) == expected);
          }
        }
      }
    }
  }
}

TEST_CASE("TIFF: white may be 0, bits may come the other way round, palettes may be of bytes") {
  const auto one_row = [](TiffPicture picture, std::vector<unsigned> samples) {
    picture.width = static_cast<std::uint32_t>(samples.size());
    picture.height = 1;
    picture.samples = std::move(samples);
    return picture;
  };
  const TiffPicture white_is_zero{.colour = TiffColour::white_is_zero};
  CHECK(colours_of(test::tiff(one_row(white_is_zero, {0, 1, 255}))) == std::vector<Colour>{0xffffff, 0xfefefe, 0});
  const TiffPicture two{.depth = 2, .colour = TiffColour::white_is_zero};
  CHECK(colours_of(test::tiff(one_row(two, {0, 1, 2, 3, 3}))) ==
        std::vector<Colour>{0xffffff, 0xaaaaaa, 0x555555, 0, 0});
  const TiffPicture wide{.depth = 16, .colour = TiffColour::white_is_zero};
  CHECK(colours_of(test::tiff(one_row(wide, {0, 0x12ff, 0xffff}))) == std::vector<Colour>{0xffffff, 0xededed, 0});
  TiffPicture turned = one_row({.depth = 4}, {1, 2, 3, 4, 15, 0, 7});
  const std::vector<Colour> expected = colours_of(test::tiff(turned));
  turned.low_bits_first = true;
  CHECK(colours_of(test::tiff(turned)) == expected);
  CHECK(expected[2] == 0x333333);
  const TiffPicture bytes{.depth = 1, .colour = TiffColour::palette, .palette = {0x12, 0xff, 0x34, 0, 0x56, 1}};
  CHECK(colours_of(test::tiff(one_row(bytes, {0, 1}))) == std::vector<Colour>{0x123456, 0xff0001});
  const TiffPicture shifted{
      .depth = 1, .colour = TiffColour::palette, .palette = {0x1200, 0xff00, 0x34ff, 0, 0x5600, 0x1ff}};
  CHECK(colours_of(test::tiff(one_row(shifted, {0, 1}))) == std::vector<Colour>{0x123456, 0xff0001});
}

TEST_CASE("TIFF: without a legend light is open, with one its colours are terrains") {
  TiffPicture picture{.width = 4, .height = 1, .samples = {0, 127, 128, 255}};
  const auto plain = decode(test::tiff(picture));
  REQUIRE(plain);
  CHECK(std::vector(plain->tiles().begin(), plain->tiles().end()) == std::vector<TerrainId>{1, 1, 0, 0});
  CHECK(plain->remarks().empty());
  const auto legend = ColourLegend::parse("0\trock\t-\n127\tgrass\t1\n128\trock\t-\n255\tswamp\t2.5\n7\tsea\t-\n", "l");
  REQUIRE(legend);
  const auto map = decode(test::tiff(picture), &*legend);
  REQUIRE(map);
  CHECK(std::vector(map->tiles().begin(), map->tiles().end()) == std::vector<TerrainId>{0, 1, 0, 2});
  CHECK(map->palette()[2].name == "swamp");
  REQUIRE(map->remarks().size() == 1);
  CHECK(map->remarks()[0].text == "l:5: '7' matches nothing in p");

  TiffPicture odd{.width = 40, .height = 40, .samples = std::vector<unsigned>(std::size_t{40} * 40, 255)};
  odd.samples[40 * 20 + 33] = 9;
  const std::string message = "p: pixel 33,20 has colour #090909, which the legend lacks";
  CHECK(failure(decode(test::tiff(odd), &*legend), ErrorCode::syntax) == message);
  CHECK(failure(decode(test::tiff(tiled(odd, 16, 16)), &*legend), ErrorCode::syntax) == message);
  const auto noisy = decode(test::tiff(slope(30, 3)));
  REQUIRE(noisy);
  REQUIRE(noisy->remarks().size() == 1);
  CHECK(noisy->remarks()[0].text ==
        "p: more than 4 colours and no legend: what is light is open, what is dark is wall");
}

TEST_CASE("TIFF: what is not read is refused by the field that says so") {
  const TiffPicture good = slope(20, 5);
  REQUIRE(decode(test::tiff(good)));
  const auto refused = [&](std::uint16_t tag, std::uint64_t value) {
    return error_of(with(good, tag, two_bytes(value)));
  };
  const std::string read = "; read are none, PackBits, LZW, Deflate and Zstandard";
  CHECK(refused(kCompression, 7) == "p: Compression is 7 (JPEG)" + read);
  CHECK(refused(kCompression, 4) == "p: Compression is 4 (CCITT Group 4)" + read);
  CHECK(refused(kCompression, 34925) == "p: Compression is 34925 (LZMA)" + read);
  CHECK(refused(kCompression, 34712) == "p: Compression is 34712 (JPEG 2000)" + read);
  CHECK(refused(kCompression, 60000) == "p: Compression is 60000" + read);
  CHECK(refused(kOrientation, 4) == "p: Orientation is 4 (bottom-left); read are pictures that begin top-left");
  CHECK(refused(kOrientation, 8) == "p: Orientation is 8 (left-bottom); read are pictures that begin top-left");
  CHECK(refused(kSampleFormat, 2) == "p: SampleFormat is 2 (signed integers); read are unsigned integers");
  CHECK(refused(kSampleFormat, 3) == "p: SampleFormat is 3 (floating point); read are unsigned integers");
  CHECK(refused(kPhotometric, 4) == "p: PhotometricInterpretation is 4 (a mask); read are grey, palette and RGB");
  CHECK(refused(kBits, 32) == "p: BitsPerSample is 32; read are 1, 2, 4, 8 and 16 of such a picture");
  CHECK(refused(kBits, 12) == "p: BitsPerSample is 12; read are 1, 2, 4, 8 and 16 of such a picture");
  CHECK(refused(32997, 3) == "p: a picture of depth 3; read are those of depth 1");
  CHECK(refused(kNewSubfile, 1) == "p: its first picture is a reduced copy or a mask (NewSubfileType)");

  const auto coloured = [](unsigned channels, int depth, std::uint64_t photometric) {
    TiffPicture picture{.width = 2, .height = 2, .depth = depth, .colour = TiffColour::rgb, .channels = channels};
    picture.samples.resize(std::size_t{4} * channels);
    return with(picture, kPhotometric, two_bytes(photometric));
  };
  CHECK(error_of(coloured(4, 8, 5)) == "p: PhotometricInterpretation is 5 (CMYK); read are grey, palette and RGB");
  CHECK(error_of(coloured(3, 8, 8)) == "p: PhotometricInterpretation is 8 (CIE Lab); read are grey, palette and RGB");
  CHECK(error_of(coloured(3, 8, 6)).starts_with("p: PhotometricInterpretation is 6 (YCbCr)"));
  CHECK(error_of(coloured(5, 8, 2)) == "p: SamplesPerPixel is 5; read are 3 or 4 of such a picture");
  CHECK(error_of(coloured(3, 8, 1)) == "p: SamplesPerPixel is 3; read are 1 or 2 of such a picture");
  CHECK(error_of(coloured(3, 4, 2)) == "p: BitsPerSample is 4; read are 8 and 16 of such a picture");
  CHECK(error_of(with(coloured(3, 8, 2), kPlanes, two_bytes(2))) ==
        "p: PlanarConfiguration is 2; read are pictures whose samples lie beside each other (1)");
  const std::string one_plane = test::tiff(with(good, kPlanes, two_bytes(2)));
  CHECK(colours_of(one_plane) == colours_of(test::tiff(good)));

  TiffPicture palette{.width = 2, .height = 1, .depth = 16, .colour = TiffColour::palette, .samples = {0, 1}};
  palette.palette.assign(std::size_t{3} << 16, 0);
  CHECK(error_of(palette) == "p: BitsPerSample is 16; read are 1, 2, 4 and 8 of such a picture");
  palette.depth = 4;
  palette.palette.clear();
  CHECK(error_of(palette, ErrorCode::syntax).find("Colormap") != std::string::npos);
  CHECK(error_of(with(good, kPhotometric, {}), ErrorCode::syntax) ==
        "p: no PhotometricInterpretation, which says what its samples are");
}

TEST_CASE("TIFF: one picture a file, beside which only its reduced copies and masks may be") {
  const TiffPicture picture = slope(20, 5);
  const std::vector<Colour> expected = colours_of(test::tiff(picture));
  for (const std::uint64_t kind : {1U, 4U, 5U}) {
    for (const bool is_big_tiff : {false, true}) {
      test::TiffWriter file({.is_big_tiff = is_big_tiff});
      file.add(picture);
      file.add(with(slope(10, 2), kNewSubfile, {TiffType::four_bytes, {kind}}));
      file.add(with(tiled(slope(5, 1), 16, 16), kNewSubfile, {TiffType::four_bytes, {kind}}));
      CHECK(colours_of(file.bytes()) == expected);
    }
  }
  test::TiffWriter pages;
  pages.add(picture);
  pages.add(with(slope(10, 2), kNewSubfile, {TiffType::four_bytes, {2}}));
  CHECK(failure(decode(pages.bytes()), ErrorCode::unsupported) ==
        "p: more than one picture in the file; a map is one of them alone");

  test::TiffWriter many;
  many.add(picture);
  for (int i = 1; i < kMaxTiffDirectories; ++i) many.add(with(slope(1, 1), kNewSubfile, two_bytes(1)));
  CHECK(decode(many.bytes()));
  many.add(with(slope(1, 1), kNewSubfile, two_bytes(1)));
  CHECK(failure(decode(many.bytes()), ErrorCode::limit) == "p: more than 64 directories");

  test::TiffWriter ring;
  ring.add(picture);
  ring.add(with(slope(1, 1), kNewSubfile, two_bytes(1)));
  ring.lead_to(8);
  CHECK(failure(decode(ring.bytes()), ErrorCode::syntax).starts_with("p: "));
}

TEST_CASE("TIFF: a file that is cut anywhere is an error") {
  TiffPicture picture = slope(33, 20);
  picture.rows_per_strip = 7;
  TiffPicture palette = picture;
  palette.colour = TiffColour::palette;
  for (std::uint64_t i = 0; i < 768; ++i) palette.palette.push_back(i * 80);
  for (const TiffPicture& stored : {picture, palette, tiled(picture, 16, 16)}) {
    for (const TiffPacking packing :
         {TiffPacking::none, TiffPacking::lzw, TiffPacking::deflate, TiffPacking::packbits, TiffPacking::zstd}) {
      for (const bool is_big_tiff : {false, true}) {
        TiffPicture packed = stored;
        packed.packing = packing;
        const std::string good = test::tiff(packed, {.is_big_tiff = is_big_tiff});
        REQUIRE(decode(good));
        for (std::size_t size = 0; size < good.size(); ++size) {
          const auto cut = decode(std::string_view(good).substr(0, size));
          INFO("packing " << static_cast<int>(packing) << " size " << size << " of " << good.size());
          REQUIRE_FALSE(cut);
          REQUIRE(cut.error().message.starts_with("p: "));
          REQUIRE(cut.error().message.find('\n') == std::string::npos);
        }
        CHECK(decode(good + "tail"));
      }
    }
  }
  CHECK(failure(decode(std::string_view(test::tiff(picture)).substr(0, test::tiff(picture).size() - 1)),
                ErrorCode::syntax) == "p: the file ends inside strip 2 of 3");
}

TEST_CASE("TIFF: strips and tiles that hold too little are an error") {
  for (const TiffPacking packing :
       {TiffPacking::none, TiffPacking::lzw, TiffPacking::deflate, TiffPacking::packbits, TiffPacking::zstd}) {
    for (const std::uint32_t tile : {0U, 16U}) {
      TiffPicture picture = tiled(slope(32, 16), tile, tile);
      picture.rows_per_strip = 8;
      picture.packing = packing;
      const std::string good = test::tiff(picture);
      REQUIRE(decode(good));
      // The second strip or tile says that it is shorter than it is.
      TiffPicture shorter = picture;
      const std::uint16_t tag = tile == 0 ? kByteCounts : kTileByteCounts;
      const std::uint64_t first =
          test::tiff_piece(picture, 0, 0, tile == 0 ? 32 : 16, tile == 0 ? 8 : 16, false).size();
      shorter.fields[tag] = {TiffType::four_bytes, {first, 12}};
      INFO("packing " << static_cast<int>(packing) << " tiles " << tile);
      CHECK(error_of(shorter, ErrorCode::syntax).starts_with("p: "));
    }
  }
  // What runs from one row into the next is lost to strips.
  TiffPicture across = slope(47, 20);
  across.packing = TiffPacking::packbits;
  across.packs_across_rows = true;
  CHECK(error_of(across, ErrorCode::syntax).find("Discarding") != std::string::npos);
  CHECK(colours_of(test::tiff(tiled(across, 16, 16))) == colours_of(test::tiff(slope(47, 20))));
  const TiffPicture picture = tiled(slope(48, 16), 16, 16);
  CHECK(error_of(with(picture, kTileByteCounts, {TiffType::four_bytes, {256, 0, 256}}), ErrorCode::syntax) ==
        "p: tile 1 of 3 is missing");
  CHECK(error_of(with(picture, kTileOffsets, {TiffType::four_bytes, {200, 200, 0xfffffff0}}), ErrorCode::syntax) ==
        "p: the file ends inside tile 2 of 3");
  CHECK(error_of(with(picture, kTileOffsets, {TiffType::four_bytes, {200, 200}}), ErrorCode::syntax) ==
        "p: tile 2 of 3 is missing");
}

TEST_CASE("TIFF: sizes are checked before anything is allocated") {
  const auto of_size = [](std::uint64_t width, std::uint64_t height) {
    TiffPicture picture = with(slope(4, 4), kWidth, {TiffType::four_bytes, {width}});
    return with(picture, kHeight, {TiffType::four_bytes, {height}});
  };
  CHECK(error_of(of_size(1048577, 1), ErrorCode::limit) ==
        "p: a picture of 1048577x1 pixels; sides may be up to 1048576");
  CHECK(error_of(of_size(1, 1048577), ErrorCode::limit) ==
        "p: a picture of 1x1048577 pixels; sides may be up to 1048576");
  CHECK_FALSE(decode(test::tiff(of_size(1, 4294967295))));
  const auto bomb = of_size(1048576, 1048576);
  CHECK(error_of(bomb, ErrorCode::syntax) ==
        "p: 1048576x1048576 pixels cannot come out of " + std::to_string(test::tiff(bomb).size()) + " bytes");
  CHECK_FALSE(decode(test::tiff(of_size(0, 5))));
  CHECK_FALSE(decode(test::tiff(of_size(5, 0))));

  const auto of_tiles = [](std::uint64_t width, std::uint64_t height) {
    TiffPicture picture = tiled(slope(4, 4), 16, 16);
    picture.fields[kTileWidth] = {TiffType::four_bytes, {width}};
    picture.fields[kTileHeight] = {TiffType::four_bytes, {height}};
    return picture;
  };
  CHECK(error_of(of_tiles(1048576, 1048576), ErrorCode::limit) ==
        "p: tiles of 1048576x1048576 pixels, which are 1099511627776 bytes; they may have up to 268435456");
  CHECK(error_of(of_tiles(257, 1048576), ErrorCode::limit) ==
        "p: tiles of 257x1048576 pixels, which are 269484032 bytes; they may have up to 268435456");
  CHECK(error_of(of_tiles(16, 1048592), ErrorCode::limit) ==
        "p: tiles of 16x1048592 pixels; sides may be up to 1048576");
  CHECK_FALSE(decode(test::tiff(of_tiles(0, 16))));
  TiffPicture high = of_tiles(16, 1048576);
  high.packing = TiffPacking::lzw;
  CHECK(
      failure(decode(test::tiff(high), nullptr, 1 << 20), ErrorCode::limit).starts_with("p: its tiles take about 167"));
}

TEST_CASE("TIFF: fields that hold more than the file are refused") {
  TiffPicture picture = slope(4, 4);
  // Many private fields with the same megabyte.
  for (std::uint16_t tag = 0; tag < 300; ++tag) {
    picture.fields[static_cast<std::uint16_t>(60000 + tag)] = {TiffType::byte, std::vector<std::uint64_t>(1000, 7)};
  }
  REQUIRE(decode(test::tiff(picture)));
  std::string file = test::tiff(picture);
  const std::size_t fields = file.size();
  file += std::string(1 << 20, 'x');
  REQUIRE(decode(file));
  for (std::size_t at = 10; at + 12 <= fields; at += 12) {
    const auto tag =
        static_cast<unsigned>(static_cast<unsigned char>(file[at]) | static_cast<unsigned char>(file[at + 1]) << 8U);
    if (tag < 60000 || tag >= 60300) continue;
    const test::TiffText text(false);
    file.replace(at + 4, 8, text.number(1 << 20, 4) + text.number(fields, 4));
  }
  CHECK(failure(decode(file), ErrorCode::syntax) == "p: the fields of a directory hold too many bytes");
}

TEST_CASE("TIFF: memory that is given is kept to") {
  TiffPicture strips = slope(100, 90);
  strips.rows_per_strip = 10;
  constexpr std::uint64_t kTiles = std::uint64_t{100} * 90;
  // A strip as stored, a row as samples and as colours, and what is known of nine strips.
  const std::uint64_t need = 1000 + 100 + 300 + std::uint64_t{9} * 16;
  CHECK(decode(test::tiff(strips), nullptr, need + kTiles));
  CHECK(failure(decode(test::tiff(strips), nullptr, need + kTiles - 1), ErrorCode::limit) ==
        "p: its tiles take about 9000 bytes to read, more than --memory leaves: 8999");
  CHECK(failure(decode(test::tiff(strips), nullptr, need - 1), ErrorCode::limit) ==
        "p: its strips take about 1544 bytes to read, more than --memory leaves: 1543");
  TiffPicture zstd = strips;
  zstd.packing = TiffPacking::zstd;
  CHECK(failure(decode(test::tiff(zstd), nullptr, 100'000'000), ErrorCode::limit).starts_with("p: its strips take"));
  CHECK(decode(test::tiff(zstd), nullptr, 200'000'000));
}

TEST_CASE("TIFF: a file is read piece by piece, with the tiles and the hash of its bytes") {
  const test::TemporaryFolder folder;
  test::Rng rng(5);
  TiffPicture picture{.width = 700, .height = 500, .colour = TiffColour::rgb, .channels = 3};
  for (int i = 0; i < 700 * 500 * 3; ++i) picture.samples.push_back(static_cast<unsigned>(rng.next() % 256));
  const auto expected = read_map(folder.write("a.png", test::png({700, 500, 8, PngColour::rgb}, picture.samples)));
  REQUIRE(expected);
  for (const auto& [rows, tile] : {std::pair(0U, 0U), std::pair(16U, 0U), std::pair(0U, 256U), std::pair(0U, 1024U)}) {
    for (const TiffPacking packing : {TiffPacking::none, TiffPacking::deflate}) {
      TiffPicture stored = tiled(picture, tile, tile);
      stored.rows_per_strip = rows;
      stored.packing = packing;
      const std::string bytes = test::tiff(stored, {.is_big_tiff = tile == 256});
      const auto path = folder.write("a.tif", bytes);
      CHECK(piecewise_format(path, MapFormat::automatic) == MapFormat::tiff);
      CHECK(map_format_of(bytes) == MapFormat::tiff);
      const auto whole = parse_map(bytes, path);
      REQUIRE(whole);
      CHECK(std::ranges::equal(whole->tiles(), expected->tiles()));
      const auto pieces =
          read_hashed_map(path, {.read = test::no_file, .memory = 2'000'000, .scratch_folder = folder.path()});
      if (tile == 1024) {  // which takes three megabytes
        CHECK(failure(pieces, ErrorCode::limit).starts_with(path.string() + ": its tiles take about "));
        continue;
      }
      REQUIRE(pieces);
      CHECK(std::ranges::equal(pieces->map.tiles(), expected->tiles()));
      CHECK(pieces->hash == hash_bytes(std::as_bytes(std::span(bytes))));
    }
  }
}

TEST_CASE("TIFF: maps are told by how they begin, and take legends") {
  const test::TemporaryFolder folder;
  const std::string bytes = test::tiff({.width = 3, .height = 1, .samples = {0, 9, 255}});
  const auto path = folder.write("m.png", bytes);
  CHECK(read_map(path)->palette()[0].name == "open");
  folder.write("m.legend", "0\tlava\t-\n9\tsand\t3\n255\tgrass\t1\n");
  CHECK(read_map(path)->palette()[0].name == "lava");
  const auto given = folder.write("other", "0\twater\t-\n9\tsand\t3\n255\tgrass\t1\n");
  CHECK(read_map(path, {.legend = given})->palette()[0].name == "water");
  CHECK(parse_map(bytes, path, {.legend = given})->palette()[0].name == "water");
  const auto text = folder.write("m.tif", "type octile\nheight 1\nwidth 2\nmap\n.@\n");
  CHECK(read_map(text)->width() == 2);
  CHECK(failure(read_map(text, {.format = MapFormat::tiff}), ErrorCode::syntax)
            .starts_with(text.string() + ": Not a TIFF"));
  CHECK(failure(read_map(path, {.format = MapFormat::png}), ErrorCode::syntax) == path.string() + ": Not a PNG file");
  for (const char* const start : {"II*", "II+", "MM", "II\0*"}) CHECK_FALSE(starts_like_tiff(start));
}

TEST_CASE("TIFF: a file that is cut while it is open is noticed") {
  const test::TemporaryFolder folder;
  TiffPicture picture = slope(64, 64);
  picture.rows_per_strip = 8;
  const std::string bytes = test::tiff(picture);
  const auto path = folder.write("m.tif", bytes);
  const auto file = PieceFile::open(path);
  REQUIRE(file);
  REQUIRE(read_tiff(*file, nullptr, "m"));
  folder.write("m.tif", bytes.substr(0, bytes.size() - 100));
  CHECK(failure(read_tiff(*file, nullptr, "m"), ErrorCode::io).starts_with(path.string() + ": ends at byte "));
}

TEST_CASE("TIFF: threads decode at once, each with errors of its own", "[threads]") {
  const std::string good = test::tiff(tiled(slope(60, 60), 16, 16));
  const std::string cut = good.substr(0, good.size() - 1);
  const std::string wrong = test::tiff(with(slope(20, 5), kCompression, two_bytes(7)));
  const std::string no_file = "II*" + std::string(20, '\0');
  const std::string reason = failure(decode(no_file), ErrorCode::syntax);
  std::array<int, 4> faults{};
  std::vector<std::jthread> threads;
  for (int& count : faults) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        const auto of_cut = decode(cut);
        const auto of_wrong = decode(wrong);
        const auto of_none = decode(no_file);
        const bool is_right = decode(good).has_value() && !of_cut && !of_wrong && !of_none &&
                              of_cut.error().message == "p: the file ends inside tile 15 of 16" &&
                              of_wrong.error().message.starts_with("p: Compression is 7 (JPEG)") &&
                              of_none.error().message == reason;
        if (!is_right) ++count;
      }
    });
  }
  threads.clear();
  CHECK(faults == std::array<int, 4>{});
}

TEST_CASE("TIFF: a legend to begin with is that of the same picture as PNG") {
  const test::TemporaryFolder folder;
  const std::vector<unsigned> greys{255, 0, 128, 255, 127};
  const std::string png = test::png({5, 1, 8, PngColour::grey}, greys);
  const std::string tiff = test::tiff({.width = 5, .height = 1, .samples = greys});
  const auto of_png = starter_legend(std::vector<MapBytes>{{png, "p"}}, MapFormat::png);
  REQUIRE(of_png);
  const auto of_tiff = starter_legend(std::vector<MapBytes>{{tiff, "p"}}, MapFormat::tiff);
  REQUIRE(of_tiff);
  CHECK(*of_tiff == *of_png);
  const auto path = folder.write("m.tif", tiff);
  const auto of_file = starter_legend(std::vector<MapBytes>{{"", path}}, MapFormat::tiff);
  REQUIRE(of_file);
  CHECK(*of_file == *of_png);
  CHECK(failure(starter_legend(std::vector<MapBytes>{{"", folder.path() / "none"}}, MapFormat::tiff), ErrorCode::io)
            .ends_with("No such file or directory"));
}

TEST_CASE("TIFF: mutated pictures are a map or an error of one line") {
  test::Rng rng(9);
  int failures = 0;
  for (const TiffPacking packing :
       {TiffPacking::none, TiffPacking::lzw, TiffPacking::deflate, TiffPacking::packbits, TiffPacking::zstd}) {
    for (const std::uint32_t tile : {0U, 16U}) {
      TiffPicture picture = tiled(slope(20, 15), tile, tile);
      picture.rows_per_strip = 4;
      picture.packing = packing;
      const std::string good = test::tiff(picture, {.is_big_endian = tile == 16});
      for (int i = 0; i < 1000; ++i) {
        const auto result = decode(test::mutated(good, rng), nullptr, 1 << 28);
        if (result) continue;
        ++failures;
        const std::string& message = result.error().message;
        if (!message.starts_with("p: ") || message.find('\n') != std::string::npos) FAIL(message);
      }
    }
  }
  CHECK(failures > 1000);
}
