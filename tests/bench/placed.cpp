// SPDX-License-Identifier: BSL-1.0
// portolan_placed WORLD QUERIES PAIRS [REPEAT]: what movers with a body pay for their paths, for tools/bench: for
// bodies of 1 x 1, 1 x 3 and 2 x 3 tiles, three costs of a turn and two turning radii, beside the exact search. The
// world needs profiles with footprints 1 and 2. Prints JSON.
#include "bench/thread_clock.hpp"
#include "make/random.hpp"
#include "portolan/formats/maps/scenario_reader.hpp"
#include "portolan/query/placed_query.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace portolan::bench {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr Ratio kFactor{11, 10};
constexpr Ratio kLoosest{2, 1};

struct Mover {
  std::string name;
  Kinematics kinematics;
};

std::vector<Mover> movers() {
  std::vector<Mover> all;
  const auto add = [&](std::int32_t width, std::int32_t length, std::uint32_t turn, std::uint32_t radius) {
    const std::string body = std::to_string(width) + "x" + std::to_string(length);
    all.push_back({body, {.width = width, .length = length, .turn = turn, .backward = Ratio{2, 1}, .radius = radius}});
  };
  for (const std::uint32_t turn : {2'500U, 10'000U, 40'000U}) add(1, 1, turn, 0);
  add(1, 3, 10'000, 0);
  add(2, 3, 10'000, 0);
  add(1, 1, 10'000, 40'000);
  add(1, 3, 10'000, 40'000);
  return all;
}

struct Question {
  PlacedRequest request;
  PlacedResult exact;
};

double as_number(const Ratio& ratio) {
  return static_cast<double>(ratio.numerator) / ratio.denominator;
}
double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}
double largest_of(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

/// Ends of the file, from a random heading in which the mover stands, to any, where there is a path.
std::vector<Question> questions_of(PlacedQuery& query, const std::vector<Scenario>& scenarios, std::size_t pairs) {
  generators::Random random(kSeed);
  std::vector<Question> questions;
  for (std::size_t tries = 0; tries < 40 * pairs && questions.size() < pairs; ++tries) {
    const Scenario& drawn = scenarios[random.next() % scenarios.size()];
    const auto heading = static_cast<Heading>(random.next() % kHeadings);
    PlacedRequest request{.from = {drawn.from, heading}, .to = {drawn.to}, .factor = {1, 1}};
    const PlacedResult exact = query.find(request);
    if (exact.status != Status::found || exact.cost == 0) continue;
    questions.push_back({request, exact});
  }
  return questions;
}

nlohmann::ordered_json measure(PlacedQuery& query, const std::vector<Question>& questions, const Ratio& factor,
                               const Ratio& loosest, int repeat) {
  std::vector<double> micros(questions.size(), std::numeric_limits<double>::infinity());
  std::vector<double> excess;
  std::vector<double> work;
  std::vector<double> kept;
  std::size_t found = 0;
  // Each goal again after all others, so that nothing is at hand of what is kept for units with one goal.
  for (int pass = 0; pass <= repeat; ++pass) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      PlacedRequest request = questions[i].request;
      request.factor = factor;
      request.loosest = loosest;
      const double start = thread_millis();
      const PlacedResult result = query.find(request);
      micros[i] = std::min(micros[i], 1e3 * (thread_millis() - start));
      if (pass != 0) continue;
      work.push_back(static_cast<double>(result.work));
      if (result.status != Status::found) continue;
      ++found;
      kept.push_back(as_number(result.factor));
      excess.push_back(static_cast<double>(result.cost) / static_cast<double>(questions[i].exact.cost) - 1);
    }
  }
  return {{"factor", as_number(factor)},     {"loosest", as_number(loosest)},
          {"kept", mean_of(kept)},           {"found", found},
          {"states", mean_of(work)},         {"us", mean_of(micros)},
          {"us_max", largest_of(micros)},    {"excess", mean_of(excess)},
          {"excess_max", largest_of(excess)}};
}

int fail(std::string_view message) {
  std::cerr << "portolan_placed: " << message << '\n';
  return 2;
}

std::optional<std::size_t> profile_with(const World& world, std::int32_t footprint) {
  for (std::size_t i = 0; i < world.profiles().size(); ++i) {
    if (world.profiles()[i].rules.footprint == footprint) return i;
  }
  return std::nullopt;
}

int run(const char* file, const char* queries, std::size_t pairs, int repeat) {
  const auto world = World::open(file);
  if (!world) return fail(world.error().message);
  const auto scenarios = read_scenarios(queries);
  if (!scenarios) return fail(scenarios.error().message);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Mover& mover : movers()) {
    const Kinematics& body = mover.kinematics;
    const auto profile = profile_with(*world, std::min(body.width, body.length));
    if (!profile) return fail("no profile with the footprint of " + mover.name);
    PlacedQuery query(*world, *profile, body, world->profiles()[*profile].grid.terrain.size());
    const std::vector<Question> questions = questions_of(query, scenarios->scenarios, pairs);
    std::vector<double> lengths;
    for (const Question& question : questions) lengths.push_back(query.in_tiles(question.exact.cost));
    nlohmann::ordered_json row{{"body", mover.name},
                               {"turn", static_cast<double>(body.turn) / kCostScale},
                               {"radius", static_cast<double>(body.radius) / kCostScale},
                               {"pairs", questions.size()},
                               {"length", mean_of(lengths)},
                               {"factors", nlohmann::ordered_json::array()}};
    row["factors"].push_back(measure(query, questions, {1, 1}, {1, 1}, 0));
    row["factors"].push_back(measure(query, questions, kFactor, {1, 1}, repeat));
    row["factors"].push_back(measure(query, questions, kFactor, kLoosest, repeat));
    rows.push_back(row);
    std::cerr << row.dump() << '\n';
  }
  std::cout << rows.dump(1) << '\n';
  return 0;
}

}  // namespace
}  // namespace portolan::bench

int main(int argc, char** argv) {
  if (argc < 4) return portolan::bench::fail("expected WORLD QUERIES PAIRS [REPEAT]");
  return portolan::bench::run(argv[1], argv[2], std::strtoull(argv[3], nullptr, 10), argc > 4 ? std::atoi(argv[4]) : 2);
}
