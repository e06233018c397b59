// SPDX-License-Identifier: BSL-1.0
// Result and the names of statuses.
#include "portolan/core/result.hpp"
#include "portolan/core/status.hpp"

#include <memory>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

using namespace portolan;

namespace {

Result<int> half_of(int n) {
  if (n % 2 != 0) return Error{ErrorCode::usage, std::to_string(n) + " is odd"};
  return n / 2;
}

}  // namespace

TEST_CASE("a result holds a value or an error") {
  const auto good = half_of(8);
  REQUIRE(good.has_value());
  CHECK(static_cast<bool>(good));
  CHECK(*good == 4);
  CHECK(good.value() == 4);

  const auto bad = half_of(7);
  REQUIRE_FALSE(bad.has_value());
  CHECK_FALSE(static_cast<bool>(bad));
  CHECK(bad.error().code == ErrorCode::usage);
  CHECK(bad.error().message == "7 is odd");
}

TEST_CASE("a result passes on values that can only move") {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  REQUIRE(result.has_value());
  CHECK(**result == 5);
  const std::unique_ptr<int> taken = std::move(result).value();
  CHECK(*taken == 5);
}

TEST_CASE("a result gives access to members and lets its value be changed") {
  Result<std::string> result = std::string("chart");
  CHECK(result->size() == 5);
  *result += "s";
  result.value() += "!";
  CHECK(std::as_const(result).value() == "charts!");
  CHECK(std::as_const(result)->back() == '!');
}

TEST_CASE("an outcome is success or an error") {
  const Outcome good = Success{};
  const Outcome bad = Error{ErrorCode::io, "disk full"};
  CHECK(good.has_value());
  CHECK_FALSE(bad.has_value());
  CHECK(bad.error().code == ErrorCode::io);
}

TEST_CASE("statuses have the names of the command line") {
  CHECK(to_string(Status::found) == "found");
  CHECK(to_string(Status::partial) == "partial");
  CHECK(to_string(Status::undecided) == "undecided");
  CHECK(to_string(Status::unreachable) == "unreachable");
  CHECK(to_string(Status::bad_start) == "bad_start");
  CHECK(to_string(Status::bad_goal) == "bad_goal");
  CHECK(to_string(Status::out_of_budget) == "out_of_budget");
  CHECK(to_string(Status::corrupt) == "corrupt");
}

TEST_CASE("reasons have names") {
  CHECK(to_string(Why::none) == "none");
  CHECK(to_string(Why::outside) == "outside");
  CHECK(to_string(Why::blocked) == "blocked");
  CHECK(to_string(Why::different_islands) == "different_islands");
  CHECK(to_string(Why::exhausted) == "exhausted");
  CHECK(to_string(Why::does_not_fit) == "does_not_fit");
  CHECK(to_string(Why::no_local_path) == "no_local_path");
  CHECK(to_string(Why::tier_missing) == "tier_missing");
  CHECK(to_string(Why::edited) == "edited");
  CHECK(to_string(Why::no_path_within) == "no_path_within");
  CHECK(to_string(Why::budget_spent) == "budget_spent");
  CHECK(to_string(Why::bad_reference) == "bad_reference");
}

TEST_CASE("tiers have the names of the command line") {
  CHECK(to_string(Tier::automatic) == "auto");
  CHECK(to_string(Tier::astar) == "astar");
  CHECK(to_string(Tier::local) == "local");
  CHECK(to_string(Tier::regions) == "regions");
}

TEST_CASE("two costs below infinity add up without wrapping") {
  CHECK((kInfiniteCost - 1) + (kInfiniteCost - 1) > kInfiniteCost);
}
