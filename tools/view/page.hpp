// SPDX-License-Identifier: BSL-1.0
// The files of view/page, which the build puts into the program.
#pragma once

#include <string_view>

namespace portolan::tools::page {

extern const std::string_view kDocument;  ///< HTML, which asks for /style.css and /view.js
extern const std::string_view kStyle;
extern const std::string_view kScript;

}  // namespace portolan::tools::page
