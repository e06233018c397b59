// SPDX-License-Identifier: BSL-1.0
// Shared by the tests of the readers: error checks, mutations from a fixed seed.
#pragma once

#include "portolan/core/result.hpp"
#include "portolan/formats/file.hpp"
#include "support/random_world.hpp"
#include "support/temporary_folder.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

#include <catch2/catch.hpp>

namespace portolan::test {

/// The message of a failed result; checks its code and that it is one line.
template <class T>
std::string failure(const Result<T>& result, ErrorCode code) {
  REQUIRE_FALSE(result.has_value());
  CHECK(static_cast<int>(result.error().code) == static_cast<int>(code));
  CHECK(result.error().message.find('\n') == std::string::npos);
  return result.error().message;
}

/// Stands for reading where there are no other files.
inline Result<std::string> no_file(const std::filesystem::path& path, FileOrigin) {
  return Error{ErrorCode::io, path.string() + ": no such file"};
}

/// Changes, removes, inserts or repeats a few bytes, or cuts the end off.
inline std::string mutated(std::string text, Rng& rng) {
  const auto pick = [&](std::size_t bound) { return static_cast<std::size_t>(rng.next() % bound); };
  for (std::size_t n = 1 + pick(3); n > 0 && !text.empty(); --n) {
    const std::size_t at = pick(text.size());
    switch (pick(6)) {
      case 0:
        text[at] = static_cast<char>(pick(256));
        break;
      case 1:
        text[at] = static_cast<char>(text[at] ^ (1 << pick(8)));
        break;
      case 2:
        text.erase(at, 1 + pick(8));
        break;
      case 3:
        text.insert(at, 1, text[pick(text.size())]);
        break;
      case 4:
        text.insert(at, text.substr(pick(text.size()), pick(40)));
        break;
      default:
        text.resize(at);
        break;
    }
  }
  return text;
}

}  // namespace portolan::test
