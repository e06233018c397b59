// SPDX-License-Identifier: BSL-1.0
#include "portolan/service/service_file.hpp"

#include "portolan/core/hash.hpp"
#include "portolan/core/state_words.hpp"
#include "portolan/query/path_file.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace portolan {
namespace {

constexpr std::uint64_t kMagic = 0x5652'4553'5452'4F50;  // "PORTSERV"
constexpr std::uint64_t kServiceVersion = 1;

/// Tells apart what overlays of a service's world show of a profile, and which regions they have refreshed; 0: the
/// file.
std::uint64_t mark_of(const std::shared_ptr<const Overlay>& overlay, std::size_t profile) {
  if (overlay == nullptr) return 0;
  StateWriter shown;
  shown.put(overlay->bytes());
  for (const RefreshedRegion& region : overlay->refreshed(profile)) {
    shown.put({static_cast<std::uint64_t>(region.level), region.number, region.stale ? 1U : 0U});
  }
  return std::max<std::uint64_t>(hash_bytes(shown.bytes()), 1);
}

/// More room than a path of the world can need: none is on a tile, at a corner or takes a link more than twice.
std::uint64_t most_room(const World& world) noexcept {
  return 8 * (std::uint64_t{world.terrain().size()} + world.links().size() + 8);
}

/// What must be alike in a service that wrote a state and one that reads it.
StateWriter kind_of(const World& world, std::size_t profile, const ServiceOptions& options) {
  StateWriter kind;
  kind.put({world.checksum(), profile, options.slots, options.clients, options.views, options.old_snapshots,
            options.slice, options.patience});
  return kind;
}

Error corrupt() {
  return {ErrorCode::corrupt, "a state of a service that contradicts itself"};
}

void put(StateWriter& state, const PathResult& result) {
  state.put({static_cast<std::uint64_t>(result.status), static_cast<std::uint64_t>(result.why),
             static_cast<std::uint64_t>(result.tier), static_cast<std::uint64_t>(result.ties_scope),
             result.ties_spent ? 1U : 0U, result.cost, result.lower_bound, result.work,
             std::bit_cast<std::uint64_t>(result.length)});
  const Expansions& by = result.expansions;
  state.put({by.local, by.access, by.coarse, by.unpack, by.astar, by.waypoints, by.jump});
}

}  // namespace

std::vector<std::byte> ServiceFile::bytes_of(const PathService& service) {
  StateWriter state = kind_of(service.world_, service.profile_, service.options_);
  state.put({service.now_, service.sequence_, service.credit_, service.turn_, service.revisions_});
  for (const PathService::Snapshot& snapshot : service.snapshots_) {
    state.put({snapshot.of.revision, mark_of(snapshot.of.overlay, service.profile_)});
  }
  for (const std::uint32_t shown : service.shown_) state.put(shown);
  for (const PathService::Client& client : service.clients_) state.put(client.share);
  state.put(service.free_.size());
  for (const std::uint32_t number : service.free_) state.put(number);
  for (const PathService::Slot& slot : service.slots_) {
    if (slot.state == TicketState::unknown) continue;
    const PathRequest& request = slot.request;
    const ServedPath& served = slot.served;
    state.put({slot.ticket, static_cast<std::uint64_t>(slot.state)});
    state.put({word_of(request.from), word_of(request.to), static_cast<std::uint64_t>(request.tier),
               static_cast<std::uint64_t>(request.ends), static_cast<std::uint64_t>(request.unpacking),
               static_cast<std::uint64_t>(request.ties.rule), static_cast<std::uint64_t>(request.matrix),
               request.max_expansions, request.ties.seed});
    state.put({slot.terms.client, slot.terms.priority, slot.terms.view, slot.snapshot, slot.slice});
    state.put({served.revision, served.asked, served.answered, served.charged});
    const PathRoom room = served.path.room();
    for (const std::uint64_t of : {room.waypoints, room.hops, room.arcs, room.points}) {
      state.put(std::min(of, most_room(service.world_)));
    }
    if (slot.state == TicketState::waiting) continue;
    put(state, served.result);
    const std::vector<std::byte> path = PathFile::bytes_of(served.path);
    state.put(path.size());
    state.put(path);
  }
  return state.sealed(kMagic, kServiceVersion);
}

std::uint64_t ServiceFile::hash_of(const PathService& service) {
  return hash_bytes(bytes_of(service));
}

/// A StateReader that knows requests and answers.
class ServiceFile::Reader : public StateReader {
 public:
  Reader(const StateReader& state, const PathService& service) noexcept : StateReader(state), service_(service) {}

  /// @throws std::bad_alloc
  PathService::Slot take_slot(std::uint64_t now, std::uint64_t tickets) {
    PathService::Slot slot;
    slot.ticket = take(tickets);
    slot.state = take_enum(TicketState::answered);
    PathRequest& request = slot.request;
    request.from = tile_of(take());
    request.to = tile_of(take());
    request.tier = take_enum(Tier::jump);
    request.ends = take_enum(EndRule::nearest);
    request.unpacking = take_enum(Unpacking::leg_by_leg);
    request.ties.rule = take_enum(TieRule::random);
    request.matrix = take_enum(MatrixSide::by_ends);
    request.max_expansions = take();
    request.ties.seed = take();
    slot.terms.client = take(service_.clients_.size() - 1);
    slot.terms.priority = static_cast<std::uint8_t>(take(std::numeric_limits<std::uint8_t>::max()));
    slot.terms.view = take(service_.shown_.size() - 1);
    slot.snapshot = static_cast<std::uint32_t>(take(service_.snapshots_.size() - 1));
    slot.slice = take();
    require(slot.slice >= ServiceOptions::kLeastSlice);
    ServedPath& served = slot.served;
    served.revision = take();
    served.asked = take(now);
    served.answered = take(now);
    served.charged = take();
    PathRoom room;
    for (std::size_t* const of : {&room.waypoints, &room.hops, &room.arcs, &room.points})
      *of = take(most_room(service_.world_));
    if (sound()) served.path = Path(room);
    if (slot.state == TicketState::answered) take_answer(slot);
    return slot;
  }

 private:
  void take_answer(PathService::Slot& slot) {
    PathResult& result = slot.served.result;
    result.status = take_enum(Status::busy);
    result.why = take_enum(Why::out_of_range);
    result.tier = take_enum(Tier::jump);
    result.ties_scope = take_enum(TiesScope::path);
    result.ties_spent = take_bool();
    result.cost = take();
    result.lower_bound = take();
    result.work = take();
    result.length = std::bit_cast<double>(take());
    Expansions& by = result.expansions;
    for (std::uint64_t* const of :
         {&by.local, &by.access, &by.coarse, &by.unpack, &by.astar, &by.waypoints, &by.jump}) {
      *of = take();
    }
    const std::span<const std::byte> path = take_bytes(take());
    require(sound() && PathFile::read(service_.world_, path, slot.served.path).has_value());
  }

  const PathService& service_;
};

Outcome ServiceFile::read(std::span<const std::byte> bytes, std::span<const std::shared_ptr<const Overlay>> overlays,
                          PathService& service) {
  const auto opened = StateReader::open(bytes, kMagic, kServiceVersion, "a service");
  if (!opened) return opened.error();
  Reader reader(*opened, service);
  const StateWriter kind = kind_of(service.world_, service.profile_, service.options_);
  if (!std::ranges::equal(reader.take_bytes(kind.bytes().size()), kind.bytes())) {
    return reader.sound() ? Error{ErrorCode::usage, "the service has another world, profile or options"} : corrupt();
  }
  const std::size_t slots = service.slots_.size();
  const std::uint64_t now = reader.take(kMostTicks);
  const std::uint64_t sequence = reader.take(kMostTicks / slots);
  const std::uint64_t credit = reader.take();
  const auto turn = static_cast<std::size_t>(reader.take(service.clients_.size() - 1));
  const std::uint64_t revisions = reader.take();
  std::vector<std::uint64_t> revision_of;
  const auto is_ours = [&](const std::shared_ptr<const Overlay>& overlay) {
    return overlay == nullptr || overlay->world().bytes().data() == service.world_.bytes().data();
  };
  bool same_overlays = overlays.size() == service.snapshots_.size() && std::ranges::all_of(overlays, is_ours);
  for (std::size_t i = 0; i < service.snapshots_.size(); ++i) {
    revision_of.push_back(reader.take(revisions));
    const std::uint64_t mark = reader.take();
    same_overlays = same_overlays && mark == mark_of(overlays[i], service.profile_);
  }
  std::vector<std::uint32_t> shown;
  for (std::size_t i = 0; i < service.shown_.size(); ++i) {
    shown.push_back(static_cast<std::uint32_t>(reader.take(service.snapshots_.size() - 1)));
  }
  std::vector<std::uint64_t> shares;
  for (std::size_t i = 0; i < service.clients_.size(); ++i) shares.push_back(reader.take());
  std::vector<std::uint32_t> free;
  std::vector<bool> known(slots, false);
  bool distinct = true;
  const auto know = [&](std::size_t number) {
    distinct = distinct && !known[number];
    known[number] = true;
  };
  for (std::uint64_t left = reader.take(slots); left != 0 && reader.sound(); --left) {
    free.push_back(static_cast<std::uint32_t>(reader.take(slots - 1)));
    know(free.back());
  }
  std::vector<PathService::Slot> requests;
  for (std::size_t i = free.size(); i < slots && reader.sound(); ++i) {
    requests.push_back(reader.take_slot(now, sequence * slots));
    const PathService::Slot& slot = requests.back();
    know(slot.ticket % slots);
    distinct = distinct && slot.ticket / slots < sequence &&
               (slot.state != TicketState::waiting || slot.served.revision == revision_of[slot.snapshot]);
  }
  if (!reader.done() || !distinct) return corrupt();
  if (!same_overlays) return Error{ErrorCode::usage, "other overlays than those of the state"};

  service.start();
  try {
    for (std::size_t i = 0; i < overlays.size(); ++i) service.snapshots_[i].use(overlays[i]);
  } catch (...) {
    for (PathService::Snapshot& snapshot : service.snapshots_) snapshot.use(nullptr);
    throw;
  }
  for (PathService::Snapshot& snapshot : service.snapshots_) snapshot.views = 0;
  for (std::size_t i = 0; i < revision_of.size(); ++i) service.snapshots_[i].of.revision = revision_of[i];
  std::ranges::copy(shown, service.shown_.begin());
  for (const std::uint32_t number : shown) ++service.snapshots_[number].views;
  for (std::size_t i = 0; i < shares.size(); ++i) service.clients_[i].share = shares[i];
  service.now_ = now;
  service.sequence_ = sequence;
  service.credit_ = credit;
  service.turn_ = turn;
  service.revisions_ = revisions;
  service.free_.assign(free.begin(), free.end());
  for (PathService::Slot& request : requests) {
    const auto number = static_cast<std::uint32_t>(request.ticket % slots);
    PathService::Slot& slot = service.slots_[number];
    slot = std::move(request);
    if (slot.state == TicketState::waiting) service.start_waiting(number);
  }
  return Success{};
}

}  // namespace portolan
