// SPDX-License-Identifier: BSL-1.0
// Reading whole files, and the small tools of the text formats.
#include "formats/png_writer.hpp"
#include "formats/reader_support.hpp"
#include "portolan/formats/boards/board_reader.hpp"
#include "portolan/formats/file.hpp"
#include "portolan/formats/maps/map_reader.hpp"
#include "portolan/formats/text.hpp"

#include <array>
#include <fstream>
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

TEST_CASE("what another file refers to is a regular file of at most 64 MiB, and never waited for") {
  const test::TemporaryFolder folder;
  const auto pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  for (const auto& path : {pipe, std::filesystem::path("/dev/zero")}) {
    CHECK(failure(read_file(path, FileOrigin::referred), ErrorCode::io) == path.string() + ": is not a regular file");
  }
  CHECK(read_file(folder.write("a", "text"), FileOrigin::referred).value() == "text");
  // Sparse, so that nothing is read or written.
  const auto large = folder.write("large", "");
  std::filesystem::resize_file(large, kMaxReferredBytes + 1);
  CHECK(failure(read_file(large, FileOrigin::referred), ErrorCode::limit) ==
        large.string() + ": longer than 67108864 bytes, the most of a file that another refers to or lies beside");
  std::filesystem::resize_file(large, kMaxFileBytes + 1);
  CHECK(failure(read_file(large), ErrorCode::limit) == large.string() + ": longer than 4294967296 bytes");
}

/// A folder of maps and boards, with a pipe, to which nobody writes, for each file that they refer to or that lies
/// beside them.
TEST_CASE("a map or board that refers to a pipe is an error") {
  const test::TemporaryFolder folder;
  const std::string pixel = test::png({1, 1, 8, test::PngColour::grey}, std::array{255U});
  folder.write("a.tmx", R"(<map orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8">
<tileset firstgid="1" source="t.tsx"/><layer width="1" height="1"><data encoding="csv">1</data></layer></map>)");
  folder.write("b.tmx", R"(<map orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8">
<layer width="1" height="1"><data encoding="csv">0</data></layer>
<objectgroup class="areas"><object id="1" template="t.tx"/></objectgroup></map>)");
  folder.write("c.png", pixel);
  folder.write("d.png", pixel);
  folder.write("e.tsv", "from\tto\tcost\nA\tB\t1\n");
  folder.write("f.gr", "p sp 1 0\n");
  folder.write("g.png", pixel);
  folder.write("g.provinces.tsv", "colour\tname\n#ffffff\tA\n");
  for (const char* const name :
       {"t.tsx", "t.tx", "c.legend", "d.provinces.tsv", "e.nodes.tsv", "f.co", "g.links.tsv", "h.legend"}) {
    REQUIRE(::mkfifo((folder.path() / name).c_str(), 0600) == 0);
  }
  const auto map = [&](const char* name) { return failure(read_map(folder.path() / name), ErrorCode::io); };
  const auto board = [&](const char* name) { return failure(read_board(folder.path() / name), ErrorCode::io); };
  CHECK_THAT(map("a.tmx"), Catch::EndsWith("t.tsx: is not a regular file"));
  CHECK_THAT(map("b.tmx"), Catch::EndsWith("t.tx: is not a regular file"));
  CHECK_THAT(map("c.png"), Catch::EndsWith("c.legend: is not a regular file"));
  CHECK_THAT(board("d.png"), Catch::EndsWith("d.provinces.tsv: is not a regular file"));
  CHECK_THAT(board("e.tsv"), Catch::EndsWith("e.nodes.tsv: is not a regular file"));
  CHECK_THAT(board("f.gr"), Catch::EndsWith("f.co: is not a regular file"));
  CHECK_THAT(board("g.png"), Catch::EndsWith("g.links.tsv: is not a regular file"));

  // A pipe that the user gives is read.
  const auto legend = folder.path() / "h.legend";
  std::thread writer([&] { std::ofstream(legend) << "255\tsnow\t2\n"; });
  const auto read = read_map(folder.path() / "c.png", {.legend = legend});
  writer.join();
  REQUIRE(read);
  CHECK(read->palette()[0].name == "snow");
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
