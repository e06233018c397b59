// SPDX-License-Identifier: BSL-1.0
// How long the cells of a world take by many processes: replays in virtual time what they took one process.
//
//   portolan build X.raw -o X.pnav --work CELLS --index none --threads 1
//   portolan_ranks CELLS [copies]
//
// The seconds of a cell are those between its part in the folder and the one before it; `copies` times as many such
// cells make a larger map. Prints a table by the number of ranks: as they are, with one in ten three times as slow, and
// with one in ten lost half-way.
#include "support/lease_replay.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <string>
#include <system_error>

#include <fmt/format.h>

namespace {

using portolan::test::Replay;
using portolan::test::VirtualWorker;

/// As they were made, the largest first. The first part has none before it and is taken for as slow as the next.
std::vector<double> seconds_of_parts(const std::filesystem::path& folder) {
  std::vector<std::filesystem::file_time_type> times;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) times.push_back(entry.last_write_time());
  std::sort(times.begin(), times.end());
  std::vector<double> seconds;
  for (std::size_t i = 1; i < times.size(); ++i) {
    seconds.push_back(std::chrono::duration<double>(times[i] - times[i - 1]).count());
  }
  if (!seconds.empty()) seconds.insert(seconds.begin(), seconds.front());
  return seconds;
}

std::vector<VirtualWorker> workers_of(std::size_t ranks, VirtualWorker tenth) {
  std::vector<VirtualWorker> workers(ranks);
  for (std::size_t i = 5; i < ranks; i += 10) workers[i] = tenth;
  return workers;
}

void print_row(const std::vector<double>& seconds, std::size_t ranks) {
  const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  const auto plain = portolan::test::replay(seconds, std::vector<VirtualWorker>(ranks));
  const auto slow = portolan::test::replay(seconds, workers_of(ranks, {.pace = 3}));
  const double half = sum / static_cast<double>(ranks) / 2;
  const auto lost = portolan::test::replay(seconds, workers_of(ranks, {.lost = half}));
  fmt::print("| {} | {:.1f} | {:.1f} |", ranks, plain->seconds, sum / plain->seconds);
  fmt::print(" {:.1f} | {} | {:.1f} | {} |\n", slow->seconds, slow->lent - seconds.size(), lost->seconds,
             lost->lent - seconds.size());
}

}  // namespace

int main(int argc, char** argv) {
  std::error_code error;
  if (argc < 2 || argc > 3 || !std::filesystem::is_directory(argv[1], error)) {
    fmt::print(stderr, "usage: portolan_ranks CELLS [copies]\n");
    return 2;
  }
  const std::vector<double> once = seconds_of_parts(argv[1]);
  const long copies = argc == 3 ? std::strtol(argv[2], nullptr, 10) : 1;
  if (once.empty() || copies < 1 || copies > 100'000) {
    fmt::print(stderr, "portolan_ranks: two cells and 1 to 100000 copies are needed\n");
    return 2;
  }
  std::vector<double> seconds;
  for (const double cell : once) seconds.insert(seconds.end(), static_cast<std::size_t>(copies), cell);
  fmt::print("{} cells, {:.1f} s by one process\n\n", seconds.size(),
             std::accumulate(seconds.begin(), seconds.end(), 0.0));
  fmt::print("| ranks | s | speed-up | s, slow | lent again | s, lost | lent again |\n");
  fmt::print("| --: | --: | --: | --: | --: | --: | --: |\n");
  for (const std::size_t ranks : {1U, 2U, 4U, 16U, 64U, 256U, 1024U}) print_row(seconds, ranks);
  return 0;
}
