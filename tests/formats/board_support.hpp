// SPDX-License-Identifier: BSL-1.0
// Shared by the tests of the readers of boards: drafts in words.
#pragma once

#include "formats/reader_support.hpp"
#include "portolan/boards/board_draft.hpp"
#include "portolan/offline/board_lint.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace portolan::test {

using Texts = std::vector<std::string>;

/// A text with one part of it, which must be there, replaced.
inline std::string with(std::string text, std::string_view old, std::string_view fresh) {
  REQUIRE(text.find(old) != std::string::npos);
  return text.replace(text.find(old), old.size(), fresh);
}

/// The errors of a draft, as users see them.
inline Texts errors(const BoardDraft& draft) {
  Texts texts;
  for (const Finding& finding : errors_in(draft)) texts.push_back(text_of(draft, finding));
  return texts;
}
inline Texts errors(const Result<BoardDraft>& draft) {
  if (!draft) FAIL(draft.error().message);
  return errors(*draft);
}

/// "A>B 1.5 name [tag]" for every arc.
inline Texts arcs_of(const BoardDraft& draft) {
  Texts texts;
  for (const DraftArc& arc : draft.arcs) {
    std::string text = draft.nodes[arc.from].name + ">" + draft.nodes[arc.to].name + " " + to_text(arc.cost);
    if (!arc.name.empty()) text += " " + arc.name;
    for (const std::string& tag : arc.tags) text += " [" + tag + "]";
    texts.push_back(text);
  }
  return texts;
}

}  // namespace portolan::test
