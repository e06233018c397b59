// SPDX-License-Identifier: BSL-1.0
// What is told of long work, on a terminal and nowhere else.
#include "progress.hpp"
#include "tools/command_support.hpp"

#include <array>
#include <chrono>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

using namespace portolan::test;
using portolan::tools::progress_text;
using portolan::tools::ProgressLine;

namespace {

/// A terminal that keeps what is written to it.
class Terminal {
 public:
  /// Whether the machine has any.
  static bool available() {
    const int master = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0) {
      WARN("skipped: no terminals here");
      return false;
    }
    ::close(master);
    return true;
  }

  Terminal() : master_(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK)) {
    REQUIRE(master_ >= 0);
    REQUIRE(::grantpt(master_) == 0);
    REQUIRE(::unlockpt(master_) == 0);
    path_ = ::ptsname(master_);
    // What is written stays there only while somebody holds the other end.
    slave_ = ::open(path_.c_str(), O_RDWR | O_NOCTTY);
    REQUIRE(slave_ >= 0);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() {
    ::close(slave_);
    ::close(master_);
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int slave() const { return slave_; }
  /// All since the last call.
  [[nodiscard]] std::string written() const {
    std::string text;
    std::array<char, 4096> chunk;
    for (ssize_t n = 0; (n = ::read(master_, chunk.data(), chunk.size())) > 0;)
      text.append(chunk.data(), static_cast<std::size_t>(n));
    return text;
  }

 private:
  int master_;
  int slave_ = -1;
  std::string path_;
};

const std::string kOver = "\r\033[K";

}  // namespace

TEST_CASE("progress is a stage, a share, and a time once that can be told") {
  CHECK(progress_text("regions", 0, 0) == "regions 0 %");
  CHECK(progress_text("regions", 0.5, 0.9) == "regions 50 %");
  CHECK(progress_text("regions", 0.5, 10) == "regions 50 %, 10 s left");
  CHECK(progress_text("regions", 0.01, 10) == "regions 1 %");
  CHECK(progress_text("regions", 0.75, 90) == "regions 75 %, 30 s left");
  CHECK(progress_text("regions", 0.1, 60) == "regions 10 %, 9 min left");
  CHECK(progress_text("regions", 1, 60) == "regions 100 %, 0 s left");
}

TEST_CASE("a build tells a terminal its stages, and takes the line away") {
  if (!Terminal::available()) return;
  const CommandFolder folder;
  folder.write("m.map", "type octile\nheight 2\nwidth 4\nmap\n..@.\n....\n");
  const Terminal terminal;
  const std::string command = fmt::format("'{}' build {} -o {} >/dev/null 2>'{}' </dev/null", PORTOLAN_COMMAND,
                                          folder / "m.map", folder / "m.pnav", terminal.path());
  REQUIRE(std::system(command.c_str()) == 0);
  const std::string said = terminal.written();
  CHECK(said.starts_with(kOver + "reading ..." + kOver));
  CHECK(said.find(kOver + "islands ..." + kOver) != std::string::npos);
  CHECK(said.ends_with(kOver));
  CHECK(run(folder, "build " + folder / "m.map" + " -o " + folder / "m.pnav").err.empty());
}

TEST_CASE("a share that falls is of one of several loops, and told no longer") {
  if (!Terminal::available()) return;
  const Terminal terminal;
  const int before = ::dup(STDERR_FILENO);
  REQUIRE(before >= 0);
  REQUIRE(::dup2(terminal.slave(), STDERR_FILENO) >= 0);
  ProgressLine::Clock::time_point now{};
  const auto later = [&] { now += std::chrono::milliseconds(120); };
  std::array<std::string, 5> said;
  {
    ProgressLine line([&] { return now; });
    line.begin("loops");
    line.show(0.1);  // too soon after
    said[0] = terminal.written();
    later();
    line.show(0.5);
    said[1] = terminal.written();
    later();
    line.show(0.2);
    line.show(0.9);
    said[2] = terminal.written();
    line.begin("others");
    later();
    line.show(0.25);
    said[3] = terminal.written();
  }
  said[4] = terminal.written();
  ::dup2(before, STDERR_FILENO);
  ::close(before);
  CHECK(said[0] == kOver + "loops ...");
  CHECK(said[1] == kOver + "loops 50 %");
  CHECK(said[2] == kOver + "loops ...");
  CHECK(said[3] == kOver + "others ..." + kOver + "others 25 %");
  CHECK(said[4] == kOver);
}
