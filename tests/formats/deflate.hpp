// SPDX-License-Identifier: BSL-1.0
// Packs bytes with zlib, for files that tests make.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <zlib.h>

namespace portolan::test {

/// As zlib for window bits up to 15, as gzip for 16 more.
inline std::string deflated_as(std::string_view bytes, int window_bits) {
  z_stream stream{};
  if (::deflateInit2(&stream, 9, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib does not start");
  std::string out(::deflateBound(&stream, bytes.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int ended = ::deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  if (ended != Z_STREAM_END) throw std::runtime_error("zlib does not end");
  return out;
}

inline std::string deflated(std::string_view bytes) {
  return deflated_as(bytes, MAX_WBITS);
}

inline std::string gzipped(std::string_view bytes) {
  return deflated_as(bytes, MAX_WBITS + 16);
}

}  // namespace portolan::test
