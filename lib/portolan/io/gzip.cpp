// SPDX-License-Identifier: BSL-1.0
#include "portolan/io/gzip.hpp"

#include "portolan/io/file.hpp"
#include "portolan/io/text.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>
#include <zlib.h>

namespace portolan {
namespace {

/// An inflating stream that ends itself.
class Inflater {
 public:
  Inflater() : ready_(::inflateInit2(&stream_, MAX_WBITS + kGzipOnly) == Z_OK) {}
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() {
    if (ready_) ::inflateEnd(&stream_);
  }
  [[nodiscard]] bool ready() const noexcept { return ready_; }
  [[nodiscard]] z_stream& stream() noexcept { return stream_; }

 private:
  static constexpr int kGzipOnly = 16;
  z_stream stream_{};
  bool ready_;
};

}  // namespace

bool is_gzip(std::string_view bytes) noexcept {
  return bytes.starts_with("\x1f\x8b");
}

Result<std::string> unpack_gzip(std::string_view bytes, std::string_view name) {
  const auto broken = [&](std::string_view reason) {
    return Error{ErrorCode::syntax, fmt::format("{}: broken gzip file: {}", name, printable(reason))};
  };
  Inflater inflater;
  if (!inflater.ready()) return broken("zlib does not start");
  z_stream& stream = inflater.stream();
  std::string content;
  std::array<char, 1 << 16> chunk{};
  int status = Z_OK;
  while (status != Z_STREAM_END) {
    if (stream.avail_in == 0) {
      const std::size_t more = std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max());
      if (more == 0) return broken("it is cut off");
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // NOLINT: zlib only reads it
      stream.avail_in = static_cast<uInt>(more);
      bytes.remove_prefix(more);
    }
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = static_cast<uInt>(chunk.size());
    status = ::inflate(&stream, Z_NO_FLUSH);
    if (status != Z_OK && status != Z_STREAM_END) return broken(stream.msg == nullptr ? "bad data" : stream.msg);
    content.append(chunk.data(), chunk.size() - stream.avail_out);
    if (content.size() > kMaxFileBytes) {
      return Error{ErrorCode::limit, fmt::format("{}: unpacks to more than {} bytes", name, kMaxFileBytes)};
    }
  }
  return content;
}

}  // namespace portolan
