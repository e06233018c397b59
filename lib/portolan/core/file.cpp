// SPDX-License-Identifier: BSL-1.0
#include "portolan/core/file.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace portolan {
namespace {

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

Error failure(const std::filesystem::path& path) {
  return Error{ErrorCode::io, path.string() + ": cannot write: " + std::strerror(errno)};
}

}  // namespace

StagedFile::StagedFile(std::filesystem::path path, std::string temporary) noexcept
    : path_(std::move(path)), temporary_(std::move(temporary)) {}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})) {}

StagedFile::~StagedFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<StagedFile> StagedFile::write(const std::filesystem::path& path,
                                     std::span<const std::span<const std::byte>> chunks) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return Error{ErrorCode::io, path.string() + ": is a directory"};
  std::string temporary = path.string() + ".XXXXXX";
  const int file = ::mkstemp(temporary.data());
  if (file < 0) return failure(path);
  StagedFile staged(path, std::move(temporary));
  // mkstemp makes the file private; a written file gets the usual permissions instead.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  bool good = ::fchmod(file, 0666 & ~mask) == 0;
  for (const auto chunk : chunks) good = good && write_all(file, chunk);
  good = good && ::fsync(file) == 0;
  if (!good) {
    Error error = failure(path);
    ::close(file);
    return error;
  }
  ::close(file);
  return staged;
}

Outcome StagedFile::commit() {
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return failure(path_);
  temporary_.clear();
  return Success{};
}

Outcome write_file_atomically(const std::filesystem::path& path, std::span<const std::span<const std::byte>> chunks) {
  auto staged = StagedFile::write(path, chunks);
  if (!staged) return staged.error();
  return staged->commit();
}

}  // namespace portolan
