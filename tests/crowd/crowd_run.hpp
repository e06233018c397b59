// SPDX-License-Identifier: BSL-1.0
// A crowd under the eyes of the judge.
#pragma once

#include "portolan/crowd/crowd.hpp"
#include "portolan/crowd/crowd_check.hpp"
#include "portolan/crowd/crowd_file.hpp"
#include "support/built_world.hpp"
#include "support/oracle.hpp"
#include "support/printing.hpp"
#include "support/random_world.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

inline std::vector<std::size_t> all_profiles(const World& world) {
  std::vector<std::size_t> profiles(world.profiles().size());
  std::iota(profiles.begin(), profiles.end(), std::size_t{0});
  return profiles;
}

/// Whether a crowd takes a forged state: one that is refused leaves it as it was, one that is taken it writes again.
inline bool takes(Crowd& crowd, const std::vector<std::byte>& forged) {
  const std::uint64_t before = CrowdFile::hash_of(crowd);
  const bool taken = CrowdFile::read(forged, nullptr, crowd).has_value();
  if (taken) {
    REQUIRE(CrowdFile::bytes_of(crowd) == forged);
  } else {
    REQUIRE(CrowdFile::hash_of(crowd) == before);
  }
  return taken;
}

inline std::vector<MovementProfile> declared_profiles(const World& world) {
  std::vector<MovementProfile> profiles;
  for (std::size_t i = 0; i < world.profiles().size(); ++i) profiles.push_back(world.declared_profile(i));
  return profiles;
}

/// A crowd whose every move is judged, and whose units must be where the judge has them.
class CrowdRun {
 public:
  CrowdRun(const World& world, const CrowdOptions& options)
      : crowd_(world, all_profiles(world), options), check_(*world.map(), declared_profiles(world)) {}

  Crowd& crowd() { return crowd_; }
  CrowdCheck& check() { return check_; }
  const std::vector<UnitId>& units() const { return units_; }

  /// kNoUnit if it is refused.
  UnitId add(const UnitSpec& spec) {
    const AddedUnit added = crowd_.add(spec);
    if (added.status != Status::found) return kNoUnit;
    check_.add(added.unit, spec.profile, {spec.tile, crowd_.unit(added.unit).heading});
    units_.push_back(added.unit);
    return added.unit;
  }
  void remove(UnitId unit) {
    crowd_.remove(unit);
    check_.remove(unit);
    std::erase(units_, unit);
  }

  /// Goes on with another crowd, which must have the same state. Gives back the one so far.
  Crowd go_on_with(Crowd other) { return std::exchange(crowd_, std::move(other)); }

  /// The judge's first fault, or what the crowd says otherwise than it.
  std::string tick() {
    report_ = crowd_.tick();
    for (const UnitMove& move : report_.started) {
      check_.move(move.unit, {move.from, move.heading}, {move.to, move.to_heading}, move.begin, move.end);
    }
    check_.advance();
    if (!check_.fault().empty()) return check_.fault();
    if (check_.now() != crowd_.now() || report_.tick != crowd_.now()) return "another tick";
    for (const UnitId unit : units_) {
      const UnitView view = crowd_.unit(unit);
      if (!(check_.at(unit) == Placement{view.tile, view.heading}))
        return "unit " + std::to_string(unit) + " is elsewhere";
    }
    return {};
  }
  [[nodiscard]] const CrowdReport& report() const { return report_; }

 private:
  Crowd crowd_;
  CrowdCheck check_;
  std::vector<UnitId> units_;
  CrowdReport report_;
};

}  // namespace portolan::test
