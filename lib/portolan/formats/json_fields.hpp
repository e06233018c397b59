// SPDX-License-Identifier: BSL-1.0
// Reading JSON objects of which every key is known, and what files of this library's own formats start with.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/json_tree.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace portolan {

/// Keys of an object, for JsonFields. Both must outlive it.
struct JsonKeys {
  std::span<const std::string_view> known;
  std::span<const std::string_view> needed;  ///< those of `known` that must be there
};

/// Reads an object field by field. The first error stands: what is read after it is left as it was.
class JsonFields {
 public:
  /// Errors (syntax) of outcome(): the value is no object, or has an unknown key, or lacks one that is needed.
  JsonFields(const JsonValue& object, const JsonKeys& keys);

  /// Calls read(JsonValue), which gives an Outcome, with the value of a key if the object has it.
  template <class Read>
  void read(std::string_view key, const Read& read) {
    if (!outcome_) return;
    if (const auto value = object_.find(key)) outcome_ = read(*value);
  }
  /// Calls read_element(JsonValue), which gives an Outcome, for each element of the array under a key if the object has
  /// it. Error (syntax): the value is no array.
  template <class Read>
  void read_each(std::string_view key, const Read& read_element) {
    read(key, [&](const JsonValue& list) { return list.for_each_element(read_element); });
  }
  /// Copies the value of a key, if the object has it, by JsonValue::get_to.
  template <class Value>
  void get_to(std::string_view key, Value& value) {
    read(key, [&](const JsonValue& found) { return found.get_to(value); });
  }

  /// The first error, or success.
  [[nodiscard]] const Outcome& outcome() const noexcept { return outcome_; }

 private:
  JsonValue object_;
  Outcome outcome_{Success{}};
};

/// Checks that a file is an object with `"portolan": kind` and `"version": 1`, as far as it has these keys: that they
/// are there is for JsonFields to say. Errors: syntax, unsupported (another version).
Outcome check_json_head(const JsonValue& root, std::string_view kind);

}  // namespace portolan
