// SPDX-License-Identifier: BSL-1.0
// Tile data of Tiled: what comes out, damage, and small data that claim to be large.
#include "formats/reader_support.hpp"
#include "formats/tiled_writer.hpp"
#include "portolan/formats/maps/png_rows.hpp"
#include "portolan/formats/unpack.hpp"

#include <string>
#include <vector>

using namespace portolan;
using test::failure;
using test::Rng;

namespace {

Result<std::vector<std::uint32_t>> decoded(const TiledLayerData& data, std::size_t count) {
  std::vector<std::uint32_t> tiles;
  const Outcome done =
      decode_tiles(data, count, [&](std::size_t first, std::span<const std::uint32_t> gids) -> Outcome {
        if (first != tiles.size()) return Error{ErrorCode::corrupt, "out of order"};
        tiles.insert(tiles.end(), gids.begin(), gids.end());
        return Success{};
      });
  if (!done) return done.error();
  return tiles;
}

TiledLayerData stored(const std::vector<std::uint32_t>& gids, TiledEncoding encoding) {
  if (encoding == TiledEncoding::plain) return {encoding, {}, gids};
  if (encoding == TiledEncoding::csv) return {encoding, test::numbers(gids), {}};
  return {encoding, test::packed_tiles(gids, encoding), {}};
}

std::string fault(TiledEncoding encoding, const std::string& text, std::size_t count) {
  return failure(decoded({encoding, text, {}}, count), ErrorCode::syntax);
}

}  // namespace

TEST_CASE("tile data of every encoding and length") {
  Rng rng(9);
  for (const TiledEncoding encoding : test::kTiledEncodings) {
    for (const std::size_t count : {1U, 2U, 3U, 4095U, 4096U, 4097U, 50'000U}) {
      std::vector<std::uint32_t> gids;
      for (std::size_t i = 0; i < count; ++i) gids.push_back(static_cast<std::uint32_t>(rng.next()));
      const TiledLayerData data = stored(gids, encoding);
      for (std::uint32_t& gid : gids) gid &= 0x0fffffffU;
      REQUIRE(decoded(data, count).value() == gids);
      CHECK(failure(decoded(data, count - 1), ErrorCode::syntax) ==
            "more than " + std::to_string(count - 1) + " tiles");
      CHECK(failure(decoded(data, count + 1), ErrorCode::syntax) ==
            std::to_string(count) + " tiles instead of " + std::to_string(count + 1));
    }
  }
}

TEST_CASE("damaged tile data") {
  CHECK(fault(TiledEncoding::csv, "1,", 2) == "'' is no number of a tile");
  CHECK(fault(TiledEncoding::csv, "4294967296", 1) == "'4294967296' is no number of a tile");
  CHECK(fault(TiledEncoding::base64, "AQAA*AA=", 1) == "'*' is out of place in base64");
  CHECK(fault(TiledEncoding::base64, "AQ==AAAA", 1) == "'A' is out of place in base64");
  CHECK(fault(TiledEncoding::base64, "AQAAA", 1) == "base64 ends amid a byte");
  CHECK(fault(TiledEncoding::base64, "AQAA", 1) == "the data end amid a tile");
  CHECK(decoded({TiledEncoding::base64, " AQ AA\nAA== ", {}}, 1).value() == std::vector<std::uint32_t>{1});
  const std::vector<std::uint32_t> gids(100, 7);
  for (const TiledEncoding encoding :
       {TiledEncoding::base64_zlib, TiledEncoding::base64_gzip, TiledEncoding::base64_zstd}) {
    const std::string good = test::packed_tiles(gids, encoding);
    CHECK(fault(encoding, good.substr(0, 12), 100) == "it is cut off");
    CHECK_FALSE(fault(encoding, "AAAA" + good, 100).empty());
    CHECK(fault(encoding, "", 100) == "it is cut off");
  }
}

TEST_CASE("data that unpack to more than the layer holds are stopped at its size") {
  const std::string zeros(std::size_t{64} << 20U, '\0');
  for (const auto& [encoding, bytes] : {std::pair(TiledEncoding::base64_zlib, test::deflated(zeros)),
                                        std::pair(TiledEncoding::base64_gzip, test::gzipped(zeros)),
                                        std::pair(TiledEncoding::base64_zstd, test::zstd_packed(zeros))}) {
    const TiledLayerData bomb{encoding, test::base64(bytes), {}};
    REQUIRE(bomb.text.size() < 100'000);
    std::size_t given = 0;
    const Outcome done = decode_tiles(bomb, 10'000, [&](std::size_t, std::span<const std::uint32_t> gids) -> Outcome {
      given += gids.size();
      return Success{};
    });
    CHECK(failure(done, ErrorCode::syntax) == "more than 10000 tiles");
    CHECK(given <= 10'000);
  }
}

TEST_CASE("zstd windows beyond the memory are refused, and rows and tiles of pictures by their size") {
  const std::string zeros(std::size_t{4} << 20, '\0');
  const std::string packed = test::zstd_packed(zeros);
  std::size_t taken = 0;
  const auto take = [&](std::string_view piece) -> Outcome {
    taken += piece.size();
    return Success{};
  };
  REQUIRE(unpack(packed, Packing::zstd, take, std::uint64_t{64} << 20));
  CHECK(taken == zeros.size());
  const Outcome refused = unpack(packed, Packing::zstd, take, std::uint64_t{1} << 16);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("memory") != std::string::npos);
  CHECK(taken == zeros.size());
  CHECK(check_picture("p.png", {100, 10}, 4, 100 * (10 * 4 + kPngBytesPerColumn)));
  const Outcome picture = check_picture("p.png", {100, 10}, 4, 100 * (10 * 4 + kPngBytesPerColumn) - 1);
  REQUIRE_FALSE(picture);
  CHECK(picture.error().code == ErrorCode::limit);
  CHECK(picture.error().message.find("p.png: 100x10 pixels") == 0);
}
