// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/file.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace portolan {
namespace {

constexpr std::string_view kTemporaryPrefix = ".portolan-";
constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::size_t kTemporaryDigits = 16;
constexpr std::time_t kTemporaryLife = 24 * 60 * 60;
constexpr mode_t kNewFile = 0666;  // the kernel applies the umask

bool write_all(int file, std::span<const std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

Error failure(const std::filesystem::path& path, std::string_view what = "cannot write") {
  return Error{ErrorCode::io, path.string() + ": " + std::string(what) + ": " + std::strerror(errno)};
}

/// Where the file at a path is replaced.
Result<std::filesystem::path> target_of(const std::filesystem::path& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) {
    if (errno == ENOENT) return path;
    return failure(path);
  }
  const bool is_link = S_ISLNK(info.st_mode);
  if (is_link && ::stat(path.c_str(), &info) != 0) return failure(path, "cannot follow the link");
  if (S_ISDIR(info.st_mode)) return Error{ErrorCode::io, path.string() + ": is a directory"};
  if (!S_ISREG(info.st_mode))
    return Error{ErrorCode::io, path.string() + ": is not a regular file, and would be replaced"};
  if (!is_link) return path;
  std::error_code fault;
  std::filesystem::path target = std::filesystem::canonical(path, fault);
  if (fault) return Error{ErrorCode::io, path.string() + ": cannot follow the link: " + fault.message()};
  return target;
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// Calls make(name), which returns whether it worked and else sets errno, with names for a temporary in the folder
/// until one is not taken. Returns that name; empty if it failed for another reason.
template <class Make>
std::filesystem::path take_name(const std::filesystem::path& folder, Make&& make) {
  while (true) {
    std::uint64_t number = 0;
    if (::getentropy(&number, sizeof(number)) != 0) return {};
    std::string name(kTemporaryPrefix);
    for (std::size_t i = 0; i < kTemporaryDigits; ++i) name += kHexDigits[number >> (4 * i) & 15U];
    std::filesystem::path path = folder / name;
    if (make(path.c_str())) return path;
    if (errno != EEXIST) return {};
  }
}

bool is_temporary(std::string_view name) noexcept {
  return name.size() == kTemporaryPrefix.size() + kTemporaryDigits && name.starts_with(kTemporaryPrefix) &&
         name.find_first_not_of(kHexDigits, kTemporaryPrefix.size()) == std::string_view::npos;
}

/// Removes what killed processes have left in a folder; `now` is the time by the clock of its file system.
void remove_old_temporaries(const std::filesystem::path& folder, std::time_t now) {
  std::error_code ignored;
  for (std::filesystem::directory_iterator entry(folder, ignored), end; entry != end; entry.increment(ignored)) {
    struct stat info {};
    const bool is_ours = is_temporary(entry->path().filename().native()) &&
                         ::lstat(entry->path().c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
                         info.st_uid == ::geteuid();
    if (is_ours && info.st_mtime < now - kTemporaryLife) ::unlink(entry->path().c_str());
  }
}

/// A file's name in /proc, by which it can be opened and linked although it has no other.
std::string name_in_proc(int file) {
  return "/proc/self/fd/" + std::to_string(file);
}

}  // namespace

Outcome check_output(const std::filesystem::path& path) {
  const auto target = target_of(path);
  if (!target) return target.error();
  return Success{};
}

StagedFile::StagedFile(std::filesystem::path path, std::filesystem::path target) noexcept
    : path_(std::move(path)), target_(std::move(target)) {}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::exchange(other.file_, -1)) {}

StagedFile::~StagedFile() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Outcome StagedFile::open() {
  const std::filesystem::path folder = folder_of(target_);
#ifdef O_TMPFILE
  file_ = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kNewFile);
#endif
  if (file_ >= 0) {
    if (::access(name_in_proc(file_).c_str(), F_OK) == 0) return Success{};
    ::close(std::exchange(file_, -1));  // without /proc it would never get a name
  }
  temporary_ = take_name(folder, [&](const char* name) {
    file_ = ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFile);
    return file_ >= 0;
  });
  if (temporary_.empty()) return failure(path_);
  return Success{};
}

Result<StagedFile> StagedFile::write(const std::filesystem::path& path,
                                     std::span<const std::span<const std::byte>> chunks) {
  std::size_t given = 0;
  return write(path, [&]() -> std::span<const std::byte> {
    while (given < chunks.size() && chunks[given].empty()) ++given;
    return given < chunks.size() ? chunks[given++] : std::span<const std::byte>();
  });
}

Result<StagedFile> StagedFile::write(const std::filesystem::path& path,
                                     const std::function<std::span<const std::byte>()>& next) {
  auto target = target_of(path);
  if (!target) return target.error();
  StagedFile staged(path, std::move(*target));
  if (Outcome opened = staged.open(); !opened) return opened.error();
  struct stat info {};
  if (::fstat(staged.file_, &info) == 0) remove_old_temporaries(folder_of(staged.target_), info.st_mtime);
  bool good = true;
  while (good) {
    const std::span<const std::byte> chunk = next();
    if (chunk.empty()) break;
    good = write_all(staged.file_, chunk);
  }
  if (!good || ::fsync(staged.file_) != 0) return failure(path);
  return staged;
}

std::filesystem::path StagedFile::content() const {
  return temporary_.empty() ? std::filesystem::path(name_in_proc(file_)) : temporary_;
}

bool StagedFile::give_name() {
  if (!temporary_.empty()) return true;
  const std::string nameless = name_in_proc(file_);
  temporary_ = take_name(folder_of(target_), [&](const char* name) {
    return ::linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
  });
  return !temporary_.empty();
}

Outcome StagedFile::commit() {
  // What is there may have changed since the file was staged.
  if (Outcome still = check_output(target_); !still) return still;
  const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0 && errno != EACCES) return failure(path_);
  // A link cannot replace a file, so a nameless one is linked beside it first.
  const bool placed =
      give_name() && ::close(std::exchange(file_, -1)) == 0 && ::rename(temporary_.c_str(), target_.c_str()) == 0;
  if (!placed) {
    Error error = failure(path_);
    if (folder >= 0) ::close(folder);
    return error;
  }
  temporary_.clear();
  if (folder < 0) return Success{};
  // Some file systems cannot sync folders, and say so by EINVAL.
  const bool synced = ::fsync(folder) == 0 || errno == EINVAL;
  Outcome outcome = Success{};
  if (!synced) outcome = failure(path_, "written, but may not outlast a crash: cannot sync its folder");
  ::close(folder);
  return outcome;
}

Outcome write_file_atomically(const std::filesystem::path& path, std::span<const std::span<const std::byte>> chunks) {
  auto staged = StagedFile::write(path, chunks);
  if (!staged) return staged.error();
  return staged->commit();
}

}  // namespace portolan
