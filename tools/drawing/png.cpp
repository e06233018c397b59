// SPDX-License-Identifier: BSL-1.0
#include "drawing/canvas.hpp"

#include <csetjmp>
#include <cstdlib>
#include <new>

#include <png.h>

namespace portolan::tools {
namespace {

void append_bytes(png_structp png, png_bytep bytes, std::size_t count) {
  bool appended = false;
  try {
    auto& out = *static_cast<std::vector<std::byte>*>(png_get_io_ptr(png));
    const auto* const first = reinterpret_cast<const std::byte*>(bytes);
    out.insert(out.end(), first, first + count);
    appended = true;
  } catch (const std::bad_alloc&) {
    // No exception may pass through libpng; it is told below, outside the handler.
  }
  if (!appended) png_error(png, "out of memory");
}

void flush_nothing(png_structp) {}
void stay_quiet(png_structp, png_const_charp) {}
[[noreturn]] void give_up(png_structp png, png_const_charp) {
  png_longjmp(png, 1);
}

/// Runs libpng, which reports errors by jumping back here: nothing in this function has a destructor.
bool encode(png_structp png, png_infop info, const Canvas& canvas) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_IHDR(png, info, static_cast<png_uint_32>(canvas.width()), static_cast<png_uint_32>(canvas.height()), 8,
               PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  // Maps have few colours and long runs, for which the plain filter compresses best.
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_set_compression_level(png, 6);
  png_set_compression_strategy(png, 0);
  png_set_compression_mem_level(png, 8);
  png_set_compression_window_bits(png, 15);
  png_write_info(png, info);
  for (std::int32_t y = 0; y < canvas.height(); ++y) {
    png_write_row(png, reinterpret_cast<png_const_bytep>(canvas.row(y).data()));
  }
  png_write_end(png, nullptr);
  return true;
}

static_assert(sizeof(Colour) == 4, "rows of pixels are handed to libpng as bytes");

}  // namespace

Result<std::vector<std::byte>> encode_png(const Canvas& canvas) {
  std::vector<std::byte> bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, give_up, stay_quiet);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  bool good = info != nullptr;
  if (good) {
    png_set_write_fn(png, &bytes, append_bytes, flush_nothing);
    good = encode(png, info, canvas);
  }
  png_destroy_write_struct(&png, &info);
  if (!good) return Error{ErrorCode::limit, "the picture cannot be encoded: out of memory"};
  return bytes;
}

}  // namespace portolan::tools
