// SPDX-License-Identifier: BSL-1.0
// What the runs of a scenario file have in common: their order, their times and their mismatches.
#pragma once

#include "commands.hpp"
#include "portolan/formats/maps/scenario_reader.hpp"
#include "portolan/query/path_task.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace portolan::tools {

/// What was made of the scenarios by one tier, or by one factor.
struct ScenRun {
  std::string name;
  std::vector<double> first_us;
  std::vector<double> least_us;  ///< by scenario
  std::uint64_t mismatches = 0;
  std::size_t first_mismatch = 0;  ///< the first scenario of the file that is one,
  std::string mismatch;            ///< and what is wrong with it
  std::uint64_t unreachable = 0;
  std::vector<double> suboptimality;
  std::uint64_t expansions = 0;

  ScenRun(std::string named, std::size_t scenarios) : name(std::move(named)), least_us(scenarios) {}
  void count_mismatch(std::size_t scenario, std::string fault);
  /// Takes the time of a scenario in a pass, of which number 0 is the first.
  void time(int pass, std::size_t scenario, double us);
};

/// A fixed shuffle (Fisher and Yates), so that neighbouring rows of the file do not warm each other's memory.
[[nodiscard]] std::vector<std::size_t> shuffled(std::size_t count);

/// The keys that tools/REFERENCE.md lists for every run; null for mismatches and suboptimality unless judged.
[[nodiscard]] nlohmann::ordered_json summary(const ScenRun& run, Timed timed, bool judged);

/// Means of so many queries, by what did the work.
[[nodiscard]] nlohmann::ordered_json by_tier(const Expansions& expansions, std::size_t queries);

/// Prints the reports of some runs, as many, and on stderr the first mismatch of each; returns the exit code.
int print_runs(const ScenArguments& arguments, const ScenarioFile& file, std::span<const ScenRun* const> runs,
               const nlohmann::ordered_json& reports);

}  // namespace portolan::tools
