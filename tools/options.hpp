// SPDX-License-Identifier: BSL-1.0
// Options that several subcommands, or programs, take. What they read must outlive the parser.
#pragma once

#include "commands.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace portolan::tools {

/// --json
void add_json(CLI::App& command, Output& print);
/// An option that goes by another name now.
void add_renamed(CLI::App& command, const char* old_name, const char* name);
/// How a board is read.
void add_board(CLI::App& command, BoardArguments& board);
/// --missing
void add_missing(CLI::App& command, std::string& missing);
/// Waypoints on a map, and how far they see.
void add_waypoints(CLI::App& command, std::string& waypoints, std::optional<std::uint32_t>& sight_length);
/// Waypoints, the legend and missing chunks; also --regions, as --areas was called.
void add_layers(CLI::App& command, LayerArguments& layers);

/// Has all whole numbers of a command and its subcommands read as they are written. The parser takes those that begin
/// with 0 for octal ones, and some that do not fit for others that do.
void want_decimals(CLI::App& app);

/// The subcommand `build` with all that it takes; it is returned.
CLI::App& add_build_options(CLI::App& app, BuildArguments& arguments);

}  // namespace portolan::tools
