// SPDX-License-Identifier: BSL-1.0
// Reading whole files, and the small tools of the text formats.
#include "io/io_support.hpp"
#include "portolan/io/file.hpp"
#include "portolan/io/text.hpp"

#include <thread>

#include <sys/stat.h>

using namespace portolan;
using test::failure;

TEST_CASE("read_file gives all bytes of a file") {
  const test::TemporaryFolder folder;
  std::string content(200'000, '\0');
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * 7 % 256);
  const auto read = read_file(folder.write("a", content));
  REQUIRE(read);
  CHECK(*read == content);
  CHECK(read_file(folder.write("empty", "")).value().empty());
}

TEST_CASE("read_file reads a pipe") {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "pipe";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const std::string content(100'000, 'x');
  std::thread writer([&] { std::ofstream(path, std::ios::binary) << content; });
  const auto read = read_file(path);
  writer.join();
  REQUIRE(read);
  CHECK(*read == content);
}

TEST_CASE("read_file names what it cannot read") {
  const test::TemporaryFolder folder;
  const auto missing = (folder.path() / "missing").string();
  CHECK(failure(read_file(missing), ErrorCode::io) == missing + ": cannot read: No such file or directory");
  CHECK(failure(read_file(folder.path()), ErrorCode::io) == folder.path().string() + ": is a folder");
  CHECK(failure(read_file("/dev/zero"), ErrorCode::io) == "/dev/zero: is neither a regular file nor a pipe");
}

TEST_CASE("text from a file is shown on one line and cut") {
  CHECK(in_quotes("a\nb\x01\x7f") == "'a\\x0ab\\x01\\x7f'");
  CHECK(in_quotes("S\xc3\xbcmpfe") == "'S\xc3\xbcmpfe'");
  CHECK(in_quotes("\xc3(\xff") == "'\\xc3(\\xff'");
  CHECK(printable(std::string(100, 'a')) == std::string(60, 'a') + "...");
  CHECK(printable(std::string(60, 'a')) == std::string(60, 'a'));
}

TEST_CASE("UTF-8 is checked") {
  for (const char* const good :
       {"", "a", "\xc2\x80", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    CHECK(is_utf8(good));
  }
  for (const char* const bad : {"\x80", "\xc0\x80", "\xc2", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                                "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82", "a\xff"}) {
    CHECK_FALSE(is_utf8(bad));
  }
}
