// SPDX-License-Identifier: BSL-1.0
// `portolan-mpi`: the subcommand `build`, by many processes on any number of machines that share a work folder.
#include "common.hpp"
#include "mpi/helping_rank.hpp"
#include "mpi/lending_rank.hpp"
#include "options.hpp"

#include <csignal>
#include <cstdio>
#include <exception>
#include <optional>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

namespace {

using namespace portolan::tools;  // NOLINT(google-build-using-namespace)

/// This process among those of the job.
struct Rank {
  int number = 0;
  int count = 1;
};

/// Reads what every rank is given alike; the first one says what is wrong. The exit code, where there is nothing to do.
std::optional<int> parse(int argc, char** argv, Rank rank, BuildArguments& arguments) {
  CLI::App app("Builds a world by many processes, which mpirun starts", "portolan-mpi");
  app.require_subcommand(1);
  add_build_options(app, arguments);
  want_decimals(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    if (rank.number == 0)
      fmt::print("{}", app.get_subcommands().empty() ? app.help() : app.get_subcommands()[0]->help());
    return kDone;
  } catch (const CLI::ParseError& error) {
    if (rank.number == 0) fail(error.what());
    return kBadInput;
  }
  if (!arguments.work.empty()) return {};
  if (rank.number == 0) fail("--work is required: a folder that all processes see");
  return kBadInput;
}

/// Ends where a rank may be lost, which MPI_Finalize would wait for.
[[noreturn]] void leave_at_once(int code) {
  std::fflush(nullptr);
  ::_exit(code);
}

/// A time within which MPI is to start, or to end: with --enable-recovery it would wait without end for a rank that is
/// lost meanwhile. Where it does not, the process ends with a code, and says why unless its work is done.
class Deadline {
 public:
  Deadline(unsigned seconds, int code) {
    code_in_time = code;
    std::signal(SIGALRM, [](int) {
      constexpr std::string_view kSaid = "portolan-mpi: other processes do not answer\n";
      if (code_in_time != kDone) (void)!::write(STDERR_FILENO, kSaid.data(), kSaid.size());
      ::_exit(code_in_time);
    });
    ::alarm(seconds);
  }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;
  ~Deadline() { ::alarm(0); }

 private:
  static inline volatile std::sig_atomic_t code_in_time = kBadInput;
};

constexpr unsigned kSecondsToStart = 120;
constexpr unsigned kSecondsToEnd = 60;

bool initialize(int& argc, char**& argv, int& threads) {
  const Deadline deadline(kSecondsToStart, kBadInput);
  return MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &threads) == MPI_SUCCESS;
}

void finalize(int code) {
  std::fflush(nullptr);
  const Deadline deadline(kSecondsToEnd, code);
  MPI_Finalize();
}

int build(const BuildArguments& arguments, Rank rank) {
  if (rank.number != 0) {
    HelpingRank cells;
    // What is in the way of one that helps is said by it, and costs the build nothing.
    (void)run_build_helper(arguments, cells);
    if (!cells.leave()) leave_at_once(kDone);
    return kDone;
  }
  LendingRank crew(rank.count);
  const int code = run_build(arguments, &crew);
  const portolan::Outcome printed = flush_output();
  const bool all_there = crew.close();
  const int told = printed ? code : fail(printed.error().message);
  if (!all_there) leave_at_once(told);
  return told;
}

}  // namespace

int main(int argc, char** argv) {
  int threads = MPI_THREAD_SINGLE;
  if (!initialize(argc, argv, threads)) return kBadInput;
  Rank rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank.number);
  MPI_Comm_size(MPI_COMM_WORLD, &rank.count);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int code = kBadInput;
  if (threads < MPI_THREAD_SERIALIZED) {
    if (rank.number == 0) fail("this MPI cannot be called from several threads");
  } else {
    try {
      BuildArguments arguments;
      const auto parsed = parse(argc, argv, rank, arguments);
      code = parsed ? *parsed : build(arguments, rank);
    } catch (const std::exception& error) {
      fail(error.what());
      leave_at_once(kBadInput);
    }
  }
  finalize(code);
  return code;
}
