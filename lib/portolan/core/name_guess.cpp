// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/name_guess.hpp"

#include "portolan/core/utf8.hpp"

#include <algorithm>
#include <utility>

namespace portolan {
namespace {

constexpr std::size_t kMostBytes = 255;
constexpr std::size_t kMostNames = 3;
constexpr std::size_t kMostEdits = 3;

/// A number for every character, those of broken bytes beyond those of Unicode; small letters for capitals of ASCII.
std::u32string characters_of(std::string_view text) {
  constexpr char32_t kBroken = 0x20'0000;
  std::u32string characters;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    char32_t value = length == 0 ? kBroken : 0;
    for (std::size_t i = 0; i < std::max<std::size_t>(length, 1); ++i)
      value = (length == 0 ? value : value << 8U) + static_cast<unsigned char>(text[i]);
    characters += value >= U'A' && value <= U'Z' ? value - U'A' + U'a' : value;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return characters;
}

std::size_t edits_between(const std::u32string& a, const std::u32string& b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, above);
    std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

NameGuess::NameGuess(std::string_view text) : wanted_(text.size() > kMostBytes ? U"" : characters_of(text)) {
  most_ = std::min(kMostEdits, wanted_.size() / 3);
}

void NameGuess::offer(std::string_view name) {
  if (wanted_.empty() || name.size() > kMostBytes) return;
  const std::u32string characters = characters_of(name);
  const auto [fewer, more] = std::minmax({characters.size(), wanted_.size()});
  if (more - fewer > most_) return;
  const std::size_t distance = edits_between(wanted_, characters);
  if (distance > most_) return;
  const auto at = std::find_if(near_.begin(), near_.end(), [&](const Near& n) { return n.distance > distance; });
  near_.insert(at, {distance, name});
  if (near_.size() > kMostNames) near_.pop_back();
}

std::string NameGuess::text() const {
  std::string text;
  for (std::size_t i = 0; i < near_.size(); ++i) {
    text += i == 0 ? "; did you mean " : i + 1 == near_.size() ? " or " : ", ";
    text += in_quotes(near_[i].name);
  }
  return text.empty() ? text : text + "?";
}

}  // namespace portolan
