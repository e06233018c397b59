// SPDX-License-Identifier: BSL-1.0
// Writing files: the whole new content or the old one, and no litter.
#include "portolan/core/file.hpp"
#include "support/temporary_folder.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <catch2/catch.hpp>

using namespace portolan;
namespace fs = std::filesystem;

namespace {

std::span<const std::byte> bytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("a file is written chunk after chunk, and replaced") {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "a.pnav";
  REQUIRE(write_file_atomically(path, std::array{bytes("one"), bytes(""), bytes(" two")}).has_value());
  CHECK(content(path) == "one two");
  REQUIRE(write_file_atomically(path, std::array{bytes("3")}).has_value());
  CHECK(content(path) == "3");
  REQUIRE(write_file_atomically(path, {}).has_value());
  CHECK(content(path).empty());
  CHECK(folder.entries() == 1);
}

TEST_CASE("a large file arrives whole") {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "large";
  const std::string text(5'000'000, 'x');
  REQUIRE(write_file_atomically(path, std::array{bytes(text), bytes("end")}).has_value());
  CHECK(content(path) == text + "end");
}

TEST_CASE("a file that cannot be written is an error in one line, and leaves nothing behind") {
  const test::TemporaryFolder folder;
  const fs::path missing = folder.path() / "no" / "such" / "folder" / "x.pnav";
  const Outcome outcome = write_file_atomically(missing, std::array{bytes("x")});
  REQUIRE_FALSE(outcome.has_value());
  CHECK(outcome.error().code == ErrorCode::io);
  CHECK_THAT(outcome.error().message, Catch::Contains(missing.string()));
  CHECK(outcome.error().message.find('\n') == std::string::npos);
  CHECK(folder.entries() == 0);
}

TEST_CASE("a folder is not replaced by a file") {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "taken";
  fs::create_directory(path);
  const Outcome outcome = write_file_atomically(path, std::array{bytes("x")});
  REQUIRE_FALSE(outcome.has_value());
  CHECK(outcome.error().code == ErrorCode::io);
  CHECK(fs::is_directory(path));
  CHECK(folder.entries() == 1);
}

TEST_CASE("a staged file takes its place when it is committed, and else leaves nothing behind") {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "a.pnav";
  REQUIRE(write_file_atomically(path, std::array{bytes("old")}).has_value());
  {
    const auto dropped = StagedFile::write(path, std::array{bytes("dropped")});
    REQUIRE(dropped.has_value());
    CHECK(folder.entries() == 2);
  }
  CHECK(folder.entries() == 1);
  CHECK(content(path) == "old");
  auto staged = StagedFile::write(path, std::array{bytes("new"), bytes("er")});
  REQUIRE(staged.has_value());
  CHECK(content(path) == "old");
  REQUIRE(staged->commit().has_value());
  CHECK(content(path) == "newer");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a staged file whose place was taken by a folder is an error, and leaves nothing behind") {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "a.pnav";
  {
    auto staged = StagedFile::write(path, std::array{bytes("x")});
    REQUIRE(staged.has_value());
    fs::create_directory(path);
    const Outcome outcome = staged->commit();
    REQUIRE_FALSE(outcome.has_value());
    CHECK(outcome.error().code == ErrorCode::io);
    CHECK_THAT(outcome.error().message, Catch::Contains(path.string()));
  }
  CHECK(fs::is_directory(path));
  CHECK(folder.entries() == 1);
}
