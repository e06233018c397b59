// SPDX-License-Identifier: BSL-1.0
#include "portolan/io/png_map.hpp"

#include "portolan/io/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <csetjmp>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <png.h>

namespace portolan {
namespace {

std::optional<Colour> parse_colour(std::string_view text) {
  if (!text.starts_with('#')) {
    const auto level = parse_integer(text, 0, 255);
    if (!level) return std::nullopt;
    return static_cast<Colour>(*level) * 0x010101U;
  }
  Colour colour = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + 1, end, colour, 16);
  if (text.size() != 7 || error != std::errc{} || stop != end) return std::nullopt;
  return colour;
}

Colour colour_at(std::span<const png_byte> rgb, std::size_t pixel) {
  return Colour{rgb[3 * pixel]} << 16 | Colour{rgb[3 * pixel + 1]} << 8 | Colour{rgb[3 * pixel + 2]};
}

/// What decode_png does without a legend.
std::optional<TerrainId> open_or_wall(Colour colour) {
  const Colour luminance = 299 * (colour >> 16) + 587 * (colour >> 8 & 0xff) + 114 * (colour & 0xff);
  return luminance >= 128'000 ? TerrainId{0} : TerrainId{1};
}

/// libpng's state. Its errors leave by longjmp, so that every call which may fail goes through run().
class PngReader {
 public:
  explicit PngReader(std::span<const std::byte> bytes)
      : rest_(bytes), png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, this, &on_error, &on_warning)) {
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
  }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;
  ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }

  /// Calls step(png, info); false if libpng gave up, see reason(). Not to be inlined, and `step` may hold nothing with
  /// a destructor: longjmp skips it.
  template <class Step>
  [[gnu::noinline]] bool run(const Step& step) {
    if (info_ == nullptr) return false;
    if (setjmp(png_jmpbuf(png_)) != 0) return false;  // NOLINT(cert-err52-cpp): libpng promises nothing for exceptions
    step(png_, info_);
    return true;
  }
  [[nodiscard]] std::string_view reason() const noexcept {
    return reason_.front() == 0 ? "not enough memory" : reason_.data();
  }

  static void read(png_structp png, png_bytep out, std::size_t size) {
    auto& self = *static_cast<PngReader*>(png_get_io_ptr(png));
    if (size > self.rest_.size()) png_error(png, "the file ends inside the picture");
    std::memcpy(out, self.rest_.data(), size);
    self.rest_ = self.rest_.subspan(size);
  }

 private:
  [[noreturn]] static void on_error(png_structp png, png_const_charp text) {
    auto& self = *static_cast<PngReader*>(png_get_error_ptr(png));
    std::strncpy(self.reason_.data(), text, self.reason_.size() - 1);
    png_longjmp(png, 1);
  }
  static void on_warning(png_structp, png_const_charp) {}

  std::span<const std::byte> rest_;
  std::array<char, 128> reason_{};  ///< the text of libpng's error, ended by 0
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
};

struct Picture {
  png_uint_32 width = 0;
  png_uint_32 height = 0;
  int bits_per_pixel = 0;
  int passes = 1;
};

/// Reads up to the pixels.
bool read_header(PngReader& reader, Picture& picture) {
  return reader.run([&](png_structp png, png_infop info) {
    png_set_read_fn(png, &reader, &PngReader::read);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);  // ours are checked with a clearer message
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_read_info(png, info);
    picture.width = png_get_image_width(png, info);
    picture.height = png_get_image_height(png, info);
    picture.bits_per_pixel = png_get_bit_depth(png, info) * png_get_channels(png, info);
    picture.passes = png_get_interlace_type(png, info) == PNG_INTERLACE_ADAM7 ? PNG_INTERLACE_ADAM7_PASSES : 1;
  });
}

/// Has every pixel come out as three bytes.
bool ask_for_rgb(PngReader& reader) {
  return reader.run([](png_structp png, png_infop info) {
    png_set_palette_to_rgb(png);
    png_set_expand_gray_1_2_4_to_8(png);
    png_set_strip_16(png);
    png_set_strip_alpha(png);
    png_set_gray_to_rgb(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != std::size_t{3} * png_get_image_width(png, info)) {
      png_error(png, "pixels of an unknown kind");
    }
  });
}

Outcome check_size(const Picture& picture, std::size_t file_bytes, std::string_view name) {
  const auto [width, height, bits, passes] = picture;
  if (width > kMaxSide || height > kMaxSide) {
    return Error{ErrorCode::limit,
                 fmt::format("{}: a picture of {}x{} pixels; sides may be up to {}", name, width, height, kMaxSide)};
  }
  // Deflate expands at most 1032 times (258 bytes from 2 bits).
  const std::uint64_t pixel_bytes = std::uint64_t{width} * height * static_cast<unsigned>(bits) / 8;
  if (pixel_bytes / 1032 > file_bytes) {
    return Error{ErrorCode::syntax,
                 fmt::format("{}: {}x{} pixels cannot come out of {} bytes", name, width, height, file_bytes)};
  }
  return Success{};
}

/// One of the seven grids that an interlaced picture comes as, or the whole picture.
struct Pass {
  int number = 0;
  bool interlaced = false;
  png_uint_32 columns = 0;
  png_uint_32 rows = 0;

  Pass(const Picture& picture, int n)
      : number(n),
        interlaced(picture.passes > 1),
        columns(interlaced ? PNG_PASS_COLS(picture.width, n) : picture.width),
        rows(interlaced ? PNG_PASS_ROWS(picture.height, n) : picture.height) {}
  [[nodiscard]] png_uint_32 x(png_uint_32 column) const {
    return interlaced ? PNG_COL_FROM_PASS_COL(column, number) : column;
  }
  [[nodiscard]] png_uint_32 y(png_uint_32 row) const { return interlaced ? PNG_ROW_FROM_PASS_ROW(row, number) : row; }
};

/// Turns a row of pixels into terrain; `tiles` is the row of the map. Returns the column of the first unknown colour,
/// or the number of columns.
template <class TerrainOf>
png_uint_32 place_row(const Pass& pass, std::span<const png_byte> rgb, const TerrainOf& terrain_of,
                      std::span<TerrainId> tiles) {
  std::optional<Colour> last;
  std::optional<TerrainId> terrain;
  for (png_uint_32 i = 0; i < pass.columns; ++i) {
    const Colour colour = colour_at(rgb, i);
    if (colour != last) terrain = terrain_of(colour);
    if (!terrain) return i;
    last = colour;
    tiles[pass.x(i)] = *terrain;
  }
  return pass.columns;
}

template <class TerrainOf>
Outcome read_tiles(PngReader& reader, const Picture& picture, const TerrainOf& terrain_of, std::string_view name,
                   std::span<TerrainId> tiles) {
  std::vector<png_byte> rgb(std::size_t{3} * picture.width);
  png_byte* const row = rgb.data();
  for (int n = 0; n < picture.passes; ++n) {
    const Pass pass(picture, n);
    if (pass.columns == 0) continue;
    for (png_uint_32 j = 0; j < pass.rows; ++j) {
      if (!reader.run([&](png_structp png, png_infop) { png_read_row(png, row, nullptr); })) {
        return Error{ErrorCode::syntax, fmt::format("{}: {}", name, reader.reason())};
      }
      const std::size_t y = pass.y(j);
      const png_uint_32 i = place_row(pass, rgb, terrain_of, tiles.subspan(y * picture.width, picture.width));
      if (i < pass.columns) {
        return Error{ErrorCode::syntax, fmt::format("{}: pixel {},{} has colour #{:06x}, which the legend lacks", name,
                                                    pass.x(i), y, colour_at(rgb, i))};
      }
    }
  }
  return Success{};
}

}  // namespace

Result<ColourLegend> ColourLegend::parse(std::string_view text, std::string_view name) {
  ColourLegend legend;
  LineReader lines(text, name);
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (is_blank(line) || line.starts_with("//")) continue;
    const auto fields = split_fields(line, 4);
    if (fields.size() != 3) {
      return lines.error(ErrorCode::syntax, "expected colour, terrain name and cost, separated by tabs");
    }
    const auto colour = parse_colour(fields[0]);
    if (!colour) {
      return lines.error(
          ErrorCode::syntax, fields[0],
          fmt::format("colour {} is neither #rrggbb nor a grey level from 0 to 255", in_quotes(fields[0])));
    }
    const auto id = legend.terrains_.add(fields[1], fields[2]);
    if (!id) return lines.error(id.error().code, fields[1], id.error().message);
    if (!legend.ids_.emplace(*colour, *id).second) {
      return lines.error(ErrorCode::syntax, fields[0],
                         fmt::format("colour {} is in the legend twice", in_quotes(fields[0])));
    }
  }
  if (legend.ids_.empty()) return lines.error(ErrorCode::syntax, "no colour in the legend");
  return legend;
}

std::optional<TerrainId> ColourLegend::find(Colour colour) const {
  const auto found = ids_.find(colour);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

Result<TileMap> decode_png(std::span<const std::byte> bytes, const ColourLegend* legend, std::string_view name) {
  PngReader reader(bytes);
  const auto failure = [&] { return Error{ErrorCode::syntax, fmt::format("{}: {}", name, reader.reason())}; };
  Picture picture;
  if (!read_header(reader, picture)) return failure();
  if (const auto size = check_size(picture, bytes.size(), name); !size) return size.error();
  if (!ask_for_rgb(reader)) return failure();

  std::vector<TerrainId> tiles(std::size_t{picture.width} * picture.height);
  const auto read = legend == nullptr
                        ? read_tiles(reader, picture, open_or_wall, name, tiles)
                        : read_tiles(
                              reader, picture, [&](Colour colour) { return legend->find(colour); }, name, tiles);
  if (!read) return read.error();
  if (!reader.run([](png_structp png, png_infop) { png_read_end(png, nullptr); })) return failure();

  std::vector<Terrain> palette =
      legend == nullptr ? std::vector<Terrain>{{"open", kCostScale}, {"wall", 0}} : legend->palette();
  return TileMap::create(static_cast<std::int32_t>(picture.width), static_cast<std::int32_t>(picture.height),
                         std::move(palette), std::move(tiles));
}

}  // namespace portolan
