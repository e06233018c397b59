// SPDX-License-Identifier: BSL-1.0
// Fuzzes the reader of TIFF pictures. The first byte says what the others are: t, a file as it is; d, one whose
// picture, storing and fields they describe, and the rest of them its pixels. Without libtiff all are refused.
#include "formats/tiff_writer.hpp"
#include "portolan/formats/maps/tiff_map.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace portolan;

namespace {

constexpr std::uint64_t kMemory = std::uint64_t{1} << 26;

void require_true(bool truth) {
  if (!truth) std::abort();
}

void check_tiff(std::string_view bytes) {
  const auto map = decode_tiff(std::as_bytes(std::span(bytes)), nullptr, "input", kMemory);
  if (!map) {
    require_true(map.error().message.starts_with("input:") && map.error().message.find('\n') == std::string::npos);
    return;
  }
  require_true(map->width() >= 1 && map->height() >= 1);
  for (const TerrainId id : map->tiles()) require_true(id < map->palette().size());
}

/// Numbers from the bytes of the fuzzer; zero at their end.
class Script {
 public:
  explicit Script(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t next(std::size_t size = 1) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size && !bytes_.empty(); ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(bytes_.front())} << (8 * i);
      bytes_.remove_prefix(1);
    }
    return value;
  }
  [[nodiscard]] std::string_view rest() const { return bytes_; }

 private:
  std::string_view bytes_;
};

std::string described_file(std::string_view bytes) {
  constexpr std::array kDepths{1, 2, 4, 8, 16};
  constexpr std::array kPackings{test::TiffPacking::none,     test::TiffPacking::lzw,
                                 test::TiffPacking::deflate,  test::TiffPacking::old_deflate,
                                 test::TiffPacking::packbits, test::TiffPacking::zstd};
  constexpr std::array kTypes{test::TiffType::byte, test::TiffType::ascii, test::TiffType::two_bytes,
                              test::TiffType::four_bytes, test::TiffType::eight_bytes};
  constexpr std::size_t kMostFields = 6;
  Script script(bytes);
  const std::uint64_t flags = script.next();
  test::TiffPicture picture{.width = static_cast<std::uint32_t>(script.next() % 65 + 1),
                            .height = static_cast<std::uint32_t>(script.next() % 65 + 1)};
  picture.depth = kDepths.at(script.next() % kDepths.size());
  picture.colour = static_cast<test::TiffColour>(script.next() % 4);
  picture.channels = static_cast<unsigned>(script.next() % 5 + 1);
  picture.rows_per_strip = static_cast<std::uint32_t>(script.next() % 17);
  picture.tile_width = static_cast<std::uint32_t>(script.next() % 4 * 16);
  picture.tile_height = static_cast<std::uint32_t>(script.next() % 4 * 16 + 1);
  picture.packing = kPackings.at(script.next() % kPackings.size());
  picture.predicts = (flags & 1) != 0;
  picture.low_bits_first = (flags & 2) != 0;
  picture.packs_across_rows = (flags & 4) != 0;
  if (picture.colour == test::TiffColour::palette) picture.palette.assign(std::size_t{3} << picture.depth, flags * 257);
  for (std::size_t fields = script.next() % (kMostFields + 1); fields > 0; --fields) {
    const auto tag = static_cast<std::uint16_t>(script.next(2));
    test::TiffField field{.type = kTypes.at(script.next() % kTypes.size())};
    field.count = script.next() % 4 == 0 ? script.next(4) : 0;
    for (std::uint64_t values = script.next() % 8; values > 0; --values) field.values.push_back(script.next(4));
    picture.fields[tag] = field;
  }
  const unsigned most = (1U << picture.depth) - 1;
  for (const char c : script.rest()) picture.samples.push_back(static_cast<unsigned char>(c) & most);
  return test::tiff(picture, {.is_big_endian = (flags & 8) != 0, .is_big_tiff = (flags & 16) != 0});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0]) {
    case 't':
      check_tiff(rest);
      break;
    case 'd':
      check_tiff(described_file(rest));
      break;
    default:
      return -1;
  }
  return 0;
}
