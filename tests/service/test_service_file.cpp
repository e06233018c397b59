// SPDX-License-Identifier: BSL-1.0
// States of services that somebody has tampered with: refused, or ones that a service can go on with.
#include "portolan/service/service_file.hpp"
#include "service/service_grounds.hpp"
#include "support/ascii.hpp"
#include "support/forged_state.hpp"

#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::random_request;
using test::random_setting;
using test::Rng;
using test::rough_ground;
using test::Setting;
using test::ticked;

TEST_CASE("a request that needs the credit of ages is reached in no more turns than there are clients") {
  const World& world = rough_ground().world();
  constexpr std::uint64_t kSlice = 4'001;
  const ServiceOptions options{.slots = 4, .clients = 3, .views = 1, .slice = kSlice};
  PathService service(world, 0, options);
  REQUIRE(service.submit({.from = {0, 0}, .to = {0, 0}}, {.client = 1}, Path()).status == Status::found);
  std::vector<std::byte> bytes = ServiceFile::bytes_of(service);
  // Behind the header come eight words that tell the kind, then the tick, the sequence and the credit.
  constexpr std::size_t kCredit = test::kStateHeader + 10 * sizeof(std::uint64_t);
  const std::uint64_t credit = ~std::uint64_t{0};
  REQUIRE(test::word_at(bytes, kCredit) == 0);
  std::memcpy(bytes.data() + kCredit, &credit, sizeof(credit));
  std::size_t changed = 0;
  for (std::size_t at = kCredit; at < bytes.size(); at += sizeof(std::uint64_t)) {
    if (test::word_at(bytes, at) != kSlice) continue;
    const std::uint64_t slice = std::uint64_t{1} << 62;
    std::memcpy(bytes.data() + at, &slice, sizeof(slice));
    ++changed;
  }
  REQUIRE(changed == 1);
  test::seal(bytes);
  std::vector<std::shared_ptr<const Overlay>> overlays;
  for (const ServedSnapshot& snapshot : service.snapshots()) overlays.push_back(snapshot.overlay);
  PathService other(world, 0, options);
  REQUIRE(ServiceFile::read(bytes, overlays, other).has_value());
  (void)other.tick({.expansions = 0});
  CHECK(other.waiting() == 0);

  const BuiltWorld elsewhere(test::ascii_map("..\n..\n"), MovementProfile{});
  overlays.back() = std::make_shared<const Overlay>(elsewhere.world());
  CHECK(ServiceFile::read(bytes, overlays, other).error().code == ErrorCode::usage);
}

TEST_CASE("answers to those who gave room of the other metric are saved and read") {
  const World& world = rough_ground().world();
  const ServiceOptions options{.slots = 2};
  PathService service(world, 0, options);
  const auto asked = service.submit({.from = {0, 0}, .to = {0, 0}}, {}, Path(PathRoom{.points = 8}));
  REQUIRE(asked.status == Status::found);
  (void)service.tick({.expansions = 100'000});
  REQUIRE(service.waiting() == 0);
  const std::vector<std::byte> bytes = ServiceFile::bytes_of(service);
  std::vector<std::shared_ptr<const Overlay>> overlays;
  for (const ServedSnapshot& snapshot : service.snapshots()) overlays.push_back(snapshot.overlay);
  PathService other(world, 0, options);
  REQUIRE(ServiceFile::read(bytes, overlays, other).has_value());
  CHECK(ServiceFile::hash_of(other) == ServiceFile::hash_of(service));
}

TEST_CASE("states that were forged are refused, or are ones that a service can go on with", "[heavy]") {
  Rng rng(78);
  const Setting setting = random_setting(rng, 40);
  const World& world = setting.built.world();
  const ServiceOptions options{.slots = 12, .clients = 2, .views = 2, .slice = 40};
  PathService service(world, 0, options);
  REQUIRE(service.show(1, setting.overlays[0]).status == Status::found);
  for (int i = 0; i < 12; ++i) {
    const RequestTerms terms{.client = static_cast<std::size_t>(i % 2), .view = static_cast<std::size_t>(i / 2 % 2)};
    REQUIRE(service.submit(random_request(rng, world), terms, Path(service.room())).status == Status::found);
  }
  const std::vector<Ticket> answered = ticked(service, 400);
  ServedPath served;
  if (!answered.empty()) REQUIRE(service.poll(answered.front(), served) == TicketState::answered);
  const std::vector<std::byte> bytes = ServiceFile::bytes_of(service);
  std::vector<std::shared_ptr<const Overlay>> overlays;
  for (const ServedSnapshot& snapshot : service.snapshots()) overlays.push_back(snapshot.overlay);

  PathService other(world, 0, options);
  const std::uint64_t before = ServiceFile::hash_of(other);
  const auto read = [&](std::span<const std::byte> state) { return ServiceFile::read(state, overlays, other); };
  for (std::size_t size = 0; size < bytes.size(); size += 8) REQUIRE_FALSE(read(std::span(bytes).first(size)));
  REQUIRE(ServiceFile::hash_of(other) == before);
  REQUIRE(ServiceFile::read(bytes, {}, other).error().code == ErrorCode::usage);
  std::swap(overlays[0], overlays[1]);
  REQUIRE(read(bytes).error().code == ErrorCode::usage);
  std::swap(overlays[0], overlays[1]);
  PathService unlike(world, 0, {.slots = 12, .clients = 2, .views = 2, .slice = 41});
  REQUIRE(ServiceFile::read(bytes, overlays, unlike).error().code == ErrorCode::usage);
  REQUIRE(ServiceFile::hash_of(other) == before);

  int taken = 0;
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::byte> forged = bytes;
    for (int change = rng.between(1, 3); change > 0; --change) {
      const std::size_t words = bytes.size() / 8;
      const auto at = 8 * static_cast<std::size_t>(rng.between(3, static_cast<std::int32_t>(words) - 1));
      const std::uint64_t value = rng.percent(60) ? static_cast<std::uint64_t>(rng.between(-2, 20)) : rng.next();
      std::memcpy(forged.data() + at, &value, sizeof(value));
    }
    if (rng.percent(10)) forged.resize(forged.size() - 8);
    test::seal(forged);
    // A path's room is what the state says, up to 2^32 of each, if the system gives that much.
    try {
      if (!read(forged)) {
        ++refused;
        continue;
      }
    } catch (const std::bad_alloc&) {
      ++refused;
      continue;
    }
    ++taken;
    for (int t = 0; t < 30; ++t) {
      for (const Ticket ticket : ticked(other, 1'000)) REQUIRE(other.poll(ticket, served) == TicketState::answered);
    }
    REQUIRE(read(bytes).has_value());
  }
  CHECK(taken > 100);
  CHECK(refused > 100);
}

}  // namespace
}  // namespace portolan
