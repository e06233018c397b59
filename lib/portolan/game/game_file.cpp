// SPDX-License-Identifier: BSL-1.0
#include "portolan/game/game_file.hpp"

#include "portolan/core/file.hpp"
#include "portolan/core/hash.hpp"
#include "portolan/core/state_words.hpp"
#include "portolan/crowd/crowd_file.hpp"
#include "portolan/crowd/formation_file.hpp"
#include "portolan/service/service_file.hpp"
#include "portolan/world/influence_file.hpp"
#include "portolan/world/mapping.hpp"
#include "portolan/world/overlay_state.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace portolan {
namespace {

constexpr std::uint64_t kMagic = 0x454D'4147'5452'4F50;  // "PORTGAME"
constexpr std::uint64_t kGameVersion = 1;

using Snapshot = std::shared_ptr<const Overlay>;

/// The number of a world in a game; nothing if it is not there.
std::optional<std::uint64_t> number_of(const GameParts& game, const World& world) noexcept {
  const auto same = [&](const World& other) { return other.bytes().data() == world.bytes().data(); };
  const auto at = std::ranges::find_if(game.worlds, same);
  if (at == game.worlds.end()) return {};
  return static_cast<std::uint64_t>(at - game.worlds.begin());
}

bool is_of(const World& world, const Overlay* overlay) noexcept {
  return overlay == nullptr || overlay->world().bytes().data() == world.bytes().data();
}

/// What must be alike in a game that wrote a state and one that reads it, besides what the parts ask for themselves:
/// how many there are, and of which worlds. Errors (usage): one is of a world that is not among the game's.
Result<StateWriter> kind_of(const GameParts& game) {
  StateWriter kind;
  kind.put({game.worlds.size(), game.overlays.size(), game.veils.size(), game.influences.size(), game.patrols.size(),
            game.crowds.size(), game.formations.size(), game.services.size(), game.snapshots.size()});
  for (const World& world : game.worlds) kind.put(world.checksum());
  bool known = true;
  const auto put = [&](const World& world) {
    const auto number = number_of(game, world);
    known = known && number.has_value();
    kind.put(number.value_or(0));
  };
  for (const Overlay* const overlay : game.overlays) put(overlay->world());
  for (const Veil* const veil : game.veils) {
    put(veil->overlay().world());
    put(veil->truth());
    kind.put(veil->unknown());
  }
  for (const Influence* const influence : game.influences) put(influence->world());
  for (const Crowd* const crowd : game.crowds) put(crowd->world());
  for (const GameFormation& part : game.formations) {
    const auto at = std::ranges::find(game.crowds, part.crowd);
    if (at == game.crowds.end()) return Error{ErrorCode::usage, "a formation of a game has a crowd of another"};
    kind.put(static_cast<std::uint64_t>(at - game.crowds.begin()));
  }
  for (const PathService* const service : game.services) {
    put(service->world());
    kind.put(service->snapshots().size());
  }
  if (!known) return Error{ErrorCode::usage, "a part of a game is of a world that is not among the game's"};
  return kind;
}

Error corrupt() {
  return {ErrorCode::corrupt, "a state of a game that contradicts itself"};
}

void put_block(StateWriter& state, std::span<const std::byte> block) {
  state.put(block.size());
  state.put(block);
}

/// The states that crowds, services and formations had, to be brought back should what follows be refused.
class Undo {
 public:
  /// @throws std::bad_alloc
  void note(Crowd& crowd) { crowds_.push_back({&crowd, CrowdFile::bytes_of(crowd), crowd.overlay()}); }
  void note(PathService& service) {
    std::vector<Snapshot> overlays;
    for (const ServedSnapshot& snapshot : service.snapshots()) overlays.push_back(snapshot.overlay);
    services_.push_back({&service, ServiceFile::bytes_of(service), std::move(overlays)});
  }
  void note(Formation& formation) { formations_.emplace_back(&formation, formation); }
  /// Brings back as many as memory does for. @throws std::bad_alloc if these are not all
  void undo() {
    for (auto& [formation, before] : formations_) *formation = std::move(before);
    bool all = true;
    const auto bring_back = [&](auto&& read) {
      try {
        (void)read();
      } catch (const std::bad_alloc&) {
        all = false;
      }
    };
    for (const OfCrowd& of : crowds_) bring_back([&] { return CrowdFile::read(of.bytes, of.overlay, *of.crowd); });
    for (const OfService& of : services_)
      bring_back([&] { return ServiceFile::read(of.bytes, of.overlays, *of.service); });
    if (!all) throw std::bad_alloc();
  }

 private:
  struct OfCrowd {
    Crowd* crowd;
    std::vector<std::byte> bytes;
    Snapshot overlay;
  };
  struct OfService {
    PathService* service;
    std::vector<std::byte> bytes;
    std::vector<Snapshot> overlays;
  };
  std::vector<OfCrowd> crowds_;
  std::vector<OfService> services_;
  std::vector<std::pair<Formation*, Formation>> formations_;
};

}  // namespace

/// Numbers overlays as they are met, equal ones alike.
class GameFile::Writer {
 public:
  explicit Writer(const GameParts& game) : game_(game) {}

  /// 0 for the file. False if the overlay is of no world of the game. @throws std::bad_alloc
  [[nodiscard]] bool put(const Overlay* overlay) {
    if (overlay == nullptr) {
      references_.put(0);
      return true;
    }
    const auto [at, unknown] = numbers_.try_emplace(overlay, 0);
    if (unknown) {
      const auto world = number_of(game_, overlay->world());
      if (!world) return false;
      StateWriter content;
      content.put(*world);
      put_block(content, OverlayState::bytes_of(*overlay));
      const std::span<const std::byte> bytes = content.bytes();
      const auto equal = [&](const std::vector<std::byte>& other) { return std::ranges::equal(other, bytes); };
      const auto same = std::ranges::find_if(contents_, equal);
      at->second = static_cast<std::uint64_t>(same - contents_.begin()) + 1;
      if (same == contents_.end()) contents_.emplace_back(bytes.begin(), bytes.end());
    }
    references_.put(at->second);
    return true;
  }

  void write(StateWriter& state) const {
    state.put(contents_.size());
    for (const std::vector<std::byte>& content : contents_) state.put(content);
    state.put(references_.bytes());
  }

 private:
  const GameParts& game_;
  std::map<const Overlay*, std::uint64_t> numbers_;
  std::vector<std::vector<std::byte>> contents_;  ///< by number, less 1
  StateWriter references_;
};

Result<std::vector<std::byte>> GameFile::bytes_of(const GameParts& game) {
  auto state = kind_of(game);
  if (!state) return state.error();
  Writer overlays(game);
  bool known = true;
  const auto put = [&](const Overlay* overlay) { known = overlays.put(overlay) && known; };
  for (const Overlay* const overlay : game.overlays) put(overlay);
  for (const Veil* const veil : game.veils) put(&veil->overlay());
  for (const Crowd* const crowd : game.crowds) put(crowd->overlay().get());
  for (const PathService* const service : game.services) {
    for (const ServedSnapshot& snapshot : service->snapshots()) put(snapshot.overlay.get());
  }
  for (const Snapshot* const snapshot : game.snapshots) put(snapshot->get());
  if (!known) return Error{ErrorCode::usage, "a snapshot of a game is of a world that is not among the game's"};
  overlays.write(*state);
  for (const Patrol* const patrol : game.patrols) {
    state->put({patrol->stops().size(), patrol->turn()});
    for (const Tile stop : patrol->stops()) state->put(word_of(stop));
  }
  for (const Influence* const influence : game.influences) put_block(*state, InfluenceFile::bytes_of(*influence));
  for (const Crowd* const crowd : game.crowds) put_block(*state, CrowdFile::bytes_of(*crowd));
  for (const PathService* const service : game.services) put_block(*state, ServiceFile::bytes_of(*service));
  for (const GameFormation& part : game.formations) put_block(*state, FormationFile::bytes_of(*part.formation));
  return state->sealed(kMagic, kGameVersion);
}

Result<std::uint64_t> GameFile::hash_of(const GameParts& game) {
  const auto bytes = bytes_of(game);
  if (!bytes) return bytes.error();
  return hash_bytes(*bytes);
}

/// All that a game is to have, made beside it.
class GameFile::Reader {
 public:
  Reader(const StateReader& state, const GameParts& game) : state_(state), game_(game) {}

  /// Takes all but what crowds, services and formations judge themselves. @throws std::bad_alloc
  Outcome take() {
    if (Outcome taken = take_overlays(); !taken) return taken;
    for (const Overlay* const overlay : game_.overlays) {
      if (const Snapshot taken = take_reference(overlay->world()); taken != nullptr) overlays_.push_back(*taken);
    }
    for (const Veil* const veil : game_.veils) {
      const World& blank = veil->overlay().world();
      const Snapshot taken = take_reference(blank);
      if (taken == nullptr) return corrupt();
      auto made = Veil::from_overlay(veil->truth(), *taken, blank.palette()[veil->unknown()].name);
      if (!made) return corrupt();
      veils_.push_back(std::move(*made));
    }
    for (const Crowd* const crowd : game_.crowds) shown_.push_back(take_reference(crowd->world()));
    for (const PathService* const service : game_.services) {
      std::vector<Snapshot>& shown = served_.emplace_back();
      for (std::size_t left = service->snapshots().size(); left != 0; --left)
        shown.push_back(take_reference(service->world()));
    }
    for (std::size_t left = game_.snapshots.size(); left != 0; --left) snapshots_.push_back(take_reference());
    state_.require(met_ == stored_.size() && overlays_.size() == game_.overlays.size());
    for (std::size_t left = game_.patrols.size(); left != 0 && state_.sound(); --left) take_patrol();
    for (const Influence* const influence : game_.influences) {
      auto made = InfluenceFile::read(take_block(), *influence);
      if (!state_.sound()) return corrupt();
      if (!made) return made.error();
      influences_.push_back(std::move(*made));
    }
    const std::size_t blocks = game_.crowds.size() + game_.services.size() + game_.formations.size();
    for (std::size_t left = blocks; left != 0; --left) blocks_.push_back(take_block());
    return state_.done() ? Outcome(Success{}) : Outcome(corrupt());
  }

  /// Brings crowds, services and then formations into the states taken; where one is refused the others are as before.
  /// @throws as CrowdFile::read and ServiceFile::read
  Outcome use_judged() {
    Undo undo;
    try {
      for (std::size_t i = 0; i < blocks_.size(); ++i) {
        Outcome read = read_judged(i, undo);
        if (read) continue;
        undo.undo();
        return read;
      }
    } catch (...) {
      undo.undo();
      throw;
    }
    return Success{};
  }

  void use_rest() noexcept {
    for (std::size_t i = 0; i < overlays_.size(); ++i) *game_.overlays[i] = std::move(overlays_[i]);
    for (std::size_t i = 0; i < veils_.size(); ++i) *game_.veils[i] = std::move(veils_[i]);
    for (std::size_t i = 0; i < influences_.size(); ++i) *game_.influences[i] = std::move(influences_[i]);
    for (std::size_t i = 0; i < patrols_.size(); ++i) *game_.patrols[i] = std::move(patrols_[i]);
    for (std::size_t i = 0; i < snapshots_.size(); ++i) *game_.snapshots[i] = std::move(snapshots_[i]);
  }

 private:
  std::span<const std::byte> take_block() noexcept { return state_.take_bytes(state_.take()); }

  /// How many parts refer to overlays.
  [[nodiscard]] std::size_t references() const {
    std::size_t all = game_.overlays.size() + game_.veils.size() + game_.crowds.size() + game_.snapshots.size();
    for (const PathService* const service : game_.services) all += service->snapshots().size();
    return all;
  }

  /// The overlays, no more than there are parts to use them, no two of them equal.
  Outcome take_overlays() {
    std::vector<std::pair<std::uint64_t, std::span<const std::byte>>> contents;
    for (std::uint64_t left = state_.take(references()); left != 0 && state_.sound(); --left) {
      const std::uint64_t world = state_.take();
      const std::span<const std::byte> bytes = take_block();
      state_.require(world < game_.worlds.size());
      for (const auto& [other, same] : contents) state_.require(world != other || !std::ranges::equal(bytes, same));
      contents.emplace_back(world, bytes);
    }
    if (!state_.sound()) return corrupt();
    for (const auto& [world, bytes] : contents) {
      auto made = OverlayState::read(game_.worlds[world], bytes);
      if (!made && made.error().code == ErrorCode::usage) return corrupt();
      if (!made) return made.error();
      stored_.push_back(std::make_shared<const Overlay>(std::move(*made)));
    }
    return Success{};
  }

  /// By number, of which the next new one must be the least that was not met.
  Snapshot take_reference() {
    const std::uint64_t number = state_.take(std::min<std::uint64_t>(met_ + 1, stored_.size()));
    if (number > met_) ++met_;
    return number == 0 ? nullptr : stored_[static_cast<std::size_t>(number - 1)];
  }
  Snapshot take_reference(const World& world) {
    Snapshot taken = take_reference();
    state_.require(is_of(world, taken.get()));
    return state_.sound() ? taken : nullptr;
  }

  void take_patrol() {
    const std::uint64_t count = state_.take();
    const std::uint64_t turn = state_.take();
    state_.require(turn < count);
    std::vector<Tile> stops;
    for (std::uint64_t left = count; left != 0 && state_.sound(); --left) stops.push_back(tile_of(state_.take()));
    if (!state_.sound()) return;
    patrols_.emplace_back(std::move(stops)).begin_with(static_cast<std::size_t>(turn));
  }

  Outcome read_judged(std::size_t block, Undo& undo) {
    if (block < game_.crowds.size()) return read_crowd(block, undo);
    const std::size_t after = block - game_.crowds.size();
    return after < game_.services.size() ? read_service(after, undo)
                                         : read_formation(after - game_.services.size(), undo);
  }
  Outcome read_formation(std::size_t i, Undo& undo) {
    const GameFormation& part = game_.formations[i];
    undo.note(*part.formation);
    return FormationFile::read(blocks_[game_.crowds.size() + game_.services.size() + i], *part.crowd, *part.formation);
  }
  Outcome read_crowd(std::size_t i, Undo& undo) {
    Crowd& crowd = *game_.crowds[i];
    undo.note(crowd);
    return CrowdFile::read(blocks_[i], shown_[i], crowd);
  }
  Outcome read_service(std::size_t i, Undo& undo) {
    PathService& service = *game_.services[i];
    undo.note(service);
    return ServiceFile::read(blocks_[game_.crowds.size() + i], served_[i], service);
  }

  StateReader state_;
  const GameParts& game_;
  std::vector<Snapshot> stored_;
  std::uint64_t met_ = 0;
  std::vector<Overlay> overlays_;
  std::vector<Veil> veils_;
  std::vector<Influence> influences_;
  std::vector<Patrol> patrols_;
  std::vector<Snapshot> snapshots_;
  std::vector<Snapshot> shown_;                ///< by crowd
  std::vector<std::vector<Snapshot>> served_;  ///< by service
  std::vector<std::span<const std::byte>> blocks_;
};

Outcome GameFile::read(std::span<const std::byte> bytes, const GameParts& game) {
  auto state = StateReader::open(bytes, kMagic, kGameVersion, "a game");
  if (!state) return state.error();
  const auto kind = kind_of(game);
  if (!kind) return kind.error();
  if (!std::ranges::equal(state->take_bytes(kind->bytes().size()), kind->bytes())) {
    return state->sound() ? Error{ErrorCode::usage, "the game has other worlds or parts"} : corrupt();
  }
  Reader reader(*state, game);
  if (Outcome taken = reader.take(); !taken) return taken;
  if (Outcome used = reader.use_judged(); !used) return used;
  reader.use_rest();
  return Success{};
}

Outcome GameFile::save(const GameParts& game, const std::filesystem::path& path) {
  const auto bytes = bytes_of(game);
  if (!bytes) return bytes.error();
  return write_file_atomically(path, std::array{std::span<const std::byte>(*bytes)});
}

Outcome GameFile::load(const std::filesystem::path& path, const GameParts& game) {
  // Copied: not only this library may write into the file.
  const auto file = Mapping::copy(path, kMostBytes);
  if (!file) return file.error();
  return read(file->bytes(), game);
}

}  // namespace portolan
