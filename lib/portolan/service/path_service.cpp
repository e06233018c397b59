// SPDX-License-Identifier: BSL-1.0
#include "portolan/service/path_service.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace portolan {
namespace {

/// What a search is charged that took `work`.
std::uint64_t charge_of(std::uint64_t work) noexcept {
  return std::max(work, ServiceOptions::kLeastSlice);
}

/// A sum that stays at the highest value there is.
std::uint64_t sum(std::uint64_t a, std::uint64_t b) noexcept {
  return a + std::min(b, ~std::uint64_t{0} - a);
}

/// Whether a larger budget may have led to another answer.
bool wants_more(const PathResult& result) noexcept {
  return result.why == Why::budget_spent || result.ties_spent;
}

Answer refused(Status status, Why why) noexcept {
  return {.status = status, .why = why};
}

}  // namespace

/// Has all threads ask it as the overlay shows it; as the file has it, if that throws.
void PathService::Snapshot::use(const std::shared_ptr<const Overlay>& overlay) {
  for (PathQuery& query : queries) query.use(nullptr);
  of = {};
  if (overlay == nullptr) return;
  try {
    for (PathQuery& query : queries) query.use(overlay);
  } catch (...) {
    for (PathQuery& query : queries) query.use(nullptr);
    throw;
  }
  of.overlay = overlay;
}

PathService::PathService(World world, std::size_t profile, const ServiceOptions& options)
    : world_(std::move(world)), profile_(profile), options_(options), pool_(options.threads) {
  if (options.slots == 0 || options.clients == 0 || options.views == 0 || options.old_snapshots == 0) {
    throw std::invalid_argument("a service without slots, clients, views or old snapshots");
  }
  if (options.slice < ServiceOptions::kLeastSlice || options.patience == 0) {
    throw std::invalid_argument("a service whose slice or patience is too small");
  }
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (options.slots > kMost) throw std::length_error("slots of a service");
  if (options.views > kMost || options.old_snapshots > kMost - options.views)
    throw std::length_error("snapshots of a service");
  snapshots_.resize(options.views + options.old_snapshots);
  for (Snapshot& snapshot : snapshots_) {
    for (unsigned i = 0; i < pool_.size(); ++i) snapshot.queries.emplace_back(world_, profile);
  }
  shown_.resize(options.views);
  slots_.resize(options.slots);
  places_.resize(options.slots);
  free_.reserve(options.slots);
  clients_.reserve(options.clients);
  for (std::size_t i = 0; i < options.clients; ++i) clients_.push_back({RequestQueue(places_)});
  chosen_.reserve(options.slots);
  answered_.reserve(options.slots);
  start();
}

/// As at first, but for what snapshots show.
void PathService::start() noexcept {
  for (Snapshot& snapshot : snapshots_) snapshot.views = snapshot.waiting = 0;
  snapshots_[0].views = shown_.size();  // until they show something else
  std::ranges::fill(shown_, 0);
  free_.clear();
  for (std::size_t i = slots_.size(); i-- > 0;) {
    slots_[i].state = TicketState::unknown;
    free_.push_back(static_cast<std::uint32_t>(i));
  }
  for (Client& client : clients_) {
    client.queue.clear();
    client.share = 0;
  }
  answered_.clear();
  revisions_ = now_ = sequence_ = credit_ = 0;
  turn_ = waiting_ = 0;
}

std::vector<ServedSnapshot> PathService::snapshots() const {
  std::vector<ServedSnapshot> all;
  for (const Snapshot& snapshot : snapshots_) all.push_back(snapshot.of);
  return all;
}

Answer PathService::show(std::size_t view, std::shared_ptr<const Overlay> overlay) {
  if (view >= shown_.size()) return refused(Status::bad_request, Why::out_of_range);
  const auto unused = std::ranges::find_if(
      snapshots_, [](const Snapshot& snapshot) { return snapshot.views == 0 && snapshot.waiting == 0; });
  if (unused == snapshots_.end()) return refused(Status::busy, Why::no_room);
  unused->use(overlay);
  unused->of.revision = ++revisions_;
  unused->views = 1;
  --snapshots_[shown_[view]].views;
  shown_[view] = static_cast<std::uint32_t>(unused - snapshots_.begin());
  return {.status = Status::found};
}

std::uint64_t PathService::revision(std::size_t view) const noexcept {
  return snapshots_[shown_[view]].of.revision;
}

PathRoom PathService::room() const noexcept {
  PathRoom most;
  for (const Snapshot& snapshot : snapshots_) {
    const PathRoom room = snapshot.queries.front().room();
    most = {std::max(most.waypoints, room.waypoints), std::max(most.hops, room.hops), std::max(most.arcs, room.arcs),
            std::max(most.points, room.points)};
  }
  return most;
}

Submission PathService::submit(const PathRequest& request, const RequestTerms& terms, Path&& memory) noexcept {
  if (terms.client >= clients_.size() || terms.view >= shown_.size()) {
    return {refused(Status::bad_request, Why::out_of_range)};
  }
  if (free_.empty()) return {refused(Status::busy, Why::no_room)};
  const std::uint32_t number = free_.back();
  free_.pop_back();
  Slot& slot = slots_[number];
  slot.ticket = sequence_++ * slots_.size() + number;
  slot.state = TicketState::waiting;
  slot.request = request;
  slot.terms = terms;
  slot.snapshot = shown_[terms.view];
  slot.slice = options_.slice;
  slot.served.path = std::move(memory);
  slot.served.revision = snapshots_[slot.snapshot].of.revision;
  slot.served.asked = now_;
  slot.served.answered = 0;
  slot.served.charged = 0;
  start_waiting(number);
  return {{.status = Status::found}, {slot.ticket}};
}

ServiceReport PathService::tick(const TickBudget& budget) noexcept {
  ++now_;
  answered_.clear();
  credit_ = sum(credit_, budget.expansions);
  ServiceReport report;
  for (choose(); !chosen_.empty(); choose()) {
    pool_.run(chosen_.size(), [&](std::size_t i, unsigned worker) { ask(slots_[chosen_[i]], worker); });
    for (const std::uint32_t number : chosen_) report.charged += settle(number);
    report.searches += chosen_.size();
  }
  if (waiting_ == 0) {
    credit_ = 0;
    for (Client& client : clients_) client.share = 0;
  }
  std::ranges::sort(answered_);
  report.answered = answered_;
  return report;
}

/// The next requests to be asked: those for which clients have slices left, then, in turn, those for which they get
/// one.
void PathService::choose() noexcept {
  chosen_.clear();
  std::size_t queued = 0;
  for (Client& client : clients_) {
    if (client.queue.empty()) {
      credit_ = sum(credit_, std::exchange(client.share, 0));
    } else {
      choose_of(client);
      queued += client.queue.size();
    }
  }
  std::size_t turns = 0;  // since one was chosen, or rounds were passed over
  while (queued != 0 && credit_ >= options_.slice) {
    if (turns++ == clients_.size()) {
      pass_over_rounds();
      turns = 0;
      continue;
    }
    Client& client = clients_[turn_];
    turn_ = turn_ + 1 == clients_.size() ? 0 : turn_ + 1;
    const std::size_t before = client.queue.size();
    if (before == 0) continue;
    credit_ -= options_.slice;
    client.share = sum(client.share, options_.slice);
    choose_of(client);
    if (client.queue.size() == before) continue;
    queued -= before - client.queue.size();
    turns = 0;
  }
}

/// Gives every client that waits as many slices as leave each short of what its next request needs.
void PathService::pass_over_rounds() noexcept {
  std::uint64_t waiting = 0;
  std::uint64_t rounds = std::numeric_limits<std::uint64_t>::max();
  for (const Client& client : clients_) {
    if (client.queue.empty()) continue;
    ++waiting;
    rounds = std::min(rounds, (slots_[client.queue.top().slot].slice - client.share - 1) / options_.slice);
  }
  rounds = std::min(rounds, credit_ / options_.slice / waiting);
  credit_ -= rounds * options_.slice * waiting;
  for (Client& client : clients_) {
    if (!client.queue.empty()) client.share += rounds * options_.slice;
  }
}

void PathService::choose_of(Client& client) noexcept {
  while (!client.queue.empty()) {
    const std::uint32_t number = client.queue.top().slot;
    if (slots_[number].slice > client.share) return;
    client.share -= slots_[number].slice;
    client.queue.remove(number);
    chosen_.push_back(number);
  }
}

void PathService::ask(Slot& slot, unsigned worker) noexcept {
  PathRequest request = slot.request;
  request.max_expansions = std::min(request.max_expansions, slot.slice);
  PathQuery& query = snapshots_[slot.snapshot].queries[worker];
  const PathRoom room = slot.served.path.room();
  const bool by_points = query.profile().rules.metric == Metric::any_angle;
  const bool kept = (by_points ? room.points : room.waypoints) != 0;
  slot.served.result = kept ? query.find(request, slot.served.path) : query.find(request);
}

/// Gives back what a search did not use. What it is charged.
std::uint64_t PathService::settle(std::uint32_t number) noexcept {
  Slot& slot = slots_[number];
  Client& client = clients_[slot.terms.client];
  const std::uint64_t charge = std::min(charge_of(slot.served.result.work), slot.slice);
  client.share = sum(client.share, slot.slice - charge);
  slot.served.charged += charge;
  if (wants_more(slot.served.result) && slot.slice < slot.request.max_expansions) {
    slot.slice = sum(slot.slice, slot.slice);
    client.queue.push({due_of(slot), slot.ticket, number});
  } else {
    slot.state = TicketState::answered;
    slot.served.answered = now_;
    answered_.push_back({slot.ticket});
    stop_waiting(slot);
  }
  return charge;
}

void PathService::start_waiting(std::uint32_t number) noexcept {
  const Slot& slot = slots_[number];
  ++snapshots_[slot.snapshot].waiting;
  ++waiting_;
  clients_[slot.terms.client].queue.push({due_of(slot), slot.ticket, number});
}

void PathService::stop_waiting(const Slot& slot) noexcept {
  --snapshots_[slot.snapshot].waiting;
  --waiting_;
}

std::int64_t PathService::due_of(const Slot& slot) const noexcept {
  return static_cast<std::int64_t>(slot.served.asked) -
         static_cast<std::int64_t>(slot.terms.priority) * options_.patience;
}

/// The slot that a ticket is of; as many as there are if it is of none.
std::size_t PathService::slot_of(Ticket ticket) const noexcept {
  const std::size_t number = ticket.number % slots_.size();
  const Slot& slot = slots_[number];
  return slot.state != TicketState::unknown && slot.ticket == ticket.number ? number : slots_.size();
}

TicketState PathService::state(Ticket ticket) const noexcept {
  const std::size_t number = slot_of(ticket);
  return number == slots_.size() ? TicketState::unknown : slots_[number].state;
}

TicketState PathService::poll(Ticket ticket, ServedPath& served) noexcept {
  const std::size_t number = slot_of(ticket);
  if (number == slots_.size()) return TicketState::unknown;
  Slot& slot = slots_[number];
  if (slot.state == TicketState::waiting) return TicketState::waiting;
  served = std::move(slot.served);
  free_slot(number);
  return TicketState::answered;
}

std::optional<Path> PathService::cancel(Ticket ticket) noexcept {
  const std::size_t number = slot_of(ticket);
  if (number == slots_.size()) return {};
  Slot& slot = slots_[number];
  if (slot.state == TicketState::waiting) {
    clients_[slot.terms.client].queue.remove(static_cast<std::uint32_t>(number));
    stop_waiting(slot);
  }
  free_slot(number);
  return std::move(slot.served.path);
}

void PathService::free_slot(std::size_t number) noexcept {
  slots_[number].state = TicketState::unknown;
  free_.push_back(static_cast<std::uint32_t>(number));
}

}  // namespace portolan
