// SPDX-License-Identifier: BSL-1.0
// Writing files: the whole new content or the old one, and no litter.
#include "portolan/core/file.hpp"
#include "support/allocation_counter.hpp"
#include "support/temporary_folder.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace portolan;
namespace fs = std::filesystem;

namespace {

/// Calls of the system that fail next, each once, in this thread.
struct Faults {
  int fsync_file = 0;  ///< errno, 0: none
  int fsync_folder = 0;
  int close_file = 0;  ///< of one that is written
  int rename = 0;
  int link = 0;
  bool nameless = false;  ///< as long as it stands
};
thread_local Faults faults;
std::atomic<int> umask_calls;

bool fails(int& fault) {
  if (fault == 0) return false;
  errno = std::exchange(fault, 0);
  return true;
}

int open_flags(int file) {
  return static_cast<int>(::syscall(SYS_fcntl, file, F_GETFL));
}

/// The function whose place one of this program has taken: the C library's, or the one by which a sanitizer follows
/// which numbers of files are open.
template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

// These take the place of the C library's in this program.
extern "C" {
int open(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const unsigned mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, unsigned) : 0;
  va_end(rest);
  if (faults.nameless && (flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  static const auto real = next<int (*)(const char*, int, ...)>("open");
  return real(path, flags, mode);
}
int fsync(int file) {
  if (fails((open_flags(file) & O_ACCMODE) == O_RDONLY ? faults.fsync_folder : faults.fsync_file)) return -1;
  return static_cast<int>(::syscall(SYS_fsync, file));
}
int close(int file) {
  const bool written = faults.close_file != 0 && (open_flags(file) & O_ACCMODE) == O_WRONLY;
  static const auto real = next<int (*)(int)>("close");
  const int closed = real(file);
  return written && fails(faults.close_file) ? -1 : closed;
}
mode_t umask(mode_t mask) noexcept {
  ++umask_calls;
  return static_cast<mode_t>(::syscall(SYS_umask, mask));
}
int rename(const char* from, const char* to) noexcept {
  return fails(faults.rename) ? -1 : static_cast<int>(::syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to));
}
int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
  if (fails(faults.link)) return -1;
  return static_cast<int>(::syscall(SYS_linkat, from_folder, from, to_folder, to, flags));
}
}

namespace {

std::span<const std::byte> bytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Outcome write(const fs::path& path, std::string_view text) {
  return write_file_atomically(path, std::array{bytes(text)});
}

std::string refusal(const Outcome& outcome) {
  REQUIRE_FALSE(outcome.has_value());
  CHECK(outcome.error().code == ErrorCode::io);
  CHECK(outcome.error().message.find('\n') == std::string::npos);
  return outcome.error().message;
}

/// Whether the file system of the folder has files without a name.
bool takes_nameless(const fs::path& folder) {
  const int file = ::open(folder.c_str(), O_TMPFILE | O_WRONLY, 0600);
  if (file >= 0) ::close(file);
  return file >= 0;
}

/// What a process of its own comes to that runs `work` and may write files of up to 100,000 bytes: as waitpid says.
template <class Work>
int status_of_child(Work&& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit limit{100'000, 100'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::_exit(work());
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return status;
}

struct Umask {
  explicit Umask(mode_t mask) : before(::umask(mask)) {}
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;
  ~Umask() { ::umask(before); }
  mode_t before;
};

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
    CHECK(content(dropped->content()) == "dropped");
    CHECK(content(path) == "old");
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

TEST_CASE("a written file has the permissions of a new one") {
  const test::TemporaryFolder folder;
  const auto mode = [&](const fs::path& path) { return fs::status(path).permissions(); };
  for (const bool nameless : {false, true}) {
    faults.nameless = nameless;
    for (const mode_t mask : {0022U, 0077U, 0002U}) {
      const Umask umask(mask);
      const fs::path path = folder.path() / std::to_string(mask);
      REQUIRE(write(path, "x").has_value());
      CHECK(mode(path) == fs::perms(0666 & ~mask));
      fs::permissions(path, fs::perms(0600));
      REQUIRE(write(path, "y").has_value());
      CHECK(mode(path) == fs::perms(0666 & ~mask));
    }
  }
  faults = {};
}

TEST_CASE("files that others make while some are written keep to the umask", "[threads]") {
  const test::TemporaryFolder folder;
  const Umask umask(0077);
  const int calls = umask_calls;
  std::atomic<int> writing = 2;
  std::vector<std::thread> writers;
  for (int i = 0; i < 2; ++i) {
    writers.emplace_back([&, i] {
      const fs::path path = folder.path() / std::to_string(i);
      for (int round = 0; round < 200; ++round) {
        if (!write(path, "x")) break;
      }
      --writing;
    });
  }
  mode_t seen = 0;
  const fs::path mine = folder.path() / "mine";
  while (writing != 0) {
    const int file = ::open(mine.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666);
    struct stat info {};
    if (::fstat(file, &info) == 0) seen |= info.st_mode & 0777U;
    ::close(file);
    ::unlink(mine.c_str());
  }
  for (std::thread& writer : writers) writer.join();
  CHECK(seen == 0600);
  CHECK(umask_calls == calls);
  CHECK(folder.entries() == 2);
}

TEST_CASE("what is no regular file is not replaced") {
  const test::TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const fs::path socket = folder.path() / "socket";
  const int handle = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  socket.native().copy(address.sun_path, sizeof(address.sun_path) - 1);
  REQUIRE(::bind(handle, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
  ::close(handle);
  fs::create_symlink("pipe", folder.path() / "to pipe");
  fs::create_symlink("nothing", folder.path() / "to nothing");
  fs::create_symlink("to itself", folder.path() / "to itself");
  for (const fs::path& path : {pipe, socket, fs::path("/dev/null"), folder.path() / "to pipe"}) {
    CHECK(refusal(check_output(path)) == path.string() + ": is not a regular file, and would be replaced");
    CHECK(refusal(write(path, "x")) == path.string() + ": is not a regular file, and would be replaced");
  }
  for (const char* const name : {"to nothing", "to itself"}) {
    CHECK_THAT(refusal(check_output(folder.path() / name)), Catch::Contains(": cannot follow the link: "));
    CHECK_THAT(refusal(write(folder.path() / name, "x")), Catch::Contains(": cannot follow the link: "));
  }
  CHECK_THAT(refusal(check_output(folder.path())), Catch::Contains(": is a directory"));
  CHECK(fs::is_fifo(pipe));
  CHECK(fs::is_socket(socket));
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(folder.entries() == 5);
}

TEST_CASE("a link stays, and the file that it leads to is replaced") {
  const test::TemporaryFolder folder;
  const fs::path other = folder.path() / "elsewhere";
  fs::create_directory(other);
  const fs::path file = other / "file";
  const fs::path link = folder.path() / "link";
  fs::create_symlink("elsewhere/file", link);
  REQUIRE(write(file, "old").has_value());
  REQUIRE(write(link, "new").has_value());
  CHECK(fs::is_symlink(link));
  CHECK(fs::is_regular_file(fs::symlink_status(file)));
  CHECK(content(file) == "new");
  CHECK(folder.entries() == 2);
}

TEST_CASE("a staged file whose place was taken by a pipe does not replace it") {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "a.pnav";
  auto staged = StagedFile::write(path, std::array{bytes("x")});
  REQUIRE(staged.has_value());
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  CHECK_THAT(refusal(staged->commit()), Catch::Contains("is not a regular file"));
  CHECK(fs::is_fifo(path));
}

TEST_CASE("a call of the system that fails is an error with the old content in place and nothing left behind") {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "a.pnav";
  REQUIRE(write(path, "old").has_value());
  for (const bool nameless : {false, true}) {
    for (int Faults::*const fault : {&Faults::fsync_file, &Faults::close_file, &Faults::rename, &Faults::link}) {
      if (fault == &Faults::link && (nameless || !takes_nameless(folder.path()))) continue;
      faults.nameless = nameless;
      faults.*fault = EDQUOT;
      CHECK_THAT(refusal(write(path, "new")), Catch::Contains("cannot write: Disk quota exceeded"));
      CHECK(faults.*fault == 0);
      CHECK(content(path) == "old");
      CHECK(folder.entries() == 1);
    }
    REQUIRE(write(path, "old").has_value());
    CHECK(folder.entries() == 1);
  }
  faults = {};
}

TEST_CASE("memory that ends while a file is written is thrown, with the old content in place and nothing left behind") {
  if (!test::AllocationCounter::kAvailable) return;
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "a file whose name is longer than what a string holds by itself.pnav";
  for (const bool nameless : {true, false}) {
    REQUIRE(write(path, "old").has_value());
    std::uint64_t allowed = 0;
    for (bool is_written = false; !is_written; ++allowed) {
      REQUIRE(allowed < 1000);
      bool is_refused = false;
      {
        faults.nameless = !nameless;
        const test::AllocationLimit limit(allowed);
        try {
          is_written = write(path, "new").has_value();
        } catch (const std::bad_alloc&) {
          is_refused = true;
        }
      }
      faults.nameless = false;
      REQUIRE(is_refused != is_written);
      CHECK(content(path) == (is_written ? "new" : "old"));
      CHECK(folder.entries() == 1);
    }
    CHECK(allowed > 5);
  }
}

TEST_CASE("the folder is synced after the file took its place") {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "a.pnav";
  faults.fsync_folder = EIO;
  CHECK_THAT(refusal(write(path, "new")), Catch::Contains("written, but may not outlast a crash"));
  CHECK(content(path) == "new");
  // A file system that cannot do so says EINVAL.
  faults.fsync_folder = EINVAL;
  CHECK(write(path, "newer").has_value());
  CHECK(faults.fsync_folder == 0);
  CHECK(content(path) == "newer");
}

TEST_CASE("a file that grows too large is an error, and a writer killed for it leaves nothing behind") {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "a.pnav";
  REQUIRE(write(path, "old").has_value());
  const std::string text(300'000, 'x');
  const auto writer = [&] { return write(path, text) ? 1 : 0; };
  const int refused = status_of_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    return writer();
  });
  CHECK((WIFEXITED(refused) && WEXITSTATUS(refused) == 0));
  CHECK(content(path) == "old");
  CHECK(folder.entries() == 1);
  const int killed = status_of_child([&] {
    std::signal(SIGXFSZ, SIG_DFL);
    return writer();
  });
  CHECK((WIFSIGNALED(killed) && WTERMSIG(killed) == SIGXFSZ));
  CHECK(content(path) == "old");
  if (takes_nameless(folder.path())) CHECK(folder.entries() == 1);
}

TEST_CASE("what a killed writer left behind where files need names goes a day later") {
  const test::TemporaryFolder folder;
  const fs::path path = folder.path() / "a.pnav";
  const int killed = status_of_child([&] {
    faults.nameless = true;
    const auto staged = StagedFile::write(path, std::array{bytes("x")});
    std::raise(SIGKILL);
    return staged ? 0 : 1;
  });
  CHECK(WIFSIGNALED(killed));
  REQUIRE(folder.entries() == 1);
  const fs::path left = fs::directory_iterator(folder.path())->path();
  const fs::path other = folder.write(".portolan-0123456789abcdeg", "");
  const fs::path longer = folder.write(".portolan-0123456789abcdef0", "");
  REQUIRE(write(path, "x").has_value());
  CHECK(fs::exists(left));
  const std::time_t now = std::time(nullptr);
  const auto age = [&](const fs::path& file, std::time_t seconds) {
    const std::array<timespec, 2> times{{{now - seconds, 0}, {now - seconds, 0}}};
    REQUIRE(::utimensat(AT_FDCWD, file.c_str(), times.data(), 0) == 0);
  };
  for (const fs::path& file : {left, other, longer}) age(file, 23 * 60 * 60);
  REQUIRE(write(path, "x").has_value());
  CHECK(fs::exists(left));
  for (const fs::path& file : {left, other, longer}) age(file, 25 * 60 * 60);
  REQUIRE(write(path, "x").has_value());
  CHECK_FALSE(fs::exists(left));
  CHECK(fs::exists(other));
  CHECK(fs::exists(longer));
}
