// SPDX-License-Identifier: BSL-1.0
// Requests for paths that are worked on over the ticks of a game, so much a tick.
#pragma once

#include "portolan/core/answer.hpp"
#include "portolan/core/worker_pool.hpp"
#include "portolan/query/path.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/service/request_queue.hpp"
#include "portolan/world/overlay.hpp"
#include "portolan/world/world.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace portolan {

/// Stands for a request with a service. Later requests have greater numbers.
struct Ticket {
  std::uint64_t number = 0;
  friend constexpr auto operator<=>(const Ticket&, const Ticket&) = default;
};

/// How large a service is, and how it shares its work out.
struct ServiceOptions {
  std::size_t slots = 1'024;  ///< requests that it can have at once, answered ones included until they are polled
  std::size_t clients = 1;    ///< who share the budget evenly, whatever each of them asks
  std::size_t views = 1;      ///< of the world: what each side knows of it, for example
  /// Snapshots besides one a view: what was shown before and is still waited for; at least 1.
  std::size_t old_snapshots = 1;
  /// Expansions that are set aside for a request each time that it is asked, at first; at least kLeastSlice.
  std::uint64_t slice = 4'000;
  std::uint32_t patience = 32;  ///< ticks of waiting that count as much as one step of priority; at least 1
  unsigned threads = 1;         ///< in all, that of the caller of tick() among them; 0: one per core

  static constexpr std::uint64_t kLeastSlice = 16;
};

/// Who asks, how urgently, and of which world.
struct RequestTerms {
  std::size_t client = 0;
  std::uint8_t priority = 0;  ///< more goes first, among the requests of one client
  std::size_t view = 0;
};

/// Whether a request was taken. found: it was; busy (no_room): all slots are taken; bad_request (out_of_range): there
/// is no such client or view.
struct Submission : Answer {
  Ticket ticket{};
};

enum class TicketState : std::uint8_t {
  waiting,   ///< for its turn, or for more
  answered,  ///< to be polled
  unknown,   ///< never given out, polled before, or cancelled
};

/// What a service answers.
struct ServedPath {
  PathResult result;
  Path path;                   ///< in the memory that came with the request
  std::uint64_t revision = 0;  ///< of the snapshot that it was asked of, and is right for
  std::uint64_t asked = 0;     ///< ticks before the request,
  std::uint64_t answered = 0;  ///< and with the one that answered it
  std::uint64_t charged = 0;   ///< expansions, those of slices that were not enough included
};

/// What a tick may take.
struct TickBudget {
  std::uint64_t expansions = 0;
};

/// What a tick has done.
struct ServiceReport {
  std::span<const Ticket> answered;  ///< ordered by number; in the service's memory until the next tick
  std::uint64_t charged = 0;         ///< expansions
  std::size_t searches = 0;          ///< as many requests were asked, some maybe several times
};

/// A snapshot of the world that requests are answered of.
struct ServedSnapshot {
  std::uint64_t revision = 0;              ///< 0: the file as it is
  std::shared_ptr<const Overlay> overlay;  ///< nullptr: the file as it is
};

/// Finds paths of one profile for many who ask, a budget of expansions a tick. What a request is answered is what
/// PathQuery::find answers for it, on the snapshot that its view showed when it was submitted; when it is, and all else
/// that a service does, depends on the calls alone, never on the time or on the number of threads.
///
/// A tick's budget, with what was left before, is handed out by slices to clients that wait, in turn (deficit round
/// robin: M. Shreedhar, G. Varghese, "Efficient Fair Queuing Using Deficit Round Robin", 1995). A client's requests are
/// asked in the order of priority + age / patience, then of tickets. As many as the clients' shares have slices for are
/// chosen before any is asked; what each does not use goes back to its client when all are done, and others are chosen,
/// until no share has another slice. Asking once is charged at least kLeastSlice. A request whose slice is not enough
/// is asked again, with twice as much, so that all it is charged for is at most three times what it takes (its
/// max_expansions, where these do not do) and kLeastSlice. A tick is charged no more than its budget and what clients
/// have saved: less than a slice each, but for those who wait to be able to afford a longer one.
///
/// Nobody starves. While tick() is given B expansions, a request of priority p waits no longer than
///     (P - p) * patience + (clients * ((n + 1) * E + L + slice) + slice) / B + 1
/// ticks, where P is the highest priority that its client uses, n how many requests that client has with the service
/// besides, E the most that any of these is charged for, and L the longest slice that one of them needs. Of two clients
/// that both wait all the time, one is charged no more than L + slice more than the other.
///
/// Reuses its own memory, and that of the paths that come with requests: after construction no call but show()
/// allocates, locks, throws or logs. One call at a time; its threads sleep in between. Keeps the World alive.
///
///     PathService service(world, 0, {.slots = 4'096, .clients = 2});
///     const Submission sent = service.submit({.from = a, .to = b}, {.client = 1, .priority = 3}, Path(room));
///     service.tick({.expansions = 200'000});
///     ServedPath done;
///     if (service.poll(sent.ticket, done) == TicketState::answered) walk(done.path);
class PathService {
 public:
  /// Takes a PathQuery for each snapshot and thread, and 550 bytes a slot with 24 more a client, committed as they are
  /// used. `profile` must be below world.profiles().size(). @throws std::invalid_argument if there are no slots,
  /// clients, views or old snapshots, or slice or patience are too small, std::length_error for 2^32 slots and more,
  /// std::bad_alloc
  PathService(World world, std::size_t profile, const ServiceOptions& options = {});
  PathService(const PathService&) = delete;
  PathService& operator=(const PathService&) = delete;

  /// From now on a view shows the world as the overlay does, which must not change any more and is kept alive, until
  /// another takes its place; nullptr: as the file has it. Requests that were submitted before are still answered of
  /// what was shown then. found; busy (no_room), and nothing has changed: requests wait for more than
  /// ServiceOptions::old_snapshots; bad_request (out_of_range). PathQuery::use for each thread. @throws as
  /// PathQuery::use; then the view shows what it did
  Answer show(std::size_t view, std::shared_ptr<const Overlay> overlay);
  /// Of what a view shows: 0 for the file as it was at first, and one more for each show(), of any view. The view must
  /// exist.
  [[nodiscard]] std::uint64_t revision(std::size_t view) const noexcept;

  /// Takes a request, with memory for its path, which goes back with the answer; without any the answer is the cost
  /// alone. With Unpacking::leg_by_leg a path is answered as soon as its coarse arcs are known. Where the request is
  /// not taken, `memory` is as it was. O(log slots).
  Submission submit(const PathRequest& request, const RequestTerms& terms, Path&& memory) noexcept;

  /// Works on what waits. O(log slots) for each search, besides what that takes.
  ServiceReport tick(const TickBudget& budget) noexcept;

  /// Takes the answer, if it is there: the ticket is unknown then, and its slot free. O(1).
  TicketState poll(Ticket ticket, ServedPath& served) noexcept;
  /// Where a request stands. O(1).
  [[nodiscard]] TicketState state(Ticket ticket) const noexcept;
  /// Forgets a request, or its answer: its slot is free. The memory that came with it; nothing if the ticket is
  /// unknown. O(log slots).
  std::optional<Path> cancel(Ticket ticket) noexcept;

  /// Requests that are neither answered nor cancelled.
  [[nodiscard]] std::size_t waiting() const noexcept { return waiting_; }
  /// Ticks so far.
  [[nodiscard]] std::uint64_t ticks() const noexcept { return now_; }
  [[nodiscard]] const World& world() const noexcept { return world_; }
  [[nodiscard]] const ServiceOptions& options() const noexcept { return options_; }
  /// As many as ServiceOptions::views and old_snapshots: what each shows, or was last to show. @throws std::bad_alloc
  [[nodiscard]] std::vector<ServedSnapshot> snapshots() const;
  /// Room for any path on any snapshot.
  [[nodiscard]] PathRoom room() const noexcept;

 private:
  friend class ServiceFile;

  /// A request, from submit() until its answer is polled.
  struct Slot {
    std::uint64_t ticket = 0;
    TicketState state = TicketState::unknown;
    PathRequest request;
    RequestTerms terms;
    std::uint32_t snapshot = 0;
    std::uint64_t slice = 0;  ///< that it is asked with next
    ServedPath served;
  };
  struct Snapshot {
    ServedSnapshot of;
    std::vector<PathQuery> queries;  ///< by thread
    std::size_t views = 0;           ///< that show it
    std::size_t waiting = 0;         ///< requests

    void use(const std::shared_ptr<const Overlay>& overlay);
  };
  struct Client {
    RequestQueue queue;
    std::uint64_t share = 0;  ///< expansions that it may use
  };

  void start() noexcept;
  [[nodiscard]] std::size_t slot_of(Ticket ticket) const noexcept;
  [[nodiscard]] std::int64_t due_of(const Slot& slot) const noexcept;
  void choose() noexcept;
  void choose_of(Client& client) noexcept;
  void pass_over_rounds() noexcept;
  void ask(Slot& slot, unsigned worker) noexcept;
  [[nodiscard]] std::uint64_t settle(std::uint32_t number) noexcept;
  void start_waiting(std::uint32_t number) noexcept;
  void stop_waiting(const Slot& slot) noexcept;
  void free_slot(std::size_t number) noexcept;

  World world_;
  std::size_t profile_;
  ServiceOptions options_;
  WorkerPool pool_;
  std::vector<Snapshot> snapshots_;
  std::vector<std::uint32_t> shown_;  ///< by view
  std::uint64_t revisions_ = 0;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;    ///< slots, a stack
  std::vector<std::uint32_t> places_;  ///< of slots, in their client's queue
  std::vector<Client> clients_;
  std::size_t turn_ = 0;      ///< the client that is next to get a slice
  std::uint64_t credit_ = 0;  ///< expansions that no client has
  std::uint64_t now_ = 0;
  std::uint64_t sequence_ = 0;
  std::size_t waiting_ = 0;
  std::vector<std::uint32_t> chosen_;
  std::vector<Ticket> answered_;
};

}  // namespace portolan
