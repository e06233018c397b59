// SPDX-License-Identifier: BSL-1.0
// The streams that a program is given.
#pragma once

namespace portolan::tools {

/// Whether somebody sees what is written to stderr, so that a line may be written over.
[[nodiscard]] bool is_stderr_watched() noexcept;

/// Fills the numbers of standard streams that are closed, or a file that is opened would take one, and what is printed
/// go into it. Reading the first and writing the others fails as before.
void hold_standard_streams() noexcept;

}  // namespace portolan::tools
