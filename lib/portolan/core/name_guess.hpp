// SPDX-License-Identifier: BSL-1.0
// What a misspelt name may have meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// Looks at names one by one and keeps up to three that are nearest to a text. A name is near if it differs in the case
/// of ASCII letters alone, or in edits of at most a third of its characters, and at most three of them: left out, put
/// in, replaced, or swapped with the next (optimal string alignment: R. Lowrance and R. A. Wagner, 1975, with each
/// character edited once). Among equally near names those offered first are kept. Not for untrusted lengths: texts and
/// names of more than 255 bytes have no guess.
class NameGuess {
 public:
  /// Begins a search for names near to `text`, of which it keeps a copy.
  explicit NameGuess(std::string_view text);

  /// Looks at one name, which must outlive the guess. O(characters of the text x characters of the name).
  void offer(std::string_view name);
  /// The end of a message, such as "; did you mean 'High Pass'?" or "; did you mean 'East' or 'West'?"; empty if
  /// nothing is near.
  [[nodiscard]] std::string text() const;

 private:
  struct Near {
    std::size_t distance;
    std::string_view name;
  };
  std::u32string wanted_;
  std::size_t most_;  ///< edits at which a name is still near
  std::vector<Near> near_;
};

}  // namespace portolan
