// SPDX-License-Identifier: BSL-1.0
#include "commands.hpp"
#include "common.hpp"
#include "view/serve.hpp"
#include "view/server.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

namespace portolan::tools {
namespace {

/// How long answers under way may take once the program is told to end.
constexpr std::chrono::milliseconds kGrace{500};

}  // namespace

int serve(ViewSource& source, int port, std::string_view ends) {
  // Threads inherit the mask, so that only sigwait() sees the signals.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  auto server = ViewServer::bind(source, port);
  if (!server) return fail(server.error().message);
  fmt::print("http://127.0.0.1:{}/{}\n", server->port(), ends);
  if (const Outcome printed = flush_output(); !printed) return fail(printed.error().message);
  std::jthread serving([&] {
    server->serve();
    ::kill(::getpid(), SIGTERM);  // also where it ends by itself
  });
  int signal = 0;
  sigwait(&signals, &signal);
  if (server->stop(kGrace)) return kDone;
  // Files are written whole or not at all, so what takes longer can be given up.
  fmt::print(stderr, "portolan: what was being answered, or saved, is given up\n");
  std::_Exit(kDone);
}

}  // namespace portolan::tools
