// SPDX-License-Identifier: BSL-1.0
// The attack on verify: sound worlds of every kind, forged with checksums that are right, must be refused, or answer as
// if nothing had happened.
#pragma once

#include "support/random_world.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace portolan::test {

/// What became of forged files.
enum class Fate : std::uint8_t {
  unchanged,  ///< the change made no difference to the bytes
  refused_by_open,
  refused_by_verify,
  refused_by_proof,  ///< by prove_indexes, in a section that is_left_to_prove()
  answers_right,
  accepted_wrongly,  ///< the fault that is looked for
};

[[nodiscard]] std::string_view to_string(Fate fate);

struct AttackReport {
  std::map<Fate, std::uint64_t> fates;
  std::string fault;  ///< of the first that was accepted wrongly: world, seed, section, and what is wrong
};

/// Forges one file after another, of the sound worlds in turn, until `goes_on` says no or one is accepted wrongly. The
/// n-th is forged with seed + n. @throws std::runtime_error if a sound world is refused.
template <class GoesOn>
[[nodiscard]] AttackReport attack(std::uint64_t seed, GoesOn&& goes_on);

/// One file, forged by the seed. `fault`: see AttackReport.
/// What World::verify says of the file that a seed forges; empty if nothing, or if the file is not opened.
[[nodiscard]] std::string verify_fault(std::uint64_t seed);
[[nodiscard]] Fate attack_once(std::uint64_t seed, std::string& fault);

template <class GoesOn>
AttackReport attack(std::uint64_t seed, GoesOn&& goes_on) {
  AttackReport report;
  for (std::uint64_t n = seed; report.fault.empty() && goes_on(); ++n) ++report.fates[attack_once(n, report.fault)];
  return report;
}

/// Empty if every sound world passes open, verify, proof and judge.
[[nodiscard]] std::string sound_worlds_fault();

/// Names of the sections that the sound worlds hold between them.
[[nodiscard]] std::set<std::string> kinds_of_sections();

}  // namespace portolan::test
