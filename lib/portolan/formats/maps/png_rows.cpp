// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/maps/png_rows.hpp"

#include "portolan/core/geometry.hpp"
#include "portolan/formats/memory_limit.hpp"

#include <array>
#include <csetjmp>
#include <cstring>
#include <vector>

#include <fmt/format.h>
#include <png.h>

namespace portolan {
namespace {

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

struct Header {
  png_uint_32 width = 0;
  png_uint_32 height = 0;
  int bits_per_pixel = 0;
  int passes = 1;
};

/// Reads up to the pixels.
bool read_header(PngReader& reader, Header& picture) {
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

Outcome check_size(const Header& picture, std::size_t file_bytes, std::string_view name) {
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

  Pass(const Header& picture, int n)
      : number(n),
        interlaced(picture.passes > 1),
        columns(interlaced ? PNG_PASS_COLS(picture.width, n) : picture.width),
        rows(interlaced ? PNG_PASS_ROWS(picture.height, n) : picture.height) {}
  [[nodiscard]] png_uint_32 x(png_uint_32 column) const {
    return interlaced ? PNG_COL_FROM_PASS_COL(column, number) : column;
  }
  [[nodiscard]] png_uint_32 y(png_uint_32 row) const { return interlaced ? PNG_ROW_FROM_PASS_ROW(row, number) : row; }
};

}  // namespace

Outcome check_picture(std::string_view name, const PictureSize& size, std::uint64_t bytes_per_pixel,
                      std::uint64_t memory) {
  const auto width = static_cast<std::uint64_t>(size.width);
  const auto height = static_cast<std::uint64_t>(size.height);
  return check_memory(name, fmt::format("{}x{} pixels", width, height),
                      width * (height * bytes_per_pixel + kPngBytesPerColumn), memory);
}

Outcome decode_png_rows(std::span<const std::byte> bytes, std::string_view name,
                        const std::function<Outcome(const PictureSize&)>& begin,
                        const std::function<Outcome(const PixelRow&)>& take) {
  PngReader reader(bytes);
  const auto failure = [&] { return Error{ErrorCode::syntax, fmt::format("{}: {}", name, reader.reason())}; };
  Header picture;
  if (!read_header(reader, picture)) return failure();
  if (Outcome possible = check_size(picture, bytes.size(), name); !possible) return possible;
  const PictureSize size{static_cast<std::int32_t>(picture.width), static_cast<std::int32_t>(picture.height)};
  if (Outcome begun = begin(size); !begun) return begun;
  if (!ask_for_rgb(reader)) return failure();

  std::vector<png_byte> rgb(std::size_t{3} * picture.width);
  png_byte* const row = rgb.data();
  for (int n = 0; n < picture.passes; ++n) {
    const Pass pass(picture, n);
    if (pass.columns == 0) continue;
    for (png_uint_32 j = 0; j < pass.rows; ++j) {
      if (!reader.run([&](png_structp png, png_infop) { png_read_row(png, row, nullptr); })) return failure();
      const PixelRow pixels{.y = pass.y(j),
                            .x = pass.x(0),
                            .step = pass.columns > 1 ? pass.x(1) - pass.x(0) : 1,
                            .rgb = std::span(rgb).first(std::size_t{3} * pass.columns)};
      if (Outcome taken = take(pixels); !taken) return taken;
    }
  }
  if (!reader.run([](png_structp png, png_infop) { png_read_end(png, nullptr); })) return failure();
  return Success{};
}

}  // namespace portolan
