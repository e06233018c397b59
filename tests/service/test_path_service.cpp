// SPDX-License-Identifier: BSL-1.0
// PathService: answers of PathQuery, each once, to each request in bounded time, the same for any number of threads.
#include "portolan/core/hash.hpp"
#include "portolan/query/path_file.hpp"
#include "portolan/service/path_service.hpp"
#include "portolan/service/service_file.hpp"
#include "service/service_grounds.hpp"
#include "support/allocation_counter.hpp"
#include "support/printing.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::random_request;
using test::random_setting;
using test::Rng;
using test::rough_ground;
using test::Setting;
using test::ticked;

/// Everything that is answered about a path, to be compared.
struct Told {
  std::uint64_t status = 0;
  std::uint64_t why = 0;
  std::uint64_t tier = 0;
  std::uint64_t ties_scope = 0;
  std::uint64_t cost = 0;
  std::uint64_t lower_bound = 0;
  std::uint64_t work = 0;
  std::uint64_t path = 0;
  friend bool operator==(const Told&, const Told&) = default;
};

Told told(const PathResult& result, const Path& path) {
  return {.status = static_cast<std::uint64_t>(result.status),
          .why = static_cast<std::uint64_t>(result.why),
          .tier = static_cast<std::uint64_t>(result.tier),
          .ties_scope = static_cast<std::uint64_t>(result.ties_scope),
          .cost = result.cost,
          .lower_bound = result.lower_bound,
          .work = result.work,
          .path = has_path(result.status) ? PathFile::hash_of(path) : 0};
}

/// What happened to a service, in order.
class Chronicle {
 public:
  void add(std::uint64_t value) {
    const std::array<std::uint64_t, 2> both{hash_, value};
    hash_ = hash_bytes(std::as_bytes(std::span(both)));
  }
  void add(const ServedPath& served) {
    const Told all = told(served.result, served.path);
    add(hash_bytes(std::as_bytes(std::span(&all, 1))));
    for (const std::uint64_t value : {served.revision, served.asked, served.answered, served.charged}) add(value);
  }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

/// A request whose answer has not been polled.
struct Outstanding {
  PathRequest request;
  RequestTerms terms;
  std::uint64_t revision = 0;
  std::size_t overlay = 0;
  std::uint64_t asked = 0;
  bool answered = false;
  bool whole = true;  ///< whether its path has all the room there is
};

/// What a run of a service came to.
struct Tale {
  std::uint64_t hash = 0;
  std::uint64_t answered = 0;
  std::uint64_t cancelled = 0;
  std::uint64_t refused = 0;
  std::uint64_t asked_again = 0;
  std::uint64_t shown = 0;
  std::uint64_t kept_waiting = 0;  ///< snapshots that there was no place for
  std::uint64_t longest_wait = 0;
};

/// How a service is driven, which changes nothing in what it does.
struct Drive {
  unsigned threads = 1;
  bool judged = false;   ///< answers are compared with those of a PathQuery
  bool resumed = false;  ///< every few ticks it is written down, and another one goes on
};

/// Drives a service by a seed: who asks, cancels, polls and edits.
Tale run(const Setting& setting, std::uint64_t seed, int ticks, const Drive& drive) {
  Rng rng(seed);
  const World& world = setting.built.world();
  ServiceOptions options{.slots = static_cast<std::size_t>(rng.between(1, 40)),
                         .clients = static_cast<std::size_t>(rng.between(1, 4)),
                         .views = static_cast<std::size_t>(rng.between(1, 2)),
                         .old_snapshots = static_cast<std::size_t>(rng.between(1, 2)),
                         .slice = static_cast<std::uint64_t>(rng.between(16, 400)),
                         .patience = static_cast<std::uint32_t>(rng.between(1, 8)),
                         .threads = drive.threads};
  const std::uint64_t budget =
      options.slice * static_cast<std::uint64_t>(rng.between(1, 8)) + static_cast<std::uint64_t>(rng.below(100));
  const std::int32_t asking = rng.between(1, 6);
  constexpr std::int32_t kPriorities = 5;
  auto service = std::make_unique<PathService>(world, 0, options);
  std::vector<PathQuery> oracles;
  PathRoom room;
  for (std::size_t i = 0; i < setting.overlays.size(); ++i) {
    oracles.emplace_back(world, 0).use(setting.overlays[i]);
    const PathRoom needed = oracles.back().room();
    room = {std::max(room.waypoints, needed.waypoints), std::max(room.hops, needed.hops),
            std::max(room.arcs, needed.arcs), std::max(room.points, needed.points)};
  }
  const std::size_t file = setting.overlays.size() - 1;
  std::vector<std::size_t> shown(options.views, file);
  std::vector<std::uint64_t> revisions(options.views, 0);
  std::map<Ticket, Outstanding> outstanding;
  Path right(room);
  std::vector<Path> memory;
  Chronicle chronicle;
  Tale tale;
  std::uint64_t dearest = options.slice;
  Ticket last{};

  const auto poll = [&](Ticket ticket) {
    const Outstanding expected = outstanding.at(ticket);
    ServedPath served;
    REQUIRE(service->poll(ticket, served) == TicketState::answered);
    REQUIRE(served.revision == expected.revision);
    REQUIRE(served.asked == expected.asked);
    tale.longest_wait = std::max(tale.longest_wait, served.answered - served.asked);
    dearest = std::max(dearest, served.charged);
    tale.asked_again += served.charged > served.result.work + ServiceOptions::kLeastSlice ? 1 : 0;
    const bool spent = served.result.why == Why::budget_spent;
    const std::uint64_t takes = spent ? expected.request.max_expansions : served.result.work;
    REQUIRE(served.charged <= 3 * takes + ServiceOptions::kLeastSlice);
    chronicle.add(served);
    if (drive.judged) {
      PathQuery& oracle = oracles[expected.overlay];
      const PathResult result = expected.whole ? oracle.find(expected.request, right) : oracle.find(expected.request);
      REQUIRE(told(served.result, served.path) == (expected.whole ? told(result, right) : told(result, Path())));
      REQUIRE(served.result.length == result.length);
    }
    if (expected.whole) memory.push_back(std::move(served.path));
    outstanding.erase(ticket);
    ++tale.answered;
    REQUIRE(service->state(ticket) == TicketState::unknown);
    REQUIRE(service->poll(ticket, served) == TicketState::unknown);
    REQUIRE_FALSE(service->cancel(ticket).has_value());
  };
  const auto random_ticket = [&] {
    auto at = outstanding.begin();
    std::advance(at, rng.below(static_cast<std::int32_t>(outstanding.size())));
    return at->first;
  };

  for (int t = 0; t < ticks; ++t) {
    if (drive.resumed && t % 7 == 3) {
      const std::vector<std::byte> bytes = ServiceFile::bytes_of(*service);
      ServiceOptions others = options;
      others.threads = t % 2 == 0 ? 1 : 2;
      auto next = std::make_unique<PathService>(world, 0, others);
      std::vector<std::shared_ptr<const Overlay>> overlays;
      for (const ServedSnapshot& snapshot : service->snapshots()) overlays.push_back(snapshot.overlay);
      REQUIRE(ServiceFile::read(bytes, overlays, *next).has_value());
      REQUIRE(ServiceFile::bytes_of(*next) == bytes);
      service = std::move(next);
    }
    if (rng.percent(10)) {
      const auto view = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(options.views)));
      const auto which = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(setting.overlays.size())));
      const Answer answer = service->show(view, setting.overlays[which]);
      if (answer.status == Status::found) {
        REQUIRE(service->revision(view) == ++tale.shown);
        revisions[view] = tale.shown;
        shown[view] = which;
      } else {
        REQUIRE(answer.status == Status::busy);
        ++tale.kept_waiting;
      }
      chronicle.add(static_cast<std::uint64_t>(answer.status));
    }
    for (std::int32_t i = rng.below(asking + 1); i > 0; --i) {
      const PathRequest request = random_request(rng, world);
      const RequestTerms terms{
          .client = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(options.clients))),
          .priority = static_cast<std::uint8_t>(rng.below(kPriorities)),
          .view = static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(options.views)))};
      const bool whole = rng.percent(90);
      Path path;
      if (whole && memory.empty()) {
        path = Path(room);
      } else if (whole) {
        path = std::move(memory.back());
        memory.pop_back();
      }
      const Submission sent = service->submit(request, terms, std::move(path));
      if (sent.status != Status::found) {
        REQUIRE(sent.status == Status::busy);
        REQUIRE(outstanding.size() == options.slots);
        if (whole) memory.push_back(std::move(path));  // NOLINT: left where it was
        ++tale.refused;
        continue;
      }
      REQUIRE((outstanding.empty() || last < sent.ticket));
      last = sent.ticket;
      outstanding[sent.ticket] = {.request = request,
                                  .terms = terms,
                                  .revision = revisions[terms.view],
                                  .overlay = shown[terms.view],
                                  .asked = service->ticks(),
                                  .whole = whole};
    }
    if (!outstanding.empty() && rng.percent(15)) {
      const Ticket ticket = random_ticket();
      auto back = service->cancel(ticket);
      REQUIRE(back.has_value());
      REQUIRE(service->state(ticket) == TicketState::unknown);
      if (outstanding.at(ticket).whole) {
        REQUIRE(back->room().waypoints == room.waypoints);
        memory.push_back(std::move(*back));
      }
      outstanding.erase(ticket);
      ++tale.cancelled;
    }
    const ServiceReport report = service->tick({.expansions = budget});
    REQUIRE(std::ranges::is_sorted(report.answered));
    if (t % 10 == 9) chronicle.add(ServiceFile::hash_of(*service));
    chronicle.add(report.charged);
    chronicle.add(report.searches);
    for (const Ticket ticket : report.answered) {
      chronicle.add(ticket.number);
      Outstanding& one = outstanding.at(ticket);  // known, and not cancelled
      REQUIRE_FALSE(one.answered);
      one.answered = true;
      REQUIRE(service->state(ticket) == TicketState::answered);
    }
    std::vector<Ticket> ready;
    std::size_t waiting = 0;
    for (const auto& [ticket, one] : outstanding) {
      if (!one.answered) {
        ++waiting;
      } else if (rng.percent(70)) {
        ready.push_back(ticket);
      }
    }
    REQUIRE(service->waiting() == waiting);
    for (const Ticket ticket : ready) poll(ticket);
  }
  // All who still wait are answered, though nobody asks any more.
  for (std::uint64_t left = 0; service->waiting() != 0; ++left) {
    REQUIRE(left < 1'000'000);
    for (const Ticket ticket : service->tick({.expansions = budget}).answered) outstanding.at(ticket).answered = true;
  }
  while (!outstanding.empty()) poll(outstanding.begin()->first);
  // The bound that the service promises, with n, E and L at their most.
  const std::uint64_t longest = std::max(options.slice, 2 * dearest);
  const std::uint64_t bound =
      (kPriorities - 1) * options.patience +
      (options.clients * (options.slots * dearest + longest + options.slice) + options.slice) / budget + 1;
  REQUIRE(tale.longest_wait <= bound);
  tale.hash = chronicle.hash();
  return tale;
}

}  // namespace

TEST_CASE("a service answers what a query does, each ticket once, in bounded time") {
  Rng rng(71);
  Tale all;
  for (int round = 0; round < 40; ++round) {
    const Setting setting = random_setting(rng, 70);
    const std::uint64_t seed = rng.next();
    CAPTURE(round, seed);
    const Tale tale = run(setting, seed, 60, {.judged = true});
    all.answered += tale.answered;
    all.cancelled += tale.cancelled;
    all.refused += tale.refused;
    all.asked_again += tale.asked_again;
    all.shown += tale.shown;
    all.kept_waiting += tale.kept_waiting;
    all.longest_wait = std::max(all.longest_wait, tale.longest_wait);
  }
  CHECK(all.answered > 1500);
  CHECK(all.cancelled > 100);
  CHECK(all.refused > 100);
  CHECK(all.asked_again > 100);
  CHECK(all.shown > 50);
  CHECK(all.kept_waiting > 2);
  CHECK(all.longest_wait > 3);
}

TEST_CASE("a service does the same with any number of threads", "[threads]") {
  Rng rng(72);
  for (int round = 0; round < 6; ++round) {
    const Setting setting = random_setting(rng, 50);
    const std::uint64_t seed = rng.next();
    CAPTURE(round, seed);
    const std::uint64_t alone = run(setting, seed, 40, {}).hash;
    REQUIRE(run(setting, seed, 40, {.threads = 2}).hash == alone);
    REQUIRE(run(setting, seed, 40, {.threads = 4}).hash == alone);
  }
}

TEST_CASE("a service that reads what another one wrote does what that goes on to do") {
  Rng rng(74);
  for (int round = 0; round < 12; ++round) {
    const Setting setting = random_setting(rng, 50);
    const std::uint64_t seed = rng.next();
    CAPTURE(round, seed);
    REQUIRE(run(setting, seed, 40, {.resumed = true}).hash == run(setting, seed, 40, {}).hash);
  }
}

TEST_CASE("a service answers what a query does for a hundred thousand ticks", "[long]") {
  Rng rng(73);
  for (int round = 0; round < 100; ++round) {
    const Setting setting = random_setting(rng, 100);
    const std::uint64_t seed = rng.next();
    CAPTURE(round, seed);
    const std::uint64_t alone = run(setting, seed, 1000, {.judged = true}).hash;
    if (round % 10 != 0) continue;
    REQUIRE(run(setting, seed, 1000, {.threads = 2, .resumed = true}).hash == alone);
    REQUIRE(run(setting, seed, 1000, {.threads = 4}).hash == alone);
  }
}

namespace {

PathRequest nothing_at(Tile tile) {
  return {.from = tile, .to = tile};
}

}  // namespace

TEST_CASE("a service refuses what it cannot take, and leaves the memory where it was") {
  const World& world = rough_ground().world();
  const auto made = [&](const ServiceOptions& options) { PathService(world, 0, options); };
  CHECK_THROWS_AS(made({.slots = 0}), std::invalid_argument);
  CHECK_THROWS_AS(made({.clients = 0}), std::invalid_argument);
  CHECK_THROWS_AS(made({.views = 0}), std::invalid_argument);
  CHECK_THROWS_AS(made({.old_snapshots = 0}), std::invalid_argument);
  CHECK_THROWS_AS(made({.slice = 15}), std::invalid_argument);
  CHECK_THROWS_AS(made({.patience = 0}), std::invalid_argument);
  CHECK_THROWS_AS(made({.slots = std::size_t{1} << 33}), std::length_error);
  CHECK_THROWS_AS(made({.views = 1, .old_snapshots = ~std::size_t{0}}), std::length_error);
  CHECK_THROWS_AS(made({.views = ~std::size_t{0}, .old_snapshots = 1}), std::length_error);

  PathService service(world, 0, {.slots = 2, .clients = 2, .views = 2});
  Path path(PathRoom::of(8));
  const auto refused = [&](const RequestTerms& terms) {
    const Submission sent = service.submit(nothing_at({1, 1}), terms, std::move(path));
    REQUIRE(path.room().waypoints == 8);  // NOLINT: left where it was
    return sent;
  };
  CHECK(refused({.client = 2}).status == Status::bad_request);
  CHECK(refused({.client = 2}).why == Why::out_of_range);
  CHECK(refused({.view = 2}).why == Why::out_of_range);
  CHECK(service.show(2, nullptr).why == Why::out_of_range);
  const Ticket first = service.submit(nothing_at({1, 1}), {}, Path()).ticket;
  const Ticket second = service.submit(nothing_at({1, 1}), {}, Path()).ticket;
  CHECK(refused({}).status == Status::busy);
  CHECK(refused({}).why == Why::no_room);
  // Answered requests keep their slots until they are polled; cancelled ones do not.
  CHECK(ticked(service, 10'000) == std::vector{first, second});
  CHECK(refused({}).status == Status::busy);
  CHECK(service.cancel(first).has_value());
  const Submission third = service.submit(nothing_at({1, 1}), {}, std::move(path));
  CHECK(third.status == Status::found);
  CHECK(second < third.ticket);
  CHECK(service.cancel(third.ticket)->room().waypoints == 8);
  CHECK(service.state({999}) == TicketState::unknown);
  CHECK_FALSE(service.cancel({999}).has_value());
}

TEST_CASE("requests of a client go by priority, then by age, and age counts as priority") {
  constexpr std::uint64_t kOne = ServiceOptions::kLeastSlice;  // one request a tick
  PathService service(rough_ground().world(), 0, {.slots = 20, .slice = kOne, .patience = 2});
  const auto submit = [&](std::uint8_t priority) {
    return service.submit(nothing_at({2, 2}), {.priority = priority}, Path()).ticket;
  };
  SECTION("priority, then tickets") {
    const Ticket low = submit(0);
    const Ticket middle = submit(1);
    const Ticket as_low = submit(0);
    const Ticket high = submit(2);
    for (const Ticket next : {high, middle, low, as_low}) CHECK(ticked(service, kOne) == std::vector{next});
    CHECK(ticked(service, kOne).empty());
  }
  SECTION("who waits is passed by those of the next priority for `patience` ticks") {
    const Ticket low = submit(0);
    CHECK(ticked(service, kOne) == std::vector{low});
    const Ticket waits = submit(0);
    std::vector<Ticket> high;
    for (int t = 0; t < 3; ++t) {
      high.push_back(submit(1));
      CHECK(ticked(service, kOne) == std::vector{t < 2 ? high.back() : waits});
    }
    CHECK(ticked(service, kOne) == std::vector{high.back()});
  }
  SECTION("what is not enough for a slice is kept, while something waits") {
    const Ticket one = submit(0);
    CHECK(ticked(service, kOne - 1).empty());
    CHECK(ticked(service, 1) == std::vector{one});
    CHECK(ticked(service, 10 * kOne).empty());
    submit(0);
    CHECK(ticked(service, kOne - 1).empty());  // nothing was saved while nobody waited
  }
  SECTION("who is cancelled leaves the others in their order") {
    const Ticket first = submit(0);
    const Ticket second = submit(0);
    const Ticket third = submit(0);
    CHECK(service.cancel(second).has_value());
    CHECK(service.waiting() == 2);
    CHECK(ticked(service, kOne) == std::vector{first});
    CHECK(ticked(service, kOne) == std::vector{third});
  }
}

TEST_CASE("as many requests are chosen as the credit has slices, before any is asked") {
  constexpr std::uint64_t kSlice = 1000;
  PathService service(rough_ground().world(), 0, {.slots = 600, .slice = kSlice});
  for (int i = 0; i < 600; ++i) REQUIRE(service.submit(nothing_at({3, 3}), {}, Path()).status == Status::found);
  // Each is charged 16, so from a credit of 2,000 on rounds of 2, 1, 1, ... follow until less than a slice is left.
  const ServiceReport report = service.tick({.expansions = 2 * kSlice});
  const std::uint64_t charged = report.searches * ServiceOptions::kLeastSlice;
  CHECK(report.charged == charged);
  CHECK(2 * kSlice - charged < kSlice);
  CHECK(2 * kSlice - charged + ServiceOptions::kLeastSlice >= kSlice);
}

TEST_CASE("a rule of ties goes as far in slices as in one search") {
  Rng rng(79);
  const test::BuiltWorld built(
      test::random_map(
          rng, {.character = test::Character::rooms, .weights = test::Weights::uniform, .width = 260, .height = 140}),
      MovementProfile{});
  const World& world = built.world();
  PathService service(world, 0, {.slots = 1, .slice = 16});
  PathQuery query(world, 0);
  Path right(query.room());
  int far = 0;
  int again = 0;
  for (int question = 0; question < 60; ++question) {
    const GridView& grid = world.profiles()[0].grid;
    const TieRule rule = question % 2 == 0 ? TieRule::random : TieRule::straightest;
    const PathRequest request{.from = *test::random_passable(rng, grid),
                              .to = *test::random_passable(rng, grid),
                              .tier = question % 3 == 0 ? Tier::regions : Tier::automatic,
                              .ties = {rule, rng.next()}};
    const Ticket ticket = service.submit(request, {}, Path(query.room())).ticket;
    while (service.waiting() != 0) (void)service.tick({.expansions = 1'000'000});
    ServedPath served;
    REQUIRE(service.poll(ticket, served) == TicketState::answered);
    const PathResult result = query.find(request, right);
    REQUIRE(told(served.result, served.path) == told(result, right));
    const bool is_far = std::abs(request.from.x - request.to.x) > 120;
    far += is_far && result.ties_scope == TiesScope::path ? 1 : 0;
    again += is_far && served.charged > result.work + ServiceOptions::kLeastSlice ? 1 : 0;
  }
  CHECK(far > 10);
  CHECK(again > 10);
}

TEST_CASE("clients get even shares, whatever they ask") {
  constexpr std::uint64_t kSlice = 20'000;  // enough for any of these questions
  const World& world = rough_ground().world();
  const GridView& grid = world.profiles()[0].grid;
  PathService service(world, 0, {.slots = 300, .clients = 3, .slice = kSlice});
  Rng rng(76);
  std::array<std::uint64_t, 3> charged{};
  std::array<int, 3> waiting{};
  std::array<std::uint64_t, 3> answered{};
  std::map<Ticket, std::size_t> whose;
  for (int t = 0; t < 300; ++t) {
    for (std::size_t client = 0; client < 3; ++client) {
      for (; waiting[client] < 100; ++waiting[client]) {
        // The first asks for nothing, the second for anything, the third for the other end of the map.
        const Tile from = *test::random_passable(rng, grid);
        PathRequest request = nothing_at(from);
        if (client == 1) request.to = *test::random_passable(rng, grid);
        if (client == 2)
          request = {.from = {rng.below(20), rng.below(20)}, .to = {89 - rng.below(20), 89 - rng.below(20)}};
        const Submission sent =
            service.submit(request, {.client = client, .priority = static_cast<std::uint8_t>(client)}, Path());
        REQUIRE(sent.status == Status::found);
        whose[sent.ticket] = client;
      }
    }
    for (const Ticket ticket : ticked(service, 37'000)) {
      ServedPath served;
      REQUIRE(service.poll(ticket, served) == TicketState::answered);
      const std::size_t client = whose.at(ticket);
      charged[client] += served.charged;
      --waiting[client];
      ++answered[client];
    }
    // The first runs out of requests within a tick.
    REQUIRE(std::min(waiting[1], waiting[2]) > 0);
    const auto [least, most] = std::minmax(charged[1], charged[2]);
    REQUIRE(most - least <= 2 * kSlice);
  }
  CHECK(answered[0] > answered[2]);
  CHECK(answered[0] > answered[1]);
  CHECK(std::min(charged[1], charged[2]) > 20 * kSlice);
}

TEST_CASE("submitting, ticking, polling and cancelling allocate nothing") {
  if (!test::AllocationCounter::kAvailable) return;
  Rng rng(77);
  for (int round = 0; round < 8; ++round) {
    const Setting setting = random_setting(rng, 60);
    const World& world = setting.built.world();
    PathService service(world, 0, {.slots = 16, .clients = 2, .slice = 64, .threads = round % 2 == 0 ? 1U : 2U});
    std::vector<Path> memory;
    std::vector<Ticket> sent;
    memory.reserve(16);
    sent.reserve(64);
    for (const auto& overlay : {setting.overlays[0], std::shared_ptr<const Overlay>()}) {
      REQUIRE(service.show(0, overlay).status == Status::found);
      while (memory.size() < 16) memory.emplace_back(service.room());
      std::vector<PathRequest> requests;
      for (int i = 0; i < 20; ++i) requests.push_back(random_request(rng, world));
      sent.clear();
      ServedPath served;
      const test::AllocationCounter counter;
      bool right = true;
      for (const PathRequest& request : requests) {
        const bool room = !memory.empty();
        Path path = room ? std::move(memory.back()) : Path();
        if (room) memory.pop_back();
        const Submission submission = service.submit(request, {.client = sent.size() % 2}, std::move(path));
        right = right && (submission.status == Status::found) == (sent.size() < 16);
        if (submission.status == Status::found) sent.push_back(submission.ticket);
      }
      memory.push_back(std::move(*service.cancel(sent.front())));
      while (service.waiting() != 0) {
        for (const Ticket ticket : service.tick({.expansions = 5'000}).answered) {
          right = right && service.poll(ticket, served) == TicketState::answered;
          memory.push_back(std::move(served.path));
        }
      }
      const std::uint64_t allocations = counter.count();
      CHECK(allocations == 0);
      CHECK(right);
      CHECK(memory.size() == 16);
    }
  }
}

}  // namespace portolan
