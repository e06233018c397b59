// SPDX-License-Identifier: BSL-1.0
// What JSON files that name places and join them have in common. Internal to the module.
#pragma once

#include "portolan/formats/boards/draft_builder.hpp"
#include "portolan/formats/json_handler.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace portolan {

/// A handler that fills a DraftBuilder: one object with the keys `portolan` (the kind of file) and `version`, and lists
/// of objects whose keys are known. Arcs are kept by the names of their ends until all places are known.
class DraftHandler : public JsonHandler {
 protected:
  using Keys = std::set<std::string, std::less<>>;

  /// `line`: the one that the parser is on.
  DraftHandler(std::string_view text, std::string_view source, const std::size_t& line)
      : JsonHandler(text, source), reading_(line), file_(builder_.add_file(source)) {}

  bool fail(std::string_view reason, ErrorCode code = ErrorCode::syntax);
  /// Fails with what should stand after the present key.
  bool expected(std::string_view what);
  /// From now on messages are about the line that the parser is on.
  void mark() { place_ = {file_, static_cast<std::uint32_t>(reading_)}; }
  /// "key: ", empty without a present key.
  [[nodiscard]] std::string field() const;
  /// Makes a key the present one; fails if it is not known, or in `given` already.
  bool enter_key(const std::string& name, std::span<const std::string_view> known, Keys& given);
  /// Fails if one of the keys is not in `given`.
  bool has_keys(std::span<const std::string_view> wanted, const Keys& given);
  /// The values of `portolan` and `version`; other keys of the outermost object hold lists.
  bool head_value(Kind kind, std::string_view text, std::string_view file_kind);
  /// The values of an arc: from, to, cost, one_way, name.
  bool arc_value(Kind kind, std::string_view text, NamedArc& arc);

  const std::size_t& reading_;
  DraftBuilder builder_;
  std::uint32_t file_;
  SourcePlace place_{0, 1};  ///< of the last key or bracket
  std::string key_;          ///< the present one
};

}  // namespace portolan
