// SPDX-License-Identifier: BSL-1.0
// Services in C: those of PathService, with edits, saved and gone on with, and wrong input.
#include "capi/capi_worlds.hpp"
#include "portolan/service/path_service.hpp"
#include "portolan/service/service_file.hpp"
#include "support/allocation_counter.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace portolan {
namespace {

using test::open_bytes;
using test::OverlayHandle;
using test::PathHandle;
using test::QueryHandle;
using test::Rng;
using test::sized;
using test::WorldHandle;

using ServiceHandle = test::Handle<portolan_service, portolan_service_destroy>;

portolan_service_options few_slots() {
  auto options = sized<portolan_service_options>();
  options.slots = 6;
  options.clients = 2;
  options.slice = 200;
  options.patience = 4;
  return options;
}

}  // namespace

TEST_CASE("services in C are those of PathService, and go on where they were written down") {
  const test::BuiltWorld built = test::map_world(11);
  WorldHandle world;
  open_bytes(built.bytes(), world);
  ServiceHandle service;
  const portolan_service_options options = few_slots();
  REQUIRE(portolan_service_create(world.get(), 0, &options, service.address()) == PORTOLAN_OK);
  PathService wanted(built.world(), 0, {.slots = 6, .clients = 2, .slice = 200, .patience = 4});
  QueryHandle query;
  REQUIRE(portolan_query_create(world.get(), 0, PORTOLAN_BASELINE_WITHOUT, query.address()) == PORTOLAN_OK);
  std::array<PathHandle, 6> paths;
  for (PathHandle& path : paths) REQUIRE(portolan_path_create(query.get(), 0, path.address()) == PORTOLAN_OK);
  OverlayHandle overlay;
  REQUIRE(portolan_overlay_create(world.get(), overlay.address()) == PORTOLAN_OK);
  REQUIRE(portolan_overlay_set_terrain(overlay.get(), {{40, 0}, {44, 80}}, 0) == PORTOLAN_OK);
  auto edits = std::make_shared<Overlay>(built.world());
  REQUIRE(edits->set_terrain({{40, 0}, {44, 80}}, 0).has_value());

  const PathRoom room = wanted.room();
  Rng rng(12);
  std::vector<std::uint64_t> sent;
  std::size_t next_path = 0;
  int found = 0;
  int busy = 0;
  for (int t = 0; t < 60; ++t) {
    if (t % 20 == 10) {
      portolan_status status = PORTOLAN_STATUS_CORRUPT;
      const bool edited = t == 10;
      REQUIRE(portolan_service_show(service.get(), 0, edited ? overlay.get() : nullptr, &status) == PORTOLAN_OK);
      REQUIRE(static_cast<Status>(status) == wanted.show(0, edited ? edits : nullptr).status);
      std::uint64_t revision = 0;
      REQUIRE(portolan_service_revision(service.get(), 0, &revision) == PORTOLAN_OK);
      REQUIRE(revision == wanted.revision(0));
    }
    auto request = sized<portolan_path_request>();
    request.from = {rng.between(-1, 150), rng.between(0, 89)};
    request.to = {rng.between(0, 149), rng.between(0, 89)};
    request.ends = rng.percent(50) ? PORTOLAN_ENDS_NEAREST : PORTOLAN_ENDS_EXACT;
    auto terms = sized<portolan_service_terms>();
    terms.client = static_cast<std::uint64_t>(rng.below(2));
    terms.priority = static_cast<std::uint8_t>(rng.below(3));
    portolan_path* const path = paths[next_path].get();
    portolan_status status = PORTOLAN_STATUS_CORRUPT;
    std::uint64_t ticket = 0;
    REQUIRE(portolan_service_submit(service.get(), &request, &terms, path, &status, &ticket) == PORTOLAN_OK);
    const Submission expected = wanted.submit({.from = {request.from.x, request.from.y},
                                               .to = {request.to.x, request.to.y},
                                               .ends = static_cast<EndRule>(request.ends)},
                                              {.client = terms.client, .priority = terms.priority}, Path(room));
    REQUIRE(static_cast<Status>(status) == expected.status);
    if (expected.status == Status::found) {
      REQUIRE(ticket == expected.ticket.number);
      sent.push_back(ticket);
      next_path = (next_path + 1) % paths.size();
    } else {
      ++busy;
    }
    auto report = sized<portolan_service_report>();
    REQUIRE(portolan_service_tick(service.get(), 900, &report) == PORTOLAN_OK);
    const ServiceReport ticked = wanted.tick({900});
    REQUIRE(report.charged == ticked.charged);
    REQUIRE(report.searches == ticked.searches);
    std::vector<std::uint64_t> answered(static_cast<std::size_t>(report.answered));
    std::size_t count = 0;
    REQUIRE(portolan_service_answered(service.get(), answered.data(), answered.size(), &count) == PORTOLAN_OK);
    REQUIRE(count == ticked.answered.size());
    for (std::size_t i = 0; i < count; ++i) REQUIRE(answered[i] == ticked.answered[i].number);
    // The first that was sent is polled, or cancelled at times.
    if (!sent.empty() && t % 3 != 0) {
      const Ticket first{sent.front()};
      PathHandle& back = paths[(next_path + paths.size() - sent.size()) % paths.size()];
      portolan_ticket_state state = 9;
      if (t % 11 == 1) {
        REQUIRE(portolan_service_cancel(service.get(), first.number, back.get(), &state) == PORTOLAN_OK);
        REQUIRE(static_cast<TicketState>(state) == wanted.state(first));
        REQUIRE(wanted.cancel(first).has_value());
        sent.erase(sent.begin());
      } else {
        auto result = sized<portolan_path_result>();
        auto served = sized<portolan_served>();
        ServedPath right;
        REQUIRE(portolan_service_poll(service.get(), first.number, back.get(), &state, &result, &served) ==
                PORTOLAN_OK);
        const TicketState stands = wanted.poll(first, right);
        REQUIRE(static_cast<TicketState>(state) == stands);
        if (stands == TicketState::answered) {
          sent.erase(sent.begin());
          REQUIRE(static_cast<Status>(result.status) == right.result.status);
          REQUIRE(result.cost == right.result.cost);
          REQUIRE(result.expansions == right.result.work);
          REQUIRE(result.waypoint_count == right.path.waypoints().size());
          REQUIRE(served.revision == right.revision);
          REQUIRE(served.asked == right.asked);
          REQUIRE(served.answered == right.answered);
          REQUIRE(served.charged == right.charged);
          found += has_path(right.result.status) ? 1 : 0;
          std::size_t waypoints = 0;
          REQUIRE(portolan_path_waypoints(back.get(), nullptr, 0, &waypoints) == PORTOLAN_OK);
          REQUIRE(waypoints == right.path.waypoints().size());
        }
      }
    }
    std::uint64_t hash = 0;
    REQUIRE(portolan_service_hash(service.get(), &hash) == PORTOLAN_OK);
    REQUIRE(hash == ServiceFile::hash_of(wanted));
    if (t % 15 == 14) {
      std::size_t size = 0;
      REQUIRE(portolan_service_bytes(service.get(), nullptr, 0, &size) == PORTOLAN_OK);
      std::vector<std::uint8_t> bytes(size);
      REQUIRE(portolan_service_bytes(service.get(), bytes.data(), size, &size) == PORTOLAN_OK);
      REQUIRE(portolan_service_snapshots(service.get(), nullptr, 0, &count) == PORTOLAN_OK);
      std::vector<std::uint64_t> revisions(count);
      REQUIRE(portolan_service_snapshots(service.get(), revisions.data(), count, &count) == PORTOLAN_OK);
      std::vector<const portolan_overlay*> overlays;
      // The first that was shown is the overlay's.
      for (const std::uint64_t revision : revisions) overlays.push_back(revision == 1 ? overlay.get() : nullptr);
      ServiceHandle other;
      REQUIRE(portolan_service_create(world.get(), 0, &options, other.address()) == PORTOLAN_OK);
      REQUIRE(portolan_service_read(other.get(), bytes.data(), size, overlays.data(), count) == PORTOLAN_OK);
      std::swap(*service.address(), *other.address());
      bytes[40] ^= 1U;
      CHECK(portolan_service_read(other.get(), bytes.data(), size, overlays.data(), count) == PORTOLAN_ERROR_CORRUPT);
      bytes[40] ^= 1U;
      CHECK(portolan_service_read(other.get(), bytes.data(), size, overlays.data(), 0) == PORTOLAN_ERROR_OTHER_WORLD);
    }
  }
  CHECK(found > 8);
  CHECK(busy > 5);
}

TEST_CASE("services in C refuse wrong input") {
  const test::BuiltWorld built = test::map_world(13);
  WorldHandle world;
  WorldHandle elsewhere;
  open_bytes(built.bytes(), world);
  open_bytes(built.bytes(), elsewhere);
  portolan_service* none = nullptr;
  auto options = few_slots();
  CHECK(portolan_service_create(world.get(), 0, &options, nullptr) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_service_create(nullptr, 0, &options, &none) == PORTOLAN_ERROR_NULL);
  CHECK(portolan_service_create(world.get(), 2, &options, &none) == PORTOLAN_ERROR_RANGE);
  options.slice = 15;
  CHECK(portolan_service_create(world.get(), 0, &options, &none) == PORTOLAN_ERROR_VALUE);
  options = few_slots();
  options.threads = 1025;
  CHECK(portolan_service_create(world.get(), 0, &options, &none) == PORTOLAN_ERROR_VALUE);
  options.threads = 0;
  options.slots = std::uint64_t{1} << 33;
  CHECK(portolan_service_create(world.get(), 0, &options, &none) == PORTOLAN_ERROR_LIMIT);
  options.struct_size = 1;
  CHECK(portolan_service_create(world.get(), 0, &options, &none) == PORTOLAN_ERROR_STRUCT_SIZE);
  CHECK(none == nullptr);

  ServiceHandle made;
  REQUIRE(portolan_service_create(world.get(), 0, nullptr, made.address()) == PORTOLAN_OK);
  portolan_service* const service = made.get();
  auto* const wrong = reinterpret_cast<portolan_service*>(world.get());
  OverlayHandle foreign;
  REQUIRE(portolan_overlay_create(elsewhere.get(), foreign.address()) == PORTOLAN_OK);
  QueryHandle query;
  PathHandle path;
  REQUIRE(portolan_query_create(elsewhere.get(), 0, PORTOLAN_BASELINE_WITHOUT, query.address()) == PORTOLAN_OK);
  REQUIRE(portolan_path_create(query.get(), 8, path.address()) == PORTOLAN_OK);
  portolan_status status = PORTOLAN_STATUS_FOUND;
  std::uint64_t number = 0;
  std::size_t count = 0;
  auto request = sized<portolan_path_request>();
  auto terms = sized<portolan_service_terms>();
  const auto submit = [&](portolan_service* to, portolan_path* memory) {
    return portolan_service_submit(to, &request, &terms, memory, &status, &number);
  };
  SECTION("show and revision") {
    CHECK(portolan_service_show(nullptr, 0, nullptr, &status) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_service_show(wrong, 0, nullptr, &status) == PORTOLAN_ERROR_HANDLE);
    CHECK(portolan_service_show(service, 0, nullptr, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_service_show(service, 1, nullptr, &status) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_service_show(service, 0, foreign.get(), &status) == PORTOLAN_ERROR_OTHER_WORLD);
    CHECK(portolan_service_revision(service, 1, &number) == PORTOLAN_ERROR_RANGE);
    CHECK(portolan_service_revision(service, 0, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_service_snapshots(service, nullptr, 0, &count) == PORTOLAN_OK);
    CHECK(count == 2);
  }
  SECTION("submit") {
    CHECK(submit(nullptr, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(submit(wrong, nullptr) == PORTOLAN_ERROR_HANDLE);
    CHECK(submit(service, path.get()) == PORTOLAN_ERROR_OTHER_WORLD);
    CHECK(portolan_service_submit(service, nullptr, &terms, nullptr, &status, &number) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_service_submit(service, &request, &terms, nullptr, nullptr, &number) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_service_submit(service, &request, &terms, nullptr, &status, nullptr) == PORTOLAN_ERROR_NULL);
    terms.client = 1;
    CHECK(submit(service, nullptr) == PORTOLAN_ERROR_RANGE);
    terms.client = 0;
    terms.view = 1;
    CHECK(submit(service, nullptr) == PORTOLAN_ERROR_RANGE);
    terms.struct_size = 0;
    CHECK(submit(service, nullptr) == PORTOLAN_ERROR_STRUCT_SIZE);
    request.tier = 99;
    CHECK(submit(service, nullptr) == PORTOLAN_ERROR_VALUE);
    request.struct_size = 0;
    CHECK(submit(service, nullptr) == PORTOLAN_ERROR_STRUCT_SIZE);
  }
  SECTION("tick, poll and cancel") {
    CHECK(submit(service, nullptr) == PORTOLAN_OK);
    CHECK(portolan_service_tick(nullptr, 0, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_service_tick(wrong, 0, nullptr) == PORTOLAN_ERROR_HANDLE);
    portolan_service_report report{};
    CHECK(portolan_service_tick(service, 0, &report) == PORTOLAN_ERROR_STRUCT_SIZE);
    portolan_ticket_state state = 9;
    auto result = sized<portolan_path_result>();
    const auto poll = [&](std::uint64_t ticket, portolan_path* memory) {
      return portolan_service_poll(service, ticket, memory, &state, &result, nullptr);
    };
    CHECK(poll(number, path.get()) == PORTOLAN_ERROR_OTHER_WORLD);
    CHECK(poll(number, nullptr) == PORTOLAN_OK);
    CHECK(state == PORTOLAN_TICKET_WAITING);
    CHECK(portolan_service_tick(service, 100'000, nullptr) == PORTOLAN_OK);
    CHECK(portolan_service_answered(service, nullptr, 0, &count) == PORTOLAN_OK);
    CHECK(count == 1);
    portolan_served served{};
    CHECK(portolan_service_poll(service, number, nullptr, &state, &result, &served) == PORTOLAN_ERROR_STRUCT_SIZE);
    CHECK(portolan_service_poll(service, number, nullptr, nullptr, &result, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_service_poll(service, number, nullptr, &state, nullptr, nullptr) == PORTOLAN_ERROR_NULL);
    CHECK(poll(number, nullptr) == PORTOLAN_OK);
    CHECK(state == PORTOLAN_TICKET_ANSWERED);
    CHECK(portolan_service_cancel(service, number, nullptr, &state) == PORTOLAN_OK);
    CHECK(state == PORTOLAN_TICKET_UNKNOWN);
    CHECK(portolan_service_cancel(service, number, path.get(), &state) == PORTOLAN_ERROR_OTHER_WORLD);
  }
  SECTION("bytes") {
    std::array<std::uint8_t, 8> bytes{};
    const portolan_overlay* const overlays = foreign.get();
    CHECK(portolan_service_read(service, nullptr, 8, nullptr, 0) == PORTOLAN_ERROR_NULL);
    CHECK(portolan_service_read(service, bytes.data(), 8, &overlays, 1) == PORTOLAN_ERROR_OTHER_WORLD);
    CHECK(portolan_service_read(service, bytes.data(), 8, nullptr, 0) == PORTOLAN_ERROR_CORRUPT);
    CHECK(portolan_service_bytes(service, bytes.data(), 8, &count) == PORTOLAN_ERROR_BUFFER);
    CHECK(portolan_service_hash(service, nullptr) == PORTOLAN_ERROR_NULL);
  }
}

TEST_CASE("services in C tick without allocating") {
  if (!test::AllocationCounter::kAvailable) return;
  const test::BuiltWorld built = test::labelled_rooms(14);
  WorldHandle world;
  open_bytes(built.bytes(), world);
  ServiceHandle service;
  QueryHandle query;
  PathHandle path;
  REQUIRE(portolan_service_create(world.get(), 0, nullptr, service.address()) == PORTOLAN_OK);
  REQUIRE(portolan_query_create(world.get(), 0, PORTOLAN_BASELINE_WITHOUT, query.address()) == PORTOLAN_OK);
  REQUIRE(portolan_path_create(query.get(), 0, path.address()) == PORTOLAN_OK);
  auto request = sized<portolan_path_request>();
  request.from = {5, 5};
  request.to = {90, 90};
  request.ends = PORTOLAN_ENDS_NEAREST;
  auto result = sized<portolan_path_result>();
  portolan_status status = PORTOLAN_STATUS_CORRUPT;
  portolan_ticket_state state = PORTOLAN_TICKET_UNKNOWN;
  std::uint64_t ticket = 0;
  const test::AllocationCounter counter;
  const bool right =
      portolan_service_submit(service.get(), &request, nullptr, path.get(), &status, &ticket) == PORTOLAN_OK &&
      portolan_service_tick(service.get(), 100'000, nullptr) == PORTOLAN_OK &&
      portolan_service_poll(service.get(), ticket, path.get(), &state, &result, nullptr) == PORTOLAN_OK;
  const std::uint64_t allocations = counter.count();
  CHECK(allocations == 0);
  CHECK(right);
  CHECK(state == PORTOLAN_TICKET_ANSWERED);
  CHECK(result.waypoint_count > 1);
}

}  // namespace portolan
