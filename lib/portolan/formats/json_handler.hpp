// SPDX-License-Identifier: BSL-1.0
// What handlers of the parser's events have in common. Internal to the module.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/json_place.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace portolan {

/// Builds something while the parser walks a JSON text: there is no document in memory, so repeated keys are seen,
/// numbers come as written, and nesting ends where the handler says so. A handler that returns false has set error_.
class JsonHandler : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() final { return value(Kind::null, "null"); }
  bool boolean(bool truth) final { return value(Kind::boolean, truth ? "true" : "false"); }
  bool number_integer(std::int64_t number) final { return value(Kind::number, std::to_string(number)); }
  bool number_unsigned(std::uint64_t number) final { return value(Kind::number, std::to_string(number)); }
  bool number_float(double, const std::string& written) final { return value(Kind::number, written); }
  bool string(std::string& text) final { return value(Kind::string, text); }
  bool binary(nlohmann::json::binary_t&) final { return false; }  // never in text
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& what) final {
    if (!error_) error_ = json_syntax_error(text_, source_, position, what.what());
    return false;
  }

 protected:
  enum class Kind : std::uint8_t { null, boolean, number, string };

  JsonHandler(std::string_view text, std::string_view source) : text_(text), source_(source) {}
  /// A value that is neither object nor array; a number as it was written where that matters.
  virtual bool value(Kind kind, std::string_view text) = 0;

  std::string_view text_;
  std::string_view source_;
  std::optional<Error> error_;
};

}  // namespace portolan
