// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/unpack.hpp"

#include "portolan/formats/gzip.hpp"
#include "portolan/formats/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <string>

#include <zlib.h>
#include <zstd.h>

namespace portolan {
namespace {

using Take = std::function<Outcome(std::string_view)>;
using Piece = std::array<char, 1 << 16>;

Error broken(std::string_view reason) {
  return {ErrorCode::syntax, printable(reason)};
}

/// An inflating stream that ends itself.
class Inflater {
 public:
  explicit Inflater(int window_bits) { ready_ = ::inflateInit2(&stream_, window_bits) == Z_OK; }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() {
    if (ready_) ::inflateEnd(&stream_);
  }
  [[nodiscard]] bool ready() const noexcept { return ready_; }
  [[nodiscard]] z_stream& stream() noexcept { return stream_; }

 private:
  z_stream stream_{};
  bool ready_ = false;
};

/// Whether what stands behind the end of a stream begins another one.
enum class Members : std::uint8_t { one, many };

Outcome unpack_deflated(std::string_view bytes, int window_bits, Members members, const Take& take) {
  const char* const end = bytes.data() + bytes.size();
  Inflater inflater(window_bits);
  if (!inflater.ready()) return broken("zlib does not start");
  z_stream& stream = inflater.stream();
  Piece piece{};
  int status = Z_OK;
  while (status != Z_STREAM_END) {
    if (stream.avail_in == 0) {
      const std::size_t more = std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max());
      if (more == 0) return broken("it is cut off");
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib only reads it
      stream.avail_in = static_cast<uInt>(more);
      bytes.remove_prefix(more);
    }
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    status = ::inflate(&stream, Z_NO_FLUSH);
    if (status != Z_OK && status != Z_STREAM_END) return broken(stream.msg == nullptr ? "bad data" : stream.msg);
    if (Outcome taken = take({piece.data(), piece.size() - stream.avail_out}); !taken) return taken;
    if (status != Z_STREAM_END || members == Members::one) continue;
    const char* const next = reinterpret_cast<const char*>(stream.next_in);
    const std::string_view rest(next, static_cast<std::size_t>(end - next));
    // Zeros fill what was written in blocks.
    if (rest.find_first_not_of('\0') == std::string_view::npos) break;
    if (!is_gzip(rest)) return broken("there is something behind its end");
    if (::inflateReset(&stream) != Z_OK) return broken("zlib does not start");
    status = Z_OK;
  }
  return Success{};
}

Outcome unpack_zstd(std::string_view bytes, const Take& take, std::uint64_t memory) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&::ZSTD_freeDCtx)> context(::ZSTD_createDCtx(), &::ZSTD_freeDCtx);
  if (context == nullptr) return broken("zstd does not start");
  constexpr int kLeastWindow = 10;
  constexpr int kMostWindow = 27;
  const int window = std::clamp(static_cast<int>(std::bit_width(memory)) - 2, kLeastWindow, kMostWindow);
  if (::ZSTD_isError(::ZSTD_DCtx_setParameter(context.get(), ::ZSTD_d_windowLogMax, window)) != 0)
    return broken("zstd does not start");
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  Piece piece{};
  std::size_t left = 1;
  while (left != 0) {
    ZSTD_outBuffer out{piece.data(), piece.size(), 0};
    left = ::ZSTD_decompressStream(context.get(), &out, &in);
    if (::ZSTD_isError(left) != 0) return broken(::ZSTD_getErrorName(left));
    if (left != 0 && in.pos == in.size && out.pos < out.size) return broken("it is cut off");
    if (Outcome taken = take({piece.data(), out.pos}); !taken) return taken;
  }
  return Success{};
}

}  // namespace

Outcome unpack(std::string_view bytes, Packing packing, const Take& take, std::uint64_t memory) {
  constexpr int kGzipOnly = 16;
  switch (packing) {
    case Packing::none:
      return take(bytes);
    case Packing::zlib:
      return unpack_deflated(bytes, MAX_WBITS, Members::one, take);
    case Packing::gzip:
      return unpack_deflated(bytes, MAX_WBITS + kGzipOnly, Members::many, take);
    case Packing::zstd:
      return unpack_zstd(bytes, take, memory);
  }
  return Success{};
}

}  // namespace portolan
