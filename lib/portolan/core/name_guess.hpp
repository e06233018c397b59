// SPDX-License-Identifier: BSL-1.0
// What a misspelt name may have meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace portolan {

/// Looks at names one by one and keeps the up to three nearest ones to a text: the same but for capitals (of ASCII), or
/// up to a third of its characters, and three of them at most, left out, put in, replaced or swapped with the next
/// (optimal string alignment: R. Lowrance and R. A. Wagner, 1975, with each character edited once). Of equally near
/// ones those that were offered first. Not for untrusted lengths: texts and names of more than 255 bytes have no guess.
class NameGuess {
 public:
  explicit NameGuess(std::string_view text);

  /// The name must outlive the guess. O(characters of both, multiplied).
  void offer(std::string_view name);
  /// For the end of a message: "; did you mean 'High Pass'?", "; did you mean 'East' or 'West'?"; empty if nothing is
  /// near.
  [[nodiscard]] std::string text() const;

 private:
  struct Near {
    std::size_t distance;
    std::string_view name;
  };
  std::u32string wanted_;
  std::size_t most_;  ///< edits
  std::vector<Near> near_;
};

}  // namespace portolan
