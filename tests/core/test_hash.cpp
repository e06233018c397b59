// SPDX-License-Identifier: BSL-1.0
// The hash is XXH3-64, whose values for known inputs are fixed by its specification.
#include "portolan/core/hash.hpp"

#include <array>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

using namespace portolan;

namespace {

std::uint64_t hash_text(std::string_view text) {
  return hash_bytes(std::as_bytes(std::span(text)));
}

}  // namespace

TEST_CASE("hash_bytes is XXH3") {
  CHECK(hash_bytes({}) == 0x2D06800538D394C2);
  CHECK(hash_text("") == 0x2D06800538D394C2);
  CHECK(hash_text("abc") == 0x78AF5F94892F3950);
}

TEST_CASE("hash_bytes sees every byte, at every length class of XXH3") {
  for (const std::size_t size : std::array<std::size_t, 11>{1, 3, 8, 16, 17, 128, 129, 240, 241, 1024, 5000}) {
    std::vector<std::byte> bytes(size, std::byte{7});
    const std::uint64_t before = hash_bytes(bytes);
    std::size_t unseen = 0;
    for (std::byte& byte : bytes) {
      byte ^= std::byte{1};
      unseen += hash_bytes(bytes) == before ? 1 : 0;
      byte ^= std::byte{1};
    }
    CAPTURE(size);
    CHECK(unseen == 0);
    CHECK(hash_bytes(bytes) == before);
  }
}

TEST_CASE("bytes that come piece by piece have the hash of them all") {
  std::vector<std::byte> bytes(3000);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * i >> 3);
  for (const std::size_t size : {0u, 1u, 16u, 240u, 241u, 3000u}) {
    for (const std::size_t piece : {1u, 7u, 300u}) {
      const auto all = std::span(bytes).first(size);
      PieceHash hash;
      for (std::size_t at = 0; at < size; at += piece) hash.add(all.subspan(at, std::min(piece, size - at)));
      CHECK(hash.value() == hash_bytes(all));
    }
  }
}
