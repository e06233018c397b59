// SPDX-License-Identifier: BSL-1.0
#include "portolan/formats/json_fields.hpp"

#include "portolan/core/utf8.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace portolan {
namespace {

Outcome check_keys(const JsonValue& object, const JsonKeys& keys) {
  if (!object.is(JsonKind::object)) return object.expected("an object");
  for (const JsonValue& member : object.elements()) {
    if (std::find(keys.known.begin(), keys.known.end(), member.key()) != keys.known.end()) continue;
    return member.error(fmt::format("unknown key (known: {})", fmt::join(keys.known, ", ")));
  }
  for (const std::string_view key : keys.needed) {
    if (!object.find(key)) return object.error(fmt::format("key '{}' is missing", key));
  }
  return Success{};
}

}  // namespace

JsonFields::JsonFields(const JsonValue& object, const JsonKeys& keys)
    : object_(object), outcome_(check_keys(object, keys)) {}

Outcome check_json_head(const JsonValue& root, std::string_view kind) {
  if (!root.is(JsonKind::object)) return root.expected("an object with the key `portolan`");
  if (const auto found = root.find("portolan"); found && (!found->is(JsonKind::string) || found->text() != kind))
    return found->expected(fmt::format("\"{}\"", kind));
  if (const auto version = root.find("version")) {
    if (!version->is(JsonKind::number)) return version->expected("1");
    if (version->text() != "1") {
      return root.error(fmt::format("version {}; this library reads 1", printable(version->text())),
                        ErrorCode::unsupported);
    }
  }
  return Success{};
}

}  // namespace portolan
