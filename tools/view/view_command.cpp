// SPDX-License-Identifier: BSL-1.0
// portolan view: a world as a page, served to this machine or written to a file.
#include "board/board.hpp"
#include "commands.hpp"
#include "common.hpp"
#include "map/input_files.hpp"
#include "portolan/core/file.hpp"
#include "portolan/formats/maps/load_reader.hpp"
#include "portolan/formats/maps/trace_reader.hpp"
#include "view/board_page.hpp"
#include "view/crowd_replay.hpp"
#include "view/draft_input.hpp"
#include "view/draft_page.hpp"
#include "view/ends.hpp"
#include "view/export_page.hpp"
#include "view/map_page.hpp"
#include "view/serve.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace portolan::tools {
namespace {

int write_page(const std::string& path, std::string_view page) {
  const std::span<const std::byte> chunk = std::as_bytes(std::span(page));
  if (const Outcome written = write_file_atomically(path, {&chunk, 1}); !written) return fail(written.error().message);
  return kDone;
}

/// Both ends of --path; nothing without it.
Result<std::optional<std::pair<End, End>>> ends_on_map(const ViewArguments& arguments, const World& world,
                                                       std::size_t profile) {
  if (arguments.path.empty()) return std::optional<std::pair<End, End>>();
  std::array<End, 2> end;
  for (std::size_t i = 0; i < end.size(); ++i) {
    const auto parsed = parse_end_on_map(arguments.path[i], world, world.profiles()[profile]);
    if (!parsed) return Error{parsed.error().code, "--path: " + parsed.error().message};
    end[i] = *parsed;
  }
  return std::optional(std::pair(end[0], end[1]));
}

Result<std::optional<std::pair<NodeId, NodeId>>> ends_on_board(const ViewArguments& arguments, const World& world) {
  if (arguments.path.empty()) return std::optional<std::pair<NodeId, NodeId>>();
  std::array<NodeId, 2> end{};
  for (std::size_t i = 0; i < end.size(); ++i) {
    const auto node = parse_node(world.board()->graph, arguments.path[i]);
    if (!node) return Error{node.error().code, "--path: " + node.error().message};
    end[i] = *node;
  }
  return std::optional(std::pair(end[0], end[1]));
}

/// What follows the `#` of an address: bytes that might end it or part it are written as %XX.
std::string in_address(std::string_view text) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.,";
  std::string address;
  for (const char c : text) {
    address += kPlain.find(c) != std::string_view::npos
                   ? std::string(1, c)
                   : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return address;
}

/// The part of an address that tells the page its mover and both ends; empty without them.
std::string fragment(std::size_t profile, std::string_view from, std::string_view to) {
  std::string text;
  if (profile != 0) text += fmt::format("&profile={}", profile);
  if (!from.empty()) text += fmt::format("&from={}&to={}", in_address(from), in_address(to));
  if (!text.empty()) text.front() = '#';
  return text;
}

int view_board(const ViewArguments& arguments, const World& world, const std::string& name) {
  if (!arguments.profile.empty()) return fail("--profile: the world file has a board and no tile map");
  if (arguments.crowd) return fail("--crowd: the world file has a board and no tile map");
  const auto board = BoardPage::open(world, name);
  if (!board) return fail(arguments.world + ": " + board.error().message);
  const auto ends = ends_on_board(arguments, world);
  if (!ends) return fail(ends.error().message);
  if (!arguments.export_to.empty()) return write_page(arguments.export_to, export_board(**board, world, *ends));
  const auto& names = world.board()->graph.names;
  return serve(**board, arguments.port, *ends ? fragment(0, names[(*ends)->first], names[(*ends)->second]) : "");
}

/// The run of --crowd, with the table of --load; null without it.
Result<std::unique_ptr<const CrowdReplay>> replay_on_map(const ViewArguments& arguments, const World& world) {
  if (!arguments.crowd) return std::unique_ptr<const CrowdReplay>();
  auto trace = read_trace(*arguments.crowd, world.width(), world.floors());
  if (!trace) return trace.error();
  ReplayLoad load;
  if (arguments.load) {
    auto rows = read_load(*arguments.load);
    if (!rows) return rows.error();
    load = {.rows = std::move(*rows), .name = std::filesystem::path(*arguments.load).filename().string()};
  }
  auto replay = std::make_unique<CrowdReplay>(
      std::move(*trace), std::filesystem::path(*arguments.crowd).filename().string(), std::move(load));
  if (const Outcome found = replay->find_bodies(world, *arguments.crowd); !found) return found.error();
  return std::unique_ptr<const CrowdReplay>(std::move(replay));
}

int view_map(const ViewArguments& arguments, const World& world, const std::string& name) {
  const auto profile = choose_profile(world, arguments.profile);
  if (!profile) return fail(profile.error().message);
  auto replay = replay_on_map(arguments, world);
  if (!replay) return fail(replay.error().message);
  const auto map = MapPage::open(world, name, std::move(*replay));
  if (!map) return fail(map.error().message);
  const auto ends = ends_on_map(arguments, world, *profile);
  if (!ends) return fail(ends.error().message);
  if (!arguments.export_to.empty()) {
    const auto page = export_map(**map, world, *profile, *ends);
    return page ? write_page(arguments.export_to, *page) : fail(page.error().message);
  }
  if (!*ends) return serve(**map, arguments.port, fragment(*profile, {}, {}));
  const auto& [from, to] = **ends;
  return serve(**map, arguments.port, fragment(*profile, name_of(from, world.floors()), name_of(to, world.floors())));
}

/// Nothing, or why options for maps will not do.
std::string fault_of_map_options(const ViewArguments& arguments) {
  const MapArguments& source = arguments.source;
  if (source.areas.empty() && source.waypoints.empty() && !source.sight_length && source.links.empty() &&
      source.moves.empty() && source.legend.empty() && source.missing.empty() && source.upper_floors.empty() &&
      arguments.save.empty() && arguments.format == "auto")
    return {};
  return "--areas, --waypoints, --sight-length, --save, --links, --moves, --legend, --missing, --format and floors are "
         "for maps, and this is a world file";
}

/// A map that is not built yet.
int view_draft(const ViewArguments& arguments) {
  if (arguments.crowd || arguments.load) return fail("--crowd and --load are for world files, and this is a map");
  if (!arguments.export_to.empty() && !arguments.save.empty()) return fail("--save: an exported page saves nothing");
  auto input = read_draft(arguments);
  if (!input) return fail(input.error().message);
  const auto draft = DraftPage::open(std::move(*input));
  if (!draft) return fail(fmt::format("{}: {}", arguments.world, draft.error().message));
  const World& world = (*draft)->world();
  const auto ends = ends_on_map(arguments, world, 0);
  if (!ends) return fail(ends.error().message);
  if (!arguments.export_to.empty()) {
    const auto page = export_map((*draft)->page(), world, 0, *ends);
    return page ? write_page(arguments.export_to, *page) : fail(page.error().message);
  }
  if (!*ends) return serve(**draft, arguments.port, "");
  const auto& [from, to] = **ends;
  return serve(**draft, arguments.port, fragment(0, name_of(from, world.floors()), name_of(to, world.floors())));
}

/// Whether there is a file that does not begin as those of worlds do, or a map in chunks.
bool is_map(const std::string& path) {
  std::array<char, 16> start{};
  std::error_code unknown;
  if (piecewise_format(path, MapFormat::automatic) == MapFormat::chunks) return true;
  if (!std::filesystem::is_regular_file(path, unknown)) return false;
  std::ifstream(path, std::ios::binary).read(start.data(), start.size());
  return !is_world_file(std::string_view(start.data(), start.size()));
}

}  // namespace

int run_view(const ViewArguments& arguments) {
  if (is_map(arguments.world)) return view_draft(arguments);
  // Copied: the page is open for hours, while the file may be written anew by programs that do not rename.
  const auto world = World::open(arguments.world, FileAccess::copied);
  if (!world) return fail(world.error().message);
  if (const std::string unfit = fault_of_map_options(arguments); !unfit.empty()) return fail(unfit);
  if (arguments.load && !arguments.crowd) return fail("--load: there is no --crowd beside whose run it could be shown");
  for (const std::string& input :
       {arguments.world, arguments.crowd.value_or(arguments.world), arguments.load.value_or(arguments.world)}) {
    if (!arguments.export_to.empty() && same_file(arguments.export_to, input))
      return fail(written_over(arguments.export_to).message);
  }
  const std::string name = std::filesystem::path(arguments.world).filename().string();
  return world->profiles().empty() ? view_board(arguments, *world, name) : view_map(arguments, *world, name);
}

}  // namespace portolan::tools
