// SPDX-License-Identifier: BSL-1.0
// The files of view/page, which the build puts into the program.
#pragma once

#include <string>
#include <string_view>

namespace portolan::tools::page {

extern const std::string_view kDocument;  ///< HTML, which asks for /style.css and /view.js
extern const std::string_view kStyle;
/// What /view.js is: its files, one after the other.
[[nodiscard]] std::string script();
/// The runtime in WebAssembly, which answers in pages that have no server; empty where the build had no Emscripten.
[[nodiscard]] std::string runtime();

}  // namespace portolan::tools::page
