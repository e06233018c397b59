// SPDX-License-Identifier: BSL-1.0
// The page of `portolan view` as long as the program runs.
#pragma once

#include "view/request.hpp"

#include <string_view>

namespace portolan::tools {

/// Serves the page on 127.0.0.1 until the program is told to end (SIGINT or SIGTERM); returns the exit code. `port` 0:
/// any free one. `ends` follow the address that is printed.
[[nodiscard]] int serve(ViewSource& source, int port, std::string_view ends);

}  // namespace portolan::tools
