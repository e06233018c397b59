// SPDX-License-Identifier: BSL-1.0
// portolan view: a world as a page, served to this machine or written to a file.
#include "board.hpp"
#include "commands.hpp"
#include "common.hpp"
#include "portolan/core/file.hpp"
#include "view/board_view.hpp"
#include "view/export_page.hpp"
#include "view/map_view.hpp"
#include "view/server.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <span>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace portolan::tools {
namespace {

/// Serves until SIGINT or SIGTERM; returns the exit code.
int serve(ViewSource& source, int port) {
  // Threads inherit the mask, so that only sigwait() sees the signals.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  auto server = ViewServer::bind(source, port);
  if (!server) return fail(server.error().message);
  fmt::print("http://127.0.0.1:{}/\n", server->port());
  std::fflush(stdout);
  std::atomic<bool> ended = false;
  std::jthread serving([&] {
    server->serve();
    ended = true;
    ::kill(::getpid(), SIGTERM);  // also where it ends by itself
  });
  int signal = 0;
  sigwait(&signals, &signal);
  // A server that has not begun yet does not hear the first call.
  while (!ended) {
    server->stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return kDone;
}

int write_page(const std::string& path, std::string_view page) {
  const std::span<const std::byte> chunk = std::as_bytes(std::span(page));
  if (const Outcome written = write_file_atomically(path, {&chunk, 1}); !written) return fail(written.error().message);
  return kDone;
}

int export_map_page(const ViewArguments& arguments, const World& world, std::size_t profile, MapView& view) {
  std::optional<std::pair<End, End>> ends;
  if (!arguments.path.empty()) {
    std::array<End, 2> end;
    for (std::size_t i = 0; i < end.size(); ++i) {
      const auto parsed = parse_end(arguments.path[i], world.profiles()[profile], world.floors());
      if (!parsed) return fail("--path: " + parsed.error().message);
      if (const Outcome inside = check_inside(world, *parsed); !inside)
        return fail("--path: " + inside.error().message);
      end[i] = *parsed;
    }
    ends = {end[0], end[1]};
  }
  const auto page = export_map(view, world, profile, ends);
  return page ? write_page(arguments.export_to, *page) : fail(page.error().message);
}

int export_board_page(const ViewArguments& arguments, const World& world, BoardView& view) {
  std::optional<std::pair<NodeId, NodeId>> ends;
  if (!arguments.path.empty()) {
    const auto from = parse_node(world.region_graph()->graph, arguments.path[0]);
    if (!from) return fail("--path: " + from.error().message);
    const auto to = parse_node(world.region_graph()->graph, arguments.path[1]);
    if (!to) return fail("--path: " + to.error().message);
    ends = {*from, *to};
  }
  return write_page(arguments.export_to, export_board(view, world, ends));
}

}  // namespace

int run_view(const ViewArguments& arguments) {
  const bool exports = !arguments.export_to.empty();
  const auto world = World::open(arguments.world);
  if (!world) return fail(world.error().message);
  const std::string name = std::filesystem::path(arguments.world).filename().string();
  if (world->profiles().empty()) {
    if (!arguments.profile.empty()) return fail("--profile: the world file has a region graph and no tile map");
    const auto board = BoardView::open(*world, name);
    if (!board) return fail(arguments.world + ": " + board.error().message);
    return exports ? export_board_page(arguments, *world, **board) : serve(**board, arguments.port);
  }
  const auto profile = choose_profile(*world, arguments.profile);
  if (!profile) return fail(profile.error().message);
  const auto map = MapView::open(*world, name);
  if (!map) return fail(map.error().message);
  return exports ? export_map_page(arguments, *world, *profile, **map) : serve(**map, arguments.port);
}

}  // namespace portolan::tools
