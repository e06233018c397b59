// SPDX-License-Identifier: BSL-1.0
// Whole games saved and gone on with: the same ticks, answers, work and bytes as of the game that went on.
#include "portolan/core/hash.hpp"
#include "portolan/crowd/crowd_file.hpp"
#include "portolan/crowd/formation_file.hpp"
#include "portolan/game/game_file.hpp"
#include "portolan/query/path_file.hpp"
#include "portolan/query/path_query.hpp"
#include "portolan/service/service_file.hpp"
#include "portolan/world/influence_file.hpp"
#include "portolan/world/overlay_state.hpp"
#include "query/veiled_ground.hpp"
#include "support/forged_state.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"
#include "support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan {
namespace {

using test::BuiltWorld;
using test::Ground;
using test::Rng;
using Shared = std::shared_ptr<const Overlay>;

Ground random_ground(Rng& rng, std::int32_t max_side) {
  TileMap map = test::random_map(rng, {.width = rng.between(50, max_side), .height = rng.between(50, max_side)});
  MovementProfile mover;
  mover.notch = kCostScale / 2;
  const TerrainCost unknown = test::dearest(map);
  return test::make_ground(std::move(map), mover, unknown, test::random_indexes(rng));
}

/// What is told of a game, in order.
class Chronicle {
 public:
  void add(std::uint64_t value) {
    const std::array<std::uint64_t, 2> both{hash_, value};
    hash_ = hash_bytes(std::as_bytes(std::span(both)));
  }
  void add(const PathResult& result, const Path& path) {
    for (const std::uint64_t value : {static_cast<std::uint64_t>(result.status), result.cost, result.work}) add(value);
    if (has_path(result.status)) add(PathFile::hash_of(path));
  }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

/// How a game is set up; games of one plan can read each other's states.
struct Plan {
  std::size_t units = 12;
  ServiceOptions service{.slots = 8, .views = 2, .old_snapshots = 2, .slice = 100};
};

/// A small game with all that can live in one, which does what it draws.
class Game {
 public:
  Game(const Ground& ground, const Plan& plan, unsigned threads)
      : town_(ground.truth.world()),
        dark_(ground.dark.world()),
        edits_(town_),
        ruins_(town_),
        veils_{test::veil_of(town_, dark_), test::veil_of(town_, dark_)},
        towers_(town_, impassable_terrains(town_.profiles()[0].rules)),
        round_(std::vector<Tile>(3)),
        crowd_(town_, 0, {.units = plan.units, .seed = 5}),
        ground_(town_, 0),
        march_(ground_),
        service_(town_, 0, with_threads(plan.service, threads)),
        dark_service_(dark_, 0, with_threads(plan.service, threads)),
        guard_(town_, 0),
        scout_(dark_, 0) {}

  /// What is the game's alone, drawn once before it begins.
  void begin(Rng& rng) {
    std::vector<Tile> stops;
    for (int i = 0; i < 3; ++i) stops.push_back(tile(rng));
    round_ = Patrol(std::move(stops));
    for (int i = 0; i < 40; ++i) (void)crowd_.add({.tile = tile(rng), .side = static_cast<std::uint8_t>(i % 2)});
    const std::vector<UnitId> first{0, 1, 2, 3};
    if (crowd_.size() > first.size()) (void)march_.form(crowd_, first, FormationShape::box(first.size(), 2));
  }

  GameParts parts() {
    return {.worlds = {town_, dark_},
            .overlays = {&edits_, &ruins_},
            .veils = {&veils_[0], &veils_[1]},
            .influences = {&towers_},
            .patrols = {&round_},
            .crowds = {&crowd_},
            .formations = {{&march_, &crowd_}},
            .services = {&service_, &dark_service_},
            .snapshots = {&shown_, &known_}};
  }

  /// Takes what a game keeps beside its parts, as a saved game would.
  void take_own(const Game& other) {
    waiting_ = other.waiting_;
    dark_waiting_ = other.dark_waiting_;
    threats_ = other.threats_;
    guard_.use(shown_);
    ground_.use(shown_);
    scout_.use(known_);
  }

  /// What a tick came to.
  std::uint64_t tick(Rng& rng) {
    Chronicle told;
    edit(rng);
    threaten(rng);
    explore(rng);
    show(rng);
    for (UnitId unit = 0; unit < crowd_.size(); ++unit) {
      if (rng.percent(8)) told.add(static_cast<std::uint64_t>(crowd_.order(unit, tile(rng)).status));
    }
    if (rng.percent(8)) told.add(static_cast<std::uint64_t>(march_.order(crowd_, {.goal = tile(rng)}).status));
    told.add(march_.advance(crowd_).orders);
    told.add(crowd_.tick().hash);
    serve(rng, service_, waiting_, told);
    serve(rng, dark_service_, dark_waiting_, told);
    if (rng.percent(30)) ask(rng, guard_, told);
    if (rng.percent(30)) ask(rng, scout_, told);
    if (rng.percent(20)) {
      Path path(guard_.room());
      const PatrolLeg leg = round_.next(guard_, {.from = tile(rng)}, path);
      told.add(leg.path, path);
      told.add(leg.work);
    }
    return told.hash();
  }

  [[nodiscard]] const Crowd& crowd() const { return crowd_; }
  [[nodiscard]] const Formation& formation() const { return march_; }
  [[nodiscard]] const PathService& service() const { return service_; }
  [[nodiscard]] const Overlay& edits() const { return edits_; }
  Overlay& ruins() { return ruins_; }

 private:
  static ServiceOptions with_threads(ServiceOptions options, unsigned threads) {
    options.threads = threads;
    return options;
  }

  /// Mostly one that can be stood on.
  [[nodiscard]] Tile tile(Rng& rng) const {
    return test::random_passable(rng, town_.profiles()[0].grid).value_or(Tile{0, 0});
  }
  [[nodiscard]] Rect area(Rng& rng) const {
    const Tile at{rng.below(town_.width()), rng.below(town_.height())};
    return intersection({at, {at.x + rng.between(1, 12), at.y + rng.between(1, 12)}}, town_.bounds());
  }

  void edit(Rng& rng) {
    for (Overlay* const overlay : {&edits_, &ruins_}) {
      if (rng.percent(25)) {
        const auto terrain = static_cast<TerrainId>(rng.below(static_cast<std::int32_t>(town_.palette().size())));
        REQUIRE(overlay->set_terrain(area(rng), terrain).has_value());
      }
      if (rng.percent(15)) REQUIRE(overlay->revert(area(rng)).has_value());
      if (rng.percent(30)) (void)overlay->refresh(static_cast<std::size_t>(rng.between(1, 4)));
    }
    if (rng.percent(10)) (void)edits_.adopt(ruins_);
    if (rng.percent(5)) ruins_ = edits_;
  }
  void threaten(Rng& rng) {
    if (rng.percent(10)) {
      const auto added = towers_.add({.at = tile(rng),
                                      .radius = rng.between(0, 9),
                                      .notches = static_cast<std::size_t>(rng.between(1, 5)),
                                      .falloff = rng.percent(50) ? Falloff::linear : Falloff::none,
                                      .felt = rng.percent(50) ? Felt::in_sight : Felt::everywhere,
                                      .fades = static_cast<std::uint64_t>(rng.between(0, 30))});
      REQUIRE(added.has_value());
      threats_.push_back(*added);
    }
    if (!threats_.empty() && rng.percent(20)) {
      const ThreatId threat = threats_[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(threats_.size())))];
      (void)(rng.percent(80) ? towers_.move(threat, tile(rng)) : towers_.remove(threat));
    }
    if (rng.percent(10)) towers_.look_again(area(rng));
    towers_.tick();
    if (rng.percent(30)) (void)towers_.apply(edits_);
  }
  void explore(Rng& rng) {
    for (Veil& veil : veils_) {
      if (rng.percent(30)) REQUIRE(veil.reveal_disc(edits_, tile(rng), rng.between(1, 12)).has_value());
      if (rng.percent(5)) REQUIRE(veil.forget(area(rng)).has_value());
      if (rng.percent(20)) (void)veil.refresh(static_cast<std::size_t>(rng.between(1, 4)));
    }
  }
  void show(Rng& rng) {
    if (rng.percent(12)) {
      shown_ = rng.percent(90) ? std::make_shared<const Overlay>(edits_) : nullptr;
      crowd_.use(shown_);
      ground_.use(shown_);
      guard_.use(shown_);
      (void)service_.show(0, shown_);
    }
    if (rng.percent(8)) (void)service_.show(1, std::make_shared<const Overlay>(ruins_));
    if (rng.percent(12)) {
      known_ = std::make_shared<const Overlay>(veils_[0].overlay());
      scout_.use(known_);
      (void)dark_service_.show(0, known_);
    }
    if (rng.percent(8)) (void)dark_service_.show(1, std::make_shared<const Overlay>(veils_[1].overlay()));
  }
  [[nodiscard]] PathRequest request(Rng& rng) const {
    PathRequest asked{.from = tile(rng), .to = tile(rng)};
    if (rng.percent(40)) asked.ends = EndRule::nearest;
    if (rng.percent(40)) asked.tier = rng.pick(std::array{Tier::regions, Tier::waypoints, Tier::jump});
    if (rng.percent(30)) asked.ties = {TieRule::random, rng.next() % 100};
    return asked;
  }
  void ask(Rng& rng, PathQuery& query, Chronicle& told) const {
    Path path(query.room());
    const PathResult result = query.find(request(rng), path);
    told.add(result, path);
  }
  void serve(Rng& rng, PathService& service, std::vector<Ticket>& waiting, Chronicle& told) const {
    for (int i = rng.below(3); i > 0; --i) {
      const RequestTerms terms{.view = static_cast<std::size_t>(rng.below(2))};
      const Submission sent = service.submit(request(rng), terms, Path(service.room()));
      if (sent.status == Status::found) waiting.push_back(sent.ticket);
    }
    told.add(service.tick({.expansions = 150}).charged);
    std::erase_if(waiting, [&](Ticket ticket) {
      const TicketState state = service.state(ticket);
      if (state == TicketState::unknown) return true;  // given out before another state was read
      if (state == TicketState::waiting || rng.percent(30)) return false;
      ServedPath served;
      REQUIRE(service.poll(ticket, served) == TicketState::answered);
      told.add(served.result, served.path);
      for (const std::uint64_t value : {served.revision, served.asked, served.answered, served.charged})
        told.add(value);
      return true;
    });
  }

  World town_;
  World dark_;
  Overlay edits_;
  Overlay ruins_;
  std::array<Veil, 2> veils_;
  Influence towers_;
  Patrol round_;
  Crowd crowd_;
  FormationGuide ground_;
  Formation march_;
  PathService service_;
  PathService dark_service_;
  PathQuery guard_;
  PathQuery scout_;
  Shared shown_;
  Shared known_;
  std::vector<ThreatId> threats_;
  std::vector<Ticket> waiting_;
  std::vector<Ticket> dark_waiting_;
};

std::vector<std::byte> bytes_of(Game& game) {
  auto bytes = GameFile::bytes_of(game.parts());
  REQUIRE(bytes.has_value());
  return std::move(*bytes);
}

/// How often something was so when a game was saved.
struct Tally {
  int partly = 0;  ///< an overlay was refreshed, and not all of it
  int stale = 0;   ///< an overlay had been refreshed that was edited since
  int waiting = 0;
  int shared = 0;  ///< crowd and service showed the same
};

void note(const Game& game, Tally& tally) {
  Overlay copy = game.edits();
  const auto refreshed = copy.refreshed(0);
  const auto stale = std::ranges::count_if(refreshed, &RefreshedRegion::stale);
  tally.stale += stale != 0 ? 1 : 0;
  tally.partly += std::cmp_less(stale, refreshed.size()) && copy.refresh(0) != 0 ? 1 : 0;
  tally.waiting += game.service().waiting() != 0 ? 1 : 0;
  const Shared walked = game.crowd().overlay();
  const auto shows = [&](const ServedSnapshot& snapshot) { return snapshot.overlay == walked; };
  tally.shared += walked != nullptr && std::ranges::any_of(game.service().snapshots(), shows) ? 1 : 0;
}

/// A game saves in some tick, and one that loads goes on beside it.
void save_and_go_on(std::uint64_t seed, unsigned threads, int ticks, Tally& tally) {
  Rng rng(seed);
  const Ground ground = random_ground(rng, 90);
  Game game(ground, {}, 1);
  game.begin(rng);
  for (int t = rng.between(20, 80); t > 0; --t) (void)game.tick(rng);
  note(game, tally);

  Game resumed(ground, {}, threads);
  Rng other = rng;
  const std::vector<std::byte> saved = bytes_of(game);
  const Outcome read = GameFile::read(saved, resumed.parts());
  CAPTURE(seed, threads, read ? "" : read.error().message);
  REQUIRE(read.has_value());
  REQUIRE(bytes_of(resumed) == saved);
  resumed.take_own(game);
  for (int t = 0; t < ticks; ++t) {
    CAPTURE(t);
    REQUIRE(game.tick(rng) == resumed.tick(other));
    if (t % 16 == 0) REQUIRE(*GameFile::hash_of(game.parts()) == *GameFile::hash_of(resumed.parts()));
  }
  REQUIRE(bytes_of(game) == bytes_of(resumed));
}

}  // namespace

TEST_CASE("a game that was saved goes on as the one that was not", "[heavy]") {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    save_and_go_on(seed, std::array{1U, 2U, 4U}[seed % 3], 100, tally);
  }
  CHECK(tally.partly > 0);
  CHECK(tally.stale > 0);
  CHECK(tally.waiting > 0);
  CHECK(tally.shared > 0);
}

TEST_CASE("a game that was saved goes on as the one that was not, often and for long", "[long]") {
  Tally tally;
  for (std::uint64_t seed = 100; seed < 200; ++seed) {
    save_and_go_on(seed, std::array{1U, 2U, 4U}[seed % 3], 500, tally);
  }
  CHECK(tally.partly > 20);
}

TEST_CASE("games that were damaged are refused and change nothing, or are ones that can go on", "[heavy]") {
  Rng rng(7);
  const Ground ground = random_ground(rng, 60);
  Game game(ground, {}, 1);
  game.begin(rng);
  for (int t = 0; t < 40; ++t) (void)game.tick(rng);
  const std::vector<std::byte> sound = bytes_of(game);
  std::vector<std::uint64_t> magics;
  for (const auto& state : {OverlayState::bytes_of(Overlay(ground.truth.world())),
                            InfluenceFile::bytes_of(Influence(ground.truth.world())), CrowdFile::bytes_of(game.crowd()),
                            ServiceFile::bytes_of(game.service()), FormationFile::bytes_of(game.formation())}) {
    magics.push_back(test::word_at(state, 0));
  }
  const std::vector<test::InnerState> states = test::inner_states(sound, magics);
  REQUIRE(states.size() >= 6);

  Game other(ground, {}, 2);
  Rng ticks = rng;
  for (int t = 0; t < 5; ++t) (void)other.tick(ticks);
  std::vector<std::byte> before = bytes_of(other);
  int taken = 0;
  int refused = 0;
  for (int i = 0; i < 600; ++i) {
    std::vector<std::byte> forged = sound;
    // Half of the places lie in the larger states, the other half in any of them.
    const test::InnerState& in = states[static_cast<std::size_t>(rng.below(static_cast<std::int32_t>(states.size())))];
    const std::size_t place = rng.percent(50)
                                  ? test::kStateHeader + rng.next() % (forged.size() - test::kStateHeader)
                                  : in.begin + test::kStateHeader + rng.next() % (in.size - test::kStateHeader);
    forged[place] = static_cast<std::byte>(rng.percent(50) ? rng.below(256) : static_cast<int>(forged[place]) ^ 1);
    if (rng.percent(5)) forged.resize(place);
    if (rng.percent(80) && forged.size() > place) test::seal_all(forged, states, place);
    CAPTURE(i, place);
    if (const Outcome read = GameFile::read(forged, other.parts()); read) {
      ++taken;
      REQUIRE(bytes_of(other) == forged);
      for (int t = 0; t < 2; ++t) (void)other.tick(ticks);
      before = bytes_of(other);
    } else {
      ++refused;
      REQUIRE_FALSE(read.error().message.empty());
      REQUIRE(bytes_of(other) == before);
    }
  }
  CHECK(taken > 5);
  CHECK(refused > 100);
}

TEST_CASE("a game reads only what a game like it wrote") {
  Rng rng(8);
  const Ground ground = random_ground(rng, 60);
  Game game(ground, {}, 1);
  game.begin(rng);
  for (int t = 0; t < 30; ++t) (void)game.tick(rng);
  const std::vector<std::byte> saved = bytes_of(game);

  const Ground elsewhere = random_ground(rng, 60);
  Game foreign(elsewhere, {}, 1);
  CHECK(GameFile::read(saved, foreign.parts()).error().code == ErrorCode::usage);
  // The crowd is judged before the services: what it has become by then is taken back.
  Plan more_slots;
  more_slots.service.slots = 9;
  Game larger(ground, more_slots, 1);
  const std::vector<std::byte> before = bytes_of(larger);
  CHECK(GameFile::read(saved, larger.parts()).error().code == ErrorCode::usage);
  CHECK(bytes_of(larger) == before);
  Game more_units(ground, {.units = 13}, 1);
  CHECK(GameFile::read(saved, more_units.parts()).error().code == ErrorCode::usage);

  GameParts fewer = game.parts();
  fewer.patrols.clear();
  CHECK(GameFile::read(saved, fewer).error().code == ErrorCode::usage);
  GameParts worldless = game.parts();
  worldless.worlds.pop_back();
  CHECK(GameFile::bytes_of(worldless).error().code == ErrorCode::usage);
  CHECK(GameFile::hash_of(worldless).error().code == ErrorCode::usage);
  CHECK(GameFile::read(saved, worldless).error().code == ErrorCode::usage);

  std::vector<std::byte> later = saved;
  later[8] = std::byte{77};
  CHECK(GameFile::read(later, game.parts()).error().code == ErrorCode::unsupported);
  CHECK(GameFile::read({}, game.parts()).error().code == ErrorCode::corrupt);
  CHECK(bytes_of(game) == saved);
}

TEST_CASE("a game is saved to a file and loaded from it") {
  Rng rng(9);
  const Ground ground = random_ground(rng, 60);
  Game game(ground, {}, 1);
  game.begin(rng);
  for (int t = 0; t < 30; ++t) (void)game.tick(rng);
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "slot.game";
  REQUIRE(GameFile::save(game.parts(), path).has_value());
  Game resumed(ground, {}, 2);
  REQUIRE(GameFile::load(path, resumed.parts()).has_value());
  CHECK(bytes_of(resumed) == bytes_of(game));
  CHECK(GameFile::load(folder.path() / "none.game", resumed.parts()).error().code == ErrorCode::io);
  CHECK(GameFile::save(game.parts(), folder.path()).error().code == ErrorCode::io);
}

}  // namespace portolan
