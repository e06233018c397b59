// SPDX-License-Identifier: BSL-1.0
// Forged world files: a sample in every run; with the tag [attack] for PORTOLAN_ATTACK_SECONDS (60), from the seed
// PORTOLAN_ATTACK_SEED (1) on.
#include "attack/attack.hpp"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>

#include <catch2/catch.hpp>

namespace portolan::test {

TEST_CASE("sound worlds of every kind pass verify, the proof of their indexes, and the judge") {
  CHECK(sound_worlds_fault() == "");
}

TEST_CASE("forged files are refused, or answer as if nothing had happened") {
  int left = 1500;
  AttackReport report = attack(1'000'000, [&] { return left-- > 0; });
  CHECK(report.fault == "");
  // The attack reaches every line of defence.
  CHECK(report.fates[Fate::refused_by_open] > 20);
  CHECK(report.fates[Fate::refused_by_verify] > 200);
  CHECK(report.fates[Fate::refused_by_proof] > 10);
  CHECK(report.fates[Fate::answers_right] > 100);
}

namespace {

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::stoull(text);
}

}  // namespace

TEST_CASE("forged files are refused, or answer as if nothing had happened: for a while", "[long][attack]") {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(setting("PORTOLAN_ATTACK_SECONDS", 60));
  const AttackReport report =
      attack(setting("PORTOLAN_ATTACK_SEED", 1), [&] { return std::chrono::steady_clock::now() < end; });
  for (const auto& [fate, count] : report.fates) std::cout << to_string(fate) << ": " << count << '\n';
  CHECK(report.fault == "");
}

}  // namespace portolan::test
