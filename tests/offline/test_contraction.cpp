// SPDX-License-Identifier: BSL-1.0
#include "portolan/offline/contraction.hpp"
#include "support/random_graph.hpp"

#include <catch2/catch.hpp>

namespace portolan::test {
namespace {

bool equal(const Contraction::Arcs& a, const Contraction::Arcs& b) {
  return a.first == b.first && a.target == b.target && a.weight == b.weight && a.middle == b.middle;
}

}  // namespace

TEST_CASE("a contraction is sound, and the same for any number of threads", "[threads]") {
  Rng rng(1);
  for (int round = 0; round < 1500; ++round) {
    const CsrArrays graph = random_graph(rng, rng.percent(95) ? 30 : 300);
    const auto one = contract(graph.view(), {.threads = 1});
    REQUIRE(one.has_value());
    REQUIRE(is_well_formed(one->view()));
    REQUIRE(has_sound_arcs(one->view()));
    const CsrArrays simple = simple_graph(graph.view());
    REQUIRE(one->backward.first.empty() == (simple == reversed_graph(simple.view())));
    if (round % 4 != 0) continue;
    const auto two = contract(graph.view(), {.threads = 2});
    REQUIRE(two.has_value());
    REQUIRE(one->node == two->node);
    REQUIRE(equal(one->forward, two->forward));
    REQUIRE(equal(one->backward, two->backward));
  }
}

TEST_CASE("a path contracts to few arcs") {
  CsrArrays path{{0}, {}, {}};
  constexpr NodeId kNodes = 1000;
  for (NodeId node = 0; node < kNodes; ++node) {
    if (node > 0) path.target.push_back(node - 1);
    if (node + 1 < kNodes) path.target.push_back(node + 1);
    path.first.push_back(static_cast<std::uint32_t>(path.target.size()));
  }
  path.weight.assign(path.target.size(), 1);
  const auto contraction = contract(path.view(), {.threads = 1});
  REQUIRE(contraction.has_value());
  REQUIRE(contraction->forward.target.size() < 2 * kNodes);
}

TEST_CASE("weights and shortcuts that do not fit are refused") {
  constexpr std::uint32_t kLong = 0xFFFF'FFFE;
  const auto code = [](const CsrArrays& graph) {
    const auto contraction = contract(graph.view(), {.threads = 1});
    return contraction.has_value() ? std::optional<ErrorCode>() : contraction.error().code;
  };
  REQUIRE(code({{0, 1, 2}, {1, 0}, {kLong, kLong}}) == std::nullopt);
  REQUIRE(code({{0, 1, 2}, {1, 0}, {kLong + 1, kLong}}) == ErrorCode::limit);
  // A ring of three long arcs: whichever node goes first leaves a shortcut twice as long.
  REQUIRE(code({{0, 1, 2, 3}, {1, 2, 0}, {kLong, kLong, kLong}}) == ErrorCode::limit);
}

TEST_CASE("more work than allowed ends a contraction") {
  CsrArrays complete{{0}, {}, {}};
  constexpr NodeId kNodes = 60;
  Rng rng(3);
  for (NodeId node = 0; node < kNodes; ++node) {
    for (NodeId other = 0; other < kNodes; ++other) {
      if (other == node) continue;
      complete.target.push_back(other);
      complete.weight.push_back(static_cast<std::uint32_t>(rng.below(1000)));
    }
    complete.first.push_back(static_cast<std::uint32_t>(complete.target.size()));
  }
  const auto contraction = contract(complete.view(), {.threads = 1, .max_work = 1000});
  REQUIRE_FALSE(contraction.has_value());
  REQUIRE(contraction.error().code == ErrorCode::limit);
  REQUIRE(contract(complete.view(), {.threads = 1}).has_value());
}

TEST_CASE("limits of work and memory end a contraction alike for any number of threads, or change nothing") {
  Rng rng(4);
  int ended = 0;
  int done = 0;
  for (int round = 0; round < 300; ++round) {
    const CsrArrays graph = random_graph(rng, 60);
    const auto whole = contract(graph.view(), {.threads = 1});
    ContractionOptions options{.threads = 1};
    if (round % 2 == 0) {
      options.max_work = static_cast<std::uint64_t>(rng.below(100'000));
    } else {
      // About what it takes to begin: shortcuts may need more.
      options.memory = graph.target.size() * static_cast<std::uint64_t>(rng.between(40, 80));
    }
    const auto one = contract(graph.view(), options);
    options.threads = 2;
    const auto two = contract(graph.view(), options);
    REQUIRE(one.has_value() == two.has_value());
    if (one.has_value()) {
      REQUIRE((one->node == whole->node && equal(one->forward, whole->forward)));
      REQUIRE((two->node == whole->node && equal(two->forward, whole->forward)));
      ++done;
    } else {
      REQUIRE(one.error().code == ErrorCode::limit);
      REQUIRE(one.error().message == two.error().message);
      ++ended;
    }
  }
  CHECK(ended > 30);
  CHECK(done > 30);
}

TEST_CASE("the checks of a hierarchy find faults") {
  Rng rng(2);
  CsrArrays graph = random_graph(rng, 60);
  std::optional<Contraction> whole;
  const auto has_shortcut = [&] {
    return std::any_of(whole->forward.middle.begin(), whole->forward.middle.end(),
                       [](NodeId middle) { return middle != kNoMiddle; });
  };
  do {
    graph = random_graph(rng, 60);
    whole = *contract(graph.view(), {.threads = 1});
  } while (!has_shortcut());
  const auto refused = [&](auto&& spoil) {
    Contraction wrong = *whole;
    spoil(wrong);
    return !is_well_formed(wrong.view()) || !has_sound_arcs(wrong.view());
  };
  const auto shortcut =
      static_cast<std::size_t>(std::find_if(whole->forward.middle.begin(), whole->forward.middle.end(),
                                            [](NodeId m) { return m != kNoMiddle; }) -
                               whole->forward.middle.begin());
  CHECK_FALSE(refused([](Contraction&) {}));
  CHECK(refused([](Contraction& c) { std::swap(c.rank[0], c.rank[1]); }));
  CHECK(refused([](Contraction& c) { c.node[0] = 1'000; }));
  CHECK(refused([](Contraction& c) { c.forward.first.back() += 1; }));
  CHECK(refused([](Contraction& c) { c.forward.target[0] = 0; }));
  CHECK(refused([](Contraction& c) { c.forward.target[0] = 1'000; }));
  CHECK(refused([](Contraction& c) { c.forward.weight.pop_back(); }));
  CHECK(refused([&](Contraction& c) { c.forward.weight[shortcut] += 1; }));
  CHECK(refused([&](Contraction& c) { c.forward.middle[shortcut] = 1'000; }));
}

}  // namespace portolan::test
