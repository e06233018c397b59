// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/decimal.hpp"
#include "support/random_world.hpp"

#include <array>
#include <string>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

std::string again(std::string_view text) {
  const auto number = parse_decimal(text);
  return number ? to_text(*number) : "none";
}

TEST_CASE("decimals are read as people write them and printed in the fewest digits") {
  CHECK(again("0") == "0");
  CHECK(again("-0.000") == "0");
  CHECK(again("0012.3400") == "12.34");
  CHECK(again("+5") == "5");
  CHECK(again(".5") == "0.5");
  CHECK(again("5.") == "5");
  CHECK(again("-0.05") == "-0.05");
  CHECK(again("1e3") == "1000");
  CHECK(again("25E-4") == "0.0025");
  CHECK(again("1.5e+2") == "150");
  CHECK(again("100000000000000000") == "100000000000000000");
  CHECK(again("999999999999999999") == "999999999999999999");
  CHECK(again("0.000000000000000001") == "0.000000000000000001");
  CHECK(again("1000000.000000000000000000000") == "1000000");
}

TEST_CASE("what is no decimal, or needs too many digits, is none") {
  for (const std::string_view text : {"",
                                      "-",
                                      ".",
                                      "+-1",
                                      "nan",
                                      "inf",
                                      "-inf",
                                      "NaN",
                                      "1,5",
                                      "1.2.3",
                                      "0x10",
                                      "1e",
                                      "1e+",
                                      "1e+-2",
                                      "1 ",
                                      " 1",
                                      "e5",
                                      "1e19",
                                      "1e99999999999",
                                      "1e-19",
                                      "1000000000000000000",
                                      "1.234567890123456789",
                                      "12345678901234567.89"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_decimal(text).has_value());
  }
}

TEST_CASE("numbers scale exactly or not at all") {
  CHECK(scaled({15, 1}, 1) == 15);
  CHECK(scaled({15, 1}, 3) == 1500);
  CHECK_FALSE(scaled({15, 1}, 0).has_value());
  CHECK_FALSE(scaled({10, 0}, 18).has_value());
  CHECK(rounded({149, 2}, 1) == Decimal{15, 1});
  CHECK(rounded({145, 2}, 1) == Decimal{15, 1});
  CHECK(rounded({-145, 2}, 1) == Decimal{-15, 1});
  CHECK(rounded({144, 2}, 0) == Decimal{1, 0});
  CHECK(rounded({7, 0}, 3) == Decimal{7, 0});
}

TEST_CASE("printed decimals are read back as they were") {
  test::Rng rng(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto bound = static_cast<std::int64_t>(1) << rng.between(1, 59);
    std::int64_t digits = static_cast<std::int64_t>(rng.next() % static_cast<std::uint64_t>(bound));
    if (digits >= 1'000'000'000'000'000'000) continue;
    if (rng.percent(50)) digits = -digits;
    const Decimal number = make_decimal(digits, static_cast<std::uint32_t>(rng.between(0, 18)));
    const std::string text = to_text(number);
    CAPTURE(text);
    REQUIRE(parse_decimal(text) == number);
    REQUIRE(scaled(number, number.decimals) == number.digits);
  }
}

}  // namespace
}  // namespace portolan
