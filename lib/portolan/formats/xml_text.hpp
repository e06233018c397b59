// SPDX-License-Identifier: BSL-1.0
// Parsing XML from files of any origin. Internal to the module.
#pragma once

#include "portolan/core/result.hpp"

#include <string_view>

#include <pugixml.hpp>

namespace portolan {

/// Parses a text in UTF-8 into `document`, with the parser's `options`. Errors (syntax), as
/// "source:line: reason": what the parser finds, and NUL, by itself or as a reference, at which it would end names.
Outcome parse_xml(std::string_view text, std::string_view source, unsigned options, pugi::xml_document& document);

}  // namespace portolan
