// SPDX-License-Identifier: BSL-1.0
// Reading what a page draws on: a map with all that belongs to it, as build does.
#pragma once

#include "commands.hpp"
#include "view/draft_page.hpp"

namespace portolan::tools {

/// Reads the map that a page is to show, what is drawn over it, and what of that is odd. Errors: those of the files,
/// usage (a board, options that do not go together, a file to save that is there already or was read as another).
Result<DraftInput> read_draft(const ViewArguments& arguments);

}  // namespace portolan::tools
