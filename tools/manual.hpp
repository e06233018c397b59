// SPDX-License-Identifier: BSL-1.0
// What packages bring beside the command, made from what it says of its own arguments.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace portolan::tools {

/// The page that `man` shows: what each subcommand takes. In roff, by the macros of man(7).
[[nodiscard]] std::string manual_page(const CLI::App& app);

/// What bash is to source so that it completes subcommands and options, and files elsewhere.
[[nodiscard]] std::string bash_completion(const CLI::App& app);

}  // namespace portolan::tools
