// SPDX-License-Identifier: BSL-1.0
// libFuzzer target for world files with a board, as fuzz_world is for those with a map: whatever opens is
// verified and asked by every index. Run with -rss_limit_mb=512 -malloc_limit_mb=256.
#include "fuzz/damage.hpp"
#include "portolan/boards/board_draft.hpp"
#include "portolan/offline/build_board.hpp"
#include "world/damaged_board.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace portolan;

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "fuzz_board_world: %s\n", what.c_str());
  std::abort();
}

/// A directed graph of 60 nodes with all kinds of sections.
AlignedBytes make_sample() {
  BoardDraft draft;
  std::uint32_t state = 5;
  const auto next = [&](std::uint32_t bound) {
    state = state * 1'664'525U + 1'013'904'223U;
    return (state >> 16) % bound;
  };
  for (std::uint32_t i = 0; i < 60; ++i) {
    DraftNode node{.name = i == 0 ? "Alaska" : "node " + std::to_string(i), .position = {}, .tags = {}, .place = {}};
    node.position = {make_decimal(next(1000), 1), make_decimal(next(1000), 0)};
    if (next(3) == 0) node.tags = {"a", "B"};
    if (next(3) == 0) node.enter = make_decimal(next(50), 1);
    draft.nodes.push_back(std::move(node));
  }
  for (int i = 0; i < 200; ++i) {
    DraftArc arc{
        .from = next(60), .to = next(60), .cost = make_decimal(next(90), 1), .name = {}, .tags = {}, .place = {}};
    if (next(4) == 0) arc.name = "pass";
    if (next(4) == 0) arc.tags = {"sea"};
    draft.arcs.push_back(std::move(arc));
  }
  const auto graph = make_board(draft);
  if (!graph) fail(graph.error().message);
  BuildOptions options;
  options.threads = 1;
  options.indexes = {IndexKind::ch, IndexKind::labels};
  return build_board(*graph, options)->bytes();
}

void use(std::span<const std::byte> bytes) {
  const auto world = World::view(bytes);
  if (!world) {
    if (world.error().message.empty()) fail("an error without a reason");
    return;
  }
  const Outcome verified = world->verify(1);
  if (!verified && verified.error().message.empty()) fail("a fault without a reason");
  if (!world->board()) return;
  const std::string fault = test::query_damaged_graph(*world->board(), hash_bytes(bytes));
  if (!fault.empty()) fail(fault);
}

const AlignedBytes& sample_world() {
  static const AlignedBytes sample = make_sample();
  return sample;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::use_as_file_and_changes(sample_world().span(), {data, size}, use);
  return 0;
}
