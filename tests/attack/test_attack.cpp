// SPDX-License-Identifier: BSL-1.0
// Forged world files: a sample in every run; with the tag [attack] for PORTOLAN_ATTACK_SECONDS (60), from the seed
// PORTOLAN_ATTACK_SEED (1) on.
#include "attack/attack.hpp"
#include "attack/forged_file.hpp"
#include "portolan/boards/board_draft.hpp"
#include "portolan/offline/build_board.hpp"
#include "portolan/offline/prove_indexes.hpp"
#include "portolan/world/section_name.hpp"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

TEST_CASE("sound worlds of every kind pass verify, the proof of their indexes, and the judge") {
  CHECK(sound_worlds_fault() == "");
}

TEST_CASE("the worlds that are forged hold every kind of section") {
  const std::set<std::string> present = kinds_of_sections();
  for (std::uint32_t kind = 0; kind < 200; ++kind) {
    const std::string_view name = section_name(kind);
    if (!name.empty()) CHECK(present.contains(std::string(name)));
  }
}

TEST_CASE("a tree of labels that ends twice, over an arc of cost 0, is refused") {
  // Forgeries that no other rule finds are rare.
  std::uint64_t seed = 5'000'000;
  const auto ends_twice = [&] { return verify_fault(seed).find("does not end at one node") != std::string::npos; };
  while (seed < 5'100'000 && !ends_twice()) ++seed;
  CAPTURE(seed);
  CHECK(ends_twice());
}

TEST_CASE("forged files are refused, or answer as if nothing had happened") {
  int left = 1500;
  AttackReport report = attack(1'000'000, [&] { return left-- > 0; });
  CHECK(report.fault == "");
  // The attack reaches every line of defence.
  CHECK(report.fates[Fate::refused_by_open] > 20);
  CHECK(report.fates[Fate::refused_by_verify] > 200);
  CHECK(report.fates[Fate::refused_by_proof] > 5);
  CHECK(report.fates[Fate::answers_right] > 50);
}

namespace {

/// Forges hub labels of a board that hold nothing but the nodes themselves: true, and of no use.
void empty_labels(ForgedFile& file, std::uint32_t nodes) {
  const auto set = [&](format::SectionKind kind, const std::vector<std::uint32_t>& words) {
    for (ForgedFile::Section& section : file.sections()) {
      if (section.entry.kind != static_cast<std::uint32_t>(kind)) continue;
      section.bytes.resize(words.size() * sizeof(std::uint32_t));
      std::memcpy(section.bytes.data(), words.data(), section.bytes.size());
    }
  };
  std::vector<std::uint32_t> numbers(nodes + 1);
  std::iota(numbers.begin(), numbers.end(), 0U);
  set(format::SectionKind::label_first, numbers);
  numbers.pop_back();
  set(format::SectionKind::label_hub, numbers);
  set(format::SectionKind::label_distance, std::vector<std::uint32_t>(nodes, 0));
  set(format::SectionKind::label_radius, std::vector<std::uint32_t>(nodes, 0));
  std::vector<std::uint32_t> places;
  std::vector<std::uint32_t> tree;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    places.push_back(2 * node);
    tree.insert(tree.end(), {node, kTreeEnd});
  }
  set(format::SectionKind::label_place, places);
  set(format::SectionKind::label_tree, tree);
}

}  // namespace

TEST_CASE("labels that claim next to nothing are refused before more than they claim is built") {
  constexpr std::uint32_t kNodes = 3000;
  BoardDraft draft;
  for (std::uint32_t node = 0; node < kNodes; ++node) {
    DraftNode& made = draft.nodes.emplace_back();
    made.name = std::to_string(node);
    for (const bool back : {false, true}) {
      if (node == 0) break;
      DraftArc& arc = draft.arcs.emplace_back();
      arc.from = back ? node : node - 1;
      arc.to = back ? node - 1 : node;
      arc.cost = {1, 0};
    }
  }
  BuildOptions options;
  options.indexes = {IndexKind::labels};
  ForgedFile forged(build_board(*make_board(draft), options)->bytes().span());
  empty_labels(forged, kNodes);
  const AlignedBytes file = forged.bytes();
  const auto world = World::view(file.span());
  REQUIRE(world.has_value());
  const Outcome verified = world->verify();
  INFO((verified ? "" : verified.error().message));
  REQUIRE(verified.has_value());
  const Outcome proven = prove_indexes(*world);
  REQUIRE_FALSE(proven.has_value());
  CHECK(proven.error().message == "board: hub labels of more than 6000 entries are more than allowed");
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
