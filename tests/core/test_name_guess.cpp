// SPDX-License-Identifier: BSL-1.0
// Guesses for misspelt names: which are near, in which order, and how many.
#include "portolan/core/name_guess.hpp"

#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using portolan::NameGuess;

namespace {

std::string guess(std::string_view text, const std::vector<std::string>& names) {
  NameGuess guess(text);
  for (const std::string& name : names) guess.offer(name);
  return guess.text();
}

}  // namespace

TEST_CASE("names that are nearly the text are guessed") {
  const std::vector<std::string> names{"High Pass", "Ashen Coast", "Fenmark", "Ölmark", "East", "West"};
  CHECK(guess("Hihg Pass", names) == "; did you mean 'High Pass'?");
  CHECK(guess("HIGH PASS", names) == "; did you mean 'High Pass'?");
  CHECK(guess("HighPass ", names) == "; did you mean 'High Pass'?");
  CHECK(guess("Olmark", names) == "; did you mean 'Ölmark'?");
  CHECK(guess("Eest", names) == "; did you mean 'East' or 'West'?");
  CHECK(guess("Low Road", names).empty());
  CHECK(guess("", names).empty());
  CHECK(guess("E", {"F", "G"}).empty());
  CHECK(guess("e", {"E"}) == "; did you mean 'E'?");
  CHECK(guess(std::string(300, 'a'), {std::string(300, 'a')}).empty());
}

TEST_CASE("the nearest names come first, then those offered first, three at most") {
  CHECK(guess("abcdef", {"abcdxx", "abcdex", "abcdey", "abcdez", "ABCDEF"}) ==
        "; did you mean 'ABCDEF', 'abcdex' or 'abcdey'?");
  CHECK(guess("abc", {"\xff"
                      "bc",
                      "abc\xff"}) == "; did you mean '\\xffbc' or 'abc\\xff'?");
}

TEST_CASE("a name that one edit leads to is found among others") {
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    std::string name(4 + random() % 12, ' ');
    for (char& c : name) c = static_cast<char>('a' + random() % 4);
    std::string text = name;
    const std::size_t at = random() % (text.size() - 1);
    switch (random() % 4) {
      case 0:
        text.erase(at, 1);
        break;
      case 1:
        text.insert(at, 1, 'x');
        break;
      case 2:
        text[at] = 'X';
        break;
      default:
        std::swap(text[at], text[at + 1]);
    }
    INFO(text << " for " << name);
    CHECK(guess(text, {"0123", "0123456789", name, "987654321012345"}) == "; did you mean '" + name + "'?");
  }
}
