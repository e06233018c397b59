// SPDX-License-Identifier: BSL-1.0
// Fuzzes the readers of maps and colour legends. The first byte says which: m, a, l for the texts; r for what describes
// raw bytes; p for a picture as
// it is; c for one whose checksums are set right; b for one built from a header and rows. Maps must keep what they
// promise.
#include "formats/png_writer.hpp"
#include "portolan/formats/maps/ascii_map.hpp"
#include "portolan/formats/maps/movingai_map.hpp"
#include "portolan/formats/maps/png_map.hpp"
#include "portolan/formats/maps/raw_map.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace portolan;

namespace {

void require(bool truth) {
  if (!truth) std::abort();
}

template <class T>
void check_error(const Result<T>& result) {
  require(result.has_value() || result.error().message.starts_with("input:"));
}

void check_map(const Result<TileMap>& map) {
  check_error(map);
  if (!map) return;
  require(map->width() >= 1 && map->height() >= 1);
  for (const TerrainId id : map->tiles()) require(id < map->palette().size());
}

void check_movingai(std::string_view text) {
  const auto map = parse_movingai(text, "input");
  check_map(map);
  if (!map) return;
  const auto again = parse_movingai(write_movingai(*map).value(), "again");
  require(again && again->tiles().size() == map->tiles().size());
}

void check_description(std::string_view text) {
  const auto read = parse_raw_description(text, "input");
  check_error(read);
  if (!read) return;
  require(TileMap::create(1, 1, read->palette, {0}).has_value());
  const auto again = parse_raw_description(write_raw_description(*read), "again");
  require(again && again->width == read->width && again->height == read->height && again->palette == read->palette);
}

void check_picture(const std::string& bytes) {
  const auto span = std::as_bytes(std::span(bytes));
  check_map(decode_png(span, nullptr, "input"));
  static const auto legend = ColourLegend::parse("0\trock\t-\n255\tgrass\t1\n#ff0000\tswamp\t2\n", "legend");
  check_map(decode_png(span, &legend.value(), "input"));
}

/// A well-formed file whose header and rows are the fuzzer's.
std::string built_picture(std::string_view bytes) {
  constexpr std::size_t kHeaderBytes = 13;
  return std::string(test::kPngSignature) + test::png_chunk("IHDR", bytes.substr(0, kHeaderBytes)) +
         test::png_chunk("PLTE", std::string_view("\0\0\0\xff\xff\xff", 6)) +
         test::png_chunk("IDAT", test::deflated(bytes.substr(std::min(kHeaderBytes, bytes.size())))) +
         test::png_chunk("IEND", "");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0]) {
    case 'm':
      check_movingai(rest);
      break;
    case 'a':
      check_map(parse_ascii(rest, "input"));
      break;
    case 'l':
      check_error(ColourLegend::parse(rest, "input"));
      break;
    case 'r':
      check_description(rest);
      break;
    case 'p':
      check_picture(std::string(rest));
      break;
    case 'c':
      check_picture(test::with_repaired_checksums(std::string(rest)));
      break;
    case 'b':
      check_picture(built_picture(rest));
      break;
    default:
      return -1;
  }
  return 0;
}
