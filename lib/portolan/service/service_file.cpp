// SPDX-License-Identifier: BSL-1.0
#include "portolan/service/service_file.hpp"

#include "portolan/core/hash.hpp"
#include "portolan/query/path_file.hpp"
#include "portolan/world/format.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace portolan {
namespace {

// All are words of 64 bits: magic, version, checksum of what follows, then the state.
constexpr std::uint64_t kMagic = 0x5652'4553'5452'4F50;  // "PORTSERV"
constexpr std::uint64_t kServiceVersion = 1;
constexpr std::size_t kChecked = 3 * sizeof(std::uint64_t);

/// Ticks and tickets that a state may have come to, so that what they are reckoned with stays in range.
constexpr std::uint64_t kMostTicks = std::uint64_t{1} << 62;

void append(std::vector<std::byte>& bytes, std::uint64_t word) {
  const auto* const begin = reinterpret_cast<const std::byte*>(&word);
  bytes.insert(bytes.end(), begin, begin + sizeof(word));
}

void append(std::vector<std::byte>& bytes, std::initializer_list<std::uint64_t> words) {
  for (const std::uint64_t word : words) append(bytes, word);
}

std::uint64_t word_of(Tile tile) noexcept {
  return std::uint64_t{static_cast<std::uint32_t>(tile.x)} << 32 | static_cast<std::uint32_t>(tile.y);
}

Tile tile_of(std::uint64_t word) noexcept {
  return {static_cast<std::int32_t>(word >> 32), static_cast<std::int32_t>(word & 0xFFFF'FFFF)};
}

/// The checksum in the header of the world's file.
std::uint64_t file_of(const World& world) noexcept {
  format::FileHeader header;
  std::memcpy(&header, world.bytes().data(), sizeof(header));
  return header.checksum;
}

/// Tells apart what overlays show of a profile, and which regions they have refreshed; 0: the file.
std::uint64_t mark_of(const std::shared_ptr<const Overlay>& overlay, std::size_t profile) {
  if (overlay == nullptr) return 0;
  std::vector<std::byte> bytes = overlay->bytes();
  for (const RefreshedRegion& region : overlay->refreshed(profile)) {
    append(bytes, {static_cast<std::uint64_t>(region.level), region.number, region.stale ? 1U : 0U});
  }
  return std::max<std::uint64_t>(hash_bytes(bytes), 1);
}

/// What must be alike in a service that wrote a state and one that reads it.
std::vector<std::byte> kind_of(const World& world, std::size_t profile, const ServiceOptions& options) {
  std::vector<std::byte> bytes;
  append(bytes, {file_of(world), profile, options.slots, options.clients, options.views, options.old_snapshots,
                 options.slice, options.patience});
  return bytes;
}

Error corrupt() {
  return {ErrorCode::corrupt, "no state of a service, or one that contradicts itself"};
}

void append(std::vector<std::byte>& bytes, const PathResult& result) {
  append(bytes, {static_cast<std::uint64_t>(result.status), static_cast<std::uint64_t>(result.why),
                 static_cast<std::uint64_t>(result.tier), static_cast<std::uint64_t>(result.ties_scope),
                 result.ties_spent ? 1U : 0U, result.cost, result.lower_bound, result.work,
                 std::bit_cast<std::uint64_t>(result.length)});
  const Expansions& by = result.expansions;
  append(bytes, {by.local, by.access, by.coarse, by.unpack, by.astar, by.waypoints, by.jump});
}

}  // namespace

std::vector<std::byte> ServiceFile::bytes_of(const PathService& service) {
  std::vector<std::byte> state = kind_of(service.world_, service.profile_, service.options_);
  append(state, {service.now_, service.sequence_, service.credit_, service.turn_, service.revisions_});
  for (const PathService::Snapshot& snapshot : service.snapshots_) {
    append(state, {snapshot.of.revision, mark_of(snapshot.of.overlay, service.profile_)});
  }
  for (const std::uint32_t shown : service.shown_) append(state, shown);
  for (const PathService::Client& client : service.clients_) append(state, client.share);
  append(state, service.free_.size());
  for (const std::uint32_t number : service.free_) append(state, number);
  for (const PathService::Slot& slot : service.slots_) {
    if (slot.state == TicketState::unknown) continue;
    const PathRequest& request = slot.request;
    const ServedPath& served = slot.served;
    append(state, {slot.ticket, static_cast<std::uint64_t>(slot.state)});
    append(state, {word_of(request.from), word_of(request.to), static_cast<std::uint64_t>(request.tier),
                   static_cast<std::uint64_t>(request.ends), static_cast<std::uint64_t>(request.unpacking),
                   static_cast<std::uint64_t>(request.ties.rule), static_cast<std::uint64_t>(request.matrix),
                   request.max_expansions, request.ties.seed});
    append(state, {slot.terms.client, slot.terms.priority, slot.terms.view, slot.snapshot, slot.slice});
    append(state, {served.revision, served.asked, served.answered, served.charged});
    const PathRoom room = served.path.room();
    append(state, {room.waypoints, room.hops, room.arcs, room.points});
    if (slot.state == TicketState::waiting) continue;
    append(state, served.result);
    const std::vector<std::byte> path = PathFile::bytes_of(served.path);
    append(state, path.size());
    state.insert(state.end(), path.begin(), path.end());
  }
  std::vector<std::byte> bytes;
  append(bytes, {kMagic, kServiceVersion, hash_bytes(state)});
  bytes.insert(bytes.end(), state.begin(), state.end());
  return bytes;
}

std::uint64_t ServiceFile::hash_of(const PathService& service) {
  return hash_bytes(bytes_of(service));
}

/// Takes a state from bytes, each value within its bounds; once one is not, all that follow are 0.
class ServiceFile::Reader {
 public:
  Reader(std::span<const std::byte> bytes, const PathService& service) noexcept : left_(bytes), service_(service) {}

  [[nodiscard]] bool sound() const noexcept { return sound_; }
  [[nodiscard]] bool done() const noexcept { return sound_ && left_.empty(); }

  /// One of [0, most].
  std::uint64_t take(std::uint64_t most = ~std::uint64_t{0}) noexcept {
    std::uint64_t word = 0;
    if (left_.size() < sizeof(word)) {
      sound_ = false;
    } else {
      std::memcpy(&word, left_.data(), sizeof(word));
      left_ = left_.subspan(sizeof(word));
    }
    sound_ = sound_ && word <= most;
    return sound_ ? word : 0;
  }
  template <class Enum>
  Enum take_enum(Enum last) noexcept {
    return static_cast<Enum>(take(static_cast<std::uint64_t>(last)));
  }
  std::span<const std::byte> take_bytes(std::uint64_t size) noexcept {
    sound_ = sound_ && size <= left_.size();
    if (!sound_) return {};
    const auto bytes = left_.first(static_cast<std::size_t>(size));
    left_ = left_.subspan(bytes.size());
    return bytes;
  }

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
    sound_ = sound_ && slot.slice >= ServiceOptions::kLeastSlice;
    ServedPath& served = slot.served;
    served.revision = take();
    served.asked = take(now);
    served.answered = take(now);
    served.charged = take();
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    PathRoom room;
    for (std::size_t* const of : {&room.waypoints, &room.hops, &room.arcs, &room.points}) *of = take(kMost);
    if (sound_) served.path = Path(room);
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
    result.ties_spent = take(1) == 1;
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
    sound_ = sound_ && PathFile::read(service_.world_, path, slot.served.path).has_value();
  }

  std::span<const std::byte> left_;
  const PathService& service_;
  bool sound_ = true;
};

Outcome ServiceFile::read(std::span<const std::byte> bytes, std::span<const std::shared_ptr<const Overlay>> overlays,
                          PathService& service) {
  Reader frame(bytes, service);
  if (frame.take() != kMagic) return corrupt();
  if (frame.take() != kServiceVersion) return Error{ErrorCode::unsupported, "a state of another version"};
  if (frame.take() != hash_bytes(bytes.subspan(std::min(bytes.size(), kChecked))) || !frame.sound()) return corrupt();
  Reader reader(bytes.subspan(kChecked), service);
  const std::vector<std::byte> kind = kind_of(service.world_, service.profile_, service.options_);
  if (!std::ranges::equal(reader.take_bytes(kind.size()), kind)) {
    return reader.sound() ? Error{ErrorCode::usage, "the service has another world, profile or options"} : corrupt();
  }
  const std::size_t slots = service.slots_.size();
  const std::uint64_t now = reader.take(kMostTicks);
  const std::uint64_t sequence = reader.take(kMostTicks / slots);
  const std::uint64_t credit = reader.take();
  const auto turn = static_cast<std::size_t>(reader.take(service.clients_.size() - 1));
  const std::uint64_t revisions = reader.take();
  std::vector<std::uint64_t> revision_of;
  bool same_overlays = overlays.size() == service.snapshots_.size();
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
    distinct = distinct && slot.ticket / slots < std::max<std::uint64_t>(sequence, 1) &&
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
